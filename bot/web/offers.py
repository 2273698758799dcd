"""What a member may do in a game beside moving, as buttons of the page: each says what it sends, and what it asks before."""

from __future__ import annotations

from typing import Any

from bot.presentation.actions import Asked, Offered
from bot.web.plain_text import plain_text


def tell_offered(offered: Offered) -> dict[str, Any]:
    """Return a button as the page reads it. ``address``: where it sends ``body`` to, below ``api/``."""
    asks, yes, _ = offered.question or ("", "", "")
    told = {"label": offered.label, "address": offered.key, "body": offered.values}
    return {**told, "asks": plain_text(asks), "sure": yes}


def tell_asked(asked: Asked) -> dict[str, Any]:
    """Return what was proposed, with the answers, as the page reads it."""
    return {"words": plain_text(asked.words), "by": asked.answer_by, "offers": list(map(tell_offered, asked.answers))}
