"""The tables, for SQLite and PostgreSQL alike.

Ids of Discord and times are integers (times in milliseconds since 1970, UTC), JSON is text, truth values are 0 and 1, so
that SQLite's STRICT tables take them. The log is the truth about a game; ``games.version`` is its number of rows, and
every other column about the position can be computed from it. Every row belongs to a guild, directly or by its parent.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint
from sqlalchemy.schema import SchemaItem

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


def _table(name: str, *parts: SchemaItem, numbered: bool = False) -> Table:
    """A STRICT table; ``numbered``: ids are never used twice, so an old button cannot reach a new row."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def _id() -> Column[int]:
    return Column("id", Big, primary_key=True, autoincrement=True)


lobbies = _table(
    "lobbies",
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),
    Column("host_id", Big, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, all options
    Column("setup", Text, nullable=False, server_default="{}"),  # JSON, {} for the one the options name
    Column("seats", Integer),  # null: whoever has joined when the host starts
    Column("opponent_id", Big),  # that member alone is asked
    Column("rematch_of", Big),  # game id: seats are dealt the other way round
    Column("status", Text, nullable=False),  # open, started, cancelled, declined, expired
    Column("game_id", Big),
    Column("created_at", Big, nullable=False),
    Column("expires_at", Big, nullable=False),
    Index(None, "status", "expires_at"),
    Index(None, "guild_id"),
    numbered=True,
)

lobby_members = _table(
    "lobby_members",
    Column("lobby_id", Big, ForeignKey("lobbies.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("position", Integer, nullable=False),
    UniqueConstraint("lobby_id", "position"),
)

games = _table(
    "games",
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played by, to its end
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("status", Text, nullable=False),  # running, over
    Column("version", Integer, nullable=False),  # rows in the log
    Column("seat", Integer),  # the seat to move, null when over
    Column("board_message_id", Big),  # the board that has the buttons
    Column("board_version", Integer),  # the version that it shows
    Column("created_at", Big, nullable=False),
    Column("updated_at", Big, nullable=False),
    Column("ended_at", Big),
    Index(None, "guild_id", "status"),
    Index(None, "channel_id", "status"),
    numbered=True,
)

players = _table(
    "players",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", Big, nullable=False),
    Column("name", Text, nullable=False),
    Column("score", Integer),  # final, once the game is over
    Column("won", Integer),  # 1: won or shared the win
    UniqueConstraint("game_id", "user_id"),
    Index(None, "user_id"),
)

log = _table(
    "log",
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 …
    Column("kind", Text, nullable=False),  # action; undo: `text` is how many actions of the record are kept
    Column("text", Text, nullable=False),  # canonical text
    Column("user_id", Big),  # null: chance
    Column("at", Big, nullable=False),
)

requests = _table(
    "requests",  # interactions that changed something: the same one twice changes nothing again
    Column("interaction_id", Big, primary_key=True, autoincrement=False),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("what", Text, nullable=False),  # who asked for what
    Column("version", Integer, nullable=False),  # after it
    Column("at", Big, nullable=False),
    Index(None, "at"),
    Index(None, "game_id"),
)

drafts = _table(
    "drafts",  # what a player has chosen in the panel and not sent
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

proposals = _table(
    "proposals",  # an undo or a draw that needs consent
    _id(),
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),  # undo, draw
    Column("seat", Integer, nullable=False),  # who asks
    Column("version", Integer, nullable=False),  # of the game, when asked; any move since makes it void
    Column("keep", Integer),  # undo: how many actions of the record are kept
    Column("status", Text, nullable=False),  # open, agreed, refused, void
    Column("message_id", Big),
    Column("created_at", Big, nullable=False),
    Index(None, "game_id", "status"),
    numbered=True,
)

consents = _table(
    "consents",
    Column("proposal_id", Big, ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

rule_votes = _table(
    "rule_votes",  # house rules wished for the next game, after a game is over
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: option -> value
    Column("at", Big, nullable=False),
)

outbox = _table(
    "outbox",  # what is to be posted, in the order in which it was decided, a channel at a time
    _id(),
    Column("guild_id", Big, nullable=False),
    Column("channel_id", Big, nullable=False),
    Column("kind", Text, nullable=False),  # posts: board, lobby, proposal; edits: retire, lobby_edit, proposal_edit
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE")),
    Column("lobby_id", Big, ForeignKey("lobbies.id", ondelete="CASCADE")),
    Column("payload", Text, nullable=False),  # JSON
    Column("status", Text, nullable=False),  # waiting, sent, dropped
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("first_try_at", Big),  # set before the first attempt: it may have got through
    Column("due_at", Big, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", Big),
    Column("message_id", Big),
    Column("error", Text),
    Column("created_at", Big, nullable=False),
    Index(None, "status", "due_at"),
    Index(None, "channel_id", "status"),
    Index(None, "game_id"),
    Index(None, "lobby_id"),
    numbered=True,
)

meta = _table(
    "meta",
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
