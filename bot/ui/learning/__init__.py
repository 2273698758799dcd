"""Lessons, puzzles, practice of mistakes, and the list of games."""
