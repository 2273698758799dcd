"""The record of a game: its start and all actions since, enough to replay it on any machine."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.core import IllegalMove, State
from rules.registry import game_of

_ECHO = 40
"""Maximum length of an action that a refusal quotes, in characters."""


class Record(BaseModel):
    """A finished or running game as data: JSON out (``model_dump_json``) and in (``model_validate_json``).

    A new record stores all options with their defaults, and the set-up that the options name, so it stays the same game when
    defaults or shipped maps change. Actions are stored as canonical texts; a text that cannot be parsed is stored unchanged,
    and :meth:`replay` refuses it.
    """

    model_config = ConfigDict(extra="forbid")

    game: str = Field(description="name of the game in GAMES")
    seats: int = Field(description="number of seats")
    options: dict[str, Any] = Field(default_factory=dict, description="all options, defaults filled in")
    setup: dict[str, Any] = Field(default_factory=dict, description="the map, board or bag in full; {} where there is none")
    actions: list[str] = Field(default_factory=list, description="canonical texts in order, chance included")
    rules: int = Field(default=1, description="version of the game's rules")

    @model_validator(mode="after")
    def _fill_in(self) -> Self:
        state = self.start()
        self.options = state.options.model_dump(mode="json")
        self.setup = dict(state.setup)
        # Parsing checks only the form of a text, so the first state can parse all of them without a replay.
        self.actions = [_canonicalize(state, text) for text in self.actions]
        return self

    def start(self) -> State:
        """Return the state before the first action.

        Raise ValueError if the game, version, seats, options or set-up are invalid.
        """
        state: State = game_of(self.game, self.rules).start(self.seats, self.options, self.setup)
        return state

    def states(self) -> list[State]:
        """Return the state before the first action and after each one. Raise the same errors as :meth:`replay`."""
        states = [self.start()]
        for position, text in enumerate(self.actions):
            try:
                states.append(states[-1].play(states[-1].parse(text)))
            except IllegalMove as refusal:
                raise _misfit(refusal.rule, position, text, refusal) from refusal
            except ValueError as error:
                rule = states[-1].over_rule if states[-1].is_over else states[-1].turn_rule
                raise _misfit(rule, position, text, error) from error
        return states

    def replay(self) -> State:
        """Return the state after all actions. Raise :class:`IllegalMove`, with its position, if an action is not legal."""
        return self.states()[-1]


def _canonicalize(state: State, text: str) -> str:
    """Return the canonical form of ``text``, or ``text`` itself if it cannot be parsed."""
    try:
        return str(state.parse(text))
    except ValueError:
        return text


def _misfit(rule: str, position: int, text: str, reason: ValueError) -> IllegalMove:
    """Return the refusal of the action ``text`` at ``position`` of a record."""
    shown = text if len(text) <= _ECHO else f"{text[:_ECHO]}…"
    return IllegalMove(rule, f"Action {position} (“{shown}”): {reason}", position=position)
