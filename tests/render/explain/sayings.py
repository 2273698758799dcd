"""Hold every sentence of a reason to a slow and obvious check of what it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from render import renderer_of
from rules import GAMES, Action, State

S = TypeVar("S", bound=State)

LONGEST = 160
"""Characters of a sentence: more is not read on a phone."""
NAMES = ("Ada", "Björn", "Chidi", "Dana", "Eve", "Farid")


class Case(NamedTuple, Generic[S]):
    """A decision, and what is compared with it."""

    state: S
    moves: Sequence[Action]
    other: Action | None

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
"""Pattern of a whole sentence -> whether it is true of a case."""


def after(state: S, *moves: Action) -> S:
    """Return the position after some moves."""
    for move in moves:
        state = state.play(move)
    return state


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=\.) (?=[A-Z])", text)


def explain(state: State, *moves: str, instead: str = "", names: Sequence[str] = ()) -> str:
    """Return the reasons for some moves, given as texts."""
    at, played = state, list[Action]()
    for move in moves:
        played.append(at.parse(move))
        at = at.play(played[-1])
    return renderer_of(state.game).explain(state, played, state.parse(instead) if instead else None, names)


def cases(kind: str, seats: int, seed: int, options: Mapping[str, Any], turns: bool = False) -> Iterator[Case[Any]]:
    """Yield the decisions of a random game, one in two compared with a random other move; with ``turns`` of whole turns."""
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
        others = [move for move in state.moves() if move not in moves]
        other = dice.choice(others) if others and dice.random() < 0.5 else None
        yield Case(state, moves, other)
        state = at


def check(case: Case[Any], checks: Checks, seen: Counter[str]) -> None:
    """Assert that every sentence about a case is one of ``checks``, short, and true. Count them in ``seen``."""
    renderer = renderer_of(case.state.game)
    text = renderer.explain(case.state, case.moves, case.other, NAMES[: case.state.seats])
    other = case.other or renderer.obvious_other(case.state, case.moves)
    assert other is None or (other in case.state.moves() and other not in case.moves[:1])
    assert text, f"no reason for {case.moves}"
    for sentence in sentences(text):
        assert len(sentence) <= LONGEST, sentence
        fitting = [(pattern, found) for pattern in checks if (found := re.fullmatch(pattern, sentence))]
        assert len(fitting) == 1, sentence
        pattern, found = fitting[0]
        seen[pattern] += 1
        assert checks[pattern](case._replace(other=other), found), f"{sentence} for {list(map(str, case.moves))}, not {other}"


def hold(checks: Checks, decisions: Iterator[Case[Any]], *, all_are_said: bool) -> None:
    """Assert that each sentence about ``decisions`` is true; ``all_are_said``: and that each known one was said."""
    seen = Counter[str]()
    for case in decisions:
        check(case, checks, seen)
    never = [pattern for pattern in checks if all_are_said and not seen[pattern]]
    assert never == [], never
