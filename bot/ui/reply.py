"""Answers to interactions: within Discord's three seconds, once, and friendly whatever happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

import discord

from bot.core.errors import Refusal
from bot.points import point
from bot.storage.database import DatabaseBusy
from bot.ui.app import App

logger = logging.getLogger(__name__)

PROMPT = 1.2
"""Seconds after which Discord is told that the answer takes longer (it waits for three)."""

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062

Deferred = discord.InteractionResponseType
"""What Discord was told where an answer takes long: of these, the two types of deferring."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be sent: bytes, name and description (alt text, at most 1024 characters)."""

    data: bytes
    name: str
    alt: str | None = None

    def file(self) -> discord.File:
        """As discord.py wants it: a new one for each attempt to send it."""
        return discord.File(BytesIO(self.data), filename=self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker is answered."""

    content: str
    view: discord.ui.View | None = None
    embed: discord.Embed | None = None
    files: tuple[Attachment, ...] = ()
    edit: bool = False
    """Put in the place of the message whose button was pressed, instead of a new one."""
    public: bool = False
    mentions: tuple[int, ...] = ()
    sent: Callable[[int], Awaitable[None]] | None = None
    """Called with the id of the message once it is there."""
    lost: Callable[[], Awaitable[None]] | None = None
    """Called when the answer may not have got through, where others than the asker wait for it."""

    def parts(self) -> dict[str, Any]:
        """The arguments for discord.py's ``send`` functions."""
        return {
            "content": self.content,
            "files": [file.file() for file in self.files],
            "allowed_mentions": discord.AllowedMentions(users=[discord.Object(m) for m in self.mentions]),
            **({"view": self.view} if self.view is not None else {}),
            **({"embed": self.embed} if self.embed is not None else {}),
        }

    def edit_parts(self) -> dict[str, Any]:
        """The arguments for discord.py's ``edit`` functions: what is not there any more is taken away."""
        return {
            "content": self.content,
            "attachments": [file.file() for file in self.files],
            "view": self.view,
            "embed": self.embed,
            "allowed_mentions": discord.AllowedMentions(users=[discord.Object(m) for m in self.mentions]),
        }


async def answer(
    app: App,
    interaction: discord.Interaction[Any],
    work: Coroutine[Any, Any, Reply],
    *,
    edit: bool = False,
    public: bool = False,
) -> None:
    """Carries out ``work`` and answers with what it gives, or with why it would not.

    ``edit`` and ``public`` say what the answer will be where nothing goes wrong; Discord wants to know when it takes long.
    """
    point("press.taken")
    whole = asyncio.current_task()
    if whole is not None:
        app.running.add(whole)
        whole.add_done_callback(app.running.discard)
    task = asyncio.create_task(_safely(app, interaction, work))
    done, _ = await asyncio.wait({task}, timeout=PROMPT)
    deferred = None if done else await _defer(interaction, edit=edit, public=public)
    reply = await task
    try:
        point("answer.before")
        message_id = await _send(interaction, reply, deferred, public=public)
        point("answer.after")
    except Exception as error:  # noqa: BLE001 - however the wire fails: what was decided stands
        _log_lost_answer(interaction, error)
        after = reply.lost
    else:
        after = None if reply.sent is None or message_id is None else partial(reply.sent, message_id)
    if after is not None:
        try:
            await after()
        except Exception:
            logger.exception("what follows an answer failed", extra=about(interaction))


async def _defer(interaction: discord.Interaction[Any], *, edit: bool, public: bool) -> Deferred:
    """Tells Discord that the answer takes longer, and gives what it was told; it may not have got through."""
    point("answer.deferring")
    try:
        if edit:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=not public, thinking=True)
    except Exception as error:  # noqa: BLE001 - however the wire fails: the answer itself is still tried
        _log_lost_answer(interaction, error)
    point("answer.deferred")
    return Deferred.deferred_message_update if edit else Deferred.deferred_channel_message


async def _safely(app: App, interaction: discord.Interaction[Any], work: Coroutine[Any, Any, Reply]) -> Reply:
    """The reply, or the refusal, or the excuse: never an exception."""
    if app.closing:
        work.close()
        return Reply("I am being restarted. Please try again in a minute: nothing is lost.")
    try:
        return await work
    except (Refusal, DatabaseBusy) as refusal:
        return Reply(str(refusal))
    except Exception as error:  # noqa: BLE001 - whoever pressed gets an answer whatever went wrong
        return excuse(interaction, error)


def excuse(interaction: discord.Interaction[Any], error: BaseException) -> Reply:
    """What is said of an unexpected error: a code that stands in the log too."""
    code = secrets.token_hex(3).upper()
    logger.error("unexpected error", exc_info=error, extra={"code": code, **about(interaction)})
    return Reply(
        f"Something went wrong on my side (code **{code}**). See `/board` for how the game stands, and try again; if it "
        "happens again, tell whoever runs this bot the code."
    )


async def _send(interaction: discord.Interaction[Any], reply: Reply, deferred: Deferred | None, *, public: bool) -> int | None:
    """Sends the reply in the way that is still open; gives the message's id where Discord tells it.

    ``public``: how it was announced, where it was ``deferred``.
    """
    if not interaction.response.is_done():
        try:
            return await _send_first(interaction, reply)
        except discord.HTTPException as error:
            if deferred is None or error.code != ALREADY_ACKNOWLEDGED:
                raise
            # The deferring did get through, and only its answer was lost.
    announced = deferred is Deferred.deferred_channel_message
    if reply.edit or (announced and reply.public == public):
        return (await interaction.edit_original_response(**reply.edit_parts())).id
    if announced:
        # What was announced to everybody turned out to be for one, or the other way round: that cannot be changed.
        await interaction.delete_original_response()
    return (await interaction.followup.send(**reply.parts(), ephemeral=not reply.public, wait=True)).id


async def _send_first(interaction: discord.Interaction[Any], reply: Reply) -> int | None:
    """Sends the reply as the first answer."""
    if reply.edit:
        await interaction.response.edit_message(**reply.edit_parts())
        return interaction.message.id if interaction.message else None
    sent = await interaction.response.send_message(**reply.parts(), ephemeral=not reply.public)
    return sent.message_id


def _log_lost_answer(interaction: discord.Interaction[Any], error: Exception) -> None:
    """An answer that did not get through. What was decided stands, and the public post tells it."""
    code = getattr(error, "code", None)
    if code == ALREADY_ACKNOWLEDGED:
        return
    late = "too late for an answer" if code == UNKNOWN_INTERACTION else "an answer did not get through"
    logger.warning("%s: %r", late, error, extra=about(interaction))


async def ready(reply: Reply) -> Reply:
    """A reply that needs no work."""
    return reply


def about(interaction: discord.Interaction[Any]) -> dict[str, object]:
    """What a line of the log says about an interaction."""
    return {"interaction": interaction.id, "guild": interaction.guild_id, "channel": interaction.channel_id}
