"""Chapter 4: both sides throw, then losses: how many a hex takes, who takes them, what goes first."""

import pytest
from reg_stage import RegStage, stage

from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . ."] * 5)
DUEL = f"""{FIELD}
blue hq BHQ at 0604
red hq RHQ at 0202
active blue attack
"""


def duel(*lines: str, dice: tuple[int, ...], on: str = "0403") -> RegStage:
    """Blue's A attacks a hex, 0403 unless said otherwise."""
    return stage(DUEL + "\n".join(lines), *dice).do("attack", "A", on)


def lost(s: RegStage) -> list[str]:
    """Every loss in its order."""
    return [e.piece for e in s.play.log if e.kind in ("strength lost", "company lost")]


def pair(*more: str, a: str = "", b: str = "", x: str = "", call: str = "", dice: tuple[int, ...]) -> RegStage:
    """Two stands of a regiment on M in close combat with X, who turns to A."""
    s = duel(
        "order blue M",
        f"blue infantry A at 0503 {a}",
        f"blue infantry B at 0404 {b}",
        f"red infantry X at 0403 {x}",
        *more,
        dice=dice,
    ).do("join", "B")
    if call:
        s.do("fire support", call)
    return s.do("oppose", "A")


# The throw -----------------------------------------------------------------------------------------


@rule("4.a")
def test_both_sides_throw_before_anything_is_lost() -> None:
    """X throws three dice although the same throw takes two of its three points; both pools are read by the chart."""
    s = duel("blue infantry A at 0503", "red infantry X at 0403 sp=3", dice=(6, 6, 1, 5, 5, 4)).done()
    attack, defence = s.last("attack dice"), s.last("defence dice")
    assert (attack.dice, attack.need, attack.value, attack.rule) == ((6, 6, 1), 6, 2, "3.2.a")
    assert (defence.dice, defence.need, defence.value, defence.rule) == ((5, 5, 4), 5, 2, "3.2.b")
    kinds = [e.kind for e in s.play.log if e.kind in ("attack dice", "defence dice", "strength lost")]
    assert kinds == ["attack dice", "defence dice", *["strength lost"] * 4]
    assert (s.unit("X").sp, s.unit("A").sp) == (1, 3)


@rule("4.a")
def test_a_stand_that_dies_has_thrown_its_dice() -> None:
    """X, down to two points, is destroyed by two hits, and its own two dice still count."""
    s = duel(
        "blue infantry A at 0503",
        "red infantry X at 0403 sp=2",
        "red infantry Y at 0102",
        dice=(6, 6, 1, 5, 6),
    )
    assert s.last("defence dice").dice == (5, 6)
    assert (s.where("X"), s.unit("A").sp) == ("lost", 3)
    assert s.asked == ("blue", "pursuit")


# 4.b, 4.e, 4.f The attacked hex ----------------------------------------------------------------------


@rule("4.b")
@pytest.mark.parametrize(("dice", "hits", "left"), [((6, 1, 1), 1, 4), ((6, 6, 1), 2, 3), ((6, 6, 6), 3, 3)])
def test_a_hex_loses_two_at_most(dice: tuple[int, ...], hits: int, left: int) -> None:
    """Three hits are told as three and cost two."""
    s = duel("blue infantry A at 0503", "red infantry X at 0403", dice=(*dice, 1, 1, 1))
    assert s.last("attack dice").value == hits
    assert s.unit("X").sp == left
    assert lost(s) == ["X"] * min(hits, 2)
    assert [e.rule for e in s.told("strength lost")] == ["4.b"] * min(hits, 2)


@rule("4.b", "4.e")
@pytest.mark.parametrize(
    ("choices", "sp", "company"), [(["X", "X"], 3, True), (["X", "X-at"], 4, False), (["X-at"], 4, False)]
)
def test_the_owner_pays_with_strength_or_the_company(choices: list[str], sp: int, company: bool) -> None:
    """Two losses: both off the core stand, or one and the company; there is but one company to give."""
    s = duel("blue infantry A at 0503", "red infantry X at 0403 company=at", dice=(6, 6, 1, 1, 1, 1, 1))
    assert s.asked == ("red", "loss")
    assert s.options() == [Choice("lose", "X"), Choice("lose", "X-at")]
    for piece in choices:
        s.do("lose", piece)
    assert len(lost(s)) == 2
    assert s.unit("X").sp == sp
    assert (s.unit("X").company >= 0, s.company("X-at").host >= 0) == (company, company)


@rule("4.b", "4.e", "4.f")
def test_what_was_not_hit_loses_nothing() -> None:
    """The fire support that helps from another hex, and the HQ, cannot take the loss."""
    s = duel(
        "blue infantry A at 0503",
        "red infantry X at 0403 company=at",
        "red infantry Y at 0303 company=fs",
        dice=(6, 1, 1, 1, 1, 1, 1, 1),
    ).do("fire support", "Y-fs")
    for piece in ("Y", "Y-fs", "RHQ"):
        refused = s.refused("lose", piece)
        assert refused.rule == "4.e"
        assert refused.reason == "Losses come off the core stand or the company in the hex that was hit."


@rule("4.f")
def test_the_company_goes_before_its_stand_dies() -> None:
    """With one point left a loss must be the company; the next one destroys the stand."""
    s = duel(
        "blue infantry A at 0503 company=mg sp=1",
        "red infantry X at 0403",
        dice=(1, 1, 5, 5, 1),
    )
    assert lost(s) == ["A-mg", "A"]  # nobody was asked: there was one way each time
    assert s.where("A") == "lost"
    assert s.last("destroyed").rule == "1.3.a"


@rule("4.f")
def test_two_losses_that_would_kill_take_the_company() -> None:
    """Two points and a company: whichever goes first, two losses leave the stand alive, never the company alone."""
    for first in ("X", "X-at"):
        s = duel("blue infantry A at 0503", "red infantry X at 0403 sp=2 company=at", dice=(6, 6, 1, 5, 5, 5))
        s.do("lose", first)
        assert s.unit("X").sp == 1
        assert s.company("X-at").host < 0


@rule("4.f")
def test_the_last_point_is_refused_while_the_company_is_there() -> None:
    """Of two hit stands the attacker may not empty the one whose company would be left alone."""
    s = pair(a="sp=1 company=mg", dice=(1,) * 5 + (5, 1, 1))
    refused = s.refused("lose", "A")
    assert refused.rule == "4.f"
    assert refused.reason == "A is at its last strength point: Machine-gun company of A must be removed first."
    assert s.options() == [Choice("lose", "A-mg"), Choice("lose", "B")]


# 4.c, 4.d The attackers ------------------------------------------------------------------------------


@rule("4.c")
@pytest.mark.parametrize(("choices", "left"), [(["A", "A"], (3, 5)), (["A", "B"], (4, 4)), (["B", "B"], (5, 3))])
def test_attackers_share_as_they_like(choices: list[str], left: tuple[int, int]) -> None:
    """Two hits on two assaulting stands: the attacker says who takes them."""
    s = pair(dice=(1,) * 6 + (5, 5, 1))
    assert s.asked == ("blue", "loss")
    for piece in choices:
        s.do("lose", piece)
    assert (s.unit("A").sp, s.unit("B").sp) == left
    assert {e.rule for e in s.told("strength lost")} == {"4.c"}


@rule("4.c")
def test_two_stands_at_a_distance_share_too() -> None:
    """The same freedom where both only fired."""
    s = duel(
        "order blue M",
        "blue infantry A at 0603",
        "blue infantry B at 0504",
        "red infantry X at 0403",
        dice=(1,) * 6 + (5, 1, 1),
    ).do("join", "B")
    s.do("oppose", "A")
    assert s.options() == [Choice("lose", "A"), Choice("lose", "B")]
    assert s.do("lose", "B").unit("B").sp == 4


@rule("4.b", "4.c")
def test_each_attacking_hex_loses_two() -> None:
    """Five hits: two losses a hex, four in all, the fifth is void; a third from the same hex is refused."""
    s = pair("red infantry Y at 0303 company=fs", x="company=at", dice=(1,) * 6 + (5, 5, 5, 5, 5))
    s.do("fire support", "Y-fs")
    s.do("lose", "A").do("lose", "A")
    # Only B is left to take the other two, so nobody is asked any more.
    assert s.last("defence dice").value == 5
    assert lost(s) == ["A", "A", "B", "B"]
    assert (s.unit("A").sp, s.unit("B").sp) == (3, 3)


@rule("4.b")
def test_a_third_loss_of_a_hex_is_refused() -> None:
    """A's hex is full after two, B with its company still chooses."""
    s = pair(b="company=mg", dice=(1,) * 7 + (5, 5, 5))
    s.do("lose", "A").do("lose", "A")
    refused = s.refused("lose", "A")
    assert (refused.rule, refused.reason) == ("4.b", "A's hex has lost two; it can lose no more in this combat.")
    assert s.options() == [Choice("lose", "B"), Choice("lose", "B-mg")]


@rule("4.c")
def test_only_those_who_attacked_lose() -> None:
    """A third stand of the regiment, and the fire support that was called, stay whole."""
    s = pair("blue infantry C at 0504 company=fs", call="C-fs", dice=(1,) * 7 + (5, 1, 1))
    for piece in ("C", "C-fs", "BHQ"):
        refused = s.refused("lose", piece)
        assert (refused.rule, refused.reason) == ("4.c", "Only stands that took part in the attack take losses.")
    assert s.options() == [Choice("lose", "A"), Choice("lose", "B")]


def mixed(*, dice: tuple[int, ...], a: str = "") -> RegStage:
    """A in close combat, F firing from two hexes away."""
    return duel(
        "order blue M",
        f"blue infantry A at 0503 {a}",
        "blue infantry F at 0504",
        "red infantry X at 0403",
        dice=dice,
    ).do("join", "F")


@rule("4.d")
def test_in_a_mixed_attack_close_combat_loses_first() -> None:
    """The first loss comes off A; the second may come off F, who only fired."""
    s = mixed(a="company=mg", dice=(1,) * 7 + (5, 5, 1))
    assert s.options() == [Choice("lose", "A"), Choice("lose", "A-mg")]
    refused = s.refused("lose", "F")
    assert (refused.rule, refused.reason) == ("4.d", "The first loss must come off the stand in close combat.")
    s.do("lose", "A-mg")
    assert s.options() == [Choice("lose", "A"), Choice("lose", "F")]
    assert s.do("lose", "F").unit("F").sp == 4


@rule("4.d")
def test_a_single_loss_is_the_close_combat_stands() -> None:
    """With one hit nobody is asked."""
    s = mixed(dice=(1,) * 6 + (5, 1, 1))
    assert lost(s) == ["A"]
