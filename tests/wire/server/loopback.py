"""The loopback Discord in one piece: starts and stops its server, and says where the client finds it."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from aiohttp import web

from tests.waiting import add_witness
from tests.wire.server import payloads
from tests.wire.server.faults import Script
from tests.wire.server.gateway import Gateway
from tests.wire.server.http import PREFIX, Api
from tests.wire.server.interactions import Interactions
from tests.wire.server.people import Person, labels
from tests.wire.server.recorder import Recorded
from tests.wire.server.routes import Routes
from tests.wire.server.world import ENOUGH, Channel, Guild, World

NEWEST = 8
"""Things of each kind that a wait that fails describes."""


class Loopback:
    """An async context manager; inside it the server runs on a free port of 127.0.0.1."""

    def __init__(self) -> None:
        self.world = World()
        self.interactions = Interactions(self.world)
        self.faults = Script()
        self.routes = Routes(self.world, self.interactions)
        self.api = Api(self.world, self.routes, self.faults)
        self.gateway = Gateway(self.world)
        self.base = ""
        self._runner: web.AppRunner | None = None
        add_witness(self)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=150 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.connect)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._file)
        self.api.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.base = self.routes.cdn = f"http://{host}:{port}"
        self.gateway.url = self.routes.gateway = f"ws://{host}:{port}/gateway/"
        self.world.publish = self.gateway.publish
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def let_go(self) -> None:
        """Breaks off every request that hangs, now and from now on, so that nobody waits for it at the end of a test."""
        self.api.closing.set()

    @property
    def api_url(self) -> str:
        """For ``discord.http.Route.BASE``."""
        return self.base + PREFIX

    @property
    def violations(self) -> list[str]:
        """Everything that was wrong with the requests so far."""
        return self.api.violations

    def describe_arrivals(self) -> str:
        """Return the newest requests, messages and interactions that have arrived, for a wait that fails."""
        requests = [f"{one} -> {one.status} {one.fault or ''}" for one in self.api.requests[-NEWEST:]]
        messages = [
            f"{message.id} in {message.channel_id}: {message.text[:100]!r} {labels(message)}"
            for message in list(self.world.messages.values())[-NEWEST:]
        ]
        presses = [
            f"{one.describe()}: {one.callback and one.callback.name} {one.text[:100]!r}"
            for one in list(self.interactions.all.values())[-NEWEST:]
        ]
        parts = {"requests": requests, "messages": messages, "interactions": presses}
        return "\n".join(f"newest {name}: " + "\n  ".join(lines or ["none"]) for name, lines in parts.items())

    def requests(self, method: str, template: str) -> list[Recorded]:
        """The recorded requests of a route, by the words of Discord's description."""
        return [one for one in self.api.requests if (one.method, one.template) == (method, template)]

    def person(self, channel: Channel, name: str) -> Person:
        """A new member of the channel's server, in that channel."""
        return Person(self, self.world.add_member(self.world.guilds[channel.guild_id], name), channel)

    def open_channel(self, guild: Guild, name: str = "games") -> Channel:
        """Open a channel in a server that has the bot, and announce it to the bot. Return it."""
        channel = self.world.add_channel(guild, name)
        self.gateway.publish("CHANNEL_CREATE", payloads.channel(channel, self.world.bot.id))
        return channel

    def permit(self, channel: Channel, permissions: int = ENOUGH) -> None:
        """Change what the bot may do in a channel, and tell it."""
        channel.permissions = permissions
        self.gateway.publish("CHANNEL_UPDATE", payloads.channel(channel, self.world.bot.id))

    def delete_channel(self, channel: Channel, *, tell: bool = True) -> None:
        """Take a channel away; ``tell`` false: the bot learns of it only by running into it."""
        self.world.delete_channel(channel)
        if tell:
            self.gateway.publish("CHANNEL_DELETE", payloads.channel(channel, self.world.bot.id))

    def join(self, guild: Guild) -> None:
        """Invites the bot into a server that was added while it was connected."""
        self.gateway.publish("GUILD_CREATE", payloads.guild(guild, self.world.bot))

    async def _file(self, request: web.Request) -> web.Response:
        """The CDN: a file of a message that still has it."""
        number = int(request.match_info["attachment_id"])
        for message in self.world.messages.values():
            for attachment in message.attachments:
                if attachment.id == number and message.channel_id == int(request.match_info["channel_id"]):
                    return web.Response(body=attachment.data, content_type="application/octet-stream")
        raise web.HTTPNotFound
