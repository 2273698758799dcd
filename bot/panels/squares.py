"""Choosing a square: one menu where there are few, else a column and a row, in either order.

A game's panel gives the squares that may be chosen; the choice is kept in the draft under ``column`` (a letter) and
``row`` (a number), where :func:`read_pick` finds it again as far as it still fits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from bot.panels.core import Choice, Draft, Menu
from rules.squares import LETTERS, Square

MOST_CHOICES = 25
"""Discord's limit for a menu."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A square, or what is known of it so far: column and row from 0."""

    column: int | None = None
    row: int | None = None

    @property
    def square(self) -> Square | None:
        """The square, where both column and row are chosen."""
        return None if self.column is None or self.row is None else Square(self.column, self.row)

    def fits(self, square: Square) -> bool:
        """Whether the square agrees with what is chosen so far."""
        return self.column in (None, square.x) and self.row in (None, square.y)

    def draft(self) -> dict[str, str]:
        """The pick as entries of a draft."""
        entries = {}
        if self.column is not None:
            entries["column"] = LETTERS[self.column]
        if self.row is not None:
            entries["row"] = str(self.row + 1)
        return entries


def read_pick(draft: Draft, legal: Collection[Square]) -> Pick:
    """What a draft says of the square, as far as ``legal`` has squares that fit.

    The only column that has any is picked by itself, and so is the only row in the column picked.
    """
    columns = {square.x for square in legal}
    column = next((x for x in columns if len(columns) == 1 or LETTERS[x] == draft.get("column")), None)
    rows = {square.y for square in legal if Pick(column).fits(square)}
    alone = column is not None and len(rows) == 1
    return Pick(column, next((y for y in rows if alone or str(y + 1) == draft.get("row")), None))


def square_menus(
    legal: Collection[Square], pick: Pick, describe: Callable[[Square], str | None], *, together: bool, noun: str = "square"
) -> list[Menu]:
    """The menus for a square: one if ``together`` (then at most 25 are legal), else one for columns and one for rows.

    ``describe`` says in at most 100 characters what a square has to offer. The menu of columns has all that have a legal
    square, so that one can always go elsewhere; that of rows has those that are legal in the column chosen.
    """
    if together:
        choices = [
            Choice(str(square), str(square), describe(square), square == pick.square) for square in sorted(legal, key=_by_row)
        ]
        return [Menu("square", f"Choose a {noun}", choices)]
    columns = [
        Choice(LETTERS[x], f"Column {LETTERS[x]}", chosen=x == pick.column) for x in sorted({square.x for square in legal})
    ]
    rows = []
    for y in sorted({square.y for square in legal if Pick(pick.column).fits(square)}):
        description = None if pick.column is None else describe(Square(pick.column, y))
        rows.append(Choice(str(y + 1), f"Row {y + 1}", description, y == pick.row))
    return [Menu("column", "Choose a column", columns), Menu("row", "Choose a row", rows)]


def press_square(pick: Pick, legal: Collection[Square], control: str, values: Sequence[str]) -> Pick | None:
    """The pick after a press of one of the menus of :func:`square_menus`; ``None`` where ``control`` is none of them.

    A row that is not legal in a newly chosen column is forgotten.
    """
    if control == "square":
        square = Square.read(values[0])
        return Pick(square.x, square.y)
    if control == "column":
        column = LETTERS.index(values[0])
        return Pick(column, pick.row if pick.row is not None and Square(column, pick.row) in legal else None)
    if control == "row":
        return Pick(pick.column, int(values[0]) - 1)
    return None


def _by_row(square: Square) -> tuple[int, int]:
    return square.y, square.x
