"""A game of Land as masks that can be changed: what a turn may take, whose turn comes next, when the game ends.

It follows the rules from the start of a turn on; a part of a turn that has been played stands in the masks already.
"""

from __future__ import annotations

from random import Random
from typing import Self

from rules.land import LandMap, LandState
from rules.land.order import line_of_round
from rules.land.state import EQUAL_HERD


class GameConstants:
    """What stays the same during a game: the house rules, who is left, the order of play."""

    __slots__ = ("chain", "equal", "first_line", "left", "mountain", "order", "residents", "starts")

    def __init__(self, state: LandState) -> None:
        options = state.options
        self.chain = options.reach == "chain"
        self.equal = options.herd == "equal"
        self.residents = options.resident == "once"
        self.mountain = int(options.mountain)
        self.order = options.order
        self.first_line = state.order
        self.left = state.left
        self.starts = state.starts


class Field:
    """A position of Land. Sets of plots are masks of the map (see ``rules.grid``)."""

    __slots__ = ("bonus", "cows", "free", "house", "line", "map", "owned", "place", "round", "taken")

    owned: list[int]
    """The plots of each seat."""
    bonus: list[int]
    """Resident cows of each seat's last turn."""
    free: int
    """Usable plots that nobody owns."""
    taken: int
    """What the seat in turn has taken in this turn."""
    cows: int
    """What it has left."""
    map: LandMap
    house: GameConstants
    """What stays the same during a game."""
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
        new.taken, new.cows = state.taken, state.cows
        return new

    def copy(self) -> Self:
        """Return a copy."""
        new = object.__new__(type(self))
        new.map, new.house = self.map, self.house
        new.owned, new.bonus, new.free = self.owned[:], self.bonus[:], self.free
        new.line, new.place, new.round = self.line, self.place, self.round
        new.taken, new.cows = self.taken, self.cows
        return new

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.line[self.place]

    def reach(self) -> int:
        """Return the plots that the seat in turn could take with enough cows (L8, L10)."""
        owned = self.owned[self.line[self.place]]
        return self.map.beside(owned if self.house.chain else owned & ~self.taken) & self.free

    @property
    def is_forced(self) -> bool:
        """Whether the seat in turn has cows enough for all it can take this turn, so that there is nothing to choose."""
        return not self.house.chain and self.cost(self.reach()) <= self.cows

    def cost(self, plots: int) -> int:
        """Return the cows that plots take together (L9)."""
        return plots.bit_count() + (self.house.mountain - 1) * (plots & self.map.mountain).bit_count()

    def take(self, plots: int) -> None:
        """Take plots for the seat in turn. They must be legal."""
        self.owned[self.line[self.place]] |= plots
        self.free &= ~plots
        self.taken |= plots
        self.cows -= self.cost(plots)

    def end_turn(self) -> bool:
        """End the turn and go on to the next seat that can take something (L7, L11, L12). Return whether there is one."""
        seat = self.line[self.place]
        self.bonus[seat] = (self.taken & self.map.cow).bit_count() if self.house.residents else 0
        self.taken = self.cows = 0
        return self.next_turn()

    def next_turn(self) -> bool:
        """Go on to the next seat that can take something. Return whether there is one."""
        able = [seat for seat in self.house.left if self._can_take(seat)]
        if not able:
            return False
        place, line = self.place + 1, self.line
        while True:
            if place >= len(line):
                self.round += 1
                if self.house.order != "fixed":
                    plots = [owned.bit_count() for owned in self.owned]
                    line = self.line = line_of_round(self.house.order, self.house.first_line, self.round, plots)
                place = 0
            if line[place] in able:
                break
            place += 1
        self.place = place
        seat = line[place]
        self.cows = self.herd(seat) if self.owned[seat] else 1
        return True

    def herd(self, seat: int) -> int:
        """Return the cows of a seat's next turn (L7, L14)."""
        return self.bonus[seat] + (EQUAL_HERD if self.house.equal else self.owned[seat].bit_count())

    def _can_take(self, seat: int) -> bool:
        owned = self.owned[seat]
        if not owned:
            return bool(self.free & self.house.starts)
        reach = self.map.beside(owned) & self.free
        if self.house.mountain == 1 or reach & ~self.map.mountain:
            return bool(reach)
        return bool(reach) and self.herd(seat) > 1

    def roll_start(self, random: Random) -> int:
        """Return the free starting plots of a block that is rolled (L5); 0 where there are none."""
        column = random.choice(self.map.blocks)
        return random.choice(column) & self.free & self.house.starts
