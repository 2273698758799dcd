"""The schema: the tables of the database, for SQLite and PostgreSQL alike.

Discord's ids and times are integers (times in milliseconds since 1970, UTC). JSON is text. Truth values are 0 and 1. SQLite's
STRICT tables accept all of these. The log determines a game: ``games.version`` is its number of rows, and every other column
about the position can be derived from it. Every row belongs to a server, by a column or by its parent. What belongs to one
person alone has the negative id of that person as its server: their home (``bot.common.home``).

A column that identifies a person has an ``info`` with its fate when the bot forgets that person (``queries.server.persons``).
Lessons and puzzles are in ``schema_learning.py``, results and ratings in ``schema_statistics.py``.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, UniqueConstraint

from bot.storage import schema_learning, schema_statistics
from bot.storage.schema_core import Big, identity, make_table, metadata, of_person

__all__ = ["metadata", "schema_learning", "schema_statistics"]
"""``metadata`` also has the tables of the two other files."""

game_tables = make_table(
    "game_tables",
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),
    Column("host_id", Big, nullable=False, info=of_person("number")),
    Column("kind", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, all options
    Column("setup", Text, nullable=False, server_default="{}"),  # JSON; {}: the map, board or bag that the options name
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON: bot.common.terms.Terms
    Column("seats", Integer),  # null: all who have joined when the host starts
    Column("opponent_id", Big, info=of_person("clear")),  # only this member may join
    Column("rematch_of", Big),  # the previous game; its players swap seats
    Column("status", Text, nullable=False),  # open, started, cancelled, declined, expired
    Column("game_id", Big),
    Column("created_at", Big, nullable=False),
    Column("expires_at", Big, nullable=False),
    Column("changes", Integer, nullable=False, server_default="0"),  # the number of the host's changes
    Index(None, "status", "expires_at"),
    Index(None, "guild_id"),
    numbered=True,
)

game_table_members = make_table(
    "game_table_members",
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("number")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("position", Integer, nullable=False),
    UniqueConstraint("table_id", "position"),
)

games = make_table(
    "games",
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the rules
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON: bot.common.terms.Terms
    Column("status", Text, nullable=False),  # running, over, adjourned, cancelled
    Column("version", Integer, nullable=False),  # the number of rows in the log
    Column("seat", Integer),  # the seat to move; null: the game is over
    Column("board_message_id", Big),  # the board that has the buttons
    Column("board_version", Integer),  # the version that it shows
    Column("thread_id", Big),  # the thread of its boards; null: they are posted in its channel
    Column("no_thread", Text),  # why it has no thread although it should have one: coming, refused, inside, gone
    Column("status_message_id", Big),  # the message in its channel, for a game in a thread
    Column("ping_message_id", Big),  # the short message that mentions the player to move
    Column("created_at", Big, nullable=False),
    Column("updated_at", Big, nullable=False),
    Column("ended_at", Big),
    Column("second_of", Big),  # the first game of the pair; this is the second
    Column("ending", Text),  # played, agreed, resigned, time (null: see the log); if cancelled: abandoned
    Column("cancelled_by", Big, info=of_person("clear")),  # the server manager who cancelled it
    Column("public_in", Big),  # the public channel of the game or of its thread; null: not public
    Column("counts", Integer, nullable=False, server_default="1"),  # 0: a demo or a casual game, outside of all statistics
    Column("nudged_at", Big),  # the time of the last nudge by a server manager
    Column("started_by", Big, info=of_person("row")),  # the member who started it, if it is a demo
    Index(None, "guild_id", "status"),
    Index(None, "status", "started_by", "guild_id"),
    Index(None, "channel_id", "status"),
    Index(None, "thread_id"),
    Index(None, "guild_id", "updated_at"),
    Index(None, "guild_id", "ended_at"),
    numbered=True,
)

players = make_table(
    "players",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", Big, info=of_person("seat")),  # null: no member of Discord holds the seat
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("score", Integer),  # final, once the game is over
    Column("won", Integer),  # 1: won or shared the win
    Column("holder", Text, nullable=False, server_default="member"),  # member, computer, former
    # former: the number of the former player, the same in all games of a server; computer: its level
    Column("holder_number", Big),
    UniqueConstraint("game_id", "user_id"),
    Index(None, "user_id"),
)

game_log = make_table(
    "game_log",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 …
    Column("kind", Text, nullable=False),  # action; undo: `text` is the number of actions that are kept
    Column("text", Text, nullable=False),  # canonical text
    Column("at", Big, nullable=False),
    Column("seat", Integer),  # the seat that decided; null: chance
    Column("level", Integer),  # the level of the computer that decided for the seat's holder
)

interactions = make_table(
    "interactions",  # interactions that were carried out, so that a repeated one changes nothing
    Column("interaction_id", Big, primary_key=True, autoincrement=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("what", Text, nullable=False, info=of_person("row that begins with it")),  # the member and the request
    Column("version", Integer, nullable=False),  # after it
    Column("at", Big, nullable=False),
    Index(None, "at"),
    Index(None, "game_id"),
)

drafts = make_table(
    "drafts",  # incomplete moves in panels
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

proposals = make_table(
    "proposals",  # proposals of an undo, a draw or a pause, which the others must agree to
    identity(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # undo, draw, pause
    Column("seat", Integer, nullable=False),  # who asks
    Column("version", Integer, nullable=False),  # the game's version at the proposal; any move since makes it void
    Column("keep", Integer),  # undo: the number of actions that are kept
    Column("status", Text, nullable=False),  # open, agreed, refused, void
    Column("message_id", Big),
    Column("created_at", Big, nullable=False),
    Column("answer_by", Big),  # the time at which missing answers count as refusals; null: never
    Index(None, "game_id", "status"),
    numbered=True,
)

proposal_answers = make_table(
    "proposal_answers",  # seats that have agreed; a refusal ends the proposal
    Column("proposal_id", Big, ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

seat_changes = make_table(
    "seat_changes",  # changes of seats, each with the former holder
    identity(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # the next holder decides after this version of the game
    Column("user_id", Big, info=of_person("seat")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("holder", Text, nullable=False),
    Column("holder_number", Big),
    Column("at", Big, nullable=False),
    Index(None, "game_id"),
    Index(None, "user_id"),
)

seat_offers = make_table(
    "seat_offers",  # seats offered to one member or to anybody
    identity(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("member_id", Big, info=of_person("row")),  # the member who may take it; null: anybody
    Column("by_seat", Integer),  # the seat that offers it, or asks for a substitute; null: the bot
    Column("reason", Text, nullable=False),  # given, time, left, unseen
    Column("status", Text, nullable=False),  # open, taken, declined, withdrawn, void, expired
    Column("message_id", Big),
    Column("created_at", Big, nullable=False),
    Column("expires_at", Big, nullable=False),
    Index(None, "game_id", "status"),
    numbered=True,
)

remarks = make_table(
    "remarks",  # comments of players on their moves; shown on the board after the move
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # the game's version when it was written
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
)

notes = make_table(
    "notes",  # private notes on games
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("text", Text, nullable=False),
    Column("at", Big, nullable=False),
)

lines = make_table(
    "lines",  # saved lines of moves, and armed ones (premoves), which are played if the others play the expected moves
    identity(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("version", Integer, nullable=False),  # the game's version at which the line begins
    Column("line", Text, nullable=False),  # JSON: lists of texts, each the decisions of one turn or one outcome
    Column("armed", Integer, nullable=False, server_default="0"),
    Column("dropped", Integer, nullable=False, server_default="0"),  # 1: a premove that no longer fits; notify the player
    Column("at", Big, nullable=False),
    Index(None, "game_id", "user_id"),
    Index(None, "user_id"),
    numbered=True,
)

votes = make_table(
    "votes",  # votes of players on the rules of the next game
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("data", Text, nullable=False),  # JSON: option -> value
    Column("at", Big, nullable=False),
)

ballots = make_table(
    "ballots",  # open and counted votes on the rules of the next game
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("counts_at", Big, nullable=False),  # the time from which the vote counts regardless of the number of votes
    Column("channel_id", Big),  # the channel of its newest message
    Column("message_id", Big),
)

posts = make_table(
    "posts",  # posts and edits to be sent, in order within each channel
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("kind", Text, nullable=False),  # bot.posting.kinds.registry
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE")),
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE")),
    Column("payload", Text, nullable=False),  # JSON
    Column("status", Text, nullable=False),  # waiting, sent, dropped
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("first_try_at", Big),  # set before the first attempt, which may have succeeded
    Column("due_at", Big, nullable=False),
    Column("claimed_by", Text),
    Column("message_id", Big),
    Column("error", Text),
    Column("created_at", Big, nullable=False),
    Column("is_edit", Integer, nullable=False, server_default="0"),  # 1: it edits a message
    Index(None, "status", "is_edit", "due_at"),
    Index(None, "channel_id", "status"),
    Index(None, "game_id"),
    Index(None, "table_id"),
    numbered=True,
)

component_messages = make_table(
    "component_messages",  # messages that may be edited and are made of components; all others are plain
    Column("message_id", Big, primary_key=True, autoincrement=False),
    Column("guild_id", Big, nullable=False),
    Index(None, "guild_id"),
)

hints_used = make_table(
    "hints_used",  # hints, by the version of the game at which they were asked for
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
)

lookbacks = make_table(
    "lookbacks",  # computers' analyses of finished games
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.computers.lookbacks
    Column("at", Big, nullable=False),
)

bot_values = make_table(
    "bot_values",  # values that the bot stores about itself
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

guild_departures = make_table(
    "guild_departures",  # servers that have removed the bot and have not invited it again
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("bot_id", Big, primary_key=True, autoincrement=False),  # the id of the bot's application
    Column("at", Big, nullable=False),
)

forgotten = make_table(
    "forgotten",  # persons and servers to be forgotten again after a restore
    Column("salt", Text, primary_key=True),
    Column("digest", Text),  # SHA-256 of the salt and the person's id; null: the server itself
    Column("server", Big),  # null: in all servers
    Column("at", Big, nullable=False),
)

guild_settings = make_table(
    "guild_settings",  # settings of servers
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.server.guild_settings.GuildSettings
)

member_settings = make_table(
    "member_settings",  # members' settings: common ones at their home (bot.common.home), exceptions with the server
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("data", Text, nullable=False),  # JSON: bot.usecases.notifications.member_settings.MemberSettings
)

clocks = make_table(
    "clocks",  # clocks, a row for each turn
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # the log's version at the beginning of the turn
    Column("seat", Integer),  # the seat whose time runs; null: the game is over
    Column("banks", Text, nullable=False),  # each seat's bank when the turn began, in milliseconds, with commas between
    Column("allowed", Big, nullable=False),  # milliseconds for this turn
    Column("spent", Big, nullable=False),  # milliseconds used in the previous turn
    Column("at", Big, nullable=False),  # when the turn began
    Column("since", Big, nullable=False),  # when the time began to count; time given back moves it
    Column("posted_at", Big),  # when the board of the turn was posted; null: its time does not count yet
    Column("stopped_at", Big),  # when the clock was stopped
    Column("why", Text),  # why it was stopped: pause, vacation, computer, gone
    Column("stage", Integer, nullable=False, server_default="0"),  # 1: reminded, 2: time is up
    Column("claim_id", Big),  # the message with the opponents' claims
)

vacations = make_table(
    "vacations",  # vacations, which stop a person's clocks in all servers: at their home
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("start_at", Big, nullable=False),
    Column("end_at", Big, nullable=False),
    Index(None, "guild_id", "user_id"),
    numbered=True,
)

due = make_table(
    "due",  # scheduled tasks
    identity(),
    Column("kind", Text, nullable=False),  # bot.scheduler.kinds
    Column("at", Big, nullable=False),
    Column("guild_id", Big, nullable=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE")),
    Column("table_id", Big, ForeignKey("game_tables.id", ondelete="CASCADE")),
    Column("user_id", Big, info=of_person("row")),
    Column("payload", Text, nullable=False, server_default="{}"),  # JSON
    Column("attempts", Integer, nullable=False, server_default="0"),
    Index(None, "at"),
    Index(None, "game_id"),
    Index(None, "table_id"),
    numbered=True,
)

page_tickets = make_table(
    "page_tickets",  # unused links to pages of games
    Column("ticket", Text, primary_key=True),  # SHA-256; only the link has the ticket
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("expires_at", Big, nullable=False),
    Index(None, "guild_id"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

page_keys = make_table(
    "page_keys",  # open pages: the tokens of members
    Column("token_hash", Text, primary_key=True),  # SHA-256; only the page has the token
    Column("guild_id", Big, nullable=False),
    Column("place_id", Big, nullable=False),  # the game; for a puzzle or lesson, the channel that the member must see
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("purpose", Text, nullable=False),  # the puzzle or lesson, such as lesson land; empty: the game
    Column("expires_at", Big, nullable=False),
    Column("seen_at", Big, nullable=False),  # when Discord last confirmed that the member sees the channel
    Index(None, "guild_id"),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

public_pages = make_table(
    "public_pages",  # public pages of servers
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("slug", Text, nullable=False),  # the server's part of the address
    Column("title", Text, nullable=False),  # the newest known name of the server
    Column("channels", Text, nullable=False),  # JSON: the channels that everybody sees
    Column("seen_at", Big, nullable=False),  # when the list of channels was saved
    UniqueConstraint("slug"),
)

blocks = make_table(
    "blocks",  # blocked members, for all servers
    identity(),
    Column("guild_id", Big, nullable=False),  # the server of the block
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("blocked_id", Big, info=of_person("digest")),  # null: the bot has forgotten the blocked member
    Column("salt", Text),
    Column("digest", Text),
    Column("name", Text, nullable=False, info=of_person("name", of="blocked_id")),
    Column("at", Big, nullable=False),
    UniqueConstraint("user_id", "blocked_id"),
    Index(None, "guild_id"),
    Index(None, "blocked_id"),
    numbered=True,
)

leagues = make_table(
    "leagues",  # leagues
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("host_id", Big, nullable=False, info=of_person("number")),
    Column("kind", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, all options
    Column("data", Text, nullable=False),  # JSON: bot.usecases.league.settings.LeagueSettings
    Column("status", Text, nullable=False),  # draft, open, closed
    Column("created_at", Big, nullable=False),
    Column("channel_gone_at", Big),  # when the bot learned that its channel was deleted; null: not deleted
    Index(None, "guild_id", "status"),
    numbered=True,
)

seasons = make_table(
    "seasons",
    identity(),
    Column("league_id", Big, ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # 1, 2, 3 …
    Column("status", Text, nullable=False),  # joining, running, over, empty
    Column("starts_at", Big, nullable=False),
    Column("ends_at", Big, nullable=False),
    Column("ended_at", Big),
    Column("message_id", Big),  # the announcement, which becomes the standings
    UniqueConstraint("league_id", "number"),
    numbered=True,
)

league_members = make_table(
    "league_members",
    Column("season_id", Big, ForeignKey("seasons.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("who", Big, primary_key=True, autoincrement=False, info=of_person("number")),  # queries.seats.holders.who_of
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("joined_at", Big, nullable=False),
    Column("carried", Integer),  # the member's place in the final order of the previous season; null: new
    Column("division", Integer),  # from 0; null: the season has not begun
    Column("number", Integer),  # their number in the season, from 0, the best first
    Column("left_at", Big),  # when they withdrew
)

league_games = make_table(
    "league_games",
    identity(),
    Column("season_id", Big, ForeignKey("seasons.id", ondelete="CASCADE"), nullable=False),
    Column("division", Integer, nullable=False),
    Column("round", Integer, nullable=False),  # from 1; 0: there are no rounds
    Column("number", Integer, nullable=False),  # the order in which games should begin
    Column("seats", Text, nullable=False),  # the members' numbers in the order of seating, with commas between
    Column("game_id", Big),  # null: the game has not begun
    Column("begun_at", Big),
    Column("data", Text),  # JSON: bot.league.standings.Outcome; null: there is none yet
    Index(None, "season_id"),
    Index(None, "game_id"),
    numbered=True,
)

challenges = make_table(
    "challenges",  # standing offers of members; two matching offers become a game
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("kind", Text, nullable=False),
    Column("pace", Text, nullable=False),  # a pace, or any
    Column("at_once", Integer, nullable=False),  # the maximum number of running games from this offer
    Column("within", Integer),  # the maximum difference of points; null: any
    Column("at", Big, nullable=False),
    UniqueConstraint("guild_id", "user_id", "kind"),
    numbered=True,
)

challenge_games = make_table(
    "challenge_games",  # games from standing offers
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("one_id", Big, nullable=False, info=of_person("number")),
    Column("other_id", Big, nullable=False, info=of_person("number")),
    Column("at", Big, nullable=False),
    Index(None, "one_id"),
    Index(None, "other_id"),
)
