"""The **Play** panel of Land: one plot of the rolled block, or as many plots as the herd allows.

Plots are first chosen, then played together. A plot that ends the turn plays them at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.icons import icon
from bot.panels.core import Button, Entry, Menu, Row, Send
from bot.panels.grids import MOST_IN_GRID, arrange, list_squares_in_line, make_square_rows
from bot.panels.maker import PanelInput, PanelMaker
from render.style.owners import OWNERS
from render.text.words import name_squares
from render.view import Marks
from rules.land import DONE, LandState
from rules.land.grid import COW, MOUNTAIN
from rules.partial_move import PartialMove
from rules.parts import square_parts
from rules.squares import LETTERS, Square
from rules.words import count

_MOST_COLUMNS = 12
"""Maximum number of columns shown as buttons. If there are more, they are in a menu."""

SPOTTED = "Taking a plot with a spotted cow {cow} gives you one more cow on your next turn, once."


class LandPanel(PanelMaker[LandState]):
    """The **Play** panel of Land, for first plots and for turns with many plots."""

    collects = True

    def make_rows(self, given: PanelInput[LandState]) -> list[Row]:
        """Return a button for the whole turn, the buttons of the plots, and the button that ends the turn."""
        state = given.state
        if state.phase == "first":
            return make_square_rows(given.choice, lambda square: (str(square), _emoji(state, square)))
        rows = list[Row]()
        plots = _plots_for_all_cows(given.choice)
        if len(plots) > 1:
            rows.append(
                (Button("fill", _fill_label(given.choice, plots), "success", emoji=icon(f"cow_{OWNERS[given.seat].name}")),)
            )
        rows += self._plot_rows(given)
        chosen = given.choice.decided
        if chosen:
            rows.append((Button("done", f"Take {name_squares(_squares(chosen))} and stop"[:80], "success"),))
        elif given.choice.start.taken:
            rows.append((Button("done", "Stop here", "success"),))
        return rows

    def _plot_rows(self, given: PanelInput[LandState]) -> list[Row]:
        """Return all plots within reach, including the chosen ones. If there are many, return them by column."""
        choice = given.choice
        plots = sorted({*_open_plots(choice), *_squares(choice.decided)}, key=lambda plot: (plot.y, plot.x))
        if "row" in choice.chosen:
            plots = list_squares_in_line(choice, plots)
        if len(plots) <= MOST_IN_GRID:
            return arrange([_plot_button(choice, plot) for plot in plots])
        columns = sorted({plot.x for plot in plots})
        here = choice.chosen.get("column")
        rows: list[Row]
        if len(columns) <= _MOST_COLUMNS:
            rows = arrange([_column_button(choice, LETTERS[x], [plot for plot in plots if plot.x == x]) for x in columns])
        else:
            rows = [_column_menu(columns, here)]
        return rows + arrange([_plot_button(choice, plot) for plot in plots if LETTERS[plot.x] == here]) if here else rows

    def write_text(self, given: PanelInput[LandState]) -> list[str]:
        """Return the lines about the cows and the chosen plots."""
        state = given.choice.start
        if state.phase == "first":
            column, row = state.rolls
            block = state.map.block_name(column, row)
            return [f"**You rolled {column} and {row}: take {f'a plot in block {block}' if '–' in block else block}.**"]
        lines = [f"**{_describe_task(state)}**"]
        if given.choice.decided:
            chosen = name_squares(_squares(given.choice.decided), most=None)
            lines.append(f"Chosen: **{chosen}** · {count(given.state.cows, 'cow')} left.")
        return lines

    def explain(self, given: PanelInput[LandState]) -> str:
        """Return the explanation of a turn."""
        state = given.choice.start
        if state.phase == "first":
            if "–" in state.map.block_name(*state.rolls):
                mountain = ", but no mountain," if state.options.mountain > 1 else ""
                lines = [f"One die picks columns, the other rows. Take a free plot{mountain} where they meet as your first."]
            else:
                lines = ["One die picks the column, the other the row: that plot is your first."]
            if state.options.resident == "once":
                lines.append(SPOTTED.format(cow=icon("cow")))
            return " ".join([*lines, "From your next turn on you place cows next to your own plots."])
        lines = ["You have a cow for each plot that was yours when the turn began. Each takes a free plot next to one of them."]
        if state.options.herd == "equal":
            lines = ["You have three cows in a turn. Each takes a free plot next to one of yours."]
        if state.options.mountain > 1:
            lines.append(f"A mountain {icon('mountain')} costs two cows and counts as one plot.")
        if state.options.resident == "once":
            lines.append(SPOTTED.format(cow=icon("cow")))
        reach = "at once" if state.options.reach == "chain" else "from your next turn on"
        lines.append(f"Plots that you take in this turn extend your reach {reach}.")
        lines.append("Cows that you do not use are lost.")
        lines.append("Once nobody can take another plot, the most plots win; a tie is shared.")
        return " ".join(lines)

    def explain_buttons(self, given: PanelInput[LandState]) -> str:
        """Return a sentence about the effect of pressing a plot."""
        if given.choice.start.phase == "first":
            return "A press takes the plot at once."
        return "A green button plays. A pressed plot is blue; press it again to give it back."

    def find_marks(self, given: PanelInput[LandState]) -> Marks:
        """Return marks for the available and the chosen plots."""
        chosen = frozenset(_squares(given.choice.decided))
        return Marks(legal=frozenset(_open_plots(given.choice)) - chosen, chosen=chosen)

    def find_preview(self, given: PanelInput[LandState]) -> LandState | None:
        """Return the map with the chosen plots taken."""
        return given.state if given.choice.decided else None

    def handle_press(self, given: PanelInput[LandState], control: str, values: Sequence[str]) -> PartialMove[LandState] | Send:
        """Add a plot or give it back, play the whole turn, or play the chosen plots and end the turn."""
        choice = given.choice
        kind, _, rest = control.partition(".")
        if kind == "done":
            return Send(" ".join(map(str, (*choice.decided, DONE))))
        if kind == "fill":
            return Send(" ".join(map(str, (*choice.decided, *_plots_for_all_cows(choice), DONE))))
        if kind == "square" and (plot := Square.read(rest)) in choice.decided:
            return choice.redecide(other for other in choice.decided if other != plot)
        column = choice.chosen.get("column")
        after = super().handle_press(PanelInput(choice.forget("column"), given.seat, given.recent_squares), control, values)
        if isinstance(after, Send) or kind != "square" or column is None:
            return after
        return after.narrow({"column": column}) or after  # the next plot is probably in the same column


def _describe_task(state: LandState) -> str:
    """Return a sentence with the number of cows to place and the special plots in reach, or that too few plots are in reach."""
    cows, plots = count(state.cows, "cow"), list(state.map.squares_of(state.open))
    if sum(map(state.cost, plots)) < state.cows and state.options.reach == "turn":
        return f"{cows}, but only {count(len(plots), 'plot')} in reach: take {'it' if len(plots) == 1 else 'them'}."
    notes = [f"mountains take {state.options.mountain}"] * any(state.cost(plot) > 1 for plot in plots)
    brings = state.options.resident == "once" and any(state.map.kind(plot) == COW for plot in plots)
    notes += ["on a spotted cow, 1 extra next turn"] * brings
    where = " next to your land" if len(notes) < 2 else ""  # so that two lines on a phone suffice
    return f"Place {cows}{where}{': ' * bool(notes)}{'; '.join(notes)}."


def _squares(decided: Sequence[object]) -> list[Square]:
    return [plot for plot in decided if isinstance(plot, Square)]


def _open_plots(choice: PartialMove[LandState]) -> list[Square]:
    """Return the plots that can be taken after the chosen ones, row by row."""
    return _squares(choice.state.moves()) if choice.goes_on else []


def _plots_for_all_cows(choice: PartialMove[LandState]) -> list[Square]:
    state, found = choice.state, list[Square]()
    if not choice.goes_on:
        return found
    while True:
        found.append(_best(state))
        if state.ends_turn(found[-1]):
            return found
        state = state.play(found[-1])


def _best(state: LandState) -> Square:
    """Return the plot to take next: first one with a resident cow, last a mountain, otherwise row by row."""
    return min(_squares(state.moves()), key=lambda plot: (state.cost(plot), state.map.kind(plot) != COW, plot.y, plot.x))


def _fill_label(choice: PartialMove[LandState], plots: Sequence[Square]) -> str:
    """Return ``Take all 5 plots``, or the names of the plots if there are not enough cows for all."""
    if len(plots) == len(_open_plots(choice)) and not choice.decided:
        return f"Take all {len(plots)} plots"
    rest = "Take the rest: " if choice.decided else "Take "
    return f"{rest}{name_squares(plots)}"[:80]


def _plot_button(choice: PartialMove[LandState], plot: Square) -> Button:
    chosen = plot in choice.decided
    emoji = _emoji(choice.start, plot)
    if chosen:
        return Button(f"square.{plot}", str(plot), "primary", emoji=emoji)
    possible = choice.forget("column").has(square_parts(plot))
    ends = possible and choice.state.ends_turn(plot)
    return Button(f"square.{plot}", str(plot), "success" if ends else "secondary", not possible, emoji)


def _column_button(choice: PartialMove[LandState], letter: str, plots: Sequence[Square]) -> Button:
    """Return the button of a column, or of its plot if the column has only one."""
    if len(plots) == 1:
        return _plot_button(choice, plots[0])
    chosen = choice.chosen.get("column") == letter
    possible = choice.forget("column").has({"column": letter})
    return Button(f"set.column.{letter}", letter, "primary" if chosen else "secondary", not possible)


def _column_menu(columns: Sequence[int], chosen: str | None) -> Menu:
    """Return the menu of columns, for maps with too many columns for buttons."""
    entries = [Entry(LETTERS[x], f"Column {LETTERS[x]}", chosen=LETTERS[x] == chosen) for x in columns]
    return Menu("set.column-0", "Choose a column", entries)


def _emoji(state: LandState, plot: Square) -> str | None:
    kind = state.map.kind(plot)
    return icon("mountain") if kind == MOUNTAIN and state.options.mountain > 1 else icon("cow") if kind == COW else None
