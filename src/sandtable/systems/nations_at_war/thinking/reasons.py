"""What a thought tells besides places: Fate Points, drawn markers, headquarters, and how it stands at the end."""

from sandtable.systems.nations_at_war.rules.combat.fire import attack_numbers, cover_dice
from sandtable.systems.nations_at_war.rules.command import command_range, headquarters
from sandtable.systems.nations_at_war.rules.victory import achieved
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle, Formation, Hq, Unit
from sandtable.systems.nations_at_war.thinking.prospect import aims
from sandtable.systems.nations_at_war.thinking.worth import Judge
from sandtable.table.decision import Decision
from sandtable.table.mind import watched_words
from sandtable.table.telling import count

NEAR = 2  # hexes
FATE = ("fate", "fate dice", "fate save", "fate rally", "fate marker")  # questions whether to spend a point


def fate_words(b: Battle, decision: Decision, side: int, judge: Judge) -> str:
    """What is left to spend, and when; of a marker that was drawn, who would act by it."""
    left = f"It has {count(b.fate[side], 'Fate Point')} in turn {b.turn} of {b.scenario.turns}."
    marker = next((choice.to for choice in decision.options() if choice.do == "fate return"), "")
    drawn = next((each for each in b.formations if each.key == marker), None)
    return f"{left} {formation_words(b, drawn, judge)}" if drawn is not None else left


def formation_words(b: Battle, formation: Formation, judge: Judge) -> str:
    """Who belongs to a Formation, and how near they are: "31st Tank: 5 units, the nearest 2 hexes from O6 ..."."""
    own = [unit for unit in b.units[formation.first : formation.last] if unit.hex >= OFF_MAP]
    placed = [unit for unit in own if unit.hex >= 0]
    told = f"{formation.name}: {count(len(own), 'unit')}"
    away, goals = b.ground.distance, aims(b, judge)
    if placed and goals:
        far, goal = min([(away[unit.hex][place], place) for unit in placed for place in goals])
        told += f", the nearest {count(far, 'hex', 'hexes') + ' from' if far else 'in'} {b.ground.names[goal]}"
    if coming := len(own) - len(placed):
        told += f", {coming} yet to come on"
    if worn := sum([unit.disrupted for unit in placed]):
        told += f", {worn} Disrupted"
    return f"{told}."


def hq_words(b: Battle, hq: Hq, place: int) -> str:
    """How many of its units are in range of an HQ in a hex: "; 3 of 4 units in its Command Range"."""
    away, reach = b.ground.distance[place], command_range(b, hq)
    own = [unit for unit in b.units_of[hq.side] if unit.formation == hq.formation and unit.hex >= 0]
    led = sum([away[unit.hex] <= reach for unit in own])
    return f"; {led} of {count(len(own), 'unit')} in its Command Range" if own else ""


def stakes(b: Battle, judge: Judge) -> str:
    """The clock, who would win now, and how near the attacker is to what he lacks."""
    attacker = judge.victory.side
    name = f"the {b.scenario.sides[attacker].name} side"
    clock = f"it is turn {b.turn} of {b.scenario.turns}"
    if achieved(b):
        return f"{clock}, and {name} has all that it needs"
    missing = [place for place in aims(b, judge) if not b.control[attacker] >> place & 1]
    able = [unit.hex for unit in b.units_of[attacker] if unit.hex >= 0 and not unit.disrupted]
    if not missing:
        return f"{clock}, and {name} has not yet what it needs"
    lacks = f"{clock}, and {name} lacks {' and '.join([b.ground.names[place] for place in missing])}"
    if not able:
        return f"{lacks} with no unit in order on the map"
    far = min([b.ground.distance[unit][place] for unit in able for place in missing])
    where = "in it" if far == 0 else f"{count(far, 'hex', 'hexes')} away"
    return f"{lacks}; its nearest unit in order is {where}"


def place_words(b: Battle, unit: Unit, place: int) -> str:
    """Who sees a unit in a hex and who of them could hit it, whom it could fire at, its cover, its HQ.

    "; 3 enemies see it there, 2 could hit it; it could fire at 1; no cover; out of range of its HQ".
    """
    seen, away = b.seen_from(place), b.ground.distance[place]
    foes = [each for each in b.units if each.side != unit.side and each.hex >= 0 and seen >> each.hex & 1]
    harm = sum([reaches(b, foe, unit, away[foe.hex]) for foe in foes])
    aims_at = sum([reaches(b, unit, foe, away[foe.hex]) for foe in foes])
    if foes and harm == len(foes):
        told = watched_words(harm, "could hit it there", "could hit it there")
    else:
        told = watched_words(len(foes)) + (f", {harm or 'none'} could hit it" if foes else "")
    told += f"; it could fire at {aims_at}" if aims_at else ""
    saves = cover_dice(b, place, unit.face.hard, False, 0)
    told += f"; its cover adds {count(saves, 'saving die', 'saving dice')}" if saves > 0 else "; no cover"
    hq = headquarters(b, b.formations[unit.formation])
    if hq is not None and hq.hex not in (unit.hex, place) and hq.hex >= 0 and away[hq.hex] > command_range(b, hq):
        told += "; out of range of its HQ"
    return told


def reaches(b: Battle, unit: Unit, target: Unit, distance: int) -> bool:
    """Whether a shot from so far has any dice."""
    return attack_numbers(b, unit, target.face.hard, distance, False, 0, unit.acquired == target.index)[0] > 0


def thing_words(b: Battle, side: int, place: int, judge: Judge) -> str:
    """Where something is put that is no unit, mines or a plane: the way to the goal, and who is near."""
    away = b.ground.distance[place]
    own, foes = [
        sum([unit.hex >= 0 and away[unit.hex] <= NEAR for unit in b.units_of[each]]) for each in (side, 1 - side)
    ]
    goal = min(aims(b, judge), key=lambda each: away[each], default=-1)
    far = f", {count(away[goal], 'hex', 'hexes')} from {b.ground.names[goal]}" if goal >= 0 else ""
    there = b.ground.terrain[place].name
    near = f"{count(foes, 'enemy unit')} and {own} of its own within {NEAR} hexes"
    return f"The place: {there[:1].lower()}{there[1:]}{far}; {near}."
