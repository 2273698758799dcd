"""Who follows what happens to games. The order of the lines is the order in which they are told."""

from __future__ import annotations

from bot.usecases.announcements import BoardDue, DeciderChanged, DrawOffered, GamesChanged, TurnBegan, subscribe
from bot.usecases.channels import threads
from bot.usecases.computers import computer_turns
from bot.usecases.seats import watching
from bot.usecases.statistics import latest

subscribe(TurnBegan, watching.follow_turn)
subscribe(DeciderChanged, computer_turns.follow_decider)
subscribe(DrawOffered, computer_turns.follow_draw)
subscribe(BoardDue, threads.follow_board)
subscribe(GamesChanged, latest.follow_games)
