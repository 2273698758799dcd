"""``/premove``: a panel to plan answers to the moves of the others, in a tree of branches."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.common.markdown import to_markdown
from bot.panels.core import Send
from bot.panels.maker import HELP
from bot.presentation.lines import ask_to_replace, describe_line, write_turns
from bot.ui.framework.app import App, Interaction, guild_of, here, user_of
from bot.ui.framework.press import read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play.panel_message import close_panel, find_recent_squares, maker_of
from bot.ui.play.premove_panel import PremovePress, View, explain_no_choice, list_choices, render_premove_panel
from bot.usecases import access, queries
from bot.usecases.play import drafts, lines
from bot.usecases.play.lines import find_armed
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal

MOVED_ON = "The game has moved on; here is the current position."
LINE = "line"
"""Key of a draft for the decisions that lead to the position in the panel."""
ASKED = "asked"
"""Key of a draft for a move that needs confirmation to replace another one."""


async def open_premoves(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return the panel of ``/premove`` with the existing branches."""
    position = await queries.view_chosen_game(app.context, *here(interaction), game)
    return await render_premove_panel(app, interaction, _view(position, interaction)._replace(asked=""))


@answers(PremovePress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: PremovePress) -> Reply:
    """Answer a press in the panel."""
    control, values = press.control, press.values
    try:
        position = await queries.view_game(app.context, guild_of(interaction), press.game_id, interaction.user.id)
        view = _view(position, interaction)
    except Refusal as refusal:
        return close_panel(str(refusal))
    if view.position.version != press.version:
        return await render_premove_panel(app, interaction, view, above=MOVED_ON, edit=True)
    kind, _, what = control.partition(".")
    if kind == "tree":
        view, above = await _go(app, interaction, view, what, values)
        return await _keep(app, interaction, view, above)
    panel = list_choices(view)
    if panel is None:
        return await render_premove_panel(app, interaction, view, edit=True)
    if control == HELP:
        return Reply(panel.more)
    result = maker_of(view.position).press(
        view.state, view.state.seat or 0, view.draft, control, values, find_recent_squares(view.position)
    )
    if not isinstance(result, Send):
        return await _keep(app, interaction, view._replace(draft=result, asked=""))
    try:
        view, above = await _choose(app, interaction, view, result.text)
    except Refusal as refusal:
        above = f"⚠️ {refusal}"
    return await _keep(app, interaction, view, above)


def _view(position: GameView, interaction: Interaction) -> View:
    """Return the panel's content as the player left it. Raise Refusal if there is nothing to premove."""
    seat = access.to_premove(position.row, position.state, interaction.user.id)
    draft = dict(position.draft)
    line, asked = tuple(json.loads(draft.pop(LINE, "[]"))), draft.pop(ASKED, "")
    return View(position, find_armed(position.log, seat, position.armed), line, draft, asked)


async def _keep(app: App, interaction: Interaction, view: View, above: str = "") -> Reply:
    """Store the choices, so that they survive a restart, and return the panel."""
    stored = {**view.draft, LINE: json.dumps(view.line), **({ASKED: view.asked} if view.asked else {})}
    await drafts.keep(app.context, view.position.row.id, interaction.user.id, view.position.version, stored)
    return await render_premove_panel(app, interaction, view, above=above, edit=True)


async def _choose(app: App, interaction: Interaction, view: View, text: str, *, replace: bool = False) -> tuple[View, str]:
    """Return the view after a complete move, with the next question or an armed line, and a line of text about it."""
    row = view.position.row
    before = view.state
    after, decided = before.play_all(text)
    texts = tuple(map(str, decided))
    line = view.line + texts
    if not view.answers:
        if after.seat is None:
            played = to_markdown(describe_line(row, view.armed, line))
            why = f"⚠️ If {played}, {explain_no_choice(after)}, so nothing can be premoved there."
            return view.go_to(view.line), why
        return view.go_to(line), ""
    where = (app.context, row.guild_id, row.id, user_of(interaction))
    try:
        armed = await lines.arm_line(*where, line, seen=view.position.version, interaction_id=interaction.id, replace=replace)
    except lines.Contradiction as question:
        return view.go_to(view.line)._replace(asked=text), f"⚠️ {to_markdown(ask_to_replace(question))}"
    view = view._replace(armed=armed)
    view = view.go_to(view.last.before if after.seat is None else line)
    return view, f"✅ Saved: then you **{write_turns(before, texts)}**."


async def _go(app: App, interaction: Interaction, view: View, what: str, values: Sequence[str]) -> tuple[View, str]:
    """Go to another branch, remove branches, or confirm or decline a replacement. Return the view and a line of text."""
    row = view.position.row
    if what == "open":
        chosen = view.rounds[read_number(values[0]) :][:1] if values else []
        return (view.go_to(chosen[0].line) if chosen else view), ""
    if what == "back":
        return view.go_to(view.line[: -len(view.armed.list_turns(view.line)[-1][1])] if view.line else ()), ""
    if what == "remove":
        where = (app.context, row.guild_id, row.id, user_of(interaction), view.last.asked)
        armed = await lines.disarm_lines(*where, seen=view.position.version, interaction_id=interaction.id)
        return view._replace(armed=armed).go_to(view.last.before), "Removed."
    if what == "replace" and view.asked:
        return await _choose(app, interaction, view, view.asked, replace=True)
    return view.go_to(view.line if what in ("replace", "stay") else ()), ""
