"""What each choice promises, estimated without playing it out."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.activation import wakes_with
from sandtable.systems.war_storm.rules.attack import reach
from sandtable.systems.war_storm.rules.fire import everybody, fire_group, targets
from sandtable.systems.war_storm.rules.hand_to_hand import strength
from sandtable.systems.war_storm.rules.march import STOP
from sandtable.systems.war_storm.rules.movement import movers, prey
from sandtable.systems.war_storm.rules.rally import rally_morale
from sandtable.systems.war_storm.rules.reaction import in_danger, marked, mates
from sandtable.systems.war_storm.showing.odds import joining_rule, up_to
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Officer, Platoon, Unit
from sandtable.systems.war_storm.thinking.fire_estimates import defensive_factor, mean_hits, mean_steps, volley_mean
from sandtable.systems.war_storm.thinking.hex_worth import HexWorth
from sandtable.systems.war_storm.thinking.weights import (
    ALERTED,
    APPROACH,
    ASSAULT_FIRE,
    ASSAULT_LATER,
    ASSAULT_NOW,
    BEATEN,
    DAWDLE,
    DEPLOY_COVER,
    DEPLOY_CROWD,
    DEPLOY_FEW,
    DEPLOY_LEVEL,
    DEPLOY_STRAY,
    DESERT,
    FAR,
    GIVE_UP,
    LEAVE,
    LEND,
    NO_ASSAULT,
    NOT_READY,
    POINT,
    RALLY,
    REACT,
    READY,
    SAVED,
    SHOOT,
    STEP,
    SURE,
    TRY_RALLY,
    UNMARKED,
    VICTORY,
    WAKE_LONE,
    WAKE_LONE_SHOT,
    WAKE_OFFICER,
    WAKE_PLATOON,
    WALKOVER,
)
from sandtable.systems.war_storm.thinking.worth import away_from, cover, evaluate, wanted_hexes
from sandtable.table.decision import Choice, Decision


def assault_gain(b: Battle, attackers: list[Unit], place: int) -> float:
    """What a close assault promises: the fight, less the fire it meets on the way in."""
    platoons = [unit for unit in attackers if isinstance(unit, Platoon)]
    if not platoons:
        return NO_ASSAULT
    side = platoons[0].side
    defenders = b.units_at(place, 1 - side)
    fighters = [each for each in defenders if isinstance(each, Platoon) and not each.routed]
    if not fighters:
        return WALKOVER
    mine, _ = strength(b, attackers, place)
    theirs, _ = strength(b, defenders, place, attackers)
    fire = mean_steps(b.scenario.rulebook.chart, defensive_factor(b, fighters), b.ground.numbers["assault_divisor"])
    edge = max(-1.0, min(1.0, (mine - ASSAULT_FIRE * fire - theirs) / SURE))
    prize = POINT if place in wanted_hexes(b, side) else 0.0
    return edge * (VICTORY + prize + BEATEN * len(fighters)) - STEP * fire


def expected(b: Battle, decision: Decision, choice: Choice, side: int) -> float | None:
    """The worth of a choice, estimated instead of played out; None where it must be tried."""
    found = PROMISES.get(decision.kind)
    gain = found(b, choice, side) if found is not None else None
    return None if gain is None else evaluate(b, side) + gain


def most_promising(b: Battle, decision: Decision, side: int) -> Choice:
    """The option that is worth most; what all of them have in common is reckoned once."""
    options = decision.options()
    found = PROMISES.get(decision.kind)
    if found is None:
        return options[0]
    now = evaluate(b, side)
    if decision.kind == "march":
        hexes = HexWorth(b, side)
        options = [option for option in options if option.number != STOP]  # where one goes on one may stop too
        values = [now + march_gain(b, option, side, hexes) for option in options]
    else:
        values = [now + found(b, option, side) for option in options]
    return options[values.index(max(values))]


def activation_gain(b: Battle, choice: Choice, side: int) -> float:
    """Everybody who can act should; those with a shot first, those out of command last."""
    unit = b.find_unit(choice.piece)
    if isinstance(unit, Platoon):
        return WAKE_LONE + WAKE_LONE_SHOT * best_shot(b, unit)
    if not isinstance(unit, Officer):
        return 0.0
    woken = wakes_with(b, unit)
    return WAKE_OFFICER + WAKE_PLATOON * len(woken) + sum([best_shot(b, each) for each in woken])


def best_shot(b: Battle, platoon: Platoon) -> float:
    """The most steps a platoon alone shoots off somebody now."""
    return max([mean_hits(b, [platoon], place) for place in targets(b, platoon)], default=0.0)


def action_gain(b: Battle, choice: Choice, side: int) -> float:
    """What one action of an activated unit promises; nothing to be done."""
    found = ACTIONS.get(choice.do)
    return found(b, choice, side) if found is not None else 0.0


def go_in_gain(b: Battle, choice: Choice, side: int) -> float:
    place = b.ground.index[choice.to]
    return assault_gain(b, waiting(b, place), place) + ASSAULT_NOW


def ready_gain(b: Battle, choice: Choice, side: int) -> float:
    """To wait for an assault, with all who could still join it."""
    place = b.ground.index[choice.to]
    others = could_assault(b, b.unit(choice.piece), place)
    return assault_gain(b, [*waiting(b, place), *others], place) - ASSAULT_LATER


def move_gain(b: Battle, choice: Choice, side: int) -> float:
    return HexWorth(b, side).best(b.unit(choice.piece), choice.do == "double")


def rally_gain(b: Battle, choice: Choice, side: int) -> float:
    morale = rally_morale(b, b.officer(choice.piece), b.unit(choice.to), [])
    return RALLY * float(up_to(morale)) + TRY_RALLY


def lend_gain(b: Battle, choice: Choice, side: int) -> float:
    return LEND + STEP * best_shot(b, b.platoon(choice.to))


def fire_gain(b: Battle, choice: Choice, side: int) -> float:
    """The fire of all who may join, or of one alone."""
    place, first = b.ground.index[choice.to], b.platoon(choice.piece)
    group = [first] if choice.do == "alone" else fire_group(b, first, place)
    return STEP * SHOOT * mean_hits(b, group, place)


def waiting(b: Battle, place: int) -> list[Unit]:
    """Who waits to assault a hex."""
    return [each for each in b.units if each.waiting == place and each.active]


def could_assault(b: Battle, unit: Unit, place: int) -> list[Unit]:
    """Activated units of its kind that could go in now, itself among them."""
    return [
        each
        for each in b.units
        if each is unit
        or (isinstance(each, Platoon) and each.active and each.waiting == NEVER and place in prey(b, [each], 0))
    ]


def prepare_gain(b: Battle, choice: Choice, side: int) -> float:
    """A marker is worth more the nearer the enemy is."""
    platoon = b.platoon(choice.piece)
    far = b.ground.distance[platoon.hex]
    near = min([far[h] for h in bits(b.occupied[1 - side])], default=FAR)
    return READY if near <= reach(b, platoon) + ALERTED else NOT_READY


def march_gain(b: Battle, choice: Choice, side: int, hexes: HexWorth | None = None) -> float:
    """What a leg of a march promises: where it ends, or the assault it leads to."""
    units = movers(b, b.current_move)
    if choice.do in ("to", "boat"):
        hexes = hexes or HexWorth(b, side)
        place = b.ground.index[choice.to]
        return sum([hexes.place(unit, place) - hexes.place(unit, unit.hex) for unit in units])
    if choice.do == "exit":
        prize = any(award.kind == "exited" and award.side == side for award in b.scenario.awards)
        return POINT * LEAVE if prize else DESERT
    if choice.do == "ready":
        return assault_gain(b, units, b.ground.index[choice.to])
    return 0.0 if choice.do == "halt" else DAWDLE


def group_gain(b: Battle, choice: Choice, side: int) -> float:
    """The more fire the better."""
    group = [b.platoons[i] for i in b.group]
    joining = b.find_unit(choice.piece)
    reacts = b.side != side
    if isinstance(joining, Platoon):
        group.append(joining)
    elif choice.do == "all":
        group = everybody(b, group[:1], joining_rule(b, reacts))
    if reacts and b.move is not None:
        return STEP * volley_mean(b, group, in_danger(b))
    return STEP * SHOOT * mean_hits(b, group, b.aim)


def reaction_gain(b: Battle, choice: Choice, side: int) -> float:
    """Fire now, or keep it for something better."""
    platoon = b.find_unit(choice.piece)
    if not isinstance(platoon, Platoon) or b.move is None:
        return 0.0
    moving = in_danger(b)
    own = [each for each in b.platoons if each.side == side and not each.finished and not each.routed]
    stack = [platoon] if choice.do == "alone" else mates(platoon, own)
    cost = SAVED * sum([1.0 if marked(each) else UNMARKED for each in stack])
    return STEP * REACT * volley_mean(b, stack, moving) - cost


def deploy_gain(b: Battle, choice: Choice, side: int) -> float:
    """Attackers start near what they want, defenders in cover near what they hold; not all in one hex."""
    unit = b.unit(choice.piece)
    place = b.ground.index[choice.to]
    crowd = b.steps[side].get(place, 0)
    near = away_from(b, place, wanted_hexes(b, side))
    value = -APPROACH * near + DEPLOY_COVER * cover(b, place) - DEPLOY_CROWD * max(0, crowd - DEPLOY_FEW)
    officer = b.officer_of(b.companies[unit.company]) if unit.company >= 0 else None
    if isinstance(unit, Platoon) and officer is not None and officer.hex >= 0:
        value -= DEPLOY_STRAY * max(0, b.ground.distance[officer.hex][place] - officer.type.command)
    return value + DEPLOY_LEVEL * b.ground.level[place]


def keep_gain(b: Battle, choice: Choice, side: int) -> float:
    """Reaction markers are kept; defensive fire is always given."""
    return 0.0 if choice.do in ("keep", "fire") else GIVE_UP


def mark_gain(b: Battle, choice: Choice, side: int) -> float:
    return READY if choice.do == "mark" else 0.0


ACTIONS = {
    "assault": go_in_gain,
    "ready": ready_gain,
    "move": move_gain,
    "double": move_gain,
    "rally": rally_gain,
    "lend": lend_gain,
    "fire": fire_gain,
    "volley": fire_gain,
    "alone": fire_gain,
    "prepare": prepare_gain,
}
PROMISES = {
    "activation": activation_gain,
    "action": action_gain,
    "march": march_gain,
    "fire group": group_gain,
    "reaction": reaction_gain,
    "deploy": deploy_gain,
    "removal": keep_gain,
    "defensive fire": keep_gain,
    "first markers": mark_gain,
}
