"""``/help``: a text that fits on the screen of a phone, with buttons for topics."""

from __future__ import annotations

from string import Formatter

from bot.panels.core import Button, Row
from bot.panels.grids import arrange
from bot.presentation.texts import read_summary
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.direct import is_direct
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.entry_points import VersusPress
from bot.usecases.access import has_computer
from bot.version import VERSION
from rules import GAMES

ON_YOUR_TURN = "On your turn press **Play** under the newest board and pick a move."
START = """\
**Board games about land, played over days and weeks.**
1. Open a table with {newgame}; a friend joins. The host can change the options (**Change…**).
2. {on_your_turn}
3. The new board comes to the channel for everybody.
New here? {play} shows the games, {learn} teaches one. 🤖 starts a game against me.
{games} lists games waiting for you; in a direct message with me, in all servers. {rules} explains each game.
-# Land Games {version}{page}"""

START_DIRECT = """\
**Board games about land.** Here you play against me; in a server, with others.
1. {newgame} or a 🤖 below starts a game of your own.
2. {on_your_turn}
3. {games} lists your games of all servers. Play each of them right here.
New here? {play} shows the games, {learn} teaches one. {rules} explains each game.
-# Land Games {version}{page}"""
"""The first screen in a direct message, where nobody can join."""

TOPICS = {
    "games": ("The games", "{listed}"),
    "play": (
        "Playing",
        "{move} plays what you type, such as `c4 forest`.\n{board}, {history} and {replay} look at a game.\n"
        "{undo} and {draw} ask the others. {resign} gives up.\n{premove} answers for you if a move you expect is played.",
    ),
    "time": (
        "Time",
        "**Short of time?** The board shows your deadline.\n{my vacation} stops your clocks.\n"
        "{substitute} gives your seat to somebody else.\n{resume} continues an adjourned game.\n"
        "{my notifications} sets how I notify you of your turn.",
    ),
    "alone": (
        "Playing alone",
        "Invite me as `opponent`, or press **Add a computer**. I play at five levels.\n"
        "In a direct message with me, {newgame} begins a game of your own at once.\n{hint} says what I would play.\n"
        "{puzzle} gives you a position with a best move. {demo} shows computers at play.\n"
        "**Analysis** after a game shows the costliest mistakes.",
    ),
    "more": (
        "More",
        "**Apps** in the menu of a member: challenge, statistics, block. In that of a board: history, your view.\n"
        "**This server:** {ranking}, {halloffame}, {stats}, {latest}, {fairness}.\n"
        "**Leagues:** {league join}, {league leave}, {league table}. {challenge}: games that begin automatically.\n"
        "**Files:** {export}, {import}.\n"
        "**You:** {my preferences}, {my blocked}, {my data}, {my forget}.\n"
        "**Managers:** {server settings}, {server manage}, {league create}, {league manage}.",
    ),
}
"""Topic -> the label of its button, and its text, which names commands in braces."""


class HelpPress(Press, word="help"):
    """A button of ``/help``."""

    topic: str


@answers(HelpPress, edit=True, direct=True)
async def show_topic(app: App, interaction: Interaction, press: HelpPress) -> Reply:
    """Return a topic in place of the shown text. Raise UnknownId if there is no such topic."""
    if press.topic != "start":
        find_word(press.topic, TOPICS)
    return await show_help(app, interaction, press.topic, edit=True)


async def show_help(app: App, interaction: Interaction, topic: str = "start", *, edit: bool = False) -> Reply:
    """Return the first screen, or a topic."""
    start = START_DIRECT if is_direct(interaction) else START
    text = start if topic == "start" else f"**{TOPICS[topic][0]}**\n{TOPICS[topic][1]}"
    listed = "\n".join(
        f"**{game.title}** {mention(app, f'newgame {game.name}')}: {read_summary(game.name)}" for game in GAMES.values()
    )
    url = app.context.public_url
    page = "" if url is None else f" · [everything on one page]({url}/playing)"
    newgame = mention(app, f"newgame {next(iter(GAMES))}")
    words = {"on_your_turn": ON_YOUR_TURN, "listed": listed, "version": VERSION, "page": page, "newgame": newgame}
    named = {name for _, name, _, _ in Formatter().parse(text) if name} - words.keys()
    text = text.format(**words, **{name: mention(app, name) for name in named})
    topics = [Button(HelpPress(name).id, label, disabled=name == topic) for name, (label, _) in TOPICS.items()]
    rows: list[Row] = [tuple(topics)]
    if topic == "start":
        playable = {kind: game for kind, game in GAMES.items() if has_computer(kind)}
        rows += arrange([Button(VersusPress(kind).id, game.title, emoji="🤖") for kind, game in playable.items()])
    else:
        rows.append((Button(HelpPress("start").id, "Back"),))
    return Reply("", view=lay_out(text, rows), edit=edit)


def mention(app: App, path: str) -> str:
    """Return a command as a clickable mention of Discord, or as plain text until its id is known."""
    known = app.command_ids.get(path.partition(" ")[0])
    return f"`/{path}`" if known is None else f"</{path}:{known}>"
