"""``/league table``: the private standings of a league, including its past seasons."""

from __future__ import annotations

from dataclasses import replace

from bot.panels.core import MOST_IN_MENU, Entry, Menu
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import PressButton, PressMenu, make_button, make_menu, view
from bot.ui.framework.press import Page, Press, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league import words
from bot.ui.league.message import MOST_PICTURES, draw_standings
from bot.ui.league.seen import list_seen
from bot.usecases.league import views
from bot.usecases.league.views import SeasonView
from bot.usecases.refusal import Refusal


class StandingsPress(Press, word="standings"):
    """A menu of the seasons, or a button to more pictures of one. ``season`` 0: the season chosen in the menu."""

    league_id: int
    season: int
    page: Page


async def show_table(app: App, interaction: Interaction, league_id: int) -> Reply:
    """Return the standings of the newest season that has begun, and when the next one begins.

    Before the first season begins, return its announcement.
    """
    found = await views.view(app.context, guild_of(interaction), league_id)
    if found.season.is_joining and found.season.number > 1:
        last = await views.view(app.context, guild_of(interaction), league_id, found.seasons - 1)
        reply = await _render(app, interaction, last, 0)
        return replace(reply, content=f"{reply.content}\n{words.write_next(found)}")
    return await _render(app, interaction, found, 0)


@answers(StandingsPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: StandingsPress) -> Reply:
    """Return the standings of another season, or more pictures of one."""
    season = press.season or read_number(press.values[0] if press.values else "")
    found = await views.view(app.context, guild_of(interaction), press.league_id, season)
    if found.league.id not in [league.id for league in await list_seen(app, interaction)]:
        raise Refusal(views.NO_SEASON)
    return replace(await _render(app, interaction, found, press.page), edit=True)


async def _render(app: App, interaction: Interaction, found: SeasonView, page: int) -> Reply:
    pages = -(-len(words.list_charts(found)) // MOST_PICTURES)
    page = min(page, max(0, pages - 1))
    theme = await themes.of_member(app, found.league.guild_id, interaction.user.id)
    files = await draw_standings(found, theme, page * MOST_PICTURES)
    items: list[PressButton | PressMenu] = []
    if pages > 1:
        following = (page + 1) % pages
        press = StandingsPress(found.league.id, found.season.number, following)
        items.append(make_button(press, "More divisions"))
    if found.seasons > 1:
        newest = range(found.seasons, max(0, found.seasons - MOST_IN_MENU), -1)
        entries = [Entry(str(number), f"Season {number}", chosen=number == found.season.number) for number in newest]
        items.append(make_menu(StandingsPress(found.league.id, 0, 0).id, Menu("season", "Another season", entries)))
    return Reply(words.write_season(found), view=view(items) if items else None, files=files)
