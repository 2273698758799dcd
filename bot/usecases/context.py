"""The services that every use case works with: the database, the outbox, the schedule, cached games, the time, chance."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from random import SystemRandom
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import clock
from bot.common.assignment import EVERYTHING, Assignment, ConnectedShards
from bot.common.clock import Clock
from bot.games.cache import GameCache
from bot.storage.engine.database import Database
from bot.storage.engine.forgotten import ForgottenFile
from bot.storage.queries.seats.players import Seated
from bot.usecases.outbox import Outbox
from bot.usecases.pages.changes import Changes
from bot.usecases.schedule import Schedule
from rules import Action, State

Chance = Callable[[State], Action]
"""Draws an outcome of chance: takes a state whose next step is chance, returns one of ``state.outcomes()``."""

_RANDOM = SystemRandom()


class User(NamedTuple):
    """The person who acts: the Discord id and the name that others see."""

    id: int
    name: str


class Limits(NamedTuple):
    """The limits that the host sets for tables and games, in a server that has not set its own."""

    tables_per_member: int = 10
    tables_per_server: int = 100
    games_per_member: int = 100
    games_per_server: int = 1000


class Server(NamedTuple):
    """A Discord server, as the client knows it."""

    name: str
    public_channels: frozenset[int]
    """The channels and threads visible to everybody in the server."""
    is_current: bool = True
    """Whether this process serves it and is connected to it, so that the data is current."""
    parents: Mapping[int, int] = MappingProxyType({})
    """The public threads, each with its channel."""


def draw_outcome(state: State) -> Action:
    """Return one of the state's outcomes, drawn by their probabilities from the operating system's randomness."""
    outcomes = state.outcomes()
    return _RANDOM.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]


def deal_seats(players: Sequence[Seated]) -> list[Seated]:
    """Return the players in a random order: the seats of a new game."""
    return _RANDOM.sample(list(players), len(players))


@dataclass(slots=True)
class Context:
    """The first argument of every use case: the services that it works with."""

    db: Database
    clock: Clock = clock.now
    chance: Chance = draw_outcome
    deal: Callable[[Sequence[Seated]], list[Seated]] = deal_seats
    table_hours: int = 48
    limits: Limits = field(default_factory=Limits)
    cache: GameCache = field(default_factory=GameCache)
    assignment: Assignment = EVERYTHING
    """The servers that this process serves; they change as shards move between processes."""
    connected: ConnectedShards = field(default_factory=ConnectedShards)
    forgotten_file: ForgottenFile | None = None
    """The file next to the backups that holds the list of forgotten data; ``None``: in the database alone."""
    public_url: str | None = None
    """The address of the pages, without a slash at its end; ``None`` if this bot serves none."""
    find_server: Callable[[int], Server | None] = lambda _: None
    """Returns a server as the client knows it; ``None`` for one that it does not know."""
    ask_names: Callable[[int, Mapping[int, str]], None] = lambda _, __: None
    """Requests the current names of members of a server from Discord, in the background. Takes the stored names by id."""
    names_sent: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)
    """By server and member: the name in the last interaction, and when it was saved."""
    outbox: Outbox = field(init=False)
    schedule: Schedule = field(init=False)
    changes: Changes = field(init=False)

    def __post_init__(self) -> None:
        self.schedule = Schedule(self.db, self)
        self.outbox = Outbox(self.db, self.clock, self)
        self.changes = Changes(self.db)

    def find_current_server(self, guild_id: int) -> Server | None:
        """Return a server that this process serves and is connected to; ``None`` for any other."""
        server = self.find_server(guild_id)
        return server if server is not None and server.is_current else None

    def list_public_channels(self, guild_id: int) -> frozenset[int]:
        """Return the channels and threads visible to everybody in a server, as far as the client knows."""
        server = self.find_server(guild_id)
        return frozenset() if server is None else server.public_channels


P = ParamSpec("P")
T = TypeVar("T")
InTransaction = Callable[Concatenate[Context, AsyncConnection, P], Coroutine[Any, Any, T]]
Query = Callable[Concatenate[AsyncConnection, P], Coroutine[Any, Any, T]]
UseCase = Callable[Concatenate[Context, P], Coroutine[Any, Any, T]]


def write_transaction(work: InTransaction[P, T]) -> UseCase[P, T]:
    """Decorate a use case that runs in one write transaction. Its callers do not pass the connection."""

    @wraps(work)
    async def run(context: Context, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await context.db.write(lambda conn: work(context, conn, *args, **kwargs))

    return run


def read_transaction(work: InTransaction[P, T]) -> UseCase[P, T]:
    """Decorate a use case that runs in one read transaction. Its callers do not pass the connection."""

    @wraps(work)
    async def run(context: Context, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await context.db.read(lambda conn: work(context, conn, *args, **kwargs))

    return run


def as_use_case(query: Query[P, T]) -> UseCase[P, T]:
    """Return a query as a use case that runs in one read transaction. Its callers pass no connection."""

    @wraps(query)
    async def run(context: Context, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await context.db.read(lambda conn: query(conn, *args, **kwargs))

    return run
