"""Offers for the first castle (P15) by the computer player."""

from __future__ import annotations

from random import Random

import pytest

from players import PLAYERS
from rules import GAMES
from rules.pastures import Answer, Offer, PasturesState

PLAYER = PLAYERS["pastures"]


def full(seed: int) -> PasturesState:
    """A grid filled at random, with an offer to make."""
    random = Random(seed)
    state: PasturesState = GAMES["pastures"].start(2, {"claim": "offer", "width": 7})
    while state.phase == "fill":
        state = state.play(random.choice(state.moves()))
    return state


def perfect(state: PasturesState) -> PasturesState:
    """The end where both seats play at the highest level."""
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=5, work=5, random=Random(1)))
    return state


def test_P15_a_perfect_offer_leaves_nothing_to_gain_by_either_answer() -> None:
    for seed in range(6):
        state = full(seed)
        offer = PLAYER.choose(state, level=5, work=5, random=Random(1))
        assert isinstance(offer, Offer), seed
        for place in ("first", "second"):
            assert len(set(perfect(state.play(offer).play(Answer(place))).scores)) == 1, seed
        assert PLAYER.shares(state, work=5, random=Random(1)) == (0.5, 0.5), seed
        assert PLAYER.shares(state.play(offer), work=5, random=Random(1)) == (0.5, 0.5), seed


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", [4, 5])
def test_P15_a_wrong_offer_is_punished(seed: int, level: int) -> None:
    state = full(seed)
    fair = PLAYER.choose(state, level=5, work=5, random=Random(1))
    assert isinstance(fair, Offer)
    for offer, place in ((Offer(fair.points - 2), "first"), (Offer(fair.points + 2), "second")):
        answered = state.play(offer)
        assert PLAYER.choose(answered, level=level, work=5, random=Random(1)) == Answer(place)
        assert PLAYER.shares(answered, work=5, random=Random(1))[answered.seat or 0] == 1
        assert perfect(answered.play(Answer(place))).winners == (answered.seat,)


def test_P15_in_the_fill_both_have_the_same_share() -> None:
    state = GAMES["pastures"].start(2, {"claim": "offer"})
    assert PLAYER.shares(state, work=5, random=Random(1)) == (0.5, 0.5)
