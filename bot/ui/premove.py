"""``/premove``: a panel to choose what is played if the others play this or that, several branches deep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import discord

from bot.markdown import bold
from bot.markdown import plain as plain_name
from bot.panels.core import Button, Draft, Entry, Menu, Panel, Row, Send
from bot.panels.maker import HELP, TYPE
from bot.ui import ids, themes
from bot.ui.app import App, guild_of, here, user_of
from bot.ui.layout import layout
from bot.ui.messages.board import heading
from bot.ui.messages.picture import drawn
from bot.ui.panel_message import maker_of, near, plain
from bot.ui.reply import Reply
from bot.ui.texts import MESSAGE, cut, renderer_of
from bot.usecases import access, branches, drafts, looking, premoves
from bot.usecases.branches import Branches
from bot.usecases.looking import Position
from bot.usecases.refusal import Refusal
from rules import State

Interaction = discord.Interaction[Any]

DROPPED = "Your premove did not fit what was played, so it is dropped."
CHANCE = (
    "Whatever {name} plays now, chance comes next or the game is over. Nothing can be premoved past that: nobody knows what "
    "it brings."
)
MOVED_ON = "The game has moved on; this is how it stands now."
LINE = "line"
"""The key of a draft under which the decisions are stored that lead to the position in the panel."""
MOST_COMPONENTS = 38
"""Components of the rows of a panel: Discord takes 40 in a message, with the picture and the text."""
MOST_BRANCHES = 25
"""Entries of a menu."""
MOST_TOLD = 900
"""Characters of the branches that stand below the panel's text."""


_YOUR_TURN = re.compile(r"^(\**)Your turn: (\w)")


class View(NamedTuple):
    """What the panel shows: the game, whose premoves, all branches, and the line of decisions that is looked at."""

    position: Position
    seat: int
    all: Branches
    line: list[str]
    draft: Draft

    @property
    def state(self) -> State:
        """The position after the line."""
        return branches.after(self.position.state, self.line)

    @property
    def here(self) -> Branches:
        """The branches after the line."""
        return branches.at(self.all, self.line)

    def moved(self, *line: str) -> View:
        """The same after another line, with nothing chosen."""
        return self._replace(line=list(line), draft={})


async def asked(app: App, interaction: Interaction, game: int | None) -> Reply:
    """``/premove``: the panel, with the branches that are chosen already."""
    row = await looking.choose_game(app.context, *here(interaction), game)
    return await _shown(app, interaction, await _view(app, interaction, row.id))


async def pressed(app: App, interaction: Interaction, game_id: int, version: int, control: str, values: list[str]) -> Reply:
    """What a press in the panel leads to."""
    try:
        view = await _view(app, interaction, game_id)
    except Refusal as refusal:
        return plain(str(refusal))
    if view.position.version != version:
        return await _shown(app, interaction, view, above=MOVED_ON, edit=True)
    kind, _, what = control.partition(".")
    if kind == "tree":
        view, above = await _in_tree(app, interaction, view, what, values)
        return await _kept(app, interaction, view, above)
    if control == HELP:
        return Reply(_maker_panel(view).more)
    wish = maker_of(view.position).press(view.state, view.state.seat or 0, view.draft, control, values, _near(view))
    if not isinstance(wish, Send):
        return await _kept(app, interaction, view._replace(draft=wish))
    try:
        view, above = await _chosen(app, interaction, view, wish.text)
    except Refusal as refusal:
        above = f"⚠️ {refusal}"
    return await _kept(app, interaction, view, above)


async def _view(app: App, interaction: Interaction, game_id: int) -> View:
    """The panel as its player left it. Raises Refusal where there is nothing to premove."""
    position = await looking.position(app.context, guild_of(interaction), game_id)
    seat = access.to_premove(position.row, position.state, interaction.user.id)
    draft = await drafts.get(app.context, game_id, interaction.user.id, position.version)
    line = json.loads(draft.pop(LINE, "[]"))
    return View(position, seat, await premoves.get(app.context, position.log, seat), line, draft)


async def _kept(app: App, interaction: Interaction, view: View, above: str = "") -> Reply:
    """The panel, stored so that it is still there after a restart."""
    stored = {**view.draft, LINE: json.dumps(view.line)}
    await drafts.keep(app.context, view.position.row.id, interaction.user.id, view.position.version, stored)
    return await _shown(app, interaction, view, above=above, edit=True)


async def _chosen(app: App, interaction: Interaction, view: View, text: str) -> tuple[View, str]:
    """What a complete move leads to: the next question, or a branch that is stored."""
    state, row = view.state, view.position.row
    after, decided = state.play_all(text)
    texts = list(map(str, decided))
    if state.seat != view.seat:
        if after.seat is None:
            ends = "the game is over" if after.is_over else "chance comes next"
            return view.moved(*view.line), f"⚠️ After **{' '.join(texts)}** {ends}, so nothing can be premoved there."
        return view.moved(*view.line, *texts), ""
    line = [*view.line, *texts]
    changed = await premoves.add(
        app.context, row.guild_id, row.id, user_of(interaction), line, seen=view.position.version, interaction_id=interaction.id
    )
    saved = f"✅ Saved: then you play **{' '.join(texts)}**."
    if after.seat is None:
        return view._replace(all=changed).moved(*_round_before(view)), saved
    return view._replace(all=changed).moved(*line), saved


async def _in_tree(app: App, interaction: Interaction, view: View, what: str, values: list[str]) -> tuple[View, str]:
    """Goes to another place of the branches, or removes some."""
    row = view.position.row
    if what == "open":
        ways = list(branches.rounds(view.state, view.here, view.seat))
        number = ids.number(values[0]) if values else len(ways)
        return (view.moved(*view.line, *ways[number][0], *ways[number][1]), "") if number < len(ways) else (view, "")
    if what == "back":
        return view.moved(*view.line[: _last_turn(view)]), ""
    if what == "remove":
        changed = await premoves.remove(
            app.context,
            row.guild_id,
            row.id,
            user_of(interaction),
            _round_before(view, whole=True),
            seen=view.position.version,
            interaction_id=interaction.id,
        )
        return view._replace(all=changed).moved(*_round_before(view)), "Removed."
    return view.moved(), ""


def _seats(view: View) -> list[int | None]:
    """Who takes each decision of the line."""
    state, seats = view.position.state, list[int | None]()
    for text in view.line:
        seats.append(state.seat)
        state = state.play(state.parse(text))
    return seats


def _last_turn(view: View) -> int:
    """Where the last decisions of one seat begin in the line."""
    seats = _seats(view)
    first = len(seats)
    while first and seats[first - 1] == seats[-1]:
        first -= 1
    return first


def _round_before(view: View, *, whole: bool = False) -> list[str]:
    """The line up to where the others decided last; ``whole``: with what they then decided."""
    mine = [seat == view.seat for seat in _seats(view)]
    end = len(mine)
    while end and mine[end - 1]:
        end -= 1
    first = end
    while first and not mine[first - 1]:
        first -= 1
    return view.line[:end] if whole else view.line[:first]


# ---------------------------------------------------------------------- what is shown


def _near(view: View) -> list[Any]:
    return near(view.position)


def _maker_panel(view: View) -> Panel:
    return maker_of(view.position).build(view.state, view.state.seat or 0, view.draft, _near(view))


async def _shown(app: App, interaction: Interaction, view: View, *, above: str = "", edit: bool = False) -> Reply:
    row, state = view.position.row, view.state
    if not view.line and not branches.leads_on(state):
        text = f"{heading(row)}\n{CHANCE.format(name=bold(row.names[state.seat or 0]))}"
        return Reply("", view=layout(text), edit=edit)
    panel = _maker_panel(view)
    theme = await themes.of_member(app, row.guild_id, row.players[view.seat].user_id)
    picture = await drawn(row, state, theme, f"{row.kind}-{row.id}-premove.png", marks=panel.marks, preview=panel.preview)
    lines = [above, f"**{_question(view)}**", _asked_of_anybody(panel.text), *_told(view)]
    text = cut("\n".join(filter(None, lines)), MESSAGE)
    version, stamp = view.position.version, f"{interaction.id:x}"
    made = layout(text, _rows(view, panel), lambda control: ids.premove(row.id, version, control, stamp), picture)
    return Reply("", view=made, files=(picture,), edit=edit)


def _question(view: View) -> str:
    """What is to be chosen: what somebody plays, or what the player answers."""
    row, state = view.position.row, view.state
    played = _say_line(view)
    if state.seat == view.seat:
        return f"If {played}, what do you play?"
    name = plain_name(row.names[state.seat or 0])
    return f"If {played}, and then {name} plays …" if played else f"If {name} plays …"


def _say_line(view: View) -> str:
    """The line of decisions in a few words: ``Ada plays C4 F, you play D4 R``."""
    told, state = list[tuple[int | None, list[str]]](), view.position.state
    for text in view.line:
        if not told or told[-1][0] != state.seat:
            told.append((state.seat, []))
        told[-1][1].append(text)
        state = state.play(state.parse(text))
    return ", ".join(f"{_who(view, seat)} {' '.join(texts)}" for seat, texts in told)


def _who(view: View, seat: int | None) -> str:
    return "you play" if seat == view.seat else f"{plain_name(view.position.row.names[seat or 0])} plays"


def _asked_of_anybody(text: str) -> str:
    """The text of a Play panel without the words that it is the reader's turn."""
    return _YOUR_TURN.sub(lambda found: f"{found[1]}{found[2].upper()}", text).replace("**Your turn.**", "").strip()


def _told(view: View) -> list[str]:
    """The branches from here on, each in a line; what leads deeper is indented."""
    if view.state.seat == view.seat:
        return []
    lines, room = list[str](), MOST_TOLD
    for line in _lines(view.state, view.here, view, 0):
        if len(line) > room:
            return [*lines, "-# And more: choose a branch to see what follows."]
        room -= len(line)
        lines.append(line)
    return ["**So far:**", *lines] if lines else []


def _lines(state: State, here: Branches, view: View, depth: int) -> Iterator[str]:
    for theirs, mine in branches.rounds(state, here, view.seat):
        yield f"{'  ' * depth}- {_say(view, state, theirs)} → {_say(view, branches.after(state, theirs), mine)}"
        yield from _lines_after(state, here, view, depth, [*theirs, *mine])


def _lines_after(state: State, here: Branches, view: View, depth: int, line: Sequence[str]) -> Iterator[str]:
    after = branches.after(state, line)
    if after.seat not in (None, view.seat):
        yield from _lines(after, branches.at(here, line), view, depth + 1)


def _say(view: View, state: State, texts: Sequence[str]) -> str:
    """A turn in a few words: one decision in words, several as they are typed."""
    row = view.position.row
    if len(texts) == 1:
        return renderer_of(row.kind, row.rules).say_move(state, state.parse(texts[0]))
    return " ".join(texts)


def _rows(view: View, panel: Panel) -> list[Row]:
    """The controls: those of the move, then the branches, then the way back."""
    rows = [row for row in map(_without_typing, panel.rows) if row]
    ways = list(branches.rounds(view.state, view.here, view.seat)) if view.state.seat != view.seat else []
    foot = [Button("tree.back", "Back"), Button("tree.start", "From the start")] if view.line else []
    if ways and not view.line:
        foot.append(Button("tree.remove", "Remove all", "danger"))
    elif view.line and view.state.seat != view.seat:
        foot.append(Button("tree.remove", "Remove this branch", "danger"))
    entries = [
        Entry(str(number), cut(f"{_say(view, view.state, theirs)} → {' '.join(mine)}", 100))
        for number, (theirs, mine) in enumerate(ways[:MOST_BRANCHES])
    ]
    menu: list[Row] = [Menu("tree.open", "Go on in a branch", entries)] if entries else []
    below: list[Row] = [tuple(foot)] if foot else []
    room = MOST_COMPONENTS - sum(1 + len(row) for row in below if not isinstance(row, Menu))
    return [*rows, *(menu if Panel("", rows, panel.marks).components + 2 <= room else []), *below]


def _without_typing(row: Row) -> Row | None:
    """A row of a Play panel without the field to type in, which plays at once."""
    if isinstance(row, Menu):
        return row
    return tuple(button for button in row if button.id != TYPE) or None
