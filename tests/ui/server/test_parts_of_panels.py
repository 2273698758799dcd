"""``/my`` and ``/server`` are one panel each: every part leads to the others, in the same message."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.server.test_server_settings import manager
from tests.ui.test_doors import press
from tests.ui.world import World, choose, labels, said

MINE = {
    "Notifications": "**Notifications in all servers**",
    "Preferences": "**Your preferences in all servers**",
    "Vacation": "**Vacation** in all servers",
    "Blocked": "**Members you have blocked**",
    "Your data": "**Your data**",
}
OF_SERVER = {
    "Settings": "Settings of this server",
    "More settings": "More settings of this server",
    "Limits": "Limits of this server",
    "Games": "No game is going on",
}


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("command", ["notifications", "preferences", "vacation", "blocked"])
async def test_every_part_of_my_leads_to_all_others_in_the_same_message(w: World, command: str) -> None:
    panel = (await w.ada.slash(w.channel, f"my {command}")).response
    assert panel.flags.ephemeral
    for label, head in [*MINE.items(), *reversed(MINE.items())]:
        if head in said(panel):
            continue  # its own button is off
        there = (await w.ada.click(panel, label=label)).response
        assert there.id == panel.id
        assert head in said(there)
        assert set(MINE) <= set(labels(there))
        panel = there


async def test_what_is_set_in_a_part_that_was_led_to_counts_also_after_a_restart(w: World) -> None:
    panel = (await w.ada.slash(w.channel, "my vacation")).response
    panel = (await w.ada.click(panel, label="Notifications")).response
    panel = await choose(w.ada, panel, "Quiet from", "22")
    assert "22:00 to 07:00" in said(panel)
    panel = (await w.ada.click(panel, label="Vacation")).response
    panel = (await w.ada.click(panel, label="3 days from today")).response
    assert "Your vacation has begun" in said(panel)
    assert set(MINE) <= set(labels(panel)), "a change keeps the row"
    assert "22:00 to 07:00" in said((await w.ada.click(panel, label="Notifications")).response)

    panel = (await w.ada.slash(w.channel, "my blocked")).response
    await w.restart()
    assert MINE["Vacation"] in said((await w.ada.click(panel, label="Vacation")).response)


async def test_the_part_about_data_gives_the_file_and_a_forged_button_shows_no_part_of_server_to_a_member(w: World) -> None:
    game = await w.start(width=4, height=4)
    panel = (await w.ada.slash(w.channel, "my preferences")).response
    panel = (await w.ada.click(panel, label="Your data")).response
    for label, where in (("This server", "in this server"), ("All servers", "in all servers")):
        answer = (await w.ada.click(panel, label=label)).response
        assert answer.id != panel.id
        assert where in said(answer)
        assert answer.attachments
    question = (await w.ada.click(panel, label="Forget me…")).response
    assert question.id != panel.id
    assert "This cannot be undone" in said(question)
    sure = (await w.ada.click(question, label="In this server")).response
    assert "Do you really want me to forget you" in said(sure)

    shown = (await w.ada.slash(w.channel, "history", game=game)).response
    for part in ("settings", "limits", "games"):
        forged: Any = await press(w, w.ada, shown, f"lg1:serverpart:{part}")
        told = forged.followups[0] if forged.followups else forged.response
        assert "Only server managers" in said(told)


async def test_every_part_of_server_leads_to_all_others(w: World) -> None:
    mara = manager(w)
    for command in ("server settings", "server manage"):
        panel = (await mara.slash(w.channel, command)).response
        for label, head in [*OF_SERVER.items(), *reversed(OF_SERVER.items())]:
            if head in said(panel):
                continue
            there = (await mara.click(panel, label=label)).response
            assert there.id == panel.id
            assert head in said(there)
            panel = there
