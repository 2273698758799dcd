"""Face-down tiles stay hidden: nothing public depends on them, and a new deal agrees with every tile that was shown."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules import IllegalMove
from rules.nomads import KINDS, NOMADS, NomadsState
from rules.nomads.actions import Draw
from tests.positions import play
from tests.rules.nomads.test_nomads_oracle import step

HIDDEN = {"redealt", "outcomes", "play", "play_all", "play_text", "parse", "split", "is_superfluous", "begin"}
"""Public names that the comparison leaves out: methods, and ``outcomes``, which tells the true odds."""


def public(state: NomadsState) -> dict[str, object]:
    """Everything that the state shows: each attribute without an underscore, and the legal moves."""
    shown = {name: getattr(state, name) for name in dir(state) if not name.startswith("_") and name not in HIDDEN}
    shown["moves"] = state.moves()
    return {name: value for name, value in shown.items() if not callable(value)}


def games(seats: int, count: int = 1) -> list[NomadsState]:
    """All states of some random games."""
    random, states = Random(f"hidden {seats}"), []
    for _ in range(count):
        state = NOMADS.start(seats, {"entry": "random", "tribute": 10})
        while not state.is_over:
            states.append(state)
            state = state.play(state.parse(step(state, random)))
        states.append(state)
    return states


@pytest.mark.sample(1)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_N4_dealing_anew_changes_nothing_that_is_public(seats: int) -> None:
    random, changed = Random(1), 0
    for state in games(seats):
        other = state.redealt(random)
        assert public(other) == public(state)
        changed += other != state
    assert changed > 20


def test_N4_the_attributes_compared_are_those_that_are_documented() -> None:
    shown = public(NOMADS.start(2))
    assert {"tiles", "unseen", "in_bag", "face_down", "next_space", "moves", "scores", "spent", "nearest_city"} <= set(shown)


def test_N4_dealing_anew_keeps_the_number_of_tiles_of_each_kind() -> None:
    for state in games(3):
        other = state.redealt(Random(2))
        assert other.unseen == state.unseen
        assert sum(other._bag) == sum(state._bag)
        assert len(other._laid_kinds) == len(state._laid_kinds)
        assert min(other._bag) >= 0


def test_N4_nothing_is_dealt_anew_where_nothing_is_hidden() -> None:
    start = NOMADS.start(2)
    assert start.redealt(Random(1)) is start
    over = games(2)[-1]
    assert over.redealt(Random(1)) is over


def test_N4_a_dealt_game_goes_on_to_its_end() -> None:
    random = Random(5)
    for state in games(3)[::9]:
        other = state.redealt(random)
        while not other.is_over:
            other = other.play(other.parse(step(other, random)))
        assert other.winners is not None


def hidden_kinds(state: NomadsState, deals: int = 800) -> Counter[tuple[str, ...]]:
    """The kinds laid face down, in order, over many deals."""
    random = Random(9)
    return Counter(tuple(KINDS[kind] for kind in state.redealt(random)._laid_kinds) for _ in range(deals))


def roads(bag: dict[str, int]) -> NomadsState:
    """Four desert tiles to build roads on, and one to activate."""
    state = NOMADS.start(2, {}, {"bag": bag})
    for square in ("B3", "D3", "F3", "H3", "B5"):
        state = play(state, f"discover {square}, draw desert")
    return state


def test_N4_each_tile_not_seen_is_as_likely_as_any_other() -> None:
    state = play(roads({"desert": 77, "oasis": 8}), "road B3, draw desert")
    deals = hidden_kinds(state, 4000)
    assert deals["oasis",] / 4000 == pytest.approx(8 / 80, abs=0.02)


@pytest.mark.slow
def test_N4_a_tile_seen_in_the_bag_is_none_that_lay_face_down_before() -> None:
    state = play(roads({"desert": 77, "oasis": 1, "grass": 1}), "road B3, draw desert")
    assert {"oasis", "grass"} <= {kinds[0] for kinds in hidden_kinds(state)}
    state = play(state, "activate B5 C5, draw desert, draw oasis, draw grass, take grass")
    # The oasis went back into the bag and the grass lies open: neither can be under the first two.
    assert set(hidden_kinds(state)) == {("desert", "desert")}
    state = play(state, "road D3, draw oasis")
    assert set(hidden_kinds(state)) == {("desert", "desert", "desert"), ("desert", "desert", "oasis")}


@pytest.mark.slow
def test_N4_a_tile_seen_and_then_drawn_for_good_bars_no_other() -> None:
    state = play(
        roads({"desert": 77, "oasis": 2}), "road B3, draw desert, activate B5 C5, draw desert, draw oasis, draw desert"
    )
    state = play(state, "take desert")
    assert max(Counter(kinds)["oasis"] for kinds in hidden_kinds(state)) == 1
    # The other oasis is found in the open; it may be the one that was seen, so the first may still lie face down.
    state = play(state, "discover H8, draw oasis")
    assert {Counter(kinds)["oasis"] for kinds in hidden_kinds(state)} == {0, 1}
    state = play(state, "activate B5 B6, draw desert, draw oasis, draw desert, take desert")
    assert {Counter(kinds)["oasis"] for kinds in hidden_kinds(state)} == {0}


def test_N4_tiles_in_hand_are_not_face_down() -> None:
    state = play(roads({"desert": 77, "oasis": 1}), "activate B5 C5, draw desert, draw oasis")
    assert state.drawn == ("oasis",)
    assert set(hidden_kinds(state)) == {("desert",)}


def test_N4_a_deal_agrees_with_every_draw_that_was_shown() -> None:
    """Replays random games with the face-down tiles dealt anew: each open draw must have been possible."""
    random = Random(11)
    for _ in range(6):
        log: list[Any] = []
        state = NOMADS.start(3)
        while not state.is_over and len(log) < 120:
            action = state.parse(step(state, random))
            log.append((action, state.draws_face_down))
            state = state.play(action)
        kinds = [KINDS[kind] for kind in state.redealt(random)._laid_kinds]
        other = NOMADS.start(3)
        for action, hidden in log:
            other = other.play(Draw(kinds.pop(0)) if hidden else action)  # an impossible draw is refused
        assert public(other) == public(state)


def test_N4_no_refusal_tells_what_is_hidden() -> None:
    random = Random(4)
    for state in games(3)[::5]:
        other = state.redealt(random)
        for text in ("discover A1", "road A1", "activate A1 A2", "city A1", "take oasis", "placate", "pay", "draw", "road C3"):
            answers = []
            for each in (state, other):
                try:
                    answers.append(str(each.play(each.parse(text)).phase))
                except IllegalMove as refusal:
                    answers.append(f"{refusal.rule} {refusal}")
            assert answers[0] == answers[1]


def test_states_from_the_same_actions_are_equal_and_hash_alike() -> None:
    random = Random(3)
    one = NOMADS.start(3, {"entry": "random"})
    other = NOMADS.start(3, {"entry": "random"})
    while not one.is_over:
        text = step(one, random)
        before = hash(one)
        after = one.play(one.parse(text))
        assert hash(one) == before
        assert after != one
        one, other = after, other.play(other.parse(text))
        assert one == other
        assert hash(one) == hash(other)
