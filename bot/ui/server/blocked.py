"""Blocking: **Block**, a context menu of members, and ``/my blocked``, a panel with the blocked members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import discord

from bot.common.markdown import bold
from bot.panels.core import MOST_IN_MENU, Button, Entry, Menu, Picker, Row
from bot.ui.framework.app import App, Interaction, guild_of, name_of, user_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.layout import lay_out
from bot.ui.framework.parts import show_among_mine
from bot.ui.framework.press import Page, Press, one_of, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.context import User
from bot.usecases.refusal import Refusal
from bot.usecases.tables import blocking
from rules.words import count, isolated

WHAT_IT_DOES = "You won’t be put in a game with them, in any server. They won’t know. Running games with them continue."


class UnblockPress(Press, word="unblock"):
    """The button below the answer to **Block**."""

    member_id: int


class BlockedPress(Press, word="blocked"):
    """A menu or button of ``/my blocked``. ``stamp`` differs between answers, as in a **Play** panel."""

    what: Annotated[str, one_of("block", "unblock", "page")]
    page: Page
    stamp: str


async def block_member(app: App, interaction: Interaction, member: discord.Member | discord.User) -> Reply:
    """Block a member. Return a reply that explains the effect."""
    told = await _block(app, interaction, User(member.id, name_of(member)), is_bot=member.bot)
    undo = make_button(UnblockPress(member.id), "Unblock")
    return Reply(f"{told}\n{WHAT_IT_DOES}", view=view([undo]))


async def _block(app: App, interaction: Interaction, other: User, *, is_bot: bool) -> str:
    """Block a member. Return a sentence that confirms it. Raise Refusal for bots and for the user themselves."""
    if is_bot:
        raise Refusal(f"{bold(other.name)} is a bot. It invites nobody.")
    left = await blocking.block(app.context, guild_of(interaction), user_of(interaction), other)
    if left is None:
        return f"You have blocked {bold(other.name)} already."
    gone = f" You have left {count(left, 'open table')} where you would have met." if left else ""
    return f"You have blocked {bold(other.name)}.{gone}"


@answers(UnblockPress, edit=True, direct=True)
async def unblock_member(app: App, interaction: Interaction, press: UnblockPress) -> Reply:
    """Undo a block. The reply replaces the answer to **Block**."""
    found = await blocking.unblock(app.context, interaction.user.id, member_id=press.member_id)
    told = "You have already unblocked that member." if found is None else f"You have unblocked {bold(found.name)}."
    return Reply(told, edit=True)


@answers(BlockedPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: BlockedPress) -> Reply:
    """Block or unblock the chosen member, or turn the page. Return the updated panel."""
    told = ""
    if press.what == "block" and press.values:
        other, is_bot = _picked(interaction, read_number(press.values[0]))
        told = await _block(app, interaction, other, is_bot=is_bot)
    elif press.what == "unblock" and press.values:
        found = await blocking.unblock(app.context, interaction.user.id, block_id=read_number(press.values[0]))
        told = "" if found is None else f"You have unblocked {bold(found.name)}."
    return await open_panel(app, interaction, press.page, told, edit=True)


def _picked(interaction: Interaction, user_id: int) -> tuple[User, bool]:
    """Return the user picked in the menu, with their name in the server, and whether they are a bot.

    Raise Refusal if Discord did not send that user, as with a forged press.
    """
    data: Mapping[str, Any] = interaction.data or {}
    told = data.get("resolved", {})
    found, member = (told.get(kind, {}).get(str(user_id)) for kind in ("users", "members"))
    if found is None:
        raise Refusal("I do not know that member. Open the panel again with `/my blocked`.")
    name = (member or {}).get("nick") or found.get("global_name") or found["username"]
    return User(user_id, name), bool(found.get("bot"))


async def open_panel(app: App, interaction: Interaction, page: int = 0, told: str = "", *, edit: bool = False) -> Reply:
    """Return a page of the panel of ``/my blocked``. ``told``: a line about what was just done."""
    found = await blocking.list_blocked_by(app.context, interaction.user.id)
    last = max(0, (len(found) - 1) // MOST_IN_MENU)
    page, stamp = min(page, last), f"{interaction.id:x}"
    shown = found[page * MOST_IN_MENU : (page + 1) * MOST_IN_MENU]
    lines = ["**Members you have blocked**", f"-# {WHAT_IT_DOES}", *(f"- {bold(block.name)}" for block in shown)]
    if not found:
        lines.append("Nobody.")
    if last:
        lines.append(f"-# Page {page + 1} of {last + 1}")
    if told:
        lines.append(told)
    rows: list[Row | Picker] = [Picker(BlockedPress("block", page, stamp).id, "user", "Block a member", least=1, most=1)]
    if shown:
        entries = [Entry(str(each.id), isolated(each.name)) for each in shown]
        rows.append(Menu(BlockedPress("unblock", page, stamp).id, "Unblock", entries))
    if last:
        newer = Button(BlockedPress("page", max(0, page - 1), f"{stamp}n").id, "Newer", disabled=page == 0)
        older = Button(BlockedPress("page", page + 1, f"{stamp}o").id, "Older", disabled=page == last)
        rows.append((newer, older))
    return show_among_mine(Reply("", view=lay_out("\n".join(lines), rows), edit=edit), "blocked")
