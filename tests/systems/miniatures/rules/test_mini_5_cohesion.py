"""5 Unit cohesion: the leader, the one link, who is left behind and how he comes back."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.cohesion import in_cohesion, places_of
from sandtable.systems.miniatures.scene import scene
from sandtable.testing import rule

FAR = """
red G1 veteran activated
  PL rifle X at 36,46
"""


def moving(*teams: str, more: str = "") -> MiniStage:
    rows = "\n".join([f"  {team}" for team in teams])
    s = stage(f"{more}\n{FAR}\nblue U1 veteran\n{rows}\nactive U1 failed")
    s.do("move", "U1")
    return s


# Radii: a PL on foot 0.5, a rifle 0.75, a tank 1.1.


@rule("5.1")
def test_six_inches_from_the_leader() -> None:
    s = moving("PL rifle A at 10,10", "rifle B at 15,10", "rifle C at 10,15")
    refusal = s.no_move("U1", ("B", 17.26, 10))
    assert refusal.reason == "B would be 6.01 inches from A with no Team between them; the limit is 6."
    assert refusal.rule == "5.1"
    s.move("U1", ("B", 17.25, 10))
    assert s.at("B") == (17.25, 10)


@rule("5.1")
def test_one_link_and_no_more() -> None:
    """A - B - C is a chain; D beyond C is out of it."""
    s = moving("PL rifle A at 10,10", "rifle B at 16,10", "rifle C at 19,10", "rifle D at 22,10")
    assert s.no_move("U1", ("D", 27, 10)).rule == "5.1"  # linked to C only, which is not near the PL
    s.move("U1", ("D", 23.5, 10))  # six inches from B, who is near the PL
    assert s.at("D") == (23.5, 10)


@rule("5.1")
def test_tanks_use_ten_inches_and_mixed_steps_six() -> None:
    s = moving("PL m4-sherman A at 10,10", "m4-sherman B at 18,10")
    assert s.no_move("U1", ("B", 22.21, 10, 0)).reason.endswith("the limit is 10.")
    s.move("U1", ("B", 22.2, 10, 0))
    s = moving("PL m4-sherman A at 10,10", "rifle B at 16,10")
    assert s.no_move("U1", ("B", 17.86, 10)).reason.endswith("the limit is 6.")
    s.move("U1", ("B", 17.85, 10))


@rule("5.1")
def test_all_is_tested_on_the_planned_places() -> None:
    s = moving("PL rifle A at 10,10", "rifle B at 15,10")
    s.move("U1", ("A", 14, 10), ("B", 21, 10))  # too far from where the PL stood, not from where he will stand
    assert s.at("B") == (21, 10)


@rule("5.1")
def test_without_a_leader_any_team_will_do() -> None:
    s = moving("rifle A at 10,10", "rifle B at 16,10", "rifle C at 22,10", "rifle D at 28,10")
    s.move("U1", ("A", 9.5, 9))  # measured from B: C is near it, and A too; D by way of C
    assert s.at("A") == (9.5, 9)
    s = moving("rifle A at 10,10", "rifle B at 17,10", "rifle C at 19,10")
    assert s.no_move("U1", ("A", 8, 10)).rule == "5.2"  # whoever is named, A would be alone


@rule("5.2")
def test_half_of_the_unit_must_be_in_cohesion() -> None:
    """The PL may be set down anywhere that keeps half of them with him."""
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 14,10", "rifle D at 16,10")
    refusal = s.no_move("U1", ("A", 30, 10))
    assert refusal.reason == "Only 1 of 4 Teams of U1 would be in cohesion; at least half must be."
    assert refusal.rule == "5.2"
    s.move("U1", ("A", 4, 10), ("B", 6, 10))  # C is 8.75 inches away but linked by B; D is left behind
    b = s.b
    assert in_cohesion(b, b.teams_of(s.unit("U1")), places_of(b.teams), s.team("A")) >= {s.team("B").index}


@rule("5.2")
def test_a_unit_that_is_scattered_may_still_improve() -> None:
    """One of four is in cohesion; a Move that leaves no fewer is allowed."""
    s = moving("PL rifle A at 10,10", "rifle B at 30,10", "rifle C at 40,10", "rifle D at 50,10")
    s.move("U1", ("A", 11, 10), ("A", 12, 10))
    assert s.at("A") == (12, 10)


@rule("5.3")
def test_a_straggler_goes_straight_back_and_stops_when_he_is_in_cohesion() -> None:
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 22,10")
    refusal = s.no_move("U1", ("C", 22, 14))
    assert refusal.rule == "5.3"
    assert refusal.reason == (
        "C is out of cohesion: it takes the shortest way back, 2.5 inches west, or stays where it is."
    )
    assert s.no_move("U1", ("C", 18, 10)).rule == "5.3"  # too far
    assert s.no_move("U1", ("C", 20, 12), ("C", 19.5, 10)).rule == "5.3"  # no way round
    s.move("U1", ("C", 19.5, 10))  # six inches from B
    assert s.at("C") == (19.5, 10)


@rule("5.3")
def test_a_straggler_far_away_spends_his_move() -> None:
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 40,10")
    assert s.no_move("U1", ("C", 36, 10)).reason.startswith(
        "C is out of cohesion: it takes the shortest way back, 6 inches west"
    )
    s.move("U1", ("C", 34, 10))
    assert s.at("C") == (34, 10)


@rule("5.3")
def test_he_may_stay_and_he_bends_round_an_enemy() -> None:
    enemy = "red G2 veteran activated\n  PL rifle X2 at 26,10\n  rifle Y2 at 60,40\n"
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 30,10", more=enemy)
    assert s.no_move("U1", ("C", 24, 10)).rule == "4.1"  # straight through the enemy
    option = next(choice for choice in s.options("move") if {entry[0] for entry in choice.at} == {"C"})
    s.play.choose(option)
    while s.asked[1] == "reaction":
        s.do("pass")
    assert s.at("C") != (30, 10)
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 30,10", more=enemy)
    s.do("stay", "U1")
    assert s.at("C") == (30, 10)


@rule("5.3")
def test_the_leader_may_come_to_him_instead() -> None:
    """With the PL beside him he is in cohesion, and moves as he likes."""
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 22,10")
    s.move("U1", ("A", 16, 10), ("C", 20, 13))
    assert s.at("C") == (20, 13)


@rule("5.3")
@pytest.mark.parametrize(
    ("start", "off", "allowed"),
    [
        ("22,10", (19.6, 10), True),  # from the east, 2.5 inches to 19.5; a tenth too short
        ("22,10", (19.61, 10), False),
        ("22,10", (19.4, 10), True),  # a tenth too far
        ("22,10", (19.39, 10), False),
        ("22,10", (19.5, 10.1), True),
        ("22,10", (19.5, 10.11), False),
        ("22,10", (19.5, 9.89), False),
        ("2,10", (4.4, 10), True),  # from the west, to 4.5
        ("2,10", (4.39, 10), False),
        ("12,20", (12, 17.6), True),  # from the north, to 17.5
        ("12,20", (12, 17.61), False),
        ("12,0.75", (12, 2.4), True),  # from the south, to 2.5
        ("12,0.75", (12, 2.39), False),
    ],
)
def test_a_straggler_is_as_exact_as_a_tenth_of_an_inch(start: str, off: tuple[float, float], allowed: bool) -> None:
    leader = {"22,10": "10,10", "2,10": "14,10", "12,20": "12,8", "12,0.75": "12,12"}[start]  # behind B
    s = moving(f"PL rifle A at {leader}", "rifle B at 12,10", f"rifle C at {start}")
    if allowed:
        s.move("U1", ("C", *off))
        assert s.at("C") == off
    else:
        assert s.no_move("U1", ("C", *off)).rule == "5.3"


@rule("5.3")
def test_the_shortest_way_leads_to_whoever_is_reached_first_not_to_the_nearest() -> None:
    """R is nearer to C than the tank T, but a tank may be ten inches from a tank and six from rifles."""
    s = moving("PL m4-sherman A at 10,10", "m4-sherman T at 14,10", "rifle R at 16,10", "m4-sherman C at 28,10")
    assert s.no_move("U1", ("C", 23.85, 10, 270)).reason == (
        "C is out of cohesion: it takes the shortest way back, 1.8 inches west, or stays where it is."
    )
    s.move("U1", ("C", 26.2, 10, 270))
    assert s.at("C") == (26.2, 10)


@rule("5.3")
@pytest.mark.parametrize(
    ("friends", "way"),
    [
        ((), "2.5 inches west"),
        ((19.0, 17.5), "6 inches west"),  # no room before his whole Move is spent: he goes on to its end
        ((18.99, 17.49), "1.51 inches west"),  # a hundredth beyond it: he stops before them
        ((20.49, 18.99, 17.49), "0.01 inches west"),
        ((20.5, 19.0, 17.5, 16.0), "which is closed"),
    ],
)
def test_where_friends_stand_he_goes_on_or_stops_short(friends: tuple[float, ...], way: str) -> None:
    """C goes west from 22,10 and is in cohesion from 19.5 on; Teams of another Unit stand on his way."""
    more = "".join([f"  rifle at {x},10\n" for x in friends])
    more = f"blue U2 veteran\n  PL rifle at 60,5\n{more}"
    s = moving("PL rifle A at 10,10", "rifle B at 12,10", "rifle C at 22,10", more=more)
    assert s.no_move("U1", ("C", 22, 14)).reason == (
        f"C is out of cohesion: it takes the shortest way back, {way}, or stays where it is."
    )


@rule("5.1", "15.20")
def test_an_observer_goes_where_he_likes() -> None:
    s = moving("PL rifle A at 10,10", "105mm B at 13,10", "105mm C at 16,10", "FO rifle D at 30,10")
    s.move("U1", ("D", 36, 10))
    assert s.at("D") == (36, 10)


@rule("5.1")
@pytest.mark.parametrize("gap", [(599, True), (600, True), (601, False)])
def test_a_tie_is_within(gap: tuple[int, bool]) -> None:
    b = scene("blue U1 veteran\n  PL rifle A at 10,10\n  rifle B at 12,10\nred G1 veteran\n  PL rifle X at 60,40\n")
    b.teams[1].x = 1000 + 50 + 75 + gap[0]
    found = in_cohesion(b, b.teams[:2], places_of(b.teams), b.teams[0])
    assert (1 in found) is gap[1]
