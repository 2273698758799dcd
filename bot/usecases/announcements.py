"""What happened to a game, announced in the transaction in which it happened, to whoever follows.

Playing knows nobody who follows. Who follows what, and in which order, stands in ``bot.usecases.followers``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from rules import State

if TYPE_CHECKING:
    from bot.usecases.context import Context


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """Somebody is to move."""

    row: GameRow
    seat: int | None
    """``None``: nobody is, any more."""


@dataclass(frozen=True, slots=True)
class DeciderChanged:
    """Somebody else may decide now: after a move, an undo, a new holder of a seat, or as a game goes on again."""

    row: GameRow
    state: State


@dataclass(frozen=True, slots=True)
class BoardDue:
    """A board of a game is about to be posted."""

    row: GameRow


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """The players of some seats are asked for a draw."""

    row: GameRow
    seats: Sequence[int]
    proposal_id: int


@dataclass(frozen=True, slots=True)
class GamesChanged:
    """A list of a server's games is out of date, or the server has changed its settings."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """A server has changed its settings."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """A game of a server has begun or ended, is adjourned, resumed or cancelled, or was deleted."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game is over."""

    row: GameRow


Announcement = TurnBegan | DeciderChanged | BoardDue | DrawOffered | GamesChanged | SettingsChanged | StatusChanged | GameEnded
A = TypeVar("A", TurnBegan, DeciderChanged, BoardDue, DrawOffered, GamesChanged, SettingsChanged, StatusChanged, GameEnded)
Follower = Callable[["Context", AsyncConnection, A], Awaitable[None]]

_followers: dict[type, list[Callable[..., Awaitable[Any]]]] = {}


def subscribe(what: type[A], follower: Follower[A]) -> None:
    """Have ``follower`` called at each announcement of a kind, after those who subscribed before."""
    _followers.setdefault(what, []).append(follower)


async def announce(context: Context, conn: AsyncConnection, what: Announcement) -> None:
    """Tell everybody who follows, in order, within the transaction."""
    for follower in _followers.get(type(what), ()):
        await follower(context, conn, what)
