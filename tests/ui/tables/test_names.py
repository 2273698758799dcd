"""Members who are called alike, or by a name that nobody can see."""

from __future__ import annotations

from bot.usecases import queries
from tests.ui.world import World, said


async def test_two_members_of_one_name_are_told_apart_and_one_whom_nobody_can_see_has_the_name_of_the_account(w: World) -> None:
    first, second = (w.guild.add_member(w.env.create_user(name), nick="Alex") for name in ("alex.a", "alex.b"))
    await first.slash(w.channel, "newgame pastures", opponent=second)
    await second.click(w.channel.last_message, label="Accept")
    row = await queries.read_row(w.app.context, 1)
    assert sorted(row.names) == ["Alex (1)", "Alex (2)"]
    asked = await first.slash(w.channel, "resign")
    await first.click(asked.response, label="Yes, give up")
    seat = row.seat_of(second.id)
    assert f"The game is over: **Alex \\({seat + 1}\\)** wins!" in said(w.boards()[-1])

    unseen = w.guild.add_member(w.env.create_user("quiet.one"), nick="\u3164")
    await unseen.slash(w.channel, "newgame land")
    assert "**quiet.one**" in said(w.channel.last_message)
