"""``/my vacation``: plans a vacation, or shows a panel with the remaining days and the coming vacations."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from discord import app_commands

from bot.common.clock import SECOND
from bot.common.markdown import escape
from bot.panels.core import Button, Row
from bot.presentation.texts import write_title
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.layout import lay_out
from bot.ui.framework.parts import show_among_mine
from bot.ui.framework.press import Press, UnknownId, one_of
from bot.ui.framework.reply import Reply, answer_command
from bot.ui.framework.router import answers
from bot.usecases.refusal import Refusal
from bot.usecases.time import vacation
from bot.usecases.time.vacation import DAYS, Plan

LENGTHS = (1, 3, 7, 14)
"""Lengths of a vacation on offer, in days including today."""
MOST_LISTED = 5
"""Maximum number of vacations listed."""
WORDS = {"today": 0, "tomorrow": 1}


class VacationPress(Press, word="vacation"):
    """A button of the panel of vacations. ``number``: the days to take from now on, or the id of the vacation to end."""

    what: Annotated[str, one_of("take", "end")]
    number: int


def add_to(group: app_commands.Group) -> None:
    """Add the command to the group ``/my``."""

    @group.command(name="vacation", description="Stop your clocks in all servers, for up to 21 days a year")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(first="The first day, such as 2026-12-24. Empty: from now on", last="The last day")
    async def taken(interaction: Interaction, first: str | None = None, last: str | None = None) -> None:
        await answer_command(interaction, open_vacation_panel, first, last)


async def open_vacation_panel(app: App, interaction: Interaction, first: str | None, last: str | None) -> Reply:
    """Plan the typed vacation, if any, and return the panel. Raise Refusal if a day is missing or not readable."""
    user = interaction.user.id
    plan = await vacation.get_plan(app.context, user)
    if first is None and last is None:
        return _panel(plan)
    if last is None:
        raise Refusal("Add the last day of the vacation, too: `to`.")
    plan = await vacation.take_vacation(app.context, user, None if first is None else _day(plan, first), _day(plan, last))
    return _panel(plan, "Your vacation is planned.")


@answers(VacationPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: VacationPress) -> Reply:
    """Take a vacation from now on, or end one. Return the updated panel."""
    user, number = interaction.user.id, press.number
    if press.what == "end":
        ended = await vacation.end_vacation(app.context, user, number)
        return _panel(ended, "It has ended; you keep the remaining days.", edit=True)
    if number not in LENGTHS:
        raise UnknownId(f"{number} days")
    plan = await vacation.get_plan(app.context, user)
    last = vacation.day_of(plan, number - 1)
    return _panel(await vacation.take_vacation(app.context, user, None, last), "Your vacation has begun.", edit=True)


def _day(plan: Plan, typed: str) -> date:
    """Return the typed day. Raise Refusal if it is not readable."""
    text = typed.strip().casefold()
    if text in WORDS:
        return vacation.day_of(plan, WORDS[text])
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise Refusal("I read days as `2026-12-24`, `24.12.2026`, `today` or `tomorrow`.")


def _panel(plan: Plan, above: str = "", *, edit: bool = False) -> Reply:
    lines = [above, f"**Vacation** in all servers: **{plan.left}** of {DAYS} days are left this year."]
    for each in plan.coming[:MOST_LISTED]:
        since = "Now" if each.start_at <= plan.now else f"From <t:{each.start_at // SECOND}:f>"
        lines.append(f"- {since} until <t:{each.end_at // SECOND}:f>")
    lines.append(
        "On vacation your clocks stop in every game, new ones too. A turn with less than a quarter of its time left keeps "
        "running. A day counts once it has begun; end early and you keep the rest."
    )
    if plan.late:
        named = ", ".join(escape(write_title(row)) for row in plan.late[:MOST_LISTED])
        lines.append(f"**It came too late for your turn in {named}**: your clock keeps running there.")
    if plan.own.time_zone == "UTC":
        lines.append("-# Days are those of UTC: `/my preferences` sets your time zone.")
    return show_among_mine(Reply("", view=lay_out("\n".join(filter(None, lines)), _rows(plan)), edit=edit), "vacation")


def _rows(plan: Plan) -> list[Row]:
    rows = list[Row]()
    if plan.present is None:
        rows.append(tuple(_take(days, plan) for days in LENGTHS))
    for each in plan.coming[:MOST_LISTED]:
        first = datetime.fromtimestamp(each.start_at / SECOND, plan.own.zone).date()
        label = "End it now" if each.start_at <= plan.now else f"Cancel the one from {first}"
        rows.append((Button(VacationPress("end", each.id).id, label, "danger"),))
    return rows


def _take(days: int, plan: Plan) -> Button:
    label = "Today only" if days == 1 else f"{days} days from today"
    return Button(VacationPress("take", days).id, label, disabled=days > plan.left)
