"""Discord's own OpenAPI description as the judge of every request, where the file is present."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.wire.server.recorder import Recorded

SPEC_FILE = Path(__file__).parents[4] / "shared" / "discord" / "openapi.json"
"""Beside the project; without it requests are held to ``checks`` alone."""

_URI = "urn:discord"
ID_OR_TIME = re.compile(r"(?<![0-9])[1-9][0-9]{8,18}(?![0-9])")
"""A number of nine to nineteen digits: to the description one is like another of the same length."""


class Spec:
    """Validators for the requests and answers of the described routes, made when first asked for."""

    def __init__(self, description: dict[str, Any]) -> None:
        schemas = description["components"]["schemas"]
        schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
        self._schemas: dict[str, Any] = schemas
        self._make: Any = extend(Draft202012Validator, {"oneOf": self._one_of})  # type: ignore[no-untyped-call]
        self._paths: dict[str, Any] = description["paths"]
        self._registry: Registry[Any] = Registry().with_resource(_URI, DRAFT202012.create_resource(description))
        self._validators: dict[tuple[str, ...], Draft202012Validator | None] = {}
        self._judged: dict[tuple[str, ...], list[str]] = {}

    def problems(self, request: Recorded) -> list[str]:
        """What the description says against a request; empty when nothing, or when it does not know the route."""
        operation = self._operation(request)
        if operation is None:
            return [f"route: {request.method} {request.template} is not described"]
        found = [*self._parameters(request, operation)]
        validator = self._validator(request, "requestBody", "content", "application/json", "schema")
        if validator is not None and request.body is not None:
            found += self._body_problems(request, validator)
        elif validator is not None and operation["requestBody"].get("required") and not request.uploads:
            found.append("body: is required")
        return found

    def _body_problems(self, request: Recorded, validator: Draft202012Validator) -> list[str]:
        """What is wrong with a body; remembered, since tests have the same sent again, with other ids and times in it."""
        key = (request.method, request.template, ID_OR_TIME.sub(_blank, json.dumps(request.body)))
        if key not in self._judged:
            self._judged[key] = [_say(error) for error in validator.iter_errors(request.body)]
        return self._judged[key]

    def answer_problems(self, request: Recorded, status: int, answer: Any) -> list[str]:
        """What the description says against the loopback's own answer to a request."""
        validator = self._validator(request, "responses", str(status), "content", "application/json", "schema")
        return [] if validator is None else [_say(error) for error in validator.iter_errors(answer)]

    def _one_of(self, validator: Any, alternatives: list[Any], instance: Any, schema: Any) -> Iterator[ValidationError]:
        """Check the keyword ``oneOf``, and rule out most alternatives by a quick look.

        To check a button as each of the other components took half of a test's time.
        """
        possible = [each for each in alternatives if self._may_fit(each, instance)]
        if len(possible) != 1 or not validator.evolve(schema=possible[0]).is_valid(instance):
            yield from Draft202012Validator.VALIDATORS["oneOf"](validator, alternatives, instance, schema)

    def _may_fit(self, alternative: dict[str, Any], instance: Any) -> bool:
        """Whether a value is neither another constant, nor the opposite of null, nor an object of another ``type``."""
        if "const" in alternative:
            return bool(alternative["const"] == instance)
        if alternative.get("type") == "null":
            return instance is None
        if not isinstance(instance, dict) or "$ref" not in alternative:
            return True
        described = self._schemas[alternative["$ref"].rpartition("/")[2]].get("properties", {})
        return instance.get("type") in described.get("type", {}).get("enum", [instance.get("type")])

    def _operation(self, request: Recorded) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = self._paths.get(request.template, {}).get(request.method.lower())
        return operation

    def _parameters(self, request: Recorded, operation: dict[str, Any]) -> Iterator[str]:
        described = [*self._paths[request.template].get("parameters", []), *operation.get("parameters", [])]
        schemas = {(entry["in"], entry["name"]): entry["schema"] for entry in described}
        for where, given in (("path", request.ids), ("query", request.query)):
            for name, text in given.items():
                if (where, name) not in schemas:
                    yield f"{where}.{name}: is not described"
                    continue
                validator = self._compile(("parameter", request.template, request.method, where, name), schemas[where, name])
                if not any(validator.is_valid(reading) for reading in _readings(text)):
                    yield f"{where}.{name}: {text!r} is not allowed"

    def _validator(self, request: Recorded, *keys: str) -> Draft202012Validator | None:
        place = (request.template, request.method.lower(), *keys)
        if place not in self._validators:
            schema: Any = self._paths.get(request.template, {}).get(request.method.lower())
            for key in keys:
                schema = (schema or {}).get(key)
            self._validators[place] = None if schema is None else self._compile(place, schema)
        return self._validators[place]

    def _compile(self, place: tuple[str, ...], schema: dict[str, Any]) -> Draft202012Validator:
        validator = self._validators.get(place)
        if validator is None:
            validator = self._make(_anchored(schema), registry=self._registry)
            self._validators[place] = validator
        return validator


@functools.cache
def load(path: Path = SPEC_FILE) -> Spec | None:
    """The description beside the project, read once; ``None`` where there is none."""
    return Spec(json.loads(path.read_bytes())) if path.is_file() else None


def _anchored(schema: Any) -> Any:
    """The same schema, its references made absolute, since it no longer stands inside the description."""
    if isinstance(schema, dict):
        return {
            key: f"{_URI}{value}" if key == "$ref" and value.startswith("#") else _anchored(value)
            for key, value in schema.items()
        }
    return [_anchored(part) for part in schema] if isinstance(schema, list) else schema


def _blank(number: re.Match[str]) -> str:
    return "1" * len(number[0])


def _readings(text: str) -> Iterator[Any]:
    """What a parameter's text may mean."""
    yield text
    if text.lower() in ("true", "false", "0", "1"):
        yield text.lower() in ("true", "1")
    if text.isdecimal():
        yield int(text)


def _say(error: ValidationError) -> str:
    """What is wrong and where; of alternatives, what is wrong by the one that was meant."""
    while error.context:
        error = _meant(error.context)
    return f"{error.json_path.replace('$', 'body', 1)}: {error.message[:200]}"


def _meant(errors: Sequence[ValidationError]) -> ValidationError:
    """The first error of the alternative that was meant: the one whose ``type`` fits, else the one with the least errors."""
    branches: dict[Any, list[ValidationError]] = {}
    for error in errors:
        branches.setdefault(error.schema_path[0], []).append(error)

    def distance(branch: list[ValidationError]) -> tuple[bool, int]:
        return any(error.path and error.path[-1] == "type" and not error.context for error in branch), len(branch)

    return min(branches.values(), key=distance)[0]
