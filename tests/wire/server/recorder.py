"""Requests as they came in, read apart."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.wire.server.faults import Fault
from tests.wire.server.world import Upload


@dataclass
class Recorded:
    """One request and what became of it. ``template`` is its path in the words of Discord's OpenAPI description."""

    method: str
    path: str
    template: str
    ids: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: list[Upload] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    fault: Fault | None = None
    status: int | None = None
    at: float = field(default_factory=time.monotonic)
    """When it came, in seconds of a clock of no meaning."""

    @property
    def payload(self) -> dict[str, Any]:
        """The body, when it is an object."""
        return self.body if isinstance(self.body, dict) else {}

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


async def read(request: web.Request, prefix: str) -> Recorded:
    """Read a request whole; what cannot be read is noted among the problems."""
    resource = request.match_info.route.resource
    template = "" if resource is None else resource.canonical.removeprefix(prefix)
    recorded = Recorded(
        request.method,
        request.path.removeprefix(prefix),
        template,
        dict(request.match_info),
        dict(request.query),
        None,
    )
    if request.content_type == "multipart/form-data":
        await _read_multipart(request, recorded)
    else:
        raw = await request.read()
        if raw and request.content_type != "application/json":
            recorded.problems.append(f"body: content type {request.content_type} is not JSON")
        if raw:
            recorded.body = _parse(raw, recorded)
    return recorded


async def _read_multipart(request: web.Request, recorded: Recorded) -> None:
    """Discord's form: ``payload_json`` and ``files[0]``, ``files[1]`` and so on."""
    form = await request.post()
    for name, value in form.items():
        numbered = re.fullmatch(r"files\[(\d+)\]", name)
        if name == "payload_json" and isinstance(value, str):
            recorded.body = _parse(value.encode(), recorded)
        elif numbered is not None and isinstance(value, web.FileField):
            recorded.uploads.append(Upload(int(numbered[1]), value.filename, value.file.read()))
            value.file.close()
        else:
            recorded.problems.append(f"body: a form has no field {name!r} of this kind")


def _parse(raw: bytes, recorded: Recorded) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        recorded.problems.append(f"body: not JSON: {error}")
        return None
