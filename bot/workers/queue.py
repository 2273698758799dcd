"""A queue that is fair to members: each of them gets a turn, however much another has asked for."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that wait, each for one or more members. Members take turns; a member's own stay in order."""

    def __init__(self) -> None:
        self._members: OrderedDict[int, OrderedDict[T, None]] = OrderedDict()

    def __len__(self) -> int:
        return len({thing for own in self._members.values() for thing in own})

    def count(self, member: int) -> int:
        """Return how many things wait for a member."""
        return len(self._members.get(member, ()))

    def put(self, member: int, thing: T) -> None:
        """Add a thing for a member, unless it waits for them already."""
        self._members.setdefault(member, OrderedDict())[thing] = None

    def take(self) -> T:
        """Remove and return the next thing, for all who wait for it. Raise IndexError if nothing waits."""
        if not self._members:
            raise IndexError("nothing waits")
        member = next(iter(self._members))
        thing = next(iter(self._members[member]))
        self._members.move_to_end(member)
        self.remove(thing)
        return thing

    def remove(self, thing: T, member: int | None = None) -> None:
        """Remove a thing for one member, or for all of them."""
        for one in [member] if member is not None else list(self._members):
            own = self._members.get(one)
            if own is not None:
                own.pop(thing, None)
                if not own:
                    del self._members[one]
