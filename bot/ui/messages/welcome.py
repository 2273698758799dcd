"""The invitation to a game's lesson, shown once to a user who starts a game that they have never finished."""

from __future__ import annotations

from dataclasses import replace

from bot.games.lessons import lesson_of
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.reply import Reply
from bot.ui.messages.entry_points import LearnPress
from bot.usecases.learning import lessons
from rules import GAMES

MOST_KNOWN = 10_000
"""Maximum number of cached pairs of a user and a game that need no invitation. The cache saves database reads."""


def add_welcome(app: App, interaction: Interaction, kind: str, reply: Reply) -> Reply:
    """Return a reply to a press that starts a game, followed by the invitation to the lesson if the user is new to it."""
    who = interaction.user.id, kind
    if who in app.welcomed or lesson_of(kind) is None:
        return reply

    async def more() -> Reply | None:
        if len(app.welcomed) >= MOST_KNOWN:
            app.welcomed.clear()
        app.welcomed.add(who)
        if not await lessons.welcome(app.context, guild_of(interaction), interaction.user.id, kind):
            return None
        learn = make_button(LearnPress(kind), "Learn", "primary")
        return Reply(f"New to {GAMES[kind].title}? Learn it in three minutes:", view=view([learn]))

    return replace(reply, more=more)
