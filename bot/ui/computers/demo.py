"""``/demo`` and its button **Stop**."""

from __future__ import annotations

from dataclasses import replace

from bot.ui.framework.app import App, Interaction, guild_of, here, parent_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import demo as message
from bot.ui.tables.tables import may_post
from bot.usecases.computers import demos


async def start_demo(app: App, interaction: Interaction, kind: str, level: int) -> Reply:
    """Start a demo and return its public message. Raise Refusal if the user has asked for too many pictures."""
    may_post(interaction)
    guild, channel, user = here(interaction)
    app.pacing.pictures.spend(user)
    demo = await demos.start(app.context, guild, channel, user, kind, level, parent_id=parent_of(interaction))
    return replace(
        await message.render_demo(app, demo),
        public=True,
        sent=lambda message_id: demos.save_message(app.context, demo.row.id, message_id),
        lost=lambda: demos.end(app.context, demo.row.id),
    )


@answers(message.DemoPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: message.DemoPress) -> Reply:
    """Stop a demo and return its message, which keeps the last position."""
    manages = interaction.permissions.manage_guild
    demo = await demos.stop(app.context, guild_of(interaction), press.demo_id, interaction.user.id, manages=manages)
    return replace(await message.render_demo(app, demo, stopped=True), edit=True)
