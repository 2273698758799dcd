"""The version of the project: the only place that has it. ``pyproject.toml`` reads it from here."""

VERSION = "0.3.0"
