"""Hints: the moves that a computer would play, the reasons, and the expected result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.common.words import Text, with_names
from bot.presentation.press_limit import Buckets
from bot.presentation.standing import describe_prospects
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from bot.usecases import access, queries
from bot.usecases.computers import hints
from bot.usecases.context import Context
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.workers import Workers
from bot.workers.jobs import HintJob
from players.turns import Hint
from rules import State
from rules.words import count


class GivenHint(NamedTuple):
    """A hint, with its text."""

    found: GameView
    hint: Hint
    lines: list[Text]
    used: Text
    """The line about the number of hints that the player has used."""


async def give_hint(
    context: Context, workers: Workers, pictures: Buckets, guild_id: int, game_id: int, user_id: int, seen: int | None = None
) -> GivenHint:
    """Return a hint from a computer, which counts as used once it is found.

    ``seen``: the version for which it was requested; ``None``: the newest. Raise Refusal if hints are not allowed now, TooMany
    above the rate limit.
    """
    found = await queries.view_game(context, guild_id, game_id, user_id)
    seat = access.to_ask_hint(found.row, found.state, user_id, version=found.version)
    if seen not in (None, found.version):
        raise Refusal(access.MOVED_ON)
    pictures.spend(user_id)
    hint = await workers.run(HintJob(found.log.record_json(), hints.THINKING), user_id)
    counted = count(await hints.count(context, found, seat), "hint")
    used = Text("{hints} used. At the end everybody sees how many.", hints=counted)
    return GivenHint(found, hint, describe_hint(found.row, found.state, seat, hint), used)


def describe_used(row: GameRow, used: Mapping[int, int]) -> Text:
    """Return how many hints were used in a finished game. ``used``: by seat."""

    def write(names: Sequence[str]) -> str:
        return f"Hints used: {', '.join(f'{names[seat]} {number}' for seat, number in used.items())}."

    return with_names(write, row.names, "**") if used else Text("No hints were used.")


def describe_hint(row: GameRow, state: State, seat: int, hint: Hint) -> list[Text]:
    """Return the lines of a hint for the holder of a seat: the move, and the reasons for it, if there are any."""
    renderer = renderer_of(row.kind, row.rules)
    moves = hint.moves if state.default_answer is None else hint.moves[:1]  # of several questions, the present one
    why = with_names(lambda names: renderer.explain(state, moves, names), row.names, "**")
    move = Text("I’d **{move}**.", move=renderer.to_infinitives(state, moves))
    return [line for line in (move, why or Text(describe_prospects(hint.before, hint.after, seat))) if line]
