"""The words of Territories that players type, for ``actions`` and ``parts`` alike."""

from __future__ import annotations

from rules.words import SMALL_WORDS

JOINER = "to"
"""The word that makes a trunk of two squares: ``c4 to d4``. A dash does, too."""

FILLERS = (SMALL_WORDS - {JOINER}) | {
    *("farm", "farms", "farmhouse", "farmhouses", "house", "houses", "spot", "spots"),
    *("fence", "fences", "trunk", "trunks", "log", "logs", "square", "squares"),
    *("place", "put", "lay", "build", "between", "beside", "plus"),
}
"""Words to ignore around squares."""

DIRECTIONS = {"left": "left", "up": "up", "right": "right", "down": "down"}
"""Word -> the direction of a trunk."""
