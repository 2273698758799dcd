"""A model of a game as a plain list of moves, without any bot or database."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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


class Premove(NamedTuple):
    """What a seat answers if the other one plays so."""

    seat: int
    theirs: str
    answer: str


@dataclass
class GameModel:
    """The moves that count, everything that was ever logged, the questions that are open, by kind, and what is posted."""

    moves: list[Move] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)
    out: bool = False
    """Whether the time of the player to move is out, and nobody has claimed."""

    boards: list[int] = field(default_factory=lambda: [0])
    """The versions of the boards, in the order in which they are posted."""
    premove: Premove | None = None
    rested: bool = False
    """Whether the player to move was on vacation in this turn."""

    state: State = field(default_factory=lambda: PASTURES.start(2, {"width": SIDE, "height": SIDE}))
    """How the game stands."""

    def copy(self) -> GameModel:
        """The same game, as it is now."""
        moves, log, boards = list(self.moves), list(self.log), list(self.boards)
        return replace(self, moves=moves, log=log, boards=boards, questions=dict(self.questions))

    def play(self, seat: int, text: str) -> None:
        """A seat decides something; a premove that fits answers at once, and one board shows both."""
        premove, self.premove = self.premove, None
        self._played(seat, text)
        if premove is not None and (premove.seat, premove.theirs) == (self.state.seat, text):
            self._played(premove.seat, premove.answer)
        self.boards.append(len(self.log))

    def _played(self, seat: int, text: str) -> None:
        self.moves.append(Move(seat, text))
        self.log.append(text)
        self.questions.clear()
        self.out = self.rested = False
        self.state = self.state.play(self.state.parse(text))

    def hand_over(self, seat: int) -> None:
        """A seat has another holder: a board says so, and what the old one asked or had chosen beforehand ends."""
        self.questions = {kind: question for kind, question in self.questions.items() if question.seat != seat}
        if self.premove is not None and self.premove.seat == seat:
            self.premove = None
        if seat == self.state.seat:
            self.out = False
        self.boards.append(len(self.log))

    def take_back(self, keep: int) -> None:
        """Only the first ``keep`` moves count."""
        kept = GameModel()
        for move in self.moves[:keep]:
            kept.play(*move)
        self.moves, self.state = kept.moves, kept.state
        self.log.append(str(keep))
        self.questions.clear()
        self.premove = None
        self.boards.append(len(self.log))
        self.out = self.rested = False

    def last_of(self, seat: int) -> int | None:
        """How many moves there were before the last one of a seat; ``None``: it has none."""
        return max((number for number, move in enumerate(self.moves) if move.seat == seat), default=None)
