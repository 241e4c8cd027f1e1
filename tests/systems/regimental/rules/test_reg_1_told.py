"""Chapter 1 and 7, to the letter: what is told and asked from the start of a round to its end."""

import pytest
from reg_stage import RegStage, give, question, refusal, stage, story

from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import ACTIONS, ARRIVE, GUNS, NIGHT, ORDERS, RETREATS, SUPPORT
from sandtable.table.chance import SampledChance, ScriptedChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import Result
from sandtable.table.play import Play
from sandtable.testing import rule

FIELD = "\n".join([". . . . . . . . ."] * 5)
ARMIES = f"""
{FIELD}
blue hq HQ at 0101 of=b1
blue infantry A at 0201 of=b1
blue hq HQ2 at 0103 of=b2
blue infantry B at 0203 of=b2
blue battery G at 0105 shots=0 each=2
red hq RQ at 0901 of=r1
red infantry X at 0801 of=r1
red hq RQ2 at 0905 of=r2
red infantry Y at 0805 of=r2
red battery K at 0603 shots=1 each=3
"""


def played(text: str, *dice: int, **attributes: object) -> RegStage:
    """A scene with more about its state than its text can say."""
    b = scene(text)
    for name, value in attributes.items():
        setattr(b, name, value)
    return RegStage(REGIMENTAL, b, *dice)


# The round ---------------------------------------------------------------------------------------


@rule("1.4.a", "5.c", "9.a")
@pytest.mark.parametrize(("day", "number", "air"), [(1, 1, [2, 1]), (1, 2, [0, 0]), (2, 1, [0, 0])])
def test_how_a_round_begins(day: int, number: int, air: list[int]) -> None:
    """Batteries get their shots and everybody is to be activated; air points come with the first round."""
    text = ARMIES + f"air blue 2\nair red 1\nphase round\nday {day}\nround {number}\nactivated b1 r2"
    s = played(text + "\nblue battery L at lost shots=0", air=[0, 0])
    assert story(s) == [f"1.4.a round: {day} = {number}"]
    assert (s.b.air, s.b.phase) == (air, ORDERS)
    assert [(stand.id, stand.shots) for stand in s.b.stands if stand.battery] == [("G", 2), ("K", 3), ("L", 0)]
    assert [regiment.activated for regiment in s.b.regiments] == [False] * 4
    assert s.play.asked() == ["blue", "red"]


WORN = ARMIES.replace("A at 0201", "A at 0201 moved").replace("X at 0801", "X at 0801 marched")
WORN = WORN.replace("K at 0603 shots=1", "K at 0603 done shots=1")


@rule("1.4.c", "7.a", "5.c")
def test_after_a_round_comes_the_next() -> None:
    """What was done in the round before is forgotten."""
    s = played(WORN + "phase guns\nround 3\nred battery L at lost shots=2", turns=[-1])
    assert story(s) == ["1.4.a round: 1 = 4"]
    assert (s.b.day, s.b.round, s.b.turns, s.b.phase) == (1, 4, [], ORDERS)
    assert not any(stand.moved or stand.marched or stand.done for stand in s.b.stands)
    assert [stand.shots for stand in s.b.stands if stand.battery] == [2, 3, 0]


@rule("1.4.c", "7.a", "8.a")
def test_after_the_fourth_round_comes_the_night() -> None:
    """Nobody keeps a shot. Red throws more and shuffles first."""
    s = played(WORN + "phase guns\nround 4", 1, 2, 6, 5, turns=[-1])
    assert story(s) == [
        "1.4.c night: 1",
        "8.a initiative: red threw 1 2 6 5 = 11",
        "8.c supply: blue 2 = 4",
        "8.c supply: red 2 = 4",
    ]
    assert (s.b.phase, s.b.day, s.b.round) == (NIGHT, 1, 4)
    assert [stand.shots for stand in s.b.stands] == [0] * 10
    assert question(s) == "red night shuffle (8.g) R1: shift core stands overnight? [RQ]"


@rule("1.4.c", "7.a", "11.b")
@pytest.mark.parametrize(
    ("holder", "winner", "held"),
    [("blue", "blue", 3), ("red", "red", 0), ("", "red", 0)],
    ids=["blue", "red", "nobody"],
)
def test_after_the_last_round_the_battle_is_judged(holder: str, winner: str, held: int) -> None:
    text = WORN + f"phase guns\nday 2\nround 4\nobjective Mill 0403 points=3 {holder}\nwin blue 3"
    s = played(text, turns=[-1])
    reason = f"Blue holds {held} of 3 points and needs 3"
    assert s.play.result == Result(winner, reason, "11.b", abs(held - 3))
    assert story(s) == [f"11.b battle over: {reason}"]


@rule("1.2.b", "5.a")
def test_who_is_in_command() -> None:
    """Stands of a regiment two hexes from their HQ; never a battery, and nobody without an HQ."""
    b = scene(ARMIES + "blue infantry C at 0301 of=b1\nblue infantry D at 0401 of=b1\nblue battery N at 0102")
    assert {id: b.in_command(b.stand(id)) for id in ("HQ", "A", "C", "D", "N")} == {
        "HQ": True, "A": True, "C": True, "D": False, "N": False,
    }  # fmt: skip
    b.lift(b.stand("HQ"))
    assert not b.in_command(b.stand("A"))


# Orders ------------------------------------------------------------------------------------------


@rule("1.5.a", "1.5.b", "1.5.c")
def test_what_both_commanders_are_asked() -> None:
    """One regiment after another, then whether that is all."""
    play = Play(REGIMENTAL, scene(ARMIES + "phase orders\nround 2\norder b2 D"), ScriptedChance(1, 1, 6, 6))

    def asked(seat: str) -> str:
        decision = play.decision_for(seat)
        assert decision is not None
        return f"{decision.kind} ({decision.rule}) {decision.prompt} [{decision.piece}] {decision.settled}"

    assert asked("blue") == "order (1.5.a) B1: which order? [HQ] False"
    play.choose(Choice("order", to="M"), "blue")
    assert asked("blue") == "order (1.5.a) B2: which order? [HQ2] False"
    play.choose(Choice("order", to="D"), "blue")
    assert asked("blue") == "orders (1.5.b) All orders lie face down. Ready? [] False"
    play.choose(Choice("ready"), "blue")
    assert asked("blue") == "orders (1.5.b) Your orders lie face down; the enemy is not ready. [] True"
    assert asked("red") == "order (1.5.a) R1: which order? [RQ] False"
    give(play, "red", "HR")
    assert [f"{event.rule} {event.kind} {event.piece} {event.text}" for event in play.log[:5]] == [
        "1.5.b revealed  ",
        "1.5.c order b1 M",
        "1.5.c order b2 D",
        "1.5.c order r1 H",
        "1.5.c order r2 R",
    ]
    assert [regiment.order for regiment in play.battle.regiments] == ["M", "D", "H", "R"]  # type: ignore[attr-defined]
    assert play.battle.phase == RETREATS  # type: ignore[attr-defined]


@rule("1.5.a", "1.5.b", "1.5.c", "6.c", "S2")
def test_where_one_order_is_legal_nobody_is_asked() -> None:
    """B1 must hold and R1 lies in the regiment that has lost its HQ: only R2 is given an order by choice."""
    text = ARMIES.replace("red hq RQ at 0901", "red hq RQ at lost") + "gone b2\norder r1 M\n"
    s = stage(text + "restrict b1 H day=1\nphase orders\nround 2", 6, 6, 1, 1)
    assert s.play.asked() == ["red"]
    give(s.play, "red", "D")
    assert story(s)[:4] == [
        "1.5.b revealed",
        "1.5.c order: blue b1 H",
        "6.c order: red r1 H",
        "1.5.c order: red r2 D",
    ]
    assert s.b.regiment("b2").given == ""


@rule("1.5.a")
def test_without_any_choice_all_are_turned_up_at_once() -> None:
    """Both sides must hold: no question at all before the dice."""
    restricted = "".join(f"restrict {key} H day=1\n" for key in ("b1", "b2", "r1", "r2"))
    s = stage(ARMIES + restricted + "phase orders", 1, 2, 5, 5)
    assert story(s) == [
        "1.5.c order: blue b1 H",
        "1.5.c order: blue b2 H",
        "1.5.c order: red r1 H",
        "1.5.c order: red r2 H",
        "1.6.a initiative: red threw 1 2 5 5 = 10",
    ]


@rule("1.5.b")
def test_only_the_other_sides_markers_are_dealt_anew() -> None:
    """What lies face down may be any legal order: after H all four, after D two. Nothing else is touched."""
    text = ARMIES + "phase orders\nround 2\ngiven b1 M\ngiven r1 M\ngiven r2 D\norder r2 D"
    seen = set()
    for seed in range(40):
        b = Play(REGIMENTAL, scene(text), ScriptedChance()).fork(SampledChance(seed), "blue").battle
        seen.add(tuple(regiment.given for regiment in b.regiments))
    assert {given[:2] for given in seen} == {("M", "")}
    assert {given[2] for given in seen} == {"M", "H", "D", "R"} and {given[3] for given in seen} == {"H", "D"}


@rule("1.5.e", "8.h", "6.b", "S2")
def test_which_orders_are_legal() -> None:
    """Any in the first round of a day, by the table later; none without an HQ or for a regiment that is gone."""
    text = ARMIES.replace("red hq RQ at 0901", "red hq RQ at lost") + "gone r2\norder b1 D\n"

    def legal(more: str, alarmed: bool = False) -> list[str]:
        b = scene(text + more)
        b.alarms = [alarmed] * len(b.alarms)
        return ["".join(legal_orders(b, regiment)) for regiment in b.regiments]

    assert legal("round 1") == ["MHDR", "MHDR", "", ""]
    assert legal("round 2") == ["HD", "MHDR", "", ""]
    assert legal("round 3\nday 2\nrestrict b2 HD day=2 round=3") == ["HD", "HD", "", ""]
    assert legal("round 3\nday 2\nrestrict b2 HD day=2 round=2") == ["HD", "MHDR", "", ""]
    assert legal("round 3\nday 2\nrestrict b2 HD day=1 round=4") == ["HD", "MHDR", "", ""]
    assert legal("round 3\nrestrict b2 HD day=2 row=3", alarmed=True) == ["HD", "MHDR", "", ""]
    assert legal("round 3\nrestrict b1 MR day=2") == ["HD", "MHDR", "", ""]  # never the last order


@rule("1.5.e", "S2")
def test_why_an_order_is_refused() -> None:
    text = ARMIES + "phase orders\nround 2\norder b1 D\nrestrict b2 HD day=1\n"
    s = stage(text)

    def refused(order: str) -> str:
        with pytest.raises(IllegalChoice) as found:
            s.play.choose(Choice("order", to=order), "blue")
        return f"{found.value.rule} {found.value.reason}"

    assert refused("M") == "1.5.e B1 is on Dig in. During the day its next order can only be Hold or Dig in."
    s.play.choose(Choice("order", to="D"), "blue")
    assert refused("M") == "11.b For now the order of B2 can only be Hold or Dig in."
    assert refused("X").startswith("1.5.a B2: which order?")
    s = stage(ARMIES + "phase orders\nround 1\norder b1 D\nrestrict b1 HD day=1\n")
    assert refused("M") == "11.b For now the order of B1 can only be Hold or Dig in."


@rule("1.5.c", "6.c", "11.a")
def test_what_is_turned_up_counts_for_the_ground() -> None:
    """A was on R in the mill and takes it with its new order; B, still on R, does not; X, lost, neither."""
    text = ARMIES.replace("X at 0801", "X at lost") + "objective Mill 0201\nobjective Farm 0203\nobjective Inn 0801\n"
    s = stage(text + "order b1 R\norder b2 R\nphase orders\nround 2", *(1, 1, 6, 6))
    give(s.play, "blue", "HR")
    give(s.play, "red", "HH")
    assert s.b.holders == [0, -1, -1]
    assert "11.a taken: blue A 0201 Mill = 1" in story(s)


# Who moves next ----------------------------------------------------------------------------------


@rule("1.6.a", "1.6.f", "1.6.g", "2.5.a", "1.4.a")
def test_a_whole_round_of_activations() -> None:
    """A retreat first, without dice. Then dice, two of red's in a row, blue without dice, and the rest."""
    s = stage(ARMIES + "phase orders", *(1, 2, 2, 1), *(1, 1, 6, 6), *(2, 2, 5, 5))
    give(s.play, "blue", "RH")
    give(s.play, "red", "HH")
    s.do("done")  # b1, the only one on R
    assert question(s) == "red activation (1.6.a) Which regiment moves next? []"
    s.do("activate", "r2").do("done")
    assert story(s, 5) == [
        "1.6.a activated: blue b1 R",
        "1.6.a initiative tied: threw 1 2 2 1 = 3",
        "1.6.a initiative: red threw 1 1 6 6 = 12",
        "1.6.a activated: red r2 H",
        "1.6.a initiative: red threw 2 2 5 5 = 10",
        "1.6.a activated: red r1 H",
    ]
    assert (s.b.last, s.b.in_a_row) == (1, 2)
    s.do("done")
    assert story(s, 11) == ["1.6.a activated: blue b2 H"]  # red has none left
    assert (s.b.last, s.b.in_a_row) == (0, 1)
    s.do("done")
    assert story(s, 12) == ["5.1.a artillery phase: red"]
    assert (s.b.phase, s.b.last, s.b.in_a_row) == (GUNS, -1, 0)


@rule("1.6.a", "1.6.f", "1.6.g", "2.5.a")
@pytest.mark.parametrize("phase", ["actions", "retreats"])
def test_after_two_in_a_row_the_other_side_picks(phase: str) -> None:
    """Without dice, in retreats as in other activations; and it is told."""
    orders = "".join(f"order {key} R\n" for key in ("b1", "b2", "r1", "r2"))
    s = stage(ARMIES + orders + f"phase {phase}\nlast blue 2")
    assert story(s) == ["1.6.g turn passes: red"]
    cited, verb = ("1.6.a", "moves") if phase == "actions" else ("2.5.a", "retreats")
    assert question(s) == f"red activation ({cited}) Which regiment {verb} next? []"
    other = stage(ARMIES + orders + f"phase {phase}\nlast red 2")
    assert (story(other), other.asked) == (["1.6.g turn passes: blue"], ("blue", "activation"))
    again = stage(ARMIES + orders + f"phase {phase}\nlast blue 1", 1, 1, 1, 2)
    assert story(again) == [f"{cited} initiative: red threw 1 1 1 2 = 3"]


@rule("1.6.a", "1.6.f")
@pytest.mark.parametrize(("done", "asked", "keys"), [("b1 b2", "red", ["r1", "r2"]), ("r1 r2", "blue", ["b1", "b2"])])
def test_where_one_side_is_left_it_goes_on_without_dice(done: str, asked: str, keys: list[str]) -> None:
    s = stage(ARMIES + f"phase actions\nactivated {done}\nlast {asked} 2")
    assert (s.asked, [choice.piece for choice in s.options()], story(s)) == ((asked, "activation"), keys, [])


@rule("1.4.a", "1.6.a", "1.6.c")
@pytest.mark.parametrize(("hq", "stage_of_it"), [("0101", SUPPORT), ("lost", ARRIVE)])
def test_what_an_activation_begins_with(hq: str, stage_of_it: int) -> None:
    """Nobody has moved yet, and every stand's place is noted; without an HQ there is only its return."""
    text = ARMIES.replace("HQ at 0101", f"HQ at {hq} company=mg").replace("A at 0201", "A at 0201 moved marched")
    b = scene(text + "activated b2 r1 r2\norder b1 M\nphase actions\nhq-lost b1 1\nround 2")
    b.stand("A").began = -1
    b.plan = {5: 5}
    s = RegStage(REGIMENTAL, b)
    a = s.unit("A")
    assert (s.b.stage, a.moved, a.marched, a.began) == (stage_of_it, False, False, a.hex)
    assert story(s)[0] == "1.6.a activated: blue b1 M"
    assert (s.b.in_a_row, s.b.last, s.b.plan) == (1, 0, {})
    assert s.asked == ("blue", "support shuffle" if hq == "0101" else "new hq")


@rule("1.6.c", "2.5.a", "6.b")
@pytest.mark.parametrize(
    ("order", "words", "kind"),
    [
        ("M", "support", "support shuffle"),
        ("M", "moves", "mover"),
        ("M", "attack", "attack"),
        ("H", "support", "support shuffle"),
        ("H", "moves", "core shuffle"),
        ("H", "attack", "attack"),
        ("D", "moves", "core shuffle"),
        ("R", "support", "retreater"),
        ("R", "moves", "retreater"),
        ("M", "arrive", "new hq"),
    ],
)
def test_what_is_asked_in_each_stage(order: str, words: str, kind: str) -> None:
    """By its order a regiment moves, shuffles or retreats; on R it does nothing else."""
    hq = "lost" if words == "arrive" else "0101"
    text = f"{FIELD}\nblue hq HQ at {hq} company=mg\nblue infantry A at 0201\nblue infantry B at 0202\n"
    s = stage(text + f"red hq RQ at 0905\nred infantry X at 0301\norder blue {order}\nround 2\nactive blue {words}")
    assert s.asked == ("blue", kind)


@rule("1.6.a", "1.6.e", "2.5.a", "6.j")
def test_why_a_regiment_is_not_activated() -> None:
    third = "blue hq H3 at 0303 of=b3\nblue infantry C at 0304 of=b3\n"
    more = "blue infantry D at 0205 of=b4\ngone b4\n"
    s = stage(ARMIES + third + more + "phase actions\nactivated b2", 6, 6, 1, 1)
    assert [refusal(s, "activate", key) for key in ("r1", "b4", "b2", "r9")] == [
        "1.6.a The R1 is an enemy regiment. Pick one of your own.",
        "6.j The B4 has been removed.",
        "1.6.e The B2 has already moved this round.",
        "1.6.a Which regiment moves next? That is not one of the choices: activate.",
    ]
    assert refusal(s, "select", "b2") == "1.6.a Which regiment moves next? That is not one of the choices: activate."
    retreats = stage(ARMIES + third + "phase retreats\norder b1 R\norder b3 R")
    assert refusal(retreats, "activate", "b2") == (
        "2.5.a The B2 is not on Retreat, and regiments on Retreat move first."
    )


@rule("1.6.c", "1.3.a", "1.6.e", "2.4.d", "2.1.a", "2.a")
def test_which_stand_moves_and_why_another_does_not() -> None:
    """Companies go with their stands, the lost and those who have moved stay, and D is walled in."""
    text = f"""
    {FIELD}
    blue hq HQ at 0102 company=mg
    blue infantry A at 0203
    blue infantry B at 0303 moved
    blue infantry C at lost
    blue infantry D at 0101
    red hq RQ at 0905
    red infantry X at 0201
    order blue M
    active blue moves
    """
    s = stage(text)
    assert question(s) == "blue mover (1.6.c) Blue: which stand moves? [HQ]"
    assert s.options() == [Choice("select", "HQ"), Choice("select", "A"), Choice("done")]
    assert [refusal(s, "select", id) for id in ("HQ-mg", "Z", "X", "C", "B", "D")] == [
        "2.4.d A company moves with its core stand.",
        "1.6.c There is no stand 'Z'.",
        "1.6.c X does not belong to the Blue.",
        "1.3.a C is lost.",
        "1.6.e B has already moved.",
        "2.a D has nowhere to go.",
    ]
    s.do("select", "A")
    assert question(s) == "blue move (2.a) A: where to? [A]"
    s.do("stay")
    assert s.options() == [Choice("select", "HQ"), Choice("done")] and s.where("A") == "0203"
    s.do("done")
    assert s.asked == ("blue", "attack") and s.told("moves") == []


@rule("2.1.a", "1.6.c")
def test_when_nobody_can_move_the_attack_comes_next() -> None:
    """All have moved: the question about the attack follows at once."""
    text = f"{FIELD}\nblue hq HQ at 0101 moved\nblue infantry A at 0201 moved\nred hq RQ at 0905\n"
    s = stage(text + "red infantry X at 0301\norder blue M\nactive blue moves")
    assert question(s) == "blue attack (3.4.b) Blue: attack? [HQ]"
    assert s.b.phase == ACTIONS
