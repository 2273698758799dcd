"""Texts about a proposal (undo, draw, pause): the request, its outcome, and the moves taken back."""

from __future__ import annotations

from bot.common.words import Name, Text, list_names
from bot.games.log import GameLog
from bot.presentation.texts import describe_decisions
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.usecases.access import PROPOSAL_ENDED
from bot.usecases.play.proposals import list_seats_to_ask
from rules import State

WISHES = {
    "undo": "would like to take back their last move, and what has happened since",
    "draw": "offers a draw: all remaining players share the win",
    "pause": "proposes a pause: the clock would stop until somebody moves or ends the pause",
}

MOST_NAMED = 8
"""Maximum number of moves named in a sentence about an undo."""


def describe_wish(log: GameLog, proposal: Proposal) -> Text:
    """Return the request as a sentence; an undo names the moves that it takes back."""
    wish, name = f"**{{name}}** {WISHES[proposal.kind]}.", Name(log.row.names[proposal.seat])
    if proposal.kind != "undo" or proposal.keep is None:
        return Text(wish, name=name)
    dropped = describe_decisions(log.row, log.steps_dropped(proposal.version, proposal.keep), MOST_NAMED)
    return Text(f"{wish} This would take back: *{{dropped}}*", name=name, dropped=dropped)


def describe_end(row: GameRow, state: State, proposal: Proposal) -> Text:
    """Return the outcome of a proposal as a sentence."""
    if proposal.status == "expired":
        silent = [row.names[seat] for seat in list_seats_to_ask(state, proposal.seat) if seat not in proposal.agreed]
        return Text("No answer in time from {names}, so nothing changes.", names=list_names(silent))
    asked = list_seats_to_ask(state, proposal.seat)
    if proposal.status == "refused" and len(asked) == 1:
        return Text("**{name}** does not agree.", name=Name(row.names[asked[0]]))
    told = {"agreed": "All have agreed.", "refused": "It was refused."}
    return Text(told.get(proposal.status, PROPOSAL_ENDED["void"]))


def describe_undos(log: GameLog, start: int, end: int) -> Text:
    """Return a sentence about the moves taken back between two versions, without outcomes of chance; empty if none were."""
    undos = [row for row in log.rows[start:end] if row.kind == "undo"]
    if not undos or undos[-1].seat is None:
        return Text("")
    name, told = Name(log.row.names[undos[-1].seat]), describe_decisions(log.row, log.steps_undone(start, end), MOST_NAMED)
    return Text("**{name}** took back: *{told}*" if told else "**{name}** took back a move.", name=name, told=told)
