"""Hints, lookbacks, and where demos run."""
