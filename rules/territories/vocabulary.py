"""The words that players of Territories type, for both ``actions`` and ``parts``."""

from __future__ import annotations

from rules.words import SMALL_WORDS

JOINER = "to"
"""The word between the two squares of a trunk: ``c4 to d4``. A dash does the same."""

FILLERS = (SMALL_WORDS - {JOINER}) | {
    *("farm", "farms", "farmhouse", "farmhouses", "house", "houses", "spot", "spots"),
    *("fence", "fences", "trunk", "trunks", "log", "logs", "square", "squares"),
    *("place", "put", "lay", "build", "between", "beside", "plus"),
}
"""Words to ignore around squares."""

DIRECTIONS = {"left": "left", "up": "up", "right": "right", "down": "down"}
"""Word -> the direction of a trunk."""
