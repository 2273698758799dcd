"""Queries about lessons, puzzles and mistakes that are tried again."""
