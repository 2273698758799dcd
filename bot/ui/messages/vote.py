"""The message of the vote on the rules of the next game, and its buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.common.markdown import bold, escape, to_markdown
from bot.games.votes import Vote
from bot.panels.core import Button, Style
from bot.panels.house_rules import ALONE, HOUSE_RULES, HouseRules
from bot.presentation.texts import renderer_of, write_title
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.framework.components import PressButton, make_button, show_button, view
from bot.ui.framework.press import Press
from bot.usecases.tables.opening import explain_already_again
from render.text.option_words import OptionWords, describe_value
from rules import GAMES, State


class VotePress(Press, word="vote"):
    """A button of the vote on the rules of the next game. ``control``: ``open`` for the table, else an option and its value."""

    game_id: int
    control: str


def render_closed(row: GameRow, after: GameTable) -> str:
    """Return the text of a vote that is over because the table for the next game is open."""
    return f"**Rules of the next game** after {escape(write_title(row))}. {to_markdown(explain_already_again(after))}"


def make_message(row: GameRow, state: State, vote: Vote) -> tuple[str, discord.ui.View]:
    """Return the text of the vote and its buttons with their numbers of votes.

    Players are listed in the order of the last board.
    """
    votes = vote.cast
    rules = HOUSE_RULES[row.kind]
    usual = GAMES[row.kind].Options.model_validate(row.options)
    seats = renderer_of(row.kind, row.rules).seats(state)
    voted = [bold(row.names[seat]) for seat in seats if row.players[seat].user_id in votes]
    lines = [f"**Rules of the next game** after {escape(write_title(row))}. Vote below."]
    words = renderer_of(row.kind, row.rules).option_words
    for option, (heading, meanings) in rules.words.items():
        values = (f"{describe_value(words, option, value)} ({meaning})" for value, meaning in meanings.items())
        lines.append(f"- **{heading}**: {' / '.join(values)}")
    alone = " (at least two)" if vote.voters > ALONE else ""
    lines.append(f"\nVoted so far: {', '.join(voted) or 'nobody'} ({len(votes)} of {vote.voters}). {_when(vote)}")
    lines.append(f"A rule changes if more than half of those who voted on it{alone} want the same.")
    result = rules.tally(usual, votes.values(), vote.voters).model_dump()
    changed = (
        f"{heading}: {describe_value(words, option, result[option])}"
        for option, (heading, _) in rules.words.items()
        if result[option] != rules.original[option]
    )
    lines.append(f"Result so far: {'; '.join(changed) or 'original rules'}.")
    return "\n".join(lines), view([*_buttons(row, rules, words, votes), _open(row, len(rules.rows), vote)])


def _when(vote: Vote) -> str:
    """Describe that the vote counts already, or when it will count."""
    if vote.most_have_voted:
        return "It counts: most players have voted."
    if vote.counts:
        return "It counts: a day has passed."
    enough = "both have" if vote.quorum == vote.voters == ALONE else f"{vote.quorum} {'has' if vote.quorum == 1 else 'have'}"
    return f"It counts once {enough} voted, or on <t:{vote.counts_at // 1000}:f>."


def _buttons(
    row: GameRow, rules: HouseRules, words: OptionWords, votes: Mapping[int, Mapping[str, Any]]
) -> Iterator[PressButton]:
    for number, options in enumerate(rules.rows):
        for option in options:
            heading, meanings = rules.words[option]
            for value in meanings:
                count = sum(wish.get(option) == value for wish in votes.values())
                label = f"{heading}: {describe_value(words, option, value)}" + (f" ({count})" if count else "")
                button = Button(f"{option}.{value}", label, "success" if count else "secondary")
                yield show_button(VotePress(row.id, button.id).id, button, number)


def _open(row: GameRow, number: int, vote: Vote) -> PressButton:
    style: Style = "primary" if vote.counts else "secondary"
    return make_button(VotePress(row.id, "open"), "Open the table", style, row=number)
