"""The tables of lessons and puzzles."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, UniqueConstraint

from bot.storage.schema_core import Big, Float64, identity, make_table, of_person

lessons = make_table(
    "lessons",  # where members are in the lessons of the games
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("kind", Text, primary_key=True),
    Column("step", Text, nullable=False),  # its name: bot.games.lessons
    Column("misses", Integer, nullable=False),  # wrong tries at this step
    Column("played", Text),  # the right move, a decision a line; null: not done yet
    Column("data", Text, nullable=False),  # JSON: what is chosen in the panel and not sent
    Column("at", Big, nullable=False),
)

newcomers = make_table(
    "newcomers",  # who was told once that a game has a lesson
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("kind", Text, primary_key=True),
    Column("guild_id", Big, nullable=False),  # where it was told
    Column("at", Big, nullable=False),
    Index(None, "guild_id"),
)

mistakes = make_table(
    "mistakes",  # by which decision the players of finished games lost most, as a computer judges
    Column("game_id", Big, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),  # JSON: players.lookback.BetterMove; null: none lost much
    Column("at", Big, nullable=False),
)

server_puzzles = make_table(
    "server_puzzles",  # positions of a server's own finished games, with what each turn is worth
    identity(),
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

puzzle_reports = make_table(
    "puzzle_reports",  # members who want to see a puzzle no more
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("at", Big, nullable=False),
)

puzzle_decisions = make_table(
    "puzzle_decisions",  # what those who manage a server have decided about reported puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("decision", Text, nullable=False),  # out, kept
    Column("at", Big, nullable=False),
)

puzzle_tries = make_table(
    "puzzle_tries",  # what members have made of the puzzles that they were set
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("puzzle", Text, primary_key=True),  # its id: bot.games.puzzles
    Column("kind", Text, nullable=False),
    Column("misses", Integer, nullable=False),  # wrong tries
    Column("result", Text),  # right, good or shown; null: not done yet
    Column("played", Text),  # what was played last, or shown, a decision a line
    Column("data", Text, nullable=False),  # JSON: what is chosen in the panel and not sent
    Column("at", Big, nullable=False),
)

puzzle_solvers = make_table(
    "puzzle_solvers",  # how well members solve puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

puzzle_strengths = make_table(
    "puzzle_strengths",  # how hard puzzles are for the members of a server
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

daily_puzzles = make_table(
    "daily_puzzles",  # the puzzle of each day that a server was set in a channel
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),  # in the time zone of the server: 2026-11-24
    Column("puzzle", Text, nullable=False),  # its id: bot.games.puzzles
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),  # null: it waits to be posted
)
