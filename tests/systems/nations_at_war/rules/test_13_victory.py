"""13.1.e Victory by Victory Points and by exiting units: leaving the map, who has won, small battles."""

import random
from pathlib import Path

import pytest
from stage import NawStage, stage

import sandtable.systems  # noqa: F401
from sandtable.bots import levels
from sandtable.bots.player import answer
from sandtable.content.folders import VARIABLE
from sandtable.systems.nations_at_war.rules.victory import victory_points
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.table.chance import SampledChance
from sandtable.table.event import Result
from sandtable.table.play import Play
from sandtable.table.system import systems
from sandtable.table.view import View
from sandtable.testing import rule
from sandtable.testing.kit import CHECKS
from sandtable.testing.walk import USUAL
from soak import sample

SYSTEM = systems()["nations_at_war"]

FIELD = """
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    """


def on_field(*lines: str, dice: tuple[int, ...] = (), goes_on: bool = False) -> NawStage:
    return stage(FIELD + "\n".join(lines), *dice, goes_on=goes_on)


def hq_place(s: NawStage, side: str) -> str:
    """Where the HQ of a side is, as its view tells it."""
    return next(piece.place for piece in seen(s).pieces if piece.id == s.hq(side).id)


def seen(s: NawStage) -> View:
    view: View = SYSTEM.shown.view(s.play, "german")
    return view


# Leaving the map ---------------------------------------------------------------------------------


@rule("13.1.e")
def test_the_last_movement_point_leads_off_the_map() -> None:
    """Three of four MP to D1, the fourth to leave: out of the game, not eliminated, with all its steps."""
    s = on_field("german pzivg P at A1", "german pzivg Q at A2", "exit german 1 by D1 D2")
    s.do("act", "P")
    assert s.places("exit") == set()
    s.do("move", "", "D1")
    assert s.places("exit") == {"D1"}
    s.do("exit", "", "D1")
    assert (s.where("P"), s.unit("P").steps, s.unit("P").spent, s.unit("P").ops_complete) == ("exited", 2, 4, False)
    told = s.last("exited")
    assert (told.piece, told.place, told.rule) == ("P", "D1", "13.1.e")
    assert s.asked == ("german", "operation")
    assert s.places("act", "P") == set()
    refusal = s.refused("act", "P")
    assert (refusal.reason, refusal.rule) == ("P has left the map.", "13.1.e")
    assert faults(s.b) == []


@rule("13.1.e")
def test_without_a_movement_point_it_stays() -> None:
    """Three MP spent leave one, four leave none."""
    s = on_field("german pzivg P at D1 spent=3", "exit german 1 by D1").do("act", "P")
    assert s.places("exit") == {"D1"}
    s = on_field("german pzivg P at D1 spent=4", "exit german 1 by D1").do("act", "P")
    assert s.places("exit") == set()
    refusal = s.refused("exit", "", "D1")
    assert (refusal.reason, refusal.rule) == ("P needs 1 MP to leave the map and has 0.", "13.1.e")


@rule("13.1.e")
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("german pzivg P at D1",), "No unit can leave the map in this scenario."),
        (("german pzivg P at D1", "exit soviet 1 by D1"), "Only the Soviet side can leave the map in this scenario."),
        (("german pzivg P at D1", "exit german 1 by E1 E2"), "D1 is not an exit hex; the exit hexes are E1, E2."),
        (
            ("german pzivg P at off", "edge german D1", "exit german 1 by D1"),
            "Off the map is not an exit hex; the exit hexes are D1.",
        ),
        (("german pzivg P at D1 disrupted", "exit german 1 by D1"), "P is Disrupted and may not leave the map."),
    ],
)
def test_who_may_not_leave(lines: tuple[str, ...], reason: str) -> None:
    s = on_field(*lines).do("act", "P")
    assert s.places("exit") == set()
    refusal = s.refused("exit", "", "D1")
    assert (refusal.reason, refusal.rule) == (reason, "13.1.e")


@rule("13.1.e", "4.1.f")
def test_who_fires_does_not_leave_in_the_same_activation() -> None:
    """Fire and move: the tank may still drive, but not off the map. In the next impulse it may."""
    scene_text = ("german pzivg P at E1", "soviet t-34-76 S at A1 ops", "exit german 1 by D1 E1")
    s = on_field(*scene_text, dice=(1, 1)).do("act", "P").do("fire and move", "P", "S")
    assert "D1" in s.places("move") and s.places("exit") == set()
    assert s.refused("exit", "", "E1").rule == "13.1.e"
    s.do("move", "", "D1")
    assert s.asked[1] != "action" or s.places("exit") == set()


@rule("13.1.e", "5.5.i")
def test_after_an_overrun_it_may_leave() -> None:
    """B1 to C1 over the infantry (2 MP), on to D1 (1), off the map (1)."""
    s = on_field(
        "german pzivg P at B1",
        "soviet guards-infantry S at C1 reduced ops",
        "exit german 1 by D1",
        dice=(6, 6, 1, 1, 1, 1, 1, 1),
    )
    s.do("act", "P").do("overrun", "", "C1").done()
    assert s.where("S") == "eliminated"
    s.do("move", "", "D1")
    assert s.places("exit") == {"D1"}


@rule("13.1.e", "5.3.a")
def test_leaving_draws_no_opportunity_fire() -> None:
    """The Soviet tank could fire at D1; nobody asks it."""
    s = on_field("german pzivg P at D1", "german pzivg Q at A3", "soviet t-34-76 S at D3", "exit german 1 by D1")
    s.do("act", "P").do("exit", "", "D1")
    assert s.asked == ("german", "operation")


@rule("13.1.e", "5.2.f")
def test_acquisitions_end_with_it() -> None:
    s = on_field(
        "german pzivg P at D1 acquired=S",
        "german pzivg Q at A3",
        "soviet t-34-76 S at D3 acquired=P",
        "exit german 1 by D1",
    )
    s.do("act", "P").do("exit", "", "D1")
    assert (s.unit("P").acquired, s.unit("S").acquired) == (-1, -1)
    assert faults(s.b) == []


@rule("13.1.e", "2.5.6.a")
def test_an_hq_that_would_be_alone_goes_along() -> None:
    s = on_field(
        "german pzivg P at D1", "german hq 11th-panzer-hq at D1", "german pzivg Q at A1", "exit german 1 by D1"
    )
    s.do("act", "P", "", 1).do("exit", "", "D1")
    assert (s.where("P"), hq_place(s, "german")) == ("exited", "exited")
    assert [event.piece for event in s.told("exited")] == ["P", "11th-panzer-hq"]
    assert faults(s.b) == []


@rule("13.1.e", "2.5.6.a")
@pytest.mark.parametrize(("along", "place"), [(0, "D1"), (1, "exited")])
def test_an_hq_with_another_unit_stays_or_goes(along: int, place: str) -> None:
    s = on_field(
        "german pzivg P at D1", "german pzivg Q at D1", "german hq 11th-panzer-hq at D1", "exit german 1 by D1"
    )
    s.do("act", "P", "", along).do("exit", "", "D1")
    assert (s.where("P"), s.where("Q"), hq_place(s, "german")) == ("exited", "D1", place)


@rule("13.1.e", "2.5.6.3.a")
def test_an_hq_that_has_exited_is_not_replaced() -> None:
    """At the end of the turn a unit of its type is on the map; an eliminated HQ would return."""
    lines = ("german pzivg P at A1", "phase removal", "exit german 1 by D1", "turns 1")
    s = on_field("german hq 11th-panzer-hq at exited", *lines, goes_on=True)
    assert not s.told("hq returned") and hq_place(s, "german") == "exited"
    s = on_field("german hq 11th-panzer-hq at eliminated", *lines, goes_on=True)
    assert s.told("hq returned") and hq_place(s, "german") == "A1"


@rule("13.1.e", "4.2.a")
def test_a_stack_leaves_together_or_one_after_the_other() -> None:
    lines = ("german pzivg P at C1", "german pzivg Q at C1", "exit german 2 by D1")
    s = on_field(*lines).do("act", "P", "Q").do("move", "", "D1").do("exit", "", "D1")
    assert (s.where("P"), s.where("Q")) == ("exited", "exited")
    s = on_field(*lines).do("act", "P", "Q").do("move", "", "D1").do("split", "P").do("exit", "", "D1")
    assert (s.where("P"), s.where("Q")) == ("exited", "D1")
    assert s.places("exit") == {"D1"}
    s.do("stop")
    assert s.unit("Q").ops_complete


@rule("13.1.e", "2.4.o")
def test_passengers_leave_with_their_transport() -> None:
    s = on_field(
        "german opel-blitz T at D1",
        "german infantry I at off aboard=T weapon=hmg leader=1/9 commissar",
        "german pzivg Q at A1",
        "exit german 2 by D1",
    )
    assert s.where("I") == "carried"
    s.do("act", "T").do("exit", "", "D1")
    assert (s.where("T"), s.where("I"), s.unit("I").carrier) == ("exited", "exited", -1)
    assert s.unit("I").weapon is not None and s.unit("I").leader == (1, 9)
    assert s.b.formations[0].commissar == -1
    assert [event.piece for event in s.told("exited")] == ["T", "I"]
    assert faults(s.b) == []


@rule("13.1.e", "3.3.1.a")
def test_a_formation_that_has_left_leaves_the_cup() -> None:
    """Its last unit exits: its impulse is over, and the turn, for the cup is empty. Of its marker no more is seen."""
    s = on_field(
        "german pzivg P at D1",
        "german hq 11th-panzer-hq at D1",
        "german infantry I at A1 in=second",
        "soviet t-70a S at A3",
        "exit german 1 by D1",
        "active german german",
        dice=(1, 1, 1),  # of turn 2: the marker of the second Formation; its command check
        goes_on=True,
    )
    s.do("act", "P", "", 1).do("exit", "", "D1")
    assert s.b.turn == 2
    assert s.b.out_of_cup == ["german"]
    assert (s.last("drawn").text, s.b.cup) == ("second", ["end-turn", "soviet"])


@rule("13.1.e")
def test_the_view_shows_exits_and_what_is_won_so_far() -> None:
    s = on_field("german pzivg P at D1", "german pzivg Q at A1", "exit german 2 by D1 D2").do("act", "P")
    view = seen(s)
    assert [(zone.name, zone.side, zone.places) for zone in view.board.zones if zone.kind == "exit"] == [  # type: ignore[union-attr]
        ("German units leave the map", "german", ("D1", "D2"))
    ]
    assert view.decision is not None
    option = next(option for option in view.decision.options if option.choice.do == "exit")
    assert (option.label, option.place) == ("Leave the map at D1", "D1")
    s.do("exit", "", "D1")
    view = seen(s)
    assert next(piece.place for piece in view.pieces if piece.id == "P") == "exited"
    assert ("exited", "Left the map", "german") in [(box.id, box.name, box.side) for box in view.boxes]
    track = next(track for track in view.tracks if track.kind == "victory")
    assert (track.name, track.boxes[0].text, track.rule) == ("German units that left the map", "1 of 2", "13.1.e")
    assert view.log[-1].text == "P leaves the map at D1."


# Who has won -------------------------------------------------------------------------------------


def judged(*lines: str) -> Result:
    """The result when the only turn ends; by how many points, the view and the environments tell."""
    s = on_field(*lines, "turns 1", "phase removal", goes_on=True)
    assert s.play.result is not None
    assert s.last("battle over").rule == "13.1.e"
    result = s.play.result
    return Result(result.winner, result.reason, result.rule)


WON = Result("german", "the attacker has enough", "13.1.e")
LOST = Result("soviet", "the attacker does not have enough", "13.1.e")


@rule("13.1.e", "TRT")
@pytest.mark.parametrize(("need", "result"), [(2, WON), (3, LOST)])
def test_units_exited_are_counted(need: int, result: Result) -> None:
    """Two have left, one of them reduced, and an HQ, which does not count; one stands in an exit hex."""
    assert result == judged(
        "german pzivg P at exited",
        "german pzivg Q at exited reduced",
        "german hq 11th-panzer-hq at exited",
        "german pzivg R at D1",
        f"exit german {need} by D1",
    )


@rule("13.1.e", "13.1.g")
@pytest.mark.parametrize(("need", "result"), [(5, WON), (6, LOST)])
def test_points_for_hexes(need: int, result: Result) -> None:
    """Two for B1 where a tank stands, three for C1 that it passed last; four more for the enemy's D1."""
    assert result == judged(
        "german pzivg P at B1",
        "soviet t-70a S at D1",
        "control german C1",
        f"points german {need} B1=2 C1=3 D1=4 E1=9",
    )


@rule("13.1.e", "5.1.3.h")
@pytest.mark.parametrize(("need", "result"), [(6, WON), (7, LOST)])
def test_points_for_enemy_steps(need: int, result: Result) -> None:
    """One tank is gone, one reduced: three steps of two points each. Own losses bring nothing."""
    assert result == judged(
        "german pzivg P at A1 reduced",
        "soviet t-70a S at D1",
        "soviet t-70a T at D1 reduced",
        "soviet t-70a U at eliminated",
        f"points german {need} step=2",
    )


@rule("13.1.e")
def test_a_unit_reduced_from_the_start_has_lost_nothing() -> None:
    b = scene(f"{FIELD}\ngerman pzivg P at A1\nsoviet t-70a S at D1 reduced\npoints german 2 step=2")
    assert victory_points(b) == 2
    b.scenario.formations[1].units[0].reduced = True
    assert victory_points(b) == 0


@rule("13.1.e", "2.5.6.1.d", "2.5.6.3.a", "2.5.6.3.b")
@pytest.mark.parametrize(("need", "result"), [(8, WON), (9, LOST)])
def test_points_for_enemy_hqs_out_for_good(need: int, result: Result) -> None:
    """A sub-HQ, and an HQ whose last T-34 is dead; the third returns with its T-70, the German one is no enemy."""
    assert result == judged(
        "german pzivg P at A1",
        "german hq 505th-heavy-panzer-hq at eliminated",
        "soviet t-70a S at D1",
        "soviet hq 31st-tank-hq at eliminated",
        "soviet guards-infantry G at E1 in=second",
        "soviet hq 276th-tank-hq at eliminated in=second",
        "soviet t-34-76 T at eliminated in=second",
        "soviet sub-hq ccb-sub-hq at eliminated in=second",
        f"points german {need} hq=4",
    )


@rule("13.1.e")
@pytest.mark.parametrize(
    ("worth", "need", "result"), [(2, 3, WON), (2, 4, LOST), (3, 4, WON), (3, 5, LOST), (1, 2, LOST)]
)
def test_points_for_units_exited(worth: int, need: int, result: Result) -> None:
    """One at full strength, one reduced for half, rounded down; HQs bring nothing."""
    assert result == judged(
        "german pzivg P at exited",
        "german pzivg Q at exited reduced",
        "german hq 11th-panzer-hq at exited",
        "german pzivg R at D1",
        f"points german {need} exit={worth} by D1",
    )


@rule("13.1.e")
def test_a_truck_has_one_step_and_exits_at_full_strength() -> None:
    assert judged("german opel-blitz T at exited", "german pzivg R at D1", "points german 2 exit=2 by D1") == WON


@rule("13.1.e")
def test_points_of_all_kinds_are_added_and_shown() -> None:
    """2 + 3 for hexes, 2 steps, an exit for 4; not before the battle ends does it end."""
    s = on_field(
        "german pzivg P at D1",
        "german pzivg Q at B1",
        "control german C1",
        "soviet t-70a S at eliminated",
        "soviet t-70a T at F3",
        "points german 11 B1=2 C1=3 step=1 exit=4 by D1",
    )
    s.do("act", "P")
    assert victory_points(s.b) == 7
    s.do("exit", "", "D1")
    assert victory_points(s.b) == 11
    assert s.play.result is None
    view = seen(s)
    track = next(track for track in view.tracks if track.kind == "victory")
    assert (track.name, track.boxes[0].text) == ("German Victory Points", "11 of 11")
    objective = [(zone.name, zone.places) for zone in view.board.zones if zone.kind == "objective"]  # type: ignore[union-attr]
    assert objective == [("Objective, 3 Victory Points", ("C1",)), ("Objective, 2 Victory Points", ("B1",))]
    assert view.goals[2] == (
        "German Victory Points: 3 for control of C1; 2 for control of B1; 1 for each enemy step eliminated; "
        "4 for each unit that leaves the map (half, rounded down, if reduced)."
    )
    assert {marker.place for marker in view.markers if marker.kind == "control"} == {"B1", "C1"}


# What computer players make of it ----------------------------------------------------------------


def worth(*lines: str) -> float:
    return SYSTEM.thinks.evaluate(scene(FIELD + "\n".join(lines)), "german")


@rule("13.1.e")
def test_leaving_and_being_near_the_exit_count() -> None:
    rest = ("german pzivg Q at A2", "soviet t-70a S at A3 disrupted ops", "exit german 2 by F1 F2 F3")
    far, near, there, gone = [worth(f"german pzivg P at {place}", *rest) for place in ("A1", "D1", "F1", "exited")]
    assert far < near < there < gone
    assert gone > worth("german pzivg P at eliminated", *rest) + 2


@rule("13.1.e")
def test_points_count() -> None:
    rest = ("german pzivg P at A1", "points german 4 E1=2 E2=2 step=1")
    plain = worth("soviet t-70a S at F3 ops", *rest)
    assert worth("soviet t-70a S at F3 ops", "control german E1", *rest) > plain + 1
    assert worth("soviet t-70a S at F3 ops reduced", *rest) > plain


@rule("13.1.e")
def test_where_only_steps_count_the_attacker_goes_for_the_enemy() -> None:
    rest = ("soviet guards-infantry S at F3 ops", "points german 2 step=1")
    assert worth("german opel-blitz T at A1", *rest) < worth("german opel-blitz T at C1", *rest)


# Small battles -----------------------------------------------------------------------------------

BATTLE = """
name = "{name}"
turns = 6
chaos = 1

[map]
grid = '''
   A  B  C  D  E  F  G
1  .. .. W. .. .. .. ..
2  .. .. .. .. H. .. ..
3  .r .r .r Cr .r .r .r
4  .. W. .. .. .. .. ..
5  .. .. .. .. K. .. ..
'''

[victory]
{victory}

[[sides]]
key = "german"
name = "German"
fate = 2

[[sides]]
key = "soviet"
name = "Soviet"
fate = 1
defences = {{ mines = 1, wire = 1 }}
missions = [{{ firepower = 3, to_hit = 4 }}]

[[formations]]
name = "11th Panzer"
side = "german"
hq = "11th-panzer-hq"
entry_turn = 1
edges = ["A"]
weapons = ["hmg"]
units = [
    {{ type = "pzivg", count = 2 }},
    {{ type = "panzergrenadier", mounted = true }},
    {{ type = "infantry" }},
    {{ type = "opel-blitz" }},
]

[[formations]]
name = "320th Infantry"
side = "german"
hq = "320th-infantry-hq"
zone = "A-B"
units = [{{ type = "infantry", count = 2 }}, {{ type = "infantry", reduced = true }}]

[[formations]]
name = "31st Tank"
side = "soviet"
hq = "31st-tank-hq"
zone = "E-G"
commissar = true
units = [{{ type = "t-70a", count = 2 }}, {{ type = "guards-infantry", count = 2 }}]
"""

WIDE = 'edge = ["B1-G1", "G2-G5", "B5-F5", "A3"]'  # so that random players find the way out
POINTS = 'kind = "points"\nside = "german"\ncount = 9\nhexes = { D3 = 3, "F2-F4" = 1 }\nstep = 1\nhq = 2\nexit = 3\n'
VICTORIES = {
    "Breakout": 'kind = "exit"\nside = "german"\ncount = 2\nedge = "G1-G5"',
    "Attrition": POINTS + 'edge = ["G1", "G3-G5"]',
    "Exits": f'kind = "exit"\nside = "german"\ncount = 2\n{WIDE}',
    "Points": POINTS + WIDE,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with battles of both kinds."""
    for name, victory in VICTORIES.items():
        (tmp_path / f"{name}.toml").write_text(BATTLE.format(name=name, victory=victory), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


@rule("13.1.e")
@pytest.mark.parametrize("name", ["exits", "points"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_kit(check, name, folder):  # type: ignore[no-untyped-def]
    for seed in range(2):
        check(SYSTEM, f"nations_at_war/{name}", seed, USUAL)


@rule("13.1.e")
@pytest.mark.parametrize("name", ["exits", "points"])
def test_random_games_end_and_both_sides_win(name: str, folder: Path) -> None:
    """Without fault after any choice; and in them units and HQs leave the map."""
    winners, kinds = set(), set()
    scenario = SYSTEM.shelf.find(f"nations_at_war/{name}")
    for seed in range(60):
        game = Play(SYSTEM, SYSTEM.rules.new(scenario), SampledChance(seed))
        chance = random.Random(seed)
        while game.decision is not None:
            game.choose(chance.choice(game.decision.options()))
            assert SYSTEM.rules.faults(game.battle) == []
        assert game.result is not None
        winners.add(game.result.winner)
        kinds |= {event.rule for event in game.log if event.kind == "exited"}
    assert winners == {"german", "soviet"}
    assert kinds == {"13.1.e", "2.5.6.a"}


@rule("13.1.e")
@pytest.mark.soak
@pytest.mark.parametrize("name", ["breakout", "attrition"])
def test_greedy_beats_random_from_both_sides(name: str, folder: Path) -> None:
    for seed in range(sample(1, 2)):
        for greedy, other in (("german", "soviet"), ("soviet", "german")):
            game = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"nations_at_war/{name}")), SampledChance(seed))
            bots = {greedy: levels.make("greedy", seed), other: levels.make("random", seed)}
            while answer(game, bots):
                pass
            assert game.result is not None
            assert (game.result.winner, game.result.rule) == (greedy, "13.1.e")
