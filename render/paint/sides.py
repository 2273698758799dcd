"""The neighbours of a square by name: the same letters for sides and corners in all drawing code."""

from __future__ import annotations

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Side -> step in columns and rows to the square that shares it."""
CORNERS = {"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}
"""Corner -> step in columns and rows to the square across it."""
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
"""Side -> the name of the same side in the neighbouring square."""
