"""The followers of each event of a game, the tasks that are due soon, and the effect of each kind of proposal.

The order of the lines is the order in which followers are called.
"""

from __future__ import annotations

from bot.usecases.announcements import (
    Appended,
    ChannelGone,
    DeciderChanged,
    DrawOffered,
    GamesChanged,
    GameStopped,
    MemberGone,
    RatingsChanged,
    SettingsChanged,
    TurnBegan,
    subscribe,
)
from bot.usecases.channels import boards
from bot.usecases.computers import demos, lookbacks, moves, takeover
from bot.usecases.league import joining, outcomes, running, season
from bot.usecases.learning import daily, server_puzzles
from bot.usecases.play import drafts, position, premove_answers, proposals
from bot.usecases.play.draw import carry_out_draw
from bot.usecases.play.undo import carry_out_undo
from bot.usecases.public import sites
from bot.usecases.seats import absence, offers
from bot.usecases.server import guild_settings
from bot.usecases.statistics import latest, rebuild
from bot.usecases.tables import challenges, matches
from bot.usecases.time import clock_rollback, clocks
from bot.usecases.time.pauses import carry_out_pause

# The followers of a move. A premove is found first, so that no board is posted before it, and played last. Followers
# that need the current row of the game come after ``position``. Posts are sent in the order in which they are queued here.
subscribe(Appended, premove_answers.follow_append, when=lambda it: it.there.armed)
subscribe(Appended, proposals.follow_change, when=lambda it: it.there.proposals)
subscribe(Appended, offers.follow_append, when=lambda it: it.there.offers)
subscribe(Appended, position.save)
subscribe(Appended, absence.follow_append, when=lambda it: it.state.seat != it.was.seat)
subscribe(Appended, drafts.follow_append, when=lambda it: it.there.drafts)
subscribe(Appended, rebuild.follow_end, when=lambda it: it.ends and it.row.counts)
subscribe(Appended, server_puzzles.follow_end, when=lambda it: it.ends and not it.row.is_demo)
subscribe(Appended, outcomes.follow_end, when=lambda it: it.ends and bool(it.row.terms.league))
subscribe(Appended, moves.follow_decider)
subscribe(Appended, demos.follow_decider, when=lambda it: it.row.is_demo)
subscribe(Appended, latest.follow_games, when=Appended.changes_lists)
subscribe(Appended, clocks.follow_append, when=Appended.has_clock)
subscribe(Appended, boards.follow_append, when=lambda it: it.board)
subscribe(Appended, challenges.follow_change, when=Appended.ends_in_server)
subscribe(Appended, matches.follow_end, when=lambda it: it.ends and it.row.terms.match is not None)
subscribe(Appended, premove_answers.play_answer, when=lambda it: it.answer is not None)

subscribe(TurnBegan, running.follow_resume)
subscribe(TurnBegan, absence.follow_turn)
subscribe(DeciderChanged, moves.follow_decider)
subscribe(DeciderChanged, demos.follow_decider)
subscribe(DrawOffered, moves.follow_draw)
subscribe(GamesChanged, latest.follow_games)
subscribe(SettingsChanged, latest.follow_games)
subscribe(SettingsChanged, daily.follow_settings)
subscribe(SettingsChanged, sites.follow_settings)
subscribe(SettingsChanged, challenges.follow_change)
subscribe(RatingsChanged, challenges.follow_change)

subscribe(GameStopped, premove_answers.follow_stop)
subscribe(GameStopped, proposals.follow_change)
subscribe(GameStopped, offers.follow_stop)
subscribe(GameStopped, clocks.follow_stop)
subscribe(GameStopped, outcomes.follow_stop)
subscribe(GameStopped, challenges.follow_change)
subscribe(ChannelGone, season.follow_gone_channel)
subscribe(ChannelGone, guild_settings.follow_gone_channel)
subscribe(MemberGone, joining.follow_gone)
subscribe(MemberGone, challenges.follow_gone)

clock_rollback.SOON += moves.MOVE, moves.ANSWER, takeover.DUE, lookbacks.DUE, rebuild.DUE, server_puzzles.DUE, running.JUDGE
proposals.CARRY_OUT |= {"undo": carry_out_undo, "draw": carry_out_draw, "pause": carry_out_pause}
