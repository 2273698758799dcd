"""Demos, hints, lookbacks."""
