"""What a hint says: the moves that a computer would play, why, and what they come to."""

from __future__ import annotations

from bot.common.markdown import bold_names
from bot.presentation.standing import change_for_you
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from players.turns import Hint
from rules import State
from rules.words import count


def tell_hint(row: GameRow, state: State, seat: int, hint: Hint) -> list[str]:
    """Return the lines of a hint for the holder of a seat."""
    renderer, moves, at = renderer_of(row.kind, row.rules), list[str](), state
    for move in hint.moves:
        moves.append(renderer.say_move(at, move))
        at = at.play(move)
    if len(moves) == 1:
        lines = [f"A computer would play **{moves[0]}**"]
    else:
        lines = ["A computer would play, in this order:", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    lines.append(renderer.because(state, hint.moves, names=bold_names(row.names)))
    lines.append(change_for_you(hint.before, hint.after, seat))
    return [line for line in lines if line]


def tell_used(used: int) -> str:
    """Return how many hints somebody has used in a game, and who gets to know."""
    return f"-# You have used {count(used, 'hint')} in this game. Everybody sees the count when it is over."
