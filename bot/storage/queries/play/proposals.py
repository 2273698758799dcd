"""Queries about ``proposals`` (an undo, a draw or a pause) and ``proposal_answers`` (the agreements)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import fill, new_id
from bot.storage.schema import proposal_answers, proposals


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
    """Return a proposal by its id; ``None`` if there is none."""
    found = await _proposals(conn, proposals.c.id == proposal_id, lock=lock)
    return found[0] if found else None


async def list_open(conn: AsyncConnection, game_id: int) -> list[Proposal]:
    """Return the open proposals of a game, oldest first."""
    return await _proposals(conn, proposals.c.game_id == game_id, proposals.c.status == "open")


async def list_proposals_at(conn: AsyncConnection, game_id: int, version: int) -> list[Proposal]:
    """Return all proposals made at a version of a game, oldest first."""
    return await _proposals(conn, proposals.c.game_id == game_id, proposals.c.version == version)


async def _proposals(conn: AsyncConnection, *conditions: ColumnElement[bool], lock: bool = False) -> list[Proposal]:
    query = select(proposals).where(*conditions).order_by(proposals.c.id)
    rows = (await conn.execute(query.with_for_update(key_share=True) if lock else query)).mappings().all()
    if not rows:
        return []
    agreed = defaultdict[int, set[int]](set)
    answers = select(proposal_answers.c.proposal_id, proposal_answers.c.seat)
    for proposal_id, seat in await conn.execute(answers.where(proposal_answers.c.proposal_id.in_([row["id"] for row in rows]))):
        agreed[proposal_id].add(seat)
    return [fill(Proposal, row, agreed=frozenset(agreed[row["id"]])) for row in rows]


async def find_refused_version(conn: AsyncConnection, game_id: int, kind: str, seat: int) -> int | None:
    """Return the version of a seat's newest refused or unanswered proposal of the given kind; ``None`` if there is none."""
    refused = proposals.c.status.in_(("refused", "expired"))
    of_seat = (proposals.c.game_id == game_id, proposals.c.kind == kind, proposals.c.seat == seat)
    found: int | None = await conn.scalar(select(func.max(proposals.c.version)).where(*of_seat, refused))
    return found


async def set_proposal(conn: AsyncConnection, proposal_id: int, **values: Any) -> None:
    """Change columns of a proposal: ``status``, ``message_id``."""
    await conn.execute(update(proposals).where(proposals.c.id == proposal_id).values(**values))


async def void_proposals(conn: AsyncConnection, game_id: int, seat: int | None = None) -> list[int]:
    """Make the open proposals of a game, or of one of its seats, void. Return their ids."""
    of_seat = () if seat is None else (proposals.c.seat == seat,)
    mine = update(proposals).where(proposals.c.game_id == game_id, proposals.c.status == "open", *of_seat)
    return list(await conn.scalars(mine.values(status="void").returning(proposals.c.id)))


async def add_agreement(conn: AsyncConnection, proposal_id: int, seat: int) -> None:
    """Record that a seat agrees."""
    await conn.execute(insert(proposal_answers).values(proposal_id=proposal_id, seat=seat))
