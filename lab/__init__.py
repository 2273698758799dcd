"""The lab: how fast the bot is, how strong its computer players are, how the games play. No host installs it."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path


def name_commit() -> str:
    """Return the day and the commit that is measured, as in ``2026-11-26 at commit 93350946``; the day alone without git."""
    git = ("git", "describe", "--always", "--dirty", "--exclude=*")
    done = subprocess.run(git, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
    return f"{datetime.now(UTC):%Y-%m-%d}" + (f" at commit {done.stdout.strip()}" if done.returncode == 0 else "")
