"""**Report** below a puzzle's answer: it hides the puzzle from the reporter; the managers of the server decide."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.puzzles import puzzles_of
from bot.storage.schema_learning import puzzle_reports
from bot.usecases.learning import puzzles
from tests.ui.learning.test_daily_puzzle import days, posted, puzzle_of, turn_on
from tests.ui.learning.test_puzzles_in_discord import of, rows_of
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, choose, labels, said


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two puzzles of Pastures New alone are set."""
    known = dict(list(puzzles_of("pastures").items())[:2])
    for module in ("puzzles", "daily"):
        monkeypatch.setattr(f"bot.usecases.learning.{module}.puzzles_of", lambda game: known if game == "pastures" else {})
        monkeypatch.setattr(f"bot.usecases.learning.{module}.games_with_puzzles", lambda: ("pastures",))
    monkeypatch.setattr(puzzles, "NEAREST", 1)
    return list(known)


async def report(w: World, member: Any) -> tuple[str, Any]:
    """Have a member report the puzzle that comes next; return its id, and what is said to it."""
    message = (await member.slash(w.channel, "puzzle", game="pastures")).response
    assert "Report" not in labels(message), "who reports has seen the answer"
    shown = (await member.click(message, label="Show")).response
    return of(message).id, (await member.click(shown, label="Report")).response


async def reports(w: World, mara: Any) -> Any:
    """The list of reported puzzles."""
    return (await mara.click((await mara.slash(w.channel, "server settings")).response, label="Reports")).response


async def open_puzzle_of(w: World, member: Any) -> Any:
    """A member's puzzle."""
    return (await member.slash(w.channel, "puzzle", game="pastures")).response


async def test_who_reports_a_puzzle_sees_it_no_more_others_do_and_it_is_no_daily_puzzle(
    w: World, few: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reported, answer = await report(w, w.ada)
    assert "You do not get it again" in said(answer)
    other = (await w.ada.click(answer, label="Next puzzle")).response
    assert of(other).id != reported
    assert of(await open_puzzle_of(w, w.björn)).id == reported, "one report hides it from nobody else"
    assert w.messages() == []
    with monkeypatch.context() as patch:
        patch.setattr("bot.usecases.learning.reports.MOST_OPEN", 1)
        _, refused = await report(w, w.ada)
    assert "that are not decided yet" in said(refused)
    assert len(await rows_of(w, puzzle_reports)) == 1
    await turn_on(w)
    await days(w, 3)
    assert {puzzle_of(message) for message in posted(w)} == set(few) - {reported}
    today = posted(w)[-1]
    opened = (await w.björn.click(today, label="Solve")).response
    shown = (await w.björn.click(opened, label="Show")).response
    await w.björn.click(shown, label="Report")
    refused = (await w.björn.click(today, label="Solve")).response
    assert "You have reported this puzzle" in said(refused)
    assert "🎯" in said((await w.chidi.click(today, label="Solve")).response)


async def test_those_who_manage_the_server_take_it_out_and_put_it_back(w: World, few: list[str]) -> None:
    mara = manager(w)
    assert "None." in said(await reports(w, mara))
    reported, _ = await report(w, w.ada)
    before = await open_puzzle_of(w, w.björn)
    panel = await reports(w, mara)
    assert "1 member reported it. It is not decided yet." in said(panel)
    assert "The answer: **" in said(panel)
    assert w.ada.name not in said(panel), "who reported it is not told"
    assert panel.attachments[0].filename == f"reported-pastures-{reported}.png"
    panel = (await mara.click(panel, label="Take it out")).response
    assert "It is removed" in said(panel)
    assert "This puzzle was withdrawn" in said((await w.björn.click(before, label="Show")).response)
    assert of(await open_puzzle_of(w, w.chidi)).id != reported
    panel = (await mara.click(panel, label="Put it back")).response
    assert "None." in said(panel)
    assert "💡" in said((await w.björn.click(before, label="Show")).response)


async def test_what_was_kept_stays_kept_however_often_it_is_reported(w: World, few: list[str]) -> None:
    mara = manager(w)
    reported, _ = await report(w, w.ada)
    await mara.click(await reports(w, mara), label="Keep it")
    again, _ = await report(w, w.björn)
    assert again == reported
    assert "None." in said(await reports(w, mara))
    await turn_on_by(w, mara)
    await days(w, 2)
    assert {puzzle_of(message) for message in posted(w)} == set(few), "it may be the daily puzzle again"


async def turn_on_by(w: World, mara: Any) -> None:
    """Turn the daily puzzle on."""
    panel = (await mara.click((await mara.slash(w.channel, "server settings")).response, label="Daily puzzle")).response
    await choose(mara, panel, "Daily puzzle: off", w.channel)
