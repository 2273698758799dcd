"""What is said of a proposal (undo, draw, pause): who would like what, and what became of it."""

from __future__ import annotations

from bot.common.markdown import bold_names
from bot.games.log import GameLog
from bot.presentation.texts import tell_decisions
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.usecases.access import PROPOSAL_ENDED
from bot.usecases.play.proposals import list_seats_to_ask
from rules import State

WISHES = {
    "undo": "would like to take back their last move, and what has happened since",
    "draw": "offers a draw: all players who are left share the win",
    "pause": "proposes a pause: the clock stands still until somebody moves, or a player ends it",
}

MOST_NAMED = 8
"""Moves that an undo names."""


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
