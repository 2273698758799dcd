"""The tables of lessons and puzzles."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, UniqueConstraint

from bot.storage.schema_core import Big, Float64, identity, make_table, of_person

lessons = make_table(
    "lessons",  # members' progress in lessons
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("kind", Text, primary_key=True),
    Column("step", Text, nullable=False),  # the step's name: bot.games.lessons
    Column("misses", Integer, nullable=False),  # wrong tries at this step
    Column("played", Text),  # the right move, one decision per line; null: not done yet
    Column("data", Text, nullable=False),  # JSON: the incomplete move in the panel
    Column("at", Big, nullable=False),
)

newcomers = make_table(
    "newcomers",  # members who were notified of a game's lesson
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("kind", Text, primary_key=True),
    Column("guild_id", Big, nullable=False),  # the server of the notification
    Column("at", Big, nullable=False),
    Index(None, "guild_id"),
)

server_puzzles = make_table(
    "server_puzzles",  # puzzles from a server's own finished games
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
    "puzzle_reports",  # members' reports of puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("at", Big, nullable=False),
)

puzzle_decisions = make_table(
    "puzzle_decisions",  # server managers' decisions about reported puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("decision", Text, nullable=False),  # out, kept
    Column("at", Big, nullable=False),
)

puzzle_tries = make_table(
    "puzzle_tries",  # members' attempts at puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("puzzle", Text, primary_key=True),  # its id: bot.games.puzzles
    Column("kind", Text, nullable=False),
    Column("misses", Integer, nullable=False),  # wrong tries
    Column("result", Text),  # right, good or shown; null: unfinished
    Column("played", Text),  # the last played or shown answer, one decision per line
    Column("data", Text, nullable=False),  # JSON: the incomplete move in the panel
    Column("at", Big, nullable=False),
)

puzzle_solvers = make_table(
    "puzzle_solvers",  # members' puzzle ratings
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("user_id", Big, primary_key=True, autoincrement=False, info=of_person("row")),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

puzzle_strengths = make_table(
    "puzzle_strengths",  # ratings of puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("mu", Float64, nullable=False),
    Column("sigma", Float64, nullable=False),
)

daily_puzzles = make_table(
    "daily_puzzles",  # daily puzzles
    Column("guild_id", Big, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),  # in the time zone of the server: 2026-11-24
    Column("puzzle", Text, nullable=False),  # its id: bot.games.puzzles
    Column("channel_id", Big, nullable=False),
    Column("message_id", Big),  # null: the message waits to be posted
)
