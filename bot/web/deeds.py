"""What a player does on the page beside moving: by the very use cases that presses in Discord use."""

from __future__ import annotations

from typing import Literal

from aiohttp import web
from pydantic import Field

from bot.common.crash_points import crash_point
from bot.presentation.hints import tell_hint, tell_used
from bot.storage.queries.pages.keys import TokenRow
from bot.usecases import access, queries
from bot.usecases.computers import hints, takeover
from bot.usecases.context import User
from bot.usecases.pages.keys import Closed
from bot.usecases.play import draw, moves, proposals, resign, undo, writing
from bot.usecases.play.proposals import Proposed
from bot.usecases.play.writing import MOST_NOTED
from bot.usecases.refusal import Refusal
from bot.usecases.seats import offers
from bot.usecases.time import claims, pauses
from bot.web.guard import TOO_MANY_PICTURES, Body, Once, TooMany, pressing, read_body
from bot.web.plain_text import plain_text
from bot.web.position import find_marked
from bot.web.site import SITE, Site
from bot.workers.jobs import HintJob

NOT_PLAYING = "You do not play in this game, so nothing was changed."
REPEATED = "That was played already; nothing was changed."
DONE_ALREADY = "That is done already; nothing was changed."
ASKED = "The others are asked in the channel. Nothing changes unless everybody agrees."
AGREED = "You agree."
STILL_ASKED = "You agree. The others have not answered yet."


class Play(Body):
    """A move, or all moves of a turn."""

    text: str = Field(min_length=1, max_length=4000)
    version: int = Field(ge=0, lt=2**31)
    once: Once


class Act(Body):
    """Something for which one word says it all."""

    once: Once


class Answer(Act):
    """An answer to a proposal."""

    proposal: int = Field(ge=0, lt=2**63)
    agrees: bool


class Claim(Act):
    """What an opponent wants once time is out."""

    what: Literal["drop", "substitute", "stand_in"]
    turn: int = Field(ge=0, lt=2**31)


class Pause(Act):
    """A pause, or its end."""

    ends: bool


class AskHint(Act):
    """A hint at a version of the game."""

    version: int = Field(ge=0, lt=2**31)


class Note(Body):
    """What somebody writes down for themselves."""

    text: str = Field(max_length=4 * MOST_NOTED, pattern=r"^[^\x00]*$")


routes = web.RouteTableDef()


@routes.post("/api/play")
async def play_move(request: web.Request) -> web.Response:
    """Play what was chosen, at the version of the game at which it was chosen."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Play)
    played = await moves.play(
        site.context, key.guild_id, key.game_id, user, body.text, interaction_id=body.once, seen=body.version
    )
    return _tell(site, REPEATED if played.repeated else "")


@routes.post("/api/undo")
async def take_back(request: web.Request) -> web.Response:
    """Take the member's last move back, or ask the others whether it may be."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Act)
    asked = await undo.undo(site.context, key.guild_id, key.game_id, user, interaction_id=body.once)
    return _tell(site, "Your last move is taken back." if asked.proposal is None else ASKED)


@routes.post("/api/draw")
async def offer_draw(request: web.Request) -> web.Response:
    """Offer a draw; where another player has offered one, agree to it."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Act)
    return _tell(site, _say(await draw.draw(site.context, key.guild_id, key.game_id, user, interaction_id=body.once)))


@routes.post("/api/answer")
async def answer_proposal(request: web.Request) -> web.Response:
    """Agree to what another player has proposed, or refuse it."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Answer)
    known = await proposals.get_proposal(site.context, body.proposal)
    if known is None or known[1].game_id != key.game_id:
        raise Refusal("There is no such proposal.")
    _, proposal = await proposals.answer(
        site.context, key.guild_id, body.proposal, user, agrees=body.agrees, interaction_id=body.once, elsewhere=True
    )
    if not body.agrees:
        return _tell(site, "You refuse, so nothing changes.")
    return _tell(site, AGREED if proposal.status == "agreed" else STILL_ASKED)


@routes.post("/api/resign")
async def give_up(request: web.Request) -> web.Response:
    """Give up. The page has asked whether it is meant."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Act)
    played = await resign.resign(site.context, key.guild_id, key.game_id, user, interaction_id=body.once)
    return _tell(site, DONE_ALREADY if played.repeated else "You have given up.")


@routes.post("/api/claim")
async def claim(request: web.Request) -> web.Response:
    """Do what the opponents may do once time is out."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Claim)
    where = (site.context, key.guild_id, key.game_id, user, body.turn)
    if body.what == "substitute":
        await offers.ask_for_substitute(*where, interaction_id=body.once)
        return _tell(site, "The channel is asked who takes the seat. Until somebody does, you can still claim, or wait.")
    if body.what == "stand_in":
        await takeover.ask(*where, interaction_id=body.once)
        return _tell(site, "A computer plays this turn now; the seat stays with its player.")
    played = await claims.drop_player(*where, interaction_id=body.once)
    if played.repeated:
        return _tell(site, DONE_ALREADY)
    return _tell(site, "You win on time." if played.row.is_over else "The others go on without the player whose time was out.")


@routes.post("/api/pause")
async def pause(request: web.Request) -> web.Response:
    """Propose a pause, or end one."""
    site, key, user = await _find_player(request)
    body = await read_body(request, Pause)
    where = (site.context, key.guild_id, key.game_id, user)
    if body.ends:
        await pauses.end_pause(*where, interaction_id=body.once)
        return _tell(site, "The pause is over: the clock goes on.")
    proposed = await pauses.propose_pause(*where, interaction_id=body.once)
    if proposed.proposal is None:
        return _tell(site, "The clock stands still until you move, or end the pause.")
    return _tell(site, _say(proposed))


@routes.post("/api/hint")
async def give_hint(request: web.Request) -> web.Response:
    """Say what a computer would play, and where that is on the board. It counts as used once it is there."""
    site, key, user = await _find_player(request)
    body = await read_body(request, AskHint)
    found = await queries.view_game(site.context, key.guild_id, key.game_id, user.id)
    seat = access.to_ask_hint(found.row, found.state, user.id, version=found.version)
    if body.version != found.version:
        raise Refusal(access.MOVED_ON)
    if not site.allowances.pictures.take(user.id):
        raise TooMany(TOO_MANY_PICTURES)
    hint = await site.workers.run(HintJob(found.log.record_json(), hints.THINKING), user.id)
    used = await hints.count(site.context, found, seat)
    told = "\n".join([*tell_hint(found.row, found.state, seat, hint), tell_used(used)])
    marked = find_marked(found.log, hint.moves)
    return web.json_response({"told": "", "hint": plain_text(told), "marked": marked, "version": found.version})


@routes.post("/api/note")
async def save_note(request: web.Request) -> web.Response:
    """Save what somebody who sees the game writes down for themselves, in the place of what they wrote before."""
    site = request.app[SITE]
    key = await pressing(request)
    body = await read_body(request, Note)
    return web.json_response({"note": await writing.note(site.context, key.game_id, key.user_id, body.text)})


async def _find_player(request: web.Request) -> tuple[Site, TokenRow, User]:
    """Return who does something, with the name that the game knows.

    Raise Closed for whoever does not play in it (any more).
    """
    site = request.app[SITE]
    key = await pressing(request)
    row = await queries.read_row(site.context, key.game_id)
    seat = row.seat_of(key.user_id)
    if seat is None:
        raise Closed(NOT_PLAYING)
    crash_point("press.taken")
    return site, key, User(key.user_id, row.names[seat])


def _say(proposed: Proposed) -> str:
    """Return what came of a proposal to which another player may have agreed by making it too."""
    proposal = proposed.proposal
    if proposal is None:
        return DONE_ALREADY
    if proposal.status == "agreed":
        return AGREED
    return STILL_ASKED if proposal.agreed else ASKED


def _tell(site: Site, told: str) -> web.Response:
    site.changed()
    crash_point("answer.before")
    return web.json_response({"told": told})
