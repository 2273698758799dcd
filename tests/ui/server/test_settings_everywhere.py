"""A setting made with ``/my`` in one server holds in all; **Only in this server…** makes an exception, and ends it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.notifications.test_notifications import direct, pinged, played
from tests.ui.world import World, choose, labels, said


def another_server(w: World) -> tuple[Any, dict[str, Any]]:
    """A channel of another server, and the same people as members there."""
    guild = w.env.create_guild("Fen")
    return guild.create_text_channel("den"), {name: guild.add_member(member.user) for name, member in w.members.items()}


async def test_what_is_set_in_one_server_holds_in_another_but_for_a_theme_for_one_server_alone(w: World) -> None:
    den, there = another_server(w)
    panel = (await w.ada.slash(w.channel, "my notifications")).response
    assert "**Notifications in all servers**" in said(panel)
    panel = await choose(w.ada, panel, "When it is your turn", "direct")
    assert "**Only a direct message**" in said((await there["Ada"].slash(den, "my notifications")).response)
    panel = (await w.ada.slash(w.channel, "my preferences")).response
    await choose(w.ada, panel, "Time zone", "Asia/Tokyo")
    assert "**Asia/Tokyo**" in said((await there["Ada"].slash(den, "my preferences")).response)

    panel = (await w.ada.slash(w.channel, "my preferences")).response
    panel = await choose(w.ada, panel, "Theme", "light")
    panel = (await w.ada.click(panel, label="Only in this server…")).response
    panel = await choose(w.ada, panel, "Theme", "contrast")
    assert "**High contrast**" in said(panel)
    other = said((await there["Ada"].slash(den, "my preferences")).response)
    assert "**Light**" in other
    assert "contrast" not in other.casefold()


async def test_an_exception_holds_in_its_server_alone_until_it_is_ended(w: World) -> None:
    den, there = another_server(w)
    panel = (await w.ada.slash(w.channel, "my notifications")).response
    panel = (await w.ada.click(panel, label="Only in this server…")).response
    assert "**Notifications in this server only**" in said(panel)
    panel = await choose(w.ada, panel, "When it is your turn", "none")
    assert "When it is your turn: **Nothing**" in said(panel)
    await w.restart()
    everywhere = (await w.ada.click(panel, label="In all servers…")).response
    assert "When it is your turn: **A mention in the channel**" in said(everywhere)
    assert "Only in this server: when it is your turn **Nothing**." in said(everywhere)
    other = (await there["Ada"].slash(den, "my notifications")).response
    assert "Only in this server:" not in said(other)
    game = await w.start(width=4, height=4)
    if (await w.turns(game))[0] is w.ada:
        await played(w, game)
    await played(w, game)
    assert pinged(w, w.boards()[-1]) == []
    panel = (await w.ada.click(everywhere, label="Only in this server…")).response
    panel = (await w.ada.click(panel, label="Here as in all servers")).response
    assert "**Notifications in all servers**" in said(panel)
    assert "Only in this server:" not in said(panel)
    assert "Here as in all servers" not in labels(panel)


@pytest.mark.slow
async def test_a_vacation_stops_the_clocks_in_every_server(w: World) -> None:
    den, there = another_server(w)
    game = await w.start(width=4, height=4, pace="daily")
    await there["Ada"].slash(den, "newgame pastures", opponent=there["Björn"], pace="daily")
    await there["Björn"].click(den.last_message, label="Accept")
    for actor, channel in ((w.ada, w.channel), (there["Ada"], den)):
        for number, person in ((game, actor), (game + 1, actor)):
            await person.slash(channel, "move", move="a1 f", game=number)  # only where it is her turn
    for name in ("Ada", "Björn"):
        panel = (await w.members[name].slash(w.channel, "my vacation")).response
        panel = (await w.members[name].click(panel, label="3 days from today")).response
        assert "**Vacation** in all servers: **18** of 21 days" in said(panel)
    assert "on vacation" in said(w.boards()[-1])
    assert "on vacation" in said([m for m in den.history() if m.attachments][-1])
    shown = (await there["Ada"].slash(den, "my vacation")).response
    assert "**18** of 21 days" in said(shown)
    await there["Ada"].click(shown, label="End it now")
    await there["Björn"].click((await there["Björn"].slash(den, "my vacation")).response, label="End it now")
    assert "on vacation" not in said(w.boards()[-1])
    assert direct(w.ada) == []
