"""``w``: a simulated server with the real bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.ui.framework import router
from bot.ui.framework.reply import Reply, answer
from tests.ui.world import World, world


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    """A server with a channel, three members and the bot."""
    async with world(tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def _no_edit_without_notice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A reply that edits the pressed message was announced: otherwise a slow one leaves that message with its buttons."""
    unannounced = []

    async def check(work: Coroutine[Any, Any, Reply], custom_id: str) -> Reply:
        reply = await work
        if reply.edit:
            unannounced.append(custom_id)
        return reply

    async def answer_checked(
        interaction: Any, work: Coroutine[Any, Any, Reply], *, edit: bool = False, public: bool = False
    ) -> None:
        checked = work if edit else check(work, str((interaction.data or {}).get("custom_id")))
        await answer(interaction, checked, edit=edit, public=public)

    monkeypatch.setattr(router, "answer", answer_checked)
    yield
    assert unannounced == []
