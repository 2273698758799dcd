"""The words of Land that players type, for ``actions`` and ``parts`` alike."""

from __future__ import annotations

from rules.words import SMALL_WORDS

DONE_WORDS = frozenset({"done", "stop", "end", "finish", "finished", "pass", "ready"})
"""Each of these ends the turn (L11)."""

JOINER = "to"
"""The word that makes a run of two plots: ``c3 to c7``."""

FILLERS = (SMALL_WORDS - {JOINER}) | {
    *("take", "takes", "taking", "reclaim", "reclaims", "plot", "plots", "plus", "&", "+", "turn"),
}
"""Words to ignore around plots."""
