"""Queries about leagues: their seasons, members and games."""
