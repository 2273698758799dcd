"""Lines of moves that a player tries out from a position of a game. None of them is played in the game.

A line has entries: the decisions of one turn, or an outcome of chance, which the player chooses. Tiles drawn face down are not
part of it. A line starts from its position with the hidden tiles dealt again, always in the same way. So neither the allowed
moves nor their consequences reveal the real tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from bot.games.log import GameLog, actions_that_count
from rules import Action, IllegalMove, State
from rules.steps import Step, play_steps

Entries = Sequence[Sequence[str]]
"""The entries of a line, each as a list of texts."""

DEALS = 32
"""Number of deals of hidden tiles that are searched for possible outcomes of chance."""


class TriedLine(NamedTuple):
    """The result of a line."""

    state: State
    entries: tuple[tuple[str, ...], ...]
    """The entries of the line in canonical text."""
    steps: tuple[Step, ...]
    last: tuple[Step, ...]
    decisions: int
    """The number of entries that a seat decides."""


def try_out(state: State, line: Sequence[str]) -> TriedLine:
    """Return the result of a line. Raise IllegalMove or ValueError if an entry is not possible."""
    state = next(_deals(state))
    for step in _draw_hidden(state):
        state = step.after
    entries, steps, last, decisions = list[tuple[str, ...]](), list[Step](), list[Step](), 0
    for text in line:
        decisions += not state.is_chance
        last = _play(state, text)
        entries.append(tuple(str(step.action) for step in last if not step.before.hides_outcome))
        steps += last
        state = last[-1].after
    return TriedLine(state, tuple(entries), tuple(steps), tuple(last), decisions)


def list_steps_left(state: State, line: Entries, rest: Entries) -> Sequence[Step]:
    """Return the steps of the unplayed part of a line, including the tiles drawn face down between them."""
    steps, left = try_out(state, [" ".join(entry) for entry in line]).steps, sum(map(len, rest))
    shown = [number for number, step in enumerate(steps) if not step.before.hides_outcome]
    return steps[shown[-left] :]


def list_outcomes(state: State) -> list[Action]:
    """Return the outcomes of chance that are possible given what all players can see; empty if a seat decides."""
    if not state.is_chance:
        return []
    return sorted({outcome for dealt in _deals(state) for outcome, _ in dealt.outcomes()}, key=str)


def _deals(state: State) -> Iterator[State]:
    """Yield the position with its hidden tiles dealt in several ways; only once if nothing is hidden."""
    for number in range(DEALS):
        dealt = state.redealt(Random(number))  # noqa: S311 - always the same deals, which are independent of the real one
        yield dealt
        if dealt is state:
            return


def _play(state: State, text: str) -> list[Step]:
    """Return the steps of an entry."""
    if state.is_chance:
        return _fill([_choose_outcome(state, text)])
    return _fill(play_steps(state, map(str, state.play_all(text)[1])))


def _fill(steps: list[Step]) -> list[Step]:
    """Return the steps, followed by the tiles that are drawn face down after them."""
    return [*steps, *_draw_hidden(steps[-1].after)]


def _draw_hidden(state: State) -> Iterator[Step]:
    while state.is_chance and state.hides_outcome:
        outcome, _ = state.outcomes()[0]  # any outcome will do: nobody sees it, and hidden tiles are dealt again
        yield Step(state, outcome, state := state.play(outcome))


def _choose_outcome(state: State, text: str) -> Step:
    outcome = state.parse(text)
    for dealt in _deals(state):
        if any(outcome == other for other, _ in dealt.outcomes()):
            return Step(dealt, outcome, dealt.play(outcome))
    raise IllegalMove(state.turn_rule, "That cannot happen here.")


def follow_game(log: GameLog, version: int, line: Entries) -> tuple[int, Entries]:
    """Return the unplayed part of a line, and the version at which it continues.

    If the game has followed the line, that is the newest version. Otherwise the line and its version stay the same.
    """
    if version >= log.version:
        return version, line
    before = actions_that_count(log.rows[:version])
    if log.actions()[: len(before)] != before:
        return version, line
    rest = [list(entry) for entry in line]
    for step in log.steps(version, log.version):
        if step.before.hides_outcome:
            continue
        if not rest or rest[0].pop(0) != str(step.action):
            return version, line
        rest = rest if rest[0] else rest[1:]
    return log.version, rest
