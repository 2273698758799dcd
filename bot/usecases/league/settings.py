"""The settings of a league that its host chooses, in addition to the options of its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.common.hours_off import OffName
from bot.common.pace import PaceName
from bot.common.terms import Terms
from bot.league.rounds import can_pair
from bot.storage.queries.league.leagues import League
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening
from rules import GAMES

PACES_OF_ROUNDS = ("fast", "live")
"""The paces allowed for rounds: a round is over when its last game is, so slow paces are excluded."""


class LeagueSettings(BaseModel):
    """The settings of a league, stored as JSON."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    form: Literal["divisions", "rounds"] = "divisions"
    pace: PaceName = "daily"
    off: OffName = "none"
    zone: str = "UTC"
    size: int = Field(6, ge=4, le=7)
    """Maximum number of members of a division, if they can be divided that way."""
    at_once: int = Field(4, ge=1, le=8)
    rounds: int = Field(5, ge=3, le=9)
    days: int = Field(7, ge=1, le=14)
    """Days until the first season starts."""
    weeks: int = Field(8, ge=1, le=24)
    ends: Literal["judge", "finish"] = "judge"
    """The treatment of unfinished games at the end: a computer judges them, or the season waits for them."""
    computer: bool = False
    """Whether a computer joins each division, or the rounds, with an odd number of members."""
    level: int = Field(3, ge=1, le=5)
    """The level of that computer."""


def settings_of(league: League) -> LeagueSettings:
    """Return the settings of a league."""
    return LeagueSettings.model_validate(league.data)


def most_of_division(own: LeagueSettings) -> int:
    """Return the maximum size of a division, with the computer that makes it even."""
    return own.size - own.size % 2 if own.computer else own.size


def terms_of(league: League) -> Terms:
    """Return the terms of the games of a league."""
    own = settings_of(league)
    chosen: dict[str, Any] = {"pace": own.pace, "off": own.off, "zone": own.zone, "level": own.level}
    return Terms(**chosen, posts="thread", hints_chosen=True, league=league.id)


def is_for_two(kind: str) -> bool:
    """Return whether a kind of game is for exactly two players."""
    return GAMES[kind].seats[-1] == 2


def plays_both_ways(league: League) -> bool:
    """Return whether two members play each other twice, so that each begins once."""
    one_game = league.options.get("claim") == "offer" or settings_of(league).form == "rounds"
    return is_for_two(league.kind) and not one_game


def count_least(kind: str) -> int:
    """Return the minimum number of members for a league of a game."""
    return 2 if is_for_two(kind) else 3


def check(kind: str, options: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[dict[str, Any], LeagueSettings]:
    """Return the complete options and settings of a league. Raise Refusal if they do not fit together."""
    try:
        own = LeagueSettings.model_validate(dict(data))
    except ValidationError:
        raise Refusal("That does not fit a league: choose from the menus.") from None
    if own.pace == "none":
        raise Refusal("A league needs a pace: without one, a game may never end.")
    if own.form == "rounds" and not is_for_two(kind):
        raise Refusal(f"Rounds are for games for two. {GAMES[kind].title} is played in divisions.")
    if own.form == "rounds" and not can_pair():
        raise Refusal("Rounds cannot be paired on the machine that this bot runs on. Choose divisions.")
    if own.form == "rounds" and own.pace not in PACES_OF_ROUNDS:
        raise Refusal("A round begins when the previous one is over, so rounds need the pace `fast` or `live`.")
    chosen = dict(options)
    for seats in (2,) if is_for_two(kind) else (3, 4):
        chosen = opening.check_options(GAMES[kind], chosen, seats, None)
    return chosen, own
