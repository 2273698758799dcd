"""Two tabs and the panel play the same turn: one move counts, and the others get a notice."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot.web.actions import REPEATED
from tests.ui.world import World, controls, said
from tests.web.browserless import Answer, PagesOfWorld

ORDERS = [*permutations(("tab", "other tab", "panel"))]


async def open_panel(w: World, mover: Any) -> tuple[Any, Any]:
    """Choose a square in the panel. Return the panel and the button that plays."""
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    panel = (await mover.click(panel, custom_id=controls(panel)[0]["custom_id"])).response
    sends = [control for control in controls(panel) if control.get("style") == 3]
    while not sends:
        panel = (await mover.click(panel, custom_id=controls(panel)[0]["custom_id"])).response
        sends = [control for control in controls(panel) if control.get("style") == 3]
    return panel, sends[0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
async def test_of_two_tabs_and_the_panel_one_move_counts_and_the_others_are_told(site: PagesOfWorld, order: Any) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    tabs = {"tab": "D4 F", "other tab": "C3 W"}
    tokens = {name: await site.enter(mover, game) for name in tabs}
    version = (await site.get("game", tokens["tab"])).data["version"]
    panel, send = await open_panel(site.w, mover)

    answers: dict[str, Any] = {}
    for name in order:
        if name == "panel":
            try:
                answers[name] = (await mover.click(panel, custom_id=send["custom_id"])).response
            except SetupError:  # the next board is posted, and the panel has nothing more to press
                answers[name] = None
        else:
            answers[name] = await site.play(tokens[name], tabs[name], version)
    await site.settle()

    first, *others = order
    assert len(await site.w.log(game)) == 1
    assert len(site.w.boards()) == 2, "one board for the one move"
    for name in others:
        if name == "panel":
            assert answers[name] is None or "not your turn now" in said(answers[name])
        else:
            assert answers[name].status == 409
            assert answers[name].error.startswith("The game has moved on since you opened this.")
    if first == "panel":
        assert "Done:" in said(answers[first])
    else:
        assert answers[first].data == {"told": ""}
        assert await site.w.log(game) == [tabs[first]]


async def test_of_many_tabs_at_the_same_moment_one_move_counts(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    moves = ["A1 F", "B2 W", "C3 P", "D4 F", "A4 W", "D1 P"]
    tokens = [await site.enter(mover, game) for _ in moves]
    answers = await asyncio.gather(*(site.play(token, move, 0) for token, move in zip(tokens, moves, strict=True)))
    await site.settle()
    counted = [move for move, answer in zip(moves, answers, strict=True) if answer.status == 200]
    assert await site.w.log(game) == counted
    assert len(counted) == 1
    assert {answer.status for answer in answers} == {200, 409}
    assert len(site.w.boards()) == 2


@pytest.mark.parametrize("together", [True, False])
async def test_a_press_that_arrives_twice_plays_once(site: PagesOfWorld, *, together: bool) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token = await site.enter(mover, game)

    def press() -> Any:
        return site.play(token, "A1 F", 0, once=12345)

    answers: list[Answer] = [*await asyncio.gather(press(), press())] if together else [await press(), await press()]
    await site.settle()
    assert sorted(answer.data["told"] for answer in answers) == ["", REPEATED]
    assert await site.w.log(game) == ["A1 F"]
    assert len(site.w.boards()) == 2
