"""Armed lines: the answers of a seat to expected moves of the others.

No database is involved. A line is a list of decisions: the others', the seat's own, the others' again, … It never contains
chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import NamedTuple

from rules import State

Line = tuple[str, ...]

MOST = 400
"""Maximum number of decisions in all armed lines of a seat. A beginning that several lines share counts once."""


class Round(NamedTuple):
    """Decisions of the others and the answer of a seat, within a line."""

    before: Line
    theirs: Line
    mine: Line

    @property
    def asked(self) -> Line:
        """The line before the answer."""
        return self.before + self.theirs

    @property
    def line(self) -> Line:
        """The line including the answer."""
        return self.asked + self.mine


class ArmedLines:
    """The lines of a seat that begin at a position. No line is the beginning of another one or contradicts another one."""

    def __init__(self, start: State, seat: int, lines: Iterable[Line] = ()) -> None:
        self.seat = seat
        self.lines = tuple(lines)
        self._positions: dict[Line, State] = {(): start}

    def play(self, line: Line) -> State:
        """Return the position after a line.

        Raise ValueError if a decision is illegal, or if chance or the end of the game comes before the end of the line.
        """
        for number in range(len(line) if line not in self._positions else 0):
            if line[: number + 1] not in self._positions:
                before = self._positions[line[:number]]
                if before.seat is None:
                    raise ValueError("nobody decides here")
                self._positions[line[: number + 1]] = before.play(before.parse(line[number]))
        return self._positions[line]

    def add(self, line: Line) -> ArmedLines:
        """Return the lines with another one added. It replaces those that contradict it."""
        if any(_begins(line, other) for other in self.lines):
            return self
        return self._copy([*(each for each in self.lines if not _begins(each, line) and not self._differ(each, line)), line])

    def remove(self, beginning: Line) -> ArmedLines:
        """Return the lines without those that begin with the given decisions."""
        return self._copy(each for each in self.lines if not _begins(beginning, each))

    def find_contradiction(self, line: Line) -> Round | None:
        """Return the round whose answer a line would change; ``None`` if it contradicts none."""
        return next((found for each in self.lines if (found := self._differ(each, line))), None)

    def find_answer(self, now: State) -> Round | None:
        """Return the round whose expected decisions lead to the position ``now``; ``None`` if no line fits.

        Compare positions, not decisions: the order of the others' decisions does not matter.
        """
        return next((each for each in self.list_rounds() if self.play(each.asked) == now), None)

    def list_rounds(self, before: Line = ()) -> list[Round]:
        """Return the rounds that come directly after the given decisions."""
        longer = (each for each in self.lines if _begins(before, each))
        return list(dict.fromkeys(found for line in longer for found in islice(self._split(line, len(before)), 1)))

    def list_all_rounds(self, before: Line = (), depth: int = 0) -> Iterator[tuple[int, Round]]:
        """Yield all rounds after the given decisions with their depth, each followed by those that go on from it."""
        for each in self.list_rounds(before):
            yield depth, each
            yield from self.list_all_rounds(each.line, depth + 1)

    def count(self) -> int:
        """Return the number of decisions."""
        return len({line[:number] for line in self.lines for number in range(1, len(line) + 1)})

    def list_turns(self, line: Line, begin: int = 0) -> list[tuple[int, Line]]:
        """Return the turns of a line, beginning at a decision: the seat and its decisions."""
        turns = groupby(range(begin, len(line)), lambda number: self.play(line[:number]).seat or 0)
        return [(seat, tuple(line[number] for number in numbers)) for seat, numbers in turns]

    def find_last_round(self, line: Line) -> Round:
        """Return the last round of a line. It may lack the answer."""
        turns = self.list_turns(line)
        mine = turns.pop()[1] if turns and turns[-1][0] == self.seat else ()
        theirs: Line = ()
        while turns and turns[-1][0] != self.seat:
            theirs = turns.pop()[1] + theirs
        return Round(line[: len(line) - len(theirs + mine)], theirs, mine)

    def _copy(self, lines: Iterable[Line]) -> ArmedLines:
        copy = ArmedLines(self._positions[()], self.seat, lines)
        copy._positions = self._positions
        return copy

    def _split(self, line: Line, begin: int = 0) -> Iterator[Round]:
        """Yield the rounds of a line, beginning at a decision."""
        first = theirs = begin
        for seat, texts in self.list_turns(line, begin):
            if seat == self.seat:
                yield Round(line[:first], line[first:theirs], texts)
                first = theirs + len(texts)
            theirs += len(texts)

    def _differ(self, one: Line, other: Line) -> Round | None:
        """Return the round of ``one`` whose position the other line also reaches, but answers differently.

        Return ``None`` if there is none.
        """
        answers = {self.play(each.asked): each.mine for each in self._split(other)}
        for each in self._split(one):
            answer = answers.get(self.play(each.asked), ())
            if not _begins(answer, each.mine) and not _begins(each.mine, answer):
                return each
        return None


def follow(lines: Iterable[Line], beginning: Line) -> tuple[Line, ...]:
    """Return the continuations after ``beginning`` of the lines that begin with it."""
    return tuple(each[len(beginning) :] for each in lines if _begins(beginning, each) and each != beginning)


def _begins(beginning: Line, line: Line) -> bool:
    return line[: len(beginning)] == beginning


def leads_on(state: State) -> bool:
    """Return whether any move here leads to another decision, and not to chance or the end."""
    return any(state.play(move).seat is not None for move in state.moves())
