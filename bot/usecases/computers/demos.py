"""Demos: computers play each other in one message. Nobody owns such a game, and it counts for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE, SECOND
from bot.storage.queries.computers import demos as store
from bot.storage.queries.computers.demos import Demo
from bot.storage.queries.time import due
from bot.usecases import access
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from rules import GAMES, Record, State

DUE = "demo"
"""The kind of what is due where a demo goes on."""
PAUSE = 4 * SECOND
"""Milliseconds between two turns."""
UNSEEN = MINUTE
"""Milliseconds after which a demo whose message never came is ended."""
OVER = "This demo is over. Start another with `/demo`."
SEATS = 3
"""Computers in a demo of a game for more than two."""


async def start(
    context: Context, guild_id: int, channel_id: int, user_id: int, kind: str, level: int, *, parent_id: int | None = None
) -> Demo:
    """Start a demo, which waits for its message. ``parent_id``: the channel of the thread ``channel_id``.

    Raise Refusal if games are not played there, one goes on in the channel, or the user has one.
    """
    access.to_use_computer(kind)
    game = GAMES[kind]
    record = Record(game=kind, seats=min(SEATS, game.seats[-1]), rules=game.version)
    record = record.model_copy(update={"actions": _by_chance(context, record.start(), [])})

    async def work(conn: AsyncConnection) -> Demo:
        access.to_play_here(await guild_settings.read(conn, guild_id), channel_id, parent_id)
        other = await store.find_demo_beside(conn, guild_id, channel_id, user_id)
        if other is not None and other.channel_id == channel_id:
            raise Refusal("A demo is already running in this channel. The member who started it can stop it.")
        if other is not None:
            raise Refusal(f"Your demo in <#{other.channel_id}> still goes on. Stop it, or wait until it is over.")
        demo_id = await store.insert_demo(
            conn, guild_id=guild_id, channel_id=channel_id, user_id=user_id, level=level, record=record
        )
        demo = await _get(conn, demo_id)
        await _go_on(context, conn, demo, UNSEEN)
        return demo

    return await context.db.write(work)


async def save_message(context: Context, demo_id: int, message_id: int) -> None:
    """Save the message of a demo, which goes on from now."""

    async def work(conn: AsyncConnection) -> None:
        demo = await store.get_demo(conn, demo_id, lock=True)
        if demo is not None:
            await store.set_demo(conn, demo_id, message_id=message_id)
            await _go_on(context, conn, demo, PAUSE)

    await context.db.write(work)


async def save_drawn(context: Context, demo: Demo) -> None:
    """Save that the message shows a demo as it is; one that is over ends by it."""

    async def work(conn: AsyncConnection) -> None:
        if demo.record.replay().is_over:
            await store.delete_demo(conn, demo.id)
        else:
            await store.set_demo(conn, demo.id, shown=len(demo.record.actions))

    await context.db.write(work)


async def get(context: Context, demo_id: int) -> Demo | None:
    """Return a demo; ``None`` where it has ended."""
    return await context.db.read(lambda conn: store.get_demo(conn, demo_id))


async def stop(context: Context, guild_id: int, demo_id: int, user_id: int, *, manages: bool) -> Demo:
    """End a demo of a server, as the member who started it or as somebody who manages the server. Return it as it was."""

    async def work(conn: AsyncConnection) -> Demo:
        demo = await _get(conn, demo_id)
        if demo.guild_id != guild_id:
            raise Refusal(OVER)
        access.to_stop_demo(demo, user_id, manages=manages)
        await _end(conn, demo)
        return demo

    return await context.db.write(work)


async def end(context: Context, demo: Demo) -> None:
    """End a demo whose message is gone."""
    await context.db.write(lambda conn: _end(conn, demo))


async def play(context: Context, demo: Demo, texts: Sequence[str]) -> None:
    """Play a turn of a demo, if it stands as in ``demo``, has its message show it, and the next turn come after a pause."""

    async def work(conn: AsyncConnection) -> None:
        now = await store.get_demo(conn, demo.id, lock=True)
        if now is None or now.record.actions != demo.record.actions:
            return
        state = demo.record.replay()
        for text in texts:
            state = state.play(state.parse(text))
        actions = _by_chance(context, state, [*demo.record.actions, *texts])
        record = demo.record.model_copy(update={"actions": actions})
        await store.set_demo(conn, demo.id, record=record.model_dump_json())
        await context.outbox.put(conn, "demo_edit", demo.guild_id, demo.channel_id, demo=demo.id)
        if record.replay().is_over:
            await due.cancel(conn, DUE, guild_id=demo.guild_id, user_id=demo.user_id)
        else:
            await _go_on(context, conn, demo, PAUSE)

    await context.db.write(work)


async def _get(conn: AsyncConnection, demo_id: int) -> Demo:
    demo = await store.get_demo(conn, demo_id, lock=True)
    if demo is None:
        raise Refusal(OVER)
    return demo


async def _end(conn: AsyncConnection, demo: Demo) -> None:
    await store.delete_demo(conn, demo.id)
    await due.cancel(conn, DUE, guild_id=demo.guild_id, user_id=demo.user_id)


async def _go_on(context: Context, conn: AsyncConnection, demo: Demo, wait: int) -> None:
    at = context.clock() + wait
    await context.schedule.schedule(conn, DUE, at, guild_id=demo.guild_id, user_id=demo.user_id, demo=demo.id)


def _by_chance(context: Context, state: State, actions: list[str]) -> list[str]:
    """Return the actions with what chance brings after them, until somebody decides or the game is over."""
    while state.is_chance:
        outcome = context.chance(state)
        actions = [*actions, str(outcome)]
        state = state.play(outcome)
    return actions
