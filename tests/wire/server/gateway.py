"""The gateway: sessions that outlive their connections, and the WebSocket that they are spoken over."""

from __future__ import annotations

import asyncio
import enum
import json
import zlib
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.wire.server import payloads
from tests.wire.server.world import World

Compressor = Callable[[bytes], bytes]

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""The intents members, presences and message content, which the loopback's bot was not granted."""

NEEDED_INTENT = {
    "GUILD_CREATE": 1 << 0,
    "GUILD_DELETE": 1 << 0,
    "CHANNEL_CREATE": 1 << 0,
    "CHANNEL_UPDATE": 1 << 0,
    "CHANNEL_DELETE": 1 << 0,
    "MESSAGE_CREATE": 1 << 9,
    "MESSAGE_UPDATE": 1 << 9,
    "MESSAGE_DELETE": 1 << 9,
}
"""Which intent an event takes; others are told to everybody."""


class Op(enum.IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(enum.IntEnum):
    """Codes with which the gateway hangs up."""

    UNKNOWN_ERROR = 4000
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    INVALID_SHARD = 4010
    DISALLOWED_INTENTS = 4014


@dataclass
class Session:
    """What one IDENTIFY began. ``sent`` is everything dispatched in it, so packet ``n`` has the sequence number ``n + 1``."""

    id: str
    shard: tuple[int, int]
    intents: int
    sent: list[dict[str, Any]] = field(default_factory=list)
    line: Line | None = None

    def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Tell the event now, or when the session is resumed."""
        self.sent.append({"op": int(Op.DISPATCH), "t": event, "s": len(self.sent) + 1, "d": data})
        if self.line is not None:
            self.line.wake.set()


class Line:
    """One WebSocket, with its compression."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.wake = asyncio.Event()
        self._request = request
        self._compress = compressor(request.query.get("compress"))
        self._sending = asyncio.Lock()

    async def send(self, packet: dict[str, Any]) -> None:
        """Send one packet, whole and in order; a line that broke meanwhile is no error, its session can be resumed."""
        text = json.dumps(packet)
        async with self._sending:
            try:
                if self._compress is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._compress(text.encode()))
            except ConnectionError:
                return

    async def tell(self, session: Session, seen: int) -> None:
        """Send what the session has to tell after the first ``seen`` packets, and go on as more comes."""
        while True:
            self.wake.clear()
            for packet in session.sent[seen:]:
                await self.send(packet)
                seen += 1
            await self.wake.wait()

    def cut(self) -> None:
        """Breaks the connection off without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()


class Gateway:
    """All sessions of the bot, and the levers by which a test disturbs them.

    ``received`` keeps what clients said, as ``(opcode, data)``; ``compression`` what they asked for, a line each.
    """

    def __init__(self, world: World, heartbeat_seconds: float = 41.25) -> None:
        self.sessions: dict[str, Session] = {}
        self.received: list[tuple[int, Any]] = []
        self.compression: list[str | None] = []
        self.url = ""
        self.cdn = ""
        self.heartbeat_seconds = heartbeat_seconds
        self.acknowledge_heartbeats = True
        self._world = world
        self._open = asyncio.Event()
        self._open.set()
        self._turns_away = False
        self._lines: set[Line] = set()
        self._tellers: dict[Line, asyncio.Task[None]] = {}

    @property
    def ops(self) -> list[int]:
        """The opcodes that clients sent, heartbeats left out."""
        return [op for op, _ in self.received if op != Op.HEARTBEAT]

    def publish(self, event: str, data: dict[str, Any]) -> None:
        """Dispatches an event to the shard of its server, whether that is connected or must resume first."""
        guild_id = int(data.get("guild_id") or data.get("id") or 0)
        need = NEEDED_INTENT.get(event, 0)
        for session in list(self.sessions.values()):
            number, count = session.shard
            if (guild_id >> 22) % count == number and session.intents & need == need:
                session.dispatch(event, data)

    def hold(self) -> None:
        """From now on nobody gets through: connections are taken, and kept waiting for their HELLO."""
        self._open.clear()

    def turn_away(self) -> None:
        """From now on nobody gets through: who connects is told that there is no gateway."""
        self._turns_away = True

    def release(self) -> None:
        """End :meth:`hold` and :meth:`turn_away`."""
        self._turns_away = False
        self._open.set()

    async def drop(self, code: int = Close.UNKNOWN_ERROR) -> None:
        """Hangs up on everybody with a close code; the sessions stay."""
        for line in list(self._lines):
            await line.socket.close(code=code)

    def cut(self, shards: Container[int] | None = None) -> None:
        """Breaks the connections of all shards, or of some, off without a word; the sessions stay."""
        for session in list(self.sessions.values()):
            if session.line is not None and (shards is None or session.shard[0] in shards):
                session.line.cut()

    @property
    def connected(self) -> list[int]:
        """The shards that are connected now, each as often as it is."""
        return sorted(session.shard[0] for session in self.sessions.values() if session.line is not None)

    async def ask_to_reconnect(self) -> None:
        """RECONNECT: the client is to come again and resume."""
        for line in list(self._lines):
            await line.send({"op": int(Op.RECONNECT), "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """INVALID_SESSION: the client is to resume, or to identify anew."""
        lines = list(self._lines)
        if not resumable:
            self.sessions.clear()
        for line in lines:
            await line.send({"op": int(Op.INVALID_SESSION), "d": resumable})

    def forget(self) -> None:
        """Forget all sessions: who resumes is told that there is nothing to resume."""
        self.sessions.clear()

    async def close(self) -> None:
        """End every connection."""
        self.release()
        for line in list(self._lines):
            await line.socket.close(code=1001)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """One connection, from HELLO to its end."""
        if self._turns_away:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=4096, compress=False)
        await socket.prepare(request)
        self.compression.append(request.query.get("compress"))
        line = Line(socket, request)
        self._lines.add(line)
        try:
            await self._open.wait()
            await line.send({"op": int(Op.HELLO), "d": {"heartbeat_interval": round(self.heartbeat_seconds * 1000)}})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(line, message.data)
        finally:
            self._lines.discard(line)
            for session in self.sessions.values():
                if session.line is line:
                    session.line = None
            if (teller := self._tellers.pop(line, None)) is not None:
                teller.cancel()
        return socket

    async def _hear(self, line: Line, text: str) -> None:
        packet = json.loads(text)
        op, data = packet.get("op"), packet.get("d")
        self.received.append((op, data))
        if op == Op.HEARTBEAT:
            if self.acknowledge_heartbeats:
                await line.send({"op": int(Op.HEARTBEAT_ACK), "d": None})
        elif op == Op.IDENTIFY:
            await self._identify(line, data)
        elif op == Op.RESUME:
            await self._resume(line, data)
        elif op != Op.PRESENCE:
            await line.socket.close(code=Close.DECODE_ERROR)

    async def _identify(self, line: Line, data: dict[str, Any]) -> None:
        shard = tuple(data.get("shard") or (0, 1))
        refusal = self._refusal(data, shard)
        if refusal is not None:
            await line.socket.close(code=refusal)
            return
        session = Session(f"session-{self._world.ids.next()}", (shard[0], shard[1]), data["intents"])
        self.sessions[session.id] = session
        guilds = [guild for guild in self._world.guilds.values() if (guild.id >> 22) % shard[1] == shard[0]]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": payloads.own_user(self._world.bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": list(shard),
                "application": {"id": str(self._world.application_id), "flags": 0},
            },
        )
        if session.intents & NEEDED_INTENT["GUILD_CREATE"]:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", payloads.guild(guild, self._world.bot))
        self._attach(line, session, 0)

    def _refusal(self, data: dict[str, Any], shard: tuple[int, ...]) -> Close | None:
        if data.get("token") != self._world.token:
            return Close.AUTHENTICATION_FAILED
        if not {"os", "browser", "device"} <= set(data.get("properties") or {}) or not isinstance(data.get("intents"), int):
            return Close.DECODE_ERROR
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return Close.INVALID_SHARD
        return Close.DISALLOWED_INTENTS if data["intents"] & PRIVILEGED else None

    async def _resume(self, line: Line, data: dict[str, Any]) -> None:
        """Replays what the client missed and says RESUMED, or sends it to identify anew."""
        if data.get("token") != self._world.token:
            await line.socket.close(code=Close.AUTHENTICATION_FAILED)
            return
        session = self.sessions.get(data.get("session_id") or "")
        seen = data.get("seq") or 0
        if session is None or seen > len(session.sent):
            await line.send({"op": int(Op.INVALID_SESSION), "d": False})
            return
        session.dispatch("RESUMED", {"_trace": []})
        self._attach(line, session, seen)

    def _attach(self, line: Line, session: Session, seen: int) -> None:
        """Make the line the session's own, for all that follows the first ``seen`` packets."""
        session.line = line
        self._tellers[line] = asyncio.get_running_loop().create_task(line.tell(session, seen))


def compressor(asked: str | None) -> Compressor | None:
    """Return the compressor of a new connection that asked for ``zlib-stream`` or ``zstd-stream``; ``None``: plain text.

    One stream a connection, flushed after every packet.
    """
    if asked == "zlib-stream":
        return _zlib()
    if asked == "zstd-stream":
        return _zstd()
    return None


def _zlib() -> Compressor:
    stream = zlib.compressobj()
    return lambda packet: stream.compress(packet) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compressor:
    """One frame for the whole connection, a block or more for every packet."""
    import zstandard

    stream = zstandard.ZstdCompressor().compressobj()
    return lambda packet: stream.compress(packet) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
