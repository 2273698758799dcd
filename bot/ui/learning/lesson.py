"""``/learn``: a lesson by playing, in one private message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.games.lessons import Lesson, games_with_lessons
from bot.panels.core import Button, Send
from bot.panels.maker import HELP, TYPE
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.doors import LearnPress, VersusPress
from bot.ui.learning.lesson_message import AGAIN, NEXT, SKIP, LessonPress, maker_of, render_lesson
from bot.ui.learning.typed import make_field, read_half_move
from bot.ui.play.panels import TYPED
from bot.usecases.access import has_computer
from bot.usecases.learning import lessons
from bot.usecases.learning.lessons import Place
from bot.usecases.refusal import Refusal
from rules import GAMES

Interaction = discord.Interaction[Any]


async def show_lesson(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the lesson of a game where the asker was; without a game, a button for each lesson."""
    known = games_with_lessons()
    if kind is None:
        teach = [make_button(LearnPress(game).id, Button(game, GAMES[game].title, "primary"), 0) for game in known]
        begin = [
            make_button(VersusPress(game).id, Button(game, f"Play {GAMES[game].title}", emoji="🤖"), 1)
            for game in known
            if has_computer(game)
        ]
        text = "Which game do you want to learn? A lesson takes about three minutes. 🤖 begins a short game against me at once."
        return Reply(text, view=view([*teach, *begin]))
    if kind not in known:
        raise Refusal(f"There is no lesson for {GAMES[kind].title} yet. `/rules` explains it.")
    return await _render(app, interaction, await _find(app, interaction, known[kind]), edit=False)


@answers(LearnPress, direct=True)
async def open_lesson(app: App, interaction: Interaction, press: LearnPress) -> Reply:
    """Open the lesson in a message of its own."""
    return await show_lesson(app, interaction, find_word(press.kind, GAMES).name)


@answers(LessonPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: LessonPress) -> Reply:
    """Answer a press in a lesson: with another choice, a judgement, the next step."""
    place = await _find(app, interaction, find_word(press.kind, games_with_lessons()))
    control = press.control
    if press.step != place.step.name:
        return await _render(app, interaction, place, said="-# The lesson had gone on; this is where you are.")
    if control in (NEXT, SKIP, AGAIN):
        return await _turn_to(app, interaction, Place(place.lesson, 0) if control == AGAIN else place.skip())
    if place.is_done or control == TYPE:
        if place.is_done:
            return await _render(app, interaction, place)
        return Reply("", form=make_field(replace(press, control=TYPED).id, place.start))
    if control == TYPED:
        return await _try_typed(app, interaction, place, " ".join(press.values))
    state, maker = place.start, maker_of(place.start)
    if control == HELP:
        return Reply(maker.build(state, state.seat or 0, place.draft or {}).more)
    result = maker.press(state, state.seat or 0, place.draft or {}, control, press.values)
    if isinstance(result, Send):
        return await _try(app, interaction, place, result.text)
    return await _turn_to(app, interaction, place.chosen(result))


async def _find(app: App, interaction: Interaction, lesson: Lesson) -> Place:
    return await lessons.find(app.context, guild_of(interaction), interaction.user.id, lesson)


async def _turn_to(app: App, interaction: Interaction, place: Place, *, said: str = "") -> Reply:
    """Store where the member is, and show it."""
    await lessons.keep(app.context, guild_of(interaction), interaction.user.id, place)
    return await _render(app, interaction, place, said=said)


async def _render(app: App, interaction: Interaction, place: Place, *, said: str = "", edit: bool = True) -> Reply:
    others = [game for game in games_with_lessons() if game != place.lesson.game]
    return await render_lesson(app, interaction, place, said=said, edit=edit, others=others)


async def _try(app: App, interaction: Interaction, place: Place, text: str) -> Reply:
    """Judge a turn. What is wrong is said above the panel, which begins anew."""
    result = place.try_text(text)
    return await _turn_to(app, interaction, place.tried(result), said="" if result.right else f"❌ {result.said}")


async def _try_typed(app: App, interaction: Interaction, place: Place, text: str) -> Reply:
    """Judge what was typed, or choose half a move. What the rules refuse is said with the rule, and is no miss."""
    try:
        return await _try(app, interaction, place, text)
    except ValueError as error:
        half, why = read_half_move(place.start, text, error)
    if half is not None:
        return await _turn_to(app, interaction, place.chosen(half))
    return await _render(app, interaction, place, said=why)
