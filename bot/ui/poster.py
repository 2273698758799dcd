"""What the outbox sends: boards, tables, questions; and the edits that follow from them."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.errors import Refusal
from bot.outbox import GiveUp, NotNow
from bot.points import point
from bot.storage import games as game_store
from bot.storage import lobbies as lobby_store
from bot.storage import outbox
from bot.storage.database import DatabaseBusy
from bot.storage.outbox import OutboxRow
from bot.ui import boards, ids, lobbies, proposals
from bot.ui.app import App
from bot.ui.reply import Reply
from rules import GAMES

logger = logging.getLogger(__name__)

GONE = {10003: "the channel is gone", 10004: "the server is gone", 10008: "the message is gone"}
"""Discord's codes for what will not come back by trying again."""
PLAIN = 3
"""The attempt from which on a board that cannot be composed is posted without its picture: its channel waits for it."""
HISTORY = 200
"""Messages looked through for a post that may have got through: the first so many since the first attempt, and the last."""


class Poster:
    """Makes the posts of the outbox. ``client`` sends them."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self.client = client
        self.app = app

    async def deliver(self, row: OutboxRow) -> int | None:
        """One attempt at a row: the id of the message. Raises GiveUp where trying again is of no use, NotNow where it
        needs a permission that the bot does not have.
        """
        channel = self.client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            match row.kind:
                case "board" | "lobby" | "proposal":
                    return await self._post(channel, row)
                case "retire":
                    await self._retire(channel, row)
                    return None
                case "lobby_edit":
                    return await self._edit_lobby(channel, row)
                case "proposal_edit":
                    return await self._edit_proposal(channel, row)
                case other:
                    raise GiveUp(f"nothing is known about posts of the kind {other!r}")
        except Refusal as refusal:
            raise GiveUp(str(refusal)) from refusal
        except discord.Forbidden as error:
            if error.code == 0:
                raise
            raise NotNow(f"I may not do that there ({error.text})") from error
        except discord.HTTPException as error:
            if (why := _hopeless(error)) is None:
                raise
            if error.status == 400:
                logger.exception("Discord does not take a post", extra={"outbox": row.id, "game": row.game_id})
            raise GiveUp(why) from error

    async def delivered(self, conn: AsyncConnection, row: OutboxRow, message_id: int | None) -> None:
        """What follows from a post, in the transaction that notes it: the board before loses its buttons."""
        if message_id is None:
            return
        if row.kind == "board" and row.game_id is not None:
            before = await game_store.note_board(conn, row.game_id, message_id)
            if before is not None and before != message_id:
                shown = await outbox.posted_as(conn, row.game_id, before)
                await outbox.put(
                    conn,
                    "retire",
                    guild_id=row.guild_id,
                    channel_id=row.channel_id,
                    game_id=row.game_id,
                    now=self.app.context.clock(),
                    message=before,
                    **({} if shown is None else {"start": shown["start"], "end": shown["end"]}),
                )
        elif row.kind == "lobby" and row.lobby_id is not None:
            await lobby_store.set_lobby(conn, row.lobby_id, message_id=message_id)
        elif row.kind == "proposal":
            await self._note_proposal(conn, row, message_id)

    async def _note_proposal(self, conn: AsyncConnection, row: OutboxRow, message_id: int) -> None:
        """Notes the message of a proposal; one that was settled while it was on its way has to say so."""
        proposal_id = row.payload["proposal"]
        await lobby_store.set_proposal(conn, proposal_id, message_id=message_id)
        proposal = await lobby_store.get_proposal(conn, proposal_id)
        if proposal is not None and proposal.status != "open":
            where: dict[str, Any] = {"guild_id": row.guild_id, "channel_id": row.channel_id, "game_id": row.game_id}
            await outbox.put(conn, "proposal_edit", **where, now=self.app.context.clock(), proposal=proposal_id)

    async def _post(self, channel: discord.PartialMessageable, row: OutboxRow) -> int:
        """Sends a new message, unless an earlier attempt has got through, whose message is brought up to date."""
        try:
            mark, reply = await self._composed(row)
        except (GiveUp, Refusal, DatabaseBusy):
            raise
        except Exception:
            logger.exception("a post cannot be composed", extra={"outbox": row.id, "game": row.game_id})
            if row.attempts < PLAIN:
                raise
            mark, reply = await self._plain(row)
        point("outbox.drawn")
        if row.attempts > 1 or row.payload.get("look", False):
            found = await self._found(channel, row, mark)
            point("outbox.looked")
            if found is not None:
                if row.kind != "board":
                    await channel.get_partial_message(found).edit(content=reply.content, view=reply.view)
                return found
        if row.kind != "board" and reply.view is None:
            raise GiveUp("it is settled")
        sent = await channel.send(**reply.parts(), nonce=f"{row.id}.{row.created_at % 10**9}")
        return sent.id

    async def _composed(self, row: OutboxRow) -> tuple[str, Reply]:
        """The message, and a mark by which it is known again: the name of its picture, or how its buttons begin."""
        match row.kind:
            case "board":
                return await self._board(row)
            case "lobby":
                lobby = await self.app.tables.get(row.lobby_id or 0)
                asked = (lobby.opponent_id,) if lobby.opponent_id else ()
                return ids.table(lobby.id, ""), Reply(lobbies.text(lobby), view=lobbies.buttons(lobby), mentions=asked)
            case _:
                return await self._proposal(row)

    async def _board(self, row: OutboxRow) -> tuple[str, Reply]:
        start, end = row.payload["start"], row.payload["end"]
        story = await self.app.play.story(row.game_id or 0)
        point("outbox.read")
        game, state = story.row, story.state(end)
        name = f"{game.game}-{game.id}-{end}-{row.id}.png"
        file = await boards.drawn(game, state, self.app.theme, name, steps=story.steps(start, end))
        current = end >= (game.board_version or 0)
        view = boards.board_view(game, end, over=state.is_over) if current else None
        pinged = () if state.seat is None or not current else (game.players[state.seat].user_id,)
        card = await boards.final_card(story, self.app.theme) if state.is_over and end == story.version else ()
        return name, Reply(
            boards.post_text(story, state, start, end, current=current), view=view, files=(file, *card), mentions=pinged
        )

    async def _plain(self, row: OutboxRow) -> tuple[str, Reply]:
        """A board's message without picture and news, for one that cannot be composed."""
        if row.kind != "board":
            raise GiveUp("it cannot be composed")
        game, end = await self.app.play.row(row.game_id or 0), row.payload["end"]
        if end < (game.board_version or 0):
            raise GiveUp("it cannot be composed, and a newer one follows")
        mover = None if game.seat is None else game.players[game.seat].user_id
        turn = "The game is over." if mover is None else f"<@{mover}>, it is your turn."
        text = f"**{GAMES[game.game].title}** · game #{game.id}\nThe picture of this board could not be drawn. {turn}"
        view = boards.board_view(game, end, over=game.is_over)
        return ids.board(game.id, end, ""), Reply(text, view=view, mentions=() if mover is None else (mover,))

    async def _proposal(self, row: OutboxRow) -> tuple[str, Reply]:
        found = await self.app.consent.proposal(row.payload["proposal"])
        if found is None:
            raise GiveUp("the proposal is gone")
        story, proposal = found
        game, state = story.row, story.state()
        return ids.proposal(proposal.id, ""), Reply(
            proposals.text(game, state, proposal),
            view=proposals.buttons(proposal),
            mentions=proposals.mentioned(game, state, proposal),
        )

    async def _retire(self, channel: discord.PartialMessageable, row: OutboxRow) -> None:
        """Takes the buttons off a board that another one has followed, and the words that ask somebody to move."""
        message = channel.get_partial_message(row.payload["message"])
        if "end" not in row.payload:
            await message.edit(view=None)
            return
        start, end = row.payload["start"], row.payload["end"]
        story = await self.app.play.story(row.game_id or 0)
        point("retire.read")
        await message.edit(content=boards.post_text(story, story.state(end), start, end, current=False), view=None)

    async def _found(self, channel: discord.PartialMessageable, row: OutboxRow, mark: str) -> int | None:
        """The message of an earlier attempt that got through although its answer did not; ``None`` where there is none."""
        begun = datetime.fromtimestamp((row.first_try_at or row.created_at) / 1000, UTC) - timedelta(minutes=5)
        try:
            for oldest_first in (True, False):
                looked_at = 0
                async for message in channel.history(limit=HISTORY, after=begun, oldest_first=oldest_first):
                    looked_at += 1
                    if self.client.user is not None and message.author.id == self.client.user.id and _bears(message, mark):
                        return message.id
                if looked_at < HISTORY:
                    break
        except (discord.Forbidden, discord.NotFound):
            logger.info("no permission to read the channel's history", extra={"outbox": row.id})
        return None

    async def _edit_proposal(self, channel: discord.PartialMessageable, row: OutboxRow) -> int | None:
        found = await self.app.consent.proposal(row.payload["proposal"])
        if found is None or found[1].message_id is None:
            raise GiveUp("its message is not known")
        story, proposal = found
        text = proposals.text(story.row, story.state(), proposal)
        await channel.get_partial_message(found[1].message_id).edit(content=text, view=proposals.buttons(proposal))
        return None

    async def _edit_lobby(self, channel: discord.PartialMessageable, row: OutboxRow) -> int | None:
        lobby = await self.app.tables.get(row.lobby_id or 0)
        if lobby.message_id is None:
            raise GiveUp("its message is not known")
        await channel.get_partial_message(lobby.message_id).edit(content=lobbies.text(lobby), view=lobbies.buttons(lobby))
        return None


def _bears(message: discord.Message, mark: str) -> bool:
    """Whether the message has the picture of that name, or a button that begins with it."""
    if any(attachment.filename == mark for attachment in message.attachments):
        return True
    children: list[Any] = [child for row in message.components for child in getattr(row, "children", [])]
    return any((getattr(child, "custom_id", None) or "").startswith(mark) for child in children)


def _hopeless(error: discord.HTTPException) -> str | None:
    """Why there is no point in trying again; ``None`` where there is.

    Only Discord itself gives a code: without one it is a page of some proxy or firewall on the way.
    """
    if error.code == 0:
        return None
    if error.code in GONE:
        return GONE[error.code]
    if isinstance(error, discord.NotFound):
        return f"it is gone ({error.text})"
    return f"Discord does not take it: {error.text}" if error.status == 400 else None
