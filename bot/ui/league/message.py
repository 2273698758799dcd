"""The message of a season: the announcement with **Join**, later the standings with a picture of each division."""

from __future__ import annotations

import asyncio
from typing import Annotated

import discord

from bot.presentation.texts import GREEN, GREY
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of, pressed_at, user_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league import words
from bot.usecases.league import joining
from bot.usecases.league.joining import Joined
from bot.usecases.league.views import SeasonView
from bot.usecases.public import sites
from bot.usecases.server import guild_settings
from render.charts import standings_chart
from rules.words import count

MOST_PICTURES = 10
"""Maximum number of pictures in a message: Discord's limit. ``/league table`` shows the other divisions."""


class LeaguePress(Press, word="league"):
    """A button of a season. ``withdraw``: leave it, after confirmation."""

    league_id: int
    what: Annotated[str, one_of("join", "leave", "withdraw")]
    season_id: Annotated[int | None, read_number] = None
    """Distinguishes the seasons of a league. Buttons of old messages have none."""


async def make_message(app: App, found: SeasonView) -> Reply:
    """Return the message of a season."""
    files = await draw_standings(found, await themes.of_server(app, found.league.guild_id))
    text = words.write_season(found)
    hidden = len(words.list_charts(found)) - MOST_PICTURES
    if hidden > 0:
        text += f"\n-# `/league table` shows {count(hidden, 'more picture')} of the standings."
    if (address := await _find_page(app, found)) is not None:
        text += f"\n-# [The standings as a page]({address})"
    colour = GREEN if found.season.is_joining else GREY
    return Reply(text, view=make_buttons(found), files=files, colour=colour)


def find_mark(found: SeasonView, reply: Reply) -> str:
    """Return the mark that identifies a season's message: the button **Leave**, or its first picture once it is over."""
    if reply.view is None and reply.files:
        return reply.files[0].name
    return LeaguePress(found.league.id, "leave", found.season.id).id


async def _find_page(app: App, found: SeasonView) -> str | None:
    """Return the address of a season's public page; ``None`` if the server has none for its channel."""
    guild_id, channel_id = found.league.guild_id, found.league.channel_id
    if channel_id not in ((await guild_settings.get(app.context, guild_id)).public_channels or ()):
        return None
    address = await sites.find_address(app.context, guild_id)
    return None if address is None else f"{address}league/{found.league.id}/{found.season.number}"


async def draw_standings(found: SeasonView, theme: str, first: int = 0) -> tuple[Attachment, ...]:
    """Return pictures of a season's standings, beginning with number ``first``; none before the season begins."""
    charts = words.list_charts(found)[first : first + MOST_PICTURES]

    def draw() -> tuple[Attachment, ...]:
        made = [standings_chart(title, rows, theme) for title, rows in charts]
        name = f"league-{found.season.id}"
        return tuple(Attachment(each.png, f"{name}-{first + at + 1}.png", each.alt) for at, each in enumerate(made))

    return await asyncio.to_thread(draw)


def make_buttons(found: SeasonView) -> discord.ui.View | None:
    """Return the buttons below a season: **Join** and **Leave** before it begins, **Leave** while it runs."""
    league_id, season_id = found.league.id, found.season.id
    leave = make_button(LeaguePress(league_id, "leave", season_id), "Leave")
    if found.season.is_joining:
        return view([make_button(LeaguePress(league_id, "join", season_id), "Join", "success"), leave])
    return view([leave]) if found.season.is_running else None


@answers(LeaguePress, edit=lambda press: press.what == "withdraw")
async def handle_press(app: App, interaction: Interaction, press: LeaguePress) -> Reply:
    """Join or leave a league, as ``/league join`` and ``/league leave`` do."""
    if press.what == "join":
        return await join(app, interaction, press.league_id)
    return await leave(app, interaction, press.league_id, is_meant=press.what == "withdraw")


async def join(app: App, interaction: Interaction, league_id: int) -> Reply:
    """Join the season that is open for joining. Return a reply that says when it begins."""
    done = await joining.join(app.context, guild_of(interaction), league_id, user_of(interaction), pressed_at(interaction))
    begins = f"It begins <t:{done.season.starts_at // 1000}:R>, and your first games with it."
    if done.league.channel_gone_at is not None:
        begins = f"{words.NO_CHANNEL} Until then it does not begin."
    return Reply(f"You are in **{words.write_title(done.league, done.season.number)}**. {begins}")


async def leave(app: App, interaction: Interaction, league_id: int, *, is_meant: bool = False) -> Reply:
    """Leave a season. While it runs, ask for confirmation first."""
    guild, user = guild_of(interaction), user_of(interaction)
    if not is_meant and await joining.is_member(app.context, guild, league_id, user.id):
        button = make_button(LeaguePress(league_id, "withdraw"), "Withdraw", "danger")
        text = "Withdraw from this season? Your games that have not begun are lost. Those that have begun continue: play them, "
        return Reply(f"{text}or hand them over with `/substitute`.", view=view([button]))
    done = await joining.leave(app.context, guild, league_id, user)
    return Reply(_describe_left(done), edit=is_meant)


def _describe_left(done: Joined) -> str:
    title = words.write_title(done.league, done.season.number)
    if done.withdrawn:
        return f"You have withdrawn from **{title}**. Games that have begun continue: `/games` lists them."
    return f"You have left **{title}**."
