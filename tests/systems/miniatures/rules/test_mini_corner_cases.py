"""Where rules meet: what a second reading of the book turned up."""

from mini_fire import all_fire, lost, scene_of, unit_text
from mini_stage import stage

from sandtable.testing import rule

CC = unit_text("blue CC veteran", "smg K at 30,10")


@rule("14.3", "14.4", "14.8")
def test_two_leaders_hurry_two_teams_whoever_can_reach_whom() -> None:
    """B ends beside both leaders, C beside the PL only: the CC hurries B, whatever the order of the plan."""
    blue = "PL rifle P at 33,10; rifle B at 31.5,3.2; rifle C at 36,3.6"
    for order in (("B", "C"), ("C", "B")):
        s = stage(scene_of(blue, "PL rifle X at 60,40", CC, check="passed"))
        ends = {"B": ("B", 31.6, 9.4), "C": ("C", 35.2, 9.9)}
        s.do("run", "U1").move("U1", ends[order[0]], ends[order[1]])
        assert {(event.piece, event.target) for event in s.told("ability")} == {("K", "B"), ("P", "C")}


@rule("4.5", "17.3", "14.9")
def test_wide_tracks_roll_again_and_the_cc_is_not_asked() -> None:
    """The one re-roll of the die is the Panther's own."""
    cc = unit_text("blue CC veteran", "smg K at 5,5")
    text = scene_of(
        "PL panther A at 30,10", "PL rifle X at 60,40", cc, "marsh M1 20,14 40,14 40,16 20,16", check="passed"
    )
    s = stage(text, 3, 4)
    s.do("run", "U1").move("U1", ("A", 30, 20, 0))
    assert [(event.dice, event.rule) for event in s.done().told("terrain roll")] == [((3,), "4.5"), ((4,), "17.3")]
    assert s.at("A") == (30, 20)


@rule("13.5", "7.1")
def test_other_units_fire_at_the_whole_unit_that_charges() -> None:
    """B stays behind in the open: the assaulted Unit cannot hit it, another Unit can."""
    blue = "PL rifle A at 30,10; lmg B at 34,10"
    red = "PL rifle X at 30,18 markers=1; rifle Q at 60,40"
    more = unit_text("red G2 veteran activated", "PL hmg Y at 40,20")
    s = stage(scene_of(blue, red, more, check="passed"), 6, 6, 1, 1, 6, 6, 1)
    s.do("assault", "U1")
    if s.asked[1] == "assault target":
        s.do("assault", "U1", "G1")
    s.do("pass").do("charge", "", "U1").do("react", "G2", "U1")
    assert {event.piece for event in s.told("saves")} == {"A", "B"}


@rule("7.1", "6.3")
def test_a_reaction_is_at_the_unit_that_moves() -> None:
    """B moves six inches away, out of reach of the Panzerfaust; A of the same Unit is near and is hit."""
    blue = "PL rifle A at 30,14; rifle B at 37.2,14"
    s = stage(scene_of(blue, "PL panzerfaust X at 30,18", check="passed"), 6, 1)
    s.do("run", "U1").move("U1", ("B", 36.5, 14))
    s.do("react", "G1", "U1").done()
    assert lost(s) == ["A"]


@rule("9.3", "11.1")
def test_hits_of_plain_weapons_never_suppress_armor() -> None:
    """A tank and a rifle Team in one Unit: the marker for three hits of an LMG is for the rifles."""
    blue = "PL rifle A at 60,3 markers=1; lmg B at 30,10"
    s = stage(scene_of(blue, "PL rifle X at 30,20 moved; m4-sherman Y at 34,20 moved"), 6, 6, 6, 6, 6, 6)
    s.do("fire", "U1")
    all_fire(s, "G1").done()
    assert (s.team("X").markers, s.team("Y").markers) == (1, 0)


@rule("6.25", "14.1", "14.15")
def test_a_cc_alone_may_go_to_ground_and_gives_up_his_action() -> None:
    red_cc = unit_text("red CC veteran", "smg K at 30,20 moved")
    s = stage(scene_of("PL rifle A at 30,10", "PL rifle X at 60,40", red_cc), 2)
    s.do("fire", "U1").do("fire", "A", "K")
    assert s.asked == ("red", "going to ground")
    s.do("ground", "red-cc").done()
    assert s.unit("red-cc").ground and s.unit("red-cc").acted and lost(s) == []
