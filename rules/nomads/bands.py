"""The attack band by band: the positions between two actions, for replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.nomads.attack import Raid
from rules.nomads.grid import cell, number
from rules.nomads.position import Stage
from rules.nomads.tiles import CITY

if TYPE_CHECKING:
    from rules.nomads.state import NomadsState


def states_between(before: NomadsState, after: NomadsState) -> tuple[NomadsState, ...]:
    """Return the positions between ``before`` and ``after``, one for each band, as it reached its city.

    One action led from ``before`` to ``after``. Where it began the attack, the first position is the start of the attack.
    """
    new = after.raids[len(before.raids) :]
    visits = [index for index, raid in enumerate(new) if raid.city is not None]
    cuts = visits[1:]
    if visits and before.phase != "attack":
        cuts.insert(0, 0)
    return tuple(_at(before, after, new, cut) for cut in cuts)


def _at(before: NomadsState, after: NomadsState, new: Sequence[Raid], cut: int) -> NomadsState:
    """Return the position after the first ``cut`` of the ``new`` raids, with the next band before its city.

    The raids after those razed their cities: their founders could do nothing, or would have been asked.
    """
    state = after._copy()
    cells, spent = bytearray(after.cells), list(after._spent)
    for _, city, founder in new[cut:]:
        if city is not None and founder is not None:
            cells[number(city)] = cell(CITY, founder)
            spent[CITY] -= 1
    state.cells, state._spent = bytes(cells), tuple(spent)
    state.raids, state.final, state._stage = after.raids[: len(before.raids) + cut], None, Stage.ATTACK
    state._occupied = _occupied_cities(before, new[:cut])
    state._target = next(number(raid.city) for raid in new[cut:] if raid.city is not None)
    return state


def _occupied_cities(before: NomadsState, raids: Sequence[Raid]) -> frozenset[int]:
    """Return the spaces of the occupied cities after some raids."""
    occupied = set(before._occupied)
    for deed, city, _ in raids:
        if city is None:
            occupied.clear()
        elif deed != "razed":
            occupied.add(number(city))
    return frozenset(occupied)
