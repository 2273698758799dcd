"""Lessons, puzzles and mistakes to practice."""
