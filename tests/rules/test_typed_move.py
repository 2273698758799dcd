"""Typed text is read in two ways: as whole decisions by the rules, as a partial move word by word. Both agree."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import GAMES, State
from rules.land import vocabulary as land_words
from rules.nomads import vocabulary as nomads_words
from rules.pastures import vocabulary as pastures_words
from rules.territories import Trunk
from rules.territories import vocabulary as territories_words
from rules.territories.parts import labelled_starts
from rules.typed_move import find_refusal, read
from tests.panels.positions import CASES, decisions
from tests.positions import begin_land, play

every_case = pytest.mark.parametrize(("game", "seats", "options"), CASES, ids=str)


def decided(state: State, text: str) -> list[str]:
    """What the rules play."""
    return [str(action) for action in state.play_all(text)[1]]


def found(state: State, text: str) -> list[list[str]]:
    """What each reading as a partial move would play, where it is complete."""
    readings = read(state, GAMES[state.game].parts, text)
    return [[*map(str, one.decided), *([str(one.move)] if one.chosen else [])] for one in readings if one.move or one.decided]


@pytest.mark.sample(3)
@every_case
def test_where_a_turn_goes_on_so_does_the_text(game: str, seats: int, options: dict[str, Any]) -> None:
    random, went_on = Random(2), 0
    for state in decisions(game, seats, options, seed=8):
        for move in random.sample(list(state.moves()), min(4, len(state.moves()))):
            after = state.play(move)
            if after.continues(state):
                following = random.choice(list(after.moves()))
                assert decided(state, f"{move} {following}") == [str(move), str(following)]
                went_on += 1
    assert went_on or options.get("claim", "turn") == "turn"


@pytest.mark.sample(3)
@pytest.mark.slow
@every_case
def test_what_the_rules_play_is_also_found_word_by_word(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(4)
    for state in decisions(game, seats, options, seed=9, every=3):
        state_after, texts = state, list[str]()
        while len(texts) < 2 and (not texts or state_after.continues(state)):
            move = random.choice(list(state_after.moves()))
            texts.append(str(move))
            state_after = state_after.play(move)
        text = " ".join(texts)
        for typed in (text, text.lower(), text.replace(" ", ", ")):
            assert decided(state, typed) == texts
            assert texts in found(state, typed), typed


# ---------------------------------------------------------------------- one vocabulary


def test_P2_every_word_for_a_terrain_is_read_in_both_ways() -> None:
    for word, letter in pastures_words.LETTER_OF.items():
        state = GAMES["pastures"].start(2)
        assert str(state.parse(f"c4 {word}")) == f"C4 {letter}", word
        if letter != "C":
            assert [f"C4 {letter}"] in found(state, f"c4 {word}"), word


def test_P15_every_word_for_a_place_is_read_in_both_ways() -> None:
    for word, place in pastures_words.PLACES.items():
        state = next(s for s in decisions("pastures", 2, {"width": 5, "height": 4, "claim": "offer"}) if s.phase == "answer")
        assert decided(state, word) == [place], word
        assert [place] in found(state, word), word


def test_L11_every_word_that_ends_a_turn_is_read_in_both_ways() -> None:
    for word in sorted(land_words.DONE_WORDS):
        state = next(s for s in decisions("land", 2, {}, seed=4) if s.phase == "reclaim" and s.taken)
        assert decided(state, word) == ["done"], word
        assert ["done"] in found(state, word), word


def test_N5_every_verb_is_read_in_both_ways() -> None:
    for word, verb in nomads_words.VERBS.items():
        state = play(GAMES["nomads"].start(2), "discover C4", "draw desert")
        texts = {"discover": "E6", "city": "E6", "road": "C4", "activate": "C4 D4"}
        if verb in texts:
            assert decided(state, f"{word} {texts[verb]}") == [f"{verb} {texts[verb]}"], word
            assert [f"{verb} {texts[verb]}"] in found(state, f"{word} {texts[verb]}"), word


def test_N7_every_direction_is_read_in_both_ways() -> None:
    for word in nomads_words.DIRECTIONS:
        state = play(GAMES["nomads"].start(2), "discover C4", "draw oasis")
        (text,) = decided(state, f"activate c4 {word}")
        assert [text] in found(state, f"activate c4 {word}"), word
        assert text in {"activate C4 C3", "activate C4 B4", "activate C4 D4", "activate C4 C5"}, word


FILLED = {
    "pastures": (GAMES["pastures"].start(2), pastures_words.FILLERS, "C4 F"),
    "land": (begin_land("F6 A1"), land_words.FILLERS, "F5"),
    "territories": (GAMES["territories"].start(2), territories_words.FILLERS, "B2"),
    "nomads": (GAMES["nomads"].start(2), nomads_words.FILLERS, "discover C4"),
}
"""A position of each game, its fillers, and a move."""


@pytest.mark.parametrize("game", FILLED)
def test_a_filler_is_passed_over_in_both_ways(game: str) -> None:
    state, fillers, text = FILLED[game]
    for word in sorted(fillers):
        if len(word) > 1:  # a single letter may be a column
            assert decided(state, f"{word} {text}") == [text], word
            assert [text] in found(state, f"{word} {text}") or not word.isalpha(), word


def test_a_single_letter_is_never_passed_over() -> None:
    for game in FILLED:
        state, _, text = FILLED[game]
        for letter in "iz":
            for one in read(state, GAMES[game].parts, f"{text} {letter}"):
                assert one.chosen, f"{letter} is the column of something"


def test_the_first_half_of_a_run_is_no_plot() -> None:
    state = begin_land("F6 A1", herd="equal")
    with pytest.raises(ValueError, match="to"):
        state.play_text("F5 to")


# ---------------------------------------------------------------------- half a turn, then the next decision


def test_T8_a_trunk_that_completes_a_surrounding_and_the_letter_of_the_next_start() -> None:
    parts, checked = GAMES["territories"].parts, 0
    for state in islice(decisions("territories", 2, {}, seed=3), 400):
        for move in state.moves():
            if not isinstance(move, Trunk) or not (after := state.play(move)).continues(state) or after.is_over:
                continue
            for label in labelled_starts(after):
                readings = read(state, parts, f"{move} {label}".lower())
                assert any(one.decided == (move,) and one.chosen == {"start": label} for one in readings), f"{move} {label}"
                checked += 1
    assert checked > 100


def test_L7_a_column_after_a_plot_is_that_of_the_next_one() -> None:
    state = begin_land("F6 A1", herd="equal")
    assert read(state, GAMES["land"].parts, "f5 f")[0].data == {"decided": ["F5"], "chosen": {"column": "F"}}


def test_P15_what_is_wrong_after_the_answer_is_said_in_the_words_of_the_rules() -> None:
    state = next(s for s in decisions("pastures", 2, {"width": 5, "height": 4, "claim": "offer"}) if s.phase == "answer")
    mountain = next(square for square, letter in state.terrain.items() if letter == "M")
    assert "plains or wasteland" in str(find_refusal(state, GAMES["pastures"].parts, f"first {mountain}"))
