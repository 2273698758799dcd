"""The ``custom_id`` of every button and menu, to the letter: messages that were posted long ago have them."""

from __future__ import annotations

import pytest

from bot.panels.core import Button, Entry, Menu, Picker
from bot.ui.computers.lookback import MomentPress
from bot.ui.framework.components import make_menu, make_picker, show_button
from bot.ui.framework.game_picker import PickPress
from bot.ui.framework.parts import MyPress, ServerPartPress
from bot.ui.framework.press import KINDS, UnknownId, read_press
from bot.ui.framework.router import HANDLERS
from bot.ui.league.create import DraftPress
from bot.ui.league.manage import ManageLeaguePress
from bot.ui.league.message import LeaguePress
from bot.ui.league.table import StandingsPress
from bot.ui.learning.daily_message import DailyPress
from bot.ui.learning.lesson import LessonPress
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.learning.puzzle import PuzzlePress
from bot.ui.learning.reports import ReportsPress
from bot.ui.learning.retry import RetryPress
from bot.ui.messages.board import BoardPress
from bot.ui.messages.claim import ClaimPress
from bot.ui.messages.demo import DemoPress
from bot.ui.messages.entry_points import LearnPress, OpenPress, StartPress, VersusPress
from bot.ui.messages.gallery import GalleryPress, RulesPress
from bot.ui.messages.ping import DirectPlayPress, PingPress
from bot.ui.messages.proposal import ProposalPress
from bot.ui.messages.seat_offer import SeatPress
from bot.ui.messages.status import StatusPress
from bot.ui.messages.table import ChangePress, TablePress
from bot.ui.messages.vote import VotePress
from bot.ui.notifications.notifications import NotificationsPress
from bot.ui.play.boards import WordsPress
from bot.ui.play.games_list import GamesPress
from bot.ui.play.move_reply import NextGamePress
from bot.ui.play.open_board import PagePress
from bot.ui.play.panel_message import PanelPress
from bot.ui.play.premove_panel import PremovePress
from bot.ui.play.proposals import PausePress
from bot.ui.play.resign import ResignPress
from bot.ui.play.writing import DeleteWordsPress, NotePress, SayPress
from bot.ui.seats.substitute import SubstitutePress
from bot.ui.server.blocked import BlockedPress, UnblockPress
from bot.ui.server.help import HelpPress
from bot.ui.server.my import DataPress, ForgetPress
from bot.ui.server.preferences import PreferencesPress
from bot.ui.server.server_manage import ManagePress
from bot.ui.server.server_settings import ServerPress
from bot.ui.statistics.hall_of_fame import FamePress
from bot.ui.statistics.import_export import ExportPress
from bot.ui.statistics.latest import LatestPress
from bot.ui.statistics.ranking import RankingPress
from bot.ui.statistics.stepper import LookAtPress, LookPress
from bot.ui.tables.challenge import ChallengePress
from bot.ui.tables.changes import ChangedPress
from bot.ui.tables.standing_offers import OfferPress
from bot.ui.time.vacation import VacationPress

IDS = {
    "lg1:board:12:34:play": BoardPress(12, 34, "play").id,
    "lg1:board:12:34:lookback": BoardPress(12, 34, "lookback").id,
    "lg1:status:12:56:board": StatusPress(12, 56, "board").id,
    "lg1:words:12:0": WordsPress(12, 0).id,
    "lg1:ping:12:34:56": PingPress(12, 34, 56).id,
    "lg1:notify:told:1f": NotificationsPress("told", "1f").id,
    "lg1:notify:told:1f:here": NotificationsPress("told", "1f", "here").id,
    "lg1:panel:12:34:set.column-0:1f": PanelPress(12, 34, "set.column-0", "1f").id,
    "lg1:table:7:join": TablePress(7, "join").id,
    "lg1:proposal:8:agree": ProposalPress(8, "agree").id,
    "lg1:seat:9:take": SeatPress(9, "take").id,
    "lg1:substitute:12:34:ask": SubstitutePress(12, 34, "ask").id,
    "lg1:claim:12:34:drop_yes": ClaimPress(12, 34, "drop_yes").id,
    "lg1:claim:12:34:stand_in": ClaimPress(12, 34, "stand_in").id,
    "lg1:claim:12:34:resume": ClaimPress(12, 34, "resume").id,
    "lg1:pause:12:ask": PausePress(12, "ask").id,
    "lg1:vacation:take:7": VacationPress("take", 7).id,
    "lg1:resign:12:yes": ResignPress(12, "yes").id,
    "lg1:data:here": DataPress("here").id,
    "lg1:forget:everywhere:ask": ForgetPress("everywhere", "ask").id,
    "lg1:prefs:theme:1f": PreferencesPress("theme", "1f").id,
    "lg1:prefs:theme:1f:here": PreferencesPress("theme", "1f", "here").id,
    "lg1:server:channels:1f": ServerPress("channels", "1f").id,
    "lg1:manage:12:cancel:1f": ManagePress(12, "cancel", "1f").id,
    "lg1:premove:12:34:tree.open:1f": PremovePress(12, 34, "tree.open", "1f").id,
    "lg1:vote:12:open": VotePress(12, "open").id,
    "lg1:pick:12:resign": PickPress(12, "resign").id,
    "lg1:gallery:land:lake:new": GalleryPress("land", "lake").id,
    "lg1:gallery:land:lake:here": GalleryPress("land", "lake", "here").id,
    "lg1:games:1:older": GamesPress(1, "older").id,
    "lg1:next:12": NextGamePress(12).id,
    "lg1:say:12:34:open": SayPress(12, 34, "open").id,
    "lg1:unsay:12": DeleteWordsPress(12).id,
    "lg1:note:12:send": NotePress(12, "send").id,
    "lg1:page:12": PagePress(12).id,
    "lg1:help:time": HelpPress("time").id,
    "lg1:start": StartPress().id,
    "lg1:learn:land": LearnPress("land").id,
    "lg1:moment:12:1": MomentPress(12, 1).id,
    "lg1:retry:12:34:square.C4:1f": RetryPress(12, 34, "square.C4", "1f").id,
    "lg1:open:land": OpenPress("land").id,
    "lg1:versus:land": VersusPress("land").id,
    "lg1:lesson:land:first:lesson.next:1f": LessonPress("land", "first", "lesson.next", "1f").id,
    "lg1:daily:1f2e3d4c": DailyPress("1f2e3d4c").id,
    "lg1:study:lesson:land": LearningPagePress("lesson", "land").id,
    "lg1:puzzle:1f2e3d4c:puzzle.next:1f": PuzzlePress("1f2e3d4c", "puzzle.next", "1f").id,
    "lg1:reports:out:s12:1f": ReportsPress("out", "s12", "1f").id,
    "lg1:rules:land:0": RulesPress("land", "0").id,
    "lg1:rules:land:open": RulesPress("land", "open").id,
    "lg1:demo:3:stop": DemoPress(3, "stop").id,
    "lg1:latest:2:older": LatestPress(2, "older").id,
    "lg1:ranking:all:1:more": RankingPress("all", 1, "more").id,
    "lg1:look:g12:34:-1:share": LookPress("g12", 34, -1, "share").id,
    "lg1:look:i5:0:3:next": LookPress("i5", 0, 3, "next").id,
    "lg1:fame:all": FamePress("all").id,
    "lg1:lookat:ended": LookAtPress("ended").id,
    "lg1:unblock:12": UnblockPress(12).id,
    "lg1:blocked:unblock:0:1f": BlockedPress("unblock", 0, "1f").id,
    "lg1:table:7:join:2": TablePress(7, "join", 2).id,
    "lg1:change:7:open": ChangePress(7, "open").id,
    "lg1:change:7:form.time:1f": ChangePress(7, "form.time", "1f").id,
    "lg1:changed:7:12:leave": ChangedPress(7, 12, "leave").id,
    "lg1:directplay:12:34": DirectPlayPress(12, 34).id,
    "lg1:my:vacation": MyPress("vacation").id,
    "lg1:serverpart:games": ServerPartPress("games").id,
    "lg1:challenge:12": ChallengePress(12).id,
    "lg1:export:mine:12": ExportPress("mine", 12).id,
    "lg1:league:3:join": LeaguePress(3, "join").id,
    "lg1:leaguedraft:3:form.play:1f": DraftPress(3, "form.play", "1f").id,
    "lg1:standings:3:2:1": StandingsPress(3, 2, 1).id,
    "lg1:leaguemanage:3:end": ManageLeaguePress(3, "end").id,
    "lg1:standingoffer:territories:form": OfferPress("territories", "form").id,
}


ANSWERED_BY = {
    "table": "tables.tables.handle_press",
    "say": "play.writing.handle_say_press",
    "unsay": "play.writing.handle_delete_words_press",
    "note": "play.writing.handle_note_press",
    "page": "play.open_board.handle_page_press",
    "demo": "computers.demo.handle_press",
    "words": "play.boards.show_in_words",
    "pick": "framework.game_picker.carry_on",
    "pause": "play.proposals.handle_pause_press",
    "panel": "play.panels.handle_press",
    "rules": "play.rules.show_part",
    "look": "statistics.stepper.handle_press",
    "fame": "statistics.hall_of_fame.handle_press",
    "lookat": "statistics.stepper.look_at",
    "vote": "tables.votes.handle_press",
    "board": "play.board_buttons.handle_board_press",
    "status": "play.board_buttons.handle_status_press",
    "ping": "play.board_buttons.handle_ping_press",
    "games": "play.games_list.turn_page",
    "next": "play.games_list.open_next_game",
    "premove": "play.premove.handle_press",
    "proposal": "play.proposals.handle_press",
    "resign": "play.resign.handle_press",
    "claim": "time.claims.handle_press",
    "substitute": "seats.substitute.handle_answer",
    "seat": "seats.substitute.handle_press",
    "help": "server.help.show_topic",
    "start": "learning.play.handle_start_press",
    "learn": "learning.lesson.open_lesson",
    "versus": "learning.play.play_computer",
    "open": "learning.play.open_table",
    "retry": "learning.retry.handle_press",
    "lesson": "learning.lesson.handle_press",
    "puzzle": "learning.puzzle.handle_press",
    "study": "learning.open_page.handle_press",
    "moment": "computers.lookback.handle_press",
    "daily": "learning.daily_message.solve",
    "reports": "learning.reports.handle_press",
    "notify": "notifications.notifications.handle_press",
    "prefs": "server.preferences.handle_press",
    "vacation": "time.vacation.handle_press",
    "data": "server.my.handle_data_press",
    "forget": "server.my.handle_press",
    "manage": "server.server_manage.handle_press",
    "server": "server.server_settings.handle_press",
    "export": "statistics.import_export.handle_press",
    "unblock": "server.blocked.unblock_member",
    "blocked": "server.blocked.handle_press",
    "change": "tables.change.handle_press",
    "changed": "tables.changes.leave",
    "directplay": "play.panels.open_from_direct",
    "my": "server.my.show_part",
    "serverpart": "server.server.show_part",
    "challenge": "tables.challenge.open_table",
    "league": "league.message.handle_press",
    "leaguedraft": "league.create.handle_press",
    "standings": "league.table.handle_press",
    "leaguemanage": "league.manage.handle_press",
    "standingoffer": "tables.standing_offers.handle_press",
    "latest": "statistics.latest.handle_press",
    "ranking": "statistics.ranking.handle_press",
    "gallery": "tables.gallery.show_gallery",
}
"""The handler of each kind, below ``bot.ui``."""


@pytest.mark.parametrize("custom_id", IDS)
def test_ids_stay_to_the_letter(custom_id: str) -> None:
    assert IDS[custom_id] == custom_id


@pytest.mark.parametrize("custom_id", IDS)
def test_an_id_is_read_as_the_press_that_it_was_made_of(custom_id: str) -> None:
    assert read_press(custom_id).id == custom_id
    with pytest.raises(UnknownId):
        read_press(f"{custom_id}:more:parts")


def test_every_kind_of_press_is_here_and_has_its_handler() -> None:
    assert {custom_id.split(":")[1] for custom_id in IDS} == set(KINDS)
    answered_by = {kind.word: f"{each.handler.__module__}.{each.handler.__name__}" for kind, each in HANDLERS.items()}
    assert answered_by == {word: f"bot.ui.{handler}" for word, handler in ANSWERED_BY.items()}


async def test_each_kind_of_menu_has_its_prefix() -> None:
    assert show_button("lg1:demo:3:stop", Button("stop", "Stop")).custom_id == "lg1:demo:3:stop"
    assert make_menu("lg1:lookat:ended", Menu("ended", "Games", [Entry("12", "#12")])).custom_id == "lmlg1:lookat:ended"
    channels, roles = Picker("channels", "channel", "Channels"), Picker("cancel_roles", "role", "Roles")
    assert make_picker("lg1:server:channels:1f", channels).custom_id == "lclg1:server:channels:1f"
    assert (
        make_picker("lg1:blocked:block:0:1f", Picker("block", "user", "Block a member")).custom_id == "lulg1:blocked:block:0:1f"
    )
    assert make_picker("lg1:server:cancel_roles:1f", roles).custom_id == "lrlg1:server:cancel_roles:1f"
