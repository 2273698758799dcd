"""The button **Open the board** in private answers: it answers with a new link to the page of a game."""

from __future__ import annotations

import discord

from bot.panels.core import Button
from bot.ui.channels.visibility import view_seen_game
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.pages import keys


class PagePress(Press, word="page"):
    """The button **Open the board** of a game."""

    game_id: int


def make_page_buttons(app: App, press: Press) -> list[Button]:
    """Return the button with this press; empty if the bot serves no pages."""
    return [] if app.context.public_url is None else [Button(press.id, "Open the board")]


@answers(PagePress, direct=True)
async def handle_page_press(app: App, interaction: Interaction, press: PagePress) -> Reply:
    """Answer privately with a new link."""
    row = (await view_seen_game(app, interaction, press.game_id)).row
    return give_link(await keys.make_link(app.context, row.guild_id, row.id, interaction.user.id))


def give_link(address: str) -> Reply:
    """Return the answer with a link to a page."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Go to the board", url=address))
    return Reply("Your own link. It works once, within 15 minutes. Keep it private: it lets anybody play as you.", view=view)
