"""Answers say truthfully whether the new board comes."""

from __future__ import annotations

from datetime import timedelta

from tests.ui.world import World, said


async def set_timeout(w: World, until: str | None) -> None:
    """Put the bot in timeout, or end that. It learns of it as it connects."""
    w.env.backend.edit_member(w.guild.id, w.bot.user.id, {"timed_out_until": until})
    await w.restart()
    w.bot.sender.delays = (60.0,)


async def test_in_timeout_the_answer_says_that_the_board_has_to_wait_and_it_comes_once_that_is_over(w: World) -> None:
    game = await w.start(width=4, height=4)
    await set_timeout(w, (w.env.now() + timedelta(hours=1)).isoformat())
    mover, _ = await w.turns(game)
    answer = said((await mover.slash(w.channel, "move", move="a1 f")).response)
    assert "But this server has put me in timeout until <t:" in answer
    assert "so the new board has to wait until then" in answer
    assert "I lack" not in answer
    assert len(w.boards()) == 1
    await set_timeout(w, None)
    await w.bot.sender.wait_until_idle()
    assert len(w.boards()) == 2
    mover, _ = await w.turns(game)
    assert "The new board comes to the channel." in said((await mover.slash(w.channel, "move", move="b2 w")).response)
