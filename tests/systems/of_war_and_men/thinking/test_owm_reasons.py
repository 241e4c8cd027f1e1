"""What a thought tells of cards, men, Terrain and places: computed from what the seat knows."""

from owm_stage import stage

from sandtable.bots.facts import ahead_of
from sandtable.bots.player import Seat
from sandtable.systems.of_war_and_men.scene import scene
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.mind import OfWarAndMenMind
from sandtable.systems.of_war_and_men.thinking.reasons import (
    goal_words,
    hand_words,
    laid_words,
    line_words,
    man_words,
    seen_words,
    stakes,
    team_words,
    terrain_words,
)
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision

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
"""


def field() -> Battle:
    return scene(FIELD)


def cell(b: Battle, name: str) -> int:
    return b.cell_called(name)


def test_a_hand_is_told_by_its_orders_and_command_decisions() -> None:
    b = field()
    player = b.player("axis")
    cards = {card.decision: card.number for card in b.scenario.rulebook.cards if card.order == "attack"}
    hill = next(card.number for card in b.scenario.rulebook.cards if card.terrain is not None)
    player.hand = []
    assert hand_words(b, player) == "no card in hand"
    player.hand = [hill]
    assert hand_words(b, player) == "in hand 1 Terrain"
    player.hand = [hill, cards["smoke"]]
    assert hand_words(b, player) == "in hand 1 Attack and 1 Terrain, with Smoke as Command Decision"
    names = ["smoke", "attention", "double time", "recon", "last stand", "marksman", "regroup"]
    player.hand = [cards[name] for name in names if name in cards]
    assert len(player.hand) == len(names)
    assert hand_words(b, player) == (
        "in hand 7 Attack, with Attention, Double Time, Last Stand, Marksman, Recon and 2 more as Command Decisions"
    )


def test_who_passes_is_told_what_is_kept() -> None:
    b = field()
    kept = hand_words(b, b.player("axis"))
    assert kept.startswith("in hand 2 Maneuver and 1 Terrain")
    question = Decision("axis", "action", "", "", lambda: [PASS, Choice("stealth")], piece="axis-1")
    told = OfWarAndMenMind().ground(b, "axis", question, PASS)
    assert told.endswith(f"; 2 men; {kept}.") and "Field: no cover; range 1 from C2; " in told
    window = Decision("axis", "window", "", "", lambda: [PASS])
    assert OfWarAndMenMind().ground(b, "axis", window, PASS) == f"No Command Decision in hand fits: {kept}."


def test_men_and_fireteams_are_told_with_how_they_are() -> None:
    b = field()
    hans, karl = b.men(b.teams[0])
    karl.condition = SUPPRESSED
    reach = max(number for number, dice in enumerate(karl.card.weapon.grid, 1) if dice)
    arms = f"{karl.card.weapon.name}, reaches range {reach}"
    assert man_words(b, karl) == f"Karl: {arms}; 5 points; suppressed."
    assert man_words(b, hans) == f"Hans: {arms}; 7 points, a Leader."
    assert team_words(b, b.teams[0]) == "; 2 men, 1 suppressed"
    hans.condition, b.teams[0].dug_in = WOUNDED, True
    assert team_words(b, b.teams[0]) == "; 2 men, 1 suppressed, 1 wounded; dug in"


def test_a_place_is_told_by_the_way_to_the_goal_and_who_sees_it() -> None:
    b = field()
    assert goal_words(b, 0, cell(b, "C2")) == "; it is C2 itself"
    assert goal_words(b, 0, cell(b, "E4")) == "; range 2 from C2"
    assert seen_words(b, 0, cell(b, "E2")) == "in sight of 1 enemy Fireteam, the nearest at range 2"
    b.teams[1].stealth = True
    assert seen_words(b, 0, cell(b, "E2")) == "in sight of no enemy Fireteam that is not hidden"


def test_terrain_is_told_by_what_it_does_and_who_is_near() -> None:
    b = field()
    rulebook = b.scenario.rulebook
    hill = next(card for card in rulebook.cards if card.terrain is not None and card.terrain.key == "hill")
    road = next(card for card in rulebook.cards if card.terrain is not None and card.terrain.key == "road")
    assert hill.terrain is not None and road.terrain is not None
    assert terrain_words(hill.terrain) == "Hill: attack +3, defence +1, blocks sight"
    assert terrain_words(road.terrain) == "Road: defence +1, one Maneuver is enough to enter it"
    assert laid_words(b, 0, Choice("place", hill.id, "C3")) == (
        "The Terrain: Hill: attack +3, defence +1, blocks sight; "
        "nearest of its own Axis 1 at range 2; nearest of the enemy's Allies 1 at range 2."
    )
    assert laid_words(b, 0, Choice("terrain", road.id)) == f"The Terrain: {terrain_words(road.terrain)}."


def test_a_line_is_told_by_how_often_each_man_succeeds() -> None:
    b = stage(FIELD).b
    team = b.teams[0]
    told = line_words(b, "axis", team)
    assert told.startswith("How often each succeeds: Hans ") and ", Karl " in told
    b.men(team)[1].condition = WOUNDED
    assert line_words(b, "axis", team).endswith(", Karl 0%.")


def test_where_all_is_decided_the_deck_and_its_own_men_are_told() -> None:
    b = field()
    left = len(b.deck)
    told = f"{left} cards left in the deck"
    assert stakes(b, 0).startswith(told) and stakes(b, 0).endswith("; 2 men of 12 points left on its side")
    b.decks_left = 3
    assert stakes(b, 0) == f"{told} and 2 decks to come; 2 men of 12 points left on its side"


def test_who_lays_terrain_is_told_where_it_would_lie() -> None:
    s = stage(FIELD)
    seat = Seat(s.play, "axis")
    lay = next(option for option in seat.options() if option.do == "terrain")
    found = ahead_of(seat, lay, None)
    assert found is not None and found.label.startswith("Lay Hill on ")
    then = seat.fork(0)
    then.choose(lay, "axis")
    decision = then.decision_for("axis")
    assert decision is not None and decision.kind == "place"
    best = considered(then.battle, decision, "axis")[0].first
    assert best is not None and found.label == f"Lay Hill on {best.to}"
