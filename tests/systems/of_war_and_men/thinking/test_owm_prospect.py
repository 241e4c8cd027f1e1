"""A turn that is thought over: Terrain from the hand, both actions, hiding; what is played on a total."""

from owm_stage import OwmStage, stage

from sandtable.systems.of_war_and_men.rules.decisions.windows import WAIT
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.plans import deepened
from sandtable.systems.of_war_and_men.thinking.prospect import Planner
from sandtable.systems.of_war_and_men.thinking.terrain_cards import sites
from sandtable.table.asking import PASS
from sandtable.table.scheme import Scheme

FIELD = """
. . . . .
. F . . .
. F . . .
. . . . .
. . F . .
axis 1 at B2 {axis}
  Hans rank=Cpl weapon=gar discipline=red points=7
  Karl weapon=gar discipline=green points=5
allies 1 at C5
  Joe rank=Cpl weapon=gar discipline=red points=7
  Jim weapon=gar discipline=red points=5
hand axis {hand}
active axis-1
left {left}
"""


def field(hand: str, axis: str = "", left: int = 120) -> OwmStage:
    return stage(FIELD.format(hand=hand, axis=axis, left=left))


def best(found: list[Scheme]) -> Scheme:
    return max(found, key=lambda each: each.promise or 0.0)


def values(s: OwmStage, mind: Mind) -> dict[tuple[str, str], float]:
    assert s.play.decision is not None
    return {(c.do, c.to): value for value, c in mind.deeds(s.play.decision, s.b.player("axis"))}


def test_a_building_is_laid_beside_the_fireteam_and_away_from_the_enemy() -> None:
    s = field("building")
    decision = s.play.decision
    assert decision is not None
    chosen = best(deepened(s.b, decision, "axis", [])).first
    assert chosen is not None and chosen.do == "terrain"
    before = s.b.cells.copy(), s.b.blocking
    s.do(chosen.do, chosen.piece)
    assert s.play.decision is not None
    (place,) = considered(s.b, s.play.decision, "axis")
    assert place.first is not None
    columns, rows = "ABCDE".index(place.first.to[0]) - 1, int(place.first.to[1]) - 2
    assert max(abs(columns), abs(rows)) == 1
    assert (s.b.cells, s.b.blocking) == before, "a thought leaves no trace"


def test_better_ground_is_worth_more_and_nothing_at_the_very_end() -> None:
    s = field("building marsh")
    building, marsh = [s.b.card(number).terrain for number in s.b.player("axis").hand]
    assert building is not None and marsh is not None
    found = sites(Planner(s.b, 0), s.team("axis-1"), [building, marsh])
    assert found["building"][0] > 0 > found["marsh"][0]
    late = field("building", left=20)
    assert sites(Planner(late.b, 0), late.team("axis-1"), [building]) == {}


def test_scouts_report_the_terrain_that_serves_best() -> None:
    text = FIELD.format(hand="recon marsh building lake", axis="", left=120)
    s = stage(text + "level lieutenant\nwishes axis\n")
    s.play_card("recon")
    assert s.play.decision is not None and s.asked == ("axis", "terrain")
    report = best(considered(s.b, s.play.decision, "axis")).first
    assert report is not None and report.piece == s.held("building")
    s.do(report.do, report.piece)
    assert s.play.decision is not None
    (place,) = considered(s.b, s.play.decision, "axis")
    assert place.first is not None and place.first.to in ("A1", "B1", "C1", "A2", "C2", "A3", "C3")


def test_the_second_action_counts_with_the_first() -> None:
    """To fire and then to hide is more than to fire; nothing comes after a move that takes both actions."""
    s = field("attack-red maneuver maneuver entrench")
    planner = Planner(s.b, 0)
    assert s.play.decision is not None
    single = {(c.do, c.to): value for value, c in planner.single(s.play.decision.options, s.b.player("axis"))}
    whole = values(s, planner)
    assert whole["attack", "allies-1"] > single["attack", "allies-1"] + 0.05
    assert whole["maneuver", "C3"] == single["maneuver", "C3"]
    s.b.actions = 1
    assert values(s, Planner(s.b, 0))["attack", "allies-1"] == single["attack", "allies-1"]


def test_who_is_hidden_fears_less_and_pays_for_firing_with_it() -> None:
    seen, hidden = field("attack-red"), field("attack-red", axis="stealth")
    planner, other = Planner(seen.b, 0), Planner(hidden.b, 0)
    cell = seen.team("axis-1").cell
    assert other.danger(other.picture.teams[0], cell) < planner.danger(planner.picture.teams[0], cell)
    assert planner.cover(planner.picture.teams[0]) == 0.0
    hidden.b.actions = 1
    lost = other.cover(other.picture.teams[0])
    assert lost > 0
    quick = values(hidden, Mind(hidden.b, 0))["attack", "allies-1"]
    assert abs(values(hidden, Planner(hidden.b, 0))["attack", "allies-1"] - (quick - lost)) < 1e-9


# After a total -----------------------------------------------------------------------------------

SHOT = """
. . . .
level lieutenant
axis 1 at A1
  Hans rank=PFC weapon=gar discipline=red
allies 1 at D1
  Joe rank=Cpl resolve={resolve} vitality=19 points=9
hand axis attack-red {axis}
hand allies {allies}
wishes axis totals
wishes allies totals
active axis-1
"""


def total(nerve: str, axis: str = "entrench", allies: str = "entrench", resolve: int = 9) -> OwmStage:
    """Green 5 + blue 6, less the Discipline that is flipped."""
    s = stage(SHOT.format(axis=axis, allies=allies, resolve=resolve), "R1", "R1", "G5", "B6", nerve)
    return s.order("attack", "attack-red", "allies-1").do("fire", "Hans")


def answer(s: OwmStage) -> str:
    assert s.play.decision is not None
    chosen = best(considered(s.b, s.play.decision, s.asked[0])).first
    assert chosen is not None
    return chosen.do


def test_a_lucky_discipline_is_flipped_anew_by_who_is_hit() -> None:
    assert answer(total("R1", allies="chain-of-command hill")) == "play"
    assert answer(total("R4", allies="chain-of-command hill")) == "pass"


def test_a_bad_discipline_is_flipped_anew_by_who_fires() -> None:
    assert answer(total("R4", axis="chain-of-command", resolve=9).do("pass")) == "play"
    assert answer(total("R1", axis="chain-of-command", resolve=9).do("pass")) == "pass"


def test_with_a_chain_of_command_one_waits_for_a_total() -> None:
    text = SHOT.format(axis="entrench", allies="chain-of-command hill", resolve=9)
    s = stage(text.replace("wishes allies totals", "wishes allies cards totals"))
    s.order("attack", "attack-red", "allies-1")
    assert s.play.decision is not None and s.asked == ("allies", "window")
    (found,) = considered(s.b, s.play.decision, "allies")
    assert found.first == PASS != WAIT
