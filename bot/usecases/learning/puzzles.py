"""Puzzles for a member: which one comes next, what a try is worth, and the ratings that follow from it.

A puzzle is no game of the server: nothing of it is in lists, rankings, figures or exports. Answers are stored with the
puzzles, so no computer is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.puzzles import ShippedPuzzle, Verdict, find_puzzle, games_with_puzzles, puzzles_of
from bot.storage.queries.learning import puzzles as store
from bot.storage.queries.learning.puzzles import Strength, TryRow
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal
from rules import GAMES

TELLS_AFTER = 2
"""Wrong tries after which the answer is told."""
NEAREST = 5
"""The next puzzle is one of so many that are nearest to how well the member solves them."""
SCALE, BASE = 12, 1000
"""Points are ``SCALE`` for one of openskill's mu, from the points of somebody who was set no puzzle yet."""
RANKS: Mapping[str, tuple[int, int]] = {"right": (0, 1), "good": (0, 0), "no": (1, 0)}
"""The places of the member and the puzzle after a first try."""
GONE = "This puzzle is not set any more. `/puzzle` sets another."

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A member before a puzzle. Immutable; :func:`keep` stores it."""

    puzzle: ShippedPuzzle
    row: TryRow
    points: int | None = None
    """The member's rating after the first try; ``None`` where this press was none."""

    @property
    def is_done(self) -> bool:
        """Whether it was solved, or the answer told."""
        return self.row.result is not None

    @property
    def moves(self) -> Sequence[str]:
        """The decisions that the picture shows once it is done."""
        return (self.row.played or "").splitlines()

    def chosen(self, draft: Mapping[str, Any]) -> Sitting:
        """Return it with another choice in the panel."""
        return replace(self, row=self.row._replace(draft=draft))

    def tried(self, verdict: Verdict) -> Sitting:
        """Return it after a try. After two misses the answer is told."""
        row = self.row._replace(draft={})
        if verdict.result != "no":
            return replace(self, row=row._replace(result=verdict.result, played="\n".join(verdict.moves)))
        told = replace(self, row=row._replace(misses=row.misses + 1))
        return told.told() if told.row.misses >= TELLS_AFTER else told

    def told(self) -> Sitting:
        """Return it with the answer told."""
        return replace(self, row=self.row._replace(result="shown", played="\n".join(self.puzzle.answer), draft={}))


async def set_next(context: Context, guild_id: int, user_id: int, kind: str | None) -> Sitting:
    """Return the puzzle that a member has not finished, or set a new one, near their rating. Raise Refusal after the last."""
    kinds = (kind,) if kind else games_with_puzzles()

    async def work(conn: AsyncConnection) -> Sitting:
        tries = await store.list_tries(conn, guild_id, user_id)
        for puzzle_id, result in tries.items():
            if result is None and (begun := find_puzzle(puzzle_id)) is not None and begun.game in kinds:
                return Sitting(begun, await store.get_try(conn, guild_id, user_id, puzzle_id) or TryRow(begun.id, begun.game))
        unseen = [each for game in kinds for each in puzzles_of(game).values() if each.id not in tries]
        if not unseen:
            raise Refusal(_none_left(kind))
        known = await store.list_strengths(conn, guild_id)
        solver = await store.get_solver(conn, guild_id, user_id) or _beginner()
        unseen.sort(key=lambda each: (abs(known.get(each.id, _strength(each)).mu - solver.mu), each.id))
        nearest = unseen[:NEAREST]
        puzzle = nearest[(user_id + len(tries)) % len(nearest)]
        row = TryRow(puzzle.id, puzzle.game)
        await store.save_try(conn, guild_id, user_id, row, context.clock())
        return Sitting(puzzle, row)

    return await context.db.write(work)


async def set_this(context: Context, guild_id: int, user_id: int, puzzle_id: str) -> Sitting:
    """Return a certain puzzle for a member, as they left it. Raise Refusal where it is not set any more."""
    if (puzzle := find_puzzle(puzzle_id)) is None:
        raise Refusal(GONE)

    async def work(conn: AsyncConnection) -> Sitting:
        row = await store.get_try(conn, guild_id, user_id, puzzle_id)
        if row is None:
            row = TryRow(puzzle.id, puzzle.game)
            await store.save_try(conn, guild_id, user_id, row, context.clock())
        return Sitting(puzzle, row)

    return await context.db.write(work)


async def find(context: Context, guild_id: int, user_id: int, puzzle_id: str) -> Sitting:
    """Return a member before a puzzle. Raise Refusal where it is not set any more."""
    if (puzzle := find_puzzle(puzzle_id)) is None:
        raise Refusal(GONE)
    row = await context.db.read(lambda conn: store.get_try(conn, guild_id, user_id, puzzle_id))
    return Sitting(puzzle, row or TryRow(puzzle.id, puzzle.game))


async def keep(context: Context, guild_id: int, user_id: int, sitting: Sitting) -> None:
    """Store a choice in the panel."""
    await context.db.write(lambda conn: store.save_try(conn, guild_id, user_id, sitting.row, context.clock()))


async def answer(context: Context, guild_id: int, user_id: int, puzzle: ShippedPuzzle, verdict: Verdict | None) -> Sitting:
    """Store a try, or that the answer was asked for (``None``), and return what it leads to.

    The first try moves both ratings.
    """

    async def work(conn: AsyncConnection) -> Sitting:
        row = await store.get_try(conn, guild_id, user_id, puzzle.id) or TryRow(puzzle.id, puzzle.game)
        before = Sitting(puzzle, row)
        if before.is_done:
            return before
        after = before.told() if verdict is None else before.tried(verdict)
        await store.save_try(conn, guild_id, user_id, after.row, context.clock())
        if row.misses:
            return after
        return replace(after, points=await _rate(conn, guild_id, user_id, puzzle, "no" if verdict is None else verdict.result))

    return await context.db.write(work)


async def _rate(conn: AsyncConnection, guild_id: int, user_id: int, puzzle: ShippedPuzzle, result: str) -> int:
    """Move the ratings of a member and a puzzle after a first try. Return the member's points."""
    solver = await store.get_solver(conn, guild_id, user_id) or _beginner()
    strength = (await store.list_strengths(conn, guild_id)).get(puzzle.id) or _strength(puzzle)
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in (solver, strength)]
    [[one], [other]] = _MODEL.rate(teams, ranks=list(RANKS[result]))
    await store.save_solver(conn, guild_id, user_id, Strength(one.mu, one.sigma))
    await store.save_strength(conn, guild_id, puzzle.id, Strength(other.mu, other.sigma))
    return round(BASE + SCALE * (one.mu - _MODEL.mu))


def _beginner() -> Strength:
    return Strength(_MODEL.mu, _MODEL.sigma)


def _strength(puzzle: ShippedPuzzle) -> Strength:
    return Strength(puzzle.first_mu, _MODEL.sigma)


def _none_left(kind: str | None) -> str:
    if kind is None:
        return "You have finished every puzzle. That is all there are for now."
    if not puzzles_of(kind):
        return f"There are no puzzles for {GAMES[kind].title} yet."
    return f"You have finished every puzzle of {GAMES[kind].title}. Try another game."
