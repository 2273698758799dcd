"""**Change…** at a table: its host changes everything until the game starts; the members there are notified, and may leave."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.components import walk_components

from bot.ui.messages.table import ChangePress, TablePress
from bot.usecases import queries
from render.games import renderer_of
from render.text.option_words import name_option
from rules import GAMES
from tests.ui.notifications.test_notifications import told
from tests.ui.test_doors import press
from tests.ui.world import World, labels, said


async def opened(w: World, command: str = "land", **options: Any) -> Any:
    """The public message of a table that Ada opens."""
    await w.ada.slash(w.channel, f"newgame {command}", **options)
    return w.channel.last_message


async def panel(w: World, table: Any, actor: Any = None) -> Any:
    """The private panel of a table."""
    return (await (actor or w.ada).click(table, label="Change…")).response


def now(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form, as it would be sent unchanged."""
    filled: dict[str, Any] = {}
    for label in form.modal["components"]:
        field = label["component"]
        chosen = [option["value"] for option in field.get("options", ()) if option.get("default")]
        if field["type"] == 4:
            filled[field["custom_id"]] = field["value"]
        else:
            filled[field["custom_id"]] = chosen if field["type"] == 3 else chosen[0]
    return filled


async def change(w: World, table: Any, form: str, **values: Any) -> Any:
    """Send a form of a table's panel with some values changed. Return the panel, or the refusal."""
    shown = await panel(w, table)
    return await send(w, shown, form, **values)


async def send(w: World, shown: Any, form: str, **values: Any) -> Any:
    asked = await w.ada.click(shown, label=form)
    filled = now(asked)
    assert set(values) <= set(filled)
    kept = {name: [value] if isinstance(filled[name], list) else value for name, value in values.items()}
    answer = await w.ada.submit_modal(asked, filled | kept)
    return answer.followups[0] if answer.followups else answer.response


def notices(w: World) -> list[Any]:
    """The lines that tell of changes, oldest first."""
    return [message for message in w.messages() if "has changed" in said(message)]


async def test_newgame_and_a_game_alone_opens_a_table_that_can_be_changed_in_everything(w: World) -> None:
    for name, game in GAMES.items():
        table = await opened(w, name)
        shown = await panel(w, table)
        assert shown.flags.ephemeral
        for option in game.Options.model_fields:
            assert f"{name_option(renderer_of(name).option_words, option)} **" in said(shown), name
        for term in ("pace", "hours off", "boards", "hints", "level of computers"):
            assert f"{term} **" in said(shown), name
        assert ("players **all who have joined**" in said(shown)) == (game.seats[-1] > 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", list(GAMES))
async def test_every_form_sent_as_it_is_changes_nothing(w: World, name: str) -> None:
    table = await opened(w, name)
    shown = await panel(w, table)
    for form in labels(shown):
        asked = await w.ada.click(shown, label=form)
        assert len(asked.modal["components"]) <= 5
        for label in asked.modal["components"]:
            if label["component"]["custom_id"] == "hints":  # the form says what the table says
                assert "if all your opponents are computers" in label["description"]
                assert "if all your opponents are computers" in said(table)
        answer = (await w.ada.submit_modal(asked, now(asked))).response
        assert "Nothing has changed." in said(answer)
    assert said(w.message(table.id)) == said(table)


async def test_who_sits_there_is_told_as_they_have_set_it_and_may_leave_and_only_the_host_changes_the_table(w: World) -> None:
    table = await opened(w)
    for member in (w.björn, w.chidi):
        await member.click(w.message(table.id), label="Join")
    answer = await change(w, table, "Time, boards, ranking…", pace="live")
    assert "pace: **live** (was relaxed)" in said(answer)
    assert "I am notifying **Björn**, **Chidi**" in said(answer)
    (line,) = notices(w)
    assert {member.id for member in line.mentions} == {w.björn.id, w.chidi.id}, "the host is not pinged"
    assert "pace: **live** (was relaxed)" in said(line)
    left = await w.björn.click(line, label="Leave")
    assert left.ephemeral
    assert "Björn" not in said(w.message(table.id))
    assert "Chidi" in said(w.message(table.id))
    again = await w.björn.click(line, label="Leave")
    assert "do not sit at this table" in said(again.response)

    await told(w.björn, w, WAY="none")
    await w.björn.click(w.message(table.id), label="Join")
    await change(w, table, "Options…", map="lake")
    line = notices(w)[-1]
    assert [member.id for member in line.mentions] == [w.chidi.id]
    assert "**Björn**" in said(line)

    shown = await panel(w, table)
    await w.ada.click(w.message(table.id), label="Leave")
    refused = said((await w.ada.click(shown, label="Options…")).response)
    assert "Only **Chidi**, the host of this table, can change it" in refused, "who has not opened it"
    assert "Your table for Land" in said(await panel(w, w.message(table.id), w.chidi))


async def test_options_and_terms_are_those_of_the_game_that_starts_and_who_joins_sees_them_first(w: World) -> None:
    """The second player starts the game: nobody begins by rules that they have not seen."""
    table = await opened(w, "pastures")
    await change(w, table, "Options…", width="5")
    stale = await press(w, w.björn, w.message(table.id), TablePress(1, "join").id)
    assert "has just changed this table" in said(stale.response)
    assert "1 of 2" in said(w.message(table.id))
    await change(w, table, "Options…", width="6")
    fresh = next(part for part in walk_components(stored(w, table)) if part.get("label") == "Leave")
    assert fresh["custom_id"] == TablePress(1, "leave", 2).id
    await press(w, w.björn, w.message(table.id), TablePress(1, "join", 2).id)
    assert (await queries.read_row(w.app.context, 1)).options["width"] == 6

    table = await opened(w, "pastures")
    assert "width **6**" in said(await change(w, table, "Options…", width="6", height="5", claim="offer"))
    await change(w, table, "Time, boards, ranking…", pace="3d", posts="thread", off="nights")
    await change(w, table, "Computers…", level="5", hints="yes")
    shown = said(w.message(table.id))
    assert "width 6, height 5, first castle by offer" in shown
    assert "3 days for each turn" in shown
    assert "Hints are allowed" in shown
    assert notices(w) == [], "nobody else sits there"
    await w.björn.click(w.message(table.id), label="Join")
    row = await queries.read_row(w.app.context, 2)
    assert (row.options["width"], row.options["height"], row.options["claim"]) == (6, 5, "offer")
    terms = row.terms
    assert (terms.pace, terms.posts, terms.off, terms.level, terms.hints) == ("3d", "thread", "nights", 5, True)


def stored(w: World, table: Any) -> Any:
    return w.env.backend.get_message(w.channel.id, table.id).components


async def test_the_host_alone_changes_a_table_until_it_starts_also_after_a_restart_and_who_is_invited_is_told(w: World) -> None:
    table = await opened(w, "pastures")
    assert "Only **Ada**, the host of this table, can change it" in said(await panel(w, table, w.björn))
    shown = await panel(w, table)
    form = await w.ada.click(shown, label="Options…")
    await w.björn.click(table, label="Join")
    late = await w.ada.submit_modal(form, now(form) | {"width": ["5"]})
    assert "has started already" in said(late.followups[0] if late.followups else late.response)
    assert (await queries.read_row(w.app.context, 1)).options["width"] == 8

    table = await opened(w, "pastures", opponent=w.björn)
    assert "players **" not in said(await panel(w, table)), "it is for two"
    await change(w, table, "Options…", width="10")
    (line,) = notices(w)
    assert [member.id for member in line.mentions] == [w.björn.id]
    assert "invitation is for somebody else" in said((await w.chidi.click(line, label="Decline")).response)
    assert "press **Cancel**" in said((await w.ada.click(line, label="Decline")).response)
    await w.björn.click(line, label="Decline")
    assert "declined" in said(w.message(table.id))

    table = await opened(w, "pastures")
    shown = await panel(w, table)
    form = await w.ada.click(shown, label="Options…")
    await w.restart()
    answer = await w.ada.submit_modal(form, now(form) | {"width": ["5"]})
    assert "width **5**" in said(answer.response)
    assert "height **4**" in said(await send(w, shown, "Options…", height="4"))


async def test_a_rematch_on_another_map_is_played_on_it(w: World) -> None:
    """The table of a rematch has the map of the game before; a new choice takes its place."""
    await opened(w, "land", seats=2)
    await w.björn.click(w.channel.last_message, label="Join")
    mover, _ = await w.turns(1)
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    await w.ada.click(w.boards()[-1], label="Rematch")
    table = w.channel.last_message
    await change(w, table, "More options…", mountain="1")
    await change(w, table, "Options…", map="ribbon")
    await w.björn.click(w.message(table.id), label="Join")
    before, after = await queries.read_row(w.app.context, 1), await queries.read_row(w.app.context, 2)
    assert after.options["map"] == "ribbon"
    assert after.options["mountain"] == 1
    assert after.setup != before.setup


async def test_map_seats_and_computers_are_changed_as_far_as_they_fit_and_a_forged_press_changes_nothing(w: World) -> None:
    table = await opened(w)
    before = said(table)
    for what in ("form.nothing", "send.options9", "dance", "send.time"):
        answer = await press(w, w.ada, table, ChangePress(1, what, "1f").id)
        told = answer.followups[0] if answer.followups else answer.response
        assert "older version" in said(told), what
        assert said(w.message(table.id)) == before, what

    assert w.message(table.id).attachments[0].filename == "land-island.png"
    await change(w, table, "Options…", map="lake")
    assert w.message(table.id).attachments[0].filename == "land-lake.png"
    await w.björn.click(w.message(table.id), label="Join")
    assert w.message(table.id).attachments[0].filename == "land-lake.png"
    await w.björn.click(w.message(table.id), label="Leave")
    await change(w, table, "Options…", map="random")
    drawn = (await panel(w, table), "map seed **0**")
    assert drawn[1] not in said(drawn[0])
    await change(w, table, "Options…", map_seed="12")
    assert "map seed **12**" in said(await panel(w, table))
    assert "whole number" in said(await change(w, table, "Options…", map_seed="twelve"))
    assert "Map seed has to be at most" in said(await change(w, table, "Options…", map_seed="9999999999"))
    assert "map seed **12**" in said(await panel(w, table))

    for member in (w.björn, w.chidi):
        await member.click(w.message(table.id), label="Join")
    company = "Players and computers…"
    assert "That would be 3 players" in said(await change(w, table, company, seats="2"))
    assert "all seats would be taken" in said(await change(w, table, company, seats="3"))
    assert "all seats would be taken" in said(await change(w, table, company, seats="4", computers="1"))
    assert "That would be 7 players" in said(await change(w, table, company, computers="4"))
    await change(w, table, company, seats="5", computers="1", level="2")
    assert "(4 of 5)" in said(w.message(table.id))
    assert "level 2" in said(w.message(table.id))
    await change(w, table, company, seats="any", computers="0")
    assert "(3 of 6)" in said(w.message(table.id))
    await w.ada.click(w.message(table.id), label="Start")
    assert len((await queries.read_row(w.app.context, 1)).players) == 3
