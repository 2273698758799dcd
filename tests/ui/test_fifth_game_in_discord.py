"""A fifth game, in two versions of its rules, from the command to the last board: found by name and version everywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

import render.games
from bot.panels import panel_of
from bot.presentation import texts
from bot.process import client
from bot.ui import commands
from bot.usecases.computers import demos, lookbacks, takeover
from bot.usecases.context import User
from bot.usecases.play.change import Asker
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening, tables
from bot.workers.job import Job
from bot.workers.pool import Workers
from render import Step, View, picture, renderer_of
from render.games.base import Renderer
from render.text.describe import Position
from rules import Drop
from rules.registry import registered
from tests.stones import NEW_STONES, STONES, Begin, StonesState
from tests.ui.computer_world import bot_of
from tests.ui.world import World, confirm, labels, number_of, said, world


class StonesRenderer(Renderer[StonesState]):
    """Stones in grey on black; the description says by which rules."""

    def draw(self, state: StonesState, view: View) -> Image.Image:
        image = Image.new("P", (1024, 64))
        image.putpalette([0, 0, 0, 160, 160, 160])
        image.paste(1, (0, 0, 30 * state.heap, 64))
        return image

    def position(self, state: StonesState, view: View, names: Sequence[str]) -> Position:
        turn = "The game is over." if state.seat is None else f"{names[state.seat]}’s turn."
        return Position(f"Stones by the old rules. {turn}", (f"{state.heap} stones.",), (), "")

    def describe_step(self, step: Step, names: Sequence[str]) -> str:
        if isinstance(step.action, Drop | Begin) or step.before.seat is None:
            return ""
        return f"{names[step.before.seat]}: {step.action}."


class NewStonesRenderer(StonesRenderer):
    """The same by version 2 of the rules."""

    def position(self, state: StonesState, view: View, names: Sequence[str]) -> Position:
        told = super().position(state, view, names)
        return told._replace(turn=told.turn.replace("old", "new"))


async def here(_pool: Workers, job: Job[Any], member: int) -> Any:
    """The result of a job without a worker process, which would not know Stones."""
    return job.run()


@pytest.fixture(autouse=True)
def commands_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have commands that know the games of this moment."""
    monkeypatch.setattr(client, "make_commands", commands.make_commands.__wrapped__)


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose bot knows Stones, by version 1 of its rules."""
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 1), StonesRenderer())
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 2), NewStonesRenderer())
    monkeypatch.setattr(Workers, "run", here)
    usual = texts.read_guide
    monkeypatch.setattr(texts, "read_guide", lambda kind: "Take the last stone." if kind == "stones" else usual(kind))
    with registered(STONES):
        async with world(tmp_path) as made:
            yield made


async def start(w: World) -> int:
    """A game of Stones with five stones, of Ada and Björn; its number."""
    await w.ada.slash(w.channel, "newgame stones", seats=2, heap=5)
    await w.björn.click(w.channel.last_message, label="Join")
    return number_of(w.boards()[-1])


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
            assert "rules. The game is over." in told
            assert "0 stones." in told
        assert [(await w.state(game)).is_over for game in (old, new)] == [True, True]


async def test_a_game_without_a_computer_player_goes_all_the_way_by_the_public_commands(w: World) -> None:
    await w.ada.slash(w.channel, "newgame stones", seats=2, heap=5, pace="live")
    table = w.channel.last_message
    assert "computer" not in said(table).lower()
    assert "hints" not in said(table).lower()
    assert labels(table) == ["Join", "Leave", "Change…", "Rules", "Cancel"]
    choices = said((await w.ada.click(table, label="Change…")).response)
    assert "heap **5**" in choices
    assert "computer" not in choices.lower()
    assert "hints" not in choices.lower()
    await w.björn.click(table, label="Join")
    mover, other = await w.turns(1)
    board = (await mover.slash(w.channel, "board")).response
    assert "5 stones" in board.attachments[0].description
    assert "`take 1`" in said(board)
    await other.slash(w.channel, "premove", game=1)
    await mover.slash(w.channel, "move", move="take 3")
    assert "I have asked" in said((await mover.slash(w.channel, "draw", game=1)).response)
    assert "take 3" in said((await other.slash(w.channel, "history", game=1)).response)
    await other.slash(w.channel, "move", move="take 2")
    last = w.boards()[-1]
    assert f"**{other.name}** wins" in said(last)
    assert labels(last) == ["Rematch", "Replay", "Rules"]
    assert "Take the last stone." in said((await mover.click(last, label="Rules")).response)
    assert (await mover.click(last, label="Replay")).response.attachments[0].filename.endswith(".gif")
    assert (await mover.slash(w.channel, "export", game=1)).response.attachments
    await mover.click(last, label="Rematch")
    assert "computer" not in said(w.channel.last_message).lower()
    assert "Join" in labels(w.channel.last_message)


async def test_a_question_about_time_and_an_offered_seat_name_no_computer(w: World) -> None:
    await w.ada.slash(w.channel, "newgame stones", seats=2, heap=5, pace="live")
    await w.björn.click(w.channel.last_message, label="Join")
    mover, other = await w.turns(1)
    await confirm(mover, await mover.slash(w.channel, "substitute", game=1))
    assert labels(w.channel.last_message) == ["Take the seat", "Withdraw"]
    await mover.click(w.channel.last_message, label="Withdraw")
    await w.env.advance_time(12 * 60.0)
    asked = next(message for message in reversed(w.messages()) if "time is up" in said(message))
    assert labels(asked) == ["Win on time", "Ask for a substitute"]
    await confirm(other, await other.click(asked, label="Win on time"))
    assert (await w.state(1)).is_over


async def test_no_command_offers_a_computer_for_a_game_without_one_and_every_wrong_way_to_one_gets_a_sentence(w: World) -> None:
    tree = w.bot.tree
    newgame = tree.get_command("newgame")
    assert isinstance(newgame, discord.app_commands.Group)
    offered = {command.name: {each.name for each in command.parameters} for command in newgame.commands}
    assert offered["stones"] & {"computers", "level", "hints"} == set()
    assert {"computers", "level", "hints"} <= offered["land"]
    demo = tree.get_command("demo")
    assert isinstance(demo, discord.app_commands.Command)
    kinds = {str(choice.value) for choice in demo.get_parameter("game").choices}
    assert "land" in kinds
    assert "stones" not in kinds

    await start(w)
    mover, _ = await w.turns(1)
    context, guild, ada = w.app.context, w.guild.id, User(w.ada.id, "Ada")
    for command, values in (("hint", {}), ("substitute", {"member": bot_of(w)})):
        assert "No computer plays Stones yet" in said((await mover.slash(w.channel, command, game=1, **values)).response)
    for terms in ({"computers": 1}, {"hints": True}):
        with pytest.raises(Refusal, match="No computer plays Stones yet"):
            await opening.open_table(context, guild, w.channel.id, ada, "stones", {}, asked=terms)
    table = await opening.open_table(context, guild, w.channel.id, ada, "stones", {})
    for work in (
        tables.add_computer(context, guild, table.id, ada),
        demos.start(context, guild, w.channel.id, w.ada.id, "stones", 3),
        lookbacks.ask(context, guild, 1),
        takeover.ask(Asker(context, guild, 1, ada, 1), 0),
    ):
        with pytest.raises(Refusal, match="No computer plays Stones yet"):
            await work


async def test_the_bot_cannot_be_the_opponent_in_a_game_without_a_computer_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(render.games.RENDERERS, ("stones", 1), StonesRenderer())
    monkeypatch.setattr(texts, "read_guide", lambda _: "Take the last stone.")
    with registered(replace(STONES, seats=range(2, 3))):
        async with world(tmp_path) as w:
            answer = await w.ada.slash(w.channel, "newgame stones", opponent=bot_of(w))
            assert "No computer plays Stones yet" in said(answer.response)


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
