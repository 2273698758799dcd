"""Plays random games of Nomads together with the slow oracle, and compares both at every step."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rules.nomads import KINDS, NOMADS, NomadsState
from rules.nomads.grid import CORNERS, SPIRALS, SQUARES, number
from rules.nomads.hidden import OpenDraw, count_barred
from rules.squares import Square
from tests.rules.nomads.nomads_oracle import Oracle, spiral

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"entry": "H8", "frontier": "closed"},
    {"entry": "random", "tribute": 8},
    {"entry": "A8", "tiles": "gentle", "tribute": 20},
    {"entry": "H1", "frontier": "closed", "tiles": "gentle"},
)


def step(state: NomadsState, random: Random) -> str:
    """One action at random, as text; at chance by its odds."""
    if state.is_chance:
        outcomes = state.outcomes()
        return str(random.choices([outcome for outcome, _ in outcomes], [odds for _, odds in outcomes])[0])
    moves = state.moves()
    # Chooses the kind of move first: among all moves, roads and activations are few and would almost never be played.
    kinds = sorted({str(move).split()[0] for move in moves})
    kind = random.choice(kinds)
    return str(random.choice([move for move in moves if str(move).startswith(kind)]))


def test_N1_the_spiral_is_that_of_the_oracle() -> None:
    for corner in CORNERS:
        path = SPIRALS[number(Square.read(corner))]
        assert [str(SQUARES[space]) for space in path] == spiral(corner), corner


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())) or "defaults")
@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_go_as_the_oracle_tells(seats: int, options: dict[str, object]) -> None:
    random = Random(f"{seats} {options}")
    state = NOMADS.start(seats, options)
    oracle = Oracle(
        seats,
        state.setup["bag"],
        entry=state.options.entry,
        frontier=state.options.frontier,
        tribute=state.options.tribute,
    )
    while oracle.wants is not None:
        wants = oracle.wants
        assert (state.phase, state.seat) == (wants.phase, wants.seat)
        assert {str(move) for move in state.moves()} == wants.moves
        assert len(state.moves()) == len(wants.moves)
        assert {str(outcome) for outcome, _ in state.outcomes()} == set(wants.odds)
        assert all(odds == pytest.approx(float(wants.odds[str(outcome)])) for outcome, odds in state.outcomes())
        text = step(state, random)
        state = state.play(state.parse(text))
        oracle.play(text)
        assert state.scores == tuple(oracle.points)
        assert state.treasures == tuple(oracle.treasures)
        assert state.barbarians == tuple(oracle.barbarians)
        seen = {str(square): (tile.kind, tile.owner, tile.road, tile.face_down) for square, tile in state.tiles.items()}
        assert seen == {
            space: (None, None, False, True) if lying.down else (lying.kind, lying.owner, lying.road, False)
            for space, lying in oracle.board.items()
        }
    assert state.is_over
    assert state.winners == oracle.winners


@pytest.mark.sample(2)
@pytest.mark.parametrize("seats", range(2, 7))
def test_no_tile_is_ever_lost_or_made(seats: int) -> None:
    """No tile is lost: bag, board, hands and removed tiles together are the first bag and two tiles for each seat."""
    random = Random(seats)
    state = NOMADS.start(seats, {"tribute": 12, "entry": "random"})
    whole = dict(state.setup["bag"])
    whole["city"] += seats
    whole["barbarian"] += seats
    dropped = False
    while not state.is_over:
        found = {kind: state.unseen[kind] + state.spent[kind] + state.drawn.count(kind) for kind in KINDS}
        for tile in state.tiles.values():
            if tile.kind is not None:
                found[tile.kind] += 1
        found["city"] += sum(state.cities_in_hand)
        found["treasure"] += sum(state.treasures)
        found["barbarian"] += sum(state.barbarians)
        assert found == whole
        assert state.in_bag + len(state.face_down) == sum(state.unseen.values())
        assert sum(odds for _, odds in state.outcomes()) == pytest.approx(1 if state.is_chance else 0)
        if seats > 3 and not dropped and state.phase == "choice":
            assert state.turn is not None
            state, dropped = state.play(state.parse(f"drop {state.turn}")), True
        else:
            state = state.play(state.parse(step(state, random)))


def brute_force_barred(shown: list[OpenDraw], kind: int) -> dict[int, int]:
    """For each n: how many tiles of ``kind`` players saw while the first n face-down tiles lay there, by definition."""
    most = {}
    for place in range(12):
        heights = [0]
        for index, (laid, drawn, _) in enumerate(shown):
            if laid > place:
                gone = sum(later.kept == kind for later in shown[index:])
                heights.append(drawn.count(kind) - gone)
        most[place] = max(heights)
    return most


def test_what_was_shown_bars_as_the_definition_says() -> None:
    random = Random(6)
    for _ in range(400):
        shown, laid = [], 0
        for _ in range(random.randint(0, 8)):
            laid += random.randint(0, 2)
            drawn = tuple(random.randrange(3) for _ in range(random.randint(1, 8)))
            shown.append(OpenDraw(laid, drawn, random.choice([None, *drawn])))
        for kind in range(3):
            bars = count_barred(shown, kind)
            assert [height for _, height in bars] == sorted((height for _, height in bars), reverse=True)
            for place, height in brute_force_barred(shown, kind).items():
                assert next((count for until, count in bars if until > place), 0) == height


def test_odds_are_exact_fractions_of_the_bag() -> None:
    state = NOMADS.start(2).play(NOMADS.start(2).parse("discover C4"))
    odds = {str(outcome): odds for outcome, odds in state.outcomes()}
    assert odds["draw desert"] == pytest.approx(float(Fraction(26, 96)))
