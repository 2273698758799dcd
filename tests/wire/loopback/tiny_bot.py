"""A small bot for trying the loopback Discord itself: one of everything that a bot may ask of it."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands

PICTURE = b"\x89PNG\r\n\x1a\n and some more bytes"


class Buttons(discord.ui.View):
    """A button, a menu, and a button that opens a form."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Press", custom_id="press")
    async def press(self, interaction: discord.Interaction[TinyBot], button: Any) -> None:
        await interaction.response.send_message("pressed", ephemeral=True)

    @discord.ui.select(custom_id="pick", options=[discord.SelectOption(label=name) for name in ("red", "green")])
    async def pick(self, interaction: discord.Interaction[TinyBot], select: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(content=f"picked {select.values[0]}", view=Buttons())

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction[TinyBot], button: Any) -> None:
        await interaction.response.send_modal(Form())


class Form(discord.ui.Modal, title="A form"):
    """One labelled field and one of the older kind."""

    word: discord.ui.Label[Form] = discord.ui.Label(text="Word", component=discord.ui.TextInput(custom_id="word"))
    more: discord.ui.TextInput[Form] = discord.ui.TextInput(label="More", custom_id="more", required=False)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.word.component, discord.ui.TextInput)
        await interaction.response.send_message(f"{self.word.component.value} and {self.more.value}", ephemeral=True)


class TinyBot(discord.AutoShardedClient):
    """Remembers what happened to it in ``events``, and the errors of its commands in ``errors``."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(
            intents=intents or discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=1,
        )
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.errors: list[Exception] = []
        self.seen: list[int] = []
        commands: list[app_commands.Command[Any, ..., Any]] = [say, later, buttons, picture]
        for command in commands:
            self.tree.add_command(command)
        self.tree.add_command(add)
        self.tree.error(self._on_tree_error)

    async def setup_hook(self) -> None:
        self.add_view(Buttons())

    async def on_ready(self) -> None:
        self.events.append("ready")

    async def on_resumed(self) -> None:
        self.events.append("resumed")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.seen.append(interaction.id)

    async def _on_tree_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        self.errors.append(error.__cause__ if isinstance(error.__cause__, Exception) else error)


@app_commands.command(description="Says it again")
@app_commands.describe(word="what", to="to whom")
async def say(interaction: discord.Interaction[Any], word: str, to: discord.Member | None = None) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    await interaction.response.send_message(f"{word}, {to.display_name if to else 'all'}, in {interaction.channel.name}")


@say.autocomplete("word")
async def words(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{current}{end}", value=f"{current}{end}") for end in "ab"]


add = app_commands.Group(name="add", description="Adds")


@add.command(name="numbers", description="Adds two numbers")
@app_commands.describe(one="the first", two="the second")
async def numbers(interaction: discord.Interaction[Any], one: int, two: app_commands.Range[int, 0, 9]) -> None:
    await interaction.response.send_message(str(one + two), ephemeral=True)


@app_commands.command(description="Thinks first")
async def later(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send("thought of it")
    await interaction.followup.send("and of more", ephemeral=True)


@app_commands.command(description="Something to press")
async def buttons(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("here", view=Buttons())


@app_commands.command(description="A picture in the new look")
async def picture(interaction: discord.Interaction[Any]) -> None:
    view = discord.ui.LayoutView(timeout=None)
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description="an empty board")
    view.add_item(discord.ui.TextDisplay("look")).add_item(gallery)
    await interaction.response.send_message(view=view, file=board())


def board() -> discord.File:
    """A picture to send."""
    return discord.File(io.BytesIO(PICTURE), "board.png", description="a board in words")
