"""Posts of a line about what somebody who manages the server has done with a game."""

from __future__ import annotations

from bot.panels.core import Button
from bot.posting.kinds.base import Composed, PostKind
from bot.storage.queries.channels.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button, view
from bot.ui.framework.game_picker import PickPress
from bot.ui.framework.reply import Reply
from bot.ui.messages.board import write_heading
from bot.usecases import queries

WORDS = {
    "cancelled": "{who} has **cancelled** this game. It has no result.",
    "moved": "Somebody who manages this server has moved this game: it goes on in <#{to}>.",
}
"""The line for each thing that can be done."""


class NoticePost(PostKind):
    """One line, with a button that shows how the game stands. The sender finds the message again by that button."""

    changes = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the line. It pings nobody."""
        game = await queries.read_row(app.context, post.game_id or 0)
        mark = PickPress(game.id, "board", post.id).id
        who = "Somebody who manages this server" if game.cancelled_by is None else f"<@{game.cancelled_by}>"
        words = WORDS[post.payload["what"]].format(who=who, to=post.payload.get("to"))
        return Composed(
            mark, Reply(f"{write_heading(game)}\n{words}", view=view([make_button(mark, Button("board", "Board"))]))
        )
