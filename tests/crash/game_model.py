"""What a game should be, as a plain list of moves; no bot and no database has a part in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules import State
from rules.pastures import PASTURES
from tests.crash.matches import SIDE


class Move(NamedTuple):
    """An action that counts, and the seat that decided it."""

    seat: int
    text: str


class Question(NamedTuple):
    """What the other player was asked; for an undo ``keep`` is how many moves would be left."""

    seat: int
    keep: int = 0


@dataclass
class GameModel:
    """The moves that count, everything that was ever logged, and the questions that are open, by kind."""

    moves: list[Move] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)

    state: State = field(default_factory=lambda: PASTURES.start(2, {"width": SIDE, "height": SIDE}))
    """How the game stands."""

    def copy(self) -> GameModel:
        """The same game, as it is now."""
        return GameModel(list(self.moves), list(self.log), dict(self.questions), self.state)

    def play(self, seat: int, text: str) -> None:
        """A seat decides something."""
        self.moves.append(Move(seat, text))
        self.log.append(text)
        self.questions.clear()
        self.state = self.state.play(self.state.parse(text))

    def take_back(self, keep: int) -> None:
        """Only the first ``keep`` moves count."""
        kept = GameModel()
        for move in self.moves[:keep]:
            kept.play(*move)
        self.moves, self.state = kept.moves, kept.state
        self.log.append(str(keep))
        self.questions.clear()

    def last_of(self, seat: int) -> int | None:
        """How many moves there were before the last one of a seat; ``None``: it has none."""
        return max((number for number, move in enumerate(self.moves) if move.seat == seat), default=None)
