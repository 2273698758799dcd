"""A queue in which members take turns, however many items one of them has."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Waiting items, each for one or more members. Members take turns; the items of one member stay in order."""

    def __init__(self) -> None:
        self._members: OrderedDict[int, OrderedDict[T, None]] = OrderedDict()

    def __len__(self) -> int:
        return len({thing for own in self._members.values() for thing in own})

    def count(self, member: int) -> int:
        """Return how many items wait for a member."""
        return len(self._members.get(member, ()))

    def put(self, member: int, thing: T) -> None:
        """Add an item for a member, unless it is already waiting for them."""
        self._members.setdefault(member, OrderedDict())[thing] = None

    def take(self) -> T:
        """Remove and return the next item, for all its members. Raise IndexError if the queue is empty."""
        if not self._members:
            raise IndexError("nothing waits")
        member = next(iter(self._members))
        thing = next(iter(self._members[member]))
        self._members.move_to_end(member)
        self.remove(thing)
        return thing

    def remove(self, thing: T, member: int | None = None) -> None:
        """Remove an item for one member, or for all of them."""
        for one in [member] if member is not None else list(self._members):
            own = self._members.get(one)
            if own is not None:
                own.pop(thing, None)
                if not own:
                    del self._members[one]
