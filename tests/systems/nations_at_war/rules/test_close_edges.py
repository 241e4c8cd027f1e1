"""Close to the edge of a rule: the first hex, the last hex of a range, one point more or less, one of two."""

from stage import redrawn, stage

from sandtable.systems.nations_at_war.rules.combat.fire import why_no_fire
from sandtable.systems.nations_at_war.rules.movement import moves_and_fires
from sandtable.systems.nations_at_war.scene import scene
from sandtable.testing import rule

ROW = " ".join([".."] * 20)
FIELD = "\n".join([".. .. .. .. .. .. .. .."] * 6)


@rule("5.1.a")
def test_a_target_in_the_first_hex_is_on_the_map() -> None:
    b = scene(f"{ROW}\ngerman tiger T at C1\nsoviet t-34-76 S at A1\nsoviet t-34-76 X at eliminated")
    assert why_no_fire(b, b.unit("T"), b.unit("S"), False) == ("", "")
    assert why_no_fire(b, b.unit("T"), b.unit("X"), False) == ("X is not on the map.", "5.1.a")


@rule("5.1.4.a", "5.1.5.1", "5.1.4.c")
def test_extended_range_ends_at_twice_the_range() -> None:
    """A T-34 reaches 5 and, extended, 10: at 10 it may fire, at 11 it may not."""
    b = scene(f"{ROW}\nsoviet t-34-76 S at A1\ngerman tiger N at K1\ngerman tiger F at L1")
    assert b.unit("S").face.ap is not None and b.unit("S").face.ap.range == 5
    assert why_no_fire(b, b.unit("S"), b.unit("N"), False) == ("", "")
    assert why_no_fire(b, b.unit("S"), b.unit("F"), False)[1] == "5.1.4.a"


@rule("4.1.k", "4.1.a")
def test_an_mf_of_two_is_enough_to_move_and_fire() -> None:
    text = f"{ROW}\ngerman tiger T at C1\nsoviet t-34-76 S at A1"
    assert [moves_and_fires(redrawn(text, "T", mf=mf).unit("T")) for mf in (1, 2)] == [False, True]


@rule("4.0.b", "5.4.b")
def test_infantry_pays_a_point_more_for_the_hex_that_it_assaults() -> None:
    text = f"{FIELD}\ngerman infantry I at C3\nsoviet guards-infantry G at D3"
    s = stage(text, 1, 1, 1, 1, 1, 1).do("act", "I").do("assault", "", "D3")
    assert s.unit("I").spent == 2


@rule("5.4.c", "5.4.a")
def test_the_second_side_assaults_too() -> None:
    text = f"{FIELD}\nsoviet guards-infantry G at C3\ngerman infantry I at D3"
    s = stage(text, 1, 1, 1, 1, 1, 1).do("act", "G")
    refusal = s.refused("assault", "", "C4")
    assert (refusal.reason, refusal.rule) == ("There is no enemy in C4.", "5.4.a")
    assert s.do("assault", "", "D3").last("struck").piece == "I"


@rule("8.0.b")
def test_radio_trouble_strikes_one_hq_of_two() -> None:
    text = f"""{FIELD}
    german tiger T at A1
    german hq 11th-panzer-hq at A1
    german infantry I at C1 of=other
    german hq 505th-heavy-panzer-hq at C1 of=other
    soviet t-34-76 S at H6
    phase draw
    drawer soviet
    cup chaos
    """
    s = stage(text, 1, 1, 3, 1)
    assert s.asked == ("soviet", "chaos")
    assert [choice.piece for choice in s.options()] == ["11th-panzer-hq", "505th-heavy-panzer-hq"]
    s.do("pick", "11th-panzer-hq")
    assert [event.target for event in s.told("chaos radio")] == ["11th-panzer-hq"]


@rule("5.5.j", "7.2.c")
def test_who_goes_back_onto_mines_meets_them_again() -> None:
    """The tank is hit, loses the fight and goes back to C3, where the mines attack it."""
    text = f"{FIELD}\nsoviet t-34-76 S at C3\ngerman infantry I at D3\nmarker mines C3"
    s = stage(text, *(1, 1, 1, 1, 1, 1), *(5, 1, 1), *(1, 1, 1, 1)).do("act", "S").do("overrun", "", "D3")
    assert s.where("S") == "C3" and s.last("went back").rule == "5.5.j"
    assert [(mines.target, mines.place) for mines in s.told("mines")] == [("S", "C3")]
