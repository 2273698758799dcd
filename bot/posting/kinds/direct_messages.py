"""Direct messages: notifications for one player, with the board, and the list of the games in which it is their turn."""

from __future__ import annotations

import discord

from bot.common.home import owner_of
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.presentation.texts import PREMOVE_DROPPED, find_news_start
from bot.storage.queries.channels.posts import Post
from bot.ui.framework import direct, themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.ui.messages import ping as message
from bot.ui.messages.board import describe_news
from bot.ui.words.results import list_short_scores
from bot.usecases import queries
from bot.usecases.notifications import daily_turns, notify
from bot.usecases.notifications.notify import is_current


class DirectPost(PostKind):
    """A direct message to the member who holds a seat."""

    changes = False
    is_direct = True

    async def find_recipient(self, app: App, post: Post) -> int:
        """Return the member who holds the seat. Raise PermanentError if no member holds it."""
        game = await queries.read_row(app.context, post.game_id or 0)
        user_id: int | None = game.players[post.payload["seat"]].user_id
        if user_id is None:
            raise PermanentError("the seat has no member now")
        return user_id

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the notification, a link to the board, and its picture. Raise PermanentError if the game has moved on."""
        log = await queries.read_log(app.context, post.game_id or 0)
        game, seat = log.row, post.payload["seat"]
        if not is_current(game, post.payload["board"]):
            raise PermanentError("the game has moved on")
        name = f"{game.kind}-{game.id}-{post.id}-direct.png"
        theme = await themes.of_member(app, game.guild_id, game.players[seat].user_id)
        steps = log.steps(log.last_turn(), log.version)
        file = await picture.draw_board(game, log.state(), theme, name, steps=steps)
        words = await message.find_words(app, game, post.payload)
        since = describe_news(log, find_news_start(log, seat), log.version)
        if game.seat == seat and (await queries.read_board(app.context, game.id)).dropped:
            since = f"{since}\n{PREMOVE_DROPPED}".strip()
        view = message.make_direct_buttons(game, seat, post.id)
        text = message.write_direct_text(game, words, since, list_short_scores(game, log.state()))
        return Composed(name, Reply(text, view=view, files=(file,)))

    async def compose_simply(self, app: App, post: Post) -> Composed:
        """Return only the notification and the link, with the button."""
        game = await queries.read_row(app.context, post.game_id or 0)
        words = await message.find_words(app, game, post.payload)
        view = message.make_direct_buttons(game, post.payload["seat"], post.id)
        mark = f"{post.id}-direct" if view is None else message.DirectPlayPress(game.id, post.id).id
        return Composed(mark, Reply(message.write_direct_text(game, words), view=view))

    async def explain_forbidden(self, app: App, post: Post, error: discord.Forbidden) -> PermanentError:
        """Record that the player cannot be reached by direct message."""
        await notify.note_no_direct(app.context, post.guild_id, post.game_id or 0, post.payload["seat"])
        return PermanentError(f"no direct message reaches the player ({error.text})")


class DailyTurnsPost(PostKind):
    """The message of the day: all games in which it is a person's turn. It belongs to their home."""

    changes = False
    is_direct = True

    async def find_recipient(self, app: App, post: Post) -> int:
        """Return the person whose home it is."""
        return owner_of(post.guild_id)

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the games that they still see, with a button for each. Raise PermanentError if no game waits for them."""
        user_id, now = owner_of(post.guild_id), app.context.clock()
        waiting = await daily_turns.list_waiting(app.context, user_id)
        rows, _ = await direct.see_games(app, user_id, [each.row for each in waiting])
        if not rows:
            raise PermanentError("no game waits for them now")
        seen = {row.id for row in rows}
        shown = [each for each in waiting if each.row.id in seen]
        text, view = message.write_daily_text(shown, now), message.make_daily_buttons(rows, post.id)
        return Composed(message.DirectPlayPress(rows[0].id, post.id).id, Reply(text, view=view))

    async def explain_forbidden(self, app: App, post: Post, error: discord.Forbidden) -> PermanentError:
        """Record that the person cannot be reached by direct message."""
        await daily_turns.note_no_direct(app.context, owner_of(post.guild_id))
        return PermanentError(f"no direct message reaches the person ({error.text})")
