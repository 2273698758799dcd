"""Explains to a player why an action is not allowed. Speed does not matter here, since only refused actions are explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core import IllegalMove
from rules.land.actions import LandAction, Roll
from rules.land.grid import KINDS
from rules.squares import Square

if TYPE_CHECKING:
    from rules.land.state import LandState


def refusal(state: LandState, action: LandAction) -> IllegalMove:
    """Return the refusal of an action that is illegal in ``state``, which is not over."""
    if isinstance(action, Square):
        return _plot(state, action)
    return _roll(state) if isinstance(action, Roll) else _done(state)


def _roll(state: LandState) -> IllegalMove:
    if not state.is_chance:
        return IllegalMove("L5" if state.phase == "first" else "L7", "No dice are rolled now: take a plot.")
    return IllegalMove("L5" if state.round else "L4", "A die shows a whole number from 1 to 6.")


def _done(state: LandState) -> IllegalMove:
    if state.is_chance:
        return IllegalMove("L11", "There is nothing to end yet: first the dice are rolled.")
    return IllegalMove("L11" if state.base else "L5", "You can take a plot, so you must take at least one before you stop.")


def _plot(state: LandState, square: Square) -> IllegalMove:
    land = state.map
    if not square.within(land.width, land.height):
        last = land.squares[-1]
        return IllegalMove("L1", f"There is no plot {square} on this map; it goes from A1 to {last}.")
    if state.is_chance:
        return IllegalMove("L5" if state.round else "L4", f"{square} has to wait: first the dice are rolled.")
    if not land.bit(square) & land.usable:
        return IllegalMove("L8", f"{square} is {KINDS[land.kind(square)]}, which nobody can take.")
    owner = state.owner_at(square)
    if owner is not None:
        whose = "yours already" if owner == state.seat else "owned by another player already"
        return IllegalMove("L8", f"{square} is {whose}.")
    return _out_of_block(state, square) if state.phase == "first" else _out_of_reach(state, square)


def _out_of_block(state: LandState, square: Square) -> IllegalMove:
    *others, last = map(str, state.map.squares_of(state.open))
    plots = f"{', '.join(others)} or {last}" if others else last
    if state.map.block_of(square) != state.block:
        column, row = state.rolls
        return IllegalMove(
            "L5", f"{square} is not in the block {state.map.block_name(column, row)} that you rolled. Take {plots}."
        )
    return IllegalMove("L5", f"{square} is a mountain, which takes two cows, and you begin with one. Take {plots}.")


def _out_of_reach(state: LandState, square: Square) -> IllegalMove:
    land = state.map
    chain = state.options.reach == "chain"
    base = state.base | state.taken if chain else state.base
    bit = land.bit(square)
    if not bit & land.beside(base):
        whose = "of yours" if chain else "that was yours before this turn"
        return IllegalMove("L10", f"{square} shares no side with a plot {whose}.")
    # Grass next to the base can be taken as long as a cow is left, so this is a mountain.
    cows = "1 cow" if state.cows == 1 else f"{state.cows} cows"
    return IllegalMove("L9", f"{square} is a mountain and takes two cows; you have {cows} left.")
