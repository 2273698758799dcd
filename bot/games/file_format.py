"""The format of games as files, as models. Every later version reads what this one writes.

``docs/record-format.md`` is made from these by ``python -m tools.make_record_format``.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from rules import Record

FORMAT: Literal["land-games"] = "land-games"
VERSION: Literal[1] = 1

_NO_TEXT = ("Cc", "Zl", "Zp")
"""Kinds of characters that control something, or end a line."""
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that nobody sees."""

MOST_NAME = 100
"""Characters of a player's name."""

HolderKind = Literal["member", "computer", "former"]
"""What somebody is: a member of the server, a computer, or a former player, whom the bot has forgotten."""


class ExportedPlayer(BaseModel):
    """A player of a game, in the place of their seat."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(min_length=1, max_length=MOST_NAME, description="the name that the server saw")
    score: int | None = Field(None, description="the final score; left out where it is not known")
    won: bool | None = Field(None, description="whether they won or shared the win")
    holder: HolderKind | None = Field(None, description="who held the seat at the end")
    person: int | None = Field(None, description="a number for each person, the same in the whole file; none for a computer")
    level: int | None = Field(None, description="the level of a computer")


class ExportedChange(BaseModel):
    """A seat changed hands: who held it before."""

    model_config = ConfigDict(extra="ignore")

    after: int = Field(ge=0, description="how many actions of the record came before the change")
    seat: int = Field(ge=0, description="the seat")
    name: str = Field(min_length=1, max_length=MOST_NAME, description="the name of who held it until then")
    holder: HolderKind = Field(description="what they were")
    person: int | None = Field(None, description="their number in this file; none for a computer")
    level: int | None = Field(None, description="the level of a computer")


class ExportedHint(BaseModel):
    """A hint: a player asked what a computer would play."""

    model_config = ConfigDict(extra="ignore")

    after: int = Field(ge=0, description="how many actions of the record came before it; those taken back do not count")
    seat: int = Field(ge=0, description="who asked")


class ExportedStandIn(BaseModel):
    """An action that a computer chose in the place of a player whose time was out."""

    model_config = ConfigDict(extra="ignore")

    after: int = Field(ge=0, description="how many actions of the record came before it")
    seat: int = Field(ge=0, description="for whom it was chosen")
    level: int = Field(description="the level of the computer")


class ExportedTurn(BaseModel):
    """The time of a turn that was counted."""

    model_config = ConfigDict(extra="ignore")

    after: int = Field(ge=0, description="how many actions of the record came before it")
    seat: int = Field(ge=0, description="whose time ran")
    began: datetime = Field(description="when it began, in UTC")
    bank: int = Field(description="the time that the player had, in milliseconds")
    spent: int = Field(description="the time that the player took, in milliseconds, without what was given back")


class ExportedGame(BaseModel):
    """A finished game."""

    model_config = ConfigDict(extra="ignore")

    number: int | None = Field(None, description="its number in the server that it comes from")
    started: datetime | None = Field(None, description="when it was started, in UTC")
    ended: datetime | None = Field(None, description="when it ended, in UTC")
    players: list[ExportedPlayer] = Field(description="by seat, seat 0 first")
    record: Record = Field(description="how it was set up, and every action")
    pace: str | None = Field(None, description="the pace of the game; left out where nobody's time was counted")
    times: list[datetime] = Field([], description="when each action of the record was taken, in UTC")
    turns: list[ExportedTurn] = Field([], description="the time of each turn, where time was counted; none that was taken back")
    changes: list[ExportedChange] = Field([], description="who held which seat before, in the order in which they gave it up")
    hints: list[ExportedHint] = Field([], description="the hints that were asked for")
    stand_ins: list[ExportedStandIn] = Field([], description="the actions that a computer chose in a player's place")

    @field_validator("players", "changes", mode="before")
    @classmethod
    def _tidy(cls, named: object) -> object:
        """Take names on one line; whoever has none that can be seen is called by their number."""
        if not isinstance(named, list):
            return named
        return [
            one | {"name": tidy_name(one["name"]) or f"Player {number}"}
            if isinstance(one, dict) and isinstance(one.get("name"), str)
            else one
            for number, one in enumerate(named, 1)
        ]


class Export(BaseModel):
    """A file."""

    model_config = ConfigDict(extra="ignore")

    format: Literal["land-games"] = Field(description="says what the file is")
    version: Literal[1] = Field(description="version of this format; a reader refuses a version that it does not know")
    games: list[ExportedGame] = Field(description="the games, in the order of their numbers")


def tidy_name(name: str) -> str:
    """Return a name on one line, without characters that are none; empty where nothing of it can be seen."""
    tidy = " ".join("".join(" " if unicodedata.category(char) in _NO_TEXT else char for char in name).split())
    return tidy if any(unicodedata.category(char)[0] not in "CZ" and char not in _BLANKS for char in tidy) else ""
