"""Lessons, puzzles and mistakes to practise."""
