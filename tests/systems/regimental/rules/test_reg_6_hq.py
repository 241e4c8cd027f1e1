"""Chapter 6: what a regiment does without its HQ, and how a new one comes."""

import pytest
from reg_stage import RegStage, give, stage

from sandtable.systems.regimental.state.pieces import ATTACK
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
RED = "red hq RHQ at 0101\nred infantry X at 0201\n"


def arriving(*lines: str, field: str = FIELD, dice: tuple[int, ...] = ()) -> RegStage:
    """Blue, without an HQ, is activated."""
    return stage(f"{field}\n" + "\n".join((*lines, "active blue arrive")), *dice)


@rule("6.a")
def test_an_hq_takes_no_part_in_attacks() -> None:
    """It may neither attack, nor join, though it stands next to the enemy."""
    text = f"{FIELD}\nblue hq BHQ at 0404\nblue infantry A at 0503\nblue infantry B at 0402\nred hq RHQ at 0202\n"
    s = stage(f"{text}red infantry X at 0403\norder blue M\nactive blue attack")
    assert {c.piece for c in s.options("attack")} == {"A", "B"}
    refused = s.refused("attack", "BHQ", "0403")
    assert (refused.rule, refused.reason) == ("6.a", "An HQ does not attack.")
    s.do("attack", "A", "0403")
    assert s.options() == [Choice("join", "B"), Choice("pass")]


@rule("6.b")
def test_a_lost_hq_is_noted_and_the_regiment_only_passes() -> None:
    """Red's HQ dies under blue's attack; red, not yet activated this round, passes its activation."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred hq RHQ at 0403 sp=1\nred infantry X at 0202\n"
    s = stage(f"{text}active blue attack\norder red M\nround 2", 6, 1, 1, 1, 6, 6, 1, 1, goes_on=True)
    s.do("attack", "A", "0403")
    assert (s.last("hq lost").rule, s.last("hq lost").target) == ("6.b", "red")
    s.do("pass")  # no pursuit
    assert s.regiment("red").hq_lost == 2
    assert s.last("activated").piece == "red"
    assert (s.last("no hq").rule, s.last("no hq").piece) == ("6.b", "red")
    assert s.where("X") == "0202" and s.b.active < 0


@rule("6.b")
def test_no_orders_without_an_hq() -> None:
    """Only red is asked for an order."""
    s = stage(f"{FIELD}\nblue infantry A at 0503\n{RED}phase orders\nround 2")
    assert s.play.asked() == ["red"]


@rule("6.b")
def test_without_an_hq_a_stand_still_fights_back() -> None:
    """X has lost its HQ and throws its three dice."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred infantry X at 0403\nactive blue attack"
    s = stage(text, 1, 1, 1, 5, 1, 1).do("attack", "A", "0403")
    assert s.last("defence dice").dice == (5, 1, 1)


@rule("6.c")
@pytest.mark.parametrize(("before", "after"), [("M", "H"), ("R", "H"), ("H", "H"), ("D", "D")])
def test_status_without_an_hq(before: str, after: str) -> None:
    """At the next order step M and R turn to H, H and D stay."""
    s = stage(f"{FIELD}\nblue infantry A at 0503\n{RED}order blue {before}\nphase orders\nround 2", 6, 6, 1, 1)
    assert s.regiment("blue").order == before
    give(s.play, "red", "H")
    assert s.regiment("blue").order == after


@rule("6.c")
def test_the_status_stays_until_the_next_round() -> None:
    """In the round of the loss a regiment on M is still attacked as M."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred infantry X at 0403\norder red M\n"
    s = stage(f"{text}active blue attack", 5, 5, 1, 1, 1, 1).do("attack", "A", "0403")
    assert (s.last("attack dice").value, s.last("attack dice").text) == (1, "H attacks M")


@rule("6.d")
def test_companies_are_of_no_use_without_an_hq() -> None:
    """X's machine guns add no die, fire support and artillery cannot be called; yet a company may be lost."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred infantry X at 0403 company=mg\n"
    text += "red infantry Y at 0303 company=fs\nred battery N at 0103\n%sactive blue attack"
    s = stage(text % "", 6, 1, 1, 1, 1, 1).do("attack", "A", "0403")
    assert s.last("defence dice").dice == (1, 1, 1)  # nobody was asked for support
    assert s.options() == [Choice("lose", "X"), Choice("lose", "X-mg")]
    s = stage(text % "red hq RHQ at 0202\n", *(1,) * 7).do("attack", "A", "0403")
    assert s.options() == [Choice("fire support", "Y-fs"), Choice("gun", "N"), Choice("done")]
    assert s.do("done").last("defence dice").dice == (1, 1, 1, 1)


@rule("6.e", "6.g")
@pytest.mark.parametrize("order", ["H", "D"])
def test_no_shuffles_without_an_hq_nor_in_the_turn_it_returns(order: str) -> None:
    """A and B could change places and pass their company; with the new HQ set down the activation is over."""
    s = arriving(
        "blue infantry A at 0503 company=mg", "blue infantry B at 0603", RED, f"order blue {order}", "round 2"
    )
    assert s.asked == ("blue", "new hq")
    s.do("place", "blue-hq", "0504")
    assert s.asked == ("", "")
    assert not s.told("shifted")
    text = f"{FIELD}\nblue hq BHQ at 0504\nblue infantry A at 0503 company=mg\nblue infantry B at 0603\n{RED}"
    assert stage(f"{text}active blue support").asked == ("blue", "support shuffle")
    s = stage(f"{text}active blue arrive".replace("blue hq BHQ at 0504\n", "") + "\nhq-lost blue 1")
    assert s.told("no hq") and s.asked == ("", "")


@rule("6.f")
@pytest.mark.parametrize(("lost_in", "now", "comes"), [(1, 1, False), (1, 2, True), (1, 3, True), (3, 3, False)])
def test_the_hq_returns_in_the_round_after_its_loss(lost_in: int, now: int, comes: bool) -> None:
    """Not in the same round; in any later one."""
    s = arriving("blue infantry A at 0503", RED, f"hq-lost blue {lost_in}", f"round {now}")
    assert (s.asked == ("blue", "new hq")) is comes
    assert bool(s.told("no hq")) is not comes


@rule("6.f")
def test_the_new_hq_is_whole_and_without_a_company() -> None:
    """Six points; its lost company does not come with it."""
    s = arriving("blue hq BHQ at lost company=fs", "blue infantry A at 0503", RED, "round 2").do(
        "place", "BHQ", "0603"
    )
    assert (s.unit("BHQ").sp, s.where("BHQ"), s.unit("BHQ").company) == (6, "0603", -1)
    assert (s.last("hq returns").rule, s.last("hq returns").place) == ("6.h", "0603")


@rule("6.f")
def test_the_return_is_no_choice() -> None:
    """There is no way to decline, and where one hex is left nobody is asked."""
    s = arriving("blue infantry A at 0503", RED, "round 2")
    assert {c.do for c in s.options()} == {"place"}
    s = arriving(
        "blue infantry A at 0101",
        "blue infantry B at 0201",
        "red hq RHQ at 0601",
        "red infantry X at 0501",
        field=". . . . . .",
        dice=(),
    )
    assert s.where("blue-hq") == "0301"
    assert s.asked == ("", "")


@rule("6.g")
def test_after_the_return_nothing_moves_but_an_attack_is_allowed() -> None:
    """On H: one core stand in command of the new HQ may attack; no move is offered."""
    s = arriving(
        "blue infantry A at 0503",
        "blue infantry B at 0404",
        "red hq RHQ at 0202",
        "red infantry X at 0403",
        "round 2",
        dice=(1,) * 6,
    ).do("place", "blue-hq", "0603")
    assert s.b.stage == ATTACK
    assert s.asked == ("blue", "attack")
    s.do("attack", "A", "0403").done()
    assert (s.where("A"), s.where("B"), s.asked) == ("0503", "0404", ("", ""))  # even; nobody else joined


@rule("6.h")
def test_where_the_hq_returns() -> None:
    """Next to a stand of its regiment, free, out of enemy zones and not in the river."""
    river = "\n".join([*[". . . . . . ."] * 2, ". . . . . R .", *[". . . . . . ."] * 2])
    s = arriving(
        "blue infantry A at 0503",
        "blue infantry C at 0504 of=other",
        "blue hq OHQ at 0505 of=other",
        "red hq RHQ at 0202",
        "red infantry X at 0303",
        "round 2",
        field=river,
    )
    # Of A's six hexes 0603 is river, 0504 taken, 0403 next to X; 0402, 0502 and 0404 are left.
    assert s.places("place") == {"0402", "0404", "0502"}
    for place, why in (
        ("0504", "0504 is occupied."),
        ("0603", "0603 is in the river."),
        ("0403", "0403 is in an enemy zone of control."),
        ("0702", "0702 is not next to a stand of the Blue."),
    ):
        refused = s.refused("place", "blue-hq", place)
        assert (refused.rule, refused.reason) == ("6.h", why)


@rule("6.h")
def test_the_return_waits_until_there_is_a_hex() -> None:
    """In a valley between two enemies there is none: the regiment passes; a round later the way is free."""
    blocked = ("blue infantry A at 0301", "red hq RHQ at 0601", "red infantry X at 0501", "red infantry Z at 0101")
    s = arriving(*blocked, "hq-lost blue 1", "round 2", field=". . . . . .")
    assert s.told("no hq") and s.where("blue-hq") == "lost"
    s = arriving(*blocked[:3], "red infantry Z at lost", "hq-lost blue 1", "round 3", field=". . . . . .")
    assert s.where("blue-hq") == "0201"


# 6.i Overnight ---------------------------------------------------------------------------------------


def at_night(*lines: str, field: str = FIELD, first: tuple[int, ...] = (6, 6, 1, 1)) -> RegStage:
    return stage(
        f"{field}\n" + "\n".join((*lines, "phase night", "round 4", "supply blue none", "supply red none")), *first
    )


@rule("6.i", "6.h")
def test_an_hq_lost_in_the_last_round_is_back_in_the_morning() -> None:
    """First of all at night, placed like any other, and in the morning the regiment gets an order."""
    s = at_night("blue infantry A at 0503", RED, "hq-lost blue 4")
    assert s.asked == ("blue", "new hq")
    assert s.places("place") == {"0402", "0403", "0404", "0502", "0504", "0603"}
    s.do("place", "blue-hq", "0603")
    assert (s.last("hq returns").rule, s.unit("blue-hq").sp) == ("6.i", 6)
    assert s.do("done").asked[1] == "order"  # red's stands stay
    assert s.play.asked() == ["blue", "red"]
    assert (s.b.day, s.b.round) == (2, 1)


@rule("6.i")
def test_it_always_returns_even_into_a_zone() -> None:
    """Between two enemies every adjacent hex is in a zone: then that will do. One lost earlier has to wait."""
    tight = ("blue infantry A at 0301", "red hq RHQ at 0601", "red infantry X at 0501", "red infantry Z at 0101")
    s = at_night(*tight, "hq-lost blue 4", field=". . . . . .")
    assert s.places("place") == {"0201", "0401"}
    s = at_night(*tight, "hq-lost blue 3", field=". . . . . .")
    assert not s.told("hq returns")
    assert s.play.asked() == ["red"]


@rule("6.i")
def test_with_no_free_neighbour_the_nearest_free_hex_does() -> None:
    """A is walled in by X and Z: the HQ appears beyond them."""
    s = at_night(
        "blue infantry A at 0401",
        "red infantry X at 0501",
        "red hq RHQ at 0301",
        "hq-lost blue 4",
        field=". . . . . . .",
    )
    assert s.places("place") == {"0201", "0601"}
    s = at_night(
        "blue infantry A at 0401",
        "red infantry X at 0501",
        "red hq RHQ at 0301",
        "blue battery G at 0601",
        "hq-lost blue 4",
        field=". R . . . . . .",
    )
    assert s.places("place") == {"0101", "0701"}  # not into the river, and not where a friend stands


@rule("6.i")
def test_an_hq_lost_earlier_returns_where_it_can() -> None:
    """Lost in round 2 and kept away since: at night it comes if the place allows."""
    s = at_night("blue infantry A at 0503", RED, "hq-lost blue 2")
    assert s.asked == ("blue", "new hq")


@rule("6.i", "8.g")
def test_a_returned_hq_keeps_its_hex_and_takes_no_company() -> None:
    """Its new hex was not held when night fell: no stand and no company is shifted there."""
    s = at_night("blue infantry A at 0503 company=mg", "blue infantry B at 0603", RED, "hq-lost blue 4")
    s.do("place", "blue-hq", "0504")
    assert s.asked == ("blue", "night shuffle")
    assert s.options() == [Choice("shift", "A", "0603"), Choice("shift", "B", "0503"), Choice("done")]
    refused = s.refused("shift", "blue-hq", "0503")
    assert (refused.rule, refused.reason) == ("8.g", "Blue HQ has just returned and keeps its hex tonight.")
    s.do("done").do("done")  # red's stands
    assert s.options() == [Choice("shift", "A-mg", "B"), Choice("done")]


@rule("6.e")
def test_no_night_shuffle_while_the_hq_is_missing() -> None:
    """Blue's HQ cannot come back between X and Z; A and B stay where they are."""
    s = at_night(
        "blue infantry A at 0301 company=mg",
        "blue infantry B at 0401",
        "red hq RHQ at 0701",
        "red infantry X at 0601",
        "red infantry Z at 0101",
        "hq-lost blue 3",
        field=". . . . . . .",
    )
    assert s.asked == ("red", "night shuffle")


# 6.j -------------------------------------------------------------------------------------------------


@rule("6.j")
def test_a_regiment_of_nothing_but_its_hq_is_taken_off() -> None:
    """X, the last battalion, dies: HQ and company go too, at once, and the other regiment fights on."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nred hq RHQ at 0202 company=fs\n"
    text += "red infantry X at 0403 sp=1\nred hq OHQ at 0105 of=other\nred infantry Y at 0104 of=other\n"
    s = stage(f"{text}active blue attack", 6, 1, 1, 1).do("attack", "A", "0403").do("done").do("pass")
    assert (s.last("regiment gone").rule, s.last("regiment gone").piece) == ("6.j", "red")
    assert (s.where("RHQ"), s.company("RHQ-fs").host, s.regiment("red").gone) == ("lost", -1, True)
    assert s.where("OHQ") == "0105"


@rule("6.j")
def test_a_side_without_a_regiment_has_lost() -> None:
    """A barrage takes the last point of the last battalion."""
    text = f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503\nblue battery G at 0705\nred hq RHQ at 0202\n"
    s = stage(f"{text}red infantry X at 0403 sp=1\nphase guns", 6, 1).do("select", "G")
    s.do("barrage", "G", "0403")
    assert s.regiment("red").gone and s.where("RHQ") == "lost"
    assert s.play.result is not None
    assert (s.play.result.winner, s.play.result.reason) == ("blue", "Red has no regiment left")


@rule("6.j")
def test_both_sides_gone_in_one_combat_is_a_draw() -> None:
    """A and X destroy each other."""
    text = (
        f"{FIELD}\nblue hq BHQ at 0604\nblue infantry A at 0503 sp=1\nred hq RHQ at 0202\nred infantry X at 0403 sp=1"
    )
    s = stage(f"{text}\nactive blue attack", 6, 5).do("attack", "A", "0403")
    assert s.play.result is not None
    assert (s.play.result.winner, s.play.result.reason) == (None, "neither side has a regiment left")
