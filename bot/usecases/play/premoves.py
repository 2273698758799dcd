"""Premoves: a player says what to play if the others play this or that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import premoves as store
from bot.storage.queries.play.premoves import Premoves
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.branches import MOST, Branches, add_line, count_decisions, play_line, remove_line
from bot.usecases.play.change import Change, Press, change_by_press
from bot.usecases.refusal import Refusal


async def add_premove(
    context: Context, guild_id: int, game_id: int, user: User, line: Sequence[str], *, seen: int, interaction_id: int
) -> Branches:
    """Add a line of decisions, the last ones the user's own. Return all branches.

    ``seen``: the version of the game at which it was chosen; raise Refusal where the game has moved on.
    """

    def change(log: GameLog, seat: int, branches: Branches) -> Branches:
        try:
            play_line(log.state(), line)
        except ValueError as error:
            raise Refusal(str(error)) from None
        more = add_line(log.state(), branches, seat, line)
        if count_decisions(more) > MOST:
            raise Refusal(f"You can choose {MOST} decisions beforehand, at most. Remove a branch first.")
        return more

    press = Press(user, interaction_id, f"premove {', '.join(line)}")
    return await _change(context, guild_id, game_id, press, change, seen)


async def remove_premoves(
    context: Context, guild_id: int, game_id: int, user: User, line: Sequence[str], *, seen: int, interaction_id: int
) -> Branches:
    """Remove the branches after a line of decisions; all of them if it is empty. Return those that are left."""
    press = Press(user, interaction_id, f"remove premove {', '.join(line)}")
    return await _change(context, guild_id, game_id, press, lambda _, __, branches: remove_line(branches, line), seen)


async def _change(
    context: Context,
    guild_id: int,
    game_id: int,
    press: Press,
    change: Callable[[GameLog, int, Branches], Branches],
    seen: int,
) -> Branches:
    async def do(frame: Change) -> Branches:
        conn, log, _ = frame
        seat = access.to_premove(log.row, log.state(), press.user.id)
        if not access.is_newest(version=log.version, seen=seen):
            raise Refusal(access.MOVED_ON)
        branches = change(log, seat, list_branches_from_now(log, await _of_seat(conn, game_id, seat)))
        if branches:
            await store.save_premoves(conn, game_id, Premoves(seat, log.version, branches, dropped=False))
        else:
            await store.delete_premoves(conn, game_id, seat)
        return branches

    async def again(frame: Change) -> Branches:
        seat = access.to_premove(frame.log.row, frame.log.state(), press.user.id)
        return list_branches_from_now(frame.log, await _of_seat(frame.conn, game_id, seat))

    return await change_by_press(context, guild_id, game_id, press, do, event="premoves changed", again=again)


async def _of_seat(conn: AsyncConnection, game_id: int, seat: int) -> Premoves | None:
    return next((found for found in await store.get_premoves(conn, game_id) if found.seat == seat), None)


def list_branches_from_now(log: GameLog, found: Premoves | None) -> Branches:
    """Return the branches that go on from the newest position: others may have decided since they were chosen."""
    if found is None or found.dropped:
        return {}
    branches: Branches = found.data
    for row in log.rows[found.version :]:
        branches = branches.get(row.text, {})
    return branches
