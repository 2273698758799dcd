"""Lines of future moves. Members save lines for themselves; players arm lines as premoves, which are played when they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.words import quote
from bot.games.armed_lines import MOST, ArmedLines, follow
from bot.games.log import GameLog
from bot.games.tried_lines import TriedLine, try_out
from bot.storage.queries.play import lines as store
from bot.storage.queries.play.lines import Armed, Entries, KeptLine
from bot.usecases import access
from bot.usecases.context import Context, User, as_use_case, write_transaction
from bot.usecases.play.change import Change, Press, change_by_press
from bot.usecases.refusal import Refusal
from rules import State

MOST_KEPT = 12
MOST_ENTRIES, MOST_CHARACTERS = 60, 4000
"""Maximum number of entries of an analysis line, and of characters in all of them."""
TOO_LONG = "This line cannot be longer. Take something back, or return to the game."
NO_VERSION = "The game has no such turn."
NO_PREMOVE = "A premove ends with your own move, and has no dice or tiles in it."


class Contradiction(Refusal):
    """Another armed line answers the same moves differently. The player has to confirm its replacement."""

    def __init__(self, position: State, answer: Sequence[str]) -> None:
        """Store the answer of the other line, and the position in which it would be played."""
        super().__init__("You have a premove for that already. Replace it?")
        self.position, self.answer = position, answer


def find_tried(log: GameLog, version: int, line: Sequence[str]) -> TriedLine:
    """Return the result of a line that begins at a version of a game. Raise Refusal if it cannot be tried."""
    if version > log.version:
        raise Refusal(NO_VERSION)
    if len(line) > MOST_ENTRIES or sum(map(len, line)) > MOST_CHARACTERS:
        raise Refusal(TOO_LONG)
    try:
        return try_out(log.state(version), line)
    except ValueError as error:
        raise Refusal(quote(str(error))) from None


list_lines = as_use_case(store.list_kept)


@write_transaction
async def keep_line(
    context: Context, conn: AsyncConnection, game_id: int, user_id: int, version: int, entries: Entries
) -> list[KeptLine]:
    """Save a line, replacing those that it continues. Return all saved lines. Raise Refusal if there are too many."""
    known = await store.list_kept(conn, game_id, user_id)
    wanted = [list(entry) for entry in entries]
    begun = [each for each in known if each.version == version and each.entries == wanted[: len(each.entries)]]
    for each in begun:
        await store.delete_kept(conn, game_id, user_id, each.id)
    if len(known) - len(begun) >= MOST_KEPT:
        raise Refusal("You keep {most} lines of this game already. Delete one first.", most=MOST_KEPT)
    await store.add_kept(conn, game_id, user_id, version, wanted, context.clock())
    return await store.list_kept(conn, game_id, user_id)


@write_transaction
async def delete_line(context: Context, conn: AsyncConnection, game_id: int, user_id: int, line_id: int) -> list[KeptLine]:
    """Delete a saved line. Return the remaining ones."""
    await store.delete_kept(conn, game_id, user_id, line_id)
    return await store.list_kept(conn, game_id, user_id)


def find_armed(log: GameLog, seat: int, found: Armed | None) -> ArmedLines:
    """Return a seat's armed lines without the decisions played since they were armed."""
    if found is None or found.dropped:
        return ArmedLines(log.state(), seat)
    return ArmedLines(log.state(), seat, follow(found.lines, tuple(row.text for row in log.rows[found.version :])))


async def arm_line(
    context: Context,
    guild_id: int,
    game_id: int,
    user: User,
    line: Sequence[str],
    *,
    seen: int,
    interaction_id: int,
    replace: bool = False,
) -> ArmedLines:
    """Arm a line of moves that ends with the user's own decision. Return all armed lines.

    ``seen``: the version of the game at which it was chosen. Raise Refusal if the game has moved on. ``replace``: replace
    contradicting lines; otherwise raise Contradiction if there are any.
    """

    def add(armed: ArmedLines) -> ArmedLines:
        wanted = tuple(line)
        try:
            armed.play(wanted)
        except ValueError as error:
            raise Refusal(quote(str(error))) from None
        if not wanted or armed.play(wanted[:-1]).seat != armed.seat:
            raise Refusal(NO_PREMOVE)
        other = armed.find_contradiction(wanted)
        if other is not None and not replace:
            raise Contradiction(armed.play(other.asked), other.mine)
        more = armed.add(wanted)
        if more.count() > MOST:
            raise Refusal("You can set at most {most} decisions as premoves. Remove some of them first.", most=MOST)
        return more

    press = Press(user, interaction_id, f"premove {', '.join(line)}")
    return await _change_armed(context, guild_id, game_id, press, seen, add)


async def disarm_lines(
    context: Context, guild_id: int, game_id: int, user: User, line: Sequence[str], *, seen: int, interaction_id: int
) -> ArmedLines:
    """Delete the armed lines that begin with the decisions of ``line``; all if it is empty. Return the remaining lines."""
    press = Press(user, interaction_id, f"remove premove {', '.join(line)}")
    return await _change_armed(context, guild_id, game_id, press, seen, lambda armed: armed.remove(tuple(line)))


async def _change_armed(
    context: Context, guild_id: int, game_id: int, press: Press, seen: int, change: Callable[[ArmedLines], ArmedLines]
) -> ArmedLines:
    async def get(frame: Change) -> ArmedLines:
        seat = access.to_premove(frame.log.row, frame.log.state(), press.user.id)
        found = await store.list_armed(frame.conn, game_id)
        return find_armed(frame.log, seat, next((each for each in found if each.user_id == press.user.id), None))

    async def do(frame: Change) -> ArmedLines:
        armed = await get(frame)
        if seen != frame.log.version:
            raise Refusal(access.MOVED_ON)
        armed = change(armed)
        await store.save_armed(frame.conn, game_id, Armed(press.user.id, frame.log.version, armed.lines), context.clock())
        return armed

    return await change_by_press(context, guild_id, game_id, press, do, event="premoves changed", again=get)
