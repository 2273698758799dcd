"""The description of Land's fairness card."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.land.fairness import FairnessReport
from render.games.land.house_rules import rules_in_words
from render.text.words import ALT_LIMIT, clip, look
from rules.words import count

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def card_words(report: FairnessReport, names: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """Return the description in at most ``limit`` characters: each player's result, then the plots of as many rounds as fit."""
    seats = report.order or range(len(names))
    parts = [f"Fairness of this game of Land ({rules_in_words(report.rules)}). Gini index of plots {report.gini:.2f}."]
    parts += [f"{names[seat]} {_ending(report, seat)}." for seat in seats]
    ends = " ".join(parts)
    for step in range(1, len(report.rounds) + 1):
        text = f"{ends} {_rounds(report, seats, names, step)}"
        if len(text) <= limit:
            return text
    return clip(ends, limit)


def _ending(report: FairnessReport, seat: int) -> str:
    """Return a player's result: ``(blue disc) plays first, comes second with 23 plots``."""
    begins = f" plays {_ORDINALS[report.turn_order[seat] - 1]}," if report.order else ""
    gave_up = " out of the game," if seat in report.dropped else ""
    place = _ORDINALS[report.result[seat] - 1]
    return f"({look(seat)}){begins}{gave_up} comes {place} with {count(report.plots[seat], 'plot')}"


def _rounds(report: FairnessReport, seats: Sequence[int], names: Sequence[str], step: int) -> str:
    """Return the plots at the end of every ``step``-th round, always including the last round."""
    shown = range((len(report.rounds) - 1) % step, len(report.rounds), step)
    last = len(report.rounds)
    title = "Plots by round" if step == 1 else f"Plots every {step} rounds, the last ones after round {last}"
    rows = (f"{names[seat]} {' '.join(str(report.rounds[number][seat]) for number in shown)}" for seat in seats)
    return f"{title}: {'; '.join(rows)}."
