"""The real jobs of the workers give the same results as the same work in the bot's own process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.workers import Workers
from bot.workers.jobs import ComputerMove, DrawAnswer, Fairness, FinalCard, ReplayGif
from players import Budget, Player, turns
from players.estimates import Estimate
from render import Animation, renderer_of, replay_alt, replay_gif
from render.games.land.fairness import report
from rules import GAMES, Action, Record, State
from tests.rules.walks import Case, walk

NAMES = ("Ada", "Björn")


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """A pool."""
    made = Workers()
    yield made
    await made.close()


def record(game: str, actions: int | None = None) -> Record:
    """A game of random moves, to its end or to a number of actions."""
    played = walk(Case(game, 2, ()))
    start = played.states[0]
    options = start.options.model_dump(mode="json")
    return Record(game=game, seats=2, options=options, setup=dict(start.setup), actions=played.texts[:actions])


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_worker_draws_what_the_bot_would_draw_and_reckons_how_fair_games_of_land_were(
    game: str, workers: Workers
) -> None:
    played = record(game, 6)
    text = played.model_dump_json()
    made = await workers.run(ReplayGif(text, NAMES, "light"), 1)
    assert made == Animation(replay_gif(played, NAMES, "light"), replay_alt(played, NAMES))
    card = renderer_of(game, played.rules).card(played.states(), NAMES, "light")
    assert await workers.run(FinalCard(text, NAMES, "light"), 1) == card
    of_land = record("land")
    text = of_land.model_dump_json()
    assert await workers.run(Fairness((text, text)), 1) == (report(of_land.states()),) * 2


class Last(Player[State]):
    """Plays the last legal move at level 5, the first one below, and says how much it may think."""

    game = "pastures"

    def _choose(self, state: State, level: int, budget: Budget, random: Random) -> Action:
        return state.moves()[-1 if level == 5 else 0]

    def look(self, state: State, level: int, budget: Budget, random: Random) -> Estimate:
        return Estimate((0.25, 0.75) if state.seat == 0 else (0.75, 0.25), (0.0, 0.0), is_sure=True)


def test_a_computers_move_is_one_of_the_seat_that_decides_at_the_end_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PLAYERS", {"pastures": Last()})
    played = record("pastures", 7)
    moves = played.replay().moves()
    assert ComputerMove(played.model_dump_json(), 5, 0.1, 1).run() == (str(moves[-1]),)
    assert ComputerMove(played.model_dump_json(), 1, 0.1, 1).run() == (str(moves[0]),)
    with pytest.raises(ValueError, match="No seat decides"):
        ComputerMove(record("pastures").model_dump_json(), 1, 0.1, 1).run()


@pytest.mark.parametrize(("level", "agrees"), [(1, True), (5, False)])
def test_the_answer_to_a_draw_goes_by_the_seat_and_the_level(level: int, agrees: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Leader(Last):
        """Seat 1 is ahead at level 5, and behind below."""

        def look(self, state: State, level: int, budget: Budget, random: Random) -> Estimate:
            return Estimate((0.25, 0.75) if level == 5 else (0.75, 0.25), (0.0, 0.0), is_sure=True)

    monkeypatch.setattr(turns, "PLAYERS", {"pastures": Leader()})
    text = record("pastures", 7).model_dump_json()
    assert DrawAnswer(text, 1, level, 0.1).run() is agrees
    assert DrawAnswer(text, 0, level, 0.1).run() is not agrees
