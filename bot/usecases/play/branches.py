"""Branches: what a seat plays if the others play this or that, as a tree of decisions. No database.

``{"C4 F": {"D4 R": {"A1 P": {…}}}}``: if the others play C4 F, D4 R is the answer; if they then play A1 P, … Where others
decide there may be several branches, where the seat itself decides there is one. They end before any chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules import State

Branches = dict[str, "Branches"]

MOST = 400
"""Decisions in all branches of a seat."""


class Answer(NamedTuple):
    """What a seat plays at once, the position after it, and the branches from there on."""

    texts: list[str]
    state: State
    rest: Branches


def play_line(state: State, line: Sequence[str]) -> State:
    """Return the position after some decisions. Raise ValueError if one is illegal, or chance or the end comes too early."""
    for text in line:
        if state.seat is None:
            raise ValueError("nobody decides here")
        state = state.play(state.parse(text))
    return state


def list_branches_after(branches: Branches, line: Sequence[str]) -> Branches:
    """Return the branches after some decisions; empty if there are none."""
    for text in line:
        branches = branches.get(text, {})
    return branches


def add_line(state: State, branches: Branches, seat: int, line: Sequence[str]) -> Branches:
    """Return the branches with one more line. Where the seat itself decides, the new decision replaces the old one."""
    if not line:
        return branches
    first, rest = line[0], line[1:]
    below = add_line(state.play(state.parse(first)), branches.get(first, {}), seat, rest)
    return {first: below} if state.seat == seat else {**branches, first: below}


def remove_line(branches: Branches, line: Sequence[str]) -> Branches:
    """Return the branches without those after a line of decisions, and without what then leads to nothing."""
    if not line:
        return {}
    below = remove_line(branches.get(line[0], {}), line[1:])
    others = {text: more for text, more in branches.items() if text != line[0]}
    return {**others, line[0]: below} if below else others


def count_decisions(branches: Branches) -> int:
    """Return the number of decisions in all branches."""
    return sum(1 + count_decisions(below) for below in branches.values())


def list_rounds(state: State, branches: Branches, seat: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each way through the branches up to the seat's next answer: the others' decisions, and the seat's own."""
    for line, reached, below in _find_answers(state, branches, seat):
        yield line, _play_own(reached, below, seat).texts


def find_answer(state: State, branches: Branches, seat: int, now: State) -> Answer | None:
    """Return what the seat plays at ``now``, which the others reached from ``state``; ``None`` if no branch fits.

    Compare positions, not decisions: the order of the others' decisions does not matter.
    """
    for _, reached, below in _find_answers(state, branches, seat):
        if reached == now:
            return _play_own(now, below, seat)
    return None


def _find_answers(state: State, branches: Branches, seat: int) -> Iterator[tuple[list[str], State, Branches]]:
    if state.seat == seat:
        if branches:
            yield [], state, branches
        return
    for text, below in branches.items():
        reached = state.play(state.parse(text))
        if reached.seat is not None:
            for line, position, rest in _find_answers(reached, below, seat):
                yield [text, *line], position, rest


def _play_own(state: State, branches: Branches, seat: int) -> Answer:
    """Play a seat's decisions from a position on, until somebody else decides or nothing more is chosen."""
    texts = list[str]()
    while state.seat == seat and branches:
        text, branches = next(iter(branches.items()))
        state = state.play(state.parse(text))
        texts.append(text)
    return Answer(texts, state, branches if state.seat not in (None, seat) else {})


def leads_on(state: State) -> bool:
    """Return whether some decision at a position is followed by another decision, not by chance or the end."""
    return any(state.play(move).seat is not None for move in state.moves())
