"""**Challenge to a game**, a context menu of members: a form to choose the game, then a table with an invitation."""

from __future__ import annotations

import discord

from bot.common.markdown import bold
from bot.common.pace import LABELS, PACES
from bot.panels.core import Entry
from bot.presentation.texts import read_summary
from bot.ui.framework.app import App, Interaction, name_of
from bot.ui.framework.forms import Field, make_choice_form, read_fields, read_only_value
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.tables import tables
from bot.ui.tables.tables import explain_away, is_me, may_invite, may_post
from bot.usecases.access import has_computer
from bot.usecases.context import User
from bot.usecases.refusal import Refusal
from rules import GAMES

USUAL = "usual"
"""The entry for the server's usual time to think."""
THAT_MEMBER = "That member"


class ChallengePress(Press, word="challenge"):
    """The submitted form of a challenge."""

    member_id: int


async def ask_for_game(_: App, interaction: Interaction, member: discord.Member | discord.User) -> Reply:
    """Return the form to choose the game with a member. Raise Refusal if that member could not accept."""
    may_post(interaction)
    if member.id == interaction.user.id:
        raise Refusal("You cannot challenge yourself. Use this menu on somebody else, or on me.")
    against_me = is_me(interaction, member.id)
    if not against_me:
        if isinstance(member, discord.User):
            raise Refusal(f"{bold(name_of(member))} is not a member of this server, and so cannot play here.")
        may_invite(interaction, member)
    offered = [game for game in GAMES.values() if has_computer(game.name) or not against_me]
    games = [Entry(game.name, game.title, read_summary(game.name), chosen=game is offered[0]) for game in offered]
    paces = [
        Entry(USUAL, "As usual here", chosen=True),
        *(Entry(name, LABELS.get(name, name), str(PACES[name])) for name in PACES),
    ]
    fields = [
        Field("game", "Which game?", games, shape="radio" if len(games) > 1 else "menu"),
        Field("pace", "Time to think", [*paces, Entry("none", "none", "No clock")]),
    ]
    whom = "me" if against_me else name_of(member)
    return Reply("", form=make_choice_form(ChallengePress(member.id).id, f"Challenge {whom}", fields))


@answers(ChallengePress, public=True)
async def open_table(app: App, interaction: Interaction, press: ChallengePress) -> Reply:
    """Open the requested table for two, with an invitation to the member."""
    fields = read_fields(interaction)
    kind, pace = find_word(read_only_value(fields, "game"), GAMES).name, read_only_value(fields, "pace")
    opponent = User(press.member_id, THAT_MEMBER)
    if not is_me(interaction, opponent.id) and (why := await explain_away(app, interaction, opponent)):
        raise Refusal(why)
    asked = {} if pace == USUAL else {"pace": pace}
    return await tables.open_table(app, interaction, kind, {}, asked=asked, seats=2, opponent=opponent)
