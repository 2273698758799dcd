"""Queries that change nothing: the state of a game, lists of games, and finding the game that a command refers to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists
from bot.storage.queries.play import games as store
from bot.storage.queries.play.board_data import read_with_board_data
from bot.storage.queries.play.games import GameRow, Messages
from bot.storage.queries.play.lines import Armed
from bot.storage.queries.play.private import read_private
from bot.storage.queries.play.writing import Remark, get_remarks
from bot.storage.queries.seats.seat_changes import SeatChange, get_changes
from bot.storage.queries.tables.game_tables import GameTable, get_table, list_open_tables_of
from bot.storage.queries.time.clocks import VACATION, ClockRow, get_last_clock, get_last_clocks, get_vacation_end
from bot.usecases.context import Context, as_use_case, read_transaction
from bot.usecases.notifications import member_settings
from bot.usecases.play.change import NO_GAME, load
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from rules import GAMES, State

NONE_HERE = "You have no running game in this channel. Start one with `/newgame`."


@dataclass(frozen=True, slots=True)
class GameView:
    """A game in its current state, with everything that an answer to one member needs, read in one transaction."""

    log: GameLog
    state: State
    clock: ClockRow | None = None
    theme: str | None = None
    """The theme of pictures that the member alone sees; ``None``: the bot's default."""
    draft: Mapping[str, str] = field(default_factory=dict)
    """The member's choices in the panel that were not sent."""
    armed: Armed | None = None
    away_until: int | None = None
    """The end of the vacation of the player to move; ``None`` if no clock is stopped for one."""
    note: str = ""

    @property
    def row(self) -> GameRow:
        """The game itself."""
        return self.log.row

    @property
    def version(self) -> int:
        """The number of rows of the log."""
        return self.log.version


class SeveralGames(Refusal):
    """A refusal: several games match a command."""

    def __init__(self, rows: Sequence[GameRow], several: str) -> None:
        self.rows = rows
        super().__init__(f"{several}: {self.names()}. Choose one with the option `game`.")

    def names(self) -> str:
        """Return the games by number and title."""
        return ", ".join(f"#{row.id} {GAMES[row.kind].title}" for row in self.rows[:10])


async def view_game(context: Context, guild_id: int | None, game_id: int, user_id: int | None = None) -> GameView:
    """Return a game's current state, with the member's own data.

    Raise Refusal if there is no such game in the server (``None``: in any server).
    """
    return await _view(context, lambda conn: load(context, conn, guild_id, game_id), user_id)


async def view_chosen_game(context: Context, guild_id: int, channel_id: int, user_id: int, game_id: int | None) -> GameView:
    """Return the game that a command means (see :func:`choose_game`), with the member's own data."""

    async def find(conn: AsyncConnection) -> GameLog:
        row = choose(await find_candidates(conn, guild_id, channel_id, user_id, game_id), user_id, game_id)
        return await context.cache.load(conn, row)

    return await _view(context, find, user_id)


async def _view(context: Context, find: Callable[[AsyncConnection], Awaitable[GameLog]], user_id: int | None) -> GameView:
    async def look(conn: AsyncConnection) -> GameView:
        log = await find(conn)
        row = log.row
        clock = await get_last_clock(conn, row)
        away_until = await _away_until(context, conn, row, clock)
        if user_id is None:
            return GameView(log, log.state(), clock, away_until=away_until)
        found = await read_private(conn, row.guild_id, row.id, row.version, user_id)
        theme = member_settings.merge(found.own, found.member).theme or guild_settings.parse(found.server).theme
        return GameView(log, log.state(), clock, theme, found.draft, found.armed, away_until, found.note)

    found = await context.db.read(look)
    context.cache.keep(found.log)
    return found


async def read_row(context: Context, game_id: int) -> GameRow:
    """Return a game of any server, without its log. Raise Refusal if there is none."""
    found = await context.db.read(lambda conn: store.get_game(conn, game_id, None))
    if found is None:
        raise Refusal(NO_GAME)
    return found


async def read_log(context: Context, game_id: int) -> GameLog:
    """Return the log of a game of any server, for the bot's own posts. Raise Refusal if there is none."""
    return await context.db.read(lambda conn: load(context, conn, None, game_id))


class ForBoard(NamedTuple):
    """The data of a board message."""

    log: GameLog
    changes: Sequence[SeatChange]
    """The former holders of the seats, the oldest change first."""
    clock: ClockRow | None
    settings: GuildSettings
    away_until: int | None
    """The end of the vacation of the player to move; ``None`` if no clock is stopped for one."""
    dropped: bool
    """Whether a premove of the player to move was dropped."""
    remarks: Sequence[Remark]
    messages: Messages
    """The game's messages before this board is sent."""


async def read_board_within(context: Context, conn: AsyncConnection, game_id: int) -> ForBoard:
    """Return the data of a board message, within a transaction. Raise Refusal if there is no game."""
    found = await read_with_board_data(conn, game_id)
    if found is None:
        raise Refusal(NO_GAME)
    log, around = await context.cache.load(conn, found[0]), found[1]
    changes = await get_changes(conn, game_id) if around.changed_hands else []
    away_until = await _away_until(context, conn, log.row, around.clock)
    settings = guild_settings.parse(around.settings)
    remarks = await get_remarks(conn, game_id) if around.said and settings.words is None else ()
    return ForBoard(log, changes, around.clock, settings, away_until, around.dropped, remarks, around.messages)


read_board = read_transaction(read_board_within)


async def _away_until(context: Context, conn: AsyncConnection, row: GameRow, clock: ClockRow | None) -> int | None:
    """Return the end of the vacation for which a clock is stopped; ``None`` if it is not stopped for one."""
    if clock is None or clock.seat is None or clock.why != VACATION:
        return None
    return await get_vacation_end(conn, row.players[clock.seat].user_id, context.clock())


class Shown(NamedTuple):
    """The content of a board: the position at the version ``end``, and the moves since ``start``."""

    start: int
    end: int
    note: str | None = None
    """The reason why the board is in the channel, if one was given."""
    said_after: int = 0
    """Comments from before this time (ms since 1970) are left out."""


find_payload = as_use_case(posts.find_posted)


async def find_shown(context: Context, log: GameLog, message_id: int) -> Shown:
    """Return the content of the board in a message; if that is no longer known, the last turn of the game."""
    found = await context.db.read(lambda conn: posts.find_posted(conn, log.row.id, message_id))
    if found is not None:
        return Shown(found["start"], found["end"], found.get("note"), found.get("said_after", 0))
    return Shown(log.last_turn(), log.row.board_version or 0)


async def choose_game(
    context: Context, guild_id: int, channel_id: int, user_id: int, game_id: int | None, *, to_move: bool = False
) -> GameRow:
    """Return the game that a command means: the one named, else the user's only one in the channel.

    With ``to_move`` also the only one there in which the user is to move. Raise Refusal if none or several games are left.
    """
    found = await context.db.read(lambda conn: find_candidates(conn, guild_id, channel_id, user_id, game_id))
    return choose(found, user_id, game_id, to_move=to_move)


async def find_candidates(
    conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int, game_id: int | None
) -> list[GameRow]:
    """Return the games that a command could mean: the one named, else the user's running ones in the channel."""
    if game_id is None:
        return await game_lists.list_games_in_channel(conn, guild_id, channel_id, user_id)
    named = await store.get_game(conn, game_id, guild_id)
    return [] if named is None else [named]


def choose(found: list[GameRow], user_id: int, game_id: int | None, *, to_move: bool = False) -> GameRow:
    """Return the only game among those that a command could mean. Raise Refusal if there are none or several.

    With ``to_move`` also the only one in which the user is to move.
    """
    if not found and game_id is not None:
        raise Refusal(NO_GAME)
    if not found:
        raise Refusal(NONE_HERE)
    if to_move and len(found) > 1:
        mine = [row for row in found if row.waits_for(user_id)]
        found = mine if len(mine) == 1 else found
    return get_only(found, "You have several games in this channel")


def sort_waiting(rows: Sequence[GameRow], user_id: int) -> list[GameRow]:
    """Return the games sorted: those that wait for the user's move first, the longest waiting at the top."""
    return sorted(rows, key=lambda row: (not row.waits_for(user_id), row.updated_at, row.id))


class WaitingGames(NamedTuple):
    """The game chosen for a command without a number, and the other candidates."""

    view: GameView
    others: Sequence[GameRow]


async def view_waiting_game(
    context: Context, guild_id: int, channel_id: int, user_id: int, game_id: int | None, *, of_others: bool = False
) -> WaitingGames:
    """Return the named game, otherwise the user's game in the channel that has waited longest for them.

    With ``of_others``, if the user has no game there, any game in the channel. Raise Refusal if there is none.
    """
    others: list[GameRow] = []

    async def find(conn: AsyncConnection) -> GameLog:
        found = await find_candidates(conn, guild_id, channel_id, user_id, game_id)
        rows = sort_waiting(found, user_id) if game_id is None else found
        if of_others and not rows and game_id is None:
            rows = await game_lists.list_games_in_channel(conn, guild_id, channel_id, None)
        others[:] = rows[1:]
        return await context.cache.load(conn, rows[0] if rows else choose(rows, user_id, game_id))

    return WaitingGames(await _view(context, find, user_id), others)


async def get_only_adjourned(context: Context, guild_id: int, user_id: int) -> GameRow:
    """Return the user's only adjourned game in a server. Raise Refusal if there is none, or several."""
    found = await list_adjourned_games(context, guild_id, user_id)
    if not found:
        raise Refusal("You have no adjourned game in this server.")
    return get_only(found, "You have several adjourned games")


async def list_adjourned_games(context: Context, guild_id: int, user_id: int) -> list[GameRow]:
    """Return the user's adjourned games in a server, most recently played first."""
    return await context.db.read(lambda conn: game_lists.list_games_in_guild(conn, guild_id, user_id, status="adjourned"))


@read_transaction
async def list_own_tables(context: Context, conn: AsyncConnection, guild_id: int | None, user_id: int) -> list[GameTable]:
    """Return the posted open tables of a server (``None``: all) at which a user sits or to which they are invited."""
    found = [await get_table(conn, each) for each in await list_open_tables_of(conn, guild_id, user_id)]
    return [table for table in found if table is not None and table.message_id is not None]


async def get_clocks(context: Context, rows: Sequence[GameRow]) -> dict[int, ClockRow]:
    """Return the clocks of the given games, by the game's id; games without a clock are left out."""
    return await context.db.read(lambda conn: get_last_clocks(conn, rows)) if rows else {}


def get_only(rows: Sequence[GameRow], several: str) -> GameRow:
    """Return the only game of ``rows``. Raise SeveralGames, which lists them, if there are more."""
    if len(rows) == 1:
        return rows[0]
    raise SeveralGames(rows, several)


async def list_channel_games(
    context: Context, guild_id: int, channel_id: int, user_id: int | None, *, over: bool = False
) -> list[GameRow]:
    """Return the running (or finished) games of a channel, newest first; with ``user_id`` those of the user."""
    return await context.db.read(lambda conn: game_lists.list_games_in_channel(conn, guild_id, channel_id, user_id, over=over))


async def list_waiting_games(context: Context, guild_id: int, channel_id: int, user_id: int) -> list[GameRow]:
    """Return the user's running games in a channel, sorted by :func:`sort_waiting`. Raise Refusal if there are none."""
    found = await list_channel_games(context, guild_id, channel_id, user_id)
    if not found:
        raise Refusal(NONE_HERE)
    return sort_waiting(found, user_id)


async def list_guild_games(context: Context, guild_id: int, user_id: int | None, *, over: bool = False) -> list[GameRow]:
    """Return the running (or finished) games of a server, most recently played first; with ``user_id`` the user's."""
    status = "over" if over else "running"
    return await context.db.read(lambda conn: game_lists.list_games_in_guild(conn, guild_id, user_id, status=status))


list_user_games = as_use_case(game_lists.list_games_of_user)


count_elsewhere = as_use_case(game_lists.count_running_elsewhere)


list_finished_games = as_use_case(game_lists.list_finished_games)
