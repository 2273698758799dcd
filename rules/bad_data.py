"""What is wrong with data from outside, in words of ours: pydantic's own are for programmers."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

_MOST = 200
"""Characters of a reason."""
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
"""By the type of error, or by its first word, what to say."""


def describe_bad_data(error: ValidationError) -> str:
    """Return the first thing that is wrong, and where, in a sentence that begins small and has no full stop at its end."""
    first = error.errors(include_url=False, include_input=False)[0]
    where, inner = ".".join(map(str, first["loc"]))[:80], first.get("ctx", {}).get("error")
    if isinstance(inner, ValidationError):
        return describe_bad_data(inner)
    if first["type"] == "value_error":
        return str(inner)[:_MOST].rstrip(".")
    return f"{where or 'it'} {_say(first['type'], first.get('ctx', {}))}"[:_MOST]


def _say(kind: str, context: dict[str, Any]) -> str:
    found = _WHAT.get(kind) or _WHAT.get(kind.partition("_")[0])
    return "is not what it should be" if found is None else found.format_map(context)
