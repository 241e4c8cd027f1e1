"""What computer players know of Of War and Men."""

from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.tables import DATA
from sandtable.systems.of_war_and_men.thinking.card_facts import NONE_FITS, answers, does, paid
from sandtable.systems.of_war_and_men.thinking.considered_answers import considered
from sandtable.systems.of_war_and_men.thinking.plans import deepened, schemes, stage
from sandtable.systems.of_war_and_men.thinking.policy import follow
from sandtable.systems.of_war_and_men.thinking.reasons import (
    arms_words,
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
from sandtable.systems.of_war_and_men.thinking.shortlist import habit, shortlist
from sandtable.systems.of_war_and_men.thinking.standing import SIGNS, standing
from sandtable.systems.of_war_and_men.thinking.weights import ALIKE
from sandtable.systems.of_war_and_men.thinking.worth import evaluate
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind, read_purposes
from sandtable.table.outlook import Standing
from sandtable.table.scheme import Scheme
from sandtable.table.telling import count

GOALS = 1  # sentences of the Mission that are told
LAYS = ("terrain", "place")  # a card with Terrain
MEN = ("bodyguard", "soldier", "rally", "fire", "unjam", "command")  # questions about a man
HOLDS = ("pass", "redraw")  # what is kept, or exchanged, counts


class OfWarAndMenMind(Mind[Battle]):
    """Plans for the turn of a Fireteam."""

    data = DATA
    signs = SIGNS
    alike = ALIKE
    asks = ("window",)
    weighs = ("place", "terrain")

    worth = "ten points"
    horizon = 0  # what a master saw after two activations misled it: 4.5 of 12 and 2 of 10 against the strategist

    def evaluate(self, battle: Battle, seat: str) -> float:
        return evaluate(battle, battle.player(seat).side)

    def decides(self, battle: Battle, seat: str) -> str:
        """The Mission."""
        mission = battle.mission
        return " ".join([f"The Mission: {mission.name}.", *mission.goals[:GOALS]])

    def ground(self, battle: Battle, seat: str, decision: Decision, choice: Choice) -> str:
        """The Terrain, how far the nearest enemy is that is seen, and how many see it; of a card what it does."""
        known, player = read_purposes(self.file("purposes.toml")), battle.player(seat)
        if decision.kind == "window":
            told = answers(battle, decision, choice, known)
            return f"{told.removesuffix('.')}: {hand_words(battle, player)}." if told == NONE_FITS else told
        if decision.kind == "pay":
            return paid(battle, player, choice, known)
        if choice.do == "play" or decision.kind == "intelligence":
            return does(battle, choice, known)
        if choice.do in LAYS:
            return laid_words(battle, player.side, choice)
        man = battle.find_soldier(choice.piece) if decision.kind in MEN else None
        if man is not None:
            return man_words(battle, man)
        if decision.kind == "form":
            cards = [each for one in battle.scenario.rulebook.divisions.values() for each in one.soldiers]
            return next((f"{each.name}: {arms_words(each)}." for each in cards if each.id == choice.piece), "")
        team = battle.find_team(choice.piece) or battle.find_team(decision.piece)
        team = team or (battle.active_team if battle.active >= 0 else None)
        if team is None or team.side != player.side:
            return ""
        if decision.kind == "line" and battle.assault is not None:
            return line_words(battle, seat, team)
        goes = choice.do in ("maneuver", "start")
        cell = battle.cell_called(choice.to) if goes else team.cell
        if cell < 0:
            return ""
        target = battle.find_team(choice.to) if choice.do == "attack" else None
        if target is not None and target.cell >= 0:
            there = f"{battle.place_name(target.cell)}, {battle.terrain(target.cell).name}"
            men = count(len(battle.men(target)), "man", "men")
            return f"The target: {there}; range {distance(battle, team.cell, target.cell)}; {men}."
        where = (
            f"{battle.place_name(cell)}, {terrain_words(battle.terrain(cell))}{goal_words(battle, team.side, cell)}"
        )
        seen = seen_words(battle, team.side, cell)
        hand = f"; {hand_words(battle, player)}" if choice.do in HOLDS else ""
        return f"{'The place' if goes else team.name}: {where}; {seen}{team_words(battle, team)}{hand}."

    def stakes(self, battle: Battle, seat: str) -> str:
        """The deck, and what is left."""
        return stakes(battle, battle.player(seat).side)

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
