"""Queries about the pages of games: who may open them."""
