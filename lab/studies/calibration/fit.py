"""Fits curves to games: those under which the results are likeliest, and the margins nearest."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from lab.studies.calibration.samples import Sample
from players.estimates import PLAIN, Curve

STEPS = 100
LONGEST = 0.5
"""The most that a step changes a weight: longer ones may miss the mark for good."""
PRECISE = 1e-6
DOUBT = 6.0
"""The strength of the prior, which pulls weights to those of the plain curve, in samples."""
KNOWN = 1e9
"""The same for a weight that is not fitted."""
DIGITS = 3
"""Digits behind the point that are kept."""

Rows = Sequence[tuple[float, ...]]


def fit_curve(samples: Sequence[Sample], *, has_first: bool = True) -> Curve:
    """Return the curve for samples of one level and one number of seats.

    ``has_first``: whether ``Estimate.first`` may be better off. Where chance decides much, few games feign more than there is.
    """
    open_ones = [sample for sample in samples if not sample.seen.is_sure]
    among_seats = [choice for sample in open_ones if (choice := _choice_of(sample))]
    seats = _fit_choice(among_seats, (*PLAIN.power, *PLAIN.ahead, PLAIN.first), DOUBT if has_first else KNOWN)
    power, ahead, first = seats[: len(PLAIN.power)], seats[len(PLAIN.power) : -1], seats[-1:]
    nobody = _fit_choice([choice for sample in open_ones if (choice := _nobody_of(sample))], PLAIN.nobody)
    margin = _fit_line(
        [
            (parts, float(points))
            for sample in open_ones
            for parts, points in zip(Curve.margin_parts(sample.seen), sample.ended, strict=True)
        ],
        PLAIN.margin,
    )
    return Curve(_round(power), _round(ahead), _round(first)[0], _round(nobody), _round(margin))


def _round(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(weight, DIGITS) + 0.0 for weight in weights)


Choice = tuple[Rows, Sequence[float]]
"""The features of each outcome that the weights multiply, and how often each outcome happened."""


def _choice_of(sample: Sample) -> Choice | None:
    """Return the choice among the seats, where somebody won and several could."""
    rows = [(row, won) for row, won in zip(Curve.share_parts(sample.seen), sample.won, strict=True) if row is not None]
    if len(rows) < 2 or not sum(sample.won):
        return None
    return [row for row, _ in rows], [won for _, won in rows]


def _nobody_of(sample: Sample) -> Choice | None:
    """Return the choice between nobody and somebody."""
    parts = Curve.nobody_parts(sample.seen)
    if parts is None:
        return None
    nobody = 1 - sum(sample.won)
    return [parts, (0.0,) * len(parts)], [nobody, 1 - nobody]


def _fit_choice(choices: Sequence[Choice], start: tuple[float, ...], doubt_of_last: float = DOUBT) -> list[float]:
    """Return the most likely weights, by Newton's method. Weights without any data stay."""
    weights, many = list(start), len(start)
    doubts = [DOUBT] * (many - 1) + [doubt_of_last]
    for _ in range(STEPS if choices else 0):
        slope = [doubt * (weight - begun) for doubt, weight, begun in zip(doubts, weights, start, strict=True)]
        bend = [[doubts[row] * (row == column) for column in range(many)] for row in range(many)]
        for rows, happened in choices:
            odds = [sum(weight * part for weight, part in zip(weights, row, strict=True)) for row in rows]
            highest = max(odds)
            likely = [exp(each - highest) for each in odds]
            total, sure = sum(likely), sum(happened)
            chances = [each / total for each in likely]
            means = [sum(chance * row[part] for chance, row in zip(chances, rows, strict=True)) for part in range(many)]
            for chance, row, came in zip(chances, rows, happened, strict=True):
                away = [part - mean for part, mean in zip(row, means, strict=True)]
                for one in range(many):
                    slope[one] += (sure * chance - came) * row[one]
                    for two in range(many):
                        bend[one][two] += sure * chance * away[one] * away[two]
        step = solve(bend, slope)
        longest = max(map(abs, step))
        weights = [
            weight - each * min(1.0, LONGEST / max(longest, PRECISE)) for weight, each in zip(weights, step, strict=True)
        ]
        if longest < PRECISE:
            break
    return weights


def _fit_line(rows: Sequence[tuple[tuple[float, ...], float]], start: tuple[float, ...]) -> list[float]:
    """Return the weights of the least squares."""
    many = len(start)
    sums = [[DOUBT * (row == column) for column in range(many)] for row in range(many)]
    right = [DOUBT * begun for begun in start]
    for parts, points in rows:
        for one in range(many):
            right[one] += parts[one] * points
            for two in range(many):
                sums[one][two] += parts[one] * parts[two]
    return solve(sums, right)


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other in range(len(rows)):
            if other != at:
                factor = rows[other][at]
                rows[other] = [each - factor * own for each, own in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]
