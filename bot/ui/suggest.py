"""Autocomplete: which legal moves fit what has been typed so far, and which games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bot.storage.games import GameRow
from bot.ui.texts import cut, renderer_of, title
from rules import Action, State

MOST = 25
"""Choices that Discord shows."""
LABEL = 100
"""Characters of a choice."""
WORDS_OF_A_MOVE = 4
"""Words that the move being typed has at most: those before are decisions that are made."""
SHORTEST_WORD = 2
"""Characters from which on descriptions are searched."""


def moves(game: str, state: State, typed: str) -> list[tuple[str, str]]:
    """Legal moves that go with ``typed``: what is shown and what is sent, at most 25.

    Where the text is several decisions, all but the last are played, and the last is completed.
    """
    if state.seat is None:
        return []
    found = _whole(state, typed)
    for sofar, rest, after in _splits(state, typed):
        found += islice(_completed(game, after, sofar, rest), MOST)
        if found:
            break
    else:
        found += islice(_described(game, state, typed), MOST)
    unique = dict.fromkeys(found)
    return [(cut(label, LABEL), value) for label, value in unique if len(value) <= LABEL][:MOST]


def _whole(state: State, typed: str) -> list[tuple[str, str]]:
    """The text itself, written canonically, where it is several decisions and all of them legal."""
    if not typed.strip():
        return []
    try:
        _, decisions = state.play_all(typed)
    except ValueError:
        return []
    text = " ".join(map(str, decisions))
    return [(text, text)] if len(decisions) > 1 else []


def _splits(state: State, typed: str) -> Iterator[tuple[str, str, State]]:
    """Ways to read the text as decisions that are made and one that is being typed: the latter first as the whole text."""
    yield "", typed, state
    words = typed.replace(",", " ").split()
    for count in range(len(words), max(0, len(words) - WORDS_OF_A_MOVE), -1):
        try:
            after, decisions = state.play_all(" ".join(words[:count]))
        except ValueError:
            continue
        if after.seat == state.seat and after.continues(state):
            yield " ".join(map(str, decisions)), " ".join(words[count:]), after


def _completed(game: str, state: State, sofar: str, typed: str) -> Iterator[tuple[str, str]]:
    """The move that the text means, however it is written, then those whose canonical text begins with it."""
    wanted, label = _plain(typed), renderer_of(game).say_move
    meant = _meant(state, typed) if wanted else None
    if meant is not None:
        yield _choice(sofar, label(state, meant), str(meant))
    for move in state.moves():
        if move != meant and _plain(str(move)).startswith(wanted):
            yield _choice(sofar, label(state, move), str(move))


def _described(game: str, state: State, typed: str) -> Iterator[tuple[str, str]]:
    """The moves whose description has the text somewhere: ``forest`` finds every square that it may go to."""
    wanted, label = _plain(typed), renderer_of(game).say_move
    if len(wanted) < SHORTEST_WORD:
        return
    for move in state.moves():
        if wanted in _plain(said := label(state, move)):
            yield said, str(move)


def _meant(state: State, typed: str) -> Action | None:
    try:
        move = state.parse(typed)
        state.play(move)
    except ValueError:
        return None
    return move if move in state.moves() else None


def _choice(sofar: str, label: str, text: str) -> tuple[str, str]:
    return (f"{sofar} {label}", f"{sofar} {text}") if sofar else (label, text)


_TO_PLAIN = {ord(c): None for c in " -,.:·→>_/"}


def _plain(text: str) -> str:
    return text.lower().translate(_TO_PLAIN)


def games(rows: Sequence[GameRow], typed: str) -> list[tuple[str, int]]:
    """Games whose number, title or players go with ``typed``, at most 25."""
    wanted = typed.lower().strip()
    return [(cut(title(row), LABEL), row.id) for row in rows if wanted in title(row).lower()][:MOST]
