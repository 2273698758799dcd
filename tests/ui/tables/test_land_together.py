"""Land as a group plays it: dice, long turns typed and pressed, the fairness card, the vote on other rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, SECOND
from bot.storage.queries.play import games as store
from bot.storage.queries.play.game_log import LogRow, append_log
from bot.storage.queries.seats.players import set_result
from bot.usecases import queries
from render import renderer_of
from rules import GAMES
from tests.positions import play_at_random
from tests.ui.played import play_texts
from tests.ui.world import World, confirm, labels, number_of, press_twice, pressable, said


async def start(w: World, players: int, **options: Any) -> int:
    """A running game of Land with this many members."""
    await w.ada.slash(w.channel, "newgame land", seats=players, **options)
    table = w.channel.last_message
    for member in list(w.members.values())[1:players]:
        await member.click(table, label="Join")
    return number_of(w.boards()[-1])


async def turn(w: World, game: int, dice: random.Random) -> None:
    """The player to move types a whole turn, all plots in one go."""
    position = await queries.view_game(w.app.context, w.guild.id, game)
    state, texts = position.state, []
    seat = state.seat
    while True:
        move = dice.choice(list(state.moves()))
        texts.append(str(move))
        after = state.play(move)
        if after.seat != seat or not after.continues(state):
            break
        state = after
    mover = w.player(position.row.players[seat].user_id)
    result = await mover.slash(w.channel, "move", game=game, move=" ".join(texts))
    assert "Done:" in said(result.response)


async def finish(w: World, game: int, seed: int) -> None:
    """Bring a game to its end at random: only its last action is played where it is seen."""
    steps = play_at_random(await w.state(game), random.Random(seed))
    last = max(place for place, step in enumerate(steps) if not step.before.is_chance)
    await play_texts(w, game, *(str(step.action) for step in steps[:last]))
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", game=game, move=str(steps[last].action))
    while not (await w.state(game)).is_over:
        await turn(w, game, random.Random(seed))


async def played_before(w: World, seed: int, **options: Any) -> None:
    """Put a game that was played to its end into the database, as it is after its last move."""
    dice = random.Random(seed)
    state = GAMES["land"].start(2, options)
    rows: list[Any] = []
    first = state
    while not state.is_over:
        action = dice.choice([o for o, _ in state.outcomes()] if state.is_chance else list(state.moves()))
        rows.append(LogRow(len(rows) + 1, "action", str(action), state.seat))
        state = state.play(action)

    async def work(conn: AsyncConnection) -> None:
        game = await store.insert_game(
            conn,
            guild_id=w.guild.id,
            channel_id=w.channel.id,
            kind="land",
            rules=1,
            options=first.options.model_dump(mode="json"),
            setup=first.setup,
            seated=[(w.ada.id, "Ada"), (w.björn.id, "Björn")],
            now=0,
        )
        await append_log(conn, game, rows, 0)
        await store.update_position(conn, game, version=len(rows), seat=None, ending="played", board=False, now=0)
        await set_result(conn, game, state.scores, state.winners or ())

    await w.app.context.db.write(work)


@pytest.mark.slow
async def test_the_end_shows_the_fairness_card_and_the_vote_opens_a_table_by_the_majority(w: World) -> None:
    game = await start(w, 3, reach="chain")
    first = w.boards()[-1]
    assert "Order of play (by dice):" in said(first)
    assert "rolled" in said(first)
    await finish(w, game, 3)
    final = w.boards()[-1]
    assert "The game is over" in said(final)
    assert labels(final) == [
        "Rematch",
        "Replay",
        "Analysis",
        "Practice mistakes",
        "How fair?",
        "Rematch with other rules",
        "Rules",
    ]
    assert len(final.attachments) == 1, "Discord crops two pictures to stand side by side"
    fair = await w.björn.click(final, label="How fair?")
    assert fair.ephemeral
    [card] = fair.response.attachments
    assert "Gini index" in (card.description or "")

    told = await w.ada.slash(w.channel, "fairness")
    assert "Reach: on from new plots too** · 1 game\n" in said(told.response)
    outsider = w.guild.add_member(w.env.create_user("Outsider"))
    refused = await outsider.click(final, label="Rematch with other rules")
    assert refused.ephemeral
    assert "Only players of this game vote" in said(refused.response)

    await w.ada.click(final, label="Rematch with other rules")
    vote = w.channel.last_message
    for member, label in (
        (w.ada, "Herd: equal for all"),
        (w.björn, "Herd: equal for all (1)"),
        (w.björn, "Order: poorest first"),
    ):
        await member.click(vote, label=label)
    text = said(w.message(vote.id))
    assert "Ada" in text.splitlines()[-3]
    assert text.splitlines()[-1] == "Result so far: Reach: next to new plots as well; Herd: equal for all."
    assert "**Herd**: by plots (a cow for each plot you own) / equal for all (three cows for everybody)" in text
    await w.chidi.click(vote, label="Herd: equal for all (2)")
    await w.chidi.click(vote, label="Order: poorest first (1)")
    position = await queries.view_game(w.app.context, w.guild.id, game)
    in_order = renderer_of("land").seats(position.state)
    voted = ", ".join(f"**{position.row.names[seat]}**" for seat in in_order)
    assert f"Voted so far: {voted} (3 of 3). It counts: most players have voted." in said(w.message(vote.id))
    await w.ada.click(vote, label="Open the table")
    assert "started already" in said(w.message(vote.id))
    assert not pressable(w.message(vote.id))
    begun = (await queries.list_channel_games(w.app.context, w.guild.id, w.channel.id, None))[0]
    assert begun.id == game + 1, "all three had voted, so the game began at once"
    assert begun.options["herd"] == "equal"
    assert begun.options["order"] == "poorest"
    assert begun.options["reach"] == "chain"
    assert begun.setup == (await queries.view_game(w.app.context, w.guild.id, game)).row.setup
    again = await w.ada.click(final, label="Rematch with other rules")
    assert "already" in said(again.response)


async def test_a_vote_of_one_player_counts_once_that_one_has_voted_and_has_one_message(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land", seats=2, computers=1)
    await confirm(w.ada, await w.ada.slash(w.channel, "resign"))
    await w.ada.click(w.boards()[-1], label="Rematch with other rules")
    assert "nobody (0 of 1). It counts once 1 has voted, or on <t:" in said(w.channel.last_message)
    await press_twice(w, w.ada, w.boards()[-1], "Rematch with other rules")
    await w.post_all()
    [vote] = [message for message in w.messages() if "Rules of the next game" in said(message)]
    await w.ada.click(vote, label="Order: rotating")
    assert "**Ada** (1 of 1)" in said(w.message(vote.id))


@pytest.mark.slow
async def test_one_voice_of_three_opens_no_table_until_a_day_has_gone_by_and_changes_no_rule(w: World) -> None:
    await start(w, 3)
    for member in (w.björn, w.chidi):
        await confirm(member, await member.slash(w.channel, "resign"))
    assert "How fair?" not in labels(w.boards()[-1]), "it was not played out"
    await w.ada.click(w.boards()[-1], label="Rematch with other rules")
    vote = w.channel.last_message
    await w.björn.click(vote, label="Mountains: for one cow")
    assert "(1 of 3). It counts once 2 have voted, or on <t:" in said(w.message(vote.id))
    refused = await w.björn.click(vote, label="Open the table")
    assert refused.ephemeral
    assert "does not count yet: 1 more player must vote" in said(refused.response)
    await w.env.advance_time(DAY / SECOND + 1)
    assert "It counts: a day has passed." in said(w.message(vote.id))
    assert "Result so far: original rules." in said(w.message(vote.id))
    await w.björn.click(vote, label="Open the table")
    table = w.channel.last_message
    assert "Options" not in said(table)
    assert "Björn" in said(table)
    assert {m.id for m in table.mentions} == {w.ada.id, w.chidi.id}, "those who have not voted are asked to join"
    assert "1 of 3" in said(table)
    await w.ada.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    assert "has begun" in said(w.message(table.id))


async def test_fairness_over_the_finished_games_of_this_server(w: World) -> None:
    empty = await w.ada.slash(w.channel, "fairness")
    assert "No game of Land" in said(empty.response)
    for seed in (1, 2):
        await played_before(w, seed)
    await played_before(w, 3, herd="equal", mountain=1)
    text = said((await w.ada.slash(w.channel, "fairness")).response)
    assert "Original rules" in text
    assert "2 games" in text
    assert "1 game" in text
    assert "three cows for everybody" in text
    elsewhere = w.env.create_guild("Elsewhere")
    eve = elsewhere.add_member(w.env.create_user("Eve"))
    other = await eve.slash(elsewhere.create_text_channel("games"), "fairness")
    assert "No game of Land" in said(other.response)


async def test_dice_are_told_a_long_turn_is_all_or_nothing_and_a_random_map_is_another_one_unless_its_seed_is_given(
    w: World,
) -> None:
    games = [await start(w, 2, map="random") for _ in range(2)]
    games += [await start(w, 2, map="random", map_seed=7) for _ in range(2)]
    maps = [(await w.state(game)).setup["map"] for game in games]
    assert maps[0] != maps[1]
    assert maps[2] == maps[3]

    w.channel = w.guild.create_text_channel("elsewhere")

    game = await start(w, 2)
    assert "rolled" in said(w.boards()[0])
    dice = random.Random(5)
    for _ in range(2):
        await turn(w, game, dice)
    position = await queries.view_game(w.app.context, w.guild.id, game)
    mover = w.player(position.row.players[position.state.seat].user_id)
    good = str(next(m for m in position.state.moves() if str(m) != "done"))
    before = await w.log(game)
    result = await mover.slash(w.channel, "move", game=game, move=f"{good} a1 {good}")
    assert result.ephemeral
    assert await w.log(game) == before
