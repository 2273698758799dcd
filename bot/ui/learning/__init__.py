"""Lessons, the list of games, and what a newcomer is told."""
