"""Autocomplete: which legal moves fit what has been typed so far, and which games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.storage.games import GameRow
from bot.ui.texts import cut, renderer_of, title
from rules import Action, State

MOST = 25
"""Choices that Discord shows."""
LABEL = 100
"""Characters of a choice."""


def moves(game: str, state: State, typed: str) -> list[tuple[str, str]]:
    """Legal moves that go with ``typed``: what is shown and what is sent, at most 25.

    Where the text is several decisions, all but the last are played, and the last is completed.
    """
    if state.seat is None:
        return []
    found = _whole(state, typed)
    for sofar, rest, after in _splits(state, typed):
        found += _completed(game, after, sofar, rest)
        if found:
            break
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
    for count in range(len(words), 0, -1):
        try:
            after, decisions = state.play_all(" ".join(words[:count]))
        except ValueError:
            continue
        if after.seat == state.seat and after.continues(state):
            yield " ".join(map(str, decisions)), " ".join(words[count:]), after


def _completed(game: str, state: State, sofar: str, typed: str) -> list[tuple[str, str]]:
    renderer = renderer_of(game)
    wanted = _plain(typed)
    if wanted:
        direct = _meant(state, typed)
        if direct is not None:
            label = renderer.say_move(state, direct)
            return [_choice(sofar, label, str(direct))] + [
                _choice(sofar, renderer.say_move(state, move), str(move))
                for move in _starting(state.moves(), wanted)
                if move != direct
            ]
    matching = list(_starting(state.moves(), wanted))[: MOST * 2]
    if not matching and wanted:
        labels = ((renderer.say_move(state, move), move) for move in state.moves())
        return [_choice(sofar, label, str(move)) for label, move in labels if wanted in _plain(label)][:MOST]
    return [_choice(sofar, renderer.say_move(state, move), str(move)) for move in matching]


def _starting(moves: Sequence[Action], wanted: str) -> Iterator[Action]:
    return (move for move in moves if _plain(str(move)).startswith(wanted))


def _meant(state: State, typed: str) -> Action | None:
    """The legal move that the text means, however it is written."""
    try:
        move = state.parse(typed)
        state.play(move)
    except ValueError:
        return None
    return move if move in state.moves() else None


def _choice(sofar: str, label: str, text: str) -> tuple[str, str]:
    return (f"{sofar} {label}", f"{sofar} {text}") if sofar else (label, text)


def _plain(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def games(rows: Sequence[GameRow], typed: str) -> list[tuple[str, int]]:
    """Games whose number, title or players go with ``typed``, at most 25."""
    wanted = typed.lower().strip()
    return [(cut(title(row), LABEL), row.id) for row in rows if wanted in title(row).lower()][:MOST]
