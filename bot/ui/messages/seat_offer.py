"""The message of a seat that is offered: whose it is, who may take it, the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import discord

from bot.common.markdown import bold, mention, plain
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.presentation.texts import tell_scores
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.usecases.access import NOT_GOING_ON, SEAT_OFFER_ENDED, has_computer
from rules import GAMES

WHY = {
    "given": "{} gives their seat away.",
    "time": "{}'s time has run out.",
    "left": "{} has left this server.",
    "unseen": "{} cannot see this channel now.",
}
"""Why anybody may take a seat, by the reason of the offer."""

KEEPS = "The seat keeps everything: what it has played, its points, its turn."


@dataclass(frozen=True)
class SeatPress(Press, word="seat"):
    """A button of a seat that is offered."""

    offer_id: int
    what: Annotated[str, one_of("take", "computer", "decline", "withdraw")]


def write_text(log: GameLog, offer: SeatOffer) -> str:
    """Return what the message of an offer says."""
    row = log.row
    title = f"**{GAMES[row.kind].title}** · game #{row.id}"
    name = bold(row.names[offer.seat])
    if offer.status == "taken":
        return f"{title}\n{name} has taken this seat and plays on."
    if offer.status == "declined":
        return f"{title}\n<@{offer.member_id}> has declined, so {name} plays on."
    if not offer.is_open:
        if row.status == "adjourned":
            return f"{title}\nNobody took this seat in time. {NOT_GOING_ON['adjourned']}"
        return f"{title}\n{SEAT_OFFER_ENDED[offer.status]}"
    until = f"Open until <t:{offer.expires_at // 1000}:f>."
    if offer.member_id is not None:
        lines = [f"{name} would like to hand their seat over. {KEEPS}"]
        lines.append(f"<@{offer.member_id}>, do you play on for them? {until}")
    else:
        lines = [
            f"{WHY[offer.reason].format(name)} **Who takes {plain(row.names[offer.seat])}'s seat?** {KEEPS}",
            _asked(log, offer, until),
        ]
    return "\n".join([title, *lines, tell_scores(row, log.state())])


def _asked(log: GameLog, offer: SeatOffer, until: str) -> str:
    """Return until when anybody may take the seat, and what happens otherwise."""
    row = log.row
    holder = mention(row.players[offer.seat])
    if offer.reason == "given":
        return f"Anybody who does not play in this game may take it. {until}"
    if offer.reason == "time":
        return f"Anybody who does not play in this game may take it. {holder} may also just play on. {until}"
    others = ", ".join(mention(row.players[seat]) for seat in list_told_seats(log, offer))
    return (
        f"{others}: anybody who does not play in this game may take the seat. {until}\n"
        f"Their time goes on: see the board. Once it is out, {_remedy(log)}."
    )


def _remedy(log: GameLog) -> str:
    """Return what the others may do once the time of a player who is gone is out."""
    return "you may win on time" if len(log.state().left) == 2 else "you may go on without them"


def list_told_seats(log: GameLog, offer: SeatOffer) -> list[int]:
    """Return the seats that are told that a player is gone; none if the player gives the seat away."""
    gone = offer.reason in ("left", "unseen")
    return [seat for seat in log.state().left if seat != offer.seat] if gone else []


def list_users_to_mention(log: GameLog, offer: SeatOffer) -> tuple[int, ...]:
    """Return whom the message pings: the member who is asked; the others, where a player is gone."""
    return log.row.members(list_told_seats(log, offer)) if offer.member_id is None else (offer.member_id,)


def make_buttons(offer: SeatOffer, kind: str) -> discord.ui.View | None:
    """Return the buttons of an offer that is open, in a game of a kind; ``None`` for one that is not."""
    if not offer.is_open:
        return None
    if offer.member_id is not None:
        wanted = [Button("take", "Accept", "success"), Button("decline", "Decline", "danger")]
    else:
        wanted = [Button("take", "Take the seat", "success")]
        if has_computer(kind):
            wanted.append(Button("computer", "Let a computer play on"))
    if offer.by_seat is not None:
        wanted.append(Button("withdraw", "Withdraw"))
    return view(make_button(SeatPress(offer.id, b.id).id, b) for b in wanted)


def describe_changes(row: GameRow, changes: Sequence[SeatChange], version: int) -> str:
    """Return who plays on in whose place since a version of a game; empty where no seat changed hands there."""
    told = list[str]()
    for number, change in enumerate(changes):
        if change.version == version:
            later = (other.name for other in changes[number + 1 :] if other.seat == change.seat)
            after = next(later, row.names[change.seat])
            told.append(f"{bold(after)} plays on in {bold(change.name)}'s place.")
    return " ".join(told)
