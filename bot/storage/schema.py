"""The schema: the tables of the database, for SQLite and PostgreSQL alike.

Discord's ids and times are integers (times in milliseconds since 1970, UTC). JSON is text. Truth values are 0 and 1.
SQLite's STRICT tables take all of these. The log is the truth about a game: ``games.version`` is its number of rows, and
every other column about the position follows from it. Every row belongs to a server, by a column or by its parent. What belongs
to one person alone has the negative id of that person as its server: their home (``bot.common.home``).

A column that says who somebody is has an ``info`` with its fate when the bot forgets that person (``queries.server.persons``).
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy import REAL, BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Big = BigInteger().with_variant(Integer, "sqlite")
"""64 bits: SQLite's INTEGER always is, and its STRICT tables know no BIGINT."""

Float64: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")
"""64 bits on both engines, so that a rebuild gives exactly the same figures."""


Fate = Literal["seat", "number", "name", "clear", "digest", "row", "row that begins with it"]
"""What becomes of a column that says who somebody is, when the bot forgets that person.

``seat``: a former player holds the seat. ``number``: the id becomes negative. ``name``: the name becomes “a former player”.
``clear``: null. ``digest``: null, and the columns ``salt`` and ``digest`` tell whether somebody is that person.
``row``, ``row that begins with it``: the row is deleted.
"""


def _person(fate: Fate, of: str | None = None) -> dict[str, str]:
    """Return the ``info`` of a column that says who somebody is. ``of``: the column with the id that a name belongs to."""
    return {"person": fate} if of is None else {"person": fate, "of": of}


def _table(name: str, *parts: SchemaItem, numbered: bool = False) -> Table:
    """Return a STRICT table. ``numbered``: no id is used twice, so an old button cannot reach a new row."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def _id() -> Column[int]:
    return Column("id", Big, primary_key=True, autoincrement=True)


game_tables = _table(
    "game_tables",
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),
    Column("host_id", Big, nullable=False, info=_person("number")),
    Column("kind", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, all options
    Column("setup", Text, nullable=False, server_default="{}"),  # JSON, {} for the one the options name
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON: bot.common.terms.Terms
    Column("seats", Integer),  # null: whoever has joined when the host starts
    Column("opponent_id", Big, info=_person("clear")),  # that member alone is asked
    Column("rematch_of", Big),  # game id: seats are dealt the other way round
    Column("status", Text, nullable=False),  # open, started, cancelled, declined, expired
    Column("game_id", Big),
    Column("created_at", Big, nullable=False),
    Column("expires_at", Big, nullable=False),
    Column("changes", Integer, nullable=False, server_default="0"),  # how often its host has changed it
    Index(None, "status", "expires_at"),
    Index(None, "guild_id"),
    numbered=True,
)

game_table_members = _table(
    "game_table_members",
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("number")),
    Column("name", Text, nullable=False, info=_person("name")),
    Column("position", Integer, nullable=False),
    UniqueConstraint("table_id", "position"),
)

games = _table(
    "games",
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played by, to its end
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON: bot.common.terms.Terms
    Column("status", Text, nullable=False),  # running, over, adjourned, cancelled
    Column("version", Integer, nullable=False),  # rows in the log
    Column("seat", Integer),  # the seat to move, null when over
    Column("board_message_id", Big),  # the board that has the buttons
    Column("board_version", Integer),  # the version that it shows
    Column("thread_id", Big),  # where its boards come to; null: to its channel
    Column("no_thread", Text),  # why it has no thread although it should have one: coming, refused, inside, gone
    Column("status_message_id", Big),  # in its channel, for a game in a thread
    Column("ping_message_id", Big),  # where its boards come to: the short message that mentions whose turn it is
    Column("created_at", Big, nullable=False),
    Column("updated_at", Big, nullable=False),
    Column("ended_at", Big),
    Column("second_of", Big),  # the first game of a pair, whose second one this is
    Column("ending", Text),  # played, agreed, resigned, time (null: the log says it); of a cancelled one: abandoned
    Column("cancelled_by", Big, info=_person("clear")),  # who manages the server and has cancelled it
    Column("public_in", Big),  # the channel on the list of public ones in which, or in whose thread, it is; null: not public
    Column("counts", Integer, nullable=False, server_default="1"),  # 0: a demo or a casual game, for no ranking or statistics
    Column("nudged_at", Big),  # when somebody who manages the server last had the player to move told that the others wait
    Column("started_by", Big, info=_person("row")),  # of a demo: the member who started it
    Index(None, "guild_id", "status"),
    Index(None, "channel_id", "status"),
    Index(None, "thread_id"),
    Index(None, "guild_id", "updated_at"),
    Index(None, "guild_id", "ended_at"),
    numbered=True,
)

players = _table(
    "players",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", Big, info=_person("seat")),  # null: no member of Discord holds the seat
    Column("name", Text, nullable=False, info=_person("name")),
    Column("score", Integer),  # final, once the game is over
    Column("won", Integer),  # 1: won or shared the win
    Column("holder", Text, nullable=False, server_default="member"),  # member, computer, former
    # former: tells one former player from another, the same in all games of a server; computer: its level
    Column("holder_number", Big),
    UniqueConstraint("game_id", "user_id"),
    Index(None, "user_id"),
)

game_log = _table(
    "game_log",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 …
    Column("kind", Text, nullable=False),  # action; undo: `text` is how many actions of the record are kept
    Column("text", Text, nullable=False),  # canonical text
    Column("at", Big, nullable=False),
    Column("seat", Integer),  # whose decision it is; null: chance
    Column("level", Integer),  # of the computer that decided in the place of the seat's holder
)

interactions = _table(
    "interactions",  # interactions that changed something: the same one again changes nothing
    Column("interaction_id", Big, primary_key=True, autoincrement=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("what", Text, nullable=False, info=_person("row that begins with it")),  # who asked for what
    Column("version", Integer, nullable=False),  # after it
    Column("at", Big, nullable=False),
    Index(None, "at"),
    Index(None, "game_id"),
)

drafts = _table(
    "drafts",  # what a player has chosen in the panel and not sent
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

proposals = _table(
    "proposals",  # an undo or a draw that the others must agree to
    _id(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # undo, draw, pause
    Column("seat", Integer, nullable=False),  # who asks
    Column("version", Integer, nullable=False),  # of the game, when asked; any move since makes it void
    Column("keep", Integer),  # undo: how many actions of the record are kept
    Column("status", Text, nullable=False),  # open, agreed, refused, void
    Column("message_id", Big),
    Column("created_at", Big, nullable=False),
    Column("answer_by", Big),  # when whoever has not answered has refused; null: never
    Index(None, "game_id", "status"),
    numbered=True,
)

proposal_answers = _table(
    "proposal_answers",  # who has agreed; one who refuses ends the proposal
    Column("proposal_id", Big, ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

seat_changes = _table(
    "seat_changes",  # a row whenever a seat changes hands, with who held it before
    _id(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # of the game: from here on the new holder decides
    Column("user_id", Big, info=_person("seat")),
    Column("name", Text, nullable=False, info=_person("name")),
    Column("holder", Text, nullable=False),
    Column("holder_number", Big),
    Column("at", Big, nullable=False),
    Index(None, "game_id"),
    Index(None, "user_id"),
)

seat_offers = _table(
    "seat_offers",  # a seat that one member, or anybody, may take
    _id(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("member_id", Big, info=_person("row")),  # that member alone is asked; null: anybody
    Column("by_seat", Integer),  # who offers it, or asks for a substitute; null: the bot
    Column("reason", Text, nullable=False),  # given, time, left, unseen
    Column("status", Text, nullable=False),  # open, taken, declined, withdrawn, void, expired
    Column("message_id", Big),
    Column("created_at", Big, nullable=False),
    Column("expires_at", Big, nullable=False),
    Index(None, "game_id", "status"),
    numbered=True,
)

remarks = _table(
    "remarks",  # a word that a player says with a move; shown on the board after it
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # of the game, when it was said
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("name", Text, nullable=False, info=_person("name")),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
)

notes = _table(
    "notes",  # what somebody has written down about a game, for themselves alone
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
)

lines = _table(
    "lines",  # moves ahead that somebody keeps for themselves, or has armed: a seat plays those if the others play so
    _id(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("version", Integer, nullable=False),  # of the game: the line begins there
    Column("line", Text, nullable=False),  # JSON: what is decided at once, or one outcome, each a list of texts
    Column("armed", Integer, nullable=False, server_default="0"),
    Column("dropped", Integer, nullable=False, server_default="0"),  # 1: armed, fits no more, and the player has to hear of it
    Column("at", Big, nullable=False),
    Index(None, "game_id", "user_id"),
    Index(None, "user_id"),
    numbered=True,
)

votes = _table(
    "votes",  # what players want of the rules of the next game, after a game is over
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("data", Text, nullable=False),  # JSON: option -> value
    Column("at", Big, nullable=False),
)

ballots = _table(
    "ballots",  # votes on the rules of the next game that have been opened
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("counts_at", Big, nullable=False),  # from when on it counts, however few have voted
    Column("channel_id", Big),  # where its newest message is
    Column("message_id", Big),
)

posts = _table(
    "posts",  # what is to be posted, in the order in which it was decided, a channel at a time
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("kind", Text, nullable=False),  # bot.posting.delivery has them
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE")),
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE")),
    Column("payload", Text, nullable=False),  # JSON
    Column("status", Text, nullable=False),  # waiting, sent, dropped
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("first_try_at", Big),  # set before the first attempt: it may have got through
    Column("due_at", Big, nullable=False),
    Column("claimed_by", Text),
    Column("message_id", Big),
    Column("error", Text),
    Column("created_at", Big, nullable=False),
    Column("is_edit", Integer, nullable=False, server_default="0"),  # 1: it changes an old message
    Index(None, "status", "is_edit", "due_at"),
    Index(None, "channel_id", "status"),
    Index(None, "game_id"),
    Index(None, "table_id"),
    numbered=True,
)

component_messages = _table(
    "component_messages",  # messages that may be edited and are made of components; all others are plain
    Column("message_id", Big, primary_key=True, autoincrement=False),
    Column("guild_id", Big, nullable=False),
    Index(None, "guild_id"),
)

hints_used = _table(
    "hints_used",  # at which versions of a game a seat asked what a computer would play
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
)

lookbacks = _table(
    "lookbacks",  # what a computer says about games that are over
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.computers.lookbacks
    Column("at", Big, nullable=False),
)

bot_values = _table(
    "bot_values",  # what the bot stores about itself
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

guild_departures = _table(
    "guild_departures",  # servers that have removed the bot, by Discord's word, and have not taken it back
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("bot_id", Big, primary_key=True, autoincrement=False),  # as which bot: another token is told nothing about it
    Column("at", Big, nullable=False),
)

forgotten = _table(
    "forgotten",  # what a backup must forget again when it is put back
    Column("salt", Text, primary_key=True),
    Column("digest", Text),  # of the salt and the person's id; null: the server itself
    Column("server", Big),  # null: everywhere
    Column("at", Big, nullable=False),
)

guild_settings = _table(
    "guild_settings",  # what a server has set for itself
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.server.guild_settings.GuildSettings
)

member_settings = _table(
    "member_settings",  # what a person has set, at their home (bot.common.home); what differs in a server, with that server
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.notifications.member_settings.MemberSettings
)

clocks = _table(
    "clocks",  # the time of a game, a row for each turn, beside the log
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # of the log, when the turn began
    Column("seat", Integer),  # whose time runs; null: the game is over
    Column("banks", Text, nullable=False),  # of each seat when the turn began, in milliseconds, with commas between
    Column("allowed", Big, nullable=False),  # milliseconds for this turn
    Column("spent", Big, nullable=False),  # milliseconds, in the turn before
    Column("at", Big, nullable=False),  # when the turn began
    Column("since", Big, nullable=False),  # from when its time counts: what is given back moves it
    Column("posted_at", Big),  # when the board of the turn was posted; null: its time does not count yet
    Column("stopped_at", Big),  # since when it stands still
    Column("why", Text),  # for what: pause, vacation, computer, gone
    Column("stage", Integer, nullable=False, server_default="0"),  # 1: reminded, 2: time is out
    Column("claim_id", Big),  # the message of what the opponents are offered
)

vacations = _table(
    "vacations",  # when a person's clocks stand still, in all servers: at their home
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("start_at", Big, nullable=False),
    Column("end_at", Big, nullable=False),
    Index(None, "guild_id", "user_id"),
    numbered=True,
)

due = _table(
    "due",  # what is to be done at a time
    _id(),
    Column("kind", Text, nullable=False),  # bot.scheduler.kinds
    Column("at", Big, nullable=False),
    Column("guild_id", Big, nullable=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE")),
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE")),
    Column("user_id", Big, info=_person("row")),
    Column("payload", Text, nullable=False, server_default="{}"),  # JSON
    Column("attempts", Integer, nullable=False, server_default="0"),
    Index(None, "at"),
    Index(None, "game_id"),
    Index(None, "table_id"),
    numbered=True,
)

results = _table(
    "results",  # what follows from a finished game; `python -m bot recount` makes these anew
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("guild_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ended_at", Big, nullable=False),
    Column("counting", Text, nullable=False),  # bot.usecases.statistics.eligibility.Counting
    Column("turns", Integer, nullable=False),
    Column("gave_up", Text),  # the seats that gave up before everybody's second turn, with commas between; null: none
    Column("counted_by", Integer, nullable=False, server_default="0"),  # bot.usecases.statistics.rebuild.COUNTED_BY
    Index(None, "guild_id", "ended_at", "game_id"),
    Index(None, "guild_id", "counted_by"),
)

shares = _table(
    "shares",  # who decided for a seat of a finished game, and how it ended for them
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column(
        "who", Big, primary_key=True, autoincrement=False, info=_person("number")
    ),  # bot.storage.queries.seats.holders.who_of
    Column("name", Text, nullable=False, info=_person("name")),
    Column("guild_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ended_at", Big, nullable=False),
    Column("counting", Text, nullable=False),
    Column("place", Integer, nullable=False),  # 1: won or shared the win
    Column("won", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("decided", Integer, nullable=False),  # the decisions of the seat, whoever took them
    Column("thought", Big, nullable=False),  # milliseconds, over all these decisions
    Column("points", Integer),  # in the overall ranking, after this game; null where it does not count there
    Index(None, "guild_id", "who", "ended_at"),
)

feats = _table(
    "feats",  # what a finished game may be remembered for
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("feat", Text, primary_key=True),  # bot.games.feats
    Column("seat", Integer),  # null: the whole game's
    Column("value", Integer, nullable=False),
    Column("guild_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ended_at", Big, nullable=False),
    Index(None, "guild_id", "kind", "feat", "value"),
)

ratings = _table(
    "ratings",  # what follows from the shares, in the order in which the games ended
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("pool", Text, primary_key=True),  # members, computers
    Column("kind", Text, primary_key=True),  # empty: all games
    Column("period", Text, primary_key=True),  # 2026-11; empty: all time
    Column("who", Big, primary_key=True, autoincrement=False, info=_person("number")),
    Column("name", Text, nullable=False, info=_person("name")),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last_at", Big, nullable=False),
    Column("best_points", Integer, nullable=False),  # while they were certain
    Column("best_at", Big, nullable=False),
    Column("best_game", Big, nullable=False),  # 0: never certain yet
    Index(None, "guild_id", "pool", "kind", "period", "points"),
    Index(None, "guild_id", "pool", "kind", "period", "best_points"),
)

meetings = _table(
    "meetings",  # the games of each two people, in a list of ratings; of all time, and of the last month
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("pool", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("who", Big, primary_key=True, autoincrement=False, info=_person("number")),
    Column("opponent", Big, primary_key=True, autoincrement=False, info=_person("number")),
    Column("games", Float64, nullable=False),
    Column("won", Float64, nullable=False),
    Column("at", Big, nullable=False),  # when the last one ended
)

counted = _table(
    "counted",  # the finished game up to which a server's are counted
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("ended_at", Big, nullable=False),
    Column("game_id", Big, nullable=False),
)

latest_messages = _table(
    "latest_messages",  # the one message of a server that is kept up to date with its latest games
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),  # null: it waits to be posted
)

imported_games = _table(
    "imported_games",  # records from elsewhere that somebody looks through; never counted
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("data", Text, nullable=False),  # JSON: bot.games.file_format.ExportedGame
    Column("at", Big, nullable=False),
    Index(None, "guild_id", "user_id"),
    Index(None, "at"),
    numbered=True,
)

page_tickets = _table(
    "page_tickets",  # links to a game's page that nobody has used yet
    Column("ticket", Text, primary_key=True),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("expires_at", Big, nullable=False),
    Index(None, "guild_id"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

page_tokens = _table(
    "page_tokens",  # open pages: who may read and play one game with a token
    Column("token_hash", Text, primary_key=True),  # SHA-256; the token itself is at the page alone
    Column("guild_id", Big, nullable=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("expires_at", Big, nullable=False),
    Column("seen_at", Big, nullable=False),  # when Discord last said that the member sees the game's channel
    Index(None, "guild_id"),
    Index(None, "game_id"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

public_pages = _table(
    "public_pages",  # servers that show pages to everybody
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("slug", Text, nullable=False),  # its part of their address
    Column("title", Text, nullable=False),  # of the server, as Discord has told it last
    Column("channels", Text, nullable=False),  # JSON: the channels that everybody sees
    Column("seen_at", Big, nullable=False),  # when Discord has told so
    UniqueConstraint("slug"),
)

learning_pages = _table(
    "learning_pages",  # open pages of puzzles and lessons: who may solve or learn what with a token
    Column("token_hash", Text, primary_key=True),  # SHA-256; the token itself is at the page alone
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),  # who does not see it any more does not see the page
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("purpose", Text, nullable=False),  # which puzzle or lesson it shows: lesson land
    Column("expires_at", Big, nullable=False),
    Column("seen_at", Big, nullable=False),  # when Discord last said that the member sees the channel
    Index(None, "guild_id"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

lessons = _table(
    "lessons",  # where members are in the lessons of the games
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("kind", Text, primary_key=True),
    Column("step", Text, nullable=False),  # its name: bot.games.lessons
    Column("misses", Integer, nullable=False),  # wrong tries at this step
    Column("played", Text),  # the right move, a decision a line; null: not done yet
    Column("data", Text, nullable=False),  # JSON: what is chosen in the panel and not sent
    Column("at", Big, nullable=False),
)

newcomers = _table(
    "newcomers",  # who was told once that a game has a lesson
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("kind", Text, primary_key=True),
    Column("guild_id", Big, nullable=False),  # where it was told
    Column("at", Big, nullable=False),
    Index(None, "guild_id"),
)

blocks = _table(
    "blocks",  # whom members have blocked: nothing brings the two together, in any server
    _id(),
    Column("guild_id", Big, nullable=False),  # where it was done
    Column("user_id", Big, nullable=False, info=_person("row")),
    Column("blocked_id", Big, info=_person("digest")),  # null: the bot has forgotten them, and the block outlives it
    Column("salt", Text),
    Column("digest", Text),
    Column("name", Text, nullable=False, info=_person("name", of="blocked_id")),
    Column("at", Big, nullable=False),
    UniqueConstraint("user_id", "blocked_id"),
    Index(None, "guild_id"),
    Index(None, "blocked_id"),
    numbered=True,
)

mistakes = _table(
    "mistakes",  # by which decision the players of finished games lost most, as a computer judges
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: players.lookback.BetterMove; null: none lost much
    Column("at", Big, nullable=False),
)

server_puzzles = _table(
    "server_puzzles",  # positions of a server's own finished games, with what each turn is worth
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("place", Integer, nullable=False),  # actions of the record before the position
    Column("kind", Text, nullable=False),
    Column("hardness", Float64, nullable=False),
    Column("unit", Text, nullable=False),  # points, share
    Column("record", Text, nullable=False),  # JSON: rules.Record, up to the position
    Column("data", Text, nullable=False),  # JSON: the value of each turn
    Column("at", Big, nullable=False),
    UniqueConstraint("game_id", "place"),
    Index(None, "guild_id"),
    numbered=True,
)

puzzle_reports = _table(
    "puzzle_reports",  # members who want to see a puzzle no more
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("at", Big, nullable=False),
)

puzzle_decisions = _table(
    "puzzle_decisions",  # what those who manage a server have decided about reported puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("decision", Text, nullable=False),  # out, kept
    Column("at", Big, nullable=False),
)

puzzle_tries = _table(
    "puzzle_tries",  # what members have made of the puzzles that they were set
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("puzzle", Text, primary_key=True),  # its id: bot.games.puzzles
    Column("kind", Text, nullable=False),
    Column("misses", Integer, nullable=False),  # wrong tries
    Column("result", Text),  # right, good or shown; null: not done yet
    Column("played", Text),  # what was played last, or shown, a decision a line
    Column("data", Text, nullable=False),  # JSON: what is chosen in the panel and not sent
    Column("at", Big, nullable=False),
)

puzzle_solvers = _table(
    "puzzle_solvers",  # how well members solve puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=_person("row")),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

puzzle_strengths = _table(
    "puzzle_strengths",  # how hard puzzles are for the members of a server
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

daily_puzzles = _table(
    "daily_puzzles",  # the puzzle of each day that a server was set in a channel
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),  # in the time zone of the server: 2026-11-24
    Column("puzzle", Text, nullable=False),  # its id: bot.games.puzzles
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),  # null: it waits to be posted
)
