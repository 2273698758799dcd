"""Descriptions of pictures (alt texts) that make sense when they are read aloud, in at most 1024 characters.

A description is a few sentences, then the board row by row. Each row names its number and its columns, in the fullest form
that there is room for: ``Row 3: A to C mountain, D forest.``, else ``Row 3, A–H: M M M F . . . .``, else ``3 A–H: MMMF....``.
Only on the largest boards, full of pieces, the columns are told once for all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from render.text.words import ALT_LIMIT, clip, name_squares, short_names
from render.view import View
from rules.squares import LETTERS, Square

_NAMES = (24, 14, 5)
"""Characters of a name, the most first: names are shortened before the board is told in letters."""


class Cell(NamedTuple):
    """What a description says of a square."""

    word: str
    """For the full form: ``forest``, ``Ada’s grass with a road``."""
    letter: str
    """For the short forms, without spaces: ``F``, ``G1+``."""


class Rows(NamedTuple):
    """The board of a description."""

    cells: Sequence[Sequence[Cell]]
    """Row by row from the top."""
    rest: str
    """The word of the squares that the full form leaves out, because there are many of them: ``empty``."""
    legend: str
    """What the letters of the short forms mean: ``M mountain, . empty``."""
    spare: str = ""
    """A sentence that the shortest form leaves out."""


Told = Callable[[Sequence[str]], tuple[Sequence[str], Rows]]
"""What makes the sentences and the board of a description, from the names as they are to be used."""
NodeWords = Callable[[int, int], str]
"""What says where a node is, from its column line and its row line."""


def describe(told: Told, view: View) -> str:
    """The description of a picture, cut at its end where even the shortest form is too long."""
    text, _ = describe_briefly(told, view)
    return clip(text)


def describe_briefly(told: Told, view: View, node_words: NodeWords | None = None) -> tuple[str, bool]:
    """The description in the fullest form that fits, else in the shortest one; and whether it fits.

    ``node_words`` says where the node with these column and row lines is.
    """
    text = ""
    for form in (_in_words, _in_letters, _in_tight_letters, _in_bare_letters):
        for limit in _NAMES:
            sentences, rows = told(short_names(view.names, limit))
            choice = choice_words(view, rows, node_words)
            spare = "" if form is _in_bare_letters else rows.spare
            text = "\n".join([" ".join(filter(None, [*sentences, spare, choice])), *form(rows)])
            if len(text) <= ALT_LIMIT:
                return text, True
    return text, False


# ---------------------------------------------------------------------- the board


def _in_words(board: Rows) -> Iterator[str]:
    yield f"The board from the top row down; what is not named is {board.rest}."
    for number, row in enumerate(board.cells, 1):
        runs, x = [], 0
        for word, group in groupby(cell.word for cell in row):
            end = x + len(list(group)) - 1
            if word != board.rest:
                columns = LETTERS[x] if x == end else f"{LETTERS[x]} to {LETTERS[end]}"
                runs.append(f"{columns} {word}")
            x = end + 1
        yield f"Row {number}: {', '.join(runs) or 'all ' + board.rest}."


def _in_letters(board: Rows) -> Iterator[str]:
    yield f"The board from the top row down: {board.legend}."
    for number, row in enumerate(board.cells, 1):
        yield f"Row {number}, A–{LETTERS[len(row) - 1]}: {' '.join(cell.letter for cell in row)}"


def _in_tight_letters(board: Rows) -> Iterator[str]:
    yield f"Rows from the top: {board.legend}."
    for number, row in enumerate(board.cells, 1):
        yield f"{number} A–{LETTERS[len(row) - 1]}: {_tight(row)}"


def _in_bare_letters(board: Rows) -> Iterator[str]:
    yield f"Rows from the top, A–{LETTERS[len(board.cells[0]) - 1]}: {board.legend}."
    for number, row in enumerate(board.cells, 1):
        yield f"{number}: {_tight(row)}"


def _tight(row: Sequence[Cell]) -> str:
    return (" " if any(len(cell.letter) > 1 for cell in row) else "").join(cell.letter for cell in row)


# ---------------------------------------------------------------------- what a panel points out


def choice_words(view: View, board: Rows, node_words: NodeWords | None = None) -> str:
    """What a private picture points out: what is chosen, and what may be; empty for a public board."""
    marks, parts = view.marks, []
    if view.preview is not None:
        parts.append("The board shows what you have chosen and not sent yet.")
    if marks.chosen:
        parts.append(f"Chosen: {name_squares(sorted(marks.chosen), None)}.")
    if marks.legal:
        parts.append(f"You may choose {_legal(marks.legal, board)}.")
    labels = [f"{label} between {one} and {other}" for one, other, label in marks.edges]
    if node_words is not None:
        labels += [f"{label} at {node_words(x, y)}" for x, y, label in marks.nodes]
    return " ".join([*parts, f"Marked: {', '.join(labels)}."] if labels else parts)


def _legal(legal: Set[Square], board: Rows) -> str:
    """The squares that may be chosen: all of a kind if they are just these, else by name."""
    words = {board.cells[square.y][square.x].word for square in legal}
    alike = sum(cell.word in words for row in board.cells for cell in row)
    if len(words) == 1 and alike == len(legal) > 1:
        return f"any square described as “{words.pop()}”"
    return name_squares(sorted(legal), None)


def last_move_words(squares: Iterable[Square]) -> str:
    """``Last move: C4.``: the squares that are marked as the last move; empty for none."""
    marked = name_squares(list(squares), None)
    return f"Last move: {marked}." if marked else ""
