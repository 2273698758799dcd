"""Writes docs/record-format.md from the models of ``bot.games.file_format``: ``python -m tools.make_record_format``."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel

from bot.games.exchange import MOST_ACTIONS, MOST_BYTES, MOST_GAMES, MOST_PLAIN
from bot.games.file_format import (
    Export,
    ExportedChange,
    ExportedGame,
    ExportedHint,
    ExportedLeague,
    ExportedMember,
    ExportedPairing,
    ExportedPlayer,
    ExportedSeason,
    ExportedStandIn,
    ExportedTurn,
)
from rules import GAMES, Record

FILE = Path(__file__).parents[1] / "docs" / "record-format.md"

HEAD = f"""# Games as files

`/export` writes this format and `/import` reads it. A file is JSON in UTF-8, compressed with gzip (`.json.gz`) or not.
Every later version of the bot reads what this one writes. Fields that a reader does not know are ignored, except in a
record.

`/import` accepts files of up to {MOST_BYTES // 1000:,} kB ({MOST_PLAIN // 1_000_000} MB unpacked), with up to {MOST_GAMES}
games of at most {MOST_ACTIONS:,} actions each. Each game is replayed by the rules; an illegal one is refused with
the place and the rule. Members can look through imported games for 30 days; they never count. A file may also contain
a single record.

The ranking of a server can be computed from a file: `tests/usecases/statistics/test_counting_from_a_file.py` shows how. Persons
have numbers that mean nothing outside the file. Where an export has several parts, the last one has the leagues.

`python -m tools.make_record_format` makes this page from the program's models.
"""

MODELS = (
    (Export, "The file"),
    (ExportedGame, "A game"),
    (ExportedPlayer, "A player"),
    (ExportedTurn, "The time of a turn"),
    (ExportedChange, "A change of a seat"),
    (ExportedHint, "A hint"),
    (ExportedStandIn, "An action of a computer in a player's place"),
    (ExportedLeague, "A league"),
    (ExportedSeason, "A season"),
    (ExportedMember, "A member of a season"),
    (ExportedPairing, "A game of a season"),
    (Record, "A record"),
)


def page() -> str:
    """Return the page as it should be."""
    parts = [HEAD]
    for model, title in MODELS:
        parts.append(f"\n## {title}\n\n| field | type | what it is |\n|---|---|---|\n{_rows(model)}\n")
    names = ", ".join(f"`{name}`" for name in GAMES)
    parts.append(f"\nThe games are {names}. Actions are texts such as `C4 F`, as `/move` takes them.\n")
    schema = json.dumps(Export.model_json_schema(), indent=1, ensure_ascii=False)
    parts.append(f"\n## JSON Schema\n\n```json\n{schema}\n```\n")
    return "".join(parts)


def _rows(model: type[BaseModel]) -> str:
    schema = model.model_json_schema()
    required = set(schema.get("required", ()))
    rows = []
    for name, field in schema["properties"].items():
        optional = "" if name in required else ", optional"
        rows.append(f"| `{name}` | {_type(field)}{optional} | {field.get('description', '')} |")
    return "\n".join(rows)


def _type(field: dict[str, object]) -> str:
    """Return a field's type in a word or two."""
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    options = field.get("anyOf")
    if isinstance(options, list):
        return " or ".join(_type(option) for option in options)
    items = field.get("items")
    if isinstance(items, dict):
        return f"list of {_type(items)}"
    return str(field.get("format") or field.get("type"))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
