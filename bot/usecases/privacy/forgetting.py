"""Forgetting a person, or a server that has removed the bot. It is repeated after an old backup was restored."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.home import is_home
from bot.games.log import GameLog
from bot.storage.engine import forgotten
from bot.storage.engine.forgotten import Entry
from bot.storage.queries.learning.server_puzzles import delete_puzzles_of
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.server import guilds, persons
from bot.storage.queries.server.guilds import delete_guild_rows
from bot.usecases.context import Context, as_use_case, write_transaction
from bot.usecases.league import joining
from bot.usecases.play import resign
from bot.usecases.play.change import keep_committed, load
from bot.usecases.server.forgotten_names import forget_names, remove_names
from bot.usecases.tables import tables

logger = logging.getLogger(__name__)


export_data = as_use_case(persons.export_person)


async def list_games_to_give_up(context: Context, user_id: int, guild_id: int | None) -> list[GameRow]:
    """Return the running games that a person would resign by being forgotten, by number.

    Games at their home are left out: they are deleted.
    """

    async def work(conn: AsyncConnection) -> list[GameLog]:
        found = await persons.list_running_games_of_person(conn, user_id, guild_id)
        return [await load(context, conn, guild, game) for guild, game in found]

    logs = await context.db.read(work)
    return [log.row for log in logs if log.row.seat_of(user_id) not in log.state().dropped]


async def forget(context: Context, user_id: int, guild_id: int | None) -> int:
    """Forget a person in a server, or everywhere. Return the number of running games that were resigned.

    Each server is one transaction. Repeating it is safe: it continues after an interruption.
    """
    if guild_id is None:  # first, so that no name is missed if a later step fails
        await context.db.write(lambda conn: _forget_names(conn, user_id, None, context.clock()))
    wanted = await _guilds_of(context, user_id) if guild_id is None else [guild_id]
    given_up = 0
    for guild in wanted:
        given_up += await _forget_in(context, user_id, guild, forgotten.make_person_entry(user_id, guild, context.clock()))
    if guild_id is None:
        await _forget_elsewhere(context, user_id, forgotten.make_person_entry(user_id, None, context.clock()))
    logger.info("a person was forgotten", extra={"guild": guild_id, "guilds": len(wanted), "games": given_up})
    await save_list(context)
    crash_point("forget.listed")
    return given_up


_guilds_of = as_use_case(persons.list_guilds_of_person)


async def _forget_names(conn: AsyncConnection, user_id: int, guild_id: int | None, at: int) -> None:
    await forget_names(conn, await persons.list_names_of_person(conn, user_id, guild_id), guild_id, at)


async def _forget_in(context: Context, user_id: int, guild_id: int, entry: Entry) -> int:
    """Forget a person in a server. Their home gets no entry in the list, because its id would identify them."""
    if is_home(guild_id):
        await context.db.write(lambda conn: delete_guild_rows(conn, guild_id))
        return 0

    async def work(conn: AsyncConnection) -> list[GameLog]:
        crash_point("forget.begun")
        await tables.leave_all(context, conn, guild_id, user_id)
        await joining.leave_all(context, conn, guild_id, user_id)
        logs, seen = [], set[int]()
        while new := [g for _, g in await persons.list_running_games_of_person(conn, user_id, guild_id) if g not in seen]:
            for game_id in new:  # resigning a game of a match may begin the next game of it
                seen.add(game_id)
                log = await load(context, conn, guild_id, game_id, lock=True)
                seat = log.row.seat_of(user_id)
                if seat is not None and not log.row.is_over and seat not in log.state().dropped:
                    await resign.give_up(context, conn, log, seat)
                    logs.append(log)
        crash_point("forget.given-up")
        await _forget_names(conn, user_id, guild_id, entry.at)
        await delete_puzzles_of(conn, guild_id, user_id)
        await persons.forget_person(conn, user_id, guild_id)
        await forgotten.add_entry(conn, entry)
        crash_point("forget.committing")
        return logs

    logs = await context.db.write(work)
    crash_point("forget.committed")
    for log in logs:
        keep_committed(context, log)
    return len(logs)


@write_transaction
async def _forget_elsewhere(context: Context, conn: AsyncConnection, user_id: int, entry: Entry) -> None:
    await persons.forget_person_outside_guilds(conn, user_id)
    await forgotten.add_entry(conn, entry)


async def forget_departed_server(context: Context, guild_id: int) -> bool:
    """Delete everything of a server that has removed the bot, permanently. Return whether the bot was still away."""

    async def work(conn: AsyncConnection) -> bool:
        if guild_id not in await guilds.list_all_departed(conn):
            return False
        await delete_guild_rows(conn, guild_id)
        await forgotten.add_entry(conn, forgotten.make_server_entry(guild_id, context.clock()))
        return True

    deleted = await context.db.write(work)
    await save_list(context)
    return deleted


async def save_list(context: Context) -> bool:
    """Update the file with the list of forgotten data. Return whether it is complete. The list in the database always is."""
    file = context.forgotten_file
    if file is None:
        return True
    known = await context.db.read(forgotten.read_entries)
    try:
        await asyncio.to_thread(file.add, known)
    except OSError as error:
        logger.error("the list of forgotten data cannot be written next to the backups: %s", error)
        return False
    return True


async def forget_again(context: Context) -> int:
    """Forget again the entries of the file that the database lacks, after it was restored from an old backup.

    Return the number of persons and servers forgotten again. Call this before the bot serves anybody.
    """
    if context.forgotten_file is None:
        return 0
    known = {entry.salt for entry in await context.db.read(forgotten.read_entries)}
    try:
        listed = await asyncio.to_thread(context.forgotten_file.read)
    except OSError as error:
        logger.error("the list of forgotten data cannot be read next to the backups: %s", error)
        return 0
    missing = [entry for entry in listed if entry.salt not in known]
    everybody = await context.db.read(persons.list_persons) if missing else set()
    again: set[tuple[str, int]] = set()
    for entry in missing:
        again |= await _forget_entry(context, entry, everybody)
    if missing:
        await context.db.write(lambda conn: remove_names(conn, [entry for entry in missing if entry.digest is not None]))
    if again:
        logger.warning("forgotten again, for this database is from an older backup", extra={"count": len(again)})
    await save_list(context)
    return len(again)


async def _forget_entry(context: Context, entry: Entry, everybody: set[int]) -> set[tuple[str, int]]:
    """Forget the data of one entry of the list. Return the person or the server if the database had any."""
    if entry.digest is None:

        async def work(conn: AsyncConnection) -> int:
            await forgotten.add_entry(conn, entry)
            return sum((await delete_guild_rows(conn, entry.server or 0)).values())

        return {("server", entry.server or 0)} if await context.db.write(work) else set()
    found = [user_id for user_id in everybody if entry.is_of(user_id)]
    for user_id in found:
        if entry.server is None:
            await context.db.write(lambda conn: _forget_names(conn, user_id, None, entry.at))  # noqa: B023 - awaited at once
            for guild in await _guilds_of(context, user_id):
                await _forget_in(context, user_id, guild, entry)
            await _forget_elsewhere(context, user_id, entry)
        else:
            await _forget_in(context, user_id, entry.server, entry)
    if not found:
        await context.db.write(lambda conn: forgotten.add_entry(conn, entry))
    return {("person", user_id) for user_id in found}
