"""The ``custom_id`` of every button and menu. It has all that is needed to answer a press, however old the message is.

``lg1:<what>:<id>:<rest>``. The number is the version of the format; a press of another version gets a friendly answer.
The words in it must never change: messages that were posted long ago have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

PREFIX = "lg1"


def board(game_id: int, version: int, what: str) -> str:
    """A button under a board; ``what``: play, board, rules, again, vote, replay, lookback."""
    return f"{PREFIX}:board:{game_id}:{version}:{what}"


def status(game_id: int, post_id: int, what: str) -> str:
    """A button of the status message of a game in a thread; ``what``: play, board."""
    return f"{PREFIX}:status:{game_id}:{post_id}:{what}"


def ping(game_id: int, version: int, post_id: int) -> str:
    """The button **Play** of the message that mentions the player to move at that version of the game."""
    return f"{PREFIX}:ping:{game_id}:{version}:{post_id}"


def notifications(control: str, stamp: str) -> str:
    """A menu of ``/my notifications``; ``control``: told, from, until, remind, time, muted. ``stamp``: as in :func:`panel`."""
    return f"{PREFIX}:notify:{control}:{stamp}"


def panel(game_id: int, version: int, control: str, stamp: str) -> str:
    """A button or menu of a **Play** panel that was made at that version of the game.

    ``stamp`` differs from one answer to the next: Discord's clients keep what was picked in a menu for as long as its id
    stays the same, whatever the bot has said since.
    """
    return f"{PREFIX}:panel:{game_id}:{version}:{control}:{stamp}"


def table(table_id: int, what: str) -> str:
    """A button of a table; ``what``: join, leave, start, cancel, accept, decline, add, less."""
    return f"{PREFIX}:table:{table_id}:{what}"


def proposal(proposal_id: int, what: str) -> str:
    """A button of a proposal; ``what``: agree, refuse."""
    return f"{PREFIX}:proposal:{proposal_id}:{what}"


def seat_offer(offer_id: int, what: str) -> str:
    """A button of a seat that is offered; ``what``: take, computer, decline, withdraw."""
    return f"{PREFIX}:seat:{offer_id}:{what}"


def substitute(game_id: int, turn: int, what: str) -> str:
    """A button of the question of ``/substitute``; ``what``: give, computer, ask, no.

    ``turn``: the version at which the turn began whose time is out, for ``ask``; else 0.
    """
    return f"{PREFIX}:substitute:{game_id}:{turn}:{what}"


def claim(game_id: int, turn: int, what: str) -> str:
    """A button of a turn whose time is out, which began at the version ``turn``.

    ``what``: drop, drop_yes, drop_no, substitute, stand_in, resume.
    """
    return f"{PREFIX}:claim:{game_id}:{turn}:{what}"


def pause(game_id: int, what: str) -> str:
    """A button about a pause of a game; ``what``: ask, end."""
    return f"{PREFIX}:pause:{game_id}:{what}"


def vacation(what: str, number: int) -> str:
    """A button of the panel of vacations; ``what``: take (so many days), end (the vacation of that id)."""
    return f"{PREFIX}:vacation:{what}:{number}"


def resign(game_id: int, what: str) -> str:
    """A button of the question whether somebody really gives up; ``what``: yes, no."""
    return f"{PREFIX}:resign:{game_id}:{what}"


def data(where: str) -> str:
    """A button that shows a member what is stored about them; ``where``: here, everywhere."""
    return f"{PREFIX}:data:{where}"


def forget(where: str, what: str) -> str:
    """A button of the question whether somebody is to be forgotten; ``where``: here, everywhere; ``what``: ask, yes, no."""
    return f"{PREFIX}:forget:{where}:{what}"


def preferences(control: str, stamp: str) -> str:
    """A menu of ``/my preferences``; ``control``: theme, zone. ``stamp``: as in :func:`panel`."""
    return f"{PREFIX}:prefs:{control}:{stamp}"


def server(control: str, stamp: str) -> str:
    """A menu or button of ``/server settings``, by the name of the setting. ``stamp``: as in :func:`panel`."""
    return f"{PREFIX}:server:{control}:{stamp}"


def manage(number: int, what: str, stamp: str) -> str:
    """A menu or button of ``/server manage``. ``number``: of a page (``what``: page), else of a game (pick, game, cancel, …).

    ``stamp``: as in :func:`panel`.
    """
    return f"{PREFIX}:manage:{number}:{what}:{stamp}"


def premove(game_id: int, version: int, control: str, stamp: str) -> str:
    """A button or menu of the panel of ``/premove``; the parts are as in :func:`panel`."""
    return f"{PREFIX}:premove:{game_id}:{version}:{control}:{stamp}"


def rules_vote(game_id: int, control: str) -> str:
    """A button or menu of the vote on the rules of the next game."""
    return f"{PREFIX}:vote:{game_id}:{control}"


def pick(game_id: int, command: str) -> str:
    """A button that carries on with a command in one of several games.

    ``command``: move, board, undo, draw, resign, hint, history, resume.
    """
    return f"{PREFIX}:pick:{game_id}:{command}"


def games(page: int, what: str) -> str:
    """A button of ``/games`` that leads to a page, from 0; ``what``: newer, older."""
    return f"{PREFIX}:games:{page}:{what}"


def next_game(game_id: int) -> str:
    """The button **Next game** in the answer to a move in a game."""
    return f"{PREFIX}:next:{game_id}"


def help_topic(topic: str) -> str:
    """A button of ``/help``; ``topic``: start, games, play, time, alone, more."""
    return f"{PREFIX}:help:{topic}"


def rules_part(kind: str, part: str) -> str:
    """A button that shows a part of a game's rules, by its number; ``open``: the rules in a message of their own."""
    return f"{PREFIX}:rules:{kind}:{part}"


def gallery(kind: str, value: str, where: str = "new") -> str:
    """A button that shows a map, board or tile set of a game, or with the ``value`` all those side by side.

    ``where``: new, for a message of its own, or here, in the place of the one with the button.
    """
    return f"{PREFIX}:gallery:{kind}:{value}:{where}"


def demo(demo_id: int, what: str) -> str:
    """A button of a demo; ``what``: stop."""
    return f"{PREFIX}:demo:{demo_id}:{what}"


def latest(page: int, what: str) -> str:
    """A button of the list of latest games, which leads to a page of it (from 0); ``what``: newer, older, open."""
    return f"{PREFIX}:latest:{page}:{what}"


def look(source: str, version: int, scene: int, what: str) -> str:
    """A button of the stepper through a game; ``source``: ``g12`` for game 12, ``i5`` for the import 5.

    ``scene`` is where it leads or what it is about, -1 for the replay; ``what``: first, back, next, last, go, turn, typed,
    share, words, replay.
    """
    return f"{PREFIX}:look:{source}:{version}:{scene}:{what}"


def look_at(where: str) -> str:
    """A menu of games, each of which can be looked through; ``where``: which list it stands below."""
    return f"{PREFIX}:lookat:{where}"


def export(what: str, after: int) -> str:
    """A button that gives the next part of an export, from after a game on; ``what``: mine, server."""
    return f"{PREFIX}:export:{what}:{after}"


class UnknownId(ValueError):
    """A press has a word or a number that no button or menu of the bot has. It is answered as an old button is."""


W = TypeVar("W")


def number(part: str) -> int:
    """Return the id or version in a part of a ``custom_id``. Raise UnknownId for what no database has."""
    if not part.isascii() or not part.isdecimal() or len(part) > 19 or int(part) >= 2**63:
        raise UnknownId(f"no number: {part[:40]!r}")
    return int(part)


def find_word(word: str, known: Mapping[str, W]) -> W:
    """Return what a word of a ``custom_id`` stands for. Raise UnknownId if it is not among the ``known`` ones."""
    if word not in known:
        raise UnknownId(f"no such word: {word[:40]!r}")
    return known[word]


def parse(custom_id: str) -> tuple[str, ...] | None:
    """The parts after the prefix; ``None`` for another version of the format."""
    prefix, *parts = custom_id.split(":")
    return tuple(parts) if prefix == PREFIX else None
