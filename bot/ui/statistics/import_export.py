"""``/export`` and ``/import``: games as files."""

from __future__ import annotations

from typing import Annotated, Any

import discord

from bot.common.words import quote
from bot.games.exchange import MOST_BYTES
from bot.games.file_format import ExportedGame
from bot.panels.core import Entry, Menu
from bot.presentation.texts import cut
from bot.ui.channels.visibility import sees_channel, sees_game
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, make_menu, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.statistics import stepper
from bot.usecases import access
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import exports, imports
from bot.usecases.statistics.exports import Part
from bot.workers.jobs import Import
from rules import GAMES
from rules.words import count

MINE, SERVER = "mine", "server"
"""The games to export: the user's, or the server's."""


class ExportPress(Press, word="export"):
    """A button for the next part of an export, which starts after a given game."""

    what: Annotated[str, one_of(MINE, SERVER)]
    after: int


async def export_games(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return a finished game as a file, or all of the user's."""
    if game is None:
        return await part(app, interaction, MINE, 0)
    app.pacing.replays.spend(interaction.user.id)
    made = await exports.export_one(app.context, guild_of(interaction), game, lambda row: sees_game(interaction, row))
    return Reply(f"Game #{game} as a file. `/import` reads it.", files=(Attachment(made.data, f"game-{game}.json.gz"),))


@answers(ExportPress)
async def handle_press(app: App, interaction: Interaction, press: ExportPress) -> Reply:
    """Return the next part of an export."""
    return await part(app, interaction, press.what, press.after)


async def part(app: App, interaction: Interaction, what: str, after: int) -> Reply:
    """Return a part of an export, with the games after number ``after``."""
    guild, manages = guild_of(interaction), interaction.permissions.manage_guild
    if what == SERVER:
        access.to_manage(manages=manages)
    app.pacing.replays.spend(interaction.user.id)
    try:
        mine = interaction.user.id if what == MINE else None
        made = await exports.export_part(
            app.context,
            guild,
            mine,
            after,
            lambda row: sees_game(interaction, row),
            lambda league: sees_channel(interaction, league.channel_id),
        )
    except Refusal as refusal:
        if what == SERVER or not manages:
            raise
        return Reply(str(refusal), view=view([_whole_server()]))
    buttons = [] if made.is_all else [make_button(ExportPress(what, made.games[-1]), "Next part", "primary")]
    if what == MINE and manages and after == 0:
        buttons.append(_whole_server())
    held = f"games-{made.games[0]}-{made.games[-1]}" if made.games else "leagues"
    file = Attachment(made.data, f"{'my' if what == MINE else 'server'}-{held}.json.gz")
    return Reply(_describe(made, what), view=view(buttons) if buttons else None, files=(file,))


def _whole_server() -> Any:
    return make_button(ExportPress(SERVER, 0), "All games of this server")


def _describe(made: Part, what: str) -> str:
    whose = "your finished games" if what == MINE else "the finished games of this server"
    leagues = count(made.leagues, "league") + (" that you joined" if what == MINE else " of this server")
    if not made.games:
        return f"{leagues}. The file has no finished game."
    beside = f", and {leagues}" if made.leagues else ""
    rest = "" if made.is_all else " More follow in the next part."
    games = f"{count(len(made.games), 'game')}, from #{made.games[0]} to #{made.games[-1]}, of {whose}"
    return f"{games}{beside}. `/import` reads the file.{rest}"


async def import_games(app: App, interaction: Interaction, file: discord.Attachment) -> Reply:
    """Import the games of a file. Return a menu to open one of them, or the stepper if there is only one.

    Raise Refusal if the file is too large or invalid.
    """
    if file.size > MOST_BYTES:
        raise Refusal(f"This file is too large: I take at most {MOST_BYTES // 1000:,} kB.")
    app.pacing.replays.spend(interaction.user.id)
    try:
        data = await file.read()
    except discord.HTTPException:
        raise Refusal("I could not get this file from Discord. Please send it again.") from None
    found = await app.workers.run(Import(data), interaction.user.id)
    if found.problem:
        raise Refusal(quote(found.problem))
    kept = await imports.keep(app.context, guild_of(interaction), interaction.user.id, found.games)
    if len(kept) == 1:
        return await stepper.show_scene(app, interaction, f"i{next(iter(kept))}", None)
    entries = tuple(_entry(number, ExportedGame.model_validate_json(game)) for number, game in kept.items())
    left = found.in_file - len(kept)
    more = f" I took the first {len(kept)} of {found.in_file}." if left else ""
    return Reply(
        f"{count(len(kept), 'game')} to look through, for you and everybody you share them with.{more}",
        view=view([make_menu(stepper.LookAtPress("import").id, Menu("import", "Look through a game", entries))]),
    )


def _entry(number: int, game: ExportedGame) -> Entry:
    title = GAMES[game.record.game].title + (f" #{game.number}" if game.number else "")
    return Entry(f"i{number}", title, cut(", ".join(player.name for player in game.players), 100))
