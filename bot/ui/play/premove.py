"""``/premove``: a panel to choose what is played if the others play this or that, several branches deep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import discord

from bot.panels.core import Send
from bot.panels.maker import HELP
from bot.ui.framework.app import App, guild_of, here, user_of
from bot.ui.framework.game_picker import carries_on
from bot.ui.framework.press import read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play.panel_message import close_panel, find_recent_squares, maker_of
from bot.ui.play.premove_panel import PremovePress, View, list_choices, render_premove_panel, tell_what_comes
from bot.usecases import access, queries
from bot.usecases.play import branches, drafts, premoves
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal

Interaction = discord.Interaction[Any]

MOVED_ON = "The game has moved on; this is how it stands now."
LINE = "line"
"""The key of a draft under which the decisions are stored that lead to the position in the panel."""


@carries_on("premove")
async def open_premoves(app: App, interaction: Interaction, game: int | None) -> Reply:
    """``/premove``: the panel, with the branches that are chosen already."""
    position = await queries.view_chosen_game(app.context, *here(interaction), game)
    return await render_premove_panel(app, interaction, _view(position, interaction))


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
        view, above = await _handle_tree_press(app, interaction, view, what, values)
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
        return await _keep(app, interaction, view._replace(draft=result))
    try:
        view, above = await _choose(app, interaction, view, result.text)
    except Refusal as refusal:
        above = f"⚠️ {refusal}"
    return await _keep(app, interaction, view, above)


def _view(position: GameView, interaction: Interaction) -> View:
    """Return the panel as its player left it. Raise Refusal if there is nothing to premove."""
    seat = access.to_premove(position.row, position.state, interaction.user.id)
    draft = dict(position.draft)
    line = json.loads(draft.pop(LINE, "[]"))
    return View(position, seat, premoves.list_branches_from_now(position.log, position.premoves), line, draft)


async def _keep(app: App, interaction: Interaction, view: View, above: str = "") -> Reply:
    """Store what is chosen and return the panel, so that it is still there after a restart."""
    stored = {**view.draft, LINE: json.dumps(view.line)}
    await drafts.keep(app.context, view.position.row.id, interaction.user.id, view.position.version, stored)
    return await render_premove_panel(app, interaction, view, above=above, edit=True)


async def _choose(app: App, interaction: Interaction, view: View, text: str) -> tuple[View, str]:
    """Return what a complete move leads to: the next question, or a branch that is stored."""
    state, row = view.state, view.position.row
    after, decided = state.play_all(text)
    texts = list(map(str, decided))
    if state.seat != view.seat:
        if after.seat is None:
            why = f"⚠️ After **{' '.join(texts)}** {tell_what_comes(after)}, so nothing can be premoved there."
            return view.go_to(*view.line), why
        return view.go_to(*view.line, *texts), ""
    line = [*view.line, *texts]
    changed = await premoves.add_premove(
        app.context, row.guild_id, row.id, user_of(interaction), line, seen=view.position.version, interaction_id=interaction.id
    )
    saved = f"✅ Saved: then you play **{' '.join(texts)}**."
    if after.seat is None:
        return view._replace(all=changed).go_to(*_round_before(view)), saved
    return view._replace(all=changed).go_to(*line), saved


async def _handle_tree_press(
    app: App, interaction: Interaction, view: View, what: str, values: Sequence[str]
) -> tuple[View, str]:
    """Go to another place of the branches, or remove some."""
    row = view.position.row
    if what == "open":
        ways = list(branches.list_rounds(view.state, view.here, view.seat))
        chosen = read_number(values[0]) if values else len(ways)
        return (view.go_to(*view.line, *ways[chosen][0], *ways[chosen][1]), "") if chosen < len(ways) else (view, "")
    if what == "back":
        return view.go_to(*view.line[: _last_turn(view)]), ""
    if what == "remove":
        changed = await premoves.remove_premoves(
            app.context,
            row.guild_id,
            row.id,
            user_of(interaction),
            _round_before(view, whole=True),
            seen=view.position.version,
            interaction_id=interaction.id,
        )
        return view._replace(all=changed).go_to(*_round_before(view)), "Removed."
    return view.go_to(), ""


def _seats(view: View) -> list[int | None]:
    """Return who takes each decision of the line."""
    state, seats = view.position.state, list[int | None]()
    for text in view.line:
        seats.append(state.seat)
        state = state.play(state.parse(text))
    return seats


def _last_turn(view: View) -> int:
    """Return where the last decisions of one seat begin in the line."""
    seats = _seats(view)
    first = len(seats)
    while first and seats[first - 1] == seats[-1]:
        first -= 1
    return first


def _round_before(view: View, *, whole: bool = False) -> list[str]:
    """Return the line up to where the others decided last; ``whole``: with what they then decided."""
    mine = [seat == view.seat for seat in _seats(view)]
    end = len(mine)
    while end and mine[end - 1]:
        end -= 1
    first = end
    while first and not mine[first - 1]:
        first -= 1
    return view.line[:end] if whole else view.line[:first]
