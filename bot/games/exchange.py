"""Games as files: what ``/export`` writes and ``/import`` reads. Every later version reads what this one writes.

``docs/record-format.md`` is made from these models by ``python -m tools.make_record_format``.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from bot.games.log import actions_that_count
from bot.storage.queries.statistics.results import Finished
from rules import GAMES, IllegalMove, Record
from rules.bad_data import describe_bad_data

_NO_TEXT = ("Cc", "Zl", "Zp")
"""Kinds of characters that control something, or end a line."""
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that nobody sees."""

FORMAT: Literal["land-games"] = "land-games"
VERSION: Literal[1] = 1

MOST_BYTES = 1_000_000
"""Bytes of a file that is imported, as it is sent."""
MOST_PLAIN = 8_000_000
"""Bytes of such a file when it is not compressed any more."""
MOST_ACTIONS = 5_000
"""Actions of a game that is imported, chance included."""
MOST_GAMES = 25
"""Games that are taken from one file."""

MOST_NAME = 100
"""Characters of a player's name."""

_GZIP = zlib.MAX_WBITS | 16


class ExportedPlayer(BaseModel):
    """A player of a game, in the place of their seat."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(min_length=1, max_length=MOST_NAME, description="the name that the server saw")
    score: int | None = Field(None, description="the final score; left out where it is not known")
    won: bool | None = Field(None, description="whether they won or shared the win")


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

    @field_validator("players", mode="before")
    @classmethod
    def _tidy(cls, players: object) -> object:
        """Take names on one line; whoever has none that can be seen is called by their seat."""
        if not isinstance(players, list):
            return players
        return [
            player | {"name": tidy_name(player["name"]) or f"Player {seat}"}
            if isinstance(player, dict) and isinstance(player.get("name"), str)
            else player
            for seat, player in enumerate(players, 1)
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


class BadFile(ValueError):
    """A file that cannot be imported: ``str()`` says why, in a sentence for whoever sent it."""


# ---------------------------------------------------------------------- writing


def export_game(game: Finished, turns: Sequence[ExportedTurn] = ()) -> str:
    """Return a finished game as JSON. ``turns``: the times of those that count."""
    row, actions = game.row, actions_that_count(game.log)
    data: dict[str, Any] = {
        "number": row.id,
        "started": _moment(game.created_at),
        "ended": _moment(game.ended_at),
        "players": [{"name": player.name, "score": player.score, "won": player.won} for player in row.players],
        "record": {
            "game": row.kind,
            "seats": row.seats,
            "options": row.options,
            "setup": row.setup,
            "actions": [action.text for action in actions],
            "rules": row.rules,
        },
        "times": [_moment(game.times[action.seq - 1]) for action in actions],
    }
    if row.pace is not None:
        data |= {"pace": row.terms.pace, "turns": [turn.model_dump(mode="json") for turn in turns]}
    return json.dumps(data, ensure_ascii=False)


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Writer:
    """Writes a compressed file, game by game."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
        self._data = bytearray(self._packer.compress(f'{{"format": "{FORMAT}", "version": {VERSION}, "games": ['.encode()))
        self.games = 0

    def add(self, games: Sequence[str]) -> int:
        """Add games. Return the bytes that the file has so far."""
        for game in games:
            self._data += self._packer.compress(f"{',' if self.games else ''}\n{game}".encode())
            self.games += 1
        self._data += self._packer.flush(zlib.Z_SYNC_FLUSH)
        return len(self._data)

    def finish(self) -> bytes:
        """Return the whole file. Nothing can be added afterwards."""
        return bytes(self._data + self._packer.compress(b"\n]}\n") + self._packer.flush())


# ---------------------------------------------------------------------- reading


def read(data: bytes) -> tuple[list[ExportedGame], int]:
    """Return the first games of a file, each replayed, and how many the file has. Raise BadFile, which says why not.

    A single record, as earlier versions wrote it, is read too.
    """
    found = _load(data)
    if isinstance(found, dict) and "record" not in found and "actions" in found:
        found = {"format": FORMAT, "version": VERSION, "games": [{"players": _nameless(found.get("seats")), "record": found}]}
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadFile("This is not a file of games: `/export` writes such files.")
    if found.get("version") != VERSION:
        raise BadFile(f"This file has version {str(found.get('version'))[:20]} of the format, and I read version {VERSION}.")
    games = found.get("games")
    if not isinstance(games, list) or not games:
        raise BadFile("There is no game in this file.")
    return [_check(game, number) for number, game in enumerate(games[:MOST_GAMES], 1)], len(games)


def _load(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise BadFile(f"This file is too large: {MOST_BYTES // 1000:,} kB are the most that I take.")
    if data[:2] == b"\x1f\x8b":
        data = _unpack(data)
    try:
        found = json.loads(data.decode("utf-8-sig"))
        json.dumps(found, ensure_ascii=False).encode()  # halves of characters, which nothing can write
        return found
    except (ValueError, RecursionError):
        raise BadFile("This file cannot be read: it should be JSON, compressed with gzip or not.") from None


def _unpack(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(_GZIP)
    try:
        plain = unpacker.decompress(data, MOST_PLAIN + 1)
    except zlib.error:
        raise BadFile("This file is damaged: it cannot be unpacked.") from None
    if len(plain) > MOST_PLAIN:
        raise BadFile(f"This file is too large: unpacked it may have {MOST_PLAIN // 1_000_000} MB at most.")
    return plain


def _nameless(seats: object) -> list[dict[str, str]]:
    """Players without names; none for a number of seats that no game has, which the record's own check then refuses."""
    most = max(game.seats[-1] for game in GAMES.values())
    count = seats if isinstance(seats, int) and 0 < seats <= most else 1
    return [{"name": f"Player {seat + 1}"} for seat in range(count)]


def _check(game: Any, number: int) -> ExportedGame:
    """A game of the file, replayed."""
    record = game.get("record") if isinstance(game, dict) else None
    actions = record.get("actions") if isinstance(record, dict) else None
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise BadFile(f"Game {number} of this file has {len(actions):,} actions: {MOST_ACTIONS:,} are the most that I take.")
    try:
        read_game = ExportedGame.model_validate(game)
        if len(read_game.players) != read_game.record.seats:
            raise BadFile(f"Game {number} of this file has not as many players as seats.")
        read_game.record.replay()
    except IllegalMove as refusal:
        raise BadFile(f"Game {number} of this file does not fit the rules. {refusal} (rule {refusal.rule})") from None
    except ValidationError as error:
        raise BadFile(f"Game {number} of this file cannot be read: {describe_bad_data(error)}.") from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError):
        raise BadFile(
            f"Game {number} of this file cannot be read: its set-up or its options are not what they should be."
        ) from None
    return read_game
