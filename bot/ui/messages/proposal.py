"""The message of a proposal (undo, draw): who proposes what, who has to answer, and the buttons."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

import discord

from bot.common.markdown import bold_names, mention
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.texts import tell_decisions
from bot.ui.messages.times import tell_moment
from bot.usecases.access import PROPOSAL_ENDED
from bot.usecases.play.proposals import list_seats_to_ask
from rules import GAMES, State

WISHES = {
    "undo": "would like to take back their last move, and what has happened since",
    "draw": "offers a draw: all players who are left share the win",
    "pause": "proposes a pause: the clock stands still until somebody moves, or a player ends it",
}

ASKED = "I have asked in the channel. Nothing changes unless everybody agrees."
"""The private answer to whoever proposes something."""

MOST_NAMED = 8
"""Moves that the message of an undo names."""


@dataclass(frozen=True)
class ProposalPress(Press, word="proposal"):
    """A button of a proposal."""

    proposal_id: int
    what: Annotated[str, one_of("agree", "refuse")]


def write_text(log: GameLog, proposal: Proposal) -> str:
    """Return what the message of a proposal says; an undo names the moves that it takes back."""
    row, state = log.row, log.state()
    lines = [f"**{GAMES[row.kind].title}** · game #{row.id}", describe_wish(log, proposal)]
    if proposal.status == "open":
        missing = [seat for seat in list_seats_to_ask(state, proposal.seat) if seat not in proposal.agreed]
        asked = ", ".join(mention(row.players[seat]) for seat in missing)
        lines.append(f"{asked}, do you agree?")
        if proposal.answer_by is not None:
            lines.append(f"No answer by {tell_moment(proposal.answer_by)} counts as no.")
    else:
        lines.append(describe_end(row, state, proposal))
        if proposal.status == "refused" and proposal.kind == "draw" and row.computers(list_seats_to_ask(state, proposal.seat)):
            lines.append("-# A computer agrees only once it can judge the position, and only if it is not ahead.")
    return "\n".join(lines)


def describe_wish(log: GameLog, proposal: Proposal) -> str:
    """Return who would like what; an undo names the moves that it takes back."""
    wish = f"{bold_names(log.row.names)[proposal.seat]} {WISHES[proposal.kind]}."
    if proposal.kind != "undo" or proposal.keep is None:
        return wish
    steps = log.steps_dropped(proposal.version, proposal.keep)
    return f"{wish} Taken back would be: *{tell_decisions(log.row, steps, MOST_NAMED)}*"


def describe_end(row: GameRow, state: State, proposal: Proposal) -> str:
    """Return what became of a proposal."""
    if proposal.status == "expired":
        silent = [
            bold_names(row.names)[seat] for seat in list_seats_to_ask(state, proposal.seat) if seat not in proposal.agreed
        ]
        return f"No answer in time from {' and '.join(silent)}, so nothing changes."
    asked = list_seats_to_ask(state, proposal.seat)
    refused = f"{bold_names(row.names)[asked[0]]} does not agree." if len(asked) == 1 else "It was refused."
    told = {"agreed": "All have agreed.", "refused": refused}
    return told.get(proposal.status, PROPOSAL_ENDED["void"])


def list_users_to_mention(row: GameRow, state: State, proposal: Proposal, silent: Collection[int]) -> tuple[int, ...]:
    """Return whom the message pings: those who are asked, without those of the ``silent`` seats."""
    asked = set(list_seats_to_ask(state, proposal.seat)) - proposal.agreed - set(silent)
    return row.members(sorted(asked))


def make_buttons(proposal: Proposal) -> discord.ui.View | None:
    """Return the buttons of a proposal that is open; ``None`` for one that is not."""
    if proposal.status != "open":
        return None
    wanted = [Button("agree", "Agree", "success"), Button("refuse", "Refuse", "danger")]
    return view(make_button(ProposalPress(proposal.id, b.id).id, b) for b in wanted)
