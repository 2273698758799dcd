"""The terms of a game: the settings that the players of a table agree on, besides the game's own options."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.common.hours_off import HoursOff, OffName, hours_off
from bot.common.pace import LABELS, PaceName

POSTS = {"turn": "a new one after each turn", "thread": "in a thread", "one": "one that is edited"}
"""The ways to post boards, in words."""
RANKED = {"yes": "yes", "no": "no, a casual game"}
"""Whether a game counts, in words."""


class Terms(BaseModel):
    """The terms of a table and of its game, stored as JSON.

    Each field becomes an option of every ``/newgame``, with its ``description``. The default of a field is the value for games
    that began before the field existed. ``json_schema_extra`` can have: ``usual``, the value for a new table if neither its
    host nor the server chooses one; ``seats`` = ``more`` or ``two``, only for games with more than two players, or for two;
    ``needs`` = ``computer``, only for games that computers can play; ``labels``, the words for some of its values; ``hidden``,
    not an option.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    posts: Literal["turn", "thread", "one"] = Field(
        "turn",
        description="Boards: a new one after each turn; in a thread for this game; or one that is edited",
        json_schema_extra={"labels": {**POSTS}},
    )
    computers: int = Field(
        0,
        ge=0,
        le=5,
        description="Computer players. With `seats` empty the game begins at once with you and them",
        json_schema_extra={"seats": "more", "needs": "computer"},
    )
    level: int = Field(
        3,
        ge=1,
        le=5,
        description="How well computers play: 1 (a beginner) to 5 (as well as they can)",
        json_schema_extra={"needs": "computer"},
    )
    hints: bool = Field(
        False,
        description="Whether /hint works in the game. Empty: only in games against computers",
        json_schema_extra={"needs": "computer"},
    )
    hints_chosen: bool = Field(False, json_schema_extra={"hidden": True})
    """Whether the host has set whether there are hints. By default, a game of one member against computers has them."""
    pace: PaceName = Field(
        "none",
        description="How long everybody has to think: a bank of time, or a number of days for each turn",
        json_schema_extra={"usual": "relaxed", "labels": {**LABELS}},
    )
    ranked: Literal["yes", "no"] = Field(
        "yes",
        description="Whether the game counts for rankings and statistics; a casual game counts nowhere",
        json_schema_extra={"labels": {**RANKED}},
    )
    off: OffName = Field("none", description="Hours in which no clock runs, in the time zone of this server")
    zone: str = Field("UTC", json_schema_extra={"hidden": True})
    """The time zone of the server when the table was opened. It applies to the hours off."""
    match: Literal[3, 5, 7] | None = Field(
        None,
        description="Best of 3, 5 or 7 games against `opponent`; the first player changes with each game",
        json_schema_extra={"seats": "two"},
    )
    match_game: int = Field(1, json_schema_extra={"hidden": True})
    """The number of the game in its match."""
    match_score: tuple[float, float] = Field((0, 0), json_schema_extra={"hidden": True})
    """The score of the match before the game, by seat: 1 for a win, ½ each for any other ending."""
    league: int = Field(0, json_schema_extra={"hidden": True})
    """The league that the game belongs to; 0 for none."""

    @property
    def hours_off(self) -> HoursOff:
        """The hours off."""
        return hours_off(self.off, self.zone)


NO_TERMS = Terms()
"""The terms of a game that began before terms existed."""


@lru_cache(256)
def terms_of(stored: str) -> Terms:
    """Return the terms from their stored JSON."""
    return Terms.model_validate_json(stored)
