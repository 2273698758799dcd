"""The rules of a game on its page, as in ``/rules``, and the rules' reasons against a choice."""

from __future__ import annotations

from functools import partial

from aiohttp import web
from pydantic import Field

from bot.common.words import Text, explain_illegal
from bot.presentation.texts import read_guide_parts, read_summary
from bot.web.guard import Body
from bot.web.site import Site, draw_within, send_json
from bot.web.spans import Span, to_spans
from bot.workers.jobs import ExamplePicture
from render.view import Picture
from rules import GAMES, State, game_of
from rules.partial_move import restore

MOST_DECIDED = 200
"""Maximum number of chosen moves that a request may name."""


class Wanted(Body):
    """Parts of a move that a member wants to add to the chosen ones."""

    version: int = Field(ge=0, lt=2**32)
    """The version of the game, or the number of the exercise, which may be larger than a version."""
    decided: list[str] = Field(default=[], max_length=MOST_DECIDED)
    """Whole moves of the same turn that were chosen before."""
    chosen: dict[str, str]
    wanted: dict[str, str]


def explain_refused_parts(state: State, asked: Wanted) -> str | list[Span]:
    """Return the rules' reason why parts cannot be added to the chosen ones; empty if they have none."""
    begun = restore(state, game_of(state.game, state.rules).parts, {"decided": asked.decided, "chosen": asked.chosen})
    if not begun.goes_on:  # all cows are placed: nothing is refused after the end of a turn, so ask as at its beginning
        begun = begun.redecide(())
    refusal = begun.refusal(asked.wanted)
    return to_spans(explain_illegal(refusal)) if refusal else ""


async def send_rules(site: Site, kind: str, theme: str, user_id: int) -> web.Response:
    """Return the parts of the rules of a game, and the description of their picture."""
    made = await draw_example(site, kind, theme, user_id)
    parts = [[title, to_spans(Text(words))] for title, words in read_guide_parts(kind).items()]
    return send_json({"title": GAMES[kind].title, "summary": read_summary(kind), "parts": parts, "alt": made.alt})


async def draw_example(site: Site, kind: str, theme: str, user_id: int) -> Picture:
    """Return the picture of the rules: a position from the middle of a game."""
    draw = partial(site.workers.run, ExamplePicture(kind, theme), user_id)
    return await draw_within(site.pictures, ("rules", kind, theme), site.pacing.pictures, user_id, draw)
