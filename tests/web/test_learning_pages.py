"""Puzzles, lessons and moments to try again on the page: the same question, the same answers as in their panel."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.common.clock import MINUTE, SECOND
from bot.common.words import Text
from bot.games.lessons import lesson_of
from bot.games.puzzles import find_puzzle
from bot.presentation.exercises.puzzles import ask
from bot.usecases.computers import lookbacks
from bot.usecases.learning import puzzles
from bot.usecases.pages import keys
from bot.web.learning import MOVED_ON
from bot.web.spans import to_spans
from tests.players.test_weighing import WORST
from tests.sampling import Sample
from tests.ui.computer_world import quick_computers
from tests.ui.learning.test_daily_puzzle import days, posted, turn_on
from tests.ui.learning.test_puzzles_in_discord import of as puzzle_in
from tests.ui.learning.test_puzzles_in_discord import right, wrong
from tests.ui.learning.test_server_puzzles import find
from tests.ui.learning.test_trying_again import blunder, open_moment
from tests.ui.learning.test_withdrawn_puzzles import withdraw
from tests.ui.world import confirm, labels, said
from tests.web.browserless import PUBLIC_URL, Answer, PagesOfWorld, pages_of, plain

GAME = "learning/game"


async def enter(site: PagesOfWorld, member: Any, message: Any) -> str:
    """Press **Open the board** in a private message. Return a token for the page that its link opens."""
    answer = await site.exchange(await link(site, member, message))
    assert answer.data["about"] == "learning"
    token: str = answer.data["token"]
    return token


async def link(site: PagesOfWorld, member: Any, message: Any) -> str:
    """Press **Open the board** in a private message. Return the ticket of the link."""
    opened = (await member.click(message, label="Open the board")).response
    assert opened.flags.ephemeral
    (address,) = [part["url"] for part in walk_components(opened.components) if "url" in part]
    return str(address.partition("#")[2])


async def give(site: PagesOfWorld, token: str, text: str) -> Answer:
    """Answer at the position that the page shows."""
    version = (await site.get(GAME, token)).data["version"]
    return await site.act("learning/play", {"text": text, "version": version}, token)


async def press(site: PagesOfWorld, token: str, label: str) -> Answer:
    """Press a button beside the board."""
    (offer,) = [each for each in (await site.get(GAME, token)).data["offers"] if each["label"] == label]
    return await site.act(f"learning/{offer['address']}", offer["body"], token)


async def open_lesson(site: PagesOfWorld, game: str = "territories") -> Any:
    """Ada's lesson."""
    return (await site.w.ada.slash(site.w.channel, "learn", game=game)).response


async def open_puzzle(site: PagesOfWorld, game: str = "territories", member: Any = None) -> Any:
    """The puzzle of a member, by default Ada's."""
    return (await (member or site.w.ada).slash(site.w.channel, "puzzle", game=game)).response


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["pastures", "land", "territories", "nomads"])
async def test_a_lesson_is_finished_on_the_page_and_discord_knows_it(site: PagesOfWorld, game: str, sample: Sample) -> None:
    lesson, w = lesson_of(game), site.w
    assert lesson is not None
    token = await enter(site, w.ada, await open_lesson(site, game))
    pictured = sample(range(1, len(lesson.steps) + 1), 2)
    for number, step in enumerate(lesson.steps, 1):
        told = (await site.get(GAME, token)).data
        assert told["heading"].endswith(f"step {number} of {len(lesson.steps)}")
        assert (plain(told["says"]), told["yours"]) == (plain(to_spans(Text(step.task))), True)
        assert told["moves"]
        if number in pictured:
            picture = await site.get("learning/picture", token)
            assert int(picture.headers["X-Version"]) == told["version"]
            assert picture.data.startswith(b"\x89PNG")
        assert (await give(site, token, step.answer)).data == {"told": ""}
        told = (await site.get(GAME, token)).data
        assert (plain(told["says"]), told["yours"]) == (plain(to_spans(Text(f"Right. {step.right}"))), False)
        if number < len(lesson.steps):
            await press(site, token, "Next")
    assert told["news"] == ["That was the lesson."]
    assert "**That was the lesson" in said(await open_lesson(site, game))
    await press(site, token, "Once more")
    assert "step 1 of" in (await site.get(GAME, token)).data["heading"]


async def test_a_place_that_cannot_be_chosen_in_a_lesson_is_explained_with_its_rule(site: PagesOfWorld) -> None:
    token = await enter(site, site.w.ada, await open_lesson(site, "land"))
    asks = {"version": (await site.get(GAME, token)).data["version"], "chosen": {}, "wanted": {"column": "A", "row": "2"}}
    assert plain((await site.post("learning/why", asks, token)).data["says"]).endswith("(rule L8)")
    assert (await site.post("learning/why", {**asks, "version": 0}, token)).data == {"says": ""}


async def test_a_wrong_try_in_a_lesson_is_answered_with_the_rule_and_two_with_the_answer(site: PagesOfWorld) -> None:
    token = await enter(site, site.w.ada, await open_lesson(site))
    told = (await site.get(GAME, token)).data
    lesson = lesson_of("territories")
    assert lesson is not None
    step = lesson.steps[0]
    wrong_one = next(text for text, *_ in told["moves"] if text != step.answer and not _is_right(step, text))
    for _ in range(2):
        answer = plain((await give(site, token, wrong_one)).data["told"])
        assert answer.startswith("No. ")
        assert "(T" in answer, "the rule has its number"
    (told_answer,) = (await site.get(GAME, token)).data["news"]
    assert plain(told_answer).startswith("The answer: ")
    assert "💡 The answer: " in said(await open_lesson(site))
    await press(site, token, "Skip this step")
    assert "step 2 of" in (await site.get(GAME, token)).data["heading"]


def _is_right(step: Any, text: str) -> bool:
    return any(text == pattern or (isinstance(pattern, list) and text in pattern) for pattern in step.accept)


async def test_a_puzzle_is_solved_on_the_page_and_the_next_one_follows(site: PagesOfWorld) -> None:
    message = await open_puzzle(site)
    puzzle = find_puzzle(message.attachments[0].filename.removesuffix(".png").split("-")[-1])
    assert puzzle is not None
    token = await enter(site, site.w.ada, message)
    told = (await site.get(GAME, token)).data
    assert (told["heading"], told["says"]) == ("Puzzle · Territories", ask(puzzle))
    assert told["names"][puzzle.start.seat or 0] == "You"
    answer = plain((await give(site, token, right(puzzle).replace("; ", " "))).data["told"])
    assert answer.startswith("Right! Nothing is better. Your puzzle rating: ")
    told = (await site.get(GAME, token)).data
    assert (told["says"], told["yours"]) == ("You have solved it.", False)
    assert re.search("win|loss", " ".join(map(plain, told["news"])))
    shown = await site.w.ada.click(message, label="Show")
    assert "Next puzzle" in labels(shown.response), "the panel knows that it is done"
    await press(site, token, "Next puzzle")
    after = (await site.get(GAME, token)).data
    assert after["yours"]
    assert after["version"] != told["version"]
    assert (await site.get("learning/picture", token)).status == 200


BODIES: dict[str, dict[str, Any]] = {
    "learning/play": {"text": "A1 F", "version": 0, "once": 5},
    "learning/act": {"what": "tell", "version": 0, "once": 5},
}


async def test_answers_are_shown_after_two_misses_or_on_request_until_the_puzzle_is_withdrawn(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is sent twice is one miss, and what is no answer is none."""
    await _miss_twice(site)
    await _ask_for_the_answer(site)
    message = await open_puzzle(site)
    token = await enter(site, site.w.ada, message)
    before = (await site.get(GAME, token)).data["version"]
    withdraw(monkeypatch, puzzle_in(message).id)
    for answer in (await site.get(GAME, token), await site.act("learning/act", {"what": "tell", "version": before}, token)):
        assert answer.error.startswith("This puzzle was withdrawn.")


async def _miss_twice(site: PagesOfWorld) -> None:
    message = await open_puzzle(site, member=site.w.björn)
    puzzle = find_puzzle(message.attachments[0].filename.removesuffix(".png").split("-")[-1])
    assert puzzle is not None
    token = await enter(site, site.w.björn, message)
    body = {"text": wrong(puzzle).replace("; ", " "), "version": (await site.get(GAME, token)).data["version"]}
    assert (await site.act("learning/play", body, token)).data["told"].startswith("No: that costs")
    again = await site.act("learning/play", body, token)
    assert (again.status, again.error) == (409, MOVED_ON)
    assert (await site.get(GAME, token)).data["yours"], "that was one miss"
    assert "No: " in plain((await give(site, token, body["text"])).data["told"])
    told = (await site.get(GAME, token)).data
    assert (told["says"], told["yours"]) == ("This is the answer.", False)
    assert plain(told["news"][0]).startswith("The answer: ")


async def _ask_for_the_answer(site: PagesOfWorld) -> None:
    token = await enter(site, site.w.chidi, await open_puzzle(site, member=site.w.chidi))
    before = (await site.get(GAME, token)).data
    for address, good in BODIES.items():
        broken: list[Any] = [{**good, "more": 1}, {**good, "version": "0"}, {**good, "once": 0}, {}, [], 7]
        for body in broken:
            assert (await site.post(address, body, token)).status == 400, (address, body)
        assert (await site.post(address, good, token)).error == MOVED_ON, address
        assert (await site.post(address, good, token, Origin="https://elsewhere.example.org")).status == 403, address
    for text in ("nonsense", "Z9", "draw"):
        answer = await give(site, token, text)
        assert answer.status == 409
        assert len(answer.error) > 10
    assert (await site.get(GAME, token)).data == before
    await press(site, token, "Show the answer")
    assert (await site.get(GAME, token)).data["says"] == "This is the answer."


@pytest.fixture
async def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PagesOfWorld]:
    """Pages of a bot whose workers think shortly."""
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.05)
    pages = {"public_url": PUBLIC_URL, "web_port": 0}
    async with quick_computers(tmp_path, monkeypatch, puzzle_seconds=60.0, **pages) as w, pages_of(w) as made:
        yield made


async def test_a_mistake_is_practised_on_the_page_which_ends_with_the_best_move_drawn(quick: PagesOfWorld) -> None:
    loser, _ = await blunder(quick.w)
    token = await enter(quick, loser, await open_moment(quick.w, loser))
    told = (await quick.get(GAME, token)).data
    assert re.fullmatch(r"Practice · Pastures New #1, turn 17 \(1 of \d\)", told["heading"])
    assert "You chose to build a castle on C1. The best move ends about 14 points better. " in plain(told["says"])
    assert "You played that in the game, too." in plain((await give(quick, token, WORST)).data["told"])
    assert "Right" in plain((await give(quick, token, "C3 C")).data["told"])
    after = (await quick.get(GAME, token)).data
    assert plain(after["says"]) == "The best move was to build a castle on C3: 14 points better than your move in the game."
    assert not after["yours"]
    assert "Chosen: C3. Compared with: C1." in after["alt"]
    assert (await quick.get("learning/picture", token)).status == 200


async def test_a_key_opens_a_page_of_its_own_kind_alone_with_the_rules_of_its_game(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    of_game = await site.enter(site.w.ada, game)
    puzzle = await open_puzzle(site, "land")
    for message in (await open_lesson(site), puzzle):
        mine = await enter(site, site.w.ada, message)
        for what in ("game", "picture", "rules"):
            assert [(await site.get(what, token)).status for token in (of_game, mine)] == [200, 401]
            assert [(await site.get(f"learning/{what}", token)).status for token in (mine, of_game, "")] == [200, 401, 401]
        assert (await site.play(mine, "A1 F", 0)).status == 401
        assert (await site.act("learning/play", {"text": "A1 F", "version": 0}, of_game)).status == 401
    assert await site.w.log(game) == []
    token = await enter(site, site.w.ada, puzzle)
    assert (await site.get("learning/rules", token)).data["title"] == "Land"
    assert (await site.get("learning/rules/picture", token)).data.startswith(b"\x89PNG")


async def test_a_link_to_a_puzzle_is_good_once_and_its_page_closes_for_members_who_left_or_were_forgotten(
    site: PagesOfWorld,
) -> None:
    w = site.w
    ticket = await link(site, w.chidi, (await w.chidi.slash(w.channel, "puzzle", game="land")).response)
    token = (await site.exchange(ticket)).data["token"]
    assert (await site.exchange(ticket)).error == keys.LINK_ENDED
    mine = await enter(site, w.ada, await open_puzzle(site))
    w.guild.remove_member(w.chidi)
    await w.env.advance_time(5 * MINUTE / SECOND + 1)
    refused = await site.get(GAME, token)
    assert (refused.status, refused.error) == (403, keys.NOT_SEEN)
    assert (await site.get(GAME, token)).status == 401
    assert (await site.get(GAME, mine)).status == 200
    asked = await w.ada.slash(w.channel, "my forget")
    asked = await w.ada.click(asked.response, label="In this server")
    await confirm(w.ada, asked)
    assert (await site.get(GAME, mine)).status == 401


async def test_the_page_of_a_servers_own_puzzle_closes_with_the_channel_of_its_game(
    quick: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _: {})
    w = quick.w
    other = w.guild.create_text_channel("other")
    await find(w, channel=other)
    token = await enter(quick, w.ada, await open_puzzle(quick, "pastures"))
    told = (await quick.get(GAME, token)).data
    assert told["heading"] == "Puzzle · Pastures New · from a game of this server"
    assert "You" in told["names"]
    assert not {"Ada", "Björn", "Chidi"} & set(told["names"]), "nobody's name"
    view = discord.Permissions(view_channel=True).value
    shut_out = Overwrite(target_id=w.ada.id, type=OverwriteType.MEMBER, allow=0, deny=view)
    w.env.backend.edit_channel(other.id, {}, overwrites=[shut_out])
    await w.env.advance_time(5 * MINUTE / SECOND + 1)
    refused = await quick.get(GAME, token)
    assert (refused.status, refused.error) == (403, keys.NOT_SEEN)


async def test_solve_of_the_daily_puzzle_can_be_opened_as_a_page(quick: PagesOfWorld) -> None:
    w = quick.w
    await turn_on(w)
    await days(w, 1)
    (posted_puzzle,) = posted(w)
    solve = (await w.chidi.click(posted_puzzle, label="Solve")).response
    token = await enter(quick, w.chidi, solve)
    assert (await quick.get(GAME, token)).data["heading"].startswith("Puzzle · ")
    await press(quick, token, "Show the answer")
    again = (await w.chidi.click(posted_puzzle, label="Solve")).response
    assert "💡 The answer" in said(again), "Discord knows it"
