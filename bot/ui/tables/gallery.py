"""**Maps**, **Boards** and **Tile sets**: the variants of a game's board, side by side or one at a time."""

from __future__ import annotations

from bot.panels.core import Button
from bot.panels.grids import arrange
from bot.presentation.texts import renderer_of
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.gallery import ALL, GalleryPress
from bot.usecases.refusal import Refusal
from bot.workers.jobs import GalleryOf
from rules import GAMES


@answers(GalleryPress, edit=lambda press: press.where == "here", direct=True)
async def show_gallery(app: App, interaction: Interaction, press: GalleryPress) -> Reply:
    """Return a picture of a map, board or tile set, or of all of them, with a button for each.

    Raise Refusal for games without a choice, or if the user has asked for too many pictures.
    """
    kind, value, edit = press.kind, press.value, press.where == "here"
    if kind not in GAMES:
        raise Refusal("I do not know that game.")
    renderer = renderer_of(kind)
    if renderer.gallery_shows is None:
        raise Refusal(f"{GAMES[kind].title} is always played on the same board.")
    app.pacing.pictures.spend(interaction.user.id)
    theme = await themes.of_member(app, guild_of(interaction), interaction.user.id)
    made = await app.workers.run(GalleryOf(kind, theme), interaction.user.id)
    pictures = {choice.value: choice.picture for choice in made.choices}
    title, game = renderer.gallery_shows, GAMES[kind].title
    if value in pictures:
        text = f"**{value}** · choose it by `/newgame {kind}` with `{made.option}: {value}`."
    else:
        usual = made.choices[0].value
        text = f"**{title} of {game}.** `/newgame {kind}` has the option `{made.option}`; **{usual}** is the usual one."
    now = pictures.get(value, made.together)
    name = f"{kind}-{value if value in pictures else ALL}.png"
    buttons = [Button(each, each, "primary" if each == value else "secondary") for each in pictures]
    if value in pictures:
        buttons.insert(0, Button(ALL, "Side by side"))
    rows = arrange(buttons)
    file = Attachment(now.png, name, now.alt)
    return Reply("", view=lay_out(text, rows, lambda each: GalleryPress(kind, each, "here").id, file), files=(file,), edit=edit)
