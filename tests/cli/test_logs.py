"""Logs: one JSON line an event, ids as fields, no secrets."""

from __future__ import annotations

import ast
import io
import json
import logging
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from bot.process import logs

TOKEN = ".".join(("M" * 24, "GabcDe", "x" * 38))


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(False)


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def configured(level: Literal["debug", "info", "warning", "error"] = "info", secrets: tuple[str, ...] = ()) -> io.StringIO:
    stream = io.StringIO()
    logs.configure(level, "json", secrets, stream)
    return stream


def test_an_event_is_one_json_line_with_its_ids() -> None:
    stream = configured()
    logging.getLogger("bot.usecases.play.change").info(
        "move %s played", "c4\nforest", extra={"guild": 1, "game": 7, "version": 12, "interaction": 99}
    )
    (line,) = lines_of(stream)
    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "info", "logger": "bot.usecases.play.change", "event": "move c4\nforest played",
        "guild": 1, "game": 7, "version": 12, "interaction": 99,
    }  # fmt: skip


def test_an_error_keeps_its_trace_in_the_same_line() -> None:
    stream = configured()
    try:
        raise ValueError("no such square")
    except ValueError:
        logging.getLogger("bot").exception("refused", extra={"code": "K7Q2"})
    (line,) = lines_of(stream)
    assert line["error"] == "ValueError"
    assert line["code"] == "K7Q2"
    assert "Traceback" in line["trace"]
    assert "no such square" in line["trace"]


def test_fields_cannot_put_others_in_the_place_of_the_event() -> None:
    stream = configured()
    logging.getLogger("bot").info("real", extra={"event": "false", "level": "false"})
    assert lines_of(stream)[0]["event"] == "real"
    assert lines_of(stream)[0]["level"] == "info"


@pytest.mark.parametrize(
    "text",
    [
        f"login with {TOKEN} failed",
        "cannot reach postgresql+asyncpg://land:pa55word@db.example/games",
        "PATCH /webhooks/123456789012345678/aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiY2RlZg/messages/@original",
        "POST /interactions/123456789012345678/aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiY2RlZg/callback",
        "odd secrets: s3cr%t/pass and s3cr%25t%2Fpass",
    ],
)
def test_no_secret_reaches_a_line(text: str) -> None:
    stream = configured(secrets=(TOKEN, "s3cr%t/pass", "x"))
    try:
        raise RuntimeError(text)
    except RuntimeError:
        logging.getLogger("discord.http").exception(text, extra={"url": text, "parts": [text], "by_name": {text: text}})
    written = stream.getvalue()
    assert logs.HIDDEN in written
    for secret in (TOKEN, "pa55word", "aW50ZXJhY3Rpb2", "s3cr%t/pass", "s3cr%25t%2Fpass"):
        assert secret not in written


def test_libraries_speak_through_it_but_not_at_debug() -> None:
    stream = configured("debug")
    logging.getLogger("bot.posting.sender").debug("ours")
    logging.getLogger("discord.gateway").debug("too much")
    logging.getLogger("discord.gateway").info("theirs")
    logging.getLogger("alembic.runtime").info("too much")
    assert [line["event"] for line in lines_of(stream)] == ["ours", "theirs"]


def test_the_level_holds() -> None:
    stream = configured("warning")
    logging.getLogger("bot").info("not wanted")
    logging.getLogger("bot").warning("wanted")
    assert [line["event"] for line in lines_of(stream)] == ["wanted"]


def test_a_wrong_call_of_the_logger_still_logs() -> None:
    stream = configured()
    logging.getLogger("bot").info("%d moves", "many")
    assert lines_of(stream)[0]["event"].startswith("%d moves (not formatted")


def test_warnings_and_uncaught_exceptions_are_lines_too() -> None:
    stream = configured()
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        logging.captureWarnings(True)
        warnings.warn("old way", DeprecationWarning, stacklevel=1)
    error = KeyError("nobody foresaw")
    sys.excepthook(KeyError, error, None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    warned, uncaught = lines_of(stream)
    assert warned["logger"] == "py.warnings"
    assert "old way" in warned["event"]
    assert (uncaught["level"], uncaught["error"]) == ("critical", "KeyError")


def test_a_terminal_gets_text_and_a_pipe_json() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    logs.configure("info", "auto", (TOKEN,), terminal)
    logging.getLogger("bot.posting.sender").info("posted", extra={"game": 7, "note": TOKEN})
    assert terminal.getvalue().endswith(f"info    bot.posting.sender: posted  game=7 note={logs.HIDDEN}\n")
    pipe = io.StringIO()
    logs.configure("info", "auto", (), pipe)
    logging.getLogger("bot").info("posted")
    assert lines_of(pipe)[0]["event"] == "posted"


def test_no_event_has_a_field_that_logging_refuses() -> None:
    refused = set(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
    sources = [(source, source.read_text(encoding="utf-8")) for source in (Path(__file__).parents[2] / "bot").rglob("*.py")]
    used = [
        (source.name, key.value)
        for source, text in sources
        if "extra=" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.keyword) and node.arg == "extra" and isinstance(node.value, ast.Dict)
        for key in node.value.keys
        if isinstance(key, ast.Constant)
    ]
    assert len(used) > 5
    assert [(source, key) for source, key in used if key in refused] == []


def test_of_one_kind_of_warning_so_many_are_written_a_minute_and_the_next_one_counts_the_others() -> None:
    stream, now = io.StringIO(), 0.0
    logs.configure("info", "json", (), stream, clock=lambda: now)

    def fail(number: int) -> None:
        logging.getLogger("asyncio").error(f"accept from 192.0.2.{number} failed")  # as asyncio does

    for number in range(1000):
        fail(number)
    logging.getLogger("asyncio").error("another kind")
    assert [line["event"] for line in lines_of(stream)][logs.MOST_OF_KIND :] == ["another kind"]
    now = 61.0
    for number in range(2):
        fail(number)
    assert [line.get("left_out") for line in lines_of(stream)][-2:] == [1000 - logs.MOST_OF_KIND, None]


def test_what_the_bot_does_is_written_however_often_it_happens() -> None:
    stream = configured()
    for number in range(1000):
        logging.getLogger("bot").info("move played", extra={"game": number})
    assert len(lines_of(stream)) == 1000
