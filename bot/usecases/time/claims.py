"""Claims: what the opponents may do when a player's time is out. A move that comes first counts; a claim that does, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import interactions
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases import access
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import append, committed, load, log_event
from bot.usecases.play.moves import Played, repeated
from bot.usecases.time import clocks
from rules import State


class Remedy(NamedTuple):
    """Something that the opponents may do when time is out: a button. ``what`` says which one in its ``custom_id``."""

    what: str
    label: str


def win_on_time(_: GameRow, state: State) -> Remedy | None:
    """With two players left, the other one wins (G1)."""
    return Remedy("drop", "Win on time") if len(state.left) == 2 else None


def ask_for_substitute(_: GameRow, __: State) -> Remedy:
    """Somebody else may take the seat."""
    return Remedy("substitute", "Ask for a substitute")


def go_on_without(_: GameRow, state: State) -> Remedy | None:
    """With more, the others play on (G1)."""
    return Remedy("drop", "Go on without this player") if len(state.left) > 2 else None


def let_computer_play(_: GameRow, __: State) -> Remedy:
    """A computer plays this one turn."""
    return Remedy("stand_in", "Let a computer play this turn")


REMEDIES: list[Callable[[GameRow, State], Remedy | None]] = [win_on_time, ask_for_substitute, let_computer_play, go_on_without]
"""All of them, in the order of the buttons. Each gives one or none, for a game whose player to move is out of time."""


def remedies(row: GameRow, state: State) -> list[Remedy]:
    """Returns what the opponents may do about the player to move, whose time is out."""
    found = (remedy(row, state) for remedy in REMEDIES)
    return [remedy for remedy in found if remedy is not None]


async def drop(context: Context, guild_id: int, game_id: int, user: User, turn: int, *, interaction_id: int) -> Played:
    """The user wins on time, or the others go on without the player whose time is out. Raises Refusal where that is not so.

    ``turn``: the version of the game at which the turn began whose time is out.
    """
    interaction = InteractionKey(interaction_id, f"{user.id} claim")

    async def work(conn: AsyncConnection) -> Played:
        log = await load(context, conn, guild_id, game_id, lock=True)
        if await interactions.was_carried_out(conn, *interaction):
            return repeated(log)
        clock = await store.last_clock(conn, game_id)
        seat = access.to_claim(log, clock, user.id, turn=turn, now=context.clock())
        known, state = log.version, log.state()
        text = f"drop {state.seat}"
        await append(context, conn, log, state.play(state.parse(text)), [LogRow(0, "action", text, seat)], interaction)
        return Played(log.row, log.state(), log.version, log, known, (text,), goes_on=False)

    played = await context.db.write(work)
    committed(context, played.log)
    if not played.repeated:
        log_event("claimed on time", played.log, user.id, interaction_id)
    return played


class Claim(NamedTuple):
    """What the message about a turn whose time is out has to tell."""

    log: GameLog
    clock: ClockRow
    """Of that turn."""
    is_open: bool
    """Whether it goes on."""


async def get(context: Context, game_id: int, turn: int) -> Claim | None:
    """Returns how it stands with a turn whose time was out; ``None`` where there is none."""

    async def look(conn: AsyncConnection) -> Claim | None:
        log = await load(context, conn, None, game_id)
        turns = await store.clocks_of(conn, game_id)
        clock = next((clock for clock in turns if clock.version == turn), None)
        is_last = clock is not None and clock is turns[-1] and clock.stage == clocks.OUT
        return None if clock is None else Claim(log, clock, is_last and log.row.status == "running")

    return await context.db.read(look)
