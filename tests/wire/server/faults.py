"""Scripted faults on the wire: which requests, how many of them, and how they fail."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from tests.wire.server import errors

if TYPE_CHECKING:
    from tests.wire.server.recorder import Recorded


@dataclass(frozen=True)
class Fault:
    """One way to fail. ``applied``: the request takes effect all the same, though the client is not told."""

    applied: ClassVar[bool] = False


@dataclass(frozen=True)
class Status(Fault):
    """An answer of a proxy on the way: 500, 502, 503, 504, with a page and not JSON."""

    status: int
    page: str = "<html><body>upstream connect error</body></html>"


@dataclass(frozen=True)
class ApiFailure(Fault):
    """A refusal of Discord's own, such as ``errors.missing_permissions()``."""

    error: errors.ApiError


@dataclass(frozen=True)
class RateLimited(Fault):
    """429. ``via``: through Discord's proxies, as its own limits come; without: its firewall. ``json`` false: a page."""

    retry_after: float | None = 0.01
    via: bool = True
    json: bool = True
    everywhere: bool = False


@dataclass(frozen=True)
class Reset(Fault):
    """The connection is reset before anything happened."""


@dataclass(frozen=True)
class LostAnswer(Fault):
    """The request is applied, and the connection breaks: before the answer, or with half of its body sent."""

    applied: ClassVar[bool] = True
    at: Literal["head", "body"] = "head"


@dataclass(frozen=True)
class Hang(Fault):
    """Nothing for ``seconds``; then the request is applied after all and answered, or the connection is dropped.

    ``None``: nothing until the end of the server. ``Script.on_stall`` is told of such a request, and may have the client's own
    time limit for it end soon.
    """

    seconds: float | None = None
    then: Literal["answer", "drop"] = "answer"


@dataclass
class Rule:
    """Breaks the next ``times`` requests (none: every one) that fit, after letting ``skip`` of them pass."""

    method: str
    path: str
    fault: Fault
    times: int | None = 1
    skip: int = 0
    when: Callable[[Recorded], bool] | None = None
    struck: list[Recorded] = field(default_factory=list)

    def fits(self, request: Recorded) -> bool:
        """Whether method (``*``: any), path (a glob, without the prefix of the API) and condition are met."""
        if self.method not in ("*", request.method) or not fnmatch.fnmatchcase(request.path, self.path):
            return False
        return self.when is None or self.when(request)


class Script:
    """The rules in force. The newest that fits strikes."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self.on_stall: Callable[[Recorded], bool] = lambda _: False
        """Called as a request begins to hang that is never answered. Returns whether the client gives it up soon."""

    def add(
        self,
        method: str,
        path: str,
        fault: Fault,
        *,
        times: int | None = 1,
        skip: int = 0,
        when: Callable[[Recorded], bool] | None = None,
    ) -> Rule:
        """Breaks the next ``times`` requests to ``method path``, a glob such as ``/channels/*/messages``."""
        rule = Rule(method, path, fault, times, skip, when)
        self._rules.insert(0, rule)
        return rule

    @contextmanager
    def outage(self, fault: Fault, method: str = "*", path: str = "*") -> Iterator[Rule]:
        """Breaks every such request for as long as the block lasts."""
        rule = self.add(method, path, fault, times=None)
        try:
            yield rule
        finally:
            self._rules.remove(rule)

    def clear(self) -> None:
        """From now on nothing fails."""
        self._rules.clear()

    def strike(self, request: Recorded) -> Fault | None:
        """The fault that this request meets."""
        for rule in self._rules:
            if rule.times == 0 or not rule.fits(request):
                continue
            if rule.skip:
                rule.skip -= 1
                continue
            if rule.times is not None:
                rule.times -= 1
            rule.struck.append(request)
            return rule.fault
        return None
