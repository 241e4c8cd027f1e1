"""Short scenes told to the last die: every event with its rule and its modifiers, in order."""

from ws_fight import LANE, OPEN, Drill
from ws_turns import FIELD, Turns

from sandtable.systems.war_storm.rules.attack import effect, shifted
from sandtable.systems.war_storm.rules.morale import company_morale
from sandtable.systems.war_storm.rules.movement import pontoons
from sandtable.systems.war_storm.rules.rout import closed_to_rout
from sandtable.systems.war_storm.rules.spotting import spotting_range
from sandtable.systems.war_storm.scene import scene
from sandtable.table.event import Modifier
from sandtable.testing import rule
from sandtable.testing.scene import tale


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@rule("3.1.1.a", "3.1.1.b", "7.1", "7.2.a", "7.3.a", "7.3.c", "7.3.d", "7.3.e", "7.3.f", "7.3.g", "7.3.h", "7.3.j")
@rule("7.4.a", "7.4.c", "7.4.d", "7.4.e", "7.4.g", "7.4.1.a", "7.4.3.b", "BOC.1", "MOD", "DIV")
@rule("9.1.a", "9.1.1.b", "9.1.2.b", "9.3.1.a", "9.3.1.b", "9.3.1.c", "9.3.1.d", "4.1.d", "7.4.5.b")
def test_the_attack_of_the_book() -> None:
    """Three platoons fire; the company loses a platoon, fails its check, 7 against 5, and runs from two hexes."""
    drill = Drill(LANE, 1, 1, 2, 4, 6, 5, 3, 4)
    drill.do("fire", "U2", "D910").do("join", "U3").do("join", "M").do("fire")
    for piece, way in (("G1", ("D810", "D710", "D611")), ("G3", ("D710", "D611"))):
        for place in way:
            drill.do("run", piece, place)
    assert tale(drill.done().play.log) == lines(
        """
        7.1 joins U3 >U2 @D1209
        7.1 joins M >U2 @D1209
        7.3.f fired U2 >G1 @D910 1 1 /9 =6 [fire]
        -1 semi-automatic fire: helps 3.1.1.a
        +1 across a hedge (bocage): hampers BOC.1
        7.3.h hits red >G1 @D910 /2 =3
        +2 Open, the ground in D910 5.1.1
        7.4.3.b officer check Gielnik @D910 2 4 /1 =3
        7.4.g step lost G2 @D910 6 =2
        7.4.g step lost G1 @D910 =2
        7.4.g step lost G2 @D910 5 =3
        7.4.1.a eliminated G2 @D910
        9.1.1.b company check Gielnik @D910 3 4 /5 =2 [D]
        +1 leadership of Lt. Gielnik 9.1.a
        -3 losses of the company 9.1.a
        9.1.2.b routed G1 @D910
        9.1.2.b routed G3 @D911
        9.1.2.b routed Gielnik @D910
        9.3.1.c ran G1 @D611 [Gielnik] D910-D810-D710-D611
        9.3.1.c ran G3 @D611 D911-D811-D710-D611
        """
    )


FIGHT = f"""{OPEN}
blue officer O at A202 morale=9 lead=1 range=3 waiting=A302
blue us-infantry U at A202 waiting=A302
blue us-infantry V at A202 waiting=A302
red officer P at A404 morale=7 lead=1 range=3
red grenadier G at A302 lost=1
red grenadier H at A404
actor O
"""


@rule("14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "15.1", "15.2", "15.3", "MOD", "7.4.3.b", "7.4.g")
@rule("9.2.a", "9.2.1.d", "9.2.1.e", "9.2.2.a", "9.2.2.d", "9.1.1.e", "9.1.a", "7.3.h")
def test_an_assault_that_succeeds() -> None:
    """Defensive fire costs a step, the fight one on each side. G alone of its company was beaten: it checks alone."""
    drill = Drill(FIGHT, 1, 1, 1, 1, 3, 4, 6, 4, 2, 3, 1, 1, 5, 4, 3, 3, 2)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert tale(drill.done().play.log) == lines(
        """
        14.1 assault U @A302 [V O]
        9.2.2.d assault check U @A202 1 1 /10 =-8
        +1 leadership of O 9.1.a
        9.2.2.d assault check V @A202 1 1 /10 =-8
        +1 leadership of O 9.1.a
        14.3 enters U @A302 [V O] A202-A302
        14.4 fired G >U @A302 3 4 /5 =2 [defensive fire]
        -1 6 steps in the target: helps MOD
        7.3.h hits blue >U @A302 /2 =1
        +2 entering the hex 14.4
        7.4.3.b officer check O @A302 6 4 /1 =9
        7.4.g step lost U @A302 2 =1
        15.2 fight U @A302 3 1 =14
        +4 U 15.1
        +5 V 15.1
        +1 O 15.1
        15.2 fight G @A302 1 5 =10
        +4 G 15.1
        7.4.3.b officer check O @A302 4 3 /1 =6
        7.4.g step lost V @A302 =1
        7.4.g step lost G @A302 =2
        15.2 fight won blue @A302
        9.2.1.e platoon check G @A302 3 2 /6 =-1
        +1 leadership of P 9.1.a
        -2 its own losses 9.2.a
        15.3 withdraws G @A402 A302-A402
        """
    )
    assert all(drill.unit(id).finished for id in "OUV") and not drill.unit("H").finished


@rule("14.3", "14.4", "14.6", "15.1", "15.2", "7.4.1.a", "7.4.3.b", "7.4.5.a", "9.1.a", "9.1.1.b", "9.1.2.b", "9.2.a")
@rule("9.2.2.d", "9.3.1.c")
def test_an_assault_that_is_thrown_back() -> None:
    """The officer falls in the fight and a platoon with him; the other fails without leadership and runs."""
    text = FIGHT.replace("U at A202", "U at A202 lost=2").replace("V at A202", "V at A202 lost=1")
    drill = Drill(text.replace("G at A302 lost=1", "G at A302"), 1, 1, 1, 1, 5, 6, 1, 1, 6, 6, 1, 1, 5, 4, 3)
    drill.do("assault", "", "A302").do("fire").run_on()
    assert tale(drill.done().play.log) == lines(
        """
        14.1 assault U @A302 [V O]
        9.2.2.d assault check U @A202 1 1 /7 =-5
        +1 leadership of O 9.1.a
        -1 losses of the company 9.1.a
        -2 its own losses 9.2.a
        9.2.2.d assault check V @A202 1 1 /8 =-6
        +1 leadership of O 9.1.a
        -1 losses of the company 9.1.a
        -1 its own losses 9.2.a
        14.3 enters U @A302 [V O] A202-A302
        14.4 fired G >U @A302 5 6 /6 [defensive fire]
        15.2 fight U @A302 1 1 =9
        +2 U 15.1
        +4 V 15.1
        +1 O 15.1
        15.2 fight G @A302 6 6 =17
        +5 G 15.1
        7.4.3.b officer check O @A302 1 1 /1
        7.4.3.b officer lost O @A302
        7.4.5.a out of command U @A302
        7.4.5.a out of command V @A302
        7.4.g step lost V @A302 =2
        7.4.g step lost V @A302 5 =3
        7.4.1.a eliminated V @A302
        15.2 fight won red @A302
        9.1.1.b company check U @A302 4 3 /6 =1 [blue]
        -3 losses of the company 9.1.a
        9.1.2.b routed U @A302
        9.3.1.c ran U @A000 A202-A201-A100-A000
        """
    )


@rule("15.2", "15.3", "9.1.1.b", "9.2.1.h", "14.6")
def test_a_loser_with_nowhere_to_go_alarms_his_company() -> None:
    """G passes its check but enemies are all around, and it is lost; H of its company sees it and checks."""
    wall = "".join(f"blue us-infantry W{h} at {h} of=w\n" for h in ("A402", "A403", "A303", "A301", "A203", "A202"))
    drill = Drill(FIGHT.replace("actor", wall + "actor"), 1, 1, 1, 1, 6, 6, 3, 1, 5, 2, 6, 6, 1, 1, 1, 2, 2)
    drill.do("assault", "", "A302").do("fire").run_on()
    told = tale(drill.done().play.log)
    assert told[told.index("15.2 fight won blue @A302") :][:7] == lines(
        """
        15.2 fight won blue @A302
        9.2.1.e platoon check G @A302 1 1 /6 =-4
        +1 leadership of P 9.1.a
        -2 its own losses 9.2.a
        15.3 eliminated G @A302
        9.2.1.h platoon check H @A404 2 2 /7 =-3
        +1 leadership of P 9.1.a
        """
    )


@rule("14.5", "14.6", "15.2", "SCN.1")
def test_an_assault_on_the_first_hex_of_the_board() -> None:
    """The winner of A000 is Finished there as anywhere else."""
    text = f"""{OPEN}
    blue officer O at A202 morale=9
    blue us-infantry U at A100 waiting=A000
    red static-infantry G at A000 lost=2
    actor O
    """
    drill = Drill(text, 1, 1, 6, 6, 1, 1).do("assault", "", "A000")
    assert drill.done().at("U") == "A000" and drill.platoon("U").finished


@rule("9.3.1.e")
def test_an_officer_in_the_first_hex_of_the_board_closes_it() -> None:
    text = f"{OPEN}red grenadier G at A101 routed\nblue us-infantry V at A202\nbaseline red north\n"
    open_to = Drill(text)
    closed = Drill(f"{text}blue officer O at A000")
    assert [closed_to(each) for each in (open_to, closed)] == [False, True]


def closed_to(drill: Drill) -> bool:
    """Whether A000 is closed to G."""
    return bool(closed_to_rout(drill.b, 1, 3, drill.unit("G").hex) & 1)


@rule("9.1.a", "7.4.5.b")
def test_losses_count_beyond_the_number_of_platoons_only() -> None:
    """Two platoons: two steps lost say nothing yet, and nothing is told of them; the officer leads while he lives."""
    text = (
        f"{OPEN}red officer P at A303 morale=7 lead=1\nred grenadier G at A303 lost=1\nred grenadier H at A303 lost="
    )
    two, three = scene(f"{text}1"), scene(f"{text}2")
    leads, less = Modifier(1, "leadership of P", "9.1.a"), Modifier(-1, "losses of the company", "9.1.a")
    for battle, morale, expected in ((two, 8, [leads]), (three, 7, [leads, less])):
        notes: list[Modifier] = []
        assert company_morale(battle, battle.companies[0], notes) == morale
        assert notes == expected


@rule("5.1.11.2.e", "5.1.11.2.g")
def test_without_pontoons_there_are_none() -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000\nred motorized-infantry M at A606\n")
    assert [pontoons(b, [b.unit(id)]) for id in "UM"] == [0, 0]


@rule("4.3.1.a", "4.3.1.e", "4.3.1.f", "9.2.1.b", "9.2.2.a", "9.2.2.b", "9.2.a", "6.2.a", "6.3.a", "4.3.2.b")
def test_an_out_of_command_platoon_goes_by_itself() -> None:
    """Morale 8, one less for its loss and one for want of command: 6 passes. It moves at the double and is done."""
    text = f"""{FIELD}
    blue officer O at A000 morale=8 lead=1 range=1
    blue us-infantry P at A000
    blue us-infantry Q at A004 ooc lost=1
    red officer X at A707 morale=7 lead=1
    red grenadier G at A706
    """
    stage = Turns(text, 3, 3).do("activate", "Q").do("double", "Q").do("to", "Q", "A002").do("halt")
    assert tale(stage.done().play.log) == lines(
        """
        4.3.1.a activated Q @A004
        9.2.2.b activation check Q @A004 3 3 /6
        -1 its own losses 9.2.a
        -1 Out-of-Command 9.2.2.b
        6.2.a moved Q @A003 =1 A004-A003
        6.2.a moved Q @A002 =2 A003-A002
        """
    )
    assert stage.asked == ("red", "activation")


@rule("6.a", "6.b", "6.c", "6.d", "6.2.a")
def test_a_stack_that_changes_on_its_way() -> None:
    """P and Q go with their officer, Q stays at A001 and R comes along from there."""
    text = f"""{FIELD}
    blue officer O at A000 type=harmon
    blue us-infantry P at A000
    blue us-infantry Q at A000
    blue us-infantry R at A001
    red grenadier G at A707
    actor O
    """
    drill = Drill(text).do("move", "O").do("along", "P").do("along", "Q").do("to", "O", "A001")
    drill.do("drop", "Q").do("along", "R").do("to", "O", "A002").do("halt")
    assert tale(drill.play.log) == lines(
        """
        6.a joined P >O @A000
        6.a joined Q >O @A000
        6.2.a moved O @A001 =1 [P Q] A000-A001
        6.d left behind Q @A001
        6.c joined R >O @A001
        6.2.a moved O @A002 =2 [P R] A001-A002
        """
    )


SWAPPED = f"""{OPEN}
red officer P at A303 morale=9 lead=1 range=3
red grenadier G at A303
red grenadier H at A202 waiting=A302
blue officer O at A606 morale=7 lead=1
blue us-infantry U at A302
blue us-infantry V at A305
actor P
"""


@rule("3.1.f", "14.1", "14.3", "14.4", "15.2", "7.1", "7.3.f", "7.3.h", "14.6")
def test_the_second_side_fires_and_assaults() -> None:
    """Red fires at V and goes in against U; blue is asked whether it fires, and U alone does."""
    drill = Drill(SWAPPED, 1, 6, 1, 1, 6, 6, 6, 6, 1, 1, 6, 6).do("fire", "G", "A305")
    assert (drill.last("fired").target, drill.last("fired").side) == ("V", "red")
    drill.do("assault", "", "A302")
    assert drill.asked == ("blue", "defensive fire")
    drill.do("fire").run_on()
    fired = drill.last("fired")
    assert (fired.rule, fired.piece, fired.target, fired.place) == ("14.4", "U", "H", "A302")
    assert drill.last("fight won").side == "red" and drill.at("H") == "A302"


@rule("3.1.h", "4.3.2.b")
def test_a_platoon_that_prepares_is_told() -> None:
    drill = Drill(f"{OPEN}blue officer O at A101\nblue us-infantry U at A101\nred grenadier G at A606\nactor O")
    drill.do("prepare", "U").do("done")
    assert tale(drill.play.log)[:1] == ["3.1.h prepared U @A101"]
    assert drill.platoon("U").reaction == drill.b.turn and not drill.platoon("U").finished


@rule("9.4.1.a")
def test_an_officer_who_rallies_himself_is_told_by_that_rule() -> None:
    text = (
        f"{OPEN}blue officer O at A101 morale=8 lead=1 routed\nblue us-infantry U at A101\nred grenadier G at A606\n"
    )
    drill = Drill(f"{text}actor O", 3, 5).do("rally", "O", "O")
    assert tale(drill.play.log)[:1] == ["9.4.1.a rally O @A101 3 5 /8 [O]"]


@rule("9.3.1.e", "9.3.1.d")
def test_why_a_routed_platoon_does_not_run_there() -> None:
    """A502 is next to an enemy, and A200 is on no way back to its lines."""
    drill = Drill(RUNNING, 1, 1, 6, 5, 5, 3).do("fire", "U", "A404")
    assert drill.asked == ("red", "rout")
    open_to = drill.places("run")
    closed = drill.refused("run", "G", "A502")
    assert (closed.rule, closed.reason) == ("9.3.1.e", "A502 is held by the enemy, full, or next to enemy platoons.")
    away = drill.refused("run", "G", "A200")
    assert (away.rule, away.reason) == ("9.3.1.d", "A200 is not on the way back to its own lines.")
    assert not open_to & {"A502", "A200"}


RUNNING = f"""{OPEN}
blue officer O at A304 morale=9
blue us-infantry U at A304
blue us-infantry V at A501 of=w
red officer P at A404 morale=5
red grenadier G at A404 lost=2
red grenadier H at A404
actor O
"""


@rule("7.3.g", "7.3.d")
def test_a_roll_below_the_chart_counts_as_its_first_row_and_above_as_its_last() -> None:
    chart = scene(f"{OPEN}blue us-infantry U at A000").scenario.rulebook.chart
    column = len(chart.columns) - 1
    first, last = chart.rows[0][column], chart.rows[-1][column]
    assert first > chart.rows[1][column]
    assert [effect(chart, column, roll) for roll in (-3, 0, 99)] == [first, first, last]


@rule("7.3.e")
def test_no_shift_leads_beyond_the_chart() -> None:
    b = scene(f"{OPEN}blue us-infantry U at A000 veteran\nred grenadier G at A606 green")
    last = len(b.scenario.rulebook.chart.columns) - 1
    assert [shifted(b, [b.platoon("U")], column) for column in (0, last - 1, last)] == [1, last, last]
    assert [shifted(b, [b.platoon("G")], column) for column in (0, 1, last)] == [0, 0, last - 1]


@rule("5.2.g", "5.2.b", "5.2.f")
def test_an_officer_spots_like_any_platoon() -> None:
    """No reconnaissance, no height: the range of the chart, also for a hex that is named."""
    b = scene(f"{OPEN}blue officer O at A303\nblue us-infantry U at A303\nred grenadier G at A306\nground A000 w0\n")
    target, woods = b.platoon("G"), b.ground.index["A000"]
    assert spotting_range(b, b.officer("O"), target) == spotting_range(b, b.platoon("U"), target)
    assert spotting_range(b, b.platoon("U"), target, woods) < spotting_range(b, b.platoon("U"), target)


@rule("4.a", "9.4.1.c")
def test_a_new_turn_counts_activations_anew() -> None:
    text = f"{FIELD}\nblue officer O at A000\nblue us-infantry P at A000\nred officer X at A707\nturns 3\n"
    stage = Turns(f"{text}red grenadier G at A707", 6, 1).do("activate", "O").do("done").do("pass").do("pass")
    assert stage.b.turn == 2 and stage.b.activations == [0, 0]
