"""17 Command Decisions that hurt: Grenade and Grenade thrown back, Lucky Shot."""

from collections.abc import Callable, Iterator
from functools import partial

from sandtable.systems.of_war_and_men.rules.conditions import suppress
from sandtable.systems.of_war_and_men.rules.decisions.windows import Entry, number, summed, total_window
from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.attack_order import give_away
from sandtable.systems.of_war_and_men.rules.fire.resolution import grade, in_words, resolve_hit
from sandtable.systems.of_war_and_men.rules.fire.targets import pick, size_colour
from sandtable.systems.of_war_and_men.rules.sight import distance, friend_in_line, sees
from sandtable.systems.of_war_and_men.rules.tokens import smoke_at
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.state import pieces
from sandtable.systems.of_war_and_men.state.book import Card
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Played, Player, Procedure, Soldier
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.asking import ask
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier

GRENADE = "grenade"
BACK = Choice("throw back")

# Grenade (17.14) ---------------------------------------------------------------------------------


def can_throw(b: Battle, team: Fireteam) -> bool:
    """17.14.a One soldier who is not wounded."""
    return any(man.condition != pieces.WOUNDED and not man.card.civilian for man in b.men(team))


def near(b: Battle, team: Fireteam, enemy: Fireteam) -> bool:
    """17.14.a A neighbouring Terrain that is not cut off by blocked line of sight, and somebody to throw."""
    return (
        team.cell >= 0
        and enemy.cell >= 0
        and distance(b, team.cell, enemy.cell) == 1
        and sees(b, team.cell, enemy.cell)
        and can_throw(b, team)
    )


def in_reach(b: Battle, team: Fireteam, enemy: Fireteam) -> bool:
    """16.7.g, 17.14.a A grenade needs a visible Fireteam."""
    return not enemy.stealth and near(b, team, enemy)


def at_enemies(
    b: Battle, player: Player, do: str, may: Callable[[Battle, Fireteam, Fireteam], bool]
) -> Iterator[Choice]:
    """What the player's Fireteams may do to enemies, one to one."""
    foes = b.friends(1 - player.side)
    for team in b.own(player.index):
        for enemy in foes:
            if may(b, team, enemy):
                yield Choice(do, team.id, enemy.id)


def throws(b: Battle, player: Player) -> Iterator[Choice]:
    return at_enemies(b, player, "throw", in_reach)


def answerable(b: Battle, player: Player, top: Played | None) -> bool:
    """17.14.b A grenade at one of the player's Fireteams waits on the stack; even a hidden thrower gets it back."""
    if top is None or top.kind != GRENADE or b.teams[top.target].player != player.index:
        return False
    return near(b, b.teams[top.target], b.teams[top.team])


def grenade_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return answerable(b, player, b.stack[-1] if b.stack else None) or any(throws(b, player))


def prepare_grenade(b: Battle, player: Player, played: Played) -> Procedure:
    """17.14.b Thrown back it has the strength of the grenade it answers."""
    below = b.stack[-2] if len(b.stack) > 1 else None
    options = list(throws(b, player))
    if answerable(b, player, below):
        options = [BACK, *options]
    answer = yield from ask(
        b, player.index, "throw", "Which Fireteam throws the grenade, and at which enemy?", "17.14.a", options
    )
    if answer == BACK:
        below = b.stack[-2]
        played.team, played.target = below.target, below.team
        played.strength, played.back = below.strength, True
        return
    team, enemy = b.team(answer.piece), b.team(answer.to)
    played.team, played.target = team.index, enemy.index
    played.strength = b.card(played.card).colour


def grenade(b: Battle, played: Played) -> Procedure:
    """17.14.a Strength and the thrower's Terrain are the damage; then how many soldiers are hit, and which."""
    if played.back:
        take_away_answered(b)
    team, enemy = b.teams[played.team], b.teams[played.target]
    if not (near(b, team, enemy) if played.back else in_reach(b, team, enemy)):
        return
    enemy.attacked = True
    value = yield from number(b, played.strength, "strength of the grenade", "17.14.a", team.player)
    printed = b.terrain(team.cell).attack + (NUMBERS.entrenched if team.dug_in else 0)
    bonus = (
        trait_modifiers.terrain_bonus(b, team, printed)
        - smoke_at(b, team.cell)
        + trait_modifiers.grenade_bonus(b, team)
    )
    line = b.men(enemy)
    count = yield from number(b, size_colour(len(line)), "soldiers hit", "17.14.a", team.player)
    left = line.copy()
    for _ in range(min(count, len(line))):
        left = [man for man in left if man.team >= 0]  # 11.5 Lu is out of it when her escort is
        if not left:
            break
        found = yield from pick(b, line, left, "who is hit", "17.14.a", team.player)
        man = b.soldiers[found]
        left.remove(man)
        hit = blast(b, man, value, bonus, played)
        played.lost = yield from trait_events.noting_losses(b, enemy, hit, played.lost)
    give_away(b, team, [])
    yield from trait_events.after_losses(b, enemy, played.lost)


def take_away_answered(b: Battle) -> None:
    """17.14.b The grenade that is thrown back, and those it has come from, leave the stack without effect.

    They were thrown all the same: at a Fireteam that was so attacked, by one that is hidden no more (16.7).
    """
    answer = b.stack.pop()
    back = True
    while back and b.stack and b.stack[-1].kind == GRENADE:
        thrown = b.stack.pop()
        back = thrown.back
        b.discard.append(thrown.card)
        b.teams[thrown.target].attacked = True
        give_away(b, b.teams[thrown.team], [])
    b.stack.append(answer)


def blast(b: Battle, man: Soldier, value: int, bonus: int, played: Played) -> Procedure:
    """17.14.a The damage to one soldier; it may be evaded (17.10)."""
    entries = [Entry(value, +1, played.strength, "grenade", "17.14.a")]
    caller = b.teams[played.team].player
    harm = partial(grade, b, man, False)
    words = partial(in_words, b, "Grenade", man, False)
    yield from total_window(b, entries, lambda: summed(entries) + bonus, harm, caller, man.player, "17.14.a", words)
    total = summed(entries) + bonus
    told = [entry.told() for entry in entries]
    if bonus:
        told.append(Modifier(bonus, "the thrower's ground and skill", "17.14.a"))
    b.tell("damage", "17.14.a", caller, target=man.id, value=total, modifiers=tuple(told))
    yield from resolve_hit(b, man, total, False, "17.14.a", gunfire=False)


# Lucky Shot (17.17) ------------------------------------------------------------------------------


def lucky(b: Battle, team: Fireteam, enemy: Fireteam) -> bool:
    """17.17 In sight of a Fireteam that can fire, not hidden, no friend in the line (21.2), somebody upright."""
    return (
        not (team.gone or enemy.gone or enemy.stealth)
        and team.cell >= 0
        and enemy.cell >= 0
        and sees(b, team.cell, enemy.cell)
        and bool(upright(b, enemy))
        and any(can_fire(man) for man in b.men(team))
        and friend_in_line(b, team, enemy.cell) is None
    )


def upright(b: Battle, team: Fireteam) -> list[Soldier]:
    return [man for man in b.men(team) if man.condition == pieces.UPRIGHT and not man.card.civilian]


def lucky_choices(b: Battle, player: Player) -> Iterator[Choice]:
    return at_enemies(b, player, "choose", lucky)


def lucky_playable(b: Battle, player: Player, card: Card, when: str) -> bool:
    return any(lucky_choices(b, player))


def prepare_lucky(b: Battle, player: Player, played: Played) -> Procedure:
    answer = yield from ask(
        b,
        player.index,
        "target",
        "Which Fireteam fires the Lucky Shot, and at which enemy?",
        "17.17",
        list(lucky_choices(b, player)),
    )
    team, enemy = b.team(answer.piece), b.team(answer.to)
    played.team, played.target = team.index, enemy.index


def lucky_shot(b: Battle, played: Played) -> Procedure:
    """17.17 One soldier, found by the size of his Fireteam, is suppressed at once."""
    team, enemy = b.teams[played.team], b.teams[played.target]
    if not lucky(b, team, enemy):
        return
    enemy.attacked = True
    found = yield from pick(b, b.men(enemy), upright(b, enemy), "who is hit", "17.17", played.player)
    man = b.soldiers[found]
    suppress(b, man, "17.17")
    yield from trait_events.after_suppression(b, man)
    give_away(b, team, [])
