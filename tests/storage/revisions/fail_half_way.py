"""A revision that fails after it has changed a table. A test copies it behind the last revision."""

from __future__ import annotations

from pathlib import Path

from tests.storage.revisions import rebuild

revision = Path(__file__).name[:4]
down_revision = f"{int(revision) - 1:04}"


def upgrade() -> None:
    """Change a table, and fail."""
    rebuild.upgrade()
    raise RuntimeError("half way")
