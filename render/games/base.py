"""The interface of every game's renderer: a picture and an equivalent description."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Generic, TypeVar

from PIL import Image

from render.gallery import Choice, Gallery
from render.paint.header import Chip, Counter
from render.targets import Piece, Target
from render.text.describe import Position, describe, describe_wholly
from render.text.option_words import OptionFacts, OptionWords
from render.text.words import THEN
from render.view import Marks, Picture, View
from rules import Action, State
from rules.squares import Square
from rules.steps import Step, group_turns
from rules.words import count

S = TypeVar("S", bound=State)
_AMOUNT = re.compile(r"\b(\d+|an)(?= (?:(?:more|fewer|extra|free|empty) )*(?:point|square|plot|cow)s?\b)")
"""The pattern of the number in a reason, together with the counted things; it does not match the number of a square or a
player."""


class Renderer(ABC, Generic[S]):
    """Shows the states of one game. ``render.games.renderer_of`` finds it.

    Words are Markdown as Discord shows it, with the players' names as given. Neither pictures nor words may reveal anything
    hidden.
    """

    example: float = 0.7
    """The point in a random game, from 0 to 1, at which the picture for the game's rules is taken."""

    icon: str = "castle_blue"
    """The icon of the game in a list: a name in ``render.icons.ART``."""

    scores_in = "point"
    """The noun for a unit of the score."""

    gallery_shows: str | None = None
    """The label of a button for :meth:`gallery`: ``Maps``; ``None`` for a game without a gallery."""

    card_shows: str | None = None
    """The label of a button for :meth:`card` below the last board: ``How fair?``; ``None`` for a game without a card."""

    option_words: OptionWords = MappingProxyType({})
    """The options and their values in words for players."""

    option_facts: OptionFacts = MappingProxyType({})
    """Known facts about games with certain values of the options."""

    @abstractmethod
    def draw(self, state: S, view: View) -> Image.Image:
        """Return the board with header and frame, mode ``P`` in the theme's fixed palette, 1024 pixels wide."""

    def targets(self, state: S, view: View) -> Sequence[Target]:
        """Return the places on the picture of ``state`` in ``view`` that stand for parts of moves; they do not overlap.

        Empty for a game without such places: its moves are then chosen by words alone.
        """
        return ()

    @abstractmethod
    def position(self, state: S, view: View, names: Sequence[str]) -> Position:
        """Return the content of a description of ``state`` in ``view``, with these names, without anything hidden."""

    def alt(self, state: S, view: View) -> str:
        """Return a description of the picture of ``state`` in ``view``, suitable for reading aloud. At most 1024 characters."""
        return describe(partial(self.position, state, view), partial(self._turns, view), view)

    def words(self, state: S, view: View) -> str:
        """Return a description of the whole position, of any length: a line for each row of the board."""
        return describe_wholly(partial(self.position, state, view), partial(self._turns, view), view)

    def _turns(self, view: View, names: Sequence[str]) -> list[str]:
        """Return the news of ``view.steps``, turn by turn, for reading aloud: without Markdown."""
        told = (f"{self.news(turn, names)} {self.describe_face_down(turn)}".strip() for turn in group_turns(view.steps))
        return [turn.replace("**", "").replace("→", "to").replace("\n", " ") for turn in told if turn]

    @abstractmethod
    def describe_step(self, step: Step, names: Sequence[str]) -> str:
        """Return a sentence about one action, for ``/history`` and for the post: ``Ada planted forest on C4.``

        Empty if the action does not deserve its own line.
        """

    def news(self, steps: Sequence[Step], names: Sequence[str]) -> str:
        """Return the news of several actions, for the post after a turn. Games with long turns summarize them."""
        return " ".join(filter(None, (self.describe_step(step, names) for step in steps)))

    def describe_face_down(self, steps: Sequence[Step]) -> str:
        """Return one sentence for all tiles that were laid face down, which the news leaves out. Empty if there are none."""
        return ""

    def ends_scene(self, step: Step) -> bool:
        """Return whether a viewer of the game should see the position after an action, although the turn continues."""
        return False

    def label_move(self, state: S, action: Action) -> str:
        """Return a legal move as a choice in a list, at most 100 characters: ``C4 F · forest on C4``."""
        return str(action)

    def find_piece(self, state: S, move: Action) -> Piece | None:
        """Return the piece that a legal move puts on the board; ``None`` if there is none, or it is not known yet."""
        return None

    def swatches(self, state: S) -> Mapping[str, Mapping[str, str]]:
        """Return the names of the swatches of values: part -> value -> name (``render.swatches``)."""
        return {}

    def shown_values(self, state: S) -> Mapping[str, Mapping[str, str]]:
        """Return the values that the page always shows, in this order: part -> value -> at most two words below it.

        The words are the reason why the value is not allowed this turn, or its worth.
        """
        return {}

    def to_infinitive(self, state: S, action: Action) -> str:
        """Return a legal move as an infinitive without notation, for the middle of a sentence: ``play a mountain on E4``."""
        return f"play {action}"

    def to_infinitives(self, state: S, moves: Sequence[Action]) -> str:
        """Return several decisions of one seat as an infinitive, in the form of :meth:`to_infinitive`."""
        told = list[str]()
        for move in moves:
            told.append(self.to_infinitive(state, move))
            state = state.play(move)
        return THEN.join(told)

    def explain(self, state: S, moves: Sequence[Action], names: Sequence[str] = (), played: Sequence[Action] = ()) -> str:
        """Return the strongest reason for ``moves``, as a short sentence to the seat that decides; empty for none.

        Compared with ``played`` moves, return their fault; without any, the strongest reason that does not also hold for them,
        with a number at least as good. ``names``: the names of the seats, for Markdown; without them other seats are called
        ``your opponent`` or ``player 3``.
        """
        if len(moves) == len(state.moves()) == 1:
            return "It is your only legal move."
        found = self.reasons(state, moves, names)
        if not played:
            return next(iter(found), "")
        fault = _first_beyond(self.faults(state, played), self.faults(state, moves))
        return fault or _first_beyond(found, self.reasons(state, played, names))

    def reasons(self, state: S, moves: Sequence[Action], names: Sequence[str]) -> Iterable[str]:
        """Return the reasons for ``moves`` by the rules, without any search, most important first.

        Each is a short, true sentence in favour of the moves, with at most one number.
        """
        return ()

    def faults(self, state: S, moves: Sequence[Action]) -> Iterable[str]:
        """Return the reasons against moves that were played, in the form of :meth:`reasons`."""
        return ()

    def mark_moves(self, moves: Sequence[Action], others: Sequence[Action] = ()) -> Marks:
        """Return marks for the squares of moves, and of the moves that they are compared with."""
        return Marks(chosen=_squares_of(moves), compared=_squares_of(others))

    def owner(self, state: S, seat: int) -> int:
        """Return the number of the owner (``render.style.owners``, from 0) whose colour and emblem represent ``seat``."""
        return seat

    def chip(self, state: S, seat: int, name: str, counters: Sequence[Counter] = ()) -> Chip:
        """Return the seat's chip in the header, with its score.

        It has a border on the seat's turn, a crown if it has won, a flag if it is out of the game. ``name``: the result of
        ``render.style.fonts.picture_name``.
        """
        return Chip(
            self.owner(state, seat),
            name,
            str(state.scores[seat]),
            tuple(counters),
            to_move=state.turn == seat,
            crowned=seat in (state.winners or ()),
            dropped=seat in state.dropped,
        )

    def seats(self, state: S) -> Sequence[int]:
        """Return the seats in display order."""
        return range(state.seats)

    def score_words(self, state: S, seat: int) -> str:
        """Return the score of a seat with other important counts: ``27 points, 3 castles``."""
        return count(state.scores[seat], "point")

    def gallery(self, theme: str = "dark") -> Gallery | None:
        """Return pictures of the maps, boards or tile sets of the game; ``None`` if it has none.

        This takes some tenths of a second for each: call it in a thread, and cache the result.
        """
        return None

    def setting(self, start: S, theme: str = "dark") -> Choice | None:
        """Return a picture of the map, board or tile set of a game, as in :meth:`gallery`; ``None`` if it has none.

        This takes some tenths of a second, like the gallery.
        """
        return None

    def card(self, states: Sequence[S], names: Sequence[str], theme: str) -> Picture | None:
        """Return the picture that ``card_shows`` names, made from all states of a game in order, or ``None``."""
        return None


def _first_beyond(told: Iterable[str], others: Iterable[str]) -> str:
    """Return the first reason that is not outdone by one of the others; empty if there is none."""
    known = list(others)
    return next((each for each in told if not any(_outdoes(other, each) for other in known)), "")


def _outdoes(other: str, reason: str) -> bool:
    """Return whether a reason for another move is the same, with a number at least as good."""
    (words, number), (same, its) = _split_number(reason), _split_number(other)
    return words == same and (its <= number if "at most" in words else its >= number)


def _split_number(reason: str) -> tuple[str, int]:
    """Return a reason without its number, squares and plural endings, and the number; the whole reason and 0 without one."""
    found = _AMOUNT.search(reason)
    if found is None:
        return reason, 0
    return re.sub(r"\b[A-Z]\d+\b|s\b", "", _AMOUNT.sub("", reason)), 1 if found[0] == "an" else int(found[0])


def _squares_of(moves: Sequence[Action]) -> frozenset[Square]:
    found = (each for move in moves for each in (move, getattr(move, "square", None), getattr(move, "to", None)))
    return frozenset(square for square in found if isinstance(square, Square))
