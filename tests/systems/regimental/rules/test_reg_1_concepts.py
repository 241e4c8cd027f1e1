"""Chapter 1: stands, stacking, command, orders and the sequence of play."""

import pytest
from reg_stage import RegStage, give, stage

from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.rules.faults import faults
from sandtable.systems.regimental.rules.orders import legal_orders
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import NIGHT, ORDERS
from sandtable.table.chance import SampledChance, ScriptedChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import visible
from sandtable.table.play import Play
from sandtable.table.view import encode
from sandtable.testing import rule

FIELD = """
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
 . . . . . . . . .
. . . . . . . . .
"""
FAR = (
    FIELD
    + """
blue hq HQ at 0101
blue infantry A at 0201
red hq RQ at 0905
red infantry X at 0805
"""
)
TWO = (
    FIELD
    + """
blue hq HQ at 0101 of=b1
blue infantry A at 0201 of=b1
blue hq HQ2 at 0103 of=b2
blue infantry B at 0203 of=b2
blue hq HQ3 at 0105 of=b3
blue infantry C at 0205 of=b3
red hq RQ at 0901 of=r1
red infantry X at 0801 of=r1
red hq RQ2 at 0905 of=r2
red infantry Y at 0805 of=r2
"""
)


def names(s: RegStage, do: str = "activate") -> list[str]:
    return [choice.piece for choice in s.options(do)]


@rule("1.a", "1.c")
def test_a_regiment_is_an_hq_battalions_and_companies() -> None:
    """Scenario 1: four core stands each, the HQ first, companies with them."""
    system = REGIMENTAL
    b = system.rules.new(system.shelf.find("regimental/the-varne-bridgehead"))
    first = b.regiments[0]
    assert [b.stands[i].id for i in first.stands] == ["1st-hq", "i-1", "ii-1", "iii-1"]
    assert [b.companies[i].type.key for i in first.companies] == ["fs", "at", "mg", "fs"]
    assert all(b.companies[i].regiment == 0 for i in first.companies)


@rule("1.b", "2.2.c")
def test_one_core_stand_a_hex_but_friends_are_passed_through() -> None:
    """A passes through its HQ's hex and cannot end there."""
    s = stage(
        FIELD + "blue hq HQ at 0201\nblue infantry A at 0101\nred infantry X at 0905\norder blue M\nactive blue moves"
    )
    s.do("select", "A")
    assert "0201" not in s.places("move") and "0301" in s.places("move")
    refusal = s.refused("move", "A", "0201")
    assert refusal.rule == "1.b" and "HQ is in 0201" in refusal.reason
    s.b.stands[1].hex = s.b.stands[0].hex
    assert any("both in 0201" in fault for fault in faults(s.b))


@rule("1.1.b")
def test_there_is_no_facing() -> None:
    """A stand attacks whatever is next to it, on any side."""
    for place in ("0403", "0603", "0502", "0402", "0504", "0404"):
        s = stage(
            FIELD + f"blue hq HQ at 0703\nblue infantry A at 0503\nred infantry X at {place}\nactive blue attack"
        )
        assert s.places("attack", "A") == {place}


@rule("1.2.a")
def test_one_company_with_a_core_stand() -> None:
    """A company goes where no other stays; a swap takes both."""
    text = FAR.replace("at 0201", "at 0201 company=at").replace("HQ at 0101", "HQ at 0101 company=fs")
    s = stage(text + "blue infantry B at 0102\nactive blue")
    assert s.asked == ("blue", "support shuffle")
    s.do("shift", "A-at", "HQ")
    assert s.refused("done").rule == "1.2.a"
    s.do("shift", "HQ-fs", "A")
    assert s.company("A-at").host == s.unit("HQ").index and s.unit("A").company == s.company("HQ-fs").index


@rule("1.2.b", "2.2.d")
def test_command_is_two_hexes() -> None:
    """At two hexes a stand is in command, at three it is not; nothing forces it back."""
    b = scene(FIELD + "blue hq HQ at 0101\nblue infantry A at 0301\nblue infantry B at 0401\nred infantry X at 0905")
    assert [b.in_command(stand) for stand in b.stands[:3]] == [True, True, False]


@rule("1.2.c")
@pytest.mark.parametrize(
    ("type", "rate"),
    [
        ("hq", "wheeled"),
        ("motorised-infantry", "wheeled"),
        ("battery", "wheeled"),
        ("armoured-infantry", "tracked"),
        ("armoured-battery", "tracked"),
        ("infantry", "foot"),
        ("militia", "foot"),
    ],
)
def test_built_in_transport(type: str, rate: str) -> None:
    assert rulebook().stands[type].rate.key == rate


@rule("1.2.d")
def test_transport_goes_with_its_stand() -> None:
    """There is no piece for it: a motorised stand loses strength, never its wheels."""
    b = scene(FIELD + "blue hq HQ at 0101\nblue motorised-infantry A at 0201 sp=1\nred infantry X at 0905")
    assert b.stands[1].rate.normal == 3 and b.stands[1].company == -1


@rule("1.3.a", "1.3.b")
def test_strength_and_battle_strength() -> None:
    """A barrage takes the last strength point: the stand is removed."""
    text = FIELD + "blue hq HQ at 0301\nblue infantry A at 0401\nblue battery G at 0101 shots=1\n"
    text += "red hq RQ at 0805\nred infantry Y at 0705\nred infantry X at 0501 sp=1\nphase guns"
    s = stage(text, 6, 2)
    s.do("select", "G").do("barrage", "G", "0501")
    assert s.where("X") == "lost" and s.unit("X").sp == 0
    assert s.last("barrage").dice == (6, 2)


# Rounds ------------------------------------------------------------------------------------------


@rule("1.4.a", "1.6.e", "1.6.f")
def test_a_round_ends_when_all_regiments_have_moved() -> None:
    """Every regiment is activated once; H regiments with nothing to do only use up their turn."""
    s = stage(TWO + "phase orders", 6, 6, 1, 1, 6, 6, 1, 1, 1, 1, 6, 6)
    give(s.play, "blue", "HHH")
    give(s.play, "red", "HH")
    assert names(s) == ["b1", "b2", "b3"]
    s.do("activate", "b1").do("done")
    assert names(s) == ["b2", "b3"]
    assert s.refused("activate", "b1").rule == "1.6.e"


@rule("1.4.b", "1.4.c", "7.a")
def test_four_rounds_and_a_night_make_a_day() -> None:
    """Random play: the artillery phase closes every round, and night comes after the fourth."""
    system = REGIMENTAL
    play = Play(system, system.rules.new(system.shelf.find("regimental/the-varne-bridgehead")), SampledChance(3))
    seen = []
    while play.decision is not None:
        b = play.battle
        here = (b.day, b.round, b.phase)
        if not seen or seen[-1] != here:
            seen.append(here)
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        play.choose(decision.options()[-1], seat)
    days = {(day, number) for day, number, _ in seen}
    assert days == {(day, number) for day in (1, 2) for number in (1, 2, 3, 4)}
    assert all(number == 4 and day == 1 for day, number, phase in seen if phase == NIGHT)
    assert [event.text for event in play.log if event.kind == "night"] == ["1"]  # no night after the last day
    assert len([event for event in play.log if event.kind == "artillery phase"]) == 8


# Orders ------------------------------------------------------------------------------------------


@rule("1.5.a", "1.5.b", "1.5.c", "10.a")
def test_orders_are_secret_until_all_are_given() -> None:
    """Blue's marker is seen by blue alone, and each side has its own pace; then all are turned up together."""
    system = REGIMENTAL
    play = Play(system, scene(TWO + "phase orders"), ScriptedChance(6, 6, 1, 1))
    give(play, "blue", "R", ready=False)
    assert play.asked() == ["blue", "red"]
    for seat, text in (("blue", "Face down: Retreat"), ("red", "An order, face down"), ("", "An order, face down")):
        group = next(group for group in system.shown.view(play, seat).groups if group.id == "b1")
        marker = next(marker for marker in group.markers if marker.face_down)
        assert marker.text == text
        assert ("R" in marker.sign) == (seat == "blue")
    give(play, "blue", "MH")
    assert play.asked() == ["red"] and play.log == []
    assert play.battle.regiments[0].order == "H"  # the old order still holds
    give(play, "red", "DH")
    assert play.log[0].kind == "revealed"
    orders = {event.piece: event.text for event in play.log if event.kind == "order"}
    assert orders == {"b1": "R", "b2": "M", "b3": "H", "r1": "D", "r2": "H"}
    assert all(not regiment.given for regiment in play.battle.regiments)


@rule("1.5.a", "1.5.b")
def test_an_order_may_be_changed_until_all_are_turned_up() -> None:
    """Before blue is ready, and after it too as long as red is not."""
    play = Play(REGIMENTAL, scene(TWO + "phase orders"), ScriptedChance(6, 6, 1, 1))
    give(play, "blue", "RMH", ready=False)
    for choice in (Choice("change"), Choice("change", "b2"), Choice("order", to="D"), Choice("ready")):
        play.choose(choice, "blue")
    give(play, "red", "HH", ready=False)
    assert play.asked() == ["red"]
    late = play.decision_for("blue")
    assert late is not None and late.settled and late.options() == [Choice("change")]
    play.choose(Choice("change"), "blue")
    assert play.asked() == ["blue", "red"]  # red would have to wait now
    with pytest.raises(IllegalChoice):
        play.choose(Choice("change", "r1"), "blue")
    for choice in (Choice("change", "b1"), Choice("order", to="M"), Choice("ready")):
        play.choose(choice, "blue")
    play.choose(Choice("ready"), "red")
    assert [regiment.order for regiment in play.battle.regiments] == ["M", "D", "H", "H", "H"]  # type: ignore[attr-defined]


@rule("1.5.b", "1.5.a")
def test_a_commander_changes_his_mind_twenty_times_at_most() -> None:
    """After the twentieth change his orders stand, and he is asked nothing more; red is asked as before."""
    play = Play(REGIMENTAL, scene(TWO + "phase orders"), ScriptedChance(6, 6, 1, 1))
    give(play, "blue", "RMH", ready=False)
    for time in range(20):
        assert Choice("change") in play.decision_for("blue").options()  # type: ignore[union-attr]
        for choice in (Choice("change"), Choice("change", "b2"), Choice("order", to="DM"[time % 2])):
            play.choose(choice, "blue")
    assert play.asked() == ["red"]
    with pytest.raises(IllegalChoice):
        play.choose(Choice("change"), "blue")
    give(play, "red", "HH")
    assert [regiment.order for regiment in play.battle.regiments] == ["R", "M", "H", "H", "H"]  # type: ignore[attr-defined]


@rule("1.5.b")
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_orders_are_hidden_from_view_options_log_and_computer_players(level: str) -> None:
    """Only what blue has laid face down differs: red is shown and asked the same, and its bot chooses the same."""
    system = REGIMENTAL
    seen = set()
    for orders, changes in (("", ""), ("R", ""), ("MH", ""), ("MHD", ""), ("RRR", "D"), ("HHH", "MHDR")):
        play = Play(system, scene(TWO + "phase orders"), ScriptedChance(6, 6, 1, 1))
        give(play, "red", "D", ready=False)
        give(play, "blue", orders, ready=False)
        for order in changes:
            for choice in (Choice("change"), Choice("change", "b2"), Choice("order", to=order)):
                play.choose(choice, "blue")
        decision = play.decision_for("red")
        assert decision is not None
        picked = levels.make(level, 7).choose(Seat(play, "red"))
        log = visible(play.log, "red")
        seen.add(
            (encode(system.shown.view(play, "red")), str(decision.options()), str(log), str(play.asked()), picked)
        )
        assert encode(system.shown.view(play, "")).count(b"face down") == 5  # for a spectator every marker is one
    assert len(seen) == 1


@rule("1.5.b")
def test_a_computer_player_does_not_read_the_marker() -> None:
    """In a game to think in the other side's markers are dealt anew."""
    system = REGIMENTAL
    play = Play(system, scene(TWO + "phase orders\ngiven b1 R\ngiven b2 R\nround 1"), ScriptedChance())
    seen = {tuple(r.given for r in play.fork(SampledChance(seed), "red").battle.regiments[:2]) for seed in range(60)}
    assert len(seen) > 8 and ("R", "R") in seen
    own = {tuple(r.given for r in play.fork(SampledChance(seed), "blue").battle.regiments[:2]) for seed in range(9)}
    assert own == {("R", "R")}


@rule("1.5.d")
def test_every_stand_has_the_status_of_its_regiment() -> None:
    b = scene(FAR + "order red D\norder blue M")
    assert {stand.id: b.status(stand) for stand in b.stands} == {"HQ": "M", "A": "M", "RQ": "D", "X": "D"}


@rule("1.5.e")
@pytest.mark.parametrize(("order", "legal"), [("M", "MHR"), ("H", "MHDR"), ("D", "HD"), ("R", "MHR")])
def test_which_order_may_follow_which(order: str, legal: str) -> None:
    """In mid-day D goes only to H, and only H goes to D."""
    b = scene(FAR + f"order blue {order}\nround 2\nphase orders")
    assert sorted(legal_orders(b, b.regiments[0])) == sorted(legal)


@rule("1.5.e")
def test_an_illegal_order_is_refused_with_the_way_out() -> None:
    play = Play(REGIMENTAL, scene(FAR + "order blue D\nround 2\nphase orders"), ScriptedChance())
    with pytest.raises(IllegalChoice) as refusal:
        play.choose(Choice("order", to="M"), "blue")
    assert refusal.value.rule == "1.5.e" and "Hold or Dig in" in refusal.value.reason


# Who moves next ----------------------------------------------------------------------------------


@rule("1.6.a")
def test_the_higher_throw_picks_one_of_its_own() -> None:
    """A tie is thrown again; red wins and picks a red regiment."""
    s = stage(TWO + "phase actions", 3, 4, 5, 2, 1, 1, 6, 5)
    assert s.asked == ("red", "activation") and names(s) == ["r1", "r2"]
    assert len(s.told("initiative tied")) == 1 and s.last("initiative").dice == (1, 1, 6, 5)
    assert s.refused("activate", "b1").rule == "1.6.a"


@rule("1.6.b", "2.1.a")
def test_only_m_leaves_its_hexes() -> None:
    """On H and D nobody is offered a move; shuffling into own hexes is all."""
    for order in "HD":
        s = stage(FAR + f"order blue {order}\nactive blue moves")
        assert s.asked == ("blue", "core shuffle")
        assert {choice.to for choice in s.options("shift")} == {"0101", "0201"}


@rule("1.6.c")
def test_shuffle_then_moves_then_attack() -> None:
    """The order inside an activation is fixed: no shift after the first move, no move after the attack."""
    text = (
        FIELD + "blue hq HQ at 0101 company=fs\nblue infantry A at 0201\nred hq RQ at 0905\nred infantry X at 0401\n"
    )
    s = stage(text + "order blue M\nactive blue", *[1] * 6)
    assert s.asked == ("blue", "support shuffle")
    s.do("done")
    assert s.asked == ("blue", "mover")
    s.do("select", "A").do("move", "A", "0301").do("done")
    assert s.asked == ("blue", "attack")
    s.do("attack", "A", "0401").do("done")
    assert s.play.result is not None and s.where("A") == "0301"


@rule("1.6.d", "3.3.d", "4.a")
def test_the_attacked_stand_fights_back_in_the_same_combat() -> None:
    """Both throw; the defender's losses do not spare the attacker."""
    text = FIELD + "blue hq HQ at 0101\nblue infantry A at 0201\nblue infantry C at 0102\nred hq RQ at 0501\n"
    s = stage(text + "red infantry X at 0301 sp=3\nactive blue attack", 6, 6, 1, 5, 5, 1)
    s.do("attack", "A", "0301")
    assert s.unit("X").sp == 1 and s.unit("A").sp == 3


@rule("1.6.e")
def test_having_fought_back_does_not_stop_a_regiment() -> None:
    """Red was attacked and is activated later in the same round."""
    text = FIELD + "blue hq HQ at 0101\nblue infantry A at 0201\nred hq RQ at 0501\nred infantry X at 0301\n"
    s = stage(text + "order blue H\norder red H\nactive blue attack", *[1] * 6, goes_on=True)
    s.do("attack", "A", "0301")
    assert s.last("activated").piece == "red" and s.asked[0] == "red"


@rule("1.6.g")
def test_never_three_in_a_row() -> None:
    """After two of blue's the next is red's without dice; then dice again."""
    s = stage(TWO + "phase actions\nactivated b1 b2\nlast blue 2")
    assert s.asked == ("red", "activation")
    assert s.last("turn passes").rule == "1.6.g" and not s.told("initiative")


@rule("1.6.f", "1.6.g")
def test_without_an_enemy_left_a_side_goes_on() -> None:
    """Red has none left: no dice, and the count lapses."""
    s = stage(TWO + "phase actions\nactivated b1 r1 r2\nlast blue 2")
    assert s.asked == ("blue", "activation") and not s.told("initiative")


@rule("1.4.a", "5.c")
def test_the_round_begins_with_shots_then_orders() -> None:
    s = stage(FAR + "blue battery G at 0301 shots=0 each=2\nphase round")
    assert s.unit("G").shots == 2 and s.b.phase == ORDERS
