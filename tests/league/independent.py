"""Standings of a season from nothing but the export of a server, by a script of its own: it shares no code with the bot.

It replays each game's log by the rules, and knows the points and what decides between equals from the announcement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules import Record, State

Row = dict[str, Any]
Line = tuple[int, int | None, float, float]

FIRST_COMPUTER = -(2**40)
POINTS = {3: [6, 3, 0], 4: [6, 4, 2, 0]}


def season_of(export: Row, season_id: int) -> list[list[Line]]:
    """Return each division of a season: members by number, with place, points and margin, best first."""
    tables = export["tables"]
    members = {row["number"]: row for row in tables["league_members"] if row["season_id"] == season_id}
    rows = [row for row in tables["league_games"] if row["season_id"] == season_id]
    computers = {number for number, row in members.items() if row["who"] <= FIRST_COMPUTER}
    found = []
    for division in sorted({row["division"] for row in members.values()}):
        mine = sorted(number for number, row in members.items() if row["division"] == division)
        played = [_result(tables, row) for row in rows if row["division"] == division]
        found.append(list(_rank(mine, played, computers)))
    return found


def _result(tables: Row, row: Row) -> Row:
    """What came of a game: from its log, or from what a computer expected after a part of it. By member."""
    seats = [int(number) for number in row["seats"].split(",")]
    marked = json.loads(row["data"]) if isinstance(row["data"], str) else row["data"]
    absent = [seats[seat] for seat in marked["absent"]]
    here = [member for member in seats if member not in absent]
    result: Row = {"seats": seats, "absent": absent, "gone": absent, "late": [], "margin": dict.fromkeys(seats, 0)}
    if marked["why"] not in ("played", "judged"):
        return result | {"order": [here, absent]}
    judged = marked.get("judged")
    log = [each for each in tables["game_log"] if each["game_id"] == row["game_id"]][: judged and judged["after"]]
    dropped = {int(each["text"][5:]): each["seat"] for each in log if each["text"].startswith("drop ")}
    if judged:
        order, margins = expect(judged["shares"], judged["margins"], dropped)
    else:
        order, margins = _finish(_replay(tables, row, log), list(dropped))
    result["margin"] |= {here[seat]: margin for seat, margin in enumerate(margins)}
    result["late"] = [here[seat] for seat, by in dropped.items() if by != seat]
    result["gone"] = [*absent, *(here[seat] for seat in dropped)]
    return result | {"order": [[here[seat] for seat in equal] for equal in order] + [absent]}


def _replay(tables: Row, row: Row, log: list[Row]) -> State:
    game = next(each for each in tables["games"] if each["id"] == row["game_id"])
    record = {name: game[name] for name in ("seats", "options", "setup", "rules")}
    return Record(game=game["kind"], actions=[each["text"] for each in log], **record).replay()


def _finish(state: State, dropped: list[int]) -> tuple[list[list[int]], list[float]]:
    """Seats with equal results, best first, and the margins: winners, then by scores, then who was the last to go."""
    winners = list(state.winners or ())
    others = [seat for seat in range(state.seats) if seat not in (*winners, *dropped)]
    by_score = [[seat for seat in others if state.scores[seat] == score] for score in sorted(set(state.scores), reverse=True)]
    order = [winners, *by_score, *([seat] for seat in reversed(dropped) if seat not in winners)]
    if state.seats == 2 and (dropped or len(winners) != 1):
        return order, [0, 0]
    margins = list[float]()
    for seat, score in enumerate(state.scores):
        best = max((state.scores[other] for other in state.left if other != seat), default=score)
        margins.append(0 if seat in dropped else score - best)
    return order, margins


def expect(shares: list[float], margins: list[float], dropped: dict[int, int | None]) -> tuple[list[list[int]], list[float]]:
    """Return the same of a judged game: a pair goes by margin, a table by shares, within five points equal."""
    margins = [0 if seat in dropped else round(margin, 1) for seat, margin in enumerate(margins)]
    if len(shares) == 2:
        best = [seat for seat in (0, 1) if round(margins[seat] - margins[1 - seat], 1) >= 0]
        return [best, [seat for seat in (0, 1) if seat not in best]], [margins[0], -margins[0]]
    order: list[list[int]] = []
    for seat in sorted(set(range(len(shares))) - dropped.keys(), key=lambda seat: -shares[seat]):
        if order and round(shares[order[-1][0]] - shares[seat], 9) <= 0.05:
            order[-1].append(seat)
        else:
            order.append([seat])
    return [*order, list(dropped)], margins


def _rank(members: list[int], played: list[Row], computers: set[int]) -> Iterator[Line]:
    contests = [_table(game) for game in played if len(game["seats"]) > 2]
    contests += [
        {one: _pair(one, other, played), other: _pair(other, one, played)}
        for one in members
        for other in members
        if one < other and _games(one, other, played)
    ]
    points = [{member: gained for member, (gained, _) in contest.items()} for contest in contests]
    total = {one: sum(contest.get(one, 0) for contest in points) for one in members}
    margin = {one: round(sum(game["margin"].get(one, 0) for game in played), 1) for one in members}
    late = {one: sum(one in game["late"] for game in played) for one in members}
    direct = {
        one: sum(
            1 + (contest[one][1] > contest[other][1]) - (contest[one][1] < contest[other][1])
            for contest in contests
            for other in members
            if other != one and total[other] == total[one] and one in contest and other in contest
        )
        for one in members
    }
    keys = {one: (-total[one], -direct[one], -margin[one], late[one]) for one in members}
    for one in sorted(members, key=lambda one: (*keys[one], one)):
        ahead = sum(keys[other] < keys[one] for other in members if other not in computers)
        yield one, None if one in computers else 1 + ahead, total[one], margin[one]


def _table(game: Row) -> dict[int, tuple[float, float]]:
    """The points of each member at a table, and a number that is larger for a better place."""
    left, found = list(POINTS[len(game["seats"])]), dict[int, tuple[float, float]]()
    for equal in game["order"]:
        shared = [left.pop(0) for _ in equal]
        for member in equal:
            found[member] = (0 if member in game["absent"] else sum(shared) / len(equal), len(left))
    return found


def _games(one: int, other: int, played: list[Row]) -> list[Row]:
    return [game for game in played if set(game["seats"]) == {one, other}]


def _pair(one: int, other: int, played: list[Row]) -> tuple[float, float]:
    """The points of one member against another, twice: they also say who was better."""
    games = _games(one, other, played)
    if all(any(who in game["absent"] for game in games) for who in (one, other)):
        return 0, 0
    against = sum(one in game["gone"] for game in games) - sum(other in game["gone"] for game in games)
    if against:
        return (2, 2) if against < 0 else (0, 0)
    margin = sum(game["margin"][one] for game in games)
    points = 1 + (margin > 0) - (margin < 0)
    return points, points
