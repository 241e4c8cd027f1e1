"""What a seat sees: the table, Teams to scale, questions with free positions, what a Move would mean."""

import pytest
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Free
from sandtable.table.play import Play
from sandtable.table.view import PlaneBoard, decode, encode
from sandtable.testing import rule

SYSTEM = MINIATURES
SCENE = """
wood W1 18,17 22,17 22,22 18,22
hedge L1 30,5 30,15
blue U1 veteran
  PL rifle A at 20,10
  rifle B at 21,13.5
  57mm D at 24,10 faces 1,0
blue U2 veteran
  PL m4-sherman T at 26,13 faces 0,1 turret 1,0
red G1 veteran
  PL rifle X at 20,26
  rifle Y at 23,26
  hmg Z at 26,26
active U1 passed
"""


def moving() -> MiniStage:
    s = stage(SCENE)
    s.do("move and fire", "U1")
    return s


@pytest.mark.parametrize("scenario", ["miniatures/saint-aubry-crossroads", "miniatures/tigers-on-hill-63"])
def test_a_view_is_whole_and_goes_through_json(scenario: str) -> None:
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(1))
    for seat in ("us", "german", ""):
        view = SYSTEM.shown.view(play, seat)
        assert decode(encode(view)) == view
        assert isinstance(view.board, PlaneBoard) and (view.board.width, view.board.height) == (7200, 4800)
        assert (view.decision is not None) == (seat in play.asked())
        assert len(view.goals) >= 1 and len(view.pieces) == len(play.battle.teams)
    kinds = {zone.kind for zone in view.board.zones}
    assert kinds == {"set-up", "objective"}


def test_teams_are_drawn_to_scale_with_hull_and_turret() -> None:
    view = SYSTEM.shown.view(moving().play, "blue")
    pieces = {piece.id: piece for piece in view.pieces}
    tank, gun, rifle, leader = (pieces[id].at for id in "TDBA")
    assert tank is not None and (tank.facing, tank.turret, tank.radius) == (0, 9000, 110)
    assert gun is not None and (gun.facing, gun.turret, gun.radius) == (9000, None, 100)
    assert rifle is not None and (rifle.facing, rifle.x, rifle.y, rifle.radius) == (None, 2100, 1350, 75)
    assert leader is not None and leader.radius == 50
    assert (pieces["A"].art, pieces["T"].art, pieces["D"].art, pieces["Z"].art) == (
        "leader",
        "m4-sherman",
        "gun",
        "mg",
    )


def test_a_question_with_free_positions() -> None:
    s = moving()
    assert isinstance(s.play.decision, Free)
    asked = SYSTEM.shown.view(s.play, "blue").decision
    assert asked is not None and asked.free
    reach = {each.piece: (each.shape.radius, each.text) for each in asked.reach}
    assert reach["B"] == (600, "6 inches, 10 to end beside a leader")
    assert reach["D"][0] == 300 and reach["A"] == (0, "anywhere that keeps the Unit together")
    examples = [option for option in asked.options if option.choice.at]
    assert len(examples) >= 5 and all("," in option.place for option in examples)
    assert all(option.label for option in examples)
    assert {entry[0] for entry in examples[0].choice.at} == {"A", "B", "D"}  # all that a hand may take
    assert asked.options[-1].choice == Choice("stay", "U1")


@rule("6.7")
def test_a_question_names_the_turrets_that_may_be_set() -> None:
    s = stage(SCENE.replace("active U1", "active U2"))
    s.do("run", "U2")
    asked = SYSTEM.shown.view(s.play, "blue").decision
    assert asked is not None and [(each.piece, each.turret) for each in asked.reach] == [("T", "T:turret")]
    s.play.choose(Choice("move", "U2", at=(("T", 2600, 1500, 0), ("T:turret", 2600, 1500, 27000))))
    s.do("pass").do("pass") if s.asked[1] == "reaction" else None
    piece = next(piece for piece in SYSTEM.shown.view(s.play, "blue").pieces if piece.id == "T")
    assert piece.at is not None and (piece.at.facing, piece.at.turret) == (0, 27000)


@rule("5.3")
def test_a_straggler_is_left_out_when_his_unit_is_dragged() -> None:
    s = stage(SCENE.replace("57mm D at 24,10", "57mm D at 40,10"))
    s.do("move and fire", "U1")
    asked = SYSTEM.shown.view(s.play, "blue").decision
    assert asked is not None
    reach = {each.piece: each for each in asked.reach}
    assert [reach[id].apart for id in "ABD"] == [False, False, True]
    assert reach["D"].text == "out of cohesion: 3 inches, the shortest way back"


def test_lost_teams_lie_in_their_box() -> None:
    s = moving()
    s.team("Y").lost = True
    piece = next(piece for piece in SYSTEM.shown.view(s.play, "blue").pieces if piece.id == "Y")
    assert (piece.place, piece.at) == ("lost", None)


def test_what_a_move_would_mean() -> None:
    """Cover at the end, who could fire on the way, how far the leader's word reaches."""
    s = moving()
    decision = s.play.decision
    assert decision is not None
    found = SYSTEM.shown.meaning(s.b, decision, Choice("move", "U1", at=(("A", 2100, 1400, 0), ("B", 2150, 1801, 0))))
    assert [(note.text, note.piece) for note in found.notes] == [("B: soft cover in the W1.", "B")]
    first, last = found.dangers  # where B sets out and where it arrives
    assert (first.piece, first.place, first.label) == ("Z", "2102,1374", "1 Team could fire early on your way")
    assert (last.piece, last.place, last.label) == ("X", "2150,1801", "3 Teams could fire late on your way")
    assert first.odds[0].chance > 0 and last.odds[0].chance > 0
    assert [(zone.kind, zone.shape.points, zone.shape.radius) for zone in found.zones if zone.shape] == [
        ("cohesion", ((2100, 1400),), 650)
    ]
    both = SYSTEM.shown.meaning(s.b, decision, Choice("move", "U1", at=(("A", 1950, 1850, 0), ("B", 2150, 1801, 0))))
    assert [note.text for note in both.notes] == ["A and B: soft cover in the W1."]
    alone = SYSTEM.shown.meaning(s.b, decision, Choice("move", "U1", at=(("B", 2100, 1500, 0),)))
    assert alone.notes[-1].text == "B: 3.85 inches from A; the limit is 6 without a link."
    assert SYSTEM.shown.meaning(s.b, decision, Choice("stay", "U1")).notes == ()


@rule("6.12.g", "6.23", "7.1")
def test_whoever_moves_is_fired_at_as_one_who_moves() -> None:
    """A rifle needs 3+ in reaction at men in the open: before the Move the same chance is told as in the question."""
    s = stage(
        "blue U1 veteran\n PL rifle A at 20,10\n rifle B at 22,10\n"
        "red G1 veteran activated\n PL rifle X at 22,22\nactive U1 passed"
    )
    s.do("move and fire", "U1")
    decision = s.play.decision
    assert decision is not None
    move = Choice("move", "U1", at=(("B", 2200, 1300, 0),))
    *_, danger = SYSTEM.shown.meaning(s.b, decision, move).dangers
    s.play.choose(move)
    shown = SYSTEM.shown.view(s.play, "red").decision
    assert shown is not None and s.asked == ("red", "reaction")
    react = next(option for option in shown.options if option.choice.do == "react")
    assert react.attack is not None and react.attack.attack == "1 die on 3+"
    assert danger.odds[0] == react.odds[0] and danger.odds[0].chance == 222  # 4/6 of 2/6


@rule("4.4")
def test_a_tank_is_told_of_its_rolls() -> None:
    s = stage(SCENE.replace("active U1", "active U2"))
    s.do("run", "U2")
    decision = s.play.decision
    assert decision is not None
    found = SYSTEM.shown.meaning(s.b, decision, Choice("move", "U2", at=(("T", 3300, 1300, 9000),)))
    assert ("T will have to roll for the L1.", "4.4") in [(note.text, note.rule) for note in found.notes]


def test_arcs_and_ranges_on_demand() -> None:
    b = moving().b
    zones = {zone.name: zone.shape for zone in SYSTEM.shown.overlays(b, "B")}
    assert set(zones) == {"Rifle 18″"}  # one Fire Point has no long range
    assert zones["Rifle 18″"] is not None and zones["Rifle 18″"].radius == 1875
    zones = {zone.name: zone.shape for zone in SYSTEM.shown.overlays(b, "D")}
    shape = zones["57mm 24″"]
    assert shape is not None and min(x for x, _ in shape.points) >= 2399  # it looks east
    assert "command" in [zone.kind for zone in SYSTEM.shown.overlays(b, "A")]
    with pytest.raises(ValueError, match="There is no Team 'nobody'"):
        SYSTEM.shown.overlays(b, "nobody")


def test_who_sees_whom_and_why_not() -> None:
    b = moving().b
    open_sight = SYSTEM.shown.sight(b, "B", "Z")
    assert open_sight is not None and open_sight.open
    closed = SYSTEM.shown.sight(b, "A", "X")
    assert closed is not None and (closed.open, closed.reason, closed.rule) == (False, "W1 is in the way.", "10.5")
    seen = SYSTEM.shown.sight(b, "2000,1000", "")
    assert seen is not None and "X" not in seen.places and "Z" in seen.places
    for bad in ("nobody", "9000,10", "a,b"):
        with pytest.raises(ValueError):
            SYSTEM.shown.sight(b, bad, "")


def test_words_for_moves_and_units() -> None:
    s = moving()
    decision = s.play.decision
    assert decision is not None
    label = SYSTEM.shown.label(s.b, decision, Choice("move", "U1", at=(("B", 2100, 1800, 0),)))
    assert label == "B: 4.5 inches north toward G1, into the W1"
    assert (
        SYSTEM.shown.label(s.b, decision, Choice("move", "U1", at=(("D", 2400, 1000, 0),))) == "D: Turn to the enemy"
    )
    s.move("U1", ("B", 21, 16))
    while s.asked[1] == "reaction":
        s.do("pass")
    told = [SYSTEM.shown.sentence(s.b, event) for event in s.told("moves")]
    assert told == ["B moves north and stops 1 inch south of the W1."]


@rule("15.7", "15.17")
def test_a_template_is_shown_as_it_would_lie() -> None:
    text = """
    blue U1 veteran
      PL rifle A at 30,5
      105mm B at 28,2
      105mm C at 32,2
    red G1 veteran activated
      PL rifle X at 30,25
      rifle Y at 33.5,25
    active U1 passed
    """
    s = stage(text)
    s.do("barrage", "U1").do("smoke", "A")
    decision = s.play.decision
    assert decision is not None
    found = SYSTEM.shown.meaning(s.b, decision, Choice("template", at=(("template", 3000, 2400, 0),)))
    assert [note.text for note in found.notes] == ["X under it"]
    shape = found.zones[0].shape
    assert found.zones[0].kind == "template" and shape is not None
    assert sorted(shape.points) == [(2700, 2100), (2700, 2700), (3300, 2100), (3300, 2700)]
    asked = SYSTEM.shown.view(s.play, "blue").decision
    assert asked is not None and asked.template is not None and asked.free


def test_roads_and_the_church_are_for_the_eye() -> None:
    """They are in the view and not in the scenario: nothing is measured from them."""
    play = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find("miniatures/saint-aubry-crossroads")), SampledChance(1))
    board = SYSTEM.shown.view(play, "").board
    assert isinstance(board, PlaneBoard)
    roads = [ground for ground in board.grounds if ground.terrain == "road"]
    assert len(roads) == 2 and all(ground.shape.line and not ground.name for ground in roads)
    assert all((3650, 2800) in ground.shape.points for ground in roads)  # they meet at the crossroads
    assert [ground.name for ground in board.grounds if ground.art == "church"] == ["Church"]
    assert not [piece for piece in play.battle.scenario.pieces if piece.terrain.key == "road"]


@rule("3.4.c")
def test_a_tank_shows_that_its_unit_goes_on_overwatch_and_that_it_is_no_longer() -> None:
    """Nothing else about it changes, so a picture of it from before must not be shown again."""
    s = stage(SCENE)
    unit = s.play.battle.unit("U2")
    for ready in (False, True, False):
        unit.overwatch = ready
        tank = next(piece for piece in SYSTEM.shown.view(s.play, "").pieces if piece.id == "T")
        assert any(each.kind == "overwatch" for each in tank.markers) is ready


def test_every_team_of_a_unit_on_overwatch_shows_it() -> None:
    s = stage(SCENE.replace("red G1 veteran", "red G1 veteran overwatch"))
    pieces = SYSTEM.shown.view(s.play, "blue").pieces
    assert {piece.id for piece in pieces if any(each.kind == "overwatch" for each in piece.markers)} == {
        "X",
        "Y",
        "Z",
    }


def test_a_click_on_any_team_means_its_unit() -> None:
    """Who fires, and at whom: by every Team of the Unit, and each of them once."""
    s = stage(SCENE)
    s.do("aimed fire", "U1")
    asked = SYSTEM.shown.view(s.play, "blue").decision
    assert asked is not None
    fire = next(option for option in asked.options if option.choice == Choice("fire", to="G1"))
    assert (fire.target, set(fire.also)) == ("X", {"Y", "Z"})


def test_a_view_counts_three_attacks_and_leaves_the_others_for_later() -> None:
    """Four Teams of U1 may each fire at any of four Units, or all at one: twenty attacks."""
    rows = [
        f"red G{n} veteran\n  PL rifle X{n} at {14 + 4 * n},20\n  rifle Y{n} at {14 + 4 * n},22" for n in range(1, 5)
    ]
    blue = "blue U1 veteran\n  PL rifle A at 22,10\n  rifle B at 24,10\n  rifle C at 26,10\n  rifle D at 28,10"
    s = stage("\n".join([blue, *rows, "active U1 passed"]))
    s.do("fire and move", "U1")
    decision = s.play.decision
    assert decision is not None and decision.kind == "fire"
    view = SYSTEM.shown.view(s.play, decision.seat).decision
    whole = SYSTEM.shown.whole(s.play, decision.seat).decision
    assert view is not None and whole is not None
    late = [place for place, option in enumerate(view.options) if option.attack is not None and option.attack.later]
    shots = [option for option in whole.options if option.attack is not None]
    assert late and len(late) == len({(each.piece, each.target) for each in shots}) - 3
    assert all(option.odds and option.attack is not None and not option.attack.later for option in shots)
    kept = [option for place, option in enumerate(view.options) if place not in late]
    assert kept == [option for place, option in enumerate(whole.options) if place not in late]
