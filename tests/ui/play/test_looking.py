"""``/board``, ``/games``, ``/history``, ``/rules``, ``/help``, and what the buttons Board, Rules and Replay show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from discord import app_commands
from PIL import Image

from bot.presentation.texts import read_guide
from bot.ui.framework.attachment import Attachment
from bot.ui.messages.picture import draw_board
from bot.ui.play import boards, games_list, panel_message
from bot.ui.server.help import TOPICS
from bot.version import VERSION
from rules import GAMES
from rules.steps import Step
from tests.ui.played import play_at_once
from tests.ui.world import World, labels, parts, said


async def picture_of(w: World, message: object) -> Image.Image:
    """The first picture of a message."""
    attachment = message.attachments[0]
    return Image.open(BytesIO(await attachment.read()))


async def test_a_game_is_seen_in_the_channel_privately_move_by_move_and_as_a_replay(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[str] = []

    async def draw(*args: Any, steps: Sequence[Step] = (), **rest: Any) -> Attachment:
        marked.extend(str(step.action) for step in steps)
        return await draw_board(*args, steps=steps, **rest)

    game = await w.start(width=4, height=4)
    assert "nobody has moved" in said((await w.ada.slash(w.channel, "history")).response)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    board = w.boards()[-1]
    alt = board.attachments[0].description or ""
    assert len(alt) <= 1024, "the picture has a description in words"
    assert "Ada" in alt
    assert "Björn" in alt
    assert f"**{mover.name}** planted" in said(board)
    assert (await picture_of(w, board)).width == 1024

    mine = await other.slash(w.channel, "board")
    assert mine.ephemeral
    assert "It is your turn. Press **Play**" in said(mine.response)
    assert "Fill a square" in said((await other.click(mine.response, label="Play")).response)
    theirs = (await mover.slash(w.channel, "board")).response
    assert "open to you" not in said(theirs)
    assert "Play" not in labels(theirs)
    pressed = await w.chidi.click(board, label="Board")
    assert pressed.ephemeral
    assert pressed.response.attachments

    monkeypatch.setattr(panel_message, "draw_board", draw)
    await other.click(board, label="Play")
    assert marked == ["A1 F"], "the panel marks the last move"

    await other.slash(w.channel, "move", move="b2 w")
    lines = said((await w.chidi.slash(w.channel, "history")).response).splitlines()
    assert lines[1].startswith("1. ")
    assert "A1" in lines[1]
    assert lines[2].startswith("2. ")

    question = await w.ada.slash(w.channel, "resign")
    await w.ada.click(question.response, label="Yes, give up")
    replay = await w.chidi.click(w.boards()[-1], label="Replay")
    gif = await picture_of(w, replay.response)
    assert gif.format == "GIF"
    assert gif.n_frames >= 2


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", list(GAMES))
async def test_the_rules_of_every_game_with_a_picture_at_the_goal_alone(w: World, game: str) -> None:
    answer = await w.ada.slash(w.channel, "rules", game=game)
    assert answer.ephemeral
    shown = answer.response
    assert shown.attachments[0].filename.endswith(".png")
    assert [part["type"] for part in parts(shown)][1:3] == [12, 10], "the picture first, then the text"
    told = [label for label in labels(shown) if label in ("Goal", "A turn", "The end", "How to type", "Options")]
    assert told[:4] == ["Goal", "A turn", "The end", "How to type"]
    whole = said(shown)
    for label in told[1:]:
        shown = (await w.ada.click(shown, label=label)).response
        assert f"· {label}**" in said(shown)
        assert len(said(shown)) < 2600
        assert not shown.attachments, "a phone's screen is for the text"
        whole += said(shown)
    assert all(line in whole for line in read_guide(game).splitlines()[1:] if line and not line.startswith("## "))
    assert (await w.ada.click(shown, label="Goal")).response.attachments


async def test_games_lists_mine_to_move_first_on_pages_that_lose_none_and_the_answer_to_a_move_leads_to_the_next_one(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await w.start(width=4, height=4), await w.start(width=4, height=4)
    mover, _ = await w.turns(first)
    while (await w.turns(second))[0].id == mover.id:
        await mover.slash(w.channel, "move", game=second, move=str((await w.state(second)).moves()[0]))
    shown = (await mover.slash(w.channel, "games")).response
    listed = said(shown).splitlines()
    assert listed[0] == "**Your games**"
    opponent = w.björn if mover is w.ada else w.ada
    assert listed[1].startswith(f"**Pastures New #{first}** vs {opponent.user.name} · **your turn** · <t:")
    assert listed[3].startswith(f"**Pastures New #{second}** vs")
    assert labels(shown) == ["Play", "Board"]
    panel = (await mover.click(shown, label="Play")).response
    assert "Fill a square" in said(panel), "the panel opens right there"
    stranger = said((await w.chidi.slash(w.channel, "games")).response)
    assert "Other games in this server" in stranger
    assert f"#{first}" in stranger

    move = str((await w.state(first)).moves()[0])
    done = (await mover.slash(w.channel, "move", move=move, game=first)).response
    assert "Next game" not in labels(done), "no other game waits"
    while (await w.turns(second))[0].id != (await w.turns(first))[0].id:
        move = str((await w.state(second)).moves()[0])
        await (await w.turns(second))[0].slash(w.channel, "move", game=second, move=move)
    mover, _ = await w.turns(first)
    done = (await mover.slash(w.channel, "move", move=str((await w.state(first)).moves()[0]), game=first)).response
    panel = (await mover.click(done, label="Next game")).response
    assert "Fill a square" in said(panel)

    monkeypatch.setattr(games_list, "ON_A_PAGE", 3)
    for _ in range(2):
        await w.start(width=4, height=4)
    shown = (await w.ada.slash(w.channel, "games")).response
    found = re.findall(r"#(\d+)\*\*", said(shown))
    assert "Page 1 of 2" in said(shown)
    shown = (await w.ada.click(shown, label="More")).response
    found += re.findall(r"#(\d+)\*\*", said(shown))
    assert sorted(map(int, found)) == list(range(1, 5))
    mine = [number for number in found if (await w.turns(int(number)))[0].id == w.ada.id]
    assert found[: len(mine)] == mine, "mine to move first"
    back = (await w.ada.click(shown, label="Back")).response
    assert "Page 1 of 2" in said(back)


async def test_help_names_every_game_and_command_in_plain_text_until_discord_has_given_their_ids(w: World) -> None:
    shown = (await w.ada.slash(w.channel, "help")).response
    text = said(shown)
    assert text.endswith(f"\n-# Land Games {VERSION}")
    assert len(text.splitlines()) <= 8, "one screen of a phone"
    texts = [text]
    for topic in [label for label, _ in TOPICS.values()]:
        shown = (await w.ada.click(shown, label=topic)).response
        texts.append(said(shown))
    registered = {command.qualified_name for command in w.bot.tree.walk_commands()}
    named = set(re.findall(r"</([a-z ]+):\d+>", "\n".join(texts)))
    assert named == registered - {"help", "newgame", "my", "server", "league"}, "every command, and none that does not exist"
    assert labels(shown)[-1] == "Back"

    known = w.app.command_ids
    assert known["move"]
    w.app.command_ids = {}
    assert "`/newgame pastures`" in said((await w.ada.slash(w.channel, "help")).response)
    w.app.command_ids = known
    assert f"</my vacation:{known['my']}>" in said(
        (await w.ada.click((await w.ada.slash(w.channel, "help")).response, label="Time")).response
    )

    # no description of a command or option is cut

    for command in w.bot.tree.walk_commands():
        options = command.parameters if isinstance(command, app_commands.Command) else []
        for described in (command.description, *(str(option.description) for option in options)):
            assert 2 < len(described) <= 100
            assert "…" not in described

    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    assert "Settle an island" in said(table)
    rules = await w.chidi.click(table, label="Rules")
    assert rules.ephemeral
    assert rules.response.attachments
    assert "At the table" in said(w.message(table.id)), "the table stays as it is"


async def test_the_private_board_tells_what_has_happened_since_your_last_turn(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    told = []
    for _ in range(3):
        mover, _ = await w.turns(1)
        told.append(mover)
        while (await w.turns(1))[0].id == mover.id:
            await play_at_once(w, 1, lambda state: state.moves()[0], 1)
    await w.post_all()
    first, second, third = told
    shown = said((await first.slash(w.channel, "board", game=1)).response)
    assert f"**{second.name}**" in shown or re.search("[12] earlier turns?: see `/history`.", shown), "long news leave no room"
    assert f"**{third.name}**" in shown
    shown = said((await third.slash(w.channel, "board", game=1)).response)
    assert f"**{second.name}**" not in shown, "that was before their own turn"


async def test_in_words_tells_the_whole_position_privately_page_by_page_and_names_cannot_change_how_it_looks(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    nasty = "**bold** ||spoiler||"
    w.env.backend.edit_member(w.guild.id, w.ada.id, {"nick": nasty})
    game = await w.start(width=4, height=4)
    told = said((await w.björn.click((await w.björn.slash(w.channel, "board", game=game)).response, label="In words")).response)
    assert nasty not in told
    assert "bold" in told

    game = await w.start("territories")
    _, other = await w.turns(game)
    board = (await other.slash(w.channel, "board", game=game)).response
    whole = (await other.click(board, label="In words")).response
    assert whole.ephemeral
    assert not labels(whole)
    state = await w.state(game)
    rows = {int(row) for row in re.findall(r"^Row (\d+): .*free farm spot", said(whole), re.MULTILINE)}
    assert rows == {square.y + 1 for square in state.free_spots}
    monkeypatch.setattr(boards, "MOST_IN_WORDS", 120)
    page = (await other.click(board, label="In words")).response
    read = [said(page)]
    while labels(page):
        page = (await other.click(page, label="Go on")).response
        read.append(said(page))
    assert len(read) > 2
    assert max(map(len, read)) <= 121
    assert f"Row {max(rows)}:" in read[-1]
