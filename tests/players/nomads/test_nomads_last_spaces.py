"""The last turns of the computer player of Nomads: what it expects is what the rules lead to, and it sees nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from players import PLAYERS, Budget
from players.nomads.last_spaces import LEAD, SPACES_LEFT, LastTurns, board_of, ideas, likely_bag, move_of
from rules.core import Action
from rules.nomads import KINDS, NOMADS, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from tests.players.nomads.nomads_ends import best_end, share_of
from tests.positions import choose_kind_first
from tests.sampling import Sample

PLAYER = PLAYERS["nomads"]
ENOUGH = 1_000_000


MIXED = {"desert": 18, "mountain": 18, "grass": 20, "city": 5, "oasis": 3, "treasure": 3}
BARE = {"mountain": 57, "city": 5, "desert": 2, "treasure": 3}
"""Without grass and with few deserts there are few roads, so that the oracle is soon done."""


def few_left(left: dict[str, int], seats: int, spaces: int, seed: int, laid: dict[str, int] = MIXED) -> NomadsState:
    """A position with so many spaces left, no tile face down, and in the bag just what is given.

    All tiles were discovered, in a random order, and three treasures with them.
    """
    random = Random(seed)
    laid = {**laid, "mountain": laid["mountain"] - spaces}
    bag = {kind: laid.get(kind, 0) + left.get(kind, 0) for kind in KINDS}
    state: NomadsState = NOMADS.start(seats, {}, {"bag": bag})
    kinds = [kind for kind, count in laid.items() for _ in range(count)]
    random.shuffle(kinds)
    for kind in kinds:
        square = random.choice(state.empty)
        state = state.play(Discover(square))
        state = state.play(state.parse(f"draw {kind}"))
    assert len(state.empty) == spaces
    return state


class Oracle:
    """The worth of positions near the end, slow and obvious: by the rules' own moves, outcomes and answers."""

    def __init__(self) -> None:
        self.known: dict[NomadsState, tuple[float, ...]] = {}

    def look(self, state: NomadsState) -> tuple[float, ...]:
        """Each seat's share and a little of its lead, to expect if all play for themselves."""
        if state not in self.known:
            self.known[state] = self._look(state)
        return self.known[state]

    def _look(self, state: NomadsState) -> tuple[float, ...]:
        seats = range(state.seats)
        if state.is_over or state.phase == "attack":
            end = best_end(state)
            mean = [sum(end.scores[other] for other in seats if other != seat) / (state.seats - 1) for seat in seats]
            return tuple(share_of(end, seat) + LEAD * (end.scores[seat] - mean[seat]) for seat in seats)
        if state.is_chance:
            parts = [(odds, self.look(state.play(outcome))) for outcome, odds in state.outcomes()]
            return tuple(sum(odds * part[seat] for odds, part in parts) for seat in seats)
        seat = state.seat or 0
        return max((self.look(state.play(move)) for move in state.moves()), key=lambda worth: worth[seat])


def found(state: NomadsState) -> tuple[Action, float]:
    """The move that the search finds, and what it expects of it for the seat in turn."""
    board = board_of(state, Random(1))
    idea, outlook = LastTurns(Budget(work=ENOUGH)).best(board)
    return move_of(idea, board), outlook[board.turn] + LEAD * outlook[board.turn + state.seats]


ONE_LEFT = [
    ({"desert": 9, "barbarian": 4}, 2), ({"desert": 7, "city": 3, "barbarian": 4}, 2), ({"grass": 9, "barbarian": 4}, 3),
    ({"desert": 9, "treasure": 1, "barbarian": 4}, 2), ({"mountain": 7, "city": 2, "barbarian": 4}, 4),
]  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(("left", "seats"), ONE_LEFT)
@pytest.mark.parametrize("seed", range(3))
def test_with_one_space_left_it_expects_exactly_what_the_rules_lead_to(left: dict[str, int], seats: int, seed: int) -> None:
    state = few_left(left, seats, 1, seed)
    oracle = Oracle()
    move, expected = found(state)
    assert expected == pytest.approx(oracle.look(state)[seat_of(state)])
    assert oracle.look(state.play(move))[seat_of(state)] == pytest.approx(expected)


def seat_of(state: NomadsState) -> int:
    assert state.seat is not None
    return state.seat


def test_with_two_spaces_left_it_gives_nothing_away() -> None:
    state = few_left({"desert": 12, "barbarian": 3}, 2, 2, 1, BARE)
    oracle = Oracle()
    move, expected = found(state)
    best = oracle.look(state)[seat_of(state)]
    assert oracle.look(state.play(move))[seat_of(state)] == pytest.approx(best, abs=0.01)
    assert expected == pytest.approx(best, abs=0.01)


def test_with_one_space_left_it_draws_no_band_upon_its_only_city_and_takes_that_risk_where_it_needs_the_points() -> None:
    shunned, taken = 0, 0
    for seed in range(3, 6):
        state = few_left({"desert": 12, "barbarian": 12}, 2, 1, seed, BARE)
        seat, oracle = seat_of(state), Oracle()
        worths = {move: oracle.look(state.play(move))[seat] for move in state.moves()}
        risk = max(worth for move, worth in worths.items() if isinstance(move, Discover | Activate))
        calm = max(worth for move, worth in worths.items() if isinstance(move, Road | FoundCity))
        discovery = max(worth for move, worth in worths.items() if isinstance(move, Discover))
        move = PLAYER.choose(state, level=5, work=ENOUGH, random=Random(1))
        assert worths[move] == pytest.approx(max(worths.values()))
        shunned += discovery < max(worths.values()) - 0.3
        taken += calm < risk - 0.3
    assert shunned > 1
    assert taken > 1


def last_decisions(games: int) -> Iterator[NomadsState]:
    """The turns and choices of random games with few spaces left, of which at least one tile lies face down."""
    for seed in range(games):
        random = Random(seed)
        state: NomadsState = NOMADS.start(3)
        while not state.is_over:
            if state.phase in ("turn", "choice") and len(state.empty) <= SPACES_LEFT and state.face_down:
                yield state
            state = state.play(choose_kind_first(state, random))


def test_near_the_end_it_sees_nothing_that_is_hidden(sample: Sample) -> None:
    for state in sample(last_decisions(1), 8):
        others = [state.redealt(Random(seed)) for seed in (5, 6)]
        assert {each.in_bag for each in others} == {state.in_bag}
        for each in others:
            assert PLAYER.choose(each, level=5, work=60, random=Random(1)) == PLAYER.choose(
                state, level=5, work=60, random=Random(1)
            )
            if state.phase == "turn":
                assert likely_bag(each, Random(1)) == likely_bag(state, Random(1))
                assert PLAYER.shares(each, work=60, random=Random(1)) == PLAYER.shares(state, work=60, random=Random(1))


def test_what_is_likely_in_the_bag_adds_up_and_agrees_with_what_was_seen(sample: Sample) -> None:
    checked = 0
    for state in last_decisions(10 if sample.is_full else 3):
        if state.phase == "turn":
            bag = likely_bag(state, Random(1))
            assert sum(bag) == state.in_bag
            assert all(count <= unseen for count, unseen in zip(bag, state.unseen.values(), strict=True))
            checked += 1
    assert checked > (10 if sample.is_full else 3)


def test_near_the_end_it_keeps_to_its_work_and_more_work_looks_further() -> None:
    for state in last_decisions(1):
        if state.phase == "turn":
            quick, long = Budget(work=200), Budget(work=400)
            for budget in (quick, long):
                LastTurns(budget).best(board_of(state, Random(1)))
            rough = len(list(ideas(board_of(state, Random(1))))) * (len(KINDS) + 1)
            assert quick.used <= max(200, rough)
            assert quick.used <= long.used <= max(400, rough)


def test_near_the_end_the_shares_are_what_its_best_move_leads_to() -> None:
    state = few_left({"desert": 7, "city": 3, "barbarian": 4}, 2, 1, 1)
    oracle = Oracle()
    shares = PLAYER.shares(state, work=ENOUGH, random=Random(1))
    assert shares[seat_of(state)] == pytest.approx(oracle.look(state)[seat_of(state)], abs=100 * LEAD)
    assert sum(shares) <= 1 + 1e-9
