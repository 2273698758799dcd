"""Seats that are handed on, and players who are absent."""
