"""``play`` and ``start`` refuse any illegal argument, of any type, with the refusal of the contract."""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from rules import GAMES, Drop, Game, IllegalMove, State
from rules.pastures import Castle
from rules.squares import Square, is_square
from rules.territories import House
from tests.rules.walks import Case, cases, walk

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)

A1 = Square(0, 0)
FAR: list[Any] = [Square(30, 0), Square(0, 200), Square(-1, 0), Square(-1, 1), Square(10**5000, 0)]
"""Squares of no board; the last one has more digits than Python writes."""
WRONG: list[Any] = [None, "C4", (0, 0), [], Square(None, 0), Square([], 0), Square(0.0, 0.0), Square(False, False)]
"""Values that are no squares; some compare equal to one."""
NO_NUMBERS: list[Any] = [None, "1", 0.5, 1.0, True, [], 10**5000]
NO_WORDS: list[Any] = [None, "X", "sand", True, []]


VALUES = [*FAR, *WRONG, *NO_NUMBERS, *NO_WORDS]
"""Values that no field of an action may hold."""


@cache
def samples() -> dict[type, Any]:
    """One action of each type, from random games of all games."""
    found: dict[type, Any] = {}
    for case in cases():
        if not case.start().actions <= found.keys():
            for state in walk(case).states:
                for action in (*state.moves(), *(outcome for outcome, _ in state.outcomes())):
                    found.setdefault(type(action), action)
    return found


def misshapen(action: Any) -> list[Any]:
    """Copies of the action: each replaces one field by one of :data:`VALUES`."""
    if is_dataclass(action) and not isinstance(action, type):
        return [replace(action, **{field.name: value}) for field in fields(action) for value in VALUES]
    return [action._replace(**{field: value}) for field in action._fields for value in VALUES]


def malformed() -> list[Any]:
    """Objects that are no actions, and actions with wrong fields or with squares outside every board."""
    things: list[Any] = [None, 0, 1.5, "C4", b"x", [], {}, set(), (A1, "F"), object(), int, Drop, *FAR, *WRONG]
    things += [thing for action in samples().values() for thing in misshapen(action)]
    return [*things, *map(Drop, NO_NUMBERS)]


def moments(game: Game[Any]) -> list[State]:
    """One state of each phase of a random game, including the end."""
    found: dict[str, State] = {}
    for state in walk(Case(game.name, game.seats[0], ())).states:
        found.setdefault(state.phase, state)
    return list(found.values())


@every_game
def test_there_is_an_action_of_every_kind_to_spoil(game: Game[Any]) -> None:
    for kind in game.start(game.seats[0]).actions:
        assert kind in samples() or not getattr(kind, "__slots__", True), f"no random game has a {kind.__name__}"


@every_game
def test_what_is_no_action_is_refused_with_a_rule_and_a_sentence(game: Game[Any]) -> None:
    for state in moments(game):
        before = hash(state)
        for thing in malformed():
            with pytest.raises(IllegalMove) as refusal:
                state.play(thing)
            assert refusal.value.rule[0] in {"G", state.over_rule[0]}
            assert 0 < len(str(refusal.value)) <= 400
        assert hash(state) == before


@every_game
def test_actions_of_other_games_are_refused_also_where_they_are_equal_to_own_ones(game: Game[Any]) -> None:
    others = {action for name in GAMES if name != game.name for action in walk(Case(name, GAMES[name].seats[0], ())).actions}
    own = game.start(game.seats[0]).actions
    for state in moments(game):
        for action in others:
            if type(action) not in own:
                with pytest.raises(IllegalMove):
                    state.play(action)


def test_P9_what_equals_a_castle_is_none() -> None:
    state = next(state for state in walk(Case("pastures", 2, ())).states if state.phase == "claim")
    castle = state.moves()[0]
    assert isinstance(castle, Castle)
    assert state.play(castle).castles == {castle.square: state.seat}
    for twin in (House(castle.square), (castle.square,), Castle(tuple(castle.square))):
        assert twin == castle
        with pytest.raises(IllegalMove):
            state.play(twin)


@every_game
def test_G1_a_seat_is_a_number_of_the_game(game: Game[Any]) -> None:
    for seat in NO_NUMBERS:
        with pytest.raises(IllegalMove) as refusal:
            game.start(game.seats[0]).play(Drop(seat))
        assert refusal.value.rule == "G1", seat


def test_a_square_that_no_text_can_name_still_has_a_text() -> None:
    assert str(Square(25, 98)) == "Z99"
    for square in FAR:
        assert str(square) == "that far out"
        assert is_square(square)
    assert not any(map(is_square, WRONG))


# ---------------------------------------------------------------------- how a game is started


@every_game
def test_options_are_the_model_or_a_mapping_or_none(game: Game[Any]) -> None:
    for options in [[], (), 5, 0, False, b"x", "", 1.5, {1: 2}]:
        with pytest.raises(ValueError, match=r"."):
            game.start(game.seats[0], options)


@every_game
def test_options_of_another_game_are_refused(game: Game[Any]) -> None:
    for other in GAMES.values():
        if other is not game:
            with pytest.raises(ValueError, match=game.title):
                game.start(game.seats[0], other.Options())


@every_game
def test_a_set_up_is_a_mapping_or_none(game: Game[Any]) -> None:
    for setup in [[], (), 5, 0, False, b"x", "", 1.5, {1: 2}]:
        with pytest.raises(ValueError, match=r"."):
            game.start(game.seats[0], None, setup)


SPOTS = ["B2", "D1", "G2", "E3", "D4", "B5", "E6", "G5"]


def test_T1_the_spots_of_a_set_up_have_an_order() -> None:
    for spots in [set(SPOTS), dict.fromkeys(SPOTS), iter(SPOTS), "B2D1G2E3", None, [2] * 8]:
        with pytest.raises(ValueError, match="spots"):
            GAMES["territories"].start(2, None, {"width": 8, "height": 6, "spots": spots})
        assert GAMES["territories"].start(2, None, {"width": 8, "height": 6, "spots": tuple(SPOTS)}).setup["spots"] == SPOTS, (
            spots
        )


def test_T1_the_sides_of_a_set_up_are_whole_numbers() -> None:
    for width in ["8", 8.0, True, None]:
        for sides in ({"width": width, "height": 6}, {"width": 8, "height": width}):
            with pytest.raises(ValueError, match="whole number"):
                GAMES["territories"].start(2, None, {**sides, "spots": SPOTS})


# ---------------------------------------------------------------------- states in other processes


@every_game
def test_a_pickled_state_is_small_and_goes_on_like_the_first(game: Game[Any]) -> None:
    random = Random(game.name)
    for state in random.sample(walk(Case(game.name, game.seats[-1], ())).states, 5):
        hash(state)
        text = pickle.dumps(state)
        assert b"_hash" not in text, f"{state.game}: another process hashes words in another way"
        assert len(text) < 20_000
        again = pickle.loads(text)  # noqa: S301  # just written
        assert again == state
        assert list(again.moves()) == list(state.moves())
        if state.moves():
            assert again.play(state.moves()[-1]) == state.play(state.moves()[-1])
