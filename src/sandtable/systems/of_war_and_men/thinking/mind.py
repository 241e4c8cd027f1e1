"""What computer players know of Of War and Men."""

from sandtable.systems.of_war_and_men.rules.sight import distance, sees
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.tables import DATA
from sandtable.systems.of_war_and_men.thinking.card_facts import answers, does, paid
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.plans import deepened, schemes, stage
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.systems.of_war_and_men.thinking.shortlist import habit, shortlist
from sandtable.systems.of_war_and_men.thinking.standing import SIGNS, standing
from sandtable.systems.of_war_and_men.thinking.weights import ALIKE
from sandtable.systems.of_war_and_men.thinking.worth import evaluate, visible
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, read_purposes
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.telling import count

GOALS = 1  # sentences of the Mission that are told


class OfWarAndMenMind(Mind[Battle]):
    """Plans for the turn of a Fireteam."""

    data = DATA
    signs = SIGNS
    alike = ALIKE
    asks = ("window",)

    worth = "ten points"
    horizon = 0  # what a master saw after two activations misled it: 4.5 of 12 and 2 of 10 against the strategist

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, battle.player(seat).side)

    def goal(self, battle: Battle, seat: str) -> str:
        """The Mission."""
        mission = battle.mission
        return " ".join([f"The Mission: {mission.name}.", *mission.goals[:GOALS]])

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """The Terrain, how far the nearest enemy is that is seen, and how many see it; of a card what it does."""
        known = read_purposes(self.file("purposes.toml"))
        if decision.kind == "window":
            return answers(battle, decision, choice, known)
        if decision.kind == "pay":
            return paid(battle, battle.player(seat), choice, known)
        if choice.do == "play":
            return does(battle, choice, known)
        team = battle.find_team(decision.piece) or (battle.active_team if battle.active >= 0 else None)
        if team is None or team.cell < 0 or team.side != battle.player(seat).side:
            return ""
        goes = choice.do == "maneuver"
        cell = battle.cell_called(choice.to) if goes else team.cell
        if cell < 0:
            return ""
        target = battle.find_team(choice.to) if choice.do == "attack" else None
        if target is not None and target.cell >= 0:
            there = f"{battle.place_name(target.cell)}, {battle.terrain(target.cell).name}"
            men = count(len(battle.men(target)), "man", "men")
            return f"The target: {there}; range {distance(battle, team.cell, target.cell)}; {men}."
        enemies = [each for each in visible(battle, 1 - team.side) if sees(battle, cell, each.cell)]
        where = f"{battle.place_name(cell)}, {battle.terrain(cell).name}"
        seen = "in sight of no enemy Fireteam that is not hidden"
        if enemies:
            near = min([distance(battle, cell, each.cell) for each in enemies])
            seen = f"in sight of {count(len(enemies), 'enemy Fireteam')}, the nearest at range {near}"
        return f"{'The place' if goes else team.name}: {where}; {seen}."

    def standing(self, battle: Battle, seat: str) -> Standing:
        """What tells who will win."""
        return standing(battle, seat)

    def shortlist(self, battle: Battle, decision: Decision) -> list[Choice]:
        return shortlist(battle, decision)

    def settled(self, battle: Battle) -> bool:
        return not battle.stack and battle.assault is None and not battle.pile

    def habit(self, battle: Battle, decision: Decision) -> Choice | None:
        return habit(battle, decision)

    def reach(self, battle: Battle, decision: Decision, choice: Choice) -> float | None:
        """How far an attack goes, in cells."""
        target = battle.find_team(choice.to)
        own = battle.find_team(decision.piece)
        if choice.do != "attack" or target is None or own is None:
            return None
        return distance(battle, own.cell, target.cell)

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
