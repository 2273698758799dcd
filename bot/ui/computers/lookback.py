"""**Analysis** below the board of a finished game: a chart of the players' chances, and the costliest mistakes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

import discord

from bot.common.markdown import bold, bold_names
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.presentation.analysis import (
    KeyTurn,
    choose_lucky,
    describe_moment,
    draw_chart,
    entitle_mistakes,
    explain_better,
    explain_chart,
    number_turn,
    read_moves,
    sort_moments,
)
from bot.presentation.exercises.core import explain_marks, write_infinitives
from bot.presentation.replay import Replay, of_game
from bot.presentation.texts import GREY, MESSAGE, cut, renderer_of
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply, about
from bot.ui.framework.router import answers
from bot.ui.messages.picture import draw_board
from bot.usecases.computers import lookbacks
from bot.usecases.refusal import Refusal
from bot.workers import Lane
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import LookBackJob
from players.lookback import BetterMove, LookBack
from render.text.words import clip
from render.view import YOU, Marks
from rules import GAMES
from rules.words import count

logger = logging.getLogger(__name__)

TOO_LATE = 14 * 60
"""Seconds after which an answer is no longer edited; shortly afterwards Discord refuses edits."""


class MomentPress(Press, word="moment"):
    """A button of an analysis: shows one of its mistakes, counted from 1, or the chart (0)."""

    game_id: int
    number: int


async def look_back(app: App, interaction: Interaction, game_id: int) -> Reply:
    """Return the analysis for the user alone, or the expected waiting time; then the analysis replaces that answer.

    Raise Refusal if the user has asked for too many pictures.
    """
    user = interaction.user.id
    app.pacing.pictures.spend(user)
    log, made = await lookbacks.ask(app.context, guild_of(interaction), game_id)
    if made is not None:
        return await render_lookback(app, log, made, user)
    return wait_for_analysis(app, interaction, log, "Analysis", lambda made: render_lookback(app, log, made, user))


def wait_for_analysis(
    app: App, interaction: Interaction, log: GameLog, button: str, show: Callable[[LookBack], Awaitable[Reply]]
) -> Reply:
    """Return the expected waiting time for the analysis of a game. Once a worker has made it, ``show`` replaces that answer.

    After a restart, the ``button`` has to be pressed again.
    """
    wait, name = format_length(lookbacks.takes(log) * (1 + app.workers.waiting(Lane.ANALYSIS))), f"{button} {log.row.id}"

    async def follow() -> None:
        try:
            async with asyncio.timeout(TOO_LATE):
                job = LookBackJob(log.record_json(), lookbacks.choose_seconds_each(log))
                made = await app.workers.run(job, interaction.user.id)
                await lookbacks.keep(app.context, log.row.id, made)
                reply = await show(made)
            await interaction.edit_original_response(**reply.edit_parts())
        except (TimeoutError, WorkerProblem, Refusal, discord.DiscordException) as error:
            logger.info("a worker's result could not be delivered: %r", error, extra={"what": name, **about(interaction)})

    async def sent(_: int) -> None:
        task = asyncio.create_task(follow(), name=name)
        app.following.add(task)
        task.add_done_callback(app.following.discard)

    text = f"I am analysing this game. It takes about {wait}; the result comes here. Or press **{button}** again."
    return Reply(text, sent=sent)


def format_length(seconds: int) -> str:
    """Return a duration in words: ``20 seconds``, ``3 minutes``."""
    return count(max(1, seconds), "second") if seconds < 90 else count(round(seconds / 60), "minute")


async def render_lookback(app: App, log: GameLog, made: LookBack, user_id: int, *, edit: bool = False) -> Reply:
    """Return the message of an analysis: the chart, and a line for each of the costliest mistakes.

    The better moves are shown with their boards, one moment at a time. Turns that luck decided are listed too, as long as there
    are at most ``MOST`` turns in all, which fit on a phone's screen below the chart.
    """
    row = log.row
    theme = await themes.of_member(app, row.guild_id, user_id)
    replay = await asyncio.to_thread(of_game, log)
    picture = await asyncio.to_thread(draw_chart, log, made, replay, theme)
    lines = [_entitle(log, "Computer analysis"), *filter(None, [explain_chart(made, replay, bold_names(row.names))])]

    def describe(moments: Iterable[KeyTurn]) -> list[str]:
        in_order = sort_moments(made, moments)
        return [f"- {_describe_turn(log, made, replay, each, user_id, with_better=False)}" for each in in_order]

    lines += [entitle_mistakes(made), *describe(made.costliest)]
    if lucky := choose_lucky(made, replay):
        lines += ["\nLuck:", *describe(lucky)]
    files = (Attachment(picture.png, f"{row.kind}-{row.id}-lookback.png", picture.alt),)
    return _lay_out(lines, row.id, 1 if made.costliest else None, "Key turns", files, edit=edit)


async def render_moment(app: App, log: GameLog, made: LookBack, number: int, user_id: int) -> Reply:
    """Return a mistake of the analysis by its number, from 1: the board, the turn played, and the better move."""
    row, better = log.row, sorted(made.costliest, key=lambda each: each.place)[number - 1]
    replay = await asyncio.to_thread(of_game, log)
    choice = read_moves(log, better)
    marks = renderer_of(row.kind, row.rules).mark_moves(choice.best, choice.played)
    is_own = row.seat_of(user_id) == better.seat
    lines = [
        _entitle(log, f"Key turn {number} of {len(made.costliest)}"),
        _describe_turn(log, made, replay, better, user_id),
        *filter(None, [explain_better(log, better, bold_names(row.names)) if is_own else ""]),
        f"-# {explain_marks(marks, 'better', 'yours' if is_own else 'played') or 'The board before the move.'}",
    ]
    theme = await themes.of_member(app, row.guild_id, user_id)
    file = await _draw_decision(log, number_turn(replay, made, better), better, marks, theme)
    following, label = (number + 1, "Next key turn") if number < len(made.costliest) else (0, "Show the chart")
    return _lay_out(lines, row.id, following, label, (file,), edit=True)


def _entitle(log: GameLog, name: str) -> str:
    return f"**{name}** · {GAMES[log.row.kind].title} #{log.row.id}"


def _lay_out(
    lines: Sequence[str], game_id: int, number: int | None, label: str, files: tuple[Attachment, ...], *, edit: bool
) -> Reply:
    """Return a message with the picture first, and a button to the moment with that ``number``, if there is one."""
    rows = [] if number is None else [(Button(MomentPress(game_id, number).id, label, "primary"),)]
    view = lay_out(cut("\n".join(lines), MESSAGE), rows, picture=files[0])
    return Reply("", view=view, files=files, colour=GREY, edit=edit)


@answers(MomentPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: MomentPress) -> Reply:
    """Return the mistake with the number of the pressed button, or the chart for 0."""
    app.pacing.pictures.spend(interaction.user.id)
    log, made = await lookbacks.ask(app.context, guild_of(interaction), press.game_id)
    if made is None:
        raise Refusal("This analysis is out of date. Press **Analysis** below the last board.")
    if 0 < press.number <= len(made.costliest):
        return await render_moment(app, log, made, press.number, interaction.user.id)
    return await render_lookback(app, log, made, interaction.user.id, edit=True)


async def _draw_decision(log: GameLog, number: int, better: BetterMove, marks: Marks, theme: str) -> Attachment:
    """Draw the position before the costliest decision of a turn, with the played and the better move marked."""
    row, choice = log.row, read_moves(log, better)
    made = await draw_board(row, choice.state, theme, f"{row.kind}-{row.id}-decision.png", marks=marks)
    words = (
        f"Before turn {number}. {row.names[better.seat]} chose to {write_infinitives(choice.state, choice.played)}; "
        f"better was to {write_infinitives(choice.state, choice.best)}."
    )
    return replace(made, alt=clip(f"{words} {made.alt}"))


def _describe_turn(
    log: GameLog, made: LookBack, replay: Replay, moment: KeyTurn, user_id: int, *, with_better: bool = True
) -> str:
    """Describe a key turn to a reader, in Markdown."""
    reader = log.row.seat_of(user_id)
    names = [YOU if seat == reader else bold(name) for seat, name in enumerate(log.row.names)]
    return describe_moment(log, made, replay, moment, names, with_better=with_better)
