"""Leagues: creating one, joining it, its seasons, its standings."""
