"""2.5.6.2-2.5.6.5 Headquarters in combat: leading, hit checks, loss and replacement, rallies."""

import pytest
from stage import ELSEWHERE, NawStage, stage

from sandtable.systems.nations_at_war.showing.view import view
from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.systems.nations_at_war.state.pieces import Hq
from sandtable.table.decision import Choice
from sandtable.testing import rule


def hq(s: NawStage, id: str) -> Hq:
    found: Hq = next(hq for hq in s.b.hqs if hq.id == id)
    return found


def hq_at(s: NawStage, id: str) -> str:
    """Where an HQ is."""
    place = hq(s, id).hex
    return ELSEWHERE.get(place) or s.b.ground.names[place]


def acts(s: NawStage) -> list[tuple[str, str, bool]]:
    """Who may act: unit, second unit, with the HQ."""
    return [(choice.piece, choice.to, bool(choice.number)) for choice in s.options("act")]


# Combat ----------------------------------------------------------------------------------------------


@rule("2.5.6.f", "2.5.6.2.a", "2.5.6.a", "3.4.5")
def test_an_hq_is_no_target_and_does_not_attack() -> None:
    s = stage(
        """
        .. .. .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        soviet t-34-76 S at D1
        soviet hq 276th-tank-hq at D1
        """
    )
    refusal = s.refused("act", "505th-heavy-panzer-hq")
    assert (refusal.reason, refusal.rule) == ("An HQ never acts alone: it moves with a unit.", "2.5.6.a")
    s.do("act", "T", number=1)
    assert s.places("fire") == {"S"}
    found = [s.refused("fire", "T", name) for name in ("505th-heavy-panzer-hq", "276th-tank-hq", "Nobody")]
    assert [each.rule == "2.5.6.f" for each in found] == [True, True, False]
    refusal = s.refused("fire", "T", "276th-tank-hq")
    assert (refusal.reason, refusal.rule) == ("An HQ cannot be targeted.", "2.5.6.f")
    refusal = s.refused("fire", "505th-heavy-panzer-hq", "S")
    assert (refusal.reason, refusal.rule) == ("An HQ never attacks.", "2.5.6.2.a")


@rule("2.4.m", "2.5.6.2.b")
def test_leadership_example() -> None:
    """Two Pz IV with the 11th Panzer HQ at a T-34 five hexes away: five dice, then three."""
    s = stage(
        """
        .. .. .. .. .. ..
        german pzivg P1 at A1
        german pzivg P2 at A1
        german hq 11th-panzer-hq at A1
        soviet t-34-76 S at F1
        """,
        *(5, 5, 6, 1, 2),
        *(5, 1),
        *(1, 1, 1),
    )
    s.do("act", "P1")
    assert s.options("fire") == [Choice("fire", "P1", "S"), Choice("fire", "P1", "S", 1)]
    s.do("fire", "P1", "S", 1)
    fired = s.last("fired")
    assert (fired.dice, fired.need, fired.value) == ((5, 5, 6, 1, 2), 5, 3)
    assert [(m.amount, m.rule) for m in fired.modifiers] == [(2, "2.5.6.2.b")], "no range modifier at five hexes"
    assert s.last("saved").value == 1
    assert s.unit("S").disrupted and s.unit("S").steps == 1
    s.do("act", "P2")
    assert s.options("fire") == [Choice("fire", "P2", "S")]
    refusal = s.refused("fire", "P2", "S", 1)
    assert refusal.rule == "2.5.6.2.b"
    s.do("fire", "P2", "S").done()
    assert (s.last("fired").dice, s.last("fired").need) == ((1, 1, 1), 5)


@rule("2.5.6.2.b")
def test_leadership_is_for_stacked_units_of_its_formation() -> None:
    s = stage(
        """
        .. .. .. .. .. ..
        german tiger T at A1 in=heavy
        german hq 505th-heavy-panzer-hq at A1 in=heavy
        german pzivg P at A1 in=panzer
        german pzivg Q at B1 in=panzer
        german hq 11th-panzer-hq at B1 in=panzer
        soviet t-34-76 S at F1
        active german panzer
        """
    )
    s.do("act", "P")
    assert s.options("fire") == [Choice("fire", "P", "S")]


@rule("2.5.6.2.b", "5.3.a")
def test_leadership_once_in_an_enemy_impulse_too() -> None:
    """The HQ leads one Opportunity Fire shot in the enemy's impulse; the second one rolls plain dice."""
    s = stage(
        """
        .. .. .. .. .. .. .. ..
        soviet t-34-76 S at H1
        german pzivg P1 at A1
        german pzivg P2 at A1
        german hq 11th-panzer-hq at A1
        active soviet
        """,
        *(1,) * 5,
        *(1,) * 3,
    )
    s.do("act", "S").do("move", "", "G1")
    assert Choice("fire", "P1", "S", 1) in s.options()
    s.do("fire", "P1", "S", 1)
    assert len(s.last("fired").dice) == 5
    s.do("move", "", "F1")
    assert s.options("fire") == [Choice("fire", "P2", "S")]
    s.do("fire", "P2", "S").done()
    assert len(s.last("fired").dice) == 3


@rule("2.5.6.2.b", "5.3.1")
def test_an_hq_without_leadership_leads_nobody() -> None:
    """Reduced, the 31st Tank HQ has Leadership 0: no shot with it is offered, in its own impulse or the enemy's."""
    text = """
        .. .. .. .. .. ..
        soviet t-70a S at A1
        soviet hq 31st-tank-hq at A1 reduced
        german infantry I at D1
        """
    s = stage(text).do("act", "S", "", 1)
    assert s.options("fire") == [Choice("fire", "S", "I")]
    s = stage(f"{text}\nactive german").do("act", "I").do("move", "", "C1")
    assert s.options("fire") == [Choice("fire", "S", "I")]


@rule("2.5.6.2.b", "5.1.4.a", "5.3.a")
def test_leadership_is_no_reason_where_there_is_another() -> None:
    """Out of range with Leadership or without, the reason is the range; Leadership is used once and once only."""
    text = """
        .. .. .. .. .. .. .. .. .. .. .. .. .. ..
        german infantry I at A1
        german hq 320th-infantry-hq at A1
        soviet guards-infantry S at N1
        """
    s = stage(text).do("act", "I", "", 1)
    assert (
        "hexes away" in s.refused("fire", "I", "S", 1).reason and "hexes away" in s.refused("fire", "I", "S").reason
    )
    s = stage(text.replace("S at N1", "S at N1\nsoviet guards-infantry T at D1") + "active soviet")
    s.do("act", "T").do("move", "", "C1")
    assert s.refused("fire", "I", "S", 1).rule == "5.3.a"
    assert s.b.ground.numbers["leadership_uses"] == 1


@rule("2.5.6.2.b")
def test_leadership_adds_to_the_assault_factor() -> None:
    """Tiger 2 dice and 2 for its HQ."""
    s = stage(
        """
        .. .. ..
        german tiger T at A1
        german hq 505th-heavy-panzer-hq at A1
        soviet 45mm-atg G at B1
        """,
        *(4, 4, 4, 1),
        1,
    )
    s.do("act", "T", number=1).do("assault", "T", "B1").done()
    assert (s.told("struck")[0].dice, s.told("struck")[0].need) == ((4, 4, 4, 1), 4)
    assert hq(s, "505th-heavy-panzer-hq").led


CHECKED = """
    .. .. .. ..
    german pzivg P1 at D1
    german pzivg P2 at D1
    german hq 11th-panzer-hq at D1 {state}
    soviet t-34-76 S at A1
    active soviet
    """


@rule("2.5.6.2.c")
@pytest.mark.parametrize(
    ("state", "die", "steps"), [("", 1, 1), ("", 2, 2), ("", 6, 2), ("reduced", 1, 0), ("reduced", 2, 1)]
)
def test_hq_check(state: str, die: int, steps: int) -> None:
    """A unit with it is Disrupted: a 1 flips a full HQ and eliminates a reduced one; 2 to 6 do nothing."""
    s = stage(CHECKED.format(state=state), *(5, 1, 1), *(1, 1), die)
    s.do("act", "S").do("fire", "S", "P1").done()
    check = s.last("hq check")
    assert (check.rule, check.dice, check.need, check.value, check.modifiers) == (
        "2.5.6.2.c",
        (die,),
        2,
        int(die == 1),
        (),
    )
    assert hq(s, "11th-panzer-hq").steps == steps
    assert (hq_at(s, "11th-panzer-hq") == "eliminated") == (steps == 0)
    kinds = [event.kind for event in s.play.log if event.kind in ("hq check", "disrupted", "hq reduced")]
    assert kinds[:2] == ["hq check", "disrupted"], "the check comes first, then all results are applied"


@rule("2.5.6.2.c")
def test_no_check_when_all_hits_are_cancelled() -> None:
    s = stage(CHECKED.format(state=""), *(5, 1, 1), *(6, 1))
    s.do("act", "S").do("fire", "S", "P1").done()
    assert s.told("hq check") == []


@rule("2.5.6.2.c")
def test_one_check_an_attack_for_two_units_hurt() -> None:
    """Two mortar hits Disrupt both units of the stack: the HQ rolls once."""
    s = stage(
        """
        .. .. .. ..
        german infantry I1 at D1
        german infantry I2 at D1
        german hq 320th-infantry-hq at D1
        soviet american-81mm-mortar M at A1
        active soviet
        """,
        *(5, 5),
        2,
    )
    s.do("act", "M").do("bombard", "M", "D1").done()
    assert s.unit("I1").disrupted and s.unit("I2").disrupted
    assert len(s.told("hq check")) == 1


@rule("2.5.6.2.d", "2.5.6.2.c")
@pytest.mark.parametrize(
    ("state", "die", "steps"), [("", 1, 1), ("", 3, 1), ("", 4, 2), ("reduced", 3, 0), ("reduced", 4, 1)]
)
def test_hq_check_with_minus_two_when_one_of_two_units_dies(state: str, die: int, steps: int) -> None:
    text = CHECKED.format(state=state).replace("P1 at D1", "P1 at D1 reduced disrupted")
    s = stage(text, *(5, 1, 1), *(1, 1), die)
    s.do("act", "S").do("fire", "S", "P1").done()
    assert s.where("P1") == "eliminated"
    check = s.last("hq check")
    assert (check.rule, check.dice, check.need, check.value) == ("2.5.6.2.d", (die,), 2, int(die <= 3))
    assert [(m.amount, m.rule) for m in check.modifiers] == [(-2, "2.5.6.2.d")]
    assert hq(s, "11th-panzer-hq").steps == steps


@rule("2.5.6.2.d")
def test_minus_two_whichever_unit_of_the_hex_dies() -> None:
    """The unit lost belongs to another Formation; one of the HQ's own survives."""
    text = CHECKED.format(state="").replace("P1 at D1", "P1 at D1 reduced disrupted in=other")
    s = stage(text, *(5, 1, 1), *(1, 1), 3)
    s.do("act", "S").do("fire", "S", "P1").done()
    assert s.last("hq check").rule == "2.5.6.2.d"
    assert hq(s, "11th-panzer-hq").steps == 1


@rule("2.5.6.b", "2.5.6.2.e")
def test_the_hq_dies_with_its_stack_without_a_die() -> None:
    s = stage(
        """
        .. .. .. ..
        german pzivg P at D1 reduced disrupted
        german hq 11th-panzer-hq at D1
        soviet t-34-76 S at A1
        active soviet
        """,
        *(5, 1, 1),
        *(1, 1),
    )
    s.do("act", "S").do("fire", "S", "P").done()
    assert hq_at(s, "11th-panzer-hq") == "eliminated"
    assert s.told("hq check") == []
    assert s.last("hq eliminated").rule == "2.5.6.2.e"


@rule("2.5.6.2.e")
def test_a_whole_stack_killed_by_one_attack_takes_the_hq_along() -> None:
    """A mortar hits two reduced Disrupted platoons; one HQ, no die for it."""
    s = stage(
        """
        .. .. .. ..
        german infantry I1 at D1 reduced disrupted
        german infantry I2 at D1 reduced disrupted
        german hq 320th-infantry-hq at D1
        soviet american-81mm-mortar M at A1
        active soviet
        """,
        *(5, 5),
    )
    s.do("act", "M").do("bombard", "M", "D1").done()
    assert (s.where("I1"), s.where("I2"), hq_at(s, "320th-infantry-hq")) == ("eliminated",) * 3


@rule("2.5.6.b", "2.5.6.2.e")
def test_a_unit_of_another_formation_does_not_keep_the_hq_alive() -> None:
    text = (
        CHECKED.format(state="")
        .replace("P1 at D1", "P1 at D1 reduced disrupted")
        .replace("P2 at D1", "P2 at D1 in=other")
    )
    s = stage(text, *(5, 1, 1), *(1, 1))
    s.do("act", "S").do("fire", "S", "P1").done()
    assert s.where("P2") == "D1"
    assert hq_at(s, "11th-panzer-hq") == "eliminated"


@rule("2.5.6.2.f")
@pytest.mark.parametrize(
    ("kind", "key", "wrecks"), [("pzivg", "11th-panzer-hq", 1), ("infantry", "320th-infantry-hq", 0)]
)
@pytest.mark.parametrize("there", [False, True])
def test_a_vehicle_hq_leaves_a_wreck_where_there_is_none(kind: str, key: str, wrecks: int, there: bool) -> None:
    """A mortar Disrupts the unit, the reduced HQ rolls a 1."""
    s = stage(
        f"""
        .. .. .. ..
        german {kind} U at D1
        german hq {key} at D1 reduced
        soviet american-81mm-mortar M at A1
        active soviet
        {"marker wreck D1" if there else ""}
        """,
        *(5, 1),
        *(1,) * ((kind == "pzivg") + there),  # armour and Wreck give a die each
        1,
    )
    s.do("act", "M").do("bombard", "M", "D1").done()
    assert hq_at(s, key) == "eliminated"
    assert [(event.place, event.rule) for event in s.told("wreck")] == [("D1", "2.5.6.2.f")] * (wrecks and not there)
    assert bool(s.b.wrecks) == bool(wrecks or there)


@rule("2.5.6.2.g")
def test_an_hq_is_never_disrupted() -> None:
    """Its unit is Disrupted, the HQ reduced: it has no Disrupted marker and still commands and rallies."""
    s = stage(CHECKED.format(state="") + "cup german\nend-turns 2", *(5, 1, 1), *(1, 1), 1, 1, *(4, 5), goes_on=True)
    s.do("act", "S").do("fire", "S", "P1").done()
    piece = next(piece for piece in view(s.play, "german").pieces if piece.kind == "hq")
    assert piece.markers == () and piece.steps == 1
    assert [(m.amount, m.rule) for m in s.last("morale check").modifiers] == [(-1, "3.4.3.c")]
    assert s.told("command check") == []


# Replacement -----------------------------------------------------------------------------------------

CCB = """
    .. .. .. .. ..
    german m3-lee L1 at A1
    german m3-lee L2 at C1{second}
    german american-armored-infantry A at E1
    german hq ccb-hq at eliminated
    phase removal
    turns 1
    """


@rule("2.5.6.3.a", "2.5.6.c")
def test_replacement_example() -> None:
    """CCB HQ returns reduced in any hex with an M3 Lee of CCB, not with the Armored Infantry."""
    s = stage(CCB.format(second=""), goes_on=True)
    assert s.asked == ("german", "hq replacement")
    assert s.options() == [Choice("place", "ccb-hq", "A1"), Choice("place", "ccb-hq", "C1")]
    refusal = s.refused("place", "ccb-hq", "E1")
    assert refusal.reason == "CCB HQ returns with a M3 Lee of its Formation; none is in E1."
    s.do("place", "ccb-hq", "C1")
    assert (hq_at(s, "ccb-hq"), hq(s, "ccb-hq").steps) == ("C1", 1)
    assert s.last("hq returned").place == "C1"


@rule("2.5.6.3.a")
def test_with_one_hex_to_return_to_nobody_is_asked() -> None:
    s = stage(CCB.format(second=" in=cca"), goes_on=True)
    assert s.play.result is not None
    assert hq_at(s, "ccb-hq") == "A1", "the M3 Lee at C1 is of another Formation"


@rule("2.5.6.3.b")
def test_without_a_unit_of_its_type_the_hq_never_returns_and_all_must_check() -> None:
    text = """
        .. .. .. .. ..
        german m4-sherman M at A1
        german american-armored-infantry A at C1
        german hq ccb-hq at eliminated
        """
    s = stage(text + "phase removal\nturns 1", goes_on=True)
    assert s.told("hq returned") == []
    s = stage(text + "phase command", *(3, 4), *(4, 4))
    assert [(event.place, event.value) for event in s.told("command check")] == [("A1", 1), ("C1", 0)]


@rule("2.5.6.3.a", "2.5.6.c")
def test_the_return_waits_while_every_hex_has_an_hq() -> None:
    """The only M3 Lee stands with the HQ of another Formation; when it has moved away, the HQ returns."""
    text = """
        .. ..
        german m3-lee L at A1 in=ccb
        german hq ccb-hq at eliminated in=ccb
        german tiger T at {there} in=heavy
        german hq 505th-heavy-panzer-hq at {there} in=heavy
        phase removal
        turns 1
        """
    s = stage(text.format(there="A1"), goes_on=True)
    assert hq_at(s, "ccb-hq") == "eliminated"
    s = stage(text.format(there="B1"), goes_on=True)
    assert hq_at(s, "ccb-hq") == "A1"


@rule("2.5.6.3.a")
def test_an_hq_may_return_with_a_unit_that_waits_off_the_map() -> None:
    """It enters with that unit; until then the units on the map must check."""
    text = """
        .. .. ..
        german m3-lee L at off
        german american-armored-infantry A at C1
        german hq ccb-hq at {where} reduced
        edge german A1
        """
    s = stage(text.format(where="eliminated") + "phase removal\nturns 1", goes_on=True)
    assert (hq_at(s, "ccb-hq"), hq(s, "ccb-hq").steps) == ("off", 1)
    assert [event.kind for event in s.play.log if event.piece == "ccb-hq"] == ["hq waits"]
    s = stage(text.format(where="off") + "phase command", *(3, 4))
    assert [event.place for event in s.told("command check")] == ["C1"]
    assert ("L", "", True) in acts(s) and ("L", "", False) not in acts(s)
    s.do("act", "L", number=1).do("move", "", "A1")
    assert hq_at(s, "ccb-hq") == "A1"


@rule("2.5.6.3.a", "2.5.6.c")
@pytest.mark.parametrize(("second", "where"), [("", "eliminated"), ("german m3-lee M at off", "off")])
def test_off_the_map_too_an_hq_returns_with_a_unit_that_no_other_hq_needs(second: str, where: str) -> None:
    """The sub-HQ waits with the only M3 Lee; with a second one there is room for the HQ as well."""
    s = stage(
        f"""
        .. ..
        german m3-lee L at off
        {second}
        german sub-hq ccb-sub-hq at off
        german hq ccb-hq at eliminated
        edge german A1
        phase removal
        turns 1
        """,
        goes_on=True,
    )
    assert hq_at(s, "ccb-hq") == where


@rule("2.5.6.3.a")
def test_a_reduced_hq_that_falls_returns_once_more_in_the_next_marker_removal_phase() -> None:
    s = stage(CHECKED.format(state="reduced") + "turns 1", *(5, 1, 1), *(1, 1), 1, goes_on=True)
    s.do("act", "S").do("fire", "S", "P1").done()
    kinds = [event.kind for event in s.play.log if event.piece == "11th-panzer-hq" or event.kind == "marker removal"]
    assert kinds == ["hq check", "hq eliminated", "marker removal", "hq returned"]
    assert (hq_at(s, "11th-panzer-hq"), hq(s, "11th-panzer-hq").steps) == ("D1", 1)


@rule("2.5.6.3.a")
def test_a_living_hq_stays_as_it_is() -> None:
    s = stage(CCB.format(second="").replace("ccb-hq at eliminated", "ccb-hq at A1 reduced"), goes_on=True)
    assert s.told("hq returned") == []
    assert (hq_at(s, "ccb-hq"), hq(s, "ccb-hq").steps) == ("A1", 1)


@rule("2.5.6.4")
@pytest.mark.parametrize("mounted", ["", "mounted"])
def test_an_armored_infantry_hq_returns_with_a_platoon_on_foot_or_mounted(mounted: str) -> None:
    s = stage(
        f"""
        .. ..
        german american-armored-infantry A at B1 {mounted}
        german m3-lee L at A1
        german hq american-armored-infantry-hq at eliminated
        phase removal
        turns 1
        """,
        goes_on=True,
    )
    assert (hq_at(s, "american-armored-infantry-hq"), hq(s, "american-armored-infantry-hq").steps) == ("B1", 1)


# Rally -----------------------------------------------------------------------------------------------


@rule("2.5.6.5", "2.4.m", "3.4.3.c")
@pytest.mark.parametrize(
    ("state", "dice", "rallied"), [("", (5, 5), True), ("", (5, 6), False), ("reduced", (5, 5), False)]
)
def test_leadership_helps_every_unit_in_the_hex_to_rally(state: str, dice: tuple[int, int], rallied: bool) -> None:
    """11th Panzer: Morale 8, Leadership 2 (reduced 1): a roll of 10 rallies only with the full HQ."""
    s = stage(
        f"""
        .. .. ..
        german pzivg P1 at A1 disrupted
        german pzivg P2 at A1 disrupted
        german pzivg P3 at B1 disrupted
        german hq 11th-panzer-hq at A1 {state}
        phase rally
        """,
        *dice,
        *dice,
        *(4, 5),
    )
    s.done()
    checks = s.told("morale check")
    leadership = 1 if state else 2
    assert [[m.amount for m in check.modifiers] for check in checks] == [[-leadership], [-leadership], []]
    assert (not s.unit("P1").disrupted, not s.unit("P2").disrupted) == (rallied, rallied)
    assert s.unit("P3").disrupted, "a 9 without the HQ"
    assert faults(s.b) == []
