"""5.1.6 and 2.5.5 Mortars: attacks on a hex, indirect fire, smoke rounds."""

import pytest
from stage import NawStage, stage

from sandtable.systems.nations_at_war.reading.book import rulebook
from sandtable.testing import rule

ROW = " ".join([".."] * 13)  # A1 to M1
MORTAR = "german american-81mm-mortar M at A1"


def bombarded(text: str, to: str, *dice: int) -> NawStage:
    """M at A1 fires at a hex."""
    s = stage(f"{text}\n{MORTAR}\nactive german", *dice)
    s.do("act", "M").do("bombard", "M", to).done()
    return s


# Direct fire -------------------------------------------------------------------------------------


@rule("5.1.6.d", "5.1.6.b", "5.1.6.e", "5.1.6.i")
def test_mortar_example() -> None:
    """81mm at a Clear hex 10 away, a PzIVG and Armored Infantry on foot: 4 and 6 hit once, the one die shows 4,
    odd is the tank: a 3 Disrupts the PzIVG."""
    text = f"{ROW}\nsoviet pzivg Tank at K1\nsoviet panzergrenadier Foot at K1"
    s = bombarded(text, "K1", 4, 6, 4, 3)
    bombarded_event, covered, odd = s.last("bombarded"), s.last("covered"), s.last("odd hit")
    assert (bombarded_event.dice, bombarded_event.need, bombarded_event.value) == ((4, 6), 5, 1)
    assert (covered.dice, covered.need, covered.value) == ((4,), 5, 0)
    assert [(m.amount, m.rule) for m in covered.modifiers] == [(1, "5.1.6.d")]
    assert (odd.piece, odd.dice, odd.rule) == ("Tank", (3,), "5.1.6.e")
    assert s.unit("Tank").disrupted and not s.unit("Foot").disrupted
    assert s.unit("Tank").steps == 2


@rule("5.1.6.d", "5.1.6.e", "5.1.3.a", "5.1.3.b")
def test_mortar_example_with_two_infantry_platoons() -> None:
    """No tank, no defensive die; an even die is the second platoon's."""
    text = f"{ROW}\nsoviet panzergrenadier One at K1\nsoviet panzergrenadier Two at K1"
    s = bombarded(text, "K1", 4, 6, 2)
    assert not s.told("covered") and s.last("odd hit").piece == "Two"
    assert (s.unit("One").disrupted, s.unit("Two").disrupted) == (False, True)


@rule("5.1.6.a", "2.5.5.1.a", "5.1.6.g")
def test_mortars_attack_hexes_in_sight() -> None:
    """Hexes that hold enemies, soft or hard, in its own sight; not units, and nothing behind the Woods."""
    s = stage(
        """
        .. .. .. ..
        .. .. .. ..
        W. .. .. ..
        .. .. .. ..
        german american-81mm-mortar M at A1
        german infantry Friend at D1
        soviet guards-infantry Foot at C1
        soviet t-34-76 Tank at D3
        soviet t-34-76 Hidden at A4
        """
    ).do("act", "M")
    assert s.places("bombard") == {"C1", "D3"}
    assert not s.options("fire")
    assert s.refused("fire", "M", "Foot").rule == "5.1.6.a"
    assert s.refused("bombard", "M", "B1").reason == "There is no enemy in B1."
    assert s.refused("bombard", "M", "A4").rule == "5.1.6.g"
    s.do("hold").do("act", "Friend")
    assert s.refused("bombard", "Friend", "C1").reason == "Friend is not a mortar: it fires at a unit."


@rule("5.1.6.b", "5.1.6.a")
def test_mortar_has_no_ap() -> None:
    """Its HE dice serve against armour too."""
    s = bombarded(f"{ROW}\nsoviet t-34-76 Tank at K1", "K1", 5, 1, 1)
    assert s.last("bombarded").dice == (5, 1) and s.unit("Tank").disrupted
    weapons = rulebook().units["american-81mm-mortar"].sides[0][2]
    assert weapons.ap is None and weapons.he is not None


@rule("2.5.5.1.b", "5.1.5.1")
def test_mortar_range_is_a_limit() -> None:
    """10 hexes and not 11; no bonus at 1."""
    s = stage(f"{ROW}\n{MORTAR}\nsoviet guards-infantry In at K1\nsoviet guards-infantry Out at L1").do("act", "M")
    assert s.places("bombard") == {"K1"}
    refusal = s.refused("bombard", "M", "L1")
    assert (refusal.reason, refusal.rule) == ("L1 is 11 hexes away; M reaches 10.", "2.5.5.1.b")
    s = bombarded(f"{ROW}\nsoviet guards-infantry S at B1", "B1", 4, 4)
    assert (s.last("bombarded").need, s.last("bombarded").value) == (5, 0)


@rule("5.1.6.c", "TEC.note1", "5.1.6.d", "CTEC.at_ditch")
def test_defence_against_mortars() -> None:
    """One roll for the hex with the infantry's dice of the terrain; a Wreck counts; no hill, concealment, smoke."""
    cases: list[tuple[str, str, list[str]]] = [
        ("W.", "", ["TEC.woods"]),
        ("C.", "", ["TEC.city"]),
        ("F.", "", ["TEC.wooded_hill"]),
        ("..", "marker wreck E1\nmarker smoke2 E1", ["CTEC.wreck"]),
        ("..", "marker ditch E1", ["CTEC.at_ditch"]),
    ]
    for terrain, marker, why in cases:
        dice = 2 if terrain == "C." else 1
        text = f".. .. .. .. {terrain}\nsoviet guards-infantry S at E1\n{marker}"
        s = bombarded(text, "E1", 6, 1, *[4] * dice)
        covered = s.last("covered")
        assert ([m.rule for m in covered.modifiers], covered.need, covered.value) == (why, 5, 0)
        assert s.unit("S").disrupted
    s = bombarded(".. .. .. .. H.\nsoviet guards-infantry S at E1", "E1", 6, 1)
    assert not s.told("covered") and s.unit("S").disrupted


@rule("5.1.6.c", "5.1.6.d")
def test_one_roll_for_a_hex_with_a_tank() -> None:
    """Tank and infantry in a City: 2 dice of the infantry and 1 for the tank, beyond the two of 5.1.2.2."""
    text = ".. .. .. .. C.\nsoviet t-34-76 Tank at E1\nsoviet guards-infantry Foot at E1"
    s = bombarded(text, "E1", 6, 6, *(5, 5, 1))
    assert len(s.told("covered")) == 1 and len(s.last("covered").dice) == 3
    assert not s.unit("Tank").disrupted and not s.unit("Foot").disrupted


@rule("5.1.6.e")
def test_hits_are_shared_evenly() -> None:
    """Two hits: one each, and no die; with Leadership three: the odd one at random."""
    text = f"{ROW}\nsoviet guards-infantry One at E1\nsoviet guards-infantry Two at E1"
    s = bombarded(text, "E1", 6, 6)
    assert s.unit("One").disrupted and s.unit("Two").disrupted and not s.told("odd hit")
    s = stage(f"{text}\n{MORTAR}\ngerman hq 320th-infantry-hq at A1\nactive german", 6, 6, 6, 2)
    s.do("act", "M", number=1).do("bombard", "M", "E1", 1).done()
    assert [(s.unit(id).disrupted, s.unit(id).steps) for id in ("One", "Two")] == [(True, 2), (True, 1)]


@rule("5.1.6.f")
def test_armour_is_only_disrupted() -> None:
    """Two hits on a tank Disrupt it; on a Disrupted one they do nothing and fall on nobody else."""
    s = bombarded(f"{ROW}\nsoviet t-34-76 Tank at E1", "E1", 6, 6, 1)
    assert (s.unit("Tank").disrupted, s.unit("Tank").steps) == (True, 2)
    s = bombarded(f"{ROW}\nsoviet t-34-76 Tank at E1 disrupted reduced", "E1", 6, 6, 1)
    assert (s.unit("Tank").disrupted, s.unit("Tank").steps) == (True, 1)
    text = f"{ROW}\nsoviet t-34-76 Tank at E1 disrupted\nsoviet guards-infantry Foot at E1"
    s = bombarded(text, "E1", 6, 1, 1, 1)
    assert s.last("odd hit").piece == "Tank" and not s.unit("Foot").disrupted and s.unit("Tank").steps == 2
    s = bombarded(f"{ROW}\nsoviet guards-infantry Foot at E1", "E1", 6, 6)
    assert s.unit("Foot").steps == 1  # infantry loses its step


@rule("5.1.6.i", "5.1.6.j")
def test_after_mortar_fire() -> None:
    """Only the target hex is hit, and the mortar is Ops Complete."""
    s = bombarded(f"{ROW}\nsoviet guards-infantry S at E1\nsoviet guards-infantry Next at F1", "E1", 6, 6)
    assert s.unit("M").ops_complete and s.unit("S").steps == 1
    assert (s.unit("Next").disrupted, s.unit("Next").steps) == (False, 2)


# Opportunity Fire --------------------------------------------------------------------------------


@rule("2.5.5.1.a", "5.3.b", "5.1.6.a", "5.3.a")
def test_mortar_opportunity_fire() -> None:
    """It names one moving unit, which alone takes the hits; the dice are those of the hex."""
    s = stage(
        f"""
        {ROW}
        german pzivg P at C1
        german infantry Q at C1
        soviet american-81mm-mortar M at K1
        """,
        *(6, 6),
        *(1,),  # a tank is in the hex
    )
    s.do("act", "P", "Q").do("move", "", "D1")
    assert {(c.piece, c.to) for c in s.options("fire")} == {("M", "P"), ("M", "Q")}
    s.do("fire", "M", "Q").done()
    assert (s.unit("Q").disrupted, s.unit("Q").steps) == (True, 1)
    assert not s.unit("P").disrupted and s.unit("M").ops_complete


@rule("2.5.5.2.g", "2.5.5.1.c")
def test_no_smoke_and_no_indirect_opportunity_fire() -> None:
    """Whoever enters a hex out of the mortar's own sight is safe from it, seen by its HQ or not."""
    s = stage(
        """
        .. ..
        W. ..
        .. ..
        .. ..
        german infantry P at A4
        soviet american-81mm-mortar M at A1
        soviet guards-infantry S at B3 ops
        soviet hq 71st-guards-infantry-hq at B3
        """
    )
    s.do("act", "P").do("move", "", "A3")
    assert s.asked == ("german", "action")
    s = stage(f"{ROW}\ngerman infantry P at C1\nsoviet american-81mm-mortar M at K1").do("act", "P")
    s.do("move", "", "D1")
    assert {choice.do for choice in s.options()} == {"fire", "pass", "pass march"}


# Indirect fire -----------------------------------------------------------------------------------

HILLS = """
    .. .. ..
    W. .. ..
    .. .. ..
    german american-81mm-mortar M at A1
    soviet guards-infantry S at A3
    phase missions
    active german
    """


@rule("2.5.5.1.c", "5.1.6.g", "5.1.6.h", "5.1.6.i", "2.5.5.2.c")
def test_indirect_fire_directed_by_the_hq() -> None:
    """In the Fire Mission step a hex that the HQ sees; no ranging, one of two missions; the caller acts on."""
    s = stage(HILLS + "german infantry E at C3\ngerman hq 320th-infantry-hq at C3\nmission german 34", *(6, 1))
    s.do("direct", "M")
    assert s.places("bombard") == {"A3"}
    s.do("bombard", "M", "A3").done()
    assert s.unit("S").disrupted and s.unit("M").ops_complete
    assert not s.told("ranged in") and not s.b.barrages
    assert s.b.missions_called == 1 and s.asked == ("german", "fire mission")
    s.do("pass")
    assert {choice.piece for choice in s.options("act")} == {"E"}


@rule("2.5.5.1.c", "5.1.6.g", "2.6.2.b")
def test_indirect_fire_directed_by_recon() -> None:
    """A Good Order In Command Recon unit of the Formation serves as well."""
    for words, may in (("", True), ("disrupted", False), ("ooc", False), ("in=other", False)):
        s = stage(f"{HILLS}\ngerman sdkfz-222 R at C3 {words}")
        assert (s.asked[1] == "fire mission") is may, words


@rule("5.1.6.g")
def test_only_an_idle_mortar_in_range_fires_a_mission() -> None:
    """Good Order, In Command, not Ops Complete, and within its underlined range."""
    text = HILLS + "german infantry E at C3\ngerman hq 320th-infantry-hq at C3"
    for words in ("disrupted", "ops", "ooc"):
        s = stage(text.replace("M at A1", f"M at A1 {words}"))
        assert s.asked[1] == "operation", words
    far = f"{ROW}\n{MORTAR}\ngerman infantry E at C1\ngerman hq 320th-infantry-hq at C1\n"
    s = stage(f"{far}soviet guards-infantry S at K1\nno-smoke\nphase missions\nactive german")
    assert s.asked[1] == "fire mission"
    s = stage(f"{far}soviet guards-infantry S at L1\nno-smoke\nphase missions\nactive german")
    assert s.asked[1] == "operation"


@rule("5.1.6.g", "2.5.5.2.c")
def test_why_fire_is_not_directed_there() -> None:
    """Out of sight of everybody who may direct."""
    s = stage(
        """
        .. .. ..
        W. .. ..
        .. W. ..
        .. .. ..
        german american-81mm-mortar M at A1
        german infantry E at C2
        german hq 320th-infantry-hq at C2
        soviet guards-infantry S at C4
        soviet guards-infantry Hidden at A4
        phase missions
        active german
        """
    )
    s.do("direct", "M")
    assert s.places("bombard") == {"C4"}
    refusal = s.refused("bombard", "M", "A4")
    assert (refusal.reason, refusal.rule) == (
        "Neither the HQ nor a Recon unit of its Formation sees A4.",
        "5.1.6.g",
    )


@rule("5.1.6.g", "2.5.6.2.b", "2.5.5.2.c", "11.0.c")
def test_leadership_in_a_mission() -> None:
    """The HQ with the mortar adds its dice to a shot that Recon directs."""
    s = stage(HILLS + "german hq 320th-infantry-hq at A1\ngerman sdkfz-222 R at C3", *(1, 1, 1))
    s.do("direct", "M").do("bombard", "M", "A3", 1).done()
    assert len(s.last("bombarded").dice) == 3 and s.hq("german").led


# Smoke -------------------------------------------------------------------------------------------


def smoke_at(s: NawStage) -> dict[str, int]:
    return {s.b.ground.names[place]: level for place, level in s.b.smoke.items()}


@rule("2.5.5.2.a", "2.5.5.2.b", "2.5.5.2.d", "2.5.5.2.e")
def test_direct_smoke() -> None:
    """HE dice against To-Hit; one hit or two put one level 1 marker into the target hex, and nowhere else."""
    for dice, smoke in (((5, 1), {"E1": 1}), ((6, 6), {"E1": 1}), ((4, 4), {})):
        s = stage(f"{ROW}\n{MORTAR}\nsoviet guards-infantry S at M1", *dice)
        s.do("act", "M").do("smoke", "M", "E1").done()
        fired = s.last("smoke fired")
        assert (fired.dice, fired.need, fired.rule) == (dice, 5, "2.5.5.2.d")
        assert smoke_at(s) == smoke
        assert s.unit("M").ops_complete  # hit or miss


@rule("2.5.5.2.b", "2.5.5.2.f")
def test_where_smoke_may_be_fired() -> None:
    """Any hex in sight and range, empty or not, its own included."""
    s = stage(
        """
        .. .. .. .. .. .. .. .. .. .. .. ..
        W. .. .. .. .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. .. .. .. .. ..
        german american-81mm-mortar M at A1
        soviet guards-infantry S at L1
        """,
        *(6, 1),
    ).do("act", "M")
    assert {"A1", "A2", "B1", "K1"} <= s.places("smoke")
    assert not {"A3", "L1"} & s.places("smoke")  # behind the Woods; 11 hexes away
    assert s.refused("smoke", "M", "L1").rule == "2.5.5.1.b"
    s.do("smoke", "M", "A1").done()
    assert smoke_at(s) == {"A1": 1}


@rule("2.5.5.2.a")
def test_level_two_where_the_scenario_allows_it() -> None:
    """Some scenarios let a mortar fire level 2 smoke."""
    s = stage(f"{ROW}\n{MORTAR}\nsoviet guards-infantry S at M1\nmortar-smoke 2", 6, 1)
    s.do("act", "M").do("smoke", "M", "E1").done()
    assert smoke_at(s) == {"E1": 2}


@rule("2.5.5.2.c", "5.1.6.g")
def test_indirect_smoke() -> None:
    """In the Fire Mission step, at a hex in range that HQ or Recon sees; it counts as a mission."""
    s = stage(HILLS + "german sdkfz-222 R at C3\nmission german 34", *(6, 1))
    s.do("direct", "M")
    assert "A3" in s.places("smoke")
    s.do("smoke", "M", "A3").done()
    assert smoke_at(s) == {"A3": 1} and s.unit("M").ops_complete
    assert s.b.missions_called == 1 and s.asked == ("german", "fire mission")


@rule("2.5.5.2.c", "2.5.5.2.a")
def test_no_indirect_smoke_outside_the_mission_step() -> None:
    """In the Operations step the hex behind the Woods is out of reach, whoever sees it."""
    s = stage(HILLS.replace("phase missions", "phase operations") + "german sdkfz-222 R at C3").do("act", "M")
    assert "A3" not in s.places("smoke")
    refusal = s.refused("smoke", "M", "A3")
    assert (refusal.reason, refusal.rule) == ("M does not see A3; only a fire mission can reach it.", "5.1.6.g")


@rule("2.5.5.2.d")
def test_a_smoke_shot_is_the_attack() -> None:
    """A Disrupted mortar fires none, and after smoke there is no attack."""
    s = stage(f"{ROW}\n{MORTAR} disrupted\nsoviet guards-infantry S at E1").do("act", "M")
    assert not s.options("smoke")
    assert s.refused("smoke", "M", "B1").rule == "5.1.3.c"
    s = stage(f"{ROW}\n{MORTAR}\ngerman infantry I at A1\nsoviet guards-infantry S at E1", 1, 1).do("act", "M")
    s.do("smoke", "M", "B1").done()
    assert s.unit("M").attacked and s.refused("act", "M").rule == "4.0.1"


@rule("11.0.c", "5.1.6.g", "2.5.5.2.c")
@pytest.mark.parametrize(("watcher", "answers"), [("C1", True), ("B3", False)])
def test_a_watcher_that_sees_the_mortar_answers_its_mission(watcher: str, answers: bool) -> None:
    """From C1 the mortar is in sight; from B3 the woods hide it."""
    lines = f"german infantry E at C3\ngerman hq 320th-infantry-hq at C3\nsoviet t-34-76 W at {watcher} overwatch"
    s = stage(HILLS + lines, *(1, 1), *(1, 1, 1))
    s.do("direct", "M").do("bombard", "M", "A3")
    assert (s.asked == ("soviet", "overwatch")) is answers
    if answers:
        s.do("overwatch", "W", "M")
        assert (s.last("fired").piece, s.last("fired").target, s.last("fired").rule) == ("W", "M", "11.0.d")
