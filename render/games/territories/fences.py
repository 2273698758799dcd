"""The outcome of the fence in progress in Territories, whatever both players do until it closes."""

from __future__ import annotations

from itertools import count as count_up
from typing import NamedTuple

from render.games.territories.words import gain
from render.text.reasons import capitalize
from rules.squares import Square
from rules.territories import TerritoriesState, Trunk
from rules.territories.grid import area
from rules.words import count

MOST_TRUNKS = 600
"""Maximum number of trunks to follow: a fence with more continuations is too far from its end."""

MOST_NAMED = 2
"""Maximum number of farms that a sentence names."""


THIS, NEW = "this fence", "the new fence"
"""The fence in progress; the second name is used if the same turn has closed another fence."""


class Closing(NamedTuple):
    """A way for a fence to close: the side that it then cuts off."""

    trunks: int
    """The number of trunks still needed."""
    farms: tuple[Square, ...]
    """The farms on the side with fewer farms."""
    land: int
    """The number of squares without a farm on that side."""


class _TooFar(Exception):
    """The fence has too many continuations."""


def end_of_fence(state: TerritoriesState, seat: int) -> int | None:
    """Return how many squares more than the other a seat is sure to get from the fence in progress; below 0 for fewer.

    Return ``None`` if the fence is too far from its end. ``state`` must have a fence in progress.
    """
    try:
        return _end(state, seat, -99, 99, [0])
    except _TooFar:
        return None


def _end(state: TerritoriesState, seat: int, low: int, high: int, followed: list[int]) -> int:
    """Return the same between two bounds, outside of which it does not matter. Count the trunks in ``followed``."""
    mine = state.seat == seat
    for move in state.moves():
        followed[0] += 1
        if followed[0] > MOST_TRUNKS:
            raise _TooFar
        after = state.play(move)
        worth = gain(state, after, seat) - gain(state, after, 1 - seat)
        if after.open_end is not None:
            worth += _end(after, seat, low - worth, high - worth, followed)
        if mine:
            low = max(low, worth)
        else:
            high = min(high, worth)
        if low >= high:
            break
    return low if mine else high


def tell_end(more: int, fence: str = THIS) -> str:
    """Return a sentence about the squares that a seat is sure to get more than the other, without its full stop."""
    if more > 0:
        return capitalize(f"{fence} brings you at least {count(more, 'square')} more than your opponent")
    return (
        capitalize(f"{fence} can bring your opponent {count(-more, 'square')} more than you")
        if more
        else f"Both can keep {fence} even"
    )


def tell_other_end(more: int) -> str:
    """Return the same in a few words, to follow that sentence."""
    if more > 0:
        return f"at least {more} more for you"
    return f"it can bring them {-more} more" if more else "both can keep it even"


def soonest_closing(state: TerritoriesState) -> Closing | None:
    """Return how the fence in progress closes with the fewest trunks if both cooperate; ``None`` if that is far away.

    Of several ways, return the one that cuts off the fewest farms, and the least land with them.
    """
    front, followed = [state], 0
    for trunks in count_up(1):
        replies = [
            (reply, move) for each in front for move in each.moves() if isinstance(move, Trunk) for reply in [each.play(move)]
        ]
        if closed := [part(reply, move, trunks) for reply, move in replies if reply.open_end is None]:
            return min(closed, key=lambda each: (len(each.farms), each.land, each.farms))
        front = [reply for reply, _ in replies]
        followed += len(replies)
        if followed > MOST_TRUNKS:
            return None
    raise AssertionError("a fence can always close (T11)")


def part(state: TerritoriesState, last: Trunk, trunks: int = 0) -> Closing:
    """Return what the last trunk, which closes the fence, has cut off."""
    grid, farms = state.grid, state.farm_masks[0] | state.farm_masks[1]
    sides = [area(grid.bit(square), state.across, state.down, grid.stride) for square in (last.first, last.second)]
    side = min(sides, key=lambda each: ((each & farms).bit_count(), (each & ~farms).bit_count(), each))
    return Closing(trunks, tuple(grid.squares_of(side & farms)), (side & ~farms).bit_count())


def tell_closing(state: TerritoriesState, closing: Closing, seat: int, fence: str = THIS) -> str:
    """Return a sentence about how the fence can close, without its full stop, for a seat whose opponent is to move."""
    if closing.trunks == 1:
        return f"Your opponent can then close {fence}, and cut off {_side(state, closing, seat)}"
    return f"With {closing.trunks} more trunks, {fence} can cut off {_side(state, closing, seat)}"


def tell_parted(state: TerritoriesState, closing: Closing, seat: int) -> str:
    """Return what a fence has cut off: ``your farm on B2 is cut off``, ``3 farms and 20 squares are cut off``."""
    return f"{_side(state, closing, seat)} {'is' if len(closing.farms) == 1 and not closing.land else 'are'} cut off"


def tell_other_closing(state: TerritoriesState, there: Closing, closing: Closing, seat: int) -> str:
    """Return in a few words how another fence can close, to follow the sentence about this one; farms are only counted."""
    trunks = "" if there.trunks == closing.trunks else f"with {count(there.trunks, 'trunk')}, "
    if there.farms == closing.farms and len(there.farms) <= MOST_NAMED:
        return f"{trunks}{'the same farm' if len(there.farms) == 1 else 'the same farms'}{_land(there)}"
    owner, many = _owner(state, there), len(there.farms) > 1
    if owner is None:
        return f"{trunks}{_side(state, there, seat)}"
    if owner == _owner(state, closing):
        theirs = "yours" if owner == seat else "theirs"
        return f"{trunks}{f'{len(there.farms)} of {theirs}' if many else f'{theirs} on {_named(there)}'}{_land(there)}"
    farms = f"{len(there.farms)} of {_whose(owner, seat)} farms" if many else f"{_whose(owner, seat)} farm on {_named(there)}"
    return f"{trunks}{farms}{_land(there)}"


def _side(state: TerritoriesState, closing: Closing, seat: int) -> str:
    """Return ``your farm on B2 and 6 squares``, ``3 farms and 20 squares``; farms of both colours are only counted."""
    owner = _owner(state, closing)
    if owner is None:
        return f"{len(closing.farms)} farms{_land(closing)}"
    return f"{_whose(owner, seat)} farm{'s' if len(closing.farms) > 1 else ''} on {_named(closing)}{_land(closing)}"


def _owner(state: TerritoriesState, closing: Closing) -> int | None:
    """Return the owner of the farms that are cut off; ``None`` if they belong to both players, or are too many to name."""
    owners = {state.farms[farm] for farm in closing.farms}
    return owners.pop() if len(owners) == 1 and len(closing.farms) <= MOST_NAMED else None


def _whose(owner: int, seat: int) -> str:
    return "your" if owner == seat else "your opponent's"


def _named(closing: Closing) -> str:
    return " and ".join(map(str, closing.farms))


def _land(closing: Closing) -> str:
    return f" and {count(closing.land, 'square')}" if closing.land else ""
