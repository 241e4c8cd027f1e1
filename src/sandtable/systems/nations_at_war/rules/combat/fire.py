"""5.1 Ranged Combat and 5.2 Acquisition: who may fire at whom, with which numbers, and what follows."""

from collections.abc import Generator

from sandtable.geometry.hexes import mask_of
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, drop_acquisition, suffer, worst
from sandtable.systems.nations_at_war.rules.dice import FATE_SAVE, Outcome, between, roll
from sandtable.systems.nations_at_war.state.counters import Weapon
from sandtable.systems.nations_at_war.state.pieces import Battle, Hq, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

# Why a unit fires: in its own impulse, on the move, or in the enemy's impulse.
FIRE, MOVE_AND_FIRE, OPPORTUNITY, OVERWATCH = range(4)
NO_DICE = (0, 0)  # what attack_numbers says of an attack that may not be made
KIND = ("fire", "move and fire", "opportunity fire", "overwatch fire")
RULE = ("5.1.1.d", "4.1.e", "5.3.a", "11.0.d")

Notes = list[Modifier]


def weapon_against(unit: Unit, hard: bool) -> Weapon | None:
    """5.1.g, 2.5.1, 2.6.a: AP against hard targets, HE against soft ones."""
    return unit.face.ap if hard else unit.face.he


def is_augmented(unit: Unit, hard: bool) -> bool:
    """5.1.7 A plus with the weapon used, or 2.7.3.b that of a Support Weapon."""
    weapon = weapon_against(unit, hard)
    support = unit.weapon
    if support is not None and (support.ap_plus if hard else support.he_plus):
        return True
    return weapon is not None and weapon.augmented


def attack_numbers(
    b: Battle,
    unit: Unit,
    hard: bool,
    distance: int,
    moving: bool,
    leadership: int,
    acquired: bool,
    notes: Notes | None = None,
) -> tuple[int, int]:
    """5.1.1 Dice and To-Hit of a ranged attack; no dice when it may not be made.

    All modifiers come before the roll (5.1.1.e). Their order is that of the ruling to 4.1.e: Support Weapon,
    Leadership, move and fire, range, acquisition, limits. The distance, which counts the hex of the target (5.1.1.b),
    gives the band of range (5.1.1.c); an acquired target counts once (5.2.d).
    """
    weapon = unit.face.ap if hard else unit.face.he
    if weapon is None:
        return NO_DICE
    dice = weapon.firepower
    to_hit = weapon.to_hit
    reach = weapon.range
    support = unit.weapon
    if support is not None:  # 2.7.3.a
        more = support.ap_firepower if hard else support.he_firepower
        farther = support.ap_range if hard else support.he_range
        dice += more
        reach += farther
        if notes is not None and (more or farther):
            notes.append(Modifier(more, f"{support.name}, +{more} Firepower and +{farther} range", "2.7.3.a"))
    printed = dice
    if leadership:
        dice += leadership
        if notes is not None:
            notes.append(Modifier(leadership, "Leadership dice", "2.5.6.2.b"))
    if unit.leader is not None:
        dice += unit.leader[0]
        if notes is not None:
            notes.append(Modifier(unit.leader[0], "leader's dice", "10.5.b"))
    numbers = b.ground.numbers
    if moving:
        dice += numbers["move_and_fire_dice"]
        to_hit += numbers["move_and_fire_to_hit"]
        if notes is not None:
            notes.append(Modifier(numbers["move_and_fire_dice"], "move and fire, Firepower", "4.1.e"))
            notes.append(Modifier(numbers["move_and_fire_to_hit"], "move and fire, To-Hit", "4.1.e"))
    if distance > reach:
        if weapon.underlined or distance > reach * numbers["extended_times"]:
            return NO_DICE  # 5.1.5.1, 5.1.4.a
        if weapon.to_hit >= 6:
            if printed <= 1:
                return NO_DICE  # 5.1.4.c
            dice += numbers["extended_dice"]  # 5.1.4.b
            if notes is not None:
                notes.append(Modifier(numbers["extended_dice"], "Extended Range, Firepower", "5.1.4.b"))
        else:
            to_hit += numbers["extended_to_hit"]
            if notes is not None:
                notes.append(Modifier(numbers["extended_to_hit"], "Extended Range, To-Hit", "5.1.4.a"))
    elif distance <= reach // numbers["reduced_divisor"] and not weapon.underlined:
        to_hit += numbers["reduced_to_hit"]
        if notes is not None:
            notes.append(Modifier(numbers["reduced_to_hit"], "Reduced Range, To-Hit", "5.1.5"))
    if acquired:
        to_hit += numbers["acquired_to_hit"]
        if notes is not None:
            notes.append(Modifier(numbers["acquired_to_hit"], "acquired, To-Hit", "5.2.c"))
    most = numbers["to_hit_most"]
    if to_hit > most:
        if notes is not None:
            notes.append(Modifier(most - to_hit, "To-Hit above 6, Firepower", "4.1.e"))
        dice -= to_hit - most
        to_hit = most
    if to_hit < numbers["to_hit_least"]:
        to_hit = numbers["to_hit_least"]
    return (dice, to_hit) if dice > 0 else NO_DICE


def concealed(b: Battle, target: Unit) -> bool:
    """5.1.2.1 In concealing terrain, no Ops Complete, nobody near who sees through it, not acquired.

    It is worked out whenever it matters, and never stored (5.1.2.1.b).
    """
    if target.ops_complete:
        return False
    place = target.hex
    ground = b.ground
    hard = target.face.hard
    kind = ground.terrain[place]
    if not (kind.conceals_hard if hard else kind.conceals_soft):
        by_wreck = b.wrecks >> place & 1 and (ground.wreck.conceals_hard if hard else ground.wreck.conceals_soft)
        by_ditch = b.ditches >> place & 1 and (ground.ditch.conceals_hard if hard else ground.ditch.conceals_soft)
        if not by_wreck and not by_ditch:
            return False
    away = ground.distance[place]
    reach = ground.numbers["recon_range"]
    for enemy in b.units_of[1 - target.side]:
        if enemy.acquired == target.index:
            return False  # 5.2.g
        if enemy.hex < 0 or enemy.disrupted:
            continue
        distance = away[enemy.hex]
        if distance <= 1:
            return False
        if enemy.type.recon and distance <= reach and b.sees(enemy.hex, place):
            return False  # 2.6.2.c
    return not (b.plane >= 0 and plane_side(b) != target.side and away[b.plane] <= ground.numbers["plane_radius"])


def plane_side(b: Battle) -> int:
    """RP.a The side that flies the recon plane."""
    for side, spec in enumerate(b.scenario.sides):
        if any(aircraft.recon for aircraft in spec.aircraft):
            return side
    return -1


def defence_numbers(
    b: Battle, target: Unit, start: int, moving: bool, unconcealed: bool, notes: Notes | None = None
) -> tuple[int, int]:
    """Save dice and Save Number of a target attacked from the hex `start` (5.1.1.f-g, 5.1.2)."""
    ground = b.ground
    from_below = start >= 0 and not ground.hill >> start & 1
    bonus = cover_dice(b, target.hex, target.face.hard, from_below, b.smoke.get(start, 0), notes)
    if not moving and not unconcealed and concealed(b, target):
        bonus += ground.numbers["conceal_dice"]
        if notes is not None:
            notes.append(Modifier(ground.numbers["conceal_dice"], "concealed", "5.1.2.1.a"))
    return save_numbers(b, target, bonus, notes)


def cover_dice(b: Battle, place: int, hard: bool, from_below: bool, smoke: int, notes: Notes | None = None) -> int:
    """5.1.2 The dice of a hex for a target in it; SM.c the thicker of its smoke and of `smoke`, the attacker's.

    A Wreck gives cover (5.1.3.j), and a Ditch to soft targets (7.4.b).
    """
    ground = b.ground
    kind = ground.terrain[place]
    bonus = kind.dice_hard if hard else kind.dice_soft
    if bonus and notes is not None:
        notes.append(Modifier(bonus, kind.name, kind.rule))
    if kind.hill_dice and from_below:
        bonus += kind.hill_dice
        if notes is not None:
            notes.append(Modifier(kind.hill_dice, f"{kind.name}, attacked from ground level", kind.rule))
    if b.wrecks >> place & 1:
        more = ground.wreck.dice_hard if hard else ground.wreck.dice_soft
        bonus += more
        if notes is not None and more:
            notes.append(Modifier(more, "Wreck", "CTEC.wreck"))
    if b.ditches >> place & 1:
        more = ground.ditch.dice_hard if hard else ground.ditch.dice_soft
        bonus += more
        if notes is not None and more:
            notes.append(Modifier(more, "Anti-Tank Ditch", "CTEC.at_ditch"))
    if b.smoke_mask:
        level = max(b.smoke.get(place, 0), smoke)
        bonus += level
        if notes is not None and level:
            notes.append(Modifier(level, "smoke", "SM.c"))
    return bonus


def save_numbers(b: Battle, target: Unit, bonus: int, notes: Notes | None = None) -> tuple[int, int]:
    """Save dice and Save Number of a target with so many dice of cover; armour has a limit (5.1.2.2)."""
    numbers = b.ground.numbers
    if not target.face.hard:
        return (bonus, numbers["soft_save"])  # 5.1.1.g
    cap = numbers["hard_cap"]
    if bonus > cap:
        if notes is not None:
            notes.append(Modifier(cap - bonus, "no more than two for a hard target", "5.1.2.2"))
        bonus = cap
    return (target.face.armor + bonus, target.face.save)  # 5.1.1.f


def leader_for(b: Battle, unit: Unit) -> Hq | None:
    """2.5.6.2.b The HQ of its Formation stacked with a unit whose Leadership is unused in this impulse."""
    for hq in b.hqs:
        if hq.hex == unit.hex and hq.formation == unit.formation and not hq.led and hq.leadership > 0:
            return hq
    return None


def led_by(b: Battle, unit: Unit) -> int:
    """2.5.6.2.b The Leadership that a unit attacks with, which is used now."""
    hq = leader_for(b, unit)
    if hq is None:
        return 0
    hq.led = True
    return hq.leadership


def in_view(b: Battle, unit: Unit) -> list[Unit]:
    """5.1.a The enemy units in sight (6.0.a) and range of a unit that fires at units."""
    face = unit.face
    if (face.ap is None and face.he is None) or unit.type.mortar:
        return []
    away = b.ground.distance[unit.hex]
    farthest = face.farthest if unit.weapon is None else b.ground.size
    near = [enemy for enemy in b.units_of[1 - unit.side] if enemy.hex >= 0 and away[enemy.hex] <= farthest]
    if not near:
        return near
    seen = b.seen_among(unit.hex, mask_of(tuple([enemy.hex for enemy in near])))
    return [enemy for enemy in near if seen >> enemy.hex & 1]


def targets(b: Battle, unit: Unit, moving: bool, enemies: list[Unit] | None = None) -> list[Choice]:
    """5.1.a The shots at enemy units, those in view if none are named; each once more with Leadership if there is
    any."""
    options: list[Choice] = []
    enemies = in_view(b, unit) if enemies is None else enemies
    if not enemies:
        return options
    away = b.ground.distance[unit.hex]
    hq = leader_for(b, unit)
    for enemy in enemies:
        place = enemy.hex
        hard = enemy.face.hard
        acquired = unit.acquired == enemy.index
        if attack_numbers(b, unit, hard, away[place], moving, 0, acquired)[0]:
            options.append(Choice("fire", unit.id, enemy.id))
        if hq is not None and attack_numbers(b, unit, hard, away[place], moving, hq.leadership, acquired)[0]:
            options.append(Choice("fire", unit.id, enemy.id, 1))
    return options


def why_not_ready(unit: Unit) -> tuple[str, str]:
    """Why a unit may not fire at all now; nothing if it may."""
    if unit.disrupted:
        return (f"{unit.name} is Disrupted and cannot fire.", "5.1.3.c")
    if unit.ops_complete:
        return (f"{unit.name} is Ops Complete.", "5.1.a")
    if unit.attacked:
        return (f"{unit.name} has already attacked in this impulse.", "5.1.b")
    return ("", "")


def why_no_fire(b: Battle, unit: Unit, target: Unit, moving: bool) -> tuple[str, str]:
    """Why a unit may not fire at a target: a sentence and the rule; nothing if it may."""
    if target.hex < 0:
        return (f"{target.name} is not on the map.", "5.1.a")
    if target.side == unit.side:
        return (f"{target.name} is a friend.", "5.1.a")
    why, rule = why_not_ready(unit)
    if why:
        return (why, rule)
    if unit.type.mortar:
        return (f"{unit.name} is a mortar: it fires at a hex.", "5.1.6.a")
    hard = target.face.hard
    weapon = weapon_against(unit, hard)
    if weapon is None:
        kind = "AP Firepower against a hard target" if hard else "HE Firepower against a soft target"
        return (f"{unit.name} has no {kind}.", "5.1.g")
    open_line, why, rule = b.ground.sight.explain(unit.hex, target.hex, b.smoke_mask, b.wrecks)
    if not open_line:
        return (f"{unit.name} cannot see {target.name}: {why}.", rule)
    distance = b.ground.distance[unit.hex][target.hex]
    reach = weapon.range
    if unit.weapon is not None:
        reach += unit.weapon.ap_range if hard else unit.weapon.he_range
    if distance > reach:
        farthest = reach if weapon.underlined else reach * b.ground.numbers["extended_times"]
        if distance > farthest:
            rule = "5.1.5.1" if weapon.underlined else "5.1.4.a"
            return (f"{target.name} is {distance} hexes away; {unit.name} reaches {farthest}.", rule)
        printed = weapon.firepower
        if unit.weapon is not None:
            printed += unit.weapon.ap_firepower if hard else unit.weapon.he_firepower
        if printed <= 1 and weapon.to_hit >= 6:
            return (f"{unit.name} with Firepower 1 and To-Hit 6 has no Extended Range.", "5.1.4.c")
    if not attack_numbers(b, unit, hard, distance, moving, 0, unit.acquired == target.index)[0]:
        return (f"{unit.name} has no attack die left for this shot.", "4.1.e")
    return ("", "")


def shoot(b: Battle, unit: Unit, target: Unit, why: int, lead: bool, caught: bool = False) -> Procedure:
    """One ranged attack (5.1.8): numbers, dice, defence, HQ, hits, Ops Complete, acquisition.

    `caught`: the target has just entered its hex (5.3, 11.0.b). A unit that moves and fires acquires nothing (5.2.b).
    """
    ground = b.ground
    place = target.hex
    hard = target.face.hard
    distance = ground.distance[unit.hex][place]
    leadership = led_by(b, unit) if lead else 0
    if unit.acquired >= 0 and unit.acquired != target.index:  # 5.2.e
        drop_acquisition(b, unit, "5.2.e")
    acquired = unit.acquired == target.index
    moving_target = caught or is_moving(b, target)
    notes: Notes = []
    dice, to_hit = attack_numbers(b, unit, hard, distance, why == MOVE_AND_FIRE, leadership, acquired, notes)
    plus = is_augmented(unit, hard)
    unit.attacked = True
    unit.overwatch = False
    outcome = hits_that_count(b, target, unit.hex, moving_target, why == OVERWATCH)
    faces = yield from roll(
        b, unit.side, dice, to_hit, f"{KIND[why]} of {unit.name}", augmented=plus, outcome=outcome
    )
    hits = sum(face >= to_hit for face in faces)  # 5.1.8
    b.tell(
        "fired",
        RULE[why],
        unit.side,
        unit.id,
        target.id,
        place,
        dice=faces,
        need=to_hit,
        value=hits,
        text=KIND[why],
        modifiers=tuple(notes),
    )
    hurt = False
    if hits:
        hits = yield from save(b, target, unit.hex, hits, moving_target, why == OVERWATCH)
        if hits:
            hurt = yield from suffer(b, place, [target], [hits], "5.1.3.h")
    unit.ops_complete = True  # 5.1.c, 5.3.d
    if why == FIRE and not hurt and may_acquire(b, unit, target) and unit.acquired != target.index:
        unit.acquired = target.index
        b.tell("acquired", "5.2.a", unit.side, unit.id, target.id, place)


def hits_that_count(b: Battle, target: Unit, start: int, moving: bool, unconcealed: bool) -> Outcome:
    """9.0.i Hits on a target before its saves: not those that its position cancels, nor those beyond its end."""

    def outcome(hits: int) -> int:
        cancelled = 0 if moving else hits_dug_in(b, target.hex)
        saves = defence_numbers(b, target, start, moving, unconcealed)[0]
        return between(cancelled, cancelled + saves + worst([target]))(hits)

    return outcome


def saves_that_count(units: list[Unit], hits: int, cancelled: int, spare_armor: bool = False) -> Outcome:
    """9.0.i What is left of hits when so many are saved, as far as it hurts."""
    end = worst(units, spare_armor)
    return lambda saved: min(end, max(0, hits - saved - cancelled))


def is_moving(b: Battle, unit: Unit) -> bool:
    """Whether a unit is on the move right now: no concealment, no Improved Position (5.1.2.1, 7.1.c)."""
    return b.action is not None and b.action.moved and unit.index in b.action.units


def save(
    b: Battle, target: Unit, start: int, hits: int, moving: bool, unconcealed: bool
) -> Generator[Decision, Choice, int]:
    """The target cancels hits with armour and terrain dice; an Improved Position the first left."""
    notes: Notes = []
    dice, need = defence_numbers(b, target, start, moving, unconcealed, notes)
    hard = target.face.hard
    if dice > 0:
        plus = hard and target.face.armor_augmented
        outcome = saves_that_count([target], hits, 0 if moving else hits_dug_in(b, target.hex))
        why = f"save of {target.name}"
        faces = yield from roll(b, target.side, dice, need, why, augmented=plus, outcome=outcome, kind=FATE_SAVE)
        saved = min(hits, sum(face >= need for face in faces))
        hits -= saved  # 5.1.1.f, 5.1.1.g
        b.tell(
            "saved",
            "5.1.1.f" if hard else "5.1.1.g",
            target.side,
            target.id,
            place=target.hex,
            dice=faces,
            need=need,
            value=saved,
            modifiers=tuple(notes),
        )
    if hits and not moving:
        hits = dig_in(b, target.hex, hits)  # 7.1.b
    return hits


def dig_in(b: Battle, place: int, hits: int) -> int:
    """7.1.b, CTEC.improved The first hit left of each attack on the hex is cancelled."""
    if hits and b.improved >> place & 1:
        cancelled = min(hits, hits_dug_in(b, place))
        b.tell("dug in", "7.1.b", place=place, value=cancelled)
        return hits - cancelled
    return hits


def hits_dug_in(b: Battle, place: int) -> int:
    """7.1.b How many hits of an attack an Improved Position in the hex cancels."""
    return b.ground.numbers["improved_cancels"] if b.improved >> place & 1 else 0


def may_acquire(b: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a shot that did no harm acquires its target: an AFV in Good Order in a hex without smoke (SM.d)."""
    if min(target.hex, unit.hex) < 0 or unit.disrupted or not target.face.hard:  # 5.2.a
        return False
    if target.disrupted:  # 5.2.j
        return False
    if unit.type.mortar:  # 5.2.i
        return False
    return not b.smoke_mask >> target.hex & 1  # 5.2.h
