"""Every press is answered, even if Discord rejects the first answer."""

from __future__ import annotations

import logging

import pytest

from bot.panels.core import Button
from bot.ui import commands
from bot.ui.framework.layout import lay_out
from bot.ui.framework.reply import Reply
from tests.ui.world import World, said


@pytest.mark.parametrize("text", ["x" * 5000, "x"], ids=["too long", "too many buttons"])
async def test_a_message_that_cannot_be_sent_is_answered_with_an_excuse_and_logged(
    w: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    rows = [(Button(f"{row}.{number}", "x") for number in range(5)) for row in range(8)] if len(text) == 1 else []
    await w.start(width=4, height=4)

    async def show(*_: object, **__: object) -> Reply:
        return Reply("", view=lay_out(text, [tuple(row) for row in rows]))

    monkeypatch.setattr(commands.shown, "show_private_board", show)
    with caplog.at_level(logging.ERROR):
        answer = (await w.ada.slash(w.channel, "board")).response
    assert "Something went wrong on my side (code **" in said(answer)
    assert answer.ephemeral
    assert "unexpected error" in caplog.text
