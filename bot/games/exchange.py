"""Games as files: written by ``/export`` and read by ``/import``. Every later version can read the files of this one.

The format itself is in ``bot.games.file_format``.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from pydantic import ValidationError

from bot.games.file_format import FORMAT, VERSION, ExportedGame, ExportedTurn
from bot.games.log import actions_that_count, make_record_fields
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.seats.holders import Holder, level_of
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.statistics.results import Finished
from rules import GAMES, IllegalMove
from rules.bad_data import describe_bad_data

MOST_BYTES = 1_000_000
"""The maximum size of an imported file in bytes, possibly compressed."""
MOST_PLAIN = 8_000_000
"""The maximum size of an imported file in bytes after decompression."""
MOST_ACTIONS = 5_000
"""Maximum number of actions of an imported game, including chance."""
MOST_GAMES = 25
"""Maximum number of games imported from one file."""

_GZIP = zlib.MAX_WBITS | 16


class BadFile(ValueError):
    """A file that cannot be imported. ``str()`` is a sentence for its sender that gives the reason."""


# ---------------------------------------------------------------------- writing


@dataclass(frozen=True, slots=True)
class Beside:
    """The data about a game that is not in its log."""

    turns: Sequence[ExportedTurn] = ()
    """The times of the turns that were not undone."""
    held: Mapping[int, Sequence[Holder]] = field(default_factory=dict)
    """The holders of each seat, in order."""
    hints: Sequence[tuple[int, int]] = ()
    """The hints used: the version of the log, and the seat that asked."""


def export_game(game: Finished, beside: Beside | None = None, persons: dict[int, int] | None = None) -> str:
    """Return a finished game as JSON. ``persons``: the numbers of persons in this file; those of the game are added to it."""
    row, actions, beside = game.row, actions_that_count(game.log), beside or Beside()
    holders, changes = _describe_holders(row.players, actions, beside.held, {} if persons is None else persons)
    data: dict[str, Any] = {
        "number": row.id,
        "started": format_time(row.created_at),
        "ended": format_time(game.ended_at),
        "ranked": row.counts,
        "players": [
            {"name": player.name, "score": player.score, "won": player.won, **who}
            for player, who in zip(row.players, holders, strict=True)
        ],
        "record": make_record_fields(row, actions),
        "times": [format_time(game.times[action.seq - 1]) for action in actions],
        "changes": changes,
        "hints": [{"after": _count_before(actions, version), "seat": seat} for version, seat in beside.hints],
        "stand_ins": [
            {"after": number, "seat": action.seat, "level": action.level}
            for number, action in enumerate(actions)
            if action.level is not None
        ],
    }
    if row.pace is not None:
        data |= {"pace": row.terms.pace, "turns": [turn.model_dump(mode="json") for turn in beside.turns]}
    return json.dumps(data, ensure_ascii=False)


def format_time(milliseconds: int) -> str:
    """Return a time in the form of the file, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _describe_holders(
    players: Sequence[PlayerRow], actions: Sequence[LogRow], held: Mapping[int, Sequence[Holder]], persons: dict[int, int]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the last holder of each seat, and the changes of holders."""
    changes, last = list[dict[str, Any]](), list[dict[str, Any]]()
    for player in players:
        holders = held.get(player.seat, ())
        last.append(_describe_holder(holders[-1], persons) if holders else {})
        for before, after in pairwise(holders):
            when = {"after": _count_before(actions, after.since), "seat": player.seat}
            changes.append({**when, "name": before.name, **_describe_holder(before, persons)})
    return last, sorted(changes, key=lambda change: change["after"])


def _describe_holder(holder: Holder, persons: dict[int, int]) -> dict[str, Any]:
    """Return the description of a holder. It never contains their id, only a number that is specific to this file."""
    return {"holder": holder.holder, **identify(holder.who, persons)}


def identify(who: int, persons: dict[int, int]) -> dict[str, int]:
    """Return the number of a person in the file, or the level of a computer. ``who``: their number in the statistics."""
    level = level_of(who)
    return {"person": persons.setdefault(who, len(persons) + 1)} if level is None else {"level": level}


def _count_before(actions: Sequence[LogRow], version: int) -> int:
    """Return how many actions of the record are included in a version of the log."""
    return sum(action.seq <= version for action in actions)


class Writer:
    """Writes a compressed file, game by game."""

    def __init__(self) -> None:
        self.persons: dict[int, int] = {}
        """The number of each person in this file, by id."""
        self._packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
        self._data = bytearray(self._packer.compress(f'{{"format": "{FORMAT}", "version": {VERSION}, "games": ['.encode()))
        self.games = 0

    def add(self, games: Sequence[str]) -> int:
        """Add games. Return the size of the file so far in bytes."""
        for game in games:
            self._data += self._packer.compress(f"{',' if self.games else ''}\n{game}".encode())
            self.games += 1
        self._data += self._packer.flush(zlib.Z_SYNC_FLUSH)
        return len(self._data)

    def finish(self, leagues: Sequence[str] = ()) -> bytes:
        """Return the whole file, with leagues at its end. Nothing can be added afterwards."""
        end = f'\n], "leagues": [{",".join(leagues)}]}}\n' if leagues else "\n]}\n"
        return bytes(self._data + self._packer.compress(end.encode()) + self._packer.flush())


# ---------------------------------------------------------------------- reading


def read(data: bytes) -> tuple[list[ExportedGame], int]:
    """Return the first games of a file, each checked by replaying it, and the number of games in the file.

    A single record, the format of earlier versions, is accepted too. Raise BadFile, which gives the reason, if the file is
    invalid.
    """
    found = _load(data)
    if isinstance(found, dict) and "record" not in found and "actions" in found:
        found = {"format": FORMAT, "version": VERSION, "games": [{"players": _nameless(found.get("seats")), "record": found}]}
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("version"), int):
        raise BadFile("This is not a file of games: `/export` writes such files.")
    if found["version"] != VERSION:
        raise BadFile(f"This file has version {str(found['version'])[:20]} of the format, and I read version {VERSION}.")
    games = found.get("games")
    if not isinstance(games, list) or not games:
        raise BadFile("There is no game in this file.")
    return [_check(game, number) for number, game in enumerate(games[:MOST_GAMES], 1)], len(games)


def _load(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise BadFile(f"This file is too large: I take at most {MOST_BYTES // 1000:,} kB.")
    if data[:2] == b"\x1f\x8b":
        data = _unpack(data)
    try:
        found = json.loads(data.decode("utf-8-sig"))
        json.dumps(found, ensure_ascii=False).encode()  # rejects lone surrogates, which cannot be encoded
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
        raise BadFile(f"This file is too large: unpacked, I take at most {MOST_PLAIN // 1_000_000} MB.")
    return plain


def _nameless(seats: object) -> list[dict[str, str]]:
    """Return unnamed players for a number of seats.

    For an impossible number, return one player, so that the check of the record refuses it.
    """
    most = max(game.seats[-1] for game in GAMES.values())
    count = seats if isinstance(seats, int) and 0 < seats <= most else 1
    return [{"name": f"Player {seat + 1}"} for seat in range(count)]


def _check(game: Any, number: int) -> ExportedGame:
    """Return a game of the file after replaying it. Raise BadFile if it is invalid."""
    record = game.get("record") if isinstance(game, dict) else None
    actions = record.get("actions") if isinstance(record, dict) else None
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise BadFile(f"Game {number} of this file has {len(actions):,} actions: I take at most {MOST_ACTIONS:,}.")
    try:
        read_game = ExportedGame.model_validate(game)
        if len(read_game.players) != read_game.record.seats:
            raise BadFile(f"Game {number} of this file has more or fewer players than seats.")
        read_game.record.replay()
    except IllegalMove as refusal:
        raise BadFile(f"Game {number} of this file does not fit the rules. {refusal} (rule {refusal.rule})") from None
    except ValidationError as error:
        raise BadFile(f"Game {number} of this file cannot be read: {describe_bad_data(error)}.") from None
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError):
        raise BadFile(f"Game {number} of this file cannot be read: its set-up or its options are invalid.") from None
    return read_game
