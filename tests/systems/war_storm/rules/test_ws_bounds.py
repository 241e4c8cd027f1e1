"""At the very bound: passes and markers, exits, officers drawn, companies judged, columns on a road, points."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from ws_fight import OPEN, Drill
from ws_turns import ROW, costs

from sandtable.systems.war_storm.reading.book import DATA
from sandtable.systems.war_storm.reading.shelf import load_scenario
from sandtable.systems.war_storm.rules.actions import act, why_nobody_fires, why_not_act, why_not_officer
from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.fire import may_join as join_fire
from sandtable.systems.war_storm.rules.march import why_not_march
from sandtable.systems.war_storm.rules.morale import Shock, checks, disintegrate, judge, trigger
from sandtable.systems.war_storm.rules.movement import entries, may_exit, prey, traveller
from sandtable.systems.war_storm.rules.setup import draw_officers, mark_first, new_battle, why_not_place
from sandtable.systems.war_storm.rules.turn import begin_turn, initiative_modifiers, markers, pass_on
from sandtable.systems.war_storm.rules.victory import judge as judge_battle
from sandtable.systems.war_storm.rules.victory import leader
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import ACTIVATION, EXITED, NEVER, REMOVAL, Battle, Move, Unit
from sandtable.systems.war_storm.state.scenario import Grade
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.testing import rule
from sandtable.testing.scene import tale

T = TypeVar("T")

TWO = f"{OPEN}blue us-infantry U at A000\nred grenadier G at A404\n"


# The turn ----------------------------------------------------------------------------------------


@rule("4.3.1.g", "4.4.e", "4.4.c")
@pytest.mark.parametrize(
    ("side", "passes", "words", "ends", "told"),
    [
        (0, 0, "", False, ["4.3.1.g pass blue [why]"]),
        (1, 0, "", False, ["4.3.1.g pass red [why]"]),
        (0, 1, "", True, ["4.3.1.g pass blue [why]"]),
        (1, 1, "", True, ["4.3.1.g pass red [why]"]),
        (0, 0, "finished", True, ["4.3.1.g pass blue [why]", "4.4.e turn closes blue"]),
    ],
)
def test_when_a_pass_ends_the_phase(side: int, passes: int, words: str, ends: bool, told: list[str]) -> None:
    """The second in a row, or the first if the other side has only reaction left; then markers come off."""
    text = f"{OPEN}blue us-infantry U at A000 ooc reaction=0\nblue us-infantry V at A101 ooc\n"
    b = scene(f"{text}red grenadier G at A404 ooc reaction=0\nred grenadier H at A405 ooc {words}")
    b.side, b.passes, b.phase, b.initiative, b.turn, b.queue = side, passes, ACTIVATION, 1, 2, []
    pass_on(b, "why")
    assert (b.side, b.passes, b.phase) == (1 - side, passes + 1, REMOVAL if ends else ACTIVATION)
    assert b.queue == ([1, 0] if ends else [])
    assert tale(b.events) == told


@rule("4.4.c", "4.4.f")
def test_whose_markers_may_come_off() -> None:
    """Those on the board, in its first hex and from before the battle too; of the own side."""
    b = scene(f"{TWO}blue us-infantry V at A101\nblue us-infantry W at exited\nred grenadier H at A405")
    for id in ("U", "W", "G"):
        b.platoon(id).reaction = 0
    assert (markers(b, 0), markers(b, 1)) == (["U"], ["G"])
    b.platoon("V").reaction = 3
    assert markers(b, 0) == ["U", "V"]


@rule("4.2.b")
@pytest.mark.parametrize("had", [0, 1, NEVER])
def test_what_counts_for_the_initiative(had: int) -> None:
    b = scene(f"{TWO}attacker blue\nbonus red -1")
    b.initiative = had
    numbers = b.ground.numbers
    assert (numbers["attacker"], numbers["had_initiative"]) == (1, 1)
    found = [[(each.amount, each.label, each.rule) for each in initiative_modifiers(b, side)] for side in (0, 1)]
    attacker, before = (1, "attacker", "4.2.b"), (1, "had the initiative", "4.2.b")
    scenario = (-1, "scenario", "4.2.b")
    assert found == [[attacker, before][: 2 - (had != 0)], [before, scenario][had != 1 :]]


@rule("4.a", "4.1.a", "4.2")
def test_a_turn_begins_afresh() -> None:
    """The turn is told, command and initiative come, and nobody has passed or acted in it, or has nothing left."""
    b = scene(f"{TWO}initiative none")
    b.idle = [True, True]
    b.turn, b.passes, b.activations, b.side, b.phase = 2, 2, [3, 4], 0, REMOVAL
    b.chance = ScriptedChance(2, 5)
    assert list(begin_turn(b)) == []
    assert (b.turn, b.passes, b.activations, b.side, b.phase) == (3, 0, [0, 0], 1, ACTIVATION)
    assert b.idle == [False, False]
    assert tale(b.events) == [
        "4.a turn =3",
        "4.1.a out of command U @A000",
        "4.1.a out of command G @A404",
        "4.2.a initiative roll blue 2 =2",
        "4.2.a initiative roll red 5 =5",
        "4.2.a initiative red",
    ]


# Set-up ------------------------------------------------------------------------------------------


class Lots(ScriptedChance):
    """The first of whatever is drawn; what there was is kept."""

    __slots__ = ("drawn_from",)

    def __init__(self) -> None:
        super().__init__()
        self.drawn_from: list[list[str]] = []

    def draw(self, things: Sequence[T], why: str) -> T:
        self.drawn_from.append([getattr(thing, "key", "") for thing in things])
        return things[0]


@rule("10.1.b")
def test_whose_officers_are_drawn_and_from_whom(tmp_path: Path) -> None:
    """Those of the nation and the kind of the company who lead nobody yet: Brandt leads the other one."""
    source = (DATA / "scenarios" / "hedgerow-lane.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    text = source.replace("3 x German grenadier (D)", "3 x German grenadier")
    path.write_text(text, encoding="utf-8")
    b = new_battle(load_scenario(path))
    lots = Lots()
    b.chance = lots
    draw_officers(b)
    assert lots.drawn_from == [["kessler", "voss", "gielnik"]]
    officer = b.officer_of(b.companies[0])
    assert officer is not None and (officer.type.key, officer.name) == ("kessler", officer.type.name)
    assert officer.mp == officer.type.mp and [event.rule for event in b.events] == ["10.1.b"]
    draw_officers(b)
    assert len(lots.drawn_from) == 1, "who has an officer draws no other"


@rule("8.l")
@pytest.mark.parametrize(("most", "offered"), [(1, None), (2, {"V", "W"}), (3, {"V", "W"})])
def test_how_many_first_markers_are_left(most: int, offered: set[str] | None) -> None:
    """U has one already; the enemy's do not count, nor does a platoon that is still to come."""
    text = f"{OPEN}blue us-infantry U at A000 reaction=0\nblue us-infantry V at A000\nblue us-infantry W at A101\n"
    b = scene(f"{text}blue us-infantry X at off\nred grenadier G at A404 reaction=0")
    b.scenario.sides[0].markers = most
    questions = list(zip(range(1), mark_first(b, 0), strict=False))
    if offered is None:
        assert questions == []
    else:
        question = questions[0][1]
        assert {choice.piece for choice in question.options() if choice.do == "mark"} == offered
        assert (question.seat, question.rule) == ("blue", "8.l") and f"{most - 1} left" in question.prompt
        asking = mark_first(b, 0)
        next(asking)
        with pytest.raises(StopIteration) as over:
            asking.send(Choice("mark", "V"))
        assert over.value.value is True and b.platoon("V").reaction == 0
        assert tale(b.events) == ["8.l marked V @A000"]


# Leaving and entering ----------------------------------------------------------------------------


@rule("SCN.3")
def test_who_may_leave_the_board_and_with_how_many_mp() -> None:
    """By the exits of the own side, the first hex of the board among them, with a point left."""
    b = scene(
        f"{ROW}\nblue us-infantry P at A000\nblue us-infantry Q at A009\nblue us-infantry X at off\n"
        "red grenadier G at A005\nexits blue A000\nexits red A005"
    )
    who = {id: [b.unit(id)] for id in "PQXG"}
    assert b.ground.numbers["exit"] == 1 and b.ground.index["A000"] == 0
    assert [may_exit(b, who["P"], spent, 5) for spent in (0, 4, 5)] == [True, True, False]
    assert [may_exit(b, who[id], 0, 5) for id in "QXG"] == [False, False, True]


@rule("SCN.3")
def test_who_has_left_acts_no_more() -> None:
    drill = Drill(
        f"{ROW}\nblue officer O at A005\nblue us-infantry P at A005\nblue us-infantry Q at A005\n"
        "red grenadier G at A000\nexits blue A006\nactor O"
    )
    drill.do("move", "P").do("along", "Q").do("to", "P", "A006")
    assert drill.refused("exit", "P", "A009").rule == "SCN.3"
    drill.do("exit", "P")
    for id in ("P", "Q"):
        unit = drill.platoon(id)
        assert (unit.hex, unit.finished, unit.used) == (EXITED, True, True)
    assert drill.b.move is None and drill.asked == ("blue", "action")
    assert tale(drill.told("exited")) == ["SCN.3 exited P @A006", "SCN.3 exited Q @A006"]
    assert faults(drill.b) == []


@rule("6.5.b", "21")
@pytest.mark.parametrize(
    ("marker", "foot", "recon", "wheels"),
    [("wire", 2, 2, None), ("ditches", 2, None, None), ("roadblocks", 1, 3, None), ("", 1, 1, 2)],
)
def test_what_obstacles_add_to_open_ground(marker: str, foot: int, recon: int | None, wheels: int | None) -> None:
    """A point more where they are, the hex beside them as ever."""
    for kind, cost in (("us-infantry", foot), ("recon", recon), ("motorized-infantry", wheels)):
        text = f".0 .0\n.0 .0\n{marker} {'A001' if marker else ''}\nblue {kind} P at A000"
        found = costs(text, "P")
        assert found.get("A001") == cost, kind
        assert found["A100"] == costs(f".0 .0\n.0 .0\nblue {kind} P at A000", "P")["A100"]


# Orders ------------------------------------------------------------------------------------------


@rule("3.2.c", "9.3.a", "HRO.2", "14.1")
@pytest.mark.parametrize(
    ("do", "to", "words", "number"),
    [
        ("fire", "A404", "", "3.2.c"),
        ("fire", "A404", "routed", "3.2.c"),
        ("move", "", "routed", "9.3.a"),
        ("ready", "A404", "", "14.1"),
        ("lend", "U", "", "HRO.2"),
        ("prepare", "", "", ""),
        ("rally", "Nobody", "", ""),
    ],
)
def test_why_an_officer_does_not_do_this(do: str, to: str, words: str, number: str) -> None:
    b = scene(f"{TWO}blue officer O at A101 {words}")
    officer = b.officer("O")
    why, found = why_not_officer(b, officer, Choice(do, "O", to))
    assert found == number and why.startswith("O " if number else "")


@rule("3.2.c", "4.3.2.e")
def test_an_officer_who_rallies_goes_on_rallying() -> None:
    b = scene(f"{TWO}blue officer O at A101")
    officer = b.officer("O")
    officer.rallying = True
    assert why_not_officer(b, officer, Choice("prepare", "O")) == (
        "O is rallying; he cannot do anything else.",
        "3.2.c",
    )
    assert why_not_officer(b, officer, Choice("rally", "O", "Nobody")) == ("", "")
    officer.rallying = False
    assert why_not_officer(b, officer, Choice("prepare", "O")) == ("", "")


@rule("4.3.2.c", "4.3.2.e", "4.3.1.a", "9.3.a", "10.1.d")
def test_why_a_unit_does_not_act() -> None:
    b = scene(f"{TWO}blue officer O at A101\nblue us-infantry V at off")
    unit, officer = b.platoon("U"), b.officer("O")
    unit.active = officer.active = b.platoon("V").active = True

    def why(do: str, piece: str = "U") -> str:
        return why_not_act(b, Choice(do, piece))[1]

    assert [why("nonsense", "Nobody"), why("move"), why("double"), why("fire", "O")] == [
        "",
        "6.2.b",
        "6.2.b",
        "3.2.c",
    ]
    assert [why("prepare", "V"), why("prepare")] == ["10.1.d", ""]
    unit.spent = 1
    assert [why("prepare"), why("move")] == ["4.3.2.c", "6.2.b"]
    unit.spent, unit.waiting = 0, 0
    assert why("prepare") == "4.3.2.e"
    unit.waiting, unit.active = NEVER, False
    assert why("prepare") == "4.3.1.a"
    unit.used = True
    assert why("prepare") == "4.3.2.c"
    unit.routed = True
    assert why("prepare") == "9.3.a"
    officer.active, officer.routed = False, True
    assert why("prepare", "O") == "4.3.1.a"


@rule("4.3.2.a")
def test_what_is_asked_of_whoever_is_activated_and_why_he_fires_at_nobody() -> None:
    """A company by its officer, a platoon by itself; for red too the enemy is blue."""
    for actor, asked in (("O", "What does Company blue do?"), ("U", "What does U do?")):
        b = scene(f"{TWO}blue officer O at A101\nactor {actor}")
        assert next(act(b)).prompt == asked
    b = scene(f"{TWO}actor G")
    assert why_nobody_fires(b, b.unit("G").hex)[1] == "4.3.2.a"
    assert why_nobody_fires(b, b.unit("U").hex)[1] != "4.3.2.a"


@rule("14.1")
@pytest.mark.parametrize(
    ("place", "spent", "found"), [("A000", 0, {"A001"}), ("A000", 4, {"A001"}), ("A000", 5, set()), ("off", 0, set())]
)
def test_whom_a_group_may_assault_from_the_first_hex(place: str, spent: int, found: set[str]) -> None:
    """Next to it, with the MP left to enter; red attackers from there too."""
    for side, enemy in (("blue", "red"), ("red", "blue")):
        b = scene(
            f"{OPEN}{side} us-infantry U at {place}\n{enemy} us-infantry G at A001\n{enemy} us-infantry H at A404"
        )
        assert {b.ground.names[h] for h in prey(b, [b.unit("U")], spent)} == found


@rule("6.2.b", "SCN.3", "14.1", "5.1.11.2.f", "5.1.11.1.e")
@pytest.mark.parametrize(
    ("do", "to", "begun", "double", "number"),
    [
        ("halt", "", False, False, "6.2.b"),
        ("halt", "", True, False, "5.1.11.1.e"),
        ("exit", "A101", True, False, "SCN.3"),
        ("ready", "A404", True, True, "14.1"),
        ("boat", "A101", True, False, "5.1.11.2.f"),
        ("to", "A606", True, False, "6.2.b"),
        ("to", "nowhere", True, False, ""),
        ("nonsense", "A101", True, False, ""),
    ],
)
def test_why_a_march_does_not_go_on_so(do: str, to: str, begun: bool, double: bool, number: str) -> None:
    b = scene(TWO)
    move = Move([b.unit("U").index], double)
    move.begun = begun
    assert why_not_march(b, move, Choice(do, "U", to))[1] == number


@rule("14.1")
@pytest.mark.parametrize(
    ("to", "begun", "double", "told"),
    [
        ("A001", True, True, "A unit at double time cannot assault."),
        ("A101", True, False, "There is no enemy platoon in A101."),
        ("A001", False, False, "U has not moved."),
        ("A404", True, False, "U is not next to A404, or does not have the MP to assault."),
    ],
)
def test_why_a_group_does_not_get_ready(to: str, begun: bool, double: bool, told: str) -> None:
    b = scene(f"{TWO}red grenadier H at A001")
    move = Move([b.unit("U").index], double)
    move.begun = begun
    assert why_not_march(b, move, Choice("ready", "U", to)) == (told, "14.1")


@rule("3.3.a", "10.1.c")
@pytest.mark.parametrize(
    ("piece", "to", "number"),
    [
        ("U", "A101", ""),
        ("U", "A001", "3.3.a"),
        ("U", "A000", "10.1.c"),
        ("V", "A101", "10.1.c"),
        ("U", "A606", "10.1.c"),
    ],
)
def test_why_a_unit_is_not_placed_there(piece: str, to: str, number: str) -> None:
    """Nine steps are in A001 already; A606 is not in the area, and A000 is only too close to the enemy."""
    crowd = "".join(f"blue us-infantry C{n} at A001 of=c\n" for n in range(3))
    b = scene(f"{OPEN}blue us-infantry U at off of=B\n{crowd}red grenadier G at A404")
    index = b.ground.index
    b.spec_of(b.unit("U")).area = sum(1 << index[name] for name in ("A000", "A001", "A101"))
    found = why_not_place(b, b.unit("U"), Choice("place", piece, to))
    if number:
        assert found[1] == number
    else:
        assert found == ("A101 is too close to the enemy.", "10.1.c"), "no other reason is left"


@rule("4.3.2.c", "7.1")
@pytest.mark.parametrize(
    ("change", "number"),
    [
        ({}, ""),
        ({"active": False}, "4.3.2.c"),
        ({"routed": True}, "4.3.2.c"),
        ({"hex": -1}, "4.3.2.c"),
        ({"waiting": 0}, "4.3.2.c"),
        ({"spent": 1}, "4.3.2.c"),
        ({"out_of_command": True}, "7.1"),
    ],
)
def test_who_joins_a_fire_group_from_the_first_hex(change: dict[str, int], number: str) -> None:
    b = scene(
        f"{OPEN}blue officer O at A000\nblue us-infantry V at A100\nblue us-infantry U at A000\n"
        "red grenadier G at A003"
    )
    first, unit = b.platoon("V"), b.platoon("U")
    first.active = unit.active = True
    for name, value in change.items():
        setattr(unit, name, value)
    assert join_fire(b, [first], unit, b.unit("G").hex)[1] == number


# Morale ------------------------------------------------------------------------------------------


@rule("9.1.2.b", "9.1.2.c", "9.1.2.d", "9.2.2.f")
@pytest.mark.parametrize(
    ("margin", "fresh", "tired"),
    [
        (0, "", ""),
        (1, "routed", ""),
        (2, "routed", ""),
        (3, "routed", "gone"),
        (4, "routed", "gone"),
        (5, "gone", "gone"),
    ],
)
def test_what_comes_of_failing_by_so_much(margin: int, fresh: str, tired: str) -> None:
    """U was in good order, V routed before; both are judged by the same roll."""
    b = scene(f"{TWO}blue us-infantry V at A101 routed\nblue officer O at A202")
    shock = Shock(0, [0])
    judge(b, [b.unit("U"), b.unit("V")], margin, shock, "9.1.2")
    told = {"routed": "9.1.2.b routed U @A000", "gone": "9.1.2.c disintegrated U @A000"}
    expected = [told[fresh]] if fresh == "gone" else []
    expected += ["9.1.2.d disintegrated V @A101 [routed]"] * (tired == "gone")
    expected += [told[fresh]] if fresh == "routed" else []
    assert [each for each in tale(b.events) if "command" not in each] == expected
    assert shock.fresh == ([b.unit("U")] if fresh == "routed" else [])
    gone = [(b.unit("U").company, b.ground.index["A000"])] * (fresh == "gone")
    assert shock.gone == [*gone, *[(b.unit("V").company, b.ground.index["A101"])] * (tired == "gone")]


def shock_of(b: Battle, hurt: str = "", dead: str = "", beaten: int = 0, leaderless: bool = False) -> Shock:
    """What has happened to the company of G in its hex."""
    shock = Shock(b.unit("G").hex, [b.unit("G").hex])
    shock.hurt = {b.unit(id).index for id in hurt}
    shock.dead = [b.unit(id).index for id in dead]
    company = b.platoon("G").company
    if beaten:
        shock.beaten[company] = beaten
    if leaderless:
        shock.leaderless.add(company)
    return shock


COMPANY = f"{OPEN}blue us-infantry U at A606\nred officer P at A303 morale=9 of=B\nred grenadier G at A303 of=B\n"


@rule("9.1.1.b", "9.1.1.c", "9.1.1.d", "9.1.1.e")
@pytest.mark.parametrize(
    ("hurt", "dead", "beaten", "leaderless", "lost", "number"),
    [
        ("", "", 0, False, 0, ""),
        ("G", "", 0, False, 2, ""),  # two platoons: two steps are no reason yet
        ("G", "", 0, False, 3, "9.1.1.d"),
        ("", "", 0, False, 3, ""),  # lost before
        ("U", "", 0, False, 3, ""),  # another company was hurt
        ("", "", 1, False, 0, ""),
        ("", "", 2, False, 0, "9.1.1.e"),
        ("G", "", 2, False, 3, "9.1.1.d"),
        ("G", "", 2, True, 3, "9.1.1.c"),
        ("G", "H", 2, True, 3, "9.1.1.b"),
        ("", "U", 0, False, 0, ""),
    ],
)
def test_what_makes_a_whole_company_check(
    hurt: str, dead: str, beaten: int, leaderless: bool, lost: int, number: str
) -> None:
    """The first of the reasons in the order of the book."""
    b = scene(f"{COMPANY}red grenadier H at A404 of=B")
    company = b.companies[b.platoon("G").company]
    assert company.original == 2
    b.platoon("G").lost, b.platoon("H").lost = min(lost, 2), max(0, lost - 2)
    assert trigger(b, company, shock_of(b, hurt, dead, beaten, leaderless)) == number


@rule("9.2.1.c", "9.2.1.e", "7.3.j")
@pytest.mark.parametrize(
    ("hurt", "ooc", "beaten", "told"),
    [
        ("G", "", 0, []),
        ("G", "G", 0, ["9.2.1.c platoon check G"]),
        ("G", "H", 0, []),
        ("GH", "GH", 0, ["9.2.1.c platoon check G", "9.2.1.c platoon check H"]),
        ("", "", 1, ["9.2.1.e platoon check G"]),
        ("GH", "GH", 1, ["9.2.1.e platoon check G", "9.2.1.c platoon check H"]),
    ],
)
def test_which_platoons_check_alone(hurt: str, ooc: str, beaten: int, told: list[str]) -> None:
    """Who was beaten hand to hand where it happened, and who lost a step Out-of-Command."""
    b = scene(f"{COMPANY}red grenadier H at A404 of=B")
    for id in ooc:
        b.platoon(id).out_of_command = True
    b.chance = ScriptedChance(*(1,) * 2 * len(told))
    checks(b, shock_of(b, hurt, beaten=beaten))
    found = [f"{event.rule} {event.kind} {event.piece}" for event in b.events if event.kind == "platoon check"]
    assert found == told


@rule("9.1.2.c", "7.4.4.a", "7.4.5.a")
@pytest.mark.parametrize(("rest", "replaced"), [("blue us-infantry U at A000 of=B\n", True), ("", False)])
def test_an_officer_who_disintegrates_is_replaced_only_if_somebody_is_left(rest: str, replaced: bool) -> None:
    b = scene(f"{OPEN}{rest}blue officer O at A202 of=B\nred grenadier G at A404")
    officer = b.officer("O")
    company = b.companies[officer.company]
    disintegrate(b, officer, "9.1.2.c")
    assert (company.officer, company.replace, company.kind) == (NEVER, replaced, officer.type.kind)
    expected = ["9.1.2.c disintegrated O @A202"]
    assert tale(b.events) == [*expected, *["7.4.5.a out of command U @A000"] * replaced]


# Victory -----------------------------------------------------------------------------------------


@rule("10.c", "10.d")
@pytest.mark.parametrize(
    ("points", "ahead", "winner", "reason", "margin"),
    [
        ([3, 2], 0, "blue", "Blue victory: Blue 3, Red 2", 1),
        ([2, 3], 1, "red", "Red victory: Blue 2, Red 3", 1),
        ([2, 2], NEVER, None, "Draw: Blue 2, Red 2", 0),
        ([0, 4], 1, "red", "Red victory: Blue 0, Red 4", 4),
    ],
)
def test_more_points_win(points: list[int], ahead: int, winner: str | None, reason: str, margin: int) -> None:
    b = scene(TWO)
    b.points = points
    assert leader(b) == ahead
    judge_battle(b)
    assert b.result is not None
    assert (b.result.winner, b.result.reason, b.result.margin) == (winner, reason, margin)


@rule("10.c", "10.d")
@pytest.mark.parametrize(
    ("points", "winner", "reason"),
    [
        ([5, 2], "blue", "Great: Blue 5, Red 2"),
        ([4, 2], None, "Even: Blue 4, Red 2"),
        ([2, 2], None, "Even: Blue 2, Red 2"),
        ([1, 2], "red", "Red victory: Blue 1, Red 2"),
    ],
)
def test_the_grade_decides_where_there_is_one(points: list[int], winner: str | None, reason: str) -> None:
    """3 more are great, level or better is a draw; for less the scenario has no grade, and points decide."""
    b = scene(TWO)
    b.scenario.grades = [Grade(3, 0, "Great"), Grade(0, NEVER, "Even")]
    b.points = points
    judge_battle(b)
    assert b.result is not None and (b.result.winner, b.result.reason) == (winner, reason)


# Columns -----------------------------------------------------------------------------------------


@rule("10.1.e", "10.1.d")
@pytest.mark.parametrize(
    ("lines", "words", "column", "cost", "road"),
    [
        ("road A000 A001", "road", 0, 1, True),
        ("road A000 A001", "road", 2, 3, True),
        ("trail A000 A001", "road", 1, 2, False),
        ("road A000 A001", "", 2, 3, False),
    ],
)
def test_what_coming_in_costs(lines: str, words: str, column: int, cost: int, road: bool) -> None:
    """By road a point, and one more for each stack before; otherwise the price of the woods, and no road leads on."""
    woods = "\n".join(["w0"] * 3)
    b = scene(
        f"{woods}\n{lines}\nblue officer O at off of=C\nblue us-infantry P at off of=C\nred grenadier G at A002\n"
        f"entry C 1 A000 {words}"
    )
    b.column = column
    units: list[Unit] = [b.unit("P")]
    ((place, _, way),) = (found := entries(b, units, traveller(b, units, False)))
    assert (b.ground.names[place], list(found.values())) == ("A000", [cost])
    assert (way >= 0) is road
