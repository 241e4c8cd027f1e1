"""4.1, 4.2 Falling back: who must, how far and where to; standing fast on D; pursuit."""

import pytest
from reg_stage import RegStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
SIDES = """
blue hq BHQ at 0604
red hq RHQ at 0202
active blue attack
"""
A, X = "blue infantry A at 0503", "red infantry X at 0403"
WON = (6, 1, 1, 1, 1, 1)  # A hits once, X does not
BEATEN = (1, 1, 1, 5, 1, 1)  # X hits once, A does not
EVEN = (6, 1, 1, 5, 1, 1)


def duel(*lines: str, dice: tuple[int, ...], field: str = FIELD, on: str = "0403") -> RegStage:
    """Blue's A attacks."""
    return stage(field + SIDES + "\n".join(lines), *dice).do("attack", "A", on)


def corner(*lines: str, dice: tuple[int, ...], field: str = FIELD) -> RegStage:
    """A in 0201 attacks the corner 0101."""
    text = "blue hq BHQ at 0401\nblue infantry A at 0201\nred hq RHQ at 0605\nactive blue attack\n"
    return stage(f"{field}\n{text}" + "\n".join(lines), *dice).do("attack", "A", "0101")


# 4.1.a-c Who falls back ------------------------------------------------------------------------------


@rule("4.1.a", "4.1.e")
def test_the_defender_falls_back_one_hex_with_his_company() -> None:
    """One hit against none: X goes to a neighbouring hex that A's zone does not touch; A stays."""
    s = duel(A, X + " company=aa", dice=(*WON, 1))
    s.do("lose", "X")
    assert (s.last("combat won").side, s.last("combat won").value) == ("blue", 1)
    assert s.asked == ("red", "fall back")
    assert s.places("fall back") == {"0302", "0303", "0304"}
    refused = s.refused("fall back", "X", "0404")
    assert (refused.rule, refused.reason) == ("4.1.f", "0404 is in an enemy zone of control.")
    refused = s.refused("fall back", "X", "0203")
    assert refused.rule == "4.1.g"
    assert refused.reason == "Take the shortest way out and, of those, one that breaks the fewest movement rules."
    s.do("fall back", "X", "0303")
    event = s.last("falls back")
    assert (event.rule, event.place, event.path) == ("4.1.e", "0303", ("0403", "0303"))
    assert (s.where("X"), s.where("A")) == ("0303", "0503")
    assert s.b.stands[s.company("X-aa").host].id == "X"


@rule("4.1.a")
def test_the_attacker_falls_back_when_beaten() -> None:
    """None against one: A goes, the hexes next to X are closed, and nobody pursues."""
    s = duel(A, X, dice=BEATEN)
    assert s.asked == ("blue", "fall back")
    assert s.places("fall back") == {"0502", "0504", "0603"}
    s.do("fall back", "A", "0603")
    assert (s.where("A"), s.where("X")) == ("0603", "0403")
    assert s.play.result is not None  # the scene is over: no pursuit


@rule("4.1.a")
def test_even_hits_move_nobody() -> None:
    """One each: both stay."""
    s = duel(A, X, dice=EVEN).done()
    assert len(s.told("combat even")) == 1
    assert not s.told("falls back")
    assert (s.where("A"), s.where("X")) == ("0503", "0403")


@rule("4.1.a")
def test_distant_fire_drives_nobody_back() -> None:
    """Two hits from two hexes away, none in return: X stays."""
    s = duel("blue infantry A at 0603", X, dice=(6, 6, 1, 1, 1, 1)).done()
    assert (s.unit("X").sp, s.where("X")) == (3, "0403")
    assert not s.told("combat won")


@rule("4.1.a")
def test_a_stand_that_only_fired_stays() -> None:
    """A mixed attack is lost: A, in close combat, falls back; F, who fired, does not."""
    s = duel("order blue M", A, "blue infantry F at 0504", X, dice=(1,) * 6 + (5, 1, 1)).do("join", "F")
    assert s.places("fall back") == {"0502", "0603"}
    s.do("fall back", "A", "0502")
    assert (s.where("A"), s.where("F")) == ("0502", "0504")


@rule("4.1.a", "5.b")
@pytest.mark.parametrize(("kind", "dice"), [("hq", (1,)), ("battery", (1, 1))])
def test_hqs_and_batteries_fall_back_too(kind: str, dice: tuple[int, ...]) -> None:
    """A beaten HQ and a beaten battery have to go."""
    text = f"{FIELD}\nblue hq BHQ at 0604\n{A}\nred {kind} G at 0403\nred infantry Y at 0102\nactive blue attack"
    s = stage(text, 6, 1, 1, *dice).do("attack", "A", "0403")
    assert s.asked == ("red", "fall back")
    assert s.do("fall back", "G", "0303").where("G") == "0303"


@rule("4.1.b")
def test_two_attackers_are_thrown_back_in_their_order() -> None:
    """Both adjacent attackers fall back; their owner says who goes first, and the second finds him in the way."""
    s = duel("order blue M", A, "blue infantry B at 0404", X, dice=(1,) * 6 + (5, 1, 1))
    s.do("join", "B").do("oppose", "A").do("lose", "A")
    assert s.asked == ("blue", "falls back first")
    assert s.options() == [Choice("first", "A"), Choice("first", "B")]
    s.do("first", "B")
    assert s.places("fall back") == {"0405", "0504", "0505"}
    s.do("fall back", "B", "0504")
    assert s.places("fall back") == {"0502", "0603"}  # A's ways; B is in 0504
    s.do("fall back", "A", "0603")
    assert (s.where("A"), s.where("B")) == ("0603", "0504")


@rule("4.1.c")
def test_hits_decide_and_not_losses() -> None:
    """Both lose the two points that a hex can lose, but three hits beat two: X falls back."""
    s = duel(A, X, dice=(6, 6, 6, 5, 5, 1))
    assert (s.unit("A").sp, s.unit("X").sp) == (3, 3)
    assert (s.last("attack dice").value, s.last("defence dice").value) == (3, 2)
    assert (s.last("combat won").side, s.last("combat won").value) == ("blue", 1)
    assert s.asked == ("red", "fall back")


# 4.1.d Standing fast ---------------------------------------------------------------------------------


@rule("4.1.d")
def test_on_d_a_beaten_stand_may_lose_one_more_and_stay() -> None:
    """The third loss comes on top of the two of the cap; X stays and nobody pursues."""
    s = duel("blue infantry A at 0503 company=mg", X, "order red D", dice=(6, 6, 6, 1, 1, 1))
    assert (s.unit("X").sp, s.asked) == (3, ("red", "stand fast"))
    assert s.options() == [Choice("stand fast", "X"), Choice("fall back", "X")]
    s.do("stand fast", "X")
    assert (s.unit("X").sp, s.where("X")) == (2, "0403")
    assert s.last("strength lost").rule == "4.1.d"
    assert not s.told("pursues") and s.play.result is not None


@rule("4.1.d")
def test_standing_fast_is_a_choice() -> None:
    """X may go after all."""
    s = duel("blue infantry A at 0503 company=mg", X, "order red D", dice=(6, 1, 1, 1, 1, 1)).do("fall back", "X")
    assert s.places("fall back") == {"0302", "0303", "0304"}
    assert s.unit("X").sp == 4


@rule("4.1.d", "4.f")
def test_the_company_may_pay_for_standing_fast() -> None:
    """With one point and a company left, the company is the price."""
    s = duel("blue infantry A at 0503 company=mg", X + " sp=2 company=mg", "order red D", dice=(6, 1, 1, 1, 1, 1))
    s.do("lose", "X")
    assert s.options() == [Choice("stand fast", "X-mg"), Choice("fall back", "X")]
    s.do("stand fast", "X-mg")
    assert (s.unit("X").sp, s.where("X"), s.company("X-mg").host) == (1, "0403", -1)


@rule("4.1.d")
def test_the_last_point_does_not_buy_the_hex() -> None:
    """Standing fast may not destroy the stand: with one point left it goes without being asked."""
    s = duel("blue infantry A at 0503 company=mg", X + " sp=2", "order red D", dice=(6, 1, 1, 1, 1))
    assert s.asked == ("red", "fall back")


@rule("4.1.d")
@pytest.mark.parametrize("order", ["H", "M"])
def test_only_d_stands_fast(order: str) -> None:
    """On H or M a beaten defender falls back."""
    s = duel(A, X, f"order red {order}", dice=WON)
    assert s.asked == ("red", "fall back")


# 4.1.e-g The way back --------------------------------------------------------------------------------

BEHIND = ("red infantry P at 0302", "red infantry Q at 0303", "red infantry R at 0304")


@rule("4.1.f", "4.1.g")
def test_past_friends_and_not_through_zones() -> None:
    """The three near hexes are taken: X passes through friends, two hexes far. 0501 and 0505 are as near, but only
    through A's zone: one rule of movement more is broken.
    """
    s = duel(A, X, *BEHIND, dice=WON)
    assert s.places("fall back") == {"0203", "0204", "0301", "0401", "0305", "0405"}
    refused = s.refused("fall back", "X", "0303")
    assert (refused.rule, refused.reason) == ("4.1.f", "0303 is occupied.")
    assert s.refused("fall back", "X", "0501").rule == "4.1.g"
    s.do("fall back", "X", "0401")
    assert s.last("falls back").path == ("0403", "0302", "0401")


@rule("4.1.g")
def test_halts_on_the_way_are_breaches() -> None:
    """0302 is woods now, where a move would halt: what is reached only through it is no longer among the best."""
    woods = "\n".join([". . . . . . .", ". . w . . . .", *[". . . . . . ."] * 3])
    s = duel(A, X, *BEHIND, dice=WON, field=woods)
    assert s.places("fall back") == {"0203", "0204", "0305", "0405"}


@rule("4.1.g")
def test_a_river_as_second_hex_is_a_breach_and_as_first_it_is_not() -> None:
    """A large river is entered by a first step only: 0203 falls out as the second, 0303 stays as the first."""
    second = "\n".join([*[". . . . . . ."] * 2, ". R . . . . .", *[". . . . . . ."] * 2])
    s = duel(A, X, *BEHIND, dice=WON, field=second)
    assert s.places("fall back") == {"0204", "0301", "0401", "0305", "0405"}
    first = "\n".join([*[". . . . . . ."] * 2, ". . R . . . .", *[". . . . . . ."] * 2])
    s = duel(A, X, dice=WON, field=first)
    assert s.places("fall back") == {"0302", "0303", "0304"}


@rule("4.1.g")
def test_the_shortest_way_counts_before_breaches() -> None:
    """Friends hold every clean hex at two hexes' distance: X goes two through A's zone, not three without it."""
    held = ("0203", "0204", "0301", "0401", "0305", "0405")
    friends = [f"red infantry F{number} at {place}" for number, place in enumerate(held)]
    s = duel(A, "red motorised-infantry X at 0403", *BEHIND, *friends, dice=WON)
    assert s.places("fall back") == {"0501", "0505"}
    assert s.do("fall back", "X", "0505").last("falls back").path == ("0403", "0404", "0505")


@rule("4.1.f")
def test_through_a_zone_until_clear_at_no_cost() -> None:
    """From the corner the only way leads through A's zone: X goes on until it is out, and pays nothing for it."""
    s = corner("red infantry X at 0101", dice=WON)
    assert s.places("fall back") == {"0103", "0203"}
    s.do("fall back", "X", "0103")
    assert s.last("falls back").path == ("0101", "0102", "0103")
    assert s.unit("X").sp == 4  # one hit, and nothing for the zone


@rule("4.1.f")
def test_with_no_way_out_the_stand_is_destroyed() -> None:
    """Both hexes next to the corner are the enemy's: X and its company are gone, and A may pursue."""
    s = corner(
        "blue infantry B at 0102", "red infantry X at 0101 company=aa", "red infantry Y at 0405", dice=(*WON, 1)
    )
    s.do("lose", "X")
    assert (s.where("X"), s.company("X-aa").host) == ("lost", -1)
    assert (s.last("nowhere to go").rule, s.last("destroyed").rule) == ("4.1.f", "4.1.f")
    assert s.asked == ("blue", "pursuit")


@rule("4.1.f")
def test_zones_are_those_of_the_stands_that_are_left() -> None:
    """A is destroyed in winning: its zone is gone, and X's hexes on that side are open."""
    s = duel(
        "order blue M",
        "blue infantry A at 0503 sp=1",
        "blue infantry F at 0504",
        X,
        dice=(6, 6, 1, 1, 5, 1, 1),
    ).do("join", "F")
    assert s.where("A") == "lost"
    # 0402 and 0404 were next to A; 0404 is still next to F.
    assert s.places("fall back") == {"0302", "0303", "0304", "0402"}


# 4.1.h Batteries -------------------------------------------------------------------------------------

ROAD = ". . . . . . . . . . ."


def on_the_road(kind: str = "battery", field: str = ROAD, *lines: str) -> RegStage:
    """A battery in 0901 of a narrow valley is beaten by A from 1001."""
    text = f"{field}\nblue hq BHQ at 1101\nblue infantry A at 1001\nred {kind} G at 0901\nred infantry Y at 0101\n"
    throw = (6, 1, 1, 1, 1) if kind == "battery" else (6, 6, 1, 1, 1)
    return stage(text + "\n".join((*lines, "active blue attack")), *throw).do("attack", "A", "0901")


@rule("4.1.h", "5.e")
def test_a_battery_goes_its_whole_strategic_move() -> None:
    """Towed, six hexes; nearer ends are open too. Its shots are lost."""
    s = on_the_road()
    assert s.places("fall back") == {"0801", "0701", "0601", "0501", "0401", "0301"}
    assert s.refused("fall back", "G", "0201").rule == "4.1.h"
    s.do("fall back", "G", "0301")
    event = s.last("falls back")
    assert (event.rule, event.path) == ("4.1.h", ("0901", "0801", "0701", "0601", "0501", "0401", "0301"))
    assert s.unit("G").shots == 0


@rule("4.1.h")
def test_an_armoured_battery_goes_five() -> None:
    """Tracked, strategic 5."""
    s = on_the_road("armoured-battery")
    assert s.places("fall back") == {"0801", "0701", "0601", "0501", "0401"}


@rule("4.1.h")
def test_terrain_halts_the_longer_move() -> None:
    """Woods at 0701: a strategic move stops before them, a normal one in them."""
    assert on_the_road("battery", ". . . . . . w . . . .").places("fall back") == {"0801", "0701"}
    assert on_the_road("battery", ". . t . . . . . . . .").places("fall back") == {
        *("0801", "0701", "0601", "0501", "0401", "0301")
    }


@rule("4.1.h")
def test_after_the_first_hex_it_keeps_away_from_the_enemy() -> None:
    """An enemy in 0501 closes 0601 and all beyond."""
    s = on_the_road("battery", ROAD, "blue infantry C at 0501")
    assert s.places("fall back") == {"0801", "0701"}


@rule("4.1.h")
def test_it_does_not_slip_past_an_enemy() -> None:
    """C in 0205 touches both hexes of the row before it: G stops short of them, though six hexes would lead past."""
    text = "\n".join([". ."] * 9) + "\nblue hq BHQ at 0202\nblue infantry A at 0201\nblue infantry C at 0205\n"
    text += "red battery G at 0101\nred hq RHQ at 0109\nred infantry Y at 0209\nactive blue attack"
    s = stage(text, 6, 1, 1, 1, 1).do("attack", "A", "0101")
    assert s.where("G") == "0103"  # the one hex left: nobody was asked


@rule("4.1.h")
def test_the_first_hex_may_be_in_a_zone_but_not_the_last() -> None:
    """From the corner by way of A's zone in 0102, and then as far as three hexes and more; no end in the zone."""
    s = corner("red battery G at 0101", "red infantry Y at 0405", dice=(6, 1, 1, 1, 1))
    places = s.places("fall back")
    assert {"0103", "0203", "0104", "0204"} <= places
    assert not {"0102", "0202"} & places
    s.do("fall back", "G", "0104")
    assert s.last("falls back").path == ("0101", "0102", "0103", "0104")


OPEN = "\n".join([". . . . . . . . ."] * 9)


def on_the_plain(*lines: str) -> RegStage:
    """A battery of red in 0505 is beaten by A from the east; red was set up in the north."""
    text = f"{OPEN}\nblue hq BHQ at 0707\nblue infantry A at 0605\nred battery G at 0505\nred hq RHQ at 0401\n"
    text += "red infantry Y at 0501\n" + "\n".join(lines) + "\nactive blue attack"
    return stage(text, 6, 1, 1, 1, 1).do("attack", "A", "0505")


@rule("4.1.h", "11.a")
def test_the_longer_move_leads_back_and_not_behind_the_enemy() -> None:
    """Six hexes in any direction but the enemy's: G stays in its row or goes north; one hex south is 4.1.e."""
    s = on_the_plain("objective Mill 0308 blue")
    places = s.places("fall back")
    assert {place for place in places if place[2:] > "05"} == {"0406"}
    assert {"0305", "0105", "0302", "0101", "0901"} <= places
    refused = s.refused("fall back", "G", "0308")
    assert (refused.rule, refused.reason) == (
        "4.1.h",
        "0308 is nearer to the enemy's edge of the map, the south, than G is now.",
    )
    s.do("fall back", "G", "0406")
    assert s.last("falls back").rule == "4.1.e"


@rule("4.1.h", "11.a")
@pytest.mark.parametrize(("holder", "taken_by"), [("blue", None), ("", 1), ("red", 1)])
def test_the_longer_move_takes_no_target_hex_of_the_enemy(holder: str, taken_by: int | None) -> None:
    """The mill in 0202, farther back: blue's is closed with all that is nearer to it, nobody's is taken (11.a)."""
    s = on_the_plain(f"objective Mill 0202 {holder}")
    if taken_by is None:
        assert not {"0202", "0302", "0303"} & s.places("fall back")
        assert "0304" not in s.places("fall back") and "0404" in s.places("fall back")  # 4.1.e: one hex
        refused = s.refused("fall back", "G", "0202")
        assert (refused.rule, refused.reason) == (
            "4.1.h",
            "0202 is nearer to a target hex that the enemy holds than G is now.",
        )
    else:
        s.do("fall back", "G", "0202")
        assert s.b.holders == [taken_by]


@rule("5.e", "5.1.g")
def test_the_shots_are_lost_even_on_a_short_way() -> None:
    """One hex back: a battery with three shots has none, and cannot move in the artillery phase."""
    s = on_the_road().do("fall back", "G", "0801")
    assert s.unit("G").shots == 0
    assert s.last("falls back").rule == "4.1.e"


# 4.2 Pursuit -----------------------------------------------------------------------------------------


@rule("4.2.a")
@pytest.mark.parametrize("order", ["M", "H"])
def test_the_winner_may_pursue(order: str) -> None:
    """After X has gone A may occupy the hex with its company, on M and on H alike, or leave it."""
    s = duel("blue infantry A at 0503 company=aa", X, f"order blue {order}", dice=WON).do("fall back", "X", "0303")
    assert s.asked == ("blue", "pursuit")
    assert s.options() == [Choice("pursue", "A"), Choice("pass")]
    s.do("pursue", "A")
    event = s.last("pursues")
    assert (event.rule, event.place, s.where("A")) == ("4.2.a", "0403", "0403")
    assert s.b.stands[s.company("A-aa").host].id == "A"
    s = duel(A, X, f"order blue {order}", dice=WON).do("fall back", "X", "0303").do("pass")
    assert (s.where("A"), s.told("pursues")) == ("0503", [])


@rule("4.2.a")
def test_one_of_two_pursues() -> None:
    """One core stand a hex: the owner picks which."""
    s = duel("order blue M", A, "blue infantry B at 0404", X, dice=(6,) + (1,) * 8)
    s.do("join", "B").do("oppose", "A").do("fall back", "X", "0303")
    assert s.options() == [Choice("pursue", "A"), Choice("pursue", "B"), Choice("pass")]
    s.do("pursue", "B")
    assert (s.where("A"), s.where("B")) == ("0503", "0403")


@rule("4.2.a")
def test_who_only_fired_does_not_pursue() -> None:
    """In a mixed attack only A may go in; after distant fire alone nobody may."""
    s = duel("order blue M", A, "blue infantry F at 0504", X, dice=(6,) + (1,) * 8).do("join", "F")
    assert s.do("fall back", "X", "0303").options() == [Choice("pursue", "A"), Choice("pass")]
    s = duel("blue infantry A at 0603", X + " sp=1", "red infantry Y at 0102", dice=(6, 1, 1, 1)).done()
    assert s.where("X") == "lost"
    assert s.asked == ("", "")


@rule("4.2.a")
def test_pursuit_ignores_halts_and_defenders_never_pursue() -> None:
    """Into the woods at 0403; and when the attacker is destroyed the defender stays where he is."""
    woods = "\n".join([*[". . . . . . ."] * 2, ". . . w . . .", *[". . . . . . ."] * 2])
    s = duel("blue infantry A at 0503 company=mg", X, dice=WON, field=woods).do("fall back", "X", "0303")
    assert s.do("pursue", "A").where("A") == "0403"
    s = duel("blue infantry A at 0503 sp=1", "blue infantry B at 0605", X, dice=(1, 5, 1, 1)).done()
    assert (s.where("A"), s.where("X"), s.asked) == ("lost", "0403", ("", ""))


@rule("4.2.b")
def test_no_pursuit_for_who_suffered_more() -> None:
    """A destroys X with one hit and takes two: no advance, and nobody is left to throw A back."""
    s = duel(A, X + " sp=1", "red infantry Y at 0303 company=fs", dice=(6, 1, 1, 5, 5)).do("fire support", "Y-fs")
    assert (s.last("attack dice").value, s.last("defence dice").value) == (1, 2)
    assert (s.where("X"), s.where("A"), s.unit("A").sp) == ("lost", "0503", 3)
    assert s.last("combat won").side == "red"
    assert not s.told("falls back") and s.asked == ("", "")


@rule("4.2.c")
def test_even_and_the_defender_destroyed_allows_the_advance() -> None:
    """One hit each, and X had one point: A may go in. Had X two, he would stay and so would A."""
    s = duel(A, X + " sp=1", "red infantry Y at 0102", dice=(6, 1, 1, 5))
    assert s.options() == [Choice("pursue", "A"), Choice("pass")]
    assert s.do("pursue", "A").where("A") == "0403"
    s = duel(A, X + " sp=2", dice=(6, 1, 1, 5, 1)).done()
    assert (s.where("X"), s.asked) == ("0403", ("", ""))
