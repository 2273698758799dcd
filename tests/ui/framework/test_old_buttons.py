"""Buttons and menus of messages that were posted by any earlier version go on working."""

from __future__ import annotations

import pytest

from bot.ui.framework.press import read_press
from bot.ui.framework.router import HANDLERS
from bot.ui.messages.board import BoardPress
from bot.ui.messages.demo import DemoPress
from bot.ui.messages.gallery import GalleryPress
from bot.ui.messages.ping import PingPress
from bot.ui.messages.proposal import ProposalPress
from bot.ui.messages.seat_offer import SeatPress
from bot.ui.messages.status import StatusPress
from bot.ui.messages.table import TablePress
from bot.ui.messages.vote import VotePress
from bot.ui.play.panel_message import PanelPress
from bot.ui.play.premove_panel import PremovePress
from bot.ui.play.resign import ResignPress
from bot.ui.server.server_manage import ManagePress
from bot.ui.statistics.import_export import ExportPress
from bot.ui.statistics.latest import LatestPress
from bot.ui.statistics.stepper import LookAtPress, LookPress
from tests.sampling import Sample
from tests.ui.world import World, confirm, first_row, said

BOARD_BUTTONS = ("play", "board", "rules", "again", "vote", "replay", "lookback")

OLD = {
    **{f"lg1:board:1:0:{what}": BoardPress(1, 0, what).id for what in BOARD_BUTTONS},
    "lg1:panel:1:0:terrain-F:1f": PanelPress(1, 0, "terrain-F", "1f").id,
    **{
        f"lg1:table:1:{what}": TablePress(1, what).id
        for what in ("join", "leave", "start", "cancel", "accept", "decline", "add", "less")
    },
    "lg1:proposal:1:agree": ProposalPress(1, "agree").id,
    "lg1:proposal:1:refuse": ProposalPress(1, "refuse").id,
    "lg1:gallery:land:all:new": GalleryPress("land", "all").id,
    "lg1:gallery:land:lake:here": GalleryPress("land", "lake", "here").id,
    **{f"lg1:seat:1:{what}": SeatPress(1, what).id for what in ("take", "computer", "decline", "withdraw")},
    "lg1:manage:1:cancel:1f": ManagePress(1, "cancel", "1f").id,
    "lg1:premove:1:0:tree.start:1f": PremovePress(1, 0, "tree.start", "1f").id,
    "lg1:resign:1:yes": ResignPress(1, "yes").id,
    "lg1:resign:1:no": ResignPress(1, "no").id,
    "lg1:demo:1:stop": DemoPress(1, "stop").id,
    **{f"lg1:latest:{page}:{what}": LatestPress(page, what).id for page, what in ((0, "open"), (0, "newer"), (1, "older"))},
    **{
        f"lg1:look:g1:0:0:{what}": LookPress("g1", 0, 0, what).id
        for what in ("first", "next", "turn", "share", "words", "replay")
    },
    "lg1:look:i1:0:-1:share": LookPress("i1", 0, -1, "share").id,
    "lg1:lookat:fame": LookAtPress("fame").id,
    "lg1:export:mine:5": ExportPress("mine", 5).id,
    "lg1:ping:1:0:7": PingPress(1, 0, 7).id,
    **{f"lg1:status:1:7:{what}": StatusPress(1, 7, what).id for what in ("play", "board")},
    "lg1:vote:1:open": VotePress(1, "open").id,
    "lg1:vote:1:start.outside": VotePress(1, "start.outside").id,
}
"""Each form of an id that was ever sent, and what it is made as today."""


@pytest.mark.parametrize(("old", "now"), OLD.items())
def test_an_old_id_is_still_read(old: str, now: str) -> None:
    assert old == now
    assert type(read_press(old)) in HANDLERS


NOT_A_BUTTON_OF_A_GAME = (":table:", ":gallery:", ":lookat:", ":turn")
"""Buttons of tables, menus, and what opens a form."""


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("old", [old for old in OLD if not any(part in old for part in NOT_A_BUTTON_OF_A_GAME)])
async def test_an_old_button_of_a_running_game_gets_an_answer_of_the_game(w: World, old: str) -> None:
    await w.start(width=4, height=4)
    mover, _ = await w.turns(1)
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    first_row(stored)["components"] = [{**first_row(stored)["components"][0], "custom_id": old}]
    result = await mover.click(board, custom_id=old)
    answer = result.response or (result.followups or [None])[0]
    assert answer is not None
    assert "older version" not in said(answer)
    assert "went wrong" not in said(answer)


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
    "lg1:gallery:land:all:elsewhere",
    "lg1:resign:1:perhaps",
    "lg1:status:1:7:nothing",
    "lg1:latest:0:sideways",
    "lg1:games:0:sideways",
    "lg1:look:g1:0:0:nothing",
    "lg1:board:1:0:play:more",
    "lg1:gallery:pastures:all:new",
    "lg1:gallery:land",
    "lg2:board:1:0:play",
    "lg1:study:lesson:chess",
    "lg1:study:retry:x",
    "lg1:study:poker:1",
    "lg1:study:puzzle:a b",
    "lmlg1:panel:1:0:menu:1f",
)
"""Ids that this bot never sends."""


@pytest.mark.slow
async def test_a_forged_button_or_a_vote_in_a_game_without_votes_gets_a_friendly_answer_and_changes_nothing(
    w: World, sample: Sample
) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    for forged in sample(FORGED, 5):
        first_row(stored)["components"][0]["custom_id"] = forged
        result = await mover.click(board, custom_id=forged)
        answer = result.response or (result.followups or [None])[0]
        assert answer is not None, f"Discord would say that the interaction failed: {forged}"
        assert said(answer), forged
        assert "went wrong" not in said(answer), forged
        assert await w.log(game) == [], forged

    await confirm(mover, await mover.slash(w.channel, "resign"))
    board = w.boards()[-1]
    row = first_row(w.env.backend.get_message(w.channel.id, board.id))
    row["components"] = [{**row["components"][0], "custom_id": "lg1:vote:1:open"}]
    result = await mover.click(board, custom_id="lg1:vote:1:open")
    answer = result.response or (result.followups or [None])[0]
    assert "older version" in said(answer)
