"""The news of a game of Land in sentences: single actions, and summaries of whole turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from render.games.land.words import state_of
from render.text.words import describe_common_action, does, join_words, lower_you, name_squares, whose
from rules.land import DONE, LandState, Roll
from rules.land.grid import COW, KINDS, MOUNTAIN
from rules.land.order import tied_group
from rules.squares import Square
from rules.steps import Step
from rules.words import count


def mover(step: Step) -> int:
    """Return the seat that acted in ``step``: took a plot, stopped or rolled. Raise ValueError after the end."""
    seat = step.before.turn
    if seat is None:
        raise ValueError("no seat acts once the game is over")
    return seat


def find_taken_plots(steps: Iterable[Step]) -> dict[Square, None]:
    """Return the plots that were taken, in order, each once."""
    return dict.fromkeys(step.action for step in steps if isinstance(step.action, Square))


# ---------------------------------------------------------------------- one action


def describe_step(step: Step, names: Sequence[str]) -> str:
    """Return a sentence about one action; empty for the first of two rolls for a block, which the second one covers."""
    before, after = state_of(step.before), state_of(step.after)
    told = describe_common_action(before, step.action, names)
    if told is None:
        name = names[mover(step)]
        if isinstance(step.action, Roll):
            told = _rolled(before, after, step.action.value, name, names)
        elif isinstance(step.action, Square):
            told = f"{name} {_describe_taking(before, step.action)}."
        else:
            told = f"{name} {_describe_end(before)}." if step.action == DONE else ""
    return " ".join(filter(None, (told, find_newly_stuck(before, after, names))))


def _rolled(before: LandState, after: LandState, value: int, name: str, names: Sequence[str]) -> str:
    if not before.round:
        order = f" {order_words(after, names)}" if after.order else ""
        return f"{name} rolled {value} for the order of play.{order}"
    return first_rolls(before, after, value, name) if before.rolls else ""


def first_rolls(before: LandState, after: LandState, value: int, name: str) -> str:
    """Return a sentence about the rolls for a block: ``Ada rolled 3 and 5: E9–F10.``

    If no starting plot is free there (L6), the sentence says why, and that the seat rolls again.
    """
    column = before.rolls[0]
    told = f"{name} rolled {column} and {value}: {before.map.block_name(column, value)}."
    if after.open and after.turn == before.turn:
        return told
    return f"{told[:-1]} {_describe_why_closed(before, before.map.blocks[column - 1][value - 1])}. A new roll next round."


def _describe_why_closed(state: LandState, block: int) -> str:
    """Return why nobody can start in a block: ``is taken``, ``is a mountain, where nobody starts``."""
    first, *others = state.map.squares_of(block)
    if others:
        return "has no free plot to start on"
    return "is taken" if block & state.starts else f"is {KINDS[state.map.kind(first)]}, where nobody starts"


def order_words(state: LandState, names: Sequence[str]) -> str:
    """Return ``Order of play: Björn, Ada, Cleo.``"""
    return f"Order of play: {', '.join(names[seat] for seat in state.order)}."


def _describe_taking(before: LandState, plot: Square) -> str:
    kind = before.map.kind(plot)
    thing = f"the mountain {plot}" if kind == MOUNTAIN else str(plot)
    with_cow = f" ({_describe_cows(before, 1)})" if kind == COW else ""
    return f"{'started on' if before.phase == 'first' else 'took'} {thing}{with_cow}"


def _describe_cows(state: LandState, cows: int) -> str:
    return count(cows, "spotted cow") + (f": {cows} more next turn" if state.options.resident == "once" else "")


def find_newly_stuck(before: LandState, after: LandState, names: Sequence[str]) -> str:
    """Return a sentence about the seats that can no longer take a plot after this action; empty if there are none.

    If the game is over (L12), it says that nobody can.
    """
    if not before.round:
        return ""
    if after.played_out:
        return "Nobody can take another plot."
    seats = sorted(after.stuck - before.stuck)
    return f"{join_words(names[seat] for seat in seats)} can take no more plots." if seats else ""


# ---------------------------------------------------------------------- several actions


def describe_steps(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the news of several actions: one sentence for the rolls for the order, and one for the plots of each turn."""
    sentences: list[str] = []
    for kind, group in groupby(steps, key=_kind_of):
        part = list(group)
        if kind[0] == "order":
            sentences.append(_order_rolls(part, names))
        elif kind[0] == "turn":
            sentences.append(_turn(part, names))
        elif kind[0] == "start":
            sentences.append(_start(part, names))
        else:
            sentences += [describe_step(step, names) for step in part]
    sentences.append(_describe_who_never_started(state_of(steps[-1].after), names) if steps else "")
    return " ".join(filter(None, sentences))


def _describe_who_never_started(state: LandState, names: Sequence[str]) -> str:
    """Return a sentence about the seats that own nothing when L12 ends the game; empty if there are none."""
    if not state.played_out:
        return ""
    unlucky = [seat for seat in state.left if not state.owned[seat]]
    told = join_words(whose(names[seat], begins=seat == unlucky[0]) for seat in unlucky)
    return f"{told} dice never hit a free plot." if unlucky else ""


def _kind_of(step: Step) -> tuple[object, ...]:
    """Return a key that is equal for steps described in one sentence."""
    state = state_of(step.before)
    if isinstance(step.action, Roll) and not state.round:
        return ("order",)
    if step.action == DONE or isinstance(step.action, Square):
        return ("turn", state.round, state.place) if state.phase == "reclaim" else ("start", state.round, state.place)
    return ("start", state.round, state.place) if isinstance(step.action, Roll) else ("single",)


def _start(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the dice for a block and the first plot: ``Ada rolled 3 and 5 (E9–F10) and started on E9.``"""
    last = steps[-1]
    before, plot = state_of(last.before), last.action
    if len(steps) < 2 or not isinstance(plot, Square):
        return " ".join(filter(None, (describe_step(step, names) for step in steps)))
    (column, row), block = before.rolls, before.map.block_name(*before.rolls)
    where = "" if block == str(plot) else f" ({block})"
    told = f"{names[mover(last)]} rolled {column} and {row}{where} and {_describe_taking(before, plot)}."
    return " ".join(filter(None, (told, find_newly_stuck(before, state_of(last.after), names))))


def _order_rolls(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return a sentence with the order of play by the dice.

    While players are tied, return the rolls: ``Ada rolled 4, Björn 5, Cleo 4.``
    """
    last = state_of(steps[-1].after)
    if not tied_group(last.groups):
        if len(last.order) == 2:
            return f"{does(names[last.order[0]], 'begin')} (by dice)."
        return f"Order of play (by dice): {', '.join(lower_you(names[seat]) for seat in last.order)}."
    throws: list[str] = []
    for step in steps:
        before = state_of(step.before)
        value = step.action.value if isinstance(step.action, Roll) else 0
        again = "; again: " if throws and not before.rolls else ", " if throws else ""
        throws.append(f"{again}{names[mover(step)]}{'' if throws else ' rolled'} {value}")
    return f"{''.join(throws)}."


def _turn(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return a sentence about a turn: ``Ada took C3–C7 and D5 (6 plots) and stopped: 2 unused cows are lost.``"""
    first, last = state_of(steps[0].before), state_of(steps[-1].after)
    plots = [step.action for step in steps if isinstance(step.action, Square)]
    end = steps[-1]
    stopped = _describe_end(state_of(end.before)) if end.action == DONE else ""
    parts = (
        [f"took {name_squares(plots)}{_of_which(first, plots)}"]
        if len(plots) > 1
        else [_describe_taking(first, plot) for plot in plots]
    )
    parts += [stopped] if stopped else []
    return " ".join(filter(None, (f"{names[mover(steps[0])]} {join_words(parts)}.", find_newly_stuck(first, last, names))))


def _describe_end(state: LandState) -> str:
    return f"stopped: {count(state.cows, 'unused cow')} {'is' if state.cows == 1 else 'are'} lost"


def _of_which(state: LandState, plots: Sequence[Square]) -> str:
    mountains = sum(state.map.kind(plot) == MOUNTAIN for plot in plots)
    cows = sum(state.map.kind(plot) == COW for plot in plots)
    counted = [count(len(plots), "plot")]
    price = f" for {state.options.mountain * mountains} cows" if state.options.mountain > 1 else ""
    counted += [f"{count(mountains, 'mountain')}{price}"] if mountains else []
    counted += [_describe_cows(state, cows)] if cows else []
    return f" ({', '.join(counted)})"
