"""Puzzles for a member: choosing the next one, judging tries, and updating the ratings.

A puzzle is not a game of the server: it appears in no lists, rankings, figures or exports. The answers are stored with the
puzzles, so no computer is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.puzzles import KeptPuzzle, Verdict, first_mu, games_with_puzzles, puzzles_of
from bot.storage.queries.learning import puzzles as store
from bot.storage.queries.learning import reports
from bot.storage.queries.learning.puzzles import Strength, TryRow
from bot.storage.queries.learning.server_puzzles import list_puzzles
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.learning import server_puzzles
from bot.usecases.learning.server_puzzles import CanSee
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import rating
from bot.usecases.statistics.rating import Skill
from rules import GAMES

SHOWN_AFTER = 2
"""Wrong tries after which the answer is shown."""
NEAREST = 5
"""Number of puzzles, those with ratings nearest to the member's, among which the next one is chosen."""
RANKS: Mapping[str, tuple[int, int]] = {"right": (0, 1), "good": (0, 0), "no": (1, 0)}
"""The places (as in a game) of the member and the puzzle, by the result of the first try."""
GONE = "This puzzle was withdrawn. Your rating stays. `/puzzle` gives you another."
REPORTED = "You have reported this puzzle, so you do not get it again. `/puzzle` gives you another."


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A member's attempt at a puzzle. Immutable; :func:`keep` stores it."""

    puzzle: KeptPuzzle
    row: TryRow
    points: int | None = None
    """The member's rating after the first try; ``None`` if this press was not a first try."""

    @property
    def is_done(self) -> bool:
        """Whether it was solved, or the answer was shown."""
        return self.row.result is not None

    @property
    def moves(self) -> Sequence[str]:
        """The decisions shown in the picture once the puzzle is over."""
        return (self.row.played or "").splitlines()

    def chosen(self, draft: Mapping[str, Any]) -> PuzzleAttempt:
        """Return the attempt with other choices in the panel."""
        return replace(self, row=self.row._replace(draft=draft))

    def tried(self, verdict: Verdict) -> PuzzleAttempt:
        """Return the attempt after a try. After two misses the answer is shown."""
        row = self.row._replace(draft={})
        if verdict.result != "no":
            return replace(self, row=row._replace(result=verdict.result, played="\n".join(verdict.moves)))
        missed = replace(self, row=row._replace(misses=row.misses + 1))
        return missed.revealed() if missed.row.misses >= SHOWN_AFTER else missed

    def revealed(self) -> PuzzleAttempt:
        """Return the attempt with the answer shown."""
        return replace(self, row=self.row._replace(result="shown", played="\n".join(self.puzzle.answer), draft={}))


@write_transaction
async def set_next(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, kind: str | None, sees: CanSee
) -> PuzzleAttempt:
    """Return the member's unfinished puzzle, or a new one near their rating.

    Raise Refusal if none is left. The puzzle is a shipped one or one of the server's own, the latter only from games whose
    channel the member ``sees``.
    """
    kinds = (kind,) if kind else games_with_puzzles()
    tries = await store.list_tried(conn, guild_id, user_id)
    hidden = await reports.list_out(conn, guild_id) | await reports.list_own(conn, guild_id, user_id)
    for row in await store.list_begun(conn, guild_id, user_id):
        is_wanted = row.kind in kinds and row.puzzle not in hidden
        if is_wanted and (begun := await server_puzzles.find(conn, guild_id, row.puzzle, sees)) is not None:
            return PuzzleAttempt(begun, row)
    unseen = [(each.id, each.first_mu) for game in kinds for each in puzzles_of(game).values()]
    own = await list_puzzles(conn, guild_id, kinds)
    unseen += [(each.id, first_mu(each.hardness)) for each in own if sees(each.channel_id)]
    unseen = [(puzzle_id, mu) for puzzle_id, mu in unseen if puzzle_id not in tries and puzzle_id not in hidden]
    known = await store.list_strengths(conn, guild_id)
    solver = await store.get_solver(conn, guild_id, user_id) or Skill()

    def distance(each: tuple[str, float]) -> tuple[float, str]:
        return abs((known[each[0]].mu if each[0] in known else each[1]) - solver.mu), each[0]

    unseen.sort(key=distance)
    while nearest := unseen[:NEAREST]:
        chosen = nearest[(user_id + len(tries)) % len(nearest)]
        if (puzzle := await server_puzzles.find(conn, guild_id, chosen[0], sees)) is not None:
            row = TryRow(puzzle.id, puzzle.game)
            await store.save_try(conn, guild_id, user_id, row, context.clock())
            return PuzzleAttempt(puzzle, row)
        unseen.remove(chosen)  # meanwhile a player of its game has excluded their games from puzzles
    raise Refusal(_none_left(kind))


@write_transaction
async def set_this(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, puzzle_id: str, sees: CanSee
) -> PuzzleAttempt:
    """Return a member's attempt at a given puzzle, as they left it. Raise Refusal if the puzzle is no longer in use."""
    puzzle = await _find(conn, guild_id, user_id, puzzle_id, sees)
    row = await store.get_try(conn, guild_id, user_id, puzzle_id)
    if row is None:
        row = TryRow(puzzle.id, puzzle.game)
        await store.save_try(conn, guild_id, user_id, row, context.clock())
    return PuzzleAttempt(puzzle, row)


@read_transaction
async def find(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, puzzle_id: str, sees: CanSee
) -> PuzzleAttempt:
    """Return a member's attempt at a puzzle. Raise Refusal if the puzzle is no longer in use."""
    puzzle = await _find(conn, guild_id, user_id, puzzle_id, sees)
    row = await store.get_try(conn, guild_id, user_id, puzzle_id)
    return PuzzleAttempt(puzzle, row or TryRow(puzzle.id, puzzle.game))


async def find_kind(context: Context, guild_id: int, user_id: int, puzzle_id: str) -> str | None:
    """Return the kind of game of a member's puzzle; ``None`` if the puzzle is no longer known."""
    row = await context.db.read(lambda conn: store.get_try(conn, guild_id, user_id, puzzle_id))
    return None if row is None else row.kind


async def _find(conn: AsyncConnection, guild_id: int, user_id: int, puzzle_id: str, sees: CanSee) -> KeptPuzzle:
    """Return a puzzle that a member may be shown. Raise Refusal for any other."""
    if puzzle_id in await reports.list_own(conn, guild_id, user_id):
        raise Refusal(REPORTED)
    found = await server_puzzles.find(conn, guild_id, puzzle_id, sees)
    if found is None or puzzle_id in await reports.list_out(conn, guild_id):
        raise Refusal(GONE)
    return found


async def keep(context: Context, guild_id: int, user_id: int, sitting: PuzzleAttempt) -> None:
    """Store the choices in the panel."""
    await context.db.write(lambda conn: store.save_try(conn, guild_id, user_id, sitting.row, context.clock()))


@write_transaction
async def answer(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, puzzle: KeptPuzzle, verdict: Verdict | None
) -> PuzzleAttempt:
    """Store a try, or the request for the answer (``None``), and return the attempt after it.

    The first try changes both ratings.
    """
    row = await store.get_try(conn, guild_id, user_id, puzzle.id) or TryRow(puzzle.id, puzzle.game)
    before = PuzzleAttempt(puzzle, row)
    if before.is_done:
        return before
    after = before.revealed() if verdict is None else before.tried(verdict)
    await store.save_try(conn, guild_id, user_id, after.row, context.clock())
    if row.misses:
        return after
    return replace(after, points=await _rate(conn, guild_id, user_id, puzzle, "no" if verdict is None else verdict.result))


async def _rate(conn: AsyncConnection, guild_id: int, user_id: int, puzzle: KeptPuzzle, result: str) -> int:
    """Update the ratings of a member and a puzzle after a first try. Return the member's points."""
    solver = await store.get_solver(conn, guild_id, user_id) or Skill()
    strength = (await store.list_strengths(conn, guild_id)).get(puzzle.id) or Skill(puzzle.first_mu)
    one, other = rating.update([Skill(*solver), Skill(*strength)], RANKS[result])
    await store.save_solver(conn, guild_id, user_id, Strength(*one))
    await store.save_strength(conn, guild_id, puzzle.id, Strength(*other))
    return one.points


def _none_left(kind: str | None) -> str:
    if kind is None:
        return "You have finished every puzzle. There are no more for now."
    if not puzzles_of(kind):
        return f"There are no puzzles for {GAMES[kind].title} yet."
    return f"You have finished every puzzle of {GAMES[kind].title}. Try another game."
