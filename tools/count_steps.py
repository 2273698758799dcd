"""Measure how far one has to walk through the code of the bot: ``python -m tools.count_steps`` in the project's root.

Three figures, each with the places that it counts:

- Back-arrows of a package. A room is a folder or file directly below the package. The rooms are put in the order in which
  the fewest imports lead from a room to one above it; those imports are the back-arrows, one for each import statement and
  room. Imports of types alone and imports within functions count like any other.
- Circles of modules: groups of modules that import each other, directly or over others, at run time. Imports of types
  alone do not count; imports within functions do.
- Steps of a move on the page: calls from a file of ``bot`` to another file of ``bot``, from the request to the commit, as
  Python makes them. Files of libraries in between are passed over. Returns are not counted, and a coroutine counts when it
  is called, not whenever it goes on. A call that a function makes again counts once, a property not at all. Two numbers:
  all calls, and those into the rooms in which decisions are taken (``UPPER``), without those that end in what they stand
  on: storage, the logs of games, what all share.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextvars import ContextVar
from dis import opname
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
REQUEST_FILE = "web/guard.py"
"""The first file of ``bot`` that a request to the pages comes to."""
COMMIT_FILE = "sqlalchemy/ext/asyncio/engine.py"
UPPER = ("web", "presentation", "usecases")
"""Folders of ``bot`` in which it is decided what a request does."""
SOURCES = ("rules", "players", "render", "bot")


class Import(NamedTuple):
    """An import by a module of the project."""

    source: str
    line: int
    target: str
    types_alone: bool

    def __str__(self) -> str:
        return f"{self.source.replace('.', '/')}.py:{self.line} -> {self.target}"


@cache
def find_modules() -> dict[str, Path]:
    """Return the modules of the project by name; a package is named like its folder."""
    files = [file.relative_to(ROOT) for folder in SOURCES for file in sorted((ROOT / folder).rglob("*.py"))]
    return {".".join(file.with_suffix("").parts).removesuffix(".__init__"): ROOT / file for file in files}


def _walk(node: ast.AST, types_alone: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, types_alone
        elif isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            yield from _walk(ast.Module(child.body, []), True)
            yield from _walk(ast.Module(child.orelse, []), types_alone)
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):  # no expression has an import
            yield from _walk(child, types_alone)


@cache
def read_imports() -> list[Import]:
    """Return all imports by modules of the project, with the full name of each thing that is imported.

    Raise ValueError for a relative import, which hides where it leads.
    """
    found = []
    for source, file in find_modules().items():
        for node, types_alone in _walk(ast.parse(file.read_text(encoding="utf-8")), False):
            if isinstance(node, ast.ImportFrom) and node.level:
                raise ValueError(f"{file}:{node.lineno}: a relative import")
            package = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found += [Import(source, node.lineno, f"{package}{alias.name}", types_alone) for alias in node.names]
    return found


@cache
def list_imports() -> list[Import]:
    """Return all imports between modules of the project. ``from package import module`` imports the module."""
    modules, found = find_modules(), []
    for each in read_imports():
        module = each.target if each.target in modules else each.target.rpartition(".")[0]
        if module in modules and module != each.source:
            found.append(each._replace(target=module))
    return found


def find_circles(arrows: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the groups of names that lead to each other, each sorted."""

    def reach(start: str) -> set[str]:
        reached, ahead = set[str](), [start]
        while ahead:
            new = set(arrows.get(ahead.pop(), ())) - reached
            reached |= new
            ahead += new
        return reached

    reached = {name: reach(name) for name in arrows}
    groups = {tuple(sorted(other for other in reached[name] if name in reached.get(other, ()))) for name in arrows}
    return sorted(list(group) for group in groups if group)


def find_module_circles() -> list[list[str]]:
    """Return the circles of modules."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for each in list_imports():
        if not each.types_alone:
            arrows[each.source].add(each.target)
    return find_circles(arrows)


def find_back_arrows(package: str) -> list[Import]:
    """Return the imports of a package that lead back, in the order of rooms with the fewest of them."""
    arrows: dict[tuple[str, str], dict[tuple[str, int], Import]] = defaultdict(dict)
    for each in list_imports():
        rooms = _room(each.source, package), _room(each.target, package)
        if all(rooms) and rooms[0] != rooms[1]:
            arrows[rooms].setdefault((each.source, each.line), each)
    ahead: dict[str, set[str]] = defaultdict(set)
    for source, target in arrows:
        ahead[source].add(target)
    back: list[Import] = []
    for circle in find_circles(ahead):
        order = _order(circle, {rooms: len(imports) for rooms, imports in arrows.items()})
        for (source, target), imports in arrows.items():
            if source in circle and target in circle and order.index(source) > order.index(target):
                back += imports.values()
    return sorted(back)


def _room(module: str, package: str) -> str:
    """Return the room of a module; an empty text for one outside the package."""
    return module.removeprefix(f"{package}.").partition(".")[0] if module.startswith(f"{package}.") else ""


def _order(rooms: list[str], weights: Mapping[tuple[str, str], int]) -> list[str]:
    """Return the rooms from the highest to the lowest, with the fewest imports upwards."""
    bits = range(len(rooms))
    best: dict[int, tuple[int, list[str]]] = {0: (0, [])}
    for above in range(1 << len(rooms)):
        cost, order = best.pop(above)
        if len(order) == len(rooms):
            return order
        for new in bits:
            if not above >> new & 1:
                more = cost + sum(weights.get((rooms[new], room), 0) for room in order)
                if more < best.get(above | 1 << new, (more + 1,))[0]:
                    best[above | 1 << new] = more, [*order, rooms[new]]
    raise AssertionError


class Step(NamedTuple):
    """A call that leaves its file."""

    caller: str
    called: str

    @property
    def is_upper(self) -> bool:
        """Whether it leads into a room in which decisions are taken."""
        return self.called.split("/")[0] in UPPER


IN_REQUEST = ContextVar("IN_REQUEST", default=False)
"""Whether this task answers the request, or was made by one that does."""


class Walk:
    """Records the steps of a request to the pages, up to its first commit."""

    def __init__(self) -> None:
        self.steps: dict[Step, None] = {}
        self._is_over = False
        self._known: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """See an event of ``sys.setprofile``."""
        if event != "call" or self._is_over:
            return
        file = _file(frame.f_code)
        if file == REQUEST_FILE:
            IN_REQUEST.set(True)
        if not IN_REQUEST.get():
            return
        self._is_over = frame.f_code.co_name == "commit" and frame.f_code.co_filename.endswith(COMMIT_FILE)
        if not file or frame in self._known:
            return
        self._known.add(frame)  # it is called again whenever the coroutine goes on
        back = frame.f_back
        while back is not None and not _file(back.f_code):
            back = back.f_back
        if back is not None and _file(back.f_code) != file and not _reads_attribute(frame.f_back):
            self.steps[Step(_describe(back.f_code), _describe(frame.f_code))] = None


def _reads_attribute(frame: FrameType | None) -> bool:
    """Return whether a frame is reading an attribute, which is a property then."""
    return frame is not None and opname[frame.f_code.co_code[frame.f_lasti]] == "LOAD_ATTR"


@cache
def _file(code: CodeType) -> str:
    """Return a file of ``bot`` as a path within it; an empty text for any other file."""
    file = Path(code.co_filename)
    return str(file.relative_to(ROOT / "bot")) if file.is_relative_to(ROOT / "bot") else ""


def _describe(code: CodeType) -> str:
    return f"{_file(code)}:{code.co_qualname}"


async def walk_move() -> list[Step]:
    """Play a move on the page of a simulated server. Return its steps."""
    from tests.ui.world import world
    from tests.web.browserless import PUBLIC_URL, pages_of

    walk = Walk()
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder), public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
            game = await w.start("pastures", width=6, height=6)
            mover, _ = await w.turns(game)
            token = await site.enter(mover, game)
            await site.settle()
            sys.setprofile(walk)
            answer = await site.play(token, "a1 f", 0)
            sys.setprofile(None)
            await site.settle()
    if answer.status != 200:
        raise RuntimeError(answer.error)
    return list(walk.steps)


def main() -> None:
    """Print the figures, each above what it counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="list the steps into storage and the like, too")
    every = parser.parse_args().all
    for package in ("bot.usecases", "bot.ui"):
        back = find_back_arrows(package)
        print(f"{package}: {len(back)} back-arrows", *back, sep="\n  ")
    circles = find_module_circles()
    print(f"{len(circles)} circles of modules", *(", ".join(circle) for circle in circles), sep="\n  ")
    steps = asyncio.run(walk_move())
    upper = [step for step in steps if step.is_upper]
    print(f"a move on the page: {len(upper)} steps within {', '.join(UPPER)}; {len(steps)} steps in all")
    for step in steps if every else upper:
        print(f"  {step.caller} -> {step.called}")


if __name__ == "__main__":
    main()
