"""Edits of the message of a vote: when it takes effect, and when the table for the next game opens."""

from __future__ import annotations

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Current, CurrentMessage
from bot.storage.queries.channels.posts import Post
from bot.ui.framework.app import App
from bot.ui.messages import vote as message
from bot.usecases import queries
from bot.usecases.tables import opening, votes


class VotePost(CurrentMessage):
    """The message of a vote."""

    async def load(self, app: App, post: Post) -> Current:
        """Return the vote in its current state, or the table that resulted from it."""
        if post.game_id is None:
            raise PermanentError("its game is gone")
        log, message_id = await queries.read_log(app.context, post.game_id), post.payload["message"]
        after = await opening.find_next_table(app.context, log.row.id)
        if after is not None:
            return Current(message_id, message.render_closed(log.row, after), None)
        return Current(message_id, *message.make_message(log.row, log.state(), await votes.get(app.context, log.row)))
