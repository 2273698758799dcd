"""The check of stored games: replay each with this version of the program, and compare. It changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.engine.database import Database
from bot.storage.queries.play.game_lists import list_games_from
from bot.storage.queries.play.game_log import read_log_since
from bot.storage.queries.play.games import GameRow
from rules import GAMES, State
from rules.words import count

AT_ONCE = 50

Say = Callable[[str], None]


class Replayed(NamedTuple):
    """The numbers of replayed games, and of games that cannot be replayed or have a different stored result."""

    games: int
    wrong: int

    @property
    def is_sound(self) -> bool:
        """Whether there are games, and all of them are correct. A database without games may be the wrong one."""
        return self.games > 0 and self.wrong == 0


async def check_games(database: Database, say: Say) -> Replayed:
    """Print each game that cannot be replayed or has a different stored result. Return the number of games and of errors.

    This includes games with rules that the code does not know. The bot may be running: actions that it adds meanwhile are
    ignored.
    """
    checked = wrong = 0
    first = 0
    while logs := await database.read(lambda connection: _read(connection, first)):  # noqa: B023 - awaited at once
        for log in logs:
            checked += 1
            findings = list(find_differences(log))
            wrong += bool(findings)
            for finding in findings:
                say(f"WRONG {_title(log.row)}: {finding}")
        first = logs[-1].row.id + 1
    if checked:
        say(f"{count(checked, 'game')} replayed, {f'{wrong} of them' if wrong else 'none'} with differences.")
    else:
        say("There is no game in this database, so nothing was checked: is it the right one?")
    return Replayed(checked, wrong)


def find_differences(log: GameLog) -> Iterator[str]:
    """Yield the differences between a game and its log, a sentence each. ``log``: the game's rows up to its version."""
    row = log.row
    if log.version != row.version:
        yield f"its log has {log.version} rows, and {row.version} are expected."
    try:
        state = log.record().replay()
    except Exception as error:  # noqa: BLE001 - the check is meant to find any error of a game's code
        yield f"it does not replay: {error or type(error).__name__}"
        return
    yield from _compare_end(row, state)


def _compare_end(row: GameRow, state: State) -> Iterator[str]:
    """Yield the differences between the position after the log and the stored one, a sentence each."""
    if row.is_over != state.is_over:
        yield f"it is stored as {row.status}, and by its log it is {'over' if state.is_over else 'running'}."
    elif not row.is_over and row.seat != state.seat:
        yield f"seat {row.seat} is to move as stored, and seat {state.seat} by its log."
    elif row.is_over:
        scores = tuple(player.score for player in row.players)
        if scores != state.scores:
            yield f"the stored scores are {_join(scores)}, and those by its log are {_join(state.scores)}."
        winners = tuple(player.seat for player in row.players if player.won)
        if winners != state.winners:
            yield f"the stored winners are {_join(winners)}, and those by its log are {_join(state.winners or ())}."


def _join(numbers: Sequence[int | None]) -> str:
    return ", ".join("none" if number is None else str(number) for number in numbers) or "nobody"


def _title(row: GameRow) -> str:
    kind = GAMES[row.kind].title if row.kind in GAMES else row.kind
    return f"game #{row.id} ({kind}, rules {row.rules}, {row.status})"


async def _read(connection: AsyncConnection, first: int) -> list[GameLog]:
    """Return the next games by id, beginning with ``first``, each with its log up to the version in the game's row."""
    return [
        GameLog(row, (await read_log_since(connection, row.id, 0))[: row.version])
        for row in await list_games_from(connection, first, AT_ONCE)
    ]
