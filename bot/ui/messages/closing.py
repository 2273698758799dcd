"""Lines below the result of a finished game: too short to count, hints used, results of a pair or a match."""

from __future__ import annotations

from bot.common.markdown import bold, to_markdown
from bot.games.log import GameLog
from bot.presentation.hints import describe_used
from bot.presentation.texts import explain_too_short
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App
from bot.ui.messages.board import format_score
from bot.usecases.computers import hints
from bot.usecases.statistics.rebuild import is_too_short
from bot.usecases.tables import matches, pairs
from render.text.words import join_words
from rules import State


async def write_closing_lines(app: App, log: GameLog, state: State) -> list[str]:
    """Return the lines below the result of a finished game."""
    row = log.row
    lines = [explain_too_short(row)] if await is_too_short(app.context, row) else []
    if row.terms.hints and ((used := await hints.count_used(app.context, row.id)) or not lines):
        lines.append(to_markdown(describe_used(row, used)))
    if (first := await pairs.find_first_of(app.context, row)) is not None:
        lines.append(_pair(row, pairs.find_margin(first.state, 1), pairs.find_margin(state, 0), first.row.id))
    if row.terms.match is not None:
        lines.append(_match(row, row.terms.match, state))
    return lines


def _match(row: GameRow, games: int, state: State) -> str:
    """Describe the score of a match after one of its games."""
    score = matches.add_result(row, state.winners or ())
    told = format_score(row, score)
    if not score.is_decided(games, row.terms.match_game):
        return f"The match score is {told}."
    if score.first == score.second:
        return f"The match is even: {told}."
    return f"{bold(row.names[0 if score.first > score.second else 1])} wins the match: {told}."


def _pair(row: GameRow, first: int | None, second: int | None, first_id: int) -> str:
    """Describe the combined margin of a pair.

    Both margins are those of the player who has seat 0 in the second game and had seat 1 in the first.
    """
    if first is None or second is None:
        given_up = " and ".join(f"#{number}" for number, m in ((first_id, first), (row.id, second)) if m is None)
        return f"This was the second game of a pair. {given_up} ended early, so there is no sum."
    total = first + second
    both = f"{_with_sign(first)} in game #{first_id} and {_with_sign(second)} in this one"
    names = [bold(name) for name in row.names]
    if total == 0:
        return f"Both games of the pair together: {join_words(names)} are even ({both}, for {names[0]})."
    seat = 0 if total > 0 else 1
    if seat:
        both = f"{_with_sign(-first)} in game #{first_id} and {_with_sign(-second)} in this one"
    return f"Both games of the pair together: {names[seat]} wins by {abs(total)} ({both})."


def _with_sign(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
