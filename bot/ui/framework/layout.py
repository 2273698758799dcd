"""Messages made of components alone: a picture, a text below it, rows of controls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord import ui

from bot.panels.core import Menu, Row
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import button, menu


def layout(
    text: str, rows: Sequence[Row] = (), custom_id: Callable[[str], str] = str, picture: Attachment | None = None
) -> ui.LayoutView:
    """Return a new view of a picture, a text and controls, without a time limit.

    ``custom_id`` makes the ``custom_id`` of a control from its own id. The picture has to be sent with the message.
    """
    made = ui.LayoutView(timeout=None)
    if picture is not None:
        made.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)))
    made.add_item(ui.TextDisplay(text))
    for row in rows:
        items = [menu(custom_id(row.id), row)] if isinstance(row, Menu) else [button(custom_id(b.id), b) for b in row]
        made.add_item(ui.ActionRow(*items))
    return made
