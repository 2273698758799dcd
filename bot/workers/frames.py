"""Messages between the bot and a worker: pickled values with a length prefix, on the worker's standard input and output."""

from __future__ import annotations

import asyncio
import pickle
from struct import Struct
from typing import Any, BinaryIO

LENGTH = Struct(">Q")


def pack(value: object) -> bytes:
    """Return a value in the format for the pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def read_bytes(pipe: BinaryIO) -> bytes | None:
    """Return the next pickled value; ``None`` if the other side has closed the pipe."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = pipe.read(size)
    return body if len(body) == size else None


async def receive(reader: asyncio.StreamReader) -> Any:
    """Return the next value. Raise EOFError if the worker has closed the pipe."""
    (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    return pickle.loads(await reader.readexactly(size))  # noqa: S301 - written by our own worker
