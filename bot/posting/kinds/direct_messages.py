"""Direct messages: what a player wants to be told beside the channel, with the board."""

from __future__ import annotations

import discord

from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries.posts import Post
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.ui.messages import ping as message
from bot.usecases import queries
from bot.usecases.notifications.notify import is_current


async def channel(client: discord.Client, app: App, post: Post) -> discord.PartialMessageable:
    """The channel between the bot and the member who holds the seat. Raises GiveUp where no member holds it any more."""
    game = await queries.row(app.context, post.game_id or 0)
    user_id = game.players[post.payload["seat"]].user_id
    if user_id is None:
        raise PermanentError("no member holds the seat any more")
    found = await client.create_dm(discord.Object(user_id))
    return client.get_partial_messageable(found.id)


class DirectPost(PostKind):
    """A direct message to the member who holds a seat."""

    changes = False

    async def compose(self, app: App, post: Post) -> Composed:
        """The words, a link to the board, and the board's picture. Raises GiveUp where the game has moved on."""
        log = await queries.log(app.context, post.game_id or 0)
        game, seat = log.row, post.payload["seat"]
        if not is_current(game, post.payload["board"]):
            raise PermanentError("the game has moved on")
        name = f"{game.kind}-{game.id}-{post.id}-direct.png"
        theme = await themes.of_member(app, game.guild_id, game.players[seat].user_id)
        steps = log.steps(log.last_turn(), log.version)
        file = await picture.drawn(game, log.state(), theme, name, steps=steps)
        return Composed(name, Reply(message.direct_text(game, post.payload["words"]), files=(file,)))

    async def compose_plain(self, app: App, post: Post) -> Composed:
        """The words and the link alone."""
        game = await queries.row(app.context, post.game_id or 0)
        return Composed(f"{post.id}-direct", Reply(message.direct_text(game, post.payload["words"])))


DIRECT = DirectPost()
