"""The Play panel of every game: limits, whole games by presses alone, and the number of presses for a move."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bot.panels import PANELS, panel_of
from bot.panels.core import Draft, Send
from bot.panels.maker import PanelMaker
from rules import GAMES, State
from rules.registry import registered
from tests.panels.checks import build, check_panel, check_unknown_presses, counted, fewest_presses, maker, play_a_game, presses
from tests.panels.positions import CASES, decisions
from tests.stones import NEW_STONES, STONES

every_case = pytest.mark.parametrize(("game", "seats", "options"), CASES, ids=str)

MOST = 4
"""Presses that any usual move may take, the one of **Play** below the board counted."""


@pytest.mark.sample(1)
@pytest.mark.slow
@every_case
def test_whole_games_are_played_by_presses_alone(game: str, seats: int, options: dict[str, Any]) -> None:
    if options.get("width") == 16:
        options = {**options, "height": 5}  # a game on the largest board takes minutes by random presses
    assert play_a_game(GAMES[game].start(seats, options), Random(str(options))).is_over


@pytest.mark.sample(1)
@pytest.mark.slow
@every_case
def test_no_move_of_a_whole_game_takes_more_than_four_presses(game: str, seats: int, options: dict[str, Any]) -> None:
    if options.get("width") == 16:
        options = {**options, "height": 6}  # every press of a game on the largest board takes minutes
    counts = [count for _, count in counted(GAMES[game].start(seats, options), Random(6))]
    assert max(counts) <= MOST, counts
    assert min(counts) == 2, "one press where a move is likely"


def test_moves_on_the_largest_board_take_four_presses() -> None:
    random = Random(6)
    for state in decisions("pastures", 2, {"width": 16, "height": 16}, seed=2, every=67):
        for move in random.sample(list(state.moves()), 3):
            assert fewest_presses(state, str(move)) <= MOST, move


def test_a_whole_turn_of_land_takes_a_press_for_each_plot_at_most() -> None:
    random = Random(7)
    for state in decisions("land", 2, {}, seed=6, every=9):
        if state.phase != "reclaim":
            continue
        turn: State = state
        plots = []
        while turn.continues(state) or turn is state:
            plots.append(random.choice([move for move in turn.moves() if str(move) != "done"]))
            turn = turn.play(plots[-1])
        text = " ".join(map(str, plots))
        assert fewest_presses(state, text) <= 1 + len(plots), text


@pytest.mark.sample(1)
@pytest.mark.slow
@every_case
def test_unknown_presses_and_stale_drafts_change_nothing(game: str, seats: int, options: dict[str, Any]) -> None:
    old: tuple[Draft, ...] = (
        {"choice": "column Z row 99"},
        {"choice": "C4; C5; column D", "considered": "G6 B8", "line": '["C4 F"]'},
        {"column": "C", "row": "4", "terrain": "F"},
        {"plots": "C4 C5", "note": "x"},
        {"do": "road", "to": "C4"},
        {"spots": "B2"},
    )
    for state in decisions(game, seats, options, seed=3, every=83 if options.get("width") == 16 else 29):
        made, seat = maker(state), state.seat
        assert seat is not None
        for draft in (
            {},
            {"choice": {"decided": ["Z9", "Q1"], "chosen": {}}},
            {"choice": {"decided": [], "chosen": {"action": "fly"}}},
            *old,
        ):
            check_panel(made.build(state, seat, draft))
            check_unknown_presses(state, draft)


@every_case
def test_a_draft_survives_being_stored(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(9)
    for state in decisions(game, seats, options, seed=4, every=23):
        made, seat = maker(state), state.seat
        assert seat is not None
        chosen = random.choice(presses(build(state)))
        after = made.press(state, seat, {}, *chosen)
        if not isinstance(after, Send):
            again = made.store(made.read(state, json.loads(json.dumps(after))))
            assert again == after


def test_a_panel_explains_itself_behind_a_button() -> None:
    for game in list(GAMES):
        state = next(decisions(game, GAMES[game].seats[0], {}, every=1))
        panel = build(state)
        assert panel.offers("help", ()) == bool(panel.more), game
        assert maker(state).press(state, state.seat or 0, {}, "help") == {}, game


def test_a_game_without_a_panel_of_its_own_is_played_by_presses() -> None:
    made: PanelMaker[Any] = PanelMaker(GAMES["pastures"].parts)
    state = GAMES["pastures"].start(2)
    draft = made.press(state, 0, {}, "set.column.C")
    assert not isinstance(draft, Send)
    draft = made.press(state, 0, draft, "square.C4")
    assert not isinstance(draft, Send)
    assert made.press(state, 0, draft, "set.terrain.F") == Send("C4 F")


def test_a_test_game_is_played_by_presses_under_both_versions_of_its_rules() -> None:
    with registered(STONES, NEW_STONES):
        for game in (STONES, NEW_STONES):
            end = play_a_game(game.start(2), Random(1))
            assert end.is_over
            assert end.rules == game.version


def test_the_newest_panel_serves_versions_without_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(PanelMaker[Any]):
        """A panel of an old version."""

    newest = type(panel_of("land", 1))
    monkeypatch.setitem(PANELS, ("land", 2), newest)
    monkeypatch.setitem(PANELS, ("land", 1), Own)
    assert type(panel_of("land", 1)) is Own
    monkeypatch.delitem(PANELS, ("land", 1))
    assert type(panel_of("land", 1)) is newest
    with pytest.raises(ValueError, match="version"):
        panel_of("land", 99)
