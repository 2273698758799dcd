"""Forgetting persons and servers."""
