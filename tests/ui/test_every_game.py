"""Every game of the registry, played in a channel: by the panel, by typing, through a restart."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from bot.usecases import queries
from rules import GAMES
from tests.ui.world import World, controls, press_at_random, pressable, said

TURNS = 2


async def begin(w: World, game: str) -> int:
    """A running game of Ada, Björn and, where the game admits three, Chidi."""
    if GAMES[game].seats[-1] == 2:
        return await w.start(game)
    await w.ada.slash(w.channel, f"newgame {game}", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    return 1


async def turn_by_panel(w: World, game: int, dice: random.Random) -> None:
    """The player to move presses at random in the **Play** panel until the turn is over."""
    mover, _ = await w.turns(game)
    posted = len(w.boards())
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    for _ in range(400):
        if not controls(panel):
            break
        result = await press_at_random(mover, panel, dice)
        assert not result.followups, said(result.followups[0])
    assert len(w.boards()) == posted + 1, "one board for the whole turn"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
async def test_turns_by_the_panel_and_typed_through_a_restart(w: World, game: str) -> None:
    number = await begin(w, game)
    dice = random.Random(11)
    for _ in range(TURNS):
        await turn_by_panel(w, number, dice)
    before = await w.state(number)
    await w.restart()
    assert await w.state(number) == before
    await turn_by_panel(w, number, dice)
    mover, _ = await w.turns(number)
    offered = await mover.autocomplete(w.channel, "move", "move", "")
    played = await mover.slash(w.channel, "move", move=offered[0]["value"])
    assert "Done:" in said(played.response)
    assert all(not pressable(board) for board in w.boards()[:-1]), "only the newest board has buttons"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
async def test_every_board_has_a_picture_and_a_description_that_says_whose_turn_it_is(w: World, game: str) -> None:
    number = await begin(w, game)
    await turn_by_panel(w, number, random.Random(3))
    mover, _ = await w.turns(number)
    board = w.boards()[-1]
    assert [m.id for m in board.mentions] == [mover.id], "the player to move is pinged, nobody else"
    (picture,) = board.attachments
    assert mover.name in (picture.description or "")
    assert len(picture.description or "") <= 1024
    assert Image.open(BytesIO(await picture.read())).width == 1024


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
async def test_a_resigned_seat_takes_no_more_turns(w: World, game: str) -> None:
    number = await begin(w, game)
    mover, _ = await w.turns(number)
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    state = await w.state(number)
    if GAMES[game].seats[-1] == 2:
        assert state.is_over
        return
    for _ in range(3):
        position = await queries.view_game(w.app.context, w.guild.id, number)
        assert position.row.players[position.state.seat].user_id != mover.id
        await turn_by_panel(w, number, random.Random(5))
    late = await mover.click(w.boards()[-1], label="Play")
    assert late.ephemeral
    assert "turn" in said(late.response)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
async def test_history_says_every_move_in_words(w: World, game: str) -> None:
    number = await begin(w, game)
    for _ in range(3):
        await turn_by_panel(w, number, random.Random(8))
    text = said((await w.chidi.slash(w.channel, "history", game=number)).response)
    numbers = [int(line.split(". ")[0]) for line in text.splitlines() if line[:1].isdigit()]
    assert len(numbers) >= 3
    first = numbers[0]
    assert numbers == list(range(first, first + len(numbers)))
    assert f"turn {numbers[-1]} of {numbers[-1]}" in text, "the heading and the lines count the same"
    for name in ("Ada", "Björn"):
        assert name in text
