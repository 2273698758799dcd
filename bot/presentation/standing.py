"""Standings of the seats in words: chances of winning, or expected points at the end if those are more informative."""

from __future__ import annotations

from collections.abc import Sequence

from players.lookback import Standing
from render.text.words import lower_you, round_shares, whose
from rules.words import count


def format_percent(share: float) -> str:
    """Return a share of the win: ``62 %``, with a non-breaking space."""
    return f"{round(100 * share)}\u00a0%"


def format_margin(margin: float) -> str:
    """Return a margin: ``1.5 points ahead``, ``1 point behind``, ``even``."""
    far = round(abs(margin), 1)
    if not far:
        return "even"
    told = count(int(far), "point") if far == int(far) else f"{far} points"
    return f"{told} {'ahead' if margin > 0 else 'behind'}"


def describe_prospects(before: Standing, after: Standing, seat: int) -> str:
    """Return the expected result after a good move, if the result is good or better than before; otherwise an empty string."""
    if after.margins:
        was, ahead = round(before.margins[seat]), round(after.margins[seat])
        if ahead > 0:
            return f"You would finish about {count(ahead, 'point')} ahead."
        return f"It brings you about {count(ahead - was, 'point')}." if ahead > was else ""
    share = after.shares[seat]
    if share > 1 / len(after.shares):
        if is_sure(after.shares, seat):
            return "With best play you win."
        chance = _format_chance(after, seat)
        return f"You would win {'' if chance.startswith('over') else 'about '}{chance} of the time."
    return f"It raises your chance of winning to about {format_percent(share)}." if share - before.shares[seat] > 0.015 else ""


def change_of(name: str, before: Standing, after: Standing, seat: int) -> str:
    """Return how a player's expected result changed in a turn: ``Ada’s chance of winning rose from 50 % to 92 %.``"""
    more = after.measure[seat] - before.measure[seat]
    if after.margins:
        worth = format_worth(abs(more), in_points=True)
        return f"That {'brought' if more > 0 else 'cost'} {lower_you(name)} about {worth} by the end."
    chances = f"from {_format_chance(before, seat)} to {_format_chance(after, seat)}"
    return f"{whose(name, begins=True)} chance of winning {'rose' if more > 0 else 'fell'} {chances}."


def describe_worse(lost: float, *, in_points: bool) -> str:
    """Return how a move compares with a better one: ``wins about 20 fewer games in 100``, ``ends about 3 points worse``."""
    if in_points:
        return f"ends about {format_worth(lost, in_points=True)} worse"
    return f"wins about {_count_games(lost)} fewer games in 100"


def describe_better(gain: float, *, in_points: bool) -> str:
    """Return how a move compares with a worse one: ``wins about 20 more games in 100``, ``ends about 3 points better``."""
    if in_points:
        return f"ends about {format_worth(gain, in_points=True)} better"
    return f"wins about {_count_games(gain)} more games in 100"


def _count_games(share: float) -> int:
    """Return a difference in winning chances in games of 100: at most 99, as 100 more in 100 sounds impossible."""
    return min(99, round(100 * share))


def format_worth(lost: float, *, in_points: bool) -> str:
    """Return the value of a better move: ``12 points``, ``2.5 points`` below 10, ``20 % in winning chances``."""
    if not in_points:
        return f"{format_percent(lost)} in winning chances"
    return count(round(lost), "point") if lost >= 10 else format_margin(lost).removesuffix(" ahead")


def describe_standing(name: str, standing: Standing, seat: int) -> str:
    """Return a seat's standing in words."""
    if standing.margins:
        return f"{name} can expect to finish {format_margin(standing.margins[seat])}"
    how = " with best play" if is_sure(standing.shares, seat) else ""  # found by a search to the end, however even it looks
    return f"{name}’s chance of winning: {_format_chance(standing, seat)}{how}"


def is_sure(shares: Sequence[float], seat: int) -> bool:
    """Return whether a seat is sure to win with best play. If another share is not 0, a share of 1 is rounded."""
    return shares[seat] == 1 and sum(map(bool, shares)) == 1


def _format_chance(standing: Standing, seat: int) -> str:
    """Return a seat's chance of winning: ``62 %``, and ``under 1 %`` or ``over 99 %`` for what is nearly sure."""
    rounded = round_shares(standing.shares)[seat]
    nearly = {0: "under 1", 100: "over 99"} if standing.shares[seat] and not is_sure(standing.shares, seat) else {}
    return f"{nearly.get(rounded, rounded)}\u00a0%"
