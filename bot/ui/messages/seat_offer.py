"""The message of an offered seat: its holder, who may take it, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import discord

from bot.common.markdown import bold, plain
from bot.games.log import GameLog
from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.words.references import mention
from bot.ui.words.results import list_scores
from bot.usecases.access import NOT_GOING_ON, SEAT_OFFER_ENDED, has_computer
from rules import GAMES

WHY = {
    "given": "{} gives their seat away.",
    "time": "{}’s time has run out.",
    "left": "{} has left this server.",
    "unseen": "{} cannot see this channel now.",
}
"""Reason for an offer -> explanation of why anybody may take the seat."""

KEEPS = "The seat keeps its moves, its points and its turn."


class SeatPress(Press, word="seat"):
    """A button of an offered seat."""

    offer_id: int
    what: Annotated[str, one_of("take", "computer", "decline", "withdraw")]


def write_text(log: GameLog, offer: SeatOffer) -> str:
    """Return the text of an offer."""
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
        lines.append(f"<@{offer.member_id}>, will you play for them? {until}")
    else:
        lines = [
            f"{WHY[offer.reason].format(name)} **Who takes {plain(row.names[offer.seat])}’s seat?** {KEEPS}",
            _asked(log, offer, until),
        ]
    return "\n".join([title, *lines, list_scores(row, log.state())])


def _asked(log: GameLog, offer: SeatOffer, until: str) -> str:
    """Describe until when anybody may take the seat, and what happens otherwise."""
    row = log.row
    holder = mention(row.players[offer.seat])
    if offer.reason in ("given", "time"):
        plays_on = f" {holder} may also just play on." if offer.reason == "time" else ""
        return f"Anybody who does not play in this game may take it.{plays_on} {until}"
    remedy = "you may win on time" if len(log.state().left) == 2 else "you may go on without them"
    others = ", ".join(mention(row.players[seat]) for seat in list_notified_seats(log, offer))
    return (
        f"{others}: anybody who does not play in this game may take the seat. {until}\n"
        f"The clock keeps running: see the board. Once it runs out, {remedy}."
    )


def list_notified_seats(log: GameLog, offer: SeatOffer) -> list[int]:
    """Return the seats whose players are notified that a player is gone; empty if the seat is offered for another reason."""
    gone = offer.reason in ("left", "unseen")
    return [seat for seat in log.state().left if seat != offer.seat] if gone else []


def list_users_to_mention(log: GameLog, offer: SeatOffer) -> tuple[int, ...]:
    """Return the ids of the users to ping: the member asked, or the other players if a player is gone."""
    return log.row.members(list_notified_seats(log, offer)) if offer.member_id is None else (offer.member_id,)


def make_buttons(offer: SeatOffer, kind: str) -> discord.ui.View | None:
    """Return the buttons of an open offer in a game of this kind, else ``None``."""
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
    return view(show_button(SeatPress(offer.id, b.id).id, b) for b in wanted)


def describe_changes(row: GameRow, changes: Sequence[SeatChange], version: int) -> str:
    """Describe the seats that got a new holder at a version of a game; empty if none did."""
    told = list[str]()
    for number, change in enumerate(changes):
        if change.version == version:
            later = (other.name for other in changes[number + 1 :] if other.seat == change.seat)
            after = next(later, row.names[change.seat])
            told.append(f"{bold(after)} plays on in {bold(change.name)}’s place.")
    return " ".join(told)
