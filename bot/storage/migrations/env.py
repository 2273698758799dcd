"""The script that Alembic runs, on the connection that ``bot.storage.engine.migrate`` hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from bot.storage.schema import metadata

connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    transactional_ddl=True,  # all or nothing, on SQLite too
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
