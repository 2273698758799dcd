"""**Try again**: the decision by which a player lost most in a finished game, as an exercise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.common.words import Text, join
from bot.panels.core import Draft
from bot.presentation.exercises.core import Deed, Exercise, Line, Solver, Turn, say_moves
from bot.presentation.standing import compare, tell_worth
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.refusal import Refusal
from bot.workers.jobs import WeighTry
from players.lookback import BetterMove
from players.mistakes import Means
from render import renderer_of
from rules import GAMES

WEIGHING = Means(0, 1.0)
"""How long a try is weighed: seconds for the position after it, and as many for what was played."""
GONE = "There is nothing left to try again. Press “Try again” below the last board."


@dataclass(frozen=True, kw_only=True)
class MomentExercise(Exercise):
    """The moment as its player has it before them."""

    at: Moment
    mistake: BetterMove

    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store what is chosen in the panel."""
        await mistakes.keep_draft(solver.context, self.at.log.row.id, solver.user_id, self.mistake.place, draft)
        return Turn(replace(self, draft=draft))

    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge a turn. What was played is refused; what a computer finds better is accepted, by name or by its weight."""
        moves, mistake = self.start.play_all(text)[1], self.mistake
        decisions, told = list(map(str, moves)), say_moves(self.start, moves)
        record = self.at.log.record()
        if set(decisions) == set(record.actions[mistake.place : mistake.place + len(decisions)]):
            return await self._refuse(solver, Text("That is what you played. Find something better."))
        if set(decisions) == set(map(str, self.start.play_all(mistake.move)[1])):
            better = Text("To **{told}** is better: it would have been worth {worth} more.", told=told, worth=_worth(mistake))
            return self._close(Line("right", better))
        weighed = await solver.workers.run(WeighTry(self.at.log.record_json(), mistake.place, text, WEIGHING), solver.user_id)
        compared = Text(compare(weighed.tried, weighed.played, in_points=weighed.in_points))
        if weighed.is_better:
            return self._close(Line("right", Text("To **{told}** is better: {compared}.", told=told, compared=compared)))
        return await self._refuse(solver, Text("To **{told}** is not better: {compared}.", told=told, compared=compared))

    async def act(self, solver: Solver, deed: Deed) -> Turn:
        """Tell the better move, and why it is better than what was played."""
        best, _ = self.mistake.read(self.start)
        why = renderer_of(self.start.game, self.start.rules).explain(self.start, best)
        better = Text("Better was to **{move}**.", move=say_moves(self.start, best))
        return self._close(Line("answer", join([better, Text(why)])))

    def _close(self, said: Line) -> Turn:
        return Turn(replace(self, is_open=False), [said])

    async def _refuse(self, solver: Solver, said: Text) -> Turn:
        return Turn((await self.choose(solver, {})).exercise, [Line("no", said)])


async def find_moment(solver: Solver, game_id: int) -> MomentExercise:
    """Return the moment of a player. Raise Refusal for anybody else, and where nothing is known to be better."""
    found = make_moment(await mistakes.find(solver.context, solver.guild_id, game_id, solver.user_id))
    if found is None:
        raise Refusal(GONE)
    return found


def make_moment(at: Moment) -> MomentExercise | None:
    """Return the exercise of a moment; ``None`` where nothing is known to be better."""
    mistake, row = at.mistake, at.log.row
    if mistake is None:
        return None
    start = at.log.record().states()[mistake.place]
    played = say_moves(start, start.play_all(mistake.played)[1])
    return MomentExercise(
        title="Try again",
        place=f"{GAMES[row.kind].title} #{row.id}",
        task=Text(
            "Here you chose to **{move}**, and lost {worth} by it. Find something better.", move=played, worth=_worth(mistake)
        ),
        start=start,
        names=row.names,
        draft=at.draft or {},
        is_open=True,
        outcome=Text(""),
        buttons={"tell": "Show me"},
        about=(mistake.place,),
        at=at,
        mistake=mistake,
    )


def _worth(mistake: BetterMove) -> str:
    return tell_worth(mistake.gain, in_points=mistake.in_points)
