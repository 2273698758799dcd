"""The panels of a member's settings, for all servers or for a single one. Each may have further controls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from bot.common.home import home_of, is_home
from bot.panels.core import Button, Row
from bot.presentation.settings.core import Around, Page
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.layout import lay_out
from bot.ui.framework.parts import open_form, show_among_mine
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers
from bot.usecases.refusal import Refusal

ALL, HERE = "all", "here"
"""The scope of a panel: all servers, or only this one."""
Where = Annotated[str | None, one_of(ALL, HERE)]
"""The part of a press with the scope; ``None`` for all servers."""
PLACES = {ALL: "in all servers", HERE: "in this server only"}
TURN, REMOVE = "turn", "remove"
"""The ids of the buttons that open the other panel and remove the exceptions for this server."""


@dataclass(frozen=True)
class OwnPanel:
    """A panel of settings. ``press``: makes the press of a control from its id, the stamp and the scope."""

    page: Page
    press: Callable[[str, str, str | None], Press]
    list_rest: Callable[[App, Interaction, Layers], Awaitable[tuple[list[str], list[Row]]]]
    """Returns the lines and rows of controls that the panel shows in addition to the settings."""
    rest: Mapping[str, Callable[[App, Interaction, Sequence[str]], Awaitable[str]]]
    """Control -> its handler, which returns a line about the change; empty if the panel itself shows it."""

    async def show(self, app: App, interaction: Interaction, where: str = ALL, *, edit: bool = False, done: str = "") -> Reply:
        """Return the panel. ``done``: a line about the change just made."""
        guild, page = guild_of(interaction), self.page
        layers = await member_settings.get_layers(app.context, guild, interaction.user.id)
        needs_theme = "theme" in page.names and not is_home(guild)  # only these texts need the server's settings
        at = _look_around(app, layers, where, await themes.of_server(app, guild) if needs_theme else None)
        lines, rest = await self.list_rest(app, interaction, layers)
        lines = [f"**{page.title} {PLACES[where]}**", *page.write(at), *lines]
        if where == ALL:
            lines.append(page.describe_difference(at, layers.here))
        lines.append(done or page.end)
        rows = [*page.offer(at), *rest]
        if not is_home(guild):
            rows.append(_make_turn_buttons(where, differs=not page.names.isdisjoint(layers.differing)))
        made = lay_out("\n".join(filter(None, lines)), rows, lambda control: self._custom_id(interaction, control, where))
        return show_among_mine(Reply("", view=made, edit=edit), page.part)

    async def handle_press(self, app: App, interaction: Interaction, control: str, values: Sequence[str], where: str) -> Reply:
        """Save a choice, and return the updated panel. Raise Refusal if the choice is not available."""
        guild, user, done = guild_of(interaction), interaction.user.id, ""
        setting = self.page.find(control)
        if control in self.rest:
            done = await self.rest[control](app, interaction, values)
        elif control == TURN:
            where = ALL if where == HERE else HERE
        elif control == REMOVE:
            where = ALL
            await member_settings.remove_exceptions(app.context, guild, user, self.page.names)
        elif setting is not None and (form := setting.find_form(control, values)) is not None:
            return open_form(form, self._custom_id(interaction, setting.control, where))
        else:
            at = _look_around(app, await member_settings.get_layers(app.context, guild, user), where)
            if setting is None or (update := setting.read(values, at)) is None:
                raise Refusal(f"This menu is out of date. Open it again with `/my {self.page.part}`.")
            place = guild if where == HERE else home_of(user)
            if setting.store is not None:
                await setting.store(app.context, place, user, *update.values())
            else:
                await member_settings.change_here(app.context, place, user, lambda own: own.model_copy(update=update))
        return await self.show(app, interaction, where, edit=True, done=done)

    def _custom_id(self, interaction: Interaction, control: str, where: str) -> str:
        return self.press(control, f"{interaction.id:x}", None if where == ALL else where).id


def _look_around(app: App, layers: Layers, where: str, theme: str | None = None) -> Around:
    return Around(layers.here if where == HERE else layers.own, theme, app.context)


def _make_turn_buttons(where: str, *, differs: bool) -> tuple[Button, ...]:
    """Return the buttons to open the other panel, and to remove the exceptions for this server."""
    if where == ALL:
        return (Button(TURN, "Only in this server…"),)
    return (Button(TURN, "In all servers…"), Button(REMOVE, "Here as in all servers", disabled=not differs))
