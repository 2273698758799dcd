"""Rounds: who meets whom next where the best meet the best. The one place that knows py4swiss."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

NO_LAST_ROUND = 1000
"""py4swiss lets the best of the last round begin as often as it likes, and so never hears which round is the last."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of a round, or a bye."""

    first: int
    """Begins."""
    second: int | None
    """``None``: ``first`` has a bye, which counts as a win."""
    points: tuple[int, int] = (2, 0)
    """2 for a win, 1 for a draw."""
    played: bool = True
    """Whether it was played: one that a member withdrew from before it began was not."""


def pair_round(
    members: int, rounds: Sequence[Sequence[Meeting]], gone: Collection[int] = ()
) -> list[tuple[int, int | None]] | None:
    """Return the games of the next round, whoever begins first, and the bye; ``None`` where no round is left.

    Members are the numbers from 0, the best first. Nobody meets anybody twice, or has a second bye, or begins three times
    more, or less, than they follow. ``gone``: those who have withdrawn.
    """
    here = [member for member in range(members) if member not in gone]
    if len(here) < 2:
        return None
    results = {member: [_result(member, each) for each in rounds] for member in range(members)}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=member + 1,
            points_times_ten=sum(_POINTS[result.result] for result in results[member]),
            rank=member + 1,
            results=results[member],
        )
        for member in range(members)
    ]
    trf = ParsedTrf(
        player_sections=sections,
        x_section=XSection(number_of_rounds=NO_LAST_ROUND, zeroed_ids={member + 1 for member in gone}),
    )
    try:
        pairs = DutchEngine.generate_pairings(trf)
    except PairingError:
        return None
    return [(pair.white - 1, pair.black - 1 if pair.black else None) for pair in pairs]


def _result(member: int, games: Sequence[Meeting]) -> RoundResult:
    """Return what a member did in a round, as py4swiss takes it."""
    for game in games:
        if member not in (game.first, game.second):
            continue
        if game.second is None:
            return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
        first = member == game.first
        token = (_PLAYED if game.played else _FORFEITED)[game.points[0 if first else 1]]
        other = game.second if first else game.first
        return RoundResult(id=other + 1, color=ColorToken.WHITE if first else ColorToken.BLACK, result=token)
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)


_PLAYED = {2: ResultToken.WIN, 1: ResultToken.DRAW, 0: ResultToken.LOSS}
_FORFEITED = {2: ResultToken.FORFEIT_WIN, 0: ResultToken.FORFEIT_LOSS}
_POINTS = {
    ResultToken.WIN: 10,
    ResultToken.FORFEIT_WIN: 10,
    ResultToken.PAIRING_ALLOCATED_BYE: 10,
    ResultToken.DRAW: 5,
    ResultToken.LOSS: 0,
    ResultToken.FORFEIT_LOSS: 0,
    ResultToken.ZERO_POINT_BYE: 0,
}
