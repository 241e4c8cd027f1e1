"""Chapters 6, 8 and 11 to the letter: HQs, the night and target hexes, as asked, told and refused."""

import pytest
from reg_combat import field, fought
from reg_stage import RegStage, question, refusal, stage, story

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.rules.hq import nearest_free, overnight_hexes, return_hexes
from sandtable.systems.regimental.rules.night import night_options, recall_hexes
from sandtable.systems.regimental.rules.victory import arrive, judge, points, remove_remnants
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import ATTACK, ORDERS, Battle
from sandtable.table.event import Result
from sandtable.testing import rule

FIELD = field(columns=9, rows=5)
BOTH = f"{FIELD}\nblue hq HQ at 0101\nblue infantry A at 0201\nred hq RQ at 0901\n"
NIGHT = f"""
{FIELD}
blue hq HQ at lost of=b1
blue infantry A at 0101 of=b1 sp=3
blue infantry L at lost of=b1 lost=mg
blue hq HQ2 at 0105 of=b2 company=fs
blue infantry B at 0205 of=b2 lost=at
red hq RQ at 0901
red infantry X at 0801 sp=4 company=mg
red battery K at 0905 sp=2
hq-lost b1 4
round 4
phase night
air blue 2
air red 1
"""


def words(s: RegStage) -> list[str]:
    """The open options, as they are chosen."""
    return [" ".join(filter(None, (choice.do, choice.piece, choice.to))) for choice in s.options()]


def names(b: Battle, mask: int) -> set[str]:
    return {name for name, place in b.ground.index.items() if mask >> place & 1}


# The night ---------------------------------------------------------------------------------------


@rule("8.a", "8.b", "8.c", "8.e", "8.g", "8.h", "6.i", "6.h", "9.a")
def test_a_whole_night() -> None:
    """Blue throws more and goes first in every step: HQs, stands, companies, points. Then a new day begins."""
    s = stage(NIGHT, 6, 6, 1, 1)
    s.b.air[:] = [0, 0]
    assert question(s) == "blue new hq (6.i) B1: where does the new HQ appear? [HQ]"
    assert words(s) == ["place HQ 0201", "place HQ 0102"]
    s.do("place", "HQ", "0201")
    assert question(s) == "blue night shuffle (8.g) B2: shift core stands overnight? [HQ2]"
    assert words(s) == ["shift HQ2 0205", "shift B 0105", "done"]
    s.do("shift", "HQ2", "0205")
    assert question(s) == "red night shuffle (8.g) Red: shift core stands overnight? [RQ]"
    s.do("done")
    assert question(s) == "blue night shuffle (8.g) B2: shift support companies overnight? [HQ2]"
    assert words(s) == ["shift HQ2-fs B", "done"]
    s.do("shift", "HQ2-fs", "B")
    assert question(s) == "red night shuffle (8.g) Red: shift support companies overnight? [RQ]"
    s.do("done")
    assert question(s) == "blue recovery (8.a) 4 strength and 2 support points left: what do you recover? []"
    assert words(s) == [
        "rebuild A", "recall L 0301", "recall L 0102", "recall L 0202",
        "return L-mg HQ", "return L-mg A", "return B-at HQ2", "done",
    ]  # fmt: skip
    s.do("rebuild", "A").do("recall", "L", "0102").do("return", "L-mg", "A")
    assert question(s) == "blue recovery (8.a) 2 strength and 1 support points left: what do you recover? []"
    assert s.company("L-mg").host == s.unit("A").index and s.unit("A").company == s.company("L-mg").index
    s.do("done")
    assert question(s) == "red recovery (8.a) 2 strength and 1 support points left: what do you recover? []"
    assert words(s) == ["rebuild X", "done"]
    s.do("rebuild", "X")  # and X is whole: nothing is left to buy
    assert story(s) == [
        "8.a initiative: blue threw 6 6 1 1 = 12",
        "8.c supply: blue 2 = 4",
        "8.c supply: red 1 = 2",
        "6.i hq returns: blue HQ 0201",
        "8.g shifted: blue HQ2 0205",
        "8.g shifted: blue B 0105",
        "8.g shifted: blue HQ2-fs B 0105",
        "8.a rebuilt: blue A 0101 = 4",
        "8.e stand returns: blue L 0102 = 1",
        "8.a company returns: blue L-mg A 0101",
        "8.a rebuilt: red X 0801 = 5",
        "1.4.a round: 2 = 1",
    ]
    b = s.b
    assert (b.day, b.round, b.phase, b.turns, b.step, b.last) == (2, 1, ORDERS, [], 0, -1)
    assert (b.strength, b.support, b.air) == ([0, 0], [0, 0], [2, 1])
    assert not any(stand.moved or stand.marched for stand in b.stands)
    assert not any(regiment.activated for regiment in b.regiments)
    assert [s.unit(id).sp for id in ("HQ", "A", "L", "X", "K")] == [6, 4, 1, 5, 2]


@rule("8.a", "8.c", "8.g", "6.i")
def test_the_loser_of_the_throw_goes_second_in_every_step() -> None:
    s = stage(NIGHT, 1, 1, 6, 6)
    asked = []
    while s.asked[0] and s.b.phase != ORDERS:
        asked.append((s.asked, s.b.step, list(s.b.turns)))
        s.play.choose(s.options()[-1])
    assert asked == [
        (("blue", "new hq"), 0, [0, -1]),
        (("red", "night shuffle"), 1, [1, 0, -1]),
        (("blue", "night shuffle"), 1, [0, -1]),
        (("red", "night shuffle"), 2, [1, 0, -1]),
        (("blue", "night shuffle"), 2, [0, -1]),
        (("red", "recovery"), 3, [1, 0, -1]),
        (("blue", "recovery"), 3, [0, -1]),
    ]


@rule("8.b", "8.c")
@pytest.mark.parametrize(
    ("level", "one", "two"),
    [
        ("none", (0, 0), (0, 0)),
        ("poor", (1, 0), (2, 1)),
        ("average", (2, 1), (4, 2)),
        ("good", (3, 1), (6, 2)),
        ("lavish", (4, 2), (8, 4)),
    ],
)
def test_points_of_one_and_two_regiments(level: str, one: tuple[int, int], two: tuple[int, int]) -> None:
    """Halves are rounded down; a regiment that is gone brings nothing."""
    s = stage(NIGHT + f"supply blue {level}\nsupply red {level}", 6, 6, 1, 1)
    assert (s.b.strength, s.b.support) == ([two[0], one[0]], [two[1], one[1]])
    s = stage(NIGHT.replace("A at 0101", "A at lost") + f"gone b1\nsupply blue {level}", 6, 6, 1, 1)
    assert (s.b.strength[0], s.b.support[0]) == one


@rule("8.g", "1.b", "6.e", "6.i")
def test_what_is_refused_in_a_night_shuffle() -> None:
    """The returned HQ keeps its hex, others shift only within their regiment's hexes, and nobody ends in two."""
    text = NIGHT.replace("L at lost of=b1 lost=mg", "L at 0103 of=b1 company=mg")
    s = stage(text, 6, 6, 1, 1).do("place", "HQ", "0201")
    assert question(s) == "blue night shuffle (8.g) B1: shift core stands overnight? [HQ]"
    assert words(s) == ["shift A 0103", "shift L 0101", "done"]
    only = "8.g Now only the B1 shifts, and only within the hexes it held at nightfall."
    assert refusal(s, "shift", "HQ", "0101") == "8.g HQ has just returned and keeps its hex tonight."
    assert (
        refusal(s, "shift", "A", "0201")
        == refusal(s, "shift", "HQ2", "0205")
        == refusal(s, "shift", "X", "0901")
        == only
    )
    assert refusal(s, "move", "A", "0103").startswith("8.g B1: shift core stands overnight? That is not one")
    s.do("shift", "A", "0103")
    assert s.where("A") == "0103" and s.where("L") == "0101"  # L had one way out
    three = NIGHT.replace("L at lost of=b1 lost=mg", "L at 0103 of=b1 company=mg\nblue infantry M at 0301 of=b1")
    s = stage(three, 6, 6, 1, 1).do("place", "HQ", "0201").do("shift", "A", "0103")
    assert refusal(s, "done") == "1.b Two pieces would be in one place: shift the other one too."
    s.do("shift", "L", "0301")  # and M has one way out
    assert [s.where(id) for id in ("A", "L", "M")] == ["0103", "0301", "0101"]
    s.do("done").do("done")  # the stands of B2 and of red
    assert question(s) == "blue night shuffle (8.g) B1: shift support companies overnight? [HQ]"
    assert s.places("shift", "L-mg") == {"A", "M"}  # not the HQ that has just returned


@rule("8.g", "6.e")
def test_without_an_hq_nothing_is_shuffled_at_night() -> None:
    """B1's HQ was lost earlier and cannot come back between enemies: only B2 shuffles."""
    wall = "blue infantry L at 0102 of=b1 company=mg\n"
    wall += "".join(f"red infantry Z{number} at 020{number}\n" for number in (1, 2, 3))
    text = NIGHT.replace("blue infantry L at lost of=b1 lost=mg\n", wall).replace("hq-lost b1 4", "hq-lost b1 2")
    s = stage(text, 6, 6, 1, 1)
    assert question(s) == "blue night shuffle (8.g) B2: shift core stands overnight? [HQ2]"
    assert s.where("HQ") == "lost" and s.regiment("b1").activated


@rule("8.a", "8.d", "8.e", "8.f", "8.b", "8.c", "6.f")
def test_why_something_is_not_recovered() -> None:
    """Every reason in the order in which it is looked for."""
    more = "blue infantry D at lost of=b3\ngone b3\nblue hq H3 at lost of=b3\n"
    more += "blue infantry C at 0505 of=b2 sp=2 company=tanks\nblue battery G at 0305 sp=3\nblue battery H at lost\n"
    s = stage(NIGHT + more, 6, 6, 1, 1).do("place", "HQ", "0201")
    while s.asked[1] != "recovery":
        s.do("done")
    assert [refusal(s, "rebuild", id) for id in ("G", "X", "L", "B", "C", "no")] == [
        "8.d Batteries have no HQ and are not rebuilt.",
        "8.c X belongs to the enemy.",
        "8.e L is lost: recall it.",
        "8.d B is at full strength.",
        "8.d C is not within two hexes of its HQ.",
        "8.a 4 strength and 2 support points left: what do you recover? That is not one of the choices: "
        "done, rebuild, recall, return.",
    ]
    plain = refusal(s, "rebuild", "no")
    assert refusal(s, "recall", "no", "0103") == refusal(s, "move", "A") == refusal(s, "return", "no", "A") == plain
    where = "8.f A stand returns next to its regiment, outside enemy zones and within two hexes of the HQ."
    assert [refusal(s, "recall", id, "0103") for id in ("H", "X", "D", "B", "L")] == [
        "8.d Batteries have no HQ and do not come back.",
        "8.c X belongs to the enemy.",
        "8.e A regiment that was removed does not come back.",
        "8.e B is not lost: rebuild it.",
        where,
    ]
    assert [refusal(s, "return", id, "HQ2") for id in ("X-mg", "HQ2-fs", "B-at")] == [
        "8.c Machine-gun company of X belongs to the enemy.",
        "8.a Fire support company of HQ2 is not lost.",
        "8.f A company returns to a core stand of its regiment that has no company.",
    ]
    s.do("return", "L-mg", "A").do("return", "B-at", "B")
    for _ in range(2):
        s.do("rebuild", "A")
    s.do("recall", "L", "0102").do("rebuild", "L")
    assert s.asked[0] == "red"
    assert refusal(s, "rebuild", "A") == "8.c A belongs to the enemy."
    assert refusal(s, "recall", "L", "0103") == "8.c L belongs to the enemy."


@rule("8.b", "8.d", "8.e", "8.f", "6.f")
def test_why_nothing_is_recovered_without_points() -> None:
    """With support points alone, or strength points alone, the other half is refused."""
    s = stage(NIGHT + "supply blue none", 6, 6, 1, 1).do("place", "HQ", "0201")
    b = s.b
    b.support[0] = 1
    while s.asked[1] != "recovery":
        s.do("done")
    assert words(s) == ["return L-mg HQ", "return L-mg A", "return B-at B", "done"]
    assert [refusal(s, "rebuild", "A"), refusal(s, "recall", "L", "0102"), refusal(s, "recall", "HQ", "0102")] == [
        "8.b No strength point is left.",
        "8.b No strength point is left.",
        "8.e HQ is not lost: rebuild it.",
    ]
    s = stage(NIGHT + "supply blue poor\ngone b2", 6, 6, 1, 1).do("place", "HQ", "0201")
    while s.asked[1] != "recovery":
        s.do("done")
    assert s.b.support == [0, 1] and refusal(s, "return", "L-mg", "A") == "8.b No support point is left."
    one = stage(NIGHT + "supply blue poor", 6, 6, 1, 1).do("place", "HQ", "0201")
    while one.asked[1] != "recovery":
        one.do("done")
    one.do("rebuild", "A")
    assert (one.b.strength[0], one.b.support[0]) == (1, 1)
    assert refusal(one, "rebuild", "B") == "8.d B is at full strength."
    assert refusal(one, "recall", "L", "0505").startswith("8.f A stand returns next to its regiment")
    assert refusal(one, "return", "B-at", "A").startswith("8.f A company returns to a core stand of its regiment")
    lost = NIGHT.replace("hq-lost b1 4", "hq-lost b1 2") + "red infantry Z at 0202\n"
    s = stage(lost, 6, 6, 1, 1)
    while s.asked[1] != "recovery":
        s.do("done")
    assert refusal(s, "recall", "HQ", "0102") == "6.f A new HQ costs no points. It returns by rules of its own."


@rule("8.a", "8.e", "8.d", "8.f")
def test_what_the_points_can_buy() -> None:
    """Of each regiment of the side that is not gone: rebuild, recall, return, and only with points for it."""
    b = scene(NIGHT.replace("HQ at lost", "HQ at 0102"))
    b.strength, b.support = [1, 1], [1, 1]
    bought = [" ".join(filter(None, (choice.do, choice.piece, choice.to))) for choice in night_options(b, 0)]
    assert bought == [
        "rebuild A", "recall L 0201", "recall L 0202", "recall L 0103", "recall L 0203",
        "return L-mg HQ", "return L-mg A", "return B-at B",
    ]  # fmt: skip
    assert [choice.piece for choice in night_options(b, 1)] == ["X"]
    b.strength[0] = 0
    assert {choice.do for choice in night_options(b, 0)} == {"return"}
    b.strength[0], b.support[0] = 1, 0
    assert {choice.do for choice in night_options(b, 0)} == {"rebuild", "recall"}
    b.regiment("b1").gone = True
    assert night_options(b, 0) == []


@rule("8.f", "8.d", "6.h")
def test_where_lost_stands_and_hqs_come_back() -> None:
    """Next to the regiment, free, dry and outside enemy zones; a stand also within two hexes of its HQ."""
    text = f"""
    {field(columns=9, rows=5, h0202="R")}
    blue hq HQ at 0103
    blue infantry A at 0303
    blue infantry L at lost
    blue hq H2 at 0102 of=b2
    blue infantry B at 0104 of=b2
    red hq RQ at 0901
    red infantry X at 0404
    """
    b = scene(text)
    blue = b.regiment("blue")
    assert names(b, recall_hexes(b, blue)) == {"0203", "0204"}
    assert names(b, return_hexes(b, blue)) == {"0203", "0204", "0302"}
    headless = scene(text.replace("HQ at 0103", "HQ at lost"))
    assert recall_hexes(headless, headless.regiment("blue")) == 0


# HQs ---------------------------------------------------------------------------------------------


@rule("6.f", "6.g", "6.h", "6.b")
def test_a_new_hq_as_asked_told_and_refused() -> None:
    """In the round after its loss: placed next to the regiment; then only an attack is possible."""
    text = f"""
    {field(columns=9, rows=5, h0202="R")}
    blue hq HQ at lost company=mg
    blue infantry A at 0103
    blue infantry B at 0203
    red hq RQ at 0901
    red infantry X at 0403
    objective Mill 0204
    hq-lost blue 1
    round 2
    active blue arrive
    """
    s = stage(text)
    assert question(s) == "blue new hq (6.h) Blue: where does the new HQ appear? [HQ]"
    assert words(s) == ["place HQ 0102", "place HQ 0104", "place HQ 0204"]
    assert [refusal(s, "place", "HQ", to) for to in ("0103", "0202", "0303", "0105", "9999")] == [
        "6.h 0103 is occupied.",
        "6.h 0202 is in the river.",
        "6.h 0303 is in an enemy zone of control.",
        "6.h 0105 is not next to a stand of the Blue.",
        "6.h Blue: where does the new HQ appear? That is not one of the choices: place.",
    ]
    assert refusal(s, "move", "HQ", "0105") == refusal(s, "place", "HQ", "9999")
    s.do("place", "HQ", "0204")
    assert story(s) == ["6.h hq returns: blue HQ 0204", "11.a taken: blue HQ 0204 Mill = 1"]
    hq = s.unit("HQ")
    assert (hq.sp, hq.moved, hq.company, s.b.stage) == (6, True, -1, ATTACK)
    same = stage(text.replace("hq-lost blue 1", "hq-lost blue 2"))
    assert story(same) == ["6.b no hq: blue blue"] and same.b.active == -1


@rule("6.i", "6.h")
def test_where_an_hq_returns_overnight() -> None:
    """Lost in the last round it always returns: outside zones, else in one, else as near as there is room."""

    def hexes(lost_in: int, *lines: str) -> set[str]:
        text = (
            f"{FIELD}\nblue hq HQ at lost\nblue infantry A at 0101\n"
            + "\n".join(lines)
            + f"\nhq-lost blue {lost_in}\nround 4"
        )
        b = scene(text + "\nred hq RQ at 0905")
        return names(b, overnight_hexes(b, b.regiment("blue")))

    assert hexes(4) == {"0201", "0102"} == hexes(3)
    near = ("red infantry X at 0202",)
    assert hexes(4, *near) == {"0201", "0102"} and hexes(3, *near) == set()
    full = ("red infantry X at 0201", "red infantry Y at 0102")
    assert hexes(3, *full) == set() and hexes(4, *full) == {"0301", "0202", "0103", "0203"}
    b = scene(f"{field(columns=2, rows=1)}\nblue hq HQ at lost\nblue infantry A at 0101\nred infantry X at 0201")
    assert nearest_free(b, b.regiment("blue")) == 0
    wet = scene(
        f"{field(columns=4, rows=1, h0201='R')}\nblue hq HQ at lost\nblue infantry A at 0101\nred infantry X at 0401"
    )
    assert names(wet, nearest_free(wet, wet.regiment("blue"))) == {"0301"}


@rule("6.i")
def test_an_hq_in_a_zone_overnight_is_refused_only_where_another_hex_is_open() -> None:
    text = NIGHT.replace("red infantry X at 0801", "red infantry X at 0202")
    s = stage(text, 6, 6, 1, 1)
    assert words(s) == ["place HQ 0201", "place HQ 0102"]
    assert refusal(s, "place", "HQ", "0302") == "6.h 0302 is not next to a stand of the B1."


@rule("6.i", "8.a")
def test_regiments_with_an_hq_wait_for_the_others() -> None:
    """Each regiment is looked at once in the step; those that have their HQ, or are gone, are not asked."""
    text = (
        NIGHT.replace("HQ2 at 0105 of=b2", "HQ2 at lost of=b2")
        + "hq-lost b2 4\nblue infantry D at 0505 of=b3\ngone b3\n"
    )
    s = stage(text, 6, 6, 1, 1)
    assert question(s).startswith("blue new hq (6.i) B1")
    s.do("place", "HQ", "0201")
    assert question(s).startswith("blue new hq (6.i) B2")
    s.do("place", "HQ2", "0105")
    assert s.asked[1] == "night shuffle" and [event.piece for event in s.told("hq returns")] == ["HQ", "HQ2"]


# The end -----------------------------------------------------------------------------------------


@rule("6.j")
def test_a_regiment_ends_with_its_last_battalion_and_a_side_with_its_last_regiment() -> None:
    base = f"{FIELD}\nblue hq HQ at 0101 company=mg of=b1\nblue infantry A at 0201 of=b1\nblue hq H2 at 0105 of=b2\n"
    base += "blue infantry B at 0205 of=b2\nred hq RQ at 0901 company=aa\nred infantry X at 0801\n"

    def ended(*lost: str, gone: str = "") -> list[str]:
        b = scene(base + (f"gone {gone}" if gone else ""))
        for id in lost:
            b.lift(b.stand(id))
        remove_remnants(b)
        told = [f"{event.rule} {event.kind} {event.side} {event.piece} {event.text}".strip() for event in b.events]
        hq = b.stand("HQ")
        return [*told, str(b.result), f"{hq.hex} {hq.company} {b.company('HQ-mg').host}"]

    first = scene(base).stand("HQ")
    kept = f"{first.hex} {first.company} {first.index}"
    assert ended() == ["None", kept]
    assert ended("A") == ["6.j regiment gone blue b1", "None", "-1 -1 -1"]
    assert ended("B") == ["6.j regiment gone blue b2", "None", kept]
    over = Result("red", "Blue has no regiment left", "11.b")
    assert ended("A", "B") == [
        "6.j regiment gone blue b1",
        "6.j regiment gone blue b2",
        "11.b battle over   Blue has no regiment left",
        str(over),
        "-1 -1 -1",
    ]
    won = Result("blue", "Red has no regiment left", "11.b")
    assert ended("X") == [
        "6.j regiment gone red red",
        "11.b battle over   Red has no regiment left",
        str(won),
        kept,
    ]
    drawn = Result(None, "neither side has a regiment left", "11.b")
    assert ended("A", "B", "X")[-2] == str(drawn)
    assert ended("A", gone="b1")[0] == "None"  # already told


@rule("11.b")
@pytest.mark.parametrize(
    ("held", "winner", "reason"),
    [
        (4, "red", "Red holds 4 of 6 points and needs 4"),
        (3, None, "Red holds 3 of 6 points and needs 4; 3 are a draw"),
        (2, "blue", "Red holds 2 of 6 points and needs 4"),
    ],
)
def test_how_points_decide(held: int, winner: str | None, reason: str) -> None:
    text = BOTH + "red infantry X at 0801\nwin red 4 draw=3\n"
    text += f"objective One 0103 points={held} red\nobjective Two 0303 points={6 - held} blue"
    b = scene(text)
    assert judge(b) == Result(winner, reason, "11.b", 0 if winner is None else abs(held - 4))
    assert (points(b, 1), points(b, 0)) == (held, 6 - held)


@rule("11.a", "11.b")
@pytest.mark.parametrize(
    ("all_of_it", "holders", "result"),
    [
        ("all", [-1, 1], Result("red", "Red holds every objective", "11.b")),
        ("all", [-1, 0], None),
        ("", [-1, 1], None),
    ],
)
def test_taking_the_last_target_hex(all_of_it: str, holders: list[int], result: Result | None) -> None:
    """X stands in the first of two: with the second it has everything, if that is what red must hold."""
    text = BOTH + f"red infantry X at 0801\nwin red 3 {all_of_it}\n"
    b = scene(text + "objective Mill 0801 points=2\nobjective Inn 0505")
    b.holders = holders.copy()
    arrive(b, b.stand("X"))
    assert (b.holders[0], b.result) == (1, result)
    told = [f"{event.rule} {event.kind} {event.side} {event.piece} {event.value} {event.text}" for event in b.events]
    assert told == ["11.a taken red X 2 Mill"] + (
        ["11.b battle over   0 Red holds every objective"] if result else []
    )
    arrive(b, b.stand("X"))
    assert len(b.events) == len(told)  # it holds it already


@rule("11.a")
@pytest.mark.parametrize(
    ("order", "place", "holder", "alarm", "taken", "alarmed"),
    [
        ("H", "0803", 0, 3, True, True),
        ("H", "0803", 0, 2, True, False),
        ("H", "0803", 1, 4, False, True),
        ("R", "0803", 0, 3, False, True),
        ("H", "0703", 0, 3, False, True),
        ("H", "0805", 0, 4, False, False),
    ],
)
def test_who_arrives(order: str, place: str, holder: int, alarm: int, taken: bool, alarmed: bool) -> None:
    """A stand takes the hex it stands in, unless it is on R, and alarms enemies who wait for that."""
    text = BOTH + f"red infantry X at {place}\norder red {order}\n"
    b = scene(text + f"objective Mill 0803\nrestrict blue H day=2 row={alarm}\nrestrict red H day=2 row=5")
    b.holders = [holder]
    arrive(b, b.stand("X"))
    assert (b.holders, b.alarms) == ([1] if taken or holder == 1 else [holder], [alarmed, False])
    assert ([event.kind for event in b.events] == ["taken"]) == taken


@rule("6.d", "6.b")
def test_a_stand_without_its_hq_fights_alone() -> None:
    """Its company does not help, and nobody else's may be called."""
    lines = ("blue infantry A at 0404", "red infantry X at 0504 company=mg", "red infantry Z at 0604 company=fs")
    s = fought(*lines, hqs=("blue hq HQ at 0403", "red hq Y at lost"))
    assert len(s.last("defence dice").dice) == 3
    s = fought(*lines, hqs=("blue hq HQ at 0403", "red hq Y at 0704"))
    assert len(s.last("defence dice").dice) == 4
    assert s.play.system.key == REGIMENTAL.key
