"""Why a computer player would play so: what is said at each kind of decision of a game, and that it is true of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from render import renderer_of
from rules import GAMES, Action, State
from rules.nomads.actions import Activate, Discover, Road


def decisions(kind: str, **options: Any) -> Iterator[tuple[State, Action, str]]:
    """Each decision of a random game: the state, the move, and why a computer would play it."""
    dice = Random(3)
    state: State = GAMES[kind].start(2, options)
    while not state.is_over:
        if state.is_chance:
            state = state.play(dice.choice([outcome for outcome, _ in state.outcomes()]))
            continue
        move = dice.choice(list(state.moves()))
        yield state, move, renderer_of(kind).because(state, [move])
        state = state.play(move)


@pytest.mark.parametrize("kind", GAMES)
def test_every_move_has_a_reason_in_whole_sentences(kind: str) -> None:
    for _, move, reason in decisions(kind):
        assert reason[0].isupper(), move
        assert reason.endswith("."), move
        assert "  " not in reason


def test_pastures_says_which_castle_a_player_places_after_the_fill() -> None:
    found = {state.seat: reason for state, _, reason in decisions("pastures", width=4, height=4) if state.phase == "fill"}
    assert found[0].endswith("who place the first castle.")
    assert found[1].endswith("who place the second castle.")


@pytest.mark.parametrize("answer", ["first", "second"])
def test_pastures_says_what_the_first_castle_is_worth_to_a_player(answer: str) -> None:
    state: State = GAMES["pastures"].start(2, {"width": 4, "height": 4, "claim": "offer"})
    reason = renderer_of("pastures").because
    while state.phase == "fill":
        assert reason(state, [state.moves()[0]]).endswith("After this square that went best for you.")
        state = state.play(state.moves()[0])
    assert "neither answer gains anything" in reason(state, [state.moves()[0]])
    state = state.play(state.moves()[0])
    chosen = state.parse(answer)
    more = "more" if answer == "first" else "no more"
    assert reason(state, [chosen]) == f"I take the first castle to be worth {more} than the points offered."


@pytest.mark.parametrize(("side", "said"), [(10, "looked through all castles"), (12, "too large to see the end")])
def test_pastures_says_how_far_it_saw(side: int, said: str) -> None:
    claims = [reason for state, _, reason in decisions("pastures", width=side, height=side) if state.phase == "claim"]
    assert claims
    assert all(said in reason for reason in claims)


def test_nomads_says_what_it_weighed_for_each_kind_of_move() -> None:
    said: dict[str, set[str]] = {}
    for state, move, reason in decisions("nomads"):
        kind = state.phase if state.phase in ("attack", "choice") else type(move).__name__
        said.setdefault(kind, set()).add(reason)
    drawn = [reason for kind in (Discover, Activate, Road) for reason in said.get(kind.__name__, ())]
    assert drawn
    assert all("nobody has seen yet" in reason for reason in drawn)
    assert all("the rest of the attack" in reason for reason in said["attack"])


def test_territories_says_what_a_fence_settles() -> None:
    found = [(state, move, reason) for state, move, reason in decisions("territories") if state.phase != "farms"]
    settling = [reason for _, _, reason in found if reason.startswith("It settles ")]
    assert settling
    assert len(settling) < len(found)
    assert all(" for you and " in reason for reason in settling)
