"""The **Play** panel of Land: a plot of the block that was rolled, or as many plots as the herd is good for.

The plots chosen so far stand in the draft under ``plots`` (``"C4 C5 D5"``), the column that is looked at under ``column``,
and what the last press could not do under ``note``. Nothing is played until **Send**.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.panels.core import Button, Choice, Draft, Menu, Panel, PanelMaker, Row, Send
from bot.panels.squares import MOST_CHOICES
from render.games.land_words import named
from render.view import Marks
from render.words import count
from rules.land import DONE, LandState
from rules.land.maps import COW, MOUNTAIN
from rules.squares import LETTERS, SQUARE, Square

_SEND, _ALL, _BACK, _CLEAR, _PLOTS, _COLUMN = "send", "all", "back", "clear", "plots", "column"


class LandPanel(PanelMaker[LandState]):
    """The **Play** panel of Land, for first plots and for turns of many plots."""

    def build(self, state: LandState, seat: int, draft: Draft) -> Panel:
        """The panel of the seat to move."""
        return _build_first(state, draft) if state.phase == "first" else _build_turn(state, draft)

    def press(self, state: LandState, seat: int, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
        """The draft with plots added or taken back, or the whole turn to be played."""
        if not self.build(state, seat, draft).offers(control, values):
            return draft
        if control == _COLUMN:
            return _entries(_chosen(state, draft).plots, values[0])
        if state.phase == "first":
            return Send(str(_first_plot(state, draft))) if control == _SEND else {"plots": values[0]}
        return _press_turn(state, draft, control, values)


# ---------------------------------------------------------------------- the first plot


def _first_plot(state: LandState, draft: Draft) -> Square | None:
    """The plot that is chosen; the only one there is chosen by itself."""
    plots = list(state.map.listed(state.open))
    return plots[0] if len(plots) == 1 else next((plot for plot in plots if str(plot) == draft.get("plots")), None)


def _build_first(state: LandState, draft: Draft) -> Panel:
    column, row = state.rolls
    plots = list(state.map.listed(state.open))
    plot = _first_plot(state, draft)
    text = f"🎲 **You rolled {column} and {row}: the block {state.map.block_name(column, row)}.** "
    if len(plots) == 1:
        text += f"Only {plot} is free there: press **Take**."
    else:
        text += "Choose your first plot there, then press **Take**."
        text += f"\nChosen: **{plot}**." if plot is not None else ""
    menu = Menu(_PLOTS, "Choose your first plot", [_choice(state, other, other == plot) for other in plots])
    button = Button(_SEND, f"Take {plot}" if plot else "Take", "success", disabled=plot is None)
    chosen = frozenset([plot] if plot else [])
    marks = Marks(legal=frozenset(plots) - chosen, chosen=chosen)
    return Panel(text, [menu, (button,)], marks, state.play(plot) if plot is not None else None)


# ---------------------------------------------------------------------- a turn


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What of a list of plots can be taken in this turn, in an order in which it can."""

    state: LandState
    """After these plots; when :attr:`ended`, the position of the next turn."""
    plots: tuple[Square, ...]
    left_out: tuple[Square, ...]
    """What cannot be taken with these."""
    cows: int
    """Cows left."""
    open: frozenset[Square]
    """What can be taken beside them."""
    ended: bool
    """Whether these plots end the turn by themselves (L11)."""


def _arrange(state: LandState, wanted: Iterable[Square]) -> _Chosen:
    """As many of ``wanted`` as the rules let the seat take, later ones first where they make earlier ones possible."""
    waiting, plots, ended, cows = list(dict.fromkeys(wanted)), list[Square](), False, state.cows
    progress = True
    while progress and not ended:
        progress = False
        for plot in list(waiting):
            if state.map.bit(plot) & state.open and not ended:
                cows -= state.cost(plot)
                state = state.play(plot)
                ended = not state.taken
                plots.append(plot)
                waiting.remove(plot)
                progress = True
    still_open = frozenset() if ended else frozenset(state.map.listed(state.open))
    return _Chosen(state, tuple(plots), tuple(waiting), cows, still_open, ended)


def _chosen(state: LandState, draft: Draft) -> _Chosen:
    names = [name for name in draft.get("plots", "").split() if SQUARE.fullmatch(name)]
    return _arrange(state, map(Square.read, names))


def _entries(plots: Iterable[Square], column: str | None, note: str = "") -> Draft:
    entries = {"plots": " ".join(map(str, plots)), "column": column or "", "note": note}
    return {name: text for name, text in entries.items() if text}


def _build_turn(state: LandState, draft: Draft) -> Panel:
    chosen = _chosen(state, draft)
    rows: list[Row] = [*_menus(state, chosen, draft.get("column")), *_buttons(state, chosen)]
    marks = Marks(legal=chosen.open, chosen=frozenset(chosen.plots))
    preview = chosen.state if chosen.plots else None
    return Panel(_turn_text(state, chosen, draft.get("note")), rows, marks, preview)


def _turn_text(state: LandState, chosen: _Chosen, note: str | None) -> str:
    lines = [f"**Your turn: {count(state.cows, 'cow')} to place.** Choose plots, then press **Send**; nothing counts before."]
    mountains = state.options.mountain > 1 and any(state.cost(plot) > 1 for plot in state.map.listed(state.reach))
    if mountains:
        lines.append("A mountain takes two cows.")
    if chosen.plots:
        lines.append(f"Chosen: **{named(chosen.plots, most=None)}** · {count(chosen.cows, 'cow')} left.")
    if chosen.ended:
        lines.append("Nothing more is in reach for the cows left." if chosen.cows else "All your cows have a place.")
    if note:
        lines.append(f"⚠️ {note}")
    return "\n".join(lines)


def _menus(state: LandState, chosen: _Chosen, column: str | None) -> list[Menu]:
    """One menu for all plots where it can hold them, else one for a column and one for the plots in it."""
    plots = sorted({*state.map.listed(state.open), *chosen.open, *chosen.plots}, key=lambda plot: (plot.y, plot.x))
    if len(plots) <= MOST_CHOICES:
        return [_plot_menu(state, chosen, plots, "")]
    letters = sorted({LETTERS[plot.x] for plot in plots})
    choices = []
    for letter in letters:
        here = [plot for plot in plots if LETTERS[plot.x] == letter]
        taken = sum(plot in chosen.plots for plot in here)
        choices.append(Choice(letter, f"Column {letter}", f"{len(here)} in reach, {taken} chosen", letter == column))
    menus = [Menu(_COLUMN, "Choose a column", choices)]
    if column in letters:
        menus.append(_plot_menu(state, chosen, [plot for plot in plots if LETTERS[plot.x] == column], f" in column {column}"))
    return menus


def _plot_menu(state: LandState, chosen: _Chosen, plots: list[Square], where: str) -> Menu:
    """A menu in which any number of plots may be taken that the cows not placed elsewhere are good for."""
    here = [plot for plot in plots if plot in chosen.plots]
    room = chosen.cows + sum(map(state.cost, here))
    if not room:
        return Menu(_PLOTS, "No cows left: take a plot back first", [_choice(state, p, False) for p in plots], disabled=True)
    most = min(len(plots), room)
    placeholder = f"Choose plots{where}, up to {most}" if most > 1 else f"Choose a plot{where}"
    return Menu(_PLOTS, placeholder, [_choice(state, plot, plot in here) for plot in plots], 0, most)


def _choice(state: LandState, plot: Square, chosen: bool) -> Choice:
    kind = state.map.kind(plot)
    if kind == MOUNTAIN:
        takes = "takes two cows" if state.options.mountain > 1 else "takes one cow"
        return Choice(str(plot), str(plot), f"mountain, {takes}", chosen, "⛰️")
    if kind == COW:
        gives = "a cow more on your next turn" if state.options.resident == "once" else "only to look at"
        return Choice(str(plot), str(plot), f"resident cow, {gives}", chosen, "🐄")
    return Choice(str(plot), str(plot), None, chosen)


def _buttons(state: LandState, chosen: _Chosen) -> list[Row]:
    plots = count(len(chosen.plots), "plot")
    if chosen.ended:
        send = Button(_SEND, f"Send {plots}", "success")
    elif chosen.plots:
        send = Button(_SEND, f"Send {plots} and stop", "success")
    else:
        send = Button(_SEND, "Stop here" if state.taken else "Send", "success", disabled=not state.taken)
    rest = _everything(chosen)
    last = chosen.plots[-1] if chosen.plots else None
    return [
        (send, Button(_ALL, "Take everything within reach", "primary", disabled=not rest)),
        (
            Button(_BACK, f"Take back {last}" if last else "Take back", disabled=last is None),
            Button(_CLEAR, "Start over", disabled=last is None),
        ),
    ]


def _everything(chosen: _Chosen) -> list[Square]:
    """All plots within reach that are not chosen, if the cows left are enough for all of them; else none."""
    if chosen.ended:
        return []
    plots = list(chosen.state.map.listed(chosen.state.reach))
    return plots if sum(map(chosen.state.cost, plots)) <= chosen.cows else []


def _press_turn(state: LandState, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
    chosen, column = _chosen(state, draft), draft.get("column")
    if control == _SEND:
        return Send(" ".join(map(str, chosen.plots if chosen.ended else (*chosen.plots, DONE))))
    if control == _CLEAR:
        return _entries((), column)
    if control == _BACK:
        return _after_change(state, chosen.plots[:-1], column)
    if control == _ALL:
        return _after_change(state, [*chosen.plots, *_everything(chosen)], column)
    wanted = [Square.read(value) for value in values]
    offered = _offered(state, chosen, column)
    kept = [plot for plot in chosen.plots if plot in wanted or plot not in offered]
    return _after_change(state, [*kept, *(plot for plot in wanted if plot not in kept)], column)


def _offered(state: LandState, chosen: _Chosen, column: str | None) -> set[Square]:
    """The plots in the menu of plots, which a choice there replaces."""
    menu = next(menu for menu in _menus(state, chosen, column) if menu.id == _PLOTS)
    return {Square.read(choice.value) for choice in menu.choices}


def _after_change(state: LandState, wanted: Iterable[Square], column: str | None) -> Draft:
    chosen = _arrange(state, wanted)
    note = ""
    if chosen.left_out:
        note = f"Left out: {named(chosen.left_out)}. Your cows are not enough, or nothing of yours is beside it."
    return _entries(chosen.plots, column, note)
