"""The lessons as data: every step can be played by every version of the rules, and each try gets a fitting answer."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from bot.games.lessons import CITED, Lesson, LessonStep, games_with_lessons, judge, lesson_of, play_on, start_of
from bot.panels.core import Send
from render import renderer_of
from rules import GAMES, State
from rules.files import DATA
from tests.panels.checks import build, enabled, menus, press

TAUGHT: dict[str, dict[str, str]] = {
    "pastures": {
        "P1": "fill",
        "P3": "fill",
        "P4": "lifted",
        "P5": "bar",
        "P6": "desert",
        "P7": "spoil",
        "P8": "lifted",
        "P9": "castle",
        "P10": "castle",
        "P11": "end",
        "P12": "end",
        "P13": "castle",
        "P14": "end",
        "P15": "offer",
    },
    "land": {
        "L4": "first",
        "L5": "first",
        "L6": "first",
        "L7": "herd",
        "L8": "pass",
        "L9": "mountain",
        "L10": "reach",
        "L11": "stop",
        "L12": "end",
        "L13": "end",
    },
    "territories": {
        "T3": "farm",
        "T4": "lead",
        "T6": "lead",
        "T7": "close",
        "T8": "begin",
        "T9": "begin",
        "T10": "halves",
        "T11": "halves",
        "T12": "end",
        "T13": "end",
    },
    "nomads": {
        "N2": "take",
        "N3": "city",
        "N4": "marked",
        "N5": "discover",
        "N6": "city",
        "N7": "activate",
        "N8": "road",
        "N10": "road",
        "N11": "last",
        "N12": "save",
        "N13": "save",
        "N14": "save",
        "N15": "save",
        "N16": "last",
    },
}
"""Each rule of play that a game's guide names -> the step that teaches it."""
NO_PLAY = {"G1", "G2", "L14"}
"""Rules that no step can be about: leaving a game, agreeing on a draw, and the house rules of Land."""
EACH = [(game, step) for game, lesson in games_with_lessons().items() for step in lesson.steps]
SAMPLES = 60
"""Turns of several decisions that are tried at random, where a turn has them."""


def turns(state: State) -> list[str]:
    """Return the legal turns of one decision, and some of more."""
    found = {str(move): None for move in state.moves()}
    dice = Random(5)
    for _ in range(SAMPLES):
        now, played = state, list[str]()
        while now.seat == state.seat and now.continues(state) and not now.is_chance:
            played.append(str(dice.choice(list(now.moves()))))
            now = now.play(now.parse(played[-1]))
        found[" ".join(played)] = None
    return [text for text in found if text]


def test_each_step_can_be_played_by_every_version_of_the_rules() -> None:
    for game, step in EACH:
        for version in range(1, GAMES[game].version + 1):
            state = start_of(game, step, version)
            assert state.seat is not None, f"{step.name}: somebody is to move"
            result = judge(step, state, step.answer)
            assert result.right, f"{step.name}: the answer that is told is right"
            played = play_on(step, state, result.moves)
            assert [str(each.action) for each in played] == [*result.moves, *step.then], (
                f"{step.name}: all that follows is legal"
            )


def test_each_step_has_right_and_wrong_tries_and_each_gets_a_sentence_with_its_rule() -> None:
    for game, step in EACH:
        state = start_of(game, step)
        results = [judge(step, state, text) for text in turns(state)]
        assert {result.right for result in results} == {True, False}, f"{game}: {step.name}"
        assert all(CITED.findall(result.said) for result in results), f"{game}: {step.name}"
        told = {result.said for result in results if not result.right}
        assert told == {each.say for each in step.wrong}, f"{step.name}: no sentence is there for a try that nobody can make"


def test_each_rule_of_play_of_the_guide_is_taught_by_a_step() -> None:
    for game in games_with_lessons():
        guide = (DATA / "guides" / f"{game}.md").read_text(encoding="utf-8")
        named = set[str]()
        for first, last in re.findall(r"\b([A-Z]\d{1,2})(?:–([A-Z]\d{1,2}))?\b", guide):
            if first[0] in (game[0].upper(), "G"):
                numbers = range(int(first[1:]), int((last or first)[1:]) + 1)
                named |= {f"{first[0]}{number}" for number in numbers}
        assert named - NO_PLAY == set(TAUGHT[game]), game
        lesson = games_with_lessons()[game]
        for rule, name in TAUGHT[game].items():
            step = lesson.steps[lesson.place(name)]
            assert step.name == name, game
            assert rule in step.rules, f"{rule} in {name}"


def test_steps_of_different_rules_say_different_things() -> None:
    for game in games_with_lessons():
        steps = games_with_lessons()[game].steps
        said = Counter(each.say for step in steps for each in step.wrong)
        assert set(said.values()) == {1}, game
        cited = [frozenset(number for each in step.wrong for number in CITED.findall(each.say)) for step in steps]
        assert len(set(cited)) == len(steps), cited
        assert len({step.name for step in steps}) == len(steps), game


def test_some_answers_of_each_lesson_are_told_with_the_reasons_of_a_computer() -> None:
    for game in games_with_lessons():
        told = [step for step in games_with_lessons()[game].steps if step.reasons]
        for step in told:
            state = start_of(game, step)
            assert renderer_of(game, state.rules).explain(state, state.play_all(step.answer)[1]), step.name
        assert told, game


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "step"), EACH)
def test_the_panel_leads_to_a_right_move(game: str, step: LessonStep) -> None:
    """Every press that the panel offers is followed, as far as four presses go."""
    state = start_of(game, step)
    drafts: list[Any] = [{}]
    for _ in range(4):
        found = list[Any]()
        for draft in drafts:
            panel = build(state, draft)
            presses: list[tuple[str, tuple[str, ...]]] = [
                (control, ()) for control in enabled(panel) if control not in ("help", "type", "clear")
            ]
            presses += [(menu.id, (entry.value,)) for menu in menus(panel) for entry in menu.choices]
            for control, values in presses:
                after = press(state, draft, control, *values)
                if isinstance(after, Send):
                    if judge(step, state, after.text).right:
                        return
                elif after not in found:
                    found.append(after)
        drafts = found
    pytest.fail("no right move within four presses")


GOOD: dict[str, Any] = {
    "name": "fill",
    "task": "Put forest on B2.",
    "answer": "B2 F",
    "accept": ["B2 F"],
    "right": "One terrain on one square (P3).",
    "wrong": [{"when": [{"square": "B2"}], "say": "Another terrain (P3)."}, {"say": "Another square (P3)."}],
}


def test_a_lesson_that_is_written_wrong_is_refused() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"task": "word " * 26}, "more than 25 words"),
        ({"right": "One terrain on one square."}, "names its rule"),
        ({"wrong": [{"when": ["B2 P"], "say": "Another terrain (P3)."}]}, "all that is left"),
        ({"wrong": [{"say": "Another terrain (P3)."}, {"say": "Another square (P3)."}]}, "all that is left"),
        ({"wrong": [{"say": "Another terrain: P3."}]}, "names its rule"),
        ({"hint": "none"}, "Extra inputs"),
        ({"name": "Fill it"}, "pattern"),
    ]
    for wrong, why in cases:
        LessonStep.model_validate(GOOD)
        with pytest.raises(ValidationError, match=why):
            LessonStep.model_validate(GOOD | wrong)


def test_moves_are_told_by_their_parts_by_their_texts_or_by_several_of_a_turn() -> None:
    step = LessonStep.model_validate(
        GOOD | {"accept": [{"terrain": ["F", "W"], "column": "A"}, "B2 P", [{"square": "C1"}, {"terrain": "M"}]]}
    )
    state = GAMES["pastures"].start(2)
    right = {text: judge(step, state, text).right for text in ("A1 F", "A4 W", "B2 P", "C1 M", "A1 P", "B2 W", "C1 F", "D1 M")}
    assert right == {
        "A1 F": True,
        "A4 W": True,
        "B2 P": True,
        "C1 M": True,
        "A1 P": False,
        "B2 W": False,
        "C1 F": False,
        "D1 M": False,
    }
    assert judge(step, state, "B2 F").said == "Another terrain (P3)."
    assert judge(step, state, "C2 F").said == "Another square (P3)."


def test_the_first_game_of_pastures_has_room_for_a_second_castle_wherever_the_first_stands() -> None:
    lesson = lesson_of("pastures")
    assert lesson is not None
    columns = range(lesson.play.options["width"])
    assert all(any(abs(one - other) >= 3 for other in columns) for one in columns), "P11"


def test_a_game_without_a_file_has_no_lesson() -> None:
    assert lesson_of("stones") is None
    with pytest.raises(ValidationError):
        Lesson.model_validate({"game": "pastures", "length": "10 turns", "steps": [GOOD]})
