"""Somebody who makes every wrong choice of a lesson: what each step lets one press or type, and what is said to it."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any, NamedTuple

from simcord.components import walk_components

from bot.games.lessons import CITED, Lesson, LessonStep, judge, start_of
from bot.panels.core import Draft, Send
from bot.panels.maker import HELP, TYPE
from rules import IllegalMove, State
from tests.panels.checks import Press, maker, presses
from tests.ui.world import World, labels, said

MOST_DRAFTS = 3000
"""Half moves that are looked at for a step: turns of Land have more than anybody can press."""
TYPED, SKIP = "Type…", "Skip this step"
REFUSED = re.compile(r"⚠️ .+ \*\(rule ([A-Z]\d+)\)\*")
NUMBERS = re.compile(r"\([^()]*[A-Z]\d+\)")
"""The numbers of rules in a sentence, with their brackets."""


class WrongTry(NamedTuple):
    """A wrong choice at a step, and how it is made."""

    text: str
    said: str
    """What is said to it."""
    way: tuple[Press, ...]
    """The controls that lead to it; none where it has to be typed, because the rules do not allow it."""


def list_pressed(step: LessonStep, state: State, *, most: int) -> list[WrongTry]:
    """Return the wrong moves that the panel allows, at most ``most`` with the same answer."""
    found, known = dict[str, list[WrongTry]](), {"{}"}
    queue: list[tuple[Draft, tuple[Press, ...]]] = [({}, ())]
    for draft, way in queue:
        if len(found) > len(step.wrong) and all(len(found[each.say]) == most for each in step.wrong):
            break
        for press in presses(maker(state).build(state, state.seat or 0, draft)):
            control, values = press
            if control in (HELP, TYPE, "clear"):
                continue
            after = maker(state).press(state, state.seat or 0, draft, control, values)
            if isinstance(after, Send):
                result = judge(step, state, after.text)
                same = found.setdefault(result.said, [])
                if not result.right and len(same) < most and after.text not in [each.text for each in same]:
                    same.append(WrongTry(after.text, result.said, (*way, press)))
            elif (draft_text := json.dumps(after, sort_keys=True)) not in known and len(known) < MOST_DRAFTS:
                known.add(draft_text)
                queue.append((after, (*way, press)))
    return list(chain.from_iterable(found.values()))


def list_typed(lesson: Lesson, state: State, *, most: int) -> list[WrongTry]:
    """Return moves of other steps that the rules refuse in this one, at most so many for each rule."""
    found = dict[str, list[WrongTry]]()
    for text in dict.fromkeys(str(move) for step in lesson.steps for move in start_of(lesson.game, step).moves()):
        try:
            state.play_all(text)
        except IllegalMove as refusal:
            if refusal.rule is not None and len(same := found.setdefault(refusal.rule, [])) < most:
                same.append(WrongTry(text, str(refusal), ()))
    return list(chain.from_iterable(found.values()))


class Blunderer:
    """A member who makes wrong choices in a lesson, by nothing but its message."""

    def __init__(self, w: World, lesson: Lesson) -> None:
        self.w, self.lesson = w, lesson
        self.message: Any = None
        self.told = dict[str, frozenset[str]]()
        """What was said to wrong choices, without the numbers of the rules that it names, and those rules."""
        self.heard = set[str]()
        """The same with the numbers."""
        self.pressed = self.typed = 0

    async def make_every_wrong_choice(self, *, pressed: int, typed: int) -> None:
        """Go through the lesson. ``pressed``, ``typed``: of each step at most so many with the same answer or rule."""
        self.message = (await self.w.ada.slash(self.w.channel, "learn", game=self.lesson.game)).response
        for step in self.lesson.steps:
            state = start_of(self.lesson.game, step)
            for wrong in list_pressed(step, state, most=pressed):
                await self._press(wrong)
            if TYPED in labels(self.message):
                for wrong in list_typed(self.lesson, state, most=typed):
                    await self._type(wrong)
            assert step.task in said(self.message), "a wrong choice leads nowhere"
            self.message = (await self.w.ada.click(self.message, label=SKIP)).response

    async def _press(self, wrong: WrongTry) -> None:
        for control, values in wrong.way:
            part = next(
                each for each in walk_components(self.message.components) if f":{control}:" in each.get("custom_id", "")
            )
            deed = self.w.ada.select if values else self.w.ada.click
            self.message = (await deed(self.message, *([list(values)] if values else []), custom_id=part["custom_id"])).response
        self.pressed += 1
        self._hear("❌", wrong, frozenset(CITED.findall(wrong.said)))

    async def _type(self, wrong: WrongTry) -> None:
        form = await self.w.ada.click(self.message, label=TYPED)
        self.message = (await self.w.ada.submit_modal(form, {"text": wrong.text})).response
        refused = REFUSED.search(said(self.message))
        assert refused is not None, f"{wrong.text}: {said(self.message)}"
        self.typed += 1
        self._hear("⚠️", wrong, frozenset({refused[1]}))

    def _hear(self, mark: str, wrong: WrongTry, rules: frozenset[str]) -> None:
        [line] = [line for line in said(self.message).splitlines() if line.startswith(("❌", "⚠️"))]
        assert line.startswith(mark), wrong.text
        assert wrong.said in line, wrong.text
        assert rules, f"{wrong.text}: {line}"
        assert self.told.setdefault(NUMBERS.sub("", line), rules) == rules, f"one sentence for two rules: {line}"
        self.heard.add(wrong.said)
