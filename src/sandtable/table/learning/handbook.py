"""A system's rulebook as people read it: chapters, drawings for what words explain badly, and a one-page aid."""

from typing import Literal

import msgspec

Grid = Literal["flat", "pointed", "square", "plane"]
Act = Literal["area", "shade", "piece", "arrow", "line", "circle", "sector", "text"]


class Chapter(msgspec.Struct, frozen=True):
    """Rules that belong together, in the order of the book."""

    title: str
    rules: tuple[str, ...]  # ids
    text: str = ""  # what it is about, in a sentence or two


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing in a drawing, at points of its grid: columns and rows from 0 at the top left, or inches.

    area: a polygon of a kind of ground; shade: cells in a tone; piece: a counter; arrow, line: from point to point;
    circle: around its point; sector: the same between two directions, in degrees clockwise from north.
    """

    act: Act
    tone: str  # good, bad, plain; of a piece the colour of its side, of an area its class of the palette
    points: tuple[tuple[float, float], ...]
    text: str = ""
    radius: float = 0.0
    start: float = 0.0
    end: float = 0.0


class Diagram(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small drawing with a caption, shown with these rules."""

    title: str
    text: str
    rules: tuple[str, ...]
    grid: Grid
    columns: int
    rows: int
    ground: tuple[str, ...] = ()  # a class of the palette for each cell, row by row; empty: no cell
    marks: tuple[Mark, ...] = ()


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the sequence of play. `depth` 1 is a step within the last one of depth 0."""

    text: str
    rule: str = ""
    depth: int = 0
    again: str = ""  # until when this step and those within it are repeated


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the aid. Its numbers come from the system's own tables."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    cites: tuple[str, ...] = ()  # a rule for each row, where they have some


class Handbook(msgspec.Struct, frozen=True):
    """All of it. A system without one has its rules in a single chapter."""

    chapters: tuple[Chapter, ...] = ()
    diagrams: tuple[Diagram, ...] = ()
    sequence: tuple[Step, ...] = ()
    charts: tuple[Chart, ...] = ()
