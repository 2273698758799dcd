"""Queries about the pages of games, and access to them."""
