"""Posts of a short notice: a server manager has changed a game, a league has judged it, or an adjourned one will end soon."""

from __future__ import annotations

from bot.common.markdown import bold
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play.games import ABANDONED, GameRow
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button, view
from bot.ui.framework.game_picker import PickPress
from bot.ui.framework.reply import Reply
from bot.ui.messages.board import write_heading
from bot.ui.words.times import format_moment
from bot.usecases import queries
from bot.usecases.access import NOBODY_RESUMED
from rules.words import count

WORDS = {
    "cancelled": "{who} has **cancelled** this game. It has no result.",
    "extended": "A server manager has given {name} {days} more for this turn.",
    "paused": "A server manager has paused this game: the clock is stopped until somebody moves.",
    "continued": "A server manager has ended the pause of this game.",
    "judged": (
        "The season is over, and a computer has judged this game for the league: {places}. "
        "Played on, it counts for the ranking alone."
    ),
    "moved": "A server manager has moved this game: it goes on in <#{to}>.",
}


class NoticePost(PostKind):
    """One line, with a button that shows the board. The sender uses the button to find the message again."""

    changes = False
    is_plain = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the line. Only the announcement that a game is about to end mentions its players."""
        game = await queries.read_row(app.context, post.game_id or 0)
        if post.payload["what"] == "abandoned":
            return _announce_end(game, post)
        press = PickPress(game.id, "board", post.id)
        who = "A server manager" if game.cancelled_by is None else f"<@{game.cancelled_by}>"
        name, days = bold(game.names[post.payload.get("seat", 0)]), count(post.payload.get("days", 0), "day")
        ranked = sorted(zip(post.payload.get("places", ()), map(bold, game.names), strict=False))
        places = ", ".join(f"{place} {player}" for place, player in ranked)
        words = WORDS[post.payload["what"]].format(who=who, to=post.payload.get("to"), name=name, days=days, places=places)
        words = NOBODY_RESUMED if game.ending == ABANDONED else words
        return Composed(press.id, Reply(f"{write_heading(game)}\n{words}", view=view([make_button(press, "Board")])))


def _announce_end(game: GameRow, post: Post) -> Composed:
    """Return the announcement that an adjourned game will end. Raise PermanentError if somebody has resumed it."""
    if not game.is_adjourned:
        raise PermanentError("the game goes on")
    loser, silent = post.payload["loser"], post.payload["silent"]
    ends = "ends without a result" if loser is None else f"is over: {bold(game.names[loser])} loses on time"
    members = game.members(range(game.seats))
    words = (
        f"{', '.join(f'<@{member}>' for member in members)}: this game is adjourned. Unless somebody "
        f"resumes it by {format_moment(post.payload['at'])}, it {ends}."
    )
    press = PickPress(game.id, "resume", post.id)
    resume = view([make_button(press, "Resume", "primary")])
    mentions = tuple(member for member in members if member not in silent)
    return Composed(press.id, Reply(f"{write_heading(game)}\n{words}", view=resume, mentions=mentions))
