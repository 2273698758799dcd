"""The jobs of workers: animations, cards, figures, computers' moves, lookbacks.

A job identifies its game by the JSON of its record, so it needs no other data from the bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from bot.workers.job import Job, Lane
from players.lookback import LookBack, look_back
from players.puzzles import Puzzle, find_puzzles
from players.turns import Hint, agrees_to_draw, expect_end, hint, turn
from players.weighing import Weighed, weigh_try
from render import Animation, Picture, View, picture, renderer_of, replay_alt, replay_gif
from render.gallery import Gallery
from render.games.land.fairness import FairnessReport, report
from rules import GAMES, Record, State

PUZZLE_SECONDS = 60.0
"""Seconds of processor time after which the search for puzzles skips the rest of a game."""
PUZZLES_OF_GAME = 2
"""Maximum number of puzzles per game, the same as for the shipped puzzles."""
MOST_THINKING = Job.seconds / 2
"""Maximum number of seconds that a computer player can think about one move."""


@dataclass(frozen=True)
class ReplayGif(Job[Animation]):
    """The animation of a whole game, with its description."""

    record: str
    names: tuple[str, ...]
    theme: str

    def run(self) -> Animation:
        """Return the animation. Raise ValueError if the game has no moves yet."""
        record = Record.model_validate_json(self.record)
        return Animation(replay_gif(record, self.names, self.theme), replay_alt(record, self.names))


@dataclass(frozen=True)
class FinalCard(Job[Picture | None]):
    """The card of a finished game."""

    record: str
    names: tuple[str, ...]
    theme: str

    def run(self) -> Picture | None:
        """Return the picture; ``None`` for games without one."""
        record = Record.model_validate_json(self.record)
        return renderer_of(record.game, record.rules).card(record.states(), self.names, self.theme)


def example(kind: str, theme: str) -> Picture:
    """Return a picture of the most instructive position, chosen by ``Renderer.example``, of a game played at random."""
    dice = Random(7)  # noqa: S311 - an example, the same every time
    game = GAMES[kind]
    state: State = game.start(game.seats[0])
    positions = [state]
    while not state.is_over:
        outcomes = [outcome for outcome, _ in state.outcomes()] if state.is_chance else list(state.moves())
        state = state.play(dice.choice(outcomes))
        positions.append(state)
    wanted = int((len(positions) - 1) * renderer_of(kind).example)
    shown = next(s for s in positions[wanted:] if s.seat is not None or s.is_over)
    return picture(shown, View(tuple(f"Player {i + 1}" for i in range(shown.seats)), theme))


@dataclass(frozen=True)
class ExamplePicture(Job[Picture]):
    """The picture next to a game's rules."""

    kind: str
    theme: str

    def run(self) -> Picture:
        """Return the picture."""
        return example(self.kind, self.theme)


@dataclass(frozen=True)
class GalleryOf(Job[Gallery]):
    """The maps, boards or tile sets of a game."""

    kind: str
    theme: str

    def run(self) -> Gallery:
        """Return the gallery. Raise ValueError for a game without one."""
        gallery = renderer_of(self.kind).gallery(self.theme)
        if gallery is None:
            raise ValueError(f"{self.kind} has no gallery")
        return gallery


@dataclass(frozen=True)
class Import(Job["Imported"]):
    """The games of a file, each checked by replaying it."""

    data: bytes

    kept: ClassVar[bool] = False

    def run(self) -> Imported:
        """Return the games, or the reason why there are none."""
        from bot.games.exchange import BadFile, read  # imported here because it loads the database packages

        try:
            games, in_file = read(self.data)
        except BadFile as bad:
            return Imported((), 0, str(bad))
        return Imported(tuple(game.model_dump_json() for game in games), in_file, "")


class Imported(NamedTuple):
    """The result of an import."""

    games: tuple[str, ...]
    """The games as JSON (``bot.games.file_format.ExportedGame``)."""
    in_file: int
    """The number of games in the file, which may be more than were read."""
    problem: str
    """The reason why nothing was read; empty on success."""


@dataclass(frozen=True)
class Fairness(Job[tuple[FairnessReport, ...]]):
    """Fairness reports on finished games of Land."""

    records: tuple[str, ...]

    kept: ClassVar[bool] = False

    def run(self) -> tuple[FairnessReport, ...]:
        """Return the report on each game, in the order of the records."""
        return tuple(report(Record.model_validate_json(record).states()) for record in self.records)


@dataclass(frozen=True)
class ComputerMove(Job[tuple[str, ...]]):
    """A computer player's turn at the end of a record, up to the next chance event."""

    record: str
    level: int
    thinking: float
    """Approximate seconds to think about the turn; at most ``MOST_THINKING``."""
    seed: int

    lane: ClassVar[Lane] = Lane.PLAYERS
    kept: ClassVar[bool] = False

    def run(self) -> tuple[str, ...]:
        """Return the decisions in canonical text. Raise ValueError if no seat has to decide."""
        record = Record.model_validate_json(self.record)
        return tuple(map(str, turn(record.replay(), self.level, min(self.thinking, MOST_THINKING), self.seed)))


@dataclass(frozen=True)
class DrawAnswer(Job[bool]):
    """The decision whether a computer agrees to a draw at the end of a record, as far as it depends on the position."""

    record: str
    seat: int
    """The computer's seat."""
    level: int
    thinking: float
    """Seconds to think."""

    lane: ClassVar[Lane] = Lane.PLAYERS

    def run(self) -> bool:
        """Return whether the computer's position is no better than even."""
        state = Record.model_validate_json(self.record).replay()
        return agrees_to_draw(state, self.seat, self.level, min(self.thinking, MOST_THINKING))


@dataclass(frozen=True)
class HintJob(Job[Hint]):
    """The move of the best computer player at the end of a record, with reasons."""

    record: str
    thinking: float
    """Seconds to think."""

    def run(self) -> Hint:
        """Return the hint. Raise ValueError if no seat has to decide."""
        return hint(Record.model_validate_json(self.record).replay(), min(self.thinking, MOST_THINKING))


@dataclass(frozen=True)
class LookBackJob(Job[LookBack]):
    """A lookback on a game by the best computer player."""

    record: str
    thinking: float
    """Seconds for each position, and for each close search for a better move."""

    lane: ClassVar[Lane] = Lane.ANALYSIS
    seconds: ClassVar[float] = 900.0
    kept: ClassVar[bool] = False

    def run(self) -> LookBack:
        """Return the lookback."""
        return look_back(Record.model_validate_json(self.record), seconds=self.thinking)


@dataclass(frozen=True)
class WeighTry(Job[Weighed]):
    """The value of a turn at one point of a record, compared with the turn played there."""

    record: str
    place: int
    text: str
    thinking: float
    """Seconds for each of the two."""

    def run(self) -> Weighed:
        """Return the winning chances after both turns. Raise ValueError if the turn cannot be played."""
        return weigh_try(Record.model_validate_json(self.record), self.place, self.text, seconds=self.thinking)


@dataclass(frozen=True)
class JudgeGame(Job[tuple[tuple[float, ...], tuple[float, ...]]]):
    """The result that the best computer player expects at the end of a record. The same search effort gives the same result."""

    record: str
    work: int

    lane: ClassVar[Lane] = Lane.ANALYSIS
    seconds: ClassVar[float] = 900.0
    kept: ClassVar[bool] = False

    def run(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return each seat's expected share of the win, and its expected margin."""
        return expect_end(Record.model_validate_json(self.record).replay(), self.work)


@dataclass(frozen=True)
class FindPuzzles(Job[tuple[Puzzle, ...]]):
    """The puzzles of a finished game."""

    record: str

    lane: ClassVar[Lane] = Lane.SPARE
    seconds: ClassVar[float] = 600.0
    kept: ClassVar[bool] = False

    def run(self) -> tuple[Puzzle, ...]:
        """Return the hardest puzzles; empty if the game has none."""
        return tuple(find_puzzles(Record.model_validate_json(self.record), seconds=PUZZLE_SECONDS)[:PUZZLES_OF_GAME])
