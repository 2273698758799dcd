"""``/league manage``: moves a league to this channel, or ends it."""

from __future__ import annotations

from typing import Annotated

from bot.ui.framework.app import App, Interaction, channel_of, guild_of, parent_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league import words
from bot.ui.league.seen import check_manages
from bot.ui.tables.tables import may_post
from bot.usecases.league import creating, views
from bot.usecases.refusal import Refusal

CHOOSE = (
    "no further games begin. **Go on in this channel** posts the standings and the next games here; or use `/league manage` in "
    "another channel."
)
MOVED = (
    "goes on in this channel. Games that have begun stay where they are: players of adjourned ones can resume them here with "
    "`/games`, and `/server manage` moves others."
)


class ManageLeaguePress(Press, word="leaguemanage"):
    """A button of the panel. ``end`` asks for confirmation, ``ended`` confirms."""

    league_id: int
    what: Annotated[str, one_of("move", "end", "ended")]


async def open_panel(app: App, interaction: Interaction, league_id: int) -> Reply:
    """Return a panel with the actions for a league."""
    await check_manages(app, interaction)
    found = await views.view(app.context, guild_of(interaction), league_id)
    league, is_gone = found.league, found.league.channel_gone_at is not None
    is_here = league.channel_id == channel_of(interaction) and not is_gone
    title = f"**{words.write_title(league, found.season.number)}**"
    if league.status != "open":
        return Reply(f"{title} is over.")
    text = f"{title}, whose channel was deleted: {CHOOSE}" if is_gone else f"{title}, in <#{league.channel_id}>."
    if league.data.get("last"):
        text += " It ends with this season."
    return Reply(
        text,
        view=view(
            [
                make_button(ManageLeaguePress(league.id, "move"), "Go on in this channel", disabled=is_here),
                make_button(ManageLeaguePress(league.id, "end"), "End it", "danger", disabled=bool(league.data.get("last"))),
            ]
        ),
    )


@answers(ManageLeaguePress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ManageLeaguePress) -> Reply:
    """Move a league, end it, or ask for confirmation to end it."""
    await check_manages(app, interaction)
    guild = guild_of(interaction)
    if press.what == "move":
        may_post(interaction)
        if parent_of(interaction) is not None:
            raise Refusal(creating.NO_THREAD)
        league = await creating.move(app.context, guild, press.league_id, channel_of(interaction))
        return Reply(f"**{words.write_title(league)}** {MOVED}", edit=True)
    if press.what == "ended":
        league = await creating.close(app.context, guild, press.league_id)
        how = "is over" if league.status == "closed" else "ends after this season"
        return Reply(f"**{words.write_title(league)}** {how}.", edit=True)
    found = await views.view(app.context, guild, press.league_id)
    after = "It ends now." if found.season.is_joining else "Its season is played to the end, and no new one opens."
    ask = f"Really end **{words.write_title(found.league)}**? {after}"
    end = make_button(ManageLeaguePress(found.league.id, "ended"), "Yes, end it", "danger")
    return Reply(ask, view=view([end]), edit=True)
