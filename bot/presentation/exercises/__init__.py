"""Exercises: the step of a lesson, a puzzle, a moment of a game to try again. Both faces show them by one protocol."""
