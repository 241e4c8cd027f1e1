"""What computer players know of the miniatures rules."""

from sandtable.systems.miniatures.reading.book import DATA
from sandtable.systems.miniatures.rules.sight import distance2
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.deliberation import considered, doubt
from sandtable.systems.miniatures.thinking.plans import schemes, stage
from sandtable.systems.miniatures.thinking.policy import follow
from sandtable.systems.miniatures.thinking.promises import expected
from sandtable.systems.miniatures.thinking.prospect import prospect
from sandtable.systems.miniatures.thinking.shortlist import shortlist
from sandtable.systems.miniatures.thinking.standing import SIGNS, standing
from sandtable.systems.miniatures.thinking.weights import ALIKE
from sandtable.systems.miniatures.thinking.worth import evaluate
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, objectives_in_words
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.system import side_of


class MiniaturesMind(Mind[Battle]):
    """Plans for one activation: what to do, at whom to fire, where to go."""

    signs = SIGNS
    outlook_file = DATA / "outlook.toml"
    beginners_file = DATA / "beginners.toml"
    alike = ALIKE

    foresight = 1  # an activation is played to its end
    rounds = (2, 4, 6)  # an assault takes long to play

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, side_of(battle, seat))

    def goal(self, battle: Battle, seat: str) -> str:
        """The objectives, and who holds them."""
        names = [each.name for each in battle.scenario.objectives]
        return objectives_in_words(names, battle.holders, side_of(battle, seat))

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
        return schemes(battle, decision, current)

    def considered(self, battle: Battle, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision)

    def doubt(self, battle: Battle, decision: Decision, seat: str) -> float:
        return doubt(decision)

    def prospect(self, battle: Battle, seat: str) -> float:
        return prospect(battle, side_of(battle, seat))
