"""The private note on the page of a game: the very one that Discord shows below a private board, for nobody else."""

from __future__ import annotations

import json

from tests.ui.world import said
from tests.web.browserless import PUBLIC_URL, PagesOfWorld

WRITTEN = "  Watch C4.\nThen build – “<b>fast</b>” 🏰 @everyone  "


async def test_a_note_that_is_written_on_the_page_stands_below_the_private_board_of_its_game_until_it_is_emptied(
    site: PagesOfWorld,
) -> None:
    """Of a player, and of somebody who watches."""
    game, another = await site.w.start(width=4, height=4), await site.w.start(width=4, height=4)
    other = await site.enter(site.w.björn, game)
    for writer in (site.w.ada, site.w.chidi):
        token = await site.enter(writer, game)
        assert (await site.get("game", token)).data["note"] == ""
        assert (await site.post("note", {"text": WRITTEN}, token)).data == {"note": WRITTEN.strip()}
        assert (await site.get("game", token)).data["note"] == WRITTEN.strip()
        assert "Watch C4." in said((await writer.slash(site.w.channel, "board", game=game)).response)
        assert "Watch" not in str((await site.get("game", other)).data)
        assert "Watch" not in said((await site.w.björn.slash(site.w.channel, "board", game=game)).response)
        assert (await site.get("game", await site.enter(writer, another))).data["note"] == "", "it is of its game alone"
        assert (await site.post("note", {"text": " \n "}, token)).data == {"note": ""}
        assert "📝" not in said((await writer.slash(site.w.channel, "board", game=game)).response)


async def test_a_note_that_is_too_long_or_none_is_refused_and_the_old_one_stays(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    token = await site.enter(site.w.ada, game)
    await site.post("note", {"text": "old"}, token)
    answer = await site.post("note", {"text": "n" * 1001}, token)
    assert (answer.status, answer.error) == (409, "A note has at most 1000 characters.")
    body = json.dumps({"text": "🏰" * 1000}, ensure_ascii=False).encode()  # as browsers do
    headers = {"Authorization": f"Bearer {token}", "Origin": PUBLIC_URL, "Content-Type": "application/json"}
    assert (await site.ask("POST", "note", data=body, headers=headers)).status == 200, "the longest fits into a request"
    await site.post("note", {"text": "old"}, token)
    for text in ("n" * 5000, "a\0b", "\ud800", 7, None):
        assert (await site.post("note", {"text": text}, token)).status == 400, text
    assert (await site.post("note", {"text": "x" * 9000}, token)).status == 413
    assert (await site.get("game", token)).data["note"] == "old"
