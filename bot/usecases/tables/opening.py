"""Opening a table, including tables for a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.common.markdown import jump
from bot.common.terms import Terms
from bot.common.words import Link, Text
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.tables import game_tables as store
from bot.storage.queries.tables.game_tables import GameTable
from bot.usecases import access
from bot.usecases.context import Context, User, as_use_case
from bot.usecases.refusal import Forged, Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from bot.usecases.tables import block_rules, limits, seating
from rules import GAMES, Game
from rules.words import count

MOST_QUOTED = 50
"""Maximum number of characters of a wrong value that a refusal quotes."""


async def open_table(
    context: Context,
    guild_id: int,
    channel_id: int,
    host: User,
    kind: str,
    options: Mapping[str, Any],
    *,
    seats: int | None = None,
    opponent: User | None = None,
    rematch_of: int | None = None,
    setup: Mapping[str, Any] | None = None,
    asked: Mapping[str, Any] = MappingProxyType({}),
    also: Sequence[User] = (),
    parent_id: int | None = None,
) -> GameTable:
    """Open a table where its host and the members ``also`` are seated. The game starts if that fills the seats.

    Members of ``also`` with a block between them and another member at the table are not seated.

    ``asked``: the terms chosen by the host; the others are the server's settings. ``parent_id``: the channel of the thread
    ``channel_id``.

    Raise Refusal for options, seats or an opponent that are not allowed.
    """
    game = GAMES[kind]
    _check_asked(kind, asked, is_named=opponent is not None or rematch_of is not None)
    chosen = check_options(game, options, seats, setup)
    if opponent is not None and opponent.id == host.id:
        raise Refusal("You cannot play against yourself: name somebody else, or leave `opponent` out.")
    if game.seats[-1] == game.seats[0]:
        seats = game.seats[0]
    elif seats is None and asked.get("computers"):
        seats = 1 + len(also) + asked["computers"]
        chosen = check_options(game, options, seats, setup)
    now = context.clock()

    async def work(conn: AsyncConnection) -> GameTable:
        if rematch_of is not None:
            await games.get_game(conn, rematch_of, guild_id, lock=True)
            if (next_table := await store.find_rematch(conn, rematch_of)) is not None:
                raise Refusal(explain_already_again(next_table))
        settings = await guild_settings.read(conn, guild_id)
        access.to_play_here(settings, channel_id, parent_id)
        await limits.to_open(conn, guild_id, host.id, context.limits)
        await limits.to_sit(conn, guild_id, host.id, context.limits)
        await limits.to_invite(conn, host.id, None if opponent is None else opponent.id, now, rematch_of=rematch_of)
        if opponent is not None:
            await block_rules.to_invite(conn, host.id, opponent.id)
            await limits.to_sit(conn, guild_id, opponent.id, context.limits, is_me=False)
        table_id = await store.insert_table(
            conn,
            guild_id=guild_id,
            channel_id=channel_id,
            host=host,
            kind=kind,
            options=chosen,
            setup=setup or {},
            terms=_terms(asked, settings, 1 + len(also), seats or game.seats[-1]),
            seats=seats,
            opponent_id=opponent.id if opponent else None,
            rematch_of=rematch_of,
            now=now,
            expires_at=now + context.table_hours * HOUR,
        )
        await context.schedule.schedule(conn, "table", now + context.table_hours * HOUR, guild_id=guild_id, table_id=table_id)
        table = await seating.get_table_of(conn, guild_id, table_id)
        for user in also:
            if await block_rules.may_meet(conn, user.id, [member for member, _ in table.members]):
                table = await seating.seat(context, conn, table, user)
        if table.is_open:
            table = await seating.start_if_full(context, conn, table)
        return await seating.update_message(context, conn, table)

    return await seating.run(context, work, host, "table opened")


async def open_rematch(
    context: Context, row: GameRow, host: User, channel_id: int, parent_id: int | None = None, level: int | None = None
) -> GameTable:
    """Open the table for the next game of the same players, by the same rules; two players swap seats.

    ``level``: of the computers; if it is left out, the same as before. Raise Refusal for anybody but a player.
    """
    access.to_play_again(row, host.id)
    others = [User(p.user_id, p.name) for p in row.players if p.user_id not in (None, host.id)]
    two = GAMES[row.kind].seats[-1] == 2
    computers = {"computers": len(row.computers(range(row.seats)))}
    return await open_table(
        context,
        row.guild_id,
        channel_id,
        host,
        row.kind,
        row.options,
        seats=None if two else len(row.players),
        opponent=others[0] if two and others else None,
        rematch_of=row.id,
        setup=row.setup,
        asked=row.terms.model_dump() | computers | ({} if level is None else {"level": level}),
        parent_id=parent_id,
    )


def _check_asked(kind: str, asked: Mapping[str, Any], *, is_named: bool) -> None:
    """Raise Refusal for computers in a game that they cannot play, and for a match without any opponent."""
    if asked.get("computers") or asked.get("hints"):
        access.to_use_computer(kind)
    if asked.get("match") and not asked.get("computers") and not is_named:
        raise Refusal("A match needs an `opponent`: name one.")


find_next_table = as_use_case(store.find_rematch)


def explain_already_again(table: GameTable) -> Text:
    """Return the reason why no table is opened after a game that already has this next one."""
    if not table.is_open:
        return Text("The next game has started already.")
    where = "it" if table.message_id is None else Link("it", jump(table.guild_id, table.channel_id, table.message_id))
    return Text("A table for the next game is open already: join {table}, or have its host cancel it.", table=where)


def _terms(asked: Mapping[str, Any], settings: GuildSettings, members: int, most: int) -> Terms:
    """Return the terms of a new table. Raise Refusal if more computers are requested than seats are open."""
    terms = choose_terms(asked, settings)
    if members + terms.computers > most:
        raise Refusal("There are {seats} seats, with room for {free}.", seats=most, free=count(most - members, "computer"))
    return terms


def check_options(
    game: Game[Any], options: Mapping[str, Any], seats: int | None, setup: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the options, completed with defaults.

    Raise Refusal if the options, the number of seats or the set-up do not fit the game.
    """
    try:
        chosen = game.Options.model_validate(dict(options))
        game.start(seats or game.seats[0], chosen, setup)
    except ValueError as error:
        raise Refusal(seating.explain(error)) from None
    return chosen.model_dump(mode="json")


def choose_terms(asked: Mapping[str, Any], settings: GuildSettings) -> Terms:
    """Return the terms chosen by the host, completed with the server's settings and then with the defaults."""
    chosen: dict[str, Any] = {}
    for name, field in Terms.model_fields.items():
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        if extra.get("hidden"):  # terms of a single game, not carried over to the next
            continue
        usual = extra.get("usual", field.default)
        of_server = getattr(settings, name, None)
        chosen[name] = asked[name] if asked.get(name) is not None else usual if of_server is None else of_server
    chosen["hints_chosen"] = asked.get("hints") is not None
    chosen["zone"] = settings.time_zone or "UTC"
    try:
        return Terms(**chosen)
    except ValidationError as error:
        wrong = error.errors()[0]
        name, value = str(wrong["loc"][0]), str(wrong["input"])[:MOST_QUOTED]
        raise Forged("`{name}` cannot be `{value}`: choose from its list.", name=name, value=value) from None
