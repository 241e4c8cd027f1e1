"""Users' own scenarios."""

import os
from pathlib import Path

import pytest

from sandtable.content.folders import VARIABLE, own_folders, slug, toml_files
from sandtable.content.problems import ContentError


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Cats in the Mist", "cats-in-the-mist"),
        ("T-34/76", "t-34-76"),
        ("  Größe?! ", "groe"),
        ("Ünter den Linden", "unter-den-linden"),
        ("…", ""),
    ],
)
def test_slug(name: str, expected: str) -> None:
    assert slug(name) == expected
    assert slug(expected) == expected


def test_folders_given_and_from_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, os.pathsep.join(["b", "", "a"]))
    assert own_folders(["a"]) == [Path("a"), Path("b")]
    monkeypatch.delenv(VARIABLE)
    assert own_folders() == []


def test_files_by_name_without_maps(tmp_path: Path) -> None:
    for name in ("b.toml", "a.toml", "valley.map.toml", "notes.txt"):
        (tmp_path / name).write_text("")
    assert toml_files([tmp_path]) == [tmp_path / "a.toml", tmp_path / "b.toml"]


def test_missing_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        toml_files([tmp_path / "nowhere", tmp_path, tmp_path / "nor-here"])
    assert [problem.file for problem in caught.value.problems] == [
        str(tmp_path / "nowhere"),
        str(tmp_path / "nor-here"),
    ]
