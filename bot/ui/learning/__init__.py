"""Lessons, the four games side by side, and what a newcomer is told."""
