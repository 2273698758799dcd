"""A casual game: ``ranked: no`` at the table. It stands in every list, and in no ranking and no statistics."""

from __future__ import annotations

from bot.usecases import queries
from bot.usecases.statistics import rebuild
from tests.ui.played import play_at_once
from tests.ui.tables.test_changing import change, notices, opened
from tests.ui.world import World, confirm, said


async def give_up(w: World, game: int) -> None:
    """Play two turns of each player, and have Ada give up."""
    await play_at_once(w, game, lambda state: state.moves()[0], 4)
    await w.post_all()
    await confirm(w.ada, await w.ada.slash(w.channel, "resign", game=game))
    await rebuild.bring_up_to_date(w.app.context, w.guild.id)


async def test_a_table_is_made_casual_and_a_casual_game_is_listed_and_counts_nowhere_while_another_one_does(w: World) -> None:
    table = await opened(w)
    await w.björn.click(w.message(table.id), label="Join")
    told = await change(w, table, "Time, boards, ranking…", ranked="no")
    assert "ranked: **no, a casual game** (was yes)" in said(told)
    assert "A casual game" in said(w.message(table.id))
    assert "ranked: **no, a casual game** (was yes)" in said(notices(w)[-1])
    await w.ada.click(w.message(table.id), label="Start")
    assert not (await queries.read_row(w.app.context, 1)).counts

    opened_table = (await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn, width=4, height=4, ranked="no")).response
    assert "A casual game" in said(opened_table)
    await w.björn.click(opened_table, label="Accept")
    await w.post_all()
    assert "#2 (casual)" in said(w.boards()[-1])
    assert "#2" in said((await w.ada.slash(w.channel, "games")).response)
    await give_up(w, 2)
    assert "#2" in said((await w.chidi.slash(w.channel, "latest")).response)
    assert "raised a mountain" in said((await w.chidi.slash(w.channel, "history", game=2)).response)
    assert "#2" in said((await w.ada.slash(w.channel, "export", game=2)).response)
    assert "no finished game" in said((await w.ada.slash(w.channel, "stats")).response).lower()
    again = await w.ada.click(w.boards()[-1], label="Rematch")
    assert "A casual game" in said(again.response), "the next game of the same players is casual, too"

    await give_up(w, await w.start(width=4, height=4))
    assert "casual" not in said(w.boards()[-1])
    assert "Björn" in said((await w.ada.slash(w.channel, "stats")).response)
