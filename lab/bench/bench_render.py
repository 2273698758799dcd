"""Pictures: composing and encoding every turn of whole games, and the GIF of one: ``python -m lab.bench.bench_render``.

What is counted is processor time. The peer of a picture is the same board as SVG drawn by resvg; of the encoder, Pillow's at
its quickest level on the same picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from random import Random
from statistics import median
from time import process_time
from unittest.mock import patch

import resvg_py

from lab.bench import Row
from lab.bench.board_svg import FONT, svg
from lab.bench.cold import first_picture, run_cold
from render import Step, View, picture, renderer_of, replay_gif
from render.encode.png import png
from render.paint.board import Board
from rules import GAMES, State
from rules.files import DATA

NAMES = ("Ada", "Björn")
SIDE, LARGE = 8, 16
"""Squares along a side of the boards."""
CROWD = 300
"""Games at once, with names of their own, whose pictures are drawn in turn."""
RESVG = "resvg, same board as SVG"
PILLOW = "Pillow, compress_level=1"
WARM_UP = 60
"""Turns of a large game before pictures of it are measured."""


def game(seed: int, **options: int) -> list[Step]:
    """Return the steps of a whole random game of Pastures New."""
    random, steps = Random(seed), list[Step]()
    state: State = GAMES["pastures"].start(2, options)
    while not state.is_over:
        move = random.choice(state.moves())
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    return steps


def time_work(work: Callable[[], object], rounds: int = 1) -> float:
    """Return the milliseconds of processor time of ``work``, the median of some rounds."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append((process_time() - began) * 1000)
    return median(times)


def pictures(steps: Sequence[Step]) -> tuple[float, float, float]:
    """Return the medians over all turns: milliseconds to compose, milliseconds to encode, kilobytes."""
    renderer, compose, encode, sizes = renderer_of("pastures"), [], [], []
    for step in steps:
        began = process_time()
        image = renderer.draw(step.after, View(NAMES, steps=(step,)))
        drawn = process_time()
        data = png(image)
        encode.append((process_time() - drawn) * 1000)
        compose.append((drawn - began) * 1000)
        sizes.append(len(data) / 1024)
    return median(compose), median(encode), median(sizes)


def time_crowded(steps: Sequence[Step]) -> float:
    """Return the median milliseconds to compose a picture while ``CROWD`` games with names of their own are drawn in turn."""
    renderer, times = renderer_of("pastures"), []
    for turn, step in enumerate(steps[-6:]):
        for number in range(CROWD):
            view = View((f"Player {2 * number}", f"Player {2 * number + 1}"), steps=(step,))
            began = process_time()
            renderer.draw(step.after, view)
            if turn:  # in the first round every name is new
                times.append((process_time() - began) * 1000)
    return median(times)


def as_svg(step: Step) -> str:
    """Return the picture of a step as SVG: what the renderer puts on the board, written down instead of drawn."""
    boards: list[Board] = []

    def keep(board: Board) -> None:
        boards.append(board)

    with patch.object(Board, "draw", keep):
        renderer_of("pastures").draw(step.after, View(NAMES, steps=(step,)))
    return svg(boards[0], [(seat, NAMES[seat], str(score)) for seat, score in enumerate(step.after.scores)])


def by_resvg(text: str) -> bytes:
    """Return an SVG as PNG, with the font of our pictures."""
    fonts = [str(DATA / "fonts" / "Inter-Bold.otf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=fonts, font_family=FONT))


def by_pillow(step: Step) -> tuple[float, float]:
    """Return the milliseconds and kilobytes of Pillow's encoder."""
    image = renderer_of("pastures").draw(step.after, View(NAMES, steps=(step,)))
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return time_work(lambda: image.save(BytesIO(), "PNG", compress_level=1), 9), len(out.getvalue()) / 1024


def rows() -> list[Row]:
    """Return all measurements."""
    [first] = run_cold(first_picture)
    warm, steps = game(1, width=SIDE, height=SIDE), game(2, width=SIDE, height=SIDE)
    pictures(warm)  # a bot that has drawn a game before
    compose, encode, size = pictures(steps)
    peer = [as_svg(step) for step in steps[4::8]]
    peer_time = median(time_work(partial(by_resvg, text)) for text in peer)
    peer_size = median(len(by_resvg(text)) / 1024 for text in peer)
    encoders = [by_pillow(step) for step in steps[4::8]]
    large = game(3, width=LARGE, height=LARGE)
    pictures(large[:WARM_UP])
    large_compose, large_encode, large_size = pictures(large[WARM_UP:])
    replay_gif(warm, NAMES)
    gif = replay_gif(steps, NAMES)
    last = View(NAMES, steps=tuple(steps[-1:]))
    return [
        Row(f"picture {SIDE} by {SIDE}, compose and encode, median turn", compose + encode, "ms", RESVG, peer_time),
        Row("… of it composing", compose, "ms"),
        Row(f"… of it composing, {CROWD} games in turn with names of their own", time_crowded(steps), "ms"),
        Row("… of it encoding", encode, "ms", PILLOW, median(time for time, _ in encoders)),
        Row("… size", size, "KB", PILLOW, median(kilobytes for _, kilobytes in encoders)),
        Row("… size compared with true colour", size, "KB", RESVG, peer_size),
        Row(
            f"picture {SIDE} by {SIDE} with alt text, last turn again",
            time_work(lambda: picture(steps[-1].after, last), 15),
            "ms",
        ),
        Row(f"picture {LARGE} by {LARGE}, compose and encode, median turn", large_compose + large_encode, "ms"),
        Row("… size", large_size, "KB"),
        Row(f"GIF of a whole game, {len(steps)} turns", time_work(lambda: replay_gif(steps, NAMES), 3), "ms"),
        Row("… size", len(gif) / 2**20, "MB"),
        Row("first picture of a process, after importing", first * 1000, "ms"),
    ]


if __name__ == "__main__":
    for row in rows():
        print(row)
