"""The words that players of Land type, for both ``actions`` and ``parts``."""

from __future__ import annotations

from rules.words import SMALL_WORDS

DONE_WORDS = frozenset({"done", "stop", "end", "finish", "finished", "pass", "ready"})
"""Words that end the turn (L11)."""

JOINER = "to"
"""The word between the two ends of a run of plots: ``c3 to c7``."""

FILLERS = (SMALL_WORDS - {JOINER}) | {
    *("take", "takes", "taking", "reclaim", "reclaims", "plot", "plots", "plus", "&", "+", "turn"),
}
"""Words to ignore around plots."""
