"""The message of a proposal (undo, draw): the proposal, the players who have to answer, and the buttons."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import discord

from bot.common.markdown import to_markdown
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.presentation.proposals import describe_end, describe_wish
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.words.references import mention
from bot.ui.words.times import format_moment
from bot.usecases.play.proposals import list_seats_to_ask
from rules import GAMES, State


class ProposalPress(Press, word="proposal"):
    """A button of a proposal."""

    proposal_id: int
    what: Annotated[str, one_of("agree", "refuse")]


def write_text(log: GameLog, proposal: Proposal) -> str:
    """Return the text of a proposal; an undo names the moves that it takes back."""
    row, state = log.row, log.state()
    lines = [f"**{GAMES[row.kind].title}** · game #{row.id}", to_markdown(describe_wish(log, proposal))]
    if proposal.status == "open":
        missing = [seat for seat in list_seats_to_ask(state, proposal.seat) if seat not in proposal.agreed]
        asked = ", ".join(mention(row.players[seat]) for seat in missing)
        lines.append(f"{asked}, do you agree?")
        if proposal.answer_by is not None:
            lines.append(f"No answer by {format_moment(proposal.answer_by)} counts as no.")
    else:
        lines.append(to_markdown(describe_end(row, state, proposal)))
        if proposal.status == "refused" and proposal.kind == "draw" and row.computers(list_seats_to_ask(state, proposal.seat)):
            lines.append("-# A computer agrees only once it can judge the position, and only if it is not ahead.")
    return "\n".join(lines)


def list_users_to_mention(row: GameRow, state: State, proposal: Proposal, silent: Collection[int]) -> tuple[int, ...]:
    """Return the ids of the users to ping: the players asked, except those with ``silent`` seats."""
    asked = set(list_seats_to_ask(state, proposal.seat)) - proposal.agreed - set(silent)
    return row.members(sorted(asked))


def make_buttons(proposal: Proposal) -> discord.ui.View | None:
    """Return the buttons of an open proposal, else ``None``."""
    if proposal.status != "open":
        return None
    wanted = [Button("agree", "Agree", "success"), Button("refuse", "Refuse", "danger")]
    return view(show_button(ProposalPress(proposal.id, b.id).id, b) for b in wanted)
