"""The data of a game for its page: the players, the last moves, the targets on the board, and all legal moves as parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.common.words import Text, with_names
from bot.panels import panel_of
from bot.presentation.actions import Asked, Offered, list_asked, list_offered
from bot.presentation.proposals import describe_undos
from bot.presentation.texts import find_news_start, read_summary
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.time.clocks import GONE, VACATION
from bot.usecases import access
from bot.usecases.queries import GameView
from bot.usecases.time import clocks
from bot.web.pictures import view_of
from bot.web.spans import Span, to_spans
from render import View, renderer_of
from render.style.owners import OWNERS
from render.targets import Target
from render.text.words import turn_words
from rules import GAMES, Action, State, game_of
from rules.parts import MoveParts, Parts
from rules.steps import Step, group_turns

_MOST_LINES = 5
"""Maximum number of lines about one turn. On a phone, the last ones are below the bar, and more would be far below it."""


def describe(found: GameView, seat: int | None, proposals: Sequence[Proposal], theme: str, now: int) -> dict[str, Any]:
    """Return the data of a game's page for the holder of a seat, or for all watchers (``None``).

    ``proposals``: those at the newest position. Call this in a thread, since it takes some milliseconds.
    """
    row, log, state = found.row, found.log, found.state
    yours = row.status == "running" and seat is not None and state.seat == seat
    renderer = renderer_of(row.kind, row.rules)
    helped = panel_of(row.kind, row.rules).write_help(state, state.seat or 0) if yours else ""
    view = view_of(log, theme)
    targets = renderer.targets(state, view)
    start = find_news_start(log, seat)
    since, undone = () if seat is None else log.steps(start, found.version), describe_undos(log, start, found.version)
    return {
        "game": row.id,
        "heading": f"{GAMES[row.kind].title} #{row.id}",
        "colour": "" if seat is None else OWNERS[renderer.owner(state, seat)].name + " now" * (row.second_of is not None),
        "learning": False,
        "version": found.version,
        "picture": hashlib.sha256(repr((found.version, theme, row.names)).encode()).hexdigest()[:16],
        "theme": theme,
        "names": list(row.names),
        "seat": seat,
        "turn": state.seat,
        "running": row.status == "running",
        "yours": yours,
        "goal": "" if row.status != "running" or (log.since_own_turn(seat) and any(state.scores)) else read_summary(row.kind),
        "how": [to_spans(Text(line)) for line in helped.splitlines()],
        "says": "It is your turn." if yours else _describe_whose_turn(row, state),
        "news": [to_spans(undone)] * bool(undone) + (describe_news(row, since) or describe_news(row, view.steps)),
        "asked": list(map(describe_asked, list_asked(log, seat, proposals))),
        "offers": list(map(describe_offered, list_offered(found, seat, proposals))),
        "scores": list_scores(state, row.names),
        "alt": renderer.alt(state, view),
        "clock": _clock(found, now),
        "targets": describe_targets(targets),
        **(describe_moves(state, targets) if yours else {}),
    }


def _describe_whose_turn(row: GameRow, state: State) -> str | list[Span]:
    if state.is_over:
        return turn_words(state, row.names)
    return to_spans(access.describe_whose_turn(row, state))


def _clock(found: GameView, now: int) -> dict[str, Any] | None:
    """Return the clock of the player to move: its end, and the reason why it is stopped; ``None`` if there is none.

    If it is stopped for a vacation, the reason includes the end of the vacation, if known.
    """
    clock = found.clock
    if clock is None or clock.seat is None or found.row.status != "running" or found.row.players[clock.seat].is_computer:
        return None
    why = {VACATION: "on vacation", GONE: "gone"}.get(clock.why or "", "paused")
    still = "" if clock.stopped_at is None else why
    ends = found.away_until if still else clock.reaches(clock.allowed, now)
    return {"seat": clock.seat, "still": still, "ends": ends, "out": clock.stage == clocks.OUT and not still}


def describe_news(row: GameRow, steps: Sequence[Step]) -> list[str | list[Span]]:
    """Return the events of the given steps, a sentence or two for each turn."""
    return [words for turn in group_turns(steps) if (words := describe_turn(row, turn))]


def describe_turn(row: GameRow, steps: Sequence[Step]) -> str | list[Span]:
    """Return the events of the given steps of a game, in words, and the spaces on which tiles were laid face down.

    If there are many, as in the attack of Nomads, return the first, about what the player did, an ellipsis, and the last ones;
    the board shows the rest.
    """
    renderer = renderer_of(row.kind, row.rules)

    def write(names: Sequence[str]) -> str:
        first, *story = renderer.news(steps, names).split("\n")
        first = f"{first} {renderer.describe_face_down(steps)}".strip()
        last = story[1 - _MOST_LINES :]
        if len(last) < len(story):
            last[0] = f"… {last[0]}"
        return "\n".join([first, *last])

    return to_spans(with_names(write, row.names))


def describe_targets(targets: Iterable[Target]) -> list[tuple[Any, ...]]:
    """Return the targets of a picture in the form used by the page."""
    return [(target.name, target.words, target.box, target.choices) for target in targets]


def list_scores(state: State, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the scores of the seats, in the order in which they are shown."""
    renderer = renderer_of(state.game, state.rules)
    return [
        {"name": names[seat], "words": renderer.score_words(state, seat), "out": seat in state.dropped}
        for seat in renderer.seats(state)
    ]


def find_places(row: GameRow, state: State, moves: Sequence[Action]) -> list[str]:
    """Return the names of the targets on the board for consecutive moves from a position."""
    targets = renderer_of(row.kind, row.rules).targets(state, View(row.names))
    parts, described = game_of(row.kind, row.rules).parts, list[MoveParts]()
    for move in moves:
        described += parts.describe(state, move)
        state = state.play(move)
    return [
        target.name
        for target in targets
        if any(choice.items() <= each.items() for choice in target.choices for each in described)
    ]


def describe_moves(state: State, targets: Iterable[Target]) -> dict[str, Any]:
    """Return the legal moves as parts, with the words for the page's questions, and the plan of a turn with several moves."""
    parts = game_of(state.game, state.rules).parts
    named = {name for target in targets for choice in target.choices for name in choice} | set(parts.nouns)
    renderer = renderer_of(state.game, state.rules)
    moves = [
        (str(move), renderer.label_move(state, move), _only(named, described), renderer.find_piece(state, move))
        for move in state.moves()
        for described in parts.describe(state, move)
    ]
    swatches, always = renderer.swatches(state), renderer.shown_values(state)
    values = {item for _, _, described, _ in moves for item in described.items()}
    values |= {(part, value) for shown in (swatches, always) for part, found in shown.items() for value in found}
    plan, tasks = parts.plan(state), panel_of(state.game, state.rules).list_tasks(state, state.seat or 0, always)
    planned = (
        []
        if plan is None
        else [
            [
                str(each.move),
                each.cost,
                [str(before) for before in each.after],
                _only(named, *parts.describe(state, each.move)),
                renderer.find_piece(state, each.move),
                renderer.label_move(state, each.move),
            ]
            for each in plan.moves
        ]
    )
    return {
        "moves": moves,
        "asks": [[name, parts.place if name in ("column", "row") else noun] for name, noun in parts.nouns.items()],
        "words": _name_values(parts, values),
        "swatches": swatches,
        "choices": always,
        "tasks": tasks,
        "plan": None if plan is None else {"budget": plan.budget, "end": str(plan.end), "moves": planned},
    }


def describe_outcomes(outcomes: Iterable[Action]) -> dict[str, Any]:
    """Return the possible outcomes of chance, in the form of :func:`describe_moves`."""
    return {
        "moves": [(text, text, {"outcome": text}, None) for text in map(str, outcomes)],
        "asks": [["outcome", "the outcome"]],
        "words": {},
        "swatches": {},
        "choices": {},
        "tasks": {"": "Choose the outcome."},
        "plan": None,
    }


def _only(names: set[str], *described: MoveParts) -> dict[str, str]:
    """Return the parts of a move that the page uses for choosing."""
    return {name: value for each in described for name, value in each.items() if name in names}


def _name_values(parts: Parts[Any], values: Iterable[tuple[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """Return the words for values, except where they equal the value."""
    found: dict[str, dict[str, str]] = {}
    for part, value in sorted(values):
        words = parts.name_value(part, value)
        if words != value:
            found.setdefault(part, {})[value] = words
    return found


def describe_offered(offered: Offered) -> dict[str, Any]:
    """Return a button in the form used by the page. ``address``: the target of its ``body``, below ``api/``."""
    told = {"label": offered.label, "address": offered.key, "body": offered.values}
    question = offered.question
    return told | ({"asks": "", "sure": ""} if question is None else {"asks": to_spans(question.text), "sure": question.yes})


def describe_asked(asked: Asked) -> dict[str, Any]:
    """Return a proposal with its answers, in the form used by the page."""
    return {"words": to_spans(asked.words), "offers": list(map(describe_offered, asked.answers))}
