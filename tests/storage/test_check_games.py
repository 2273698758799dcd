"""``check-games``: every game is replayed by the code at hand, and what differs is said."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import ColumnElement, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.__main__ import main
from bot.process.host.check_games import check_games
from bot.storage.engine.database import Database
from bot.storage.queries.play.game_log import LogRow, append_log
from bot.storage.queries.play.games import insert_game, update_position
from bot.storage.queries.seats.players import set_result
from bot.storage.schema import game_log, games, players
from rules import GAMES, State
from tests.inline_sqlite import patch_sqlite

FAREWELL = "replayed, none with differences."


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite run its statements in this thread."""
    patch_sqlite(monkeypatch)


def game_of(kind: str, moves: int | None) -> tuple[State, list[str]]:
    """Play a random game of this many actions, then on to the next decision or the end. Return the last state and the texts."""
    random, texts = Random(kind), list[str]()
    state: State = GAMES[kind].start(2)
    while not state.is_over and (moves is None or len(texts) < moves or state.is_chance):
        choices = [action for action, _ in state.outcomes()] or list(state.moves())
        texts.append(str(random.choice(choices)))
        state = state.play(state.parse(texts[-1]))
    return state, texts


async def keep(connection: AsyncConnection, kind: str, moves: int | None = None, undone: int = 0) -> int:
    """Store a game as the bot does, with some actions that an undo took back. Return its id."""
    state, texts = game_of(kind, moves)
    row = GAMES[kind].start(2)
    game_id = await insert_game(
        connection,
        guild_id=1,
        channel_id=2,
        kind=kind,
        rules=GAMES[kind].version,
        options=row.options.model_dump(mode="json"),
        setup=row.setup,
        seated=[(3, "Ada"), (4, "Björn")],
        now=5,
    )
    entries = [("action", text) for text in texts]
    entries[1:1] = [*[("action", text) for text in texts[1 : 1 + undone]], ("undo", "1")] if undone else []
    rows = [LogRow(number, entry, text, 3) for number, (entry, text) in enumerate(entries, 1)]
    await append_log(connection, game_id, rows, 6)
    await update_position(
        connection, game_id, version=len(rows), seat=state.seat, ending="played" if state.is_over else None, board=False, now=6
    )
    if state.is_over:
        await set_result(connection, game_id, state.scores, state.winners or ())
    return game_id


async def said(database: Database) -> tuple[int, list[str]]:
    lines = list[str]()
    return (await check_games(database, lines.append)).wrong, lines


async def test_games_of_every_kind_running_and_finished_replay(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        for kind in GAMES:
            await keep(connection, kind)
            await keep(connection, kind, 9)
            await keep(connection, kind, 9, undone=3)

    await database.write(work)
    assert await said(database) == (0, [f"{3 * len(GAMES)} games {FAREWELL}"])


async def test_an_empty_database_is_no_success(database: Database) -> None:
    lines = list[str]()
    assert not (await check_games(database, lines.append)).is_sound
    assert lines == ["There is no game in this database, so nothing was checked: is it the right one?"]


async def test_all_pages_of_games_are_replayed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.process.host.check_games.AT_ONCE", 2)

    async def work(connection: AsyncConnection) -> None:
        numbers = [await keep(connection, "pastures", 2) for _ in range(5)]
        await connection.execute(delete(games).where(games.c.id == numbers[2]))

    await database.write(work)
    assert await said(database) == (0, [f"4 games {FAREWELL}"])


def line(number: int) -> ColumnElement[bool]:
    return game_log.c.seq == number


@pytest.mark.parametrize(
    ("wrong", "finding"),
    [
        (
            update(game_log).where(line(3)).values(text="A1 xyz"),
            "does not replay: Action 2 (“A1 xyz”): “xyz” is nothing",
        ),
        (
            update(game_log).where(line(2)).values(text="Z9 F"),
            "does not replay: Action 1 (“Z9 F”): There is no square",
        ),
        (delete(game_log).where(game_log.c.seq == 9), "its log has 8 rows, and 9 are expected."),
        (update(games).values(rules=99), "it does not replay: "),
        (update(games).values(kind="chess"), "it does not replay: "),
        (update(games).values(options=json.dumps({"width": 99})), "it does not replay: "),
        (update(games).values(seat=0), "seat 0 is to move as stored, and seat 1 by its log."),
        (update(games).values(status="over", seat=None), "it is stored as over, and by its log it is running."),
    ],
    ids=["unreadable", "illegal", "short", "rules", "kind", "options", "seat", "status"],
)
async def test_what_differs_in_a_running_game_is_said(database: Database, wrong: object, finding: str) -> None:
    game_id = await database.write(lambda connection: keep(connection, "pastures", 9))
    await database.write(lambda connection: connection.execute(wrong))  # type: ignore[call-overload]
    count, lines = await said(database)
    assert count == 1
    assert lines[0].startswith(f"WRONG game #{game_id} (")
    assert finding in lines[0]
    assert lines[-1] == "1 game replayed, 1 of them with differences."


@pytest.mark.parametrize(
    ("wrong", "finding"),
    [
        (update(players).where(players.c.seat == 0).values(score=1234), "the stored scores are 1234, "),
        (update(players).values(won=0), "the stored winners are nobody, and those by its log are "),
        (update(players).values(score=None), "the stored scores are none, none, and those by its log are "),
    ],
    ids=["score", "winner", "no score"],
)
async def test_another_result_is_said(database: Database, wrong: object, finding: str) -> None:
    await database.write(lambda connection: keep(connection, "territories"))
    await database.write(lambda connection: connection.execute(wrong))  # type: ignore[call-overload]
    count, lines = await said(database)
    assert (count, len(lines)) == (1, 2)
    assert finding in lines[0]


async def test_rows_that_come_meanwhile_are_left_out(database: Database) -> None:
    """A move that is committed between the read of the game and that of its log is not a difference."""

    async def work(connection: AsyncConnection) -> None:
        game_id = await keep(connection, "pastures", 4)
        later = {"game_id": game_id, "seq": 5, "kind": "action", "text": "H8 W", "user_id": 3, "at": 7}
        await connection.execute(insert(game_log), [later])

    await database.write(work)
    assert (await said(database))[0] == 0


async def test_the_check_changes_nothing(database: Database) -> None:
    from tests.storage.samples import everything

    await database.write(lambda connection: keep(connection, "nomads"))
    before = await database.read(everything)
    await said(database)
    assert await database.read(everything) == before


def test_the_command_ends_with_1_where_a_game_differs(
    monkeypatch: pytest.MonkeyPatch, sqlite_file: Path, capsys: pytest.CaptureFixture[str], logging_restored: None
) -> None:
    import asyncio

    monkeypatch.chdir(sqlite_file.parent)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{sqlite_file}")

    async def prepare(*, spoil: bool) -> None:
        database = await Database.open(f"sqlite+aiosqlite:///{sqlite_file}")
        await database.write(lambda connection: keep(connection, "pastures", 3))
        if spoil:
            await database.write(lambda connection: connection.execute(update(games).values(rules=99)))
        await database.close()

    asyncio.run(prepare(spoil=False))
    assert main(["check-games"]) == 0
    assert capsys.readouterr().out == f"1 game {FAREWELL}\n"
    asyncio.run(prepare(spoil=True))
    assert main(["check-games"]) == 1
    assert "2 games replayed, 2 of them with differences." in capsys.readouterr().out
