"""The message of an expired turn: the opponents' options, or the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import discord

from bot.common.markdown import bold
from bot.panels.core import Button
from bot.ui.framework.components import make_button, show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.words.references import mention
from bot.ui.words.times import format_moment
from bot.usecases.access import explain_stop
from bot.usecases.time.claims import Claim, list_claim_options
from rules import GAMES

ADJOURNED = "Nobody has claimed, so the game is **adjourned**. Any of its players can resume it here, or with `/resume`."

GOES_ON = "The game goes on."


class ClaimPress(Press, word="claim"):
    """A button of an expired turn, which began at the version ``turn``."""

    game_id: int
    turn: int
    what: Annotated[str, one_of("drop", "drop_yes", "drop_no", "substitute", "stand_in", "resume")]


def list_asked_seats(claim: Claim) -> Sequence[int]:
    """Return the seats that may claim: all that still play, except the one out of time."""
    return [seat for seat in claim.log.state().left if seat != claim.clock.seat]


def write_text(claim: Claim) -> str:
    """Return the text of the message."""
    row, clock = claim.log.row, claim.clock
    name = bold(row.names[clock.seat or 0])
    head = f"**{GAMES[row.kind].title}** · game #{row.id}\n⌛ {name}’s time is up."
    if claim.is_open:
        who = ", ".join(f"<@{member}>" for member in row.members(list_asked_seats(claim)))
        late, until = mention(row.players[clock.seat or 0]), format_moment(claim.adjourn_at)
        then = f"{name} loses on time" if row.terms.league else "the game is adjourned"
        if not who:
            counts = "your move still counts: computers claim nothing"
            return f"{head}\n{late}, {counts}.\nWithout a move, {then} {until}."
        return (
            f"{head}\n{who}: choose what happens, or wait.\n{late}, your move still counts until somebody has claimed.\n"
            f"Without a move or a claim, {then} {until}."
        )
    if (ended := _describe_end(claim, name)) is None:  # the seat may have a new holder, who was not out of time
        outcome = GOES_ON if row.status == "running" else explain_stop(row)
        return f"**{GAMES[row.kind].title}** · game #{row.id}\n⌛ The time for this turn was up. {outcome}"
    return f"{head} {ended}"


def _describe_end(claim: Claim, name: str) -> str | None:
    """Describe the outcome of an expired turn; ``None`` if neither a claim nor the lack of one ended it."""
    row, log = claim.log.row, claim.log
    if row.is_adjourned and claim.clock.version == log.row.version:
        return ADJOURNED
    after = log.rows[claim.clock.version : claim.clock.version + 1]
    if after and after[0].text == f"drop {claim.clock.seat}" and after[0].seat is None:
        return f"Nobody resumed the game, so {name} has lost on time."
    if after and after[0].text == f"drop {claim.clock.seat}" and after[0].seat != claim.clock.seat:
        claimant = bold(row.names[after[0].seat or 0])  # in a league, possibly nobody has claimed
        if row.is_over and row.ending == "time" and len(log.state().left) == 1:
            return f"{claimant} {'wins on time' if row.terms.league else 'has claimed the win'}."
        return f"{'The' if row.terms.league else f'{claimant} has claimed: the'} others go on without {name}."
    if after and after[0].level is not None:
        return f"A computer has played this turn for {name}."
    return None


def make_buttons(claim: Claim) -> discord.ui.View | None:
    """Return the opponents' buttons while the claim is open, **Resume** if the game is adjourned, else ``None``."""
    row, turn = claim.log.row, claim.clock.version
    if claim.is_open:
        if not row.members(list_asked_seats(claim)):
            return None
        wanted = [Button(option.what, option.label, "primary") for option in list_claim_options(claim.log.state())]
        return view(show_button(ClaimPress(row.id, turn, b.id).id, b) for b in wanted)
    if row.is_adjourned:
        return view([make_button(ClaimPress(row.id, turn, "resume"), "Resume", "primary")])
    return None
