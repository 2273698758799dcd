"""**Practice mistakes**: the costliest decisions of a player in a finished game, as exercises."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.common.words import Text
from bot.panels import panel_of
from bot.panels.core import Draft
from bot.presentation.analysis import explain_better, play_decisions, read_moves
from bot.presentation.exercises.core import Exercise, ExerciseAction, Line, Solver, Turn, explain_marks, write_infinitives
from bot.presentation.replay import of_game
from bot.presentation.standing import describe_better, describe_worse, format_worth
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.play import drafts
from bot.usecases.refusal import Refusal
from bot.workers.jobs import WeighTry
from players.lookback import BetterMove, get_smallest_change
from render import renderer_of
from render.view import NO_MARKS
from rules import GAMES, Action, State
from rules.steps import play_legal_steps

WEIGHING = 1.0
"""Seconds for evaluating the position after a try, and again for the move that was played in the game."""
NOTHING = "Nothing to practise: you never missed a much better move."
GONE = "There is nothing left to practise here. Press **Practice mistakes** below the last board."
TOLD = "told"
"""The key in the draft of a finished exercise."""
TRIED = "tried"
"""The key in such a draft of the decisions that were better than the played ones, but are not the known best ones."""


@dataclass(frozen=True, kw_only=True)
class MomentExercise(Exercise):
    """A mistake as an exercise for its player."""

    at: Moment
    mistake: BetterMove

    async def choose(self, solver: Solver, draft: Draft) -> Turn:
        """Store the choices in the panel."""
        await drafts.keep(solver.context, self.at.log.row.id, solver.user_id, self.mistake.place, draft)
        return Turn(await asyncio.to_thread(_make, replace(self.at, draft=draft), self.mistake))

    async def answer(self, solver: Solver, text: str) -> Turn:
        """Judge a turn. The played move is wrong; known better moves, and moves that a computer finds better, are right."""
        moves, log = self.start.play_all(text)[1], self.at.log
        decisions, told = list(map(str, moves)), write_infinitives(self.start, moves)
        choice = read_moves(log, self.mistake)
        is_whole = panel_of(log.row.kind, log.row.rules).collects
        if begins_turn(self.start, choice.best, moves, is_whole=is_whole):
            return await self._close(solver, Line("right", Text("Right!")))
        if begins_turn(self.start, choice.played, moves, is_whole=is_whole):
            return await self._refuse(solver, Text("You played that in the game, too. Find something better."))
        whole = " ".join(map(str, (*choice.common, *moves)))
        weighed = await solver.workers.run(WeighTry(log.record_json(), self.mistake.place, whole, WEIGHING), solver.user_id)
        lost = weighed.played - weighed.tried
        negligible, in_points = get_smallest_change(in_points=weighed.in_points), weighed.in_points
        if weighed.is_better:
            if self.mistake.gain + lost < negligible:
                verdict = Line("right", Text("Right! To {told} is about as good as the best move.", told=told))
            else:
                better = describe_better(-lost, in_points=in_points)
                words = "Better, though not the best: to {told} {better} than your move in the game."
                verdict = Line("good", Text(words, told=told, better=better))
            return await self._close(solver, verdict, tried=decisions)
        if lost < negligible:
            return await self._refuse(
                solver, Text("To {told} is no better than your move in the game. Try another.", told=told)
            )
        worse = describe_worse(lost, in_points=in_points)
        return await self._refuse(solver, Text("No: to {told} {worse} than your move in the game.", told=told, worse=worse))

    async def act(self, solver: Solver, action: ExerciseAction) -> Turn:
        """Show the better move, or continue with the next mistake. Raise Refusal after the last one."""
        if action == "next":
            return Turn(await find_moment(solver, self.at.log.row.id, self.at.following))
        return await self._close(solver)

    async def _close(self, solver: Solver, *said: Line, tried: Sequence[str] = ()) -> Turn:
        return (await self.choose(solver, {TOLD: True, TRIED: list(tried)}))._replace(said=said)

    async def _refuse(self, solver: Solver, said: Text) -> Turn:
        return (await self.choose(solver, {}))._replace(said=[Line("no", said)])


def begins_turn(state: State, turn: Sequence[Action], moves: Sequence[Action], *, is_whole: bool) -> bool:
    """Return whether moves begin a turn, in any order that leads to the same position. ``is_whole``: they must be all of it."""
    rest = [move for move in turn if move not in moves]
    return not (rest and is_whole) and play_decisions(state, [*moves, *rest]) == play_decisions(state, turn)


async def find_moment(solver: Solver, game_id: int, place: int | None = None) -> MomentExercise:
    """Return a mistake of a player. Raise Refusal for other members, and if no better move is known."""
    found = await make_moment(await mistakes.find(solver.context, solver.guild_id, game_id, solver.user_id, place))
    if found is None:
        raise Refusal(GONE)
    return found


async def make_moment(at: Moment) -> MomentExercise | None:
    """Return the exercise for a mistake; ``None`` if no better move is known."""
    return None if at.mistake is None else await asyncio.to_thread(_make, at, at.mistake)


def _make(at: Moment, mistake: BetterMove) -> MomentExercise:
    """Return the exercise for a mistake. Call it in a thread, because it replays the game."""
    row = at.log.row
    choice, draft = read_moves(at.log, mistake), at.draft or {}
    start, best, played = choice.state, choice.best, choice.played
    is_open, renderer = TOLD not in draft, renderer_of(row.kind, row.rules)
    tried = play_legal_steps(start, draft.get(TRIED, ()))
    if tried and tried[-1].after.is_chance:  # chance decides what the board would show
        tried = []
    worth = format_worth(mistake.gain, in_points=mistake.in_points)
    better = describe_better(mistake.gain, in_points=mistake.in_points)
    marks = renderer.mark_moves(best, () if tried else played)
    shown = "The board shows your try in white." if tried else ""
    legend = " ".join(filter(None, [shown, explain_marks(marks, "the best move", "played in the game")]))
    several = len(best) > 1 and not panel_of(row.kind, row.rules).collects
    best_move = "best turn" if several else "best move"
    one = "one" if all(begins_turn(start, best, [move], is_whole=False) for move in best) else "the first"
    task = f"Find {one} of its {len(best)} moves." if several else "Find it."
    done = "To {common} was right, and is done already." if choice.common else ""
    turn = of_game(at.log).find_scene(mistake.place)
    compared = ": {worth} better than your move in the game" if mistake.in_points else ""
    return MomentExercise(
        title="Practice",
        place=f"{GAMES[row.kind].title} #{row.id}, turn {turn} ({at.number} of {at.total})",
        task=Text(
            f"You chose to **{{move}}**. The {best_move} {{better}}. {task} {done}".rstrip(),
            move=write_infinitives(start, played),
            better=better,
            common=write_infinitives(at.log.record().states()[mistake.place], choice.common) if choice.common else "",
        ),
        start=start,
        names=row.names,
        draft=draft if is_open else {},
        played=tried,
        is_open=is_open,
        outcome=Text(f"The {best_move} was to **{{move}}**{compared}.", move=write_infinitives(start, best), worth=worth),
        lines=[] if is_open else [Line("", Text(each)) for each in (explain_better(at.log, mistake, ()), legend) if each],
        marks=NO_MARKS if is_open else marks,
        buttons={"tell": "Show the answer"} if is_open else {"next": "Next"} if at.following is not None else {},
        about=(mistake, *(str(step.action) for step in tried)),
        at=at,
        mistake=mistake,
    )
