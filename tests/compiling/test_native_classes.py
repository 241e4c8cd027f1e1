"""The build step that turns structs into native classes: the same fields, defaults, copies and pickles."""

import copy
import importlib
import pickle
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sandtable"
sys.path.insert(0, str(ROOT / "compiling"))

from native_classes import Tree, default_of, make_native  # noqa: E402

BATTLE = """
from typing import TYPE_CHECKING, Any

import msgspec


class Piece(msgspec.Struct, eq=False, gc=False):
    '''A piece.'''

    if TYPE_CHECKING:

        def __copy__(self) -> Any: ...


class Printed(msgspec.Struct, eq=False):
    '''What is printed.'''


class Told(Piece, kw_only=True, gc=True):
    '''A battle.'''

    events: list[str] = []
    asking: bool = False

    if TYPE_CHECKING:

        @property
        def scenario(self) -> Any: ...

    def side_name(self) -> str:
        return str(self.scenario.name)
"""

STATE = """
import msgspec

from sandtable.table.battle import Piece, Printed, Told

NOWHERE = -1


class Kind(Printed):
    '''A kind of tank.'''

    name: str
    armour: int
    hard: bool = False  # follows from the armour

    def __post_init__(self) -> None:
        self.hard = self.armour > 0


class Tank(Piece):
    '''A tank.'''

    index: int
    kind: Kind
    hex: int = NOWHERE
    load: list[int] = []
    held: list[int] = msgspec.field(default_factory=lambda: [0, 0])

    def moves(self) -> None:
        self.hex += 1


class Fast(Tank):
    '''A fast one.'''

    speed: int = 9


class Battle(Told):
    '''A battle of tanks.'''

    scenario: Kind
    tanks: list[Tank] = []
    turn: int = 1


class Frozen(msgspec.Struct, frozen=True):
    '''A struct of its own: it stays one.'''

    number: int
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A small system, rewritten and imported without a compiler."""
    folder = tmp_path_factory.mktemp("tree") / "sandtable"
    for name, text in (("table/battle.py", BATTLE), ("systems/tanks/state.py", STATE)):
        path = folder / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    assert make_native(folder) == ["sandtable.systems.tanks.state", "sandtable.table.native"]
    for path in folder.rglob("*.py"):  # under a name of their own, beside the package that is being tested
        path.write_text(path.read_text().replace("sandtable.", "rewritten."))
    folder.rename(folder.with_name("rewritten"))
    sys.path.insert(0, str(folder.parent))
    yield importlib.import_module("rewritten.systems.tanks.state")
    sys.path.remove(str(folder.parent))


def test_fields_come_in_the_order_of_the_struct_and_have_its_defaults(state: ModuleType) -> None:
    tank = state.Fast(3, state.Kind("T-34", 4))
    assert (tank.index, tank.hex, tank.load, tank.held, tank.speed) == (3, -1, [], [0, 0], 9)
    battle = state.Battle(tank.kind, turn=5, asking=True)
    assert (battle.scenario, battle.tanks, battle.turn, battle.events, battle.asking) == (tank.kind, [], 5, [], True)


def test_every_struct_gets_lists_of_its_own(state: ModuleType) -> None:
    kind = state.Kind("T-34", 4)
    one, other = state.Tank(1, kind), state.Tank(2, kind)
    one.load.append(7)
    one.held[0] = 1
    assert (other.load, other.held) == ([], [0, 0])


def test_a_copy_shares_what_it_refers_to_and_is_of_the_same_class(state: ModuleType) -> None:
    tank = state.Fast(3, state.Kind("T-34", 4), speed=12)
    twin = copy.copy(tank)
    twin.moves()
    assert type(twin) is state.Fast and (twin.hex, tank.hex, twin.speed) == (0, -1, 12)
    assert twin.load is tank.load and twin.kind is tank.kind


def test_what_follows_from_other_fields_is_set(state: ModuleType) -> None:
    assert state.Kind("T-34", 4).hard and not state.Kind("truck", 0).hard


def test_a_pickle_brings_back_every_field(state: ModuleType) -> None:
    battle = state.Battle(state.Kind("T-34", 4), [state.Fast(0, state.Kind("BT", 1), 8, [2])], 3, ["told"], True)
    again = pickle.loads(pickle.dumps(battle))
    (fast,) = again.tanks
    assert (fast.hex, fast.load, fast.speed, fast.kind.name) == (8, [2], 9, "BT")
    assert (again.turn, again.events, again.asking, again.scenario.hard) == (3, ["told"], True, True)


def test_a_property_promised_to_the_type_checker_is_the_field_of_the_class_below(state: ModuleType) -> None:
    assert state.Battle(state.Kind("T-34", 4)).side_name() == "T-34"


def test_other_structs_stay_as_they_are(state: ModuleType) -> None:
    assert state.Frozen.__struct_fields__ == ("number",) and state.Frozen(1) == state.Frozen(1)


def test_who_derives_from_an_interpreted_class_stays_a_class_of_python(tmp_path: Path) -> None:
    asked = "class Decision:\n    __slots__ = ('seat',)\n"
    window = "class Window(Decision):\n    __slots__ = ('total',)\n\n\nclass Shot:\n    pass\n"
    rules = f"from sandtable.table.decision import Decision\n\n\n{window}"
    for name, text in (("table/battle.py", BATTLE), ("table/decision.py", asked), ("systems/tanks/rules.py", rules)):
        path = tmp_path / "sandtable" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    make_native(tmp_path / "sandtable")
    assert (tmp_path / "sandtable/table/decision.py").read_text() == asked
    written = (tmp_path / "sandtable/systems/tanks/rules.py").read_text()
    assert written.startswith("from mypy_extensions import mypyc_attr\n")
    assert written.endswith(f"\n@mypyc_attr(native_class=False)\n{window}")
    assert written.count("native_class") == 1


def test_a_field_that_is_not_understood_is_refused() -> None:
    import ast

    with pytest.raises(ValueError, match="a field with name is not understood"):
        default_of(ast.parse("msgspec.field(name='x')", mode="eval").body)


def test_the_fields_of_every_shipped_piece_are_those_of_its_struct(tmp_path: Path) -> None:
    """So no system has a way of declaring fields that the build step does not know."""
    folder = tmp_path / "sandtable"
    wanted = ["table/battle.py", "content/header.py", "content/hex_names.py"]
    wanted += [str(path.relative_to(SOURCE)) for path in SOURCE.glob("systems/*/state/*.py")]
    for name in wanted:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / name, folder / name)
    tree = Tree(folder)
    compared = 0
    for module, names in tree.natives():
        for name in names:
            struct = getattr(importlib.import_module(module.name), name)
            assert tuple([field.name for field in tree.fields(module, name)]) == struct.__struct_fields__
            compared += 1
    assert compared > 60
    for changed in make_native(folder):
        path = folder.joinpath(*changed.split(".")[1:]).with_suffix(".py")
        compile(path.read_text(), str(path), "exec")
