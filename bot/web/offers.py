"""What a member may do in a game beside moving, as buttons of the page: each says what it sends, and what it asks before."""

from __future__ import annotations

from typing import Any

from bot.presentation.actions import Asked, Offered
from bot.web.spans import to_spans


def tell_offered(offered: Offered) -> dict[str, Any]:
    """Return a button as the page reads it. ``address``: where it sends ``body`` to, below ``api/``."""
    told = {"label": offered.label, "address": offered.key, "body": offered.values}
    question = offered.question
    return told | ({"asks": "", "sure": ""} if question is None else {"asks": to_spans(question.text), "sure": question.yes})


def tell_asked(asked: Asked) -> dict[str, Any]:
    """Return what was proposed, with the answers, as the page reads it."""
    return {"words": to_spans(asked.words), "offers": list(map(tell_offered, asked.answers))}
