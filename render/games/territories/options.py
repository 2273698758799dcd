"""The options of Territories in words."""

from __future__ import annotations

from render.text.option_words import OptionWords

OPTION_WORDS: OptionWords = {"farms": ("farms", {"none": "do not count as land", "land": "count as land"})}
