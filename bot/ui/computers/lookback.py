"""**Look back** on the board of a game that is over: a chart of who stood better, and the turns that decided most."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import discord

from bot.common.markdown import bold, bold_names
from bot.games.log import GameLog
from bot.presentation.exercises.core import say_moves
from bot.presentation.press_limit import TOO_MANY_PICTURES
from bot.presentation.standing import change_of, tell_gain
from bot.presentation.texts import GREY, MESSAGE, cut, renderer_of
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.reply import Reply, about
from bot.ui.messages.picture import draw_board
from bot.usecases.computers import lookbacks
from bot.usecases.refusal import Refusal
from bot.workers import Lane
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import LookBackJob
from players.lookback import DecidingTurn, LookBack, PlayedTurn, Standing, worth_telling
from render.charts import share_chart
from render.text.words import clip
from rules import GAMES
from rules.words import count

logger = logging.getLogger(__name__)

TOO_LATE = 14 * 60
"""Seconds after which an answer is not edited: just before Discord refuses it."""


async def look_back(app: App, interaction: discord.Interaction[Any], game_id: int) -> Reply:
    """Return the look back for the asker alone, or how long it takes; then it follows when it is ready."""
    if not app.pacing.pictures.take(interaction.user.id):
        raise Refusal(TOO_MANY_PICTURES)
    log, made = await lookbacks.ask(app.context, guild_of(interaction), game_id)
    if made is not None:
        return await render_lookback(app, log, made, interaction.user.id)
    before = app.workers.waiting(Lane.ANALYSIS)
    wait = f"about {tell_length(lookbacks.takes(log) * (1 + before))}"

    async def sent(_: int) -> None:
        task = asyncio.create_task(_follow(app, interaction, log), name=f"look back {game_id}")
        app.following.add(task)
        task.add_done_callback(app.following.discard)

    return Reply(
        f"I am looking back on this game. It takes {wait}, and I put it here. Or press **Look back** again.", sent=sent
    )


async def _follow(app: App, interaction: discord.Interaction[Any], log: GameLog) -> None:
    """Put the look back in the place of the answer once it is ready. A background task makes it: this only waits."""
    job = LookBackJob(log.record_json(), lookbacks.choose_seconds_each(log))
    try:
        async with asyncio.timeout(TOO_LATE):
            made = await app.workers.run(job, interaction.user.id)
        reply = await render_lookback(app, log, made, interaction.user.id)
        await interaction.edit_original_response(**reply.edit_parts())
    except (TimeoutError, WorkerProblem, discord.DiscordException) as error:
        logger.info("a look back could not be shown to whoever asked: %r", error, extra=about(interaction))


def tell_length(seconds: int) -> str:
    """Return a length of time: ``20 seconds``, ``3 minutes``."""
    return count(max(1, seconds), "second") if seconds < 90 else count(round(seconds / 60), "minute")


async def render_lookback(app: App, log: GameLog, made: LookBack, user_id: int) -> Reply:
    """Return the look back on a game: the chart, and the turns that decided most with what would have been better."""
    row = log.row
    theme = await themes.of_member(app, row.guild_id, user_id)
    renderer, state = renderer_of(row.kind, row.rules), log.state()
    stood = [standing.measure for standing in made.standings]
    marked = sorted(each.turn + 1 for each in made.deciding)
    owners = [renderer.owner(state, seat) for seat in range(row.seats)]
    title = f"{GAMES[row.kind].title} #{row.id}: who stood better"
    title += ", in points" if made.in_points else ""
    picture = await asyncio.to_thread(share_chart, title, stood, row.names, owners, marked, theme, in_points=made.in_points)
    explained = EXPLAINED_POINTS if made.in_points else EXPLAINED
    decided_most = "What mattered most:" if made.deciding else "No decision mattered much."
    lines = [f"**{GAMES[row.kind].title}** · game #{row.id} · look back", f"{explained} {decided_most}"]
    lines += [_describe_turn(log, made, each) for each in sorted(made.deciding, key=lambda each: each.turn)]
    if made.lucky:
        lines += ["Luck:", *(_describe_turn(log, made, each) for each in sorted(made.lucky, key=lambda each: each.turn))]
    files = [Attachment(picture.png, f"{row.kind}-{row.id}-lookback.png", picture.alt)]
    if (decided := next((each for each in made.deciding if each.better is not None), None)) is not None:
        files.append(await _draw_decision(log, decided, theme))
        lines += [f"-# {THE_DECISION.format(turn=decided.turn + 1)}", _say_why(log, decided)]
    elif made.deciding:
        most = made.deciding[0].turn
        files.append(await _draw_turn(log, made.turns[most], most, theme))
        lines.append(f"-# {AFTER_THE_TURN.format(turn=most + 1)}")
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), files=tuple(files), colour=GREY)


THE_DECISION = "The board is that of turn {turn}, before the decision. Marked: what was better; with a dash: what was played."
AFTER_THE_TURN = "The board is that after turn {turn}."


def _say_why(log: GameLog, decided: DecidingTurn) -> str:
    """Return why the better move was good, compared with the one played, as a hint would have told the player."""
    row, better = log.row, decided.better
    if better is None:
        raise ValueError("no better move is known")
    state = log.record().states()[better.place]
    best, _ = better.read(state)
    why = renderer_of(row.kind, row.rules).explain(state, best, bold_names(row.names))
    return f"A hint would have told {bold(row.names[better.seat])}: {why}" if why else ""


async def _draw_turn(log: GameLog, turn: PlayedTurn, place: int, theme: str) -> Attachment:
    """Return the position after a turn that mattered most, where no better decision is known: chance decided, say."""
    row = log.row
    made = await draw_board(row, log.record().states()[turn.end], theme, f"{row.kind}-{row.id}-turn.png")
    return replace(made, alt=clip(f"After turn {place + 1}. {made.alt}"))


async def _draw_decision(log: GameLog, decided: DecidingTurn, theme: str) -> Attachment:
    """Return the position before the decision of a turn that cost most, with the better move and the one played marked."""
    row, better = log.row, decided.better
    if better is None:
        raise ValueError("no better move is known")
    state, renderer = log.record().states()[better.place], renderer_of(row.kind, row.rules)
    best, played = better.read(state)
    made = await draw_board(row, state, theme, f"{row.kind}-{row.id}-decision.png", marks=renderer.mark_moves(best, played))
    words = f"Turn {decided.turn + 1}, before {row.names[better.seat]} decided: played {better.played}, better {better.move}."
    return replace(made, alt=clip(f"{words} {made.alt}"))


EXPLAINED = "Who was ahead after each turn (a computer's estimate)."
EXPLAINED_POINTS = "Who was ahead after each turn, by the points expected at the end (a computer's estimate)."


def _describe_turn(log: GameLog, made: LookBack, deciding: DecidingTurn) -> str:
    """Describe a turn that decided much: what happened, whom it moved how far, and what would have been better."""
    row, names = log.row, bold_names(log.row.names)
    record = log.record()
    states, renderer = record.states(), renderer_of(row.kind, row.rules)
    turn = made.turns[deciding.turn]
    before, after = deciding.before or made.standings[deciding.turn], deciding.after or turn.standing
    steps = log.steps_of(turn.first, turn.end)
    told = f"- **Turn {deciding.turn + 1}:** {renderer.news(steps, names)}".rstrip()
    for seat in choose_moved(turn.seat, before, after):
        told += f" {change_of(bold(row.names[seat]), before, after, seat)}"
    if deciding.better is not None:
        state = states[deciding.better.place]
        move = say_moves(state, deciding.better.read(state)[0])
        told += f" *{move[0].upper()}{move[1:]}* {tell_gain(deciding.better.gain, in_points=made.in_points)}."
    return cut(told, MOST_TOLD)


def choose_moved(mover: int | None, before: Standing, after: Standing) -> list[int]:
    """Return whose standing is told after a turn: whose turn it was, and among several whoever it changed more.

    Somebody for whom it changed next to nothing is not told.
    """
    changes = [abs(now - was) for was, now in zip(before.measure, after.measure, strict=True)]
    most = max(range(len(changes)), key=lambda seat: changes[seat])
    if mover is None or changes[mover] < worth_telling(in_points=bool(after.margins)):
        return [most]
    return [mover] if len(changes) == 2 or changes[most] <= changes[mover] else [mover, most]


MOST_TOLD = 500
"""Characters about one turn."""
