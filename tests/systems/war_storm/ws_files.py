"""A scenario as text, and what is said about mistakes in it."""

from pathlib import Path

import pytest

from sandtable.content.problems import ContentError
from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.reading.book import DATA
from sandtable.systems.war_storm.reading.shelf import load_scenario
from sandtable.systems.war_storm.state.board import Board

MILL = (DATA / "scenarios" / "the-mill-bridge.toml").read_text(encoding="utf-8")


def problems_of(text: str, tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_scenario(path)
    return str(error.value)


def names(board: Board, mask: int) -> set[str]:
    """The names of some hexes."""
    return {board.names[h] for h in bits(mask)}
