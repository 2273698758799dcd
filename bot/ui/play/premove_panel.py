"""What ``/premove`` shows: what if the others play this or that, the branches so far, and the controls to go on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import discord

from bot.common.markdown import bold
from bot.common.markdown import plain as plain_name
from bot.panels.core import ROOM, Button, Draft, Entry, Menu, Panel, Row, count_components
from bot.panels.maker import TYPE, add_buttons
from bot.presentation.texts import MESSAGE, colour_of, cut, renderer_of
from bot.ui.framework.app import App
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.messages.board import write_heading
from bot.ui.messages.picture import draw_board
from bot.ui.play.panel_message import find_recent_squares, maker_of
from bot.usecases.play import branches
from bot.usecases.play.branches import Branches
from bot.usecases.queries import GameView
from render.view import Marks
from rules import State

Interaction = discord.Interaction[Any]

CHANCE = (
    "Whatever {name} plays now, chance comes next or the game is over. Nothing can be premoved past that: nobody knows what "
    "it brings."
)
MOST_BRANCHES = 25
"""Entries of a menu."""
MOST_TOLD = 900
"""Characters of the branches that stand below the panel's text."""


_YOUR_TURN = re.compile(r"^(\**)Your turn: (\w)")


@dataclass(frozen=True)
class PremovePress(Press, word="premove"):
    """A button or menu of the panel of ``/premove``. ``stamp``: as in a **Play** panel."""

    game_id: int
    version: int
    control: str
    stamp: str


class View(NamedTuple):
    """What the panel shows: the game, whose premoves, all branches, and the line of decisions that is looked at."""

    position: GameView
    seat: int
    all: Branches
    line: list[str]
    draft: Draft

    @property
    def state(self) -> State:
        """The position after the line."""
        return branches.play_line(self.position.state, self.line)

    @property
    def here(self) -> Branches:
        """The branches after the line."""
        return branches.list_branches_after(self.all, self.line)

    def go_to(self, *line: str) -> View:
        """Return the same after another line, with nothing chosen."""
        return self._replace(line=list(line), draft={})


_NOTHING = Panel("", (), Marks())
"""The controls where nobody has a choice."""


def list_choices(view: View) -> Panel | None:
    """Return what may be chosen after the line of decisions; ``None`` if chance or the end comes next."""
    state = view.state
    if state.seat is None:
        return None
    return maker_of(view.position).build(state, state.seat, view.draft, find_recent_squares(view.position))


def tell_what_comes(state: State) -> str:
    """Return why nobody decides at a position, in words."""
    return "the game is over" if state.is_over else "chance comes next"


async def render_premove_panel(app: App, interaction: Interaction, view: View, *, above: str = "", edit: bool = False) -> Reply:
    """Return the message. ``above``: a line about what was done last; ``edit``: in place of the pressed panel."""
    row, state = view.position.row, view.state
    if not view.line and not branches.leads_on(state):
        text = f"{write_heading(row)}\n{CHANCE.format(name=bold(row.names[state.seat or 0]))}"
        return Reply("", view=lay_out(text), edit=edit)
    panel = list_choices(view) or _NOTHING
    theme = view.position.theme or app.theme
    picture = await draw_board(row, state, theme, f"{row.kind}-{row.id}-premove.png", marks=panel.marks, preview=panel.preview)
    lines = [above, f"**{_question(view)}**", _asked_of_anybody(panel.text), *_list_branches(view)]
    text = cut("\n".join(filter(None, lines)), MESSAGE)
    version, stamp = view.position.version, f"{interaction.id:x}"
    made = lay_out(text, _rows(view, panel), lambda control: PremovePress(row.id, version, control, stamp).id, picture)
    return Reply("", view=made, files=(picture,), colour=colour_of(row, view.position.state), edit=edit)


def _question(view: View) -> str:
    """Return what is to be chosen: what somebody plays, or what the player answers. Or why there is nothing to choose."""
    row, state = view.position.row, view.state
    played = _say_line(view)
    if state.seat is None:
        return f"If {played}, then {tell_what_comes(state)}."
    if state.seat == view.seat:
        return f"If {played}, what do you play?"
    name = plain_name(row.names[state.seat or 0])
    return f"If {played}, and then {name} plays …" if played else f"If {name} plays …"


def _say_line(view: View) -> str:
    """Return the line of decisions in a few words: ``Ada plays C4 F, you play D4 R``."""
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
    """Return the text of a Play panel without the words that it is the reader's turn."""
    return _YOUR_TURN.sub(lambda found: f"{found[1]}{found[2].upper()}", text).replace("**Your turn.**", "").strip()


def _list_branches(view: View) -> list[str]:
    """Return the branches from here on, each in a line; what leads deeper is indented."""
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
    for theirs, mine in branches.list_rounds(state, here, view.seat):
        yield f"{'  ' * depth}- {_say(view, state, theirs)} → {_say(view, branches.play_line(state, theirs), mine)}"
        yield from _lines_after(state, here, view, depth, [*theirs, *mine])


def _lines_after(state: State, here: Branches, view: View, depth: int, line: Sequence[str]) -> Iterator[str]:
    after = branches.play_line(state, line)
    if after.seat not in (None, view.seat):
        yield from _lines(after, branches.list_branches_after(here, line), view, depth + 1)


def _say(view: View, state: State, texts: Sequence[str]) -> str:
    """Return a turn in a few words: one decision in words, several as they are typed."""
    row = view.position.row
    if len(texts) == 1:
        return renderer_of(row.kind, row.rules).say_move(state, state.parse(texts[0]))
    return " ".join(texts)


def _rows(view: View, panel: Panel) -> list[Row]:
    """Return the controls: those of the move, then the branches, then the way back."""
    rows = [row for row in map(_without_typing, panel.rows) if row]
    ways = list(branches.list_rounds(view.state, view.here, view.seat)) if view.state.seat != view.seat else []
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
    whole = add_buttons(rows, foot)
    return [*whole[:-1], *menu, whole[-1]] if foot and count_components([*whole, *menu]) <= ROOM else whole


def _without_typing(row: Row) -> Row | None:
    """Return a row of a Play panel without the field to type in, which plays at once."""
    if isinstance(row, Menu):
        return row
    return tuple(button for button in row if button.id != TYPE) or None
