"""Direct messages with the bot. Their interactions do not include the user's membership of a server.

A server's game is accessible here to its players only, after Discord has confirmed that they still see its channel. Without an
answer from Discord, access is refused. Everything else concerns the user's home (``bot.common.home``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.common.home import home_of
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import GUILD, NAME, App, Interaction
from bot.ui.framework.press import Press
from bot.usecases import queries
from bot.usecases.access import link_board
from bot.usecases.refusal import Refusal

ELSEWHERE = "This works only in a server, not in a direct message."
NOT_SEEN = "You cannot see the channel of this game now, so you cannot play from here."
UNSURE = "I can’t check with Discord right now whether you can still play, so nothing was done. Try again, or see {board}."
UNSURE_WHICH = "I can’t check with Discord right now which of your games you still see. Please try again."
NONE = "You are in no game now. `/newgame` begins one against the computer here; in a server, others can join."
MOST_ASKED = 10
"""Maximum number of games offered to choose from."""


def is_direct(interaction: Interaction) -> bool:
    """Return whether an interaction is in a direct message and not yet assigned to a server."""
    return interaction.guild_id is None and GUILD not in interaction.extras


async def let_in(app: App, interaction: Interaction, press: Press, *, may: bool) -> None:
    """Check a press in a direct message, and assign it to the server of its game, if any. Raise Refusal if not allowed.

    ``may``: whether this kind of press is allowed in direct messages. For a game at the user's home, every kind is.
    """
    game_id = press.about_game
    if game_id is not None:
        row = await queries.read_row(app.context, game_id)
        if may or row.guild_id == home_of(interaction.user.id):
            await enter(app, interaction, row)
            return
    if not may:
        raise Refusal(ELSEWHERE)


async def enter(app: App, interaction: Interaction, row: GameRow) -> None:
    """Assign an interaction in a direct message to the server of a game. Raise Refusal unless the user plays and sees it."""
    seat = row.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal(NOT_SEEN)
    match await app.check_in_direct(row.guild_id, row.channel_id, interaction.user.id):
        case "here":
            interaction.extras[GUILD], interaction.extras[NAME] = row.guild_id, row.names[seat]
        case "unknown":
            raise Refusal(UNSURE, board=link_board(row))
        case _:
            raise Refusal(NOT_SEEN)


async def see_games(app: App, user_id: int, rows: Sequence[GameRow]) -> tuple[list[GameRow], int]:
    """Return the games that a user still sees, in the same order, and the number of games for which Discord did not answer.

    The games of one server are checked one at a time, so that Discord is asked once.
    """
    servers: dict[int, list[GameRow]] = {}
    for row in rows:
        servers.setdefault(row.guild_id, []).append(row)

    async def look(of_server: Sequence[GameRow]) -> dict[int, str]:
        return {row.id: await app.check_in_direct(row.guild_id, row.channel_id, user_id) for row in of_server}

    found: dict[int, str] = {}
    for part in await asyncio.gather(*map(look, servers.values())):
        found |= part
    return [row for row in rows if found[row.id] == "here"], sum(seen == "unknown" for seen in found.values())


async def see_servers(app: App, user_id: int, guild_ids: Sequence[int]) -> tuple[list[int], int]:
    """Return the servers of which a user is still a member, and the number of servers for which Discord did not answer.

    The servers stay in the same order.
    """
    found = await asyncio.gather(*(app.check_membership(guild_id, user_id) for guild_id in guild_ids))
    seen = [guild_id for guild_id, answer in zip(guild_ids, found, strict=True) if answer == "here"]
    return seen, found.count("unknown")


async def list_games(app: App, user_id: int, *statuses: str) -> list[GameRow]:
    """Return a user's games with these statuses in all servers, if they still see them; those waiting for the user first."""
    rows = await queries.list_user_games(app.context, user_id, statuses)
    seen, _ = await see_games(app, user_id, rows)
    return queries.sort_waiting(seen, user_id)


async def choose(app: App, interaction: Interaction, game: int | None, *, to_move: bool = False, ended: bool = False) -> int:
    """Return the id of the game that a command in a direct message refers to, and assign the interaction to its server.

    If ``game`` is ``None``, ``to_move`` prefers games in which the user is to move, and ``ended`` falls back to the game that
    ended last. Raise Refusal if no game is left, SeveralGames if more than one is.
    """
    if game is not None:
        row = await queries.read_row(app.context, game)
    else:
        user = interaction.user.id
        rows, unknown = await see_games(app, user, await queries.list_user_games(app.context, user, ("running",)))
        if not rows and ended:
            last = (await queries.list_user_games(app.context, user, ("over",)))[:1]
            rows, not_said = await see_games(app, user, last)
            unknown += not_said
        if not rows:
            raise Refusal(UNSURE_WHICH if unknown else NONE)
        waiting = [row for row in rows if row.waits_for(user)]
        if to_move and waiting:
            rows = waiting
        row = queries.get_only(queries.sort_waiting(rows, user)[:MOST_ASKED], "You have several games")
    await enter(app, interaction, row)
    return row.id
