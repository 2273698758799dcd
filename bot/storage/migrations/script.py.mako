"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
additive = False
"""Whether processes of the version before can go on beside this schema: it only adds tables, or columns that may be empty."""


def upgrade() -> None:
    """Go from ${comma(down_revision) or "nothing"} to ${up_revision}."""
    ${upgrades if upgrades else "pass"}
