"""Random games of every game in the registry, for the tests that hold all of them to the same promises.

A *case* is a game, a number of seats and options; :func:`cases` has each game with every number of seats and with every
alternative of every option. :func:`walk` plays a case at random, once, and keeps every state on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from rules import GAMES, Action, Game, Record, State
from tests.positions import choose_action

MOST_ACTIONS = 5000
"""The tests fail a random game that takes more actions than this."""


class Case(NamedTuple):
    """A way to start a game; ``options`` as sorted pairs, so that a case is hashable."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    def start(self) -> State:
        return GAMES[self.game].start(self.seats, dict(self.options))

    def record(self, actions: Sequence[str]) -> Record:
        """The record of a game of this case, by the newest rules."""
        rules = GAMES[self.game].version
        return Record(game=self.game, rules=rules, seats=self.seats, options=dict(self.options), actions=list(actions))


class Walk(NamedTuple):
    """A random game: ``states[i]`` became ``states[i + 1]`` by ``actions[i]``."""

    states: tuple[State, ...]
    actions: tuple[Action, ...]

    @property
    def end(self) -> State:
        return self.states[-1]

    @property
    def texts(self) -> list[str]:
        return [str(action) for action in self.actions]


def alternatives(field: FieldInfo) -> list[Any]:
    """The values of an option to test: every value of a choice, both bounds of a number."""
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    if field.annotation is bool:
        return [False, True]
    bounds = [getattr(rule, name) for rule in field.metadata for name in ("ge", "le") if hasattr(rule, name)]
    assert len(bounds) == 2, f"an option is a choice, a bool or a number with two bounds, not {field!r}"
    return bounds


def cases_of(game: Game[Any]) -> Iterator[Case]:
    """The cases of one game."""
    for seats in game.seats:
        yield Case(game.name, seats, ())
    fields = game.Options.model_fields
    for name, field in fields.items():
        for value in alternatives(field):
            if value != field.default:
                yield Case(game.name, game.seats[0], ((name, value),))
    # One case changes all options at once, with the most seats that the set-up admits.
    last = tuple(
        (name, [value for value in alternatives(field) if value != field.default][-1]) for name, field in fields.items()
    )
    yield next(case for case in (Case(game.name, seats, last) for seats in reversed(game.seats)) if _starts(case))


def _starts(case: Case) -> bool:
    try:
        case.start()
    except ValueError:
        return False
    return True


def cases() -> list[Case]:
    """Every case of every game in the registry."""
    return [case for game in GAMES.values() for case in cases_of(game)]


def play_out(state: State, random: Random) -> Walk:
    """The rest of a game, played at random; asserts that it ends."""
    states, actions = [state], list[Action]()
    while not states[-1].is_over:
        assert len(actions) < MOST_ACTIONS, f"not over after {MOST_ACTIONS} actions"
        actions.append(choose_action(states[-1], random))
        states.append(states[-1].play(actions[-1]))
    return Walk(tuple(states), tuple(actions))


@cache
def walk(case: Case) -> Walk:
    """The random game of a case, the same in every test that asks for it."""
    return play_out(case.start(), Random(str(case)))


def look(state: State) -> tuple[object, ...]:
    """Everything that the contract makes public about a state."""
    return (
        state.seat,
        state.turn,
        state.phase,
        state.is_chance,
        state.is_over,
        state.scores,
        state.winners,
        state.dropped,
        tuple(state.moves()),
    )
