"""Lessons, puzzles, moments that are tried again."""
