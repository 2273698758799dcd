"""A match: seats change with each game, the score stands on each board, and it ends once it is decided."""

from __future__ import annotations

from typing import Any

from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.privacy import forgetting
from bot.usecases.tables import blocking
from bot.usecases.tables.matches import Score
from tests.ui.world import World, confirm, labels, said


async def started(w: World, match: int, **options: Any) -> None:
    """The first game of a match of Ada against Björn."""
    await w.start("pastures", width=4, height=4, match=match, **options)
    await w.post_all()


async def give_up(w: World, loser: Any, game: int) -> None:
    await confirm(loser, await loser.slash(w.channel, "resign", game=game))
    await w.post_all()


async def row(w: World, game: int) -> Any:
    return await queries.read_row(w.app.context, game)


async def test_seats_change_the_score_stands_on_each_board_and_a_match_ends_once_it_is_decided_or_somebody_is_forgotten(
    w: World,
) -> None:
    answer = (await w.ada.slash(w.channel, "newgame pastures", match=3)).response
    assert "needs an `opponent`" in said(answer)
    await started(w, 3)
    first = await row(w, 1)
    await give_up(w, w.ada, 1)
    second = await row(w, 2)
    assert second.names == first.names[::-1]
    assert "The match score is" in said(w.boards()[-2])
    assert labels(w.boards()[-2])[0] == "Replay", "the next game has begun, so there is no rematch"
    ahead = "Björn 1 : 0 Ada" if second.names[0] == "Björn" else "Ada 0 : 1 Björn"
    assert f"2 of a match of 3 · {ahead}" in said(w.boards()[-1])
    await give_up(w, w.ada, 2)
    assert "**Björn** wins the match" in said(w.boards()[-1])
    assert labels(w.boards()[-1])[0] == "Rematch"
    assert "no such game" in said((await w.ada.slash(w.channel, "board", game=3)).response)

    await started(w, 5)
    await forgetting.forget(w.app.context, w.ada.id, w.guild.id)
    await w.post_all()
    assert [(await row(w, game)).status for game in (3, 4, 5)] == ["over"] * 3
    assert "**Björn** wins the match" in said(w.boards()[-1])


async def test_a_match_ends_once_one_of_its_players_has_blocked_the_other(w: World) -> None:
    await started(w, 3)
    await blocking.block(w.app.context, w.guild.id, User(w.björn.id, "Björn"), User(w.ada.id, "Ada"))
    await give_up(w, w.ada, 1)
    assert "no such game" in said((await w.ada.slash(w.channel, "board", game=2)).response)


def test_a_match_of_three_is_decided_by_more_than_half_or_its_last_game() -> None:
    assert Score(2, 0).is_decided(3, 2)
    assert not Score(1.5, 0.5).is_decided(3, 2)
    assert Score(1.5, 1.5).is_decided(3, 3)
