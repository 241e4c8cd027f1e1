"""1 Rounds and Initiatives: who picks, when the right to pick passes, and what the end of a round does."""

from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.scene import scene
from sandtable.table.decision import Choice
from sandtable.testing import rule

# Far apart, so that nobody can fire; three Units a side, so that a 6 needs a second roll (3.5.b).
FIELD = """
blue U1 veteran
  PL rifle A at 10,3
  rifle A2 at 13,3
blue U2 veteran
  PL rifle B at 30,3
  rifle B2 at 33,3
blue U3 veteran {third}
  PL rifle C at 50,3
  rifle C2 at 53,3
red G1 veteran
  PL rifle X at 10,45
  rifle X2 at 13,45
red G2 veteran
  PL rifle Y at 30,45
  rifle Y2 at 33,45
red G3 veteran {third}
  PL rifle Z at 50,45
  rifle Z2 at 53,45
"""
PASSED, FAILED = 4, 3


def round_of(*dice: int, more: str = "phase round", third: str = "") -> MiniStage:
    return stage(FIELD.format(third=third) + more, *dice, goes_on=True)


@rule("1.2")
def test_the_higher_roll_has_the_first_initiative_and_ties_are_rolled_again() -> None:
    s = round_of(3, 3, 2, 5)
    assert [(event.rule, event.value) for event in s.told("round")] == [("1.1", s.b.round)]
    assert [event.dice for event in s.told("first roll")] == [(3, 3), (2, 5)]
    assert s.asked == ("red", "initiative")
    assert s.b.loser == 0 and (s.last("initiative").side, s.last("initiative").value) == ("red", 2)
    assert round_of(6, 1).asked == ("blue", "initiative")


@rule("1.3")
def test_a_player_goes_on_until_a_unit_fails() -> None:
    s = round_of(6, 1, PASSED, PASSED, FAILED)
    s.do("activate", "U1").do("nothing", "U1")
    assert s.asked == ("blue", "initiative")
    s.do("activate", "U2").do("nothing", "U2")
    assert s.asked == ("blue", "action")  # U3 was the only choice, and still has its Fail Action
    s.do("overwatch", "U3")
    assert s.asked == ("red", "initiative")
    s.done()


@rule("1.3")
def test_he_cannot_pass_while_he_has_a_unit() -> None:
    s = round_of(6, 1)
    refusal = s.refused("pass")
    assert (refusal.reason, refusal.rule) == ("You must activate a Unit while you have one left.", "1.3")
    assert s.refused("activate", "G1").reason == "G1 is not yours."


@rule("1.3", "1.4", "1.1")
def test_the_initiative_goes_back_and_forth_with_a_new_number_each_time() -> None:
    s = round_of(6, 1, FAILED, FAILED, FAILED)
    numbers = [s.b.initiative]
    for unit, seat in (("U1", "red"), ("G1", "blue"), ("U2", "red")):
        s.do("activate", unit).do("nothing", unit)
        assert s.asked[0] == seat
        numbers.append(s.b.initiative)
    assert numbers == [2, 3, 4, 5]
    told = [(event.rule, event.side, event.value) for event in s.told("initiative")]
    assert told == [("1.2", "blue", 2), ("1.4", "red", 3), ("1.4", "blue", 4), ("1.4", "red", 5)]
    s.done()


@rule("1.4")
def test_who_has_no_unit_left_loses_the_initiative_at_once() -> None:
    s = round_of(6, 1, PASSED, PASSED, PASSED)
    s.do("activate", "U1").do("nothing", "U1")
    s.do("activate", "U2").do("nothing", "U2")
    s.do("nothing", "U3")  # the last one is activated without a question
    assert [event.value for event in s.told("activated")] == [0, 0, 1], "and the story says so"
    assert s.asked == ("red", "initiative")


@rule("1.4", "1.1")
def test_a_failure_gives_a_new_initiative_to_the_same_side_if_the_other_is_done() -> None:
    text = FIELD.format(third="").replace("red G1 veteran", "red G1 veteran activated")
    text = text.replace("red G2 veteran", "red G2 veteran activated").replace(
        "red G3 veteran", "red G3 veteran activated"
    )
    s = stage(text, FAILED, goes_on=True)
    before = s.b.initiative
    s.do("activate", "U1").do("nothing", "U1")
    assert s.asked == ("blue", "initiative")
    assert s.b.initiative == before + 1
    assert s.last("initiative kept").side == "blue" and s.told("initiative") == []


@rule("1.5")
def test_a_unit_activates_once_a_round() -> None:
    s = round_of(6, 1, PASSED)
    s.do("activate", "U1").do("nothing", "U1")
    refusal = s.refused("activate", "U1")
    assert (refusal.reason, refusal.rule) == ("U1 has already been activated in this round.", "1.5")
    assert s.options() == [Choice("activate", "U2"), Choice("activate", "U3")]


@rule("1.6", "15.19")
def test_the_end_of_the_round_clears_smoke_and_flags_and_keeps_the_rest() -> None:
    text = """
    blue U1 veteran activated overwatch
      PL rifle A at 10,3 markers=1
      rifle A2 at 13,3 moved dug
    red G1 veteran activated ground
      PL rifle X at 10,45 fired
      rifle X2 at 13,45 upright
    blue U2 veteran activated
      PL rifle B at 30,3
      rifle B2 at 33,3
    red G2 veteran activated
      PL rifle Y at 30,45
      rifle Y2 at 33,45
    smoke 20,20 1,0
    phase end
    """
    s = stage(text, 6, 1, goes_on=True)  # the first roll of the next round
    assert s.b.round == 2 and s.b.smoke == []
    assert not any(unit.activated or unit.ground or unit.lost_team for unit in s.b.units)
    assert s.unit("U1").overwatch and s.team("A").markers == 1 and s.team("X").fired
    assert s.team("A2").moved and s.team("A2").dug_in and not s.team("X2").upright


@rule("1.6", "1.1")
def test_the_round_ends_when_all_have_acted_and_its_checks_have_a_number_of_their_own() -> None:
    text = FIELD.format(third="activated").replace("veteran\n", "veteran activated\n")
    s = stage(text.replace("blue U1 veteran activated", "blue U1 veteran"), PASSED, 5, 2, goes_on=True)
    before = s.b.initiative
    s.do("nothing", "U1")
    assert s.b.round == 2 and s.asked == ("blue", "initiative")
    assert s.b.initiative == before + 2  # the end of the round, and the first of the next
    s.done()


@rule("2.1", "2.2", "2.3", "2.4")
def test_units_have_teams_of_three_kinds_with_one_training_and_their_weapons() -> None:
    text = """
    blue U1 elite
      PL smg A at 10,3
      lmg B at 13,3
      bazooka C at 16,3
    red G1 green
      PL panther X at 10,40
      panther Y at 14,40
    """
    b = scene(text)
    kinds = {team.id: team.type.kind for team in b.teams}
    assert kinds == {"A": 0, "B": 1, "C": 0, "X": 2, "Y": 2}
    assert [unit.training.key for unit in b.units] == ["elite", "green"]
    assert [team.type.mounts[0].weapon.name for team in b.teams[:3]] == ["SMG", "LMG", "Bazooka"]
    assert len(b.teams[3].type.mounts) == 3
