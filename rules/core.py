"""What every game shares: states, actions that belong to all games, refusals, and the description of a game.

A game module subclasses :class:`State` and describes itself in one :class:`Game`; ``rules.registry`` lists the games.
Nothing here knows a clock, a random generator, a database or Discord.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

Action = Hashable
"""A move, an outcome of chance, :class:`Drop` or :class:`AgreeDraw`: hashable, comparable, ``str()`` is its canonical text."""


class IllegalMove(ValueError):
    """An action that the rules do not allow here.

    ``rule`` is the number of the rule that forbids it (``"P6"``); ``str()`` is a sentence for the player.
    ``position`` is set by :meth:`rules.record.Record.replay`: the index in the list of actions, from 0.
    """

    def __init__(self, rule: str, sentence: str, *, position: int | None = None) -> None:
        super().__init__(sentence)
        self.rule = rule
        self.position = position


@dataclass(frozen=True, slots=True)
class Drop:
    """G1: ``seat`` gives up, takes no more decisions and cannot win."""

    seat: int

    def __str__(self) -> str:
        return f"drop {self.seat}"


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """G2: all seats that are left share the win."""

    def __str__(self) -> str:
        return "draw"


class Options(BaseModel):
    """Base of every game's options: unknown names are refused, values are fixed once validated."""

    model_config = ConfigDict(extra="forbid", frozen=True)


LONGEST_TEXT = 4000
"""Characters of the longest text that is read; Land's longest turn takes some 2300."""

_DROP = re.compile(r"drop[\s,;:.#–—-]*([0-9]{1,2})[\s.!]*", re.IGNORECASE)
_DRAW = re.compile(r"draw[\s.!]*", re.IGNORECASE)


class State(ABC):
    """One position of a game. Immutable: :meth:`play` returns the next one and leaves this one usable.

    Subclasses implement the members marked abstract and ``_apply``/``_after_drop``; what belongs to every game (G1, G2,
    the order of several decisions in one text) is implemented here once. Subclasses keep their own slots; those named
    here are set by ``_begin``.
    """

    __slots__ = ("_agreed", "dropped", "options", "seats", "setup")

    game: ClassVar[str]
    """Name of the game in ``GAMES``."""
    actions: ClassVar[frozenset[type]]
    """The types of its moves and outcomes; what has any other type, a subclass too, is never played."""
    over_rule: ClassVar[str]
    """Number of the rule by which the game ends, cited when somebody acts after the end."""
    turn_rule: ClassVar[str]
    """Number of the rule that says whose turn it is, cited when somebody goes on after their turn."""

    seats: int
    """Number of seats the game was started with."""
    options: Any
    """The game's options, an instance of its ``Options``."""
    setup: Mapping[str, Any]
    """The map, board or bag that it was started with, in the form of the record; ``{}`` where there is none."""
    dropped: frozenset[int]
    """Seats that have given up (G1)."""
    _agreed: bool

    # ------------------------------------------------------------------ what a game tells

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat that decides; ``None`` at a chance node and when over."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """Whose turn is in progress, also while chance is awaited; ``None`` when over or when it is nobody's."""

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """Whether chance, and no seat, comes next."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True when nothing is awaited any more."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """A word from the game's rules: what is going on."""

    @abstractmethod
    def moves(self) -> Sequence[Action]:
        """What :attr:`seat` may play, without repetition and always in the same order; nothing where no seat decides."""

    def outcomes(self) -> Sequence[tuple[Action, float]]:
        """What chance may bring here, with true odds that add up to 1, as ``(outcome, probability)``; else nothing."""
        return ()

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of every seat by number: the present ones while the game runs, the final ones afterwards."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...] | None:
        """``None`` until over; then the winning seats, ``()`` when nobody wins."""

    @abstractmethod
    def _parse(self, text: str) -> Action:
        """Read one move or outcome from ``text`` (never ``drop`` or a bare ``draw``); ValueError where it means nothing."""

    @abstractmethod
    def _apply(self, action: Any) -> Self:
        """The state after a move or an outcome; raises :class:`IllegalMove` citing the rule where it is not allowed.

        ``action`` has one of the types in :attr:`actions`; what its fields hold is to be looked at here.
        """

    def _after_drop(self, seat: int) -> Self:
        """The state after ``seat`` gave up, at least two seats being left: ``dropped`` with it, and nothing it decides.

        Games for more than two implement it; in a game for two G1 ends the game, and this is never asked.
        """
        raise NotImplementedError

    @abstractmethod
    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        """This position with the game over, by G1 (``dropped`` leaves one seat) or G2 (``agreed``)."""

    @abstractmethod
    def _key(self) -> Hashable:
        """Everything that tells this state from others of the same game, options and set-up included."""

    # ------------------------------------------------------------------ what every game shares

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have not given up."""
        return tuple(s for s in range(self.seats) if s not in self.dropped)

    def _settled(self) -> tuple[int, ...] | None:
        """The winners where G1 or G2 has ended the game, else ``None``: subclasses ask this first in ``winners``."""
        if self._agreed or len(self.dropped) == self.seats - 1:
            return self.left
        return None

    def continues(self, earlier: State) -> bool:
        """Whether the seat that decides here is still in the turn that it was in at ``earlier``.

        The boards that are posted show whole turns. A game in which a seat can have two turns in a row overrides this.
        """
        return self.seat is not None and self.seat == earlier.seat

    def play(self, action: Action) -> Self:
        """The next state, after a move, what chance brought, :class:`Drop` or :class:`AgreeDraw`.

        Raises :class:`IllegalMove`, citing the rule, for anything else whatever it is; this state is never changed.
        """
        if type(action) in self.actions:
            if self.is_over:
                raise IllegalMove(self.over_rule, "The game is over.")
            return self._apply(action)
        if type(action) is Drop:
            return self._drop(action.seat)
        if type(action) is AgreeDraw:
            if self.is_over:
                raise IllegalMove("G2", "The game is over, so there is nothing left to draw.")
            return self._ended(dropped=self.dropped, agreed=True)
        raise self._no_move()

    def _no_move(self) -> IllegalMove:
        """The refusal of what is no action of this game at all, or one that is put together wrongly."""
        if self.is_over:
            return IllegalMove(self.over_rule, "The game is over.")
        return IllegalMove(self.turn_rule, "That is no move of this game.")

    def _drop(self, seat: int) -> Self:
        if self.is_over:
            raise IllegalMove("G1", "The game is over, so nobody can give up any more.")
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise IllegalMove("G1", f"There is no such seat in this game: they are numbered from 0 to {self.seats - 1}.")
        if seat in self.dropped:
            raise IllegalMove("G1", "That player has given up already.")
        if len(self.left) == 2:
            return self._ended(dropped=self.dropped | {seat}, agreed=False)
        return self._after_drop(seat)

    def parse(self, text: str) -> Action:
        """The move or outcome that people mean by ``text``, however they write it; ``drop 2`` and ``draw`` too.

        Looks at the form only: whether it is legal is :meth:`play`'s business. Raises ValueError, with a sentence for
        the player, where the text means nothing.
        """
        plain = _plain(text)
        return _shared(plain) or self._parse(plain)

    def split(self, text: str) -> list[str]:
        """The texts of the single decisions in ``text``, in order; a game whose turns have several overrides this.

        Everything that ``text`` says is in them, so that nothing of it can be passed over. ``text`` is no ``drop`` or ``draw``.
        """
        return [text]

    def is_superfluous(self, text: str) -> bool:
        """Whether ``text``, last in a list that led to this state, asks for what the rules have done by themselves.

        Land's ``done``, say; also where the same seat goes on with a new turn, all others being skipped.
        """
        return False

    def play_text(self, text: str) -> Self:
        """The state after everything that a text decides for the seat to move; where any of it fails, all of it does.

        Each must be this seat's own decision, directly after the one before: chance or another seat between them ends the
        list, except for a closing ``done`` where the turn has ended anyway. Raises ValueError where the text means nothing,
        :class:`IllegalMove` where it is not allowed.
        """
        return self.play_all(text)[0]

    def play_all(self, text: str) -> tuple[Self, tuple[Action, ...]]:
        """As :meth:`play_text`, and the decisions themselves, those that count, in order."""
        seat = self.seat
        if seat is None:
            if self.is_over:
                raise IllegalMove(self.over_rule, "The game is over.")
            raise IllegalMove(self.turn_rule, "Nobody decides anything at the moment: chance does.")
        plain = _plain(text)
        parts = self.split(plain) if _shared(plain) is None else [plain]
        if not parts:
            raise ValueError("There is no move in that.")
        state, done = self, list[Action]()
        for index, part in enumerate(parts):
            if done and index == len(parts) - 1 and state.is_superfluous(part):
                break
            if state.seat != seat:
                raise self._overrun(part, state)
            action = state.parse(part)
            if isinstance(action, Drop | AgreeDraw):
                raise IllegalMove("G1" if isinstance(action, Drop) else "G2", "Giving up and drawing are not moves.")
            state = state.play(action)
            done.append(action)
        return state, tuple(done)

    def _overrun(self, part: str, state: State) -> IllegalMove:
        """The refusal of a text that goes on with ``part`` at ``state``, where it is no longer this seat's decision."""
        rule = self.over_rule if state.is_over else self.turn_rule
        return IllegalMove(rule, f"Your turn was over before “{part}”, so nothing of it was played.")

    def redealt(self, random: Random) -> Self:
        """Hidden tiles dealt anew among the deals that agree with what has been shown; itself where nothing is hidden."""
        return self

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def _plain(text: str) -> str:
    """``text`` with single spaces; ValueError where it is too long to be a move."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"That is longer than any move: {LONGEST_TEXT} characters are the most that I read.")
    return " ".join(text.split())


def _shared(plain: str) -> Drop | AgreeDraw | None:
    """The action of G1 or G2 that ``plain`` means, ``None`` where it means something of the game's own, or nothing."""
    if _DRAW.fullmatch(plain):
        return AgreeDraw()
    match = _DROP.fullmatch(plain)
    return None if match is None else Drop(int(match[1]))


S_co = TypeVar("S_co", bound=State, covariant=True)


@dataclass(frozen=True)
class Game(Generic[S_co]):
    """What the package knows about one game, found in ``GAMES`` by its name."""

    name: str
    """How it is typed: ``pastures``."""
    title: str
    """How it is shown: ``Pastures New``."""
    seats: range
    """The numbers of seats it admits."""
    Options: type[Options]
    """Pydantic model of the options; every field is described and bounded, ``Options()`` are the defaults."""
    begin: Callable[[int, Any, Mapping[str, Any] | None], S_co]
    """Makes the first state from seats, validated options and a set-up or ``None``; raises ValueError for a bad set-up."""
    version: int = 1
    """The rules version that new games are played by."""

    def start(
        self,
        seats: int,
        options: BaseModel | Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
    ) -> S_co:
        """The first state. ``options`` may be a mapping; a ``setup`` that is not empty wins over them.

        Raises ValueError (pydantic's ValidationError is one) for seats, options or a set-up that the game does not admit.
        """
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            wanted = f"{low}" if low == high else f"{low} to {high}"
            raise ValueError(f"{self.title} is for {wanted} players, not {seats}.")
        if setup is not None and not isinstance(setup, Mapping):
            raise ValueError(f"A set-up of {self.title} is a mapping of names to values.")
        if options is None:
            options = self.Options()
        elif isinstance(options, Mapping):
            options = self.Options.model_validate(dict(options))
        elif not isinstance(options, self.Options):
            raise ValueError(f"Options of {self.title} are its own, or a mapping of their names to values.")
        return self.begin(seats, options, setup or None)
