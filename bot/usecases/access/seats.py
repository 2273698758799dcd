"""Access checks for seats that change hands during a game."""

from __future__ import annotations

from bot.common.words import Name
from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.usecases.access.games import going_on, player_left
from bot.usecases.context import User
from bot.usecases.refusal import Refusal

SEAT_OFFER_ENDED = {
    "taken": "Somebody has taken this seat already.",
    "declined": "This was declined already.",
    "withdrawn": "This offer was withdrawn.",
    "void": "The game has moved on, so this seat is no longer offered.",
    "expired": "This waited too long and has expired.",
}
"""Why a seat cannot be taken any more, by the status of the offer."""


def to_be_seated(row: GameRow, user: User, *, is_me: bool = True) -> None:
    """Allow a member who does not play in the game. ``is_me``: whether the refusal addresses that member."""
    if row.seat_of(user.id) is not None:
        told = "You play in this game already." if is_me else "**{name}** plays in this game already."
        raise Refusal(told, name=Name(user.name))


def to_take_seat(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """Allow the member who was asked, or anybody if nobody was named. The offer must be open and its game running."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    if user_id == log.row.players[offer.seat].user_id:
        raise Refusal("It is your own seat. Press **Withdraw** to keep it, or just play on.")
    if offer.member_id not in (None, user_id):
        raise Refusal("Another member is asked to take this seat.")


def to_seat_computer(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """Allow the holder of a seat offered to anybody; if that player is gone or out of time, any other player."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    seat = player_left(log.row, log.state(), user_id)
    if offer.member_id is not None:
        raise Refusal("Another member is asked to take this seat.")
    if offer.reason == "given" and seat != offer.seat:
        raise Refusal("Only **{name}** can give this seat to a computer.", name=Name(log.row.names[offer.seat]))


def to_decline_seat(offer: SeatOffer, user_id: int) -> None:
    """Allow the member who was asked. Raise Refusal otherwise."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    if offer.member_id != user_id:
        raise Refusal("You were not asked to take this seat.")


def to_withdraw_seat(row: GameRow, offer: SeatOffer, user_id: int) -> None:
    """Allow the holder of the seat, or the player who asked for a substitute. Raise Refusal otherwise."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    if row.seat_of(user_id) is None or row.seat_of(user_id) not in (offer.seat, offer.by_seat):
        seat = offer.seat if offer.by_seat is None else offer.by_seat
        raise Refusal("Only **{name}** can withdraw this.", name=Name(row.names[seat]))
