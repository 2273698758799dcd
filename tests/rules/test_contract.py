"""Checks the promises of the contract on random games of every game in the registry (see ``walks``)."""

from __future__ import annotations

import gc
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from rules import GAMES, AgreeDraw, Drop, Game, IllegalMove, Record, State
from tests.programs.game_digests import digest_games, digest_set_ups
from tests.rules.walks import Case, cases, look, play_out, walk

CASES = cases()


def every_case(test: Callable[[Case], None]) -> Callable[[Case], None]:
    """Hold a promise against every case; in `make test` against a few of them."""
    return pytest.mark.sample(5)(pytest.mark.parametrize("case", CASES, ids=str)(test))


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)

ROOT = Path(__file__).parents[2]
DIGESTED = 90.0
"""Seconds in which a process plays a random game of each kind."""
RULE = re.compile(r"[A-Z][1-9][0-9]?")


def moments(case: Case, count: int, salt: str = "") -> list[State]:
    """Some states of the random game of a case that are not over, the first one among them."""
    states = walk(case).states[:-1]
    return [states[0], *Random(f"{case}{salt}").sample(states, min(count - 1, len(states)))]


def check_refusal(refusal: IllegalMove, state: State) -> None:
    """A refusal names a rule of the game or one of all games, and says it in a sentence."""
    assert RULE.fullmatch(refusal.rule), refusal.rule
    assert refusal.rule[0] in {"G", state.over_rule[0]}, refusal.rule
    sentence = str(refusal)
    assert sentence[0].isupper() or not sentence[0].isalpha(), sentence
    assert sentence[-1] in ".?!", sentence
    assert len(sentence) <= 400, sentence


# ---------------------------------------------------------------------- states along a random game


@every_case
def test_a_state_waits_for_one_seat_or_chance_or_nothing(case: Case) -> None:
    for state in walk(case).states:
        assert [state.seat is not None, state.is_chance, state.is_over].count(True) == 1
        assert bool(state.moves()) == (state.seat is not None), "a decision node offers a move, other nodes none"
        assert bool(state.outcomes()) == state.is_chance
        assert state.seat is None or state.seat in range(case.seats)
        assert state.turn is None or state.turn in range(case.seats)
        assert state.seat is None or state.turn == state.seat
        assert not state.is_over or state.turn is None
        assert re.fullmatch("[a-z]+", state.phase)
        assert (state.phase == "over") == state.is_over
        assert state.seats == case.seats
        assert GAMES[state.game].version == state.rules
        assert state.game == case.game


@every_case
def test_moves_come_once_each_in_a_fixed_order_and_play(case: Case) -> None:
    random = Random(str(case))
    for state in walk(case).states[:-1]:
        moves = list(state.moves())
        assert moves == list(state.moves())
        assert len(set(moves)) == len(moves)
        for move in random.sample(moves, min(3, len(moves))):
            assert state.play(move) != state


@every_case
def test_chance_has_each_outcome_once_and_odds_that_sum_to_one(case: Case) -> None:
    for state in walk(case).states:
        outcomes = state.outcomes()
        assert len({action for action, _ in outcomes}) == len(outcomes)
        assert all(0 < odds <= 1 for _, odds in outcomes)
        assert not outcomes or math.isclose(sum(odds for _, odds in outcomes), 1)


@every_case
def test_playing_leaves_the_old_state_as_it_was(case: Case) -> None:
    for state in moments(case, 8):
        before, key = look(state), hash(state)
        actions = list(state.moves()) or [action for action, _ in state.outcomes()]
        for action in [*actions[:20], Drop(0), AgreeDraw()]:
            state.play(action)
        assert (look(state), hash(state)) == (before, key)


@every_game
def test_a_hash_is_computed_once(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = play_until_decision(game.start(game.seats[0]))
    first = hash(state)
    monkeypatch.setattr(type(state), "_key", lambda _: pytest.fail("computed again"))
    assert hash(state) == first
    monkeypatch.undo()
    assert hash(state.play(state.moves()[0])) != first, "the next state does not take it over"


@pytest.mark.slow
@every_case
def test_canonical_texts_are_read_back_as_the_same_action(case: Case) -> None:
    random = Random(str(case))
    for state in walk(case).states[:-1]:
        actions = list(state.moves()) or [action for action, _ in state.outcomes()]
        for action in random.sample(actions, min(5, len(actions))):
            text = str(action)
            assert text == " ".join(text.split())
            for typed in (text, text.lower(), text.upper(), f"  {text.replace(' ', '   ')} "):
                assert state.parse(typed) == action, typed
                assert hash(state.parse(typed)) == hash(action)
            if not state.is_chance:
                assert state.play_text(text) == state.play(action)


@every_case
def test_scores_and_winners(case: Case) -> None:
    *running, end = walk(case).states
    for state in running:
        assert len(state.scores) == case.seats
        assert all(type(score) is int for score in state.scores)
        assert state.winners is None
    assert len(end.scores) == case.seats
    assert end.winners is not None
    assert list(end.winners) == sorted(set(end.winners) & set(range(case.seats)))
    best = max(end.scores)
    assert all(end.scores[seat] == best for seat in end.winners)


@pytest.mark.slow
@every_case
def test_a_state_has_no_reference_to_those_before_it(case: Case) -> None:
    states = walk(case).states
    before = {id(state) for state in states[:-1]}
    seen, waiting = set[int](), [states[-1]]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen and not isinstance(thing, type | ModuleType | FunctionType | MethodType):
            seen.add(id(thing))
            assert id(thing) not in before
            waiting += gc.get_referents(thing)


@pytest.mark.slow
@every_case
def test_redealt_states_look_the_same_and_can_be_played_to_the_end(case: Case) -> None:
    random = Random(str(case))
    for state in moments(case, 4, "redealt"):
        before = look(state)
        dealt = state.redealt(random)
        assert look(dealt) == before == look(state)
        assert dealt.redealt(random).seats == case.seats
        end = play_out(dealt, random).end
        assert end.winners is not None
        assert len(end.scores) == case.seats


# ---------------------------------------------------------------------- what is refused


@pytest.mark.slow
@every_case
def test_what_is_not_listed_is_refused_by_a_rule(case: Case) -> None:
    random, game = Random(str(case)), walk(case)
    pool: list[Any] = list({*game.actions, *(move for state in game.states for move in list(state.moves())[:40])})
    pool.sort(key=str)
    for state in [*moments(case, 12, "refused"), game.end]:
        listed = {*state.moves(), *(action for action, _ in state.outcomes())}
        for action in [*random.sample(pool, min(25, len(pool))), "no action at all", 7, None]:
            if action in listed:
                state.play(action)
            else:
                with pytest.raises(IllegalMove) as refusal:
                    state.play(action)
                check_refusal(refusal.value, state)


@pytest.mark.slow
@every_case
def test_text_is_played_whole_or_not_at_all(case: Case) -> None:
    game = walk(case)
    for start in range(0, len(game.actions), max(1, len(game.actions) // 12)):
        state = game.states[start]
        seat, last = state.seat, start
        if seat is None:
            with pytest.raises(IllegalMove):
                state.play_text(str(game.actions[start]))
            continue
        while last < min(start + 6, len(game.actions)) and game.states[last].seat == seat:
            last += 1
        text = " ".join(game.texts[start:last])
        assert state.play_text(text) == game.states[last]
        assert state.play_all(text)[1] == game.actions[start:last]
        before = look(state)
        for rubbish in ("xyzzy", "A1 A1 A1", "drop 0", "draw", ""):
            with pytest.raises(ValueError, match=r"."):
                state.play_text(f"{text} {rubbish}" if rubbish else "")
        if last < len(game.actions) and game.states[last].seat != seat:
            with pytest.raises(ValueError, match=r"."):
                state.play_text(f"{text} {game.texts[last]}")
        assert look(state) == before
    with pytest.raises(IllegalMove):
        game.end.play_text(game.texts[0])


@every_game
def test_text_that_means_nothing_gets_a_sentence(game: Game[Any]) -> None:
    cases: list[str] = [
        "",
        " ",
        "xyzzy",
        "?!",
        "Z",
        "0",
        "A0",
        "A1 A2 A3 A4 nonsense",
        "x" * 3000,
        "１",
        "É4 ß",
        "drop",
        "drop x",
    ]
    for text in cases:
        state = play_until_decision(game.start(game.seats[0]))
        with pytest.raises(ValueError, match=r"[.?!]$") as error:
            state.play_text(text)
        assert len(str(error.value)) <= 500, text


def play_until_decision(state: State) -> State:
    """The state at the next decision. Chance is sampled: in Land equal rolls for everybody would tie for ever."""
    random = Random("chance")
    while state.is_chance:
        state = state.play(random.choice(state.outcomes())[0])
    return state


# ---------------------------------------------------------------------- leaving and agreeing


@pytest.mark.slow
@every_case
def test_G1_a_seat_that_drops_decides_and_wins_no_more(case: Case) -> None:
    random = Random(f"{case} drop")
    for state in moments(case, 8, "drop"):
        left, texts = set(range(case.seats)), list[str]()
        start = state
        while len(left) > 1:
            seat = random.choice(sorted(left))
            assert state.parse(f"DROP  {seat}") == Drop(seat)
            texts.append(str(Drop(seat)))
            state = state.play(Drop(seat))
            left.discard(seat)
            assert state.left == tuple(sorted(left))
            assert state.seat in {None, *left}
            assert state.is_over or len(left) > 1
            if not state.is_over:
                with pytest.raises(IllegalMove) as refusal:
                    state.play(Drop(seat))
                assert refusal.value.rule == "G1"
                rest = play_out(state, random)
                assert all(step.seat in {None, *left} for step in rest.states)
                assert set(rest.end.winners or ()) <= left
                assert len(rest.end.scores) == case.seats
            if state.is_over:
                break
        assert state.is_over
        assert len(left) > 1 or state.winners == tuple(left)
        assert start.dropped == frozenset()


@every_case
def test_G1_refuses_seats_that_there_are_not(case: Case) -> None:
    for seat in (-1, case.seats, 99):
        with pytest.raises(IllegalMove) as refusal:
            case.start().play(Drop(seat))
        assert refusal.value.rule == "G1"
        check_refusal(refusal.value, case.start())


@every_case
def test_G2_a_draw_is_shared_by_all_that_are_left(case: Case) -> None:
    for state in moments(case, 6, "draw"):
        assert state.parse(" Draw ") == AgreeDraw()
        end = state.play(AgreeDraw())
        assert (end.is_over, end.phase, end.seat, end.turn) == (True, "over", None, None)
        assert end.winners == tuple(range(case.seats))
        if case.seats > 2:
            some_left = state.play(Drop(1))
            if not some_left.is_over:
                assert some_left.play(AgreeDraw()).winners == tuple(seat for seat in range(case.seats) if seat != 1)


@every_case
def test_G1_and_G2_are_refused_when_the_game_is_over(case: Case) -> None:
    for end in (walk(case).end, case.start().play(AgreeDraw())):
        for action, rule in ((Drop(0), "G1"), (AgreeDraw(), "G2")):
            with pytest.raises(IllegalMove) as refusal:
                end.play(action)
            assert refusal.value.rule == rule
            check_refusal(refusal.value, end)


# ---------------------------------------------------------------------- records


@pytest.mark.slow
@every_case
def test_a_record_replays_to_an_equal_state_after_json(case: Case) -> None:
    game = walk(case)
    record = case.record(game.texts)
    assert set(record.options) == set(GAMES[case.game].Options.model_fields), "defaults are filled in"
    assert record.setup == game.end.setup
    again = Record.model_validate_json(record.model_dump_json())
    assert again == record
    states = again.states()
    assert again.replay() == game.end
    for ours, theirs in zip(states, game.states, strict=True):
        assert ours == theirs
        assert hash(ours) == hash(theirs)
        assert look(ours) == look(theirs)
    assert all(one != next_one for one, next_one in pairwise(states))


@every_case
def test_a_record_with_drops_and_draws_replays_too(case: Case) -> None:
    random = Random(f"{case} record")
    for moment in (0, len(walk(case).actions) // 2):
        state, texts = walk(case).states[moment], walk(case).texts[:moment]
        state = state.play(Drop(case.seats - 1))
        texts.append(f"drop {case.seats - 1}")
        if not state.is_over:
            rest = play_out(state, random)
            state, texts = rest.states[len(rest.actions) // 2], texts + rest.texts[: len(rest.actions) // 2]
            state = state.play(AgreeDraw())
            texts.append("draw")
        replayed = case.record(texts).replay()
        assert replayed == state
        assert replayed.winners == state.winners


@every_case
def test_the_set_up_is_json_and_wins_over_the_options(case: Case) -> None:
    start = case.start()
    setup = json.loads(json.dumps(dict(start.setup)))
    assert setup == start.setup
    if setup:
        other = GAMES[case.game].start(case.seats, None, setup)
        assert other.setup == start.setup


@every_game
def test_a_record_that_does_not_fit_says_where(game: Game[Any]) -> None:
    case = Case(game.name, game.seats[0], ())
    good = walk(case).texts[:3]
    for bad in ("xyzzy", "drop 99"):
        with pytest.raises(IllegalMove) as refusal:
            Record(game=game.name, rules=game.version, seats=case.seats, actions=[*good, bad, "draw"]).replay()
        assert refusal.value.position == 3
        assert bad in str(refusal.value)
    with pytest.raises(IllegalMove) as refusal:
        Record(game=game.name, rules=game.version, seats=case.seats, actions=["draw", good[0]]).replay()
    assert refusal.value.position == 1


# ---------------------------------------------------------------------- the description of a game


@every_game
def test_options_are_described_bounded_and_closed(game: Game[Any]) -> None:
    for name, field in game.Options.model_fields.items():
        assert re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name), "the name becomes that of a command's option"
        assert field.description is not None
        assert 1 <= len(field.description) <= 100, "the description becomes that of a command's option"
        assert not field.is_required()
    with pytest.raises(ValidationError):
        game.start(game.seats[0], {"no_such_option": 1})
    for name in game.Options.model_fields:
        with pytest.raises(ValidationError):
            game.start(game.seats[0], {name: "no such value"})
        with pytest.raises(ValidationError):
            game.start(game.seats[0], {name: -1})


@every_game
def test_a_game_starts_for_its_numbers_of_seats_only(game: Game[Any]) -> None:
    for seats in (-1, 0, 1, game.seats[-1] + 1, True):
        with pytest.raises(ValueError, match="players"):
            game.start(seats)
    for seats in game.seats:
        assert game.start(seats) == game.start(seats, game.Options()) == game.start(seats, {}, {})
    with pytest.raises(ValueError, match=r"."):
        game.start(game.seats[0], None, {"no such set-up": 1})


def test_records_of_unknown_games_and_rules_versions_are_refused() -> None:
    with pytest.raises(ValidationError, match="no game called"):
        Record(game="chess", seats=2)
    for name in GAMES:
        with pytest.raises(ValidationError, match="version 99"):
            Record(game=name, seats=2, rules=99)


@pytest.mark.slow
def test_the_order_of_moves_and_the_set_up_do_not_depend_on_the_process() -> None:
    """Strings have other hashes in each process, so sets of them another order. A random map (L3) is part of a set-up."""
    command = [sys.executable, "-m", "tests.programs.game_digests"]
    environment = {**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, timeout=DIGESTED, text=True)
    digests = done.stdout.splitlines(keepends=True)
    assert len(digests) == len(CASES) + sum(len({game.seats[0], game.seats[-1]}) for game in GAMES.values())
    assert digests == [*digest_games(), *digest_set_ups()]
