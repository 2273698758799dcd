"""Buttons and menus of messages that were posted by any earlier version go on working."""

from __future__ import annotations

import pytest

from bot.ui.framework import ids
from bot.ui.framework.router import HANDLERS
from tests.ui.world import World, said

BOARD_BUTTONS = ("play", "board", "rules", "again", "vote", "replay", "lookback")

OLD = {
    **{f"lg1:board:1:0:{what}": ids.board(1, 0, what) for what in BOARD_BUTTONS},
    "lg1:panel:1:0:terrain-F:1f": ids.panel(1, 0, "terrain-F", "1f"),
    **{
        f"lg1:table:1:{what}": ids.table(1, what)
        for what in ("join", "leave", "start", "cancel", "accept", "decline", "add", "less")
    },
    "lg1:proposal:1:agree": ids.proposal(1, "agree"),
    "lg1:proposal:1:refuse": ids.proposal(1, "refuse"),
    "lg1:gallery:land:all:new": ids.gallery("land", "all"),
    "lg1:gallery:land:lake:here": ids.gallery("land", "lake", "here"),
    **{f"lg1:seat:1:{what}": ids.seat_offer(1, what) for what in ("take", "computer", "decline", "withdraw")},
    "lg1:manage:1:cancel:1f": ids.manage(1, "cancel", "1f"),
    "lg1:premove:1:0:tree.start:1f": ids.premove(1, 0, "tree.start", "1f"),
    "lg1:resign:1:yes": ids.resign(1, "yes"),
    "lg1:resign:1:no": ids.resign(1, "no"),
    "lg1:demo:1:stop": ids.demo(1, "stop"),
    **{f"lg1:latest:{page}:{what}": ids.latest(page, what) for page, what in ((0, "open"), (0, "newer"), (1, "older"))},
    **{f"lg1:look:g1:0:0:{what}": ids.look("g1", 0, 0, what) for what in ("first", "next", "turn", "share", "words", "replay")},
    "lg1:look:i1:0:-1:share": ids.look("i1", 0, -1, "share"),
    "lg1:lookat:fame": ids.look_at("fame"),
    "lg1:export:mine:5": ids.export("mine", 5),
    "lg1:ping:1:0:7": ids.ping(1, 0, 7),
    **{f"lg1:status:1:7:{what}": ids.status(1, 7, what) for what in ("play", "board")},
    "lg1:vote:1:open": ids.rules_vote(1, "open"),
    "lg1:vote:1:start.outside": ids.rules_vote(1, "start.outside"),
}
"""Each form of an id that was ever sent, and what it is made as today."""


@pytest.mark.parametrize(("old", "now"), OLD.items())
def test_an_old_id_is_still_read(old: str, now: str) -> None:
    assert old == now
    parts = ids.parse(old)
    assert parts is not None
    assert parts[0] in HANDLERS


NOT_A_BUTTON_OF_A_GAME = (":table:", ":gallery:", ":lookat:", ":turn")
"""Buttons of tables, menus, and what opens a form."""


@pytest.mark.parametrize("old", [old for old in OLD if not any(part in old for part in NOT_A_BUTTON_OF_A_GAME)])
async def test_an_old_button_of_a_running_game_gets_an_answer_of_the_game(w: World, old: str) -> None:
    await w.start(width=4, height=4)
    mover, _ = await w.turns(1)
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    stored.components[0]["components"] = [{**stored.components[0]["components"][0], "custom_id": old}]
    result = await mover.click(board, custom_id=old)
    answer = result.response or (result.followups or [None])[0]
    assert answer is not None
    assert "older version" not in answer.content
    assert "went wrong" not in answer.content


FORGED = (
    "lg1:",
    "lg1:board",
    "lg1:board:1:0:nothing",
    "lg1:board:99999999999999999999999:0:play",
    "lg1:board:-1:0:play",
    "lg1:board:1:99999999999999999999999:play",
    "lg1:panel:1:99999999999999999999:x:y",
    "lg1:table:9223372036854775808:join",
    "lg1:proposal:\u0661:agree",
    "lg1:gallery:chess:all:new",
    "lg1:gallery:pastures:all:new",
    "lg1:gallery:land",
    "lg2:board:1:0:play",
    "lmlg1:panel:1:0:menu:1f",
)
"""Ids that this bot never sends."""


@pytest.mark.parametrize("forged", FORGED)
async def test_a_forged_button_gets_a_friendly_answer_and_changes_nothing(w: World, forged: str) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    stored.components[0]["components"][0]["custom_id"] = forged
    result = await mover.click(board, custom_id=forged)
    answer = result.response or (result.followups or [None])[0]
    assert answer is not None, "Discord would say that the interaction failed"
    assert said(answer)
    assert "went wrong" not in answer.content
    assert await w.log(game) == []
