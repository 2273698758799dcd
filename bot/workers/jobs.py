"""What workers do: animations, the card at a game's end, figures, a computer's move, a look back.

A job says which game it is about by the JSON of its record, so it depends on nothing that only the bot has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.workers.example import example
from bot.workers.job import Job, Lane
from players.lookback import BetterMove, LookBack, look_back
from players.mistakes import Means, Weighed, find_mistake, weigh_try
from players.puzzles import Puzzle, find_puzzles
from players.turns import Hint, agrees_to_draw, hint, turn
from render import Animation, Picture, renderer_of, replay_alt, replay_gif
from render.gallery import Gallery
from render.games.land.fairness import FairnessReport, report
from rules import Record

PUZZLE_SECONDS = 60.0
"""Processor time after which the search for puzzles looks at no further position of a game."""
PUZZLES_OF_GAME = 2
"""Puzzles of one game, at most: as many as of those games from which the shipped ones are."""
PICTURE_SECONDS = 60.0
"""Deadline of jobs that draw: many times what the longest takes on a slow machine."""
MOST_THINKING = 30.0
"""Seconds that a computer player may think about one move."""
SLACK = 30.0
"""Seconds that such a job may take on top of that."""


@dataclass(frozen=True)
class ReplayGif(Job[Animation]):
    """The animation of a whole game, with its description."""

    record: str
    names: tuple[str, ...]
    theme: str

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = PICTURE_SECONDS

    def run(self) -> Animation:
        """Return the animation. Raise ValueError where nothing has happened in the game."""
        record = Record.model_validate_json(self.record)
        return Animation(replay_gif(record, self.names, self.theme), replay_alt(record, self.names))


@dataclass(frozen=True)
class FinalCard(Job[Picture | None]):
    """The second picture of the post that ends a game."""

    record: str
    names: tuple[str, ...]
    theme: str

    lane: ClassVar[Lane] = Lane.POSTS
    seconds: ClassVar[float] = PICTURE_SECONDS

    def run(self) -> Picture | None:
        """Return the picture; ``None`` for games without one."""
        record = Record.model_validate_json(self.record)
        return renderer_of(record.game, record.rules).card(record.states(), self.names, self.theme)


@dataclass(frozen=True)
class ExamplePicture(Job[Picture]):
    """The picture beside a game's rules."""

    kind: str
    theme: str

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = PICTURE_SECONDS

    def run(self) -> Picture:
        """Return the picture."""
        return example(self.kind, self.theme)


@dataclass(frozen=True)
class GalleryOf(Job[Gallery]):
    """The maps, boards or tile sets of a game."""

    kind: str
    theme: str

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = PICTURE_SECONDS

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

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = PICTURE_SECONDS
    kept: ClassVar[bool] = False

    def run(self) -> Imported:
        """Return the games, or why there are none."""
        from bot.games.exchange import BadFile, read  # imported here because it loads the database's packages

        try:
            games, in_file = read(self.data)
        except BadFile as bad:
            return Imported((), 0, str(bad))
        return Imported(tuple(game.model_dump_json() for game in games), in_file, "")


class Imported(NamedTuple):
    """The result of an import."""

    games: tuple[str, ...]
    """As JSON (``bot.games.file_format.ExportedGame``)."""
    in_file: int
    """How many games the file has. Maybe not all of them were taken."""
    problem: str
    """Why nothing was taken; empty if all is well."""


@dataclass(frozen=True)
class Fairness(Job[tuple[FairnessReport, ...]]):
    """How fair finished games of Land were."""

    records: tuple[str, ...]

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = PICTURE_SECONDS
    kept: ClassVar[bool] = False

    def run(self) -> tuple[FairnessReport, ...]:
        """Return the figures of each game, in the order of the records."""
        return tuple(report(Record.model_validate_json(record).states()) for record in self.records)


@dataclass(frozen=True)
class ComputerMove(Job[tuple[str, ...]]):
    """A computer player's turn at the end of a record, as far as it goes before chance decides."""

    record: str
    level: int
    thinking: float
    """About how many seconds it may think about the turn; at most ``MOST_THINKING``."""
    seed: int

    lane: ClassVar[Lane] = Lane.PLAYERS
    seconds: ClassVar[float] = MOST_THINKING + SLACK
    kept: ClassVar[bool] = False

    def run(self) -> tuple[str, ...]:
        """Return the decisions in canonical text. Raise ValueError if no seat decides."""
        record = Record.model_validate_json(self.record)
        return tuple(map(str, turn(record.replay(), self.level, min(self.thinking, MOST_THINKING), self.seed)))


@dataclass(frozen=True)
class DrawAnswer(Job[bool]):
    """Whether a computer agrees to a draw at the end of a record, as far as it depends on the position."""

    record: str
    seat: int
    """Its seat."""
    level: int
    thinking: float
    """Seconds that it may think."""

    lane: ClassVar[Lane] = Lane.PLAYERS
    seconds: ClassVar[float] = MOST_THINKING + SLACK

    def run(self) -> bool:
        """Return whether it stands no better than even."""
        state = Record.model_validate_json(self.record).replay()
        return agrees_to_draw(state, self.seat, self.level, min(self.thinking, MOST_THINKING))


@dataclass(frozen=True)
class HintJob(Job[Hint]):
    """What the best computer player would play at the end of a record, and why."""

    record: str
    thinking: float
    """Seconds that it may think."""

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = MOST_THINKING + SLACK

    def run(self) -> Hint:
        """Return the hint. Raise ValueError if no seat decides."""
        return hint(Record.model_validate_json(self.record).replay(), min(self.thinking, MOST_THINKING))


@dataclass(frozen=True)
class LookBackJob(Job[LookBack]):
    """A look back on a game by the best computer player."""

    record: str
    thinking: float
    """Seconds for each position and each better move."""

    lane: ClassVar[Lane] = Lane.ANALYSIS
    seconds: ClassVar[float] = 900.0
    kept: ClassVar[bool] = False

    def run(self) -> LookBack:
        """Return the look back."""
        return look_back(Record.model_validate_json(self.record), seconds=self.thinking)


@dataclass(frozen=True)
class FindMistake(Job["BetterMove | None"]):
    """The decision by which a seat lost most in a game."""

    record: str
    seat: int
    means: Means

    lane: ClassVar[Lane] = Lane.ANALYSIS
    seconds: ClassVar[float] = 240.0
    kept: ClassVar[bool] = False

    def run(self) -> BetterMove | None:
        """Return it, with a better one; ``None`` where no decision lost much."""
        return find_mistake(Record.model_validate_json(self.record), self.seat, self.means)


@dataclass(frozen=True)
class WeighTry(Job[Weighed]):
    """What a turn would have been worth at a place of a record, beside what was played there."""

    record: str
    place: int
    text: str
    means: Means

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = MOST_THINKING + SLACK

    def run(self) -> Weighed:
        """Return both shares of the win. Raise ValueError where the turn cannot be played."""
        return weigh_try(Record.model_validate_json(self.record), self.place, self.text, self.means)


@dataclass(frozen=True)
class FindPuzzles(Job[tuple[Puzzle, ...]]):
    """The puzzles of a finished game."""

    record: str

    lane: ClassVar[Lane] = Lane.SPARE
    seconds: ClassVar[float] = 600.0
    kept: ClassVar[bool] = False

    def run(self) -> tuple[Puzzle, ...]:
        """Return the hardest ones; nothing for a game without any."""
        return tuple(find_puzzles(Record.model_validate_json(self.record), seconds=PUZZLE_SECONDS)[:PUZZLES_OF_GAME])
