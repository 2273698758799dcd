"""The description of a replay: a whole game in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence

from render.games import renderer_of
from render.games.base import Renderer
from render.text.option_words import list_unusual
from render.text.words import ALT_LIMIT, clip, look, result, short_names
from rules import GAMES, Record, State
from rules.steps import Step, group_turns, steps_of
from rules.words import count

_MOMENTS = 4
"""Number of moments during the game whose scores are given."""


def replay_alt(game: Record | Sequence[Step], names: Sequence[str]) -> str:
    """Return a description of a game in at most 1024 characters: players, options, course and end.

    Raise the same errors as ``render.encode.gif.replay_gif``.
    """
    steps = steps_of(game) if isinstance(game, Record) else list(game)
    if not steps:
        raise ValueError("Nothing has happened in this game yet.")
    last = steps[-1].after
    renderer, shown, groups = renderer_of(last.game, last.rules), short_names(names), group_turns(steps)
    players = (f"{shown[seat]} ({look(renderer.owner(last, seat))})" for seat in renderer.seats(last))
    parts = [f"Replay of {GAMES[last.game].title}, {count(len(groups), 'turn')}, in the order of play: {', '.join(players)}."]
    parts += [_options(last), _way(groups, shown), _lead(groups, shown), _end(renderer, last, shown)]
    told = " ".join(filter(None, parts))
    news = renderer.news(groups[-1], shown).replace("**", "").replace("\n", " ")
    whole = f"{told} Last turn: {news}"
    return whole if news and len(whole) <= ALT_LIMIT else clip(told)


def _options(state: State) -> str:
    """Return the options that differ from the defaults: ``Options: width 6, first castle by offer.``"""
    words = renderer_of(state.game, state.rules).option_words
    unusual = list_unusual(words, state.game, state.options.model_dump(mode="json"))
    return f"Options: {unusual}." if unusual else "The usual options."


def _scores(state: State, names: Sequence[str]) -> str:
    return ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(state.scores))


def _way(groups: Sequence[Sequence[Step]], names: Sequence[str]) -> str:
    """Return the scores at some moments of the game."""
    turns_told = sorted({len(groups) * part // (_MOMENTS + 1) for part in range(1, _MOMENTS + 1)} - {0})
    moments = (f"after turn {turn}: {_scores(groups[turn - 1][-1].after, names)}" for turn in turns_told)
    told = "; ".join(moments)
    return f"{told[0].upper()}{told[1:]}." if told else ""


def _lead(groups: Sequence[Sequence[Step]], names: Sequence[str]) -> str:
    """Return a sentence about the last change of the lead: the player and the turn; empty if nobody ever led."""
    leader, since = -1, 0
    for turn, group in enumerate(groups, 1):
        scores = group[-1].after.scores
        ahead = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(ahead) == 1 and ahead[0] != leader:
            leader, since = ahead[0], turn
    return f"{names[leader]} took the lead for the last time in turn {since}." if since else ""


def _end(renderer: Renderer[State], state: State, names: Sequence[str]) -> str:
    scores = "; ".join(f"{names[seat]} {renderer.score_words(state, seat)}" for seat in renderer.seats(state))
    if not state.is_over:
        return f"It goes on, with {scores}."
    gone = "".join(f" {names[seat]} is out." for seat in sorted(state.dropped))
    ended = result(state, names)
    return f"At the end: {scores}.{gone} {ended[0].upper()}{ended[1:]}."
