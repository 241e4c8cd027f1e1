"""Chapter 5 to the letter: the artillery phase, as asked, told and refused."""

import pytest
from reg_combat import field
from reg_stage import RegStage, question, refusal, stage, story

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.rules.artillery import barrage_targets, may_move
from sandtable.systems.regimental.rules.support import spotted
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.table.decision import Choice
from sandtable.testing import rule

ARMIES = """
blue hq HQ at 0403
blue infantry A at 0404
blue battery G at 0104 shots=2
blue armoured-battery S at 0103 shots=1
red hq Y at 0804
red infantry X at 0604 company=mg
red battery K at 1204 shots=1
phase guns
"""


def guns(more: str = "", *dice: int, **terrain: str) -> RegStage:
    return stage(field(**terrain) + ARMIES + more, *dice)


def words(s: RegStage) -> list[str]:
    """The open options but moves, as they are chosen."""
    return [
        " ".join(filter(None, (choice.do, choice.piece, choice.to)))
        for choice in s.options()
        if choice.do not in ("move", "march")
    ]


def names(b: Battle, mask: int) -> set[str]:
    return {name for name, place in b.ground.index.items() if mask >> place & 1}


@rule("5.1.a", "5.1.b", "5.1.d", "5.1.e", "5.1.g", "5.1.h", "4.e", "5.c")
def test_a_whole_artillery_phase() -> None:
    """Red wins the throw and moves; then blue fires twice, and an armoured battery moves after its last shot."""
    s = guns("", 1, 1, 2, 1, *(6, 6), *(5, 1), *(6, 2))
    assert question(s) == "red battery (5.1.a) Which battery fires or moves? []"
    assert words(s) == ["select K", "done"]
    s.do("select", "K")
    assert question(s) == "red gun (5.1.b) K, 1 shot: fire or move? [K]"
    s.do("move", "K", "1004")
    assert (s.unit("K").shots, s.unit("K").done, s.b.gun) == (0, True, -1)
    assert question(s) == "blue battery (5.1.a) Which battery fires or moves? []"
    assert words(s) == ["select G", "select S", "done"]
    s.do("select", "G")
    assert question(s) == "blue gun (5.1.b) G, 2 shots: fire or move? [G]"
    assert words(s) == ["barrage G 0604", "done"] and s.b.gun == s.unit("G").index
    s.do("barrage", "G", "0604")
    assert question(s) == "red loss (4.e) X is hit by artillery: what is lost? [X]"
    assert refusal(s, "lose", "Y") == "4.e Losses come off the core stand or the company in the hex that was hit."
    s.do("lose", "X-mg")
    assert question(s) == "blue gun (5.1.b) G, 1 shot: fire or move? [G]"
    s.do("barrage", "G", "0604")
    assert question(s) == "blue battery (5.1.a) Which battery fires or moves? []" and s.unit("G").done
    s.do("select", "S").do("barrage", "S", "0604")
    assert question(s) == "blue gun (5.1.b) S, 0 shots: fire or move? [S]"
    assert words(s) == ["done"]
    s.do("move", "S", "0203").done()
    assert story(s)[:10] == [
        "5.1.a initiative: red threw 1 1 2 1 = 3",
        "5.1.a artillery phase: red",
        "2.a moves: red K 1004 by 1204 1104 1004",
        "5.1.e barrage: blue G X 0604 3.2.a threw 6 6 need 6 = 1",
        "5.1.d company lost: red X-mg X 0604",
        "5.1.e barrage: blue G X 0604 3.2.a threw 5 1 need 6",
        "5.1.e barrage: blue S X 0604 3.2.a threw 6 2 need 6 = 1",
        "5.1.d strength lost: red X 0604 = 4",
        "2.a moves: blue S 0203 by 0103 0203",
        "1.4.a round: 1 = 2",
    ]
    assert (s.unit("X").sp, s.unit("G").shots) == (4, 3)  # new shots with the new round


@rule("5.1.a")
@pytest.mark.parametrize(
    ("blue", "red", "dice", "told", "asked"),
    [
        (1, 1, (6, 6, 1, 1), ["5.1.a initiative: blue threw 6 6 1 1 = 12", "5.1.a artillery phase: blue"], "blue"),
        (1, 0, (), ["5.1.a artillery phase: blue"], "blue"),
        (0, 1, (), ["5.1.a artillery phase: red"], "red"),
        (0, 0, (), ["5.1.a artillery phase: ", "1.4.a round: 1 = 2"], ""),
    ],
)
def test_who_begins(blue: int, red: int, dice: tuple[int, ...], told: list[str], asked: str) -> None:
    """The throw is for two; one side alone needs none, and with nothing to do the round is over."""
    text = (
        field()
        + "\nblue hq HQ at 0403\nblue infantry A at 0404\nred hq Y at 0804\nred infantry X at 0904\nphase guns\n"
    )
    s = stage(text + f"blue battery G at 0104 shots={blue}\nred battery K at 1204 shots={red}", *dice)
    assert story(s) == [line.removesuffix(": ") for line in told]
    assert (s.asked[0] if asked else s.play.asked()) == (asked or ["blue", "red"])


@rule("5.1.a")
def test_done_is_for_all_batteries_of_a_side() -> None:
    """Blue lets both rest; then it is red's turn, and then the round is over."""
    s = guns("", 6, 6, 1, 1).do("done")
    assert question(s) == "red battery (5.1.a) Which battery fires or moves? []" and s.b.turns == [1]
    s.do("done")
    assert story(s)[-1] == "1.4.a round: 1 = 2"


@rule("5.1.a", "5.1.g", "5.1.b")
def test_why_a_battery_has_no_turn() -> None:
    """Only batteries of one's own that have a shot, have not had their turn and can do something."""
    wall = "blue infantry B at 0107\nblue infantry C at 0207\nblue infantry D at 0206\nblue infantry E at 0106\n"
    s = guns(
        "blue battery T at 0102 shots=0\nblue battery U at 0101 shots=1\nblue battery W at 0204 done\n" + wall,
        6,
        6,
        1,
        1,
    )
    assert words(s) == ["select G", "select S", "select U", "done"]
    plain = "5.1.a Which battery fires or moves? That is not one of the choices: done, select."
    assert [refusal(s, "select", id) for id in ("A", "K", "W", "T", "no")] == [
        "5.1.a A is not a battery.",
        "5.1.a K belongs to the enemy.",
        "5.1.a W has had its turn.",
        "5.1.g T has no shot left: it can neither fire nor move.",
        plain,
    ]
    assert refusal(s, "fire", "T") == plain


@rule("5.1.a", "5.1.b")
def test_a_battery_that_is_walled_in() -> None:
    """With a shot, and nothing to fire at or anywhere to go: it is not asked, and the reason says so."""
    friends = "".join(f"blue infantry I{column} at 0{column}01\n" for column in range(3, 8))
    text = field(columns=10, rows=1) + "\nblue battery G at 0101 shots=1\nblue hq HQ at 0201\n" + friends
    s = stage(text + "blue battery H at 0901 shots=1\nred infantry X at lost\nphase guns")
    assert words(s) == ["select H", "done"]
    assert refusal(s, "select", "G") == "5.1.b G has nothing to fire at and nowhere to go."


@rule("5.1.b", "5.c", "5.f", "5.1.g", "3.7.1.d", "5.1.c", "5.2.a", "5.2.b")
def test_why_a_battery_does_not_fire_there() -> None:
    more = "red infantry Z at 1404 of=r2\nred medium-armour T at 0504\nblue infantry D at 0604\n"
    text = (
        ARMIES.replace("X at 0604", "X at 0704")
        .replace("Y at 0804", "Y at 0805")
        .replace("S at 0103 shots=1", "S at 0103 shots=0")
    )
    s = stage(field(h0705="w") + text.replace("G at 0104 shots=2", "G at 0104 shots=2 sp=1") + more, 6, 6, 1, 1)
    s.do("select", "G")
    assert refusal(s, "barrage", "G", "T") == refusal(s, "barrage", "G", "0504"), "an enemy stands for its hex"
    assert refusal(s, "barrage", "G", "0303") == "5.1.b There is no enemy in 0303."
    assert refusal(s, "barrage", "G", "1404") == "5.f 1404 is 13 hexes away; the range is 8."
    assert refusal(s, "barrage", "G", "0504") == "3.7.1.d G would throw no dice: artillery against armour."
    assert refusal(s, "barrage", "G", "9999").startswith(
        "5.1.b G, 2 shots: fire or move? That is not one of the choices"
    )
    assert refusal(s, "move", "G", "9999") == "2.a There is no hex '9999' on this map."
    s.do("done").do("select", "S")
    assert refusal(s, "barrage", "S", "0704") == "5.c S has no shot left."


@rule("5.1.g", "5.1.h", "5.1.b", "5.c")
@pytest.mark.parametrize(
    ("kind", "shots", "moves", "left"),
    [("battery", 2, True, 1), ("battery", 1, True, 0), ("battery", 0, False, 0), ("armoured-battery", 2, True, 1),
     ("armoured-battery", 1, True, 0), ("armoured-battery", 0, True, 0)],
)  # fmt: skip
def test_a_move_costs_a_shot_where_there_is_one(kind: str, shots: int, moves: bool, left: int) -> None:
    text = field() + f"\nblue hq HQ at 0403\nblue infantry A at 0404\nblue {kind} G at 0104 shots={shots}\n"
    text += "red hq Y at 0804\nred infantry X at 0904\nblue battery H at 0107 shots=1\nphase guns\n"
    s = stage(text)
    assert may_move(s.unit("G")) == moves and (Choice("select", "G") in s.options()) == moves
    if moves:
        s.do("select", "G")
        assert s.options("move") and s.options("march") and s.options()[-1] == Choice("done")
        s.do("move", "G", "0204")
        assert (s.unit("G").shots, s.unit("G").done, s.where("G"), s.b.gun) == (left, True, "0204", -1)
        assert s.options() == [Choice("select", "H"), Choice("done")]


@rule("5.1.b", "5.1.g")
def test_a_battery_may_rest() -> None:
    """Done is done: it keeps its shots and has had its turn."""
    s = guns("", 6, 6, 1, 1).do("select", "G").do("done")
    assert (s.unit("G").shots, s.unit("G").done, s.where("G")) == (2, True, "0104")
    assert words(s) == ["select S", "done"] and s.told("barrage") == []


@rule("5.1.b", "5.1.c", "5.1.f", "5.f", "5.2.a", "5.2.b")
def test_what_a_battery_may_fire_at() -> None:
    """What a stand in command spots, within eight hexes; what is next to the battery, spotted or not."""
    text = field(rows=9) + """
    blue hq HQ at 0404
    blue infantry A at 0504
    blue infantry B at 0501
    blue battery G at 0104 shots=1
    blue battery E at 0105 shots=0
    blue battery F at 1304 shots=1
    red hq Y at 1107 of=r2
    red infantry X at 0804 of=r2
    red infantry Z at 0904 of=r2
    red infantry W at 0801 of=r2
    red infantry V at 1204 of=r2
    red infantry U at lost of=r2
    """  # fmt: skip
    b = scene(text)
    assert names(b, spotted(b, 0)) == {"0804"} and names(b, spotted(b, 1)) == {"0504", "0404"} & names(
        b, spotted(b, 1)
    )
    assert names(b, barrage_targets(b, b.stand("G"))) == {"0804"}
    assert names(b, barrage_targets(b, b.stand("E"))) == set()
    assert names(b, barrage_targets(b, b.stand("F"))) == {"0804", "1204"}
    dug_in = scene(text + "order r2 D")
    assert names(dug_in, spotted(dug_in, 0)) == set()
    near = scene(text.replace("A at 0504", "A at 0604") + "order r2 D")
    assert names(near, spotted(near, 0)) == {"0804"}
    for letter, seen in (("w", set()), ("f", set()), ("r", {"0804"}), (".", {"0804"})):
        covered = scene(text.replace(field(rows=9), field(rows=9, h0804=letter)))
        assert names(covered, spotted(covered, 0)) == seen
    blocked = scene(text.replace(field(rows=9), field(rows=9, h0604="w")))
    assert names(blocked, spotted(blocked, 0)) == set()
    headless = scene(text.replace("HQ at 0404", "HQ at lost"))
    assert names(headless, spotted(headless, 0)) == set()


@rule("5.1.c", "5.2.a", "5.2.b", "5.f")
def test_why_nobody_spots_a_target() -> None:
    """Too far, in cover, behind terrain, or only by stands out of command: the reason says which."""

    def reason(lines: str, **terrain: str) -> str:
        text = field(**terrain) + "\nblue battery G at 0104 shots=1\nred hq Y at 1407\nphase guns\n" + lines
        s = stage(text).do("select", "G")
        return refusal(s, "barrage", "G", "0804")

    far = "blue hq HQ at 0404\nblue infantry A at 0504\nred infantry X at 0804\n"
    hidden = "No friendly stand is near enough to spot 0804: an enemy, dug in or in cover, is seen at 2 hexes."
    assert reason(far.replace("A at 0504", "A at 0405")) == (
        "5.2.a No friendly stand is near enough to spot 0804: an enemy is seen at 3 hexes."
    )
    eight = far.replace("A at 0504", "A at 0405").replace("X at 0804", "X at 0904")
    s = stage(field() + "\nblue battery G at 0104 shots=1\nred hq Y at 1407\nphase guns\n" + eight).do("select", "G")
    assert refusal(s, "barrage", "G", "0904").startswith("5.2.a No friendly stand is near enough to spot 0904")
    assert reason(far + "order red D") == f"5.2.a {hidden}" and reason(far, h0804="w") == f"5.2.a {hidden}"
    assert reason(far.replace("HQ at 0404", "HQ at 0204")) == (
        "5.1.c A sees 0804, but only stands within two hexes of their HQ spot."
    )
    assert reason(far, h0604="w", h0704="w") == "5.2.b Terrain blocks every line to 0804."
    only_guns = (
        "blue hq HQ at 0404\nblue infantry A at 0405\nblue battery S at 0604 shots=0\nred infantry X at 0804\n"
    )
    assert reason(only_guns).startswith("5.2.a No friendly stand is near enough")
    lost = "blue hq HQ at 0404\nblue infantry A at 0405\nblue infantry L at lost\nred infantry X at 0804\n"
    assert reason(lost).startswith("5.2.a No friendly stand is near enough")


@rule("5.2.b")
@pytest.mark.parametrize(
    ("terrain", "sees"),
    [
        ({}, True),
        ({"h0404": "w"}, False),
        ({"h0304": "w", "h0604": "t"}, True),  # at the ends nothing blocks
        ({"h0404": "f"}, True),
        ({"h0404": "h"}, False),
        ({"h0404": "h", "h0304": "h"}, True),
        ({"h0404": "w", "h0304": "h"}, True),
        ({"h0504": "w", "h0304": "h"}, False),
        ({"h0404": "w", "h0604": "h"}, False),
        ({"h0504": "w", "h0604": "h"}, True),
        ({"h0404": "w", "h0304": "h", "h0604": "h"}, True),
    ],
)
def test_lines_of_sight(terrain: dict[str, str], sees: bool) -> None:
    """Three hexes along a row: terrain between blocks, from a hill only next to the lower end."""
    b = scene(field(**terrain) + "\nblue hq HQ at 0101\nblue infantry A at 0201\nred infantry X at 0701")
    one, other = b.ground.index["0304"], b.ground.index["0604"]
    assert b.ground.clear(one, other) == b.ground.clear(other, one) == sees


@rule("5.2.b")
def test_a_line_along_a_hexside_is_blocked_by_both_sides_of_it() -> None:
    """0502 to 0504 runs between 0503 and the hex beside it; at the edge of the map there is no other side."""
    b = scene(field() + "\nblue hq HQ at 0101\nblue infantry A at 0201\nred infantry X at 0701")
    ((one, other),) = b.ground.grid.trace(b.ground.index["0502"], b.ground.index["0504"])
    first, second = b.ground.names[one], b.ground.names[other]
    for terrain, sees in (({first: "w"}, True), ({second: "w"}, True), ({first: "w", second: "t"}, False)):
        letters = {f"h{name}": letter for name, letter in terrain.items()}
        b = scene(field(**letters) + "\nblue hq HQ at 0101\nblue infantry A at 0201\nred infantry X at 0701")
        assert b.ground.clear(b.ground.index["0502"], b.ground.index["0504"]) == sees


@rule("5.1.b", "5.1.d", "4.e", "6.j")
def test_a_barrage_may_end_a_regiment_and_the_battle() -> None:
    """X is red's last battalion: with it the regiment goes, and with the regiment the battle."""
    text = field() + ARMIES.replace("X at 0604 company=mg", "X at 0604 sp=1")
    s = stage(text, 6, 6, 1, 1, 6, 1).do("select", "G").do("barrage", "G", "0604")
    assert story(s)[2:] == [
        "5.1.e barrage: blue G X 0604 3.2.a threw 6 1 need 6 = 1",
        "5.1.d strength lost: red X 0604",
        "1.3.a destroyed: red X 0604",
        "6.j regiment gone: red red",
        "11.b battle over: Red has no regiment left",
    ]
    assert s.play.result is not None and s.play.result.winner == "blue"


@rule("5.c")
def test_who_gets_shots() -> None:
    """Every battery on the map, as many as the scenario gives it; nobody else."""
    text = field() + ARMIES.replace("phase guns", "phase round") + "blue battery L at lost each=2 shots=0\n"
    s = stage(text.replace("G at 0104 shots=2", "G at 0104 shots=0 each=1"))
    assert {stand.id: stand.shots for stand in s.b.stands} == {
        "HQ": 0, "A": 0, "G": 1, "S": 3, "Y": 0, "X": 0, "K": 3, "L": 0,
    }  # fmt: skip
    assert s.play.system is REGIMENTAL
