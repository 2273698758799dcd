"""Values that no menu, command or form of the bot sends: a plain refusal, one record in the log, and nothing changes."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.process.client import LandGames
from bot.storage.schema import game_tables, games, guild_settings, remarks
from tests.sampling import Sample
from tests.storage.samples import everything
from tests.wire.matches import Match
from tests.wire.server import Loopback, Person
from tests.wire.server.interactions import Interaction, Kind
from tests.wire.server.people import answered
from tests.wire.server.world import Message

LONG = "*" * 3950
UNREADABLE = "This button is from an older version of the bot."
FORM = [{"type": 18, "component": {"type": 4, "custom_id": "text", "value": "Boo"}}]


async def stored(bot: LandGames) -> list[Any]:
    """What a forged press could change."""
    found = await bot.app.context.db.read(everything)
    return [found[table.name] for table in (game_tables, games, guild_settings, remarks)]


async def refused(bot: LandGames, caplog: pytest.LogCaptureFixture, deed: Interaction, before: list[Any]) -> str:
    """Wait for the answer. Return it, once it is known to be private, to be logged once, and to have changed nothing."""
    await answered(deed)
    assert deed.reply.flags & 64, "the asker alone sees it"
    assert await stored(bot) == before
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(records) == 1, [record.getMessage() for record in records]
    assert records[0].levelno == logging.WARNING
    assert records[0].exc_info is None
    caplog.clear()
    return deed.text


def menu_of(panel: Message, control: str) -> dict[str, Any]:
    return next(each for each in panel.controls if f":server:{control}:" in each["custom_id"])


RESOLVED: tuple[Any, ...] = (None, {}, {"channels": {}, "roles": {}}, {"channels": {"7": {}}, "roles": {"7": {}}})


async def test_what_a_panel_does_not_offer_and_what_discord_did_not_resolve_is_refused(
    land_games: LandGames, alice: Person, caplog: pytest.LogCaptureFixture, sample: Sample
) -> None:
    """A channel, a role, a value of a menu, a button."""
    panel = (await answered(alice.slash("server settings"))).reply
    before = await stored(land_games)
    menu = menu_of(panel, "theme")
    values: tuple[dict[str, Any], ...] = ({"values": ["nonsense"]}, {"values": []}, {}, {"values": None})
    for data in sample(values, 2):
        deed = alice._send(Kind.COMPONENT, {"custom_id": menu["custom_id"], "component_type": menu["type"], **data}, panel)
        assert UNREADABLE in await refused(land_games, caplog, deed, before), data
    deed = alice._send(Kind.COMPONENT, {"custom_id": "nonsense", "component_type": 2}, panel)
    assert UNREADABLE in await refused(land_games, caplog, deed, before)
    for control in ("channels", "latest_channel", "cancel_roles"):
        if control == "latest_channel":
            panel = (await answered(alice.press(panel, "More settings"))).reply
        menu = menu_of(panel, control)
        for resolved in sample(RESOLVED, 1):
            chosen = {"custom_id": menu["custom_id"], "component_type": menu["type"], "values": ["123"]}
            chosen |= {} if resolved is None else {"resolved": resolved}
            deed = alice._send(Kind.COMPONENT, chosen, panel)
            assert UNREADABLE in await refused(land_games, caplog, deed, before), (control, resolved)


async def test_a_long_value_a_form_for_the_words_of_others_and_one_that_the_bot_never_opens_are_refused(
    land_games: LandGames, match: Match, alice: Person, discord_server: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    carol, before = discord_server.person(match.channel, "carol"), await stored(land_games)
    deed = carol._send(Kind.MODAL, {"custom_id": f"lg1:say:{match.id}:0:send", "components": FORM})
    assert "You are not in this game." in await refused(land_games, caplog, deed, before)
    forms: tuple[tuple[str, Any], ...] = (("nonsense", FORM), ("lg1:say:1:0:send", None), ("lg1:say:1:0:send", [1]))
    for custom_id, components in forms:
        deed = alice._send(Kind.MODAL, {"custom_id": custom_id, "components": components})
        assert UNREADABLE in await refused(land_games, caplog, deed, before), (custom_id, components)
    for option in ("posts", "pace", "hints", "off"):
        text = await refused(land_games, caplog, alice.slash("newgame pastures", **{option: LONG}), before)
        assert f"`{option}` cannot be" in text
        assert len(text) < 200
