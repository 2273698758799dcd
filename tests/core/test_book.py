"""The states that a log leads to: forwards, through undos, from memory and from the log alone."""

from __future__ import annotations

import random

import pytest

from bot.core import book
from bot.core.book import Book, Story, effective
from bot.storage.games import GameRow, LogRow, PlayerRow
from rules import GAMES, State

PLAYERS = (PlayerRow(0, 11, "Ada"), PlayerRow(1, 12, "Björn"))


def row(version: int) -> GameRow:
    """A running game of Pastures New on a small board, at a version."""
    options = GAMES["pastures"].Options(width=4, height=4).model_dump()
    return GameRow(1, 1, 2, "pastures", 1, 2, options, {}, "running", version, 0, None, None, 0, PLAYERS)


def story_of(*texts: str) -> Story:
    """A story whose log has these texts; a number is an undo that keeps so many actions."""
    users = (11, 12)
    rows = [LogRow(i, "undo" if text.isdigit() else "action", text, users[(i - 1) % 2]) for i, text in enumerate(texts, 1)]
    return Story(row(len(rows)), rows)


def slowly(texts: list[str]) -> State:
    """The state after some actions, replayed from the start."""
    state: State = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    for text in texts:
        state = state.play(state.parse(text))
    return state


def test_an_undo_keeps_the_first_actions_and_those_after_it_follow_them() -> None:
    story = story_of("A1 F", "B1 W", "C1 M", "1", "D4 P")
    assert [entry.text for entry in effective(story.rows)] == ["A1 F", "D4 P"]
    assert story.state() == slowly(["A1 F", "D4 P"])
    assert story.state(3) == slowly(["A1 F", "B1 W", "C1 M"]), "what stood before the undo can still be shown"
    assert story.record().actions == ["A1 F", "D4 P"]


def test_undo_of_an_undone_game_down_to_its_start() -> None:
    story = story_of("A1 F", "B1 W", "1", "C1 M", "0")
    assert story.state() == slowly([])
    assert story.actions() == []


def test_steps_go_from_state_to_state() -> None:
    story = story_of("A1 F", "B1 W", "C1 M")
    steps = story.steps(1, 3)
    assert [str(step.action) for step in steps] == ["B1 W", "C1 M"]
    assert steps[0].before == slowly(["A1 F"])
    assert steps[1].after == story.state()


def test_steps_over_an_undo_are_what_counts_now_and_did_not_before() -> None:
    story = story_of("A1 F", "B1 W", "C1 M", "2", "D1 P")
    assert [str(step.action) for step in story.steps(1, 4)] == ["B1 W"], "kept although an undo came after it"
    assert [str(step.action) for step in story.steps(3, 5)] == ["D1 P"]
    assert [entry.text for entry in story.undone(3, 5)] == ["C1 M"]
    assert [entry.text for entry in story.undone(1, 4)] == ["C1 M"], "played and taken back between two boards"
    assert story.steps(3, 4) == ()


def test_last_turn_is_where_one_player_began_to_decide() -> None:
    story = story_of("A1 F", "B1 W")
    assert story.last_turn() == 1
    story.rows[1] = LogRow(2, "action", "B1 W", 11)
    assert story.last_turn() == 0
    story.rows.append(LogRow(3, "action", "C1 M", None))
    assert story.last_turn() == 0, "chance belongs to the turn before it"
    assert story_of().last_turn() == 0


@pytest.mark.parametrize("kept", [1, 3, 48])
def test_states_are_the_same_whatever_is_still_in_memory(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "STATES_KEPT", kept)
    dice, texts, story = random.Random(3), list[str](), Story(row(0))
    counting = list[str]()
    for number in range(1, 40):
        if counting and dice.random() < 0.25:
            keep = dice.randrange(len(counting))
            del counting[keep:]
            story.rows.append(LogRow(number, "undo", str(keep), 11))
        else:
            move = str(dice.choice(list(story.state().moves())))
            counting.append(move)
            story.rows.append(LogRow(number, "action", move, 11))
        texts.append(story.rows[-1].text)
        assert story.state() == slowly(counting)
        earlier = dice.randrange(number)
        assert story.state(earlier) == slowly([entry.text for entry in effective(story.rows[:earlier])])


async def test_a_book_reads_on_where_its_memory_ends_and_never_hands_out_what_was_not_committed() -> None:
    kept = Book()
    story = story_of("A1 F", "B1 W")
    kept.remember(story)
    mine = await kept.story(None, row(2))  # type: ignore[arg-type] - nothing is read: memory is as new as the row
    mine.rows.append(LogRow(3, "action", "C1 M", 11))
    again = await kept.story(None, row(2))  # type: ignore[arg-type]
    assert again.version == 2, "a transaction that was rolled back has left nothing behind"


def test_a_book_keeps_the_games_used_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "GAMES_KEPT", 2)
    kept = Book()
    for number in (1, 2, 3):
        story = story_of("A1 F")
        story.row = GameRow(number, *[getattr(row(1), name) for name in GameRow.__slots__[1:]])
        kept.remember(story)
    assert list(kept._stories) == [2, 3]
