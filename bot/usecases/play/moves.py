"""Moves: one transaction each, including all effects."""

from __future__ import annotations

from dataclasses import dataclass

from bot.common import metrics
from bot.common.crash_points import crash_point
from bot.common.words import explain_illegal
from bot.games.log import GameLog
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.apply import append
from bot.usecases.play.change import Change, Press, change_by_press
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from rules import State


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a move."""

    row: GameRow
    state: State
    version: int
    log: GameLog
    before: int
    """The version before it."""
    texts: tuple[str, ...]
    """Canonical texts of the played decisions."""
    goes_on: bool
    """Whether the same player continues the same turn, so that no board was posted yet."""
    others_wait: bool = False
    """Whether another game of the server waits for the player."""
    settings: str | None = None
    """The settings of the server, in their stored form."""
    repeated: bool = False
    """Whether the interaction was carried out before and Discord delivered it again. Nothing was changed now."""

    @property
    def may_say(self) -> bool:
        """Whether the server allows comments."""
        return guild_settings.parse(self.settings).words is None


async def report_repeat(change: Change) -> Played:
    """Return the result of a press that Discord delivered twice: nothing has changed."""
    log = change.log
    return Played(log.row, log.state(), log.version, log, log.version, (), False, repeated=True)


async def play(
    context: Context, guild_id: int, game_id: int, user: User, text: str, *, interaction_id: int, seen: int | None = None
) -> Played:
    """Play one or several decisions, all or none. ``seen``: the version of the game that the player saw.

    Return the result. Raise Refusal with the reason if that is not possible; then nothing has changed.
    """
    if not _can_be_stored(text):
        raise Refusal("That has a character that no move uses. Please type it again.")
    crash_point("move.asked")

    async def do(change: Change) -> Played:
        conn, log, there = change
        before, known = log.state(), log.version
        seat = access.to_move(log.row, before, user.id, version=known, seen=seen)
        crash_point("move.loaded")
        after, texts = _play_decisions(before, text)
        rows = [LogRow(0, "action", decision, seat) for decision in texts]
        await append(context, conn, log, after, rows, quiet=True, there=there, alone=True)
        after = log.state()
        crash_point("move.committing")
        mine_alone = all(row.seat in (None, seat) for row in log.rows[known:])  # otherwise a premove was played in answer
        goes_on = mine_alone and after.continues(before)
        return Played(log.row, after, log.version, log, known, texts, goes_on, there.others_wait, there.settings)

    with metrics.MOVES.time():
        press = Press(user, interaction_id, text)
        return await change_by_press(context, guild_id, game_id, press, do, event="move played", again=report_repeat)


def _can_be_stored(text: str) -> bool:
    """Return whether a database can store the text: it contains no NUL and no lone surrogate."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def _play_decisions(state: State, text: str) -> tuple[State, tuple[str, ...]]:
    """Return the state after the decisions in ``text``, and their canonical texts. Raise Refusal if one is illegal."""
    try:
        after, decisions = state.play_all(text)
    except ValueError as error:
        raise Refusal(explain_illegal(error)) from None
    return after, tuple(map(str, decisions))
