"""Pastures New as pictures and in words."""
