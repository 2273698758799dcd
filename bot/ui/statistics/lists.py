"""``/games`` and ``/help``, and which game a look is for."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import escape, jump, plain
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.channels.visibility import check_seen, sees_game
from bot.ui.framework.app import App, guild_of, here
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import fitting, summary, title
from bot.ui.messages.times import in_list
from bot.usecases import queries
from bot.usecases.queries import only_one
from bot.version import VERSION
from rules import GAMES

MOST_LISTED = 15
"""Running games listed in each part of ``/games``."""
MOST_ENDED = 5
"""Finished games listed there."""


async def games(app: App, interaction: discord.Interaction[Any]) -> Reply:
    """My games, mine to move first, and the others of this server."""
    guild, user = guild_of(interaction), interaction.user.id
    running = await queries.guild_games(app.context, guild, None)
    mine = await queries.guild_games(app.context, guild, user)
    now = app.context.clock()
    clocks = await queries.clocks_of(app.context, [*mine, *running])
    mine.sort(key=lambda row: _urgency(row, clocks.get(row.id), user, now))
    ids_of_mine = {row.id for row in mine}
    others = [row for row in running if row.id not in ids_of_mine and sees_game(interaction, row)]
    times = {row.id: in_list(clocks.get(row.id), now) for row in [*mine, *others]}
    rest = await queries.adjourned_games(app.context, guild, user)
    none = "None is running." if rest else "None. Start one with `/newgame`."
    lines = ["**Your games**", *([_line(row, user, times[row.id]) for row in mine[:MOST_LISTED]] or [none])]
    if rest:
        lines += ["**Adjourned** (`/resume` takes them up again)", *(_line(row, user) for row in rest[:MOST_LISTED])]
    if others:
        lines += ["**Other games in this server**", *(_line(row, user, times[row.id]) for row in others[:MOST_LISTED])]
    left = len(mine[MOST_LISTED:]) + len(others[MOST_LISTED:])
    if left:
        lines.append(f"… and {left} more.")
    ended = (await queries.guild_games(app.context, guild, user, over=True))[:MOST_ENDED]
    if ended:
        lines += ["**Your games that ended last** (see `/history` with their number)", *(_line(row, user) for row in ended)]
    return Reply(fitting(lines))


def _urgency(row: GameRow, clock: ClockRow | None, user_id: int, now: int) -> tuple[bool, bool, int]:
    """The user's turns come first, of them those whose time is soonest out; then the others, the last played first."""
    deadline = None if clock is None else clock.deadline(now)
    waits = row.seat is None or row.seat != row.seat_of(user_id)
    return waits, deadline is None, -row.updated_at if deadline is None else deadline


def _line(row: GameRow, user_id: int, time: str = "") -> str:
    if row.seat is None:
        turn = ""
    elif row.players[row.seat].user_id == user_id:
        turn = " · **your turn**"
    else:
        turn = f" · {plain(row.players[row.seat].name)} to move"
    where = f"<#{row.place}>"
    if row.board_message_id is not None:
        where = f"[board]({jump(row.guild_id, row.place, row.board_message_id)}) in {where}"
    return f"- {escape(title(row))}{turn}{time and f', {time}'} · {where}"


async def find_game(app: App, interaction: discord.Interaction[Any], game: int | None) -> GameRow:
    """The game named, or the asker's only one here, or the only one of the channel; else the last one that has ended."""
    row = await _find_game(app, interaction, game)
    check_seen(interaction, row)
    return row


async def _find_game(app: App, interaction: discord.Interaction[Any], game: int | None) -> GameRow:
    guild, channel, user = here(interaction)
    if game is None:
        shown = await queries.channel_games(app.context, guild, channel, user) or await queries.channel_games(
            app.context, guild, channel, None
        )
        shown = shown or (await queries.channel_games(app.context, guild, channel, None, over=True))[:1]
        if shown:
            return only_one(shown, "There are several games in this channel")
    return await queries.choose_game(app.context, guild, channel, user, game)


async def show_help(_: App, __: discord.Interaction[Any]) -> Reply:
    """How to play with this bot."""
    listed = "\n".join(f"- `/newgame {g.name}` · {summary(g.name)}" for g in GAMES.values())
    return Reply(HELP.format(games=listed, version=VERSION))


HELP = """\
**Board games about land, played over days and weeks.** Open a table; once others have joined, each plays when they have a \
minute, and all see the board.
{games}

**On your turn** press **Play** at the newest board, or type `/move`. Both offer what is legal; a green button plays at once.
**Look** with `/board`, `/games`, `/rules`, `/history` (turn by turn), `/replay` (as a moving picture).
**Ask the others** with `/undo` and `/draw`. `/resign` gives up.
**Nobody there?** Name me as `opponent`, take `computers`, or press **Add a computer**: I play at `level` 1 to 5. `/hint` says \
what I would play, `/demo` shows computers at play, **Look back** after a game shows what decided it.
**No time?** The board says until when you have. `/premove` says what you play if the others play so. `/my vacation` stops \
your clocks, `/substitute` hands your seat on, `/resume` takes up an adjourned game.
**This server** `/ranking`, `/halloffame`, `/stats`, `/latest`, `/fairness` (of Land), `/export` and `/import` (games as files).
**You** `/my notifications` (how I tell you that it is your turn), `/my preferences` (theme, time zone), `/my data` (what I \
have stored about you), `/my forget`.
**Managers** have `/server settings` and `/server manage`.
-# Land Games {version}"""
