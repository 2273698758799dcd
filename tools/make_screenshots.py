"""Take the screenshots in ``docs/images`` from the running bot: ``python -m tools.make_screenshots [CHROMIUM]``.

It serves the local page, has two members play most of a small game of Pastures New there, and looks with a phone at the channel
with the private panel, and at the page of the game. Run it after their look has changed, and look at what comes out.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from bot import Settings, create_bot
from bot.process.preview import World, page_of, settings_of_page
from tests.browser.board_page import PHONE, BoardPage, new_link
from tests.browser.page import LocalPage, chromium
from tools.make_docs_pictures import IMAGES, play_game

SEED, SIZE, PLAYED = 7, 5, 25
"""A game on a board of this width and height, and how many of its moves are played at least before the pictures are taken."""
SCALE = 2
"""Pixels of a picture for one of the phone."""
TALL = 2400
"""Pixels: the height of a screen on which the newest messages are whole."""
REMOVE = "buttons => buttons.forEach(each => each.remove())"
"""Removes the buttons that the page shows over messages."""
PICTURES_LOADED = "() => [...document.images].every(image => image.complete)"
ICONS_SHOWN = "() => [...document.querySelectorAll('button.component-button img')].every(icon => icon.naturalWidth > 0)"


async def play(world: World) -> None:
    """Have two members play the first moves of a game by commands, and the first member have the turn then."""
    ada, bjorn, _ = world.members
    await ada.slash(world.channel, "newgame pastures", opponent=bjorn, width=SIZE, height=SIZE)
    await bjorn.click(world.channel.history()[-1], label="Accept")
    for number, step in enumerate(play_game("pastures", 2, SEED, width=SIZE, height=SIZE)):
        asked = {user.id for message in world.channel.history()[-1:] for user in message.mentions}
        (mover,) = (member for member in world.members if member.id in asked)
        if number >= PLAYED and mover is ada:
            return
        await mover.slash(world.channel, "move", move=str(step.action))


def take(program: str, address: str) -> None:
    """Look at the page with a browser, and save the pictures."""
    with chromium(program) as browser:
        page = LocalPage(browser, address, SCALE)
        page.press("Play")
        page.expect_text("New to Pastures New?")
        page.pictures()
        page.page.wait_for_function(ICONS_SHOWN)
        page.page.set_viewport_size({"width": PHONE["width"], "height": TALL})
        expect(page.page.locator("#action-status")).not_to_have_text(re.compile("…$"))
        page.page.mouse.move(0, 0)
        page.page.locator(".message-context-actions").evaluate_all(REMOVE)
        *_, newest, panel, _ = page.messages().all()  # advice to newcomers is the last message
        newest.screenshot(path=IMAGES / "channel.png")
        panel.screenshot(path=IMAGES / "panel.png")
        board = BoardPage(browser, new_link(page), scale=SCALE)
        board.expect_shown()
        board.page.locator('#targets button[aria-disabled="false"]').first.click()
        expect(board.play_button).to_be_enabled()
        board.page.wait_for_function(PICTURES_LOADED)
        board.page.screenshot(path=IMAGES / "phone.png")


async def main() -> None:
    """Take them with Chromium."""
    program = sys.argv[1] if len(sys.argv) > 1 else shutil.which("chromium") or "chromium"
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(preview_database=str(Path(folder) / "page.sqlite3"), preview_port=0)
        bot = create_bot(settings_of_page(settings))
        async with page_of(bot, 0) as (world, page):
            bot.app.context.deal = lambda players: list(reversed(players))  # the host is second, so she builds the first castle
            await play(world)
            await asyncio.to_thread(take, program, page.url)


if __name__ == "__main__":
    asyncio.run(main())
