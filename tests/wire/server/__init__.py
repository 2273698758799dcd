"""A small Discord on 127.0.0.1: HTTP API v10, gateway and CDN, for the real client to talk to over real sockets.

``world`` holds what Discord knows, ``http`` and ``gateway`` speak for it, ``faults`` breaks the wire on purpose, ``spec`` and
``checks`` judge every request, ``people`` press and type, ``loopback`` puts it together.
"""

from tests.wire.server.faults import ApiFailure, Hang, LostAnswer, RateLimited, Reset, Status
from tests.wire.server.loopback import Loopback
from tests.wire.server.people import Person
from tests.wire.server.world import Channel, Guild, Message, World

__all__ = [
    "ApiFailure",
    "Channel",
    "Guild",
    "Hang",
    "Loopback",
    "LostAnswer",
    "Message",
    "Person",
    "RateLimited",
    "Reset",
    "Status",
    "World",
]
