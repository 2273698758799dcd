"""Describes invalid data from outside in plain words: pydantic's own messages are written for programmers."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

_MOST = 200
"""Maximum length of a description, in characters."""
_WHAT = {
    "missing": "is missing",
    "extra_forbidden": "is nothing that I know",
    "string_type": "has to be a text",
    "string_too_short": "is empty",
    "string_too_long": "is longer than {max_length} characters",
    "bool": "has to be true or false",
    "int": "has to be a whole number",
    "float": "has to be a number",
    "finite": "has to be a number",
    "list": "has to be a list",
    "tuple": "has to be a list",
    "dict": "has to be an object",
    "model": "has to be an object",
    "datetime": "has to be a date and a time",
    "too_short": "has to have at least {min_length} entries",
    "too_long": "has to have at most {max_length} entries",
    "greater_than": "has to be more than {gt}",
    "greater_than_equal": "has to be at least {ge}",
    "less_than": "has to be less than {lt}",
    "less_than_equal": "has to be at most {le}",
    "literal_error": "has to be {expected}",
}
"""Type of a pydantic error, or the first word of the type -> the message."""


def describe_bad_data(error: ValidationError) -> str:
    """Return the first error and its location, as a sentence with a small initial and without a full stop."""
    first = error.errors(include_url=False, include_input=False)[0]
    where, inner = ".".join(map(str, first["loc"]))[:80], first.get("ctx", {}).get("error")
    if isinstance(inner, ValidationError):
        return describe_bad_data(inner)
    if first["type"] == "value_error":
        return str(inner)[:_MOST].rstrip(".")
    return f"{where or 'it'} {_describe(first['type'], first.get('ctx', {}))}"[:_MOST]


def _describe(kind: str, context: dict[str, Any]) -> str:
    found = _WHAT.get(kind) or _WHAT.get(kind.partition("_")[0])
    return "is not what it should be" if found is None else found.format_map(context)
