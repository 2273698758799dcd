"""Queries about lessons and puzzles."""
