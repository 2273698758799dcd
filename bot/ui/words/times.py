"""Texts about time: the deadline of a move, and the reason why a clock is stopped."""

from __future__ import annotations

from bot.common.clock import SECOND
from bot.common.markdown import bold, plain
from bot.common.pace import round_in_words
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import COMPUTER, GONE, VACATION, ClockRow
from render.text.words import join_words
from rules import State


def format_moment(at: int) -> str:
    """Return a moment (milliseconds since 1970) as two of Discord's timestamps.

    Each reader's client shows them as date, time, and distance from now.
    """
    return f"<t:{at // SECOND}:f> (<t:{at // SECOND}:R>)"


def format_distance(at: int) -> str:
    """Return a moment as a Discord timestamp, which each reader's client shows as the distance from now."""
    return f"<t:{at // SECOND}:R>"


def describe_time(
    row: GameRow, clock: ClockRow | None, now: int, away_until: int | None = None, state: State | None = None
) -> str:
    """Return the line of a board about the time of the player to move; empty if there is no clock.

    ``away_until``: the end of the vacation for which the clock is stopped. ``state``: the position; if it asks a question, the
    line names the default answer.
    """
    if row.is_adjourned:
        return "The game is adjourned. Any player can resume it with `/resume`."
    if clock is None or clock.seat is None or clock.why == COMPUTER or row.status != "running":
        return ""
    name = bold(row.names[clock.seat])
    if clock.why == VACATION:
        until = "" if away_until is None else f" until <t:{away_until // SECOND}:D>"
        return f"🏖️ {name} is on vacation{until}: the clock is stopped."
    if clock.why == GONE:
        return f"⏸️ {name} is gone: the clock is stopped until somebody takes the seat."
    if clock.stopped_at is not None:
        return "⏸️ The game is paused: the clock is stopped until somebody moves."
    deadline = clock.reaches(clock.allowed, now)
    if deadline <= now:
        return f"⌛ {name}’s time has been up since {format_moment(deadline)}."
    return f"⏳\u00a0Move by {format_moment(deadline)}.{_describe_default(row, state, ' by then')}"


def _describe_default(row: GameRow, state: State | None, when: str = "") -> str:
    """Return a sentence about the default answer to the question of a position; empty if it asks none."""
    if state is None or state.default_answer is None:
        return ""
    return f" Without an answer{when}: {renderer_of(row.kind, row.rules).label_move(state, state.default_answer)}."


def describe_time_briefly(
    row: GameRow, clock: ClockRow | None, now: int, state: State, away_until: int | None = None, *, is_mine: bool = True
) -> str:
    """Return the line of :func:`describe_time` without the date, to fit into one line on a phone.

    ``is_mine``: whether it is for the player to move.
    """
    whole = describe_time(row, clock, now, away_until, state)
    if not whole or clock is None or clock.stopped_at is not None or clock.left(now) <= 0:
        return whole
    whose = "Your time" if is_mine or clock.seat is None else f"{bold(row.names[clock.seat])}’s turn"
    return f"⏳ {whose} ends {format_distance(clock.reaches(clock.allowed, now))}.{_describe_default(row, state)}"


def describe_time_in_list(clock: ClockRow | None, now: int) -> str:
    """Return the time of the player to move in a few words, for lists; empty if there is no clock."""
    if clock is None or clock.seat is None or clock.why == COMPUTER:
        return ""
    if clock.stopped_at is not None:
        return {VACATION: "on vacation", GONE: "a substitute is wanted"}.get(clock.why or "", "paused")
    return f"{'time ran out ' if clock.left(now) <= 0 else ''}{format_distance(clock.reaches(clock.allowed, now))}"


def describe_banks(row: GameRow, state: State, clock: ClockRow | None, now: int) -> str:
    """Return the time of everybody who still plays, for the private board; empty if there are no banks."""
    pace = row.pace
    if pace is None or clock is None or clock.seat is None or row.status != "running" or pace.start == pace.most:
        return ""
    holders: dict[str, list[str]] = {}
    for seat, player in enumerate(row.players):
        if not player.is_computer and seat not in state.dropped:
            left = clock.left(now) if seat == clock.seat and clock.allowed == clock.banks[seat] else clock.banks[seat]
            holders.setdefault(round_in_words(max(0, left)), []).append(plain(player.name))
    usual = max(holders, key=lambda time: len(holders[time]), default="")
    told = [f"{join_words(names)} {time}" for time, names in holders.items() if time != usual or len(names) == 1]
    if len(holders.get(usual, ())) > 1:
        told.append(f"the others {usual}" if told else f"{usual} each")
    return f"-# Time left: {' · '.join(told)}"
