"""A game told scene by scene: what somebody sees who looks through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.games.log import GameLog
from bot.storage.queries.seat_changes import SeatChange
from render import renderer_of
from render.encode.gif import scenes
from render.view import Step
from rules import Record, State


@dataclass(frozen=True, slots=True)
class Story:
    """A game as it stood at a version of its log, or a record from elsewhere."""

    source: str
    """What it is made from: ``g12`` is game 12, ``i5`` the import 5."""
    version: int
    """Of the game's log; 0 for a record."""
    kind: str
    rules: int
    names: tuple[str, ...]
    """Of those who hold the seats in the end."""
    start: State
    scenes: tuple[tuple[Step, ...], ...]
    """Whole turns; the bands of an attack are a scene each."""
    record_json: str
    holders: tuple[tuple[str, ...], ...] = ()
    """The names of those who held the seats in each scene; empty where nobody has handed a seat on."""

    @property
    def last(self) -> int:
        """The number of the last scene; scene 0 is the start."""
        return len(self.scenes)

    @property
    def is_over(self) -> bool:
        """Whether the game had ended."""
        return self.state(self.last).is_over

    def state(self, number: int) -> State:
        """The position after a scene."""
        return self.scenes[number - 1][-1].after if number else self.start

    def steps(self, number: int) -> tuple[Step, ...]:
        """What happened in a scene."""
        return self.scenes[number - 1] if number else ()

    def names_in(self, number: int) -> tuple[str, ...]:
        """The names of those who held the seats in a scene; at the start, of those who sat there first."""
        return self.holders[max(0, number - 1)] if self.holders else self.names

    def lines(self, number: int, written: Callable[[Sequence[str]], Sequence[str]] = tuple) -> list[str]:
        """What has words up to the end of a scene, numbered from 1. Discord numbers a list so, whatever its text says.

        ``written``: how names are written.
        """
        renderer = renderer_of(self.kind, self.rules)
        told = ((scene, written(self.names_in(place))) for place, scene in enumerate(self.scenes[:number], 1))
        said = (renderer.say(step, names) for scene, names in told for step in scene)
        return [f"{count}. {line}" for count, line in enumerate(filter(None, said), 1)]


def of_game(log: GameLog, version: int | None = None, changes: Sequence[SeatChange] = ()) -> Story:
    """Returns a game as it stood at a version of its log, by default the newest that is known.

    ``changes``: who held the seats before, the oldest change first.
    """
    known = GameLog(log.row, log.rows[: log.version if version is None else version])
    played = known.actions()
    start = log.start()
    told = _scenes(start, [entry.text for entry in played])
    row = log.row
    ends = accumulate(len(scene) for scene in told)
    holders = tuple(_names_at(row.names, changes, played[end - 1].seq) for end in ends) if changes else ()
    return Story(f"g{row.id}", known.version, row.kind, row.rules, row.names, start, told, known.record_json(), holders)


def _names_at(names: Sequence[str], changes: Sequence[SeatChange], entry: int) -> tuple[str, ...]:
    """The names of those who held the seats when an entry was added to the log."""
    then = list(names)
    for change in reversed(changes):
        if entry <= change.version:
            then[change.seat] = change.name
    return tuple(then)


def of_record(record: Record, names: Sequence[str], source: str) -> Story:
    """Returns the story of a record. Raises IllegalMove where it does not fit."""
    start = record.start()
    told = _scenes(start, record.actions)
    return Story(source, 0, record.game, record.rules, tuple(names), start, told, record.model_dump_json())


def _scenes(start: State, texts: Sequence[str]) -> tuple[tuple[Step, ...], ...]:
    state, steps = start, list[Step]()
    for text in texts:
        action = state.parse(text)
        steps.append(Step(state, action, state.play(action)))
        state = steps[-1].after
    return tuple(scenes(steps))
