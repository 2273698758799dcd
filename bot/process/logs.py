"""Logging: one event per line on standard error, with the relevant ids as separate fields, and without secrets.

Callers pass the ids as ``extra``: ``logger.info("move played", extra={"guild": 1, "game": 7, "version": 12})``;
``interaction`` is the press or command that caused it. The same event in both styles::

    {"time": "2026-11-20T09:15:02.113Z", "level": "info", "logger": "bot.usecases.play.change", "event": "move played", …}
    09:15:02 info    bot.usecases.play.change: move played  guild=1 game=7 version=12
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO
from urllib.parse import quote, unquote

HIDDEN = "[hidden]"
MOST_OF_KIND = 30
"""Maximum number of warnings or errors of one kind (from one logger, level and line of code) that are written in a minute."""

_SECRET_SHAPES = (
    re.compile(r"(?<=://)[^/@\s:]*:[^/@\s]+(?=@)"),  # user:password@ in a URL
    re.compile(r"(?<=/webhooks/)\d+/[\w.-]{20,}"),  # an interaction's token lets anybody answer it
    re.compile(r"(?<=/interactions/)\d+/[\w.-]{20,}"),
    re.compile(r"\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),  # a bot's token
)

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""The standard fields of every log record. All others were passed as ``extra``."""

_QUIET = {"": logging.INFO, "alembic": logging.WARNING, "sqlalchemy": logging.WARNING, "PIL": logging.WARNING}
"""Logger of a library -> the lowest level that is written for it, independent of the bot's own level."""


_NOISE = "Guilds intent seems to be disabled"
"""A warning from discord.py about a probe that simcord makes when it is imported. The bot always has that intent."""


class Redactor:
    """Removes secrets from texts: the given ones, and all texts that look like a token or a URL's password."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        # Secrets of up to three characters would hide parts of ordinary words. In a URL they are recognised by their position.
        told = {form for secret in secrets if len(secret) > 3 for form in (secret, quote(secret, safe=""), unquote(secret))}
        self._told = sorted(told, key=len, reverse=True)

    def redact(self, text: str) -> str:
        """Return the text with each secret replaced by ``[hidden]``."""
        for secret in self._told:
            text = text.replace(secret, HIDDEN)
        for shape in _SECRET_SHAPES:
            text = shape.sub(HIDDEN, text)
        return text

    def redact_value(self, value: Any) -> Any:
        """Return a value for a log line: numbers and booleans unchanged, anything else as text without secrets."""
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, Mapping):
            return {self.redact(str(key)): self.redact_value(item) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self.redact_value(item) for item in value]
        return self.redact(str(value))


class _LineFormatter(logging.Formatter):
    """The common part of both styles: the fields of a record, without secrets."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self.redactor = redactor

    def format_event(self, record: logging.LogRecord) -> str:
        try:
            return self.redactor.redact(record.getMessage())
        except Exception as error:  # noqa: BLE001 - a wrong call of the logger must not lose the event
            return self.redactor.redact(f"{record.msg} (not formatted: {error})")

    def format_fields(self, record: logging.LogRecord) -> dict[str, Any]:
        return {name: self.redactor.redact_value(value) for name, value in vars(record).items() if name not in _STANDARD}

    def format_trace(self, record: logging.LogRecord) -> str | None:
        parts = []
        if record.exc_info and record.exc_info[0] is not None:
            parts.append(self.formatException(record.exc_info))
        if record.stack_info:
            parts.append(record.stack_info)
        return self.redactor.redact("\n".join(parts)) if parts else None


class JsonFormatter(_LineFormatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time (UTC), level, logger, event, the extra fields, then error and trace if any."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": self.format_event(record),
        }
        for name, value in self.format_fields(record).items():
            line.setdefault(name, value)
        trace = self.format_trace(record)
        if trace is not None:
            if record.exc_info and record.exc_info[0] is not None:
                line["error"] = record.exc_info[0].__name__
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False)


class TextFormatter(_LineFormatter):
    """One readable line: the local time of day, the event and its fields. A traceback follows on further lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        when = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        line = f"{when} {record.levelname.lower():<7} {record.name}: {self.format_event(record)}"
        named = " ".join(f"{name}={value}" for name, value in self.format_fields(record).items())
        trace = self.format_trace(record)
        return line + (f"  {named}" if named else "") + (f"\n{trace}" if trace else "")


class _Quiet(logging.Filter):
    """Passes all records of the bot, and those of libraries that reach the library's level, except known useless ones."""

    def filter(self, record: logging.LogRecord) -> bool:
        top = record.name.partition(".")[0]
        return top == "bot" or (record.levelno >= _QUIET.get(top, _QUIET[""]) and not str(record.msg).startswith(_NOISE))


class _OneKind(logging.Filter):
    """Limits the warnings and errors of one kind per minute, so that no fault fills the disk.

    The text is not part of the kind, because asyncio's texts contain an address. The next record that passes has the number of
    dropped ones in its field ``left_out``.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._minute = 0.0
        self._seen: Counter[tuple[str, int, str, int]] = Counter()
        self._left_out: Counter[tuple[str, int, str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        if (minute := self._clock() // 60) != self._minute:
            self._minute = minute
            self._seen.clear()
        kind = record.name, record.levelno, record.pathname, record.lineno
        self._seen[kind] += 1
        if self._seen[kind] > MOST_OF_KIND:
            self._left_out[kind] += 1
            return False
        if kind in self._left_out:
            record.left_out = self._left_out.pop(kind)
        return True


def configure(
    level: Literal["debug", "info", "warning", "error"] = "info",
    style: Literal["auto", "json", "text"] = "auto",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Send all log records, Python's warnings and uncaught exceptions to ``stream`` (standard error by default).

    ``secrets`` are texts that must never appear in a line. Replaces the previous configuration.
    """
    stream = stream or sys.stderr
    redactor = Redactor(secrets)
    as_text = style == "text" or (style == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextFormatter(redactor) if as_text else JsonFormatter(redactor))
    handler.addFilter(_Quiet())
    handler.addFilter(_OneKind(clock))
    root = logging.getLogger()
    for before in root.handlers[:]:
        root.removeHandler(before)
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("bot").critical("the process ends because of an unexpected error", exc_info=(kind, error, trace))
