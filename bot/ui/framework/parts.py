"""``/my`` and ``/server``, each as one panel: every part has a row of buttons to the other parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from discord import ui

from bot.panels.core import MOST_IN_ROW
from bot.presentation.settings.core import ZONE_HINT, Form
from bot.ui.framework.components import make_button
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply

MINE = {
    "notifications": "Notifications",
    "preferences": "Preferences",
    "vacation": "Vacation",
    "blocked": "Blocked",
    "data": "Your data",
}
"""The parts of ``/my`` -> the labels of their buttons."""
FORGET = "forget"
"""The question whether to forget the user's data. It is opened from the part about data, as a separate message."""
OF_SERVER = {
    "settings": "Settings",
    "more": "More settings",
    "limits": "Limits",
    "puzzle": "Daily puzzle",
    "public": "Public pages",
    "reports": "Reports",
    "games": "Games",
}
"""The parts of ``/server``."""

MOST_TYPED = 64
"""Maximum length of a typed time zone, in characters."""


class MyPress(Press, word="my"):
    """A button that opens a part of ``/my``."""

    part: Annotated[str, one_of(*MINE, FORGET)]


class ServerPartPress(Press, word="serverpart"):
    """A button that opens a part of ``/server``."""

    part: Annotated[str, one_of(*OF_SERVER)]


def open_form(form: Form, custom_id: str) -> Reply:
    """Return a reply that opens a form to type a time zone."""
    return Reply("", form=make_text_form(custom_id, "Time zone", form.label, ZONE_HINT, "Berlin", MOST_TYPED))


def show_among_mine(reply: Reply, part: str) -> Reply:
    """Return a part of ``/my`` with the row of buttons to all parts."""
    return _with_row(reply, MyPress, MINE, part)


def show_among_server(reply: Reply, part: str, *, manages: bool = True) -> Reply:
    """Return a part of ``/server``; for members who manage the server, with the row of buttons to all parts."""
    if not manages:  # the user may cancel games, but not change settings
        return reply
    return _with_row(reply, ServerPartPress, OF_SERVER, part)


def _with_row(reply: Reply, press: type[MyPress | ServerPartPress], parts: Mapping[str, str], now: str) -> Reply:
    if isinstance(reply.view, ui.LayoutView):
        buttons = [
            make_button(press(name), label, "primary" if name == now else "secondary", disabled=name == now)
            for name, label in parts.items()
        ]
        rows = -(-len(buttons) // MOST_IN_ROW)
        in_row = -(-len(buttons) // rows)  # rows of nearly equal length, so that no button is alone
        for first in range(0, len(buttons), in_row):
            reply.view.add_item(ui.ActionRow(*buttons[first : first + in_row]))
    return reply
