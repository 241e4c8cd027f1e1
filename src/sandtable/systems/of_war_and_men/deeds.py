"""What the active Fireteam might do, each with what it is worth: the quick judgement behind plans and play-outs."""

from sandtable.systems.of_war_and_men import missions
from sandtable.systems.of_war_and_men.book import FACES
from sandtable.systems.of_war_and_men.keeping import CROWD, FRESH, keep, useless
from sandtable.systems.of_war_and_men.movement import is_fast
from sandtable.systems.of_war_and_men.outlook import DUCKED, Picture, Team
from sandtable.systems.of_war_and_men.pieces import SATCHEL, SUPPRESSED, TRUCK, WOUNDED, Battle, Fireteam, Player
from sandtable.systems.of_war_and_men.plays import play_worth
from sandtable.systems.of_war_and_men.sight import flanks
from sandtable.systems.of_war_and_men.tables import NUMBERS
from sandtable.systems.of_war_and_men.tasks import NOTHING, Task, tasks
from sandtable.table.decision import Choice, Decision

THREAT, DANGER = 0.45, 0.55  # attacks to come: one's own, the enemy's
AMMUNITION, MARCH = 0.1, 0.06  # what an Attack order and a Maneuver order cost
CARD = 0.08  # part of what cards are worth to keep that counts now
SPENT = 0.2  # what a card is worth that will be drawn in the place of one that is spent
PLENTY = 0.03  # what an Attack order costs who has more than enough of them
HURRY = 0.65  # part of a new place's worth that is gained by being there a turn earlier
HIDE = 0.7  # part of the danger that stealth keeps away
ALWAYS = 9.0  # free, and never wrong
THING = {TRUCK: 2.5}  # an attack on it; Lu is everything
LATER = 1.2  # how much better another Fireteam's attack must be to leave it the card


class Mind:
    """The judgement of one side at one moment."""

    __slots__ = ("b", "foes", "picture", "side", "tasks")

    def __init__(self, b: Battle, side: int, picture: Picture | None = None) -> None:
        self.b = b
        self.side = side
        self.picture = picture or Picture(b)
        self.foes = self.picture.sides[1 - side]
        self.tasks = tasks(self.picture, side)

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
        value += THREAT * self.picture.threat(me, cell, self.foes)
        value -= DANGER * self.picture.danger(me, cell, self.foes)
        if self.b.tokens and self.b.has_token(SATCHEL, cell):
            value -= DUCKED * me.worth
        return value

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
            woman = missions.lu(b)
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
        """The options of the active Fireteam with their values; of the same deed with several cards one is left."""
        b = self.b
        team = b.active_team
        me = self.picture.teams[team.index]
        found: list[tuple[float, Choice]] = []
        seen: dict[tuple[str, str], float] = {}
        spare = useless(b, player)
        here: float | None = None
        for choice in decision.options():
            do = choice.do
            if do in ("attack", "maneuver"):
                card = int(choice.piece.removeprefix("card-"))
                cost = keep(b, player, card)
                key = (do, choice.to)
                if key in seen and seen[key] <= cost and do == "maneuver":
                    continue
                seen[key] = cost
                if do == "attack":
                    value = self.attack_worth(me, choice, player)
                else:
                    here = self.post(me, team.cell) if here is None else here
                    value = self.move_worth(me, choice, player, here)
            elif do == "pass":
                value = 0.0
            elif do == "redraw":
                if choice.number != min(len(spare), NUMBERS.redrawn):
                    continue
                value = CARD * sum([FRESH - each for each in spare[: choice.number]])
            elif do == "stealth":
                value = HIDE * DANGER * self.picture.danger(me, team.cell, self.foes) - self.price(spare)
            elif do == "rally":
                value = self.rally_worth(me, choice)
            elif do in ("entrench", "sap"):
                value = self.trench_worth(me)
            elif do in ("crew", "sight"):
                value = self.gun_worth(me, choice) - self.price(spare)
            elif do == "recognise":
                value = ALWAYS
            elif do == "repair":
                value = 3.0
            elif do == "disarm":
                value = 1.0 if self.b.terrain(team.cell).key == "bridge" else -1.0
            elif do == "play":
                value = play_worth(b, player, choice, self.picture)
            elif do in ("uncrew", "unsight"):
                value = 0.15 * self.gap(team, team.cell) - 0.2
            elif do in ("terrain", "transfer", "wishes", "wait"):
                continue
            else:
                value = 0.3  # free abilities of traits
            found.append((value, choice))
        return found

    def price(self, spare: list[float]) -> float:
        """What an Engineering Action costs: the least of one's cards, for which another will be drawn."""
        return CARD * ((spare[0] if spare else FRESH) - SPENT)

    def attack_worth(self, me: Team, choice: Choice, player: Player) -> float:
        """An Attack order, less the card; nothing while others of the squad would make more of it."""
        b = self.b
        enemy = b.team(choice.to)
        if enemy is None:
            return THING.get(choice.to, 8.0)
        card = b.card(int(choice.piece.removeprefix("card-")))
        value = self.attack(me, self.picture.teams[enemy.index], card.strength)
        held = sum(b.card(number).order == "attack" for number in player.hand)
        better = 0
        for other in self.picture.sides[self.side]:
            if other is not me and not other.team.activated and other.team.player == player.index:
                better += self.best_attack(other) > LATER * value
        return value - (AMMUNITION if held <= CROWD else PLENTY) if held > better else -0.1

    def move_worth(self, me: Team, choice: Choice, player: Player, here: float) -> float:
        """A Maneuver order: the new place against the old one, danger on the way, the cards."""
        b, team = self.b, me.team
        cell = b.cell_called(choice.to)
        enemy = next((other for other in b.at(cell) if b.side(other) != self.side), None)
        now = self.arrives(team, player, cell)
        if enemy is not None and not missions.peace_at(b, cell):
            if not now:
                return -0.5
            return self.assault_worth(me, self.picture.teams[enemy.index]) + self.duty(team, cell) - here - MARCH
        if any(other is not team and other.cell == cell for other in b.teams):
            return -0.5  # merging makes a large target
        if any(other is not team and other.heading == cell and b.side(other) == self.side for other in b.teams):
            return -0.5
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
        cell, foes = me.team.cell, self.foes
        more = self.picture.danger(me, cell, foes, NUMBERS.moving) - self.picture.danger(me, cell, foes)
        return DANGER * more

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
        return chance * foe.worth - (1 - chance) * me.worth - 0.15 * me.worth

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

    def rally_worth(self, me: Team, choice: Choice) -> float:
        """Men on their feet again: they fire, move, and are not routed."""
        b = self.b
        down = sorted([man.card.points for man in b.men(me.team) if man.condition == SUPPRESSED], reverse=True)
        card = b.card(int(choice.piece.removeprefix("card-")))
        faces = FACES[card.strength]
        value = sum([0.03 * points * (faces - place) / faces for place, points in enumerate(down)])
        return value + 0.1 * min(2, self.gap(me.team, me.team.cell))

    def trench_worth(self, me: Team) -> float:
        """An entrenchment for a Fireteam that stays."""
        cell, foes = me.team.cell, self.foes
        if me.team.heading >= 0 or self.gap(me.team, cell) > 1:
            return -0.1
        danger = self.picture.danger(me, cell, foes)
        return 0.02 + 2 * DANGER * (danger - self.picture.danger(me, cell, foes, -1))

    def gun_worth(self, me: Team, choice: Choice) -> float:
        """A machine gun with a crew, a rifle with a scope: for a Fireteam that stays."""
        if self.gap(me.team, me.team.cell) > 1:
            return -0.1
        return 0.02 + 0.4 * self.picture.threat(me, me.team.cell, self.foes)
