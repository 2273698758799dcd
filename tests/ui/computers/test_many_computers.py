"""Many games against computers at once, workers that are killed while they think, and tiles that nobody has seen."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.scheduler import scheduler
from bot.storage.queries.seats.players import Seated
from bot.usecases import queries
from bot.usecases.computers import moves as computer_module
from bot.usecases.computers.moves import MOVE
from bot.usecases.computers.seats import make_computers
from bot.workers import Lane
from bot.workers.jobs import ComputerMove
from players.turns import hint, turn
from rules import GAMES, Record
from tests.ui.computer_world import bot_of, rows, think_here
from tests.ui.world import world
from tests.waiting import limited

WAITING = 7
"""Games that wait for their computers: more than the tasks that run at the same time."""


def computers_first(players: Sequence[Seated]) -> list[Seated]:
    """Deals the first seats to computers."""
    return sorted(players, key=lambda player: player.holder == "member")


async def test_a_queue_of_games_is_worked_off_and_each_computer_moves_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_module, "THINKING", 0.05)
    monkeypatch.setattr(computer_module, "SHORTEST", 0.01)
    monkeypatch.setattr(computer_module, "ROUND", 0.07)
    monkeypatch.setattr(scheduler, "TASKS_AT_ONCE", WAITING - 2)
    async with world(tmp_path, presses_at_once=1000) as w:
        workers = think_here(w)
        w.app.context.deal = computers_first
        with monkeypatch.context() as patch:
            patch.setattr(scheduler, "QUICK_TASKS", ())
            for _ in range(WAITING):
                await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), width=4, height=4)
        assert not workers.jobs
        w.app.context.schedule.wake()
        async with limited("the first move of every game"):
            while not all([await w.log(game) for game in range(1, WAITING + 1)]):
                await w.env.advance_time(0.1)
        assert [len(await w.log(game)) for game in range(1, WAITING + 1)] == [1] * WAITING
        moves = [job for job in workers.jobs if isinstance(job, ComputerMove)]
        assert len(moves) == WAITING
        assert moves[0].thinking == computer_module.SHORTEST
        assert moves[-1].thinking > computer_module.SHORTEST, "the fewer wait, the longer each thinks"


@pytest.mark.full
async def test_a_worker_that_is_killed_while_it_thinks_costs_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real processes: the first of them is killed over the first move."""
    killed = list[int]()
    async with world(tmp_path, processes=True) as w:
        run = w.app.workers.run

        async def deadly(job: Any, member: int) -> Any:
            if isinstance(job, ComputerMove) and not killed:
                killed.extend(w.app.workers.pids(Lane.PLAYERS))
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)
            return await run(job, member)

        monkeypatch.setattr(w.app.workers, "run", deadly)
        await run(ComputerMove(Record(game="pastures", seats=2).model_dump_json(), 1, 0.01, 1), 0)
        await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), width=4, height=4, level=1)
        for _ in range(2):
            row = await queries.read_row(w.app.context, 1)
            assert row.seat == row.seat_of(w.ada.id)
            await w.ada.slash(w.channel, "move", move=str((await w.state(1)).moves()[0]))
        assert killed
        seats = [row.seat for row in (await queries.read_log(w.app.context, 1)).rows]
        assert all(one != other for one, other in pairwise(seats)), "nobody moved twice"


async def test_a_job_that_fails_every_time_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        workers = think_here(w)
        workers.trouble = 10**9
        w.app.context.deal = computers_first
        await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), width=4, height=4)
        await w.env.advance_time(60)
        assert await w.log(1) == []
        [row] = await rows(w, MOVE)
        assert row.attempts >= 2


def test_neither_a_turn_nor_a_hint_depends_on_what_is_hidden() -> None:
    """The bag and the tiles that lie face down may be any that agree with what was shown."""
    dice = random.Random(7)
    state = GAMES["nomads"].start(3)
    for _ in range(60):
        while state.is_chance:
            state = state.play(dice.choices(*zip(*state.outcomes(), strict=True))[0])
        if state.is_over or state.phase == "attack":
            break
        state = state.play(dice.choice(list(state.moves())))
    while state.is_chance:
        state = state.play(dice.choices(*zip(*state.outcomes(), strict=True))[0])
    others = [state.redealt(random.Random(seed)) for seed in range(3)]
    assert {tuple(map(str, turn(other, 5, 20, 1))) for other in [state, *others]} == {tuple(map(str, turn(state, 5, 20, 1)))}
    assert {tuple(map(str, hint(other, 40).moves)) for other in others} == {tuple(map(str, hint(state, 40).moves))}


def test_computers_of_a_game_have_names_of_their_own() -> None:
    assert [made.name for made in make_computers(2, 4, ["FLINT", "Ada"])] == ["Cedar", "Boulder"], "no member's name either"
    many = [made.name for made in make_computers(20, 4, ["Lynx"])]
    assert len({*many, "Lynx"}) == 21
    assert [made.name for made in make_computers(3, 4)] == ["Flint", "Cedar", "Boulder"]
