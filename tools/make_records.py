"""Play the games of ``tests/records`` and write them once. A game that has a file is never written again.

    python -m tools.make_records            # says what is kept, and makes the games of PLANS that are not

The kept games prove that running games never change (tests/records/README.md), so they must not be made anew when a test
of them fails. To keep more games, add plans with new names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rules import GAMES, Action, AgreeDraw, Drop, Record, State
from tests.records.facts import digest, mark

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "records"
LOOKED_AT = 12
"""Moves among which the better players of these games choose."""


@dataclass(frozen=True)
class Plan:
    """The plan of a game: how it starts, and how it continues."""

    game: str
    name: str
    seats: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] | None = None
    drops: Mapping[float | str, int] = field(default_factory=dict)
    """How far into the game (0 to 1), or in which phase -> the seat that gives up."""
    draw: float | str | None = None
    """How far into the game, or in which phase, a draw is agreed."""
    greedy: bool = True
    """Whether the seats look at what a move scores at once; else all is random."""


def _pastures() -> Iterator[Plan]:
    sizes = {"usual": {}, "smallest": {"width": 4, "height": 4}, "largest": {"width": 16, "height": 16}}
    for name, options in sizes.items():
        yield Plan("pastures", name, options=options)
    yield Plan("pastures", "wide", options={"width": 11, "height": 5})
    yield Plan("pastures", "high", options={"width": 6, "height": 9}, greedy=False)
    yield Plan("pastures", "corners", options={"adjacency": "corners"})
    yield Plan("pastures", "poor-forest", options={"forest": 1})
    yield Plan("pastures", "corners-poor-forest", options={"adjacency": "corners", "forest": 1, "width": 9})
    yield Plan("pastures", "random-play", greedy=False)
    yield Plan("pastures", "drop-in-the-fill", drops={0.4: 0})
    yield Plan("pastures", "drop-in-the-claim", drops={0.97: 1})
    yield Plan("pastures", "draw-in-the-fill", options={"width": 7}, draw=0.5)
    yield Plan("pastures", "draw-at-once", draw=0)
    yield Plan("pastures", "offer", options={"claim": "offer"})
    yield Plan("pastures", "offer-on-odd-squares", options={"claim": "offer", "width": 7, "height": 7, "forest": 1})
    yield Plan("pastures", "offer-large", options={"claim": "offer", "width": 12, "height": 12}, greedy=False)
    yield Plan("pastures", "offer-drop-in-the-answer", options={"claim": "offer", "height": 5}, drops={"answer": 1})
    yield Plan("pastures", "offer-draw-at-the-offer", options={"claim": "offer", "height": 6}, draw="offer")
    yield Plan("pastures", "draw-in-the-claim", options={"adjacency": "corners"}, draw=0.98)


def _land() -> Iterator[Plan]:
    for seats, name in enumerate(("island", "range", "lake", "ribbon", "twins"), 2):
        yield Plan("land", name, seats=seats, options={"map": name})
    yield Plan("land", "random-map", seats=4, options={"map": "random", "map_seed": 20_301_123})
    yield Plan("land", "six-at-random", seats=6, greedy=False)
    yield Plan("land", "chain", seats=3, options={"reach": "chain"})
    yield Plan("land", "equal-poorest", seats=4, options={"herd": "equal", "order": "poorest"})
    yield Plan("land", "rotate-cheap-mountains", seats=3, options={"order": "rotate", "mountain": 1, "map": "range"})
    yield Plan("land", "no-residents", seats=2, options={"resident": "none", "map": "lake"})
    yield Plan("land", "own-map", seats=2, setup={"map": ["gg^^cg", "gc~~gg", "g:~~:g", "gg~i^g", "^gg^gg", "ggcggg"]})
    yield Plan("land", "one-drops-and-it-goes-on", seats=4, drops={0.3: 1})
    yield Plan("land", "all-but-one-drop", seats=3, drops={0.2: 2, 0.6: 0})
    yield Plan("land", "drop-at-the-dice", seats=2, drops={0: 1})
    yield Plan("land", "draw", seats=5, options={"map": "twins"}, draw=0.7)
    yield Plan("land", "drop-and-draw", seats=4, drops={0.2: 3}, draw=0.5)


def _territories() -> Iterator[Plan]:
    for name in ("classic", "valley", "village", "rim", "pairs"):
        yield Plan("territories", name, options={"board": name})
    for name in ("classic", "rim"):
        yield Plan("territories", f"{name}-farms-count", options={"board": name, "farms": "land"}, greedy=False)
    stripes = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]}
    yield Plan("territories", "own-board", setup=stripes)
    spread = {"width": 12, "height": 9, "spots": ["A1", "L1", "A9", "L9", "F5", "G5", "C3", "J7"]}
    yield Plan("territories", "own-large-board", setup=spread, options={"farms": "land"})
    yield Plan("territories", "random-play", greedy=False)
    yield Plan("territories", "drop-at-the-farms", drops={0.05: 1})
    yield Plan("territories", "drop-in-a-fence", options={"board": "valley"}, drops={0.6: 0})
    yield Plan("territories", "draw-in-a-fence", options={"board": "pairs"}, draw=0.7)
    yield Plan("territories", "draw-at-the-farms", draw=0.04)


def _nomads() -> Iterator[Plan]:
    for seats in (2, 3, 4, 5, 6):
        yield Plan("nomads", f"seats-{seats}", seats=seats)
    for corner in ("H1", "H8", "A8", "random"):
        yield Plan("nomads", f"entry-{corner.lower()}", seats=2, options={"entry": corner}, greedy=corner != "H8")
    yield Plan("nomads", "gentle", seats=3, options={"tiles": "gentle"})
    yield Plan("nomads", "closed-frontier", seats=2, options={"frontier": "closed"})
    yield Plan("nomads", "tribute", seats=4, options={"tribute": 7, "tiles": "gentle", "entry": "random"})
    bag = {"oasis": 9, "city": 14, "mine": 9, "grass": 30, "desert": 30, "mountain": 12, "treasure": 12, "barbarian": 10}
    yield Plan("nomads", "own-bag", seats=2, setup={"bag": bag}, options={"tribute": 3})
    yield Plan("nomads", "one-drops-and-it-goes-on", seats=4, drops={0.4: 2})
    yield Plan("nomads", "drop-in-the-attack", seats=3, setup={"bag": bag}, drops={"attack": 0})
    yield Plan("nomads", "all-but-one-drop", seats=3, drops={0.1: 0, 0.5: 1})
    yield Plan("nomads", "draw", seats=6, options={"tiles": "gentle"}, draw=0.6)
    yield Plan("nomads", "drop-and-draw", seats=5, drops={0.3: 4}, draw=0.5)


PLANS = (*_pastures(), *_land(), *_territories(), *_nomads())


def choose(state: State, random: Random, *, greedy: bool) -> Action:
    """Return what comes next: an outcome by its odds; a move at random, or the one of some that scores most at once."""
    if state.is_chance:
        outcomes = state.outcomes()
        return random.choices([outcome for outcome, _ in outcomes], [odds for _, odds in outcomes])[0]
    moves, seat = list(state.moves()), state.seat
    if state.phase == "offer":
        moves = moves[5:30]
    if not greedy or seat is None:
        return random.choice(moves)
    looked_at = random.sample(moves, min(LOOKED_AT, len(moves)))
    return max(looked_at, key=lambda move: state.play(move).scores[seat])


def _has_come(moment: float | str, part: float, state: State) -> bool:
    """Return whether a planned moment has come, ``part`` of the way into a game."""
    return state.phase == moment if isinstance(moment, str) else part >= moment


def play(plan: Plan, length: int | None = None) -> tuple[State, list[str]]:
    """Return the end of the game of a plan, and its actions.

    ``length``: of the game without early ends, where those are planned.
    """
    random = Random(f"{plan.game} {plan.name}")
    state: State = GAMES[plan.game].start(plan.seats, dict(plan.options), plan.setup)
    texts = list[str]()
    drops = {} if length is None else dict(plan.drops)
    while not state.is_over:
        part = len(texts) / length if length else 0.0
        due = next((at for at in drops if _has_come(at, part, state)), None)
        action: Action
        if due is not None:
            action = Drop(drops.pop(due))
        elif length is not None and plan.draw is not None and _has_come(plan.draw, part, state):
            action = AgreeDraw()
        else:
            action = choose(state, random, greedy=plan.greedy)
        texts.append(str(action))
        state = state.play(action)
    return state, texts


def as_file(plan: Plan) -> dict[str, Any]:
    """Return the game of a plan in the form of its file."""
    end, texts = play(plan)
    if plan.drops or plan.draw is not None:
        end, texts = play(plan, len(texts))
    rules = GAMES[plan.game].version
    setup = dict(plan.setup or {})
    record = Record(game=plan.game, rules=rules, seats=plan.seats, options=dict(plan.options), setup=setup, actions=texts)
    states = record.states()
    return {
        "record": record.model_dump(mode="json"),
        "scores": list(end.scores),
        "winners": list(end.winners or ()),
        "positions": digest(states),
        "marks": " ".join(map(mark, states)),
    }


def main() -> None:
    """Write the games of :data:`PLANS` that have no file yet."""
    for plan in PLANS:
        path = FOLDER / plan.game / f"{plan.name}.json"
        if path.exists():
            print(f"{plan.game}/{plan.name} is kept already")
            continue
        path.parent.mkdir(exist_ok=True)
        game = as_file(plan)
        with path.open("x", encoding="utf-8") as file:
            json.dump(game, file, indent=1, ensure_ascii=False)
            file.write("\n")
        print(f"{plan.game}/{plan.name}: {len(game['record']['actions'])} actions, winners {game['winners']}")


if __name__ == "__main__":
    main()
