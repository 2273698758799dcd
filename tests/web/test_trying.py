"""Trying out on the page: moves ahead that nobody plays, lines that are kept, lines that are set as premoves."""

from __future__ import annotations

from base64 import b64decode
from random import Random
from typing import Any

import pytest

from bot.presentation.lines import NOTHING, OVER
from bot.presentation.texts import PREMOVE_DROPPED
from bot.usecases.play import lines
from bot.usecases.play.lines import NO_PREMOVE, TOO_LONG
from tests.ui.world import confirm
from tests.web.browserless import Answer, PagesOfWorld
from tests.web.test_deeds import Tab, two_tabs

PNG = b"\x89PNG\r\n"


async def try_line(tab: Tab, *line: str, version: int | None = None) -> Answer:
    """Try a line from the newest position on."""
    return await tab.site.post("try", {"version": await newest(tab) if version is None else version, "line": line}, tab.token)


async def newest(tab: Tab) -> int:
    """The newest version of the game."""
    version: int = (await tab.look())["version"]
    return version


async def keep(tab: Tab, *line: str) -> Answer:
    """Keep a line."""
    return await tab.site.post("try/keep", {"version": await newest(tab), "line": line}, tab.token)


async def kept(tab: Tab) -> list[tuple[str, list[str]]]:
    """The lines that a member keeps: what became of each, and what is left of it."""
    return [(line["state"], line["line"]) for line in (await tab.look())["lines"]]


async def test_a_player_and_a_watcher_try_what_the_rules_allow_and_nothing_is_played(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await two_tabs(site, game)
    watcher = Tab(site, site.w.chidi, await site.enter(site.w.chidi, game))
    for tab in (mover, watcher):
        before = await tab.look()
        told = (await try_line(tab, "c4 forest", "B2 W")).data
        assert told["line"] == ["C4 F", "B2 W"], "in canonical text"
        assert (told["ahead"], told["earlier"], told["chance"]) == (2, False, False)
        assert "planted a forest on C4" in told["news"][0]
        assert {name: words for name, words, *_ in told["targets"]}["C4"] == "forest"
        texts = {text for text, *_ in told["moves"]}
        assert "A1 P" in texts
        assert "C4 F" not in texts
        assert b64decode(told["png"]).startswith(PNG)
        assert await tab.look() == before
    assert await site.w.log(game) == []
    for line in (["C4 F", "C4 F"], ["C4"], ["nonsense"], ["drop 0"], ["draw"]):
        answer = await try_line(mover, *line)
        assert answer.status == 409, line
        assert len(answer.error) > 10
    assert (await try_line(mover, version=7)).status == 409
    assert (await try_line(mover, *["A1 F"] * 61)).error == TOO_LONG
    assert (await try_line(mover, *["A1 F"] * 62)).status == 400
    await mover.press("Give up")
    assert (await try_line(mover)).error == OVER
    assert not (await mover.look())["tries"]


async def test_chance_is_chosen_by_hand_among_all_that_it_may_bring(site: PagesOfWorld) -> None:
    await site.w.ada.slash(site.w.channel, "newgame land", seats=2)
    await site.w.björn.click(site.w.channel.last_message, label="Join")
    mover, _ = await two_tabs(site, 1)
    line, random, faces = list[str](), Random(3), 0
    for _ in range(8):
        told = (await try_line(mover, *line)).data
        texts = [text for text, *_ in told["moves"]]
        if told["chance"]:
            assert texts == [f"roll {face}" for face in range(1, 7)]
            assert told["says"] == "Dice or tiles next: choose the outcome."
            faces += 1
        line.append(random.choice(texts))
    assert faces > 1
    assert told["ahead"] < len(line)
    assert (await try_line(mover, *line, "roll 7")).status == 409


async def test_lines_are_kept_for_their_member_alone_so_many_of_a_game_and_no_more(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    assert (await keep(mover)).error == NOTHING
    answer = await keep(mover, "C4 F", "B2 W")
    assert [line["words"] for line in answer.data["lines"]] == [
        f"{mover.member.name} planted a forest on C4. {other.member.name} left a wasteland on B2."
    ]
    assert await kept(mover) == [("ahead", ["C4 F", "B2 W"])]
    assert await kept(other) == []
    await keep(mover, "C4 F", "B2 W", "A1 P")
    assert await kept(mover) == [("ahead", ["C4 F", "B2 W", "A1 P"])], "in the place of the one that it goes on from"
    await keep(mover, "D1 F")
    (line, _) = (await mover.look())["lines"]
    assert (await site.post("try/delete", {"id": line["id"]}, other.token)).data == {"lines": []}
    assert len(await kept(mover)) == 2, "another member's line cannot be deleted"
    await site.post("try/delete", {"id": line["id"]}, mover.token)
    assert await kept(mover) == [("ahead", ["C4 F", "B2 W", "A1 P"])]
    monkeypatch.setattr(lines, "MOST_KEPT", 3)
    for column in "ABC":
        assert (await keep(other, f"{column}1 F")).status == 200
    answer = await keep(other, "D4 F")
    assert (answer.status, answer.error[:16]) == (409, "You keep 3 lines")
    assert (await keep(other, "A1 F", "D4 W")).status == 200, "one that goes on takes the other's place"
    assert len(await kept(other)) == 3


async def test_a_line_goes_on_where_the_game_has_come_or_is_of_an_earlier_turn_or_a_move_taken_back(
    site: PagesOfWorld,
) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    start = await newest(mover)
    await keep(mover, "C4 F", "B2 W", "A1 P")
    await keep(mover, "D1 F", "B2 W")
    await mover.play("C4 F")
    assert await kept(mover) == [("earlier", ["D1 F", "B2 W"]), ("ahead", ["B2 W", "A1 P"])]
    told = (await try_line(mover, "C4 F", "B2 W", version=start)).data
    assert (told["version"], told["line"], told["earlier"]) == (1, ["B2 W"], False)
    told = (await try_line(mover, "D1 F", version=start)).data
    assert (told["version"], told["line"], told["earlier"]) == (start, ["D1 F"], True)
    await other.play("B2 W")
    await mover.play("A1 P")
    assert [state for state, _ in await kept(mover)] == ["earlier", "played"]
    assert (await mover.look())["lines"][1]["words"].startswith(f"{mover.member.name} planted a forest on C4.")
    await mover.press("Undo my move")
    assert [state for state, _ in await kept(mover)] == ["earlier", "ahead"]

    mover, other = await two_tabs(site, await site.w.start(width=4, height=4))
    await mover.play("C4 F")
    await keep(other, "B2 W")
    await mover.press("Undo my move")
    assert await kept(other) == [("earlier", ["B2 W"])]
    told = (await try_line(other, "B2 W", version=1)).data
    assert told["earlier"]
    assert not told["premove"]


async def test_a_line_in_which_the_others_move_first_is_set_as_a_premove_and_played(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    assert [(await try_line(other, *line)).data["premove"] for line in ([], ["C4 F"], ["C4 F", "B2 W"])] == [False, False, True]
    assert not (await try_line(mover, "C4 F")).data["premove"], "it is their turn already"
    body = {"version": 0, "line": ["C4 F", "B2 W"]}
    assert (await site.act("premove", {**body, "line": ["C4 F"]}, other.token)).error == NO_PREMOVE
    assert (await site.act("premove", body, other.token)).status == 200
    (shown,) = (await other.look())["premoves"]
    assert shown["words"] == f"If {mover.member.name} plays a forest on C4, you play a wasteland on B2."
    assert (await mover.look())["premoves"] == []
    premove = await other.member.slash(site.w.channel, "premove", game=game)
    assert "So far:" in str(premove.response.components), "Discord has it too"
    await mover.play("C4 F")
    assert await site.w.log(game) == ["C4 F", "B2 W"]


async def test_a_premove_is_replaced_on_request_deleted_or_dropped_where_it_does_not_fit(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    await site.act("premove", {"version": 0, "line": ["C4 F", "B2 W"]}, other.token)
    body = {"version": 0, "line": ["C4 F", "A1 W"]}
    answer = await site.act("premove", body, other.token)
    asks = [["", "You have a premove for that already: "], ["strong", "play a wasteland on B2"], ["", ". Replace it?"]]
    assert (answer.status, answer.data) == (200, {"told": "", "asks": asks, "sure": "Replace it"})
    (shown,) = (await other.look())["premoves"]
    assert "you play a wasteland on B2" in shown["words"]
    assert "asks" not in (await site.act("premove", {**body, "replace": True}, other.token)).data
    await mover.play("C4 F")
    assert await site.w.log(game) == ["C4 F", "A1 W"]

    mover, other = await two_tabs(site, await site.w.start(width=4, height=4))
    await site.act("premove", {"version": 0, "line": ["C4 F", "B2 W"]}, other.token)
    await mover.play("D4 F")
    assert (await other.look())["news"][-1] == PREMOVE_DROPPED
    assert PREMOVE_DROPPED not in (await mover.look())["news"]
    await _delete_premoves(site)


async def _delete_premoves(site: PagesOfWorld) -> None:
    """They are deleted one by one."""
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    for line in (["C4 F", "B2 W", "A1 P", "D1 F"], ["C3 F", "B2 W"]):
        await site.act("premove", {"version": 0, "line": line}, other.token)
    name = mover.member.name
    first = f"If {name} plays a forest on C4, you play a wasteland on B2."
    words = [
        first,
        f"{first} Then, if {name} plays plains on A1, you play a forest on D1.",
        f"If {name} plays a forest on C3, you play a wasteland on B2.",
    ]
    shown = (await other.look())["premoves"]
    assert [each["words"] for each in shown] == words
    for left in (2, 0):
        answer = await site.act("premove/delete", {"version": 0, "line": shown[left]["line"]}, other.token)
        assert answer.status == 200
    assert (await other.look())["premoves"] == []
    answer = await site.act("premove/delete", {"version": 0, "line": []}, await site.enter(site.w.chidi, game))
    assert answer.status == 409
    await mover.play("C4 F")
    assert await site.w.log(game) == ["C4 F"]


async def test_lines_and_a_note_are_in_my_data_and_gone_after_my_forget(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    watcher = Tab(site, site.w.chidi, await site.enter(site.w.chidi, game))
    await keep(watcher, "C4 F", "B2 W")
    await site.post("note", {"text": "my own words"}, watcher.token)
    data = await site.w.chidi.slash(site.w.channel, "my data")
    told = b"".join([await file.read() for file in data.response.attachments])
    assert b'"lines"' in told
    assert b"my own words" in told
    asked = await site.w.chidi.slash(site.w.channel, "my forget")
    asked = await site.w.chidi.click(asked.response, label="In this server")
    await confirm(site.w.chidi, asked)
    assert (await site.post("try/keep", {"version": 0, "line": ["C4 F"]}, watcher.token)).status == 401
    assert (await site.post("note", {"text": "again"}, watcher.token)).status == 401
    again = Tab(site, site.w.chidi, await site.enter(site.w.chidi, game))
    assert await kept(again) == []
    assert (await again.look())["note"] == ""


BODIES: dict[str, dict[str, Any]] = {
    "try": {"version": 0, "line": ["C4 F"]},
    "try/keep": {"version": 0, "line": ["C4 F"]},
    "try/delete": {"id": 1},
    "premove": {"version": 0, "line": ["C4 F", "B2 W"], "once": 5},
    "premove/delete": {"version": 0, "line": [], "once": 5},
}


async def test_what_is_no_line_is_refused(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, other = await two_tabs(site, game)
    await keep(mover, "D1 F")
    for address, good in BODIES.items():
        broken: list[Any] = [{**good, "more": 1}, {**good, next(iter(good)): -1}, {}, [], 7]
        for body in [*broken, {**good, "line": [3]}, {**good, "line": "C4 F"}]:
            assert (await site.post(address, body, mover.token)).status == 400, (address, body)
        assert (await site.post(address, good)).status == 401, address
        assert (await site.post(address, good, other.token, Origin="https://elsewhere.example.org")).status == 403, address
        assert await site.w.log(game) == [], address
        assert len(await kept(mover)) == 1, address
