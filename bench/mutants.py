"""Whether tests notice when a rule is broken: draws rules, breaks the code that cites them, runs the tests that do.

    python bench/mutants.py --seed 1 --rules 60 [--system war_storm] [--each 2] [--seconds 90]

Of each rule drawn the code that cites it is broken in one way after another: an operator, a bound, a number of the
code or of the tables, a branch, a step left out. Only the tests that cite the rule, or a part of it, are run. All of
it happens in a copy of the source tree, so nothing has to be restored however it ends. Code that reads, shows, thinks
about or checks a rule is broken only where nothing else names the rule. `--each 0` tries every mutant of a rule.
Prints one JSON object: `rules`, `mutants`, `killed` (of which `late` for time), `survived` (rule, place and what was
changed), `share`. Mutants that cannot change behaviour are listed by hand in bench/equivalent_mutants.toml with the
reason, and are not counted.
"""

import argparse
import ast
import compileall
import contextlib
import gc
import inspect
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import hypothesis  # noqa: F401  imported once, for all forks
import msgspec
import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.cli.citations import SOURCE, Place, named_by_code, proved_by_tests
from sandtable.table.system import systems

EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
QUIET = ("-q", "--no-header", "-p", "no:cacheprovider")
PAIRS = ("why_", "may_join", "cannot_", "attack_numbers")  # functions whose two results are there together or not
TOO_LATE = 124
LONG_AGO = 1_000_000_000  # when the copied files were written, so that a file written now differs from its bytecode
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


class Loaded(msgspec.Struct):
    """What forks need not load: the functions by file and name, the tests by their names."""

    functions: dict[tuple[str, str], list[FunctionType]]
    tests: dict[str, list[Any]]


class Mutant(msgspec.Struct, frozen=True):
    """A place in a file, and what stands there instead."""

    rule: str
    file: str
    line: int
    name: str
    start: int  # offsets in the text of the file
    end: int
    text: str
    what: str

    def told(self) -> dict[str, Any]:
        return {"rule": self.rule, "place": f"{self.file}:{self.line} {self.name}", "change": self.what}


def main() -> int:
    """Draw, break, run, tell."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rules", type=int, default=60, help="rules drawn of each system")
    arguments.add_argument("--system", action="append", choices=list(systems()), default=[])
    arguments.add_argument("--rule", action="append", default=[], help="these rules instead of drawn ones")
    arguments.add_argument("--each", type=int, default=2, help="mutants of each rule at most; 0 tries all")
    arguments.add_argument(
        "--seconds", type=float, default=120.0, help="for the tests of one mutant; later is killed"
    )
    wanted = arguments.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the copy and the tests under way go with it
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(SOURCE)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(Path(folder))
        for key in wanted.system or systems():
            results[key] = try_system(tree, key, wanted)
    whole = {
        "seed": wanted.seed,
        "rules": sum(each["rules"] for each in results.values()),
        "mutants": sum(each["mutants"] for each in results.values()),
        "killed": sum(each["killed"] for each in results.values()),
        "late": sum(each["late"] for each in results.values()),
        "survived": [each for result in results.values() for each in result["survived"]],
    }
    whole["share"] = round(whole["killed"] / whole["mutants"], 4) if whole["mutants"] else None
    print(json.dumps(whole | {"systems": results}, indent=2))
    return 0


def copied(folder: Path) -> Path:
    """The source tree, to be broken, with its bytecode, so that a run compiles only what was changed."""
    for name in ("src", "tests", "docs"):
        shutil.copytree(SOURCE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(SOURCE / name, folder / name)
    for path in folder.rglob("*.py"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    compileall.compile_dir(folder / "src", quiet=2)
    return folder


def try_system(tree: Path, key: str, wanted: argparse.Namespace) -> dict[str, Any]:
    """Break rules of one system."""
    ids = list(systems()[key].shelf.rules())
    code, tests = named_by_code(key, ids), with_parts(proved_by_tests(key))
    dice = random.Random(f"{wanted.seed} {key}")
    able = [id for id in ids if id in code and id in tests]
    drawn = [id for id in wanted.rule if id in able] or dice.sample(able, min(wanted.rules, len(able)))
    unchanged = known_equivalents(key)
    every = nodes(each for id in drawn for each in tests[id])
    loaded = load(every)
    patience = wanted.seconds * len(drawn)
    if drawn and (forked(lambda: run_here(every, loaded), patience) or forked(lambda: run_in(tree, every), patience)):
        raise SystemExit(f"The tests of {key} fail with nothing broken: run them first.")
    killed, mutants, late, survived, tried = 0, 0, 0, [], 0
    for number, id in enumerate(drawn, 1):
        found = [each for place in enforced(code[id]) for each in mutants_at(id, place)]
        found = [each for each in found if (each.name, each.what) not in unchanged]
        dice.shuffle(found)
        chosen = found[: wanted.each or None]
        tried += bool(chosen)
        for mutant in chosen:
            mutants += 1
            result = noticed(tree, mutant, nodes(tests[id]), wanted.seconds, loaded)
            late += result == TOO_LATE
            if result:
                killed += 1
            else:
                survived.append(mutant.told() | {"system": key})
                print("\rsurvived:", json.dumps(mutant.told()), file=sys.stderr)
        print(f"\r{key}: rule {number} of {len(drawn)}, {killed} of {mutants} killed", end="", file=sys.stderr)
    print(file=sys.stderr)
    share = round(killed / mutants, 4) if mutants else None
    return {
        "rules": tried,
        "mutants": mutants,
        "killed": killed,
        "late": late,
        "survived": survived,
        "share": share,
    }


def with_parts(tests: dict[str, list[Place]]) -> dict[str, list[Place]]:
    """The tests of each rule, and those of its parts: a test of 5.4.j is one of 5.4."""
    return {
        id: [each for other in tests if other == id or other.startswith(f"{id}.") for each in tests[other]]
        for id in tests
    }


def enforced(places: list[Place]) -> list[Place]:
    """Where a rule is enforced: in rules, state and tables; elsewhere only if none of these names it."""
    rooms = {"rules", "state", "data"}
    paths = [(place, Path(place.file)) for place in places]
    strict = [place for place, path in paths if rooms & set(path.parts) and path.stem != "faults"]
    return strict or places


def known_equivalents(key: str) -> set[tuple[str, str]]:
    """Mutants that cannot change behaviour, whichever rule is cited there: function and change."""
    if not EQUIVALENT.exists():
        return set()
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(key, [])
    return {(each["name"], each["change"]) for each in listed}


def noticed(tree: Path, mutant: Mutant, tests: list[str], seconds: float, loaded: Loaded) -> int:
    """What the tests that cite the rule return when it is broken so: 0 where they notice nothing.

    Code is broken in a fork of this process, which has loaded it all: that is quick. What goes unnoticed is tried
    again with the broken file read anew, for something may have been worked out while it was loaded.
    """
    path = tree / mutant.file
    whole = path.read_text(encoding="utf-8")
    text = whole[: mutant.start] + mutant.text + whole[mutant.end :]
    if path.suffix == ".py":
        here = SOURCE / mutant.file
        result = forked(lambda: put_in_place(here, whole, text, loaded) and run_here(tests, loaded), seconds)
        if result:
            return result
    path.write_text(text, encoding="utf-8")
    try:
        return forked(lambda: run_in(tree, tests), seconds)
    finally:
        path.write_text(whole, encoding="utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))


def load(tests: list[str]) -> Loaded:
    """Load the tests and all that they use, so that forks need not."""
    found: list[pytest.Item] = []

    class Collected:
        def pytest_collection_finish(self, session: pytest.Session) -> None:
            found.extend(session.items)

    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        pytest.main([*QUIET, "--collect-only", *tests], plugins=[Collected()])
    loaded = Loaded(defaultdict(list), defaultdict(list))
    for item in found:
        loaded.tests[item.nodeid.split("[")[0]].append(item)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            loaded.functions[each.__code__.co_filename, each.__code__.co_qualname].append(each)
    return loaded


def run_here(tests: list[str], loaded: Loaded) -> int:
    """Call loaded tests, but for those that want something of pytest; one that fails ends the process."""
    for item in [item for name in tests for item in loaded.tests[name]]:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        wanted = inspect.signature(item.obj).parameters.keys() if isinstance(item, pytest.Function) else None
        if wanted == given.keys() <= parametrized(item):  # what a fixture makes of its parameter is not known here
            with contextlib.suppress(pytest.skip.Exception):
                item.obj(**given)
    return 0


def parametrized(item: pytest.Item) -> set[str]:
    """The arguments of a test that its own marks give it."""
    names = [mark.args[0] for mark in item.iter_markers("parametrize")]
    return {name.strip() for each in names for name in (each.split(",") if isinstance(each, str) else each)}


def put_in_place(path: Path, whole: str, text: str, loaded: Loaded) -> bool:
    """Give the functions that differ between the two texts their new code; whether that could be done."""
    old, new = functions_in(whole, path), functions_in(text, path)
    for name in [name for name in new if new[name] != old[name]]:
        if [plain(code) for code in new[name]] == [plain(code) for code in old[name]]:
            continue  # the body of a class, of which only methods differ
        functions = loaded.functions[str(path), name]
        if not functions or len(new[name]) > 1 or new[name][0].co_freevars != old[name][0].co_freevars:
            return False
        for function in functions:
            function.__code__ = new[name][0]
    return True


def plain(code: CodeType) -> tuple[Any, ...]:
    """What the body of a class does besides making its methods; for a function all that it is."""
    if code.co_flags & inspect.CO_OPTIMIZED:
        return (code,)
    return (code.co_code, *[each for each in code.co_consts if not isinstance(each, CodeType)])


def functions_in(text: str, path: Path) -> dict[str, list[CodeType]]:
    """The code of a file's functions and methods by their names, without those inside functions."""
    found: dict[str, list[CodeType]] = defaultdict(list)
    rest = [compile(text, str(path), "exec", dont_inherit=True)]
    while rest:
        for code in rest.pop().co_consts:
            if isinstance(code, CodeType) and "<locals>" not in code.co_qualname:
                found[code.co_qualname].append(code)
                rest.append(code)
    return found


def run_in(tree: Path, tests: list[str]) -> int:
    """What pytest returns for these tests, with the package and the tests of the tree instead of those loaded."""
    os.chdir(tree)
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(tree / "src"), str(tree / "tests")]
    os.environ["PYTHONPATH"] = str(tree / "src")
    ours = (str(SOURCE / "src"), str(SOURCE / "tests"))
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(ours):
            del sys.modules[name]
    return int(pytest.main([*QUIET, "-x", *tests]))


def nodes(tests: Iterable[Place]) -> list[str]:
    """The names of tests, as pytest wants them."""
    return sorted({f"{test.file}::{test.name}" for test in tests})


def forked(work: Callable[[], int], seconds: float) -> int:
    """What some work returns in a fork of this process; 1 if it fails."""
    child = os.fork()
    if child == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)
    late = time.monotonic() + seconds
    done = 0
    try:
        while time.monotonic() < late:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        return TOO_LATE
    finally:
        if not done:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)


# Ways to break a rule ------------------------------------------------------------------------------


def mutants_at(rule: str, place: Place) -> Iterator[Mutant]:
    """Every way to break the code at a place that cites a rule."""
    path = SOURCE / place.file
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from in_table(rule, place, text)
        return
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in cited(ast.parse(text), place):
        yield from broken(rule, place, text, starts, node)


def cited(tree: ast.Module, place: Place) -> Iterator[ast.AST]:
    """The code that is about the rule: the function, if its docstring begins with it, or the statement around it."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= place.line <= (node.end_lineno or node.lineno)
    ]
    functions = [node for node in around if isinstance(node, ast.FunctionDef)]
    if not functions:
        return
    function = max(functions, key=lambda node: node.lineno)
    inside = [node for node in around if node is not function and node.lineno > function.lineno]
    if place.first or place.line == function.lineno or not inside:
        every = [node for statement in function.body for node in ast.walk(statement)]
    else:
        smallest = min(inside, key=lambda node: (node.end_lineno or 0) - node.lineno)
        if isinstance(smallest, ast.If):
            smallest = smallest.body[0]
        above = [n for n in inside if isinstance(n, ast.If) and smallest in ast.walk(n)]
        every = list(branch(max(above, key=lambda n: n.lineno), smallest) if above else ast.walk(smallest))
    # -1 stands for nobody and nowhere, and any other number below 0 would do
    nobody = {id(n.operand) for n in every if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.USub)}
    # zip(strict=True) checks what is so
    checks = {id(n.value) for n in every if isinstance(n, ast.keyword) and n.arg == "strict"}
    # why_not(...)[0] asks whether there is a reason, and a reason and its rule are there together, as are dice and
    # the number that they need
    pairs = {
        id(n.slice)
        for n in every
        if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Call) and name_of(n.value).startswith(PAIRS)
    }
    yield from (node for node in every if id(node) not in nobody | checks | pairs)


def branch(fork: ast.If, statement: ast.stmt) -> Iterator[ast.AST]:
    """What an `if` asks, and the branch in which a statement lies; not the others."""
    yield fork
    yield from ast.walk(fork.test)
    for side in (fork.body, fork.orelse):
        found = [node for each in side for node in ast.walk(each)]
        if statement in found:
            yield from found


def name_of(call: ast.Call) -> str:
    """The bare name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def broken(rule: str, place: Place, text: str, starts: list[int], node: ast.AST) -> Iterator[Mutant]:
    """The mutants of one node."""

    def at(part: Any, last: bool = False) -> int:
        line, column = (part.end_lineno, part.end_col_offset) if last else (part.lineno, part.col_offset)
        begin = starts[line - 1]
        return begin + len(text[begin : starts[line]].encode()[:column].decode())

    def made(start: int, end: int, new: str, what: str) -> Mutant:
        line = text.count("\n", 0, start) + 1
        return Mutant(rule, place.file, line, place.name, start, end, new, what)

    def between(one: ast.AST, two: ast.AST, old: str, new: str) -> Iterator[Mutant]:
        start, end = at(one, last=True), at(two)
        where = text.find(old, start, end)
        if where >= 0:
            yield made(where, where + len(old), new, f"{old} for {new}: {snippet(text, starts, node)}")

    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        old, new = COMPARED[type(node.ops[0])]
        yield from between(node.left, node.comparators[0], old, new)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        if not any(isinstance(part, ast.List | ast.Tuple | ast.JoinedStr) for part in (node.left, node.right)):
            yield from between(node.left, node.right, old, new)
    elif isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from between(node.values[0], node.values[1], old, new)
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.value < 1000:
        new = str(node.value + 1)
        yield made(at(node), at(node, last=True), new, f"{node.value} is {new}: {snippet(text, starts, node)}")
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        new = str(not node.value)
        yield made(at(node), at(node, last=True), new, f"{node.value} is {new}: {snippet(text, starts, node)}")
    elif isinstance(node, ast.If):
        start, end = at(node.test), at(node.test, last=True)
        old = text[start:end]
        yield made(start, end, f"not ({old})", f"branch turned round: {snippet(text, starts, node)}")
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        old, new = ("+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
        yield from between(node.target, node.value, old, new)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.YieldFrom):
        new = "yield from ()" if isinstance(node.value, ast.YieldFrom) else "pass"
        if text[at(node) : at(node, last=True)] != new:  # a procedure that asks nothing has this line already
            yield made(at(node), at(node, last=True), new, f"left out: {snippet(text, starts, node)}")


def snippet(text: str, starts: list[int], node: Any) -> str:
    """The first line of a node's code, for people."""
    line = text[starts[node.lineno - 1] : starts[node.lineno]].strip()
    return line[:100]


def in_table(rule: str, place: Place, text: str) -> Iterator[Mutant]:
    """Numbers on a line of a table that cites the rule."""
    begin = sum(len(line) for line in text.splitlines(keepends=True)[: place.line - 1])
    line = text.splitlines()[place.line - 1]
    code = re.split(r'#|\brule\s*=\s*"[^"]*"', line)[0]
    for number in NUMBER.finditer(code):
        new = str(int(number[0]) + 1)
        yield Mutant(
            rule,
            place.file,
            place.line,
            place.name,
            begin + number.start(),
            begin + number.end(),
            new,
            f"{number[0]} is {new}: {line.strip()[:100]}",
        )


if __name__ == "__main__":
    sys.exit(main())
