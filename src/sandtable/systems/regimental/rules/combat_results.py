"""Chapter 4: the dice fall, losses are taken, the loser of a close combat falls back, the winner may pursue."""

from collections.abc import Generator

from sandtable.systems.regimental.rules.airpower import fly
from sandtable.systems.regimental.rules.attack import declare
from sandtable.systems.regimental.rules.combat_dice import Notes, attack_dice, defence_dice, is_close
from sandtable.systems.regimental.rules.dice import thrown
from sandtable.systems.regimental.rules.fall_back import fall_back
from sandtable.systems.regimental.rules.losses import capacity, lose, ways_to_lose, why_not_lose
from sandtable.systems.regimental.rules.victory import arrive, remove_remnants
from sandtable.systems.regimental.state.pieces import (
    ATTACKER_LOSSES,
    DEFENDER_LOSSES,
    FALL_BACK,
    PURSUIT,
    THROW,
    Battle,
    Combat,
    Procedure,
    Stand,
)
from sandtable.table.asking import PASS, ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.telling import capital, count


def fight(b: Battle, combat: Combat) -> Procedure:
    """COM The next step of the combat."""
    if combat.stage < THROW:
        yield from declare(b, combat)
    elif combat.stage == THROW:
        throw(b, combat)
    elif combat.stage == DEFENDER_LOSSES:
        yield from defender_losses(b, combat)
    elif combat.stage == ATTACKER_LOSSES:
        yield from attacker_losses(b, combat)
    elif combat.stage == FALL_BACK:
        yield from losers_fall_back(b, combat)
    else:
        yield from pursue(b, combat)


def throw(b: Battle, combat: Combat) -> None:
    """4.a Anti-aircraft fire, then both sides throw together and count hits by the chart."""
    chart = b.scenario.rulebook.chart
    defender = b.stands[combat.defender]
    order = b.regiments[b.stands[combat.attackers[0]].regiment].order
    status = b.status(defender)
    combat.close = is_close(b, combat)
    stopped = (fly(b, combat, 0), fly(b, combat, 1))  # 9.c
    for who in (0, 1):
        if who == 1 and status == "R":
            continue  # 3.6.b
        row = chart[f"attack_{status}" if who == 0 else f"defend_{status}"]  # 3.4.f
        notes: Notes = []
        number = (attack_dice if who == 0 else defence_dice)(b, combat, stopped[who], notes)
        kind = "attack dice" if who == 0 else "defence dice"
        dice = thrown(b, number, kind)
        combat.hits[who] = row.count(dice)
        thrower = b.stands[combat.attackers[0]] if who == 0 else defender
        enemy = defender if who == 0 else b.stands[combat.opponent]
        b.tell(
            kind,
            row.rule,
            thrower.side,
            thrower.id,
            enemy.id,
            combat.target,
            dice,
            row.hits,
            combat.hits[who],
            f"{order} attacks {status}",
            tuple(notes),
        )
    combat.due = min(combat.hits[0], b.ground.numbers["hex_loss"], capacity(b, defender))
    combat.stage = DEFENDER_LOSSES


def defender_losses(b: Battle, combat: Combat) -> Procedure:
    """4.b The attacked hex loses two at most, from its core stand or its company as the owner likes."""
    defender = b.stands[combat.defender]
    if combat.due > 0:
        prompt = f"{defender.name} has {count(combat.due, 'loss', 'losses')} to take: what is lost?"
        answer = yield from ask(
            b,
            defender.side,
            "loss",
            prompt,
            "4.e",
            ways_to_lose(b, defender),
            lambda choice: why_not_lose(b, choice),
            defender.id,
        )
        lose(b, answer, "4.b")
        combat.due -= 1
        return
    most = b.ground.numbers["hex_loss"]
    room = sum([min(most, capacity(b, b.stands[i])) for i in combat.attackers])
    combat.due = min(combat.hits[1], room)
    combat.stage = ATTACKER_LOSSES


def attacker_ways(b: Battle, combat: Combat) -> list[Choice]:
    """4.c Where the attacker may take his next loss: two a hex at most, the first from the close combat stand."""
    most = b.ground.numbers["hex_loss"]
    away = b.ground.distance[combat.target]
    stands = [b.stands[i] for i in combat.attackers if b.stands[i].on_map and combat.taken_by(i) < most]  # 4.b
    close = [stand for stand in stands if away[stand.hex] == 1]
    if not combat.taken and close:  # 4.d
        stands = close
    return [choice for stand in stands for choice in ways_to_lose(b, stand)]


def attacker_losses(b: Battle, combat: Combat) -> Procedure:
    """4.c The attacker shares his losses among his stands as he likes."""
    options = attacker_ways(b, combat) if combat.due > 0 else []
    if options:
        losses = count(combat.due, "loss", "losses")
        prompt = f"The attackers of {b.called(combat.target)} have {losses} to take: what is lost?"
        answer = yield from ask(
            b,
            combat.side,
            "loss",
            prompt,
            "4.c",
            options,
            lambda choice: why_no_attacker_loss(b, combat, choice),
            b.stands[combat.attackers[0]].id,
        )
        stand = bearer(b, answer)
        combat.taken[stand.index] = combat.taken_by(stand.index) + 1
        lose(b, answer, "4.c")
        combat.due -= 1
        return
    decide(b, combat)
    combat.stage = FALL_BACK


def bearer(b: Battle, choice: Choice) -> Stand:
    """The stand in whose hex a loss is taken."""
    company = b.find_company(choice.piece)
    return b.stands[company.host] if company is not None else b.stand(choice.piece)


def why_no_attacker_loss(b: Battle, combat: Combat, choice: Choice) -> tuple[str, str]:
    company, stand = b.find_company(choice.piece), b.find_stand(choice.piece)
    if company is not None and not company.lost:
        stand = b.stands[company.host]
    if choice.do != "lose" or stand is None or stand.index not in combat.attackers or not stand.on_map:
        return ("Only stands that took part in the attack take losses.", "4.c")
    if combat.taken_by(stand.index) >= b.ground.numbers["hex_loss"]:
        return (f"{stand.name}'s hex has lost two; it can lose no more in this combat.", "4.b")
    if not combat.taken and b.ground.distance[combat.target][stand.hex] > 1 and combat.close:
        return ("The first loss must come off the stand in close combat.", "4.d")
    return why_not_lose(b, choice)


# Who falls back ----------------------------------------------------------------------------------


def decide(b: Battle, combat: Combat) -> None:
    """4.1.a More hits (4.1.c: not losses) win a close combat; the defender or the adjacent attackers fall back."""
    away = b.ground.distance[combat.target]
    near = [i for i in combat.attackers if b.stands[i].on_map and away[b.stands[i].hex] == 1]
    attack, defence = combat.hits
    if not combat.close:
        return
    defender = b.stands[combat.defender]
    if attack > defence:
        b.tell("combat won", "4.1.a", combat.side, place=combat.target, value=attack - defence)
        if defender.on_map:
            combat.back = [defender.index]
    elif defence > attack:
        b.tell("combat won", "4.1.a", 1 - combat.side, place=combat.target, value=defence - attack)
        if defender.on_map:  # 4.2.b ruling: nobody is left to push him
            combat.back = near  # 4.1.b
    else:
        b.tell("combat even", "4.1.a", place=combat.target)


def losers_fall_back(b: Battle, combat: Combat) -> Procedure:
    """4.1.b The stands that must fall back go one after another, in their owner's order."""
    if not combat.back:
        combat.stage = PURSUIT
        return
    options = [Choice("first", b.stands[i].id) for i in combat.back]
    side = b.stands[combat.back[0]].side
    answer = yield from ask(b, side, "falls back first", "Which stand falls back first?", "4.1.b", options)
    first: Stand = b.stand(answer.piece)
    may_stay = first.index == combat.defender and b.status(first) == "D" and capacity(b, first) > 1  # 4.1.d
    if not may_stay or not (yield from stands_fast(b, first)):
        yield from fall_back(b, first)
    combat.back.remove(first.index)


def stands_fast(b: Battle, stand: Stand) -> Generator[Decision, Choice, bool]:
    """4.1.d A beaten stand on D may lose one more and stay; not if that would destroy it."""
    options = [Choice("stand fast", choice.piece) for choice in ways_to_lose(b, stand)]
    options.append(Choice("fall back", stand.id))
    prompt = f"{stand.name} is beaten: stand fast for one more loss, or fall back?"
    answer = yield from ask(b, stand.side, "stand fast", prompt, "4.1.d", options, piece=stand.id)
    if answer.do == "fall back":
        return False
    b.tell("stands fast", "4.1.d", stand.side, stand.id, place=stand.hex)
    lose(b, Choice("lose", answer.piece), "4.1.d")
    return True


# Pursuit -----------------------------------------------------------------------------------------


def pursuers(b: Battle, combat: Combat) -> list[Stand]:
    """4.2 Adjacent attackers left, if the hex is empty and they won, or drew and the defender is gone."""
    if combat.target in b.at:
        return []
    attack, defence = combat.hits
    gone = not b.stands[combat.defender].on_map
    if attack < defence or (attack == defence and not gone):  # 4.2.b, 4.2.c
        return []
    away = b.ground.distance[combat.target]
    stands = [b.stands[i] for i in combat.attackers]
    return [stand for stand in stands if stand.on_map and away[stand.hex] == 1]


def pursue(b: Battle, combat: Combat) -> Procedure:
    """4.2.a One of the attackers in close combat may occupy the hex; then the combat and the activation are over."""
    ready = pursuers(b, combat)
    if ready:
        prompt = f"{capital(b.called(combat.target))} is empty: pursue?"
        options = [*[Choice("pursue", stand.id) for stand in ready], PASS]
        answer = yield from ask(b, combat.side, "pursuit", prompt, "4.2.a", options, piece=ready[0].id)
        if answer.do == "pursue":
            stand = b.stand(answer.piece)
            path = (b.ground.names[stand.hex], b.ground.names[combat.target])
            b.put(stand, combat.target)
            b.tell("pursues", "4.2.a", combat.side, stand.id, place=combat.target, path=path)
            arrive(b, stand)
    b.combat = None
    b.active = -1
    remove_remnants(b)
