"""What a strategist adds: few and large Fireteams, endings played with other hands and flips."""

from owm_stage import stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.rules.squads import AS_PROPOSED, CLOSE, FORM, Forming
from sandtable.systems.of_war_and_men.state.pieces import empty_battle
from sandtable.systems.of_war_and_men.thinking.plans import deepened, schemes
from sandtable.systems.of_war_and_men.thinking.playouts import rehearsed
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.scheme import Scheme

FIELD = """
. . . . .
. . . . .
. . . . .
. . . . .
switch hold at the end
place objective C2
value hold 20
axis 1 at C1
  Hans rank=Cpl points=7
  Karl points=5
allies 1 at E4
  Joe rank=Cpl points=7
  Jim points=5
hand axis maneuver maneuver hill
active axis-1
left {left}
"""
PASS = Choice("pass")


def best(found: list[Scheme]) -> Choice | None:
    return max(found, key=lambda each: each.promise or 0.0).first


def test_thought_over_fireteams_are_few_and_large() -> None:
    b = empty_battle(OF_WAR_AND_MEN.shelf.find("of_war_and_men/capture-the-flag-private"))
    decision = Decision("axis", "fireteams", "", "", lambda: [AS_PROPOSED, FORM])
    quick = schemes(b, decision, "axis", None)
    assert best(quick) == AS_PROPOSED
    assert best(deepened(b, decision, "axis", quick)) == FORM


def test_few_and_large_fireteams_are_formed_man_by_man_each_with_a_leader() -> None:
    b = empty_battle(OF_WAR_AND_MEN.shelf.find("of_war_and_men/capture-the-flag-private"))
    rest = list(b.scenario.rulebook.divisions["us-5th-rangers"].soldiers[:12])
    teams: list[list[bool]] = [[]]
    plan: Scheme | None = None
    while rest:
        options = [*[Choice("line", card.id) for card in rest], CLOSE]
        (plan,) = schemes(b, Forming("allies", len(teams), options), "allies", plan)
        assert plan.first is not None
        if plan.first == CLOSE:
            teams.append([])
        else:
            card = next(card for card in rest if card.id == plan.first.piece)
            teams[-1].append(bool(card.leader))
            rest.remove(card)
    assert [len(team) for team in teams] == [4, 4, 4]
    assert all(team[0] for team in teams)


def test_with_the_last_cards_the_plan_that_wins_most_endings_is_preferred() -> None:
    for left, expected in ((8, "maneuver"), (100, "pass")):
        s = stage(FIELD.format(left=left))
        s.b.chance = SampledChance(1)
        assert s.play.decision is not None
        way = next(each for each in s.play.decision.options() if each.do == "maneuver" and each.to == "C2")
        found = [Scheme("Hold", {}, PASS, 0.1), Scheme("Go to C2", {"axis-1": "to C2"}, way, 0.0)]
        chosen = best(rehearsed(s.b, "axis", found))
        assert chosen is not None
        assert chosen.do == expected
