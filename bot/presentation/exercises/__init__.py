"""Exercises: lesson steps, puzzles, and mistakes to try again, behind one interface for Discord and the page."""
