"""Mutation testing of the rules: changes one small thing at a time, and checks whether the tests notice it.

    python -m tools.mutate_rules --count 320 --minutes 20 --seed 1 > survivors.txt

Nothing in the project is written: each mutant lives in a process of its own, which compiles the changed source in place of the
module and runs the fast tests of its game. lab/docs/mutation-testing.md says what was found.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import io
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("pastures", "land", "territories", "nomads")
LONGEST = 300
"""Seconds after which a mutant that still runs counts as noticed: it made something endless."""
MEMORY = 2 * 2**30
"""Maximum bytes of memory for a mutant; its tests fail if it needs more."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    path: Path
    line: int
    what: str
    source: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.what}"


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the possible replacements of a node, each with a word for the change."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        other = copy.deepcopy(node)
        other.ops = [_COMPARISONS[type(node.ops[0])]()]
        yield "comparison", other
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        other_operation = copy.deepcopy(node)
        other_operation.op = _OPERATORS[type(node.op)]()
        yield "operator", other_operation
    elif isinstance(node, ast.BoolOp):
        other_logic = copy.deepcopy(node)
        other_logic.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", other_logic
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not left out", copy.deepcopy(node.operand)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        yield "~ left out", copy.deepcopy(node.operand)
    elif isinstance(node, ast.IfExp):
        yield "always the first", copy.deepcopy(node.body)
        yield "always the second", copy.deepcopy(node.orelse)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "the other truth", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", ast.Constant(node.value + 1)


class _Replace(ast.NodeTransformer):
    """Replaces one node by another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the new node for the old one, all others as they are."""
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def _mutable_nodes(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions in functions and of constants, without annotations, decorators, and texts for players."""
    passed_over = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            passed_over |= {id(part) for one in node.decorator_list for part in ast.walk(one)}
            passed_over |= {id(part) for one in (node.returns, *node.args.args) if one for part in ast.walk(one)}
        elif isinstance(node, ast.ClassDef):
            passed_over |= {id(part) for one in node.decorator_list for part in ast.walk(one)}
        elif isinstance(node, ast.AnnAssign):
            passed_over |= {id(part) for part in ast.walk(node.annotation)}
        elif isinstance(node, ast.JoinedStr):
            passed_over |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and id(node) not in passed_over:
            yield node


def count_of(path: Path) -> int:
    """Return how many mutants a module has."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sum(1 for node in _mutable_nodes(tree) for _ in changes(node))


def mutant_of(path: Path, number: int) -> Mutant:
    """Return the mutant of that number, from 0, of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    every = ((node, word, new) for node in _mutable_nodes(tree) for word, new in changes(node))
    node, word, new = next(islice(every, number, None))
    what, line = f"{word}: {ast.unparse(node)}  ->  {ast.unparse(new)}", node.lineno
    return Mutant(path, line, what, ast.unparse(ast.fix_missing_locations(_Replace(node, new).visit(tree))))


def sample(count: int, random: Random) -> list[Mutant]:
    """Return mutants of the modules of the rules, each as likely as any other."""
    paths = [path for path in sorted((ROOT / "rules").rglob("*.py")) if path.name != "__init__.py"]
    every = [(path, number) for path in paths for number in range(count_of(path))]
    print(f"{count} of {len(every)} mutants", file=sys.stderr)
    return [mutant_of(path, number) for path, number in random.sample(every, min(count, len(every)))]


def tests_of(path: Path) -> list[str]:
    """Return the fast tests that should notice a change of a module: those of its game, or a part of those of all games."""
    game = path.parent.name
    if game in GAMES:
        files = sorted((ROOT / "tests" / "rules" / game).glob("test_*.py"))
        panels = (
            ["tests/rules/test_partial_move.py", "tests/rules/test_typed_move.py", "tests/panels"]
            if path.name in ("parts.py", "vocabulary.py")
            else []
        )
        return ["tests/records", "tests/rules/test_no_move.py", *map(str, files), *panels, "-k", game]
    names = (
        "test_contract",
        "test_fifth_game",
        "test_grid",
        "test_no_move",
        "test_partial_move",
        "test_parts",
        "test_typed_move",
        "test_what_is_typed",
    )
    return ["tests/records", *(f"tests/rules/{name}.py" for name in names), "tests/panels"]


def start(mutant: Mutant) -> int:
    """Return the id of a child process that tests a mutant: it exits with 0 where all tests pass."""
    child = os.fork()
    if child:
        return child
    result = 1
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        result = _run_tests(mutant)
    finally:
        os._exit(result)


def run(chosen: Sequence[Mutant], workers: int, ends: float) -> list[tuple[Mutant, str]]:
    """Return each mutant with ``noticed``, ``endless`` or ``survived``, without those not begun before ``ends``."""
    waiting, running = list(chosen), dict[int, tuple[Mutant, float]]()
    results = list[tuple[Mutant, str]]()
    while running or (waiting and time.monotonic() < ends):
        while waiting and len(running) < workers and time.monotonic() < ends:
            mutant = waiting.pop()
            running[start(mutant)] = mutant, time.monotonic() + LONGEST
        for child, (mutant, latest) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() < latest:
                continue
            if done:
                result = "noticed" if os.waitstatus_to_exitcode(status) else "survived"
            else:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                result = "endless"
            del running[child]
            results.append((mutant, result))
            print(f"{len(results)} {result}: {mutant}", file=sys.stderr, flush=True)
        time.sleep(0.02)
    return results


def _run_tests(mutant: Mutant) -> int:
    """Return the exit code of the tests with a mutant in place of its module."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == mutant.path:
            return compile(mutant.source, loader.path, "exec")
        return usual(loader, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  # mypy admits no assignment here
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*quiet, *tests_of(mutant.path)]))


def report(results: Sequence[tuple[Mutant, str]]) -> None:
    """Print the survivors, and how many of each folder were noticed."""
    by_folder: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, result in results:
        by_folder[mutant.path.parent.name][result] += 1
    for folder, counts in sorted(by_folder.items()):
        print(f"{folder:12} {sum(counts.values()):4} mutants: {dict(counts)}")
    for mutant, result in sorted(results, key=lambda one: str(one[0])):
        if result == "survived":
            print(mutant)


def main() -> None:
    """Test mutants until there are enough, or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    os.chdir(ROOT)
    import_module("pydantic")  # once for all children
    ends = time.monotonic() + 60 * given.minutes
    chosen = sample(given.count, Random(given.seed))
    unchanged = [Mutant(path, 1, "nothing", path.read_text(encoding="utf-8")) for path in _one_for_each_set_of_tests()]
    if any(result != "survived" for _, result in run(unchanged, given.workers, ends)):
        sys.exit("The tests fail without any change.")
    report(run(chosen, given.workers, ends))


def _one_for_each_set_of_tests() -> list[Path]:
    """Return modules whose tests contain those of all others: ``parts.py`` has the tests of its game and of its panel."""
    return [ROOT / "rules" / "record.py", *(ROOT / "rules" / game / "parts.py" for game in GAMES)]


if __name__ == "__main__":
    main()
