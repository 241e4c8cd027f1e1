"""What a thought tells of a Unit: computed from where the Teams stand."""

from mini_stage import entries

from sandtable.systems.miniatures.scene import scene
from sandtable.systems.miniatures.thinking.mind import MiniaturesMind
from sandtable.systems.miniatures.thinking.reasons import (
    after,
    again_words,
    fire_words,
    marker_words,
    shot_words,
    sight_words,
    stakes,
    state_words,
)
from sandtable.table.decision import Choice, Decision

TABLE = """
wood W1 30,8 32,8 32,12 30,12
objective Mill 30,20
blue U1 veteran
  PL rifle A at 28,10
  rifle B at 31,10
  lmg C at 34,10
red G1 veteran
  PL rifle X at 28,24
  rifle Y at 31,24 markers=1
red G2 veteran
  PL rifle Z at 34,60
"""
BEHIND = TABLE.replace("X at 28,24", "X at 28,50").replace("Y at 31,24", "Y at 31,50")
WALL = "hill H1 0,15 48,15 48,18 0,18\n"


def test_sight_is_told_with_the_nearest_enemy() -> None:
    battle = scene(TABLE)
    unit = battle.units[0]
    assert sight_words(battle, unit) == "in sight of 2 enemy Units, the nearest G1 at 14 inches"
    hidden = scene(WALL + BEHIND)
    assert sight_words(hidden, hidden.units[0]) == "out of sight of every enemy Unit, the nearest is G1 at 40 inches"


def test_who_could_fire_at_a_move_is_near_sees_it_and_is_not_suppressed() -> None:
    near, far = scene(TABLE), scene(BEHIND)
    assert fire_words(near, near.units[0]) == "1 could fire at a move there"
    assert fire_words(far, far.units[0]) == "none could fire at a move there"
    down = scene(TABLE.replace("X at 28,24", "X at 28,24 markers=1"))
    assert fire_words(down, down.units[0]) == "none could fire at a move there"


def test_cover_and_suppression_are_counted() -> None:
    battle = scene(TABLE)
    assert state_words(battle, battle.units[0]) == "1 of 3 Teams in cover"
    assert state_words(battle, battle.units[1]) == "0 of 2 Teams in cover, 1 suppressed"


def test_the_best_shot_is_named() -> None:
    battle, hidden = scene(TABLE), scene(WALL + BEHIND)
    assert shot_words(battle, battle.units[0]) == "its best shot now is at G1"
    assert shot_words(hidden, hidden.units[0]) == "nobody to fire at now"


def test_a_move_is_judged_where_it_ends() -> None:
    battle = scene(TABLE)
    move = Choice("move", "U1", at=entries((("A", 28, 16),)))
    then = after(battle, move)
    assert sight_words(then, then.units[0]) == "in sight of 2 enemy Units, the nearest G1 at 8 inches"
    assert battle.teams[0].y == 1000
    assert after(battle, Choice("stay", "U1")) is battle
    told = MiniaturesMind().ground(battle, "blue", Decision("blue", "move", "", "", lambda: [move], piece="U1"), move)
    assert told == (
        "U1: 4 inches from Mill after this move (10 now); in sight of 2 enemy Units, "
        "the nearest G1 at 8 inches; 1 could fire at a move there; 1 of 3 Teams in cover."
    )


def test_a_second_wind_is_told_with_who_would_act_again() -> None:
    battle = scene(TABLE)
    unit = battle.units[0]
    assert again_words(battle, unit) == "none of its other Units and none of the enemy's have acted in this round"
    battle.units[0].activated = battle.units[2].activated = True
    assert again_words(battle, unit) == "none of its other Units and 1 of the enemy's have acted in this round"


def test_where_all_is_decided_the_round_and_the_objectives_are_told() -> None:
    battle = scene(TABLE)
    told = "nobody holds Mill, Blue has 1 Unit and Red has 2 Units"
    assert stakes(battle) == f"it is round 1 of {battle.scenario.turns}; {told}"
    battle.holders[0] = 1
    assert "the Red side holds Mill" in stakes(battle)


def test_who_may_shift_a_marker_is_told_who_bears_one() -> None:
    battle = scene(TABLE)
    names = [team.name.removeprefix("G1, ") for team in battle.all_of(battle.units[1])]
    assert marker_words(battle, battle.units[1]) == f"suppressed: {names[1]}; in order: {names[0]}"
    assert marker_words(battle, battle.units[0]).startswith("in order: ")
    question = Decision("red", "shift", "", "", lambda: [Choice("pass")], piece=battle.teams[3].id)
    told = MiniaturesMind().ground(battle, "red", question, Choice("pass"))
    assert told.startswith("G1: ") and told.endswith(f"; suppressed: {names[1]}; in order: {names[0]}.")


def test_the_chance_to_pass_is_told_of_an_activation_only() -> None:
    battle = scene(TABLE)
    again = Choice("reroll", "U1")
    for why, told in (("activation", True), ("morale", False)):
        prompt = f"U1 failed its {why} check. Does the Company Commander let it roll again?"
        question = Decision("blue", "reroll", prompt, "14.9", lambda: [again], piece="U1")
        assert MiniaturesMind().ground(battle, "blue", question, again).endswith("% to pass such a check.") == told
