"""The host's commands: ``python -m bot WORD``."""
