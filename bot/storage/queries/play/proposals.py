"""Queries about ``proposals`` (an undo, a draw or a pause) and ``proposal_answers`` (the agreements)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import fill, new_id, served_conditions
from bot.storage.schema import games, proposal_answers, proposals


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed undo, draw or pause, which needs the agreement of the other players."""

    id: int
    game_id: int
    kind: str
    seat: int
    version: int
    keep: int | None
    status: str
    message_id: int | None
    answer_by: int | None = None
    """Time at which missing answers begin to count as refusals (ms since 1970); ``None`` for never."""
    agreed: frozenset[int] = frozenset()


_OPEN = select(proposals.c.id).where(proposals.c.game_id == bindparam("game"), proposals.c.status == "open")


async def insert_proposal(
    conn: AsyncConnection,
    *,
    game_id: int,
    kind: str,
    seat: int,
    version: int,
    keep: int | None,
    now: int,
    answer_by: int | None,
) -> int:
    """Add an open proposal. Return its id."""
    result = await conn.execute(
        insert(proposals).values(
            game_id=game_id,
            kind=kind,
            seat=seat,
            version=version,
            keep=keep,
            status="open",
            created_at=now,
            answer_by=answer_by,
        )
    )
    return new_id(result)


async def get_proposal(conn: AsyncConnection, proposal_id: int, *, lock: bool = False) -> Proposal | None:
    """Return a proposal by its id, with the seats that have agreed; ``None`` if there is none."""
    query = select(proposals).where(proposals.c.id == proposal_id)
    row = (await conn.execute(query.with_for_update(key_share=True) if lock else query)).mappings().first()
    if row is None:
        return None
    agreed = await conn.scalars(select(proposal_answers.c.seat).where(proposal_answers.c.proposal_id == proposal_id))
    return fill(Proposal, row, agreed=frozenset(agreed))


async def find_open_proposal(conn: AsyncConnection, game_id: int, kind: str, version: int) -> Proposal | None:
    """Return the open proposal of the given kind at this version of the game; ``None`` if there is none."""
    query = select(proposals.c.id).where(
        proposals.c.game_id == game_id,
        proposals.c.kind == kind,
        proposals.c.version == version,
        proposals.c.status == "open",
    )
    found = await conn.scalar(query)
    return None if found is None else await get_proposal(conn, found)


async def find_refused_version(conn: AsyncConnection, game_id: int, kind: str, seat: int) -> int | None:
    """Return the version of a seat's newest refused or unanswered proposal of the given kind; ``None`` if there is none."""
    refused = proposals.c.status.in_(("refused", "expired"))
    of_seat = (proposals.c.game_id == game_id, proposals.c.kind == kind, proposals.c.seat == seat)
    found: int | None = await conn.scalar(select(func.max(proposals.c.version)).where(*of_seat, refused))
    return found


async def list_proposals_at(conn: AsyncConnection, game_id: int, version: int) -> list[Proposal]:
    """Return all proposals made at a version of a game, oldest first."""
    query = select(proposals.c.id).where(proposals.c.game_id == game_id, proposals.c.version == version)
    return await _get_proposals(conn, query.order_by(proposals.c.id))


async def set_proposal(conn: AsyncConnection, proposal_id: int, **values: Any) -> None:
    """Change columns of a proposal: ``status``, ``message_id``."""
    await conn.execute(update(proposals).where(proposals.c.id == proposal_id).values(**values))


async def void_proposals(conn: AsyncConnection, game_id: int, seat: int | None = None) -> list[int]:
    """Make the open proposals of a game, or of one of its seats, void. Return their ids."""
    of_seat = () if seat is None else (proposals.c.seat == seat,)
    found = list(await conn.scalars(_OPEN.where(*of_seat), {"game": game_id}))
    if found:
        open_ones = (proposals.c.game_id == game_id, proposals.c.status == "open", *of_seat)
        await conn.execute(update(proposals).where(*open_ones).values(status="void"))
    return found


async def list_open_ids(conn: AsyncConnection, game_id: int) -> list[int]:
    """Return the ids of the open proposals of a game, oldest first."""
    return sorted(await conn.scalars(_OPEN, {"game": game_id}))


async def list_open_proposals(conn: AsyncConnection) -> list[Proposal]:
    """Return the open proposals of all games, oldest first."""
    return await _get_proposals(conn, select(proposals.c.id).where(proposals.c.status == "open").order_by(proposals.c.id))


async def list_unanswered_proposals(conn: AsyncConnection, game_id: int) -> list[Proposal]:
    """Return the open proposals of a game that have a time limit, most urgent first."""
    query = select(proposals.c.id).where(
        proposals.c.game_id == game_id, proposals.c.status == "open", proposals.c.answer_by.is_not(None)
    )
    return await _get_proposals(conn, query.order_by(proposals.c.answer_by))


async def _get_proposals(conn: AsyncConnection, ids: Select[Any]) -> list[Proposal]:
    found = [await get_proposal(conn, proposal_id) for proposal_id in (await conn.scalars(ids)).all()]
    return [proposal for proposal in found if proposal is not None]


async def give_back(conn: AsyncConnection, served: Assignment, length: int) -> None:
    """Extend the time limits of open proposals in the given servers by ``length`` milliseconds."""
    mine = select(games.c.id).where(games.c.status == "running", *served_conditions(games.c.guild_id, served))
    waiting = (proposals.c.status == "open", proposals.c.answer_by.is_not(None), proposals.c.game_id.in_(mine))
    await conn.execute(update(proposals).where(*waiting).values(answer_by=proposals.c.answer_by + length))


async def add_agreement(conn: AsyncConnection, proposal_id: int, seat: int) -> None:
    """Record that a seat agrees."""
    await conn.execute(insert(proposal_answers).values(proposal_id=proposal_id, seat=seat))
