"""Puzzles: how the shipped ones are made, and judged again."""
