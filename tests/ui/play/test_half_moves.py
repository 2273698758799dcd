"""Half a move that is typed opens the panel, and whatever is pressed there can be played."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import select, update

from bot.storage.schema import drafts
from tests.rules.pastures.test_pastures_offer import FILLED
from tests.ui.played import play_texts
from tests.ui.world import World, labels, said


async def until_offer(w: World) -> tuple[int, Any]:
    """A game in which an offer is awaited, and who makes it."""
    game = await w.start(width=4, height=4, claim="offer")
    words = FILLED.split()
    await play_texts(w, game, *map(" ".join, zip(words[::2], words[1::2], strict=True)))
    return game, (await w.turns(game))[0]


async def test_P15_a_number_is_an_offer_where_one_is_awaited_and_its_answer_is_typed_or_chosen_with_the_first_castle(
    w: World,
) -> None:
    game, mover = await until_offer(w)
    await mover.slash(w.channel, "move", move="7")
    assert (await w.log(game))[-1] == "offer 7", "a number is an offer where one is awaited"
    await mover.slash(w.channel, "undo", game=game)
    await mover.slash(w.channel, "move", move="offer 12")

    answering, _ = await w.turns(game)
    panel = (await answering.slash(w.channel, "move", move="first castle")).response
    assert "You build first: choose a square" in said(panel)
    square = next(label for label in labels(panel) if label and label.startswith("B2"))
    await answering.click(panel, label=square)
    assert (await w.log(game))[-2:] == ["first", "B2 C"]


async def test_P15_an_answer_is_understood_as_a_hint_has_it_and_together_with_the_castle(w: World) -> None:
    game, mover = await until_offer(w)
    await mover.slash(w.channel, "move", move="offer 12")
    answering, _ = await w.turns(game)
    await answering.slash(w.channel, "move", move="second · take 12 points")
    assert (await w.log(game))[-1] == "second"

    await answering.slash(w.channel, "undo", game=game)

    await answering.slash(w.channel, "move", move="first, castle on b3")
    assert (await w.log(game))[-2:] == ["first", "B3 C"]


async def test_P15_a_number_is_a_row_where_nobody_makes_an_offer_and_an_older_draft_counts_as_empty(w: World) -> None:
    game = await w.start(width=4, height=14)
    mover, _ = await w.turns(game)
    for typed, row in (("4", 4), ("12", 12), ("row 4", 4)):
        panel = (await mover.slash(w.channel, "move", move=typed)).response
        assert {label for label in labels(panel) if label and label[1:].isdigit()} == {f"{column}{row}" for column in "ABCD"}
        assert f"Row {row}:** choose a square." in said(panel)
    await mover.click(panel, label="B4")
    await mover.click(panel, label="River")
    assert await w.log(game) == ["B4 R"]

    # a draft that an older version of the bot stored

    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="Forest")
    old = json.dumps({"choice": "terrain F", "considered": "C4 D4"})
    await w.app.context.db.write(lambda conn: conn.execute(update(drafts).values(data=old)))
    again = (await mover.click(w.boards()[-1], label="Play")).response
    assert "Fill a square" in said(again)
    await mover.click(again, label="Mountain")
    stored = await w.app.context.db.read(lambda conn: conn.scalar(select(drafts.c.data)))
    assert json.loads(stored) == {"choice": {"decided": [], "chosen": {"terrain": "M"}}}
