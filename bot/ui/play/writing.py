"""The buttons to write: **Comment** on a move, and a private **Note** about a game."""

from __future__ import annotations

from typing import Annotated

from bot.common.markdown import as_typed
from bot.ui.channels.visibility import check_can_write, view_seen_game
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.components import PressButton, make_button
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases import access
from bot.usecases.play import writing
from bot.usecases.play.change import Asker
from bot.usecases.queries import view_game

OLDER_BOARDS = "I cannot edit boards that are older than a week. You can delete such a message yourself."


class SayPress(Press, word="say"):
    """The button that opens the form for a comment on the move that led to a version, and that form."""

    game_id: int
    version: int
    what: Annotated[str, one_of("open", "send")]


class NotePress(Press, word="note"):
    """The button that opens the form for the user's note about a game, and that form."""

    game_id: int
    what: Annotated[str, one_of("open", "send")]


class DeleteWordsPress(Press, word="unsay"):
    """The button for managers of a server that deletes all comments of a game."""

    game_id: int


async def offer_deletion(app: App, interaction: Interaction, game_id: int) -> list[PressButton]:
    """Return the button that deletes all comments of a game; empty if there are none, or if the user is no manager."""
    if not interaction.permissions.manage_guild or not await writing.has_words(app.context, game_id):
        return []
    return [make_button(DeleteWordsPress(game_id), "Delete comments", "danger")]


@answers(SayPress, direct=True)
async def handle_say_press(app: App, interaction: Interaction, press: SayPress) -> Reply:
    """Open the form, or publish the typed comment on the board. Raise Refusal if the user may not write there."""
    row = (await view_game(app.context, guild_of(interaction), press.game_id)).row
    access.to_comment(row, interaction.user.id)
    await writing.check_words(app.context, row.guild_id)
    await check_can_write(app, interaction, row)
    if press.what == "open":
        custom_id = SayPress(press.game_id, press.version, "send").id
        hint, example = "It is on the newest board, for everybody.", "Well played!"
        form = make_text_form(custom_id, "Comment on your move", "Your comment", hint, example, writing.MOST_SAID)
        return Reply("", form=form)
    asker = Asker(app.context, row.guild_id, row.id, user_of(interaction), interaction.id)
    await writing.add_comment(asker, " ".join(press.values), press.version)
    return Reply("It is on the newest board now.")


@answers(DeleteWordsPress)
async def handle_delete_words_press(app: App, interaction: Interaction, press: DeleteWordsPress) -> Reply:
    """Delete all comments of a game. Raise Refusal if the user does not manage the server."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    await writing.delete_words(Asker(app.context, guild_of(interaction), press.game_id, user_of(interaction), interaction.id))
    return Reply(f"The comments of game #{press.game_id} are deleted, and its boards are edited. {OLDER_BOARDS}")


@answers(NotePress, direct=True)
async def handle_note_press(app: App, interaction: Interaction, press: NotePress) -> Reply:
    """Open the form with the current note, or save the typed one."""
    found = await view_seen_game(app, interaction, press.game_id)
    if press.what == "open":
        custom_id, hint = NotePress(press.game_id, "send").id, "Only you see it. Leave it empty to delete it."
        form = make_text_form(custom_id, "Your note", "Your note", hint, "What I plan", writing.MOST_NOTED, now=found.note)
        return Reply("", form=form)
    kept = await writing.note(app.context, press.game_id, interaction.user.id, " ".join(press.values))
    return Reply(f"📝 Your note of game #{press.game_id}: {as_typed(kept)}" if kept else "Your note is deleted.")
