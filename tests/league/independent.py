"""Standings of a season from nothing but the export of a server, by a script of its own: it shares no code with the bot.

It replays each game's log by the rules, and knows the points and what decides between equals from the announcement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules import Record

Row = dict[str, Any]


def season_of(export: Row, season_id: int) -> list[list[tuple[int, int | None, float, float]]]:
    """Return each division of a season: members by number, with place, points and margin, the best first."""
    tables = export["tables"]
    members = {row["number"]: row for row in tables["league_members"] if row["season_id"] == season_id}
    rows = [row for row in tables["league_games"] if row["season_id"] == season_id]
    found = []
    for division in sorted({row["division"] for row in members.values()}):
        mine = sorted(number for number, row in members.items() if row["division"] == division)
        played = [_result(tables, members, row) for row in rows if row["division"] == division]
        found.append(list(_rank(mine, played)))
    return found


def _result(tables: Row, members: Row, row: Row) -> Row:
    """What came of a game, from its log; a judged or unplayed one as it is marked."""
    seats = [int(number) for number in row["seats"].split(",")]
    marked = json.loads(row["data"]) if isinstance(row["data"], str) else row["data"]
    if marked["why"] != "played":
        gone = {seats[seat] for seat in marked["absent"]}
        return {
            "seats": seats,
            "margin": dict(zip(seats, marked["margins"], strict=True)),
            "gone": gone,
            "late": (),
            "absent": gone,
        }
    game = next(each for each in tables["games"] if each["id"] == row["game_id"])
    log = [each for each in tables["game_log"] if each["game_id"] == row["game_id"]]
    state = Record(
        game=game["kind"],
        seats=game["seats"],
        options=game["options"],
        setup=game["setup"],
        actions=[each["text"] for each in log],
        rules=game["rules"],
    ).replay()
    dropped = {int(each["text"][5:]): each["seat"] for each in log if each["text"].startswith("drop ")}
    ahead = state.scores[0] - state.scores[1]
    if dropped or len(state.winners or ()) != 1:
        ahead = 0
    return {
        "seats": seats,
        "margin": {seats[0]: ahead, seats[1]: -ahead},
        "gone": {seats[seat] for seat in dropped},
        "late": {seats[seat] for seat, by in dropped.items() if by != seat},
        "absent": set(),
    }


def _rank(members: list[int], played: list[Row]) -> Iterator[tuple[int, int | None, float, float]]:
    points = {one: {other: _pair(one, other, played) for other in members if other != one} for one in members}
    total = {one: sum(points[one].values()) for one in members}
    margin = {one: round(sum(game["margin"].get(one, 0) for game in played), 1) for one in members}
    late = {one: sum(one in game["late"] for game in played) for one in members}
    direct = {
        one: sum(
            1 + (points[one][other] > points[other][one]) - (points[one][other] < points[other][one])
            for other in members
            if other != one and total[other] == total[one]
        )
        for one in members
    }
    keys = {one: (-total[one], -direct[one], -margin[one], late[one]) for one in members}
    for one in sorted(members, key=lambda one: (*keys[one], one)):
        yield one, 1 + sum(keys[other] < keys[one] for other in members), total[one], margin[one]


def _games(one: int, other: int, played: list[Row]) -> list[Row]:
    return [game for game in played if set(game["seats"]) == {one, other}]


def _pair(one: int, other: int, played: list[Row]) -> float:
    games = _games(one, other, played)
    if all(any(who in game["absent"] for game in games) for who in (one, other)):
        return 0
    against = sum(one in game["gone"] for game in games) - sum(other in game["gone"] for game in games)
    if against:
        return 2 if against < 0 else 0
    margin = sum(game["margin"][one] for game in games)
    return 1 + (margin > 0) - (margin < 0)
