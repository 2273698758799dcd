"""The thread of a game and the status message in its channel, if the term ``posts`` requires them.

A game in a thread has ``thread_id``. ``no_thread`` is the reason why a game that should have a thread has none: ``coming`` (it
is in the outbox), ``refused`` (it cannot be made), ``inside`` (the game was opened in a thread) or ``gone`` (it was deleted or
locked). Its boards are then posted in the channel.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.channels import posts
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.usecases.context import Context, write_transaction
from bot.usecases.time import clocks

CHANNEL_ONLY = ("status", "status_edit", "thread")
"""Kinds of posts that go to the channel even if the game has a thread."""


async def queue_thread(context: Context, conn: AsyncConnection, game: GameRow) -> None:
    """Queue the creation of a game's thread, before its first board is posted. Do nothing for a game that needs none.

    A game of a league gets no status message: many begin at once in its channel, where Discord accepts five messages in five
    seconds, and the message of the season shows the standings.
    """
    if game.terms.posts == "thread" and game.thread_id is None and game.no_thread is None:
        await games.set_game(conn, game.id, no_thread="coming")
        if not game.terms.league:
            await context.outbox.put_for_game(conn, "status", game, in_channel=True)
        await context.outbox.put_for_game(conn, "thread", game, in_channel=True)


async def save_thread(context: Context, conn: AsyncConnection, post: Post, thread_id: int) -> None:
    """Save the new thread of a game, and redirect the game's waiting posts to it."""
    await games.set_game(conn, post.game_id or 0, thread_id=thread_id, no_thread=None)
    await posts.redirect(conn, post.game_id or 0, post.channel_id, thread_id, without=CHANNEL_ONLY)
    game = await games.get_game(conn, post.game_id or 0, None)
    if game is not None and game.status_message_id is not None:
        await context.outbox.put_after(conn, "status_edit", post)


async def refuse_thread(context: Context, conn: AsyncConnection, post: Post, why: str) -> None:
    """Record that the thread of a game cannot be made, and ``why`` (refused, inside): the game continues in its channel.

    Do nothing if that was recorded already.
    """
    game = await games.get_game(conn, post.game_id or 0, None, lock=True)
    if game is not None and game.no_thread == "coming":
        await games.set_game(conn, game.id, no_thread=why)
        await posts.add_note(conn, game.id, game.channel_id, why)
        await clocks.update_status(context, conn, game)


refuse_thread_now = write_transaction(refuse_thread)


@write_transaction
async def leave_thread(context: Context, conn: AsyncConnection, game_id: int, thread_id: int) -> bool:
    """Move a game whose thread is gone back to its channel, with all waiting posts. Return whether the game had that thread."""
    game = await games.get_game(conn, game_id, None, lock=True)
    if game is None or (game.thread_id != thread_id and game.no_thread != "gone") or thread_id == game.channel_id:
        return False
    if game.thread_id == thread_id:
        await games.set_game(conn, game_id, thread_id=None, no_thread="gone", board_message_id=None, ping_message_id=None)
        await clocks.update_status(context, conn, game)
    await posts.redirect(conn, game_id, thread_id, game.channel_id)
    await posts.add_note(conn, game_id, game.channel_id, "gone")
    return True


async def take_away(context: Context, conn: AsyncConnection, game: GameRow) -> None:
    """Remove a game's messages from its old channel. The board stays, without buttons, unless it is the only message."""
    if game.status_message_id is not None:
        await context.outbox.put_for_game(conn, "remove", game, in_channel=True, message=game.status_message_id)
    await clocks.forget_ping(context, conn, game)
    board = game.board_message_id
    if board is not None and game.terms.posts == "one":
        await context.outbox.put_for_game(conn, "remove", game, message=board)
    elif board is not None:
        shown = await posts.find_posted(conn, game.id, board)
        versions = {} if shown is None else {name: shown[name] for name in posts.SHOWN if name in shown}
        await context.outbox.put_for_game(conn, "retire", game, message=board, **versions)


@write_transaction
async def replace_status(context: Context, conn: AsyncConnection, game_id: int) -> None:
    """Post a new status message, because Discord no longer allows edits of the old one."""
    game = await games.get_game(conn, game_id, None, lock=True)
    if game is not None and not await posts.is_waiting(conn, "status", game_id=game_id):
        await context.outbox.put_for_game(conn, "status", game, in_channel=True)
