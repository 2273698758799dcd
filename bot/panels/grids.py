"""Rows of buttons, and the controls for choosing a square: all squares at once, or first a column and then a square in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from bot.panels.core import MOST_IN_MENU, MOST_IN_ROW, Button, Entry, Menu, Row, Style
from rules.partial_move import PartialMove
from rules.parts import square_of, square_parts
from rules.squares import LETTERS, Square

MOST_IN_GRID = 18
"""Maximum number of buttons in a grid: then terrains and the buttons of the message fit below it. More values are chosen in two
steps or from menus."""

Name = Callable[[Square], tuple[str, str | None]]
"""A function that returns the label and the emoji of a square's button."""


def plain_name(square: Square) -> tuple[str, str | None]:
    """Return the name of a square, without an emoji."""
    return str(square), None


def arrange(buttons: Sequence[Button], most: int = MOST_IN_ROW) -> list[Row]:
    """Return the buttons in the fewest rows of at most ``most``, all of about the same length."""
    rows = -(-len(buttons) // most) or 1
    size = -(-len(buttons) // rows) or 1
    return [tuple(buttons[first : first + size]) for first in range(0, len(buttons), size)]


def find_square(choice: PartialMove[Any]) -> Square | None:
    """Return the chosen square, or the only remaining one; ``None`` if several remain."""
    return square_of(choice.settled)


def make_square_rows(choice: PartialMove[Any], name: Name = plain_name, most: int = MOST_IN_ROW) -> list[Row]:
    """Return the controls for a square: all squares if there are few; otherwise first the columns.

    Once a column is chosen or a row was typed, return its squares. ``most``: squares in a row of buttons.
    """
    legal, line = choice.squares, {*choice.chosen} & {"column", "row"}
    if len(legal) > MOST_IN_GRID and line:
        legal = list_squares_in_line(choice, legal)
    if len(legal) <= MOST_IN_GRID or line:
        return arrange([make_square_button(choice, square, name) for square in legal], most)
    by_column = {LETTERS[x]: [square for square in legal if square.x == x] for x in sorted({square.x for square in legal})}
    return arrange([_column_button(choice, letter, there, name) for letter, there in by_column.items()])


def list_squares_in_line(choice: PartialMove[Any], squares: Collection[Square]) -> list[Square]:
    """Return the squares in the chosen column or row; all squares if neither is chosen."""
    column, row = choice.chosen.get("column"), choice.chosen.get("row")
    if column is not None:
        return [square for square in squares if LETTERS[square.x] == column]
    return [square for square in squares if row in (None, str(square.y + 1))]


def name_line(choice: PartialMove[Any]) -> str:
    """Return ``Column C`` or ``Row 4`` if one is chosen; otherwise an empty string."""
    if "column" in choice.chosen:
        return f"Column {choice.chosen['column']}"
    return f"Row {choice.chosen['row']}" if "row" in choice.chosen else ""


def make_square_button(choice: PartialMove[Any], square: Square, name: Name = plain_name, style: Style = "secondary") -> Button:
    """Return the button that chooses a square. It is green if it plays at once."""
    label, emoji = name(square)
    wanted = square_parts(square)
    plays = choice.choose(wanted).move is not None  # also for a chosen square, which a typed partial move can name
    return Button(f"square.{square}", label, "success" if plays else choose_style(choice, wanted, style), emoji=emoji)


def _column_button(choice: PartialMove[Any], letter: str, there: list[Square], name: Name) -> Button:
    """Return the button of a column, or of its square if the column has only one."""
    if len(there) == 1:
        return make_square_button(choice, there[0], name)
    return Button(f"set.column.{letter}", letter)


def choose_style(choice: PartialMove[Any], wanted: dict[str, str], style: Style = "secondary") -> Style:
    """Return the style of a button that chooses ``wanted``: green if it plays at once, blue if it is already chosen."""
    if wanted.items() <= choice.chosen.items():
        return "primary"
    return "success" if choice.choose(wanted).move is not None else style


def make_value_button(choice: PartialMove[Any], part: str, value: str, label: str, emoji: str | None = None) -> Button:
    """Return the button that chooses a value of a part. It is disabled if no legal move combines it with the other choices."""
    possible = choice.forget(part).has({part: value})
    style = choose_style(choice, {part: value}) if possible else "secondary"
    return Button(f"set.{part}.{value}", label, style, not possible, emoji)


def make_menus(control: str, placeholder: str, entries: Sequence[Entry]) -> list[Row]:
    """Return the entries in the fewest menus possible. Each placeholder names the range of its entries."""
    count = -(-len(entries) // MOST_IN_MENU) or 1
    size = -(-len(entries) // count) or 1
    made = list[Row]()
    for number, first in enumerate(range(0, len(entries), size)):
        part = entries[first : first + size]
        which = f": {part[0].label} to {part[-1].label}" if count > 1 else ""
        made.append(Menu(f"{control}-{number}", f"{placeholder}{which}"[:150], part))
    return made


def find_nearest(
    legal: Collection[Square], recent_squares: Sequence[Square], most: int, considered: Sequence[Square] = ()
) -> list[Square]:
    """Return the legal squares among ``considered`` and those within two steps of ``recent_squares``, row by row.

    If there are too many, earlier entries of these take precedence.
    """
    found = [square for square in considered if square in legal]
    for middle in recent_squares:
        there = [square for square in legal if square not in found and _distance(square, middle) <= 2]
        found += sorted(there, key=lambda square: (_distance(square, middle), square.y, square.x))
    return sorted(found[:most], key=lambda square: (square.y, square.x))


def _distance(one: Square, other: Square) -> int:
    """Return the number of steps between two squares. A diagonal step counts slightly more than a straight one."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    return max(across, down) if across * down == 0 else max(across, down) + 1
