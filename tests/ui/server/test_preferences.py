"""``/my preferences``: what it shows, what it changes, and that private pictures follow it."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from render.style.themes import THEMES
from tests.ui.world import World, choose, chosen, said


async def frame_of(message: Any) -> str:
    """The colour in the corner of a message's picture."""
    picture = Image.open(BytesIO(await message.attachments[0].read())).convert("RGB")
    return f"#{picture.tobytes()[:3].hex().upper()}"


async def test_the_panel_shows_what_is_set_and_changes_it_and_a_wrong_time_zone_is_told(w: World) -> None:
    panel = (await w.ada.slash(w.channel, "my preferences")).response
    assert panel.flags.ephemeral
    assert "default (dark)" in said(panel)
    panel = await choose(w.ada, panel, "Theme", "light")
    panel = await choose(w.ada, panel, "Time zone", "Asia/Tokyo")
    assert "**Light**" in said(panel)
    assert "**Asia/Tokyo**" in said(panel)
    form = await w.ada.click(panel, label="Type another time zone")
    await w.restart()
    shown = said((await w.ada.slash(w.channel, "my preferences")).response)
    assert "**Light**" in shown
    assert "**Asia/Tokyo**" in shown
    assert "default (dark)" in said((await w.björn.slash(w.channel, "my preferences")).response), "it is Ada's alone"
    panel = await choose(w.ada, panel, "Theme", "server")
    assert "default (dark)" in said(panel)
    changed = (await w.ada.submit_modal(form, {"text": "asia/kathmandu"})).response
    assert "**Asia/Kathmandu**" in said(changed)

    offered = await w.ada.autocomplete(w.channel, "my preferences", "time_zone", "kathm")
    assert "Asia/Kathmandu" in [choice["value"] for choice in offered]
    panel = (await w.ada.slash(w.channel, "my preferences", time_zone="asia/kathmandu")).response
    assert "**Asia/Kathmandu**" in said(panel)
    assert "**Europe/Vienna**" in said((await w.ada.slash(w.channel, "my preferences", time_zone="vienna")).response)
    for typed, suggested in (("Europe/Berlim", "Europe/Berlin"), ("EST", "America/New_York")):
        refused = (await w.ada.slash(w.channel, "my preferences", time_zone=typed)).response
        assert f"Do you mean `{suggested}`?" in said(refused)
    shown = (await w.ada.slash(w.channel, "my preferences", time_zone="utc-4")).response
    assert "Time zone: **UTC-4**, where it is " in said(shown), "and not Etc/GMT+4, which means the same"
    assert "UTC-4" in chosen(shown)
    await w.ada.slash(w.channel, "my preferences", time_zone="vienna")
    offered = await w.ada.autocomplete(w.channel, "my preferences", "time_zone", "germ")
    assert offered[0]["value"] == "Europe/Berlin", "Germany comes before Germiston"
    assert "**Europe/Vienna**" in said((await w.ada.slash(w.channel, "my preferences")).response)


async def test_private_pictures_have_the_members_theme_and_public_ones_the_servers(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    panel = (await mover.slash(w.channel, "my preferences")).response
    await choose(mover, panel, "Theme", "light")
    assert await frame_of((await mover.slash(w.channel, "board")).response) == THEMES["light"].frame
    assert await frame_of((await mover.click(w.boards()[-1], label="Play")).response) == THEMES["light"].frame
    assert await frame_of((await other.slash(w.channel, "board")).response) == THEMES["dark"].frame
    assert await frame_of(w.boards()[-1]) == THEMES["dark"].frame
