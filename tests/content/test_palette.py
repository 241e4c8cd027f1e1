"""The palette of the workshop has every counter that a scenario may name, drawn as on the board."""

from pathlib import Path

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.content.palette import read_palette
from sandtable.content.problems import ContentError
from sandtable.table.pictures import PICTURES, SYMBOLS
from sandtable.table.system import systems
from sandtable.table.view import Piece

# The kinds of the catalogue that are put on a board, and what is not: every regiment has its HQ.
PUT = {
    "nations_at_war": ("units",),
    "regimental": ("stands",),
    "war_storm": ("platoons",),
    "miniatures": ("teams", "vehicles"),
}
NOT_PUT = {"regimental": {"hq"}}


@pytest.mark.parametrize("game", PUT)
def test_every_counter_of_the_catalogue_lies_in_one_tray(game: str) -> None:
    system = systems()[game]
    known = [entry.word for kind in PUT[game] for entry in system.shelf.catalogue()[kind]]
    samples = [sample for tray in system.shown.palette() for sample in tray.samples]
    words = [sample.word for sample in samples]
    assert sorted(words) == sorted(set(known) - NOT_PUT.get(game, set()))
    for sample in samples:
        assert sample.piece.art in PICTURES and sample.piece.symbol in SYMBOLS and sample.piece.values


def test_a_counter_on_the_palette_is_the_one_on_the_board() -> None:
    """The same picture and the same numbers as a fresh piece of a battle."""
    system = systems()["war_storm"]
    samples = {each.word: each.piece for tray in system.shown.palette() for each in tray.samples}
    battle = system.rules.new(system.shelf.find("war_storm/the-orchard-gate"))
    from sandtable.systems.war_storm.showing.view import pieces

    fresh = next(piece for piece in pieces(battle) if piece.name.startswith("US infantry"))
    sample = samples["US infantry"]
    assert (fresh.art, fresh.symbol, fresh.steps) == (sample.art, sample.symbol, sample.steps)
    assert [value for value in fresh.values if value.slot] == list(sample.values)


def test_a_counter_in_no_tray_or_in_two_is_told(tmp_path: Path) -> None:
    file = tmp_path / "palette.toml"
    pieces = {key: Piece(key, key, "") for key in ("tiger", "panther")}
    for words, told in (('"tiger"', "panther lies in 0 trays"), ('"tiger", "panther", "tiger"', "tiger lies in 2")):
        file.write_text(f'[[trays]]\nname = "German"\nwords = [{words}]\n')
        with pytest.raises(ContentError, match=told):
            read_palette(file, pieces)
