"""Phrases shared by all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from render.style.owners import OWNERS
from render.view import YOU
from rules import Action, AgreeDraw, Drop, State
from rules.squares import Square
from rules.words import isolated

ALT_LIMIT = 1024
"""Maximum number of characters in the description of a picture."""
CHOICE_LIMIT = 100
"""Maximum number of characters of a choice in a list."""
MOST_NAMED = 14
"""Maximum number of runs of squares that a sentence names."""
THEN = ", then "
"""The separator between the actions of a turn."""


def join_words(parts: Iterable[str], last: str = "and") -> str:
    """Return ``A``, ``A and B``, or ``A, B and C``; empty for no parts."""
    *front, end = list(parts) or [""]
    return f"{', '.join(front)} {last} {end}" if front else end


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``4th`` … ``20th``."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def format_points(points: float) -> str:
    """Return points as text, with halves: ``4``, ``4½``."""
    whole = int(points)
    return f"{whole or ''}½" if points != whole else str(whole)


def join_first(parts: Sequence[str], most: int) -> str:
    """Return the first parts and the number of the others: ``Ada, Björn and 2 more``."""
    others = [f"{len(parts) - most} more"] if len(parts) > most else []
    return join_words([*parts[:most], *others])


def clip(text: str, limit: int = ALT_LIMIT) -> str:
    """Return ``text``, cut at its end with an ellipsis if it is longer than ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def short_names(names: Sequence[str], limit: int = 24) -> list[str]:
    """Return the names for a description: at most ``limit`` characters, all different, each made safe by :func:`isolated`.

    Names that are equal once they are cut get the number of their seat: ``Ada 1``, ``Ada 2``.
    """
    cut = [clip(name, limit) for name in names]
    alike = {name for name in cut if cut.count(name) > 1}
    return [isolated(f"{clip(name, limit - 2)} {seat}" if name in alike else name) for seat, name in enumerate(cut, 1)]


def whose(name: str, *, begins: bool = False) -> str:
    """Return ``Ada’s``, or ``your`` for ``YOU``. ``begins``: whether it is the first word of a sentence."""
    if name != YOU:
        return f"{name}’s"
    return "Your" if begins else "your"


def does(name: str, phrase: str) -> str:
    """Return a name with an action in the present: ``Ada takes C4, then stops``; ``You take C4, then stop`` for ``YOU``."""
    return f"{name} {phrase if name == YOU else THEN.join(map(_inflect, phrase.split(THEN)))}"


def _inflect(phrase: str) -> str:
    verb, space, rest = phrase.partition(" ")
    return f"{'has' if verb == 'have' else f'{verb}s'}{space}{rest}"


def lower_you(name: str) -> str:
    """Return a name for the middle of a sentence: ``you`` for ``YOU``, any other unchanged."""
    return "you" if name == YOU else name


def name_seat(state: State, seat: int, names: Sequence[str]) -> str:
    """Return the name of a seat for another player; without ``names``, ``your opponent`` or ``player 3``."""
    if names:
        return names[seat]
    return "your opponent" if state.seats == 2 else f"player {seat + 1}"


def describe_common_action(state: State, action: Action, names: Sequence[str]) -> str | None:
    """Return a sentence about an action common to all games; ``None`` for an action of the game itself."""
    if isinstance(action, Drop):
        name = names[action.seat]
        return f"{name} {'are' if name == YOU else 'is'} out of the game."
    if isinstance(action, AgreeDraw):
        who = join_words(names[seat] for seat in state.left) if len(state.left) == 2 else "All remaining players"
        return f"{who} agreed on a draw."
    return None


def result(state: State, names: Sequence[str]) -> str:
    """Return how a game ended: ``Ada wins``, ``Ada and Björn share the win``, ``nobody wins``.

    Raise ValueError if it is not over.
    """
    if state.winners is None:
        raise ValueError("the game is not over, so it has no result")
    return describe_win([names[seat] for seat in state.winners] or ["nobody"])


def describe_win(names: Sequence[str]) -> str:
    """Return who wins: ``Ada wins``, ``Ada and Björn share the win``."""
    return f"{join_words(names)} share the win" if len(names) > 1 else does(names[0], "win")


def turn_words(state: State, names: Sequence[str]) -> str:
    """Return whose turn it is, or the result, as a sentence."""
    if state.winners is not None:
        return f"The game is over: {result(state, names)}."
    return f"{whose(names[state.turn], begins=True)} turn." if state.turn is not None else "Nobody’s turn."


def look(owner: int) -> str:
    """Return an owner's colour and emblem in words: ``blue disc``."""
    return f"{OWNERS[owner].name} {OWNERS[owner].emblem}"


def name_squares(squares: Sequence[Square], most: int | None = MOST_NAMED) -> str:
    """Return the squares with straight runs combined: ``C3–C7 and D5``; only the first ``most`` runs if there are more."""
    runs = list(_runs(squares))
    if most is not None and len(runs) > most:
        return f"{', '.join(runs[:most])} …"
    return join_words(runs)


def _runs(squares: Iterable[Square]) -> Iterator[str]:
    """Yield the squares as straight runs: repeatedly the longest remaining one of at least three; then single squares."""
    left = set(squares)
    while left:
        best = max(
            (run for start in sorted(left) for run in _runs_from(start, left)), key=lambda run: (len(run), [-p.x for p in run])
        )
        if len(best) < 3:
            break
        left -= set(best)
        yield f"{best[0]}–{best[-1]}"
    yield from map(str, sorted(left))


def _runs_from(start: Square, squares: set[Square]) -> Iterator[list[Square]]:
    """Yield the run downwards and the run to the right that begin on ``start``."""
    for dx, dy in ((0, 1), (1, 0)):
        run = [start]
        while (following := Square(run[-1].x + dx, run[-1].y + dy)) in squares:
            run.append(following)
        yield run


def round_shares(shares: Sequence[float]) -> list[int]:
    """Return the seats' shares of the win in percent, then the chance that nobody wins. They add up to 100."""
    nobody = 1 - sum(shares)
    exact = [100 * share for share in (*shares, nobody if nobody > 0.005 else 0)]
    rounded = list(map(int, exact))
    by_remainder = sorted(range(len(exact)), key=lambda place: rounded[place] - exact[place])
    for place in by_remainder[: 100 - sum(rounded)]:
        rounded[place] += 1
    return rounded
