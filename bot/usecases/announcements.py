"""Events of a game, announced to their followers in the transaction in which they happen.

The use cases that play do not know their followers. ``bot.usecases.followers`` lists them for each event, in order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import is_home
from bot.games.computers import is_board_due
from bot.games.log import GameLog
from bot.storage.queries.play.attached import Attached
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from rules import State

if TYPE_CHECKING:
    from bot.usecases.context import Context


class Announcement:
    """An event that followers are called for."""

    __slots__ = ()


@dataclass(slots=True)
class Appended(Announcement):
    """A game's log has grown, or the game has begun.

    ``log`` has the new entries already; ``bot.usecases.play.position`` updates the row of the game.
    """

    log: GameLog
    before: State
    was: GameRow
    """The game's row before the change."""
    known: int
    """The game's version before the change."""
    there: Attached
    """The data attached to the game before the change."""
    decided: Collection[int | None]
    """The seats whose decisions were added."""
    quiet: bool
    """Whether to post no board as long as the same player continues the same turn."""
    alone: bool = False
    """Whether the transaction changes nothing else in the game, so that what its board will show is known."""
    clock: ClockRow | None = None
    """The clock of the turn that begins, once it is saved."""
    answer: tuple[Sequence[LogRow], State] | None = None
    """The answer of a premove, and the position after it. It is played after all followers have run."""

    @property
    def row(self) -> GameRow:
        """The game."""
        return self.log.row

    @property
    def guild_id(self) -> int:
        """The server of the game."""
        return self.log.row.guild_id

    @property
    def state(self) -> State:
        """The position now."""
        return self.log.state()

    @property
    def board(self) -> bool:
        """Whether to post a board: not before the move of a computer or a premove, since the board after it shows both."""
        goes_on = self.quiet and self.state.continues(self.before)
        return self.answer is None and not goes_on and is_board_due(self.row, self.state)

    @property
    def ends(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over

    def ends_in_server(self) -> bool:
        """Return whether the game is over and counts for its server: no demo, and not at somebody's home."""
        return self.ends and not self.row.is_demo and not is_home(self.guild_id)

    def has_clock(self) -> bool:
        """Return whether the game has or had a clock."""
        return self.there.clock is not None or self.row.pace is not None

    def changes_lists(self) -> bool:
        """Return whether a list of the server's games is out of date."""
        return self.there.listed and not self.row.is_demo and (self.ends or self.board)


@dataclass(frozen=True, slots=True)
class TurnBegan(Announcement):
    """An adjourned game was resumed, so the turn begins again."""

    row: GameRow


@dataclass(frozen=True, slots=True)
class DeciderChanged(Announcement):
    """The player who decides may have changed without a move: a seat has a new holder, or a game was resumed."""

    row: GameRow
    state: State


@dataclass(frozen=True, slots=True)
class GameStopped(Announcement):
    """A running game is adjourned or cancelled."""

    row: GameRow

    @property
    def guild_id(self) -> int:
        """The server of the game."""
        return self.row.guild_id


@dataclass(frozen=True, slots=True)
class DrawOffered(Announcement):
    """A draw was offered to the players of ``seats``."""

    row: GameRow
    seats: Sequence[int]
    proposal_id: int


@dataclass(frozen=True, slots=True)
class GamesChanged(Announcement):
    """A list of a server's games is out of date."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class SettingsChanged(Announcement):
    """A server has changed its settings."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class ChannelGone(Announcement):
    """Discord reports that a channel or thread was deleted."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class MemberGone(Announcement):
    """A member has left a server."""

    guild_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class RatingsChanged(Announcement):
    """Finished games of a server were counted."""

    guild_id: int


A = TypeVar("A", bound=Announcement)
Follower = Callable[["Context", AsyncConnection, A], Awaitable[None]]

_followers: dict[type, list[tuple[Callable[..., Awaitable[Any]], Callable[[Any], bool] | None]]] = {}


def subscribe(what: type[A], follower: Follower[A], when: Callable[[A], bool] | None = None) -> None:
    """Register ``follower`` for all announcements of the given kind, after the existing followers.

    ``when``: a condition, checked just before the follower would be called.
    """
    _followers.setdefault(what, []).append((follower, when))


async def announce(context: Context, conn: AsyncConnection, what: Announcement) -> None:
    """Call all followers of an announcement, in order, within the transaction."""
    for follower, when in _followers.get(type(what), ()):
        if when is None or when(what):
            await follower(context, conn, what)
