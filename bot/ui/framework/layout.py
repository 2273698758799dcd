"""The two forms of a message; a message never changes its form after it was posted.

Messages that may notify somebody are plain: a text, its files, and rows of controls below. Phones show the text in the
notification. All other messages consist of components (Discord's Components V2): a coloured frame with texts, pictures, files
and rows of controls. Their notifications have no text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.panels.core import MOST_IN_ROW, Menu, Picker, Row
from bot.presentation.texts import MESSAGE, cut
from bot.ui.framework.attachment import PICTURES, Attachment, KeptFile
from bot.ui.framework.components import make_menu, make_picker, show_button
from bot.ui.framework.press import PREFIX

View = ui.View | ui.LayoutView
"""The controls below a message's text, or a whole message including its text."""


def lay_out(
    text: str, rows: Sequence[Row | Picker] = (), custom_id: Callable[[str], str] = str, picture: Attachment | None = None
) -> ui.LayoutView:
    """Return a new view of a picture, a text and controls, without a time limit.

    ``custom_id`` converts the id of a control into its ``custom_id``, unless it is one. The picture has to be sent with the
    message.
    """

    def make_id(control: str) -> str:
        return control if control.startswith(PREFIX) else custom_id(control)

    made = ui.LayoutView(timeout=None)
    if picture is not None:
        made.add_item(show_file(picture))
    made.add_item(ui.TextDisplay(text))
    for row in rows:
        made.add_item(ui.ActionRow(*_make_items(row, make_id)))
    return made


def _make_items(row: Row | Picker, custom_id: Callable[[str], str]) -> Sequence[ui.Item[Any]]:
    if isinstance(row, Menu):
        return [make_menu(custom_id(row.id), row)]
    if isinstance(row, Picker):
        return [make_picker(custom_id(row.id), row)]
    return [show_button(custom_id(button.id), button) for button in row]


def frame(
    text: str, view: View | None = None, files: Sequence[Attachment | KeptFile] = (), colour: int | None = None
) -> ui.LayoutView:
    """Return a new view of a whole message: a frame with the text, the files and the controls, without a time limit.

    A ``view`` that is a whole message already determines where its files are shown.
    """
    inside: list[ui.Item[Any]] = [ui.TextDisplay(text)] if text.strip() else []
    if isinstance(view, ui.LayoutView):
        inside += view.children
    else:
        inside += [show_file(file) for file in files]
        inside += _rows(view)
    made = ui.LayoutView(timeout=None)
    made.add_item(ui.Container(*inside, accent_colour=colour))
    made.stop()
    return made


def make_section(text: str, thumbnail: Attachment | None) -> ui.Item[Any]:
    """Return a text with a thumbnail, or alone if that is ``None``. The thumbnail has to be sent with the message."""
    if thumbnail is None:
        return ui.TextDisplay(text)
    small = ui.Thumbnail[Any](f"attachment://{thumbnail.name}", description=thumbnail.alt)
    return ui.Section(text, accessory=small)


def lay_out_list(items: Sequence[ui.Item[Any]], below: ui.View | None = None) -> ui.LayoutView:
    """Return a new view of texts and sections in a column, with buttons or menus below."""
    made = ui.LayoutView(timeout=None)
    for item in [*items, *_rows(below)]:
        made.add_item(item)
    return made


def show_file(file: Attachment | KeptFile) -> ui.Item[Any]:
    """Return a file of a message as a component: a picture with its alt text, or a download."""
    address = f"attachment://{file.name}"
    if not file.name.endswith(PICTURES):
        return ui.File(address)
    return ui.MediaGallery(discord.MediaGalleryItem(address, description=file.alt))


def _rows(view: ui.View | None) -> Iterator[ui.Item[Any]]:
    """Yield the controls of a view in rows of five buttons or one menu. A control with an explicit row stays in it."""
    row: list[ui.Item[Any]] = []
    for item in [] if view is None else view.children:
        is_full = len(row) == MOST_IN_ROW or item.width == MOST_IN_ROW or (row and row[0].width == MOST_IN_ROW)
        if row and (is_full or item.row != row[0].row):
            yield ui.ActionRow(*row)
            row = []
        row.append(item)
    if row:
        yield ui.ActionRow(*row)


def in_plain_form(text: str, view: View | None) -> tuple[str, ui.View | None] | None:
    """Return the text and the controls of a plain message; ``None`` if they do not fit into that form.

    The message then has to be made of components: Discord can convert a plain message to that form, but never back.
    """
    if not isinstance(view, ui.LayoutView):
        if view is not None:
            view.stop()
        return cut(text, MESSAGE), view
    texts = [text, *(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))]
    controls = [item for item in view.walk_children() if getattr(item, "custom_id", None) is not None]
    whole, made = "\n".join(filter(None, texts)), ui.View(timeout=None)
    try:
        for item in controls:
            made.add_item(item)
    except ValueError:  # more rows than a plain message can have
        return None
    made.stop()
    return None if len(whole) > MESSAGE else (whole, made if controls else None)


def read_text(message: discord.Message) -> str:
    """Return all texts of a message of either form."""
    texts = (part.content for part in walk(message.components) if isinstance(part, discord.TextDisplay))
    return "\n".join(filter(None, [message.content, *texts]))


def walk(components: Sequence[Any]) -> Iterator[Any]:
    """Yield the components of a message, each before its children."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))
        if (accessory := getattr(component, "accessory", None)) is not None:
            yield accessory


def is_plain(message: discord.Message | None) -> bool:
    """Return whether a message is known to be plain."""
    return message is not None and not message.flags.components_v2
