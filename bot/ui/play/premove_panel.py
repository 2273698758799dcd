"""The panel of ``/premove``: its question, the branches so far, and the controls."""

from __future__ import annotations

from typing import NamedTuple

from bot.common.markdown import bold, to_markdown
from bot.common.markdown import plain as plain_name
from bot.games.armed_lines import ArmedLines, Line, Round, leads_on
from bot.panels.core import MOST_IN_MENU, ROOM, Button, Draft, Entry, Menu, Panel, Row, count_components
from bot.panels.maker import TYPE, add_buttons
from bot.presentation.lines import REPLACE, describe_line, write_turns
from bot.presentation.texts import MESSAGE, colour_of, cut
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.messages.board import write_heading
from bot.ui.messages.picture import draw_board
from bot.ui.play.panel_message import find_recent_squares, maker_of
from bot.usecases.queries import GameView
from render.text.words import CHOICE_LIMIT
from render.view import Marks
from rules import State

CHANCE = "After any move of {name}, dice or tiles follow or the game ends, so there is nothing to premove."
MOST_SUMMARY = 900
"""Maximum length of the list of branches below the panel's text, in characters."""


class PremovePress(Press, word="premove"):
    """A button or menu of the panel of ``/premove``. ``stamp``: as in a **Play** panel."""

    game_id: int
    version: int
    control: str
    stamp: str


class View(NamedTuple):
    """The content of the panel: the game, the armed lines, and the current line of decisions."""

    position: GameView
    armed: ArmedLines
    line: Line
    draft: Draft
    asked: str = ""
    """A move that contradicts another line, which the player is asked to replace; empty if none."""

    @property
    def state(self) -> State:
        """The position after the line."""
        return self.armed.play(self.line)

    @property
    def answers(self) -> bool:
        """Whether the player's own decision comes next."""
        return self.state.seat == self.armed.seat

    @property
    def rounds(self) -> list[Round]:
        """The armed rounds after the line."""
        return [] if self.answers else self.armed.list_rounds(self.line)

    @property
    def last(self) -> Round:
        """The last round of the line; the answer may be missing."""
        return self.armed.find_last_round(self.line)

    def go_to(self, line: Line) -> View:
        """Return the view after another line, without choices."""
        return self._replace(line=line, draft={}, asked="")


_NOTHING = Panel("", (), Marks())
"""The message instead of a panel if nobody has a choice."""


def list_choices(view: View) -> Panel | None:
    """Return the panel of choices after the line of decisions; ``None`` if chance or the end comes next."""
    state = view.state
    if state.seat is None:
        return None
    return maker_of(view.position).build(state, state.seat, view.draft, find_recent_squares(view.position))


def explain_no_choice(state: State) -> str:
    """Return the reason, in words, why nobody decides at a position."""
    return "the game is over" if state.is_over else "dice or tiles follow"


async def render_premove_panel(app: App, interaction: Interaction, view: View, *, above: str = "", edit: bool = False) -> Reply:
    """Return the message. ``above``: a line about the last action; ``edit``: replace the pressed panel."""
    row, state = view.position.row, view.state
    if not view.line and not leads_on(state):
        text = f"{write_heading(row)}\n{CHANCE.format(name=bold(row.names[state.seat or 0]))}"
        return Reply("", view=lay_out(text), edit=edit)
    panel = list_choices(view) or _NOTHING
    theme = view.position.theme or app.theme
    picture = await draw_board(row, state, theme, f"{row.kind}-{row.id}-premove.png", marks=panel.marks, preview=panel.preview)
    lines = [above, f"**{_question(view)}**", panel.text, *_list_branches(view)]
    text = cut("\n".join(filter(None, lines)), MESSAGE)
    version, stamp = view.position.version, f"{interaction.id:x}"
    made = lay_out(text, _rows(view, panel), lambda control: PremovePress(row.id, version, control, stamp).id, picture)
    return Reply("", view=made, files=(picture,), colour=colour_of(row, view.position.state), edit=edit)


def _question(view: View) -> str:
    """Return the question of the panel, or the reason why there is nothing to choose.

    The question asks for the others' move or for the player's answer.
    """
    row, state = view.position.row, view.state
    played = to_markdown(describe_line(row, view.armed, view.line))
    if state.seat is None:
        return f"If {played}, then {explain_no_choice(state)}."
    if view.answers:
        return f"If {played}, what do you play?"
    name = plain_name(row.names[state.seat])
    return f"If {played}, and then {name} plays …" if played else f"If {name} plays …"


def _list_branches(view: View) -> list[str]:
    """List the rounds that follow, one per line; continuations of a round are indented."""
    lines, room = list[str](), MOST_SUMMARY
    for depth, each in [] if view.answers else view.armed.list_all_rounds(view.line):
        told = to_markdown(describe_line(view.position.row, view.armed, each.line, len(each.before)))
        line = f"{'  ' * depth}- {told}"
        if len(line) > room:
            return ["**So far:**", *lines, "-# And more: choose a branch to see what follows."]
        room -= len(line)
        lines.append(line)
    return ["**So far:**", *lines] if lines else []


def _name_branch(view: View, branch: Round) -> str:
    """Return a round in short, for the menu of branches."""
    theirs = write_turns(view.armed.play(branch.before), branch.theirs)
    return cut(f"{theirs} → {write_turns(view.armed.play(branch.asked), branch.mine)}", CHOICE_LIMIT)


def _rows(view: View, panel: Panel) -> list[Row]:
    """Return the controls: for the move, for the branches, and to go back or remove."""
    if view.asked:
        return [(Button("tree.replace", REPLACE, "danger"), Button("tree.stay", "Leave it"))]
    rows = [row for row in map(_without_typing, panel.rows) if row]
    foot = [Button("tree.back", "Back"), Button("tree.start", "From the start")] if view.line else []
    if view.rounds and not view.line:
        foot.append(Button("tree.remove", "Remove all", "danger"))
    elif view.line and not view.answers:
        foot.append(Button("tree.remove", "Remove this branch", "danger"))
    entries = [Entry(str(number), _name_branch(view, each)) for number, each in enumerate(view.rounds[:MOST_IN_MENU])]
    menu: list[Row] = [Menu("tree.open", "Go on in a branch", entries)] if entries else []
    whole = add_buttons(rows, foot)
    return [*whole[:-1], *menu, whole[-1]] if foot and count_components([*whole, *menu]) <= ROOM else whole


def _without_typing(row: Row) -> Row | None:
    """Return a row of a Play panel without the button to type a move, which would play it at once; ``None`` if empty."""
    if isinstance(row, Menu):
        return row
    return tuple(button for button in row if button.id != TYPE) or None
