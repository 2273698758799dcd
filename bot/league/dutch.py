"""Pairing of rounds by the rules of chess ("Dutch"). Only this module uses py4swiss, which is not available everywhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from bot.league.pairings import Meeting

NO_LAST_ROUND = 1000
"""More rounds than any season has.

In the round that py4swiss considers the last one, it no longer balances how often the best members begin.
"""


def pair(members: int, rounds: Sequence[Sequence[Meeting]], gone: Collection[int]) -> list[tuple[int, int | None]] | None:
    """Return the games of the next round: see :func:`bot.league.rounds.pair_round`."""
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
    """Return a member's result of a round in the form used by py4swiss."""
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
