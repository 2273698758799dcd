"""Positions and replays in words."""
