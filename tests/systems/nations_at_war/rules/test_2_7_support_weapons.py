"""2.7 Support Weapons."""

from collections.abc import Callable
from typing import Any

import pytest
from stage import stage

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import Play
from sandtable.testing import rule

ROW = " ".join([".."] * 14)  # A1 to N1


def shot(attacker: str, target: str, distance: int, *words: str) -> tuple[int, int] | str:
    """Dice and To-Hit of a plain shot along the row, or the rule that forbids it."""
    there = "ABCDEFGHIJKLMN"[distance]
    text = f"{ROW}\ngerman {attacker} P at A1 {' '.join(words)}\nsoviet {target} S at {there}1"
    s = stage(text, *[1] * 9)
    s.do("act", "P")
    if "S" not in s.places("fire", "P"):
        return s.refused("fire", "P", "S").rule
    s.do("fire", "P", "S")
    return (len(s.last("fired").dice), s.last("fired").need)


@rule("2.7.a", "2.7.3.a", "5.1.d")
def test_a_support_weapon_adds_to_its_platoon() -> None:
    """A Heavy Machine Gun: one more HE die and one more hex of range, in one single attack."""
    assert [shot("infantry", "guards-infantry", n, "weapon=hmg") for n in (1, 2, 3, 4, 6, 7)] == [
        *[(4, 4), (4, 5), (4, 5), (4, 6), (4, 6), "5.1.4.a"]
    ]
    assert [shot("infantry", "guards-infantry", n) for n in (2, 3)] == [(3, 5), (3, 6)]
    assert shot("infantry", "t-34-76", 1, "weapon=hmg") == (1, 5)  # nothing for its AP
    assert shot("infantry", "t-34-76", 1, "weapon=atr") == (2, 5)
    assert shot("infantry", "guards-infantry", 2, "weapon=atr") == (3, 5)


@pytest.mark.parametrize("weapon", ["bazooka", "piat"])
@rule("2.7.a", "2.7.3.b")
def test_bazooka_and_piat_only_have_a_plus(weapon: str) -> None:
    """A missed AP die is rolled again: no more hits than AP Firepower. Nothing for HE."""
    text = f"{ROW}\ngerman pioneer P at A1 weapon={weapon}\nsoviet t-34-76 S at B1\nsoviet guards-infantry G at B1"
    s = stage(text, *(5, 2, 5), *(1, 1))
    s.do("act", "P").do("fire", "P", "S").do("re-roll", number=2).done()
    assert (s.last("fired").dice, s.last("fired").value) == ((5, 5), 2)
    s = stage(text, *(1, 1, 1))
    s.do("act", "P").do("fire", "P", "G").done()
    assert s.last("fired").dice == (1, 1, 1)


@rule("2.7.2.b")
def test_a_reduced_platoon_keeps_the_full_weapon() -> None:
    """Reduced Infantry has HE 2; with the HMG it fires 3 dice, and only together with its own."""
    assert shot("infantry", "guards-infantry", 3, "reduced", "weapon=hmg") == (3, 5)
    s = stage(f"{ROW}\ngerman infantry P at A1 weapon=hmg disrupted\nsoviet guards-infantry S at C1").do("act", "P")
    assert not s.options("fire")


@rule("2.7.2.a")
def test_a_support_weapon_is_no_target_and_dies_with_its_platoon() -> None:
    """Only the platoon can be fired at; eliminated, it takes the weapon along. A step lost does not."""
    text = f"{ROW}\ngerman tiger P at A1\nsoviet guards-infantry S at G1 weapon=hmg disrupted"
    s = stage(text, *(5, 1, 1))
    s.do("act", "P")
    assert s.places("fire") == {"S"}
    s.do("fire", "P", "S").done()
    assert s.unit("S").steps == 1 and s.unit("S").weapon is not None
    s = stage(text, *(5, 5, 1))
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.where("S") == "eliminated" and s.unit("S").weapon is None


def until(play: Any, wanted: Callable[[Any], bool]) -> None:
    """Play on with the first option until a question comes up."""
    while not wanted(play.decision):
        play.choose(play.decision.options()[0])


@rule("2.7.1.a", "2.7.1.b")
def test_support_weapons_are_assigned_before_play_for_good() -> None:
    """The 71st Guards give their HMG to one Infantry platoon, not to the gun; it never changes hands."""
    system = NATIONS_AT_WAR
    play = Play(
        system, system.rules.new(system.shelf.find("nations_at_war/the-bridge-at-berezovyy-logg")), SampledChance(7)
    )
    until(play, lambda decision: decision.options()[0].do == "assign")
    decision = play.decision
    assert decision is not None and decision.rule == "2.7.1.a"
    fit = [u.id for u in play.battle.units if u.type.key == "guards-infantry"]
    assert [choice.to for choice in decision.options()] == fit and len(fit) == 5
    gun = next(u.id for u in play.battle.units if u.type.kind == "gun")
    with pytest.raises(IllegalChoice, match="Only Infantry and Armored Infantry can use Support Weapons, one each"):
        play.choose(Choice("assign", "hmg", gun))
    play.choose(Choice("assign", "hmg", fit[2]))
    for turn in range(400):
        if play.decision is None:
            break
        options = play.decision.options()
        play.choose(options[turn * 7 % len(options)])
        owners = [u.id for u in play.battle.units if u.weapon is not None]
        assert owners in ([fit[2]], [])
        if not owners:
            break


@rule("2.7.2.b", "2.7.3.a")
def test_a_mounted_platoon_fires_its_weapon_too() -> None:
    """The half-track's own HE and the gun's: one die and one hex of range more than without it."""
    plain = shot("panzergrenadier", "guards-infantry", 2, "mounted")
    armed = shot("panzergrenadier", "guards-infantry", 2, "mounted", "weapon=hmg")
    assert isinstance(plain, tuple) and isinstance(armed, tuple)
    assert armed[0] == plain[0] + 1
