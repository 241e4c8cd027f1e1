"""Turns the structs of a source tree into native classes, so that mypyc reads and writes their fields in C.

The source keeps `Piece`, `Printed` and `Told` (table/battle.py): msgspec structs, whose copies run in C without any
compiler. mypyc knows no structs and would look up each field by its name. So, in a copy of the tree:

- every class that derives from one of them gets the `__init__` and the `__copy__` that the struct would have had;
- table/battle.py gets a twin, table/native.py, in which these bases are native too. The shipped systems derive from
  the twin, and whoever writes a system of his own goes on with structs.

- classes that derive from an interpreted class of table/ are marked as classes of Python.

Nothing else is touched: the lines of the rules stay as they are.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "sandtable"
BATTLE, TWIN = "sandtable.table.battle", "sandtable.table.native"
INTERPRETED = f"{PACKAGE}.table."  # its classes are not compiled
ROOTS = ("Piece", "Printed", "Told", "TerrainKind")  # of table/battle.py
DECORATOR = "from mypy_extensions import mypyc_attr"


class Field:
    """One field of a struct."""

    def __init__(
        self, home: "Module", name: str, kind: str, default: str | None, fresh: bool, keyword_only: bool
    ) -> None:
        self.home = home  # where it is declared
        self.name = name
        self.kind = kind  # its annotation
        self.default = default  # as source; None: it must be given
        self.fresh = fresh  # each struct gets a default of its own
        self.keyword_only = keyword_only

    def names(self) -> set[str]:
        """What its annotation and its default speak of."""
        texts = [self.kind, self.default or "None"]
        return {node.id for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}

    def parameter(self) -> str:
        """As it stands in the list of parameters."""
        if self.default is None:
            return f"{self.name}: {self.kind}"
        if self.fresh:
            return f"{self.name}: {self.kind} | None = None"
        return f"{self.name}: {self.kind} = {self.default}"

    def assignment(self) -> str:
        """How it is set in `__init__`."""
        if self.fresh:
            return f"self.{self.name} = {self.default} if {self.name} is None else {self.name}"
        return f"self.{self.name} = {self.name}"


class Module:
    """A file of the tree, and where the names in it come from."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.text = path.read_text()
        self.tree = ast.parse(self.text)
        self.classes = {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}
        self.imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }


class Tree:
    """All modules of a package, and which of their classes are structs to be made native."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: dict[str, Module] = {}
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            self.modules[name] = Module(name, path)

    def home(self, module: Module, base: ast.expr) -> tuple[Module, str] | None:
        """Where a base of a class is defined, if that is in this tree."""
        if not isinstance(base, ast.Name):
            return None
        if base.id in module.classes:
            return module, base.id
        origin, name = module.imported.get(base.id, ("", ""))
        found = self.modules.get(origin)
        return (found, name) if found is not None and name in found.classes else None

    def root(self, module: Module, name: str) -> str:
        """The root that a class is or derives from; nothing if there is none."""
        if module.name in (BATTLE, TWIN):
            return name if name in ROOTS else ""
        homes = [self.home(module, base) for base in module.classes[name].bases]
        roots = [self.root(*home) for home in homes if home is not None]
        return next((root for root in roots if root), "")

    def fields(self, module: Module, name: str) -> list[Field]:
        """All fields of a struct in the order of its `__init__`: those by keyword alone come last."""
        found: dict[str, Field] = {}
        node = module.classes[name]
        for base in node.bases:
            home = self.home(module, base)
            if home is not None and self.root(*home):
                found |= {field.name: field for field in self.fields(*home)}
        found |= {field.name: field for field in own_fields(module, node)}
        return sorted(found.values(), key=lambda field: field.keyword_only)

    def strangers(self, module: Module, fields: list[Field]) -> dict[str, str]:
        """The names in inherited fields that a module does not know, with the module that each comes from."""
        found = {}
        for field in fields:
            for name in field.names():
                if field.home is not module and name not in module.imported and name not in module.classes:
                    home = field.home.imported.get(name, (field.home.name, name))[0]
                    if home in self.modules and (name in field.home.imported or name in field.home.classes):
                        found[name] = home
        return found

    def decorators(self, module: Module, name: str) -> list[str]:
        """The garbage collector need not look at pieces, as it does not at the structs they were."""
        return ["@mypyc_attr(acyclic=True)"] if self.root(module, name) == "Piece" else []

    def natives(self) -> Iterator[tuple[Module, list[str]]]:
        """The modules with structs to be made native, with their names."""
        for module in self.modules.values():
            names = [name for name in module.classes if self.root(module, name)]
            if names:
                yield module, names


def own_fields(module: Module, node: ast.ClassDef) -> list[Field]:
    """The fields that a class adds to those of its bases."""
    keyword_only = any(word.arg == "kw_only" for word in node.keywords)
    return [field_of(module, line, keyword_only) for line in node.body if is_field(line)]  # type: ignore[arg-type]


def is_field(line: ast.stmt) -> bool:
    return (
        isinstance(line, ast.AnnAssign)
        and isinstance(line.target, ast.Name)
        and not ast.unparse(line.annotation).startswith("ClassVar")
    )


def field_of(module: Module, line: ast.AnnAssign, keyword_only: bool) -> Field:
    """A field from the line that declares it."""
    assert isinstance(line.target, ast.Name)
    default, fresh = default_of(line.value)
    return Field(module, line.target.id, ast.unparse(line.annotation), default, fresh, keyword_only)


def default_of(value: ast.expr | None) -> tuple[str | None, bool]:
    """The default as source, and whether each struct gets its own."""
    if value is None:
        return None, False
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "msgspec.field":
        [word] = value.keywords
        if word.arg == "default_factory":
            made = word.value
            return (ast.unparse(made.body) if isinstance(made, ast.Lambda) else f"{ast.unparse(made)}()"), True
        raise ValueError(f"a field with {word.arg} is not understood: {ast.unparse(value)}")
    mutable = any(isinstance(part, ast.List | ast.Dict | ast.Set | ast.Call) for part in ast.walk(value))
    return ast.unparse(value), mutable


def made_native(tree: Tree, module: Module, names: list[str]) -> str:
    """The text of a module with these structs as native classes."""
    edits: list[tuple[int, int, list[str]]] = []  # lines from, up to, and what stands there instead
    needed: dict[str, str] = {}
    promises: list[str] = []
    for name in names:
        node = module.classes[name]
        fields = tree.fields(module, name)
        needed |= tree.strangers(module, fields)
        after = max([line.end_lineno or 0 for line in node.body if is_field(line) or is_docstring(line)])
        edits.append((after, after, methods(node, fields)))
        for line in node.body:
            if is_field(line):
                assert isinstance(line, ast.AnnAssign)
                text = f"    {ast.unparse(line.target)}: {ast.unparse(line.annotation)}"
                edits.append((line.lineno - 1, line.end_lineno or 0, [text]))
            elif isinstance(line, ast.If) and ast.unparse(line.test) == "TYPE_CHECKING":
                edits.append((line.lineno - 1, line.end_lineno or 0, []))
                promises += promised(line)
        edits.append((node.lineno - 1, node.body[0].lineno - 1, [*tree.decorators(module, name), header(node)]))
    first = module.tree.body[0]
    place = (first.end_lineno or 0) if is_docstring(first) else 0
    edits.append((place, place, ["", DECORATOR, *[f"from {home} import {name}" for name, home in needed.items()]]))
    lines = module.text.split("\n")
    for start, end, instead in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        lines[start:end] = instead
    text = "\n".join(lines)
    for name in promises:
        text = text.replace(f"self.{name}.", f'getattr(self, "{name}").')
    return text


def is_docstring(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def header(node: ast.ClassDef) -> str:
    """The first line of a class without what is said to msgspec."""
    bases = [text for base in node.bases if (text := ast.unparse(base)) != "msgspec.Struct"]
    return f"class {node.name}({', '.join(bases)}):" if bases else f"class {node.name}:"


def promised(block: ast.If) -> list[str]:
    """What a struct promises to the type checker alone: properties that the classes below have as fields."""
    return [line.name for line in block.body if isinstance(line, ast.FunctionDef) and line.decorator_list]


def methods(node: ast.ClassDef, fields: list[Field]) -> list[str]:
    """What msgspec would have done in C: set the fields, copy them, and take a struct apart for a pickle."""
    if not fields:
        return []
    parameters = ["self", *[field.parameter() for field in fields]]
    given = "".join([f"self.{field.name}, " for field in fields])
    lines = ["", f"def __init__({', '.join(parameters)}) -> None:"]
    lines += [f"    {field.assignment()}" for field in fields]
    if any(isinstance(line, ast.FunctionDef) and line.name == "__post_init__" for line in node.body):
        lines += ["    self.__post_init__()"]
    lines += ["", f'def __copy__(self) -> "{node.name}":', f"    return {node.name}({given})"]
    lines += ["", "def __reduce__(self) -> tuple[object, ...]:", f"    return {node.name}, ({given})", ""]
    return [f"    {line}" if line else "" for line in lines]


def with_python_classes(tree: Tree, module: Module, text: str) -> str:
    """The text of a module in which classes that derive from an interpreted one stay classes of Python.

    mypyc would make them native, and such a class cannot have the `__slots__` of its base: it says so only when the
    module is imported.
    """
    lines = text.split("\n")
    nodes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    for node in reversed(nodes):
        homes = [tree.home(module, base) for base in node.bases]
        if any(home is not None and home[0].name.startswith(INTERPRETED) and not tree.root(*home) for home in homes):
            lines.insert(node.lineno - 1, "@mypyc_attr(native_class=False)")
    if len(lines) > len(text.split("\n")) and DECORATOR not in lines:
        first = ast.parse(text).body[0]
        lines.insert((first.end_lineno or 0) if is_docstring(first) else 0, DECORATOR)
    return "\n".join(lines)


def make_native(folder: Path) -> list[str]:
    """Rewrite the package in this folder; the names of the modules that now have native classes."""
    tree = Tree(folder)
    battle = tree.modules[BATTLE]
    twin = Module(TWIN, battle.path)
    twin.path = battle.path.with_name("native.py")
    changed = []
    for module, names in [*tree.natives()]:
        if module.name == BATTLE:
            module = twin
        if not module.name.startswith((f"{PACKAGE}.systems.", f"{PACKAGE}.content.", TWIN)):
            continue  # a toy or a test system: structs, as whoever writes a system has them
        text = made_native(tree, module, names)
        module.path.write_text(text)
        changed.append(module.name)
    for module in tree.modules.values():
        if module.name.startswith((f"{PACKAGE}.systems.", f"{PACKAGE}.content.")):
            text = with_python_classes(tree, module, module.path.read_text())
            module.path.write_text(text.replace(f"from {BATTLE} import", f"from {TWIN} import"))
    return changed
