"""A new game needs no change of an existing test: the tests of all games also pass for Stones, which they do not name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import pytest
from pydantic import ValidationError

from rules import GAMES, Record, game_of
from rules.registry import register, registered
from tests.rules import test_contract, test_no_move, test_what_is_typed
from tests.rules.walks import cases_of, walk
from tests.stones import NEW_STONES, STONES

Check = Callable[..., None]


@pytest.fixture
def stones() -> Iterator[None]:
    """The registry with both versions of Stones."""
    with registered(STONES, NEW_STONES):
        yield
    walk.cache_clear()
    test_no_move.samples.cache_clear()


def checks(*parameters: str) -> list[Check]:
    """The tests that hold for all games and take just these parameters."""
    found = [
        check
        for module in (test_contract, test_no_move, test_what_is_typed)
        for name, check in vars(module).items()
        if name.startswith("test_") and list(inspect.signature(check).parameters) == list(parameters)
    ]
    assert len(found) >= 2
    return found


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("check", checks("case"), ids=lambda check: check.__name__)
def test_a_fifth_game_keeps_what_every_case_promises(check: Check) -> None:
    for case in cases_of(GAMES["stones"]):
        check(case)


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("check", checks("game"), ids=lambda check: check.__name__)
def test_a_fifth_game_keeps_what_every_game_promises(check: Check) -> None:
    check(GAMES["stones"])


@pytest.mark.usefixtures("stones")
def test_two_versions_of_the_rules_are_played_side_by_side() -> None:
    actions = ["begin 0", "take 3", "take 3", "take 3"]
    old = Record(game="stones", seats=2, actions=actions, rules=1)
    new = Record(game="stones", seats=2, actions=actions, rules=2)
    assert (old.replay().winners, new.replay().winners) == ((0,), (1,))
    assert (old.replay().rules, new.replay().rules) == (1, 2)
    assert old.replay() != new.replay()
    assert Record.model_validate_json(old.model_dump_json()).replay().winners == (0,)


@pytest.mark.usefixtures("stones")
def test_new_games_get_the_newest_version_and_old_ones_keep_theirs() -> None:
    assert GAMES["stones"] is NEW_STONES
    assert game_of("stones", 1) is STONES
    assert game_of("stones", 2) is NEW_STONES
    assert list(GAMES)[-1] == "stones", "it is shown after those that are there"
    with pytest.raises(ValidationError, match="version 3"):
        Record(game="stones", seats=2, rules=3)


def test_a_version_is_registered_once_and_forgotten_with_its_context() -> None:
    with registered(NEW_STONES, STONES):
        assert GAMES["stones"] is NEW_STONES, "the newest, whichever came first"
        with pytest.raises(ValueError, match="registered already"):
            register(STONES)
    assert "stones" not in GAMES
    with pytest.raises(ValueError, match="no game called"):
        game_of("stones", 1)


def test_a_state_names_the_rules_that_it_is_played_by() -> None:
    for game in GAMES.values():
        assert game.start(game.seats[0]).rules == game.version, game
        assert game_of(game.name, game.version) is game, game
