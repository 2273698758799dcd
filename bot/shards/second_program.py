"""Signs that another program uses this bot's token. It would answer members as well, and boards might be posted twice."""

from __future__ import annotations

import logging
import time
from collections import deque

logger = logging.getLogger(__name__)

HOUR = 3600.0
ANSWERS = 5
"""Maximum number of answers by others within an hour. A few can be the bot's own, if Discord's confirmation got lost."""


class SecondProgram:
    """Counts the presses and commands that another program has answered first, and logs a warning once."""

    def __init__(self) -> None:
        self._answers: deque[float] = deque(maxlen=ANSWERS)
        self._is_logged = False

    def count_answer(self) -> None:
        """Count an answer that Discord refused because the interaction was already answered."""
        self._answers.append(time.monotonic())
        if not self._is_logged and len(self._answers) == ANSWERS and self._answers[-1] - self._answers[0] < HOUR:
            self._is_logged = True
            logger.error(
                "another program answers members with this bot's token, and boards can be posted twice: stop that program, or "
                "reset the token in the developer portal"
            )
