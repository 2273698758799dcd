"""Pastures New."""

from players.pastures.player import PasturesPlayer

__all__ = ["PasturesPlayer"]
