"""Reads data/palette.toml of a system: under which nation or kind each counter is found. It has no effect on play."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.content.book import open_file
from sandtable.content.problems import Problems
from sandtable.table.pictures import NATIONS
from sandtable.table.printing import Sample, Tray
from sandtable.table.view import Piece


def read_palette(path: Path, pieces: Mapping[str, Piece]) -> tuple[Tray, ...]:
    """The trays of a game; every counter lies in one of them."""
    problems = Problems("data")
    file = open_file(path, problems)
    trays: list[Tray] = []
    for reader in file.tables("trays", needed=True):
        name, nation = reader.text("name"), reader.one_of("nation", NATIONS, "nation", "")
        words = reader.words("words", pieces, "counter")
        samples = tuple([Sample(word, pieces[word]) for word in words])
        trays.append(Tray(name, samples, reader.text("colour", ""), NATIONS.get(nation, "")))
    file.done()
    problems.check()
    lying = [sample.word for tray in trays for sample in tray.samples]
    for word in pieces:
        if lying.count(word) != 1:
            problems.add("trays", f"{word} lies in {lying.count(word)} trays, but each counter lies in one")
    problems.check()
    return tuple(trays)
