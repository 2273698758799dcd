"""Queries about lessons, puzzles and the practice of mistakes."""
