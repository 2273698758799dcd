"""Take the screenshots in ``docs/images`` from the running bot: ``python -m tools.make_screenshots [CHROMIUM]``.

It serves the local page, has two members play most of a small game of Pastures New there, and looks at the channel with the
private panel, and at the page of the game on a phone. Run it after their look has changed, and look at what comes out.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import FloatRect, expect

from bot import Settings, create_bot
from bot.process.preview import MEMBERS, World, page_of, settings_of_page
from tests.browser.board_page import BoardPage, new_link
from tests.browser.page import LocalPage, chromium
from tools.make_docs_pictures import IMAGES, play_game

SEED, SIZE, PLAYED = 4, 5, 25
"""A game on a board of this width and height, and how many of its moves are played before the pictures are taken."""
WIDTH = 500
"""Pixels: the width of the picture of the channel."""
ARRANGE = """() => {
  document.querySelector(".preview-app").style.height = "1290px";
  const list = document.getElementById("channel-message-list");
  list.style.zoom = 0.62;
  const [board, panel] = [...list.children].slice(-3);
  panel.scrollIntoView({block: "end"});
  return [board.getBoundingClientRect().left, board.getBoundingClientRect().top, panel.getBoundingClientRect().bottom];
}"""
"""Makes room for the newest board and the panel, which the advice to newcomers follows. Returns where they are."""
PICTURES_LOADED = "() => [...document.images].every(image => image.complete)"
ICONS_SHOWN = "() => [...document.querySelectorAll('button.component-button img')].every(icon => icon.naturalWidth > 0)"


async def play(world: World) -> None:
    """Have two members play the first moves of a game by commands."""
    ada, bjorn, _ = world.members
    await ada.slash(world.channel, "newgame pastures", opponent=bjorn, width=SIZE, height=SIZE)
    await bjorn.click(world.channel.history()[-1], label="Accept")
    for step in play_game("pastures", 2, SEED, width=SIZE, height=SIZE)[:PLAYED]:
        asked = {user.id for message in world.channel.history()[-1:] for user in message.mentions}
        (mover,) = (member for member in world.members if member.id in asked)
        await mover.slash(world.channel, "move", move=str(step.action))


def take(program: str, address: str) -> None:
    """Look at the page with a browser, and save both pictures."""
    with chromium(program) as browser:
        page = LocalPage(browser, address)
        if (mover := page.to_move()) != MEMBERS[0]:  # whose view the page shows first
            page.become(mover)
        page.press("Play")
        page.expect_text("New to Pastures New?")
        page.pictures()
        page.page.wait_for_function(ICONS_SHOWN)
        page.page.set_viewport_size({"width": 1280, "height": 1400})
        expect(page.page.locator("#action-status")).not_to_have_text(re.compile("…$"))
        left, top, bottom = page.page.evaluate(ARRANGE)
        part = FloatRect(x=left, y=top, width=WIDTH, height=bottom - top)
        page.page.screenshot(path=IMAGES / "channel.png", clip=part)
        board = BoardPage(browser, new_link(page))
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
        async with page_of(create_bot(settings_of_page(settings)), 0) as (world, page):
            await play(world)
            await asyncio.to_thread(take, program, page.url)


if __name__ == "__main__":
    asyncio.run(main())
