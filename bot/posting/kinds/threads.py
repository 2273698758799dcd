"""Making the thread of a game, below its status message."""

from __future__ import annotations

from typing import Literal

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.error_codes import NO_ACCESS, UNKNOWN_MESSAGE
from bot.posting.kinds.base import PermanentError
from bot.storage.queries.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.texts import cut, title
from bot.usecases import queries
from bot.usecases.channels import threads
from bot.usecases.context import Context

MADE_ALREADY = 160004
"""Discord's code for a message that has a thread already: it has the message's id."""
WRONG_TYPE = 50024
NO_THREADS = (UNKNOWN_MESSAGE, NO_ACCESS, 50013, WRONG_TYPE, 160006)
"""Discord's codes for where none can be made: the status message is gone, no access, no permission, a channel of the wrong type
(such as a thread), as many threads as a server may have."""
WEEK: Literal[10080] = 10080
"""Minutes without a message after which Discord archives the thread: as many as it offers. Play opens it again."""
NAME = 100
"""Characters of a thread's name."""


async def make_thread(app: App, client: discord.Client, channel: discord.PartialMessageable, post: Post) -> int:
    """Makes the thread, or finds it made. Returns its id. Raises GiveUp where none can be made; the game then says so."""
    game = await queries.row(app.context, post.game_id or 0)
    status = game.status_message_id
    if isinstance(client.get_channel(channel.id), discord.Thread):
        await threads.thread_refused(app.context, post, "inside")
        raise PermanentError("it would be a thread in a thread")
    if status is None:
        await threads.thread_refused(app.context, post, "refused")
        raise PermanentError("there is no message for the thread")
    try:
        made = await channel.get_partial_message(status).create_thread(name=cut(title(game), NAME), auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.code == MADE_ALREADY:
            return status
        if error.code not in NO_THREADS:
            raise
        await threads.thread_refused(app.context, post, "inside" if error.code == WRONG_TYPE else "refused")
        raise PermanentError(f"a thread cannot be made there ({error.text})") from error
    crash_point("thread.made")
    return made.id


async def record_made(context: Context, conn: AsyncConnection, post: Post, thread_id: int) -> None:
    """Has the boards come to the thread."""
    await threads.thread_made(context, conn, post, thread_id)
