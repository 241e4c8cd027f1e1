"""16.2 The Attack order: target Fireteam, number of attackers, who fires and at whom. Other cards fire as it does."""

from sandtable.systems.of_war_and_men.rules.cards import clear_pile
from sandtable.systems.of_war_and_men.rules.conditions import jam, safe_from_fire
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.rules.decisions.wishes import answers_own, may_hold
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import (
    average_total,
    firing_sequence,
    grid_row,
    second_grid,
)
from sandtable.systems.of_war_and_men.rules.fire.resolution import grade, resolve_hit
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.fire.targets import pick, size_colour
from sandtable.systems.of_war_and_men.rules.maneuver import Reason
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import distance, friend_in_line, sees
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.state.book import RED
from sandtable.systems.of_war_and_men.state.pieces import (
    NOWHERE,
    Battle,
    Fireteam,
    Number,
    Played,
    Player,
    Procedure,
    Soldier,
)
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

THING = -2  # in the list of Fireteams attacked in this turn
CEASE = Choice("cease fire")
MARKSMAN = "marksman"
DOUBT = 1  # D.wishes: by how much an average shot must be better than needed to hurt probably


# Whom (16.2.a) -----------------------------------------------------------------------------------


def able(b: Battle, team: Fireteam, cell: int, closer: int = NOWHERE) -> list[Soldier]:
    """16.2.a Those who can fire into a Terrain; `closer` names the soldier with Marksman (17.19)."""
    far = distance(b, team.cell, cell)
    return [man for man in b.men(team) if can_fire(man) and grid_row(b, man, far, man.index == closer)]


def holds_marksman(b: Battle, player: Player, but: int = 0) -> bool:
    """17.19 Whether he may make a soldier fire as from one range closer, with another card than the order."""
    if not b.decisions:
        return False
    cards = b.scenario.rulebook.cards
    for held in player.hand:
        if held != but and cards[held].decision == MARKSMAN:
            return may_hold(b, player) and answers_own(b, player)
    return False


def reaches(b: Battle, team: Fireteam, cell: int, marksman: bool) -> bool:
    """16.2.a Whether anybody can fire into a Terrain, or could as a marksman (17.19)."""
    far = distance(b, team.cell, cell)
    return any(can_fire(man) and in_range(b, man, far, marksman) for man in b.men(team))


def in_range(b: Battle, man: Soldier, far: int, marksman: bool) -> bool:
    """7.7, 17.19 Whether his weapon fires at a range, or would as a marksman's."""
    return bool(grid_row(b, man, far) or (marksman and grid_row(b, man, far, closer=True)))


def may_be_shot(b: Battle, team: Fireteam) -> list[Soldier]:
    """19.4.d The soldiers of a Fireteam who may be shot at."""
    return [man for man in b.men(team) if not safe_from_fire(b, man)]


def out_of_reach(b: Battle, team: Fireteam, enemy: Fireteam) -> Reason | None:
    """16.2.a Why no fire of this Fireteam may be aimed at an enemy Fireteam: sight, stealth, friends, cover."""
    if enemy.stealth:
        return f"{enemy.name} is in stealth; it must be recognised first.", "16.7.g"
    if not sees(b, team.cell, enemy.cell):
        return f"{team.name} has no line of sight to {enemy.name}.", "21.3.a"
    friend = friend_in_line(b, team, enemy.cell)
    if friend is not None:
        return f"{friend.name} stands in the line of fire from {team.name} to {enemy.name}.", "21.2"
    if not may_be_shot(b, enemy):
        return f"Every soldier of {enemy.name} was suppressed in this round, so none can be shot at.", "19.4.d"
    return None


def no_attack(b: Battle, team: Fireteam, enemy: Fireteam, marksman: bool = False) -> Reason | None:
    """16.2.a Why an Attack order may not name this enemy Fireteam; None if it may, a marksman among them or not.

    It names each enemy Fireteam once (16.2.p).
    """
    if enemy.index in b.targets:
        return f"{team.name} has already attacked {enemy.name} in this turn.", "16.2.b"
    bound = bound_to(b, team)
    if bound is not None and bound is not enemy:
        return f"{team.name} cannot disengage from {bound.name}.", "G.disengage"
    reason = out_of_reach(b, team, enemy)
    if reason is None and not reaches(b, team, enemy.cell, marksman):
        reason = f"Nobody in {team.name} can fire at range {distance(b, team.cell, enemy.cell)}.", "16.2.a"
    return reason


def no_attack_on_thing(b: Battle, team: Fireteam, thing: str) -> Reason | None:
    """11.6.c, 11.5.b Why an Attack order may not name the truck or Lu; None if it may."""
    reason = mission_rules.spared(b, team, thing)
    if reason is not None:
        return reason
    if THING in b.targets:
        return f"{team.name} has already attacked it in this turn.", "16.2.b"
    bound = bound_to(b, team)
    if bound is not None:
        return f"{team.name} cannot disengage from {bound.name}.", "G.disengage"
    if not able(b, team, mission_rules.thing_cell(b, thing)):
        return f"Nobody in {team.name} can fire at it.", "16.2.a"
    return None


def bound_to(b: Battle, team: Fireteam) -> Fireteam | None:
    """G.disengage The enemy whom it must go on attacking, as long as it can; attacked in this turn he is the last."""
    if team.engaged == NOWHERE or b.teams[team.engaged].cell < 0 or not trait_modifiers.bound(b, team):
        return None
    enemy = b.teams[team.engaged]
    if enemy.index in b.targets or (out_of_reach(b, team, enemy) is None and able(b, team, enemy.cell)):
        return enemy
    return None


def enemies(b: Battle, team: Fireteam) -> list[Fireteam]:
    """The enemy Fireteams on the map."""
    return b.friends(1 - team.side)


def within_reach(b: Battle, team: Fireteam) -> list[Fireteam]:
    """16.2.a The enemy Fireteams at which fire of this Fireteam may be aimed, if its weapons carry so far."""
    return [enemy for enemy in enemies(b, team) if out_of_reach(b, team, enemy) is None]


def targets(b: Battle, team: Fireteam, marksman: bool = False) -> list[str]:
    """16.2.a Ids of what an Attack order may name."""
    found = [enemy.id for enemy in enemies(b, team) if no_attack(b, team, enemy, marksman) is None]
    return found + [thing for thing in mission_rules.things(b, team) if no_attack_on_thing(b, team, thing) is None]


# The attack --------------------------------------------------------------------------------------


def attack(b: Battle, played: Played) -> Procedure:
    """16.2.c The Attack order executes: the number of attackers is flipped, and the shots begin."""
    team = b.teams[played.team]
    if team.gone or team.cell < 0 or not still_possible(b, played):
        return
    if played.thing:
        b.targets.append(THING)
    else:
        b.targets.append(played.target)
        team.engaged = played.target
        b.teams[played.target].attacked = True
    open_fire(b, played)
    if mission_rules.has(b, "practice"):
        played.shots = 1  # BC.9
    else:
        colour = b.card(played.card).strength
        played.shots = yield from number(b, colour, "number of attackers", "16.2.c", played.player)
    b.tell("attack", "16.2.c", played.player, team.id, target_id(b, played), value=played.shots)


def open_fire(b: Battle, played: Played) -> None:
    """16.7.c The shots begin: out of stealth they are better."""
    played.executing = True
    played.stealthy = b.teams[played.team].stealth


def hurts(b: Battle, played: Played) -> bool:
    """D.wishes Whether any shot will probably hurt anybody in the Fireteam that an Attack order names."""
    team, enemy = b.teams[played.team], b.teams[played.target]
    far, targets = max(1, distance(b, team.cell, enemy.cell)), may_be_shot(b, enemy)
    for man in able(b, team, enemy.cell):
        shot = Shot(man, team, None, enemy, "", enemy.cell, far, grid_row(b, man, far), second_grid(b, man))
        total = average_total(b, shot, played) - DOUBT
        for target in targets:
            extra = sum([each.amount for each in trait_modifiers.shot_at(b, target)])
            if grade(b, target, False, total + extra):
                return True
    return False


def target_id(b: Battle, played: Played) -> str:
    return played.thing or b.teams[played.target].id


def still_possible(b: Battle, played: Played) -> bool:
    """Before the attack and before each further shot its conditions are looked at again."""
    team = b.teams[played.team]
    if team.gone or team.cell < 0:
        return False
    if played.thing:
        return played.thing in mission_rules.things(b, team)
    enemy = b.teams[played.target]
    return not enemy.gone and enemy.cell >= 0 and out_of_reach(b, team, enemy) is None


def shooters(b: Battle, played: Played) -> list[Soldier]:
    """16.2.d, 16.2.e Who may fire next: each once for an order; Act of Valor is one man's (17.4)."""
    team = b.teams[played.team]
    cell = mission_rules.thing_cell(b, played.thing) if played.thing else b.teams[played.target].cell
    found = able(b, team, cell, played.marksman)
    if played.soldier >= 0:
        return [man for man in found if man.index == played.soldier]
    return trait_modifiers.must_fire(b, [man for man in found if man.index not in played.fired])


def next_shooters(b: Battle, played: Played) -> list[Soldier]:
    """16.2.m Who can make another shot; nobody if none is left."""
    return shooters(b, played) if played.shots > 0 and still_possible(b, played) else []


def next_shot(b: Battle, played: Played) -> Procedure:
    """Steps 2 to 5 for one soldier; the attack is over when no shot is left or nobody can fire (16.2.m).

    See also G.firing_sequence.
    """
    men = next_shooters(b, played)
    if not men:
        yield from cease_fire(b, played)
        return
    team = b.teams[played.team]
    options = [Choice("fire", man.id) for man in men]
    if played.soldier >= 0 or not any(trait_modifiers.fires_first(b, man) for man in men):
        options.append(CEASE)  # 17.4: the man of an Act of Valor may stop, even a trigger-happy one (16.2.e)
    prompt = f"Who fires at {target_name(b, played)}? ({played.shots} left)"
    answer = yield from ask(b, played.player, "fire", prompt, "16.2.d", options, piece=team.id)
    if answer == CEASE:
        yield from cease_fire(b, played)
        return
    man = b.soldier(answer.piece)
    yield from fire(b, played, man)
    played.shots = 0 if played.soldier >= 0 and man.jammed else played.shots - 1  # 17.4: a jam ends it
    played.fired.append(man.index)
    if man.index == played.marksman:
        played.marksman = NOWHERE  # 17.19: for one sequence of his
    played.between = bool(next_shooters(b, played))
    b.asked = []
    clear_pile(b)


def target_name(b: Battle, played: Played) -> str:
    return played.thing or b.teams[played.target].name


def fire(b: Battle, played: Played, man: Soldier) -> Procedure:
    """One soldier fires: target, Firing Sequence, resolution (16.2.f-16.2.l)."""
    team = b.teams[played.team]
    closer = played.marksman == man.index
    if played.thing:
        cell = mission_rules.thing_cell(b, played.thing)
        target: Soldier | None = None
        enemy: Fireteam | None = None
        yield from number(b, RED, "target", "4.7", man.player)
    else:
        enemy = b.teams[played.target]
        enemy.attacked = True  # 16.7.e
        cell = enemy.cell
        found = yield from find_target(b, man, enemy)  # 16.2.f
        target = b.soldiers[found]
    far = max(1, distance(b, team.cell, cell))  # 16.2.g
    grid = grid_row(b, man, far, closer)
    shot = Shot(man, team, target, enemy, played.thing, cell, far, grid, second_grid(b, man))
    total = yield from firing_sequence(b, shot, played)
    if shot.jam:
        jam(b, man)
    if shot.ended:
        return
    if target is None or enemy is None:
        mission_rules.hit_thing(b, played.thing, total, team)
        return
    hit = resolve_hit(b, target, total, shot.wound, "16.2.l")
    played.lost = yield from trait_events.noting_losses(b, enemy, hit, played.lost)


def find_target(b: Battle, man: Soldier, enemy: Fireteam) -> Number:
    """16.2.f The soldier who is shot at, by flip; those suppressed in this round are no target (19.4.d)."""
    valid, line = may_be_shot(b, enemy), b.men(enemy)
    if len(valid) == 1 and mission_rules.has(b, "practice"):
        return valid[0].index  # BC.9
    if len(valid) > 1 and trait_modifiers.picks_target(b, second_grid(b, man), man):
        yield from number(b, size_colour(len(line)), "target", "4.7", man.player)
        options = [Choice("aim", each.id) for each in valid]
        prompt = f"Which enemy soldier does {man.card.name} aim at?"
        answer = yield from ask(b, man.player, "aim", prompt, "7.12", options, piece=man.id)
        chosen = b.soldier(answer.piece)
        return chosen.index
    return (yield from pick(b, line, valid, "target", "16.2.f", man.player))


def cease_fire(b: Battle, played: Played) -> Procedure:
    """The action is over: an Attack order or a shot breaks stealth; a Fireteam that lost men may fall back."""
    played.executing = False
    if played.fired or played.kind == "attack":
        give_away(b, b.teams[played.team], played.fired)  # 16.7.d
    if played.target >= 0:
        yield from trait_events.after_losses(b, b.teams[played.target], played.lost)


def give_away(b: Battle, team: Fireteam, fired: list[int]) -> None:
    """16.7.d A hostile action ends stealth when it is over (G.hostile)."""
    if team.stealth and not trait_modifiers.keeps_stealth(b, team, fired):
        team.stealth = False
        b.tell("seen", "16.7.d", team.player, team.id, place=team.cell)
