"""Where something is written: the line and column of every place in a TOML text, as problems name places.

It reads a text that is TOML already (content.files), so it only has to find its way, not to complain.
"""

import re

from sandtable.content.reader import bare

Spot = tuple[int, int]  # line and column, counted from 1

CELL = re.compile(r"(?P<grid>.*), row (?P<row>\S+?)(?:, column (?P<column>\S+))?")
LINE = re.compile(r"line (\d+)(?:, column (\d+))?")


def spot_of(text: str, place: str) -> Spot | None:
    """The line and column of a place; of the nearest thing around it where that is not written. None: nowhere."""
    written = LINE.fullmatch(place)
    if written is not None:
        return int(written[1]), int(written[2] or 1)
    if place == "last line":
        return max(1, len(text.rstrip("\n").split("\n"))), 1
    cell = CELL.fullmatch(place)
    spots = spots_in(text)
    if cell is not None and cell["grid"] in spots:
        return _cell(text.split("\n"), spots[cell["grid"]], cell["row"], cell["column"] or "")
    while place and place not in spots:
        place = re.sub(r"(\[\d+\]|\.?[^.\[\]]*)$", "", place)
    return spots.get(place)


def cell_of(place: str) -> str:
    """The cell of a map that a place names, "B3" or "0302"; "" for any other."""
    found = CELL.fullmatch(place)
    return f"{found['column']}{found['row']}" if found is not None and found["column"] else ""


def spots_in(text: str) -> dict[str, Spot]:
    """The line and column of every key, table and entry of a list, by its place: "units[1].teams[2].at"."""
    try:
        return _Walk(text).spots
    except (IndexError, ValueError):
        return {}  # not TOML: whoever parsed it has said where


def _cell(lines: list[str], start: Spot, row: str, column: str) -> Spot:
    """The line and column of a cell of a grid that is written from `start` on."""
    heads: list[str] = []
    for number in range(start[0], len(lines)):
        words = list(re.finditer(r"\S+", lines[number]))
        if not words:
            continue
        if not heads:
            heads = [word[0] for word in words]
        elif words[0][0] == row:
            place = heads.index(column) + 1 if column in heads else 0
            return number + 1, (words[place] if place < len(words) else words[0]).start() + 1
    return start


class _Walk:
    """A walk through a text of TOML from its beginning to its end."""

    __slots__ = ("at", "counts", "spots", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spots: dict[str, Spot] = {}
        self.counts: dict[str, int] = {}  # of the tables of each list
        table = ""
        self.blank()
        while self.at < len(text):
            if text[self.at] == "[":
                table = self.head()
            else:
                self.pair(table)
            self.blank()

    def note(self, place: str, at: int) -> None:
        line = self.text.count("\n", 0, at)
        self.spots.setdefault(place, (line + 1, at - (self.text.rfind("\n", 0, at) + 1) + 1))

    def blank(self, lines: bool = True) -> None:
        """Past blanks and comments, and past the ends of lines."""
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif sign in " \t\r" or (sign == "\n" and lines):
                self.at += 1
            else:
                return

    def head(self) -> str:
        """[table] or [[list]]: the place of what follows."""
        start = self.at
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        place = ""
        names = self.key()
        for number, name in enumerate(names):
            place = f"{place}.{name}" if place else name
            if double and number == len(names) - 1:
                self.counts[place] = self.counts.get(place, 0) + 1
                self.note(place, start)
            if place in self.counts:
                place = f"{place}[{self.counts[place]}]"
        self.note(place, start)
        self.at += 2 if double else 1
        return place

    def key(self) -> list[str]:
        """A key, or several with dots between them."""
        names: list[str] = []
        while True:
            self.blank(lines=False)
            sign = self.text[self.at]
            if sign in "\"'":
                start = self.at + 1
                self.string()
                names.append(bare(self.text[start : self.at - 1]))
            else:
                found = re.compile(r"[\w-]+").match(self.text, self.at)
                if found is None:
                    raise ValueError("no key")
                self.at = found.end()
                names.append(bare(found[0]))
            self.blank(lines=False)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def pair(self, table: str) -> None:
        """key = value"""
        start = self.at
        place = table
        for name in self.key():
            place = f"{place}.{name}" if place else name
            self.note(place, start)
        if self.text[self.at] != "=":
            raise ValueError("no =")
        self.at += 1
        self.blank(lines=False)
        self.value(place)

    def value(self, place: str) -> None:
        sign = self.text[self.at]
        if sign in "\"'":
            self.string()
        elif sign == "[":
            self.array(place)
        elif sign == "{":
            self.inline(place)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def string(self) -> None:
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            if self.at >= len(self.text):
                raise ValueError("not closed")
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text[self.at : self.at + 1] == quote:
            self.at += 1

    def array(self, place: str) -> None:
        self.at += 1
        number = 0
        self.blank()
        while self.text[self.at] != "]":
            number += 1
            self.note(f"{place}[{number}]", self.at)
            self.value(f"{place}[{number}]")
            self.blank()
            if self.text[self.at] == ",":
                self.at += 1
                self.blank()
        self.at += 1

    def inline(self, place: str) -> None:
        self.at += 1
        self.blank()
        while self.text[self.at] != "}":
            self.pair(place)
            self.blank()
            if self.text[self.at] == ",":
                self.at += 1
                self.blank()
        self.at += 1
