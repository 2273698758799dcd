"""Phrases of every game's words: names among them, and how a game ended."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.common.markdown import bold, escape, plain
from bot.presentation.texts import write_title
from render import View, renderer_of
from render.text.words import clip, join_words, result, short_names, turn_words
from rules import GAMES, AgreeDraw, Drop
from rules.words import count, has_visible, isolated, tell_apart

HEBREW, ARABIC = "עדה", "عادل 7"
START = GAMES["pastures"].start(2)


def test_a_name_from_right_to_left_leaves_the_words_around_it_in_their_order() -> None:
    for name in (HEBREW, ARABIC, f"Ada {HEBREW}"):
        assert isolated(name) == f"\u2068{name}\u2069"
    assert short_names((HEBREW, "Björn")) == [f"\u2068{HEBREW}\u2069", "Björn"]


def test_a_name_cannot_turn_what_comes_after_it() -> None:
    for sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        assert isolated(f"A{sign}da") == "Ada"
        assert isolated(f"{HEBREW}{sign}") == f"\u2068{HEBREW}\u2069"


def test_a_long_name_is_cut_within_its_marks() -> None:
    (name,) = short_names((HEBREW * 20,))
    assert name[0] + name[-2:] == "\u2068…\u2069"
    assert len(name) == 24 + 2


def test_descriptions_isolate_the_names() -> None:
    for game in GAMES:
        state = GAMES[game].start(2)
        alt = renderer_of(game).alt(state, View((HEBREW, ARABIC)))
        assert alt.count(f"\u2068{HEBREW}\u2069") == alt.count(HEBREW) >= 1, game
        assert alt.count(f"\u2068{ARABIC}\u2069") == alt.count(ARABIC) >= 1, game


def test_names_in_markdown_are_isolated_escaped_and_ping_nobody() -> None:
    assert bold(HEBREW) == f"**\u2068{HEBREW}\u2069**"
    assert plain("*Ada* @all") == "\\*Ada\\* @\u200ball"
    assert escape(isolated(HEBREW)) == plain(HEBREW)


def test_titles_isolate_each_name_and_keep_their_order_in_markdown() -> None:
    players = [SimpleNamespace(name=name, is_computer=False) for name in (HEBREW, "*A*", ARABIC)]
    row = SimpleNamespace(kind="pastures", id=12, players=players)
    shown = write_title(row)
    assert shown == f"Pastures New #12 · \u2068{HEBREW}\u2069, *A*, \u2068{ARABIC}\u2069"
    assert escape(shown) == shown.replace("#", "\\#").replace("*", "\\*")


def test_chips_show_turn_score_look_winners_and_who_gave_up() -> None:
    for game in GAMES:
        renderer, start = renderer_of(game), GAMES[game].start(2)
        for state in (start, start.play(Drop(1)), start.play(AgreeDraw())):
            chips = [renderer.chip(state, seat, name) for seat, name in enumerate(("Ada", "Björn"))]
            assert [chip.name for chip in chips] == ["Ada", "Björn"], game
            assert [chip.to_move for chip in chips] == [state.turn == seat for seat in range(2)], game
            assert [chip.crowned for chip in chips] == [seat in (state.winners or ()) for seat in range(2)], game
            assert [chip.dropped for chip in chips] == [seat in state.dropped for seat in range(2)], game
            assert [chip.score for chip in chips] == [str(score) for score in state.scores], game
            assert [chip.owner for chip in chips] == [renderer.owner(state, seat) for seat in range(2)], game


def test_G1_G2_how_a_game_ended() -> None:
    names = ("Ada", "Björn")
    assert result(START.play(Drop(0)), names) == "Björn wins"
    assert result(START.play(AgreeDraw()), names) == "Ada and Björn share the win"
    assert turn_words(START.play(Drop(1)), names) == "The game is over: Ada wins."
    assert turn_words(START, names) == "Ada’s turn."
    with pytest.raises(ValueError, match="not over"):
        result(START, names)


def test_counts_and_lists() -> None:
    assert [count(1, "castle"), count(2, "castle"), count(0, "ox", "oxen")] == ["1 castle", "2 castles", "0 oxen"]
    assert [join_words("A"), join_words("AB"), join_words("ABC", "or"), join_words("")] == ["A", "A and B", "A, B or C", ""]
    assert clip("abcdef", 4) == "abc…"


def test_names_of_players_can_be_seen_and_told_apart() -> None:
    assert tell_apart(["Alex", "Ada", "Alex"]) == ["Alex (1)", "Ada", "Alex (3)"]
    assert tell_apart(["Ada", "\u3164", "\u2800\u200b"]) == ["Ada", "No name (2)", "No name (3)"]
    assert tell_apart(["Ada", "Björn"]) == ["Ada", "Björn"]
    assert not any(map(has_visible, ("", " ", "\u3164\u115f\u1160\uffa0", "\u2800", "\u200b\ufe0f\u3000")))
    assert all(map(has_visible, ("a", "★", "ש", "🐄")))
