"""What computer players know of Of War and Men."""

from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.tables import DATA
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.plans import deepened, schemes, stage
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.systems.of_war_and_men.thinking.shortlist import habit, shortlist
from sandtable.systems.of_war_and_men.thinking.standing import SIGNS, standing
from sandtable.systems.of_war_and_men.thinking.worth import evaluate
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme


class OfWarAndMenMind(Mind[Battle]):
    """Plans for the turn of a Fireteam."""

    signs = SIGNS
    outlook_file = DATA / "outlook.toml"

    worth = "ten points"

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, battle.player(seat).side)

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, seat)

    def shortlist(self, battle: Battle, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def settled(self, battle: Battle) -> bool:
        return not battle.stack and battle.assault is None and not battle.pile

    def habit(self, battle: Battle, decision: Decision) -> Choice | None:
        return habit(battle, decision)

    def stage(self, battle: Battle) -> str:
        return stage(battle)

    def schemes(self, battle: Battle, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme]:
        return schemes(battle, decision, seat, current)

    def deepened(self, battle: Battle, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        return deepened(battle, decision, seat, found)

    def considered(self, battle: Battle, decision: Decision, seat: str) -> list[Scheme]:
        return considered(battle, decision, seat)

    def follow(self, battle: Battle, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        return follow(battle, decision, seat, scheme)
