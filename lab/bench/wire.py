"""A real bot, ``python -m bot run`` in a process of its own, and a loopback Discord with people who play many games at once."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from rules import GAMES, State
from tests.waiting import limited, until
from tests.wire.server import Loopback, Message, Person
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import answered

ROOT = Path(__file__).parents[2]
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
POST = ("POST", "/channels/{channel_id}/messages")
PATIENCE = 120.0
BEGIN_TOGETHER = 6
"""Games that are begun at the same time: a busy machine takes long for each, and the bot has an answer to give in time."""


class Stamps:
    """When answers and posts reached Discord."""

    def __init__(self, server: Loopback) -> None:
        self._answers: dict[int, asyncio.Future[float]] = {}
        self._posts: dict[int, asyncio.Future[float]] = {}
        table = server.routes.table
        callback, post = table[CALLBACK], table[POST]

        def answer(request):  # type: ignore[no-untyped-def]
            told = callback(request)
            _stamp(self._answers, int(request.ids["interaction_id"]))
            return told

        def posted(request):  # type: ignore[no-untyped-def]
            told = post(request)
            if request.uploads:
                _stamp(self._posts, int(request.ids["channel_id"]))
            return told

        table[CALLBACK], table[POST] = answer, posted

    def answer(self, interaction: Interaction) -> asyncio.Future[float]:
        """Return the time of the first answer to an interaction."""
        return self._answers.setdefault(interaction.id, asyncio.get_running_loop().create_future())

    def board(self, channel: int) -> asyncio.Future[float]:
        """Return the time of the next board in a channel."""
        self._posts[channel] = asyncio.get_running_loop().create_future()
        return self._posts[channel]


def _stamp(waiting: dict[int, asyncio.Future[float]], key: int) -> None:
    future = waiting.setdefault(key, asyncio.get_running_loop().create_future())
    if not future.done():
        future.set_result(perf_counter())


@dataclass
class Timed:
    """Milliseconds that interactions took."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)


def percentile(times: Sequence[float], which: int) -> float:
    """Return the ``which``-th percentile of some times."""
    return quantiles(times, n=100)[which - 1]


@dataclass
class Match:
    """One game of Pastures New 8 by 8 in a channel of its own."""

    wire: Wire
    people: tuple[Person, Person]
    id: int
    state: State
    seats: tuple[Person, ...]
    dice: Random

    @property
    def channel(self) -> int:
        """The channel's id."""
        return self.people[0].channel.id

    async def move(self, timed: Timed) -> None:
        """Type a random move for the player to move; wait for the answer and for the board."""
        seat = self.state.seat
        if seat is None:
            raise RuntimeError("a move of a game that is over")
        action = self.dice.choice(list(self.state.moves()))
        board = self.wire.stamps.board(self.channel)
        begun = perf_counter()
        interaction = self.seats[seat].slash("move", move=str(action), game=self.id)
        async with limited(f"the answer to {action} in game {self.id}, and its board", PATIENCE):
            timed.answers.append((await self.wire.stamps.answer(interaction) - begun) * 1000)
            timed.boards.append((await board - begun) * 1000)
        self.state = self.state.play(action)


class Wire:
    """A running bot, of one process or several, and its Discord."""

    def __init__(self, server: Loopback, processes: Sequence[Process]) -> None:
        self.server = server
        self.stamps = Stamps(server)
        self._pids = [process.pid for process in processes]

    @property
    def processor_time(self) -> float:
        """Seconds of processor time that the bot's processes have used, their workers' not counted."""
        return sum(map(processor_time, self._pids))

    @property
    def memory(self) -> float:
        """The MB that the bot's processes hold now, their workers' not counted."""
        return sum(_kilobytes(_facts(pid), "VmRSS") / 1000 for pid in self._pids)

    @property
    def threads(self) -> int:
        """The threads of the bot's processes."""
        return sum(int(_facts(pid)["Threads"]) for pid in self._pids)

    @property
    def descriptors(self) -> int:
        """The open files and sockets of the bot's processes."""
        return sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in self._pids)  # noqa: PTH208 - Path would look at each

    @property
    def workers_memory(self) -> list[float]:
        """The most MiB that each process which the bot has started, and which still runs, has held."""
        return [_kilobytes(facts, "VmHWM") * 1000 / 2**20 for facts in self._started()]

    @property
    def workers_now(self) -> list[float]:
        """The MB that each of these processes holds now."""
        return [_kilobytes(facts, "VmRSS") / 1000 for facts in self._started()]

    def _started(self) -> list[dict[str, str]]:
        """Return Linux's facts of each process that the bot has started, and that still runs."""
        found: dict[int, dict[str, str]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # the process has ended meanwhile
                found[int(folder.name)] = _facts(int(folder.name))
        below = set(self._pids)
        while more := {pid for pid, facts in found.items() if int(facts["PPid"]) in below} - below:
            below |= more
        return [found[pid] for pid in below.difference(self._pids)]

    def forget_requests(self) -> None:
        """Clear the records of the loopback Discord, which would fill the memory in a long run."""
        self.server.api.requests.clear()

    async def rematch(self, over: Match) -> Match:
        """Start another game between the two of a game that is over."""
        return await self._match(over.people, over.id)

    async def start_matches(self, count: int, guilds: int = 1) -> list[Match]:
        """Start ``count`` games, each in its own server and between two people with their own names."""
        made, places = [], [self.server.world.add_guild() for _ in range(guilds)]
        for place in places:
            self.server.join(place)
        for number in range(count):
            channel = self.server.world.add_channel(places[number % guilds], f"games-{number}")
            self.server.permit(channel)
            people = tuple(self.server.person(channel, f"{name} {_own(number)}") for name in ("Ada", "Björn"))
            made.append((people[0], people[1]))
        few = asyncio.Semaphore(BEGIN_TOGETHER)

        async def begin(people: tuple[Person, Person], number: int) -> Match:
            async with few:
                return await self._match(people, number)

        return list(await asyncio.gather(*(begin(people, number) for number, people in enumerate(made))))

    async def _match(self, people: tuple[Person, Person], number: int) -> Match:
        host, guest = people
        table = (await answered(host.slash("newgame pastures", opponent=guest.user))).reply
        board = self.stamps.board(host.channel.id)
        await answered(guest.press(table, "Accept"))
        await board
        message = self.last_board(host.channel.id)
        found = re.search(r"(?:game|\*\*) #(\d+)", message.text)
        if found is None:
            raise RuntimeError(f"no game: {message.text}")
        first = next(person for person in people if person.id in message.pinged)
        other = guest if first is host else host
        return Match(self, people, int(found[1]), GAMES["pastures"].start(2), (first, other), Random(number))

    async def wait_until_quiet(self) -> None:
        """Wait until the bot has sent no request to Discord for a second, so that its postponed edits are made."""
        seen = -1
        while len(self.server.api.requests) != seen:
            seen = len(self.server.api.requests)
            await asyncio.sleep(1)

    def last_board(self, channel: int) -> Message:
        """Return the newest message with a picture in a channel."""
        return next(
            message
            for message in reversed(self.server.world.messages.values())
            if message.channel_id == channel and message.attachments
        )


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _facts(pid: int) -> dict[str, str]:
    """Return Linux's facts of a process. Raise OSError if it has ended."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _kilobytes(facts: dict[str, str], name: str) -> float:
    """Return a figure of memory in units of 1000 bytes; 0 for a process that has just ended."""
    return int(facts.get(name, "0 kB").split()[0]) * 1.024


def _own(number: int) -> str:
    return "of the " + ("Marsh", "Northern Hills", "Sea", "Old Forest")[number % 4] + f" {number}"


Before = Callable[[Loopback, str], Awaitable[None]]


@asynccontextmanager
async def run_bot(folder: Path, before: Before | None = None, processes: int = 1, **settings: str) -> AsyncIterator[Wire]:
    """Run a bot with a database in a folder and a Discord of its own. ``before`` may fill both first."""
    url = f"sqlite+aiosqlite:///{folder}/games.sqlite3"
    async with Loopback() as server:
        server.api.judges = False
        if before is not None:
            await before(server, url)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": server.world.token, "LOGIN_PAUSE": "0"}
        environment |= {"DATABASE_URL": url, "LOG_LEVEL": "warning"} | settings
        command = [sys.executable, str(ROOT / "tests" / "cli" / "launcher.py"), server.api_url, server.gateway.url, "run"]
        started: list[Process] = []
        noise: list[asyncio.Task[None]] = []
        try:
            for number in range(processes):
                own = environment | {"HEARTBEAT_FILE": f"heartbeat-{number}"}
                started.append(await asyncio.create_subprocess_exec(*command, cwd=folder, env=own, stdin=DEVNULL, stdout=PIPE))
                noise.append(asyncio.create_task(_drain(started[-1])))
            shards = int(settings.get("SHARD_COUNT", "1"))
            await until("the bot to start", lambda: _has_started(server, shards), PATIENCE)
            yield Wire(server, started)
        finally:
            for process in started:
                with suppress(ProcessLookupError):
                    process.terminate()
            server.let_go()
            await asyncio.gather(*(process.wait() for process in started))
            for task in noise:
                task.cancel()


def _has_started(server: Loopback, shards: int) -> bool:
    return bool(server.world.commands.get(None)) and len(server.gateway.sessions) >= shards


async def _drain(process: Process) -> None:
    """Pass on what the bot logs."""
    if process.stdout is not None:
        async for line in process.stdout:
            sys.stderr.buffer.write(line)
