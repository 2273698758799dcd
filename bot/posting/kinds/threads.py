"""Posts for a game in a thread of its own: its status message in the channel, and the thread below that.

The thread of a league's game has no status message.
"""

from __future__ import annotations

from typing import Literal

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.error_codes import NO_ACCESS, UNKNOWN_MESSAGE
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, CurrentMessage, PostKind
from bot.presentation.texts import colour_of, cut, write_title
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import status as status_message
from bot.usecases import queries
from bot.usecases.channels import threads
from bot.usecases.context import Context

MADE_ALREADY = 160004
"""Discord's code for a message that already has a thread. The thread has the id of the message."""
WRONG_TYPE = 50024
NO_THREADS = (UNKNOWN_MESSAGE, NO_ACCESS, 50013, WRONG_TYPE, 160006)
"""Discord's codes for the reasons why no thread can be made: the status message is gone; no access; no permission; a channel
of the wrong type, such as a thread; the server has reached its limit of threads."""
WEEK: Literal[10080] = 10080
"""Minutes without a message after which Discord archives the thread: the longest that Discord allows.

A new board reopens it.
"""
PUBLIC: Literal[11] = 11
"""Discord's number for a thread that everybody in the channel sees."""
NAME = 100
"""The maximum length of a thread's name."""


class StatusPost(CurrentMessage):
    """The message in the channel that shows the state of a game played in a thread."""

    is_plain = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the status in its current state. It mentions nobody."""
        found = await queries.view_game(app.context, None, post.game_id or 0)
        game = found.row
        mark = status_message.StatusPress.prefix(game.id, post.id)
        text = status_message.write_text(game, found.clock, app.context.clock(), found.away_until)
        buttons, colour = status_message.make_buttons(game, post.id), colour_of(game, found.state)
        return Composed(mark, Reply(text, view=buttons, colour=colour), message_id=game.status_message_id)

    async def handle_too_old(self, app: App, post: Post) -> None:
        """Replace the message with a new one."""
        await threads.replace_status(app.context, post.game_id or 0)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message, and delete the previous one."""
        before = await games.set_status_message(conn, post.game_id or 0, message_id)
        if before is not None and before != message_id:
            await context.outbox.put_after(conn, "remove", post, message=before)


class ThreadPost(PostKind):
    """The thread of a game."""

    async def make_thread(self, client: discord.Client, app: App, channel: discord.PartialMessageable, post: Post) -> int:
        """Make the thread, or find the existing one. Return its id. Raise PermanentError if that fails; the reason is saved."""
        game = await queries.read_row(app.context, post.game_id or 0)
        status = game.status_message_id
        if isinstance(client.get_channel(channel.id), discord.Thread):
            await threads.refuse_thread_now(app.context, post, "inside")
            raise PermanentError("it would be a thread in a thread")
        if status is None and not game.terms.league:
            await threads.refuse_thread_now(app.context, post, "refused")
            raise PermanentError("there is no message for the thread")
        name = cut(write_title(game), NAME)
        try:
            if status is None:
                made = await _make_below_nothing(client, post, name)
            else:
                thread = await channel.get_partial_message(status).create_thread(name=name, auto_archive_duration=WEEK)
                made = thread.id
        except discord.HTTPException as error:
            if error.code == MADE_ALREADY and status is not None:
                return status
            if error.code not in NO_THREADS:
                raise
            await threads.refuse_thread_now(app.context, post, "inside" if error.code == WRONG_TYPE else "refused")
            raise PermanentError(f"a thread cannot be made there ({error.text})") from error
        crash_point("thread.made")
        return made

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Move the boards to the thread, whose id is ``message_id``."""
        await threads.save_thread(context, conn, post, message_id)

    async def record_given_up(self, context: Context, conn: AsyncConnection, post: Post) -> None:
        """Let the game continue in its channel."""
        await threads.refuse_thread(context, conn, post, "refused")


async def _make_below_nothing(client: discord.Client, post: Post, name: str) -> int:
    """Make a thread without a message above it. Return its id.

    First look for the thread of an earlier attempt, because Discord would make a second one.
    """
    if post.attempts > 1:
        mine = (str(post.channel_id), None if client.user is None else str(client.user.id), name)
        for thread in (await client.http.get_active_threads(post.guild_id))["threads"]:
            if (thread["parent_id"], thread["owner_id"], thread["name"]) == mine:
                return int(thread["id"])
    made = await client.http.start_thread_without_message(post.channel_id, name=name, auto_archive_duration=WEEK, type=PUBLIC)
    return int(made["id"])
