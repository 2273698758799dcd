"""Descriptions of positions, written to be read aloud.

A description begins with what a listener needs first: whose turn it is, the news, the possible choices. Then come the players,
then the board. ``describe`` is limited to an alt text (1024 characters). It describes the board row by row if that fits.
Otherwise it describes the owners' lands first, as far as they fit, and ends with a reference to the rest. ``describe_wholly``
omits nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from render.text.words import ALT_LIMIT, clip, join_words, short_names, whose
from render.view import View
from rules.squares import LETTERS, Square

THE_REST = "The rest is on /board: press In words there."
"""The end of a description that is not complete: it refers to the rest."""
_NAMES = (24, 14, 8)
"""Maximum lengths of a name, tried in this order: names are shortened before parts of the board are omitted."""
_WHOLE_NAME = 100
"""Maximum length of a name in an unlimited description."""
_MOST_NEWS, _MOST_CHOICE, _MOST_LABELS = 240, 200, 12
"""Maximum numbers of characters for the news and for the squares that may be chosen, and maximum number of labels."""


class Cell(NamedTuple):
    """The description of a square: ``forest``, or ``grass with a road`` of an owner."""

    kind: str
    owner: str = ""

    @property
    def word(self) -> str:
        """The kind with its owner: ``Ada’s grass with a road``."""
        return f"{whose(self.owner)} {self.kind}" if self.owner else self.kind


class Phrase(NamedTuple):
    """A list that may be shortened: ``castles A1 to A3 and C5``, of an owner or of nobody."""

    owner: str
    word: str
    parts: Sequence[str]
    """The parts, most important first."""

    def write(self, number: int) -> str:
        """Return the phrase with its first ``number`` parts and the number of omitted ones, without its owner."""
        left = len(self.parts) - number
        return f"{self.word} {join_words([*self.parts[:number], *([f'{left} more'] if left else [])])}"


class Position(NamedTuple):
    """The content of the description of a position, with the players' names as they will appear."""

    turn: str
    """The game, and whose turn it is."""
    sentences: Sequence[str]
    """The players, and everything that is not on a square."""
    cells: Sequence[Sequence[Cell]]
    """The squares, row by row from the top."""
    rest: str
    """The kind of square that is not listed, because there are many of them: ``empty``."""
    phrases: Sequence[Phrase] = ()
    """Things on the squares or between them, in addition to ``cells``."""
    spare: str = ""
    """The sentence that is omitted first if there is too little room."""
    name_node: Callable[[int, int], str] | None = None
    """Returns the description of a node, from its column line and its row line."""


PositionOf = Callable[[Sequence[str]], Position]
"""Returns the content of a description with these names."""
NewsOf = Callable[[Sequence[str]], Sequence[str]]
"""Returns the news, turn by turn, with these names."""


def describe(position_of: PositionOf, news_of: NewsOf, view: View) -> str:
    """Return the description of a picture, at most 1024 characters."""
    for limit in _NAMES:
        names = short_names(view.names, limit)
        position, news = position_of(names), _describe_latest(news_of(names))
        for spare in dict.fromkeys((position.spare, "")):
            head = _describe_head(position, news, view, spare)
            text = "\n".join([head, *_describe_phrases(position.phrases), *_describe_rows(position)])
            if len(text) <= ALT_LIMIT:
                return text
    if any(cell.owner for row in position.cells for cell in row):
        return _describe_by_owner(head, position, names)
    return _describe_first_rows(head, position)


def describe_wholly(position_of: PositionOf, news_of: NewsOf, view: View) -> str:
    """Return a description of the whole position, of any length: a line for each row of the board."""
    names = short_names(view.names, _WHOLE_NAME)
    position = position_of(names)
    told = [position.turn, *news_of(names), _describe_choice(view, position), *position.sentences, position.spare]
    return "\n".join([*filter(None, told), *_describe_phrases(position.phrases), *_describe_rows(position)])


def name_blocks(squares: Iterable[Square]) -> list[str]:
    """Return squares combined into rectangles, largest first: ``C3 to E4`` means six squares, ``C3 to C7`` five."""
    left, blocks = set(squares), list[tuple[int, str]]()
    for first in sorted(left, key=lambda square: (square.y, square.x)):
        if first not in left:
            continue
        width, height = 1, 1
        while Square(first.x + width, first.y) in left:
            width += 1
        while all(Square(first.x + x, first.y + height) in left for x in range(width)):
            height += 1
        left -= {Square(first.x + x, first.y + y) for x in range(width) for y in range(height)}
        last = Square(first.x + width - 1, first.y + height - 1)
        blocks.append((width * height, str(first) if first == last else f"{first} to {last}"))
    return [text for _, text in sorted(blocks, key=lambda block: -block[0])]


# ---------------------------------------------------------------------- before the board


def _describe_head(position: Position, news: str, view: View, spare: str) -> str:
    return " ".join(filter(None, (position.turn, news, _describe_choice(view, position), *position.sentences, spare)))


def _describe_latest(turns: Sequence[str]) -> str:
    """Return as many of the latest turns as fit, in the order in which they were played."""
    told = ""
    for turn in reversed(turns):
        longer = " ".join(filter(None, (turn, told)))
        if told and len(longer) > _MOST_NEWS:
            break
        told = longer
    return told if len(told) <= _MOST_NEWS else f"{told[:_MOST_NEWS].rpartition(' ')[0]}…"  # no part of a word


def _describe_choice(view: View, position: Position) -> str:
    """Return the marks of a private picture in words: the chosen squares, and those that may be chosen.

    Return an empty text for a public board.
    """
    marks, parts = view.marks, []
    if view.preview is not None:
        parts.append("The board shows what you have chosen and not sent yet.")
    if chosen := _name_places(marks.chosen, marks.chosen_sides):
        parts.append(f"Chosen: {join_words(chosen)}.")
    if compared := _name_places(marks.compared, marks.compared_sides):
        parts.append(f"Compared with: {join_words(compared)}.")
    if marks.legal:
        parts.append(f"You may choose {_describe_legal(marks.legal, position)}.")
    labels = [f"{label} between {one} and {other}" for one, other, label in marks.edges]
    if position.name_node is not None:
        labels += [f"{label} at {position.name_node(x, y)}" for x, y, label in marks.nodes]
    if len(labels) > _MOST_LABELS:
        labels[_MOST_LABELS:] = [f"{len(labels) - _MOST_LABELS} more"]
    return " ".join([*parts, f"Marked: {join_words(labels)}."] if labels else parts)


def _name_places(squares: Set[Square], sides: Sequence[tuple[Square, Square]]) -> list[str]:
    """Return the names of squares, and of sides between two squares."""
    return [*(name_blocks(squares) if squares else ()), *(f"the side between {one} and {other}" for one, other in sides)]


def _describe_legal(legal: Set[Square], position: Position) -> str:
    """Return the squares that may be chosen in words: by their kind if they are all squares of it, else by name."""
    words = {position.cells[square.y][square.x].word for square in legal}
    alike = sum(cell.word in words for row in position.cells for cell in row)
    if len(words) == 1 and alike == len(legal) > 1:
        return f"any square described as “{words.pop()}”"
    blocks, told = name_blocks(legal), list[str]()
    while blocks and len(", ".join(told)) < _MOST_CHOICE:
        told.append(blocks.pop(0))
    return join_words([*told, "others"] if blocks else told)


def _describe_phrases(phrases: Collection[Phrase]) -> list[str]:
    return _describe_by_line([(phrase, len(phrase.parts)) for phrase in phrases])


def _describe_by_line(told: Iterable[tuple[Phrase, int]]) -> list[str]:
    """Return a line for each owner, and for nobody, with the given number of parts of each phrase."""
    lines = []
    for owner, group in groupby((each for each in told if each[1]), key=lambda each: each[0].owner):
        line = "; ".join(phrase.write(number) for phrase, number in group)
        lines.append(f"{whose(owner, begins=True)} {line}." if owner else f"{line[0].upper()}{line[1:]}.")
    return lines


# ---------------------------------------------------------------------- the board


def _describe_rows(position: Position) -> list[str]:
    """Return a line about the unnamed squares, and one for each row with others; empty for a game without squares."""
    if not position.cells:
        return []
    told = [(number, _describe_row(row, position.rest)) for number, row in enumerate(position.cells, 1)]
    rows = [f"Row {number}: {row}." for number, row in told if row]
    return [f"The board from the top row down; everything else is {position.rest}.", *rows]


def _describe_row(row: Sequence[Cell], rest: str) -> str:
    """Return a row: ``Ada’s desert B; plains C to E, G``, each word with its columns; empty if it has only unnamed squares."""
    columns: dict[str, list[str]] = {}
    first = 0
    for cell, run in groupby(row):
        last = first + len(list(run)) - 1
        columns.setdefault(cell.word, []).append(LETTERS[first] if first == last else f"{LETTERS[first]} to {LETTERS[last]}")
        first = last + 1
    columns.pop(rest, None)
    return "; ".join(f"{word} {', '.join(runs)}" for word, runs in columns.items())


def _describe_first_rows(head: str, position: Position) -> str:
    """Return the phrases and the rows from the top, as many as fit."""
    first, *rows = _describe_rows(position)
    room = ALT_LIMIT - len(THE_REST) - 1
    lines = [*_fill(position.phrases, head, room - len(first) - 1), first]
    for row in rows:
        if len("\n".join([*lines, row])) > room:
            return "\n".join([*lines, THE_REST])
        lines.append(row)
    return "\n".join(lines)


def _describe_by_owner(head: str, position: Position, names: Sequence[str]) -> str:
    """Return the phrases, then the lands of each owner, then those of nobody, as many as fit."""
    found: dict[Cell, list[Square]] = {}
    for y, row in enumerate(position.cells):
        for x, cell in enumerate(row):
            if cell.word != position.rest:
                found.setdefault(cell, []).append(Square(x, y))
    last = len(names)
    order = sorted(found, key=lambda cell: names.index(cell.owner) if cell.owner else last)
    lands = [Phrase(cell.owner, cell.kind, name_blocks(found[cell])) for cell in order]
    owned = sum(bool(cell.owner) for cell in order)
    unnamed = f"Everything else is {position.rest}."
    phrases = [*position.phrases, *lands]
    whole = "\n".join([head, *_describe_phrases(phrases), unnamed])
    if len(whole) <= ALT_LIMIT:
        return whole
    lines = _fill(phrases, head, ALT_LIMIT - len(THE_REST) - 1, first=len(position.phrases) + owned)
    return "\n".join([*lines, THE_REST])


def _fill(phrases: Sequence[Phrase], head: str, room: int, first: int | None = None) -> list[str]:
    """Return ``head`` and as many parts of the phrases as fit, taken from each phrase in turn.

    The ``first`` phrases have precedence.
    """
    told = [0] * len(phrases)
    lines = [clip(head, room)]
    for group in (range(len(phrases))[:first], range(len(phrases))[first:] if first is not None else ()):
        growing = list(group)
        while growing:
            for place in growing[:]:
                told[place] += 1
                if told[place] > len(phrases[place].parts) or len("\n".join(_describe_so_far(lines, phrases, told))) > room:
                    told[place] -= 1
                    growing.remove(place)
    return _describe_so_far(lines, phrases, told)


def _describe_so_far(lines: Sequence[str], phrases: Sequence[Phrase], told: Sequence[int]) -> list[str]:
    return [*lines, *_describe_by_line(zip(phrases, told, strict=True))]
