"""The text on a lock screen for each kind of post that may notify somebody: the game, and what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.clock import HOUR, SECOND
from bot.common.home import home_of
from bot.common.words import YOUR_TURN
from bot.posting.delivery import Delivery
from bot.posting.kinds.base import PostKind
from bot.posting.kinds.registry import KINDS, find_kind
from bot.storage.queries.channels.posts import Post
from tests.ui.league.test_league import announced
from tests.ui.notifications.test_notifications import told
from tests.ui.world import World

TURN = ("t is your turn", "Pastures New", "#1")
NEWS = "Björn planted a forest on A1."
SHOWN = {
    "board": (*TURN, NEWS),
    "ping": (*TURN, NEWS),
    "direct": (*TURN, NEWS),
    "daily_turns": ("It is your turn in 1 game", "Pastures New", "#1"),
    "proposal": ("Pastures New", "#1", "draw", "do you agree?"),
    "seat_offer": ("Pastures New", "#1", "Björn would like to hand their seat over", "will you play for them?"),
    "claim": ("Pastures New", "#1", "’s time is up", "choose what happens"),
    "table": ("Pastures New", "Ada invites", "to a game"),
    "setting": ("Pastures New", "Ada invites", "to a game"),
    "table_change": ("Ada has changed", "this table", "Pastures New", "width"),
    "league": ("League #1 of Pastures New", "season 1"),
    "vote": ("Rules of the next game", "Land", "#2"),
}
"""The parts of each text, without marks."""


def test_every_kind_that_sends_messages_which_may_notify_somebody_is_known_here() -> None:
    sending = {name for name, kind in KINDS.items() if type(kind).compose is not PostKind.compose}
    assert {name for name in sending if KINDS[name].is_plain} == set(SHOWN)


@pytest.mark.slow
async def test_a_lock_screen_shows_of_every_kind_of_post_what_it_is_about_and_nothing_hidden(w: World) -> None:
    contents = dict[str, str]()

    async def compose(
        kind: str, *, game: int | None = 1, table: int | None = None, guild: int = w.guild.id, **payload: Any
    ) -> None:
        post = Post(99, guild, w.channel.id, kind, game, table, payload, 1, None, 0)
        composed = await Delivery(w.bot, w.app).compose(find_kind(kind), post)
        contents[kind] = composed.reply.parts()["content"]

    game = await w.start(width=4, height=4)
    await w.env.advance_time(73 * HOUR / SECOND)
    await compose("claim", turn=0)
    first, _ = await w.turns(game)
    if first.id != w.björn.id:
        await first.slash(w.channel, "move", move="d4 w")
    start = len(await w.log(game))
    mover, other = await w.turns(game)
    board = (await mover.slash(w.channel, "board")).response
    await mover.submit_modal(await mover.click(board, label="Note"), {"text": "Secret plan"})
    await mover.slash(w.channel, "move", move="a1 f")
    panel = (await other.click(w.boards()[-1], label="Play")).response
    await other.click(panel, label="River")
    await told(other, w, WAY="both")

    seat, version = (await w.state(game)).seat, start + 1
    await compose("board", start=start, end=version)
    for kind in ("ping", "direct"):
        await compose(kind, seat=seat, board=version, words=YOUR_TURN)
    await compose("daily_turns", game=None, guild=home_of(other.id))
    await mover.slash(w.channel, "draw")
    await compose("proposal", proposal=1)
    await mover.slash(w.channel, "substitute", member=w.chidi)
    await compose("seat_offer", offer=1)

    invited = (await w.ada.slash(w.channel, "newgame pastures", opponent=w.chidi)).response
    assert invited
    for kind in ("table", "setting"):
        await compose(kind, game=None, table=2)
    await compose("table_change", game=None, table=2, changes=[["width", 6, 5]], told=[w.chidi.id], silent=[])
    await w.ada.slash(w.channel, "newgame land", seats=2)
    await w.björn.click(w.channel.last_message, label="Join")
    await compose("vote", game=2, message=1)
    await announced(w)
    await compose("league", game=None, season=1)

    assert set(contents) == set(SHOWN)
    for kind, parts in SHOWN.items():
        text = contents[kind].replace("*", "")
        for part in parts:
            assert part in text, (kind, text)
        assert "Secret" not in text, kind
        assert "River" not in text, kind
