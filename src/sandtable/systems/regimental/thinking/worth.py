"""How well a side stands, and what an attack promises it from exact odds."""

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.attack import may_attack, new_combat, partners, targets
from sandtable.systems.regimental.rules.combat_dice import gun_dice, stand_dice
from sandtable.systems.regimental.rules.victory import points
from sandtable.systems.regimental.showing.odds import fill, mean_losses, pool, reckon, with_full_defence
from sandtable.systems.regimental.state.pieces import MOVES, ORDERS, Battle, Combat, Regiment, Stand
from sandtable.systems.regimental.thinking.weights import Attack, Position
from sandtable.table.decision import Choice, Decision


def stand_worth(stand: Stand) -> float:
    """Strength, and the dice that go with it."""
    return Position.STRENGTH * stand.sp + Position.DIE * min(stand.type.dice, stand.sp)


def evaluate(b: Battle, side: int) -> float:
    """How well a side stands: material, objectives, and how near it is to those it wants."""
    return worth(b, side) - worth(b, 1 - side)


def worth(b: Battle, side: int) -> float:
    total = 0.0
    for regiment in b.regiments:
        if regiment.side == side and not regiment.gone:
            total += regiment_worth(b, regiment)
    for gun in b.batteries(side):
        total += stand_worth(gun) + battery_place(b, gun)
    for number, objective in enumerate(b.scenario.objectives):
        if b.holders[number] == side:
            total += Position.POINT * objective.points
            if objective.hex in b.at and b.stands[b.at[objective.hex]].side == side:
                total += Position.GUARD * objective.points
    total += Position.AIR * b.air[side]
    if b.phase == ORDERS:
        return total
    if b.active >= 0 and b.regiments[b.active].side == side and b.stage == MOVES and b.combat is None:
        total += Position.COMING_ATTACK * best_attack(b, b.regiments[b.active])
    return total


def regiment_worth(b: Battle, regiment: Regiment) -> float:
    """Its stands and companies, in command, and near what it is after."""
    hq = b.hq_of(regiment)
    total = 0.0 if hq is None else Position.HQ
    goals = goals_of(b, regiment)
    radius = b.ground.numbers["command"]
    if hq is not None and b.active == regiment.index and b.stage == MOVES and not hq.moved:
        radius += hq.rate.normal  # the HQ moves last and can still close up
    zone = b.enemy_zone(regiment.side)
    for stand in b.stands_of(regiment):
        total += stand_worth(stand)
        if stand.company >= 0:
            total += Position.COMPANY
        away = b.ground.distance[stand.hex]
        if stand.type.hq:
            if zone >> stand.hex & 1:
                total -= Position.HQ_IN_ZONE
            continue
        if hq is not None and away[hq.hex] > radius:
            total -= Position.STRAY
        if goals:
            total -= Position.APPROACH * min([away[goal] for goal in goals])
    return total


def goals_of(b: Battle, regiment: Regiment) -> list[int]:
    """The objectives it wants to reach: those not held, or if all are, those it holds."""
    wanted = [o.hex for n, o in enumerate(b.scenario.objectives) if b.holders[n] != regiment.side]
    return wanted or [o.hex for o in b.scenario.objectives]


def battery_place(b: Battle, gun: Stand) -> float:
    """A battery wants the enemy within range and not at its throat."""
    near = b.ground.nearest(gun.hex, b.enemies(gun.side))
    if near < Position.BATTERY_CLOSE:
        return -Position.BATTERY_IN_DANGER * (Position.BATTERY_CLOSE - near)
    return -Position.BATTERY_APPROACH * max(0, near - Position.BATTERY_FAR)


# Attacks -----------------------------------------------------------------------------------------


def best_attack(b: Battle, regiment: Regiment) -> float:
    """What the best attack from where the regiment stands now promises; nothing if none does."""
    best = 0.0
    if regiment.order not in ("M", "H"):
        return best
    for stand in b.stands_of(regiment):
        if may_attack(b, stand):
            for target in bits(targets(b, stand)):
                best = max(best, quick_gain(b, stand, target))
    return best


def quick_gain(b: Battle, stand: Stand, target: int) -> float:
    """A rough promise of an attack by one stand, from mean hits alone."""
    enemy = b.stands[b.at[target]]
    close = b.ground.distance[stand.hex][target] == 1
    chart = b.scenario.rulebook.chart
    status = b.status(enemy)
    row = chart[f"attack_{status}"]
    given = (stand_dice(b, stand, enemy, close, True) + Attack.SUPPORT) * (7 - row.hits) / 6
    taken = 0.0
    if status != "R":
        back = chart[f"defend_{status}"]
        taken = stand_dice(b, enemy, stand, close, False) * (7 - back.hits) / 6
    gain = Attack.HIT * (given - Attack.RISK * taken)
    if close and given > taken:
        gain += Position.POINT * Attack.ROUGH_PRIZE * prize(b, stand.side, target)
    return gain


def prize(b: Battle, side: int, place: int) -> int:
    """The points a side would take with this hex."""
    for number, objective in enumerate(b.scenario.objectives):
        if objective.hex == place and b.holders[number] != side:
            return objective.points
    return 0


def urgency(b: Battle, side: int) -> float:
    """The later it is, the more ground counts for a side that is behind."""
    return 1.0 + Attack.HURRY * b.round_number / b.scenario.turns if behind(b, side) else 1.0


def attack_gain(b: Battle, combat: Combat) -> float:
    """What a combat promises the attacker, exactly in hits and losses, with all support on both sides."""
    odds = reckon(b, with_full_defence(b, combat))
    defender = b.stands[combat.defender]
    most = b.ground.numbers["hex_loss"]
    each = stand_worth(defender) / max(1, defender.sp)
    gain = each * mean_losses(odds.attacker_hits, min(most, defender.sp + 1))
    cost = Attack.LOSS * mean_losses(odds.defender_hits, most * len(combat.attackers))
    hurry = urgency(b, combat.side)
    for scored, p in enumerate(odds.attacker_hits):
        for suffered, q in enumerate(odds.defender_hits):
            chance = float(p * q)
            if not odds.close or scored == suffered:
                continue
            if scored > suffered:
                held = Attack.DUG_IN if b.status(defender) == "D" else 1.0
                ground = Position.POINT * Attack.PRIZE * prize(b, combat.side, combat.target)
                gain += chance * held * (Attack.THROWS_BACK + ground)
            else:
                cost += Attack.THROWN_BACK * chance
    return gain * hurry - cost


def full_attack(b: Battle, stand: Stand, target: int) -> Combat:
    """The attack with the best partner and all support."""
    combat = new_combat(b, stand, target)
    others = partners(b, combat)
    if others:
        combat.attackers.append(best_partner(b, combat, others).index)
    fill(b, combat, 0)
    return combat


def best_partner(b: Battle, combat: Combat, others: list[Stand]) -> Stand:
    enemy = b.stands[combat.defender]
    away = b.ground.distance[combat.target]
    return max(others, key=lambda stand: stand_dice(b, stand, enemy, away[stand.hex] == 1, True))


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    """For attacks and barrages: the present worth and what they promise."""
    stand = b.find_stand(choice.piece)
    if stand is None:
        return None
    if choice.do == "attack":
        return evaluate(b, side) + attack_gain(b, full_attack(b, stand, b.ground.index[choice.to]))
    if choice.do == "barrage":
        target = b.stands[b.at[b.ground.index[choice.to]]]
        row = b.scenario.rulebook.chart[f"attack_{b.status(target)}"]
        hit = 1 - float(pool(gun_dice(b, stand, target), row)[0])
        return evaluate(b, side) + hit * (stand_worth(target) / target.sp + Attack.BARRAGE)
    return None


def behind(b: Battle, side: int) -> bool:
    """Whether a side must still take something: without it the battle is not won."""
    victory = b.scenario.victory
    held = points(b, victory.side)
    return held < victory.win if side == victory.side else held >= victory.draw
