"""Texts of players in a game: comments on moves, visible to everybody, and private notes."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.queries.channels import posts
from bot.storage.queries.play import writing as store
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.change import Change, by_press, get_row
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from rules.words import has_visible

MOST_SAID = 200
"""Maximum number of characters in a comment."""
MOST_NOTED = 1000
"""Maximum number of characters in a note."""
SWITCHED_OFF = "Comments are switched off in this server."


async def check_words(context: Context, guild_id: int) -> None:
    """Raise Refusal if the server has switched comments off."""
    if (await guild_settings.get(context, guild_id)).words is not None:
        raise Refusal(SWITCHED_OFF)


@by_press("say", event="comment made", again=get_row)
async def add_comment(context: Context, change: Change, user: User, text: str, seen: int) -> GameRow:
    """Add a comment to the move that led to the version ``seen``; the newest board shows them. Return the game.

    Raise Refusal for an empty or too long text, for members who do not play, and once another member has moved.
    """
    words = _shorten(text, MOST_SAID)
    if not has_visible(words):
        raise Refusal("You typed nothing. Type a few words.")
    conn, log, _ = change
    row, seat = log.row, access.to_comment(log.row, user.id)
    moved = {entry.seat for entry in log.rows[seen:] if not entry.is_drop} - {None, seat}
    if row.members(other for other in moved if other is not None):
        raise Refusal("Somebody has moved since. Comment on your next move.")
    await store.save_remark(conn, row.id, log.version, user_id=user.id, name=row.names[seat], text=words, now=context.clock())
    await context.outbox.put_for_game(conn, "board_edit", row)
    return row


async def has_words(context: Context, game_id: int) -> bool:
    """Return whether a game has any comments."""
    return bool(await context.db.read(lambda conn: store.get_remarks(conn, game_id)))


@by_press("delete words", event="comments deleted", again=get_row)
async def delete_words(context: Context, change: Change, _: User) -> GameRow:
    """Delete all comments of a game, as a manager of the server. Its boards no longer show them. Return the game."""
    conn, row = change.conn, change.log.row
    said = await store.delete_remarks(conn, row.id)
    for board in await posts.list_posted_boards(conn, row.id):
        start, end = board["start"], board["end"]
        if board["message"] != row.board_message_id and any(start < version <= end for version in said):
            old = {name: board[name] for name in ("message", *posts.SHOWN) if name in board}
            there = replace(row, channel_id=board["channel"], thread_id=None)
            await context.outbox.put_for_game(conn, "retire", there, **old)
    if said:
        await context.outbox.put_for_game(conn, "board_edit", row)
    return row


async def note(context: Context, game_id: int, user_id: int, text: str) -> str:
    """Save a member's note about a game that they see. Return the note; empty if it was deleted."""
    words = text.strip() if has_visible(text) else ""
    if len(words) > MOST_NOTED:
        raise Refusal("A note has at most {most} characters.", most=MOST_NOTED)
    await context.db.write(lambda conn: store.save_note(conn, game_id, user_id, words, context.clock()))
    return words


def _shorten(text: str, most: int) -> str:
    words = " ".join(text.split())
    if len(words) > most:
        raise Refusal("That is too long: {length} characters. At most {most} are allowed.", length=len(words), most=most)
    return words
