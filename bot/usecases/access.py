"""The gate: may this person do this here, on what they saw?

Every use case asks here, and nowhere else. Each function returns the person's seat, or raises Refusal with the reason.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.games.log import GameLog
from bot.markdown import board_link, bold, bold_names
from bot.storage.clocks import ClockRow
from bot.storage.demos import Demo
from bot.storage.game_tables import GameTable
from bot.storage.games import GameRow
from bot.storage.proposals import Proposal
from bot.storage.seat_offers import SeatOffer
from bot.usecases.context import User
from bot.usecases.guild_settings import GuildSettings
from bot.usecases.refusal import Refusal
from bot.usecases.votes import Vote
from render.words import count
from rules import State

MOVED_ON = "The game has moved on since you opened this. Press **Play** on the newest board."

NOT_GOING_ON = {
    "over": "This game is over.",
    "adjourned": "This game is adjourned. `/resume` takes it up again.",
    "cancelled": "This game was cancelled by somebody who manages this server.",
}
"""Why nothing can be done in a game that is not running, by its status."""
OUT_OF_TIME = "This game is over: a player's time was out, and the win was claimed before this."

PROPOSAL_ENDED = {
    "agreed": "Everybody has agreed already, so it is done.",
    "refused": "This was refused already.",
    "void": "The game has moved on since this was asked, so it no longer counts.",
}
"""Why a proposal cannot be answered any more, by its status."""

SEAT_OFFER_ENDED = {
    "taken": "Somebody has taken this seat already.",
    "declined": "This was declined already.",
    "withdrawn": "This was withdrawn: the seat is not offered any more.",
    "void": "The game has moved on since, so this seat is not offered any more.",
    "expired": "This waited too long and has expired.",
}
"""Why a seat cannot be taken any more, by the status of the offer."""

TABLE_CLOSED = {
    "started": "This table's game has started already. Open another with `/newgame`.",
    "cancelled": "The host has closed this table. Open another with `/newgame`.",
    "declined": "The invitation was declined. Open another table with `/newgame`.",
    "expired": "This table waited too long and has expired. Open another with `/newgame`.",
}
"""Why nobody can sit down at a table that is not open, by its status."""


# ---------------------------------------------------------------------- games


def player(row: GameRow, user_id: int, hint: str = "Start one with `/newgame`.") -> int:
    """A player of a running game. ``hint``: what anybody else can do instead."""
    seat = row.seat_of(user_id)
    if seat is None:
        raise Refusal(f"You are not in this game: {' and '.join(bold_names(row.names))} play it. {hint}")
    going_on(row)
    return seat


def player_left(row: GameRow, state: State, user_id: int) -> int:
    """A player of a running game who has not given up."""
    seat = player(row, user_id)
    if seat in state.dropped:
        raise Refusal("You are out of this game already: you gave up, or the others went on when your time was out.")
    return seat


def to_move(row: GameRow, state: State, user_id: int, *, version: int, seen: int | None = None) -> int:
    """The player to move. ``seen``: the version of the game that they had before them; it must be the newest."""
    seat = player(row, user_id)
    if seen is not None and seen != version and seat not in state.dropped:
        raise Refusal(MOVED_ON)
    if state.seat != seat:
        raise Refusal(_not_yours(row, state, seat))
    return seat


def to_move_on_board(row: GameRow, state: State, user_id: int, *, seen: int, message_id: int | None) -> int:
    """The player to move, who pressed a button of the newest board.

    ``seen`` and ``message_id``: the version and the message of the board that was pressed. It is the newest also while the
    next one waits to be posted.
    """
    seat = player(row, user_id, "You can watch with **Board**.")
    if seen < (row.board_version or 0) and message_id != row.board_message_id:
        raise Refusal(f"This board is from an earlier turn. Press **Play** on {board_link(row)}.")
    if state.seat != seat:
        raise Refusal(_not_yours(row, state, seat))
    return seat


def in_panel(row: GameRow, state: State, user_id: int) -> int:
    """The player to move, who pressed something in a panel of any turn."""
    seat = row.seat_of(user_id)
    if seat is None or state.seat != seat:
        over = OUT_OF_TIME if row.ending == "time" else "The game is over."
        raise Refusal(over if state.is_over else f"It is not your turn any more: see {board_link(row)}.")
    if not state.is_over:
        going_on(row)
    return seat


def is_newest(*, version: int, seen: int) -> bool:
    """Whether somebody saw the game as it stands: what was chosen at an earlier version is chosen anew."""
    return seen == version


def to_ask_hint(row: GameRow, state: State, user_id: int, *, version: int) -> int:
    """The player to move, in a game with hints."""
    seat = to_move(row, state, user_id, version=version)
    if not row.terms.hints:
        raise Refusal("There are no hints in this game: its table was opened without them (`hints` of `/newgame`).")
    return seat


def to_take_back(row: GameRow, *, version: int, seen: int) -> None:
    """A player who presses **Undo** in the answer to a move that was played up to the version ``seen``."""
    if row.is_over:
        raise Refusal("The game is over, so your move stays.")
    if seen != version:
        raise Refusal("The game has moved on since. `/undo` asks the others whether you may take your move back.")


def to_premove(row: GameRow, state: State, user_id: int) -> int:
    """A player who has not given up, while others decide."""
    seat = player_left(row, state, user_id)
    if state.seat == seat:
        raise Refusal("It is your turn: press **Play**. A premove is chosen while the others decide.")
    return seat


def to_answer(log: GameLog, proposal: Proposal, user_id: int) -> int:
    """A player who was asked to agree to a proposal that is still open, and has not answered."""
    seat = player(log.row, user_id)
    if proposal.status != "open":
        raise Refusal(PROPOSAL_ENDED[proposal.status])
    if proposal.version != log.version:
        raise Refusal(PROPOSAL_ENDED["void"])
    if seat == proposal.seat:
        raise Refusal("You asked for this yourself: the others have to answer.")
    player_left(log.row, log.state(), user_id)
    if seat in proposal.agreed:
        raise Refusal("You have agreed already.")
    return seat


def to_be_seated(row: GameRow, user: User, *, is_me: bool = True) -> None:
    """A member who does not play in the game. ``is_me``: who is told."""
    if row.seat_of(user.id) is not None:
        raise Refusal("You play in this game already." if is_me else f"{bold(user.name)} plays in this game already.")


def to_take_seat(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """The member who was asked; anybody, where nobody was named. The offer must be open and its game go on."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    if user_id == log.row.players[offer.seat].user_id:
        raise Refusal("It is your own seat. Press **Withdraw** to keep it, or just play on.")
    if offer.member_id not in (None, user_id):
        raise Refusal("Another member is asked to take this seat.")


def to_seat_computer(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """The holder of a seat that is offered to anybody; where that player is gone or out of time, any other player."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    seat = player_left(log.row, log.state(), user_id)
    if offer.member_id is not None:
        raise Refusal("Another member is asked to take this seat.")
    if offer.reason == "given" and seat != offer.seat:
        raise Refusal(f"Only {bold(log.row.names[offer.seat])} can give this seat to a computer.")


def to_decline_seat(offer: SeatOffer, user_id: int) -> None:
    """The member who was asked."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    if offer.member_id != user_id:
        raise Refusal("You were not asked to take this seat.")


def to_withdraw_seat(row: GameRow, offer: SeatOffer, user_id: int) -> None:
    """The holder of the seat, or whoever asked for a substitute."""
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    if row.seat_of(user_id) is None or row.seat_of(user_id) not in (offer.seat, offer.by_seat):
        raise Refusal(f"Only {bold(row.names[offer.seat if offer.by_seat is None else offer.by_seat])} can withdraw this.")


def going_on(row: GameRow) -> None:
    """Anybody: the game must go on."""
    if row.ending == "time":
        raise Refusal(OUT_OF_TIME)
    if row.status in NOT_GOING_ON:
        raise Refusal(NOT_GOING_ON[row.status])


def to_claim(log: GameLog, clock: ClockRow | None, user_id: int, *, turn: int, now: int) -> int:
    """A player who is left, while the time of another one is out whose turn began at the version ``turn``."""
    row = log.row
    seat = player_left(row, log.state(), user_id) if not row.is_over else player(row, user_id)
    if clock is None or clock.seat is None or clock.version != turn:
        raise Refusal("Too late to claim: the game went on just before, and what was played counts.")
    if clock.seat == seat:
        raise Refusal("It is your time that is out. Your move still counts as long as nobody has claimed: press **Play**.")
    if clock.stopped_at is not None or clock.left(now) > 0:
        raise Refusal(f"The time of {bold(row.names[clock.seat])} is not out any more: it was given back.")
    return seat


def to_resume(row: GameRow, state: State, user_id: int) -> None:
    """A player of an adjourned game who has not given up."""
    seat = row.seat_of(user_id)
    if seat is None:
        raise Refusal(f"You are not in this game: {' and '.join(bold_names(row.names))} play it.")
    if not row.is_adjourned:
        raise Refusal(NOT_GOING_ON.get(row.status, "This game is not adjourned: it goes on."))
    if seat in state.dropped:
        raise Refusal("You have given up in this game already.")


def to_vote(row: GameRow, user_id: int) -> None:
    """A player of a game that is over votes on the rules of the next one."""
    if row.seat_of(user_id) is None:
        raise Refusal("Only those who played this game vote on the rules of the next one.")
    if not row.is_over:
        raise Refusal("The rules of the next game are voted on when this one is over.")


def to_count(row: GameRow, user_id: int, vote: Vote) -> None:
    """A player opens the table for the next game by the result of the vote, once that counts."""
    to_vote(row, user_id)
    if not vote.counts:
        missing = vote.quorum - len(vote.cast)
        raise Refusal(
            f"The vote does not count yet: {count(missing, 'more player')} must vote, or wait until "
            f"<t:{vote.counts_at // 1000}:f>. **Play again** below the last board keeps the rules as they are."
        )


def to_play_again(row: GameRow, user_id: int) -> None:
    """A player of a game that is over opens a table for the next one."""
    if not row.is_over:
        raise Refusal("This game is not over yet.")
    if row.seat_of(user_id) is None:
        raise Refusal("You were not in this game. Open your own table with `/newgame`.")


# ---------------------------------------------------------------------- servers


def to_manage(*, manages: bool) -> None:
    """Somebody who has Discord's permission to manage the server."""
    if not manages:
        raise Refusal("Only those who may manage this server (**Manage Server**) can do that.")


def to_stop_demo(demo: Demo, user_id: int, *, manages: bool) -> None:
    """Whoever started a demo, and those who may manage the server."""
    if demo.user_id != user_id and not manages:
        raise Refusal("Only whoever started this demo can stop it.")


def to_cancel(settings: GuildSettings, *, manages: bool, roles: Collection[int]) -> None:
    """Somebody who may manage the server, or has one of the roles that its settings name."""
    if not manages and not set(settings.cancel_roles or ()).intersection(roles):
        raise Refusal("Only those who may manage this server (**Manage Server**), or whom its settings name, can do that.")


def to_be_managed(row: GameRow) -> None:
    """A game that has not ended, and so can be cancelled or moved."""
    if row.status in ("over", "cancelled"):
        raise Refusal(NOT_GOING_ON[row.status])


def to_play_here(settings: GuildSettings, channel_id: int, parent_id: int | None) -> None:
    """Anybody who begins or takes up a game in a channel, or in a thread of the channel ``parent_id``."""
    allowed = settings.channels
    if allowed and not {channel_id, parent_id}.intersection(allowed):
        raise Refusal(f"Games are not played in this channel. They are in {' and '.join(f'<#{each}>' for each in allowed)}.")


def to_look_back(log: GameLog) -> None:
    """Anybody looks back on a game that is over, if anybody has moved in it."""
    if not log.row.is_over:
        raise Refusal("This game is not over yet. When it is, you can look back on it.")
    if all(row.seat is None or row.text == "draw" or row.text.startswith("drop ") for row in log.actions()):
        raise Refusal("Nobody has moved in this game, so there is nothing to look back on.")


# ---------------------------------------------------------------------- tables


def open_table(table: GameTable, now: int) -> None:
    """Anybody who presses a button of a table: it must be open."""
    if not table.is_open:
        raise Refusal(TABLE_CLOSED[table.status])
    if table.expires_at <= now:
        raise Refusal(TABLE_CLOSED["expired"])


def to_join(table: GameTable, user_id: int) -> None:
    """Anybody who does not sit at a table that is open to all."""
    if table.opponent_id is not None:
        raise Refusal("This table is an invitation to one member. Open your own with `/newgame`.")
    if user_id in dict(table.members):
        raise Refusal("You sit at this table already.")


def to_accept(table: GameTable, user_id: int) -> None:
    """The invited member."""
    if user_id == table.host_id:
        raise Refusal("You are the host: the invited member has to accept. You can **Cancel** the invitation.")
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else. Open your own table with `/newgame`.")


def to_decline(table: GameTable, user_id: int) -> None:
    """The invited member."""
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else.")


def to_leave(table: GameTable, user_id: int) -> None:
    """A member of the table; a host only if somebody else can be the host."""
    if user_id == table.host_id and len(table.members) == 1:
        raise Refusal("You are the host and alone at this table: press **Cancel** to close it.")
    if user_id not in dict(table.members):
        raise Refusal("You do not sit at this table.")


def host(table: GameTable, user_id: int, what: str) -> None:
    """The host of the table, who alone can do ``what``."""
    if user_id != table.host_id:
        raise Refusal(f"Only {bold(dict(table.members)[table.host_id])}, who opened this table, can {what}.")


# ---------------------------------------------------------------------- words


def whose_turn(row: GameRow, state: State) -> str:
    """The sentence that says who is to move, for somebody who is not."""
    if row.status in ("adjourned", "cancelled"):
        return NOT_GOING_ON[row.status]
    if state.is_over or state.seat is None:
        return "This game is over."
    return f"It is {bold(row.names[state.seat])}'s turn."


def _not_yours(row: GameRow, state: State, seat: int) -> str:
    """Why a player who is not to move cannot move."""
    if seat in state.dropped and not state.is_over:
        return f"You are out of this game: you gave up, or the others went on when your time was out. {whose_turn(row, state)}"
    return f"{whose_turn(row, state)} You are asked when it is yours."
