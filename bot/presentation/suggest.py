"""Autocomplete: the legal moves and the games that match the typed text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from bot.panels.core import MOST_ENTRY, MOST_IN_MENU
from bot.presentation.texts import cut, renderer_of, write_title
from bot.storage.queries.play.games import GameRow
from rules import State, game_of
from rules.partial_move import PartialMove
from rules.parts import Parts
from rules.typed_move import follow, read


def suggest_moves(game: str, state: State, typed: str) -> list[tuple[str, str]]:
    """Return legal moves that match ``typed``, as pairs of the shown and the sent text, at most 25.

    The words may come in any order, and the last one may be half typed. Exact matches come first. If the text
    is several decisions, the last one is completed; if it is complete and the turn continues, the next one is offered too.
    """
    if state.seat is None:
        return []
    offered = dict(islice(_list_offered(game, state, typed), MOST_IN_MENU * 2))
    return [(cut(label, MOST_ENTRY), text) for text, label in offered.items() if len(text) <= MOST_ENTRY][:MOST_IN_MENU]


def _list_offered(game: str, state: State, typed: str) -> Iterator[tuple[str, str]]:
    """Yield the text of each move that is offered, and its label."""
    parts = game_of(game, state.rules).parts
    whole = _read_whole(state, parts, typed)
    if len(whole.decided) == 1:
        yield str(whole.decided[0]), renderer_of(game).label_move(state, whole.decided[0])
    elif whole.decided:
        yield (sofar := " ".join(map(str, whole.decided))), sofar
    following = [whole] if whole.decided and whole.goes_on else []
    for reading in chain(following, _list_readings(state, parts, typed)):
        sofar = " ".join(map(str, reading.decided))
        for move in dict.fromkeys(move for move, _ in reading.fitting):
            label = renderer_of(game).label_move(reading.state, move)
            yield f"{sofar} {move}".lstrip(), f"{sofar} {label}".lstrip()


def _read_whole(state: State, parts: Parts[Any], typed: str) -> PartialMove[Any]:
    """Return the text as legal decisions, parsed by the rules: ``c3-c7 done``; no decisions if it is not a complete move."""
    choice = PartialMove.begin(state, parts)
    try:
        _, decisions = state.play_all(typed)
    except ValueError:
        return choice
    for decision in decisions:
        choice = choice.decide(decision)
    return choice


def _list_readings(state: State, parts: Parts[Any], typed: str) -> Iterator[PartialMove[Any]]:
    """Yield the partial moves that the text may stand for.

    If one is a complete decision and the turn continues, also yield the next decision, with nothing chosen.
    """
    finished = typed != typed.rstrip(" ,;")
    found = read(state, parts, typed, begun=not finished)
    yield from found
    for reading in found:
        if (after := follow(reading)) is not None:
            yield after


def suggest_games(rows: Sequence[GameRow], typed: str) -> list[tuple[str, int]]:
    """Return games whose number, title or players match ``typed``, as pairs of title and number, at most 25."""
    wanted = typed.lower().strip()
    return [(cut(write_title(row), MOST_ENTRY), row.id) for row in rows if wanted in write_title(row).lower()][:MOST_IN_MENU]
