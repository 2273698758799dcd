"""The public view of a game. Players are identified by their numbers in the statistics until a page names them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.words import with_names
from bot.games.log import GameLog
from bot.presentation.replay import Replay, of_game
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.public import shown as store
from bot.storage.queries.public.shown import Place, Shown
from bot.storage.queries.seats.holders import who_of
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_changes import SeatChange, get_changes
from bot.usecases.public.memory import find_named
from bot.usecases.public.sites import NotShown
from bot.web.public.names import Labels, label, plain_name
from bot.web.public.room import Room
from bot.web.spans import to_html
from render import picture
from render.view import Picture, View
from rules import GAMES
from rules.steps import Step

NO_GAME = "There is no such game here, or it is not shown to everybody."
NOW = "now"
"""Instead of a turn's number: the newest board."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game that everybody may see."""

    log: GameLog
    """The game; in its row, the players' numbers stand for their names."""
    replay: Replay | None
    """All turns of a finished game, with the numbers of the seats' holders; ``None`` for a running one."""
    names: dict[int, str]
    """The names of everybody who has played in it, by number."""
    named: frozenset[int]
    """The members who want their names to be shown; not all of them need be players of the game."""

    @property
    def row(self) -> GameRow:
        """The row of the game."""
        return self.log.row

    def list_holders(self, turn: int | None) -> list[int]:
        """Return the numbers of the seats' holders in a turn (``None``: at the newest board)."""
        tokens = self.row.names if self.replay is None or turn is None else self.replay.names_in(turn)
        return [int(token) for token in tokens]

    def call(self, labels: Labels, turn: int | None = None) -> tuple[str, ...]:
        """Return the displayed names of the holders of the seats."""
        return tuple(labels.call(who, self.names[who]) for who in self.list_holders(turn))

    def call_by(self, numbers: Sequence[int], turn: int | None) -> tuple[str, ...]:
        """Return the displayed names for the ``numbers`` of labels on a page. Raise NotShown if they do not fit the holders."""
        holders, own = self.list_holders(turn), Labels(self.named)
        is_named = [not own.number(who) for who in holders]
        if len(numbers) != len(holders) or any(bool(number) == named for number, named in zip(numbers, is_named, strict=True)):
            raise NotShown(NO_GAME)
        return tuple(
            label(number) if number else plain_name(self.names[who]) for number, who in zip(numbers, holders, strict=True)
        )

    def find_position(self, turn: int | None) -> tuple[Any, tuple[Step, ...]]:
        """Return the position after a turn, and its steps."""
        if self.replay is not None and turn is not None:
            return self.replay.state(turn), self.replay.steps(turn)
        return self.log.state(), self.log.steps(self.log.last_turn(), self.log.version)

    def describe(self, turn: int | None, names: tuple[str, ...]) -> str:
        """Return the position in words."""
        state, steps = self.find_position(turn)
        return renderer_of(self.row.kind, self.row.rules).alt(state, View(names, "dark", steps))

    def describe_turn(self, turn: int, names: tuple[str, ...]) -> str:
        """Return the events of a turn of a finished game."""
        _, steps = self.find_position(turn)
        renderer = renderer_of(self.row.kind, self.row.rules)
        return to_html(with_names(lambda known: renderer.news(steps, known), names)) if turn else "The start."

    def draw(self, turn: int | None, names: tuple[str, ...], theme: str) -> Picture:
        """Draw the board after a turn."""
        state, steps = self.find_position(turn)
        return picture(state, View(names, theme, steps))

    def list_scores(self) -> list[str]:
        """Return the points of each seat at the newest board, in words."""
        state, renderer = self.log.state(), renderer_of(self.row.kind, self.row.rules)
        return [renderer.score_words(state, seat) for seat in range(self.row.seats)]

    @property
    def title(self) -> str:
        """The kind of game, and its number."""
        return f"{GAMES[self.row.kind].title} #{self.row.id}"


async def open_game(room: Room, shown: Shown, game_id: int) -> ShownGame:
    """Return a game with its turns. Raise NotShown if it is not public."""
    if not 0 < game_id < 2**63:
        raise NotShown(NO_GAME)

    async def look(conn: AsyncConnection) -> tuple[GameLog, Sequence[SeatChange]] | None:
        row = await store.find_game(conn, shown, game_id)
        return None if row is None else (await room.logs.load(conn, row), await get_changes(conn, game_id))

    found = await room.context.db.read(look)
    if found is None:
        raise NotShown(NO_GAME)
    log, changes = found
    hidden, names = _hide_names(room, log)
    numbered = tuple(replace(change, name=str(_find_number(change))) for change in changes)
    names = {_find_number(change): change.name for change in reversed(changes)} | names
    replay = None
    if log.row.is_over:
        wanted = (log.row.id, log.version, hidden.row.names, numbered)
        replay = await room.replays.get(wanted, lambda: asyncio.to_thread(of_game, hidden, None, numbered))
    return ShownGame(hidden, replay, names, await find_named(room.context, shown.guild_id, names))


async def open_list(
    room: Room, shown: Shown, limit: int, before: Place | None = None, after: Place | None = None
) -> list[ShownGame]:
    """Return games at their newest positions, most recently played first: see ``list_latest``."""

    async def look(conn: AsyncConnection) -> list[GameLog]:
        rows = await store.list_latest(conn, shown, limit, before=before, after=after)
        return [await room.logs.load(conn, row) for row in rows]

    opened = [_hide_names(room, log) for log in await room.context.db.read(look)]
    everybody = {who for _, names in opened for who in names}
    named = await find_named(room.context, shown.guild_id, everybody)
    return [ShownGame(log, None, names, named) for log, names in opened]


def _hide_names(room: Room, log: GameLog) -> tuple[GameLog, dict[int, str]]:
    """Return a game with numbers instead of names, and the names by number. Cache it with its position."""
    numbered = tuple(replace(player, name=str(_find_number(player))) for player in log.row.players)
    hidden = log.copy(replace(log.row, players=numbered))
    hidden.state()
    room.logs.keep(hidden)
    return hidden, {_find_number(player): player.name for player in log.row.players}


def _find_number(holder: PlayerRow | SeatChange) -> int:
    """Return the number of a seat's holder.

    For a computer the number includes the seat, since there may be several computers of one level.
    """
    who = who_of(holder.holder, holder.user_id, holder.holder_number)
    return who - 1000 * (holder.seat + 1) if holder.holder == "computer" else who
