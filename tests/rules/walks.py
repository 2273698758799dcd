"""Random games of every game in the registry, for the tests that hold all of them to the same promises.

A *case* is a game, a number of seats and options; :func:`cases` has each game with every number of seats and with every
alternative of every option. :func:`walk` plays a case at random, once, and keeps every state on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from rules import GAMES, Action, Game, State

MOST_ACTIONS = 5000
"""A random game that goes on for longer is taken for one that never ends."""


class Case(NamedTuple):
    """A way to start a game; ``options`` as sorted pairs, so that a case is hashable."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    def start(self) -> State:
        return GAMES[self.game].start(self.seats, dict(self.options))


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
    """The values of an option worth a game of its own: all of a choice's, the bounds of a number."""
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    if field.annotation is bool:
        return [False, True]
    bounds = [getattr(rule, name) for rule in field.metadata for name in ("ge", "le") if hasattr(rule, name)]
    assert len(bounds) == 2, f"an option is a choice, a bool or a number with two bounds, not {field!r}"
    return bounds


def _cases_of(game: Game[Any]) -> Iterator[Case]:
    for seats in game.seats:
        yield Case(game.name, seats, ())
    fields = game.Options.model_fields
    for name, field in fields.items():
        for value in alternatives(field):
            if value != field.default:
                yield Case(game.name, game.seats[0], ((name, value),))
    # Everything that can be changed changed at once, for as many as the set-up admits.
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
    return [case for game in GAMES.values() for case in _cases_of(game)]


def sample(state: State, random: Random) -> Action:
    """A random legal move, or an outcome of chance by its odds."""
    if state.is_chance:
        outcomes = state.outcomes()
        return random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0]
    return random.choice(state.moves())


def play_out(state: State, random: Random) -> Walk:
    """The rest of a game, played at random; asserts that it ends."""
    states, actions = [state], list[Action]()
    while not states[-1].is_over:
        assert len(actions) < MOST_ACTIONS, f"not over after {MOST_ACTIONS} actions"
        actions.append(sample(states[-1], random))
        states.append(states[-1].play(actions[-1]))
    return Walk(tuple(states), tuple(actions))


@cache
def walk(case: Case) -> Walk:
    """The random game of a case, the same in every test that asks for it."""
    return play_out(case.start(), Random(str(case)))


def look(state: State) -> tuple[object, ...]:
    """All that the contract lets anybody see of a state."""
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
