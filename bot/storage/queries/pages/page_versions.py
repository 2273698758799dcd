"""The state versions of games for open pages, by one query for all games on a process's pages."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import clocks, games, proposal_answers, proposals, seat_changes


def _count_proposals(*conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).where(proposals.c.game_id == games.c.id, *conditions).correlate(games).scalar_subquery()


def _count_agreements() -> ScalarSelect[int]:
    both = proposal_answers.join(proposals, proposals.c.id == proposal_answers.c.proposal_id)
    return select(func.count()).select_from(both).where(proposals.c.game_id == games.c.id).correlate(games).scalar_subquery()


_TURNS = clocks.alias()
_LAST = select(func.max(_TURNS.c.version)).where(_TURNS.c.game_id == games.c.id).correlate(games).scalar_subquery()
_STANDS = select(
    games.c.id,
    games.c.version,
    games.c.updated_at,
    games.c.status,
    select(func.count()).where(seat_changes.c.game_id == games.c.id).correlate(games).scalar_subquery(),
    _count_proposals(),
    _count_proposals(proposals.c.status != "open"),
    _count_agreements(),
    clocks.c.since,
    clocks.c.stopped_at,
    clocks.c.stage,
).select_from(games.outerjoin(clocks, (clocks.c.game_id == games.c.id) & (clocks.c.version == _LAST)))


async def list_page_versions(conn: AsyncConnection, game_ids: Collection[int]) -> dict[int, str]:
    """Return the state versions of the given games, by id: texts that change whenever anything on the game's page changes.

    They cover moves, proposals and answers, the holders of the seats, and the clock.
    """
    found = await conn.execute(_STANDS.where(games.c.id.in_(game_ids)))
    return {row[0]: ".".join("" if value is None else str(value) for value in row[1:]) for row in found}
