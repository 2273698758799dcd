"""A fifth game, in two versions of its rules, from the command to the last board: found by name and version everywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import render.games
from bot.panels import panel_of
from bot.ui.framework import texts
from bot.workers.job import Job
from bot.workers.pool import Workers
from render import Step, View, picture, renderer_of
from render.games.base import Renderer
from rules import Drop
from rules.registry import registered
from tests.stones import NEW_STONES, STONES, Begin, StonesState
from tests.ui.world import World, said, world


class StonesRenderer(Renderer[StonesState]):
    """Stones in grey on black; the description says by which rules."""

    def draw(self, state: StonesState, view: View) -> Image.Image:
        image = Image.new("P", (1024, 64))
        image.putpalette([0, 0, 0, 160, 160, 160])
        image.paste(1, (0, 0, 30 * state.heap, 64))
        return image

    def alt(self, state: StonesState, view: View) -> str:
        turn = "The game is over." if state.seat is None else f"{view.names[state.seat]}’s turn."
        return f"Stones by the old rules. {turn} {state.heap} stones."

    def say(self, step: Step, names: Sequence[str]) -> str:
        if isinstance(step.action, Drop | Begin) or step.before.seat is None:
            return ""
        return f"{names[step.before.seat]}: {step.action}."


class NewStonesRenderer(StonesRenderer):
    """The same by version 2 of the rules."""

    def alt(self, state: StonesState, view: View) -> str:
        return super().alt(state, view).replace("old", "new")


async def here(_pool: Workers, job: Job[Any], member: int) -> Any:
    """The result of a job without a worker process, which would not know Stones."""
    return job.run()


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose bot knows Stones, by version 1 of its rules."""
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 1), StonesRenderer())
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 2), NewStonesRenderer())
    monkeypatch.setattr(Workers, "run", here)
    usual = texts.guide
    monkeypatch.setattr(texts, "guide", lambda kind: "Take the last stone." if kind == "stones" else usual(kind))
    with registered(STONES):
        async with world(tmp_path) as made:
            yield made


async def start(w: World) -> int:
    """A game of Stones with five stones, of Ada and Björn; its number."""
    await w.ada.slash(w.channel, "newgame stones", seats=2, heap=5)
    await w.björn.click(w.channel.last_message, label="Join")
    return int(said(w.boards()[-1]).split("game #")[1].split()[0])


async def press(w: World, game: int, label: str) -> str:
    """The player to move opens the panel and presses a button; what the board says then."""
    mover, _ = await w.turns(game)
    board = next(board for board in reversed(w.boards()) if f"#{game}" in said(board))
    panel = (await mover.click(board, label="Play")).response
    await mover.click(panel, label=label)
    board = next(board for board in reversed(w.boards()) if f"#{game}" in said(board))
    return f"{said(board)}\n{board.attachments[0].description}"


async def test_two_versions_of_a_fifth_game_are_played_side_by_side_with_pictures_and_panels(w: World) -> None:
    old = await start(w)
    with registered(NEW_STONES):
        await w.restart()
        new = await start(w)
        assert [(await w.state(game)).rules for game in (old, new)] == [1, 2]
        for game, rules in ((old, "old"), (new, "new")):
            assert f"Stones by the {rules} rules." in await press(w, game, "3")
        await w.restart()
        for game in (new, old):
            last, other = await w.turns(game)
            told = await press(w, game, "2")
            winner = other if game == new else last
            assert f"**{winner.name}** wins" in told
            assert "The game is over. 0 stones." in told
        assert [(await w.state(game)).is_over for game in (old, new)] == [True, True]


def test_pictures_and_panels_are_found_by_game_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 1), StonesRenderer())
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 2), NewStonesRenderer())
    with registered(STONES, NEW_STONES):
        for game, rules in ((STONES, "old"), (NEW_STONES, "new")):
            state = game.start(2).play(Begin(1))
            assert picture(state, View(("Ada", "Björn"))).alt == f"Stones by the {rules} rules. Björn’s turn. 9 stones."
            panel = panel_of("stones", game.version).build(state, 1, {})
            assert [button.label for row in panel.rows for button in row if hasattr(button, "label")][:3]
        assert renderer_of("stones", 1) is not renderer_of("stones", 2)
