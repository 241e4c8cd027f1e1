"""3.3-3.5 Declaring an attack: target, core stands, support, and the defender's answer. One episode a choice."""

from functools import partial

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.combat_dice import attack_dice, is_close, stand_dice
from sandtable.systems.regimental.rules.support import call, calls, why_no_call
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import (
    ANSWER,
    CALL,
    JOIN,
    OPPONENT,
    THROW,
    Battle,
    Combat,
    Procedure,
    Regiment,
    Stand,
)
from sandtable.table.asking import DONE, PASS, ask
from sandtable.table.decision import Choice


def may_attack(b: Battle, stand: Stand) -> bool:
    """3.4.a On M or H (3.3.c), in command, not an HQ (6.a), not moved strategically (2.b)."""
    return not stand.type.hq and not stand.marched and b.status(stand) in ("M", "H") and b.in_command(stand)


def targets(b: Battle, stand: Stand) -> int:
    """3.3.a Enemy hexes next to the stand, or two away with nothing between."""
    enemies = b.enemies(stand.side)
    near = b.ground.grid.neighbour_mask[stand.hex] & enemies
    if enemies & b.ground.grid.within(stand.hex, b.ground.numbers["distant_fire"]) & ~near:
        return near | b.ground.fire(stand.hex, b.occupied[0] | b.occupied[1]) & enemies  # 3.3.e
    return near


def new_combat(b: Battle, stand: Stand, target: int) -> Combat:
    combat = Combat(stand.side, target, b.at[target], [stand.index])
    combat.opponent = stand.index
    return combat


def has_dice(b: Battle, stand: Stand, target: int) -> bool:
    """3.4.e An attack without a die may not be declared: the stand has one, or could call one."""
    enemy = b.stands[b.at[target]]
    close = b.ground.distance[stand.hex][target] == 1
    return stand_dice(b, stand, enemy, close, True) > 0 or bool(calls(b, new_combat(b, stand, target), 0))


def attacks(b: Battle, regiment: Regiment) -> list[Choice]:
    """3.4.b Every stand that may attack, with every hex it may attack."""
    found: list[Choice] = []
    for stand in b.stands_of(regiment):
        if may_attack(b, stand):
            for target in bits(targets(b, stand)):
                if has_dice(b, stand, target):
                    found.append(Choice("attack", stand.id, b.ground.names[target]))
    return found


def choose_attack(b: Battle, regiment: Regiment) -> Procedure:
    """3.3.b At most one attack on one enemy hex, and never an obligation; on D or R none (3.3.c, 3.6.a)."""
    options = attacks(b, regiment)
    if not options:
        b.active = -1
        return
    rule = "3.4.b" if regiment.order == "M" else "3.4.h"
    prompt, why = f"{regiment.name}: attack?", partial(why_no_attack, b, regiment)
    hq = b.stands[regiment.hq].id
    answer = yield from ask(b, regiment.side, "attack", prompt, rule, [*options, PASS], why, hq)
    if answer == PASS:
        b.active = -1
        return
    stand = b.stand(answer.piece)
    b.combat = new_combat(b, stand, b.ground.index[answer.to])
    close = b.ground.distance[stand.hex][b.combat.target] == 1
    defender = b.stands[b.combat.defender]
    b.tell(
        "attacks", rule, stand.side, stand.id, defender.id, b.combat.target, text="close combat" if close else "fire"
    )


def why_no_attack(b: Battle, regiment: Regiment, choice: Choice) -> tuple[str, str]:
    """Why a stand may not attack a hex; without a stand why nobody does, without a hex why it attacks nobody."""
    if choice.do != "attack":
        return ("", "")
    if not choice.piece:
        return why_nobody_attacks(b, regiment, b.hex_of(choice.to))
    stand, to = b.find_stand(choice.piece), b.hex_of(choice.to)
    if stand is None or not stand.on_map or (choice.to and to < 0):
        return ("", "")
    if stand.regiment != regiment.index:
        return (f"{stand.name} does not belong to the {regiment.name}.", "3.4.b")
    if stand.type.hq:
        return ("An HQ does not attack.", "6.a")
    if stand.marched:
        return (f"{stand.name} has moved strategically and cannot attack.", "2.b")
    if not b.in_command(stand):
        return (f"{stand.name} is more than two hexes from its HQ.", "3.4.a")
    return why_not_that(b, stand, to) if choice.to else why_no_target(b, stand)


def why_not_that(b: Battle, stand: Stand, to: int) -> tuple[str, str]:
    """Why a stand that may attack does not attack this hex."""
    place = b.ground.names[to]
    if not on(b.enemies(stand.side), to):
        return (f"There is no enemy in {place}.", "3.4.b")
    far = b.ground.distance[stand.hex][to]
    if far > b.ground.numbers["distant_fire"]:
        return (f"{place} is {far} hexes away; distant fire reaches two.", "3.3.a")
    if not on(targets(b, stand), to):
        return (f"Stands or terrain block the fire of {stand.name} on {place}.", "3.3.e")
    return (f"{stand.name} would throw no dice against that target.", "3.4.e")


def why_no_target(b: Battle, stand: Stand) -> tuple[str, str]:
    """Why a stand that may attack has nobody to attack."""
    reach = b.ground.grid.within(stand.hex, b.ground.numbers["distant_fire"])
    near = bits(b.enemies(stand.side) & reach)
    if not near:
        return (f"No enemy is within two hexes of {stand.name}.", "3.3.a")
    return why_not_that(b, stand, min(near, key=lambda place: b.ground.distance[stand.hex][place]))


def why_nobody_attacks(b: Battle, regiment: Regiment, to: int) -> tuple[str, str]:
    """Why no stand of a regiment attacks a hex: the reason of each that is near enough."""
    if to < 0:
        return ("", "")
    place = b.ground.names[to]
    if not on(b.enemies(regiment.side), to):
        return (f"There is no enemy in {place}.", "3.4.b")
    away = b.ground.distance[to]
    near = [s for s in b.stands_of(regiment) if not s.type.hq and away[s.hex] <= b.ground.numbers["distant_fire"]]
    if not near:
        return (f"No stand of the {regiment.name} that may attack is within two hexes of {place}.", "3.3.a")
    reasons = [(stand, *why_no_attack(b, regiment, Choice("attack", stand.id, place))) for stand in near]
    blocked = " and ".join([stand.name for stand, _, rule in reasons if rule == "3.3.e"])
    told = [f"Stands or terrain block the fire of {blocked} on {place}."] if blocked else []
    told += [reason for _, reason, rule in reasons if rule != "3.3.e"]
    return (" ".join(told), "3.3.e" if blocked else reasons[0][2])


# The attacker's side of it -----------------------------------------------------------------------


def partners(b: Battle, combat: Combat) -> list[Stand]:
    """3.4.b Stands of the same regiment that may join: a second on M, none on H."""
    regiment = b.regiments[b.stands[combat.attackers[0]].regiment]
    most = b.ground.numbers["stands_moving" if regiment.order == "M" else "stands_holding"]  # 3.4.h
    if len(combat.attackers) >= most:  # 3.4.d
        return []
    return [
        stand
        for stand in b.stands_of(regiment)
        if stand.index not in combat.attackers
        and may_attack(b, stand)
        and on(targets(b, stand), combat.target)
        and leaves_a_die(b, combat, stand)
    ]


def leaves_a_die(b: Battle, combat: Combat, stand: Stand) -> bool:
    """3.4.e With this stand, whose own fire support can then no longer be called, the attack still has a die."""
    both = combat.copy()
    both.attackers.append(stand.index)
    return attack_dice(b, both) > 0 or bool(calls(b, both, 0))


def join(b: Battle, combat: Combat) -> Procedure:
    """3.4.b A second core stand may join, by fire or close combat whatever the first does."""
    others = partners(b, combat)
    first = b.stands[combat.attackers[0]]
    prompt = f"{first.name} attacks {b.called(combat.target)}: does another stand join?"
    options = [*[Choice("join", stand.id) for stand in others], PASS]
    answer = yield from ask(
        b,
        combat.side,
        "join",
        prompt,
        "3.4.b",
        options,
        lambda choice: why_no_join(b, combat, choice),
        first.id,
    )
    if answer.do == "join":
        stand = b.stand(answer.piece)
        combat.attackers.append(stand.index)
        b.tell("joins", "3.4.b", combat.side, stand.id, b.stands[combat.defender].id, combat.target)
    combat.stage = CALL


def why_no_join(b: Battle, combat: Combat, choice: Choice) -> tuple[str, str]:
    """Why a stand may not join: the same reasons that forbid it to attack that hex."""
    first = b.stands[combat.attackers[0]]
    if choice.do != "join":
        return ("", "")
    if choice.piece == first.id:
        return (f"{first.name} is already attacking.", "3.4.b")
    attack = Choice("attack", choice.piece, b.ground.names[combat.target])
    return why_no_attack(b, b.regiments[first.regiment], attack)


def call_support(b: Battle, combat: Combat, who: int) -> Procedure:
    """3.5.1, 3.5.2 A side calls support from other hexes, one piece at a time."""
    options = calls(b, combat, who)
    if who == 1 or attack_dice(b, combat) > 0:
        options.append(DONE)
    side = combat.side_of(who)
    place = b.called(combat.target)
    answer = yield from ask(
        b,
        side,
        "support" if who == 0 else "defensive support",
        f"Support for the attack on {place}?" if who == 0 else f"Support for the defence of {place}?",
        "3.5.1.a" if who == 0 else "3.5.2.a",
        options,
        lambda choice: why_no_call(b, combat, who, choice),
        b.stands[combat.attackers[0] if who == 0 else combat.defender].id,
    )
    if answer.do == "done":
        combat.stage = OPPONENT if who == 0 else THROW
    else:
        call(b, combat, who, answer)


# The defender's answer ---------------------------------------------------------------------------


def opponents(b: Battle, combat: Combat) -> list[int]:
    """COM The attackers the defender may turn to: adjacent ones if there are any."""
    away = b.ground.distance[combat.target]
    near = [i for i in combat.attackers if away[b.stands[i].hex] == 1]
    return near or combat.attackers


def name_opponent(b: Battle, combat: Combat) -> Procedure:
    """COM The defender names his main opponent; on R he does not fight back (3.6.b)."""
    defender = b.stands[combat.defender]
    combat.opponent = opponents(b, combat)[0]
    if b.status(defender) == "R":
        combat.stage = THROW
        return
    options = [Choice("oppose", b.stands[i].id) for i in opponents(b, combat)]
    prompt = f"{defender.name} is attacked: which attacker does it turn to?"
    answer = yield from ask(
        b,
        defender.side,
        "opponent",
        prompt,
        "COM",
        options,
        lambda choice: why_not_him(b, combat, choice),
        defender.id,
    )
    stand = b.stand(answer.piece)
    combat.opponent = stand.index
    combat.stage = ANSWER
    if defender.shots > 0 and not is_close(b, combat) and stand_dice(b, defender, stand, False, False) > 0:
        yield from fire_back(b, combat, defender)


def why_not_him(b: Battle, combat: Combat, choice: Choice) -> tuple[str, str]:
    """Why the defender may not turn to a stand."""
    stand = b.find_stand(choice.piece)
    if choice.do != "oppose" or stand is None:
        return ("", "")
    if stand.index not in combat.attackers:
        return (f"{stand.name} is not one of the attackers.", "COM")
    return (f"{stand.name} fires from a distance; the defender turns to an attacker in close combat.", "COM")


def fire_back(b: Battle, combat: Combat, battery: Stand) -> Procedure:
    """5.g A battery needs a shot to answer distant fire; it may keep it. Without a die it is not asked."""
    prompt = f"{battery.name} is under fire: spend one of {battery.shots} shots to answer?"
    options = [Choice("fire back", battery.id), PASS]
    answer = yield from ask(b, battery.side, "fire back", prompt, "5.g", options, piece=battery.id)
    if answer.do == "fire back":
        battery.shots -= 1
        combat.pays = True
        b.tell("fires back", "5.g", battery.side, battery.id, value=battery.shots)


def declare(b: Battle, combat: Combat) -> Procedure:
    """COM The steps before the dice."""
    if combat.stage == JOIN:
        yield from join(b, combat)
    elif combat.stage == CALL:
        yield from call_support(b, combat, 0)
    elif combat.stage == OPPONENT:
        yield from name_opponent(b, combat)
    else:
        yield from call_support(b, combat, 1)
