"""The options of Land in a few words. ``house_rules`` explains the house rules."""

from __future__ import annotations

from render.text.option_words import OptionWords

OPTION_WORDS: OptionWords = {
    "reach": ("reach", {"turn": "next to plots you began with", "chain": "next to new plots as well"}),
    "herd": ("herd", {"plots": "by plots", "equal": "equal for all"}),
    "order": ("order", {"fixed": "fixed", "rotate": "rotating", "poorest": "poorest first"}),
    "mountain": ("mountains", {2: "for two cows", 1: "for one cow"}),
    "resident": ("resident cows", {"once": "help once", "none": "never help"}),
}
