"""The file format of games, as models. Every later version can read the files of this one.

``python -m tools.make_record_format`` generates ``docs/record-format.md`` from these models.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from rules import Record

FORMAT: Literal["land-games"] = "land-games"
VERSION: Literal[1] = 1

_NO_TEXT = ("Cc", "Zl", "Zp")
"""Unicode categories of control characters and line separators."""
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that are invisible."""

MOST_NAME = 100
"""The maximum length of a player's name."""

HolderKind = Literal["member", "computer", "former"]
"""The kind of a seat's holder: a member of the server, a computer, or a former player, whom the bot has forgotten."""


class _Part(BaseModel):
    """A part of a file. Fields that a later version has added are ignored."""

    model_config = ConfigDict(extra="ignore")


class ExportedPlayer(_Part):
    """A player of a game, listed in the order of the seats."""

    name: str = Field(min_length=1, max_length=MOST_NAME, description="the name that the server saw")
    score: int | None = Field(None, description="the final score; left out where it is not known")
    won: bool | None = Field(None, description="whether they won or shared the win")
    holder: HolderKind | None = Field(None, description="the kind of the seat's last holder")
    person: int | None = Field(None, description="a number for each person, the same in the whole file; none for a computer")
    level: int | None = Field(None, description="the level of a computer")


class ExportedChange(_Part):
    """A change of a seat's holder: the holder before the change."""

    after: int = Field(ge=0, description="how many actions of the record came before the change")
    seat: int = Field(ge=0, description="the seat")
    name: str = Field(min_length=1, max_length=MOST_NAME, description="the name of the holder until then")
    holder: HolderKind = Field(description="the kind of that holder")
    person: int | None = Field(None, description="their number in this file; none for a computer")
    level: int | None = Field(None, description="the level of a computer")


class ExportedHint(_Part):
    """A hint: a player asked for a computer's suggestion."""

    after: int = Field(ge=0, description="how many actions of the record came before it; those taken back do not count")
    seat: int = Field(ge=0, description="the seat that asked")


class ExportedStandIn(_Part):
    """An action that a computer chose for a player who was out of time."""

    after: int = Field(ge=0, description="how many actions of the record came before it")
    seat: int = Field(ge=0, description="the seat for which it was chosen")
    level: int = Field(description="the level of the computer")


class ExportedTurn(_Part):
    """The time of a turn in a game with a pace."""

    after: int = Field(ge=0, description="how many actions of the record came before it")
    seat: int = Field(ge=0, description="the seat whose clock ran")
    began: datetime = Field(description="when it began, in UTC")
    bank: int = Field(description="the time that the player had, in milliseconds")
    spent: int = Field(description="the time that the player took, in milliseconds, without time given back")


class ExportedGame(_Part):
    """A finished game."""

    number: int | None = Field(None, description="its number in the server that it comes from")
    started: datetime | None = Field(None, description="when it was started, in UTC")
    ended: datetime | None = Field(None, description="when it ended, in UTC")
    ranked: bool = Field(True, description="whether it counts for rankings and statistics; a casual game does not")
    players: list[ExportedPlayer] = Field(description="by seat, seat 0 first")
    record: Record = Field(description="the set-up and every action")
    pace: str | None = Field(None, description="the pace of the game; left out if there is none")
    times: list[datetime] = Field([], description="when each action of the record was taken, in UTC")
    turns: list[ExportedTurn] = Field([], description="the time of each turn in a game with a pace, without undone turns")
    changes: list[ExportedChange] = Field([], description="the former holders of seats, in the order of the changes")
    hints: list[ExportedHint] = Field([], description="the hints that were asked for")
    stand_ins: list[ExportedStandIn] = Field([], description="the actions that a computer chose for a player")

    @field_validator("players", "changes", mode="before")
    @classmethod
    def _tidy(cls, named: object) -> object:
        """Put names on one line. A player without a visible name gets a numbered one."""
        if not isinstance(named, list):
            return named
        return [
            one | {"name": tidy_name(one["name"]) or f"Player {number}"}
            if isinstance(one, dict) and isinstance(one.get("name"), str)
            else one
            for number, one in enumerate(named, 1)
        ]


class ExportedMember(_Part):
    """A member of a season, with their line in its standings."""

    name: str = Field(description="the name when they joined; “a former player” for somebody whom the bot has forgotten")
    person: int | None = Field(None, description="their number in this file; none for a computer")
    level: int | None = Field(None, description="the level of a computer")
    number: int | None = Field(None, description="their number in the season; none before it begins")
    division: int | None = Field(None, description="their division, 0 for the first")
    withdrew: datetime | None = Field(None, description="when they withdrew, in UTC")
    place: int | None = Field(None, description="their place in the division; none for a computer")
    points: float = Field(0, description="their points")
    margin: float = Field(0, description="the sum of their margins")


class ExportedPairing(_Part):
    """A game of a season, with its result once there is one."""

    division: int = Field(description="its division, 0 for the first")
    round: int = Field(0, description="its round, from 1; 0 if there are no rounds")
    seats: list[int] = Field(description="the numbers of its members, in the order of seating")
    game: int | None = Field(None, description="the number of the game, once it has begun")
    result: dict[str, Any] | None = Field(
        None,
        description="by seat: places, margins, who gave up (gone), lost on time (late) or had withdrawn (absent), and why",
    )


class ExportedSeason(_Part):
    """A season of a league."""

    number: int = Field(description="1 for the first")
    status: str = Field(description="joining, running, over, or empty (it did not begin)")
    starts: datetime = Field(description="when it starts, in UTC")
    ends: datetime = Field(description="when it ended or will end, in UTC")
    members: list[ExportedMember] = Field(description="its members, by division and place once it has begun")
    games: list[ExportedPairing] = Field(description="its games, in the order in which they should begin")


class ExportedLeague(_Part):
    """A league."""

    number: int = Field(description="its number")
    game: str = Field(description="name of the game")
    options: dict[str, Any] = Field(description="the options of its games")
    settings: dict[str, Any] = Field(description="what its host has chosen")
    seasons: list[ExportedSeason] = Field(description="its seasons, the first one first")


class Export(_Part):
    """A file of games."""

    format: Literal["land-games"] = Field(description="identifies the format")
    version: Literal[1] = Field(description="version of this format; a reader refuses a version that it does not know")
    games: list[ExportedGame] = Field(description="the games, in the order of their numbers")
    leagues: list[ExportedLeague] = Field([], description="the leagues; for the games of a member, those they joined")


def tidy_name(name: str) -> str:
    """Return a name on one line, without control characters; empty if no character is visible."""
    tidy = " ".join("".join(" " if unicodedata.category(char) in _NO_TEXT else char for char in name).split())
    return tidy if any(unicodedata.category(char)[0] not in "CZ" and char not in _BLANKS for char in tidy) else ""
