"""Hands each press to its handler by the ``custom_id``, and answers commands that could not be read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands
from pydantic import ValidationError

from bot.ui.channels.visibility import check_seen
from bot.ui.computers import demo, hint, lookback
from bot.ui.framework import forms, ids
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.reply import Reply, about, answer, excuse, ready
from bot.ui.notifications import notifications
from bot.ui.play import boards, games_list, panels, premove, proposals, resign, rules
from bot.ui.seats import substitute
from bot.ui.server import help as help_command
from bot.ui.server import my, preferences, server_manage, server_settings
from bot.ui.statistics import import_export, latest, stepper
from bot.ui.tables import gallery, tables, votes
from bot.ui.time import claims, pauses, vacation
from bot.usecases.queries import view_game
from bot.usecases.statistics import replays

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

UNKNOWN = Reply("This button is from an older version of the bot. See `/games` for your games.")


MOST_PAGES = 100_000
"""Pages of a list: a forged button leads no further."""


class Handled(NamedTuple):
    """What a press leads to, and how it is answered if nothing goes wrong."""

    work: Coroutine[Any, Any, Reply]
    edit: bool = False
    public: bool = False


class Router:
    """The way from an interaction to its handler."""

    def __init__(self, app: Callable[[], App]) -> None:
        self._app = app

    async def handle_press(self, interaction: Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Answer a press of any button or menu of the bot."""
        app = self._app()
        handled = _find_handler(app, interaction, custom_id, values)
        work = _answer_unknown(handled.work, interaction, custom_id)
        await answer(app, interaction, work, edit=handled.edit, public=handled.public)

    async def handle_form(self, interaction: Interaction) -> None:
        """Answer a form that was sent: like a press, with the text that was typed as its value."""
        text = forms.sent_text(interaction)
        await self.handle_press(interaction, interaction.custom_id or "", [] if text is None else [text])

    async def command_failed(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command whose options could not be read, before any handler had it."""
        if isinstance(error, app_commands.TransformerError):
            reply = Reply(f"`{error.value}` does not fit there. Whoever you name has to be a member of this server.")
        elif isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
            reply = Reply("This command has changed. Please type it anew; it may take Discord some minutes to show it.")
        else:
            reply = excuse(interaction, error)
        await answer(self._app(), interaction, ready(reply))


async def _answer_unknown(work: Coroutine[Any, Any, Reply], interaction: Interaction, custom_id: str) -> Reply:
    """Return the reply, or the friendly one to a press that no button or menu of the bot makes."""
    try:
        return await work
    except (ids.UnknownId, ValidationError) as error:  # a value that no menu offers
        logger.warning("a press that cannot be read: %r", error, extra={"custom_id": custom_id, **about(interaction)})
        return UNKNOWN


def _find_handler(app: App, interaction: Interaction, custom_id: str, values: Sequence[str]) -> Handled:
    parts = ids.parse(custom_id)
    if parts and parts[0] in HANDLERS:
        try:
            return HANDLERS[parts[0]](app, interaction, parts[1:], values)
        except (ValueError, IndexError, KeyError):
            logger.warning("a component that cannot be read", extra={"custom_id": custom_id, **about(interaction)})
    return Handled(ready(UNKNOWN))


def _board(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    game_id, version, what = ids.number(parts[0]), ids.number(parts[1]), parts[2]
    if what == "play":
        return Handled(panels.open_panel(app, interaction, game_id, version))
    return Handled(_below_board(app, interaction, game_id, what), public=what in ("again", "vote"))


async def _below_board(app: App, interaction: Interaction, game_id: int, what: str) -> Reply:
    """Answer a button below a board other than **Play**."""
    shown = await view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    check_seen(interaction, shown.row)
    match what:
        case "board":
            return await boards.private_board(app, interaction, shown)
        case "rules":
            return await rules.show_rules(app, interaction, shown.row.kind)
        case "replay":
            return await stepper.show_moving_picture(app, interaction, f"g{game_id}")
        case "lookback":
            return await lookback.look_back(app, interaction, game_id)
        case "again":
            return await tables.open_rematch(app, interaction, shown)
        case "vote":
            return await votes.open_vote(app, interaction, shown)
        case _:
            return UNKNOWN


def _panel(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(
        panels.handle_press(app, interaction, ids.number(parts[0]), ids.number(parts[1]), parts[2], list(values)), edit=True
    )


def _table(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(tables.handle_press(app, interaction, ids.number(parts[0]), parts[1]), edit=True)


def _proposal(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(proposals.handle_press(app, interaction, ids.number(parts[0]), parts[1]), edit=True)


def _seat(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(substitute.handle_press(app, interaction, ids.number(parts[0]), parts[1]), edit=True)


def _substitute(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    game_id, turn = ids.number(parts[0]), ids.number(parts[1])
    return Handled(substitute.handle_answer(app, interaction, game_id, turn, parts[2]), edit=True)


def _claim(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(claims.handle_press(app, interaction, parts))


def _pause(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(pauses.handle_press(app, interaction, ids.number(parts[0]), parts[1]))


def _vacation(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(vacation.handle_press(app, interaction, parts[0], ids.number(parts[1])), edit=True)


def _resign(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(resign.handle_press(app, interaction, ids.number(parts[0]), parts[1]), edit=True)


def _vote(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    opens = parts[1] == "open"
    return Handled(votes.handle_press(app, interaction, ids.number(parts[0]), parts[1]), edit=not opens, public=opens)


PICKED: Mapping[str, Callable[[App, Interaction, int], Coroutine[Any, Any, Reply]]] = {
    "move": panels.open_game,
    "board": boards.board_of,
    "premove": premove.open_premoves,
    "undo": proposals.undo,
    "draw": proposals.draw,
    "resign": resign.confirm_resign,
    "hint": hint.give_hint,
    "history": stepper.show_history,
    "replay": stepper.show_replay,
    "resume": claims.resume,
}
"""What carries on with a command once it is known which game is meant."""


def _pick(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(ids.find_word(parts[1], PICKED)(app, interaction, ids.number(parts[0])))


def _gallery(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    here = parts[2] == "here"
    return Handled(gallery.show_gallery(app, interaction, parts[0], parts[1], edit=here), edit=here)


def _demo(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(demo.handle_press(app, interaction, ids.number(parts[0])), edit=True)


def _data(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(my.show_data(app, interaction, parts[0]))


def _server(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(server_settings.handle_press(app, interaction, parts[0], list(values)), edit=True)


def _manage(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(server_manage.handle_press(app, interaction, ids.number(parts[0]), parts[1], list(values)), edit=True)


def _premove(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    game_id, version = ids.number(parts[0]), ids.number(parts[1])
    return Handled(premove.handle_press(app, interaction, game_id, version, parts[2], list(values)), edit=True)


def _status(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    if parts[2] == "play":
        return Handled(panels.open_game(app, interaction, ids.number(parts[0])))
    return Handled(_below_board(app, interaction, ids.number(parts[0]), "board"))


def _ping(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(panels.open_panel(app, interaction, ids.number(parts[0]), ids.number(parts[1])))


def _notifications(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(notifications.handle_press(app, interaction, parts[0], list(values)), edit=True)


def _preferences(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(preferences.handle_press(app, interaction, parts[0], list(values)), edit=True)


def _forget(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(my.handle_press(app, interaction, parts[0], parts[1]), edit=True)


def _latest(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    edit = parts[1] != "open"
    return Handled(latest.show_page(app, interaction, min(ids.number(parts[0]), MOST_PAGES), edit=edit), edit=edit)


def _look(app: App, interaction: Interaction, parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    source, what = f"{parts[0][:1]}{ids.number(parts[0][1:])}", parts[3]
    scene = replays.REPLAY if parts[2] == str(replays.REPLAY) else ids.number(parts[2])
    work = stepper.handle_press(app, interaction, source, ids.number(parts[1]), scene, what, values)
    return Handled(work, edit=what in stepper.EDITS)


def _pick_look(app: App, interaction: Interaction, _: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(stepper.open_stepper(app, interaction, f"{values[0][:1]}{ids.number(values[0][1:])}"))


def _games(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(games_list.show_games(app, interaction, min(ids.number(parts[0]), MOST_PAGES), edit=True), edit=True)


def _next_game(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(games_list.open_next_game(app, interaction, ids.number(parts[0])))


def _help(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(help_command.show_topic(app, interaction, parts[0]), edit=True)


def _rules(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    edit = parts[1] != rules.OPEN
    return Handled(rules.show_part(app, interaction, parts[0], parts[1]), edit=edit)


def _export(app: App, interaction: Interaction, parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(import_export.part(app, interaction, parts[0], ids.number(parts[1])))


HANDLERS: Mapping[str, Callable[[App, Interaction, tuple[str, ...], Sequence[str]], Handled]] = {
    "board": _board,
    "panel": _panel,
    "table": _table,
    "proposal": _proposal,
    "seat": _seat,
    "claim": _claim,
    "substitute": _substitute,
    "pause": _pause,
    "vacation": _vacation,
    "resign": _resign,
    "vote": _vote,
    "pick": _pick,
    "gallery": _gallery,
    "rules": _rules,
    "games": _games,
    "next": _next_game,
    "help": _help,
    "demo": _demo,
    "data": _data,
    "forget": _forget,
    "latest": _latest,
    "look": _look,
    "lookat": _pick_look,
    "export": _export,
    "prefs": _preferences,
    "notify": _notifications,
    "ping": _ping,
    "status": _status,
    "server": _server,
    "manage": _manage,
    "premove": _premove,
}
"""What answers a component, by the first word of its ``custom_id``."""
