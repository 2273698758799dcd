"""A sentence is written once. Discord gets it as Markdown, the page as spans, and no name changes how it is read."""

from __future__ import annotations

from markupsafe import escape

from bot.common.markdown import to_markdown
from bot.common.words import InDiscord, Link, Name, Text, Time, Typed, explain_illegal, join, list_names, quote, with_names
from bot.usecases.refusal import Refusal
from bot.web.spans import to_html, to_spans
from rules import IllegalMove

NASTY = ["*_<b>`~|", "**Ada**", "[x](https://evil.example)", "{name} {host}", "</script>&amp;", "@everyone", "<@123>", "- # x"]
RTL = "\u202eאבא"


def to_plain(text: Text) -> str:
    """Return a text of the page without its marks."""
    told = to_spans(text)
    return told if isinstance(told, str) else "".join(str(words) for _, words in told)


def test_both_faces_get_one_sentence() -> None:
    text = Text("*Soon*: press **Play**, {name}, or use `/undo`.", name=Name("Ada"))
    assert to_markdown(text) == "*Soon*: press **Play**, Ada, or use `/undo`."
    assert [span for span in to_spans(text) if span[0]] == [("em", "Soon"), ("strong", "Play"), ("code", "/undo")]
    assert to_plain(text) == "Soon: press Play, Ada, or use /undo."
    assert to_html(text) == "<em>Soon</em>: press <strong>Play</strong>, Ada, or use <code>/undo</code>."


def test_words_without_a_mark_are_a_string_on_the_page() -> None:
    assert to_spans(Text("{name} has {points}.", name=Name("Ada"), points=12)) == "Ada has 12."
    assert to_spans(Text("")) == ""


def test_a_name_has_no_marks_of_its_own() -> None:
    for name in NASTY:
        text = Text("It is **{name}**’s turn, {name}.", name=Name(name))
        assert to_spans(text) == [("", "It is "), ("strong", name), ("", "’s turn, "), ("", name), ("", ".")], name
        escaped = to_markdown(text).removeprefix("It is **").partition("**’s turn")[0]
        assert not any(mark in escaped.replace(f"\\{mark}", "") for mark in "*_`~|[]()"), f"{name}: each mark is escaped"
        assert "@everyone" not in escaped, name
        assert to_html(text) == f"It is <strong>{escape(name)}</strong>’s turn, {escape(name)}.", name


def test_a_name_from_right_to_left_does_not_turn_the_words_around_it() -> None:
    text = Text("It is {name}’s turn.", name=Name(RTL))
    for told in (to_markdown(text), to_plain(text)):
        assert told == "It is \u2068אבא\u2069’s turn."


def test_what_a_command_or_a_move_is_made_of_is_shown_as_typed() -> None:
    text = Text("`{name}` cannot be `{value}`.", name="map_seed", value="a`*b*")
    assert to_markdown(text) == "`map_seed` cannot be `aˋ*b*`."
    assert to_spans(text) == [("code", "map_seed"), ("", " cannot be "), ("code", "a`*b*"), ("", ".")]


def test_braces_that_name_no_value_stay() -> None:
    assert to_markdown(Text("a {b} {c}", c=1)) == to_plain(Text("a {b} {c}", c=1)) == "a {b} 1"


def test_texts_and_lists_of_names_are_parts_of_others() -> None:
    text = join([Text("**{who}**: {names}.", who=Text("C*4"), names=list_names(["A", "B", "C"])), Text(""), Text("*Ha*")])
    assert to_markdown(text) == "**C*4**: **A**, **B** and **C**. *Ha*"
    assert to_plain(text) == "C*4: A, B and C. Ha"
    told = with_names(lambda names: f"{names[1]} has beaten {names[0]}", ["{seat1}", "<i>"], "**")
    assert to_plain(told) == "<i> has beaten {seat1}"


def test_the_page_has_no_buttons_and_no_links_of_discord() -> None:
    text = Text(
        "It is your turn{press}. See {board}.", press=InDiscord(": press **Play**"), board=Link("the board", "https://x")
    )
    assert to_markdown(text) == "It is your turn: press **Play**. See [the board](https://x)."
    assert to_spans(text) == "It is your turn. See the board."


def test_a_time_is_told_in_the_readers_zone() -> None:
    text = Text("No answer by {by} counts as no.", by=Time(1_800_000_000_999))
    assert to_markdown(text) == "No answer by <t:1800000000:f> counts as no."
    assert to_spans(text) == [("", "No answer by "), ("time", 1_800_000_000_999), ("", " counts as no.")]


def test_what_was_typed_is_quoted_without_effect() -> None:
    text = quote("There is no move “**<@1> {typed} ”x” at all.")
    assert to_markdown(text) == "There is no move “\\*\\*\\<@\u200b1\\> {typed} ”x” at all."
    assert to_spans(text) == "There is no move “**<@1> {typed} ”x” at all."
    refused = explain_illegal(IllegalMove("T3", "No “*x*”."))
    assert to_plain(refused) == "No “*x*”. (rule T3)"
    assert to_spans(refused)[-1] == ("em", "(rule T3)")


def test_a_refusal_carries_its_sentence_and_values() -> None:
    refusal = Refusal("Only **{host}** can.", host=Name("A*"))
    assert str(refusal) == "Only **A\\*** can."
    assert refusal.text == Text("Only **{host}** can.", host=Name("A*"))
    assert (
        to_spans(
            Refusal(
                Text("No."),
            ).text
        )
        == "No."
    )


def test_what_was_typed_loses_what_nobody_sees() -> None:
    text = Text("{typed}", typed=Typed("a\u200b_\u202eb"))
    assert (to_markdown(text), to_plain(text)) == ("a\\_b", "a_b")
