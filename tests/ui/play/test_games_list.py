"""``/games``: games against whom, open tables, results; and texts that fit into a message whatever the names."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from bot.presentation.texts import WHOLE_MESSAGE
from bot.storage.queries.play.games import insert_game
from bot.storage.schema import games, players
from bot.usecases import queries
from tests.ui.world import World, labels, parts, said

LONGEST = ("א" + "*" * 31, "@" * 32, "_" * 32, "~" * 32, "|" * 32)
"""Names as long as Discord admits, all of whose characters are escaped."""
GAMES = 12


async def add_games(w: World, guild: Any, channel: Any, user_id: int) -> None:
    """Add games of six players with the longest names, all of them with a board and at another one's turn."""
    seated = [(user_id, "Ada"), *((user_id + seat, name) for seat, name in enumerate(LONGEST, 1))]
    now = w.app.context.clock()

    async def add(conn: Any) -> None:
        for _ in range(GAMES):
            await insert_game(
                conn,
                guild_id=guild.id,
                channel_id=channel.id,
                kind="nomads",
                rules=1,
                options={},
                setup={},
                seated=seated,
                now=now,
            )
        await conn.execute(update(games).values(seat=1, board_message_id=channel.id + 1))

    await w.app.context.db.write(add)


async def end_games(conn: Any) -> None:
    """End all games: two players share the win."""
    await conn.execute(update(games).values(status="over"))
    await conn.execute(update(players).values(score=100, won=players.c.seat.between(1, 2)))


async def test_a_page_fits_into_a_message_whatever_the_players_and_the_server_are_called(w: World) -> None:
    guild = w.env.create_guild("*" * 100)
    channel = guild.create_text_channel("den")
    member = guild.add_member(w.ada.user)
    await add_games(w, guild, channel, w.ada.id)
    watcher = guild.add_member(w.björn.user)
    shown = [
        said((await member.slash(channel, "games")).response),
        said((await w.ada.user.slash("games")).response),
        said((await watcher.slash(channel, "games")).response),
    ]
    assert all("and 2 more" in text or "and 3 more" in text for text in shown)
    shown.append(said((await watcher.slash(channel, "latest")).response))
    await w.app.context.db.write(end_games)
    shown.append(said((await watcher.slash(channel, "latest")).response))
    assert "share the win" in shown[-1]
    for text in shown:
        assert text.count("Nomads") >= 8
        assert len(text) <= WHOLE_MESSAGE


async def test_the_list_has_who_won_and_my_open_tables_with_a_link(w: World) -> None:
    game = await w.start(width=4, height=4)
    asked = await w.ada.slash(w.channel, "resign")
    await w.ada.click(asked.response, label="Yes, give up")
    assert (await queries.read_row(w.app.context, game)).is_over
    assert f"**Your recent games**\n**Pastures New #{game}** vs Björn · Björn won · too short to count\n" in said(
        (await w.ada.slash(w.channel, "games")).response
    )
    assert f"**Pastures New #{game}** vs Ada · you won · too short to count\n" in said(
        (await w.björn.slash(w.channel, "games")).response
    )

    await w.ada.slash(w.channel, "newgame land", seats=4)
    table = w.channel.last_message
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    for member, words in ((w.ada, "**Land** · 1 of 4 seats taken · closes <t:"), (w.björn, "Ada invites you · closes <t:")):
        shown = (await member.slash(w.channel, "games")).response
        assert "**Your open tables**" in said(shown)
        assert words in said(shown)
        assert "Table" in labels(shown)
    assert any(str(table.id) in part.get("url", "") for part in parts((await w.ada.slash(w.channel, "games")).response))
    assert "open tables" not in said((await w.chidi.slash(w.channel, "games")).response)
