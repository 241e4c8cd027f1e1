"""13.10-13.20 Strikes, counter-attacks, breaking off, pursuit, and assaults on tanks."""

import pytest
from mini_fire import lost, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.gone_to_ground import gone_to_ground
from sandtable.systems.miniatures.rules.sight import touching
from sandtable.table.decision import Choice
from sandtable.testing import rule
from sandtable.testing.scene import tale

A = "PL rifle A at 30,10"
DOWN = "markers=1"
X = f"PL rifle X at 30,16 {DOWN}"
FAR = f"rifle Q at 60,40 {DOWN}"  # far from the fight, so that its Unit lives on


def landed(
    blue: str, red: str, *more: str, dice: tuple[int, ...] = (), target: str = "veteran activated"
) -> MiniStage:
    """All of U1 that can charge G1, and the assault lands; then the dice."""
    s = stage(scene_of(blue, red, *more, check="passed", target=target), *dice)
    s.do("assault", "U1")
    while s.asked[1] in ("assault target", "stayers", "fire", "charge", "reaction"):
        choice = {
            "assault target": ("assault", "U1", "G1"),
            "stayers": ("charge", "U1"),
            "fire": ("pass",),
            "charge": ("charge", "", "U1"),
            "reaction": ("pass",),
        }[s.asked[1]]
        s.do(*choice)
    return s


def gap(s: MiniStage, one: str, other: str) -> float:
    a, c = s.team(one), s.team(other)
    return (((a.x - c.x) ** 2 + (a.y - c.y) ** 2) ** 0.5 - a.radius - c.radius) / 100


# Striking ----------------------------------------------------------------------------------------


@rule("13.10", "13.9")
@pytest.mark.parametrize(("die", "falls"), [(3, False), (4, True)])
def test_a_passed_check_takes_an_enemy_off_without_a_save(die: int, falls: bool) -> None:
    s = landed(A, f"{X}; {FAR}", dice=(die,))
    assert s.last("check").need == 4 and s.told("saves") == []
    assert lost(s) == (["X"] if falls else [])
    assert s.asked == ("red", "answer")


@rule("13.10")
def test_the_striker_chooses_his_victim() -> None:
    """X and Y are both within two inches of A; Q is not."""
    s = landed(A, f"{X}; rifle Y at 31.6,16 {DOWN}; {FAR}", dice=(6,))
    assert s.asked == ("blue", "strike")
    assert s.options() == [Choice("strike", "A", "X"), Choice("strike", "A", "Y")]
    s.do("strike", "A", "Y")
    assert lost(s) == ["Y"]


@rule("13.10")
def test_who_stayed_strikes_too_and_suppressed_teams_fight() -> None:
    """B, an LMG, stood within two inches of the enemy all the time; it is suppressed and strikes all the same."""
    s = landed(f"{A}; lmg B at 32.5,14.5 {DOWN}", f"{X}; {FAR}", dice=(1, 1))
    s.do("strike", "A", "X")
    assert [event.piece for event in s.told("strikes")] == ["A", "B"]


@rule("13.10")
@pytest.mark.parametrize(("y", "strikes"), [(12.25, True), (12.24, False)])
def test_two_inches_from_edge_to_edge(y: float, strikes: bool) -> None:
    """B, who cannot charge, is two inches from X, or a hair more; the radii are 0.75 and 0.5."""
    s = landed(
        f"PL rifle A at 36,10; lmg B at 30,{y - 0.5}",
        f"PL rifle X at 30,15 {DOWN}; {FAR}",
        dice=(1, *((1,) if strikes else ())),
    )
    if strikes:
        s.do("strike", "A", "X")
    assert len(s.told("strikes")) == 1 + int(strikes)


@rule("13.10")
def test_each_team_strikes_once() -> None:
    s = landed(A, f"{X}; rifle Y at 31.6,16 {DOWN}; {FAR}", dice=(6,))
    s.do("strike", "A", "X").do("suppress", "Y")  # the marker of X is handed on
    assert len(s.told("strikes")) == 1 and s.asked == ("red", "answer")


@rule("13.10")
def test_only_teams_of_the_assaulted_unit_are_victims() -> None:
    more = unit_text("red G2 veteran activated", f"PL rifle Y at 31.6,16 {DOWN}; rifle at 62,44")
    s = landed(A, f"{X}; {FAR}", more, dice=(4,))
    assert lost(s) == ["X"]  # nobody was asked


@rule("14.15", "13.10")
def test_a_cc_who_has_joined_fights_and_falls_with_the_unit() -> None:
    """A assaults him; he is one of the Teams of G1, strikes back, and once lost he is out of it."""
    cc = unit_text("red CC veteran", f"smg C at 32,16 {DOWN}")
    s = stage(scene_of(f"{A}; rifle B at 50,3", f"{X}; {FAR}", cc, check="passed"), 1, 4, 1, 1, 4, 6)
    s.do("assault", "U1").do("assault", "U1", "C").do("hold back", "B").do("charge", "", "U1")
    while s.asked[1] == "reaction":
        s.do("pass")
    assert s.options("strike") == [Choice("strike", "A", "X"), Choice("strike", "A", "C")]
    s.do("strike", "A", "C").do("counter-attack", "G1").do("done")
    s.do("strike", "C", "A").do("keep").do("keep")  # the CC lets no strike be rolled again
    assert {event.piece for event in s.told("strikes")} == {"A", "X", "C"}
    s.do("counter-attack", "U1").do("done").do("strike", "A", "C")
    assert lost(s) == ["C"] and s.told("destroyed") == []


# The answer --------------------------------------------------------------------------------------


@rule("13.11")
def test_the_assaulted_unit_chooses() -> None:
    s = landed(A, f"{X}; {FAR}", dice=(1,))
    assert s.options() == [Choice("counter-attack", "G1"), Choice("break off", "G1")]


@rule("13.12")
def test_a_failed_check_means_breaking_off() -> None:
    """It wanted to counter-attack, rolls 3, and falls back one inch; A follows one."""
    s = landed(A, f"{X}; {FAR}", dice=(1, 3, 1, 1))
    s.do("counter-attack", "G1")
    assert s.told("check")[-1].text == "counter-attack"
    assert s.last("breaks off").dice == (1,)


@rule("13.12", "13.14", "13.17")
def test_a_passed_check_lets_it_strike_and_then_the_other_side_answers() -> None:
    """X strikes A and fails; then the assaulter must choose in turn."""
    s = landed(f"{A}; rifle B at 50,10", f"{X}; {FAR}", dice=(1, 4, 1))
    s.do("counter-attack", "G1")
    if s.asked[1] == "close in":
        s.do("done")
    assert [(event.piece, event.target) for event in s.told("strikes")] == [("A", "X"), ("X", "A")]
    assert s.asked == ("blue", "answer") and s.told("closes in") == []


@rule("13.14")
def test_its_strikes_kill_too() -> None:
    s = landed(f"{A}; rifle B at 50,3", f"{X}; {FAR}", dice=(1, 4, 6))
    s.do("counter-attack", "G1")
    if s.asked[1] == "close in":
        s.do("done")
    assert lost(s) == ["A"]


@rule("13.13")
def test_counter_attackers_move_up_to_four_inches() -> None:
    """Y is 4.5 inches from contact and comes as near as it can; Z is 3 away and makes contact."""
    red = f"{X}; rifle Y at 30,21.5 {DOWN}; rifle Z at 34.6,15.5 {DOWN} dug"
    s = landed(A, red, dice=(1, 4, 1, 1))
    s.do("counter-attack", "G1")
    assert s.asked == ("red", "close in")
    s.do("close in", "Z", "G1")
    assert touching(s.b, s.team("Z"), s.team("A")) and s.team("Z").moved and not s.team("Z").dug_in
    before = gap(s, "Y", "A")
    s.do("close in", "", "G1")
    assert before - 4.01 < gap(s, "Y", "A") < before


@rule("13.13")
def test_guns_do_not_move_but_strike() -> None:
    """Nobody is asked to close in: X is in contact and Y is an LMG, which strikes from where it stands."""
    s = landed(A, f"{X}; lmg Y at 32.5,16 {DOWN}; {FAR.replace('rifle', 'lmg')}", dice=(1, 4, 1, 1))
    s.do("strike", "A", "X") if s.asked[1] == "strike" else None
    s.do("counter-attack", "G1")
    s.do("strike", "X", "A")
    assert {event.piece for event in s.told("strikes")} == {"A", "X", "Y"}


@rule("13.13", "14.7")
def test_without_a_leader_it_strikes_but_does_not_move() -> None:
    s = landed(A, f"rifle X at 30,16 {DOWN}; rifle Y at 35,16 {DOWN}", dice=(1, 4, 1))
    s.do("counter-attack", "G1")
    assert s.told("closes in") == [] and s.last("strikes").piece == "X"


@rule("13.17")
def test_it_goes_on_until_one_gives_way() -> None:
    """Three bouts, then the assaulted are wiped out."""
    s = landed(A, X, dice=(1, 4, 1, 4, 6))
    s.do("counter-attack", "G1").do("counter-attack", "U1").done()
    assert lost(s) == ["X"] and s.unit("G1").gone and s.b.assault is None
    assert tale(s.told("assault over")) == ["13.17 assault over U1"]


@rule("13.17")
def test_nobody_near_enough_ends_it_without_breaking_off() -> None:
    """A has killed X, who led; Q is far away and does not move without a leader: the assault is over."""
    s = landed(A, f"{X}; {FAR}", dice=(6, 4))
    s.do("counter-attack", "G1").done()
    assert s.told("apart") != [] and s.told("breaks off") == [] and s.b.assault is None


# Breaking off (13.15) ----------------------------------------------------------------------------


@rule("13.15")
def test_breaking_off_and_pursuit() -> None:
    """X goes four inches straight away; A may follow three and does not reach him."""
    s = landed(A, f"{X}; {FAR}", dice=(1, 4, 3))
    s.do("break off", "G1")
    assert s.at("X") == (30, 20) and s.asked == ("blue", "pursuit")
    s.do("pursue", "", "U1").done()
    assert s.at("A") == (30, 14.98 + 3)
    assert lost(s) == ["X"]  # the gap is 1.02: within two inches


@rule("13.15")
def test_the_hindmost_breaks_off_first() -> None:
    """Y stands behind X and makes room for him: both go the full four inches."""
    s = landed(A, f"{X}; rifle Y at 30,17.6 {DOWN}; {FAR}", dice=(1, 4, 1))
    s.do("strike", "A", "X").do("break off", "G1")
    assert (s.at("X"), s.at("Y")) == ((30, 20), (30, 21.6))


@rule("13.15")
def test_who_gets_away_lives() -> None:
    s = landed(A, f"{X}; {FAR}", dice=(1, 4, 1))
    s.do("break off", "G1").do("pursue", "", "U1").done()
    assert lost(s) == [] and gap(s, "A", "X") > 2


@rule("13.15")
def test_the_pursuer_may_stay_or_stop_short() -> None:
    s = landed(A, f"{X}; {FAR}", dice=(1, 4, 6))
    s.do("break off", "G1")
    assert s.options() == [Choice("pursue", "", "U1"), Choice("done")]
    assert s.refused("pursue", "A", "U1", 601).reason == "The pursuit goes at most 6 inches."
    assert s.refused("pursue", "X", "U1").reason == "Say which Team of U1 pursues, or that no other does."
    assert s.refused("pursue", "A", "G1").rule == s.refused("fire", "A", "G1").rule == "13.15"
    s.do("pursue", "A", "U1", 150).done()
    assert s.at("A") == (30, 16.48) and lost(s) == []


@rule("13.15")
def test_pursuers_go_one_by_one_or_all_together() -> None:
    """A goes, B stays: the owner's choice."""
    s = landed(f"{A}; rifle B at 33,10", f"{X}; {FAR}", dice=(1, 1, 4, 2))
    while s.asked[1] == "strike":
        s.do("strike", s.options()[0].piece, "X")
    s.do("break off", "G1")
    assert s.options() == [
        Choice("pursue", "", "U1"),
        Choice("pursue", "A", "U1"),
        Choice("pursue", "B", "U1"),
        Choice("done"),
    ]
    s.do("pursue", "A", "U1").do("done").done()
    assert [event.piece for event in s.told("pursues")] == ["A"]


@rule("13.15")
def test_no_more_than_its_printed_move() -> None:
    """A gun moves too, but three inches at most, and the table ends somewhere."""
    red = f"PL rifle X at 60,40 {DOWN}; pak40 Y at 30,16 {DOWN}"
    s = landed(A, red, dice=(1, 6, 1))
    s.do("break off", "G1").do("done").done()
    assert s.at("Y") == (30, 19) and s.told("pursues") == []


@rule("13.15")
def test_the_edge_of_the_table_stops_it() -> None:
    s = landed("PL rifle A at 30,40", f"PL rifle X at 30,46 {DOWN}; rifle Q at 60,30 {DOWN}", dice=(1, 6, 1))
    s.do("break off", "G1").do("done")
    assert s.at("X") == (30, 47.5)


@rule("13.15")
def test_unsuppressed_tanks_are_spared() -> None:
    """Two tanks break off by an inch and stay within two inches of the pursuer; the suppressed one is destroyed."""
    red = f"PL panther X at 30,16 {DOWN}; panther Y at 33,16 markers=0"
    s = stage(scene_of("PL rifle A at 30,10; rifle B at 33,10", red, check="passed"), *(1, 1, 1, 1, 1))
    s.do("assault", "U1").do("charge", "U1").do("charge", "", "U1")
    while s.asked[1] == "reaction":
        s.do("pass")
    while s.asked[1] == "strike":
        choice = s.options()[0]
        s.do("strike", choice.piece, choice.to)
    s.do("break off", "G1")
    while s.asked[1] in ("nearest", "pursuit"):
        s.do(*(("done",) if s.asked[1] == "pursuit" else ("from", s.options()[0].piece, s.options()[0].to)))
    assert lost(s) == ["X"]


@rule("13.15", "14.7")
def test_no_pursuit_without_a_leader() -> None:
    """The counter-attack killed the leader; the assaulted then break off and nobody follows."""
    s = landed(f"{A}; rifle B at 33,10", f"{X}; rifle Y at 33,16 {DOWN}; {FAR}", dice=(1, 1, 4, 6, 1, 4, 1, 1, 6))
    while s.asked[1] == "strike" and s.asked[0] == "blue":
        choice = s.options()[0]
        s.do("strike", choice.piece, choice.to)
    s.do("counter-attack", "G1")
    while s.asked[1] in ("close in", "strike"):
        if s.asked[1] == "close in":
            s.do("done")
        else:
            choice = (
                next(option for option in s.options() if option.piece == "X")
                if any(option.piece == "X" for option in s.options())
                else s.options()[0]
            )
            s.do("strike", choice.piece, choice.to)
    assert lost(s) == ["A"]
    s.do("counter-attack", "U1")
    while s.asked[1] == "strike":
        choice = s.options()[0]
        s.do("strike", choice.piece, choice.to)
    s.do("break off", "G1")
    assert s.told("pursuit") == []


@rule("13.15")
def test_who_broke_off_or_pursued_is_off_overwatch() -> None:
    s = landed(A, f"{X}; {FAR}", dice=(1, 1, 1), target="veteran activated overwatch")
    s.do("break off", "G1")
    assert not s.unit("G1").overwatch


@rule("6.23", "3.3.f", "13.15")
def test_who_breaks_off_is_up_again_and_no_longer_dug_in() -> None:
    s = landed(A, f"PL rifle X at 30,16 dug {DOWN}; {FAR}", dice=(1, 3, 1), target="veteran activated ground")
    assert s.team("X").dug_in and gone_to_ground(s.b, s.team("X"))
    s.do("break off", "G1")
    assert not s.team("X").dug_in and not gone_to_ground(s.b, s.team("X"))


# The price (13.18) -------------------------------------------------------------------------------


@rule("13.18")
def test_a_marker_for_every_team_lost() -> None:
    """X fell to a strike, Y was caught breaking off: two markers for the two who are left."""
    red = "PL rifle X at 30,16; rifle Y at 31.6,16; rifle P at 60,40; rifle Q at 63,40"
    text = scene_of(A, red, check="passed")
    s = stage(text, 6, 1, 6)
    s.do("assault", "U1").do("charge", "", "U1")
    while s.asked[1] == "reaction":
        s.do("pass")
    s.do("strike", "A", "X").do("break off", "G1").do("pursue", "", "U1")
    assert lost(s) == ["X", "Y"]
    assert s.asked == ("red", "suppression")
    s.do("suppress", "P").done()
    assert [s.team(name).markers for name in "PQ"] == [1, 1]
    assert s.asked == ("", "") and len(s.told("suppressed")) == 2


@rule("13.18")
def test_the_first_unit_of_the_battle_pays_too() -> None:
    text = """
    blue U1 veteran activated
      PL rifle X at 30,16 markers=1
      rifle P at 60,5
      rifle Q at 63,5
    red G1 veteran
      PL rifle A at 30,22
    active G1 passed
    """
    s = stage(text, 4, 1, 1)
    s.do("assault", "G1").do("charge", "", "G1").do("suppress", "P")  # the marker of X is handed on (11.5)
    s.do("break off", "U1").do("done").done()
    assert lost(s) == ["X"] and [(event.piece, event.rule) for event in s.told("suppressed")] == [
        ("P", "11.5"),
        ("Q", "13.18"),
    ]


@rule("13.17", "13.13")
def test_the_first_unit_of_the_battle_closes_in_when_it_counter_attacks() -> None:
    text = """
    blue U1 veteran activated
      PL rifle X at 30,16 markers=1
      rifle P at 33,15 markers=1
    red G1 veteran
      PL rifle A at 30,22
    active G1 passed
    """
    s = stage(text, 1, 4)
    s.do("assault", "G1").do("charge", "", "G1")
    while s.asked[1] == "reaction":
        s.do("pass")
    while s.asked[1] == "strike":
        s.do("strike", "A", "X")
    s.do("counter-attack", "U1")
    assert s.unit("U1").pl == 0 and s.asked == ("blue", "close in")


@rule("13.18", "15.22")
def test_who_assaults_an_fo_pays_for_his_own_losses() -> None:
    """F strikes back and takes A; the battery of F pays nothing."""
    red = "PL rifle P at 60,40; 105mm g1 at 58,44; 105mm g2 at 62,44; FO rifle F at 11,26"
    s = stage(scene_of("PL rifle A at 10,20; rifle B at 12,20; rifle C at 50,5", red, check="passed"), 1, 4, 4, 1, 1)
    s.do("assault", "U1").do("hold back", "B").do("hold back", "C").do("pass").do("charge", "", "U1")
    while s.asked[1] == "reaction":
        s.do("pass")
    s.do("counter-attack", "G1")
    while s.asked[1] in ("close in", "strike"):
        s.play.choose(s.options()[0])
    assert lost(s) == ["A"]
    s.do("break off", "U1").do("done").do("suppress", "B").done()
    assert [(event.piece, event.rule) for event in s.told("suppressed")] == [("B", "13.18")]


@rule("13.18")
def test_losses_by_fire_have_had_their_own_suppression() -> None:
    """Suppressive fire took X; the assault itself cost nothing."""
    red = f"PL rifle X at 30,16 moved; rifle Y at 33,16 {DOWN}; rifle Q at 60,40"
    s = stage(scene_of(f"{A}; lmg B at 34,10", red, check="passed"), 6, 1, 1, 1, 1, 6, 1)
    s.do("assault", "U1").do("fire", "B", "G1").do("charge", "", "U1")
    s.do("break off", "G1").do("done").done()
    assert lost(s) == ["X"] and s.team("Q").markers == 0


# Tanks (13.19, 13.20, 16.7) ----------------------------------------------------------------------

TANK = f"PL panther X at 30,18 {DOWN}"


@rule("13.19")
@pytest.mark.parametrize(("kind", "rating"), [("rifle", 1), ("bazooka", 2), ("panzerschreck", 3), ("panzerfaust", 3)])
def test_as_many_checks_as_the_tank_assault_rating(kind: str, rating: int) -> None:
    s = landed(f"PL {kind} A at 30,10", TANK, dice=(1,) * rating)
    assert s.last("checks").dice == (1,) * rating and s.told("saves") == [] and lost(s) == []


@rule("13.19")
def test_a_tank_that_makes_its_flank_saves_stands() -> None:
    s = landed("PL bazooka A at 30,10", TANK, dice=(4, 5, 5, 5))
    assert s.last("saves").dice == (5, 5) and s.told("damage") == [] and lost(s) == []


@rule("13.19")
@pytest.mark.parametrize(("die", "falls"), [(5, False), (4, True)])
def test_a_truck_saves_as_a_gun_in_the_open(die: int, falls: bool) -> None:
    s = landed("PL rifle A at 30,10", f"PL truck X at 30,18 {DOWN}", dice=(4, die)).done()
    assert (s.last("saves").need, s.last("saves").dice, s.told("saves again")) == (5, (die,), [])
    assert lost(s) == (["X"] if falls else [])


@rule("13.19", "9.6")
def test_flank_saves_and_damage() -> None:
    """Two passes, two flank saves of 5+, one fails, and the damage roll destroys it. Close range does not count."""
    s = landed("PL bazooka A at 30,10", TANK, dice=(4, 5, 5, 4, 6)).done()
    assert (s.last("saves").need, s.last("saves").dice, s.told("saves again")) == (5, (5, 4), [])
    assert lost(s) == ["X"]


@rule("13.19", "9.6")
def test_a_damaged_tank_may_be_suppressed() -> None:
    s = landed("PL rifle A at 30,10", "PL panther X at 30,18; panther Y at 60,40 markers=1", dice=(4, 1, 4))
    while s.asked[1] == "reaction":
        s.do("pass")
    assert s.last("damage").text == "suppressed" and s.team("X").markers == 1


@rule("13.19", "17.2")
def test_skirts_help_in_assaults() -> None:
    s = landed("PL bazooka A at 30,10", f"PL panzer-iv X at 30,18 {DOWN}", dice=(4, 1, 5, 6))
    assert s.last("saves again").dice == (6,)


@rule("13.19", "9.2")
def test_soft_skinned_teams_save_on_five_and_are_removed() -> None:
    s = landed(A, "PL truck X at 30,18; truck Q at 60,40", dice=(4, 4))
    assert s.last("saves").need == 5 and lost(s) == ["X"] and s.told("damage") == []


@rule("13.20", "16.7")
def test_tanks_make_one_check_against_infantry_and_none_against_tanks() -> None:
    red = f"PL panther X at 28,15.5 {DOWN}; rifle Y at 31.2,18 {DOWN}; {FAR}"
    s = landed("PL m4-sherman A at 30,10", red, dice=(4,))
    assert [(event.piece, event.target) for event in s.told("strikes")] == [("A", "Y")]
    assert s.told("checks") == [] and lost(s) == ["Y"]


@rule("13.19")
def test_a_counter_attack_on_tanks_uses_the_rating_too() -> None:
    red = f"PL rifle Y at 60,40 {DOWN}; panzerschreck X at 30,18 {DOWN}"
    s = landed("PL m4-sherman A at 30,10", red, dice=(1, 4, 1, 1, 1))
    s.do("counter-attack", "G1")
    if s.asked[1] == "close in":
        s.do("done")
    assert s.last("checks").dice == (1, 1, 1)
