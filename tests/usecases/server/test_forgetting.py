"""A forgotten person leaves no trace in any table, and nobody else loses anything."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, make_url, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR
from bot.games import exchange
from bot.storage.engine import forgotten
from bot.storage.engine.backup import backup, restore
from bot.storage.engine.database import Database
from bot.storage.engine.forgotten import ForgottenFile
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_changes import add_change
from bot.storage.queries.server import persons
from bot.storage.queries.server.guilds import export_guild
from bot.storage.queries.statistics import imported_games
from bot.storage.schema import game_tables, metadata
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.notifications import member_settings
from bot.usecases.play import drafts, draw, moves, proposals, resign, undo
from bot.usecases.play.change import Asker
from bot.usecases.privacy import departures, forgetting
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import exports, imports
from bot.usecases.tables import opening, tables, votes
from bot.usecases.time import vacation
from tests.clock import Clock
from tests.databases import postgresql_program
from tests.storage.samples import BIG, everything, row_of

GUILD, ELSEWHERE, CHANNEL, BOT = 1, 9, 2, 77
ADA, BJÖRN, CHIDI = User(911_111_111_111, "Ada Augusta"), User(922_222_222_222, "Björn"), User(933_333_333_333, "Chidi")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(database: Database, clock: Clock, tmp_path: Path) -> Context:
    file = ForgottenFile(tmp_path / "backups" / "games.forgotten")
    return Context(database, clock=clock, deal=list, table_hours=48, forgotten_file=file)


async def begun(context: Context, guild: int = GUILD, *others: User) -> int:
    """A game in which Ada begins: of Pastures with Björn, or of Land with ``others``."""
    if others:
        table = await opening.open_table(context, guild, CHANNEL, ADA, "land", {}, seats=len(others) + 1)
        for other in others:
            table = await tables.join(context, guild, table.id, other)
    else:
        table = await opening.open_table(context, guild, CHANNEL, ADA, "pastures", {"width": 4, "height": 4}, opponent=BJÖRN)
        table = await tables.accept(context, guild, table.id, BJÖRN)
    assert table.game_id is not None
    return table.game_id


async def finished(context: Context, guild: int = GUILD) -> int:
    """A game that Ada has won, with a vote of hers on the next one."""
    game = await begun(context, guild)
    await resign.resign(Asker(context, guild, game, BJÖRN, game))
    row = await queries.read_row(context, game)
    await votes.vote(context, row, ADA.id, "width", 8)
    return game


async def busy(context: Context) -> int:
    """Everything that Ada can do, some of it half done; return her running game."""
    await finished(context)
    game = await begun(context)
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=1001)
    await undo.undo(Asker(context, GUILD, game, ADA, 1002))
    await moves.play(context, GUILD, game, ADA, "a2 f", interaction_id=1003)
    await moves.play(context, GUILD, game, BJÖRN, "d4 w", interaction_id=1004)
    await undo.undo(Asker(context, GUILD, game, ADA, 1005))
    await draw.draw(Asker(context, GUILD, game, BJÖRN, 1006))
    await drafts.keep(context, game, ADA.id, 4, {"square": "b2"})
    await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {})
    await opening.open_table(context, GUILD, CHANNEL, BJÖRN, "pastures", {}, opponent=ADA)
    joined = await opening.open_table(context, GUILD, CHANNEL, BJÖRN, "land", {})
    await tables.join(context, GUILD, joined.id, ADA)
    hosted = await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {})
    await tables.join(context, GUILD, hosted.id, CHIDI)
    closed = await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {})
    await tables.cancel(context, GUILD, closed.id, ADA)
    return game


async def traces(database: Database, user: User) -> list[str]:
    """Every value in the database that has a person's id or name in it."""
    found = await database.read(everything)
    marks = (str(user.id), user.name)
    return [f"{table}: {row}" for table, rows in found.items() for row in rows if any(mark in str(row) for mark in marks)]


async def seats(context: Context, game: int) -> tuple[PlayerRow, ...]:
    return (await queries.read_row(context, game)).players


def test_every_column_that_may_say_who_somebody_is_says_what_becomes_of_it() -> None:
    """A new table cannot be left out: name the fate in the ``info`` of its column."""
    suspicious = re.compile(r"(user|host|opponent|member|player|owner|substitute|author|who)(_id)?$|^(name|what)$")
    silent = [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if suspicious.search(column.name) and "person" not in column.info
    ]
    assert silent == []


@pytest.mark.slow
async def test_no_trace_is_left_of_somebody_who_has_done_everything_and_open_tables_go_on_or_are_closed(
    context: Context,
) -> None:
    await busy(context)
    assert await traces(context.db, ADA)
    others = await traces(context.db, CHIDI)
    await forgetting.forget(context, ADA.id, GUILD)
    assert await traces(context.db, ADA) == []
    assert set(others) <= set(await traces(context.db, CHIDI)), "who has a table now besides"
    assert await context.db.check() == []
    exported = await export_guild(context.db, GUILD)
    assert ADA.name not in json.dumps(exported, ensure_ascii=False)

    async def read(connection: AsyncConnection) -> list[tuple[str, int]]:
        rows = await connection.execute(select(game_tables.c.status, game_tables.c.host_id).order_by(game_tables.c.id))
        return [(row.status, max(0, row.host_id)) for row in rows]

    assert (await context.db.read(read))[2:] == [
        ("cancelled", 0),
        ("declined", BJÖRN.id),
        ("open", BJÖRN.id),
        ("open", CHIDI.id),
        ("cancelled", 0),
    ]


async def test_no_trace_is_left_in_any_table_of_the_schema(context: Context) -> None:
    """Every column that may hold a person holds this one, in tables that no use case fills yet, too."""

    async def fill(connection: AsyncConnection) -> None:
        for number, table in enumerate(metadata.sorted_tables):
            parents: dict[str, object] = {"guild_id": GUILD}
            for column in table.columns:
                for key in column.foreign_keys:
                    parents[column.name] = await connection.scalar(select(key.column))
            row = row_of(table, number, parents)
            for column in table.columns:
                fate = column.info.get("person")
                if fate == "row that begins with it":
                    row[column.name] = f"{ADA.id} resign"
                elif fate is not None:
                    row[column.name] = ADA.name if fate == "name" else ADA.id
            if "status" in row and table.name in ("games", "game_tables"):
                row["status"] = "over"
            await connection.execute(insert(table).values(row))

    await context.db.write(fill)
    about = {table.name for table in metadata.sorted_tables if any("person" in column.info for column in table.columns)}
    assert {trace.partition(":")[0] for trace in await traces(context.db, ADA)} == about
    await forgetting.forget(context, ADA.id, None)
    assert await traces(context.db, ADA) == []


async def test_one_number_takes_their_place_in_all_games_of_a_server_and_the_results_stay(context: Context) -> None:
    games = [await finished(context), await finished(context), await finished(context, ELSEWHERE)]
    before = [[(player.score, player.won) for player in await seats(context, game)] for game in games]
    records = [(await queries.read_log(context, game)).record() for game in games]
    await forgetting.forget(context, ADA.id, None)
    former = [(await seats(context, game))[0] for game in games]
    assert [(player.user_id, player.holder, player.name) for player in former] == [(None, "former", "a former player")] * 3
    assert former[0].holder_number == former[1].holder_number != former[2].holder_number
    assert [[(player.score, player.won) for player in await seats(context, game)] for game in games] == before
    assert [(await queries.read_log(context, game)).record() for game in games] == records


async def exported(context: Context, game: int, guild: int = GUILD) -> bytes:
    """A finished game as the file that anybody of the server may have."""
    return (await exports.export_one(context, guild, game)).data


async def imported(context: Context, data: bytes, guild: int = GUILD) -> str:
    """Chidi imports a file. Return the names that it shows then."""
    found, _ = exchange.read(data)
    kept = await imports.keep(context, guild, CHIDI.id, [game.model_dump_json() for game in found])
    return " and ".join((await imports.find(context, guild, next(iter(kept)))).names)


@pytest.mark.sample(1)
@pytest.mark.parametrize("everywhere", [True, False])
async def test_no_trace_is_left_in_what_another_member_has_exported_and_imported(context: Context, everywhere: bool) -> None:
    file = await exported(context, await finished(context))
    assert await imported(context, file) == "Ada Augusta and Björn"
    assert await traces(context.db, ADA)
    await forgetting.forget(context, ADA.id, None if everywhere else GUILD)
    assert await traces(context.db, ADA) == []
    assert await imported(context, file) == "a former player and Björn", "from the file that Chidi still has"
    assert await traces(context.db, ADA) == []
    assert ADA.name not in gzip.decompress(await exported(context, 1)).decode()


async def test_forgotten_everywhere_is_forgotten_in_files_that_came_from_another_server(context: Context) -> None:
    file = await exported(context, await finished(context))
    assert await imported(context, file, ELSEWHERE) == "Ada Augusta and Björn"
    await forgetting.forget(context, ADA.id, None)
    assert await traces(context.db, ADA) == []
    assert await imported(context, file, ELSEWHERE) == "a former player and Björn"


async def test_forgotten_in_one_server_is_not_forgotten_in_the_files_of_another(context: Context) -> None:
    file = await exported(context, await finished(context, ELSEWHERE), ELSEWHERE)
    await finished(context)
    await forgetting.forget(context, ADA.id, GUILD)
    assert await imported(context, file, ELSEWHERE) == "Ada Augusta and Björn"


async def test_a_name_goes_however_it_was_stored_or_written_in_a_file(context: Context) -> None:
    """She was renamed between two games, and gave a seat away in one of them."""
    game = await finished(context)
    renamed = PlayerRow(1, ADA.id, "Countess  Lovelace")
    await context.db.write(lambda conn: add_change(conn, game, 1, renamed, 5))
    data = json.loads(gzip.decompress(await exported(context, game)))
    data["games"][0]["players"] = [{"name": "Ada\nAugusta"}, {"name": "Countess Lovelace"}]
    file = json.dumps(data).encode()
    assert await imported(context, file) == "Ada Augusta and Countess Lovelace"
    await forgetting.forget(context, ADA.id, GUILD)
    assert await imported(context, file) == "a former player and a former player"


async def test_a_game_that_ended_after_the_forgetting_keeps_the_name(context: Context, clock: Clock) -> None:
    await finished(context)
    await forgetting.forget(context, ADA.id, GUILD)
    clock.now += DAY
    assert await imported(context, await exported(context, await finished(context))) == "Ada Augusta and Björn"


async def test_two_who_are_forgotten_stay_two(context: Context) -> None:
    game = await finished(context)
    await forgetting.forget(context, ADA.id, GUILD)
    await forgetting.forget(context, BJÖRN.id, GUILD)
    one, two = await seats(context, game)
    assert one.holder_number != two.holder_number


async def test_running_games_are_given_up_and_those_with_more_players_go_on(context: Context) -> None:
    two, three = await begun(context), await begun(context, GUILD, BJÖRN, CHIDI)
    assert [row.id for row in await forgetting.list_games_to_give_up(context, ADA.id, GUILD)] == [two, three]
    assert await forgetting.forget(context, ADA.id, GUILD) == 2
    assert [player.won for player in await seats(context, two)] == [False, True]
    log = await queries.read_log(context, three)
    assert not log.row.is_over
    state = log.state()
    assert state.dropped == {next(p.seat for p in log.row.players if p.user_id is None)}
    mover = User(log.row.members([state.seat or 0])[0], "")
    await moves.play(context, GUILD, three, mover, str(next(iter(state.moves()))), interaction_id=5)


async def test_a_server_is_forgotten_without_the_others(context: Context) -> None:
    here, there = await begun(context), await begun(context, ELSEWHERE)
    await forgetting.forget(context, ADA.id, GUILD)
    assert [player.user_id for player in await seats(context, there)] == [ADA.id, BJÖRN.id]
    assert (await queries.read_row(context, here)).is_over
    await moves.play(context, ELSEWHERE, there, ADA, "a1 f", interaction_id=1)


async def test_a_forgotten_member_may_begin_anew(context: Context) -> None:
    old = await finished(context)
    await forgetting.forget(context, ADA.id, GUILD)
    with pytest.raises(Refusal, match="former player"):
        await moves.play(context, GUILD, old, ADA, "a1 f", interaction_id=1)
    new = await begun(context)
    await moves.play(context, GUILD, new, ADA, "a1 f", interaction_id=2)
    assert await forgetting.forget_again(context) == 0, "nothing was put back, so nobody is forgotten again"
    assert [player.user_id for player in await seats(context, new)] == [ADA.id, BJÖRN.id]


async def test_an_open_proposal_survives_that_somebody_who_was_asked_is_forgotten(context: Context) -> None:
    game = await begun(context, GUILD, BJÖRN, CHIDI)
    proposal = (await draw.draw(Asker(context, GUILD, game, BJÖRN, 1))).proposal
    assert proposal is not None
    await forgetting.forget(context, ADA.id, GUILD)
    with pytest.raises(Refusal, match="moved on"):
        await proposals.answer(context, GUILD, proposal.id, CHIDI, agrees=True, interaction_id=2)


async def test_who_is_known_is_found_and_handed_out_everything_of_theirs_and_nothing_of_others(context: Context) -> None:
    game = await busy(context)
    assert await context.db.read(persons.list_persons) == {ADA.id, BJÖRN.id, CHIDI.id}
    assert await context.db.read(lambda conn: persons.list_guilds_of_person(conn, ADA.id)) == [GUILD]
    assert await context.db.read(lambda conn: persons.list_guilds_of_person(conn, BIG)) == []
    data = await forgetting.export_data(context, ADA.id, GUILD)
    text = json.dumps(data, ensure_ascii=False)
    for other in (BJÖRN, CHIDI):
        assert str(other.id) not in text
        assert other.name not in text
    moves_of_hers = [row["text"] for row in data["tables"]["game_log"] if row["game_id"] == game]
    assert moves_of_hers == ["A1 F", "0", "A2 F"]
    assert [row["data"] for row in data["tables"]["drafts"]] == [{"square": "b2"}]
    assert [row["data"] for row in data["tables"]["votes"]] == [{"width": 8}]
    assert (await forgetting.export_data(context, ADA.id, ELSEWHERE))["tables"]["games"] == []
    await forgetting.forget(context, ADA.id, None)
    assert not any((await forgetting.export_data(context, ADA.id, None))["tables"].values())


async def test_what_is_handed_out_of_a_running_game_tells_no_hidden_tile(context: Context) -> None:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "nomads", {}, seats=2)
    table = await tables.join(context, GUILD, table.id, BJÖRN)
    log = await queries.read_log(context, table.game_id or 0)
    while not any(row.seat is None for row in log.rows):
        state = log.state()
        mover = User(log.row.members([state.seat or 0])[0], "")
        await moves.play(context, GUILD, log.row.id, mover, str(next(iter(state.moves()))), interaction_id=log.version)
        log = await queries.read_log(context, log.row.id)
    data = await forgetting.export_data(context, ADA.id, None)
    assert data["tables"]["game_log"]
    assert all(row["seat"] == log.row.seat_of(ADA.id) for row in data["tables"]["game_log"])


async def test_the_list_of_the_forgotten_names_nobody(context: Context) -> None:
    await finished(context)
    await forgetting.forget(context, ADA.id, None)
    assert context.forgotten_file is not None
    text = context.forgotten_file.path.read_text()
    assert str(ADA.id) not in text
    entries = context.forgotten_file.read()
    assert {entry.server for entry in entries} == {GUILD, None}
    assert ADA.name not in text
    assert all(entry.is_of(ADA.id) or entry.is_name(ADA.name) for entry in entries)
    assert not any(entry.is_of(BJÖRN.id) or entry.is_name(BJÖRN.name) for entry in entries)
    with context.forgotten_file.path.open("a") as file:
        file.write('\n{"salt": "torn')
    assert context.forgotten_file.read() == entries, "a line that was not written to its end"
    context.forgotten_file.add([forgotten.make_server_entry(5, 0)])
    assert len(context.forgotten_file.read()) == len(entries) + 1


async def reopened(context: Context, change: Callable[[], Awaitable[object]]) -> Context:
    """The same with the database closed, changed and opened again."""
    await context.db.close()
    await change()
    url = context.db.url.render_as_string(hide_password=False)
    return Context(await Database.open(url), clock=context.clock, deal=list, forgotten_file=context.forgotten_file)


async def backed_up(url: str, folder: Path) -> Callable[[], Awaitable[object]]:
    """Make a backup in the way that the bot names for that database; return how it is put back."""
    if url.startswith("sqlite"):
        made = await backup(url, folder / "backups")
        return lambda: restore(made.path, url)
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    dump = str(folder / "games.dump")
    await asyncio.to_thread(postgresql_program, "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={plain}")
    again = ("--clean", "--if-exists", "--single-transaction", f"--dbname={plain}", dump)
    return lambda: asyncio.to_thread(postgresql_program, "pg_restore", *again)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("everywhere", [True, False])
async def test_a_backup_that_is_put_back_forgets_again(
    database_url: str, clock: Clock, tmp_path: Path, everywhere: bool
) -> None:
    file = ForgottenFile.of(database_url, tmp_path / "backups")
    context = Context(await Database.open(database_url), clock=clock, deal=list, forgotten_file=file)
    game, elsewhere = await busy(context), await finished(context, ELSEWHERE)
    await finished(context, 33)
    file_of_hers = await exported(context, 1)
    await imported(context, file_of_hers)
    put_back = await backed_up(database_url, tmp_path)
    await forgetting.forget(context, ADA.id, None if everywhere else GUILD)
    await departures.save_removal(context, 33, BOT)
    clock.now += departures.KEPT + 1
    assert await departures.delete_departed(context, BOT, gone) == 1
    context = await reopened(context, put_back)
    assert await traces(context.db, ADA), "the backup knows her"
    assert await forgetting.forget_again(context) == 2, "a person and a server"
    assert bool(await traces(context.db, ADA)) is not everywhere
    assert await imported(context, file_of_hers) == "a former player and Björn"
    kept = await context.db.read(lambda conn: imported_games.list_imported_games(conn, {GUILD}))
    assert len(kept) == 2
    assert not any(ADA.name in game.data for game in kept), "in what was put back, neither"
    assert (await seats(context, game))[0].holder == "former"
    assert ((await seats(context, elsewhere))[0].holder == "former") is everywhere
    assert not any((await export_guild(context.db, 33))["tables"].values())
    assert await forgetting.forget_again(context) == 0
    await context.db.close()


async def gone(_: int) -> bool:
    return True


async def test_the_data_of_a_server_that_removed_the_bot_goes_after_30_days(context: Context, clock: Clock) -> None:
    game, other = await finished(context), await finished(context, ELSEWHERE)
    await departures.save_removal(context, GUILD, BOT)
    clock.now += departures.KEPT
    assert await departures.delete_departed(context, BOT, gone) == 0
    clock.now += 1
    assert await departures.delete_departed(context, BOT, gone) == 1
    with pytest.raises(Refusal):
        await queries.read_row(context, game)
    await queries.read_row(context, other)
    assert await departures.delete_departed(context, BOT, gone) == 0


@pytest.mark.parametrize("why", ["it came back", "Discord says so now", "Discord does not say", "another token"])
async def test_the_data_of_a_server_stays_where(context: Context, clock: Clock, why: str) -> None:
    game = await finished(context)
    await departures.save_removal(context, GUILD, BOT)
    if why == "it came back":
        await departures.all_present(context, [GUILD, ELSEWHERE])
    clock.now += departures.KEPT + 1

    async def is_gone(_: int) -> bool | None:
        return {"Discord says so now": False, "Discord does not say": None}.get(why, True)

    bot = BOT + 1 if why == "another token" else BOT
    assert await departures.delete_departed(context, bot, is_gone) == 0
    await queries.read_row(context, game)
    if why == "Discord says so now":
        assert await departures.delete_departed(context, BOT, gone) == 0, "it has come back"


async def test_closed_tables_are_not_kept_for_ever(context: Context, clock: Clock) -> None:
    game = await finished(context)
    waiting = await opening.open_table(context, GUILD, CHANNEL, CHIDI, "land", {})
    clock.now += 48 * HOUR + 30 * DAY
    assert await tables.delete_closed(context) == 0
    clock.now += 1
    assert await tables.delete_closed(context) == 1
    assert (await tables.get(context, waiting.id)).is_open
    await queries.read_row(context, game)


async def test_what_somebody_has_for_all_servers_goes_with_them_and_stays_with_the_others(context: Context) -> None:
    light = {"theme": "light"}
    for user in (ADA, BJÖRN):
        await member_settings.change_own(context, user.id, lambda own: own.model_copy(update=light))
        await vacation.take_vacation(context, user.id, None, vacation.day_of(await vacation.get_plan(context, user.id)))
    await forgetting.forget(context, ADA.id, GUILD)
    assert (await member_settings.get(context, GUILD, ADA.id)).theme == "light", "it is for all servers"
    await forgetting.forget(context, ADA.id, None)
    assert str(ADA.id) not in str(await context.db.read(everything)), "the list of the forgotten does not tell it either"
    assert (await member_settings.get(context, ELSEWHERE, BJÖRN.id)).theme == "light"
    assert len((await vacation.get_plan(context, BJÖRN.id)).coming) == 1
