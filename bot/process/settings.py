"""The host's settings: from the environment, or from a file that every command finds automatically."""

from __future__ import annotations

import codecs
import io
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError

from bot.process.host.settings_file import FOLDER_FILE, HEARTBEAT_FILE, SettingsProblem, find_file, get_variable

_SECRET = frozenset({"discord_token", "database_url", "https_proxy"})
"""Settings whose values are never shown."""

NO_TOKEN = "There is no DISCORD_TOKEN: set it to the bot's token."  # noqa: S105
LOOPBACK = ("127.0.0.1", "::1", "localhost")

MOST_SHARDS = 30_000
"""Maximum number of shards, more than any bot has."""


class Settings(BaseSettings):
    """The settings of one process. Every field has a default; without a token the bot runs on a local page.

    In the environment and in the file the names are in capitals. An empty value counts as not set.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore")

    discord_token: SecretStr | None = Field(None, description="The bot's token; none: a local page instead of Discord")
    database_url: str = Field(
        "sqlite+aiosqlite:///var/land-games.sqlite3",
        description="sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME",
    )
    https_proxy: SecretStr | None = Field(
        None, description="The HTTP proxy through which Discord is reached, such as http://USER:PASSWORD@proxy.example.org:3128"
    )
    theme: Literal["dark", "light", "contrast"] = Field("dark", description="Colours of the frame around the boards")
    icons: bool = Field(True, description="Whether the bot uploads its own emoji to Discord; otherwise it shows characters")
    table_hours: int = Field(48, ge=1, le=24 * 14, description="After how many hours a table that nobody fills expires")
    tables_per_member: int = Field(10, ge=1, description="Open tables that one member may have in a server")
    tables_per_server: int = Field(100, ge=1, description="Open tables in one server")
    games_per_member: int = Field(100, ge=1, description="Games that one member may be playing in a server")
    games_per_server: int = Field(1000, ge=1, description="Running games in one server")
    presses_per_second: float = Field(10.0, gt=0, description="Presses and commands of one member, in the long run")
    presses_at_once: int = Field(200, ge=1, description="Presses that one member may make at once after a pause")
    pictures_per_minute: int = Field(60, ge=1, description="Private boards and rules that one member may ask for")
    replays_per_minute: int = Field(10, ge=1, description="Replays that one member may ask for")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="How much is logged")
    log_style: Literal["auto", "json", "text"] = Field(
        "auto", description="json: one JSON object a line; text: for people; auto: text in a terminal, else json"
    )
    shard_count: Literal["auto"] | Annotated[int, Field(ge=1, le=MOST_SHARDS)] = Field(
        1, description="Shards of the whole bot, over all processes; auto: as many as Discord suggests"
    )
    shard_ids: Annotated[list[int], NoDecode] | None = Field(
        None, description="The shards of this process, such as 0,1; none: its share, by PostgreSQL's locks"
    )
    shards_per_process: int | None = Field(
        None, ge=1, description="How many shards a process takes at most; none: all shards divided by the processes"
    )
    workers: int = Field(
        1,
        ge=1,
        le=32,
        description="Processes for each kind of slow work: replays and cards, computer players, analysis",
    )
    backup_folder: str = Field("var/backups", description="Folder for the files of `backup`")
    backups_kept: int = Field(14, ge=1, description="How many backups `backup` keeps; older ones are removed")
    heartbeat_file: str = Field(HEARTBEAT_FILE, description="Written while the bot is healthy; `health` checks its age")
    metrics_port: int = Field(0, ge=0, le=65535, description="Port on which Prometheus finds the metrics; 0: none")
    metrics_host: str = Field("127.0.0.1", description="Address on which the metrics are served")
    public_url: str | None = Field(
        None,
        description="Address at which browsers reach this bot's pages, such as https://games.example.org; without it, no pages",
    )
    web_host: str = Field("127.0.0.1", description="Address on which the pages are served, for the proxy in front of them")
    web_port: int = Field(8090, ge=0, le=65535, description="Port on which the pages are served; 0: any free one")
    trusted_proxy: str | None = Field(
        None, description="Addresses or networks of the proxies whose X-Forwarded-For is trusted, such as 127.0.0.1"
    )
    login_pause: float = Field(
        90.0,
        ge=0,
        le=3600,
        description="Seconds between a login to Discord and the end of a process that fails after it, so that restarts "
        "cannot use up the 1000 logins a day",
    )
    preview_port: int = Field(8080, ge=0, le=65535, description="Port of the local page; 0: any free one")
    preview_database: str = Field("var/preview.sqlite3", description="SQLite file of the local page's games")

    @field_validator("discord_token", mode="before")
    @classmethod
    def _strip_token(cls, value: Any) -> Any:
        """Return the bare token: without whitespace, and without the ``Bot`` that precedes it in a header."""
        if isinstance(value, str):
            return value.strip().removeprefix("Bot ").strip() or None
        return value

    @field_validator("https_proxy")
    @classmethod
    def _check_https_proxy(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            try:
                parts = urlsplit(value.get_secret_value())
                is_address = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
            except ValueError:  # the message would show a part of the password
                is_address = False
            if not is_address:
                raise ValueError("it should be an address such as http://proxy.example.org:3128")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_shard_ids(cls, value: Any) -> Any:
        """Return numbers separated by commas, with or without brackets around them."""
        if isinstance(value, int):
            return [value]
        if isinstance(value, str):
            return split_at_commas(value.strip().strip("[]"))
        return value

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(cls, value: list[int] | None, info: ValidationInfo) -> list[int] | None:
        count = info.data.get("shard_count")
        if value is not None and count == "auto":
            raise ValueError("they need a number of shards: set SHARD_COUNT")
        if value is not None and count is not None and (not value or not all(0 <= shard < count for shard in value)):
            raise ValueError(f"with SHARD_COUNT={count} they must be numbers from 0 to {count - 1}")
        return value

    @field_validator("public_url")
    @classmethod
    def _check_public_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
            raise ValueError("it should be an address such as https://games.example.org")
        if parts.scheme == "http" and parts.hostname not in LOOPBACK:
            raise ValueError("it should begin with https://, since anybody who intercepts a link could play with it")
        return value.rstrip("/")

    @field_validator("trusted_proxy")
    @classmethod
    def _check_proxy(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                for network in split_at_commas(value):
                    ip_network(network)
            except ValueError:
                raise ValueError("it should be addresses or networks with commas, such as 127.0.0.1,172.16.0.0/12") from None
        return value

    @model_validator(mode="after")
    def _check_preview_database(self) -> Settings:
        """Raise ValueError if the local page and Discord share a database, since simulated ids are meaningless on Discord."""
        if self.database_url.endswith("/" + self.preview_database):
            raise ValueError("PREVIEW_DATABASE must be another file than that of DATABASE_URL")
        return self


def split_at_commas(value: str) -> list[str]:
    """Return the parts of a setting that has several values."""
    return [part.strip() for part in value.split(",") if part.strip()]


def find_proxy(settings: Settings) -> str | None:
    """Return the proxy through which Discord is reached, with its password; ``None`` if it is reached directly."""
    return settings.https_proxy.get_secret_value() if settings.https_proxy else None


def find_origin(settings: Settings) -> str | None:
    """Return the source of the database setting; ``None`` if it is not set."""
    if "database_url" not in settings.model_fields_set:
        return None
    return "the environment" if get_variable("DATABASE_URL") else str((find_file() or FOLDER_FILE).absolute())


def load(**overrides: Any) -> Settings:
    """Return the settings of this process. Raise SettingsProblem, which says what to change, if they are invalid."""
    file = find_file()
    try:
        if file is not None:
            _check_lines(file)
        return Settings(_env_file=file, **overrides)
    except ValidationError as error:
        raise SettingsProblem("\n".join(_describe_errors(error, file))) from error
    except (SettingsError, OSError, UnicodeDecodeError) as error:
        raise SettingsProblem(f"The settings cannot be read ({error}): mend the file {file} or remove it.") from error


def _check_lines(file: Path) -> None:
    """Raise SettingsProblem for a line that would be ignored, since a bot that misses its token would serve the local page."""
    content = file.read_bytes()
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SettingsProblem(f"The file {file} is saved as UTF-16, which cannot be read: save it as UTF-8.")
    for line in parse_stream(io.StringIO(content.decode("utf-8-sig"))):
        text = line.original.string
        if line.error or (line.key is not None and line.value is None and not line.key.isidentifier()):
            number = line.original.line + text[: -len(text.lstrip())].count("\n")
            name = re.split(r"\W", text.lstrip(), maxsplit=1)[0].upper()
            name = name if name.lower() in Settings.model_fields else "NAME"
            raise SettingsProblem(f"Line {number} of {file} is not a setting: write {name}=value there.")


def _describe_errors(error: ValidationError, file: Path | None) -> list[str]:
    """Return a sentence for each invalid setting. If a setting accepts several types, the sentence names them all."""
    of_field: dict[object, list[Any]] = {}
    for found in error.errors():
        of_field.setdefault(found["loc"][:1], []).append(found)
    where = f"in the environment or in the file {file or FOLDER_FILE}."
    return [_describe_error(found[0], " or ".join(map(_reason, found)), where) for found in of_field.values()]


def _reason(found: Any) -> str:
    return str(found["msg"]).removeprefix("Value error, ").replace("Input should be", "it should be")


def _describe_error(found: Any, why: str, where: str) -> str:
    if not found["loc"]:
        return f"{why}: change one of them {where}"
    field = str(found["loc"][0])
    value = "" if field in _SECRET else f" is {found['input']!r}, but"
    return f"The setting {field.upper()}{value} cannot be used: {why[0].lower()}{why[1:]}. Change it {where}"
