"""Percentages are written in one way, wherever somebody reads them."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.table.telling import percent

ROOT = Path(sandtable.__file__).parent
APART = re.compile(r"(\d|^)\s%(\W|$)")  # "35 %", or what follows a value in a string with values


def texts(path: Path) -> list[str]:
    """All that a file may say: the strings of Python and TOML, and scripts without their sums."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return [
            each.value
            for each in ast.walk(ast.parse(source))
            if isinstance(each, ast.Constant) and type(each.value) is str
        ]
    if path.suffix == ".toml":
        return strings(tomllib.loads(source))
    return re.sub(r"\}( %)", r"0\1", source).splitlines()


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return [text for each in value for text in strings(each)] if isinstance(value, list) else []


@pytest.mark.parametrize(("chance", "text"), [(0, "0%"), (0.004, "<1%"), (0.01, "1%"), (0.07, "7%"), (0.125, "13%")])
def test_what_can_happen_is_not_0(chance: float, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize(
    ("chance", "text"), [(0.417, "42%"), (0.99, "99%"), (0.996, ">99%"), (1, "100%"), (1.2, "100%")]
)
def test_what_may_fail_is_not_100(chance: float, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize("kind", ["py", "toml", "js"])
def test_no_space_stands_before_the_sign(kind: str) -> None:
    files = sorted(ROOT.rglob(f"*.{kind}"))
    found = [f"{path.relative_to(ROOT)}: {text}" for path in files for text in texts(path) if APART.search(text)]
    assert len(files) > 20 and found == []
