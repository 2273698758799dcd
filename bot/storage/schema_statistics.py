"""The tables of a server's statistics: results, ratings, lists, games from files."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Text

from bot.storage.schema_core import Big, Float64, identity, make_table, of_person

results = make_table(
    "results",  # results of finished games; `python -m bot recount` computes them again
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

shares = make_table(
    "shares",  # persons' shares in seats of finished games, with their results
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column(
        "who", Big, primary_key=True, autoincrement=False, info=of_person("number")
    ),  # bot.storage.queries.seats.holders.who_of
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("guild_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ended_at", Big, nullable=False),
    Column("counting", Text, nullable=False),
    Column("place", Integer, nullable=False),  # 1: won or shared the win
    Column("won", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("decided", Integer, nullable=False),  # the number of decisions for the seat, by all its holders
    Column("thought", Big, nullable=False),  # milliseconds, over all decisions for the seat
    Column("points", Integer),  # in the overall ranking, after this game; null if it does not count there
    Index(None, "guild_id", "who", "ended_at"),
)

feats = make_table(
    "feats",  # candidates for the hall of fame
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("feat", Text, primary_key=True),  # bot.games.feats
    Column("seat", Integer),  # null: a feat of the whole game
    Column("value", Integer, nullable=False),
    Column("guild_id", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ended_at", Big, nullable=False),
    Index(None, "guild_id", "kind", "feat", "value"),
)

ratings = make_table(
    "ratings",  # ratings, computed from the shares in the order in which the games ended
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("pool", Text, primary_key=True),  # members, computers
    Column("kind", Text, primary_key=True),  # empty: all games
    Column("period", Text, primary_key=True),  # 2026-11; empty: all time
    Column("who", Big, primary_key=True, autoincrement=False, info=of_person("number")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last_at", Big, nullable=False),
    Column("best_points", Integer, nullable=False),  # the most points while they were certain
    Column("best_at", Big, nullable=False),
    Column("best_game", Big, nullable=False),  # 0: they were never certain
    Index(None, "guild_id", "pool", "kind", "period", "points"),
    Index(None, "guild_id", "pool", "kind", "period", "best_points"),
)

member_names = make_table(
    "member_names",  # current names of members with finished games
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("name", Text, nullable=False, info=of_person("name")),
    Column("has_left", Integer, nullable=False),
    Column("asked_at", Big, nullable=False),  # when Discord last sent the name, or was asked for it
)

meetings = make_table(
    "meetings",  # games between each pair of people, by list of ratings: of all time, and of the last month
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("pool", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("who", Big, primary_key=True, autoincrement=False, info=of_person("number")),
    Column("opponent", Big, primary_key=True, autoincrement=False, info=of_person("number")),
    Column("games", Float64, nullable=False),
    Column("won", Float64, nullable=False),
    Column("at", Big, nullable=False),  # when the last of the games ended
)

counted = make_table(
    "counted",  # the finished game up to which a server's games are counted
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("ended_at", Big, nullable=False),
    Column("game_id", Big, nullable=False),
)

latest_messages = make_table(
    "latest_messages",  # messages with a server's latest games
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),  # null: the message waits to be posted
)

imported_games = make_table(
    "imported_games",  # games from imported files; never counted
    identity(),
    Column("guild_id", Big, nullable=False),
    Column("user_id", Big, nullable=False, info=of_person("row")),
    Column("data", Text, nullable=False),  # JSON: bot.games.file_format.ExportedGame
    Column("at", Big, nullable=False),
    Index(None, "guild_id", "user_id"),
    Index(None, "at"),
    numbered=True,
)
