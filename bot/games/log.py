"""A game's log, and the states computed from it.

The log is authoritative. States are cached only to save time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from rules import Record, State, game_of
from rules.steps import Step, play_steps

STATES_KEPT = 48
"""Maximum number of cached states of each game: enough for the boards that may still have to be drawn."""


def actions_that_count(rows: Sequence[LogRow]) -> list[LogRow]:
    """Return the actions that were not undone, in order. The text of an undo is the number of actions that it keeps."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind == "undo":
            del kept[int(row.text) :]
        else:
            kept.append(row)
    return kept


def make_record_fields(row: GameRow, actions: Sequence[LogRow]) -> dict[str, Any]:
    """Return the fields of the record of a game with these actions."""
    return {
        "game": row.kind,
        "seats": row.seats,
        "options": row.options,
        "setup": row.setup,
        "actions": [action.text for action in actions],
        "rules": row.rules,
    }


@dataclass(slots=True)
class GameLog:
    """A game with the rows of its log, up to a version (the number of rows)."""

    row: GameRow
    rows: list[LogRow] = field(default_factory=list)
    _states: OrderedDict[int, State] = field(default_factory=OrderedDict)

    def copy(self, row: GameRow) -> GameLog:
        """Return a copy of the log for ``row`` that can be changed independently."""
        return GameLog(row, list(self.rows), OrderedDict(self._states))

    @property
    def version(self) -> int:
        """The number of known rows of the log."""
        return len(self.rows)

    def start(self) -> State:
        """Return the state before the first action."""
        state: State = game_of(self.row.kind, self.row.rules).start(self.row.seats, self.row.options, self.row.setup)
        return state

    def state(self, version: int | None = None) -> State:
        """Return the state after ``version`` rows of the log (all of them by default)."""
        version = self.version if version is None else version
        found = self._states.get(version)
        if found is None:
            found = self._reach(version)
            self.keep(version, found)
        return found

    def _reach(self, version: int) -> State:
        """Compute a state from the nearest earlier cached one, or from the start if there is an undo in between."""
        base = max((v for v in self._states if v < version), default=0)
        steps = self.rows[base:version]
        if base == 0 or any(row.kind == "undo" for row in steps):
            state, steps = self.start(), actions_that_count(self.rows[:version])
        else:
            state = self._states[base]
        for row in steps:
            state = state.play(state.parse(row.text))
        return state

    def keep(self, version: int, state: State) -> None:
        """Cache a state. If there are too many, drop the one that was cached first."""
        self._states[version] = state
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)

    def actions(self) -> list[LogRow]:
        """Return the actions that currently count, in order: the record of the game."""
        return actions_that_count(self.rows)

    def count_undos(self, seat: int | None) -> int:
        """Return how many moves were taken back since a seat last decided."""
        return sum(row.kind == "undo" for row in takewhile(lambda row: row.seat != seat, reversed(self.rows)))

    def record(self) -> Record:
        """Return the current record of the game."""
        return Record(**make_record_fields(self.row, self.actions()))

    def record_json(self) -> str:
        """Return the JSON of the record, for a worker. It was validated when the log grew, so it is not validated again."""
        return Record.model_construct(**make_record_fields(self.row, self.actions())).model_dump_json()

    def steps(self, start: int, end: int) -> tuple[Step, ...]:
        """Return the actions added between two versions that count at ``end``, in order, with the states around them."""
        state, rows = self.state(start), self.rows[start:end]
        if any(row.kind == "undo" for row in rows):
            known, rows = actions_that_count(self.rows[:start]), actions_that_count(self.rows[:end])
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(known, rows, strict=False)))
            state, rows = GameLog(self.row, rows[:kept]).state(), rows[kept:]
        return tuple(play_steps(state, (row.text for row in rows)))

    def steps_dropped(self, version: int, keep: int) -> tuple[Step, ...]:
        """Return the actions that counted at a version, except the first ``keep``, in order, with the states around them."""
        counted = actions_that_count(self.rows[:version])
        return tuple(play_steps(GameLog(self.row, counted[:keep]).state(), (row.text for row in counted[keep:])))

    def steps_undone(self, start: int, end: int) -> tuple[Step, ...]:
        """Return the actions undone between two versions, with the states around them, undo by undo."""
        undos = [(version, row) for version, row in enumerate(self.rows[:end]) if version >= start and row.kind == "undo"]
        return tuple(step for version, row in undos for step in self.steps_dropped(version, int(row.text)))

    def since_own_turn(self, seat: int | None) -> int:
        """Return the version after a seat's last decision. Everything after it is news to the player.

        Return 0 for a seat that has not decided yet, and the beginning of the last turn if ``seat`` is ``None``.
        """
        if seat is None:
            return self.last_turn()
        return next((number for number in range(self.version, 0, -1) if self.rows[number - 1].seat == seat), 0)

    def last_turn(self) -> int:
        """Return the version before the last player's consecutive decisions, which a board shows as the last move."""
        start = self.version
        while start and (self.rows[start - 1].seat is None or self.rows[start - 1].kind == "undo"):
            start -= 1
        seat = self.rows[start - 1].seat if start else None
        first = start
        while start and self.rows[start - 1].kind == "action" and self.rows[start - 1].seat in (seat, None):
            start -= 1
            if self.rows[start].seat is not None:
                first = start
        return first
