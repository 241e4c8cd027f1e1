"""Boards for tests of sight: a few cells, or a map sheet of ours."""

from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import Battle
from sandtable.systems.war_storm.state.sight import Line


def between(b: Battle, one: str, two: str) -> Line:
    """The line between two hexes by their names."""
    return b.ground.sight.line(b.ground.index[one], b.ground.index[two])


def sees(b: Battle, one: str, two: str) -> bool:
    """Whether two hexes see each other; always both ways."""
    there, back = between(b, one, two).open, between(b, two, one).open
    assert there == back, f"{one} and {two}: {there} one way and {back} the other"
    return there


def board(text: str) -> Battle:
    """A battle with a lonely platoon, for its ground."""
    return scene(text)
