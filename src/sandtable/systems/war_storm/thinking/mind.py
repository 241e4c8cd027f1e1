"""What computer players know of War Storm."""

from sandtable.systems.war_storm.reading.book import DATA
from sandtable.systems.war_storm.rules.attack import reach
from sandtable.systems.war_storm.state.pieces import Battle, Officer, Platoon
from sandtable.systems.war_storm.thinking.plans import intent, schemes, stage
from sandtable.systems.war_storm.thinking.policy import follow
from sandtable.systems.war_storm.thinking.promises import expected
from sandtable.systems.war_storm.thinking.prospect import prospect
from sandtable.systems.war_storm.thinking.reasons import (
    cover_words,
    enemy_words,
    guard_words,
    led_words,
    rally_words,
    stakes,
    targets_words,
)
from sandtable.systems.war_storm.thinking.standing import SIGNS, standing
from sandtable.systems.war_storm.thinking.strategy import deepened, doubt, mastered
from sandtable.systems.war_storm.thinking.weights import ALIKE
from sandtable.systems.war_storm.thinking.worth import evaluate
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, ground_words, objectives_in_words, stands_words, target_words, watched_words
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.system import side_of
from sandtable.table.telling import count

GOES = ("to", "run", "place", "assault")  # to a hex
FIRES = ("fire", "volley", "alone")  # at a hex
STAYS = ("prepare", "mark", "keep", "done")  # where it is, with a shot for later


class WarStormMind(Mind[Battle]):
    """Plans for a company: fire, advance, storm, hold."""

    data = DATA
    signs = SIGNS
    alike = ALIKE

    horizon = 0  # what a master saw after two activations misled it: 44.5 of 100 against the strategist
    foresight = 2
    rounds = (2, 4, 16)

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def expected(self, battle: Battle, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def reach(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """How far a shot goes, in hexes."""
        unit = battle.find_unit(choice.piece)
        if choice.do not in ("fire", "volley") or unit is None or not choice.to:
            return None
        return battle.ground.distance[unit.hex][battle.ground.index[choice.to]]

    def stage(self, battle: Battle) -> str:
        return stage(battle)

    def goal(self, battle: Battle, seat: str) -> str:
        """The objectives, and who holds them."""
        names = [each.name for each in battle.scenario.objectives]
        return objectives_in_words(names, battle.holders, side_of(battle, seat))

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """The terrain, how far the nearest objective is that is to be taken, or else held, and who can fire there."""
        unit, land = battle.find_unit(choice.piece or decision.piece), battle.ground
        if unit is None or unit.side != side_of(battle, seat):
            return ""
        goes, fires = choice.do in GOES and choice.to in land.index, choice.do in FIRES and choice.to in land.index
        end = land.index[choice.to] if goes or fires else unit.hex
        if end < 0:
            return ""
        side = side_of(battle, seat)
        known = list(zip(battle.scenario.objectives, battle.holders, strict=True))
        wanted = [each for each, holder in known if holder != side] or [each for each, _ in known]
        goal = min(wanted, key=lambda each: land.distance[end][each.hex], default=None)
        if fires:
            there = [each for each in battle.platoons if each.side != side and each.hex == end]
            away = land.distance[end][goal.hex] if goal is not None else 0
            who = (
                f"; {count(len(there), 'platoon')} of {sum([each.steps for each in there])} steps in it"
                if there
                else ""
            )
            return target_words(land.terrain[end].name, goal.name if goal is not None else "", away, who)
        seen, far = land.sight.seen(end), land.distance[end]
        firing = [
            each
            for each in battle.platoons
            if each.side != side and each.hex >= 0 and seen >> each.hex & 1 and far[each.hex] <= reach(battle, each)
        ]
        watched = watched_words(len(firing), "could fire at it there", "could fire at it there")
        name, away = (goal.name, far[goal.hex]) if goal is not None else ("", 0)
        if isinstance(unit, Platoon) and choice.do in STAYS:
            watched += guard_words(battle, unit, end)
        elif isinstance(unit, Platoon) and choice.do == "place":
            watched += cover_words(battle, unit, end)
        elif isinstance(unit, Platoon) and choice.do == "run":
            watched += rally_words(battle, unit, end)
        elif isinstance(unit, Platoon) and goes:
            watched += targets_words(battle, unit, end)
        if isinstance(unit, Officer):
            watched += led_words(battle, unit, end, choice.do == "done")
        if decision.kind == "activation":
            watched += enemy_words(battle, side, end)
        if not goes:
            return stands_words(land.terrain[end].name, name, away, watched)
        before = land.distance[unit.hex][goal.hex] if goal is not None and unit.hex >= 0 else None
        return ground_words(land.terrain[end].name, name, before, away, watched)

    def stakes(self, battle: Battle, seat: str) -> str:
        """The clock and the points."""
        return stakes(battle)

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, side_of(battle, seat))

    def prospect(self, battle: Battle, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))

    def schemes(self, battle: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, side_of(battle, seat), current)

    def intent(self, battle: Battle, decision: Decision, seat: str) -> Scheme | None:
        return intent(battle, decision, side_of(battle, seat))

    def doubt(self, battle: Battle, decision: Decision, seat: str) -> float:
        return doubt(battle)

    def deepened(self, battle: Battle, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        return deepened(battle, decision, side_of(battle, seat), found)

    def mastered(self, battle: Battle, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        return mastered(battle, decision, side_of(battle, seat), found)

    def follow(self, battle: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, side_of(battle, seat), scheme)
