"""**Try again** below the last board: the moment where a player lost most, to find something better, privately."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.common.markdown import escape
from bot.panels import panel_of
from bot.panels.core import Button, Draft, Row, Send
from bot.panels.maker import HELP, TYPE, add_buttons
from bot.ui.computers.lookback import TOO_LATE, tell_length
from bot.ui.computers.standing import compare, tell_worth
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply, about
from bot.ui.framework.router import answers
from bot.ui.framework.texts import GREY, MESSAGE, colour_in, cut, renderer_of
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.learning.typed import make_field, read_half_move
from bot.ui.messages import picture
from bot.ui.play.boards import may_have_picture
from bot.ui.play.open_board import PAGE, make_page_buttons
from bot.ui.play.panels import TYPED
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.refusal import Refusal
from bot.workers import Lane, Workers
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import FindMistake, WeighTry
from players.lookback import BetterMove
from players.mistakes import Means
from render.view import NO_MARKS
from rules import GAMES, State

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

SHOW = "retry.show"
"""The id of the button that tells the better move."""
WEIGHING = Means(0, 1.0)
"""How long a try is weighed: seconds for the position after it, and as many for what was played."""


@dataclass(frozen=True)
class RetryPress(Press, word="retry"):
    """A button or menu of the panel in which a player tries again at a place of the record."""

    game_id: int
    place: int
    control: str
    stamp: str


async def open_retry(app: App, interaction: Interaction, game_id: int) -> Reply:
    """Return the moment in a message of its own; where nobody has looked for it, say how long that takes, and let it follow."""
    may_have_picture(app, interaction.user.id)
    moment = await mistakes.find(app.context, guild_of(interaction), game_id, interaction.user.id)
    if moment.is_known:
        return await _render(app, interaction, moment)
    wait = tell_length(mistakes.takes(moment.log, moment.seat) * (1 + app.workers.waiting(Lane.ANALYSIS)))

    async def sent(_: int) -> None:
        task = asyncio.create_task(_follow(app, interaction, moment), name=f"try again {game_id}")
        app.following.add(task)
        task.add_done_callback(app.following.discard)

    text = f"I am looking for the moment where you lost most. It takes about {wait}, and I put it here."
    return Reply("", view=lay_out(text), sent=sent)


async def _follow(app: App, interaction: Interaction, moment: Moment) -> None:
    """Put the moment in the place of the answer once a worker has found it. After a restart, the button asks again."""
    row, user = moment.log.row, interaction.user.id
    job = FindMistake(moment.log.record_json(), moment.seat, mistakes.choose_means(moment.log, moment.seat))
    try:
        async with asyncio.timeout(TOO_LATE):
            found = await app.workers.run(job, user)
        await mistakes.keep(app.context, row.id, moment.seat, found)
        known = await mistakes.find(app.context, row.guild_id, row.id, user)
        reply = await _render(app, interaction, known)
        await interaction.edit_original_response(**reply.edit_parts())
    except (TimeoutError, WorkerProblem, Refusal, discord.DiscordException) as error:
        logger.info("a moment could not be shown to whoever asked: %r", error, extra=about(interaction))


@answers(RetryPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: RetryPress) -> Reply:
    """Answer a press in the panel: with another choice, a judgement, the better move."""
    moment = await mistakes.find(app.context, guild_of(interaction), press.game_id, interaction.user.id)
    mistake = moment.mistake
    if mistake is None or mistake.place != press.place:
        return Reply("", view=lay_out("This moment is no longer known. Press **Try again** below the last board."), edit=True)
    state, control, draft = find_state(moment, mistake), press.control, moment.draft or {}
    maker = panel_of(state.game, state.rules)
    if control == SHOW:
        return await _render(app, interaction, moment, end=tell_better(moment, mistake), edit=True)
    if control == TYPE:
        return Reply("", form=make_field(replace(press, control=TYPED).id, state))
    if control == HELP:
        return Reply(maker.build(state, moment.seat, draft).more)
    if control == TYPED:
        return await _try_typed(app, interaction, moment, mistake, " ".join(press.values))
    result = maker.press(state, moment.seat, draft, control, press.values)
    if isinstance(result, Send):
        return await _try(app, interaction, moment, mistake, result.text)
    return await _choose(app, interaction, moment, mistake, result)


async def _choose(
    app: App, interaction: Interaction, moment: Moment, mistake: BetterMove, draft: Draft, said: str = ""
) -> Reply:
    """Store what is chosen in the panel, and show it."""
    await mistakes.keep_draft(app.context, moment.log.row.id, interaction.user.id, mistake.place, draft)
    chosen = Moment(moment.log, moment.seat, True, mistake, draft)
    return await _render(app, interaction, chosen, said=said, edit=True)


async def _try_typed(app: App, interaction: Interaction, moment: Moment, mistake: BetterMove, text: str) -> Reply:
    """Judge what was typed, or choose half a move."""
    state = find_state(moment, mistake)
    try:
        state.play_all(text)
        return await _try(app, interaction, moment, mistake, text)
    except ValueError as error:
        half, why = read_half_move(state, text, error)
    if half is not None:
        return await _choose(app, interaction, moment, mistake, half)
    return await _render(app, interaction, moment, said=why, edit=True)


async def _try(app: App, interaction: Interaction, moment: Moment, mistake: BetterMove, text: str) -> Reply:
    """Judge a turn, and say what it is worth."""
    is_better, said = await weigh(app.workers, moment, mistake, text, interaction.user.id)
    if is_better:
        return await _render(app, interaction, moment, end=said, edit=True)
    return await _choose(app, interaction, moment, mistake, {}, said)


async def weigh(workers: Workers, moment: Moment, mistake: BetterMove, text: str, user_id: int) -> tuple[bool, str]:
    """Return whether a turn is better than what was played, and what is said to it. Raise IllegalMove or ValueError for none.

    What was played is refused, what a computer finds better is accepted, by name or by its weight.
    """
    state = find_state(moment, mistake)
    decisions = [str(each) for each in state.play_all(text)[1]]
    told = tell_turn(state, text)
    if decisions[0] == mistake.played and decisions == _played(moment, mistake, len(decisions)):
        return False, f"❌ **{told}**: that is what you played. Find something better."
    if decisions == [mistake.move]:
        return True, f"✅ **{told}** is better: it would have been worth {_worth(mistake)} more."
    weighed = await workers.run(WeighTry(moment.log.record_json(), mistake.place, text, WEIGHING), user_id)
    compared = compare(weighed.tried, weighed.played, in_points=weighed.in_points)
    if weighed.is_better:
        return True, f"✅ **{told}** is better: {compared}."
    return False, f"❌ **{told}** is not better: {compared}."


def _played(moment: Moment, mistake: BetterMove, number: int) -> list[str]:
    """Return so many actions as they were played, from the place on."""
    return moment.log.record().actions[mistake.place : mistake.place + number]


def find_state(moment: Moment, mistake: BetterMove) -> State:
    """Return the position in which the player decided."""
    return moment.log.record().states()[mistake.place]


def tell_turn(state: State, text: str) -> str:
    """Return the decisions in a text in words."""
    renderer, told = renderer_of(state.game, state.rules), list[str]()
    for move in state.play_all(text)[1]:
        told.append(renderer.say_move(state, move))
        state = state.play(move)
    return escape(", then ".join(told))


def tell_task(moment: Moment, mistake: BetterMove) -> str:
    """Return what was played, what it has cost, and what is to be done."""
    played = tell_turn(find_state(moment, mistake), mistake.played)
    return f"🎯 Here you played **{played}**, and lost {_worth(mistake)} by it. Find something better."


def tell_better(moment: Moment, mistake: BetterMove) -> str:
    """Return the better move in words, and why it is better than what was played."""
    state = find_state(moment, mistake)
    best, played = state.parse(mistake.move), state.parse(mistake.played)
    why = renderer_of(state.game, state.rules).because(state, [best], played)
    return f"💡 Better was **{tell_turn(state, mistake.move)}**. {why}".rstrip()


def _worth(mistake: BetterMove) -> str:
    return tell_worth(mistake.gain, in_points=mistake.in_points)


async def _render(
    app: App, interaction: Interaction, moment: Moment, *, said: str = "", end: str = "", edit: bool = False
) -> Reply:
    """Return the message of a moment. ``said``: the answer to the last try. ``end``: the same, and no panel follows."""
    row, mistake = moment.log.row, moment.mistake
    head = f"**{GAMES[row.kind].title}** · game #{row.id} · try again"
    if mistake is None:
        text = f"{head}\nNo decision of yours lost much in this game. Well played!"
        return Reply("", view=lay_out(text), edit=edit)
    state = find_state(moment, mistake)
    maker, draft = panel_of(state.game, state.rules), moment.draft or {}
    panel = maker.build(state, moment.seat, draft)
    marks, preview = (NO_MARKS, None) if end else (panel.marks, panel.preview)
    theme = await themes.of_member(app, row.guild_id, interaction.user.id)
    file = await picture.draw_board(row, state, theme, f"{row.kind}-{row.id}-again.png", marks=marks, preview=preview)
    lines = [head, tell_task(moment, mistake)]
    rows = add_buttons(panel.rows, [Button(SHOW, "Show me"), *make_page_buttons(app)])
    lines += [end] if end else [said, panel.text]
    made = _message(interaction, cut("\n".join(filter(None, lines)), MESSAGE), [] if end else rows, row.id, mistake, file, edit)
    return replace(made, colour=GREY if end else colour_in(state))


def _message(
    interaction: Interaction, text: str, rows: Sequence[Row], game_id: int, mistake: BetterMove, file: Attachment, edit: bool
) -> Reply:
    def custom_id(control: str) -> str:
        if control == PAGE:
            return LearningPagePress("retry", str(game_id)).id
        return RetryPress(game_id, mistake.place, control, f"{interaction.id:x}").id

    return Reply("", view=lay_out(text, rows, custom_id, file), files=(file,), edit=edit)
