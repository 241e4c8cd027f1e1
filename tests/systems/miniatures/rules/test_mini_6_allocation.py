"""6.15-6.21 Who takes the hits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mini_fire import all_fire, firing, lost, scene_of
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.rules.fire.allocation import GROUND, Ledger, hand_out
from sandtable.systems.miniatures.rules.fire.to_hit import shots_of
from sandtable.systems.miniatures.rules.leaders import Target, target_of
from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

QUIET = "PL rifle A at 60,3 markers=1"  # leads from afar and does not fire
HMG = f"{QUIET}; hmg B at 30,10"  # four dice
PAK = f"{QUIET}; pak40 B at 30,10"


def saved(s: MiniStage) -> list[tuple[str, int]]:
    """Who rolled how many saves."""
    return [(event.piece, len(event.dice)) for event in s.told("saves")]


# Laps and exposure (6.15, 6.20) ------------------------------------------------------------------


@rule("6.15")
def test_nobody_gets_a_second_die_before_all_have_one() -> None:
    """Four hits on three Teams: each gets one, and the owner says who gets the fourth."""
    s = firing(HMG, "PL rifle X at 30,20 moved; rifle Y at 33,20 moved; rifle Z at 36,20 moved", dice=(6,) * 8)
    assert s.asked == ("red", "hit")
    assert s.options() == [Choice("take", "X"), Choice("take", "Y"), Choice("take", "Z")]
    s.do("take", "Y")
    assert saved(s) == [("X", 1), ("Y", 2), ("Z", 1)]


@rule("6.15")
def test_two_hits_on_three_teams_are_the_owners_choice() -> None:
    red = "PL rifle X at 30,20 moved; rifle Y at 33,20 moved; rifle Z at 36,20 moved"
    s = firing(HMG, red, dice=(6, 6, 1, 1, 6, 6))
    s.do("take", "Z")
    assert s.options() == [Choice("take", "X"), Choice("take", "Y")]  # Z has one
    assert s.refused("take", "Z").rule == "6.15"
    s.do("take", "X").done()
    assert saved(s) == [("X", 1), ("Z", 1)]


@rule("6.15")
def test_who_is_out_of_sight_or_range_takes_nothing() -> None:
    """Y stands behind a bocage, Z beyond 22 inches: all four hits are for X."""
    red = "PL rifle X at 30,20 moved; rifle Y at 40,20 moved; rifle Z at 30,34 moved"
    s = firing(HMG, red, "bocage L1 34,15 50,15", dice=(6,) * 8)
    assert saved(s) == [("X", 4)]


@rule("6.15")
def test_seen_by_one_firing_team_is_enough() -> None:
    """Only C sees Y; the hits of B may still go to Y."""
    blue = f"{QUIET}; hmg B at 30,10; rifle C at 44,10"
    s = firing(
        blue,
        "PL rifle X at 30,20 moved; rifle Y at 44,20 moved",
        "bocage L1 34,15 41,15",
        dice=(6, 6, 6, 6, 1, *(6,) * 4),
    )
    assert dict(saved(s)) == {"X": 2, "Y": 2}


COVERED = "wood W1 29,18 31,18 31,22 29,22"
HOUSE = "building B1 32,18 34,18 34,22 32,22"


@rule("6.20")
@pytest.mark.parametrize(
    ("hits", "expected"),
    [(1, ["O"]), (2, ["O", "S"]), (3, ["O", "S", "H"]), (4, ["O", "S", "H", "G"])],
)
def test_the_open_first_then_soft_then_hard_then_on_the_ground(hits: int, expected: list[str]) -> None:
    """G lies in the open and has gone to ground: his turn comes last."""
    red = "PL rifle O at 27,20 moved; rifle S at 30,20 moved; rifle H at 33,20 moved; rifle G at 36,20"
    dice = (*(6,) * hits, *(1,) * (4 - hits), *(6,) * hits)
    s = firing(HMG, red, COVERED, HOUSE, dice=dice)
    if s.asked[1] == "suppression":
        s.do("suppress", "O")
    assert [name for name, _ in saved(s.done())] == sorted(expected, key="OSHG".index)


@rule("6.20")
def test_within_a_lap_all_classes_come_before_a_second_die() -> None:
    """Two in the open and one dug in: the third hit is for the one who is dug in."""
    red = "PL rifle X at 27,20 moved; rifle Y at 30,20 moved; rifle Z at 33,20 moved dug"
    s = firing(HMG, red, dice=(6, 6, 6, 1, 6, 6, 6))
    s.do("suppress", "X").done()
    assert saved(s) == [("X", 1), ("Y", 1), ("Z", 1)]


@rule("6.20", "8.1")
def test_the_worst_cover_against_any_firer_counts() -> None:
    """Z touches a wall against B, but C stands on his side of it: he is in the open, for allocation and save."""
    blue = f"{QUIET}; rifle B at 30,10; rifle C at 45,21"
    s = firing(blue, "PL rifle Z at 30,20 moved", "wall L1 25,19.3 35,19.3", dice=(6, 1, 3))
    assert s.done().last("saves").need == 3
    s = firing(f"{QUIET}; rifle B at 30,10", "PL rifle Z at 30,20 moved", "wall L1 25,19.3 35,19.3", dice=(6, 2))
    assert s.done().last("saves").need == 2


# AT weapons (6.16-6.18, 6.21) --------------------------------------------------------------------


@rule("6.16")
def test_all_hits_of_an_at_weapon_go_to_one_team() -> None:
    """Two tanks, four hits: one of them takes all four, by its owner's choice."""
    red = "PL m4-sherman X at 28,30; m4-sherman Y at 34,30"
    s = firing(PAK, red, dice=(6, 6, 6, 6, 6, 6, 6, 6))
    assert s.asked == ("red", "packet") and "4 hits" in s.play.decision.prompt  # type: ignore[union-attr]
    s.do("take", "Y")
    assert saved(s) == [("Y", 4)]


@rule("6.16")
def test_a_packet_counts_as_one_allocation() -> None:
    """Two guns, two tanks: the second packet goes to the tank that has none yet."""
    red = "PL m4-sherman X at 28,30; m4-sherman Y at 34,30"
    blue = f"{QUIET}; pak40 B at 30,10; pak40 C at 34,10"
    s = firing(blue, red, dice=(6, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 6))
    s.do("take", "Y")
    assert saved(s) == [("X", 1), ("Y", 4)]


@rule("6.16", "9.3")
def test_plain_hits_come_first_and_count_for_the_laps() -> None:
    """X and Y have a die each; the bazooka's packet is then the owner's choice between them."""
    blue = f"{QUIET}; smg B at 30,15; bazooka C at 33,15"
    red = "PL rifle X at 30,20 moved; rifle Y at 33,20 moved"
    s = firing(blue, red, dice=(6, 6, 6, 6, 6, 6))
    assert s.asked == ("red", "packet")
    s.do("take", "X")
    assert saved(s) == [("X", 1), ("X", 1), ("Y", 1)]


@rule("6.15", "6.16")
def test_a_hit_and_a_packet_count_the_same_for_the_laps() -> None:
    """X takes the rifle's hit, Y the first packet; the second is the owner's choice again."""
    blue = f"{QUIET}; rifle B at 30,15; bazooka C at 33,15; bazooka D at 27,15"
    s = firing(blue, "PL rifle X at 30,20 moved; rifle Y at 33,20 moved", dice=(6, 6, 6, 6, 6, 6))
    s.do("take", "X")
    assert s.asked == ("red", "packet") and s.options() == [Choice("take", "X"), Choice("take", "Y")]
    assert "takes the 1 hit of the Bazooka?" in s.play.decision.prompt  # type: ignore[union-attr]
    s.do("take", "X").done()
    assert saved(s) == [("X", 1), ("X", 1), ("Y", 1)]


@rule("8.1", "8.5", "6.16")
def test_who_is_lost_rolls_no_more() -> None:
    """X fails the save against the SMG; the hit of the Bazooka needs none."""
    blue = f"{QUIET}; smg B at 30,15; bazooka C at 34,15"
    s = firing(blue, "PL rifle X at 32,20 moved; rifle Q at 60,40", dice=(6, 1, 6, 2)).done()
    assert saved(s) == [("X", 1)] and lost(s) == ["X"]


@rule("6.20", "15.23")
def test_a_hidden_observer_comes_last() -> None:
    """He touches a wall the fire comes across: gone to ground, and after X, who is only dug in."""
    blue = f"{QUIET}; lmg B at 33,10"
    red = "PL rifle X at 36,24 moved dug; rifle Q at 60,40; FO rifle F at 33,24 moved"
    s = stage(scene_of(blue, red, "wall L1 30,23.4 34.5,23.4"), 6, 1, 1, 6)
    s.do("fire", "U1").do("fire", "B", "F").done()
    assert saved(s) == [("X", 1)]


@rule("6.18")
def test_a_team_without_armor_needs_one_save_only() -> None:
    """Two hits of a Pak40 on a rifle Team: one save."""
    s = firing(PAK, "PL rifle X at 30,30 moved", dice=(6, 6, 3)).done()
    assert saved(s) == [("X", 1)] and lost(s) == []


@rule("6.17", "9.7", "11.1")
def test_one_suppression_for_each_at_weapon() -> None:
    """Three hits on a lone tank make a marker by the hits, and the damage table has given it one: it keeps one."""
    s = firing(PAK, "PL m4-sherman X at 30,40", dice=(6, 6, 6, 1, 1, 6, 6, 4)).done()
    assert s.last("damage").text == "suppressed"
    assert s.team("X").markers == 1 and len(s.told("suppressed")) == 1


@rule("6.17", "9.7", "11.1")
def test_two_at_weapons_may_suppress_twice() -> None:
    blue = f"{QUIET}; pak40 B at 30,10; pak40 C at 34,10"
    dice = (6, 6, 6, 1, 6, 6, 6, 1, 1, 6, 6, 4, 1, 6, 6, 4)
    s = firing(blue, "PL m4-sherman X at 30,40", dice=dice).done()
    assert s.team("X").markers == 2


@rule("6.17", "11.1")
def test_the_limit_is_for_at_weapons_alone() -> None:
    """Four hits of an HMG and two of the gun, all saved: two markers on the one Team, who is no tank."""
    blue = f"{QUIET}; hmg B at 33,16; pak40 C at 30,10"
    s = firing(blue, "PL rifle X at 30,30 moved", dice=(6,) * 11).done()
    assert s.team("X").markers == 2 and not s.team("X").lost
    alone = firing(f"{QUIET}; pak40 B at 34,10; pak40 C at 30,10", "PL rifle X at 30,30 moved", dice=(6,) * 6).done()
    assert alone.team("X").markers == 1


MIXED = "PL rifle X at 30,22 moved; lmg Y at 33,22 moved; m4-sherman Z at 36,24 moved"


@rule("6.21")
def test_an_at_weapon_names_a_kind_of_team() -> None:
    """Only kinds with a valid Team; the dice are told, full at tanks and half at the others."""
    s = firing(PAK, MIXED, dice=(6, 6, 1))
    assert s.asked == ("blue", "aim")
    assert s.options() == [
        Choice("aim", "B", "infantry", 2),
        Choice("aim", "B", "gun", 2),
        Choice("aim", "B", "tank", 4),
    ]
    s.do("aim", "B", "gun", 2).done()
    assert saved(s) == [("Y", 1)] and lost(s) == ["Y"]


@rule("6.21")
def test_the_named_kind_goes_before_the_laps() -> None:
    """Y already has a die and X none: the packet at guns still goes to Y."""
    blue = f"{QUIET}; rifle C at 33,10; pak40 B at 30,10"
    red = "PL rifle X at 30,22 dug moved; lmg Y at 33,22 moved"
    s = stage(scene_of(blue, red), 6, 6, 6, 6, 6)
    s.do("fire", "U1")
    all_fire(s, "G1").do("aim", "B", "gun", 2)
    assert saved(s) == [("Y", 1), ("Y", 1)]


@rule("6.3", "6.21")
def test_an_at_weapon_hits_only_teams_that_it_reaches_itself() -> None:
    """The rifle reaches the LMG Y, the Panzerschreck, 25 inches away, does not: it has no kind to name."""
    blue = "PL rifle A at 60,3 markers=1; rifle B at 29,22; panzerschreck C at 34,10"
    s = firing(blue, "PL rifle X at 34,19 moved; lmg Y at 30,36 moved", dice=(1, 6, 3)).done()
    assert [event.text for event in s.told("shot")] == ["Rifle", "Panzerschreck"]
    assert saved(s) == [("X", 1)]


@rule("6.3", "6.21")
def test_of_the_kind_it_names_only_those_that_it_sees_can_take_its_hits() -> None:
    """Y stands in the open and X in a wood, but a wall hides Y from the Bazooka: the hit goes to X."""
    blue = "PL rifle A at 60,3 markers=1; rifle B at 22,12; bazooka C at 34,12"
    red = "PL rifle X at 34,19 moved; rifle Y at 24,20 moved"
    more = ("wood W1 32,17 36,17 36,22 32,22", "high-wall W2 28,10 28,25")
    s = firing(blue, red, *more, dice=(1, 6, 3)).done()
    assert saved(s) == [("X", 1)]


@rule("6.21")
def test_one_kind_needs_no_naming() -> None:
    s = firing(PAK, "PL m4-sherman X at 30,40", dice=(1, 1, 1, 1))
    assert s.done().told("shot")[0].dice == (1, 1, 1, 1)


# Invariants --------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    hits=st.integers(0, 25),
    words=st.lists(st.sampled_from(["moved", "", "moved dug", "fired", "dug"]), min_size=1, max_size=6),
    pick=st.randoms(use_true_random=False),
)
def test_laps_are_even_and_nobody_is_skipped(hits: int, words: list[str], pick: object) -> None:
    """However the owner chooses: all hits are given, no two Teams differ by two, the exposed have no fewer."""
    red = "; ".join(
        [f"{'PL ' if i == 0 else ''}rifle R{i} at {24 + 3 * i},20 {word}" for i, word in enumerate(words)]
    )
    b = scene(scene_of(HMG, red))
    unit, target = b.unit("U1"), target_of(b, "G1")
    assert isinstance(target, Target)
    ledger = Ledger(b, target, shots_of(b, [team for team in b.all_of(unit) if team.id == "B"], target, set()))
    asking = hand_out(ledger, hits)
    answer = None
    while True:
        try:
            decision = asking.send(answer) if answer is not None else next(asking)
        except StopIteration:
            break
        answer = pick.choice(decision.options())  # type: ignore[attr-defined]
    loads = list(ledger.loads.values())
    assert sum(load.dice for load in loads) == hits
    assert max(load.dice for load in loads) - min(load.dice for load in loads) <= 1
    for one in loads:
        for other in loads:
            if ledger.exposure(one, False) < ledger.exposure(other, False) <= GROUND:
                assert one.dice >= other.dice
