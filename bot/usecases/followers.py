"""Who follows what happens to games, and what each kind of proposal does.

The order of the lines is the order in which followers are told.
"""

from __future__ import annotations

from bot.usecases import running_games
from bot.usecases.announcements import (
    BoardDue,
    DeciderChanged,
    DrawOffered,
    GameEnded,
    GamesChanged,
    SettingsChanged,
    StatusChanged,
    TurnBegan,
    subscribe,
)
from bot.usecases.channels import threads
from bot.usecases.computers import demos, moves
from bot.usecases.learning import daily, server_puzzles
from bot.usecases.play.draw import carry_out_draw
from bot.usecases.play.proposals import carry_out_with
from bot.usecases.play.undo import carry_out_undo
from bot.usecases.public import sites
from bot.usecases.seats import absence
from bot.usecases.statistics import latest
from bot.usecases.time.pauses import carry_out_pause

subscribe(TurnBegan, absence.follow_turn)
subscribe(DeciderChanged, moves.follow_decider)
subscribe(DeciderChanged, demos.follow_decider)
subscribe(DrawOffered, moves.follow_draw)
subscribe(BoardDue, threads.follow_board)
subscribe(GamesChanged, latest.follow_games)
subscribe(SettingsChanged, daily.follow_settings)
subscribe(SettingsChanged, sites.follow_settings)
subscribe(StatusChanged, running_games.follow_status)
subscribe(GameEnded, server_puzzles.follow_end)

carry_out_with("undo", carry_out_undo)
carry_out_with("draw", carry_out_draw)
carry_out_with("pause", carry_out_pause)
