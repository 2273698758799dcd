"""Claims: the actions of opponents when a player's time is up. If a move and a claim compete, the first one counts."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.log import GameLog
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases import access
from bot.usecases.context import Context, User, read_transaction
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import Change, by_press, load
from bot.usecases.play.moves import Played, report_repeat
from bot.usecases.time import clocks
from rules import State


class ClaimOption(NamedTuple):
    """An action that opponents may take when time is up, shown as a button.

    ``what`` is its name in the button's ``custom_id``.
    """

    what: str
    label: str


def list_claim_options(state: State) -> list[ClaimOption]:
    """Return the actions that opponents may take when the player to move is out of time, in the order of the buttons.

    With two players left, the other one wins; with more, the others play on (G1). Games that computers cannot play have no
    action for a computer.
    """
    options = [ClaimOption("substitute", "Ask for a substitute")]
    if access.has_computer(state.game):
        options.append(ClaimOption("stand_in", "Let a computer play this turn"))
    if len(state.left) == 2:
        return [ClaimOption("drop", "Win on time"), *options]
    return [*options, ClaimOption("drop", "Go on without this player")] if len(state.left) > 2 else options


@by_press("claim", event="claimed on time", again=report_repeat)
async def drop_player(context: Context, change: Change, user: User, turn: int) -> Played:
    """Drop the player whose time is up: the user wins, or the others continue. Raise Refusal if the time is not up.

    ``turn``: the version of the game at which the expired turn began.
    """
    conn, log, _ = change
    clock = await store.get_last_clock(conn, log.row)
    seat = access.to_claim(log, clock, user.id, turn=turn, now=context.clock())
    known, text = log.version, f"drop {log.state().seat}"
    await append_decisions(context, conn, log, [text], seat)
    return Played(log.row, log.state(), log.version, log, known, (text,), goes_on=False)


@read_transaction
async def check_claim(context: Context, conn: AsyncConnection, guild_id: int, game_id: int, user_id: int, turn: int) -> GameLog:
    """Return a game in which a player's time is up.

    Raise Refusal if the user cannot claim. ``turn``: as in :func:`drop_player`.
    """
    log = await load(context, conn, guild_id, game_id)
    clock = await store.get_last_clock(conn, log.row)
    access.to_claim(log, clock, user_id, turn=turn, now=context.clock())
    return log


async def adjourn_time(context: Context, conn: AsyncConnection, log: GameLog, clock: ClockRow) -> int:
    """Return the time at which a game with an expired turn is adjourned if nobody claims (ms since 1970).

    While an opponent is on vacation, and for a day after it, the claim stays open.
    """
    now = context.clock()
    at = clock.reaches(clock.allowed, now) + clocks.pace_of(log.row).start
    for user_id in log.row.members(seat for seat in log.state().left if seat != clock.seat):
        away_until = await store.get_vacation_end(conn, user_id, now)
        if away_until is not None:
            at = max(at, away_until + DAY)
    return at


class Claim(NamedTuple):
    """The data of the message about an expired turn."""

    log: GameLog
    clock: ClockRow
    is_open: bool
    """Whether that turn is still in progress."""
    adjourn_at: int
    """The time at which the game is adjourned if nobody claims or moves (ms since 1970)."""


@read_transaction
async def get_claim(context: Context, conn: AsyncConnection, game_id: int, turn: int) -> Claim | None:
    """Return the data of the message about an expired turn; ``None`` if there is no such turn."""
    log = await load(context, conn, None, game_id)
    turns = await store.list_clocks(conn, log.row)
    clock = next((clock for clock in turns if clock.version == turn), None)
    is_last = clock is not None and clock is turns[-1] and clock.stage == clocks.OUT
    if clock is None:
        return None
    is_open = is_last and log.row.status == "running"
    return Claim(log, clock, is_open, await adjourn_time(context, conn, log, clock) if is_open else 0)
