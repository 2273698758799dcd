"""Territories as pictures and in words."""
