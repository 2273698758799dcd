"""**Rematch with other rules**: the players vote, the majority decides, and a table opens for the same players."""

from __future__ import annotations

from typing import Any

from bot.panels.house_rules import HOUSE_RULES, HouseRules
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, Interaction, channel_of, guild_of, parent_of, user_of
from bot.ui.framework.press import UnknownId
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.vote import VotePress, make_message, render_closed
from bot.ui.tables import tables
from bot.usecases import access, queries
from bot.usecases.context import User
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening, votes
from bot.usecases.tables.opening import explain_already_again
from rules import GAMES


async def open_vote(app: App, interaction: Interaction, position: GameView) -> Reply:
    """Return the public message of the vote, for all players."""
    row = position.row
    access.to_vote(row, interaction.user.id)
    if (after := await opening.find_next_table(app.context, row.id)) is not None:
        raise Refusal(explain_already_again(after))
    return Reply(
        *make_message(row, position.state, await votes.open_vote(app.context, row)),
        public=True,
        sent=lambda message_id: votes.save_message(app.context, row, channel_of(interaction), message_id),
    )


def _opens(press: VotePress) -> bool:
    return press.control == "open"


@answers(VotePress, edit=lambda press: not _opens(press), public=_opens)
async def handle_press(app: App, interaction: Interaction, press: VotePress) -> Reply:
    """Count a vote, or open the table."""
    position = await queries.view_game(app.context, guild_of(interaction), press.game_id)
    row = position.row
    access.to_vote(row, interaction.user.id)
    if (after := await opening.find_next_table(app.context, row.id)) is not None:
        return Reply(render_closed(row, after), edit=True)
    if row.kind not in HOUSE_RULES:
        raise UnknownId(press.control)
    if _opens(press):
        return await _table(app, interaction, row)
    option, value = _wish(HOUSE_RULES[row.kind], press.control)
    stands = await votes.vote(app.context, row, interaction.user.id, option, value)
    return Reply(*make_message(row, position.state, stands), edit=True)


def _wish(rules: HouseRules, control: str) -> tuple[str, Any]:
    for option, (_, meanings) in rules.words.items():
        for value in meanings:
            if control == f"{option}.{value}":
                return option, value
    raise UnknownId(control)


async def _table(app: App, interaction: Interaction, row: GameRow) -> Reply:
    """Return the table for the next game: those who voted are seated already, the others are asked to join."""
    vote = await votes.get(app.context, row)
    access.to_count(row, interaction.user.id, vote)
    cast = vote.cast
    usual = GAMES[row.kind].Options.model_validate(row.options)
    host = user_of(interaction)
    seated = [
        User(p.user_id, p.name) for p in row.players if p.user_id is not None and p.user_id in cast and p.user_id != host.id
    ]
    table = await opening.open_table(
        app.context,
        row.guild_id,
        channel_of(interaction),
        host,
        row.kind,
        HOUSE_RULES[row.kind].tally(usual, cast.values(), vote.voters).model_dump(mode="json"),
        seats=len(row.players),
        rematch_of=row.id,
        setup=row.setup,
        asked=row.terms.model_dump() | {"computers": len(row.computers(range(row.seats)))},
        parent_id=parent_of(interaction),
        also=seated,
    )
    await votes.close(app.context, row)
    missing = tuple(user for user in row.members(range(row.seats)) if user not in dict(table.members))
    return await tables.show_table(app, table, asked=missing)
