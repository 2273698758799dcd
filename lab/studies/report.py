"""The strength shown by a match: pairs won, shares of wins, differences in Elo, each with its error."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log10, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from lab.studies.match import MatchGame, Pair, score_pair


class Estimate(NamedTuple):
    """A mean with its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:.1%} ± {self.error:.1%}"


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of values between 0 and 1.

    Where all are the same, the error is that of half a value more to either side.
    """
    mean, many = fmean(values), len(values)
    if many > 1 and (spread := stdev(values)):
        return Estimate(mean, spread / sqrt(many))
    near = (mean * many + 0.5) / (many + 1)
    return Estimate(mean, sqrt(near * (1 - near) / many))


def elo(share: Estimate) -> Estimate:
    """Return the difference in Elo that goes with a share of wins; infinite where one side has won everything."""
    if not 0 < share.mean < 1:
        return Estimate(inf if share.mean else -inf, inf)
    return Estimate(400 * log10(share.mean / (1 - share.mean)), 400 / log(10) * share.error / (share.mean * (1 - share.mean)))


def elo_text(share: Estimate) -> str:
    """Return a text: ``+212 ± 40 Elo``. Where one side has won everything: a bound, twice the error from the edge."""
    if 0 < share.mean < 1:
        difference = elo(share)
        return f"{difference.mean:+.0f} ± {difference.error:.0f} Elo"
    bound = elo(Estimate(abs(share.mean - 2 * share.error), share.error)).mean
    return f"{'more' if share.mean else 'less'} than {bound:+.0f} Elo"


def shares(games: Sequence[MatchGame], letter: str) -> float:
    """Return the share of wins of one seat of a contestant, times the number of seats: 1 is what falls to a seat on average.

    Games that nobody wins are left out.
    """
    decided = [game for game in games if game.winners]
    if not decided:
        return 0.0
    return fmean(game.share(letter) * len(game.lineup) / game.lineup.count(letter) for game in decided)


def lines(names: Sequence[str], pairs: Sequence[Pair]) -> list[str]:
    """Return the report of a match."""
    games = [game for pair in pairs for game in pair]
    by_pair = estimate([score_pair(pair) for pair in pairs])
    halves = estimate([fmean(game.share("A") + (0 if game.winners else 0.5) for game in pair) for pair in pairs])
    first, second = names
    slowest = [max(game.slowest[index] for game in games) for index in (0, 1)]
    return [
        f"A = {first}, B = {second}: {len(pairs)} pairs, {len(games)} games, seats {games[0].lineup}",
        f"pairs won by A   {by_pair}  ({elo_text(by_pair)})",
        f"games won by A   {halves}  ({elo_text(halves)}); a game that nobody won counts half",
        f"nobody won       {fmean(not game.winners for game in games):.1%} of the games",
        f"wins for a seat  A {shares(games, 'A'):.2f}, B {shares(games, 'B'):.2f} times the average of all seats",
        f"margin           {fmean(game.margin for game in games):+.1f} points a game for A",
        f"turns            {fmean(game.turns for game in games):.1f} a game",
        f"slowest move     A {slowest[0]:.2f} s, B {slowest[1]:.2f} s",
    ]
