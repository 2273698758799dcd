"""Moves: one transaction each, with everything that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import metrics
from bot.common.crash_points import crash_point
from bot.common.markdown import harmless
from bot.games.log import GameLog
from bot.storage.queries.play.attached import attached
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import append, keep_committed, load, log_event
from bot.usecases.refusal import Refusal
from rules import IllegalMove, State


@dataclass(frozen=True, slots=True)
class Played:
    """What a decision led to."""

    row: GameRow
    state: State
    version: int
    log: GameLog
    before: int
    """The version before it."""
    texts: tuple[str, ...]
    """Canonical texts of the decisions that were played."""
    goes_on: bool
    """Whether the same player goes on with the same turn, so that no board was posted yet."""
    repeated: bool = False
    """The same interaction was carried out before, so nothing was changed now."""


def report_repeat(log: GameLog) -> Played:
    """Return the result of a press that Discord delivered twice: nothing has changed."""
    return Played(log.row, log.state(), log.version, log, log.version, (), False, repeated=True)


async def play(
    context: Context, guild_id: int, game_id: int, user: User, text: str, *, interaction_id: int, seen: int | None = None
) -> Played:
    """Play one or several decisions, all or none. ``seen``: the version of the game that the player had before them.

    Raise Refusal with the reason; then nothing has changed.
    """
    if not _can_be_stored(text):
        raise Refusal("There is a character in that which no move has. Please type it anew.")
    interaction = InteractionKey(interaction_id, f"{user.id} {text}")
    crash_point("move.asked")

    async def work(conn: AsyncConnection) -> Played:
        crash_point("move.begun")
        log = await load(context, conn, guild_id, game_id, lock=True)
        there = await attached(conn, game_id, guild_id, interaction)
        if there.carried_out:
            return report_repeat(log)
        before, known = log.state(), log.version
        seat = access.to_move(log.row, before, user.id, version=known, seen=seen)
        crash_point("move.loaded")
        after, texts = _play_decisions(before, text)
        rows = [LogRow(0, "action", decision, seat) for decision in texts]
        await append(context, conn, log, after, rows, interaction, quiet=True, there=there)
        after = log.state()
        crash_point("move.committing")
        mine_alone = all(row.seat in (None, seat) for row in log.rows[known:])  # no premove has answered
        return Played(log.row, after, log.version, log, known, texts, mine_alone and after.continues(before))

    with metrics.MOVES.time():
        played = await context.db.write(work)
    keep_committed(context, played.log)
    if not played.repeated:
        log_event("move played", played.log, user.id, interaction_id, moves=" ".join(played.texts))
    return played


def _can_be_stored(text: str) -> bool:
    """Whether a database takes the text: it has no NUL and no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def _play_decisions(state: State, text: str) -> tuple[State, tuple[str, ...]]:
    """Return the state after the decisions in ``text``, and their canonical texts. Raise Refusal if one is illegal."""
    try:
        after, decisions = state.play_all(text)
    except IllegalMove as refusal:
        raise Refusal(f"{harmless(str(refusal))} *(rule {refusal.rule})*") from None
    except ValueError as error:
        raise Refusal(harmless(str(error))) from None
    return after, tuple(map(str, decisions))
