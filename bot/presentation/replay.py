"""A replay: a game scene by scene."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.usecases.context import Context
from bot.usecases.statistics import replays
from bot.usecases.statistics.imports import ImportedGame
from render import renderer_of
from render.encode.gif import scenes
from rules import Record, State
from rules.steps import FOLLOWS, Step, play_steps, steps_of


@dataclass(frozen=True, slots=True)
class Replay:
    """The scenes of a game up to a version of its log, or of an imported record."""

    source: str
    """The source: ``g12`` is game 12, ``i5`` is import 5."""
    version: int
    """The version of the game's log; 0 for a record."""
    kind: str
    rules: int
    names: tuple[str, ...]
    """The names of the last holders of the seats."""
    start: State
    scenes: tuple[tuple[Step, ...], ...]
    """The scenes: a turn each, and in an attack a band each."""
    record_json: str
    holders: tuple[tuple[str, ...], ...] = ()
    """The names of the holders of the seats in each scene; empty if no seat has changed hands."""
    row: GameRow | None = None
    """The game itself; ``None`` for a record."""

    @property
    def last(self) -> int:
        """The number of the last scene; scene 0 is the start."""
        return len(self.scenes)

    @property
    def is_over(self) -> bool:
        """Whether the game had ended at this version."""
        return self.state(self.last).is_over

    @property
    def ends(self) -> list[int]:
        """The number of actions of the record up to the end of each scene."""
        return list(accumulate(map(count_actions, self.scenes)))

    def state(self, number: int) -> State:
        """Return the position after a scene."""
        return self.scenes[number - 1][-1].after if number else self.start

    def steps(self, number: int) -> tuple[Step, ...]:
        """Return the steps of a scene."""
        return self.scenes[number - 1] if number else ()

    def names_in(self, number: int) -> tuple[str, ...]:
        """Return the names of the holders of the seats in a scene; at the start, of the first holders."""
        return self.holders[max(0, number - 1)] if self.holders else self.names

    def find_scene(self, place: int) -> int:
        """Return the number of the scene that contains the action with this index in the record."""
        return min(bisect_right(self.ends, place) + 1, self.last)

    def lines(self, number: int, written: Callable[[Sequence[str]], Sequence[str]] = tuple) -> list[str]:
        """Return a line for each scene up to a given one, with its number. ``written``: converts names for the lines."""
        news = renderer_of(self.kind, self.rules).news
        told = ((place, news(scene, written(self.names_in(place)))) for place, scene in enumerate(self.scenes[:number], 1))
        return [f"{place}. {words}" for place, words in told]


async def load_replay(context: Context, guild_id: int, source: str, version: int | None = None) -> Replay:
    """Return the replay of a game or import of a server, up to ``version``. Raise Refusal if there is none."""
    found = await replays.find(context, guild_id, source)
    if isinstance(found, ImportedGame):
        return await asyncio.to_thread(of_record, found.record, found.names, source)
    return await asyncio.to_thread(of_game, found.log, version, found.changes)


def of_game(log: GameLog, version: int | None = None, changes: Sequence[SeatChange] = ()) -> Replay:
    """Return the replay of a game up to a version of its log, by default the newest version in the log.

    ``changes``: the former holders of the seats, the oldest change first.
    """
    known = GameLog(log.row, log.rows[: log.version if version is None else version])
    actions = known.actions()
    start = log.start()
    cut = tuple(scenes(play_steps(start, (entry.text for entry in actions))))
    row = log.row
    made = Replay(f"g{row.id}", known.version, row.kind, row.rules, row.names, start, cut, known.record_json(), row=row)
    if not changes:
        return made
    return replace(made, holders=tuple(_names_at(row.names, changes, actions[end - 1].seq) for end in made.ends))


def count_actions(scene: Sequence[Step]) -> int:
    """Return the number of the record's actions in a scene. Steps that follow from the rules alone do not count."""
    return sum(step.action != FOLLOWS for step in scene)


def _names_at(names: Sequence[str], changes: Sequence[SeatChange], entry: int) -> tuple[str, ...]:
    """Return the names of the holders of the seats when an entry was added to the log."""
    then = list(names)
    for change in reversed(changes):
        if entry <= change.version:
            then[change.seat] = change.name
    return tuple(then)


def of_record(record: Record, names: Sequence[str], source: str) -> Replay:
    """Return the replay of a record. Raise IllegalMove if it does not fit the rules."""
    cut = tuple(scenes(steps_of(record)))
    return Replay(source, 0, record.game, record.rules, tuple(names), record.start(), cut, record.model_dump_json())
