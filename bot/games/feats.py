"""Notable figures of finished games, which the hall of fame compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rules import State
from rules.land import LandState
from rules.nomads import NomadsState
from rules.pastures import PasturesState
from rules.steps import Step
from rules.territories import TerritoriesState
from rules.words import count


class Feat(NamedTuple):
    """A figure that can be compared between games."""

    title: str
    unit: str
    """The unit in the singular. The plural adds an s, except for cities."""
    lowest: bool = False
    """Whether the lowest value is the record."""

    def format(self, value: int) -> str:
        """Return a value with its unit in words: ``12 points``."""
        return f"{value} cities" if self.unit == "city" and value != 1 else count(value, self.unit)


class Done(NamedTuple):
    """The value of a feat in one game."""

    value: int
    seat: int | None
    """The seat that achieved it; ``None`` for the whole game."""


_OF_ALL = {
    "points": Feat("Most points", "point"),
    "margin": Feat("Widest margin", "point"),
    "shortest": Feat("Shortest game", "turn", lowest=True),
    "longest": Feat("Longest game", "turn"),
}
FEATS: Mapping[str, Mapping[str, Feat]] = {
    "pastures": _OF_ALL | {"castle": Feat("Best castle", "point")},
    "land": _OF_ALL | {"cows": Feat("Most cows in a turn", "cow")},
    "territories": _OF_ALL | {"area": Feat("Largest area", "square"), "fence": Feat("Longest fence", "piece")},
    "nomads": _OF_ALL | {"cities": Feat("Most cities saved", "city"), "treasures": Feat("Most treasures", "treasure")},
}
"""The feats by kind of game, in display order."""

STORED_AS = {"shortest": "turns", "longest": "turns"}
"""Feat -> the name of another figure under which it is stored."""


def feats_of(steps: Sequence[Step], turns: int) -> dict[str, Done]:
    """Return the feats of a game that was played to its end, by their stored names."""
    end = steps[-1].after
    found = {"turns": Done(turns, None), "points": _best(end.scores)}
    winners = end.winners or ()
    if len(winners) == 1:
        others = [score for seat, score in enumerate(end.scores) if seat not in winners]
        found["margin"] = Done(end.scores[winners[0]] - max(others), winners[0])
    return found | {name: done for name, done in _OWN.get(end.game, _none)(steps, end).items() if done.value > 0}


def _best(values: Sequence[int]) -> Done:
    return Done(max(values), values.index(max(values)))


def _none(_steps: Sequence[Step], _end: State) -> dict[str, Done]:
    return {}


def _pastures(_steps: Sequence[Step], end: State) -> dict[str, Done]:
    if not isinstance(end, PasturesState) or not end.castles:
        return {}
    return {"castle": max((Done(end.points(square), seat) for square, seat in end.castles.items()), key=_value)}


def _land(steps: Sequence[Step], _end: State) -> dict[str, Done]:
    best = Done(0, None)
    for step in steps:
        state = step.before
        if isinstance(state, LandState) and state.phase == "reclaim" and not state.taken and state.seat is not None:
            best = max(best, Done(state.allowance(state.seat), state.seat), key=_value)
    return {"cows": best}


def _territories(steps: Sequence[Step], end: State) -> dict[str, Done]:
    if not isinstance(end, TerritoriesState):
        return {}
    fence, trunks = Done(0, None), 0
    for step in steps:
        before, after = step.before, step.after
        if isinstance(before, TerritoriesState) and isinstance(after, TerritoriesState) and after.trunks != before.trunks:
            trunks += 1
            if after.open_end is None:
                fence, trunks = max(fence, Done(trunks, before.seat), key=_value), 0
    areas = [Done(len(area.squares), area.owner) for area in end.areas if area.owner is not None]
    return {"fence": fence, "area": max(areas, key=_value, default=Done(0, None))}


def _nomads(_steps: Sequence[Step], end: State) -> dict[str, Done]:
    if not isinstance(end, NomadsState) or end.final is None:
        return {}
    standing = [0] * end.seats
    for tile in end.tiles.values():
        if tile.kind == "city" and tile.owner is not None:
            standing[tile.owner] += 1
    return {"cities": _best(standing), "treasures": _best(end.treasures)}


def _value(done: Done) -> int:
    return done.value


_OWN: Mapping[str, Callable[[Sequence[Step], State], dict[str, Done]]] = {
    "pastures": _pastures,
    "land": _land,
    "territories": _territories,
    "nomads": _nomads,
}
