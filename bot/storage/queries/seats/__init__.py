"""Queries about players, former holders of seats, and offers of seats."""
