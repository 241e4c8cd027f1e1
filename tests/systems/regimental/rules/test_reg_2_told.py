"""Chapter 2 to the letter: what is told, asked and refused when stands move, shuffle and retreat."""

import pytest
from reg_stage import question, refusal, stage, story

from sandtable.systems.regimental.rules.enemy_ground import enemy_edge, middle, nearer_to_edge, nearer_to_targets
from sandtable.systems.regimental.rules.movement import marches as strategic_ends
from sandtable.systems.regimental.rules.retreat import ends, nearer_to_enemies
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.showing.view import view
from sandtable.systems.regimental.state.pieces import ATTACK, MOVES, Battle
from sandtable.table.decision import Choice
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . . . . ."] * 5)


def names(b: Battle, mask: int) -> set[str]:
    return {name for name, place in b.ground.index.items() if mask >> place & 1}


# Moves -------------------------------------------------------------------------------------------


@rule("2.a", "2.b", "2.2.b")
def test_a_move_and_a_march_as_told() -> None:
    """Red moves one stand by a normal and another by a strategic move; the way of each is told hex by hex."""
    text = f"{FIELD}\nred hq RQ at 1003\nred infantry X at 0903\nred motorised-infantry Y at 1001\n"
    s = stage(text + "blue hq HQ at 0105\nblue infantry A at 0103\norder red M\nactive red moves")
    s.do("select", "X")
    assert s.places("move") == {"0702", "0703", "0704", "0801", "0802", "0803", "0804", "0805"} | {
        "0901", "0902", "0904", "0905", "1002", "1004", "1005",
    }  # fmt: skip
    assert s.places("march") == {"0502", "0503", "0504", "0601", "0602", "0603", "0604", "0605"} | {
        "0701", "0705",
    }  # fmt: skip
    s.do("move", "X", "0703").do("select", "Y").do("march", "Y", "0501")
    assert story(s) == [
        "2.a moves: red X 0703 by 0903 0803 0703",
        "2.b marches: red Y 0501 by 1001 0901 0801 0701 0601 0501",
    ]
    assert [(s.where(id), s.unit(id).moved, s.unit(id).marched) for id in ("X", "Y", "RQ")] == [
        ("0703", True, False),
        ("0501", True, True),
        ("1003", False, False),
    ]


@rule("2.a", "11.a")
def test_a_move_takes_a_target_hex_and_alarms() -> None:
    """X takes the mill in row 3 and alarms blue; staying where it is would do neither."""
    text = f"{FIELD}\nred hq RQ at 1003\nred infantry X at 0904\nblue hq HQ at 0105\nblue infantry A at 0103\n"
    text += "objective Mill 0803\nrestrict blue HD day=2 row=3\norder red M\nactive red moves"
    s = stage(text).do("select", "X").do("move", "X", "0803")
    assert story(s) == ["2.a moves: red X 0803 by 0904 0903 0803", "11.a taken: red X 0803 Mill = 1"]
    assert (s.b.holders, s.b.alarms) == ([1], [True])
    s = stage(text).do("select", "X").do("stay")
    assert (story(s), s.b.holders, s.b.alarms, s.unit("X").moved) == ([], [-1], [False], True)


@rule("2.a", "2.b", "1.b", "2.3.b", "2.3.d", "2.2.a")
def test_why_a_stand_may_not_go_there() -> None:
    """Every reason, in the order in which it is looked for, of a red stand."""
    text = """
    . . . . . . . . . . . . . .
    . . . . . . . . w . . . . .
    . . . . w . . . R . . . . .
    . . . . . . . . . . . . . .
    red hq RQ at 1402
    red infantry X at 1203
    red infantry Y at 1103
    blue hq HQ at 0101
    blue infantry A at 0103
    blue infantry B at 0204
    order red M
    active red moves
    """
    s = stage(text).do("select", "X")
    moves = {
        "9999": "2.a There is no hex '9999' on this map.",
        "0103": "1.b 0103 is held by the enemy.",
        "1203": "2.a X is already there.",
        "1103": "1.b Y is in 1103; a hex holds one core stand.",
        "0903": "2.3.d X must halt before the river at 0903.",
        "0904": "2.a 0904 is 3 hexes away, but X can move only 2.",
        "0703": "2.a 0703 is 5 hexes away, but X can move only 2.",
        "0902": "2.a 0902 is 3 hexes away, but X can move only 2. A strategic move may not enter woods.",
    }
    assert {to: refusal(s, "move", "X", to) for to in moves} == moves
    marches = {
        "1202": "2.b 1202 is within a normal move of X.",
        "0302": "2.b 0302 is within two hexes of an enemy, where no strategic move may go.",
        "0902": "2.3.b A strategic move may not enter woods.",
        "0903": "2.3.d A strategic move may not enter river.",
        "0703": "2.a 0703 is 5 hexes away, but X can march only 4.",
        "0103": "1.b 0103 is held by the enemy.",
    }
    assert {to: refusal(s, "march", "X", to) for to in marches} == marches


@rule("2.b", "2.2.a")
def test_why_a_stand_near_the_enemy_may_not_go_there() -> None:
    """X starts two hexes from A: no march; and A's zone halts it on its way."""
    text = (
        f"{FIELD}\nred hq RQ at 1003\nred motorised-infantry X at 0503\nblue hq HQ at 0105\nblue infantry A at 0303\n"
    )
    s = stage(text + "order red M\nactive red moves").do("select", "X")
    assert s.places("march") == set()
    assert refusal(s, "march", "X", "1001") == (
        "2.b X starts within two hexes of an enemy and cannot move strategically."
    )
    assert refusal(s, "move", "X", "0903") == (
        "2.a 0903 is 4 hexes away, but X can move only 3. "
        "X starts within two hexes of an enemy and cannot move strategically."
    )
    assert refusal(s, "move", "X", "0203") == "2.2.a X would have to halt for terrain or the enemy before 0203."
    walled = """
    . . . . . . . . w . . . . .
    . . . . . . . . . R R R R R
    . . . . . . . . . w . . . .
    red hq RQ at 1401
    red infantry X at 1201
    blue hq HQ at 0101
    blue infantry A at 0201
    order red M
    active red moves
    """
    s = stage(walled).do("select", "X")
    assert refusal(s, "march", "X", "1203") == "2.b No strategic move of 4 hexes leads to 1203."


@rule("2.b")
@pytest.mark.parametrize(("place", "marches"), [("0703", True), ("0603", True), ("0503", False)])
def test_two_hexes_are_too_near_and_three_are_not(place: str, marches: bool) -> None:
    """The first hex counts as the others do."""
    text = f"{FIELD}\nred hq RQ at 1003\nred motorised-infantry X at {place}\nblue hq HQ at 0105\n"
    s = stage(text + "blue infantry A at 0303\norder red M\nactive red moves").do("select", "X")
    assert (s.places("march") != set()) == marches == (strategic_ends(s.b, s.unit("X")) != 0)
    assert all(s.b.ground.distance[s.b.ground.index[to]][s.unit("A").hex] > 2 for to in s.places("march"))


# Shuffles ----------------------------------------------------------------------------------------


@rule("2.4.a", "2.4.c", "1.2.a", "1.c")
def test_a_support_shuffle_as_asked_told_and_refused() -> None:
    """Two companies change places, and the moves come next; wheels reach three hexes, feet two."""
    text = f"""
    {FIELD}
    red hq RQ at 0303 company=fs
    red infantry X at 0503 company=mg
    red infantry Y at 0103
    red infantry Z at 0402 lost=at
    red infantry Q at lost
    blue hq HQ at 1001
    blue infantry A at 1005 company=mg
    order red M
    active red
    """
    s = stage(text)
    assert question(s) == "red support shuffle (2.4.a) Red: shift support companies? [RQ]"
    assert s.places("shift", "RQ-fs") == {"X", "Y", "Z"} and s.places("shift", "X-mg") == {"RQ", "Z"}
    assert [refusal(s, "shift", piece, to) for piece, to in (
        ("no", "X"), ("A-mg", "X"), ("Z-at", "X"), ("X-mg", "A"), ("X-mg", "Q"), ("X-mg", "Y"), ("X-mg", "X"),
    )] == [
        "2.4.a There is no company 'no'.",
        "1.c Machine-gun company of A is not a company of the Red on the map.",
        "1.c Anti-tank company of Z is not a company of the Red on the map.",
        "1.2.a A company is always with a core stand of its own regiment.",
        "1.2.a A company is always with a core stand of its own regiment.",
        "2.4.c Machine-gun company of X cannot reach Y: it moves 2 hexes and must make all halts.",
        "2.4.a Machine-gun company of X is already with X.",
    ]  # fmt: skip
    s.do("shift", "RQ-fs", "X")
    assert refusal(s, "done") == "1.2.a Two companies would be with one stand: shift the other one too."
    assert refusal(s, "shift", "RQ-fs", "Y") == "2.4.c Fire support company of RQ has already been shifted."
    assert refusal(s, "shift", "X-mg", "X").startswith("2.4.a Machine-gun company of X is already")
    s.do("shift", "X-mg", "RQ")
    assert story(s) == ["2.4.a shifted: red RQ-fs X 0503", "2.4.a shifted: red X-mg RQ 0303"]
    assert (s.b.stage, s.b.plan, s.asked) == (MOVES, {}, ("red", "mover"))
    assert [s.unit(id).company for id in ("RQ", "X", "Y")] == [s.company("X-mg").index, s.company("RQ-fs").index, -1]


@rule("1.2.a", "2.4.c")
def test_a_company_that_cannot_make_room_keeps_its_place() -> None:
    """Three stands in a row with a company each: the anti-tank guns reach three hexes, the infantry's MGs two."""
    text = f"{FIELD}\nred hq RQ at 0303\nred infantry X at 0503 company=at\nred infantry Y at 0203 company=mg\n"
    s = stage(text + "blue hq HQ at 1001\nblue infantry A at 1005\nactive red")
    assert s.places("shift", "X-at") == {"RQ", "Y"} and s.places("shift", "Y-mg") == {"RQ"}
    full = text.replace("RQ at 0303", "RQ at 0303 company=fs")
    s = stage(full + "blue hq HQ at 1001\nblue infantry A at 1005\nactive red")
    assert s.places("shift", "X-at") == {"RQ", "Y"} and s.places("shift", "RQ-fs") == {"X", "Y"}
    s.do("shift", "X-at", "Y").do("shift", "Y-mg", "RQ")  # and the fire support goes to X, where else
    assert story(s) == [
        "2.4.a shifted: red X-at Y 0203",
        "2.4.a shifted: red Y-mg RQ 0303",
        "2.4.a shifted: red RQ-fs X 0503",
    ]


@rule("2.4.a", "2.4.b", "6.e")
@pytest.mark.parametrize(
    ("order", "place", "hq", "asked"),
    [
        ("M", "0303", "0503", True),
        ("M", "0203", "0503", False),
        ("R", "0303", "0503", False),
        ("D", "0303", "0503", True),
        ("H", "0303", "lost", False),
    ],
)
def test_when_companies_are_shuffled(order: str, place: str, hq: str, asked: bool) -> None:
    """All stands in command, an HQ, and not on R."""
    text = f"{FIELD}\nred hq RQ at {hq}\nred infantry X at {place} company=fs\nred infantry Y at 0403\n"
    s = stage(text + f"blue hq HQ at 1001\nblue infantry A at 1005\norder red {order}\nactive red")
    assert (s.asked[1] == "support shuffle") == asked


CORE = f"""
{FIELD}
red hq RQ at 0503
red infantry X at 0403
red infantry Y at 0303
red infantry Z at 0502
red infantry W at 0203
red infantry Q at lost
red hq R2 at 0603 of=second
red infantry V at 0703 of=second
blue hq HQ at 1001
blue infantry A at 1005
order red D
active red moves
"""


@rule("2.1.b", "2.1.c", "2.1.d", "2.1.e", "1.b")
def test_a_core_shuffle_as_asked_told_and_refused() -> None:
    """W is out of command and stays; the second regiment is crossed, never entered."""
    s = stage(CORE)
    assert question(s) == "red core shuffle (2.1.b) Red: shift stands within its hexes? [RQ]"
    assert {id: s.places("shift", id) for id in ("RQ", "X", "Y", "Z", "W")} == {
        "RQ": {"0403", "0303", "0502"},
        "X": {"0503", "0303", "0502"},
        "Y": {"0503", "0403"},
        "Z": {"0503", "0403"},
        "W": set(),
    }
    assert [refusal(s, "shift", piece, to) for piece, to in (
        ("V", "0503"), ("Q", "0503"), ("W", "0303"), ("X", "0404"), ("X", "0703"), ("Y", "0502"), ("X", "0203"),
    )] == [
        "2.1.b V is not a stand of the Red on the map.",
        "2.1.b Q is not a stand of the Red on the map.",
        "2.1.b W is out of range of its HQ.",
        "2.1.c Red has no stand in 0404: it shifts only into its own hexes.",
        "2.1.c Red has no stand in 0703: it shifts only into its own hexes.",
        "2.1.e Y cannot reach 0502 by a normal move over hexes that friends occupy.",
        "2.1.c Another stand would be left without a hex.",
    ]  # fmt: skip
    asked = view(s.play, "red").decision
    assert asked is not None and (asked.at_piece, asked.at_place) == (Choice("shift"), None)
    assert refusal(s, "shift", "W") == "2.1.b W is out of range of its HQ.", "a click on W asks why not W"
    s.do("shift", "X", "0303")
    assert refusal(s, "done") == "1.b Two core stands would be in one hex: shift the other one too."
    assert refusal(s, "shift", "X", "0502") == "2.1.c X has already been shifted."
    s.do("shift", "Y", "0403").do("done")
    assert story(s) == ["2.1.b shifted: red X 0303", "2.1.b shifted: red Y 0403"]
    assert [s.where(id) for id in ("RQ", "X", "Y", "Z", "W")] == ["0503", "0303", "0403", "0502", "0203"]
    assert s.play.result is not None and s.b.plan == {}


@rule("2.1.b", "3.4.h")
def test_after_a_core_shuffle_comes_the_attack() -> None:
    """A shuffled stand goes on to attack; without an HQ nothing is shuffled (6.e)."""
    text = CORE.replace("order red D", "order red H").replace("A at 1005", "A at 0504")
    s = stage(text).do("done")
    assert (s.b.stage, s.asked) == (ATTACK, ("red", "attack"))
    s = stage(text.replace("RQ at 0503", "RQ at lost"))
    assert s.play.result is not None and story(s) == []


@rule("2.1.b", "11.a")
def test_a_shuffled_stand_takes_a_target_hex() -> None:
    """The regiment was on R in the mill; on H another of its stands is put there and takes it."""
    s = stage(CORE.replace("order red D", "objective Mill 0303\norder red H"))
    s.do("shift", "X", "0303").do("shift", "Y", "0403").do("done")
    assert story(s)[-1] == "11.a taken: red X 0303 Mill = 1"


# Retreats ----------------------------------------------------------------------------------------

RETREAT = f"""
{FIELD}
red hq RQ at 0803
red infantry X at 0503 company=mg
red infantry Y at 0603 moved
blue hq HQ at 0101
blue infantry A at 0403
order red R
phase retreats
active red
"""


@rule("2.5.a", "2.5.b", "2.5.c", "1.b")
def test_a_retreat_as_asked_told_and_refused() -> None:
    """Red goes east, away from blue's edge; next to A each hex costs a point, and the company may pay."""
    s = stage(RETREAT)
    assert question(s) == "red retreater (2.5.a) Red retreats: which stand moves? [RQ]"
    assert s.options() == [Choice("select", "RQ"), Choice("select", "X"), Choice("done")]
    assert refusal(s, "select", "Y") == "1.6.e Y has already moved."
    s.do("select", "X")
    assert question(s) == "red retreat (2.5.b) X retreats: where to? [X]"
    assert [refusal(s, "retreat", "X", to) for to in ("0403", "0603", "1003", "0402", "9999")] == [
        "1.b 0403 is held by the enemy.",
        "1.b 0603 is taken; a hex holds one core stand.",
        "2.5.b X cannot reach 1003: it retreats 4 hexes.",
        "2.5.b 0402 is nearer to the enemy's edge of the map, the west, than X is now.",
        "2.5.b X retreats: where to? That is not one of the choices: retreat, stay.",
    ]
    s.do("retreat", "X", "0703")
    assert story(s) == ["2.5.b retreats: red X 0703 by 0503 0603 0703"]
    assert (s.unit("X").moved, s.options()) == (True, [Choice("select", "RQ"), Choice("done")])
    s.do("done")
    assert s.play.result is not None


@rule("2.5.a")
def test_a_retreating_stand_may_stay() -> None:
    """Then the others go on; when nobody is left the activation is over."""
    s = stage(RETREAT).do("select", "X").do("stay")
    assert (s.where("X"), s.unit("X").moved, s.asked) == ("0503", True, ("red", "retreater"))
    s.do("select", "RQ").do("stay")
    assert s.play.result is not None and s.b.active == -1 and story(s) == []
    lost = stage(RETREAT.replace("RQ at 0803", "RQ at lost").replace("active red", "active red support"))
    assert lost.play.result is not None and lost.b.active == -1


@rule("2.5.c", "2.5.b")
def test_what_a_retreat_through_zones_costs_as_told() -> None:
    """Between A and B, east past both: two zone hexes, the company and a point; the question names the stand."""
    text = RETREAT.replace("X at 0503", "X at 0502").replace("A at 0403", "A at 0401\nblue infantry B at 0603")
    s = stage(text.replace("Y at 0603 moved", "Y at 0903 moved")).do("select", "X")
    s.do("retreat", "X", "0602")
    assert question(s) == "red loss (2.5.c) X loses a strength point in an enemy zone: what is lost? [X]"
    assert s.options() == [Choice("lose", "X"), Choice("lose", "X-mg")]
    assert refusal(s, "lose", "RQ") == "4.e Losses come off the core stand or the company in the hex that was hit."
    s.do("lose", "X-mg")
    assert story(s) == ["2.5.b retreats: red X 0602 = 1 by 0502 0602", "2.5.c company lost: red X-mg X 0602"]
    assert s.unit("X").sp == 5


@rule("2.5.b")
def test_a_retreat_to_the_corner_of_the_map() -> None:
    """0101 is a hex as any other."""
    text = f"{FIELD}\nblue hq HQ at 0103\nblue infantry A at 0301\nred hq RQ at 1001\nred infantry X at 0501\n"
    s = stage(text + "order blue R\nphase retreats\nactive blue").do("select", "A")
    assert "0101" in s.places("retreat")
    s.do("retreat", "A", "0101")
    assert story(s) == ["2.5.b retreats: blue A 0101 by 0301 0201 0101"]


@rule("2.5.b")
def test_no_nearer_to_the_enemy_than_now() -> None:
    """X is three hexes from A: the hexes within two of A are closed, those at three are open; both sides alike."""
    text = f"{FIELD}\nred hq RQ at 1003\nred infantry X at 0603\nblue hq HQ at 0101\nblue infantry A at 0303\n"
    text += "blue infantry C at 0805\norder red R\n"
    s = stage(text + "phase retreats\nactive red")
    near = names(s.b, nearer_to_enemies(s.b, s.unit("X")))
    away = [s.b.ground.distance[s.unit(id).hex] for id in ("A", "C", "HQ")]
    assert near == {name for name, h in s.b.ground.index.items() if min(each[h] for each in away) <= 2}
    assert names(s.b, ends(s.b, s.unit("X"))) & near == set()
    alone = scene(text.replace("A at 0303", "A at lost").replace("HQ at 0101", "HQ at lost").replace("0805", "lost"))
    assert nearer_to_enemies(alone, alone.stand("X")) == 0
    s.do("select", "X")
    assert refusal(s, "retreat", "X", "0704") == "2.5.b 0704 is nearer to the enemy than X is now."


@rule("2.5.b")
@pytest.mark.parametrize(
    ("blue", "red", "edges"),
    [
        ("0303 0303", "0305 0305", ("south", "north")),
        ("0303 0303", "0304 0304", ("south", "north")),
        ("0303 0303", "0403 0403", ("east", "west")),
        ("0303 0303", "0503 0503", ("east", "west")),
        ("0303 0303", "0505 0505", ("south", "north")),  # as far south as east
        ("0303 0304", "0604 0605", ("east", "west")),
        ("0303 0305", "0304 0304", ("", "")),
        ("lost lost", "0304 0304", ("", "")),
        ("0303 lost", "0301 0301", ("north", "south")),
    ],
)
def test_the_edge_of_each_side(blue: str, red: str, edges: tuple[str, str]) -> None:
    """Where the middles of both lay at the start, whoever has moved since."""
    b = scene(f"{FIELD}\nblue hq HQ at 0101\nblue infantry A at 0201\nred hq RQ at 1001\nred infantry X at 0901")
    places = {"lost": -1, **b.ground.index}
    for spec, words in zip(b.scenario.regiments, (blue, red), strict=True):
        for stand, place in zip(spec.stands, words.split(), strict=True):
            stand.hex = places[place]
    assert (enemy_edge(b.scenario, 0), enemy_edge(b.scenario, 1)) == edges
    if edges == ("", ""):
        assert nearer_to_edge(b, b.stand("A")) == nearer_to_edge(b, b.stand("X")) == 0
    if blue == "0303 lost":
        assert middle(b.scenario, 0) == (2, 2)  # rows and columns counted from 0


@rule("2.5.b", "11.a")
def test_target_hexes_of_the_enemy_for_both_sides() -> None:
    """Only what the other side holds counts, and what is nearer to it than the stand is."""
    text = f"{FIELD}\nblue hq HQ at 0103\nblue infantry A at 0303\nred hq RQ at 1003\nred infantry X at 0803\n"
    b = scene(text + "objective Mill 0503 red\nobjective Inn 0703 blue\nobjective Farm 0601")
    assert names(b, nearer_to_targets(b, b.stand("A"))) == {"0503", "0403", "0603", "0402", "0502", "0404", "0504"}
    assert names(b, nearer_to_targets(b, b.stand("X"))) == {"0703"}
    nobody = scene(text + "objective Farm 0601")
    assert nearer_to_targets(nobody, nobody.stand("A")) == 0
