"""Looking up pieces: ids that were checked, and ids that anybody may have written."""

import pytest

from sandtable.systems.war_storm.scene import scene

TEXT = ".0 .0\n.0 .0\nblue officer O at A000\nblue us-infantry P at A000\nred grenadier G at A101\n"


def test_a_piece_is_found_by_its_id() -> None:
    b = scene(TEXT)
    assert b.unit("G") is b.platoon("G") is b.find_unit("G") is b.platoons[1]
    assert b.officer("O") is b.officers[0]


def test_an_id_that_is_none_is_an_error_or_nothing() -> None:
    b = scene(TEXT)
    assert b.find_unit("X") is None
    for look_up, id in ((b.unit, "X"), (b.platoon, "O"), (b.officer, "P")):
        with pytest.raises(KeyError, match=id):
            look_up(id)


def test_the_move_under_way_is_asked_for_only_where_there_is_one() -> None:
    with pytest.raises(LookupError, match="nobody is moving"):
        _ = scene(TEXT).current_move
