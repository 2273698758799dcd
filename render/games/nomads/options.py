"""The options of Nomads in words."""

from __future__ import annotations

from render.text.option_words import OptionWords

OPTION_WORDS: OptionWords = {
    "entry": (
        "barbarians",
        {**{corner: f"from {corner}" for corner in ("A1", "H1", "H8", "A8")}, "random": "from a random corner"},
    ),
    "tribute": ("tribute", {0: "none"}),
}
