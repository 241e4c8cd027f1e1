"""SET, OBJ, END: the companies in their places, objectives, and who has won."""

from pathlib import Path

import pytest
from mini_stage import stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.miniatures.rules.losses import destroyed
from sandtable.systems.miniatures.rules.victory import note_control, score
from sandtable.systems.miniatures.scene import scene
from sandtable.testing import rule

SYSTEM = MINIATURES
FIELD = """
objective Mill 30,20 points=2 {holder}
objective Farm 50,20 red
unit_points 1
rounds 3
blue U1 veteran activated
  PL rifle A at 10,3
  rifle B at {b}
blue U2 veteran activated
  PL rifle C at 14,3
  rifle D at 17,3
red G1 veteran activated
  PL rifle X at 10,45
  rifle Y at {y}
red G2 veteran activated
  PL rifle Z at 14,45
  rifle W at 17,45
"""


def holder(b: str = "13,3", y: str = "13,45", owner: str = "") -> int:
    """Who controls the mill after the round."""
    battle = scene(FIELD.format(b=b, y=y, holder=owner))
    note_control(battle)
    return battle.holders[0]


@rule("OBJ")
def test_a_team_within_four_inches_takes_an_objective() -> None:
    assert holder(b="30,15.25") == 0  # 4.75 from its centre, 4 from its edge
    assert holder(b="30,15.24") == -1
    assert holder(b="30,15.25", y="30,24.75", owner="red") == 1  # both: it stays as it was
    assert holder(b="30,15.25", owner="red") == 0
    assert holder(owner="red") == 1  # control lasts until the enemy takes it


@rule("OBJ")
def test_a_suppressed_team_takes_nothing_but_still_denies() -> None:
    assert holder(b="30,18 markers=1", owner="red") == 1
    assert holder(b="30,18 markers=1", y="30,24") == -1


@rule("OBJ")
def test_neither_cc_nor_fo_takes_an_objective() -> None:
    text = FIELD.format(b="13,3", y="13,45", holder="red") + "blue CC veteran\n  smg E at 30,20\n"
    b = scene(text)
    note_control(b)
    assert b.holders[0] == 1
    b = scene(FIELD.format(b="13,3\n  FO rifle F at 30,20", y="13,45", holder="red"))
    note_control(b)
    assert b.holders[0] == 1


@rule("END")
def test_points_are_objectives_and_destroyed_units() -> None:
    b = scene(FIELD.format(b="13,3", y="13,45", holder="blue"))
    assert (score(b, 0), score(b, 1)) == (2, 1)
    b.units[0].gone = True
    assert (score(b, 0), score(b, 1)) == (2, 2)


@rule("END")
@pytest.mark.parametrize(
    ("owner", "winner", "reason"),
    [
        ("blue", "blue", "Blue has 2 points against 1"),
        ("red", "red", "Red has 3 points against 0"),
    ],
)
def test_after_the_last_round_the_higher_score_wins(owner: str, winner: str, reason: str) -> None:
    s = stage(FIELD.format(b="13,3", y="13,45", holder=owner) + "round 3\nphase end", goes_on=True)
    assert s.play.result is not None
    assert (s.play.result.winner, s.play.result.reason) == (winner, reason)


@rule("END")
def test_equal_scores_are_a_draw_and_before_the_last_round_it_goes_on() -> None:
    text = FIELD.format(b="13,3", y="13,45", holder="blue").replace("points=2 ", "")
    s = stage(text + "round 3\nphase end", goes_on=True)
    assert s.play.result is not None and s.play.result.winner is None
    s = stage(text + "round 2\nphase end", 6, 1, goes_on=True)
    assert s.play.result is None and s.b.round == 3


@rule("END", "14.11")
@pytest.mark.parametrize(
    ("fallen", "winner", "reason"),
    [
        (["U1"], "red", "Blue has no Unit left"),
        (["G1"], "blue", "Red has no Unit left"),
        (["U1", "G1"], None, "neither company has a Unit left"),
    ],
)
def test_without_a_unit_a_side_has_lost_and_two_such_sides_draw(
    fallen: list[str], winner: str | None, reason: str
) -> None:
    b = scene("blue U1 veteran\n  PL rifle A at 10,10\nred G1 veteran\n  PL rifle X at 10,40\n")
    assert list(destroyed(b, [b.unit(key) for key in fallen], "13.15", "")) == []
    assert b.result is not None
    assert (b.result.winner, b.result.reason, b.result.rule) == (winner, reason, "END")


@rule("SET")
@pytest.mark.parametrize("name", ["miniatures/saint-aubry-crossroads", "miniatures/tigers-on-hill-63"])
def test_the_companies_start_at_their_places(name: str) -> None:
    """Facing the enemy, nobody has moved or fired, all in cohesion and on the table."""
    scenario = SYSTEM.shelf.find(name)
    b = SYSTEM.rules.new(scenario)
    assert SYSTEM.rules.faults(b) == []
    for team in b.teams:
        assert not (team.moved or team.fired or team.markers)
        if team.type.turns:
            assert (team.hx, team.hy) == ((0, 1) if team.side == 0 else (0, -1))
        if team.type.turret:
            assert (team.tx, team.ty) == (team.hx, team.hy)
    dug_in = {b.unit_of(team).key for team in b.teams if team.dug_in}
    assert dug_in == ({"g2"} if "aubry" in name else {"g3", "g4"})


def test_the_example_of_the_docs_is_a_battle(tmp_path: Path) -> None:
    text = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example = text.partition("## Miniatures")[2].partition("```toml\n")[2].partition("```")[0]
    path = tmp_path / "the-lane.toml"
    path.write_text(example, encoding="utf-8")
    b = SYSTEM.rules.new(SYSTEM.shelf.load(path))
    assert SYSTEM.rules.faults(b) == [] and [unit.name for unit in b.units] == ["1st Platoon", "Grenadier Platoon"]
