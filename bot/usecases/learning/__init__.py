"""Lessons, and who is told of them."""
