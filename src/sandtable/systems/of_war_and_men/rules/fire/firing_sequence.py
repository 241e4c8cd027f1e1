"""16.2 The Firing Sequence: lethality at range, Discipline, modifiers, the total."""

from functools import partial

from sandtable.systems.of_war_and_men.rules.cards import flip
from sandtable.systems.of_war_and_men.rules.decisions.windows import Entry, average, summed, total_window
from sandtable.systems.of_war_and_men.rules.discipline import leaderless
from sandtable.systems.of_war_and_men.rules.fire.resolution import HARM, grade, in_words
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import flanks
from sandtable.systems.of_war_and_men.rules.tokens import lit, smoke_modifier
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.state.book import LONGEST, RED, Weapon
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, Battle, Number, Played, Soldier
from sandtable.systems.of_war_and_men.state.scenario import MOON
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.event import Modifier

MOVING, TRENCH = NUMBERS.moving, NUMBERS.entrenched  # 16.4.c, 16.3.a


def weapon_row(weapon: Weapon, second: bool, distance: int) -> tuple[int, ...]:
    """7.7, 7.8 The dice that a weapon flips at a range; none: out of reach (G.lethality, G.weapon_grid)."""
    row = max(1, distance)
    if row > LONGEST:
        return ()
    return (weapon.second if second else weapon.grid)[row - 1]


def grid_row(b: Battle, man: Soldier, distance: int, closer: bool = False) -> tuple[int, ...]:
    """7.7, 17.19 The dice that a soldier flips at a range; a Marksman fires as if closer."""
    return weapon_row(man.card.weapon, second_grid(b, man), distance - NUMBERS.closer if closer else distance)


def second_grid(b: Battle, man: Soldier) -> bool:
    """16.6.e Crewed or sighted since an earlier round."""
    return 0 < man.ready_in <= b.round


def double_discipline(b: Battle, shot: Shot, played: Played) -> tuple[str, str]:
    """4.13 Why two cards are flipped for Discipline: a reason and a rule. Several reasons still mean two cards.

    A Star Shell lifts the dark (18.5.b), but not the snow (18.5.c).
    See also G.double_discipline.
    """
    if played.kind == "on the run":
        return "on the run", "17.20"
    if shot.team.heading >= 0:
        return "on the move", "16.4.c"
    if shot.shooter.condition == SUPPRESSED:
        return "suppressed", "19.4.b"
    if leaderless(b, shot.team):
        return "no Leader", "4.14"
    if shot.enemy is not None and shot.enemy.covered:
        return "covering fire", "17.6"
    limit = trait_modifiers.sight_limit(b, shot.shooter, b.mission.sight)
    if limit and shot.range > limit and not (b.mission.visibility == MOON and lit(b, shot.cell)):
        return "out of sight", "8.7"
    trait = trait_modifiers.double_discipline(b, shot)
    return (trait, "7.12") if trait else ("", "")


def modifiers(b: Battle, shot: Shot, stealthy: bool) -> list[Modifier]:
    """16.2.j Everything that is added to or taken from the numbers, each with its reason.

    See also G.modifiers, G.defense.
    """
    found: list[Modifier] = []
    own, theirs = b.terrain(shot.team.cell), b.terrain(shot.cell)
    bonus = own.attack + (TRENCH if shot.team.dug_in else 0)
    if own.attack:
        found.append(Modifier(own.attack, f"from {own.name}", "16.2.j"))
    if shot.team.dug_in:
        found.append(Modifier(TRENCH, "from an entrenchment", "16.3.a"))
    lowered = trait_modifiers.terrain_bonus(b, shot.team, bonus) - bonus
    if lowered:
        found.append(Modifier(lowered, "Foolhardy", "7.15"))
    found += smoke_modifier(b, shot.team.cell, "out of smoke")
    if theirs.defence:
        found.append(Modifier(-theirs.defence, f"into {theirs.name}", "16.2.j"))
    if shot.enemy is not None and shot.enemy.dug_in:
        found.append(Modifier(-TRENCH, "into an entrenchment", "16.3.a"))
    found += smoke_modifier(b, shot.cell, "into smoke")
    if shot.enemy is not None and shot.enemy.heading >= 0:
        found.append(Modifier(MOVING, "target on the move", "16.4.c"))
    if stealthy:
        found.append(Modifier(NUMBERS.stealth, "out of stealth", "16.7.c"))
    if shot.enemy is not None and flanks(b, shot.team, shot.enemy):
        found.append(Modifier(NUMBERS.flanking, "flanking", "20.2.b"))
    return found + trait_modifiers.shot_modifiers(b, shot)


def average_total(b: Battle, shot: Shot, played: Played) -> int:
    """D.wishes What a shot comes to with average cards, before the action begins."""
    enemy = shot.enemy
    total = sum([average(colour) for colour in shot.grid])
    total -= (NUMBERS.double if double_discipline(b, shot, played)[0] else 1) * average(shot.shooter.card.discipline)
    if enemy is not None and enemy.last_stand:
        total -= average(RED)
    return total + sum([each.amount for each in modifiers(b, shot, shot.team.stealth)])


def an_enemy(b: Battle, player: int) -> int:
    """11.5, 11.6 A player of the other side, to whom the truck and Lu belong as much as to his partner."""
    return next(each.index for each in b.players if each.side != b.players[player].side)


def harm(b: Battle, shot: Shot, total: int) -> int:
    """16.2.l, 11.6.c How bad a total is for what is shot at; 0: nothing happens."""
    if shot.target is not None:
        return grade(b, shot.target, shot.wound, total)
    return HARM["killed"] if mission_rules.thing_effect(b, shot.thing, total) else HARM["unhurt"]


def words(b: Battle, shot: Shot, total: int) -> str:
    """16.2.o A total and what comes of it, as whoever may change it is asked."""
    what = f"Shot of {shot.shooter.card.name}"
    if shot.target is not None:
        return in_words(b, what, shot.target, shot.wound, total)
    return f"{what}: {total}, {mission_rules.thing_effect(b, shot.thing, total) or 'no effect'}."


def firing_sequence(b: Battle, shot: Shot, played: Played) -> Number:
    """Steps A to C and the window after the total (16.2.h-16.2.o). Nothing is changed until all cards are there."""
    man = shot.shooter
    entries: list[Entry] = []
    for colour in shot.grid:
        icon = trait_events.flip_for(b, shot, colour, "lethality", "16.2.h", entries)
        if icon == "jam":
            break
        if icon == "random":
            yield from trait_events.random_effect(b, shot, colour, entries)
        if shot.jam or shot.ended:
            break
    if shot.ended:
        return 0
    reason, rule = double_discipline(b, shot, played)
    nerves: list[Entry] = []
    for _ in range((NUMBERS.double if reason else 1) + shot.extra_discipline):
        value = flip(b, man.card.discipline, "Discipline", "16.2.i", man.player)
        nerves.append(Entry(value, -1, man.card.discipline, "Discipline", "16.2.i"))
    entries += nerves
    added = modifiers(b, shot, played.stealthy)
    if shot.enemy is not None and shot.enemy.last_stand:
        entries.append(Entry(flip(b, RED, "Last Stand", "17.16", man.player), -1, RED, "Last Stand", "17.16"))

    def traits_of_nerve() -> list[Modifier]:
        return trait_modifiers.discipline(b, shot, [entry.value for entry in nerves])

    def total() -> int:
        return summed(entries) + sum([each.amount for each in (*added, *traits_of_nerve())])

    defender = shot.enemy.player if shot.enemy is not None else an_enemy(b, man.player)
    yield from total_window(
        b, entries, total, partial(harm, b, shot), man.player, defender, "16.2.o", partial(words, b, shot)
    )
    result = total()
    added += traits_of_nerve()
    if reason:
        added.append(Modifier(0, f"Double Discipline: {reason}", rule))
    b.tell(
        "shot",
        "16.2.j",
        man.player,
        man.id,
        shot.target.id if shot.target is not None else shot.thing,
        shot.cell,
        value=result,
        modifiers=(*[entry.told() for entry in entries], *added),
    )
    return result
