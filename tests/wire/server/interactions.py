"""Interactions: what a person did, and the state that Discord keeps about the bot's answers to it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from tests.wire.server import errors
from tests.wire.server.world import EPHEMERAL, LOADING, Channel, Message, Upload, User, World

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


class Kind(enum.IntEnum):
    """The types of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(enum.IntEnum):
    """The types of first answers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ALLOWED: dict[Kind, frozenset[Callback]] = {
    Kind.COMMAND: frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL}),
    Kind.COMPONENT: frozenset(Callback) - {Callback.CHOICES},
    Kind.AUTOCOMPLETE: frozenset({Callback.CHOICES}),
    Kind.MODAL: frozenset(Callback) - {Callback.CHOICES, Callback.MODAL},
}
"""Which first answers each kind of interaction takes; an update needs a message besides."""


@dataclass
class Interaction:
    """One press, command, search or sent form, with everything that the bot answered."""

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: dict[str, Any]
    created: float
    source: Message | None = None
    callback: Callback | None = None
    answer: dict[str, Any] = field(default_factory=dict)
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    is_deferred: bool = False
    """Whether the bot has said that its answer takes longer, and has not given it yet."""

    @property
    def choices(self) -> list[dict[str, Any]]:
        """What the search offered."""
        return list(self.answer.get("choices") or [])

    @property
    def messages(self) -> list[Message]:
        """Every message that answers it and has arrived in full, the first answer first."""
        first = [self.original] if self.original is not None and not self.original.flags & LOADING else []
        return first + self.followups

    @property
    def reply(self) -> Message:
        """The message that answers it first: a new one, or the one it came from, changed. Others may follow."""
        return self.messages[0]

    def describe(self) -> str:
        """Return who sent it and what it is, in a line."""
        what = self.data.get("custom_id") or self.data.get("name")
        return f"{self.user.name}'s {self.kind.name.lower()} {what}"

    @property
    def text(self) -> str:
        """Everything that its answers say."""
        return "\n".join(message.text for message in self.messages)


class Interactions:
    """All interactions of a world, and the rules of answering them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.all: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def new(self, kind: Kind, user: User, channel: Channel, data: dict[str, Any], source: Message | None = None) -> Interaction:
        """A new interaction, not yet told to the bot."""
        number = self._world.ids.next()
        interaction = Interaction(
            number, f"token-of-{number}", kind, user, channel, data, self._world.clock.elapsed, source=source
        )
        self.all[number] = interaction
        self._by_token[interaction.token] = interaction
        return interaction

    def respond(
        self, interaction_id: int, token: str, callback: int, body: dict[str, Any], uploads: list[Upload]
    ) -> Interaction:
        """Take the first answer, of the type ``callback``."""
        interaction = self.all.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.unknown_interaction()
        if interaction.callback is not None:
            raise errors.already_acknowledged()
        if self._world.clock.elapsed - interaction.created > ANSWER_SECONDS:
            raise errors.unknown_interaction()
        if callback not in ALLOWED[interaction.kind]:
            raise errors.invalid_form([f"type: {callback} does not answer an interaction of type {interaction.kind}"])
        kind = Callback(callback)
        if kind in (Callback.UPDATE, Callback.DEFERRED_UPDATE) and interaction.source is None:
            raise errors.invalid_form(["type: there is no message to update"])
        if kind in (Callback.MESSAGE, Callback.DEFERRED_MESSAGE):
            interaction.original = self._world.post(interaction.channel.id, body, uploads, interaction_id=interaction.id)
            if kind is Callback.DEFERRED_MESSAGE:
                interaction.original.flags |= LOADING
        elif interaction.source is not None and kind in (Callback.UPDATE, Callback.DEFERRED_UPDATE):
            interaction.original = interaction.source
            if kind is Callback.UPDATE:
                self._world.edit(interaction.source, body, uploads)
        interaction.callback, interaction.answer = kind, body
        interaction.is_deferred = kind in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE)
        return interaction

    def by_token(self, application_id: int, token: str) -> Interaction:
        """The answered interaction of a webhook's token, within its fifteen minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id or interaction.callback is None:
            raise errors.unknown_webhook()
        if self._world.clock.elapsed - interaction.created > TOKEN_SECONDS:
            raise errors.invalid_webhook_token()
        return interaction

    def follow_up(self, interaction: Interaction, body: dict[str, Any], uploads: list[Upload]) -> Message:
        """One more message; the first after a deferred answer takes that answer's place."""
        original = interaction.original
        if original is not None and original.flags & LOADING:
            return self.edit(interaction, original, body, uploads)
        message = self._world.post(interaction.channel.id, body, uploads, interaction_id=interaction.id)
        interaction.followups.append(message)
        interaction.is_deferred = False
        return message

    def message(self, interaction: Interaction, message_id: int | None) -> Message:
        """An answer to the interaction; none: the first one."""
        mine = [message for message in (interaction.original, *interaction.followups) if message is not None]
        for message in mine:
            if message_id in (None, message.id) and message.id in self._world.messages:
                return message
        raise errors.unknown_message()

    def edit(self, interaction: Interaction, message: Message, body: dict[str, Any], uploads: list[Upload]) -> Message:
        """Change an answer to the interaction, and end its waiting if it was a deferred one."""
        kept = message.flags & EPHEMERAL
        self._world.edit(message, body, uploads)
        message.flags = (message.flags & ~LOADING) | kept
        interaction.is_deferred = False
        return message

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Take an answer away."""
        self._world.messages.pop(message.id, None)
        if interaction.original is message:
            interaction.original = None
        if message in interaction.followups:
            interaction.followups.remove(message)
