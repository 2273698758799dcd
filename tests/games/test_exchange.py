"""Games as files: what is written can be read, and a bad file is refused with a clear word."""

from __future__ import annotations

import gzip
import json
import random
import re
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from bot.games.exchange import MOST_ACTIONS, MOST_BYTES, MOST_GAMES, BadFile, Writer, export_game, read
from bot.games.file_format import Export
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.statistics.results import Finished
from rules import GAMES
from tests.games.test_game_log import row
from tools.make_record_format import FILE, page


def played(name: str, seed: int = 1) -> dict[str, Any]:
    """A finished game as the file has it."""
    dice, state = random.Random(seed), GAMES[name].start(GAMES[name].seats[0])
    start, actions = state, []
    while not state.is_over:
        action = dice.choice([o for o, _ in state.outcomes()] if state.is_chance else list(state.moves()))
        actions.append(str(action))
        state = state.play(action)
    options, setup = start.options.model_dump(mode="json"), dict(start.setup)
    record = {"game": name, "seats": start.seats, "options": options, "setup": setup, "actions": actions, "rules": 1}
    return {"number": 7, "players": [{"name": f"Ada {seat}"} for seat in range(start.seats)], "record": record}


def file_of(*games: Any, **more: Any) -> bytes:
    return json.dumps({"format": "land-games", "version": 1, "games": list(games), **more}).encode()


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_written_can_be_read_and_fits_the_published_schema(name: str) -> None:
    game = played(name)
    writer = Writer()
    assert writer.add([json.dumps(game)]) > 0
    writer.add([json.dumps(game)])
    data = writer.finish()
    jsonschema.validate(json.loads(gzip.decompress(data)), Export.model_json_schema())
    games, in_file = read(data)
    assert in_file == 2
    assert games[1].record.actions == game["record"]["actions"]
    assert games[1].players[0].name == "Ada 0"


LATER = (LogRow(3, "action", "A1 F", 0), LogRow(4, "action", "draw", 1))


def test_a_finished_game_is_written_with_players_result_and_times() -> None:
    log = (LogRow(1, "action", "B2 F", 0), LogRow(2, "undo", "0", 0), *LATER)
    started, ended = 1_790_000_000_000, 1_790_000_060_500
    text = export_game(Finished(replace(row(4), created_at=started), ended, log, (started, started, started + 30_000, ended)))
    (game,), _ = read(file_of(json.loads(text)))
    assert [player.name for player in game.players] == ["Ada", "Björn"]
    assert game.record.actions == ["A1 F", "draw"]
    assert json.loads(text)["ended"] == "2026-09-21T14:14:20.500Z"
    assert json.loads(text)["times"] == ["2026-09-21T14:13:50.000Z", "2026-09-21T14:14:20.500Z"], "of the actions that count"
    assert "turns" not in json.loads(text), "nobody's time was counted"


def test_a_record_alone_as_earlier_versions_wrote_it_is_read() -> None:
    (game,), _ = read(json.dumps(played("territories")["record"]).encode())
    assert [player.name for player in game.players] == ["Player 1", "Player 2"]


def test_a_later_field_is_ignored() -> None:
    assert read(file_of(played("pastures") | {"mood": "good"}, colour="red"))[1] == 1


def test_no_more_games_are_taken_than_a_menu_shows() -> None:
    games, in_file = read(file_of(*[played("territories")] * (MOST_GAMES + 5)))
    assert (len(games), in_file) == (MOST_GAMES, MOST_GAMES + 5)


def record(**values: Any) -> bytes:
    game = played("territories")
    return file_of(game | {"record": game["record"] | values})


BAD = {
    "not JSON": (b"\x00\x01\x02", "cannot be read"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + b"\xff" * 100, "cannot be read"),
    "nested without end": (b"[" * 500_000, "cannot be read"),
    "a list": (b"[1, 2]", "not a file of games"),
    "something else": (b'{"format": "chess"}', "not a file of games"),
    "a later version": (file_of(version=2), "version 2"),
    "no game": (file_of(), "no game"),
    "games of another kind": (file_of(5), "Game 1"),
    "too large": (b" " * (MOST_BYTES + 1), "too large"),
    "a bomb": (gzip.compress(b" " * 50_000_000), "too large"),
    "half a file": (gzip.compress(b'{"format": ' * 1000)[:40], "cannot be read"),
    "damaged": (b"\x1f\x8b" + b"\xff" * 50, "damaged"),
    "an unknown game": (record(game="chess"), "no game called"),
    "unknown rules": (record(rules=99), "version 99"),
    "an illegal move": (record(actions=["A1"]), "does not fit the rules"),
    "no move at all": (record(actions=["hello"]), "does not fit the rules"),
    "a move that is no text": (record(actions=[5]), "record.actions.0"),
    "too many seats": (record(seats=9), "Game 1"),
    "a wrong map": (record(setup={"width": 10**9, "height": 6, "spots": []}), "Game 1"),
    "a million moves": (gzip.compress(record(actions=["B2"] * 1_000_000)), "1,000,000 actions"),
    "fewer players than seats": (file_of(played("territories") | {"players": [{"name": "Ada"}]}), "more or fewer players"),
    "a player without a name": (file_of(played("territories") | {"players": [{}, {}]}), "players.0.name"),
    "half a character": (b'{"format": "land-games", "version": 1, "games": ["\\ud800"]}', "cannot be read"),
    "a name that is a number": (
        file_of(played("territories") | {"players": [{"name": 5}, {}]}),
        "players.0.name has to be a text",
    ),
    "a name without end": (file_of(played("pastures") | {"players": [{"name": "x" * 101}, {}]}), "longer than 100 characters"),
    "less than no seat": (record(seats=-1), r"Territories is for 2 players, not -1\.$"),
    "no whole number": (record(seats="two"), r"record\.seats has to be a whole number\.$"),
    "too small a board": (record(setup={"width": 2, "height": 6, "spots": []}), r"width has to be at least 4\.$"),
    "an unknown option": (record(options={"colour": "red"}), r"record\.colour is nothing that I know\.$"),
    "no date": (file_of(played("territories") | {"ended": "soon"}), r"ended has to be a date and a time\.$"),
    "another shape": (file_of({"players": "Ada", "record": []}), "Game 1"),
    "a record alone with other seats": (b'{"game": "pastures", "seats": "two", "actions": []}', "Game 1"),
}


NAMES = {
    "Ada\nAugusta": "Ada Augusta",
    "Ada\r\n# Björn": "Ada # Björn",
    "Ada\0Augusta\x1b": "Ada Augusta",
    "Ada\u2028Augusta": "Ada Augusta",
    "  Ada  ": "Ada",
    "": "Player 1",
    " \t\n": "Player 1",
    "\0": "Player 1",
    "\u200b\u3164": "Player 1",
    "👩‍🚀": "👩‍🚀",
}


def test_a_name_is_taken_on_one_line_and_a_blank_one_is_the_seat() -> None:
    for name in list(NAMES):
        (game,), _ = read(file_of(played("territories") | {"players": [{"name": name}, {"name": "Björn"}]}))
        assert [player.name for player in game.players] == [NAMES[name], "Björn"], name


@pytest.mark.parametrize("what", list(BAD))
def test_a_bad_file_is_refused_with_a_clear_word(what: str) -> None:
    data, why = BAD[what]
    with pytest.raises(BadFile, match=why) as refused:
        read(data)
    assert len(str(refused.value)) < 500
    library = r"Value error|Input should|Field required|Extra inputs|valid|Error\b|pydantic|\.\."
    assert not re.search(library, str(refused.value)), "in words of ours"
    assert MOST_ACTIONS < 1_000_000


def test_the_published_format_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "run: python -m tools.make_record_format"
