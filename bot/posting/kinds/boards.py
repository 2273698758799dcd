"""Posts of boards, and the removal of the buttons of old boards."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.error_codes import THREAD_ARCHIVED
from bot.common.words import YOUR_TURN
from bot.games.log import GameLog
from bot.posting.edits import show, try_show
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.presentation.texts import GREY, colour_of
from bot.storage.queries.channels.posts import SHOWN, Post
from bot.storage.queries.play import games
from bot.ui.framework.app import App
from bot.ui.framework.layout import read_text
from bot.ui.framework.reply import Reply
from bot.ui.messages import board as message
from bot.ui.messages import demo as demo_message
from bot.ui.messages import picture
from bot.ui.messages.closing import write_closing_lines
from bot.ui.words import times
from bot.ui.words.references import mention
from bot.ui.words.results import list_short_scores
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.computers import demos
from bot.usecases.context import Context
from bot.usecases.queries import ForBoard

logger = logging.getLogger(__name__)


class BoardPost(PostKind):
    """The board of a game at one version."""

    changes = False
    shows_board = True

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the board with its picture. A board that is not the newest has no buttons and mentions nobody."""
        start, end = post.payload["start"], post.payload["end"]
        found = await _read(app, post)
        crash_point("post.read")
        log, game, state = found.log, found.log.row, found.log.state(end)
        name = f"{game.kind}-{game.id}-{end}-{post.id}.png"
        theme = found.settings.theme or app.theme
        file = await picture.draw_board(game, state, theme, name, steps=log.steps(start, end), public=True)
        current = end >= (game.board_version or 0)
        view = message.make_buttons(game, end, over=state.is_over) if current else None
        ping = current and post.payload.get("ping", True)
        one = game.terms.posts == "one"
        silent = state.seat is None or not ping or one or post.payload.get("silent", False)
        pinged = () if silent or state.seat is None else game.members([state.seat])
        said_after, note = post.payload.get("said_after", 0), post.payload.get("note")
        text = await _write_text(app, found, start, end, current=current, ping=ping, said_after=said_after, note=note)
        colour = colour_of(game, state) if current else GREY
        reply = Reply(text, view=view, files=(file,), colour=colour, mentions=pinged)
        return Composed(name, reply, instead=game.board_message_id if one else None)

    async def compose_simply(self, app: App, post: Post) -> Composed:
        """Return the board without its picture and the news."""
        game, end = await queries.read_row(app.context, post.game_id or 0), post.payload["end"]
        if end < (game.board_version or 0):
            raise PermanentError("it cannot be composed, and a newer one follows")
        heading = message.write_heading(game)
        over = f"{heading} · The game is over."
        turn = over if game.seat is None else f"{mention(game.players[game.seat])}, {YOUR_TURN} in {heading}."
        lines = (turn, "The picture of this board could not be drawn.", await _list_scores(app, game.id, end))
        text = "\n".join(filter(None, lines))
        view = message.make_buttons(game, end, over=game.is_over)
        one = game.terms.posts == "one"
        pinged = () if game.seat is None or one or post.payload.get("silent", False) else game.members([game.seat])
        reply = Reply(text, view=view, mentions=pinged)
        return Composed(message.BoardPress.prefix(game.id, end), reply, instead=game.board_message_id if one else None)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message of the board. Queue the removal of the previous board's buttons, and of its ping message."""
        if post.game_id is None:
            return
        known = post.material.messages if isinstance(post.material, ForBoard) else None
        before = await games.set_board_message(conn, post.game_id, message_id, known)
        if before is None:
            return
        if "direct" in post.payload:  # the direct message has a link to this message
            said = {"seat": post.payload["direct"], "board": post.payload["end"], "words": YOUR_TURN}
            await context.outbox.put_after(conn, "direct", post, **said)
        if before.ping is not None:
            await context.outbox.put_after(conn, "remove", post, message=before.ping)
        if before.status is not None and before.terms.posts == "thread":  # the status message has a link to this message
            game = await games.get_game(conn, post.game_id, None)
            if game is not None:
                await context.outbox.put_for_game(conn, "status_edit", game, in_channel=True)
        if before.board is None or before.board == message_id:
            return
        if before.terms.posts == "one":
            await context.outbox.put_after(conn, "remove", post, message=before.board)
            return
        shown = before.shown or {}
        versions = {name: shown[name] for name in SHOWN if name in shown}
        context.outbox.tidy_after(conn, post, message=before.board, **versions)

    async def record_given_up(self, context: Context, conn: AsyncConnection, post: Post) -> None:
        """Schedule the adjournment of the game: a game whose board cannot be posted should not run forever."""
        await adjourn.schedule_after_failed_board(context, conn, post)

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the newest board. Its picture stays the same, except in a demo."""
        found = await _read(app, post)
        log, row = found.log, found.log.row
        if row.board_message_id is None:
            raise PermanentError("its message is not known")
        if row.is_demo:
            await _edit_demo(app, channel.get_partial_message(row.board_message_id), log)
            return
        shown = await queries.find_shown(app.context, log, row.board_message_id)
        if shown.end != row.board_version:
            raise PermanentError("a newer board is on its way")
        state = log.state(shown.end)
        text = await _write_text(app, found, shown.start, shown.end, said_after=shown.said_after, note=shown.note)
        view = message.make_buttons(row, shown.end, over=state.is_over)
        reply = Reply(text, view=view, colour=colour_of(row, state), keep_files=True)
        # A board that is too old to be edited stays as it is.
        await try_show(app, channel.get_partial_message(row.board_message_id), reply)


class OldBoard(PostKind):
    """A board that has been replaced by a newer one."""

    shows_board = True

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Remove the buttons, and the words that ask somebody to move. ``add`` in the payload is a sentence to append."""
        old = channel.get_partial_message(post.payload["message"])
        if "end" not in post.payload:
            text, added = read_text(await old.fetch()), post.payload.get("add", "")
            text = text if added in text else f"{text}\n{added}"
            await show(app, old, Reply(text, colour=GREY, keep_files=True))
            return
        start, end = post.payload["start"], post.payload["end"]
        found = await _read(app, post)
        log, changes, remarks = found.log, found.changes, found.remarks
        more = {name: post.payload[name] for name in ("said_after", "note") if name in post.payload}
        text = message.write_text(log, log.state(end), start, end, changes, current=False, remarks=remarks, **more)
        await show(app, old, Reply(text, colour=GREY, keep_files=True))


async def _write_text(app: App, found: ForBoard, start: int, end: int, *, current: bool = True, **more: Any) -> str:
    """Return the text of a board, with the deadline if it is ``current``.

    ``more``: further arguments of the function in ``bot.ui.messages.board``.
    """
    log, row, state = found.log, found.log.row, found.log.state(end)
    time = times.describe_time(row, found.clock, app.context.clock(), found.away_until, state) if current else ""
    if found.dropped and current:
        time = f"{time} {message.describe_dropped(row)}".strip()
    ending = await write_closing_lines(app, log, state) if state.is_over and end == log.version else ()
    changes, remarks = found.changes, found.remarks
    return message.write_text(log, state, start, end, changes, ending, current=current, time=time, remarks=remarks, **more)


async def _edit_demo(app: App, target: discord.PartialMessage, log: GameLog) -> None:
    """Show the position of a demo. End the demo if its message is gone or can no longer be edited."""
    reply = await demo_message.render_demo(app, log)
    try:
        is_shown = await try_show(app, target, reply)
    except discord.HTTPException as error:
        if isinstance(error, discord.NotFound | discord.Forbidden) or error.code == THREAD_ARCHIVED:
            await demos.end(app.context, log.row.id)
        raise
    if not is_shown:
        await demos.end(app.context, log.row.id)
        raise PermanentError("its message is too old to be edited")
    if not await demos.save_shown(app.context, log):  # the demo was stopped meanwhile
        await try_show(app, target, replace(reply, view=None))


async def _list_scores(app: App, game_id: int, end: int) -> str:
    """Return the scores at a version of a game; empty if they cannot be computed, since the log may be damaged."""
    try:
        log = await queries.read_log(app.context, game_id)
        return list_short_scores(log.row, log.state(end)) + message.list_levels(log.row)
    except Exception:
        logger.exception("a board has no scores", extra={"game": game_id})
        return ""


async def _read(app: App, post: Post) -> ForBoard:
    """Return the data of a board, as read when the post was leased. Raise Refusal if there is no such game."""
    if isinstance(post.material, ForBoard):
        return post.material
    return await queries.read_board(app.context, post.game_id or 0)
