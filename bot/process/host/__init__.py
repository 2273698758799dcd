"""What a host runs by hand: ``python -m bot WORD``."""
