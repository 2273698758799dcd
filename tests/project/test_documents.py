"""The documents: links, commands to type, tables made from the program, diagrams."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import networkx
import pytest
from discord import app_commands
from markdown_it import MarkdownIt
from packaging.version import Version
from PIL import Image

from bot import Settings, create_bot
from bot.common.permissions import PERMISSIONS
from bot.storage.schema import metadata
from bot.version import VERSION
from bot.web.public.playing import render_playing
from render.paint.layout import WIDTH
from rules import GAMES
from tests.browser.board_page import PHONE
from tools import make_charts, make_playing_page
from tools.make_docs_pictures import IMAGES
from tools.make_screenshots import SCALE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYING = make_playing_page.DOCUMENT.read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def documents() -> list[Path]:
    tracked = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    return [ROOT / name for name in tracked if (ROOT / name).exists()] or [ROOT / "README.md"]


def test_links_between_documents_lead_somewhere() -> None:
    for document in documents():
        for target in re.findall(r"(?:\]\(|(?:src|href)=\")([^)\"\s]+)", document.read_text(encoding="utf-8")):
            path, _, _ = target.partition("#")
            if path.startswith("../../actions/workflows/"):  # a badge; the address is the repository's, wherever it is
                path = f".github/workflows/{path.split('/')[4]}"
            if path and "://" not in path and not path.startswith("mailto:"):
                assert (document.parent / path).exists(), f"{document.relative_to(ROOT)} -> {target}"


def list_sections(document: Path) -> set[str]:
    """Return the anchors that GitHub gives the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_links_to_sections_lead_to_one() -> None:
    for document in documents():
        for path, section in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", document.read_text(encoding="utf-8")):
            target = document.parent / path if path else document
            assert section in list_sections(target), f"{document.relative_to(ROOT)} -> {path}#{section}"


def test_what_the_documents_say_to_type_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for document in documents():
        text = document.read_text(encoding="utf-8")
        assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets, document.name
        for module in re.findall(r"python -m ((?:bot|lab|tools)[.\w]*\w)", text):
            assert find_spec(module) is not None, f"{document.name}: {module}"


def test_every_document_can_be_found() -> None:
    linked = {
        (document.parent / target).resolve()
        for document in documents()
        for target in re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    }
    to_read = {document for document in documents() if document.parts[len(ROOT.parts)] not in (".github", "data", "tests")}
    assert to_read - linked == {ROOT / "README.md"}


@pytest.mark.parametrize("document", ["computer-players.md", "how-the-games-play.md"])
def test_figures_of_a_game_come_from_matches_of_that_game(document: str) -> None:
    text = (ROOT / "lab" / "docs" / document).read_text(encoding="utf-8")
    for game in GAMES.values():
        (section,) = re.findall(rf"^## {game.title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        named = re.findall(r"python -m \S+ (?:match|balance) (\w+)", section)
        assert named, game.name
        assert set(named) == {game.name}


def test_the_tables_of_commands_options_and_paces_are_those_of_the_program() -> None:
    assert make_playing_page.fill_tables(PLAYING) == PLAYING, "run: python -m tools.make_playing_page"


def test_the_page_that_a_host_serves_is_the_document() -> None:
    """As a complete Markdown renderer makes it, without the links to other documents and the alignment of columns."""
    text = re.sub(r" \(\[[^\]]+\]\([^)]+\)\)|<!--.*?-->\n", "", PLAYING)
    made = MarkdownIt("commonmark").enable("table").render(re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text))
    page = render_playing()
    (shown,) = re.findall(r"<main>\n(.*)</main>", page, re.DOTALL)
    assert _bare(shown) == _bare(made)
    assert ".md" not in page


def _bare(page: str) -> str:
    """Return a page without the spaces around its blocks."""
    page = " ".join(html.unescape(page.replace(' style="text-align:center"', "")).split())
    return re.sub(r" ?(</?(?:h\d|p|ul|ol|li|table|thead|tbody|tr|th|td)>) ?", r"\1", page)


def test_every_menu_is_explained() -> None:
    menus = {each.name for each in create_bot(Settings()).tree.get_commands() if isinstance(each, app_commands.ContextMenu)}
    assert set(re.findall(r"^\| on a [\w ]+: \*\*([\w ]+)\*\* \|", PLAYING, re.MULTILINE)) == menus


def test_every_permission_has_its_reason() -> None:
    page = (ROOT / "docs" / "add-to-a-server.md").read_text(encoding="utf-8")
    permissions = re.findall(r"^\| ((?:[A-Z]\w+ ?|in )+) \| to ", page, re.MULTILINE)
    assert [name.lower().replace(" ", "_") for name in permissions] == list(PERMISSIONS)


def test_the_readme_names_every_game_with_its_seats_and_picture() -> None:
    for game in GAMES.values():
        low, high = game.seats[0], game.seats[-1]
        assert f"**{game.title}**, for {low}" + (f" to {high}:" if high > low else ":") in README
        assert f"docs/images/{game.name}.png" in README


def read_diagrams(text: str) -> list[list[str]]:
    """Return the lines of each Mermaid diagram of a document."""
    return [found.strip().splitlines() for found in re.findall(r"```mermaid\n(.*?)```", text, re.DOTALL)]


IMPORT = r"^(?:from|import) (bot\.\w+|rules|players|render)\b"
GRAMMAR = {
    "flowchart": r'subgraph \w+( ?\[".*"\])?|end|direction (TB|LR)|\w+(\[+"[^"]*"\]+|\[\("[^"]*"\)\])?'
    r'( (-->|-\.->)(\|"[^"]*"\|)? \w+(\["[^"]*"\])?)*',
    "sequenceDiagram": r"(participant|actor) \w+ as [^;#]+|autonumber|\w+(->>|-->>|-\))\w+: [^;#]+|"
    r"Note (over|right of|left of) [\w,]+: [^;#]+|(alt|else|opt|loop|par|rect) .+|end",
    "erDiagram": r"\w+ [|}][|o](--|\.\.)[|o][|{] \w+ : \"[^\"]+\"",
}
"""What a line of each kind of diagram may be, in the part of Mermaid's language that the documents use."""


def test_architecture_has_its_three_diagrams_in_mermaid_that_parses() -> None:
    diagrams = read_diagrams(ARCHITECTURE)
    assert [lines[0].split()[0] for lines in diagrams] == ["flowchart", "sequenceDiagram", "erDiagram"]
    for kind, *lines in diagrams:
        for line in filter(None, map(str.strip, lines)):
            assert re.fullmatch(GRAMMAR[kind.split()[0]], line), line
        opened = sum(bool(re.match(r"\s*(subgraph|alt|opt|loop|par|rect)\b", line)) for line in lines)
        assert opened == sum(line.strip() == "end" for line in lines)


def test_every_participant_of_the_sequence_is_declared() -> None:
    _, sequence, _ = read_diagrams(ARCHITECTURE)
    declared = set(re.findall(r"(?:participant|actor) (\w+) as", "\n".join(sequence)))
    assert declared == set(re.findall(r"(\w+)(?:->>|-->>)", "\n".join(sequence))) | set(
        re.findall(r"(?:->>|-->>)(\w+):", "\n".join(sequence))
    )


def read_imports(package: str) -> set[str]:
    """Return the packages, as the diagram of the layers names them, that a package imports."""
    folder = ROOT / (package if package in ("rules", "players", "render") else f"bot/{package}")
    found = (re.findall(IMPORT, file.read_text(encoding="utf-8"), re.MULTILINE) for file in folder.rglob("*.py"))
    return {name.removeprefix("bot.") for names in found for name in names} - {package}


def test_the_layers_of_the_diagram_import_only_along_its_arrows() -> None:
    """Each arrow is an import, and each import goes along arrows."""
    layers, _, _ = read_diagrams(ARCHITECTURE)
    graph = networkx.DiGraph(arrow for line in layers for arrow in re.findall(r"(\w+) --> (\w+)", line))
    assert graph.edges
    for package in graph:
        imported = read_imports(package) & set(graph)
        assert set(graph.successors(package)) <= imported, package
        assert imported <= networkx.descendants(graph, package), package


def test_the_tables_of_the_diagram_refer_to_each_other_as_in_the_database() -> None:
    _, _, tables = read_diagrams(ARCHITECTURE)
    drawn = {(left, right) for left, right in re.findall(r"(\w+) [|}o{.-]+ (\w+) :", "\n".join(tables))}
    keys = {(key.column.table.name, table.name) for table in metadata.tables.values() for key in table.foreign_keys}
    assert drawn
    assert drawn <= keys


def test_paths_that_architecture_names_exist() -> None:
    for name in re.findall(r"`((?:rules|players|render|bot|data|tests|lab|tools)/[\w./-]+)`", ARCHITECTURE):
        assert (ROOT / name).exists(), name


def test_architecture_is_read_in_a_quarter_of_an_hour() -> None:
    assert len(ARCHITECTURE.split()) <= 1500
    glossary = ARCHITECTURE.partition("## Words")[2]
    assert len(re.findall(r"^\| (?!word|-)", glossary, re.MULTILINE)) <= 25


def test_the_newest_changes_are_those_of_this_version() -> None:
    headings = re.findall(r"^## (\d\S*) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == VERSION
    assert headings == sorted(headings, key=Version, reverse=True)


def test_the_changelog_is_kept_in_the_usual_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### (?!For hosts)(.*)$", text, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Security"}
    lines = text.partition("\n## ")[2].removeprefix("Unreleased\n").splitlines()
    assert [line for line in lines if not re.match(r"$|#|- |[A-Z][\w ]+:$|\d", line)] == []


FIGURE = r"\d ?(?:%|×|m?s\b|[kKM]i?B\b)|\d[.,]\d"
"""A measured number: with a unit, or with decimals or thousands."""
WHEN = {"commit": r"\b[0-9a-f]{7,8}\b", "day": r"\b20\d\d-\d\d-\d\d\b", "machine": r"machine|cores"}


def find_measured(document: Path) -> Iterator[str]:
    """Yield the prose above the tables of figures of each section, after the document's introduction."""
    introduction, *sections = re.split(r"^(?=## )", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for section in ("", *sections):
        rows = re.findall(r"^\|.*$", section or introduction, re.MULTILINE)
        prose = re.sub(r"^\|.*\n?", "", introduction + section, flags=re.MULTILINE)
        if sum(len(re.findall(FIGURE, row)) for row in rows) > 3:
            yield prose


def test_every_table_of_figures_names_commit_machine_and_day() -> None:
    """In the documents of the lab; in others, where they speak of measurements, which may also be those of the lab."""
    for document in documents():
        folder = document.relative_to(ROOT).parent.as_posix()
        for prose in find_measured(document) if folder in ("lab/docs", "docs", "docs/how-it-works") else ():
            if folder == "lab/docs" or (re.search("measured", prose, re.IGNORECASE) and "lab/docs/" not in prose):
                missing = [name for name, pattern in WHEN.items() if not re.search(pattern, prose)]
                assert not missing, f"{document.relative_to(ROOT)}: {prose.splitlines()[-1]}: {missing}"


def test_charts_for_players_are_made_of_the_tables_of_the_lab() -> None:
    levels, seats = list(make_charts.read_levels()), list(make_charts.read_first_seats())
    titles = {game.title for game in GAMES.values()}
    assert {bar.label.partition(":")[0] for bar in levels} == titles
    assert {re.split(",| with", bar.label)[0] for bar in seats} == titles
    assert all(50 < bar.value <= 100 for bar in levels)
    assert {bar.label: bar.even for bar in seats}["Land, 4 players"] == 25
    assert {bar.label: bar.value for bar in seats}["Pastures New, by offer"] == 50


def read_size(file: Path | BytesIO) -> tuple[int, int]:
    """Return the width and height of a picture in pixels."""
    with Image.open(file) as picture:
        return picture.size


def test_pictures_of_documents_have_the_size_that_their_command_gives_and_are_all_linked() -> None:
    sizes = {file.name: read_size(file) for file in IMAGES.iterdir()}
    linked = {name for each in documents() for name in re.findall(r"images/([\w-]+\.png)", each.read_text(encoding="utf-8"))}
    assert set(sizes) == linked
    phone = (PHONE["width"] * SCALE, PHONE["height"] * SCALE)
    taken = (sizes.pop("phone.png"), sizes.pop("channel.png")[0], sizes.pop("panel.png")[0])
    assert taken == (phone, phone[0], phone[0]), "run: python -m tools.make_screenshots"
    charts = {name: read_size(BytesIO(png)) for name, png in make_charts.draw_charts().items()}
    assert {name: sizes.pop(name) for name in charts} == charts, "run: python -m tools.make_charts"
    assert {name: size[0] for name, size in sizes.items()} == {f"{game}.png": WIDTH for game in GAMES}


def test_screenshots_of_the_readme_are_shown_large_enough_to_be_read() -> None:
    shown = re.findall(r'<img src="docs/images/(?:channel|panel|phone)\.png" width="(\d+)"', README)
    assert [int(width) >= 0.65 * PHONE["width"] for width in shown] == [True, True, True]
