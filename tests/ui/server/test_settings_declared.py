"""A setting is declared once: the panel shows it, what is chosen is stored, and ``/my data`` has it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.presentation.settings import member, server
from bot.presentation.settings.core import Option, Setting
from bot.ui.notifications import notifications
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import OF_SERVER, MemberSettings
from bot.usecases.server.guild_settings import GuildSettings
from tests.ui.world import World, choose, said

NO_SETTINGS = OF_SERVER | {"checklist_hidden", "pages_news"}
"""Fields that are stored with the settings and have controls of their own."""


class Cheerful(MemberSettings):
    """The settings of a version that has one more."""

    cheer: str | None = None


CHEER = Setting(
    "cheer", "Cheer after a game", lambda _: (Option("never", None, "none"), Option("loud", "loud", "a loud one")), begins=False
)


async def test_a_setting_that_is_declared_is_shown_stored_and_exported(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    page = member.NOTIFICATIONS
    monkeypatch.setattr(member_settings, "MemberSettings", Cheerful)
    monkeypatch.setattr(member_settings, "UNITS", (*member_settings.UNITS, ("cheer",)))
    monkeypatch.setattr(member_settings, "USUAL", Cheerful())
    panel = replace(notifications.PANEL, page=replace(page, settings=(*page.settings, CHEER)))
    monkeypatch.setattr(notifications, "PANEL", panel)
    member_settings.merge.cache_clear()
    shown: Any = (await w.ada.slash(w.channel, "my notifications")).response
    assert "Cheer after a game: **none**" in said(shown)
    shown = await choose(w.ada, shown, "Cheer after a game", "loud")
    assert "Cheer after a game: **a loud one**" in said(shown)
    await w.restart()
    assert "Cheer after a game: **a loud one**" in said((await w.ada.slash(w.channel, "my notifications")).response)
    everywhere = await w.ada.click((await w.ada.slash(w.channel, "my data")).response, label="All servers")
    data = json.loads(await everywhere.response.attachments[0].read())
    assert "loud" in json.dumps(data["tables"]["member_settings"])
    member_settings.merge.cache_clear()


@pytest.mark.parametrize(
    ("model", "pages"),
    [(GuildSettings, server.PAGES.values()), (MemberSettings, (member.NOTIFICATIONS, member.PREFERENCES))],
    ids=["server", "member"],
)
def test_every_field_is_declared_for_a_panel(model: Any, pages: Any) -> None:
    declared = {name for page in pages for name in page.names}
    assert declared == set(model.model_fields) - NO_SETTINGS
