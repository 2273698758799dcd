"""Answers to interactions: exactly one, within Discord's three seconds, and friendly even after an error."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Concatenate, ParamSpec

import discord

from bot.common import metrics
from bot.common.crash_points import crash_point
from bot.storage.engine.database import DatabaseBusy
from bot.ui.framework.app import App, Interaction, app_of, user_of
from bot.ui.framework.attachment import Attachment, KeptFile, list_kept_files
from bot.ui.framework.components import refuses_icon, replace_icons
from bot.ui.framework.layout import View, frame, in_plain_form, is_plain
from bot.usecases.refusal import Forged, Refusal
from bot.usecases.server import member_names
from bot.workers import TooBusy

logger = logging.getLogger(__name__)

P = ParamSpec("P")

PROMPT = 1.2
"""Seconds after which the answer is deferred (Discord waits for three)."""

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062
INVALID_MESSAGE = 50035

Deferred = discord.InteractionResponseType
"""How an answer was deferred: one of the two deferring types."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an interaction."""

    content: str
    view: View | None = None
    """The controls below the text and the files; or, as a ``LayoutView``, the whole message with texts and files."""
    files: tuple[Attachment, ...] = ()
    colour: int | None = None
    """Colour of the frame around the message, as ``0xRRGGBB``; ``None`` for the default colour."""
    edit: bool = False
    """Whether it replaces the message whose button was pressed, instead of being a new message."""
    form: discord.ui.Modal | None = None
    """A form to open instead of a message. Discord accepts it only as the first answer."""
    keep_files: bool = False
    """Whether the edited message keeps its files; otherwise they are replaced by ``files``."""
    kept: tuple[KeptFile, ...] | None = None
    """The kept files, which a message made of components must place again. ``None``: taken from the edited message."""
    public: bool = False
    mentions: tuple[int, ...] = ()
    plain: bool = False
    """Whether it is plain even without mentions (``bot.ui.framework.layout``). Public answers are always plain."""
    sent: Callable[[int], Awaitable[None]] | None = None
    """Called with the id of the message after it was sent."""
    more: Callable[[], Awaitable[Reply | None]] | None = None
    """Called after the answer was sent; returns a second, private answer, or ``None``."""
    lost: Callable[[], Awaitable[None]] | None = None
    """Called if the answer may not have arrived, for answers that others besides the user wait for."""

    @property
    def is_plain(self) -> bool:
        """Whether a new message has the plain form."""
        return self.plain or self.public or bool(self.mentions)

    def parts(self) -> dict[str, Any]:
        """Return the arguments for discord.py's ``send`` functions."""
        text, view = self._form(self.files, plain=self.is_plain)
        return {
            **({"content": text} if text else {}),
            **({} if view is None else {"view": view}),
            "files": [file.file() for file in self.files],
            "allowed_mentions": self._mentioned(),
        }

    def edit_parts(self, *, plain: bool | None = None) -> dict[str, Any]:
        """Return the arguments for discord.py's ``edit`` functions, which remove everything that the reply lacks.

        ``plain``: the form of the message to edit; ``None`` if it is still empty.
        """
        files = {} if self.keep_files else {"attachments": [file.file() for file in self.files]}
        shown = (self.kept or ()) if self.keep_files else self.files
        text, view = self._form(shown, plain=self.is_plain if plain is None else plain)
        return {"content": text, "view": view, "allowed_mentions": self._mentioned(), **files}

    def _form(self, files: Sequence[Attachment | KeptFile], *, plain: bool) -> tuple[str | None, View | None]:
        """Return the text outside the components, and the components."""
        if plain and (made := in_plain_form(self.content, self.view)) is not None:
            return made[0] or None, made[1]
        return None, frame(self.content, self.view, files, self.colour)

    def _mentioned(self) -> discord.AllowedMentions:
        return discord.AllowedMentions(users=[discord.Object(m) for m in self.mentions])


async def answer_command(
    interaction: Interaction,
    handler: Callable[Concatenate[App, Interaction, P], Coroutine[Any, Any, Reply]],
    *values: P.args,
    **named: P.kwargs,
) -> None:
    """Answer a command with the private reply of its handler, which gets the given values."""
    await answer(interaction, handler(app_of(interaction), interaction, *values, **named))


async def answer(
    interaction: Interaction, work: Coroutine[Any, Any, Reply], *, edit: bool = False, public: bool = False
) -> None:
    """Run ``work`` and answer with its reply, or with the reason for failing.

    ``edit`` and ``public`` describe the expected reply; they are needed to defer an answer that takes long.
    """
    crash_point("press.taken")
    app, begun = app_of(interaction), time.perf_counter()
    whole = asyncio.current_task()
    if whole is not None:
        app.running.add(whole)
        whole.add_done_callback(app.running.discard)
    task = asyncio.create_task(_safely(app, interaction, work))
    done, _ = await asyncio.wait({task}, timeout=PROMPT)
    deferred = None if done else await _defer(app, interaction, edit=edit, public=public)
    reply = await task
    if reply.form is not None and deferred is not None:
        reply = Reply("That took too long for Discord to show the form. Please press again.")
    try:
        crash_point("answer.before")
        message_id = await _send_with_icons(app, interaction, reply, deferred, public=public)
        metrics.ANSWERS.observe(time.perf_counter() - begun)
        crash_point("answer.after")
    except Exception as error:  # noqa: BLE001 - the action itself is saved already
        await _handle_lost_answer(app, interaction, error, deferred, public=public)
        after, message_id = reply.lost, None
    else:
        after = None if reply.sent is None or message_id is None else partial(reply.sent, message_id)
    if after is not None:
        try:
            await after()
        except Exception:
            logger.exception("the follow-up of an answer failed", extra=about(interaction))
    if reply.more is not None and message_id is not None:
        await _send_more(interaction, reply.more)


async def _send_with_icons(
    app: App, interaction: Interaction, reply: Reply, deferred: Deferred | None, *, public: bool
) -> int | None:
    """Send the reply, without the bot's own icons if Discord no longer knows them. Return the result of ``_send``."""
    try:
        return await _send(interaction, reply, deferred, public=public)
    except discord.HTTPException as error:
        if reply.view is None or not refuses_icon(error):
            raise
    app.refuse_icons()
    replace_icons(reply.view)
    return await _send(interaction, reply, deferred, public=public)


async def _send_more(interaction: Interaction, more: Callable[[], Awaitable[Reply | None]]) -> None:
    """Send the second answer, if there is one. Failures are logged only, because the first answer was sent."""
    try:
        second = await more()
        if second is not None:
            await interaction.followup.send(**second.parts(), ephemeral=True)
    except Exception:
        logger.exception("a second answer failed", extra=about(interaction))


async def _defer(app: App, interaction: Interaction, *, edit: bool, public: bool) -> Deferred:
    """Defer the answer. Return how it was deferred, even if the request failed."""
    crash_point("answer.deferring")
    try:
        if edit:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=not public, thinking=True)
    except Exception as error:  # noqa: BLE001 - the answer itself is still attempted
        _log_lost_answer(app, interaction, error)
    crash_point("answer.deferred")
    return Deferred.deferred_message_update if edit else Deferred.deferred_channel_message


async def _safely(app: App, interaction: Interaction, work: Coroutine[Any, Any, Reply]) -> Reply:
    """Return the reply of ``work``, a refusal, or an apology for an unexpected error. Never raises."""
    try:
        if app.closing:
            return Reply("I am being restarted. Please try again in a minute: nothing is lost.")
        app.pacing.presses.spend(interaction.user.id)
        if interaction.guild_id is not None:  # in direct messages, Discord does not send the user's name in a server
            await member_names.renew(app.context, interaction.guild_id, user_of(interaction))
        return await work
    except (Refusal, DatabaseBusy, TooBusy) as refusal:
        if isinstance(refusal, Forged):
            logger.warning("a forged request: %s", refusal, extra=about(interaction))
        return Reply(str(refusal))
    except Exception as error:  # noqa: BLE001 - every press gets an answer
        return excuse(interaction, error)
    finally:
        work.close()  # in case it was never started


def excuse(interaction: Interaction, error: BaseException) -> Reply:
    """Log an unexpected error with a code, and return an apology with the same code."""
    code = secrets.token_hex(3).upper()
    logger.error("unexpected error", exc_info=error, extra={"code": code, **about(interaction)})
    return Reply(
        f"Something went wrong on my side (code **{code}**). Look at the game with `/board`, and try again. If it "
        "happens again, give the code to the host of this bot."
    )


async def _send(interaction: Interaction, reply: Reply, deferred: Deferred | None, *, public: bool) -> int | None:
    """Send the reply in the way that Discord still allows. Return the message's id if Discord returns one, else ``None``.

    ``public``: whether a public answer was announced when the answer was ``deferred``.
    """
    if not interaction.response.is_done():
        try:
            return await _send_first(interaction, reply)
        except discord.HTTPException as error:
            if deferred is None or error.code != ALREADY_ACKNOWLEDGED:
                raise
            # The deferral arrived; only Discord's response to it was lost.
    announced = deferred is Deferred.deferred_channel_message
    if reply.edit or (announced and reply.public == public):
        edited = None if announced else interaction.message
        return (await interaction.edit_original_response(**_edit_parts(reply, edited))).id
    if announced:
        # A public answer was announced but the reply is private, or vice versa; Discord cannot change that.
        await interaction.delete_original_response()
    return (await interaction.followup.send(**reply.parts(), ephemeral=not reply.public, wait=True)).id


async def _send_first(interaction: Interaction, reply: Reply) -> int | None:
    """Send the reply as the first answer. Return the message's id, or ``None`` for a form."""
    if reply.form is not None:
        reply.form.stop()  # otherwise discord.py stores it until it times out; the router answers it by its id
        await interaction.response.send_modal(reply.form)
        return None
    if reply.edit:
        await interaction.response.edit_message(**_edit_parts(reply, interaction.message))
        return interaction.message.id if interaction.message else None
    sent = await interaction.response.send_message(**reply.parts(), ephemeral=not reply.public)
    return sent.message_id


def _edit_parts(reply: Reply, message: discord.Message | None) -> dict[str, Any]:
    """Return the arguments to edit the pressed message; ``None`` stands for a deferred answer."""
    kept = replace(reply, kept=list_kept_files(message)) if reply.keep_files else reply
    return kept.edit_parts(plain=None if message is None else is_plain(message))


async def _handle_lost_answer(
    app: App, interaction: Interaction, error: Exception, deferred: Deferred | None, *, public: bool
) -> None:
    """Answer with an apology if the message itself was invalid; otherwise log the lost answer."""
    is_wrong = isinstance(error, ValueError) or getattr(error, "code", None) == INVALID_MESSAGE
    if is_wrong:
        try:
            await _send(interaction, excuse(interaction, error), deferred, public=public)
        except Exception as again:  # noqa: BLE001 - the action itself is saved already
            error, is_wrong = again, False
    if not is_wrong:
        _log_lost_answer(app, interaction, error)


def _log_lost_answer(app: App, interaction: Interaction, error: Exception) -> None:
    """Log an answer that did not arrive. The action itself is saved, and the public post shows it."""
    code = getattr(error, "code", None)
    if code == ALREADY_ACKNOWLEDGED:
        app.answered_elsewhere()
        return
    late = "too late for an answer" if code == UNKNOWN_INTERACTION else "an answer did not get through"
    logger.warning("%s: %r", late, error, extra=about(interaction))


async def ready(reply: Reply) -> Reply:
    """Return a finished reply, for handlers that have no work to do."""
    return reply


def about(interaction: Interaction) -> dict[str, object]:
    """Return an interaction's fields for log records."""
    return {"interaction": interaction.id, "guild": interaction.guild_id, "channel": interaction.channel_id}
