"""Exercises: lesson steps, puzzles, and mistakes to practise, behind one interface for Discord and the page."""
