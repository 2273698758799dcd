"""Land once more, slow and obvious: sets of plot names, no bitboards, no cached values.

The author wrote it from the rules and did not read ``rules.land``. Random play compares the two.
"""

from __future__ import annotations

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class OracleLand:
    """A game of Land that changes in place."""

    def __init__(self, rows: list[str], seats: int, options: dict[str, object]) -> None:
        self.seats, self.options = seats, options
        self.width, self.height = len(rows[0]), len(rows)
        self.kind = {f"{LETTERS[x]}{y + 1}": rows[y][x] for y in range(self.height) for x in range(self.width)}
        self.owner: dict[str, int] = {}
        self.dropped: set[int] = set()
        self.agreed = False
        self.over = False
        self.waiting: list[list[int]] = [list(range(seats))]  # groups, tied inside
        self.rolled: dict[int, int] = {}  # of the group that rolls
        self.order: list[int] = []
        self.round_number = 0
        self.queue: list[int] = []  # seats still to play in this round
        self.current: int | None = None
        self.dice: list[int] = []
        self.took: list[str] = []
        self.owned_before: set[str] = set()
        self.herd = 0
        self.reached = dict.fromkeys(range(seats), 0)  # resident cows reached on the last turn
        self.prepare_order()

    # -------------------------------------------------------------- order (L4, L14)

    def prepare_order(self) -> None:
        self.rolling = next((group for group in self.waiting if len(group) > 1), None)
        if self.rolling is None:
            self.order = [seat for group in self.waiting for seat in group]
            self.next_turn()

    def roll_for_order(self, value: int) -> None:
        assert self.rolling is not None
        self.rolled[self.rolling[len(self.rolled)]] = value
        if len(self.rolled) < len(self.rolling):
            return
        replacement = []
        for face in (6, 5, 4, 3, 2, 1):
            same = [seat for seat in self.rolling if self.rolled[seat] == face]
            if same:
                replacement.append(same)
        at = self.waiting.index(self.rolling)
        self.waiting[at : at + 1] = replacement
        self.rolled = {}
        self.prepare_order()

    def new_round(self) -> None:
        self.round_number += 1
        line = list(self.order)
        if self.options["order"] == "rotate":
            for _ in range(self.round_number - 1):
                line.append(line.pop(0))
        elif self.options["order"] == "poorest":
            line.sort(key=lambda seat: (len(self.own(seat)), self.order.index(seat)))
        self.queue = line

    # -------------------------------------------------------------- plots (L5 to L10)

    def own(self, seat: int) -> set[str]:
        return {plot for plot, owner in self.owner.items() if owner == seat}

    def cost(self, plot: str) -> int:
        return int(str(self.options["mountain"])) if self.kind[plot] == "^" else 1

    def can_start_on(self, plot: str) -> bool:
        good = "gc^" if self.options["mountain"] == 1 else "gc"
        return self.kind[plot] in good and plot not in self.owner

    def neighbours(self, plot: str) -> list[str]:
        x, y = LETTERS.index(plot[0]), int(plot[1:])
        names = [f"{LETTERS[x]}{y - 1}", f"{LETTERS[x]}{y + 1}", f"{LETTERS[x + 1]}{y}"]
        if x:
            names.append(f"{LETTERS[x - 1]}{y}")
        return [name for name in names if name in self.kind]

    def reachable(self, base: set[str], cows: int) -> set[str]:
        return {
            plot
            for mine in base
            for plot in self.neighbours(mine)
            if self.kind[plot] in "gc^" and plot not in self.owner and self.cost(plot) <= cows
        }

    def allowance(self, seat: int) -> int:
        herd = 3 if self.options["herd"] == "equal" else len(self.own(seat))
        return herd + (self.reached[seat] if self.options["resident"] == "once" else 0)

    def block(self) -> set[str]:
        wide, high = self.width // 6, self.height // 6
        columns = LETTERS[(self.dice[0] - 1) * wide :][:wide]
        rows = range((self.dice[1] - 1) * high + 1, self.dice[1] * high + 1)
        return {f"{column}{row}" for column in columns for row in rows}

    def cows_left(self) -> int:
        return self.herd - sum(self.cost(plot) for plot in self.took)

    def open_plots(self) -> set[str]:
        if self.over or self.current is None:
            return set()
        if self.owned_before:
            chain = self.options["reach"] == "chain"
            return self.reachable(self.owned_before | (set(self.took) if chain else set()), self.cows_left())
        return {plot for plot in self.block() if self.can_start_on(plot)} if len(self.dice) == 2 else set()

    # -------------------------------------------------------------- turns (L6, L11, L12)

    def could_take(self, seat: int) -> bool:
        mine = self.own(seat)
        if mine:
            return bool(self.reachable(mine, self.allowance(seat)))
        return any(self.can_start_on(plot) for plot in self.kind)

    def next_turn(self) -> None:
        self.current, self.dice, self.took, self.owned_before = None, [], [], set()
        if not any(self.could_take(seat) for seat in range(self.seats) if seat not in self.dropped):
            self.over = True
            return
        while self.current is None:
            if not self.queue:
                self.new_round()
            seat = self.queue.pop(0)
            if seat not in self.dropped and self.could_take(seat):
                self.current = seat
                self.owned_before = self.own(seat)
                self.herd = self.allowance(seat) if self.owned_before else 0

    def end_turn(self) -> None:
        assert self.current is not None
        self.reached[self.current] = sum(self.kind[plot] == "c" for plot in self.took)
        self.next_turn()

    # -------------------------------------------------------------- what is compared

    def seat(self) -> int | None:
        return self.current if self.open_plots() else None

    def turn(self) -> int | None:
        if self.over:
            return None
        return self.rolling[len(self.rolled)] if self.rolling is not None else self.current

    def is_chance(self) -> bool:
        return not self.over and self.seat() is None

    def phase(self) -> str:
        if self.over:
            return "over"
        if self.rolling is not None:
            return "order"
        return "reclaim" if self.owned_before else "first"

    def moves(self) -> set[str]:
        return self.open_plots() | ({"done"} if self.took and not self.over else set())

    def scores(self) -> tuple[int, ...]:
        return tuple(len(self.own(seat)) for seat in range(self.seats))

    def winners(self) -> tuple[int, ...] | None:
        if not self.over:
            return None
        left = [seat for seat in range(self.seats) if seat not in self.dropped]
        if self.agreed or len(left) == 1:
            return tuple(left)
        most = max(len(self.own(seat)) for seat in left)
        return tuple(seat for seat in left if len(self.own(seat)) == most)

    # -------------------------------------------------------------- what changes it

    def play(self, text: str) -> None:
        if text == "draw":
            self.agreed = self.over = True
        elif text.startswith("drop "):
            self.drop(int(text[5:]))
        elif text.startswith("roll "):
            self.roll(int(text[5:]))
        elif text == "done":
            self.end_turn()
        else:
            assert self.current is not None
            self.owner[text] = self.current
            self.took.append(text)
            if not self.owned_before or not self.open_plots():
                self.end_turn()

    def roll(self, value: int) -> None:
        if self.rolling is not None:
            self.roll_for_order(value)
            return
        self.dice.append(value)
        if len(self.dice) == 2 and not self.open_plots():
            self.end_turn()

    def drop(self, seat: int) -> None:
        self.dropped.add(seat)
        if len(self.dropped) == self.seats - 1:
            self.over = True
        elif self.rolling is None and seat == self.current:
            self.end_turn()
