"""The state of the loopback Discord: people, servers, channels, messages, commands. No socket, no JSON of the wire."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.wire.server import errors
from tests.wire.server.clock import Clock, Snowflakes

VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
CREATE_PUBLIC_THREADS = 1 << 35
SEND_MESSAGES_IN_THREADS = 1 << 38
THREADS = CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS
ENOUGH = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY | THREADS
"""The permissions that a bot with pictures is usually given."""

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

OLD_SECONDS = 3600.0
"""The age at which Discord begins to limit the edits of a message."""
OLD_EDITS = 3
"""So many edits it allows then; Discord does not say how many it really are."""

NONCE_SECONDS = 180.0
"""For how long a nonce is remembered; Discord's documentation says "a few minutes"."""


@dataclass
class User:
    """A person or the bot."""

    id: int
    name: str
    bot: bool = False


@dataclass
class Channel:
    """A text channel, or a thread of the channel ``parent_id``; ``permissions`` are what the bot may do in it.

    With ``guild_id`` 0 it is the bot's own with a person.
    """

    id: int
    guild_id: int
    name: str
    permissions: int = ENOUGH
    parent_id: int | None = None
    archived: bool = False
    locked: bool = False
    created: float = 0.0


@dataclass
class Guild:
    """A server with its channels and members."""

    id: int
    name: str
    owner_id: int
    members: dict[int, User] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Channel] = field(default_factory=dict)


@dataclass
class Upload:
    """A file that came with a request, as ``files[n]``."""

    index: int
    filename: str
    data: bytes


@dataclass
class Attachment:
    """A file of a message, served by the CDN path."""

    id: int
    filename: str
    description: str | None
    data: bytes


@dataclass
class Message:
    """A message as it stands; ``edits`` counts its edits, ``pinged`` are the users that it notified when it was sent."""

    id: int
    channel_id: int
    author: User
    created: float
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    interaction_id: int | None = None
    edited: float | None = None
    edits: int = 0
    edits_when_old: int = 0
    pinged: list[int] = field(default_factory=list)

    @property
    def ephemeral(self) -> bool:
        """Whether one user alone sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def text(self) -> str:
        """Everything readable in it: the content, the texts of its components, the embeds' titles and descriptions."""
        parts = [self.content, *(str(part.get("content", "")) for part in walk(self.components))]
        parts += [str(embed.get(key, "")) for embed in self.embeds for key in ("title", "description")]
        return "\n".join(part for part in parts if part)

    @property
    def controls(self) -> list[dict[str, Any]]:
        """Its buttons and menus, in reading order, without links."""
        return [part for part in walk(self.components) if part.get("custom_id")]

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of its pictures, of the attachments and of the galleries."""
        texts = [attachment.description for attachment in self.attachments]
        for part in walk(self.components):
            texts += [item.get("description") for item in part.get("items", [])]
        return [text for text in texts if text]


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component of a message or a modal, the outer before the inner."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        yield from walk([inner for key in ("component", "accessory") if (inner := component.get(key))])


def numbered(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A copy of a message's components, with the numbers that Discord gives to those without."""
    copied = copy.deepcopy(components)
    taken = {part["id"] for part in walk(copied) if "id" in part}
    free = (number for number in itertools.count(1) if number not in taken)
    for part in walk(copied):
        if "id" not in part:
            part["id"] = next(free)
    return copied


class World:
    """One Discord: everything in it, and what may be done to it. A refusal is an :class:`errors.ApiError`."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.token = f"bot-token-{self.ids.next()}"
        self.application_id = self.ids.next()
        self.bot = User(self.application_id, "land-games", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.messages: dict[int, Message] = {}
        self.commands: dict[int | None, list[dict[str, Any]]] = {None: []}
        self.command_creations = 0
        self.emojis: dict[int, str] = {}
        """The names of the application's emoji, by their ids."""
        self.directs: dict[int, Channel] = {}
        """The bot's own channels with persons, by the person's id."""
        self.by_persons: set[int] = set()
        """Servers where persons have installed the bot for themselves, and nobody has invited it."""
        self.unreachable: set[int] = set()
        """Persons who take no direct messages from the bot."""
        self.old_edits = OLD_EDITS
        self.publish: Callable[[str, dict[str, Any]], None] = lambda event, data: None
        self._nonces: dict[tuple[int, str], tuple[int, float]] = {}

    def add_guild(self, name: str = "A server") -> Guild:
        """A new server with the bot in it and no channel."""
        guild = Guild(self.ids.next(), name, owner_id=self.ids.next())
        guild.members[self.bot.id] = self.bot
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str = "games", permissions: int = ENOUGH) -> Channel:
        """A new text channel."""
        channel = Channel(self.ids.next(), guild.id, name, permissions)
        guild.channels[channel.id] = channel
        return channel

    def add_member(self, guild: Guild, name: str) -> User:
        """A new person in a server."""
        user = User(self.ids.next(), name)
        guild.members[user.id] = user
        return user

    def delete_channel(self, channel: Channel) -> None:
        """Take a channel away with its messages; the bot is told only by what it then runs into."""
        guild = self.guilds[channel.guild_id]
        for place in [channel, *(thread for thread in guild.threads.values() if thread.parent_id == channel.id)]:
            guild.channels.pop(place.id, None)
            guild.threads.pop(place.id, None)
        self.messages = {key: message for key, message in self.messages.items() if message.channel_id != channel.id}

    def channel(self, channel_id: int, need: int = VIEW_CHANNEL) -> Channel:
        """The channel, if the bot sees it and has the permissions ``need``."""
        for direct in self.directs.values():
            if direct.id == channel_id:
                return direct
        for guild in self.guilds.values():
            if (channel := guild.channels.get(channel_id) or guild.threads.get(channel_id)) is not None:
                if channel.parent_id is not None and need & SEND_MESSAGES:
                    need = need & ~SEND_MESSAGES | SEND_MESSAGES_IN_THREADS
                if not channel.permissions & VIEW_CHANNEL:
                    raise errors.missing_access()
                if channel.permissions & need != need:
                    raise errors.missing_permissions()
                return channel
        raise errors.unknown_channel()

    def make_thread(self, channel: Channel, message: Message | None, name: str) -> Channel:
        """A thread. One that begins with a message has the message's id."""
        if channel.parent_id is not None:
            raise errors.wrong_channel_type()
        guild = self.guilds[channel.guild_id]
        thread_id = self.ids.next() if message is None else message.id
        if thread_id in guild.threads:
            raise errors.thread_exists()
        guild.threads[thread_id] = Channel(
            thread_id, guild.id, name, channel.permissions, parent_id=channel.id, created=self.clock.now()
        )
        return guild.threads[thread_id]

    def direct(self, user_id: int) -> Channel:
        """The bot's own channel with a person, made when it is first asked for."""
        return self.directs.setdefault(user_id, Channel(self.ids.next(), 0, "", ENOUGH))

    def direct_to(self, channel: Channel) -> int | None:
        """The person of one of the bot's own channels."""
        return next((user_id for user_id, direct in self.directs.items() if direct is channel), None)

    def guild(self, guild_id: int) -> Guild:
        """The server of that id."""
        if guild_id not in self.guilds:
            raise errors.unknown_guild()
        return self.guilds[guild_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        """A message that the channel shows."""
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id or message.ephemeral:
            raise errors.unknown_message()
        return message

    def history(self, channel: Channel) -> list[Message]:
        """What the channel shows, oldest first."""
        found = (message for message in self.messages.values() if message.channel_id == channel.id)
        return sorted((message for message in found if not message.ephemeral), key=lambda message: message.id)

    def by_nonce(self, channel_id: int, body: dict[str, Any]) -> Message | None:
        """The message that this body's nonce already stands for, if Discord is to be held to it and still remembers."""
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        message_id, at = self._nonces.get((channel_id, str(body["nonce"])), (0, 0.0))
        return self.messages.get(message_id) if self.clock.elapsed - at <= NONCE_SECONDS else None

    def post(
        self,
        channel_id: int,
        body: dict[str, Any],
        uploads: list[Upload],
        *,
        interaction_id: int | None = None,
    ) -> Message:
        """A new message of the bot's."""
        message = Message(self.ids.next(), channel_id, self.bot, self.clock.now(), interaction_id=interaction_id)
        message.nonce = None if body.get("nonce") is None else str(body["nonce"])
        message.flags = body.get("flags") or 0
        self._fill(message, body, uploads)
        message.pinged = pinged(message.text, body.get("allowed_mentions"))
        self.messages[message.id] = message
        if message.nonce is not None:
            self._nonces[channel_id, message.nonce] = (message.id, self.clock.elapsed)
        return message

    def say(self, channel: Channel, person: User, text: str) -> Message:
        """A person writes in a channel."""
        message = Message(self.ids.next(), channel.id, person, self.clock.now(), text)
        self.messages[message.id] = message
        return message

    def edit(self, message: Message, body: dict[str, Any], uploads: list[Upload]) -> None:
        """Change what the body names, and leave the rest as it is; nobody is pinged."""
        if message.author.id != self.bot.id:
            raise errors.not_the_author()
        if self.clock.now() - message.created > OLD_SECONDS:
            if message.edits_when_old >= self.old_edits:
                raise errors.too_many_edits()
            message.edits_when_old += 1
        self._check_form(message, body, uploads)
        if "flags" in body:
            kept = message.flags & (EPHEMERAL | COMPONENTS_V2)
            message.flags = kept | (body["flags"] or 0) & ~EPHEMERAL
        self._fill(message, body, uploads)
        message.edited = self.clock.now()
        message.edits += 1

    def _check_form(self, message: Message, body: dict[str, Any], uploads: list[Upload]) -> None:
        """A message made of components stays one: it gets no content. What it shows of its files has to be there."""
        problems = []
        if message.flags & COMPONENTS_V2 and (body.get("content") or body.get("embeds")):
            problems.append("a message made of components takes neither content nor embeds")
        if message.flags & COMPONENTS_V2 and "components" in body and not body["components"]:
            problems.append("a message made of components needs some")
        stay = {str(entry["id"]) for entry in body["attachments"]} if "attachments" in body else None
        there = {upload.filename for upload in uploads}
        there |= {file.filename for file in message.attachments if stay is None or str(file.id) in stay}
        wanted = set(re.findall(r'"attachment://([^"]+)"', json.dumps(body.get("components") or [])))
        problems += [f"attachment://{name}: no such file" for name in sorted(wanted - there)]
        if problems:
            raise errors.invalid_form(problems)

    def _fill(self, message: Message, body: dict[str, Any], uploads: list[Upload]) -> None:
        if "attachments" in body or uploads:
            message.attachments = self._attachments(message, body.get("attachments"), uploads)
        if "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = body["embeds"] or []
        if "components" in body:
            message.components = numbered(body["components"] or [])

    def _attachments(self, message: Message, wanted: list[dict[str, Any]] | None, uploads: list[Upload]) -> list[Attachment]:
        """Files of the message that ``wanted`` names by their ids stay, uploads that it names by their numbers come."""
        old = {attachment.id: attachment for attachment in message.attachments}
        described = {int(entry["id"]): entry for entry in wanted or []}
        kept = [attachment for key, attachment in old.items() if wanted is None or key in described]
        new = [
            Attachment(
                self.ids.next(),
                described.get(upload.index, {}).get("filename") or upload.filename,
                described.get(upload.index, {}).get("description"),
                upload.data,
            )
            for upload in uploads
        ]
        return kept + new


def pinged(text: str, allowed: dict[str, Any] | None) -> list[int]:
    """The users whom a new message notifies: mentioned in it, and allowed to be."""
    mentioned = list(dict.fromkeys(int(found) for found in re.findall(r"<@!?(\d+)>", text)))
    if allowed is None or "users" in (allowed.get("parse") or []):
        return mentioned
    named = {int(user) for user in allowed.get("users") or []}
    return [user for user in mentioned if user in named]
