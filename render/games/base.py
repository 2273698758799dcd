"""What every game's renderer offers: a picture, and the same things in words."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from types import MappingProxyType
from typing import Generic, TypeVar

from PIL import Image

from render.gallery import Choice, Gallery
from render.paint.header import Chip, Counter
from render.targets import Target
from render.text.describe import Position, describe, describe_wholly
from render.text.option_words import OptionFacts, OptionWords
from render.text.reasons import Reason, tell_reasons
from render.view import Marks, Picture, View
from rules import Action, State
from rules.squares import Square
from rules.steps import Step, group_turns
from rules.words import count

SQUARE_NAME = re.compile(r"\b[A-Z][1-9][0-9]?\b")
"""A square as a sentence names it."""

S = TypeVar("S", bound=State)


class Renderer(ABC, Generic[S]):
    """Shows the states of one game. Found by ``render.games.renderer_of``.

    Words are Markdown as Discord shows it, with the players' names as given; nothing that is hidden in the game may show
    in a picture or in words.
    """

    example: float = 0.7
    """How far into a random game the picture in the game's rules is taken, from 0 to 1."""

    icon: str = "castle_blue"
    """What stands for the game in a list: the name of one of ``render.icons.ART``."""

    gallery_shows: str | None = None
    """What :meth:`gallery` shows, for a button: ``Maps``; ``None`` for a game without a gallery."""

    option_words: OptionWords = MappingProxyType({})
    """What people read for the options and their values."""

    option_facts: OptionFacts = MappingProxyType({})
    """What is known of games with some values of the options."""

    @abstractmethod
    def draw(self, state: S, view: View) -> Image.Image:
        """Return the board with header and frame, mode ``P`` in the theme's fixed palette, 1024 pixels wide."""

    def targets(self, state: S, view: View) -> Sequence[Target]:
        """Return the places on the picture of ``state`` in ``view`` that parts of moves stand for; none overlaps another.

        Empty for a game that names no places: its moves are then chosen by words alone.
        """
        return ()

    @abstractmethod
    def position(self, state: S, view: View, names: Sequence[str]) -> Position:
        """Return what there is to tell of the picture of ``state`` in ``view``, with these names; nothing that is hidden."""

    def alt(self, state: S, view: View) -> str:
        """Return what the picture of ``state`` in ``view`` shows, in words that can be read aloud. At most 1024 characters."""
        return describe(partial(self.position, state, view), partial(self._turns, view), view)

    def words(self, state: S, view: View) -> str:
        """Return the whole position in words, however long: a line for each row of the board."""
        return describe_wholly(partial(self.position, state, view), partial(self._turns, view), view)

    def _turns(self, view: View, names: Sequence[str]) -> list[str]:
        """Return what ``view.steps`` brought, turn by turn, as it is read aloud: without Markdown."""
        told = (self.news(turn, names) for turn in group_turns(view.steps))
        return [turn.replace("**", "").replace("→", "to").replace("\n", " ") for turn in told if turn]

    @abstractmethod
    def say(self, step: Step, names: Sequence[str]) -> str:
        """Return what one action did, a sentence for ``/history`` and for the post: ``Ada planted forest on C4.``

        Empty where the action is not worth a line of its own.
        """

    def news(self, steps: Sequence[Step], names: Sequence[str]) -> str:
        """Return what happened over several actions, for the post after a turn. Games with long turns say it in fewer words."""
        return " ".join(filter(None, (self.say(step, names) for step in steps)))

    def ends_scene(self, step: Step) -> bool:
        """Return whether who looks through the game should see the position after an action, though the turn goes on."""
        return False

    def say_move(self, state: S, action: Action) -> str:
        """Return a legal move as a choice in a list, at most 100 characters: ``C4 F · forest on C4``."""
        return str(action)

    def explain(self, state: S, moves: Sequence[Action], instead: Action | None = None, names: Sequence[str] = ()) -> str:
        """Return why to play ``moves``, told to the seat that decides: some short sentences that are true of the position.

        They compare with ``instead``, a legal move in the place of the first one; without it with :meth:`obvious_other`.
        ``names``: those of the seats, for Markdown; without them others are told as ``your opponent``, ``player 3``.
        """
        return tell_reasons(self.reasons(state, moves, instead or self.obvious_other(state, moves), names))

    def obvious_other(self, state: S, moves: Sequence[Action]) -> Action | None:
        """Return the most obvious move to compare with the first of ``moves``, found by the rules alone; ``None`` for none."""
        return None

    def told_other(self, state: S, moves: Sequence[Action], words: str) -> Action | None:
        """Return the :meth:`obvious_other` move where ``words``, the reasons, name its squares; ``None`` where they do not."""
        other = self.obvious_other(state, moves)
        squares = set(SQUARE_NAME.findall(str(other)))
        return other if squares and squares <= set(SQUARE_NAME.findall(words)) else None

    def reasons(self, state: S, moves: Sequence[Action], other: Action | None, names: Sequence[str]) -> Iterable[Reason]:
        """Return the reasons for ``moves``, compared with ``other``; see :mod:`render.text.reasons`."""
        return ()

    def mark_moves(self, moves: Sequence[Action], other: Action | None = None) -> Marks:
        """Return what a picture marks to point out some moves, and what they are compared with: their squares."""
        chosen = _squares_of(moves)
        return Marks(chosen=chosen, compared=_squares_of(() if other is None else (other,)) - chosen)

    def owner(self, state: S, seat: int) -> int:
        """Return which of the six owners' colours and emblems (``render.style.owners``, from 0) stands for ``seat``."""
        return seat

    def chip(self, state: S, seat: int, name: str, counters: Sequence[Counter] = ()) -> Chip:
        """Return the seat's chip in the header: its score, a border in its turn, a crown if it has won, a flag if it is out.

        ``name``: as ``render.style.fonts.picture_name`` gives it.
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
        """Return the seats in the order in which they are shown."""
        return range(state.seats)

    def score_words(self, state: S, seat: int) -> str:
        """Return the score of a seat with what else counts: ``27 points, 3 castles``."""
        return count(state.scores[seat], "point")

    def details(self, state: S) -> str:
        """Extra lines for ``/board``, such as which tiles are left; nothing that is hidden. Empty where there are none."""
        return ""

    def gallery(self, theme: str = "dark") -> Gallery | None:
        """Pictures of the maps, boards or tile sets that the game can be played with; ``None`` for a game without any.

        Take some tenths of a second for each: call it in a thread, and keep what it returns.
        """
        return None

    def setting(self, start: S, theme: str = "dark") -> Choice | None:
        """Return the map, board or tile set that a game begins with, as :meth:`gallery` shows it; ``None`` where there is none.

        Take some tenths of a second, like the gallery.
        """
        return None

    def card(self, states: Sequence[S], names: Sequence[str], theme: str) -> Picture | None:
        """Return a second picture for the post that ends a game, made from all its states in order; ``None`` for none."""
        return None


def _squares_of(moves: Sequence[Action]) -> frozenset[Square]:
    found = (each for move in moves for each in (move, getattr(move, "square", None), getattr(move, "to", None)))
    return frozenset(square for square in found if isinstance(square, Square))
