"""Private messages that can no longer act go away or say so, as long as Discord allows it."""

from __future__ import annotations

from typing import Any

from simcord.backend.errors import BackendError
from simcord.components import walk_components

from tests.ui.world import World, said


def is_there(w: World, message: Any) -> bool:
    try:
        w.env.backend.get_message(w.channel.id, message.id)
    except BackendError:
        return False
    return True


def buttons(message: Any) -> list[str]:
    return [part["label"] for part in walk_components(message.components) if "label" in part]


async def test_panels_and_answers_go_away_or_say_so_when_the_game_moves_on(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    how = (await mover.click(panel, label="How?")).response
    answer = (await mover.slash(w.channel, "move", move="a1 f")).response
    assert buttons(answer) == ["Undo", "Comment"]
    assert "typed your move" in said(panel)
    assert "You may not repeat" in said(how)
    await other.slash(w.channel, "move", move="b1 r")
    assert "You may not repeat" in said(how)

    assert not is_there(w, answer), "the next one has moved"

    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="D4")
    await mover.click(panel, label="Mountain")
    assert buttons(panel) == ["Undo", "Comment"]
    assert is_there(w, panel)

    await other.slash(w.channel, "move", move="d2 w")
    assert not is_there(w, panel)

    await mover.slash(w.channel, "move", move="a4 f")
    panel = (await other.click(w.boards()[-1], label="Play")).response
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    assert "The game has moved on: see [the newest board]" in said(panel)
    assert not buttons(panel)

    game = await w.start("territories")
    mover, other = await w.turns(game)
    first = (await mover.click(w.boards()[-1], label="Play")).response
    again = (await mover.click(w.boards()[-1], label="Play")).response
    assert not is_there(w, first), "one panel is enough"
    assert is_there(w, again)
    await other.click(w.boards()[-1], label="Board")
    assert is_there(w, again)
