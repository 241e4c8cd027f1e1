"""9.3 Rout: the way back, what cuts it off, and fire at routed units."""

import pytest
from ws_fight import OPEN, Drill

from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.rout import ASIDE, FREE, STRAIGHT, Flight, closed_to_rout, flee, rout
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Unit
from sandtable.testing import rule

WIDE = ".0 .0 .0 .0 .0 .0 .0 .0 .0\n" * 9
LONG = ".0 .0 .0 .0 .0 .0 .0 .0 .0 .0 .0 .0\n" * 7


def units(b: Battle, *ids: str) -> list[Unit]:
    return [unit for unit in b.units if unit.id in ids]


def ways(b: Battle, id: str, cause: str) -> list[set[str]]:
    """The hexes offered at each step, always going on by the first of them in the order of the board."""
    (unit,) = units(b, id)
    flight = Flight(b, [unit], b.ground.index[cause] if cause else NEVER)
    found: list[set[str]] = []
    h, left, course = unit.hex, flight.left, STRAIGHT
    while True:
        _, options, course = flight.ways(h, left, course)
        if not options:
            return found
        found.append({b.ground.names[place] for place in options})
        step = min(options)
        left -= flight.price(h, step)
        h = step


def run(b: Battle, ids: str, cause: str) -> list[str]:
    """Rout some units; the hexes they end in, "" for who is lost."""
    group = units(b, *ids)
    for unit in group:
        unit.routed = True
    procedure = rout(b, group, [b.ground.index[cause]])
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.options()[0])
    except StopIteration:
        pass
    return [b.ground.names[unit.hex] if unit.hex >= 0 else "" for unit in group]


@rule("9.3.1.a", "9.3.1.c", "9.3.1.d")
def test_first_away_and_then_back() -> None:
    """Red goes home to the east: away from a cause in the east it first steps west, then back."""
    b = scene(WIDE + "red grenadier G at A404\nblue us-infantry U at A604 of=x\nblue us-infantry V at A000")
    assert ways(b, "G", "A604")[0] == {"A303", "A304"}
    steps = ways(scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000"), "G", "A004")
    assert len(steps) == 3
    assert steps[0] == {"A503", "A504"} and steps[1] == {"A603", "A604"}


@rule("9.3.1.d")
def test_the_sides_that_face_the_own_edge() -> None:
    for edge, cause, second in (
        ("north", "A408", {"A302", "A402", "A502"}),
        ("south", "A400", {"A305", "A406", "A505"}),
        ("west", "A804", {"A203", "A204"}),
        ("east", "A004", {"A603", "A604"}),
    ):
        b = scene(WIDE + f"red grenadier G at A404\nbaseline red {edge}\nblue us-infantry V at A000")
        unit = units(b, "G")[0]
        flight = Flight(b, [unit], b.ground.index[cause])
        start = {"north": "A403", "south": "A405", "west": "A303", "east": "A503"}[edge]
        _, options, _ = flight.ways(b.ground.index[start], 2, STRAIGHT)
        assert {b.ground.names[h] for h in options} == second


@rule("9.3.1.c", "9.3.1.b", "5.2.d", "9.3.a")
def test_three_hexes_whatever_the_ground_costs_together_and_also_when_finished() -> None:
    woods = WIDE.replace(".0", "w0")
    text = (
        woods
        + "red grenadier G at A404 finished reaction=0\nred officer P at A404\nred grenadier S at A404 of=other\n"
    )
    b = scene(text + "blue us-infantry V at A004")
    ends = run(b, "GP", "A004")
    assert ends[0] == ends[1] and b.ground.distance[b.ground.index[ends[0]]][b.ground.index["A404"]] == 3
    group = units(b, "G", "P")
    assert all(unit.moving for unit in group) and units(b, "S")[0].hex == b.ground.index["A404"]
    assert b.platoons[0].reaction == NEVER


@rule("9.3.1.c")
def test_vehicles_run_five_hexes() -> None:
    b = scene(WIDE + "red recon R at A104\nblue us-infantry V at A008")
    assert len(ways(b, "R", "A004")) == 5


@rule("9.3.1.e")
def test_off_the_board_over_the_own_edge() -> None:
    """Two hexes from its own edge a platoon that must run three is gone."""
    b = scene(WIDE + "red grenadier G at A604\nblue us-infantry V at A008")
    assert run(b, "G", "A004") == [""]
    assert b.events[-1].kind == "lost in rout" and b.events[-1].text == "off"
    assert b.platoons[0].lost == 3
    ok = scene(WIDE + "red grenadier G at A504\nblue us-infantry V at A008")
    assert run(ok, "G", "A004") != [""]


@rule("9.3.1.a")
def test_at_the_edge_of_the_board_it_starts_back_when_nothing_is_farther_away() -> None:
    """In the corner of map D nothing is farther from the fire than D911 but half hexes: it runs west from there."""
    b = scene("layout D\nred grenadier G at D911\nblue us-infantry U at D1209\nbaseline red west\nbaseline blue east")
    assert ways(b, "G", "D1209")[0] == {"D811"}


@rule("9.3.1.e", "9.3.1.f")
def test_hexes_next_to_enemies_are_closed_unless_friends_are_there() -> None:
    """An enemy in A604 closes the straight way east; the platoon turns aside, away from where it began."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A604\n"
    free = ways(scene(text), "G", "A004")
    assert len(free) == 3 and not set.union(*free) & {"A503", "A504", "A603", "A605"}
    b = scene(text)
    (end,) = run(b, "G", "A004")
    assert end and b.ground.distance[b.ground.index[end]][b.ground.index["A604"]] > 1


@rule("9.3.1.e")
def test_a_friend_makes_a_hex_next_to_the_enemy_safe() -> None:
    text = OPEN + "red grenadier G at A202\nblue us-infantry V at A401\n"
    alone = ways(scene(text), "G", "A002")
    befriended = ways(scene(text + "red german-mg-3-3 F at A301 of=other"), "G", "A002")
    assert "A301" not in set.union(*alone) and "A301" in set.union(*befriended)


@rule("9.3.1.e")
def test_enemies_where_the_rout_began_threaten_no_other_hex() -> None:
    """After an assault they stand in A303; those in A304, the hex beside it on the map, still count."""
    b = scene(OPEN + "red grenadier G at A101\nblue us-infantry V at A303\nblue us-infantry W at A304\n")
    index = b.ground.index
    closed = closed_to_rout(b, b.unit("G").side, 1, index["A303"])
    found = {name for name, h in index.items() if closed >> h & 1}
    near = {b.ground.names[h] for h in b.ground.neighbours[index["A304"]]}
    assert found == near | {"A304"} and "A303" in near and "A302" not in found


@rule("9.3.1.f", "9.3.1.e", "6.5.a")
def test_prohibited_ground_turns_a_route_aside() -> None:
    """A river too deep to enter runs across the way back; the group goes along it, never nearer to where it began."""
    river = "river-kind major\nriver N A500 A501 A502 A503 A504 A505 A506 A507 A508 S\n"
    b = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\n" + river)
    steps = ways(b, "G", "A004")
    assert len(steps) == 3 and not any(h.startswith("A5") for step in steps for h in step)
    away = b.ground.distance[b.ground.index["A404"]]
    at = 0
    for step in steps:
        assert all(away[b.ground.index[h]] >= at for h in step)
        at = away[min(b.ground.index[h] for h in step)]
    bridge = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\nroad A404 A504 A604\n" + river)
    assert ways(bridge, "G", "A004")[0] == {"A504"}


@rule("9.3.1.e", "6.5.a")
def test_vehicles_run_around_woods() -> None:
    text = WIDE + "red {} G at A104\nblue us-infantry V at A000\nground A204 w0"
    assert "A204" in ways(scene(text.format("grenadier")), "G", "A004")[0]
    assert "A204" not in ways(scene(text.format("motorized-infantry")), "G", "A004")[0]


@rule("9.3.1.e", "10.1.d")
def test_half_hexes_are_off_the_board() -> None:
    b = scene(
        "layout D\nred grenadier G at D801\nblue us-infantry U at D805\nbaseline red north\nbaseline blue south"
    )
    assert run(b, "G", "D805") == [""] and b.events[-1].text == "off"


@rule("9.3.1.f", "9.3.1.e")
def test_only_ways_that_save_it_are_offered() -> None:
    """East of A503 enemies close the way on; by A504 there is a way."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A701\nblue us-infantry W at A000\n"
    b = scene(text)
    assert b.ground.index["A603"] in b.ground.neighbours[b.ground.index["A503"]]
    first, *_ = ways(b, "G", "A004")
    flight = Flight(b, units(b, "G"), b.ground.index["A004"])
    for name in ("A503", "A504"):
        end, _, _ = flight.ways(b.ground.index[name], 2, STRAIGHT)
        assert (name in first) == (end == FREE)


@rule("9.3.1.f")
def test_another_way_goes_towards_the_own_lines_if_it_can() -> None:
    """Fire from the north, the south is closed: of A303 and A503, as far from the fire as G, it takes the eastern."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A205\nblue us-infantry W at A406\n"
    text += "blue us-infantry X at A605\nblue us-infantry Y at A400\n"
    assert ways(scene(text), "G", "A400")[0] == {"A503"}
    assert ways(scene(text + "baseline red west"), "G", "A400")[0] == {"A303"}


@rule("9.3.1.f")
@pytest.mark.parametrize(("left", "found"), [(0, []), (1, ["A503"]), (2, ["A503"])])
def test_the_last_step_may_lead_another_way(left: int, found: list[str]) -> None:
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A205\nblue us-infantry W at A406\n"
    b = scene(text + "blue us-infantry X at A605\nblue us-infantry Y at A400\n")
    flight = Flight(b, units(b, "G"), b.ground.index["A400"])
    others = flight.elsewhere(b.ground.index["A404"], left, ASIDE)
    assert [b.ground.names[place] for place in others] == found


@rule("9.3.1.f")
def test_another_way_may_go_round_where_it_began_but_not_nearer() -> None:
    """G began in A404: from A503 round to A403 it comes no nearer; from A502 to A503 it does."""
    b = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\n")
    flight = Flight(b, units(b, "G"), b.ground.index["A004"])
    at = b.ground.index
    assert flight.passable(at["A503"], at["A403"], ASIDE)
    assert not flight.passable(at["A502"], at["A503"], ASIDE)
    assert flight.passable(at["A502"], at["A503"], STRAIGHT)


@rule("9.3.1.f", "9.3.1.a")
def test_another_way_does_not_lead_back_to_the_fire() -> None:
    """Fire from the west, an enemy in the east: G slips past him and does not go to A303 and A304."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A604\nblue us-infantry W at A004\n"
    assert ways(scene(text), "G", "A004") == [{"A403", "A405"}, {"A502"}, {"A602"}]


@rule("9.3.1.f", "9.3.1.a")
def test_a_way_past_the_fire_is_taken_as_a_whole() -> None:
    """From A403 the way home leads nearer to the fire than where the rout began, so it goes on round it."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A203\nblue us-infantry W at A205\n"
    b = scene(text + "blue us-infantry X at A804")
    away = b.ground.distance[b.ground.index["A804"]]
    steps = ways(b, "G", "A804")
    assert steps[0] == {"A403", "A405"} and len(steps) == 3
    assert all(away[b.ground.index[h]] >= 4 for step in steps for h in step)


@rule("9.3.1.f", "9.3.1.e")
def test_a_way_towards_the_fire_is_better_than_none() -> None:
    """All but A503 and A504 are closed: what is legal by the two conditions of the book is not lost."""
    text = WIDE + "red grenadier G at A404\nblue us-infantry V at A203\nblue us-infantry W at A205\n"
    text += "blue us-infantry Y at A402\nblue us-infantry Z at A406\nblue us-infantry X at A804\n"
    assert ways(scene(text), "G", "A804")[0] == {"A503", "A504"}


@rule("9.3.1.e")
def test_a_hex_with_an_enemy_officer_is_closed() -> None:
    b = scene(WIDE + "red grenadier G at A404\nblue officer O at A503\nblue us-infantry V at A000")
    assert ways(b, "G", "A004")[0] == {"A504"}


@rule("9.3.1.a")
def test_the_nearest_cause_counts() -> None:
    b = scene(WIDE + "red grenadier G at A404 routed\nblue us-infantry V at A000")
    procedure = rout(b, units(b, "G"), [b.ground.index["A402"], b.ground.index["A407"]])
    question = next(procedure)
    assert question.kind == "rout" and "A403" not in {choice.to for choice in question.options()}


@rule("9.3.2.a")
def test_only_what_can_be_paid_for_is_offered() -> None:
    """With 1 MP left the open hex is offered and the light woods are not; a minor river costs 2 more."""
    b = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\nground A503 l0")
    flight = Flight(b, units(b, "G"), NEVER)
    assert [b.ground.names[h] for h in flight.ways(b.ground.index["A404"], 1, STRAIGHT)[1]] == ["A504"]
    river = "river N A500 A501 A502 A503 A504 A505 A506 A507 A508 S\n"
    wet = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\n" + river)
    flight = Flight(wet, units(wet, "G"), NEVER)
    assert flight.price(wet.ground.index["A404"], wet.ground.index["A504"]) == 3


@rule("9.3.1.f", "9.3.1.e")
def test_cut_off_on_all_sides() -> None:
    grid = scene(WIDE + "red grenadier G at A404").ground
    around = [h for h in range(grid.size) if grid.distance[grid.index["A404"]][h] == 2]
    ring = "".join(f"blue us-infantry V{h} at {grid.names[h]} of=v\n" for h in around)
    b = scene(WIDE + "red grenadier G at A404\n" + ring)
    (end,) = run(b, "G", "A004")
    assert end == "" and b.events[-1].text == "cut"


@rule("9.3.1.e", "3.3.d")
def test_a_hex_that_would_be_overstacked_is_closed() -> None:
    full = "".join(f"red grenadier F{n} at A503 of=f\n" for n in range(3))
    b = scene(WIDE + "red grenadier G at A404\nblue us-infantry V at A000\n" + full)
    assert ways(b, "G", "A004")[0] == {"A504"}


@rule("9.3.1.a")
def test_between_two_causes_equally_near_the_owner_decides() -> None:
    b = scene(WIDE + "red grenadier G at A404 routed\nblue us-infantry V at A000")
    procedure = rout(b, units(b, "G"), [b.ground.index["A402"], b.ground.index["A406"]])
    question = next(procedure)
    assert question.kind == "cause" and {choice.to for choice in question.options()} == {"A402", "A406"}
    step = procedure.send(question.options()[0])
    assert {choice.to for choice in step.options()} <= {"A405", "A304", "A504"}


@rule("9.3.1.b")
def test_the_owner_chooses_among_the_ways_that_save_it() -> None:
    b = scene(WIDE + "red grenadier G at A404 routed\nblue us-infantry V at A000")
    procedure = rout(b, units(b, "G"), [b.ground.index["A004"]])
    question = next(procedure)
    assert (question.seat, question.kind) == ("red", "rout") and len(question.options()) == 2


# Fire at routed units ----------------------------------------------------------------------------

ROUTED = WIDE + "blue us-mg-4-4 M at A003\nblue officer O at A003\nred officer P at A808\nactor O\n"


@rule("9.3.2.a", "9.3.a")
def test_an_effect_without_hits_drives_routed_platoons_on() -> None:
    """Column 4, a roll of 7: effect 1, nothing left after the division; the routed platoon runs all its MP."""
    drill = Drill(ROUTED + "red grenadier G at A203 routed finished", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    assert drill.last("hits").value == 0
    ran = drill.last("ran")
    assert ran.rule == "9.3.2.a" and len(ran.path) == 6  # five hexes of open ground
    assert drill.unit("G").routed


@rule("9.3.2.a")
def test_no_effect_no_move() -> None:
    drill = Drill(ROUTED + "red grenadier G at A203 routed", 6, 6)
    drill.do("fire", "M", "A203")
    assert drill.asked == ("blue", "action") and not drill.told("ran") and not drill.told("hits")


@rule("9.3.2.a", "7.4.1.a")
def test_a_routed_platoon_that_falls_runs_no_more() -> None:
    drill = Drill(
        ROUTED + "red grenadier G at A203 routed lost=2\nred grenadier H at A203 routed lost=2", 1, 1, 1, 1, 1
    )
    drill.do("fire", "M", "A203").run_on()
    assert drill.unit("G").hex < 0 and [event.piece for event in drill.told("ran")] == ["H"]


@rule("9.3.2.a")
def test_the_ground_is_paid_for() -> None:
    woods = "".join(f"ground A{column}{row:02} w0\n" for column in (3, 4, 5) for row in range(9))
    drill = Drill(ROUTED + woods + "red grenadier G at A203 routed", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    assert len(drill.last("ran").path) == 2  # one hex of woods for 3, and 2 do not pay for another


@rule("9.3.2.a", "9.3.1.e")
def test_full_movement_may_lead_off_the_board() -> None:
    text = ROUTED.replace("M at A003", "M at A403").replace("O at A003", "O at A403")
    drill = Drill(text + "red grenadier G at A603 routed", 3, 4)
    drill.do("fire", "M", "A603").run_on()
    assert drill.unit("G").hex < 0 and drill.last("lost in rout").text == "off"


@rule("9.3.2.a", "9.3.2.b")
def test_who_cannot_pay_for_a_safe_hex_stops_before_it() -> None:
    """On the way home A503 is cheap and next to an enemy, A504 safe and too dear; every other hex is closed."""
    wall = "".join(f"blue us-infantry V{h} at {h} of=v\n" for h in ("A603", "A402", "A202", "A204", "A306", "A406"))
    text = WIDE + "red german-mg-4-4 G at A404 routed\n" + wall
    safe = scene(text + "ground A504 w1\n")
    assert list(flee(safe, units(safe, "G"))) == []
    assert safe.unit("G").hex == safe.ground.index["A404"] and not safe.events
    closed = scene(text + "ground A504 w1\nblue us-infantry X at A605 of=v")
    assert list(flee(closed, units(closed, "G"))) == [] and closed.unit("G").hex < 0
    cheap = scene(text)
    assert ways(cheap, "G", "")[0] == {"A504"}


@rule("9.3.2.b", "9.3.1.f")
def test_enemies_in_the_way_turn_that_move_aside_too() -> None:
    drill = Drill(ROUTED + "blue us-infantry V at A503 of=v\nred grenadier G at A203 routed", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    ground = drill.b.ground
    assert drill.at("G") and all(
        ground.distance[ground.index[h]][ground.index["A503"]] > 1 for h in drill.last("ran").path[1:]
    )


@rule("9.3.2.a")
def test_who_is_routed_by_the_same_attack_makes_only_that_move() -> None:
    drill = Drill(ROUTED + "blue us-mg-4-4 N at A003\nred grenadier G at A203 ooc", 1, 1, 4, 4)
    drill.do("volley", "M", "A203").run_on()
    assert len(drill.told("ran")) == 1 and drill.last("ran").rule == "9.3.1.c"


@rule("9.3.2.a", "6.2.g")
def test_a_group_runs_as_far_as_its_slowest() -> None:
    b = scene(WIDE + "red grenadier G at A104 routed\nred german-mg-4-4 M at A104 routed\nblue us-infantry V at A000")
    assert Flight(b, units(b, "G", "M"), NEVER).left == 3
    assert list(flee(b, [])) == []


@rule("9.3.a", "3.2.c")
def test_routed_units_do_nothing() -> None:
    text = OPEN + "blue officer O at A001\nblue us-infantry R at A001 routed\nblue us-infantry U at A001\n"
    drill = Drill(text + "red grenadier G at A003\nactor O")
    assert {choice.piece for choice in drill.options() if choice.piece} == {"O", "U"}
    assert drill.refused("move", "R").rule == drill.refused("fire", "R", "A003").rule == "9.3.a"
    routed_officer = Drill(text.replace("O at A001", "O at A001 routed") + "red grenadier G at A003\nactor O")
    assert {choice.do for choice in routed_officer.options(piece="O")} == {"rally"}
    assert routed_officer.refused("move", "O").rule == "9.3.a"


@rule("9.1.1.b", "9.3.2.b", "9.3.2.a")
def test_a_routed_platoon_lost_on_the_run_makes_its_company_check() -> None:
    """G is driven off the board; nobody has checked yet, so its company does, once."""
    text = ROUTED.replace("M at A003", "M at A403").replace("O at A003", "O at A403")
    drill = Drill(text + "red grenadier G at A603 routed\nred grenadier H at A700", 3, 4, 1, 1)
    drill.do("fire", "M", "A603").run_on()
    assert drill.unit("G").hex < 0
    assert [(event.piece, event.rule) for event in drill.told("company check")] == [("P", "9.1.1.b")]
    assert not drill.told("platoon check")
    drill.done()


@rule("9.3.1.c", "9.3.1.b")
def test_a_group_that_ends_its_run_among_others_does_not_run_again() -> None:
    """G and I run to the hex of H and P, who run away from there without them."""
    text = LONG + "red officer P at A602 morale=6 lead=0\nred grenadier G at A302 lost=2\nred grenadier H at A602\n"
    text += "red grenadier I at A302\nblue officer O at A102\nblue us-infantry U at A102\nactor O"
    drill = Drill(text, 1, 1, 4, 5)
    drill.do("fire", "U", "A302")
    for place in ("A403", "A502", "A602"):
        drill.do("run", "G", place)
    assert drill.play.decision is not None and drill.play.decision.piece == "H"
    drill.run_on()
    assert [(ran.piece, ran.text, len(ran.path)) for ran in drill.told("ran")] == [("G", "I", 4), ("H", "P", 4)]
    assert drill.at("G") == drill.at("I") == "A602" and drill.at("H") == drill.at("P") != "A602"


@rule("5.1.11.2.e", "5.1.11.2.g", "9.3.1.e")
def test_pontoons_carry_routed_units_too() -> None:
    text = LONG + "red grenadier G at A402\nblue us-infantry V at A000\nriver-kind major\n"
    text += "river N A500 A501 A502 A503 A504 A505 A506 S\n"
    over = {"A501", "A502"}
    assert not ways(scene(text), "G", "A202")[0] & over
    assert ways(scene(text + "pontoons A501 A502"), "G", "A202")[0] == over
    assert ways(scene(text + "foot-pontoons A501 A502"), "G", "A202")[0] == over
    wheels = text.replace("red grenadier", "red motorized-infantry")
    assert not ways(scene(wheels + "foot-pontoons A501 A502"), "G", "A202")[0] & over


@rule("9.3.1.b", "7.3.j")
def test_all_check_before_anybody_runs_and_those_of_a_hex_run_together() -> None:
    """G and H, of two companies, are hit Out-of-Command; each checks, then they run as one."""
    text = LONG + "red officer P at A1004\nred grenadier G at A402 ooc\nred grenadier J at A1004\n"
    text += "red officer Q at A1004 of=q\nred grenadier H at A402 ooc of=q\nred grenadier K at A1004 of=q\n"
    text += "blue officer O at A202\nblue us-infantry U at A202\nblue us-infantry V at A202\nactor O"
    drill = Drill(text, 3, 4, 1, 4, 4, 4, 4)
    drill.do("volley", "U", "A402").run_on()
    kinds = [event.kind for event in drill.play.log if event.kind in ("platoon check", "routed", "ran")]
    assert kinds == ["platoon check", "routed", "platoon check", "routed", "ran"]
    assert drill.last("ran").text == "H" and drill.at("G") == drill.at("H")


@rule("4.1.d", "7.4.5.a")
def test_who_runs_out_of_range_is_out_of_command_at_once() -> None:
    drill = Drill(ROUTED.replace("P at A808", "P at A204") + "red grenadier G at A203 routed", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    assert drill.platoon("G").out_of_command


# Officers stacked with those that rout ------------------------------------------------------------

# G is hit Out-of-Command and checks alone; P stands with it and does not rout.
STACKED = (
    LONG
    + """
red officer P at A402 lead=0 range=1
red grenadier G at A402 ooc
red grenadier H at A403
blue officer O at A202
blue us-infantry U at A202
actor O
"""
)


@rule("9.3.1.b", "4.1.d")
def test_an_officer_moves_with_the_platoon_that_routs_beside_him() -> None:
    """G checks 8 against 7 - 1 and runs, P with it, unrouted. H is out of his range then and marked."""
    drill = Drill(STACKED, 3, 4, 6, 6, 4, 4)
    drill.do("fire", "U", "A402").run_on()
    assert (drill.last("ran").piece, drill.last("ran").text, len(drill.last("ran").path)) == ("G", "P", 4)
    assert drill.at("P") == drill.at("G") and drill.unit("G").routed
    assert not drill.unit("P").routed and not drill.unit("P").finished
    assert [(event.piece, event.place) for event in drill.told("out of command")] == [("H", "A403")]
    assert faults(drill.b) == []


@rule("9.3.1.b")
def test_an_officer_stays_with_platoons_of_his_that_do_not_rout() -> None:
    drill = Drill(STACKED.replace("H at A403", "H at A402"), 3, 4, 6, 6, 1, 4, 4)
    drill.do("fire", "U", "A402").run_on()
    assert drill.unit("G").routed and drill.at("P") == drill.at("H") == "A402" != drill.at("G")
    stranger = STACKED.replace("H at A403", "H at A402 of=x")  # of another company: G is all P has there
    other = Drill(stranger, 3, 4, 1, 6, 6, 4, 4)
    other.do("fire", "U", "A402").run_on()
    assert other.at("P") == other.at("G") and other.at("H") == "A402"


@rule("9.3.1.b", "9.3.1.e", "7.4.4.a", "7.4.5.a")
def test_an_officer_is_lost_with_the_group_he_moves_with() -> None:
    """Two hexes from the edge G runs off the board, and P with it; H is without an officer."""
    text = STACKED.replace("A402", "A1002").replace("A202", "A802").replace("A403", "A903")
    drill = Drill(text, 3, 4, 6, 6, 4, 4, 1, 1)
    drill.do("fire", "U", "A1002").run_on()
    assert [event.piece for event in drill.told("lost in rout")] == ["G", "P"]
    assert drill.company("H").replace and drill.last("out of command").rule == "7.4.5.a"


@rule("9.3.2.a", "9.3.1.b")
def test_an_officer_moves_on_with_routed_platoons_under_fire() -> None:
    drill = Drill(ROUTED.replace("P at A808", "P at A203") + "red grenadier G at A203 routed", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    assert (drill.last("ran").rule, drill.last("ran").text) == ("9.3.2.a", "P")
    assert drill.at("P") == drill.at("G") != "A203" and not drill.platoon("G").out_of_command


@rule("9.3.1.b", "4.1.d")
def test_an_officer_swept_along_by_strangers_leaves_his_own_out_of_command() -> None:
    """G, of another company, is driven on and P beside it goes too: H, who stays, is beyond his range at once."""
    text = ROUTED.replace("P at A808", "P at A203 range=1")
    drill = Drill(text + "red grenadier H at A204\nred grenadier G at A203 routed finished of=other", 3, 4)
    drill.do("fire", "M", "A203").run_on()
    assert drill.last("ran").text == "P" and drill.at("P") == drill.at("G") != "A203" and drill.at("H") == "A204"
    marked = [(event.piece, event.rule) for event in drill.told("out of command")]
    assert marked == [("H", "4.1.d"), ("G", "7.4.5.a")], "G has no officer at all"


@rule("9.3.1.b", "8.b", "4.3.2.b")
def test_an_officer_who_moved_with_the_platoon_that_routs_has_had_his_move() -> None:
    """U and O move together and U routs alone; O runs with it and is Finished, and W may still act."""
    text = LONG + "blue officer O at A802 lead=0 range=9\nblue us-infantry U at A802 lost=1\n"
    text += "blue us-infantry W at A006 lost=2\nred officer P at A1002\nred grenadier G at A1003 reaction=0\n"
    text += "ground A006 w0\nground A005 w0\nground A106 w0\nground A105 w0\nactor O"
    drill = Drill(text, 3, 4, 6, 6, 3, 3)
    drill.do("move", "O").do("along", "U").do("to", "O", "A803").do("react", "G", "A803").run_on()
    assert drill.unit("U").routed and drill.at("O") == drill.at("U") != "A803"
    assert drill.unit("O").finished and not drill.unit("O").routed and drill.b.move is None
    assert drill.asked == ("blue", "action") and {choice.piece for choice in drill.options("move")} == {"W"}
    assert faults(drill.b) == []


@rule("9.3.1.b", "14.4", "9.3.a")
def test_an_officer_in_an_assault_runs_with_his_platoon_from_where_they_came() -> None:
    """U routs under defensive fire, singly: W does not see it. O goes back with it and runs along."""
    text = LONG + "blue officer O at A802 lead=0 range=9 morale=9 waiting=A902\n"
    text += "blue us-infantry U at A802 lost=1 waiting=A902\nblue us-infantry W at A006 lost=2\n"
    text += "red officer P at A1005\nred grenadier G at A902\n"
    text += "ground A006 w0\nground A005 w0\nground A106 w0\nground A105 w0\nactor O"
    drill = Drill(text, 1, 1, 3, 4, 6, 6, 4, 4)
    drill.do("assault", "", "A902").do("fire").run_on()
    assert drill.unit("U").routed and drill.last("ran").path[0] == "A802" and drill.last("ran").text == "O"
    assert drill.at("O") == drill.at("U") and not drill.unit("O").routed and drill.unit("O").finished
    assert faults(drill.b) == []
