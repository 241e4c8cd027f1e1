"""What the active Fireteam might do, each with what it is worth: the quick judgement behind plans and play-outs."""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.explosion import BRIDGE
from sandtable.systems.of_war_and_men.rules.maneuver import is_fast
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import flanks
from sandtable.systems.of_war_and_men.state.book import FACES, ORDERS
from sandtable.systems.of_war_and_men.state.pieces import SATCHEL, SUPPRESSED, WOUNDED, Battle, Fireteam, Player
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.card_worth import keep, useless
from sandtable.systems.of_war_and_men.thinking.decision_worth import play_worth
from sandtable.systems.of_war_and_men.thinking.firepower import Picture, Team
from sandtable.systems.of_war_and_men.thinking.objectives import NOTHING, Task, tasks
from sandtable.systems.of_war_and_men.thinking.weights import Temper
from sandtable.table.decision import Choice, Decision


class Mind:
    """The judgement of one side at one moment."""

    __slots__ = ("b", "foes", "here", "picture", "side", "spare", "tasks", "temper")

    def __init__(self, b: Battle, side: int, picture: Picture | None = None, temper: Temper = weights.QUICK) -> None:
        self.b = b
        self.side = side
        self.picture = picture or Picture(b)
        self.foes = self.picture.sides[1 - side]
        self.tasks = tasks(self.picture, side)
        self.temper = temper
        self.here: float | None = None  # the active Fireteam's place, once it is asked about
        self.spare: list[float] = []  # what the cards are worth that are no use

    def task(self, team: Fireteam) -> Task:
        return self.tasks.get(team.index, NOTHING)

    def duty(self, team: Fireteam, cell: int) -> float:
        """What the Mission gives for being in a cell."""
        task = self.task(team)
        if not task.cells:
            return 0.0
        steps = self.picture.far[cell]
        gap = min([steps[goal] for goal in task.cells]) - task.near
        return task.there if gap <= 0 else -task.step * gap

    def gap(self, team: Fireteam, cell: int) -> int:
        """How many steps are left to where the Fireteam should be."""
        task = self.task(team)
        steps = self.picture.far[cell]
        return max(0, min([steps[goal] for goal in task.cells]) - task.near) if task.cells else 0

    def post(self, me: Team, cell: int) -> float:
        """A cell as a place for a Fireteam."""
        value = self.duty(me.team, cell)
        value += self.temper.threat * self.picture.threat(me, cell, self.foes)
        value -= self.danger(me, cell)
        if self.b.tokens and self.b.has_token(SATCHEL, cell):
            value -= weights.DUCKED * me.worth
        return value

    # Danger ------------------------------------------------------------------------------------

    def danger(self, me: Team, cell: int, extra: int = 0) -> float:
        """What the enemy will do to a Fireteam in a cell."""
        return self.temper.danger * self.picture.danger(me, cell, self.foes, extra)

    # Attack ------------------------------------------------------------------------------------

    def attack(self, me: Team, foe: Team, colour: int = -1) -> float:
        """An attack now."""
        extra = 0
        if foe.team.heading >= 0:
            extra += NUMBERS.moving
        if me.team.stealth:
            extra += NUMBERS.stealth
        if flanks(self.b, me.team, foe.team):
            extra += NUMBERS.flanking
        value = self.picture.fire(me, me.team.cell, foe, foe.team.cell, colour, extra)
        return value * self.importance(foe)

    def importance(self, foe: Team) -> float:
        """Some Fireteams are worth more than their soldiers: on the Mission's place, with Lu, led by the head."""
        b = self.b
        factor = 1.0
        if b.mission.places.get("objective", (-1,))[0] == foe.team.cell:
            factor += weights.ON_OBJECTIVE
        if foe.team.heading >= 0:
            factor += weights.CAUGHT_MOVING
        if "lu" in b.mission.switches:
            woman = mission_rules.lu(b)
            if woman is not None and woman.team == foe.team.index:
                factor += weights.WITH_LU
        head = b.notes.get(f"head {1 - self.side}", -1)
        if head >= 0 and b.soldiers[head].team == foe.team.index:
            factor += weights.WITH_HEAD
        return factor

    def best_attack(self, me: Team) -> float:
        """The best attack of a Fireteam that has yet to act."""
        return max([self.attack(me, foe) for foe in self.foes if not foe.team.stealth], default=0.0)

    # Everything --------------------------------------------------------------------------------

    def deeds(self, decision: Decision, player: Player) -> list[tuple[float, Choice]]:
        """The options of the active Fireteam with their values; of an order with several cards the best card."""
        me = self.picture.teams[self.b.active]
        self.spare = useless(self.b, player)
        found: dict[tuple[str, str, str], tuple[float, Choice]] = {}
        known: dict[tuple[str, str, int], float | None] = {}
        for choice in decision.options():
            rate = RATES.get(choice.do, Mind.ability)
            if choice.do not in ORDERS:
                value = rate(self, me, choice, player)
                key = (choice.do, choice.to, choice.piece)
            else:
                number = card_number(choice.piece)
                same = (choice.do, choice.to, self.b.card(number).strength)
                if same not in known:
                    known[same] = rate(self, me, choice, player)
                value = known[same]
                if value is not None:
                    value -= weights.CARD * keep(self.b, player, number)
                key = (choice.do, choice.to, "")
            if value is not None and (key not in found or value > found[key][0]):
                found[key] = (value, choice)
        return list(found.values())

    def price(self) -> float:
        """What an Engineering Action costs: the least of one's cards, for which another will be drawn."""
        return weights.CARD * ((self.spare[0] if self.spare else weights.FRESH) - weights.DRAWN)

    def hold(self, me: Team, choice: Choice, player: Player) -> float | None:
        return 0.0

    def ignore(self, me: Team, choice: Choice, player: Player) -> float | None:
        return None

    def ability(self, me: Team, choice: Choice, player: Player) -> float | None:
        """Free abilities of traits."""
        return weights.ABILITY

    def redraw(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.6.i Fresh cards for all that are no use."""
        if choice.number != min(len(self.spare), NUMBERS.redrawn):
            return None
        return weights.CARD * sum([weights.FRESH - each for each in self.spare[: choice.number]])

    def stealth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.7 A part of the danger is kept away."""
        return self.temper.hide * self.danger(me, me.team.cell) - self.price()

    def recognise(self, me: Team, choice: Choice, player: Player) -> float | None:
        return weights.ALWAYS

    def repair(self, me: Team, choice: Choice, player: Player) -> float | None:
        """11.6.e The truck must go on."""
        return weights.REPAIR

    def disarm(self, me: Team, choice: Choice, player: Player) -> float | None:
        """18.4.f A life is risked for a bridge, for nothing less."""
        return weights.DISARM if self.b.terrain(me.team.cell).key == BRIDGE else None

    def play(self, me: Team, choice: Choice, player: Player) -> float | None:
        return play_worth(self.b, player, choice, self.picture)

    def let_go(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.6.h A crew that has a way to go."""
        return weights.GUN_GAP * self.gap(me.team, me.team.cell) - weights.GUN_LEFT

    def attack_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """An Attack order, less the card; nothing while others of the squad would make more of it."""
        b = self.b
        enemy = b.find_team(choice.to)
        if enemy is None:
            return weights.THINGS[choice.to]
        card = b.card(card_number(choice.piece))
        value = self.attack(me, self.picture.teams[enemy.index], card.strength)
        held = sum(b.card(number).order == "attack" for number in player.hand)
        better = 0
        for other in self.picture.sides[self.side]:
            if other is not me and not other.team.activated and other.team.player == player.index:
                better += self.best_attack(other) > weights.LATER * value
        return (
            value - (self.temper.ammunition if held <= weights.CROWD else self.temper.plenty)
            if held > better
            else None
        )

    def move_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """A Maneuver order: the new place against the old one, danger on the way, the cards."""
        b, team = self.b, me.team
        if self.here is None:
            self.here = self.post(me, team.cell)
        here = self.here
        cell = b.cell_called(choice.to)
        enemy = next((other for other in b.at(cell) if other.side != self.side), None)
        now = self.arrives(team, player, cell)
        if enemy is not None and not mission_rules.peace_at(b, cell):
            if not now:
                return None
            return (
                self.assault_worth(me, self.picture.teams[enemy.index]) + self.duty(team, cell) - here - weights.MARCH
            )
        if any(other is not team and other.cell == cell for other in b.teams):
            return None  # merging makes a large target
        if any(other is not team and other.heading == cell and other.side == self.side for other in b.teams):
            return None
        gain = self.post(me, cell) - here
        if team.heading >= 0:
            relief = self.exposure(me)
            return weights.HURRY * gain + relief - 2 * weights.MARCH
        if now:
            return gain - (weights.MARCH if is_fast(b, team, b.terrain(cell)) else 2 * weights.MARCH)
        return weights.SET_OUT * gain - self.exposure(me) - weights.MARCH

    def arrives(self, team: Fireteam, player: Player, cell: int) -> bool:
        """Whether a move into a cell can be completed in this turn."""
        b = self.b
        if team.heading >= 0 or is_fast(b, team, b.terrain(cell)):
            return True
        return b.actions + 1 < NUMBERS.actions and sum(b.card(held).order == "maneuver" for held in player.hand) > 1

    def exposure(self, me: Team) -> float:
        """What it costs to be on the move until one's next turn."""
        return self.danger(me, me.team.cell, NUMBERS.moving) - self.danger(me, me.team.cell)

    def assault_worth(self, me: Team, foe: Team) -> float:
        """What comes of an assault, by how many fight and how well."""
        mine, theirs = self.prowess(me.team), self.prowess(foe.team)
        if not foe.team.moved and not me.team.stealth:
            theirs *= weights.READY
        if me.team.stealth:
            mine *= weights.READY
        mine, theirs = mine * me.count, theirs * foe.count
        if mine + theirs == 0:
            return 0.0
        chance = mine * mine / (mine * mine + theirs * theirs)
        return chance * foe.worth - (1 - chance) * me.worth - self.temper.blood * me.worth

    def prowess(self, team: Fireteam) -> float:
        """The chance of a soldier to win a bout, on average."""
        b = self.b
        total, count = 0.0, 0
        for man in b.men(team):
            if man.card.civilian:
                continue
            count += 1
            if man.condition != WOUNDED:
                chance = NUMBERS.success / FACES[man.card.discipline]
                total += chance**NUMBERS.double if man.condition == SUPPRESSED else chance
        return total / count if count else 0.0

    def rally_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """Men on their feet again: they fire, move, and are not routed."""
        b = self.b
        down = sorted([man.card.points for man in b.men(me.team) if man.condition == SUPPRESSED], reverse=True)
        card = b.card(card_number(choice.piece))
        faces = FACES[card.strength]
        value = sum([weights.RALLIED * points * (faces - place) / faces for place, points in enumerate(down)])
        return value + weights.RALLIED_GAP * min(weights.RALLIED_STEPS, self.gap(me.team, me.team.cell))

    def trench_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """An entrenchment for a Fireteam that stays."""
        cell = me.team.cell
        if me.team.heading >= 0 or self.gap(me.team, cell) > weights.STAYING:
            return None
        return weights.DIG + weights.DUG * (self.danger(me, cell) - self.danger(me, cell, -NUMBERS.entrenched))

    def gun_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """A machine gun with a crew, a rifle with a scope: for a Fireteam that stays."""
        if self.gap(me.team, me.team.cell) > weights.STAYING:
            return None
        return weights.GUN + weights.GUN_THREAT * self.picture.threat(me, me.team.cell, self.foes) - self.price()


Rate = Callable[[Mind, Team, Choice, Player], float | None]

RATES: dict[str, Rate] = {
    "pass": Mind.hold,
    "attack": Mind.attack_worth,
    "maneuver": Mind.move_worth,
    "rally": Mind.rally_worth,
    "entrench": Mind.trench_worth,
    "sap": Mind.trench_worth,
    "redraw": Mind.redraw,
    "stealth": Mind.stealth,
    "crew": Mind.gun_worth,
    "sight": Mind.gun_worth,
    "uncrew": Mind.let_go,
    "unsight": Mind.let_go,
    "recognise": Mind.recognise,
    "repair": Mind.repair,
    "disarm": Mind.disarm,
    "play": Mind.play,
    "terrain": Mind.ignore,
    "transfer": Mind.ignore,
}
