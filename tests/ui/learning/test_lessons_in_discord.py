"""``/learn`` in the simulated Discord: lessons finished by what the screen says, through restarts, with no trace elsewhere."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components
from sqlalchemy import func, select

from bot.games.lessons import games_with_lessons
from bot.storage.schema import games
from bot.storage.schema_learning import lessons
from bot.usecases import queries
from tests.sampling import Sample
from tests.ui.computer_world import play_to_end, quick_computers
from tests.ui.learning.wrong_tries import Blunderer
from tests.ui.played import at_random, play_at_once
from tests.ui.server.test_server_settings import WHERE, manager
from tests.ui.world import World, choose, labels, press_at_random, said

MOST_PRESSES = 40
PLAY = "Play against the bot"
SQUARE = re.compile(r"\b[A-Z]\d{1,2}\b")
"""A square in a text: its first letter is a column."""
LEADS_AWAY = {"How?", "Type…", "Start over", "Skip this step", "Once more", "Rules", "Open the board"}


@pytest.fixture
async def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers answer at once."""
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


Option = tuple[str, str, str | None]
"""What can be pressed: label, id, value of a menu."""


def pick(text: str, options: Sequence[Option], tried: set[tuple[str, str]]) -> Option:
    """Return what to press: what is named most in the answer where it is told, else in the task and in what was said last.

    Among equals it is the first. What was ``tried`` with the same words on the screen comes last.
    """
    lines = text.splitlines()
    told = [line for line in lines if line.startswith("💡")] or [line for line in lines if line.startswith(("🎯", "❌"))]
    screen = "".join(told)
    words = {word.lower() for word in re.findall(r"\w\w+", screen)} | {square[0] for square in SQUARE.findall(screen)}
    fresh = [option for option in options if (screen, option[0]) not in tried]
    if not fresh:
        tried.clear()
        fresh = list(options)

    def named(option: Option) -> int:
        return len(words & {word.lower() if len(word) > 1 else word for word in re.findall(r"\w+", option[0])})

    best = max(fresh, key=named)
    tried.add((screen, best[0]))
    return best


class Reader:
    """Presses what the screen names, else the first thing that it has not tried. It knows no rules and no lesson."""

    def __init__(self, actor: Any, message: Any) -> None:
        self.actor, self.message = actor, message
        self.tried: set[tuple[str, str]] = set()
        self.presses = 0

    async def finish(self) -> None:
        """Press until the lesson offers a game."""
        while PLAY not in labels(self.message):
            assert self.presses < MOST_PRESSES, said(self.message)
            await self.press()

    async def press(self) -> None:
        """Press what the screen names."""
        await self.take(pick(said(self.message), self.options(), self.tried))

    async def take(self, option: Option) -> None:
        """Press a button, or take an entry of a menu."""
        _, custom_id, value = option
        self.presses += 1
        if value is None:
            self.message = (await self.actor.click(self.message, custom_id=custom_id)).response
        else:
            self.message = (await self.actor.select(self.message, [value], custom_id=custom_id)).response

    def options(self) -> list[Option]:
        """Return what can be pressed."""
        found = list[Option]()
        for part in walk_components(self.message.components):
            if part.get("disabled") or "custom_id" not in part or part.get("label") in LEADS_AWAY:
                continue
            if part["type"] == 2:
                found.append((part["label"], part["custom_id"], None))
            else:
                found += [(entry["label"], part["custom_id"], entry["value"]) for entry in part["options"]]
        return found


async def stored_games(w: World) -> int:
    """How many games the database has."""
    return int(await w.app.context.db.read(lambda conn: conn.scalar(select(func.count()).select_from(games))))


async def lesson_rows(w: World) -> list[Any]:
    """The rows of lessons."""

    async def look(conn: Any) -> list[Any]:
        return list(await conn.execute(select(lessons)))

    return list(await w.app.context.db.read(look))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games_with_lessons())
async def test_who_reads_the_screen_alone_finishes_a_lesson_in_forty_presses_and_then_plays(
    quick: World, game: str, sample: Sample
) -> None:
    """Outside of full runs, what follows the first press in the game is played at once."""
    w = quick
    reader = Reader(w.ada, (await w.ada.slash(w.channel, "learn", game=game)).response)
    await reader.finish()
    assert reader.message.flags.ephemeral
    assert w.messages() == [], "a lesson shows nothing in the channel"
    assert await stored_games(w) == 0, "a lesson is no game of the server"
    await w.ada.click(reader.message, label=PLAY)
    row = (await queries.view_game(w.app.context, w.guild.id, 1)).row
    assert (row.kind, row.terms.level, row.terms.hints) == (game, 1, True)
    assert sorted(player.holder for player in row.players) == ["computer", "member"]
    assert w.boards(), "the game has begun in the channel"
    if not sample.is_full:
        await press_at_random(w.ada, (await w.ada.click(w.boards()[-1], label="Play")).response, random.Random(1))
        await play_at_once(w, 1, at_random(random.Random(1)))
    await play_to_end(w, 1, random.Random(1))
    assert (await w.state(1)).is_over, "and it can be played to its end by the panel alone"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games_with_lessons())
async def test_a_wrong_choice_is_answered_with_its_rule_and_another_rule_with_another_sentence(w: World, game: str) -> None:
    """One choice for each answer of a step and each rule that refuses one. ``lab.bench.learning.wrong_choices`` makes all."""
    lesson = games_with_lessons()[game]
    blunderer = Blunderer(w, lesson)
    await blunderer.make_every_wrong_choice(pressed=1, typed=1)
    assert set(blunderer.heard) >= {each.say for step in lesson.steps for each in step.wrong}, "no answer was left out"


async def test_a_lesson_goes_on_where_it_was_after_a_restart(w: World) -> None:
    reader = Reader(w.ada, (await w.ada.slash(w.channel, "learn", game="pastures")).response)
    while "step 3 of" not in said(reader.message):
        await reader.press()
    chosen = await w.ada.click(reader.message, label="A1")
    assert "**A1** · which terrain?" in said(chosen.response)
    await w.restart()
    again = (await w.ada.slash(w.channel, "learn", game="pastures")).response
    assert "step 3 of" in said(again)
    assert "**A1** · which terrain?" in said(again), "what was chosen is still there"
    went_on = (await w.ada.click(chosen.response, label="Desert")).response
    assert "(P7)" in said(went_on), "the old message works on"
    other = (await w.björn.slash(w.channel, "learn", game="pastures")).response
    assert "step 1 of" in said(other), "each member has a place of their own"


async def test_learn_offers_the_lessons_and_a_told_answer_has_its_reasons_and_is_marked_in_the_picture(
    w: World,
) -> None:
    message = (await w.ada.slash(w.channel, "learn", game="territories")).response
    while "step 3 of" not in said(message):
        message = (await w.ada.click(message, label="Skip this step")).response
    for _ in range(2):
        assert "💡" not in said(message)
        message = (await w.ada.click(message, label="B3-C3")).response
    assert "💡 The answer: **lay a piece of fence between B4 and C4**." in said(message)
    assert "It brings you 4 squares at once." in said(message), "as a hint says it"
    assert "between B4 and C4" in (message.attachments[0].description or ""), "marked"

    offered = (await w.ada.slash(w.channel, "learn")).response
    assert offered.flags.ephemeral
    assert "Pastures New" in labels(offered)
    opened = (await w.ada.click(offered, label="Pastures New")).response
    assert "step 1 of" in said(opened)
    await w.ada.click(offered, label="Play Pastures New")
    assert (await queries.view_game(w.app.context, w.guild.id, 1)).row.kind == "pastures", "a game begins at one press"


async def test_a_wrong_try_or_what_is_typed_is_answered_with_the_rule_and_two_wrong_ones_with_the_answer(w: World) -> None:
    message = (await w.ada.slash(w.channel, "learn", game="pastures")).response
    for square, terrain, why in (("B2", "Plains", "another terrain"), ("A1", "Forest", "another square")):
        assert "💡" not in said(message)
        message = (await w.ada.click(message, label=square)).response
        message = (await w.ada.click(message, label=terrain)).response
        assert why in said(message)
        assert "(P3)" in said(message)
    assert "💡 The answer: **play a forest on B2**." in said(message)
    form = await w.ada.click(message, label="Type…")
    message = (await w.ada.submit_modal(form, {"text": "b2"})).response
    assert "**B2** · which terrain?" in said(message), "half a move is chosen"
    message = (await w.ada.click(message, label="Forest")).response
    assert "✅" in said(message)
    assert "forest" in (message.attachments[0].description or "").lower()
    assert labels(message) == ["Next"]
    message = (await w.ada.click(message, label="Next")).response
    for _ in range(2):
        message = (await w.ada.click(message, label="Skip this step")).response
    assert "step 4 of" in said(message)
    form = await w.ada.click(message, label="Type…")
    message = (await w.ada.submit_modal(form, {"text": "b1 desert"})).response
    assert "*(rule P6)*" in said(message)
    form = await w.ada.click(message, label="Type…")
    message = (await w.ada.submit_modal(form, {"text": "a2 desert"})).response
    assert "✅" in said(message), "what is typed counts as what is pressed"


async def test_a_lesson_is_begun_once_more_and_its_game_only_where_games_are_played(w: World) -> None:
    first = (await w.ada.slash(w.channel, "learn", game="pastures")).response
    second = (await w.ada.slash(w.channel, "learn", game="pastures")).response
    await w.ada.click(second, label="Skip this step")
    message = (await w.ada.click(first, label="B2")).response
    assert "The lesson has moved on" in said(message), "a press in an old message shows where the member is"
    assert "step 2 of" in said(message)
    while "Skip this step" in labels(message):
        message = (await w.ada.click(message, label="Skip this step")).response
    assert PLAY in labels(message), "the last step can be skipped"
    for command in ("games", "latest", "ranking", "halloffame", "stats", "export"):
        answer = (await w.ada.slash(w.channel, command)).response
        assert not re.search(r"Ada.*(won|\d+ games?)|#\d", said(answer)), command
    boss = manager(w)
    elsewhere = w.guild.create_text_channel("elsewhere")
    await choose(boss, (await boss.slash(w.channel, "server settings")).response, WHERE, elsewhere)
    refused = await w.ada.click(message, label=PLAY)
    assert refused.response.flags.ephemeral
    assert f"<#{elsewhere.id}>" in said(refused.response)
    assert await stored_games(w) == 0
    message = (await w.ada.click(message, label="Once more")).response
    assert "step 1 of" in said(message)
    assert "1 lesson" in said((await w.ada.slash(w.channel, "my data")).response)
    assert len(await lesson_rows(w)) == 1
    question = (await w.ada.slash(w.channel, "my forget")).response
    asked = (await w.ada.click(question, label="In this server")).response
    await w.ada.click(asked, label="Yes, forget me")
    assert await lesson_rows(w) == []
