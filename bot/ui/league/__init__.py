"""Leagues: creating one, joining it, its standings."""
