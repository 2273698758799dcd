"""Access checks: whether a person may do something here, given the state that they saw.

No use case checks access anywhere else. Each function returns the person's seat, or raises Refusal with the reason.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.common.markdown import jump
from bot.common.words import IT_IS_YOUR_TURN, InDiscord, Link, Name, Text, Time, list_names
from bot.games.log import GameLog
from bot.games.votes import Vote
from bot.storage.queries.play.games import ABANDONED, GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.storage.queries.tables.game_tables import GameTable
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases.context import User
from bot.usecases.refusal import Forged, Refusal
from bot.usecases.server.guild_settings import GuildSettings
from players import PLAYERS
from rules import GAMES, State
from rules.words import count

MOVED_ON = Text("The game has moved on since you opened this.{press}", press=InDiscord(" Press **Play** on the newest board."))

NOT_GOING_ON = {
    "over": "This game is over.",
    "adjourned": "This game is adjourned. `/resume` continues it.",
    "cancelled": "A server manager has cancelled this game.",
}
"""The reason why nothing can be done in a game that is not running, by its status."""
NOBODY_RESUMED = "Nobody resumed this game for 30 days, so it ended without a result."

OUT_OF_TIME = "This game is over: a player’s time was up."

PROPOSAL_ENDED = {
    "agreed": "Everybody has agreed already, so it is done.",
    "refused": "This was refused already.",
    "expired": "Nobody has answered this in time, so it no longer counts.",
    "void": "The game has moved on since this was asked, so it no longer counts.",
}
"""The reason why a proposal can no longer be answered, by its status."""

SEAT_OFFER_ENDED = {
    "taken": "Somebody has taken this seat already.",
    "declined": "This was declined already.",
    "withdrawn": "This offer was withdrawn.",
    "void": "The game has moved on, so this seat is no longer offered.",
    "expired": "This waited too long and has expired.",
}
"""The reason why a seat can no longer be taken, by the status of the offer."""

TABLE_CLOSED = {
    "started": "This table’s game has started already. Open another with `/newgame`.",
    "cancelled": "The host has closed this table. Open another with `/newgame`.",
    "declined": "The invitation was declined. Open another table with `/newgame`.",
    "expired": "This table waited too long and has expired. Open another with `/newgame`.",
}
"""The reason why nobody can join a table that is not open, by its status."""


def player(row: GameRow, user_id: int, hint: str = "Start one with `/newgame`.") -> int:
    """Return the seat of a player of a running game.

    Raise Refusal for everybody else; ``hint`` is the alternative that the refusal offers them.
    """
    seat = row.seat_of(user_id)
    if seat is None:
        play = "played" if row.is_over else "play"
        raise Refusal(f"You are not in this game: {{names}} {play} it. {hint}", names=list_names(row.names))
    going_on(row)
    return seat


def to_comment(row: GameRow, user_id: int) -> int:
    """Return the seat of a player of a running or finished game who comments on a move. Raise Refusal for everybody else."""
    seat = row.seat_of(user_id)
    if seat is None:
        raise Forged("You are not in this game.")
    if row.status not in ("running", "over"):
        raise Refusal(explain_stop(row))
    return seat


def player_left(row: GameRow, state: State, user_id: int) -> int:
    """Return the seat of a player of a running game who has not dropped out. Raise Refusal for everybody else."""
    seat = player(row, user_id)
    if seat in state.dropped:
        raise Refusal("You are out of this game already: you gave up, or your time was up and the others continued.")
    return seat


def to_move(row: GameRow, state: State, user_id: int, *, version: int, seen: int | None = None) -> int:
    """Return the seat of the player to move.

    Raise Refusal for everybody else, or if ``seen``, the version of the game that they saw, is not the newest.
    """
    seat = player(row, user_id)
    if seen is not None and seen != version and seat not in state.dropped:
        raise Refusal(MOVED_ON)
    if state.seat != seat:
        raise Refusal(_not_yours(row, state, seat))
    return seat


def to_move_on_board(row: GameRow, state: State, user_id: int, *, seen: int, message_id: int | None) -> int:
    """Return the seat of the player to move, after a press of a button of the newest board.

    ``seen`` and ``message_id``: the version and the message of that board. A board counts as the newest until the next one is
    posted. Raise Refusal for an older board.
    """
    seat = player(row, user_id, "You can watch with **Board**.")
    if seen < (row.board_version or 0) and message_id != row.board_message_id:
        raise Refusal("This board is from an earlier turn. Press **Play** on {board}.", board=link_board(row))
    if state.seat != seat:
        raise Refusal(_not_yours(row, state, seat))
    return seat


def in_panel(row: GameRow, state: State, user_id: int) -> int:
    """Return the seat of the player to move, after a press in a panel of any turn. Raise Refusal for everybody else."""
    seat = row.seat_of(user_id)
    if seat is None or state.seat != seat:
        over = OUT_OF_TIME if row.ending == "time" else "The game is over."
        raise Refusal(over if state.is_over else "It is not your turn now: see {board}.", board=link_board(row))
    if not state.is_over:
        going_on(row)
    return seat


def to_ask_hint(row: GameRow, state: State, user_id: int, *, version: int) -> int:
    """Return the seat of the player to move, in a game with hints. Raise Refusal otherwise."""
    to_use_computer(row.kind)
    seat = to_move(row, state, user_id, version=version)
    if not row.terms.hints:
        raise Refusal("There are no hints in this game. The host of a table can allow them with **Change…** before it starts.")
    return seat


def to_take_back(row: GameRow, *, version: int, seen: int) -> None:
    """Allow a player to press **Undo** in the answer to a move that led to the version ``seen``. Raise Refusal otherwise."""
    if row.is_over:
        raise Refusal("The game is over, so your move stays.")
    if seen != version:
        raise Refusal("The game has moved on since. `/undo` asks the others whether you may take your move back.")


def to_premove(row: GameRow, state: State, user_id: int) -> int:
    """Return the seat of a player who has not dropped out and is not to move. Raise Refusal otherwise."""
    seat = player_left(row, state, user_id)
    if state.seat == seat:
        press = InDiscord(": press **Play**")
        raise Refusal(f"{IT_IS_YOUR_TURN}{{press}}. You can set a premove while somebody else is to move.", press=press)
    return seat


def to_answer(log: GameLog, proposal: Proposal, user_id: int) -> int:
    """Return the seat of a player who was asked to agree to an open proposal and has not answered yet.

    Raise Refusal otherwise.
    """
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


def going_on(row: GameRow) -> None:
    """Allow anybody, in a running game. Raise Refusal otherwise."""
    if row.ending == "time":
        raise Refusal(OUT_OF_TIME)
    if row.status in NOT_GOING_ON:
        raise Refusal(explain_stop(row))


def to_claim(log: GameLog, clock: ClockRow | None, user_id: int, *, turn: int, now: int) -> int:
    """Return the seat of a player who may claim, or raise Refusal.

    ``turn``: the version at which the expired turn of another player began.
    """
    row = log.row
    seat = player_left(row, log.state(), user_id) if not row.is_over else player(row, user_id)
    if clock is None or clock.seat is None or clock.version != turn:
        raise Refusal("Too late to claim: the game has gone on. See {board}.", board=link_board(row))
    if clock.seat == seat:
        press = InDiscord(": press **Play**")
        raise Refusal("Your own time is up. Your move still counts until somebody claims{press}.", press=press)
    if clock.stopped_at is not None or clock.left(now) > 0:
        raise Refusal("**{late}** got time back, so the clock has not run out.", late=Name(row.names[clock.seat]))
    return seat


def to_resume(row: GameRow, state: State, user_id: int) -> None:
    """Allow a player of an adjourned game who has not dropped out. Raise Refusal otherwise."""
    seat = row.seat_of(user_id)
    if seat is None:
        raise Refusal("You are not in this game: {names} play it.", names=list_names(row.names))
    if not row.is_adjourned:
        raise Refusal("This game is not adjourned: it goes on." if row.status == "running" else explain_stop(row))
    if seat in state.dropped:
        raise Refusal("You are out of this game already.")


def to_vote(row: GameRow, user_id: int) -> None:
    """Allow a player of a finished game to vote on the rules of the next one. Raise Refusal otherwise."""
    if row.seat_of(user_id) is None:
        raise Refusal("Only players of this game vote on the rules of the next one.")
    if not row.is_over:
        raise Refusal("The rules of the next game are voted on when this one is over.")


def to_count(row: GameRow, user_id: int, vote: Vote) -> None:
    """Allow a player to open the table for the next game with the rules voted for, once the vote counts.

    Raise Refusal otherwise.
    """
    to_vote(row, user_id)
    if not vote.counts:
        missing = vote.quorum - len(vote.cast)
        raise Refusal(
            "The vote does not count yet: {players} must vote, or wait until {end}. **Rematch** below the last board keeps "
            "the rules as they are.",
            players=count(missing, "more player"),
            end=Time(vote.counts_at),
        )


def to_play_again(row: GameRow, user_id: int) -> None:
    """Allow a player of a finished game to open a table for the next one. Raise Refusal otherwise."""
    if not row.is_over:
        raise Refusal("This game is not over yet.")
    if row.seat_of(user_id) is None:
        raise Refusal("You were not in this game. Open your own table with `/newgame`.")


def to_look_back(log: GameLog) -> None:
    """Allow anybody to analyse a finished game in which somebody has moved. Raise Refusal otherwise."""
    if not log.row.is_over:
        raise Refusal("This game is not over yet. **Analysis** shows afterwards what decided it.")
    if all(row.seat is None or row.text == "draw" or row.is_drop for row in log.actions()):
        raise Refusal("Nobody has moved in this game, so there is nothing to analyse.")


def explain_stop(row: GameRow) -> str:
    """Return the reason why a game is not running."""
    return NOBODY_RESUMED if row.ending == ABANDONED else NOT_GOING_ON[row.status]


def link_board(row: GameRow) -> Link | str:
    """Return a link to the board that has the buttons, or only its text while the board is not posted."""
    words = "the newest board"
    return words if row.board_message_id is None else Link(words, jump(row.guild_id, row.place, row.board_message_id))


def describe_whose_turn(row: GameRow, state: State) -> Text:
    """Return the sentence that names the player to move, for another member."""
    if row.status in ("adjourned", "cancelled"):
        return Text(explain_stop(row))
    if state.is_over or state.seat is None:
        return Text("This game is over.")
    return Text("It is **{name}**’s turn.", name=Name(row.names[state.seat]))


def _not_yours(row: GameRow, state: State, seat: int) -> Text:
    """Return the reason why a player cannot move out of turn."""
    turn = describe_whose_turn(row, state)
    if seat in state.dropped and not state.is_over:
        return Text("You are out of this game: you gave up, or your time was up and the others continued. {turn}", turn=turn)
    return Text("{turn} I’ll tell you when it’s yours.", turn=turn)


def to_be_seated(row: GameRow, user: User, *, is_me: bool = True) -> None:
    """Allow a member who does not play in the game.

    Raise Refusal otherwise. ``is_me``: whether the refusal addresses that member.
    """
    if row.seat_of(user.id) is not None:
        told = "You play in this game already." if is_me else "**{name}** plays in this game already."
        raise Refusal(told, name=Name(user.name))


def to_take_seat(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """Allow the member who was asked, or anybody if nobody was named.

    Raise Refusal otherwise, and if the offer is closed or its game is not running.
    """
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    if user_id == log.row.players[offer.seat].user_id:
        raise Refusal("It is your own seat. Press **Withdraw** to keep it, or just play on.")
    if offer.member_id not in (None, user_id):
        raise Refusal("Another member was asked to take this seat.")


def to_seat_computer(log: GameLog, offer: SeatOffer, user_id: int) -> None:
    """Allow the holder of a seat offered to anybody; if that player is gone or out of time, any other player.

    Raise Refusal otherwise.
    """
    if not offer.is_open:
        raise Refusal(SEAT_OFFER_ENDED[offer.status])
    going_on(log.row)
    seat = player_left(log.row, log.state(), user_id)
    if offer.member_id is not None:
        raise Refusal("Another member was asked to take this seat.")
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


def open_table(table: GameTable, now: int) -> None:
    """Raise Refusal unless the table is open."""
    if not table.is_open:
        raise Refusal(TABLE_CLOSED[table.status])
    if table.expires_at <= now:
        raise Refusal(TABLE_CLOSED["expired"])


def to_have_seen(table: GameTable, changes: int | None) -> None:
    """Raise Refusal if the table was changed since the user saw it. ``changes``: their number then (``None``: do not check)."""
    if changes is not None and changes != table.changes:
        raise Refusal("**{host}** has just changed this table. Look at it, then press again.", host=_name_host(table))


def _name_host(table: GameTable) -> Name:
    return Name(dict(table.members).get(table.host_id, "The host"))


def to_join(table: GameTable, user_id: int) -> None:
    """Allow anybody who is not seated yet, at a table open to all. Raise Refusal otherwise."""
    if table.opponent_id is not None:
        raise Refusal("This table is an invitation to one member. Open your own with `/newgame`.")
    if user_id in dict(table.members):
        raise Refusal("You sit at this table already.")


def to_accept(table: GameTable, user_id: int) -> None:
    """Allow only the invited member to accept. Raise Refusal otherwise."""
    if user_id == table.host_id:
        raise Refusal("You are the host: the invited member has to accept. You can **Cancel** the invitation.")
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else. Open your own table with `/newgame`.")


def to_decline(table: GameTable, user_id: int) -> None:
    """Allow only the invited member to decline. Raise Refusal otherwise."""
    if user_id == table.host_id:
        raise Refusal("You are the host: press **Cancel** to take the invitation back.")
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else.")


def to_leave(table: GameTable, user_id: int) -> None:
    """Allow a member of the table; a host only if somebody else can be the host. Raise Refusal otherwise."""
    if user_id == table.host_id and len(table.members) == 1:
        raise Refusal("You are the host and alone at this table: press **Cancel** to close it.")
    if user_id not in dict(table.members):
        raise Refusal("You do not sit at this table.")


def host(table: GameTable, user_id: int, what: str) -> None:
    """Allow only the host of the table to do ``what``. Raise Refusal otherwise."""
    if user_id != table.host_id:
        raise Refusal(f"Only **{{host}}**, the host of this table, can {what}.", host=_name_host(table))


def to_manage(*, manages: bool) -> None:
    """Allow a member with Discord's permission to manage the server. Raise Refusal otherwise."""
    if not manages:
        raise Refusal("Only server managers (**Manage Server**) can do that.")


def to_stop_demo(demo: GameRow, user_id: int, *, manages: bool) -> None:
    """Allow the member who started a demo, and those who may manage the server. Raise Refusal otherwise."""
    if demo.started_by != user_id and not manages:
        raise Refusal("Only the member who started this demo can stop it.")


def to_manage_by_role(named: Collection[int] | None, *, manages: bool, roles: Collection[int]) -> None:
    """Allow a member who may manage the server, or has one of the roles ``named`` in its settings. Raise Refusal otherwise."""
    if not manages and not set(named or ()).intersection(roles):
        raise Refusal("Only server managers (**Manage Server**), and roles that the server’s settings name, can do that.")


def to_be_managed(row: GameRow) -> None:
    """Raise Refusal if a game has ended: it cannot be cancelled or moved, and its time cannot be changed."""
    if row.status in ("over", "cancelled"):
        raise Refusal(explain_stop(row))


def to_play_here(settings: GuildSettings, channel_id: int, parent_id: int | None) -> None:
    """Raise Refusal unless games may be played in a channel, or in a thread of the channel ``parent_id``."""
    allowed = settings.channels
    if allowed and not {channel_id, parent_id}.intersection(allowed):
        raise Refusal(f"Games are not played in this channel. They are in {' and '.join(f'<#{each}>' for each in allowed)}.")


def has_computer(kind: str) -> bool:
    """Return whether computers can play a kind of game."""
    return kind in PLAYERS


def to_use_computer(kind: str) -> None:
    """Raise Refusal unless computers can play the kind of game."""
    if not has_computer(kind):
        title = GAMES[kind].title
        raise Refusal(
            "No computer plays {title} yet: only members can. Open a table with `/newgame {kind}`.", title=title, kind=kind
        )
