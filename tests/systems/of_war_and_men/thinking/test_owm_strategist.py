"""What a strategist adds: few and large Fireteams, endings played with other hands and flips."""

from owm_stage import stage

from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.of_war_and_men.rules.squads import AS_PROPOSED, CLOSE, FORM, Forming
from sandtable.systems.of_war_and_men.state.book import SoldierCard
from sandtable.systems.of_war_and_men.state.pieces import Battle, empty_battle
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
    squad = list(b.scenario.rulebook.divisions["us-5th-rangers"].soldiers[:12])
    first = Forming("allies", 1, [Choice("line", card.id) for card in squad])
    ways = schemes(b, first, "allies", None)
    assert {way.promise for way in ways} == {0.0}
    assert {way.first.piece for way in ways if way.first is not None} == {card.id for card in squad}
    formed = [formed_by(b, squad, way) for way in ways]
    assert all([len(team) for team in teams] == [4, 4, 4] for teams in formed)
    assert all(any(card.leader for card in team) for teams in formed for team in teams)
    for teams in formed:  # the same Fireteams, and everybody has the same neighbours
        assert {frozenset(card.id for card in team) for team in teams} == {
            frozenset(card.id for card in team) for team in formed[0]
        }
        assert all(rings(team) in [rings(each) for each in formed[0]] for team in teams)


def formed_by(b: Battle, squad: list[SoldierCard], plan: Scheme) -> list[list[SoldierCard]]:
    """The Fireteams that a plan forms man by man."""
    teams: list[list[SoldierCard]] = [[]]
    rest, now = squad.copy(), plan
    while rest:
        if now.first == CLOSE:
            teams.append([])
        else:
            card = next(card for card in rest if now.first == Choice("line", card.id))
            teams[-1].append(card)
            rest.remove(card)
        options = [*[Choice("line", card.id) for card in rest], CLOSE]
        (now,) = schemes(b, Forming("allies", len(teams), options), "allies", now)
    return teams


def rings(team: list[SoldierCard]) -> frozenset[tuple[str, str]]:
    """Who stands to the right of whom, as if the last stood beside the first."""
    return frozenset((one.id, other.id) for one, other in zip(team, team[1:] + team[:1], strict=True))


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
