"""The location of the data files that the games ship with."""

from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
"""The project's ``data`` folder; read-only."""
