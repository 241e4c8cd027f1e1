"""The judgement of a player with more time: both actions of a turn, Terrain from the hand, what hiding is worth."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules import engineering
from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.maneuver import is_fast
from sandtable.systems.of_war_and_men.rules.standard_actions import order_choices
from sandtable.systems.of_war_and_men.state.book import ORDERS
from sandtable.systems.of_war_and_men.state.pieces import NOWHERE, Battle, Fireteam, Player
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.card_worth import keep
from sandtable.systems.of_war_and_men.thinking.firepower import Team
from sandtable.systems.of_war_and_men.thinking.terrain_cards import Site, sites
from sandtable.table.decision import Choice, Decision

RECON = "recon"
ENDING = ("pass", "recognise")  # ends the turn, or is free and comes first anyway


class Planner(Mind):
    """Mind, thought over."""

    __slots__ = ()

    def __init__(self, b: Battle, side: int) -> None:
        super().__init__(b, side, temper=weights.CONSIDERED)
        for task in self.tasks.values():
            task.near = min(task.near, weights.CLOSE)

    def danger(self, me: Team, cell: int, extra: int = 0) -> float:
        """Who is hidden has less to fear, wherever one can hide."""
        found = super().danger(me, cell, extra)
        if me.team.stealth and not self.b.terrain(cell).no_stealth:
            found *= 1 - self.temper.hide
        return found

    def cover(self, me: Team) -> float:
        """What a hidden Fireteam loses when it fires."""
        return self.temper.hide * super().danger(me, me.team.cell) if me.team.stealth else 0.0

    def deeds(self, decision: Decision, player: Player) -> list[tuple[float, Choice]]:
        """The same, with Terrain to be laid, and with what can be done after it in the same turn."""
        found = self.single(decision.options, player)
        if self.b.actions:
            return found
        found.sort(key=lambda each: -each[0])
        best = max([value for value, choice in found if choice.do != "play" and choice.do not in ENDING], default=0.0)
        whole = []
        for place, (value, choice) in enumerate(found):
            if choice.do == "play":
                value += max(0.0, best)  # costs no action
            elif choice.do not in ENDING and place < weights.SECOND_ACTIONS:
                value += self.after(choice, player)
            whole.append((value, choice))
        return whole

    def single(self, options: Callable[[], list[Choice]], player: Player) -> list[tuple[float, Choice]]:
        """What can be done with one action, or with both for one thing."""
        me = self.picture.teams[self.b.active]
        question = Decision(player.seat, "action", "", "", options)
        cover = self.cover(me)
        found = [
            (value - cover if choice.do == "attack" else value, choice)
            for value, choice in super().deeds(question, player)
        ]
        return found + self.layings(me, options(), player)

    def layings(self, me: Team, options: list[Choice], player: Player) -> list[tuple[float, Choice]]:
        """16.10, 17.21 Each kind of Terrain in the hand where it serves best, by an order or by scouts."""
        b = self.b
        scouts = [each for each in options if each.do == "play" and b.card(card_number(each.piece)).decision == RECON]
        orders = {}
        for choice in options:
            if choice.do == "terrain":
                orders[b.card(card_number(choice.piece)).terrain] = choice
        if not scouts and not orders:
            return []
        found = self.sites(me.team, player.hand)
        laid = [(found[kind.key][0], orders[kind]) for kind in orders if kind is not None and kind.key in found]
        best = max([value for value, _ in found.values()], default=0.0)
        return laid + [(best - weights.SCOUTS, choice) for choice in scouts[:1]]

    def sites(self, team: Fireteam, cards: list[int]) -> dict[str, Site]:
        """The best position for each kind of Terrain among some cards, by its key."""
        kinds = {kind.key: kind for number in cards if (kind := self.b.card(number).terrain) is not None}
        return sites(self, team, [kind for kind in kinds.values() if not kind.no_movement])

    # The second action -------------------------------------------------------------------------

    def after(self, choice: Choice, player: Player) -> float:
        """The best second action after a first, as far as the first can be foreseen."""
        b, team = self.b, self.b.active_team
        there = False
        if choice.do == "maneuver":
            cell = b.cell_called(choice.to)
            if any(other.side != self.side for other in b.at(cell)):
                return 0.0
            there = team.heading >= 0 or is_fast(b, team, b.terrain(cell))
            if not there and self.arrives(team, player, cell):
                return 0.0  # it takes both
        twin = b.copy()
        hand = twin.players[player.index].hand
        if choice.do in ORDERS or choice.do == "terrain":
            hand.remove(card_number(choice.piece))
        elif choice.do == "stealth" and hand:
            hand.remove(min(hand, key=lambda number: keep(b, player, number)))
        foresee(twin, choice, there)
        return self.second(twin, choice, player)

    def second(self, twin: Battle, choice: Choice, player: Player) -> float:
        """The best that is left to do, once the first action is done; never the same thing twice."""
        team, same = twin.active_team, twin.players[player.index]
        options = [
            each
            for each in order_choices(twin, team, same) + engineering.choices(twin, team, same)
            if each.do not in ("transfer", "terrain") and (each.do, each.to) != (choice.do, choice.to)
        ]
        if not options:
            return 0.0
        found = Planner(twin, self.side).single(options.copy, same)
        return max([0.0, *[value for value, _ in found]])


def foresee(b: Battle, choice: Choice, there: bool) -> None:
    """The active Fireteam after an action, without what the cards decide."""
    team = b.active_team
    b.actions = 1
    if choice.do == "stealth":
        team.stealth = True
    elif choice.do in ("entrench", "sap"):
        team.dug_in = True
    elif choice.do == "attack":
        enemy = b.find_team(choice.to)
        if enemy is not None:
            b.targets.append(enemy.index)
        team.stealth = False
    elif choice.do == "maneuver":
        cell = b.cell_called(choice.to)
        team.moved = True
        if there:
            team.cell, team.heading, team.dug_in = cell, NOWHERE, False
            team.stealth = team.stealth and not b.terrain(cell).no_stealth
        else:
            team.heading, b.maneuvers = cell, 1
