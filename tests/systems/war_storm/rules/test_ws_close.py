"""Close to the edge: the first hex of the board, the second side, an officer among strangers, losses on the run."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.rules.activation import why_not_activate
from sandtable.systems.war_storm.rules.command import regain
from sandtable.systems.war_storm.rules.control import take_control
from sandtable.systems.war_storm.rules.fire import may_join as join_fire
from sandtable.systems.war_storm.rules.hand_to_hand import give_way, share_lot
from sandtable.systems.war_storm.rules.losses import lose_step
from sandtable.systems.war_storm.rules.morale import Shock, alarm, judge, scatter
from sandtable.systems.war_storm.rules.movement import boats, may_end, may_join, prey
from sandtable.systems.war_storm.rules.rally import rally_morale
from sandtable.systems.war_storm.rules.rout import STRAIGHT, Flight, flee, step_aside
from sandtable.systems.war_storm.rules.setup import mark_first
from sandtable.systems.war_storm.rules.victory import after_turn
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Move, Procedure
from sandtable.table.asking import DONE
from sandtable.table.chance import ScriptedChance
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier
from sandtable.testing import rule
from sandtable.testing.scene import tale

WIDE = ".0 .0 .0 .0 .0 .0 .0 .0 .0\n" * 9


def play_out(procedure: Procedure) -> None:
    """Answer every question with its first option."""
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    except StopIteration:
        return


# Officers ----------------------------------------------------------------------------------------


@rule("15.3")
@pytest.mark.parametrize(
    ("own", "strangers", "routs"),
    [
        ("routed", "", True),
        ("", "routed", False),
        ("routed", "routed", True),
        (None, "", False),
        (None, "routed", True),
    ],
)
def test_an_officer_shares_the_lot_of_his_own_platoons(own: str | None, strangers: str, routs: bool) -> None:
    """Without a platoon of his own in the hex he shares that of the others."""
    text = f"{OPEN}red officer P at A302 of=B\nred grenadier H at A302 of=C {strangers}\nblue us-infantry U at A202\n"
    place = "A606" if own is None else "A302"
    b = scene(f"{text}red grenadier G at {place} of=B {own or ''}")
    here = b.ground.index["A302"]
    share_lot(b, 1, here, Shock(here, [here]))
    assert b.officer("P").routed is routs and b.officer("P").hex == here


@rule("3.2.c", "14.1", "HRO.2")
@pytest.mark.parametrize(
    ("do", "number"), [("ready", "14.1"), ("lend", "HRO.2"), ("fire", "3.2.c"), ("volley", "3.2.c")]
)
def test_why_an_officer_may_not_do_this(do: str, number: str) -> None:
    text = f"{OPEN}blue officer O at A202\nblue us-infantry U at A101\nred grenadier G at A302\nactor O"
    refusal = Drill(text).refused(do, "O", "A302" if do != "lend" else "U")
    assert refusal.rule == number and refusal.reason.startswith("O ")


# Losses on the run -------------------------------------------------------------------------------


def sad_news(*dice: int) -> Battle:
    b = scene(f"{WIDE}red officer P at A404 morale=7 of=B\nred grenadier G at A404 of=B\nblue us-infantry U at A004")
    b.chance = ScriptedChance(*dice)
    return b


@rule("9.1.1.b", "9.1.1.c")
@pytest.mark.parametrize(("leaderless", "number"), [(True, "9.1.1.c"), (False, "9.1.1.b")])
def test_a_company_hears_of_a_lost_officer_or_of_a_lost_platoon(leaderless: bool, number: str) -> None:
    b = sad_news(1, 1)
    company = b.platoon("G").company
    shock = Shock(b.ground.index["A604"], [b.ground.index["A004"]])
    shock.gone = [(company, shock.place)]
    shock.leaderless = {company} if leaderless else set()
    play_out(alarm(b, shock))
    assert [(event.kind, event.rule) for event in b.events] == [("company check", number)]
    assert shock.gone == [] and not b.platoon("G").routed


@rule("9.1.1.b", "9.3.1.b")
def test_who_routs_at_the_news_runs_too() -> None:
    """Morale 7, Leadership 1, a roll of 9: G and its officer rout and run three hexes from the fire."""
    b = sad_news(5, 4)
    shock = Shock(b.ground.index["A604"], [b.ground.index["A004"]])
    shock.gone = [(b.platoon("G").company, shock.place)]
    play_out(alarm(b, shock))
    start, end = b.ground.index["A404"], b.platoon("G").hex
    assert b.platoon("G").routed and b.ground.distance[start][end] == 3 and b.officer("P").hex == end
    assert shock.fresh == [] and set(shock.ran) == {b.platoon("G"), b.officer("P")}


# The first hex of the board ----------------------------------------------------------------------


@rule("9.3.1.a", "9.3.1.d")
@pytest.mark.parametrize(
    ("at", "first", "then"),
    [("A200", {"A100"}, {"A000", "A001"}), ("A201", {"A100", "A101"}, {"A000", "A001"}), ("A100", {"A000"}, set())],
)
def test_a_rout_leads_by_the_first_hex_of_the_board(at: str, first: set[str], then: set[str]) -> None:
    """Home is in the west; beyond the first column there is no board, and nobody runs there unharmed."""
    b = scene(f"{WIDE}red grenadier G at {at}\nblue us-infantry U at A800\nbaseline red west")
    unit = b.platoon("G")
    flight = Flight(b, [unit], b.ground.index["A800"])
    names = b.ground.names
    ahead = flight.ahead(unit.hex, flight.left)
    assert {names[place] for place in ahead} >= first
    back = flight.ahead(b.ground.index[min(first)], flight.left - 1)
    assert {names[place] for place in back} == then
    assert flight.ways(unit.hex, flight.left, STRAIGHT)[0] != 0, "three hexes lead off the board"


# The second side, and what is seen ---------------------------------------------------------------


@rule("8.c", "8.a")
def test_the_first_side_reacts_when_the_second_moves() -> None:
    text = f"{OPEN}red officer P at A606 of=B range=9\nred grenadier G at A505 of=B\nblue us-infantry U at A202\n"
    drill = Drill(f"{text}blue officer O at A202\nactor P").do("move", "G").do("to", "G", "A404")
    assert drill.asked == ("blue", "reaction") and {choice.piece for choice in drill.options("react")} == {"U"}


@rule("14.3", "5.2.d")
def test_who_enters_in_an_assault_is_seen_to_move() -> None:
    text = f"{OPEN}blue officer O at A201 morale=9 range=3\nblue us-infantry U at A202 waiting=A302\n"
    drill = Drill(f"{text}red grenadier G at A302\nred officer P at A606\nactor O", 1, 1).do("assault", "", "A302")
    assert drill.asked == ("red", "defensive fire")
    assert drill.unit("U").moving and drill.at("U") == "A302" and not drill.unit("O").moving


# Routed and short of MP --------------------------------------------------------------------------


@rule("9.3.2.a", "9.3.2.b")
@pytest.mark.parametrize(("ground", "lost"), [("w1", False), (".0", True)])
def test_who_cannot_pay_for_the_other_way_stops_at_the_edge_of_the_board(ground: str, lost: bool) -> None:
    """Both ways home lead off the board; where one of them is too dear to be tried the machine guns stay."""
    b = scene(f"{WIDE}red german-mg-4-4 G at A704 routed\nblue us-infantry U at A004\n")
    unit = b.platoon("G")
    near, other = [b.ground.names[place] for place in Flight(b, [unit], NEVER).ahead(unit.hex, 0)]
    b = scene(f"{WIDE}red german-mg-4-4 G at A704 routed\nblue us-infantry U at A004\nground {other} {ground}")
    play_out(flee(b, [b.platoon("G")]))
    assert near != other and (b.platoon("G").hex < 0) is lost
    assert [event.kind for event in b.events] == (["lost in rout"] if lost else [])


# Rivers ------------------------------------------------------------------------------------------

RIVER = ".0 .0 .0 .0\n" * 3 + "river N A100 A101 A102 S\nriver-kind major\nboats\n"


@rule("5.1.11.2.f")
@pytest.mark.parametrize(
    ("at", "places"), [("A201", {"A000", "A001"}), ("A001", {"A200", "A201"}), ("A101", set()), ("off", set())]
)
def test_boats_land_in_the_first_hex_of_the_board_and_start_on_dry_land(at: str, places: set[str]) -> None:
    b = scene(f"{RIVER}blue us-infantry P at {at}\nblue officer O at A301\nred grenadier G at off")
    found = {b.ground.names[place] for place in boats(b, [b.platoon("P")])}
    assert found >= places and bool(found) == bool(places)


@rule("14.3", "5.1.11.1.c", "5.1.11.2.a")
@pytest.mark.parametrize(
    ("more", "targets"),
    [("", {"A201"}), ("fords A101\n", {"A101", "A201"}), ("road A001 A101\n", {"A101", "A201"})],
)
def test_a_deep_river_is_assaulted_by_ford_or_bridge_only(more: str, targets: set[str]) -> None:
    text = ".0 .0 .0 .0\n.0 .0 .0 .0\n.0 .0 .0 .0\n.0 .0 .0 .0\nriver N A100 A101 A102 A103 S\nriver-kind major\n"
    units = (
        "blue us-infantry P at A001\nblue us-infantry Q at A301\nblue officer O at A001\nred grenadier G at A101\n"
    )
    b = scene(f"{text}{more}{units}red grenadier H at A201")
    found = {b.ground.names[h] for id in "PQ" for h in prey(b, [b.platoon(id)], 0)}
    assert found == targets


# What is told of a rout --------------------------------------------------------------------------


@rule("9.2.2.f", "9.1.2.b")
def test_the_rule_of_a_rout_is_that_of_its_check() -> None:
    b = sad_news()
    for number, told in (("9.1.2", "9.1.2.b"), ("9.2.2.f", "9.2.2.f")):
        b.events.clear()
        b.platoon("G").routed = False
        judge(b, [b.platoon("G")], 1, Shock(0, [0]), number)
        assert [(event.kind, event.rule) for event in b.events] == [("routed", told)]


@rule("9.4.2.c", "4.1.d", "9.1.1.d")
def test_a_company_shaken_by_discipline_is_sorted_when_it_has_run() -> None:
    """One step more than it has platoons. 8 against 7: its officer runs, and leaves U, routed before, behind."""
    text = f"""{WIDE}blue officer O at A404 morale=8 lead=0 range=1 of=B
    blue us-infantry U at A404 routed lost=1 discipline of=B
    blue us-infantry V at A405 lost=1 of=B
    blue us-infantry X at A404 routed of=C
    blue officer H at A404 role=commissar
    red grenadier G at A004
    baseline blue east
    actor H"""
    drill = Drill(text, 6, 6, 4, 4).do("rally", "H", "U").run_on()
    assert drill.hits() == [("U", 2)] and drill.last("company check").rule == "9.1.1.d"
    assert drill.at("U") == "A404" and drill.officer("O").routed and drill.at("O") != "A404"
    assert drill.asked == ("blue", "action"), "he may try to rally X, so his activation goes on"
    assert ("U", "4.1.d") in [(event.piece, event.rule) for event in drill.told("out of command")]


# Command, joining, rallying ----------------------------------------------------------------------


@rule("4.4.a", "4.1.b")
def test_a_platoon_in_the_first_hex_of_the_board_is_in_command_again() -> None:
    b = scene(f"{OPEN}blue officer O at A001 range=1\nblue us-infantry U at A000 ooc\nblue us-infantry V at A003 ooc")
    regain(b)
    assert (b.platoon("U").out_of_command, b.platoon("V").out_of_command) == (False, True)
    assert [(event.kind, event.piece, event.rule) for event in b.events] == [("in command", "U", "4.4.a")]


@rule("4.3.1.b", "6.a", "9.3.a")
@pytest.mark.parametrize("state", ["inactive", "routed", "waiting"])
def test_who_cannot_act_does_not_go_along(state: str) -> None:
    text = f"{OPEN}blue officer O at A202 range=9\nblue us-infantry U at A202\nblue us-infantry V at A202\n"
    drill = Drill(f"{text}red grenadier G at A606\nactor O").do("move", "U")
    assert drill.options("along", "V")
    unit, place = drill.unit("V"), drill.b.ground.index["A303"]
    unit.active, unit.routed = state != "inactive", state == "routed"
    unit.waiting = place if state == "waiting" else NEVER
    assert drill.b.move is not None and may_join(drill.b, drill.b.move, unit)[1] == "4.3.1.b"


@rule("3.2.a", "4.3.1.b")
def test_the_officer_of_the_first_company_is_finished_and_not_without_one() -> None:
    b = scene(f"{OPEN}blue officer O at A202 finished\nblue us-infantry U at A202\nred grenadier G at A606")
    officer = b.officer("O")
    assert officer.company == 0
    assert why_not_activate(b, 0, Choice("activate", "O"))[1] == "4.3.1.b"
    officer.company = NEVER
    assert why_not_activate(b, 0, Choice("activate", "O"))[1] == "3.2.a"


@rule("9.4.1.a", "9.4.1.b", "9.4.2.a")
@pytest.mark.parametrize(("lead", "own", "others"), [(2, 7, 9), (0, 7, 7)])
def test_leadership_helps_others_and_not_oneself(lead: int, own: int, others: int) -> None:
    text = f"{OPEN}blue officer H at A202 role=high-ranking morale=7 lead={lead}\nblue officer O at A202 routed\n"
    b = scene(f"{text}blue us-infantry U at A202 routed\nred grenadier G at A606")
    hero = b.officer("H")
    notes: list[Modifier] = []
    assert rally_morale(b, hero, hero, notes) == own and notes == []
    assert rally_morale(b, hero, b.officer("O"), notes) == others and len(notes) == bool(lead)
    assert rally_morale(b, hero, b.platoon("U"), []) == others


# Before the battle and behind it -------------------------------------------------------------------


@rule("8.l")
def test_first_markers_are_for_the_own_platoons_on_the_board_until_enough_or_done() -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000\nblue us-infantry V at exited\nred grenadier G at A404")
    b.scenario.sides[0].markers = 2
    question = mark_first(b, 0)
    assert next(question).options() == [Choice("mark", "U"), DONE]
    with pytest.raises(StopIteration) as over:
        question.send(DONE)
    assert over.value.value is False and b.platoon("U").reaction == NEVER, "he is not asked again"
    play_out(mark_first(b, 0))
    assert b.platoon("U").reaction == 0 and b.platoon("G").reaction == NEVER
    assert list(mark_first(b, 0)) == [], "one marker is left, and nobody to carry it"


@rule("SCN.1", "21")
@pytest.mark.parametrize("side", [0, 1])
def test_who_takes_a_hex_wrecks_the_position_of_the_other(side: int) -> None:
    names = ["blue", "red"]
    text = f"{OPEN}blue us-infantry U at A404\nred grenadier G at A606\nobjective Mill A000 {names[1 - side]}\n"
    b = scene(f"{text}improved {names[1 - side]} A000")
    take_control(b, 0, side)
    take_control(b, 1, side)
    own, other = names[side], names[1 - side]
    assert tale(b.events) == [f"21 position lost {other} @A000", f"SCN.1 control {own} @A000 [Mill]"]
    assert b.improved == [0, 0] and b.holders == [side]


@rule("9.3.a", "9.3.1.b")
@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("routed", [True, False])
def test_who_runs_is_active_no_more_and_who_goes_along_as_before(active: bool, routed: bool) -> None:
    unit = (b := scene(f"{OPEN}blue officer O at A303\nblue us-infantry U at A303")).officer("O")
    unit.active, unit.routed = active, routed
    step_aside(b, unit)
    assert unit.active is (active and not routed)


@rule("5.1.11.2.a", "9.3.2.a", "5.1.11.1.b")
@pytest.mark.parametrize(
    ("river", "run", "pays"),
    [("minor", 1, 3), ("major", 99, 99), ("major\nfords A101", 1, 3), ("dry", 1, 1)],
)
def test_what_a_river_costs_on_the_run(river: str, run: int, pays: int) -> None:
    """A hex is a hex on the rout; who pays for the ground pays two more. A major river is closed but for fords."""
    text = f"{WIDE}river N A100 A101 A102 A103 A104 A105 A106 A107 A108 S\nriver-kind {river}\n"
    b = scene(f"{text}blue us-infantry U at A002\nred grenadier G at A808")
    for cause, price in ((b.ground.index["A808"], run), (NEVER, pays)):
        assert Flight(b, [b.unit("U")], cause).price(b.ground.index["A001"], b.ground.index["A101"]) == price


@rule("5.1.11.1.e", "5.1.11.2.b")
@pytest.mark.parametrize(
    ("place", "spent", "may"),
    [
        ("A101", 3, True),
        ("A101", 4, False),
        ("A001", 5, True),
        ("A001", 6, False),
        ("A000", 5, True),
        ("off", 0, False),
    ],
)
def test_who_may_end_a_move_in_the_river(place: str, spent: int, may: bool) -> None:
    """With two of five MP left for the crossing, and not before it has come on."""
    text = f"{OPEN}river N A100 A101 A102 A103 A104 A105 A106 S\nblue officer O at {place}\nentry blue 1 A001\n"
    b = scene(f"{text}red grenadier G at A606")
    assert may_end(b, Move([b.officer("O").index], False, spent), [b.officer("O")]) is may


@rule("10.d", "SCN.4")
@pytest.mark.parametrize(
    ("blue", "red", "turn", "over"),
    [
        ("A000", "A606", 4, ""),
        ("A000", "A606", 5, "Draw"),
        ("dead", "A606", 1, "SCN.4"),
        ("A000", "dead", 5, "SCN.4"),
        ("dead", "dead", 1, "Draw"),
    ],
)
def test_after_which_turn_a_battle_is_over(blue: str, red: str, turn: int, over: str) -> None:
    b = scene(f"{OPEN}blue us-infantry U at {blue}\nred grenadier G at {red}\nturn {turn}")
    b.scenario.turns = 5
    after_turn(b)
    told = "" if b.result is None else b.result.rule if b.result.winner else b.result.reason[:4]
    assert told == over
    assert b.result is None or b.result.winner == (
        None if blue == red else {"dead": "red"}.get(blue, {"dead": "blue"}.get(red))
    )


@rule("5.3.a", "5.3.b")
def test_what_is_kept_of_sight_is_what_the_lines_say() -> None:
    """From a hex that has been looked from before, and from one that has not."""
    b = scene(
        OPEN.replace(".0 .0 .0 .0 .0 .0 .0\n", ".0 w0 .0 .0 .0 .0 .0\n", 1)
        + "ground A303 w0\nblue us-infantry U at A000"
    )
    sight, size = b.ground.sight, b.ground.size
    for start in (0, 24, 48):
        fresh = [sight.line(start, end).open for end in range(size)]
        assert [sight.sees(start, end) for end in range(size)] == fresh
        mask = sight.seen(start)
        assert [bool(mask >> end & 1) for end in range(size)] == fresh
        assert [sight.sees(start, end) for end in range(size)] == fresh and False in fresh


@rule("7.4.1.a", "3.1.b")
def test_a_step_lost_in_the_first_hex_of_the_board() -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000 lost=1\nred grenadier G at A606")
    shock = Shock(0, [0])
    lose_step(b, b.platoon("U"), "7.4.g", shock)
    assert tale(b.events) == ["7.4.g step lost U @A000 =2"] and shock.dead == []
    lose_step(b, b.platoon("U"), "7.4.g", shock)
    assert tale(b.events)[1:] == ["7.4.g step lost U @A000 =3", "7.4.1.a eliminated U @A000"]
    assert shock.dead == [b.platoon("U").index]


@rule("9.3.1.b", "9.3.1.a")
def test_who_routs_in_the_first_hex_of_the_board_runs() -> None:
    b = scene(
        f"{WIDE}blue us-infantry U at A000 routed\nbaseline blue south\nred grenadier G at A808\nbaseline red north"
    )
    shock = Shock(0, [b.ground.index["A100"]])
    shock.fresh = [b.platoon("U")]
    play_out(scatter(b, shock))
    assert b.ground.distance[0][b.platoon("U").hex] == 3 and shock.ran == [b.platoon("U")] and shock.fresh == []


@rule("9.1.2.b", "9.1.2.c", "9.1.2.d", "9.2.2.f")
@pytest.mark.parametrize(
    ("routed", "margin", "by", "told"),
    [
        ("", 0, "9.1.2", []),
        ("", 1, "9.1.2", ["9.1.2.b routed U @A000"]),
        ("", 4, "9.1.2", ["9.1.2.b routed U @A000"]),
        ("", 5, "9.1.2", ["9.1.2.c disintegrated U @A000"]),
        ("routed", 2, "9.1.2", []),
        ("routed", 3, "9.1.2", ["9.1.2.d disintegrated U @A000 [routed]"]),
        ("", 1, "9.2.2.f", ["9.2.2.f routed U @A000"]),
        ("", 5, "9.2.2.f", ["9.2.2.f disintegrated U @A000"]),
        ("routed", 3, "9.2.2.f", ["9.2.2.f disintegrated U @A000 [routed]"]),
    ],
)
def test_what_a_failed_check_does(routed: str, margin: int, by: str, told: list[str]) -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000 {routed}\nred grenadier G at A606")
    shock = Shock(0, [0])
    judge(b, [b.platoon("U")], margin, shock, by)
    assert tale(b.events) == told
    assert bool(shock.gone) is any("disintegrated" in each for each in told)
    assert bool(shock.fresh) is any(" routed" in each for each in told)


@rule("4.3.2.c", "7.1")
@pytest.mark.parametrize(("word", "value"), [("waiting", 0), ("spent", 1), ("routed", True), ("active", False)])
def test_who_has_acted_does_not_fire_with_others(word: str, value: int) -> None:
    """Also who waits to assault the first hex of the board."""
    text = f"{OPEN}blue officer O at A101\nblue us-infantry U at A101\nblue us-infantry V at A101\n"
    b = scene(f"{text}red grenadier G at A103\nactor O")
    first, second, place = b.platoon("U"), b.platoon("V"), b.ground.index["A103"]
    assert join_fire(b, [first], second, place) == ("", "")
    setattr(second, word, value)
    assert join_fire(b, [first], second, place)[1] == "4.3.2.c"


@rule("HRO.3", "6.a")
@pytest.mark.parametrize(
    ("role", "word", "number"),
    [
        ("", "", ""),
        ("role=high-ranking", "", "HRO.3"),
        ("", "used", "HRO.3"),
        ("", "finished", "HRO.3"),
        ("", "routed", "HRO.3"),
    ],
)
def test_whom_a_high_ranking_officer_goes_along_with(role: str, word: str, number: str) -> None:
    text = f"{OPEN}blue officer M at A000 role=high-ranking\nblue officer O at A000 of=A {role}\n"
    b = scene(f"{text}blue us-infantry U at A000 of=A\nred grenadier G at A606\nactor O")
    if word:
        setattr(b.officer("M"), word, True)
    assert may_join(b, Move([b.officer("O").index]), b.officer("M"))[1] == number


@rule("15.3", "4.1.d")
@pytest.mark.parametrize("place", [1, 7])
def test_a_beaten_defender_withdraws_a_hex_and_not_next_to_another_enemy(place: int) -> None:
    """From A001 with an enemy in A003 only to the first hex of the board; he is among those that have retreated."""
    column = "\n".join([".0"] * 10)
    text = f"{column}\nblue us-infantry U at A00{place - 1}\nblue us-infantry V at A00{place + 2}\n"
    b = scene(f"{text}red grenadier G at A00{place}")
    b.put(b.platoon("U"), place)
    b.platoon("U").came_from = place - 1
    shock = Shock(place, [place - 1])
    play_out(give_way(b, 1, place, shock))
    assert b.ground.names[b.platoon("G").hex] == f"A00{place - 1}"
    assert shock.ran == [b.platoon("G")] and shock.gone == []
