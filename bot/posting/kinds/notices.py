"""Posts of a one-line notice after a manager of the server has cancelled or moved a game."""

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
"""The text for each action."""


class NoticePost(PostKind):
    """One line, with a button that shows the board. The sender uses the button to find the message again."""

    changes = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the line. It mentions nobody."""
        game = await queries.read_row(app.context, post.game_id or 0)
        mark = PickPress(game.id, "board", post.id).id
        who = "Somebody who manages this server" if game.cancelled_by is None else f"<@{game.cancelled_by}>"
        words = WORDS[post.payload["what"]].format(who=who, to=post.payload.get("to"))
        return Composed(
            mark, Reply(f"{write_heading(game)}\n{words}", view=view([make_button(mark, Button("board", "Board"))]))
        )
