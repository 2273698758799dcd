"""The routes of the API that the loopback speaks: each takes a request and gives the status and the JSON of its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.wire.server import errors, payloads
from tests.wire.server.interactions import Interaction, Interactions
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import (
    ATTACH_FILES,
    CREATE_PUBLIC_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    Message,
    World,
)

Answer = tuple[int, Any]
Route = Callable[[Recorded], Answer]

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
FOLLOW_UP = WEBHOOK + "/messages/{message_id}"

OPEN_ROUTES = {
    ("POST", CALLBACK),
    ("POST", WEBHOOK),
    *((method, path) for method in ("GET", "PATCH", "DELETE") for path in (ORIGINAL, FOLLOW_UP)),
}
"""Routes whose token stands in the path."""


ENTRY_POINT = 4
"""The command that Discord adds on its own once an application has Activities."""


def _keys(commands: list[dict[str, Any]]) -> set[tuple[int, str]]:
    """What a command is known by in a set."""
    return {(command.get("type") or 1, command["name"]) for command in commands}


class Routes:
    """The table of routes over one world."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions
        self.cdn = ""
        self.gateway = ""
        self.suggested_shards = 1
        self.table: dict[tuple[str, str], Route] = {
            ("GET", "/users/@me"): lambda request: (200, payloads.own_user(world.bot)),
            ("GET", "/oauth2/applications/@me"): lambda request: (200, payloads.application(world)),
            ("GET", "/applications/@me"): lambda request: (200, payloads.application(world)),
            ("GET", "/gateway"): lambda request: (200, {"url": self.gateway}),
            ("GET", "/gateway/bot"): self._gateway_bot,
            ("GET", "/applications/{application_id}/commands"): self._commands,
            ("PUT", "/applications/{application_id}/commands"): self._put_commands,
            ("GET", "/applications/{application_id}/guilds/{guild_id}/commands"): self._commands,
            ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"): self._put_commands,
            ("GET", "/applications/{application_id}/emojis"): self._emojis,
            ("POST", "/applications/{application_id}/emojis"): self._make_emoji,
            ("POST", CALLBACK): self._callback,
            ("POST", WEBHOOK): self._follow_up,
            ("GET", ORIGINAL): self._get_answer,
            ("PATCH", ORIGINAL): self._edit_answer,
            ("DELETE", ORIGINAL): self._delete_answer,
            ("GET", FOLLOW_UP): self._get_answer,
            ("PATCH", FOLLOW_UP): self._edit_answer,
            ("DELETE", FOLLOW_UP): self._delete_answer,
            ("GET", "/channels/{channel_id}"): self._channel,
            ("POST", "/channels/{channel_id}/typing"): self._typing,
            ("GET", "/channels/{channel_id}/messages"): self._history,
            ("POST", "/channels/{channel_id}/messages"): self._post,
            ("GET", "/channels/{channel_id}/messages/{message_id}"): self._get_message,
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"): self._edit_message,
            ("DELETE", "/channels/{channel_id}/messages/{message_id}"): self._delete_message,
            ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): self._thread,
            ("POST", "/channels/{channel_id}/threads"): self._thread,
            ("GET", "/guilds/{guild_id}/threads/active"): self._active_threads,
            ("POST", "/users/@me/channels"): self._direct,
            ("GET", "/guilds/{guild_id}"): self._guild,
            ("GET", "/guilds/{guild_id}/members/{user_id}"): self._member,
        }

    def _told(self, message: Message) -> dict[str, Any]:
        return payloads.message(message, self.cdn)

    def _gateway_bot(self, request: Recorded) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
        return 200, {"url": self.gateway, "shards": self.suggested_shards, "session_start_limit": limit}

    def _commands(self, request: Recorded) -> Answer:
        return 200, self._world.commands.get(self._scope(request), [])

    def _put_commands(self, request: Recorded) -> Answer:
        """Replaces a whole set; a command keeps its id while its name and type stay."""
        scope = self._scope(request)
        entry_points = [command for command in self._world.commands.get(scope, []) if command["type"] == ENTRY_POINT]
        if any(command not in _keys(request.body) for command in _keys(entry_points)):
            raise errors.entry_point_missing()
        before = {(command["type"], command["name"]): command["id"] for command in self._world.commands.get(scope, [])}
        result = []
        for body in request.body:
            kept = before.get((body.get("type") or 1, body["name"]))
            self._world.command_creations += kept is None
            number = self._world.ids.next() if kept is None else int(kept)
            told = payloads.command(body, number, self._world.application_id, self._world.ids.next())
            result.append(told if scope is None else told | {"guild_id": str(scope)})
        self._world.commands[scope] = result
        return 200, result

    def _emojis(self, request: Recorded) -> Answer:
        return 200, {"items": [payloads.emoji(self._world, *each) for each in self._world.emojis.items()]}

    def _make_emoji(self, request: Recorded) -> Answer:
        """A new one; Discord takes no name twice."""
        name = request.payload["name"]
        if name in self._world.emojis.values():
            raise errors.name_taken()
        number = self._world.ids.next()
        self._world.emojis[number] = name
        return 201, payloads.emoji(self._world, number, name)

    def _scope(self, request: Recorded) -> int | None:
        if int(request.ids["application_id"]) != self._world.application_id:
            raise errors.missing_access()
        return self._world.guild(int(request.ids["guild_id"])).id if "guild_id" in request.ids else None

    def _callback(self, request: Recorded) -> Answer:
        deed = self._interactions.respond(
            int(request.ids["interaction_id"]),
            request.ids["interaction_token"],
            request.payload["type"],
            request.payload.get("data") or {},
            request.uploads,
        )
        if request.query.get("with_response", "").lower() in ("1", "true"):
            return 200, payloads.callback(deed, self.cdn)
        return 204, None

    def _deed(self, request: Recorded) -> Interaction:
        return self._interactions.by_token(int(request.ids["webhook_id"]), request.ids["webhook_token"])

    def _its_message(self, request: Recorded, deed: Interaction) -> Message:
        number = request.ids.get("message_id")
        return self._interactions.message(deed, None if number is None else int(number))

    def _follow_up(self, request: Recorded) -> Answer:
        message = self._interactions.follow_up(self._deed(request), request.payload, request.uploads)
        return (200, self._told(message)) if request.query.get("wait", "0").lower() in ("1", "true") else (204, None)

    def _get_answer(self, request: Recorded) -> Answer:
        return 200, self._told(self._its_message(request, self._deed(request)))

    def _edit_answer(self, request: Recorded) -> Answer:
        deed = self._deed(request)
        message = self._its_message(request, deed)
        return 200, self._told(self._interactions.edit(deed, message, request.payload, request.uploads))

    def _delete_answer(self, request: Recorded) -> Answer:
        deed = self._deed(request)
        self._interactions.delete(deed, self._its_message(request, deed))
        return 204, None

    def _channel(self, request: Recorded) -> Answer:
        return 200, payloads.any_channel(self._world, self._world.channel(int(request.ids["channel_id"])))

    def _thread(self, request: Recorded) -> Answer:
        """A thread, of a message or of none."""
        channel = self._world.channel(int(request.ids["channel_id"]), VIEW_CHANNEL | CREATE_PUBLIC_THREADS)
        message_id = request.ids.get("message_id")
        message = None if message_id is None else self._world.message(channel.id, int(message_id))
        thread = self._world.make_thread(channel, message, request.payload["name"])
        told = payloads.any_channel(self._world, thread)
        self._world.publish("THREAD_CREATE", told | {"newly_created": True})
        return 201, told

    def _active_threads(self, request: Recorded) -> Answer:
        guild = self._world.guild(int(request.ids["guild_id"]))
        told = [payloads.any_channel(self._world, thread) for thread in guild.threads.values() if not thread.archived]
        return 200, {"threads": told, "members": [], "has_more": False}

    def _direct(self, request: Recorded) -> Answer:
        """The channel between the bot and a person."""
        return 200, payloads.any_channel(self._world, self._world.direct(int(request.payload["recipient_id"])))

    def _typing(self, request: Recorded) -> Answer:
        self._world.channel(int(request.ids["channel_id"]), SEND_MESSAGES)
        return 204, None

    def _history(self, request: Recorded) -> Answer:
        """Newest first; with ``after`` the ones that follow it, still newest first. Nothing without the permission."""
        channel = self._world.channel(int(request.ids["channel_id"]))
        if not channel.permissions & READ_MESSAGE_HISTORY:
            return 200, []
        limit = int(request.query.get("limit", 50))
        shown = self._world.history(channel)
        if "after" in request.query:
            shown = [message for message in shown if message.id > int(request.query["after"])][:limit]
        elif "before" in request.query:
            shown = [message for message in shown if message.id < int(request.query["before"])][-limit:]
        elif "around" in request.query:
            middle = sum(message.id < int(request.query["around"]) for message in shown)
            shown = shown[max(0, middle - limit // 2) :][:limit]
        else:
            shown = shown[-limit:]
        return 200, [self._told(message) for message in reversed(shown)]

    def _post(self, request: Recorded) -> Answer:
        """A new message, or the one that its nonce already stands for."""
        need = VIEW_CHANNEL | SEND_MESSAGES | (ATTACH_FILES if request.uploads else 0)
        channel = self._world.channel(int(request.ids["channel_id"]), need)
        if channel.guild_id == 0 and self._world.direct_to(channel) in self._world.unreachable:
            raise errors.no_direct_messages()
        if channel.locked:
            raise errors.thread_is_archived()
        channel.archived = False
        message = self._world.by_nonce(channel.id, request.payload)
        if message is None:
            message = self._world.post(channel.id, request.payload, request.uploads)
            if channel.guild_id:
                self._world.publish("MESSAGE_CREATE", self._told(message) | {"guild_id": str(channel.guild_id)})
        return 200, self._told(message)

    def _get_message(self, request: Recorded) -> Answer:
        channel = self._world.channel(int(request.ids["channel_id"]), READ_MESSAGE_HISTORY)
        return 200, self._told(self._world.message(channel.id, int(request.ids["message_id"])))

    def _edit_message(self, request: Recorded) -> Answer:
        channel = self._world.channel(int(request.ids["channel_id"]))
        message = self._world.message(channel.id, int(request.ids["message_id"]))
        if channel.archived:
            raise errors.thread_is_archived()
        self._world.edit(message, request.payload, request.uploads)
        self._world.publish("MESSAGE_UPDATE", self._told(message) | {"guild_id": str(channel.guild_id)})
        return 200, self._told(message)

    def _delete_message(self, request: Recorded) -> Answer:
        channel = self._world.channel(int(request.ids["channel_id"]))
        del self._world.messages[self._world.message(channel.id, int(request.ids["message_id"])).id]
        return 204, None

    def _guild(self, request: Recorded) -> Answer:
        return 200, payloads.guild(self._world.guild(int(request.ids["guild_id"])), self._world.bot)

    def _member(self, request: Recorded) -> Answer:
        person = self._world.guild(int(request.ids["guild_id"])).members.get(int(request.ids["user_id"]))
        if person is None:
            raise errors.unknown_member()
        return 200, payloads.member(person)
