"""What Alembic runs: the revisions, on the connection that was handed over or on the one that ``DATABASE_URL`` names."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.settings import Settings
from bot.storage.tables import metadata


def run(connection: Connection) -> None:
    """Run what the command asks for, all of it in one transaction on both engines."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        transactional_ddl=True,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_by_settings() -> None:
    """For developers at a shell (``alembic revision --autogenerate``); the bot itself hands a connection over."""
    engine = create_async_engine(Settings().database_url)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


handed_over: Connection | None = context.config.attributes.get("connection")
if handed_over is not None:
    run(handed_over)
else:
    asyncio.run(run_by_settings())
