"""The gateway's transport compression: one stream a connection, flushed after every packet."""

from __future__ import annotations

import zlib
from collections.abc import Callable

Compressor = Callable[[bytes], bytes]


def compressor(asked: str | None) -> Compressor | None:
    """The compressor of a new connection that asked for ``zlib-stream`` or ``zstd-stream``; none: plain text."""
    if asked == "zlib-stream":
        return _zlib()
    if asked == "zstd-stream":
        return _zstd()
    return None


def _zlib() -> Compressor:
    stream = zlib.compressobj()
    return lambda packet: stream.compress(packet) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compressor:
    """One frame for the whole connection, a block or more for every packet."""
    import zstandard

    stream = zstandard.ZstdCompressor().compressobj()
    return lambda packet: stream.compress(packet) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
