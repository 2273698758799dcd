"""The options of Pastures New in words."""

from __future__ import annotations

from render.text.option_words import OptionFacts, OptionWords

OPTION_WORDS: OptionWords = {
    "adjacency": ("neighbours", {"sides": "at sides", "corners": "at sides and corners"}),
    "forest": ("forests", {2: "for 2 points", 1: "for 1 point"}),
    "claim": ("first castle", {"turn": "in turn", "offer": "by offer"}),
}

OPTION_FACTS: OptionFacts = {
    ("claim", "turn"): "The first castle is a big advantage. For a fairer game, choose the first castle **by offer**, or play "
    "twice and swap seats.",
    ("claim", "offer"): "The price makes up for the advantage of the first castle.",
}
