"""Armed lines against a tree of decisions, which is slow and obvious, in random games of every kind."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.games.armed_lines import ArmedLines, Line, follow
from bot.presentation.lines import write_turns
from rules import GAMES, State

Tree = dict[str, Any]


def grow(state: State, tree: Tree, seat: int, line: Line) -> Tree:
    """The tree with one more line. Where the seat itself decides, the new decision replaces the old one."""
    if not line:
        return tree
    below = grow(state.play(state.parse(line[0])), tree.get(line[0], {}), seat, line[1:])
    return {line[0]: below} if state.seat == seat else {**tree, line[0]: below}


def prune(tree: Tree, line: Line) -> Tree:
    """The tree without what follows some decisions, and without what then leads to nothing."""
    if not line:
        return {}
    below = prune(tree.get(line[0], {}), line[1:])
    others = {text: more for text, more in tree.items() if text != line[0]}
    return {**others, line[0]: below} if below else others


def list_paths(tree: Tree) -> list[Line]:
    return [(text, *path) for text, below in tree.items() for path in (list_paths(below) if below else [()])]


def count(tree: Tree) -> int:
    return sum(1 + count(below) for below in tree.values())


def grow_line(state: State, seat: int, dice: random.Random) -> Line:
    """Random decisions, among few, up to one of the seat; nothing where chance or the end comes before."""
    line, ends = list[str](), list[int]()
    while state.seat is not None and len(line) < 8:
        moves = list(state.moves())
        line.append(str(moves[dice.randrange(min(3, len(moves)))]))
        if state.seat == seat:
            ends.append(len(line))
        state = state.play(state.parse(line[-1]))
    return tuple(line[: dice.choice(ends)]) if ends else ()


def answers(state: State, seat: int, line: Line) -> dict[State, Line]:
    """What the seat answers in a line, by the position."""
    found = dict[State, Line]()
    at: State | None = None
    for text in line:
        at = None if state.seat != seat else at or state
        if at is not None:
            found[at] = (*found.get(at, ()), text)
        state = state.play(state.parse(text))
    return found


def contradict(one: dict[State, Line], other: dict[State, Line]) -> bool:
    return any(one[at][: len(mine)] != mine[: len(one[at])] for at, mine in other.items() if at in one)


def middle(kind: str, dice: random.Random) -> State:
    """A position of a game in which somebody decides."""
    state = GAMES[kind].start(seats=GAMES[kind].seats[0])
    for _ in range(dice.randrange(12)):
        if state.is_chance:
            state = state.play(dice.choice(state.outcomes())[0])
        elif not state.is_over:
            state = state.play(next(iter(state.moves())))
    while state.is_chance:
        state = state.play(dice.choice(state.outcomes())[0])
    return state


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", list(GAMES))
@pytest.mark.parametrize("seed", range(4))
def test_lines_are_the_paths_of_a_tree(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    state = middle(kind, dice)
    seat = 1 - (state.seat or 0)
    armed, tree = ArmedLines(state, seat), Tree()
    for _ in range(40):
        line = grow_line(state, seat, dice)
        if dice.random() < 0.2 and armed.lines:
            chosen = dice.choice(armed.lines)
            beginning = chosen[: dice.randrange(len(chosen) + 1)]
            armed, tree = armed.remove(beginning), prune(tree, beginning)
        elif line:
            armed, tree = armed.add(line), grow(state, tree, seat, line)
            for path in list_paths(tree):
                tree = prune(tree, path) if contradict(answers(state, seat, path), answers(state, seat, line)) else tree
        assert sorted(armed.lines) == sorted(list_paths(tree))
        assert armed.count() == count(tree)
        for _, each in armed.list_all_rounds():
            assert each.mine
            assert {armed.play(each.asked).seat, armed.play((*each.asked, *each.mine[:-1])).seat} == {seat}
            assert any(path[: len(each.line)] == each.line for path in armed.lines)


def test_the_same_position_by_other_moves_is_answered_in_one_way() -> None:
    """In a game of three the others reach a position in two orders: positions count, not decisions."""
    dice = random.Random(1)
    state = GAMES["land"].start(seats=3)
    while state.is_chance or (found := find_swap(state)) is None:
        assert not state.is_over
        state = state.play(dice.choice(state.outcomes())[0] if state.is_chance else dice.choice(list(state.moves())))
    one, other, reached = found
    first, second = (str(move) for move in list(reached.moves())[:2])
    armed = ArmedLines(state, reached.seat or 0, [(*one, first)])
    assert armed.find_contradiction((*other, first)) is None
    contradicted = armed.find_contradiction((*other, second))
    assert contradicted is not None
    assert contradicted.mine == (first,)
    assert armed.add((*other, second)).lines == ((*other, second),)
    round_ = armed.find_answer(reached)
    assert round_ is not None
    assert round_.mine == (first,)
    assert follow(armed.lines, one) == ((first,),)


def find_swap(state: State) -> tuple[Line, Line, State] | None:
    """Two lines of two decisions that lead to one position in which another seat decides."""
    reached: dict[State, Line] = {}
    for first in state.moves():
        between = state.play(first)
        if between.seat is None:
            continue
        for second in between.moves():
            after, line = between.play(second), (str(first), str(second))
            if after.seat in (None, state.seat, between.seat):
                continue
            if after in reached:
                return reached[after], line, after
            reached[after] = line
    return None


def test_the_turns_of_several_others_are_told_one_after_the_other() -> None:
    """In Land the plots of a turn are told together, and those of two seats never."""
    dice, state = random.Random(1), GAMES["land"].start(seats=3)
    while state.is_chance or any(score == 0 for score in state.scores):
        state = state.play(dice.choice(state.outcomes())[0] if state.is_chance else dice.choice(list(state.moves())))
    now, turns = state, list[tuple[State, list[str]]]()
    while len(turns) < 3:
        if not turns or now.seat != turns[-1][0].seat:
            turns.append((now, []))
        turns[-1][1].append(str(next(iter(now.moves()))))
        now = now.play_text(turns[-1][1][-1])
    first, second, _ = turns
    told = write_turns(state, [*first[1], *second[1]])
    assert told == f"{write_turns(*first)}, then {write_turns(*second)}"
    assert told.count("take") == 2
