"""Imports point one way: this test reads them all and fails on any other edge."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import sandtable

ROOT = Path(sandtable.__file__).parent

# Who may enter which room. A room may always use itself and the package's own __init__.
ALLOWED = {
    "table": set[str](),
    "geometry": set[str](),
    "content": {"table", "geometry"},
    "systems": {"table", "geometry", "content"},
    "bots": {"table"},
    "analysis": {"bots", "table"},
    "testing": {"bots", "table"},
    "terminal": {"table"},
    "lab": {"analysis", "bots", "systems", "table", "geometry", "content"},
    "environments": {"bots", "systems", "table", "geometry", "content"},
    "server": {"analysis", "bots", "table", "geometry", "content"},
}
ANYTHING = {"cli"}

# The rooms of a game system, and whom each knows. Nothing points back.
WALLS = {
    "state": set[str](),
    "rules": {"state"},
    "reading": {"state", "rules"},
    "scene": {"state", "rules", "reading"},
    "showing": {"state", "rules", "reading", "scene"},
    "thinking": {"state", "rules", "reading", "showing"},
    "game": {"state", "rules", "reading", "showing", "thinking"},
}
MOST_MODULES = 25  # of one folder, Python or script; an __init__ does not count


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if "client" not in path.relative_to(ROOT).parts)


def name_of(path: Path) -> str:
    """The dotted name of a module, below sandtable."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(source: str, module: str, package: bool) -> set[str]:
    """The dotted names below sandtable that a module imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = ["sandtable", *module.split(".")]
                parts = parts[: len(parts) - node.level + package]
                base = ".".join([*parts, base] if base else parts)
            found |= {f"{base}.{alias.name}" for alias in node.names} | {base}
    return {name.removeprefix("sandtable.") for name in found if name.startswith("sandtable.")}


def room_of(name: str) -> str:
    return name.split(".")[0]


def wrong_edges(module: str, imported: set[str]) -> list[str]:
    """The imports of a module that point the wrong way."""
    here = room_of(module)
    if here not in ALLOWED:
        return []
    wrong = []
    for name in sorted(imported):
        there = room_of(name)
        if there.startswith("__"):
            continue
        if there != here and there not in ALLOWED[here]:
            wrong.append(f"{module} imports {name}")
        elif here == there == "systems":
            mine, other = (each.split(".")[1:2] for each in (module, name))
            if mine and other and mine != other and is_system(other[0]):
                wrong.append(f"{module} imports another system, {name}")
    return wrong


def wrong_walls(module: str, imported: set[str]) -> list[str]:
    """The imports of a module of a system that go through a wall between its rooms."""
    parts = module.split(".")
    if parts[0] != "systems" or len(parts) < 3:
        return []
    here = parts[2]
    if here not in WALLS:
        return [f"{module} lies in no room of its system"]
    wrong = []
    for name in sorted(imported):
        other = name.split(".")
        if other[:2] != parts[:2] or len(other) < 3 or other[2] in (here, "data"):
            continue
        if other[2] in WALLS and other[2] not in WALLS[here]:
            wrong.append(f"{module} imports {name}")
        elif here == "thinking" and other[2] == "showing" and "view" in other[3:4][0]:
            wrong.append(f"{module} imports {name}: computer players use odds and words, no views")
    return wrong


def is_system(name: str) -> bool:
    return (ROOT / "systems" / name).is_dir()


def wrong_imports(path: Path) -> list[str]:
    module = name_of(path)
    imported = imports_of(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
    return wrong_edges(module, imported) + wrong_walls(module, imported)


@pytest.mark.parametrize("room", sorted({room_of(name_of(path)) for path in modules()} - {""}))
def test_imports_point_one_way(room: str) -> None:
    found = [path for path in modules() if room_of(name_of(path)) == room]
    assert found and [wrong for path in found for wrong in wrong_imports(path)] == []


def test_no_folder_is_crowded() -> None:
    """Neither of the package nor of the page."""
    files = [path for kind in ("*.py", "*.js") for path in ROOT.rglob(kind) if path.name != "__init__.py"]
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in files)
    assert len(folders) > 50 and folders["client/board"] > 15
    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ments", "ment", "ies", "es", "s", "ed", "d", "y", "e")


def root_of(word: str) -> str:
    """A word without its ending: acts and acting are one."""
    return next((word.removesuffix(end) for end in ENDINGS if word.endswith(end) and len(word) > len(end) + 2), word)


@pytest.mark.parametrize("system", sorted(path.parent.name for path in ROOT.glob("systems/*/game.py")))
def test_no_two_names_of_a_system_differ_only_by_grammar(system: str) -> None:
    """The same word in two rooms is the same thing, read there and played here; another form of it is a trap."""
    assert root_of("acts") == root_of("acting") and root_of("shells") == root_of("shelling") == "shell"
    words = {path.stem for path in (ROOT / "systems" / system).rglob("[!_]*.py")}
    alike = Counter(root_of(word) for word in words)
    assert len(words) > 40 and [word for word in sorted(words) if alike[root_of(word)] > 1] == []


def test_the_map_of_the_house_names_every_room() -> None:
    """docs/architecture.md: every room, every module of the table, every room of the server."""
    text = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [path for place in (ROOT, ROOT / "table", ROOT / "server") for path in place.iterdir() if path.is_dir()]
    named = [f"{path.name}/" for path in rooms if not path.name.startswith("_")]
    named += [path.name for path in (ROOT / "table").glob("[!_]*.py")]
    assert len(named) > 30 and [name for name in named if f" {name}" not in text] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("systems.war_storm.state.pieces", "from sandtable.systems.war_storm.rules.fire import shoot"),
        ("systems.war_storm.rules.fire", "from sandtable.systems.war_storm.showing.odds import odds"),
        ("systems.war_storm.rules.fire", "from sandtable.systems.war_storm.thinking import worth"),
        ("systems.war_storm.rules.fire", "from ..reading.book import rulebook"),
        ("systems.war_storm.reading.maps", "from sandtable.systems.war_storm.scene import scene"),
        ("systems.war_storm.showing.odds", "def f():\n    from sandtable.systems.war_storm.thinking import worth"),
        ("systems.war_storm.thinking.plans", "from sandtable.systems.war_storm.showing.view import view"),
        ("systems.war_storm.thinking.plans", "from sandtable.systems.war_storm.game import WAR_STORM"),
        ("systems.war_storm.fire", "import os"),
    ],
)
def test_a_hole_in_a_wall_is_found(module: str, source: str) -> None:
    assert wrong_walls(module, imports_of(source, module, package=False))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("systems.war_storm.rules.fire", "from sandtable.systems.war_storm.state.pieces import Battle"),
        ("systems.war_storm.thinking.plans", "from sandtable.systems.war_storm.showing.odds import odds"),
        ("systems.war_storm.game", "from sandtable.systems.war_storm.thinking.mind import WarStormMind"),
    ],
)
def test_a_door_in_a_wall_is_open(module: str, source: str) -> None:
    assert wrong_walls(module, imports_of(source, module, package=False)) == []


def test_every_room_is_in_the_table() -> None:
    rooms = {path.name for path in ROOT.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert rooms <= ALLOWED.keys() | ANYTHING | {"client"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("table.play", "from sandtable.content import files"),
        ("table.play", "from ..content.files import read"),
        ("geometry.hexes", "import sandtable.table.play"),
        ("content.files", "def f():\n    from sandtable.systems import load"),
        ("systems.nations_at_war.fire", "from sandtable.bots.player import Bot"),
        ("bots.greedy", "from sandtable.systems import nations_at_war"),
        ("bots.greedy", "from sandtable import lab"),
        ("systems.war_storm.fire", "from sandtable.systems.nations_at_war import fire"),
        ("systems.war_storm.fire", "from sandtable.systems import nations_at_war"),
        ("systems.war_storm.fire", "from ..nations_at_war.fire import shoot"),
        ("testing.kit", "from sandtable.content import files"),
        ("server.app", "from sandtable.lab import batch"),
    ],
)
def test_a_wrong_edge_is_found(module: str, source: str) -> None:
    assert wrong_edges(module, imports_of(source, module, package=False))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("systems.nations_at_war.fire", "from sandtable.systems.nations_at_war.hits import hit"),
        ("systems.nations_at_war.fire", "from .hits import hit"),
        ("systems.nations_at_war.fire", "from sandtable.table.play import Script\nimport os"),
        ("table.journal", "from sandtable import __version__"),
        ("bots.greedy", "from sandtable.bots.player import Bot"),
        ("cli", "from sandtable.server import app"),
    ],
)
def test_a_right_edge_is_allowed(module: str, source: str) -> None:
    assert wrong_edges(module, imports_of(source, module, package=False)) == []
