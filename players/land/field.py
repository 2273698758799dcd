"""A mutable position of Land as masks: the plots that a turn may take, the order of turns, and the end of the game.

It follows the rules from the start of a turn. If part of a turn has been played, the masks already include it.
"""

from __future__ import annotations

from random import Random
from typing import Self

from rules.land import LandMap, LandState
from rules.land.order import line_of_round
from rules.land.state import EQUAL_HERD


class GameConstants:
    """The constants of a game: the house rules, the remaining seats, the order of play."""

    __slots__ = ("chain", "equal", "everybody", "first_line", "left", "mountain", "order", "residents", "starts")

    def __init__(self, state: LandState) -> None:
        options = state.options
        self.chain = options.reach == "chain"
        self.equal = options.herd == "equal"
        self.residents = options.resident == "once"
        self.mountain = int(options.mountain)
        self.order = options.order
        self.first_line = state.order
        self.left = state.left
        self.everybody = sum(1 << seat for seat in state.left)
        self.starts = state.starts


class Field:
    """A position of Land. Sets of plots are masks of the map (see ``rules.grid``)."""

    __slots__ = ("bonus", "cows", "edge", "free", "house", "line", "map", "owned", "place", "round", "taken")

    owned: list[int]
    """The plots of each seat."""
    bonus: list[int]
    """Resident cows that each seat reached in its last turn."""
    free: int
    """Usable plots without an owner."""
    taken: int
    """The plots that the seat to move has taken this turn."""
    cows: int
    """The number of cows that the seat to move has left."""
    edge: int
    """The plots next to the land that the seat to move owned when its turn began, free or not."""
    map: LandMap
    house: GameConstants
    """The constants of the game."""
    line: tuple[int, ...]
    place: int
    round: int

    @classmethod
    def of(cls, state: LandState) -> Self:
        """Return the position of a state whose order of play is settled."""
        new = object.__new__(cls)
        new.map, new.house = state.map, GameConstants(state)
        new.owned, new.bonus, new.free = list(state.owned), list(state.bonus), state.free
        new.line, new.place, new.round = state.line, state.place, state.round
        new.taken, new.cows, new.edge = state.taken, state.cows, state.map.beside(state.base)
        return new

    def copy(self) -> Self:
        """Return a copy."""
        new = object.__new__(type(self))
        new.map, new.house = self.map, self.house
        new.owned, new.bonus, new.free = self.owned[:], self.bonus[:], self.free
        new.line, new.place, new.round = self.line, self.place, self.round
        new.taken, new.cows, new.edge = self.taken, self.cows, self.edge
        return new

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.line[self.place]

    def reach(self) -> int:
        """Return the plots that the seat to move could take with enough cows (L8, L10)."""
        edge = self.map.beside(self.owned[self.line[self.place]]) if self.house.chain else self.edge
        return edge & self.free

    @property
    def is_forced(self) -> bool:
        """Whether the seat to move has enough cows for everything it can take this turn, so that it has no choice."""
        return not self.house.chain and self.cost(self.reach()) <= self.cows

    def cost(self, plots: int) -> int:
        """Return the number of cows that plots take together (L9)."""
        return plots.bit_count() + (self.house.mountain - 1) * (plots & self.map.mountain).bit_count()

    def take(self, plots: int) -> None:
        """Take plots for the seat to move. They must be legal."""
        self.owned[self.line[self.place]] |= plots
        self.free &= ~plots
        self.taken |= plots
        self.cows -= self.cost(plots)

    def take_all(self) -> bool:
        """Take all plots in reach if the seat to move has enough cows for them. Return whether it does."""
        plots = self.edge & self.free
        if self.house.chain or self.cost(plots) > self.cows:
            return False
        self.take(plots)
        return True

    def end_turn(self) -> bool:
        """End the turn and continue with the next seat that can take a plot (L7, L11, L12).

        Return whether there is such a seat.
        """
        seat = self.line[self.place]
        self.bonus[seat] = (self.taken & self.map.cow).bit_count() if self.house.residents else 0
        self.taken = self.cows = 0
        return self.next_turn()

    def next_turn(self) -> bool:
        """Continue with the next seat that can take a plot. Return whether there is such a seat."""
        place, line, house, stuck = self.place + 1, self.line, self.house, 0
        while stuck != house.everybody:
            if place >= len(line):
                self.round += 1
                if house.order != "fixed":
                    plots = [owned.bit_count() for owned in self.owned]
                    line = self.line = line_of_round(house.order, house.first_line, self.round, plots)
                place = 0
            seat = line[place]
            if seat in house.left:
                if self._can_take(seat):
                    self.place = place
                    self.cows = self.herd(seat) if self.owned[seat] else 1
                    return True
                stuck |= 1 << seat
            place += 1
        return False

    def herd(self, seat: int) -> int:
        """Return the cows of a seat's next turn (L7, L14)."""
        return self.bonus[seat] + (EQUAL_HERD if self.house.equal else self.owned[seat].bit_count())

    def _can_take(self, seat: int) -> bool:
        """Return whether a seat could take a plot on its next turn. Store its ``edge`` if it owns land."""
        owned = self.owned[seat]
        if not owned:
            return bool(self.free & self.house.starts)
        edge = self.edge = self.map.beside(owned)
        reach = edge & self.free
        if not reach or reach & ~self.map.mountain:
            return bool(reach)
        return self.house.mountain == 1 or self.herd(seat) > 1

    def settled(self) -> list[int] | None:
        """Return the final plots of every seat, if no free land is left that two seats could still reach; otherwise ``None``.

        Return ``None`` also while a first plot is missing, or a seat has too few cows for a mountain.
        """
        ends, claimed, house = [owned.bit_count() for owned in self.owned], 0, self.house
        for seat in house.left:
            owned = self.owned[seat]
            if not owned and self.free & house.starts:
                return None
            ground = owned
            while more := self.map.beside(ground) & self.free & ~ground:
                ground |= more
            own = ground & ~owned
            if own & claimed or (own and ends[seat] < house.mountain and not house.equal):
                return None
            claimed |= own
            ends[seat] += own.bit_count()
        return ends

    def roll_start(self, random: Random) -> int:
        """Return the free starting plots of a randomly rolled block (L5); 0 if there are none."""
        column = random.choice(self.map.blocks)
        return random.choice(column) & self.free & self.house.starts
