"""``/premove`` as players use it: the panel, in all games, through a restart; a fitting line plays, another one is reported."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.presentation.texts import PREMOVE_DROPPED
from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.play import lines
from rules import GAMES, State
from tests.sampling import Sample
from tests.ui.played import play_texts
from tests.ui.test_every_game import begin, turn_by_panel
from tests.ui.world import World, choose, controls, pressable, said, world

BACK = ("Back", "From the start", "Remove this branch", "Remove all", "Start over")


def forward(panel: Any) -> list[dict[str, Any]]:
    """What can be chosen in the panel, without the ways back."""
    return [
        part for part in controls(panel) if part.get("label") not in (*BACK, "Start over") and "premove" in part["custom_id"]
    ]


async def press(actor: Any, panel: Any, label: str) -> Any:
    """Press a button of the panel; return the panel as it is then."""
    return (await actor.click(panel, label=label)).response


async def test_branches_are_chosen_by_buttons_opened_removed_and_played_with_the_opponents_move_in_one_board(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await other.slash(w.channel, "premove")).response
    assert panel.flags.ephemeral
    assert f"If {mover.name} plays …" in said(panel)
    assert "Your turn" not in said(panel)
    panel = await press(other, panel, "A1")
    panel = await press(other, panel, "Forest")
    assert f"If {mover.name} plays a forest on A1, what do you play?" in said(panel)
    panel = await press(other, panel, "B2")
    panel = await press(other, panel, "Wasteland")
    assert "Saved: then you **play a wasteland on B2**" in said(panel)
    assert f"If {mover.name} plays a forest on A1, you play a wasteland on B2, and then {mover.name} plays …" in said(panel)
    await w.restart()
    panel = await press(other, panel, "From the start")
    assert f"- {mover.name} plays a forest on A1, you play a wasteland on B2" in said(panel)
    boards = len(w.boards())
    played = await mover.slash(w.channel, "move", move="a1 f")
    assert "forest on A1" in said(played.response)
    assert await w.log(game) == ["A1 F", "B2 W"]
    assert len(w.boards()) == boards + 1, "both moves come in one post"
    board = w.boards()[-1]
    assert f"**{mover.name}** planted a forest on A1" in said(board)
    assert f"**{other.name}** left a wasteland on B2" in said(board)
    assert [m.id for m in board.mentions] == [mover.id]
    assert not pressable(w.boards()[-2])

    assert "It is your turn" in said((await mover.slash(w.channel, "premove")).response)
    assert "not in this game" in said((await w.chidi.slash(w.channel, "premove", game=game)).response)
    panel = (await other.slash(w.channel, "premove")).response
    for there, back in (("C1", "D1"), ("C2", "D2")):
        for label in (there, "Mountain", back, "Forest", "From the start"):
            panel = await press(other, panel, label)
    assert "**So far:**" in said(panel)
    panel = await choose(other, panel, "Go on in a branch", "0")
    assert f"If {mover.name} plays a mountain on C1, you play a forest on D1, and then" in said(panel)
    panel = await press(other, panel, "Remove this branch")
    assert "C1" not in said(panel).split("So far:")[1]
    panel = await press(other, panel, "Remove all")
    assert "So far" not in said(panel)
    await mover.slash(w.channel, "move", move="c1 m")
    assert await w.log(game) == ["A1 F", "B2 W", "C1 M"]


async def test_an_answer_is_replaced_when_its_owner_says_so_and_dropped_when_it_does_not_fit(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await other.slash(w.channel, "premove")).response
    for label in ("A1", "Forest", "B1", "Wasteland", "Back", "C3", "Wasteland"):
        panel = await press(other, panel, label)
    assert "You have a premove for that already: **play a wasteland on B1**. Replace it?" in said(panel)
    assert [part["label"] for part in controls(panel)] == ["Replace it", "Leave it"]
    await w.restart()
    panel = await press(other, panel, "Leave it")
    assert f"If {mover.name} plays a forest on A1, what do you play?" in said(panel)
    for label in ("C3", "Wasteland"):
        panel = await press(other, panel, label)
    panel = await press(other, panel, "Replace it")
    assert "Saved: then you **play a wasteland on C3**" in said(panel)
    await mover.slash(w.channel, "move", move="a1 f")
    assert await w.log(game) == ["A1 F", "C3 W"]

    panel = (await other.slash(w.channel, "premove")).response
    for label in ("A2", "Mountain", "B1", "Forest"):
        panel = await press(other, panel, label)
    await mover.slash(w.channel, "move", move="d4 m")
    assert await w.log(game) == ["A1 F", "C3 W", "D4 M"]
    assert f"**{other.name}**’s premove no longer fits" in said(w.boards()[-1])
    assert "A2" not in said(w.boards()[-1]), "nobody learns what it was"
    assert PREMOVE_DROPPED in said((await other.slash(w.channel, "board")).response)
    assert PREMOVE_DROPPED not in said((await mover.slash(w.channel, "board")).response)
    assert PREMOVE_DROPPED in said((await other.slash(w.channel, "move", move="forest")).response), (
        "in the panel of half a move"
    )
    stale = await other.click(panel, label="From the start")
    assert "It is your turn" in said(stale.response)
    mine = (await other.click(w.boards()[-1], label="Play")).response
    assert PREMOVE_DROPPED in said(mine)
    await other.slash(w.channel, "move", move="a2 f")
    assert PREMOVE_DROPPED not in said((await mover.click(w.boards()[-1], label="Play")).response)


@pytest.mark.slow
async def test_an_open_panel_is_brought_up_to_date_when_the_game_has_moved_on(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await other.slash(w.channel, "premove")).response
    await mover.slash(w.channel, "move", move="a1 f")
    await other.slash(w.channel, "move", move="b2 w")
    await mover.slash(w.channel, "move", move="c3 f")
    await other.slash(w.channel, "undo", game=game)
    assert "your turn" in said(await press(other, panel, "A1"))


@pytest.mark.slow
async def test_a_branch_that_ends_the_game_is_opened_and_removed(w: World) -> None:
    """Where chance or the end follows the answer there is nothing to choose, and the branch can still be taken back."""
    game = await w.start(width=4, height=4)
    states = [await w.state(game)]
    while not states[-1].is_over:
        states.append(states[-1].play(next(iter(states[-1].moves()))))
    branches = ((place, branch_that_ends(states[place])) for place in reversed(range(len(states) - 1)))
    place, line = next((place, line) for place, line in branches if line is not None)
    await play_texts(w, game, *(str(next(iter(state.moves()))) for state in states[:place]))
    mover, other = await w.turns(game)
    position = await queries.view_game(w.app.context, w.guild.id, game)
    user = User(other.id, other.name)
    await lines.arm_line(w.app.context, w.guild.id, game, user, line, seen=position.version, interaction_id=5)
    panel = (await other.slash(w.channel, "premove", game=game)).response
    stale = (await other.slash(w.channel, "premove", game=game)).response
    panel = await choose(other, panel, "Go on in a branch", "0")
    assert "then the game is over." in said(panel)
    assert not forward(panel)
    assert "then the game is over." in said((await other.click(stale, custom_id=forward(stale)[0]["custom_id"])).response)
    panel = await press(other, panel, "Remove this branch")
    assert "So far" not in said(panel)
    assert forward(panel)
    assert mover.name in said(panel)


def branch_that_ends(state: State) -> list[str] | None:
    """What the seat to move and the other one may play so that the game is over, but not before."""
    for theirs in state.moves():
        reached = state.play(theirs)
        if reached.seat not in (None, state.seat):
            for mine in reached.moves():
                if reached.play(mine).is_over:
                    return [str(theirs), str(mine)]
    return None


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", list(GAMES))
async def test_random_presses_in_every_game_store_only_what_can_be_played(w: World, kind: str, sample: Sample) -> None:
    game, dice = await begin(w, kind), random.Random(5)
    for _ in range(3 if sample.is_full else 1):
        await turn_by_panel(w, game, dice)
    _, other = await w.turns(game)
    panel = (await other.slash(w.channel, "premove", game=game)).response
    log = await w.log(game)
    for _ in range(20 if sample.is_full else 8):
        offered = controls(panel)
        if not offered:
            assert "dice or tiles follow" in said(panel)
            break
        assert len(list(walk_components(panel.components))) <= 40
        part = dice.choice(forward(panel) or offered)
        if part["type"] == 2:
            result = await other.click(panel, custom_id=part["custom_id"])
        else:
            values = dice.sample([o["value"] for o in part["options"]], part["min_values"])
            result = await other.select(panel, custom_id=part["custom_id"], values=values)
        assert "went wrong" not in said(result.response)
        if controls(result.response) or "chance" in said(result.response):
            panel = result.response
    assert await w.log(game) == log, "nothing is played before its time"
    await turn_by_panel_or_answer(w, game, dice)


async def turn_by_panel_or_answer(w: World, game: int, dice: random.Random) -> None:
    """The player to move plays; a premove may answer in the same board."""
    before = len(await w.log(game))
    await turn_by_panel(w, game, dice)
    assert len(await w.log(game)) > before


async def test_in_nomads_the_panel_says_where_chance_comes_next(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await begin(w, "nomads")
        _, other = await w.turns(game)
        panel = (await other.slash(w.channel, "premove", game=game)).response
        panel = await press(other, panel, "Discover")
        for _ in range(3):
            if "dice or tiles follow" not in said(panel):
                squares = [part for part in forward(panel) if len(part.get("label", "long")) < 3]
                panel = (await other.click(panel, custom_id=squares[0]["custom_id"])).response
        assert "dice or tiles follow, so nothing can be premoved there" in said(panel)
