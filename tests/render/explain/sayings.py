"""Hold every reason to a slow and obvious check that it is true, and that it speaks for the move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from render import renderer_of
from rules import GAMES, Action, State
from rules.squares import Square

S = TypeVar("S", bound=State)

LONGEST = 110
"""Characters of a reason: more is not read on a phone."""
NUMBER = re.compile(r"(?<![A-Z])\b[0-9]+")
"""A number that is no square."""
NAMES = ("Ada", "Björn", "Chidi", "Dana", "Eve", "Farid")


class Case(NamedTuple, Generic[S]):
    """A decision."""

    state: S
    moves: Sequence[Action]

    @property
    def me(self) -> int:
        """The seat that decides."""
        assert self.state.seat is not None
        return self.state.seat

    @property
    def after(self) -> S:
        """The position after the moves."""
        return after(self.state, *self.moves)


Checks = Mapping[str, Callable[[Any, "re.Match[str]"], bool]]
"""Pattern of a whole reason -> whether it is true of a case, and in favour of the move."""


def after(state: S, *moves: Action) -> S:
    """Return the position after some moves."""
    for move in moves:
        state = state.play(move)
    return state


def reasons(state: State, *moves: str, names: Sequence[str] = ()) -> list[str]:
    """Return all reasons for some moves, given as texts."""
    at, played = state, list[Action]()
    for move in moves:
        played.append(at.parse(move))
        at = at.play(played[-1])
    return list(renderer_of(state.game).reasons(state, played, names))


def steps(one: Square, other: Square) -> int:
    """Return the number of steps from one square to another."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def cases(kind: str, seats: int, seed: int, options: Mapping[str, Any], turns: bool = False) -> Iterator[Case[Any]]:
    """Yield the decisions of a random game; with ``turns`` of whole turns."""
    dice = Random(seed)
    state: State = GAMES[kind].start(seats, dict(options))
    while not state.is_over:
        if state.is_chance:
            state = state.play(dice.choice([outcome for outcome, _ in state.outcomes()]))
            continue
        moves = [dice.choice(list(state.moves()))]
        at = state.play(moves[0])
        while turns and at.continues(state) and dice.random() < 0.8:
            moves.append(dice.choice(list(at.moves())))
            at = at.play(moves[-1])
        yield Case(state, moves)
        state = at


def hold(checks: Checks, decisions: Iterable[Case[Any]], *, all_are_said: bool) -> None:
    """Assert that each reason for ``decisions`` is one of ``checks``, short, with one number at most, and true.

    ``all_are_said``: and that each known one was said. What a hint says is the first one.
    """
    seen = Counter[str]()
    for case in decisions:
        renderer, names = renderer_of(case.state.game), NAMES[: case.state.seats]
        found = list(renderer.reasons(case.state, case.moves, names))
        told = renderer.explain(case.state, case.moves, names)
        assert told == (
            "".join(found[:1]) if len(case.state.moves()) > 1 or len(case.moves) > 1 else "It is your only legal move."
        )
        for reason in found:
            assert len(reason) <= LONGEST, reason
            assert len(NUMBER.findall(reason)) <= 1, reason
            [(pattern, match)] = [(each, match) for each in checks if (match := re.fullmatch(each, reason))]
            seen[pattern] += 1
            assert checks[pattern](case, match), f"{reason} for {list(map(str, case.moves))}"
    never = [pattern for pattern in checks if all_are_said and not seen[pattern]]
    assert never == [], never
