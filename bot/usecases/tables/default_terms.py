"""Which terms a new table has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.common.terms import Terms
from bot.usecases.server.guild_settings import GuildSettings


def choose_terms(asked: Mapping[str, Any], settings: GuildSettings) -> Terms:
    """Return what the host asked for; else what the server has set under the same name; else what is usual."""
    chosen: dict[str, Any] = {}
    for name, field in Terms.model_fields.items():
        extra = field.json_schema_extra
        usual = extra.get("usual", field.default) if isinstance(extra, dict) else field.default
        of_server = getattr(settings, name, None)
        chosen[name] = asked[name] if asked.get(name) is not None else usual if of_server is None else of_server
    return Terms(**chosen)
