"""``/challenge``: a private panel with the user's standing offers, and a form to make one for a game."""

from __future__ import annotations

from typing import Annotated

from bot.common.pace import LABELS, PACES
from bot.panels.core import Entry
from bot.storage.queries.tables.challenges import Challenge
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.forms import Field, make_choice_form, read_fields, read_only_value
from bot.ui.framework.press import Press, find_word, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.refusal import Refusal
from bot.usecases.tables import challenges
from bot.usecases.tables.challenges import ANY, NO_CHANNEL
from rules import GAMES
from rules.words import count

PACES_IN_WORDS = {ANY: "any pace", **{name: LABELS.get(name, name) for name in PACES}}
AT_ONCE = {str(number): number for number in (1, 2, 3, 5)}
WITHIN = {"any": None, "100": 100, "200": 200, "400": 400}
"""Entry of the form -> maximum difference in ranking points between the players; ``None`` for any."""


class OfferPress(Press, word="standingoffer"):
    """A button of the panel, or its submitted form."""

    kind: str
    what: Annotated[str, one_of("form", "send", "withdraw")]


async def show_panel(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the panel; ``kind``: the game to show first. Raise Refusal if there is no offer, and no channel for its games."""
    mine, channel = await challenges.list_mine(app.context, guild_of(interaction), interaction.user.id)
    if not mine and channel is None:
        raise Refusal(NO_CHANNEL)
    return _panel(mine, channel, kind)


@answers(OfferPress, edit=lambda press: press.what != "form")
async def handle_press(app: App, interaction: Interaction, press: OfferPress) -> Reply:
    """Open the form, save the submitted offer, or withdraw the existing one."""
    guild, user, kind = guild_of(interaction), user_of(interaction), find_word(press.kind, GAMES).name
    mine, _ = await challenges.list_mine(app.context, guild, user.id)
    now = next((each for each in mine if each.kind == kind), None)
    if press.what == "form":
        return Reply("", form=make_choice_form(OfferPress(kind, "send").id, f"Offer: {GAMES[kind].title}", _fields(now)))
    if press.what == "withdraw":
        await challenges.withdraw(app.context, guild, user.id, kind)
    else:
        sent = read_fields(interaction)
        pace = read_only_value(sent, "pace")
        find_word(pace, PACES_IN_WORDS)
        at_once, within = (
            find_word(read_only_value(sent, "at_once"), AT_ONCE),
            find_word(read_only_value(sent, "within"), WITHIN),
        )
        await challenges.offer(app.context, guild, user, kind, pace=pace, at_once=at_once, within=within)
    return _panel(*await challenges.list_mine(app.context, guild, user.id), kind, edit=True)


def _panel(mine: list[Challenge], channel: int | None, wanted: str | None, *, edit: bool = False) -> Reply:
    """Return the panel: the user's offers, a button for each game, ``wanted`` first, and buttons to withdraw offers."""
    lines = ["**Your standing offers**", *map(_describe, mine)] if mine else ["You have no standing offer in this server."]
    lines.append("Choose a game to make an offer, or to change yours.")
    begins = NO_CHANNEL if channel is None else f"When an offer of another member fits yours, your game begins in <#{channel}>."
    lines.append(f"-# {begins} You meet the same member once a week at most, and nobody whom you have blocked.")
    have = {each.kind for each in mine}
    kinds = sorted(GAMES, key=lambda kind: kind != wanted)
    buttons = [
        make_button(OfferPress(kind, "form"), GAMES[kind].title, "primary" if kind == wanted else "secondary", row=0)
        for kind in kinds
    ]
    buttons += [
        make_button(OfferPress(kind, "withdraw"), f"Withdraw {GAMES[kind].title}", row=1) for kind in kinds if kind in have
    ]
    return Reply("\n".join(lines), view=view(buttons), edit=edit)


def _describe(each: Challenge) -> str:
    whom = "anybody" if each.within is None else f"opponents within {each.within} points"
    return (
        f"- {GAMES[each.kind].title}, {PACES_IN_WORDS.get(each.pace, each.pace)}, {count(each.at_once, 'game')} at once, {whom}"
    )


def _fields(now: Challenge | None) -> list[Field]:
    pace, at_once, within = (ANY, 1, None) if now is None else (now.pace, now.at_once, now.within)
    paces = [
        Entry(name, words, None if name == ANY else str(PACES[name]), chosen=name == pace)
        for name, words in PACES_IN_WORDS.items()
    ]
    numbers = [Entry(name, count(number, "game"), chosen=number == at_once) for name, number in AT_ONCE.items()]
    apart = [
        Entry(name, "anybody" if points is None else f"within {points} points of mine", chosen=points == within)
        for name, points in WITHIN.items()
    ]
    return [
        Field("pace", "Pace", paces),
        Field("at_once", "At once", numbers, shape="radio"),
        Field("within", "Opponents", apart, "By the ranking of this game", "radio"),
    ]
