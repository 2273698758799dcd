"""The JSON in which Discord tells of what it knows."""

from __future__ import annotations

import datetime
from typing import Any

from tests.wire.server.interactions import Callback, Interaction
from tests.wire.server.world import (
    LOADING,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    Attachment,
    Channel,
    Guild,
    Message,
    User,
    World,
)

ALL_PERMISSIONS = (1 << 53) - 1
LOCALE = "en-US"


def timestamp(seconds: float) -> str:
    """An instant as Discord writes it."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat()


def user(person: User) -> dict[str, Any]:
    """A user object."""
    return {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0",
        "global_name": None if person.bot else person.name.title(),
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def emoji(world: World, number: int, name: str) -> dict[str, Any]:
    """An emoji of the application."""
    made = {"id": str(number), "name": name, "roles": [], "user": user(world.bot)}
    return made | {"require_colons": True, "managed": False, "animated": False, "available": True}


def own_user(person: User) -> dict[str, Any]:
    """The bot, as it sees itself."""
    return user(person) | {"mfa_enabled": False, "locale": LOCALE, "verified": True, "email": None}


def member(person: User) -> dict[str, Any]:
    """A member object."""
    return {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": timestamp(1_600_000_000.0),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def channel(place: Channel, bot_id: int) -> dict[str, Any]:
    """A text channel; what the bot may not do stands in an overwrite of its own."""
    return {
        "id": str(place.id),
        "type": 0,
        "guild_id": str(place.guild_id),
        "name": place.name,
        "topic": None,
        "position": 0,
        "flags": 0,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {
                "id": str(bot_id),
                "type": 1,
                "allow": str(place.permissions),
                "deny": str(ALL_PERMISSIONS & ~place.permissions),
            }
        ],
    }


def any_channel(world: World, where: Channel) -> dict[str, Any]:
    """A channel of any type: of a server, a thread, or the bot's own with a person."""
    if where.guild_id == 0:
        person = User(world.direct_to(where) or 0, "somebody")
        return {"id": str(where.id), "type": 1, "flags": 0, "last_message_id": None, "recipients": [user(person)]}
    if where.parent_id is None:
        return channel(where, world.bot.id)
    return {
        "id": str(where.id),
        "type": 11,
        "guild_id": str(where.guild_id),
        "name": where.name,
        "parent_id": str(where.parent_id),
        "owner_id": str(world.bot.id),
        "last_message_id": None,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": where.archived,
            "locked": where.locked,
            "auto_archive_duration": 10080,
            "archive_timestamp": timestamp(where.created),
            "create_timestamp": timestamp(where.created),
        },
    }


def guild(place: Guild, bot: User) -> dict[str, Any]:
    """A server as GUILD_CREATE brings it to a bot without privileged intents: of the members, the bot alone."""
    everyone = {
        "id": str(place.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(VIEW_CHANNEL | SEND_MESSAGES),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(place.id),
        "name": place.name,
        "owner_id": str(place.owner_id),
        "icon": None,
        "features": [],
        "preferred_locale": LOCALE,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "joined_at": timestamp(1_600_000_000.0),
        "large": False,
        "unavailable": False,
        "member_count": len(place.members),
        "members": [member(bot)],
        "channels": [channel(one, bot.id) for one in place.channels.values()],
        "threads": [],  # archived ones are not told, and the client has to do without the others too
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> dict[str, Any]:
    """The bot's application, as its owner's token sees it."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "summary": "",
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": user(User(world.application_id + 1, "owner")),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {"0": {}},
        "flags_new": "0",
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
    }


def attachment(message: Message, one: Attachment, cdn: str) -> dict[str, Any]:
    """A file of a message; ``cdn`` is where files are served."""
    url = f"{cdn}/attachments/{message.channel_id}/{one.id}/{one.filename}"
    told = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": url,
        "proxy_url": url,
        "content_type": "image/gif" if one.filename.endswith(".gif") else "image/png",
        "width": 400,
        "height": 400,
    }
    return told if one.description is None else told | {"description": one.description}


def message(told: Message, cdn: str) -> dict[str, Any]:
    """A message object, its references to files resolved."""
    files = [attachment(told, one, cdn) for one in told.attachments]
    named = {f"attachment://{file['filename']}": file for file in files}
    result: dict[str, Any] = {
        "id": str(told.id),
        "channel_id": str(told.channel_id),
        "author": user(told.author),
        "content": told.content,
        "timestamp": timestamp(told.created),
        "edited_timestamp": None if told.edited is None else timestamp(told.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": files,
        "embeds": _resolved([{"type": "rich"} | embed for embed in told.embeds], named),
        "components": _resolved(told.components, named),
        "pinned": False,
        "type": 0 if told.interaction_id is None else 20,
        "flags": told.flags,
    }
    if told.nonce is not None:
        result["nonce"] = told.nonce
    if told.interaction_id is not None:
        result["application_id"] = str(told.author.id)
        result["webhook_id"] = str(told.author.id)
    return result


def _resolved(part: Any, named: dict[str, dict[str, Any]]) -> Any:
    """The part with every ``attachment://name`` turned into what Discord knows of that file."""
    if isinstance(part, dict):
        file = named.get(part.get("url", ""))
        if file is None:
            return {key: _resolved(value, named) for key, value in part.items()}
        seen = {key: file[key] for key in ("id", "url", "proxy_url", "width", "height", "content_type")}
        return part | seen | {"attachment_id": file["id"]}
    return [_resolved(inner, named) for inner in part] if isinstance(part, list) else part


def callback(interaction: Interaction, cdn: str) -> dict[str, Any]:
    """What an answered first answer says when ``with_response`` is asked for."""
    told: dict[str, Any] = {"id": str(interaction.id), "type": int(interaction.kind)}
    result: dict[str, Any] = {"interaction": told}
    original = interaction.original
    if original is not None:
        told["response_message_id"] = str(original.id)
        told["response_message_ephemeral"] = original.ephemeral
        told["response_message_loading"] = bool(original.flags & LOADING)
        if interaction.callback is not Callback.DEFERRED_UPDATE:
            kind = Callback.UPDATE if interaction.callback is Callback.UPDATE else Callback.MESSAGE
            result["resource"] = {"type": int(kind), "message": message(original, cdn)}
    return result


def interaction(deed: Interaction, world: World, cdn: str) -> dict[str, Any]:
    """Return the payload of INTERACTION_CREATE.

    In a direct message it names no server and no member; there, and in ``by_persons``, a person has installed the bot for
    themselves.
    """
    direct = deed.channel.guild_id == 0
    told: dict[str, Any] = {
        "id": str(deed.id),
        "application_id": str(world.application_id),
        "type": int(deed.kind),
        "token": deed.token,
        "version": 1,
        "data": deed.data,
        "channel_id": str(deed.channel.id),
        "channel": any_channel(world, deed.channel) | {"permissions": str(ALL_PERMISSIONS)},
        "locale": LOCALE,
        "app_permissions": str(deed.channel.permissions),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "context": 1 if direct else 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if direct:
        told |= {"user": user(deed.user), "authorizing_integration_owners": {"0": "0", "1": str(deed.user.id)}}
    else:
        place = world.guild(deed.channel.guild_id)
        owners = {"1": str(deed.user.id)} if place.id in world.by_persons else {"0": str(place.id)}
        told |= {
            "guild_id": str(place.id),
            "guild": {"id": str(place.id), "locale": LOCALE, "features": []},
            "guild_locale": LOCALE,
            "member": member(deed.user) | {"permissions": str(ALL_PERMISSIONS)},
            "authorizing_integration_owners": owners,
        }
    if deed.source is not None:
        told["message"] = message(deed.source, cdn)
    return told


def command(body: dict[str, Any], number: int, application_id: int, version: int) -> dict[str, Any]:
    """A registered command, from the body that registered it."""
    return {
        "id": str(number),
        "application_id": str(application_id),
        "version": str(version),
        "type": body.get("type") or 1,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "options": body.get("options") or [],
        "default_member_permissions": body.get("default_member_permissions"),
        "dm_permission": body.get("dm_permission", True),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "nsfw": body.get("nsfw", False),
        **({"handler": body["handler"]} if "handler" in body else {}),
    }
