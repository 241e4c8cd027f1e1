"""What the active Fireteam might do, each with what it is worth: the quick judgement behind plans and play-outs."""

from collections.abc import Callable

import msgspec

from sandtable.systems.of_war_and_men.rules.card_questions import card_number
from sandtable.systems.of_war_and_men.rules.explosion import BRIDGE
from sandtable.systems.of_war_and_men.rules.maneuver import is_fast
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import flanks
from sandtable.systems.of_war_and_men.state.book import FACES, ORDERS
from sandtable.systems.of_war_and_men.state.pieces import (
    SATCHEL,
    SUPPRESSED,
    TRUCK,
    WOUNDED,
    Battle,
    Fireteam,
    Player,
)
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.systems.of_war_and_men.thinking.card_worth import CROWD, FRESH, keep, useless
from sandtable.systems.of_war_and_men.thinking.decision_worth import play_worth
from sandtable.systems.of_war_and_men.thinking.firepower import DUCKED, Picture, Team
from sandtable.systems.of_war_and_men.thinking.objectives import NOTHING, Task, tasks
from sandtable.table.decision import Choice, Decision

MARCH = 0.03  # what a Maneuver order costs
CARD = 0.08  # part of what cards are worth to keep that counts now
SPENT = 0.2  # what a card is worth that will be drawn in the place of one that is spent
HURRY = 0.65  # part of a new place's worth that is gained by being there a turn earlier
ALWAYS = 9.0  # free, and never wrong
THING = {TRUCK: 2.5}  # an attack on it; Lu is everything
LATER = 1.2  # how much better another Fireteam's attack must be to leave it the card


class Weights(msgspec.Struct, frozen=True):
    """What a judgement makes of risks and costs."""

    danger: float  # attacks of the enemy that are to come
    ammunition: float  # what an Attack order costs, and what it costs who has more than enough of them
    plenty: float
    blood: float  # part of a Fireteam that even a won assault costs
    threat: float = 0.45  # an attack of one's own that is to come
    hide: float = 0.7  # part of the danger that stealth keeps away


QUICK = Weights(0.55, 0.06, 0.03, 0.15)


class Mind:
    """The judgement of one side at one moment."""

    __slots__ = ("b", "foes", "here", "picture", "side", "spare", "tasks", "weights")

    def __init__(self, b: Battle, side: int, picture: Picture | None = None, weights: Weights = QUICK) -> None:
        self.b = b
        self.side = side
        self.picture = picture or Picture(b)
        self.foes = self.picture.sides[1 - side]
        self.tasks = tasks(self.picture, side)
        self.weights = weights
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
        value += self.weights.threat * self.picture.threat(me, cell, self.foes)
        value -= self.danger(me, cell)
        if self.b.tokens and self.b.has_token(SATCHEL, cell):
            value -= DUCKED * me.worth
        return value

    # Danger ------------------------------------------------------------------------------------

    def danger(self, me: Team, cell: int, extra: int = 0) -> float:
        """What the enemy will do to a Fireteam in a cell."""
        return self.weights.danger * self.picture.danger(me, cell, self.foes, extra)

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
            factor += 0.3
        if foe.team.heading >= 0:
            factor += 0.2
        if "lu" in b.mission.switches:
            woman = mission_rules.lu(b)
            if woman is not None and woman.team == foe.team.index:
                factor += 1.0
        head = b.notes.get(f"head {1 - self.side}", -1)
        if head >= 0 and b.soldiers[head].team == foe.team.index:
            factor += 0.5
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
                    value -= CARD * keep(self.b, player, number)
                key = (choice.do, choice.to, "")
            if value is not None and (key not in found or value > found[key][0]):
                found[key] = (value, choice)
        return list(found.values())

    def price(self) -> float:
        """What an Engineering Action costs: the least of one's cards, for which another will be drawn."""
        return CARD * ((self.spare[0] if self.spare else FRESH) - SPENT)

    def hold(self, me: Team, choice: Choice, player: Player) -> float | None:
        return 0.0

    def ignore(self, me: Team, choice: Choice, player: Player) -> float | None:
        return None

    def ability(self, me: Team, choice: Choice, player: Player) -> float | None:
        """Free abilities of traits."""
        return 0.3

    def redraw(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.6.i Fresh cards for all that are no use."""
        if choice.number != min(len(self.spare), NUMBERS.redrawn):
            return None
        return CARD * sum([FRESH - each for each in self.spare[: choice.number]])

    def stealth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.7 A part of the danger is kept away."""
        return self.weights.hide * self.danger(me, me.team.cell) - self.price()

    def recognise(self, me: Team, choice: Choice, player: Player) -> float | None:
        return ALWAYS

    def repair(self, me: Team, choice: Choice, player: Player) -> float | None:
        """11.6.e The truck must go on."""
        return 3.0

    def disarm(self, me: Team, choice: Choice, player: Player) -> float | None:
        """18.4.f A life is risked for a bridge, for nothing less."""
        return 1.0 if self.b.terrain(me.team.cell).key == BRIDGE else None

    def play(self, me: Team, choice: Choice, player: Player) -> float | None:
        return play_worth(self.b, player, choice, self.picture)

    def let_go(self, me: Team, choice: Choice, player: Player) -> float | None:
        """16.6.h A crew that has a way to go."""
        return 0.15 * self.gap(me.team, me.team.cell) - 0.2

    def attack_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """An Attack order, less the card; nothing while others of the squad would make more of it."""
        b = self.b
        enemy = b.find_team(choice.to)
        if enemy is None:
            return THING.get(choice.to, 8.0)
        card = b.card(card_number(choice.piece))
        value = self.attack(me, self.picture.teams[enemy.index], card.strength)
        held = sum(b.card(number).order == "attack" for number in player.hand)
        better = 0
        for other in self.picture.sides[self.side]:
            if other is not me and not other.team.activated and other.team.player == player.index:
                better += self.best_attack(other) > LATER * value
        return value - (self.weights.ammunition if held <= CROWD else self.weights.plenty) if held > better else None

    def move_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """A Maneuver order: the new place against the old one, danger on the way, the cards."""
        b, team = self.b, me.team
        if self.here is None:
            self.here = self.post(me, team.cell)
        here = self.here
        cell = b.cell_called(choice.to)
        enemy = next((other for other in b.at(cell) if b.side(other) != self.side), None)
        now = self.arrives(team, player, cell)
        if enemy is not None and not mission_rules.peace_at(b, cell):
            if not now:
                return None
            return self.assault_worth(me, self.picture.teams[enemy.index]) + self.duty(team, cell) - here - MARCH
        if any(other is not team and other.cell == cell for other in b.teams):
            return None  # merging makes a large target
        if any(other is not team and other.heading == cell and b.side(other) == self.side for other in b.teams):
            return None
        gain = self.post(me, cell) - here
        if team.heading >= 0:
            relief = self.exposure(me)
            return HURRY * gain + relief - 2 * MARCH
        if now:
            return gain - (MARCH if is_fast(b, team, b.terrain(cell)) else 2 * MARCH)
        return 0.8 * gain - self.exposure(me) - MARCH

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
            theirs *= 1.4
        if me.team.stealth:
            mine *= 1.4
        mine, theirs = mine * me.count, theirs * foe.count
        if mine + theirs == 0:
            return 0.0
        chance = mine * mine / (mine * mine + theirs * theirs)
        return chance * foe.worth - (1 - chance) * me.worth - self.weights.blood * me.worth

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
                total += chance * chance if man.condition == SUPPRESSED else chance
        return total / count if count else 0.0

    def rally_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """Men on their feet again: they fire, move, and are not routed."""
        b = self.b
        down = sorted([man.card.points for man in b.men(me.team) if man.condition == SUPPRESSED], reverse=True)
        card = b.card(card_number(choice.piece))
        faces = FACES[card.strength]
        value = sum([0.03 * points * (faces - place) / faces for place, points in enumerate(down)])
        return value + 0.1 * min(2, self.gap(me.team, me.team.cell))

    def trench_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """An entrenchment for a Fireteam that stays."""
        cell = me.team.cell
        if me.team.heading >= 0 or self.gap(me.team, cell) > 1:
            return None
        return 0.02 + 2 * (self.danger(me, cell) - self.danger(me, cell, -NUMBERS.entrenched))

    def gun_worth(self, me: Team, choice: Choice, player: Player) -> float | None:
        """A machine gun with a crew, a rifle with a scope: for a Fireteam that stays."""
        if self.gap(me.team, me.team.cell) > 1:
            return None
        return 0.02 + 0.4 * self.picture.threat(me, me.team.cell, self.foes) - self.price()


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
    "wishes": Mind.ignore,
}
