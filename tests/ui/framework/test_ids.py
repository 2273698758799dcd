"""The ``custom_id`` of every button and menu, to the letter: messages that were posted long ago have them."""

from __future__ import annotations

import pytest

from bot.panels.core import Button, Entry, Menu
from bot.ui.framework import ids
from bot.ui.framework.components import button, channels, menu, roles
from bot.ui.framework.router import HANDLERS

IDS = {
    "lg1:board:12:34:play": ids.board(12, 34, "play"),
    "lg1:board:12:34:lookback": ids.board(12, 34, "lookback"),
    "lg1:status:12:56:board": ids.status(12, 56, "board"),
    "lg1:ping:12:34:56": ids.ping(12, 34, 56),
    "lg1:notify:told:1f": ids.notifications("told", "1f"),
    "lg1:panel:12:34:set.column-0:1f": ids.panel(12, 34, "set.column-0", "1f"),
    "lg1:table:7:join": ids.table(7, "join"),
    "lg1:proposal:8:agree": ids.proposal(8, "agree"),
    "lg1:seat:9:take": ids.seat_offer(9, "take"),
    "lg1:substitute:12:34:ask": ids.substitute(12, 34, "ask"),
    "lg1:claim:12:34:drop_yes": ids.claim(12, 34, "drop_yes"),
    "lg1:claim:12:34:stand_in": ids.claim(12, 34, "stand_in"),
    "lg1:claim:12:34:resume": ids.claim(12, 34, "resume"),
    "lg1:pause:12:ask": ids.pause(12, "ask"),
    "lg1:vacation:take:7": ids.vacation("take", 7),
    "lg1:resign:12:yes": ids.resign(12, "yes"),
    "lg1:data:here": ids.data("here"),
    "lg1:forget:everywhere:ask": ids.forget("everywhere", "ask"),
    "lg1:prefs:theme:1f": ids.preferences("theme", "1f"),
    "lg1:server:channels:1f": ids.server("channels", "1f"),
    "lg1:manage:12:cancel:1f": ids.manage(12, "cancel", "1f"),
    "lg1:premove:12:34:tree.open:1f": ids.premove(12, 34, "tree.open", "1f"),
    "lg1:vote:12:open": ids.rules_vote(12, "open"),
    "lg1:pick:12:resign": ids.pick(12, "resign"),
    "lg1:gallery:land:lake:new": ids.gallery("land", "lake"),
    "lg1:gallery:land:lake:here": ids.gallery("land", "lake", "here"),
    "lg1:games:1:older": ids.games(1, "older"),
    "lg1:next:12": ids.next_game(12),
    "lg1:help:time": ids.help_topic("time"),
    "lg1:rules:land:0": ids.rules_part("land", "0"),
    "lg1:rules:land:open": ids.rules_part("land", "open"),
    "lg1:demo:3:stop": ids.demo(3, "stop"),
    "lg1:latest:2:older": ids.latest(2, "older"),
    "lg1:look:g12:34:-1:share": ids.look("g12", 34, -1, "share"),
    "lg1:look:i5:0:3:next": ids.look("i5", 0, 3, "next"),
    "lg1:lookat:ended": ids.look_at("ended"),
    "lg1:export:mine:12": ids.export("mine", 12),
}


@pytest.mark.parametrize("custom_id", IDS)
def test_ids_stay_to_the_letter(custom_id: str) -> None:
    assert IDS[custom_id] == custom_id


def test_every_kind_of_id_is_here_and_has_a_handler() -> None:
    assert {custom_id.split(":")[1] for custom_id in IDS} == set(HANDLERS)


async def test_each_kind_of_menu_has_its_prefix() -> None:
    assert button("lg1:demo:3:stop", Button("stop", "Stop")).custom_id == "lg1:demo:3:stop"
    assert menu("lg1:lookat:ended", Menu("ended", "Games", [Entry("12", "#12")])).custom_id == "lmlg1:lookat:ended"
    assert channels("lg1:server:channels:1f", "Channels", ()).custom_id == "lclg1:server:channels:1f"
    assert roles("lg1:server:cancel_roles:1f", "Roles", ()).custom_id == "lrlg1:server:cancel_roles:1f"
