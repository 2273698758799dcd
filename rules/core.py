"""The parts that all games share: states, common actions, refusals, and the description of a game.

Each game has a subclass of :class:`State` and one :class:`Game` that describes it; ``rules.registry`` lists the games. Nothing
here uses a clock, a random generator, a database or Discord.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict

from rules.parts import Parts

Action = Hashable
"""A move, an outcome of chance, :class:`Drop` or :class:`AgreeDraw`. Hashable; ``str()`` is its canonical text."""


class IllegalMove(ValueError):
    """An action that the rules do not allow in this state.

    ``rule`` is the number of the rule that forbids it (``"P6"``); ``str()`` is a sentence for the player. ``position`` is set
    by :meth:`rules.record.Record.replay`: the index of the action in the record, from 0.
    """

    def __init__(self, rule: str, sentence: str, *, position: int | None = None) -> None:
        super().__init__(sentence)
        self.rule = rule
        self.position = position


@dataclass(frozen=True, slots=True)
class Drop:
    """G1: ``seat`` gives up. It makes no more decisions and cannot win."""

    seat: int

    def __str__(self) -> str:
        return f"drop {self.seat}"


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """G2: a draw is agreed, so all remaining seats share the win."""

    def __str__(self) -> str:
        return "draw"


class Options(BaseModel):
    """Base class of every game's options. Rejects unknown names; instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


LONGEST_TEXT = 4000
"""Maximum length of a text to parse, in characters; Land's longest turn takes some 2300."""

_DROP = re.compile(r"drop[\s,;:.#–—-]*([0-9]{1,2})[\s.!]*", re.IGNORECASE)
_DRAW = re.compile(r"draw[\s.!]*", re.IGNORECASE)


class State(ABC):
    """One position of a game. Immutable: :meth:`play` returns the next position and leaves this one usable.

    A subclass implements the abstract members, and ``_after_drop`` if the game allows more than two seats. It declares its own
    slots, and its game's ``begin`` function sets all of them. This class implements what all games share: G1, G2, and texts
    with several decisions.
    """

    __slots__ = ("_agreed", "_hash", "dropped", "options", "seats", "setup")

    game: ClassVar[str]
    """Name of the game in ``GAMES``."""
    rules: ClassVar[int] = 1
    """Version of the rules; with :attr:`game` it selects the :class:`Game`, the renderer and the panel."""
    actions: ClassVar[frozenset[type]]
    """The types of its moves and outcomes. Actions of other types are refused, including subclasses of these."""
    over_rule: ClassVar[str]
    """Number of the rule that ends the game, cited when somebody acts after the end."""
    turn_rule: ClassVar[str]
    """Number of the rule that sets the order of turns, cited when somebody plays out of turn."""

    seats: int
    """Number of seats the game was started with."""
    options: Any
    """The game's options, an instance of its ``Options``."""
    setup: Mapping[str, Any]
    """The map, board or bag used, in the form of the record; ``{}`` if the game has none."""
    dropped: frozenset[int]
    """Seats that have given up (G1)."""
    _agreed: bool
    _hash: int
    """The hash, once computed; copies start without it."""

    # ------------------------------------------------------------------ interface of each game

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat that decides; ``None`` at a chance node and once the game is over."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat whose turn it is, also at chance nodes; ``None`` if it is nobody's turn or the game is over."""

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """Whether an outcome of chance comes next."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The phase of the game, a word from its rules."""

    @abstractmethod
    def moves(self) -> Sequence[Action]:
        """Return the legal moves of :attr:`seat`, without duplicates, in a fixed order; empty if no seat decides."""

    def outcomes(self) -> Sequence[tuple[Action, float]]:
        """Return the outcomes of chance as ``(outcome, probability)``, each once; probabilities sum to 1. Empty elsewhere."""
        return ()

    @property
    def hides_outcome(self) -> bool:
        """Whether the next outcome of chance stays hidden from all players. Games with hidden outcomes override this."""
        return False

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each seat: the current score during the game, the final score afterwards."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...] | None:
        """The winning seats, ``()`` if nobody wins; ``None`` until the game is over."""

    @abstractmethod
    def _parse(self, text: str) -> Action:
        """Parse one move or outcome (never ``drop`` or a bare ``draw``). Raise ValueError if ``text`` is neither."""

    @abstractmethod
    def _apply(self, action: Any) -> Self:
        """Return the state after a move or an outcome. Raise :class:`IllegalMove`, citing the rule, if it is not allowed.

        ``action`` has one of the types in :attr:`actions`. Its fields may have any values, so check them.
        """

    def _after_drop(self, seat: int) -> Self:
        """Return the state after ``seat`` gave up: add it to ``dropped`` and skip its decisions. At least two others remain.

        Games for more than two seats implement this. In a game for two the first drop ends the game, so this is never called.
        """
        raise NotImplementedError

    @abstractmethod
    def _ended(self, *, dropped: frozenset[int], agreed: bool) -> Self:
        """Return this position with the game over: by G1 if ``dropped`` leaves one seat, by G2 if ``agreed``."""

    @abstractmethod
    def _key(self) -> Hashable:
        """Return everything that the rules depend on, with options and set-up. States with equal keys are equal."""

    # ------------------------------------------------------------------ shared by all games

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are still in the game."""
        return tuple(s for s in range(self.seats) if s not in self.dropped)

    def _settled(self) -> tuple[int, ...] | None:
        """Return the winners if G1 or G2 has ended the game, else ``None``. Subclasses check this first in ``winners``."""
        if self._agreed or len(self.dropped) == self.seats - 1:
            return self.left
        return None

    @property
    def default_answer(self) -> Action | None:
        """The answer that is played for :attr:`seat` if it does not answer in time when asked a question outside its turn.

        ``None`` in the seat's own turn, and if nobody decides. Games with such questions override this.
        """
        return None

    def continues(self, earlier: State) -> bool:
        """Return whether the seat that decides here is still in the turn that it had at ``earlier``.

        Posted boards show whole turns. Games in which a seat can have two turns in a row override this.
        """
        return self.seat is not None and self.seat == earlier.seat

    def play(self, action: Action) -> Self:
        """Return the next state, after a move, an outcome of chance, :class:`Drop` or :class:`AgreeDraw`.

        This state does not change. Raise :class:`IllegalMove`, which names the rule, if the action is not allowed here.
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
        """Return the refusal of an object that is not an action of this game, or whose fields have wrong types."""
        if self.is_over:
            return IllegalMove(self.over_rule, "The game is over.")
        return IllegalMove(self.turn_rule, "That is no move of this game.")

    def _drop(self, seat: int) -> Self:
        if self.is_over:
            raise IllegalMove("G1", "The game is over, so nobody can leave it now.")
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise IllegalMove("G1", f"There is no such seat in this game: they are numbered from 0 to {self.seats - 1}.")
        if seat in self.dropped:
            raise IllegalMove("G1", "That player is out of the game already.")
        if len(self.left) == 2:
            return self._ended(dropped=self.dropped | {seat}, agreed=False)
        return self._after_drop(seat)

    def parse(self, text: str) -> Action:
        """Return the move or outcome that ``text`` stands for; ``drop 2`` and ``draw`` work too.

        Case, spaces and small words do not matter. Only the form is checked; :meth:`play` checks whether the move is legal.
        Raise ValueError, with a sentence for the player, if the text cannot be parsed.
        """
        plain = _normalize(text)
        return _read_shared(plain) or self._parse(plain)

    def split(self, text: str) -> list[str]:
        """Return the texts of the single decisions in ``text``, in order.

        Games whose turns have several decisions override this. A word that cannot be parsed counts as a decision, so that
        parsing it fails. ``text`` is never ``drop`` or ``draw``.
        """
        return [text]

    def is_superfluous(self, text: str) -> bool:
        """Return whether the last decision of a longer text only ends a turn that has already ended automatically.

        An example is ``done`` in Land. This state comes after the other decisions; the same seat may have a new turn in it.
        """
        return False

    def play_text(self, text: str) -> Self:
        """Return the state after all decisions in ``text``, one or several of the seat to move. Plays all of them or none.

        Neither chance nor another seat may come between them. A final ``done`` is accepted if the turn has ended automatically.
        Raise ValueError if the text cannot be parsed, :class:`IllegalMove` if a decision is not allowed.
        """
        return self.play_all(text)[0]

    def play_all(self, text: str) -> tuple[Self, tuple[Action, ...]]:
        """Return the state of :meth:`play_text` and the decisions played, in order. Raise the same errors."""
        seat = self.seat
        if seat is None:
            if self.is_over:
                raise IllegalMove(self.over_rule, "The game is over.")
            raise IllegalMove(self.turn_rule, "Nobody can move now: chance comes next.")
        plain = _normalize(text)
        parts = self.split(plain) if _read_shared(plain) is None else [plain]
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
        """Return the refusal of a text that continues with ``part`` at ``state``, in which this seat no longer decides."""
        rule = self.over_rule if state.is_over else self.turn_rule
        return IllegalMove(rule, f"Your turn was over before “{part}”, so nothing of it was played.")

    def film(self, action: Action) -> Sequence[Self]:
        """Return the positions between this one and the result of a legal action, in order, for replays.

        There are none unless the rules carry out the action in several steps.
        """
        return ()

    def redealt(self, random: Random) -> Self:
        """Return the state with its hidden tiles dealt again, at random among the deals that agree with what was shown openly.

        Return the state itself if nothing is hidden.
        """
        return self

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(self._key())
            return self._hash

    def __getstate__(self) -> object:
        """Return all slots except the cached hash, which another process would compute differently."""
        attributes, slots = cast("tuple[Any, dict[str, Any]]", object.__getstate__(self))
        slots.pop("_hash", None)
        return attributes, slots


def _normalize(text: str) -> str:
    """Return ``text`` with single spaces. Raise ValueError if it is too long to be a move."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"That is longer than any move: {LONGEST_TEXT} characters are the most that I read.")
    return " ".join(text.split())


def _read_shared(plain: str) -> Drop | AgreeDraw | None:
    """Return the action of G1 or G2 that ``plain`` stands for, or ``None``."""
    if _DRAW.fullmatch(plain):
        return AgreeDraw()
    match = _DROP.fullmatch(plain)
    return None if match is None else Drop(int(match[1]))


S_co = TypeVar("S_co", bound=State, covariant=True)


_WORDS: Parts[Any] = Parts()


@dataclass(frozen=True)
class Game(Generic[S_co]):
    """The description of a game under one version of its rules. ``GAMES`` finds it by name."""

    name: str
    """The name to type: ``pastures``."""
    title: str
    """The name to show: ``Pastures New``."""
    seats: range
    """The allowed numbers of seats."""
    Options: type[Options]
    """Pydantic model of the options; every field is described and bounded, and ``Options()`` gives the defaults."""
    begin: Callable[[int, Any, Mapping[str, Any] | None], S_co]
    """Makes the first state from the seats, validated options and a set-up or ``None``. Raises ValueError for a bad set-up."""
    parts: Parts[Any] = _WORDS
    """The parts of its moves, for partial moves; by default each word of a move is a part."""
    version: int = 1
    """The version of its rules. New games use the highest registered version."""

    def start(
        self,
        seats: int,
        options: BaseModel | Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
    ) -> S_co:
        """Return the first state. ``options`` may be a mapping; a non-empty ``setup`` takes precedence over the options.

        Raise ValueError (or its subclass, pydantic's ValidationError) for invalid seats, options or set-up.
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
            raise ValueError(f"Options of {self.title} are {self.Options.__name__}, or a mapping of names to values.")
        return self.begin(seats, options, setup or None)
