"""``/league``: the commands about leagues."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.panels.core import MOST_IN_MENU
from bot.ui.command_shapes import of_one_kind
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.autocomplete import offers
from bot.ui.framework.reply import Reply, answer_command
from bot.ui.league import create, manage, message, table, words
from bot.ui.league.seen import list_seen
from bot.usecases.league import creating, joining
from bot.usecases.refusal import Refusal

Handler = Callable[[App, Interaction, int], Coroutine[Any, Any, Reply]]


def group() -> app_commands.Group:
    """Return the command group."""
    made = app_commands.Group(name="league", description="Leagues of this server: seasons of games, over weeks")
    made.add_command(of_one_kind("create", "Open a league in this channel; a panel asks for the rest", create.open_panel))
    wanted: dict[str, tuple[str, Handler]] = {
        "join": ("Join a league before its season begins", message.join),
        "leave": ("Leave a league, or withdraw from its season", message.leave),
        "table": ("The standings of a league, also of past seasons", table.show_table),
        "manage": ("Move a league to this channel, or end it", manage.open_panel),
    }
    for name, (description, handler) in wanted.items():
        made.add_command(_of_league(name, description, handler))
    return made


def _of_league(name: str, description: str, handler: Handler) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=name, description=description)
    @app_commands.describe(league="Which league, if there are several")
    async def command(interaction: Interaction, league: int | None = None) -> None:
        await answer_command(interaction, _handle, league, handler)

    command.autocomplete("league")(offers(_list_leagues))
    return command


async def _handle(app: App, interaction: Interaction, league_id: int | None, handler: Handler) -> Reply:
    """Call the handler with the named or the only league; to leave, the only one that the user is in.

    Raise Refusal if the user does not see it, or sees several.
    """
    found = await list_seen(app, interaction)
    if league_id is not None and all(league.id != league_id for league in found):
        raise Refusal(creating.NO_LEAGUE)
    if league_id is None:
        named = [league for league in found if league.status == "open"] or found[:1]
        if not named:
            raise Refusal("This server has no league. Server managers open one with `/league create`.")
        where = "This server has"
        if len(named) > 1 and handler is message.leave:
            mine = await joining.list_leagues_of(app.context, guild_of(interaction), user_of(interaction).id)
            if joined := [league for league in named if league.id in mine]:
                named, where = joined, "You are in"
        if len(named) > 1:
            listed = ", ".join(words.write_title(league) for league in named)
            raise Refusal(f"Which one? {where} {listed}. Name it as `league`.")
        league_id = named[0].id
    return await handler(app, interaction, league_id)


async def _list_leagues(app: App, interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the server's leagues whose names contain the typed text."""
    named = [(words.write_title(league), league.id) for league in await list_seen(app, interaction)]
    return [Choice(name=name, value=number) for name, number in named if typed.casefold() in name.casefold()][:MOST_IN_MENU]
