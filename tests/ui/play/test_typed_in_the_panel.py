"""A move is typed into a field that the panel opens: with the words and the refusals of ``/move``."""

from __future__ import annotations

from typing import Any

from simcord.components import walk_components

from tests.ui.world import World, said


async def field(w: World, actor: Any, panel: Any = None) -> Any:
    """The field that **Type…** opens in a panel, by default in a new one."""
    panel = panel or (await actor.click(w.boards()[-1], label="Play")).response
    return await actor.click(panel, label="Type…")


async def test_a_move_is_typed_into_the_panel_and_half_of_one_is_chosen_there_also_after_a_restart(w: World) -> None:
    game = await w.start(width=6, height=6)
    mover, other = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    shown = await field(w, mover, panel)
    assert shown.modal["title"] == "Pastures New"
    done = await mover.submit_modal(shown, {"text": "river c4"})
    assert await w.log(game) == ["C4 R"]
    assert "Done:" in said(done.response)
    assert done.response.id == panel.id
    (text,) = [part for part in walk_components(shown.modal["components"]) if part["type"] == 4]
    assert text["placeholder"] == "such as A1 M"

    panel = (await other.click(w.boards()[-1], label="Play")).response
    chosen = (await other.click(panel, label="Forest")).response
    for typed, reason in (("c4 forest", "C4"), ("d4 desert", "rule P6"), ("**nonsense**", r"\*\*nonsense\*\*")):
        done = await other.submit_modal(await field(w, other, chosen), {"text": typed})
        assert reason in said(done.response)
        assert "Forest" in said(done.response), "what was chosen stays"
    assert await w.log(game) == ["C4 R"]

    shown = await field(w, other, chosen)
    await w.restart()
    await other.submit_modal(shown, {"text": "a1 f"})
    assert await w.log(game) == ["C4 R", "A1 F"]

    done = await mover.submit_modal(await field(w, mover), {"text": "c1"})
    assert await w.log(game) == ["C4 R", "A1 F"]
    assert "**C1** · which terrain?" in said(done.response)

    assert [part["label"] for part in walk_components(done.response.components) if part.get("label") == "Type…"] == []


async def test_a_field_of_an_earlier_turn_plays_nothing(w: World) -> None:
    game = await w.start(width=6, height=6)
    mover, other = await w.turns(game)
    shown = await field(w, mover)
    await mover.slash(w.channel, "move", move="c4 f")
    await mover.submit_modal(shown, {"text": "a1 f"})
    assert await w.log(game) == ["C4 F"]
    await other.slash(w.channel, "move", move="d4 r")
    late = await field(w, mover)
    await mover.slash(w.channel, "move", move="a1 m")
    done = await mover.submit_modal(late, {"text": "a2 f"})
    assert "not your turn now" in said(done.response)
    assert await w.log(game) == ["C4 F", "D4 R", "A1 M"]
