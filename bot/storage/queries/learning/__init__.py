"""Queries about lessons."""
