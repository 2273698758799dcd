"""Queries about ``players``: the holders of a game's seats, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import players

Holder = Literal["member", "computer", "former"]
"""The kind of a seat's holder: a member of the server, a computer, or a former player, whom the bot has forgotten."""


class Seated(NamedTuple):
    """The future holder of a seat in a new game, before the seats are assigned."""

    user_id: int | None
    """The member; ``None`` for a computer."""
    name: str
    holder: Holder = "member"
    holder_number: int | None = None
    """A computer's level."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The holder of a seat, and their result."""

    seat: int
    user_id: int | None
    """The member who holds the seat; ``None`` for a computer or a former player."""
    name: str
    score: int | None = None
    won: bool | None = None
    holder: Holder = "member"
    holder_number: int | None = None
    """A former player's number, which is the same in all games of a server, or a computer's level."""

    @property
    def is_computer(self) -> bool:
        """Whether a computer holds the seat."""
        return self.holder == "computer"

    @property
    def level(self) -> int:
        """The level of the computer that holds the seat; 0 if there is no computer."""
        return (self.holder_number or 0) if self.is_computer else 0


PLAYER_COLUMNS = [column.label(f"player_{column.name}") for column in players.c if column.name != "game_id"]
"""The columns of a player, except that of the game."""


def player_of(row: Any, name: str, prefix: str = "") -> PlayerRow:
    """Return the player from a row of a query whose columns begin with ``prefix``. ``name``: the name to show."""
    won = row[f"{prefix}won"]
    return PlayerRow(
        row[f"{prefix}seat"],
        row[f"{prefix}user_id"],
        name,
        row[f"{prefix}score"],
        None if won is None else bool(won),
        row[f"{prefix}holder"],
        row[f"{prefix}holder_number"],
    )


async def set_holder(conn: AsyncConnection, game_id: int, holder: PlayerRow) -> None:
    """Save the new holder of the seat ``holder.seat`` of a game."""
    seat = (players.c.game_id == game_id, players.c.seat == holder.seat)
    who = {"user_id": holder.user_id, "name": holder.name, "holder": holder.holder, "holder_number": holder.holder_number}
    await conn.execute(update(players).where(*seat).values(**who))


async def set_result(conn: AsyncConnection, game_id: int, scores: Sequence[int], winners: Sequence[int]) -> None:
    """Save the final scores and the winners."""
    for seat, score in enumerate(scores):
        await conn.execute(
            update(players)
            .where(players.c.game_id == game_id, players.c.seat == seat)
            .values(score=score, won=int(seat in winners))
        )
