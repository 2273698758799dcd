"""Encodes pictures as PNG and GIF."""
