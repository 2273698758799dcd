"""``/games``, ``/history``, ``/help``: what is going on, what has happened, how it works."""

from __future__ import annotations

from typing import Any

import discord

from bot.core.book import Story
from bot.core.errors import escaped, plain
from bot.core.play import only_one
from bot.storage.games import GameRow
from bot.ui.app import App, channel_of, guild_of
from bot.ui.reply import Attachment, Reply
from bot.ui.texts import MESSAGE, bold_names, cut, jump, renderer_of, result_line, summary, title
from render.view import Step
from rules import GAMES, State

MOST_LISTED = 15
"""Running games listed in each part of ``/games``."""
MOST_ENDED = 5
"""Finished games listed there."""


async def games(app: App, interaction: discord.Interaction[Any]) -> Reply:
    """My games, mine to move first, and the others of this server."""
    guild, user = guild_of(interaction), interaction.user.id
    running = await app.play.guild_games(guild, None)
    mine = await app.play.guild_games(guild, user)
    mine.sort(key=lambda row: row.seat is None or row.seat != row.seat_of(user))
    ids_of_mine = {row.id for row in mine}
    others = [row for row in running if row.id not in ids_of_mine]
    lines = ["**Your games**"]
    lines += [_line(row, user) for row in mine[:MOST_LISTED]] or ["None. Start one with `/newgame`."]
    if others:
        lines += ["**Other games in this server**", *(_line(row, user) for row in others[:MOST_LISTED])]
    left = len(mine[MOST_LISTED:]) + len(others[MOST_LISTED:])
    if left:
        lines.append(f"… and {left} more.")
    ended = (await app.play.guild_games(guild, user, over=True))[:MOST_ENDED]
    if ended:
        lines += ["**Your games that ended last** (see `/history` with their number)", *(_line(row, user) for row in ended)]
    return Reply(_fitting(lines))


def _line(row: GameRow, user_id: int) -> str:
    if row.seat is None:
        turn = ""
    elif row.players[row.seat].user_id == user_id:
        turn = " · **your turn**"
    else:
        turn = f" · {plain(row.players[row.seat].name)} to move"
    where = f"<#{row.channel_id}>"
    if row.board_message_id is not None:
        where = f"[board]({jump(row.guild_id, row.channel_id, row.board_message_id)}) in {where}"
    return f"- {escaped(title(row))}{turn} · {where}"


def _fitting(lines: list[str]) -> str:
    """As many whole lines as a message holds."""
    text = ""
    for line in lines:
        if len(text) + len(line) + 2 > MESSAGE:
            return f"{text}…"
        text += line + "\n"
    return text.rstrip()


async def history(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """The moves, numbered, in words: the last ones in the message, all of them in a file; the record once it is over."""
    row = await _meant(app, interaction, game)
    story = await app.play.story(row.id)
    names = bold_names(row.names)
    lines = _numbered(story, names)
    if not lines:
        return Reply(f"**{escaped(title(row))}**: nobody has moved yet.")
    kept: list[str] = []
    room = MESSAGE - 200
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        kept.insert(0, line)
    files = []
    if len(kept) < len(lines):
        whole = "\n".join(line.replace("**", "") for line in lines)
        files.append(Attachment(whole.encode(), f"{row.game}-{row.id}-history.txt"))
        kept.insert(0, f"… the {len(lines) - len(kept)} before are in the file.")
    if row.is_over:
        files.append(Attachment(story.record().model_dump_json(indent=1).encode(), f"{row.game}-{row.id}.json"))
    return Reply(cut("\n".join([f"**{escaped(title(row))}**", *kept]), MESSAGE), files=tuple(files))


def _numbered(story: Story, names: tuple[str, ...]) -> list[str]:
    """What each action that counts did, numbered; an action without words of its own keeps its number to itself."""
    renderer = renderer_of(story.row.game)
    state: State = story.start()
    lines = []
    for number, entry in enumerate(story.actions(), 1):
        action = state.parse(entry.text)
        after = state.play(action)
        if said := renderer.say(Step(state, action, after), names):
            lines.append(f"{number}. {said}")
        state = after
    if state.is_over:
        lines.append(result_line(story.row, state))
    return lines


async def _meant(app: App, interaction: discord.Interaction[Any], game: int | None) -> GameRow:
    """The game named, or the asker's only one here, or the only one of the channel; else the last one that has ended."""
    guild, channel, user = guild_of(interaction), channel_of(interaction), interaction.user.id
    if game is None:
        shown = await app.play.channel_games(guild, channel, user) or await app.play.channel_games(guild, channel, None)
        shown = shown or (await app.play.channel_games(guild, channel, None, over=True))[:1]
        if shown:
            return only_one(shown, "There are several games in this channel")
    return await app.play.choose_game(guild, channel, user, game)


async def helped() -> Reply:
    """How to play with this bot."""
    return Reply(HELP.format(games="\n".join(f"- `/newgame {g.name}` · {summary(g.name)}" for g in GAMES.values())))


HELP = """\
**Board games about land, played over days and weeks.** Open a table in a channel, somebody joins, and each plays when \
they have a minute. The board is posted after every turn for everybody to follow.
{games}

**On your turn** press **Play** at the newest board, choose, and send. Or type `/move`: what is legal is offered while \
you type.
**Look** with `/board` (how it stands, and your moves), `/games` (all games of this server), `/history` (the moves in \
words), `/rules` (how a game is played; an answer to a wrong move cites its numbers).
**And** `/undo` takes back your last move, `/draw` offers a draw, `/resign` gives up, `/fairness` tells how fair this \
server's games of Land were."""
