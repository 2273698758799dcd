"""The look back on a game: shares after each turn, the mistakes of all seats, and what would have been better."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from players import PLAYERS, lookback
from players.chance import play_chance
from players.lookback import (
    CLOSELY,
    MOST,
    BetterMove,
    Judge,
    LookBack,
    Standing,
    Stretch,
    choose_costliest,
    get_smallest_change,
    look_back,
    split_turn,
)
from players.territories.ground import Ground
from rules import GAMES, AgreeDraw, Drop, IllegalMove, Record
from tests.players.test_territories_player import exact, near_the_end
from tests.players.test_weighing import LAND
from tests.positions import choose_action

KINDS = [pytest.param(kind, seats, id=f"{kind} {seats}") for kind in PLAYERS for seats in sorted({*GAMES[kind].seats})[:2]]
WORK = 12


def random_record(kind: str, seats: int, actions: int, seed: int = 1, **options: int) -> Record:
    """A random game, up to its end or to a number of actions."""
    state: Any = GAMES[kind].start(seats, options)
    random, done = Random(seed), list[str]()
    while len(done) < actions and not state.is_over:
        action = choose_action(state, random)
        done.append(str(action))
        state = state.play(action)
    return Record(game=kind, seats=seats, options=options, actions=done)


def check(record: Record, found: LookBack) -> None:
    states = record.states()
    assert [turn.first for turn in found.turns] == [0, *(turn.end for turn in found.turns)][: len(found.turns)]
    assert not found.turns or found.turns[-1].end == len(record.actions)
    assert found.in_points == PLAYERS[record.game].prefers_margins
    for turn in found.turns:
        assert len(turn.margins) == (record.seats if found.in_points else 0)
        assert len(turn.shares) == record.seats
        assert -1e-9 < sum(turn.shares) < 1 + 1e-9
        assert all(states[place].turn == turn.seat for place in range(turn.first, turn.end) if turn.end - turn.first > 1)
    changes = [each.change for each in found.lucky]
    assert changes == sorted(changes, reverse=True)
    assert len(changes) <= MOST
    for lucky in found.lucky:
        turn = found.turns[lucky.turn]
        assert any(states[place].is_chance for place in range(turn.first, turn.end))
    assert found.mistakes is not None
    gains = [each.gain for each in found.mistakes]
    assert gains == sorted(gains, reverse=True)
    assert len({found.find_turn(each.place) for each in found.mistakes}) == len(gains) <= CLOSELY + record.seats
    for better in found.mistakes:
        state, turn = states[better.place], found.turns[found.find_turn(better.place)]
        assert turn.first <= better.place < turn.end
        assert state.seat == better.seat
        best, played = better.read(state)
        assert better.played == ", ".join(record.actions[better.place : better.place + len(played)])
        assert best[0] in state.moves()
        assert {*best} != {*played}
        assert better.gain >= get_smallest_change(in_points=found.in_points)
        assert found.in_points or better.gain <= 1, "nothing is told beyond 100 %"


@pytest.mark.sample(1)
@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_every_game_is_looked_back_on_from_its_first_action_to_the_last(kind: str, seats: int) -> None:
    record = random_record(kind, seats, 10_000)
    found = look_back(record, work=WORK)
    check(record, found)
    winners = record.replay().winners
    assert winners is not None
    assert found.turns[-1].shares == tuple((seat in winners) / max(1, len(winners)) for seat in range(seats))
    assert found.mistakes or found.lucky


@pytest.mark.sample(2)
@pytest.mark.parametrize(("kind", "seats"), KINDS)
@pytest.mark.parametrize("actions", [0, 1, 9])
def test_a_game_that_goes_on_is_looked_back_on_the_same_way_again(kind: str, seats: int, actions: int) -> None:
    record = random_record(kind, seats, actions)
    found = look_back(record, work=WORK)
    check(record, found)
    assert found == look_back(Record.model_validate_json(record.model_dump_json()), work=WORK)


def test_in_pastures_turns_are_measured_in_points() -> None:
    """The margins after the last turn are those of the result."""
    record = random_record("pastures", 2, 10_000, width=5, height=5)
    found, scores = look_back(record, work=WORK), record.replay().scores
    assert found.turns[-1].margins == (scores[0] - scores[1], scores[1] - scores[0])
    assert [each.in_points for each in found.costliest] == [True] * MOST


@pytest.mark.parametrize("kind", PLAYERS)
def test_every_decision_is_searched_and_the_costliest_of_each_turn_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a quick search that is as thorough as the close one, and no limit, nothing is left out."""
    record, work = random_record(kind, 2, 48), 2 * WORK
    monkeypatch.setattr(lookback, "QUICK", 1)
    monkeypatch.setattr(lookback, "CLOSELY", 1000)
    found, states = look_back(record, work=work), record.states()
    judge, expected = Judge(PLAYERS[kind], 5, None, work), list[BetterMove]()
    for turn in found.turns:
        stretches = split_turn(record, states, turn.first, turn.end)
        stood = {place: judge.stand(states[place]) for each in stretches for place in each[1:3]}
        better = [judge.better(record, states, each, stood) for each in stretches]
        costliest = sorted(filter(None, better), key=lambda each: -each.gain)[:1]
        expected += [each for each in costliest if each.gain >= judge.smallest_change]
    assert expected, "a random game has mistakes"
    assert found.mistakes == tuple(sorted(expected, key=lambda each: -each.gain))


def test_the_costliest_of_the_game_and_of_each_seat_are_examined_closely() -> None:
    costs = {Stretch(int(place >= 10), place, place + 1): float(100 - place) for place in range(20)}
    assert [each.first for each in choose_costliest(costs)] == [*range(CLOSELY), 10]


def test_a_mistake_that_gave_the_win_away_is_found() -> None:
    """Seat by seat both play well near the end, but for one trunk that turns a won game into a lost one."""
    for seed in range(60):
        state: Any = near_the_end(seed)
        ground, sign = Ground.of(state), 1 - 2 * state.seat
        worths = {move: sign * exact(Ground.of(state), ground_after(ground, state, move)) for move in state.moves()}
        bad = min(worths, key=worths.__getitem__)
        if max(worths.values()) > 0 > worths[bad]:
            break
    else:
        pytest.fail("no position where one trunk decides")
    record = Record(game="territories", seats=2, setup=dict(state.setup), actions=actions_of(state))
    place, seat = len(record.actions), state.seat
    state = state.play(bad)
    record.actions.append(str(bad))
    while not state.is_over:
        move = PLAYERS["territories"].choose(state, level=5, work=10**6, random=Random(1))
        record.actions.append(str(move))
        state = state.play(move)
    found = look_back(record, work=1500)
    check(record, found)
    blunders = [each for each in found.costliest if each.place == place]
    assert [(blunder.seat, blunder.gain) for blunder in blunders] == [(seat, 1)]
    assert worths[blunders[0].read(record.states()[place])[0][0]] > 0


def ground_after(ground: Ground, state: Any, trunk: Any) -> Any:
    move = ground.move(trunk)
    return ground.trim(ground.lay(ground.position(state), move), move)


def actions_of(state: Any) -> list[str]:
    return [*map(str, state.farms), *(str(laid.trunk) for laid in state.trunks)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", PLAYERS)
def test_giving_up_and_a_draw_are_turns_of_their_own(kind: str) -> None:
    record = random_record(kind, 2, 6)
    state = play_chance(record.replay(), Random(1))
    assert state.seat is not None
    given_up = look_back(record.model_copy(update={"actions": [*record.actions, str(Drop(0))]}), work=WORK)
    assert (given_up.turns[-1].seat, given_up.turns[-1].shares) == (0, (0, 1))
    drawn = look_back(record.model_copy(update={"actions": [*record.actions, str(AgreeDraw())]}), work=WORK)
    assert (drawn.turns[-1].seat, drawn.turns[-1].shares) == (None, (0.5, 0.5))
    assert all(each.place < len(record.actions) for each in given_up.mistakes or ()), "giving up is no mistake to practise"


ROLLS = ["roll 6", "roll 2", "roll 2", "roll 3", "B3", "roll 5", "roll 6", "E6", "C3", "E5"]
"""Two seats on :data:`tests.players.test_weighing.LAND` after a first plot and a turn each."""


def test_dice_are_luck_and_no_decision_that_mattered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 is ahead as soon as its dice lie: the plot that it then takes, and the others, change nothing."""
    ahead, even = Standing((0.9, 0.1), ()), Standing((0.5, 0.5), ())
    monkeypatch.setattr(Judge, "stand", lambda _, state: ahead if any(state.owned) or state.phase == "first" else even)
    found = look_back(Record(game="land", seats=2, setup={"map": LAND}, actions=ROLLS), work=1)
    assert not found.mistakes
    assert len(found.lucky) == 1


def test_equal_seats_begin_even_whatever_the_dice_will_say() -> None:
    for land in ("island", "lake"):
        record = Record(game="land", seats=2, options={"map": land}, actions=[])
        assert look_back(record, work=60).start == (0.5, 0.5)


def test_in_land_a_better_turn_is_not_the_played_one_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(game="land", seats=2, setup={"map": LAND}, actions=[*ROLLS, "D3", "C2"])
    states = record.states()

    def turn_of(plots: str, played: int = 2, before: float = 0.8) -> BetterMove | None:
        moves = states[len(ROLLS)].play_all(plots)[1]
        monkeypatch.setattr(PLAYERS["land"], "choose_turn", lambda *_, **__: list(moves))
        judge = Judge(PLAYERS["land"], 5, None, 1)
        stretch = Stretch(0, len(ROLLS), len(ROLLS) + played)
        stood = {stretch.first: Standing((before, 1 - before), ()), stretch.end: Standing((0.1, 0.9), ())}
        return judge.better(record, states, stretch, stood)

    monkeypatch.setattr(Judge, "stand", lambda *_: Standing((0.8, 0.2), ()))
    assert turn_of("C2 D3") is None
    assert turn_of("D3 B2", played=1) is None, "the turn was given up after D3"
    assert turn_of("D3 B2") == BetterMove(len(ROLLS) + 1, 0, "C2", "B2", 0.7000000000000001)
    assert turn_of("B2 D3") == BetterMove(len(ROLLS), 0, "D3, C2", "B2, D3", 0.7000000000000001)
    assert turn_of("B2 D3", before=0.25) == BetterMove(len(ROLLS), 0, "D3, C2", "B2, D3", 0.25), (
        "no more than there was to lose"
    )


def test_giving_up_changes_no_expected_points() -> None:
    record = random_record("pastures", 2, 4)
    given_up = record.model_copy(update={"actions": [*record.actions, "drop 1"]})
    found = look_back(given_up, work=20)
    *_, before, last = found.standings
    assert last.margins == before.margins != (0, 0)
    assert last.shares == (1, 0)


def test_what_cannot_be_replayed_is_refused() -> None:
    record = random_record("territories", 2, 6)
    record.actions.append("A1-A2")
    with pytest.raises(IllegalMove):
        look_back(record, work=WORK)
    with pytest.raises(ValueError, match="Give seconds or work"):
        look_back(random_record("territories", 2, 6))
