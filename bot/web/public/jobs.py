"""Jobs of a worker for public pages: pages, boards, pictures of rules. They run apart from answers to players."""

from __future__ import annotations

import asyncio
import gzip
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.storage.engine.errors import DatabaseBusy
from bot.usecases.public.sites import NotKnown, NotShown, Site
from bot.usecases.refusal import Refusal
from bot.web.public.games import open_game
from bot.web.public.page_data import COLLECTORS, PageData, draw_example
from bot.web.public.room import Room, enter_room
from bot.web.public.words import format_number
from bot.workers.job import Job, Lane
from rules.words import count

LISTED, NOT_LISTED = "all", "noindex, nofollow"
"""The directives for search engines."""

templates = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.filters.update({"number": format_number, "count": count})


class Content(NamedTuple):
    """A finished page or picture."""

    body: bytes
    packed: bytes = b""
    """The body compressed with gzip; empty if that is not smaller."""
    is_new: bool = True
    """Whether it was made now, not taken from a cache."""
    stale: Mapping[int, str] | None = None
    """The shown members whose names are outdated and must be requested from Discord, with their stored names."""


@dataclass(frozen=True)
class OfSite(Job[Content | Refusal]):
    """A job for the public pages of a server."""

    database_url: str = field(repr=False)
    site: Site
    now: int

    lane: ClassVar[Lane] = Lane.PAGES
    seconds: ClassVar[float] = 300.0
    """Maximum seconds for a job. The first ranking of a server with many games takes several seconds, and far more on a busy
    machine."""
    kept: ClassVar[bool] = False

    def run(self) -> Content | Refusal:
        """Return the page or picture, or the reason why it cannot be shown."""
        try:
            return enter_room(self.database_url).do(self.now, self.make)
        except Refusal as problem:
            return problem
        except DatabaseBusy as problem:
            return NotKnown(str(problem))

    @abstractmethod
    async def make(self, room: Room) -> Content:
        """Return the page or picture. Raise Refusal."""


@dataclass(frozen=True)
class ShowPage(OfSite):
    """A page. Addresses in it are relative, so that a proxy may serve the pages under any path."""

    name: str
    """The name of its template."""
    what: tuple[Any, ...]
    up: str
    """The relative address of the first page."""
    home: str
    """The absolute address of the first page."""

    async def make(self, room: Room) -> Content:
        """Return the page. Raise Refusal."""
        collector = PageData(room, self.site)
        data = await COLLECTORS[self.name](collector, *self.what)
        robots = LISTED if self.site.is_listed else NOT_LISTED
        around = {"site": self.site, "up": self.up, "home": self.home, "robots": robots, "at": self.name}
        body = templates.get_template(f"{self.name}.html").render({**around, **data}).encode()
        return Content(body, gzip.compress(body, 6), stale=collector.stale)


@dataclass(frozen=True)
class DrawBoard(OfSite):
    """The board of a game after a turn; ``None``: the newest one."""

    game: int
    turn: int | None
    numbers: tuple[int, ...]
    """The numbers of its players' labels on the page that shows it."""
    theme: str
    may_draw: bool
    """Whether it may be drawn if it is not cached."""

    async def make(self, room: Room) -> Content:
        """Return the picture, without bytes if it may not be drawn. Raise NotShown."""
        game = await open_game(room, self.site.shown, self.game)
        if self.turn is not None and (game.replay is None or self.turn > game.replay.last):
            raise NotShown("The game has no such turn.")
        names = game.call_by(self.numbers, self.turn)
        wanted = (self.game, game.log.version, self.turn, names, self.theme)
        is_new = wanted not in room.pictures
        if is_new and not self.may_draw:
            return Content(b"", is_new=False)
        draw = partial(asyncio.to_thread, game.draw, self.turn, names, self.theme)
        return Content((await room.pictures.get(wanted, draw)).png, is_new=is_new)


@dataclass(frozen=True)
class DrawExample(OfSite):
    """The picture of the rules of a kind of game."""

    kind: str
    theme: str

    async def make(self, room: Room) -> Content:
        """Return the picture."""
        return Content((await draw_example(room, self.kind, self.theme)).png)
