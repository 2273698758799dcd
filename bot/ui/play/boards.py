"""The private board: the button **Board**, ``/board``, and **In words**."""

from __future__ import annotations

from dataclasses import replace

from bot.common.home import is_home
from bot.common.markdown import as_typed, escape, to_markdown
from bot.common.words import IT_IS_YOUR_TURN
from bot.presentation.texts import MESSAGE, colour_of, cut, find_news_start, renderer_of
from bot.ui.channels.visibility import check_seen, view_seen_game
from bot.ui.framework import game_picker
from bot.ui.framework.app import App, Interaction, here
from bot.ui.framework.components import make_button, show_button, view
from bot.ui.framework.press import Page, Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import picture
from bot.ui.messages.board import describe_ending, describe_news, list_levels
from bot.ui.play.open_board import PagePress, make_page_buttons
from bot.ui.play.panel_message import describe_dropped
from bot.ui.play.proposals import make_pause_buttons
from bot.ui.play.writing import NotePress, offer_deletion
from bot.ui.words import times
from bot.ui.words.references import board_link
from bot.usecases import queries
from bot.usecases.access import describe_whose_turn
from bot.usecases.queries import GameView
from render.view import View
from rules import GAMES, State

MOST_LISTED = 8
"""Maximum number of legal moves that ``/board`` lists one by one."""
MOST_IN_WORDS = 1900
"""Maximum length of a page of the position in words, in characters."""
MOST_NOTE = 300
"""Maximum length of the user's note below their board, in characters; the button **Note** shows all of it."""


class WordsPress(Press, word="words"):
    """**In words** below a private board, and **Go on** below all pages except the last one."""

    game_id: int
    page: Page


async def show_private_board(app: App, interaction: Interaction, position: GameView) -> Reply:
    """Return a private message with the current board, and the user's legal moves if it is their turn.

    Raise Refusal if the user does not see the game or has asked for too many pictures.
    """
    row, state = position.row, position.state
    check_seen(interaction, row)
    app.pacing.pictures.spend(interaction.user.id)
    since = find_news_start(position.log, row.seat_of(interaction.user.id))
    steps = position.log.steps(position.log.last_turn(), position.version)
    name = f"{row.kind}-{row.id}.png"
    theme = position.theme or app.theme
    file = await picture.draw_board(row, state, theme, name, steps=steps)
    lines = [
        f"**{GAMES[row.kind].title}** · game #{row.id}{list_levels(row)}",
        describe_news(position.log, since, position.version),
    ]
    clock, now = position.clock, app.context.clock()
    is_mine = row.status == "running" and state.seat is not None and state.seat == row.seat_of(interaction.user.id)
    time = times.describe_time_briefly(row, clock, now, state, position.away_until, is_mine=is_mine)
    if is_mine:
        lines += [describe_dropped(position), open_moves(state)]
    elif not time.startswith("⏳"):  # that line names the player to move
        lines.append(describe_ending(row, state) or to_markdown(describe_whose_turn(row, state)))
    lines += [time, times.describe_banks(row, state, clock, now)]
    if row.board_message_id is not None and row.place != interaction.channel_id:
        lines.append(f"-# It {'was' if row.is_over else 'is'} played in <#{row.place}>: {board_link(row)}.")
    if position.note:
        lines.append(f"📝 {as_typed(cut(position.note, MOST_NOTE))}")
    buttons = [show_button(wanted.id, wanted) for wanted in make_page_buttons(app, PagePress(row.id))]
    buttons.append(make_button(NotePress(row.id, "open"), "Note"))
    buttons.append(make_button(WordsPress(row.id, 0), "In words"))
    buttons += make_pause_buttons(position, interaction.user.id)
    if is_mine:
        buttons.insert(0, make_button(game_picker.PickPress(row.id, "move"), "Play", "primary"))
    buttons += await offer_deletion(app, interaction, row.id)
    if row.status == "running" and is_home(row.guild_id):
        buttons.append(make_button(game_picker.PickPress(row.id, "resign"), "Give up…"))
    colour = colour_of(row, state)
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), files=(file,), view=view(buttons), colour=colour)


async def show_board(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return the private board of a game, by default the one that waits for the user, with buttons to the others."""
    guild, channel, user = here(interaction)
    found = await queries.view_waiting_game(app.context, guild, channel, user, game, of_others=True)
    reply = await show_private_board(app, interaction, found.view)
    if not found.others:
        return reply
    row = found.view.row
    waited = f"\n-# {game_picker.LONGEST}" if row.waits_for(user) else ""
    others = game_picker.make_buttons(found.others, "board")
    for item in [] if reply.view is None else reply.view.children:
        others.add_item(item)
    return replace(reply, content=f"{reply.content}{waited}", view=others)


@answers(WordsPress, direct=True)
async def show_in_words(app: App, interaction: Interaction, press: WordsPress) -> Reply:
    """Return a page of the whole position in words, for users of screen readers."""
    found = await view_seen_game(app, interaction, press.game_id)
    row = found.row
    steps = found.log.steps(found.log.last_turn(), found.version)
    told = renderer_of(row.kind, row.rules).words(found.state, View(tuple(map(escape, row.names)), steps=tuple(steps)))
    pages = _split(f"Game #{row.id} in words\n{told}")
    at = min(press.page, len(pages) - 1)
    more = [make_button(WordsPress(row.id, at + 1), "Go on", "primary")] if at + 1 < len(pages) else []
    return Reply(pages[at], view=view(more))


def _split(text: str) -> list[str]:
    """Split a text by lines into pages that fit into a message."""
    pages = [""]
    for line in text.splitlines():
        if len(pages[-1]) + len(line) > MOST_IN_WORDS:
            pages.append("")
        pages[-1] += f"{cut(line, MOST_IN_WORDS)}\n"
    return pages


def open_moves(state: State) -> str:
    """Return a line for the player to move with their moves, or how to choose one if there are many."""
    moves = state.moves()
    if len(moves) > MOST_LISTED:
        return f"{IT_IS_YOUR_TURN}. Press **Play**."
    listed = " · ".join(f"`{move}`" for move in moves)
    return f"{IT_IS_YOUR_TURN}. You can play {listed}"
