"""Simulates the rest of a game of Land: every seat grows by a simple plan until no seat can take a plot."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from players.land.field import Field
from rules.grid import bits

COWS, CONTACT, TOWARDS, OPENING, AHEAD, ANY = range(6)
"""The kinds of plots in a plan.

In this order: with a resident cow; next to another seat's land; within three steps of such land and opening at least two
plots for the next turn; opening at least two; opening one; any that costs one cow."""

Plan = Sequence[int]
"""Kinds of plots in order of preference."""

PLAN: Plan = (COWS, CONTACT, TOWARDS, OPENING, AHEAD, ANY)
"""The plan that did best in races against others."""


def race(field: Field, random: Random) -> list[int]:
    """Play from any point of a turn to the end of the game, in place. Return the plots of every seat."""
    while True:
        grow(field, PLAN, random)
        if not field.end_turn():
            return [owned.bit_count() for owned in field.owned]


def race_without_plan(field: Field, random: Random, sees: float) -> list[int]:
    """Play to the end as beginners do, in place: each takes any plot, one by one, and stops if it notices none.

    ``sees``: the share of the plots in reach that a seat notices. Return the plots of every seat.
    """
    while True:
        while plots := _open_plots(field, random):
            if field.taken and random.random() < (1 - sees) ** plots.bit_count():
                break
            field.take(pick_some(plots, 1, random))
        if not field.end_turn():
            return [owned.bit_count() for owned in field.owned]


def _open_plots(field: Field, random: Random) -> int:
    """Return the plots that the seat to move can take now; those of a rolled block if it has no land."""
    if not field.owned[field.seat]:
        return field.roll_start(random)
    reach = field.reach() if field.cows else 0
    return reach if field.cows >= field.house.mountain else reach & ~field.map.mountain


def grow(field: Field, plan: Plan, random: Random) -> None:
    """Play the rest of a turn: take as many plots as the cows allow, in the order of the plan."""
    if not field.owned[field.seat]:
        field.take(pick_start(field, field.roll_start(random), random))
        return
    while field.cows > 0 and (reach := field.reach()):
        plots = reach if field.cost(reach) <= field.cows else pick_preferred(field, reach, plan, random)
        if not plots:
            return
        field.take(plots)
        if not field.house.chain:
            return


def pick_preferred(field: Field, reach: int, plan: Plan, random: Random) -> int:
    """Return the plots of ``reach`` to take with the remaining cows, by the plan. Mountains come last if they cost more."""
    land, cows, seat = field.map, field.cows, field.seat
    plain = reach & ~land.mountain if field.house.mountain > 1 else reach
    others = 0
    for other, owned in enumerate(field.owned):
        if other != seat:
            others |= owned
    near = land.beside(others)
    around = near | land.beside(near | land.beside(near))
    new = land.beside(reach) & field.free & ~reach
    below, above = new << land.width, new >> land.width
    right, left = (new & land.not_last) << 1, (new & land.not_first) >> 1
    opening = plain & (below & (above | right | left) | above & (right | left) | right & left)
    tiers = (plain & land.cow, plain & near, opening & around, opening, plain & (below | above | right | left), plain)
    chosen = 0
    for kind in plan:
        tier = tiers[kind] & ~chosen
        count = tier.bit_count()
        if count >= cows:
            return chosen | pick_some(tier, cows, random)
        chosen |= tier
        cows -= count
    dear = reach & ~plain
    return chosen | pick_some(dear, cows // field.house.mountain, random)


def pick_start(field: Field, plots: int, random: Random) -> int:
    """Return the plot among ``plots`` with the most free land within two steps; 0 if there are none.

    A search usually picks the same plot.
    """
    land, free = field.map, field.free
    best, most = 0, -1.0
    while plots:
        plot = plots & -plots
        plots ^= plot
        near = land.beside(plot) & free
        room = (near | land.beside(near) & free & ~plot).bit_count() + random.random()
        if room > most:
            best, most = plot, room
    return best


def pick_some(plots: int, count: int, random: Random) -> int:
    """Return ``count`` of ``plots`` at random, or all if there are fewer."""
    if plots.bit_count() <= count:
        return plots
    return sum(random.sample(bits(plots), count))
