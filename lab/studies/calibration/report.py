"""Predictions compared with results, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from lab.studies.calibration.samples import Sample
from players.estimates import PLAIN, Curve
from players.turns import EVEN, EVEN_POINTS

BUCKETS = 10
MANY_ERRORS = 2
"""A bucket that is off by more standard errors is named: of ten that are right, one in two reports has one."""


class Point(NamedTuple):
    """A prediction and its result."""

    game: int
    foretold: float
    happened: float


class Row(NamedTuple):
    """A bucket of points."""

    times: int
    foretold: float
    happened: float
    error: float
    """One standard error of result minus prediction: the positions of a game are not independent."""

    @property
    def is_off(self) -> bool:
        """Whether the two differ by more than chance explains."""
        return abs(self.happened - self.foretold) > MANY_ERRORS * self.error


def row_of(points: Sequence[Point], least: float = 0.0) -> Row:
    """Return the row of a bucket that is not empty. ``least``: the sum of squares that its error has at least."""
    off = dict[int, float]()
    for point in points:
        off[point.game] = off.get(point.game, 0.0) + point.happened - point.foretold
    error = sqrt(max(least, sum(each**2 for each in off.values()))) / len(points)
    return Row(len(points), fmean(each.foretold for each in points), fmean(each.happened for each in points), error)


def row_of_shares(points: Sequence[Point]) -> Row:
    """Return the row of a bucket of shares.

    Its error is at least what chance has if the shares are right: where all came out as likely, games show no error.
    """
    return row_of(points, sum(point.foretold * (1 - point.foretold) for point in points))


def rows_by_share(points: Iterable[Point]) -> list[Row]:
    """Return a row for each tenth of the scale from 0 to 1 that has predictions."""
    within: list[list[Point]] = [[] for _ in range(BUCKETS)]
    for point in points:
        within[min(BUCKETS - 1, int(point.foretold * BUCKETS))].append(point)
    return [row_of_shares(each) for each in within if each]


def rows_by_rank(points: Iterable[Point]) -> list[Row]:
    """Return ten rows with as many points each, lowest first."""
    ranked = sorted(points, key=lambda point: point.foretold)
    ends = [len(ranked) * bucket // BUCKETS for bucket in range(BUCKETS + 1)]
    return [row_of(ranked[begin:end]) for begin, end in pairwise(ends) if end > begin]


Judged = Sequence[tuple[Sequence[Sample], Curve]]
"""Samples, and the curve that is compared with them."""


def brier(judged: Judged) -> float:
    """Return the mean squared error of a position: of all shares, and of the chance that nobody wins."""
    return fmean(_error(curve.shares(sample.seen), sample.won) for samples, curve in judged for sample in samples)


def base_brier(samples: Sequence[Sample]) -> float:
    """Return the mean squared error of always predicting how often each seat wins."""
    base = [fmean(column) for column in zip(*(sample.won for sample in samples), strict=True)]
    return fmean(_error(base, sample.won) for sample in samples)


def _error(foretold: Sequence[float], won: Sequence[float]) -> float:
    nobody = (sum(won) - sum(foretold)) ** 2
    return nobody + sum((said - came) ** 2 for said, came in zip(foretold, won, strict=True))


class Report:
    """The report on curves by games that they were not fitted to."""

    def __init__(self, title: str, judged: Judged, *, in_points: bool = False) -> None:
        self.title, self.judged = title, judged
        self.samples = [sample for samples, _ in judged for sample in samples]
        self.games = len({sample.game for sample in self.samples})
        foretold = [
            (sample, curve.shares(sample.seen), curve.margins(sample.seen)) for samples, curve in judged for sample in samples
        ]
        self.shares = rows_by_share(
            Point(sample.game, *pair) for sample, shares, _ in foretold for pair in zip(shares, sample.won, strict=True)
        )
        self.nobody = row_of_shares(
            [Point(sample.game, 1 - sum(shares), 1 - sum(sample.won)) for sample, shares, _ in foretold]
        )
        points = [Point(sample.game, *pair) for sample, _, told in foretold for pair in zip(told, sample.ended, strict=True)]
        self.margins = rows_by_rank(points)
        even = EVEN_POINTS if in_points else 1 / len(self.samples[0].won) + EVEN
        self.agreed = [
            Point(sample.game, share, won)
            for sample, shares, told in foretold
            for measure, share, won in zip(told if in_points else shares, shares, sample.won, strict=True)
            if measure <= even
        ]
        self.missed = sqrt(fmean((point.happened - point.foretold) ** 2 for point in points))

    def lines(self) -> list[str]:
        """Return the report in full."""
        return [
            f"### {self.title}",
            "",
            *SUMMARY,
            self.summary(),
            "",
            *_table("share", self.shares, "{:.1%}"),
            "",
            *_table("margin", self.margins, "{:.1f}"),
            "",
        ]

    def summary(self) -> str:
        """Return the report as a row of :data:`SUMMARY`."""
        nobody = self.nobody
        told = (
            f"{nobody.foretold:.1%}, {nobody.happened:.1%} ± {nobody.error:.1%}" if nobody.foretold or nobody.happened else ""
        )
        agreed = row_of_shares(self.agreed)
        off, away = (f"{sum(row.is_off for row in rows)} of {len(rows)}" for rows in (self.shares, self.margins))
        briers = brier(self.judged), brier([(self.samples, PLAIN)]), base_brier(self.samples)
        scores = " | ".join(f"{each:.3f}" for each in briers)
        return (
            f"| {self.title} | {self.games} | {scores} | {off} | {told} | {self.missed:.1f} | {away} | "
            f"{agreed.happened:.1%} ± {agreed.error:.1%} |"
        )


SUMMARY = (
    "| | games | Brier score | without the curve | by rates of wins | shares off | nobody wins: predicted, happened | "
    "margin error | margins off | won where it agrees to a draw |",
    "|---|---|---|---|---|---|---|---|---|---|",
)
"""The head of a table with a row for each report. Off are buckets that miss by more than two standard errors."""


def summarize_buckets(reports: Sequence[Report]) -> str:
    """Return how many buckets of shares are off, and the farthest of these."""
    rows = [row for report in reports for row in report.shares]
    off = [abs(row.happened - row.foretold) for row in rows if row.is_off]
    return f"{len(off)} of {len(rows)} buckets of shares are off, by {max(off, default=0):.1%} at most."


def _table(title: str, rows: Sequence[Row], form: str) -> list[str]:
    return [
        f"| {title} predicted | happened | positions | |",
        "|---|---|---|---|",
        *(
            f"| {form.format(row.foretold)} | {form.format(row.happened)} ± {form.format(row.error)} | {row.times} | "
            f"{'off' if row.is_off else ''} |"
            for row in rows
        ),
    ]
