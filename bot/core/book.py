"""Games in memory: the states that a log leads to, kept for the games in play and made again from the log when needed.

The log is the truth. What is kept here may be lost at any time; it saves replaying a game for every press.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.games import GameRow, LogRow, log_since
from render.view import Step
from rules import Record, State, game_of

GAMES_KEPT = 512
"""Games whose logs and last states are kept in memory."""
STATES_KEPT = 48
"""States kept for each of them: enough for the boards that may still be waiting to be drawn."""


def effective(rows: Sequence[LogRow]) -> list[LogRow]:
    """The actions of the log that count: an undo keeps the first so many of those before it."""
    kept: list[LogRow] = []
    for row in rows:
        if row.kind == "undo":
            del kept[int(row.text) :]
        else:
            kept.append(row)
    return kept


@dataclass(slots=True)
class Story:
    """One game with its log, up to a version (the number of rows in the log)."""

    row: GameRow
    rows: list[LogRow] = field(default_factory=list)
    _states: OrderedDict[int, State] = field(default_factory=OrderedDict)

    @property
    def version(self) -> int:
        """How many rows of the log are known."""
        return len(self.rows)

    def start(self) -> State:
        """The state before the first action."""
        state: State = game_of(self.row.game, self.row.rules).start(self.row.seats, self.row.options, self.row.setup)
        return state

    def state(self, version: int | None = None) -> State:
        """The state after so many rows of the log (all of them by default)."""
        version = self.version if version is None else version
        found = self._states.get(version)
        if found is None:
            found = self._reach(version)
            self.keep(version, found)
        return found

    def _reach(self, version: int) -> State:
        """Goes on from the nearest state kept before ``version``, unless an undo lies between; else replays."""
        base = max((v for v in self._states if v < version), default=0)
        steps = self.rows[base:version]
        if base == 0 or any(row.kind == "undo" for row in steps):
            state, steps = self.start(), effective(self.rows[:version])
        else:
            state = self._states[base]
        for row in steps:
            state = state.play(state.parse(row.text))
        return state

    def keep(self, version: int, state: State) -> None:
        """Remembers a state, forgetting the one that was remembered first."""
        self._states[version] = state
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)

    def actions(self) -> list[LogRow]:
        """The actions that count now, in order: the record of the game."""
        return effective(self.rows)

    def record(self) -> Record:
        """The record of the game as it stands."""
        row = self.row
        return Record(
            game=row.game,
            seats=row.seats,
            options=row.options,
            setup=row.setup,
            actions=[entry.text for entry in self.actions()],
            rules=row.rules,
        )

    def steps(self, start: int, end: int) -> tuple[Step, ...]:
        """The actions that count at version ``end`` and did not at version ``start``, in order, with the states around them."""
        state, rows = self.state(start), self.rows[start:end]
        if any(row.kind == "undo" for row in rows):
            known, rows = effective(self.rows[:start]), effective(self.rows[:end])
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(known, rows, strict=False)))
            state, rows = Story(self.row, rows[:kept]).state(), rows[kept:]
        steps = []
        for row in rows:
            action = state.parse(row.text)
            steps.append(Step(state, action, state.play(action)))
            state = steps[-1].after
        return tuple(steps)

    def undone(self, start: int, end: int) -> list[LogRow]:
        """The actions that counted after version ``start`` or before it, and no longer do at ``end``, in order."""
        kept = {row.seq for row in effective(self.rows[:end])}
        counted = [row for row in self.rows[start:end] if row.kind == "action"]
        return [row for row in [*effective(self.rows[:start]), *counted] if row.seq not in kept]

    def last_turn(self) -> int:
        """The version before the last decisions that one player took in a row: what a board shows as the last move."""
        start = self.version
        while start and (self.rows[start - 1].user_id is None or self.rows[start - 1].kind == "undo"):
            start -= 1
        user = self.rows[start - 1].user_id if start else None
        first = start
        while start and self.rows[start - 1].kind == "action" and self.rows[start - 1].user_id in (user, None):
            start -= 1
            if self.rows[start].user_id is not None:
                first = start
        return first


class Book:
    """The stories of the games in play, the ones used last kept in memory."""

    def __init__(self) -> None:
        self._stories: OrderedDict[int, Story] = OrderedDict()

    async def story(self, conn: AsyncConnection, row: GameRow) -> Story:
        """The story of a game, with every row of the log that the transaction can see."""
        story = self._stories.get(row.id)
        if story is None or story.version > row.version:
            story = Story(row)
        else:
            story = Story(row, list(story.rows), OrderedDict(story._states))
        if story.version < row.version:
            story.rows += await log_since(conn, row.id, story.version)
        return story

    def remember(self, story: Story) -> None:
        """Keeps a story whose transaction is committed."""
        self._stories[story.row.id] = story
        self._stories.move_to_end(story.row.id)
        while len(self._stories) > GAMES_KEPT:
            self._stories.popitem(last=False)
