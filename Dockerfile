# The bot in a container: no root, no compiler, nothing written outside the volume /data. It needs DISCORD_TOKEN; the local page
# of `make run` is not in it.

# Before 3.51.3, SQLite could damage a database in WAL mode when two connections wrote at once ("WAL-reset bug"). The Debian
# under the Python images has an older one, so the library is taken from the next Debian; it needs glibc 2.38, which is there.
FROM debian:forky-slim@sha256:91b0aaebf7a1ccacfe7a9cbff6ab2d6be7d9b3b6cf1dfcf44b25f9095c0e0464 AS sqlite
WORKDIR /sqlite
RUN apt-get update \
    && apt-get download libsqlite3-0 \
    && dpkg-deb --extract libsqlite3-0_*.deb extracted \
    && mkdir lib \
    && cp --no-dereference extracted/usr/lib/*/libsqlite3.so.* lib/

FROM python:3.14-slim-trixie@sha256:51dafde81dbdb6ebde285137a295cf18a47ca95234fe388a343719cb97305b3d AS packages
WORKDIR /packages
COPY requirements/bot.txt ./
RUN python -m venv /venv \
    && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r bot.txt

FROM python:3.14-slim-trixie@sha256:51dafde81dbdb6ebde285137a295cf18a47ca95234fe388a343719cb97305b3d
LABEL org.opencontainers.image.title="Land Games" org.opencontainers.image.licenses="MIT"
COPY --from=sqlite /sqlite/lib /opt/sqlite/lib
COPY --from=packages /venv /venv
WORKDIR /app
COPY LICENSE ./
COPY data data
COPY docs/playing.md docs/
COPY rules rules
COPY players players
COPY render render
COPY bot bot
ENV PATH=/venv/bin:$PATH \
    LD_LIBRARY_PATH=/opt/sqlite/lib \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/land-games.sqlite3 \
    BACKUP_FOLDER=/data/backups \
    HEARTBEAT_FILE=/run/land-games/heartbeat
RUN python -c "import sqlite3; assert sqlite3.sqlite_version_info >= (3, 51, 3), sqlite3.sqlite_version" \
    && python -m compileall -q rules players render bot \
    && install --directory --mode=700 --owner=10001 --group=10001 /data /run/land-games
USER 10001:10001
VOLUME /data
STOPSIGNAL SIGTERM
# The bot writes its heartbeat every 15 s. `health` fails where that is old, where posts are stuck, and where Discord is away.
HEALTHCHECK --interval=60s --timeout=15s --start-period=90s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
