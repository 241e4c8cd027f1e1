"""The mind of a computer player: what the house asks of it, answered by the evaluation, the policy and the plans."""

from sandtable.systems.nations_at_war.reading.book import DATA
from sandtable.systems.nations_at_war.rules.combat.fire import leader_for
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.systems.nations_at_war.thinking import plans
from sandtable.systems.nations_at_war.thinking.policy import Policy
from sandtable.systems.nations_at_war.thinking.prospect import aims, prospect
from sandtable.systems.nations_at_war.thinking.reasons import (
    FATE,
    fate_words,
    hq_words,
    place_words,
    stakes,
    thing_words,
)
from sandtable.systems.nations_at_war.thinking.shortlist import shortlist
from sandtable.systems.nations_at_war.thinking.standing import SIGNS, standing
from sandtable.systems.nations_at_war.thinking.weights import (
    ALIKE,
    ATTACKER,
    BRAVE,
    LEADERSHIP_WORTH,
    OPS_WORTH,
    STEADY,
)
from sandtable.systems.nations_at_war.thinking.worth import Judge
from sandtable.table.decision import Choice, Decision
from sandtable.table.kept import Kept
from sandtable.table.mind import Mind, goal_words, ground_words, stands_words, target_words
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.system import side_of
from sandtable.table.telling import count

SHELLED = ("artillery target", "fire for effect")  # questions about where shells fall
GOES = ("move", "assault", "retreat", "place")  # to a hex


def called(b: Battle, place: int) -> str:
    """A hex with what is there, where that is more than open ground: "O6 (bridge)"."""
    terrain = b.ground.terrain[place]
    name = b.ground.names[place]
    return name if terrain.key == "clear" else f"{name} ({terrain.name.lower()})"


def under_fire(b: Battle, place: int, side: int) -> str:
    """Who is where shells are to fall, and around it."""
    away = b.ground.distance[place]
    found = [
        [sum([unit.hex >= 0 and away[unit.hex] <= near for unit in b.units_of[each]]) for near in (0, 1)]
        for each in (1 - side, side)
    ]
    (there, around), (_, own) = found
    enemies = count(there, "enemy unit")
    near = min([away[unit.hex] for unit in b.units_of[1 - side] if unit.hex >= 0], default=0)
    if near > 1:
        beside = f", and {own} of its own" if own else ""
        return (
            f"The target: no enemy in it or next to it{beside}; the nearest is {near} hexes away, "
            "so only shells that drift could hit him, and it hardly matters where it aims."
        )
    return f"The target: {enemies} in it, {around - there} next to it; {own} of its own in or next to it."


class NationsAtWarMind(Mind[Battle]):
    """Judges and policies are made once for each map with its victory conditions, and kept from battle to battle."""

    data = DATA
    signs = SIGNS
    alike = ALIKE
    asks = (*FATE, "fire mission")

    def __init__(self) -> None:
        self._judges: Kept[Judge] = Kept()
        self._policies: Kept[Policy] = Kept()
        self._pondered: Decision | None = None  # the decision that `_worth` belongs to
        self._worth = 0.0

    # Worth -----------------------------------------------------------------------------------------

    def judge(self, battle: Battle) -> Judge:
        """The evaluation for the battle's map and victory conditions."""
        ground, victory = battle.ground, battle.scenario.victory
        return self._judges.get((ground, victory), lambda: Judge(ground, victory))

    def evaluate(self, battle: Battle, seat: str) -> float:
        """How well a seat stands, in platoons of average worth."""
        return self.judge(battle).evaluate(battle, side_of(battle, seat))

    def prospect(self, battle: Battle, seat: str) -> float:
        """How the battle will probably end for a seat."""
        return prospect(battle, side_of(battle, seat), self.judge(battle))

    def goal(self, battle: Battle, seat: str) -> str:
        """The hexes that decide."""
        judge = self.judge(battle)
        attacker = judge.victory.side
        found = [(called(battle, place), battle.control[attacker] >> place & 1) for place in aims(battle, judge)]
        taken, missing = [[name for name, control in found if control == one] for one in (1, 0)]
        take, hold = (missing, taken) if side_of(battle, seat) == attacker else (taken, missing)
        return goal_words(take, hold)

    def decides(self, battle: Battle, seat: str) -> str:
        """What the victory conditions ask for."""
        won = self.judge(battle).victory.reason_won
        return f"What decides at the end: whether {won}." if won else ""

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """The terrain, how far the nearest hex is that decides and is to be taken, or else held, and who sees it."""
        if decision.kind in SHELLED and choice.to in battle.ground.index:
            return under_fire(battle, battle.ground.index[choice.to], side_of(battle, seat))
        if decision.kind in FATE and not choice.piece:
            return fate_words(battle, decision, side_of(battle, seat), self.judge(battle))
        unit, land = battle.find_unit(choice.piece or decision.piece), battle.ground
        hq = next((each for each in battle.hqs if each.id == choice.piece and choice.do in GOES), None)
        if hq is not None and hq.side == side_of(battle, seat) and choice.to in land.index:
            end = land.index[choice.to]
            return stands_words(land.terrain[end].name, "", 0, hq_words(battle, hq, end))
        if unit is None and hq is None and choice.do == "place" and choice.to in land.index:
            return thing_words(battle, side_of(battle, seat), land.index[choice.to], self.judge(battle))
        if unit is None or unit.side != side_of(battle, seat):
            return ""
        goes = choice.do in GOES and choice.to in land.index
        target = battle.find_unit(choice.to)
        fires = target is not None and target.side != unit.side and target.hex >= 0
        end = land.index[choice.to] if goes else target.hex if target is not None and fires else unit.hex
        if end < 0:
            return ""
        judge = self.judge(battle)
        attacker = judge.victory.side
        known = aims(battle, judge)
        wanted = [place for place in known if battle.control[attacker] >> place & 1 == (unit.side != attacker)]
        goal = min(wanted or known, key=lambda place: land.distance[end][place], default=-1)
        name, away = (called(battle, goal), land.distance[end][goal]) if goal >= 0 else ("", 0)
        if target is not None and fires:
            worn = "; Disrupted" if target.disrupted else "; reduced" if target.steps < target.type.steps else ""
            return target_words(land.terrain[end].name, name, away, worn)
        watched = place_words(battle, unit, end)
        if not goes:
            return stands_words(land.terrain[end].name, name, away, watched)
        before = land.distance[unit.hex][goal] if goal >= 0 and unit.hex >= 0 else None
        return ground_words(land.terrain[end].name, name, before, away, watched)

    def stakes(self, battle: Battle, seat: str) -> str:
        """The clock, and what the attacker has of what wins."""
        return stakes(battle, self.judge(battle))

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, side_of(battle, seat), self.judge(battle))

    def shortlist(self, battle: Battle, decision: Decision) -> list[Choice]:
        """The options that a quick player considers; none means all."""
        return shortlist(battle, decision, self.judge(battle))

    def expected(self, battle: Battle, decision: Decision, choice: Choice, seat: str) -> float | None:
        """Shots are counted exactly: the present worth and what the shot is expected to cost the enemy."""
        if choice.do not in ("fire", "overwatch") or not choice.to or decision.kind == "aa fire":
            return None
        unit, target = battle.find_unit(choice.piece), battle.find_unit(choice.to)
        if unit is None or target is None:
            return None
        if self._pondered is not decision:
            self._pondered = decision
            self._worth = self.evaluate(battle, seat)
        leader = leader_for(battle, unit) if choice.number else None
        reaction = decision.kind == "opportunity fire"
        moving = battle.action is not None and (battle.action.moved or battle.action.half) and not reaction
        gain = self.judge(battle).gain_of_fire(
            battle, unit, target, moving, leader.leadership if leader is not None else 0, reaction
        )
        return self._worth + gain - (OPS_WORTH if reaction else 0.0) - LEADERSHIP_WORTH * choice.number

    def reach(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """How far a shot goes, in hexes."""
        unit, target = battle.find_unit(choice.piece), battle.find_unit(choice.to)
        if unit is None or target is None or min(unit.hex, target.hex) < 0:
            return None
        return battle.ground.distance[unit.hex][target.hex]

    # Policy and plans ------------------------------------------------------------------------------

    def policy(self, battle: Battle) -> Policy:
        """The quick policy for the battle's map and victory conditions."""
        judge = self.judge(battle)
        return self._policies.get(judge, lambda: Policy(judge))

    def steady_policy(self, battle: Battle) -> Policy:
        """The policy of a player with more time."""
        judge = self.judge(battle)
        attacker = BRAVE if plans.comes_from_afar(battle) else ATTACKER
        return self._policies.get((judge, attacker), lambda: Policy(judge, attacker, STEADY))

    def stage(self, battle: Battle) -> str:
        """The part of the battle that a plan is made for."""
        return plans.stage(battle)

    def schemes(self, battle: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        """The plans worth weighing for a question."""
        return plans.schemes(battle, decision, side_of(battle, seat), current, self.policy(battle))

    def considered(self, battle: Battle, decision: Decision, seat: str) -> list[Scheme]:
        """The plans of a player with more time."""
        return plans.considered(battle, decision, side_of(battle, seat), self.steady_policy(battle))

    def follow(self, battle: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        """What the quick policy answers."""
        return self.policy(battle).answer(battle, decision, side_of(battle, seat))
