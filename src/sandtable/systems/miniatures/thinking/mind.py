"""What computer players know of the miniatures rules."""

import math

from sandtable.systems.miniatures.reading.book import DATA, INCH
from sandtable.systems.miniatures.rules.sight import distance2
from sandtable.systems.miniatures.showing.brings import strike_words
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.deliberation import answers, considered, doubt
from sandtable.systems.miniatures.thinking.plans import schemes, stage
from sandtable.systems.miniatures.thinking.policy import follow
from sandtable.systems.miniatures.thinking.promises import expected, pass_chance
from sandtable.systems.miniatures.thinking.prospect import prospect
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
from sandtable.systems.miniatures.thinking.shortlist import shortlist
from sandtable.systems.miniatures.thinking.standing import SIGNS, standing
from sandtable.systems.miniatures.thinking.weights import ALIKE
from sandtable.systems.miniatures.thinking.worth import evaluate
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, objectives_in_words
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.system import side_of
from sandtable.table.telling import count, percent

STANDS = ("action", "move", "initiative")  # questions for which its cover counts
SHOOTS = ("action", "reroll", "second wind")  # and what it could shoot at


class MiniaturesMind(Mind[Battle]):
    """Plans for one activation: what to do, at whom to fire, where to go."""

    data = DATA
    signs = SIGNS
    alike = ALIKE
    asks = ("reroll", "second wind")  # which check it is about

    horizon = 0  # a master who played plans on made 47.3 of 100 against the strategist (n = 481)
    foresight = 1  # an activation is played to its end
    rounds = (2, 4, 6)  # an assault takes long to play

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def goal(self, battle: Battle, seat: str) -> str:
        """The objectives, and who holds them."""
        names = [each.name for each in battle.scenario.objectives]
        return objectives_in_words(names, battle.holders, side_of(battle, seat))

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """How far a Unit is from the nearest objective that is to be taken, or else held, and who sees it."""
        if choice.do == "strike":
            return f"The strike: {strike_words(battle, choice)}"
        unit = battle.find_party(choice.piece or decision.piece) or battle.find_party(decision.piece)
        if decision.kind == "shift" and unit is None:
            bearer = battle.find_team(decision.piece) or battle.find_team(choice.piece)
            unit = battle.unit_of(bearer) if bearer is not None else None
        teams = battle.teams_of(unit) if unit is not None else []
        side = side_of(battle, seat)
        if unit is None or not teams or unit.side != side:
            return ""
        known = list(zip(battle.scenario.objectives, battle.holders, strict=True))
        wanted = [each for each, holder in known if holder != side] or [each for each, _ in known]
        parts = []
        if wanted:
            far = {each.name: min([math.dist((one.x, one.y), each.at) for one in teams]) for each in wanted}
            goal = min(far, key=lambda name: far[name])
            parts.append(f"{count(round(far[goal] / INCH), 'inch', 'inches')} from {goal}")
            ends = [(x, y) for _, x, y, _ in choice.at]
            if ends:
                end = next(each.at for each in wanted if each.name == goal)
                left = min([math.dist(each, end) for each in ends])
                after_it = count(round(left / INCH), "inch", "inches")
                parts = [f"{after_it} from {goal} after this move ({round(far[goal] / INCH)} now)"]
        then = after(battle, choice)
        parts.append(sight_words(then, then.unit_at(unit.index)))
        if decision.kind in STANDS:
            parts += [fire_words(then, then.unit_at(unit.index)), state_words(then, then.unit_at(unit.index))]
        if decision.kind == "shift":
            parts.append(marker_words(battle, unit))
        if decision.kind in SHOOTS:
            parts.append(shot_words(battle, unit))
        if decision.kind == "second wind":
            parts.append(again_words(battle, unit))
        if decision.kind == "second wind" or "activation check" in decision.prompt:
            parts.append(f"{percent(pass_chance(battle, unit))} to pass such a check")
        target = battle.find_party(choice.to) if choice.to else None
        if target is not None and target.side != side and battle.teams_of(target):
            near = min([math.dist((a.x, a.y), (t.x, t.y)) for a in battle.teams_of(target) for t in teams])
            parts.append(f"{count(round(near / INCH), 'inch', 'inches')} from {target.name}")
        return f"{unit.name}: {'; '.join(parts)}."

    def stakes(self, battle: Battle, seat: str) -> str:
        """The round and the objectives."""
        return stakes(battle)

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, side_of(battle, seat))

    def shortlist(self, battle: Battle, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def expected(self, battle: Battle, decision: Decision, choice: Choice, seat: str) -> float | None:
        return expected(battle, decision, choice, side_of(battle, seat))

    def follow(self, battle: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, scheme)

    def reach(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """How far it is to the nearest Team of the target, squared."""
        if decision.kind != "fire" or not choice.to:
            return None
        own, target = battle.find_party(decision.piece), battle.find_party(choice.to)
        if own is None or target is None:
            return None
        pairs = [(one, other) for one in battle.teams_of(own) for other in battle.teams_of(target)]
        return min([distance2(one, other) for one, other in pairs], default=None)

    def stage(self, battle: Battle) -> str:
        return stage(battle)

    def schemes(self, battle: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return answers(battle, decision) or schemes(battle, decision, current)

    def considered(self, battle: Battle, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision)

    def doubt(self, battle: Battle, decision: Decision, seat: str) -> float:
        return doubt(decision)

    def priced(self, decision: Decision) -> bool:
        """Whom to activate is a matter of rank: what a Unit may gain, for the risk of losing the Initiative."""
        return decision.kind != "initiative"

    def prospect(self, battle: Battle, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))
