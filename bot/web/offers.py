"""What a member may do in a game beside moving, as buttons of the page: each says what it sends, and what it asks before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.games.log import GameLog
from bot.presentation.proposals import describe_end, describe_wish
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases import access
from bot.usecases.play.proposals import list_seats_to_ask
from bot.usecases.play.undo import find_last_decision
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks
from bot.usecases.time.claims import list_claim_options
from bot.web.plain_text import plain_text
from rules import State


class Offer(NamedTuple):
    """A button of the page."""

    label: str
    address: str
    """Where it sends to, below ``api/``."""
    body: dict[str, Any]
    asks: str = ""
    """What the page asks before it sends; empty for nothing."""
    sure: str = ""
    """The label of the button that says yes then."""


def tell_offer(offer: Offer) -> dict[str, Any]:
    """Return an offer as the page reads it."""
    question = {"asks": offer.asks, "sure": offer.sure}
    return {"label": offer.label, "address": offer.address, "body": offer.body, **question}


class Asked(NamedTuple):
    """Something that a player has proposed, at the newest position."""

    words: str
    answer_by: int | None
    """When no answer counts as no (ms since 1970)."""
    offers: tuple[Offer, ...]
    """The answers; none for whoever is not asked."""


def list_offers(found: GameView, seat: int | None, proposals: Sequence[Proposal]) -> list[Offer]:
    """Return what the holder of a seat may do beside moving; nothing for a watcher, or once the game is over."""
    row, state = found.row, found.state
    if seat is None or row.status != "running" or seat in state.dropped:
        return []
    is_open = {proposal.kind for proposal in proposals if proposal.status == "open"}
    return [
        *_offer_hint(found, seat),
        *(() if "undo" in is_open else _offer_undo(found.log, seat)),
        *_offer_claims(state, seat, found.clock),
        *(() if "pause" in is_open else _offer_pause(seat, found.clock)),
        *(() if "draw" in is_open else [Offer("Offer a draw", "draw", {})]),
        _offer_resign(state),
    ]


def _offer_hint(found: GameView, seat: int) -> Iterator[Offer]:
    row, state = found.row, found.state
    if row.terms.hints and state.seat == seat and access.has_computer(row.kind):
        yield Offer("Hint", "hint", {"version": found.version})


def _offer_undo(log: GameLog, seat: int) -> Iterator[Offer]:
    try:
        _, alone = find_last_decision(log, seat)
    except Refusal:
        return
    asked = log.row.members(list_seats_to_ask(log.state(), seat))
    yield Offer("Take my last move back" if alone or not asked else "Ask to take my last move back", "undo", {})


def _offer_claims(state: State, seat: int, clock: ClockRow | None) -> Iterator[Offer]:
    if clock is None or clock.seat in (None, seat) or clock.stage != clocks.OUT or clock.stopped_at is not None:
        return
    two = len(state.left) == 2
    ask = "Win on time? The game ends." if two else "Go on without this player? They are out of the game."
    sure = "Yes, win on time" if two else "Yes, go on without them"
    for option in list_claim_options(state):
        question = (f"{ask} A move of theirs counts until you confirm.", sure) if option.what == "drop" else ("", "")
        yield Offer(option.label, "claim", {"what": option.what, "turn": clock.version}, *question)


def _offer_pause(seat: int, clock: ClockRow | None) -> Iterator[Offer]:
    if clock is None or clock.seat is None:
        return
    if clock.why == clocks.PAUSE:
        yield Offer("End the pause", "pause", {"ends": True})
    elif clock.stage != clocks.OUT:
        yield Offer("Propose a pause", "pause", {"ends": False})


def _offer_resign(state: State) -> Offer:
    rest = "The other player wins." if len(state.left) == 2 else "The others play on without you."
    return Offer("Give up", "resign", {}, f"Do you really want to give up? {rest}", "Yes, give up")


def list_asked(log: GameLog, seat: int | None, proposals: Sequence[Proposal]) -> list[Asked]:
    """Return what was proposed at the newest position, with the answers that the holder of a seat may give."""
    found = []
    for proposal in proposals:
        is_open = proposal.status == "open" and log.row.status == "running"
        words = [describe_wish(log, proposal)]
        missing = [each for each in list_seats_to_ask(log.state(), proposal.seat) if each not in proposal.agreed]
        if not is_open:
            words.append(describe_end(log.row, log.state(), proposal))
        elif seat not in missing:
            words.append(f"Still to answer: {' and '.join(log.row.names[each] for each in missing)}.")
        offers = [
            Offer(label, "answer", {"proposal": proposal.id, "agrees": agrees})
            for label, agrees in (("Agree", True), ("Refuse", False))
            if is_open and seat in missing
        ]
        found.append(Asked(plain_text(" ".join(words)), proposal.answer_by if is_open else None, tuple(offers)))
    return found
