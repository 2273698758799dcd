"""A first revision that makes no table. A test puts it in place of all others."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Change nothing."""
