"""``/server manage``: a panel to cancel, move, pause or nudge any game of the server, or to extend its deadline."""

from __future__ import annotations

from typing import Annotated

from bot.common.markdown import escape
from bot.panels.core import MOST_ENTRY, Button, Entry, Menu, Row
from bot.presentation.texts import cut, write_title
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import PAUSE
from bot.ui.framework.app import App, Interaction, channel_of, guild_of, list_roles, user_of
from bot.ui.framework.layout import lay_out
from bot.ui.framework.parts import show_among_server
from bot.ui.framework.press import MOST_PAGES, Press, UnknownId, one_of, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.tables.tables import may_post
from bot.ui.words.times import describe_time
from bot.usecases import access, queries
from bot.usecases.channels.manage import cancel_game, list_games, relocate_game
from bot.usecases.play.change import Asker
from bot.usecases.queries import GameView
from bot.usecases.server import guild_settings
from bot.usecases.time import managed
from rules.words import count

EXTENSIONS = (1, 2, 3, 7, 14)
"""Extensions of a deadline on offer, in days."""
CHANGES = {
    "pause": (managed.pause_game, "**{game}** is paused, and its channel is notified."),
    "continue": (managed.continue_game, "**{game}** goes on, and its channel is notified."),
    "nudge": (managed.nudge, "I am notifying **{name}** that the others are waiting."),
}
"""Button -> its use case, and the message about the result."""


class ManagePress(Press, word="manage"):
    """A menu or button of ``/server manage``.

    ``number``: the number of a page or of a game, depending on the action ``what``. ``stamp``: as in a **Play** panel.
    """

    number: int
    what: Annotated[str, one_of("page", "pick", "game", "cancel", "cancelled", "move", *CHANGES, "extend")]
    stamp: str


async def open_panel(app: App, interaction: Interaction) -> Reply:
    """Return the list of the server's games."""
    await _may(app, interaction)
    return await _list(app, interaction, 0)


@answers(ManagePress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ManagePress) -> Reply:
    """Handle a button or menu of the panel. Raise Refusal if the user may not manage games."""
    await _may(app, interaction)
    what = press.what
    if what == "page":
        return await _list(app, interaction, min(press.number, MOST_PAGES), edit=True)
    game_id = read_number(press.values[0] if press.values else "") if what == "pick" else press.number
    guild = guild_of(interaction)
    asker = Asker(app.context, guild, game_id, user_of(interaction), interaction.id)
    if what == "cancelled":
        row = await cancel_game(asker)
        above = f"**{escape(write_title(row))}** is cancelled, and its channel is notified."
        return await _list(app, interaction, 0, above=above, edit=True)
    if what == "move":
        may_post(interaction)
        row = await relocate_game(asker, channel_of(interaction))
        return await _list(app, interaction, 0, above=f"**{escape(write_title(row))}** goes on in this channel.", edit=True)
    above = ""
    if what == "extend":
        days = read_number(press.values[0] if press.values else "")
        if days not in EXTENSIONS:
            raise UnknownId(f"no extension of {days} days")
        row = await managed.extend_deadline(asker, days)
        above = f"**{escape(write_title(row))}**: {count(days, 'day')} more for this turn. The channel is notified."
    elif what in CHANGES:
        act, words = CHANGES[what]
        row = await act(asker)
        name = "" if row.seat is None else escape(row.names[row.seat])
        above = words.format(game=escape(write_title(row)), name=name)
    view = await queries.view_game(app.context, guild, game_id)
    return _confirm(interaction, view.row) if what == "cancel" else _game(app, interaction, view, above)


async def _may(app: App, interaction: Interaction) -> None:
    """Raise Refusal for a member who may neither manage the server nor cancel its games."""
    named = (await guild_settings.get(app.context, guild_of(interaction))).cancel_roles
    access.to_manage_by_role(named, manages=interaction.permissions.manage_guild, roles=list_roles(interaction))


async def _list(app: App, interaction: Interaction, page: int, *, above: str = "", edit: bool = False) -> Reply:
    rows, older = await list_games(app.context, guild_of(interaction), page)
    lines = [above, "**Games of this server**" if rows else "No game is going on in this server."]
    controls = list[Row]()
    if rows:
        lines.append("Choose one to cancel, move or pause it, extend its deadline, or nudge its player. The newest come first.")
        entries = [Entry(str(row.id), cut(write_title(row), MOST_ENTRY), _state(row)) for row in rows]
        controls.append(Menu("0.pick", "Choose a game", entries))
    turns = [Button(f"{page - 1}.page", "Newer")] if page else []
    turns += [Button(f"{page + 1}.page", "Older")] if older else []
    controls += [tuple(turns)] if turns else []
    shown = _panel(interaction, "\n".join(filter(None, lines)), controls, edit=edit)
    return show_among_server(shown, "games", manages=interaction.permissions.manage_guild)


def _state(row: GameRow) -> str:
    return "adjourned" if row.is_adjourned else "running"


def _game(app: App, interaction: Interaction, view: GameView, above: str) -> Reply:
    row, clock = view.row, view.clock
    access.to_be_managed(row)
    moved = f"Its last move was <t:{row.updated_at // 1000}:R>."
    time = "" if row.is_adjourned else describe_time(row, clock, app.context.clock(), view.away_until)
    lines = [above, f"**{escape(write_title(row))}**", f"It is {_state(row)}, in <#{row.place}>. {moved}", time]
    rests = row.is_adjourned or clock is None or clock.seat is None
    pause = ("continue", "End the pause") if clock is not None and clock.why == PAUSE else ("pause", "Pause it")
    buttons = (
        Button(f"{row.id}.cancel", "Cancel this game", "danger"),
        Button(f"{row.id}.move", "Move it to this channel", disabled=row.channel_id == interaction.channel_id),
        Button(f"{row.id}.{pause[0]}", pause[1], disabled=rests),
        Button(f"{row.id}.nudge", "Nudge", disabled=row.is_adjourned),
        Button("0.page", "Back"),
    )
    entries = [Entry(str(days), f"{count(days, 'day')} more") for days in EXTENSIONS]
    extend = [] if rests else [Menu(f"{row.id}.extend", "Extend the deadline", entries)]
    return _panel(interaction, "\n".join(filter(None, lines)), [*extend, buttons], edit=True)


def _confirm(interaction: Interaction, row: GameRow) -> Reply:
    access.to_be_managed(row)
    text = f"Do you really want to cancel **{escape(write_title(row))}**? It ends without a result, and that cannot be undone."
    buttons = (Button(f"{row.id}.cancelled", "Yes, cancel it", "danger"), Button(f"{row.id}.game", "No"))
    return _panel(interaction, text, [buttons], edit=True)


def _panel(interaction: Interaction, text: str, rows: list[Row], *, edit: bool) -> Reply:
    def custom_id(control: str) -> str:
        of, _, what = control.partition(".")
        return ManagePress(int(of), what, f"{interaction.id:x}").id

    return Reply("", view=lay_out(text, rows, custom_id), edit=edit)
