"""The metrics for Prometheus. All parts of the bot record into them; ``serve`` serves them on a port.

Times are in seconds. No metric names a server, a channel or a person.
"""

from __future__ import annotations

import logging
from threading import Thread
from types import SimpleNamespace
from wsgiref.simple_server import WSGIServer

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

logger = logging.getLogger(__name__)

REGISTRY = CollectorRegistry()

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

MOVES = Histogram("land_games_move_seconds", "From a move's press to its commit", registry=REGISTRY, buckets=_SECONDS)
ANSWERS = Histogram("land_games_answer_seconds", "From a press to its answer", registry=REGISTRY, buckets=_SECONDS)
BOARDS = Histogram(
    "land_games_post_seconds", "From the commit of a post to its message", ["kind"], registry=REGISTRY, buckets=_SECONDS
)
POSTS_WAITING = Gauge("land_games_posts_waiting", "Posts and edits that wait to be sent", registry=REGISTRY)
OLDEST_POST = Gauge(
    "land_games_oldest_post_seconds", "How long the oldest post that could be sent has been due", registry=REGISTRY
)
REQUESTS = Counter("land_games_discord_requests", "Requests to Discord", ["method", "status"], registry=REGISTRY)
REQUESTS_WAITING = Gauge("land_games_discord_requests_waiting", "Requests that wait for the rate limit", registry=REGISTRY)
SHARD_CONNECTED = Gauge("land_games_shard_connected", "1: the shard is connected to Discord", ["shard"], registry=REGISTRY)
DISCORD_AWAY = Gauge("land_games_discord_away_seconds", "How long a shard has been away from Discord", registry=REGISTRY)
RUNNING_GAMES = Gauge("land_games_running_games", "Games that are being played", registry=REGISTRY)
WORKER_JOBS = Gauge("land_games_worker_jobs_waiting", "Jobs that wait for a worker process", registry=REGISTRY)
DATABASE_UP = Gauge("land_games_database_up", "1: the database answers", registry=REGISTRY)
DATABASE_BUSY = Counter("land_games_database_busy", "Transactions that failed because the database was busy", registry=REGISTRY)


def serve(host: str, port: int) -> tuple[WSGIServer, Thread]:
    """Serve the metrics at ``http://host:port/metrics``. Return the server and its thread. Raise OSError on failure."""
    served = start_http_server(port, host, REGISTRY)
    logger.info("serves metrics", extra={"host": host, "port": port})
    return served


def request_trace() -> aiohttp.TraceConfig:
    """Return a trace that counts an HTTP client's requests to Discord, by method and status."""

    async def ended(_session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        REQUESTS.labels(end.method, str(end.response.status)).inc()

    async def failed(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
    ) -> None:
        REQUESTS.labels(end.method, "none").inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
