"""Everything that whoever runs the bot may set, from the environment or a ``.env`` file."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings of one process. Every field has a default; without a token the bot runs on a local page."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = Field(None, description="The bot's token; none: a local page instead of Discord")
    database_url: str = Field(
        "sqlite+aiosqlite:///var/land-games.sqlite3",
        description="sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME",
    )
    theme: Literal["dark", "light", "contrast"] = Field("dark", description="Colours of the frame around the boards")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="How much is logged")
    shard_count: int = Field(1, ge=1, description="Shards of the whole bot, over all processes")
    shard_ids: list[int] | None = Field(None, description="The shards of this process, such as [0,1]; none: all")
    table_hours: int = Field(48, ge=1, le=24 * 14, description="After how many hours a table that nobody fills expires")
    preview_port: int = Field(8080, ge=0, le=65535, description="Port of the local page; 0: any free one")
    preview_database: str = Field("var/preview.sqlite3", description="SQLite file of the local page's games")
