"""7.12 Traits that change a number or an answer: each a small named function in the table of its moment.

The chapters call the functions in the first half; the tables in the second half say which trait does what there.
Traits that make something happen (flips, questions) are in trait_events.py.
"""

from collections.abc import Callable, Container, Iterable

from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.state.pieces import UPRIGHT, Battle, Fireteam, Soldier
from sandtable.systems.of_war_and_men.state.scenario import MOON, SNOW
from sandtable.systems.of_war_and_men.state.tables import AMOUNTS, LIMITS, NUMBERS
from sandtable.table.event import Modifier


def has(b: Battle, man: Soldier, name: str) -> bool:
    """3.3 Whether a soldier has a trait that is used."""
    return b.traits and name in (man.card.strength, man.card.weakness)


def has_any(b: Battle, man: Soldier, names: Container[str]) -> bool:
    """Whether he has one of some traits that are used."""
    return b.traits and (man.card.strength in names or man.card.weakness in names)


def team_has(b: Battle, team: Fireteam, name: str) -> bool:
    """A trait that works for the whole Fireteam counts once."""
    return team.index in [b.soldiers[i].team for i in b.bearers.get(name, ())]


def traits_of(b: Battle, man: Soldier) -> tuple[str, ...]:
    return (man.card.strength, man.card.weakness) if b.traits else ()


def bearers(b: Battle, team: Fireteam, names: Iterable[str]) -> list[tuple[Soldier, str]]:
    """The soldiers of a Fireteam with one of some traits, from left to right, each with his trait."""
    if not b.traits:
        return []
    found = [(b.soldiers[i], t) for t in names for i in b.bearers.get(t, ()) if b.soldiers[i].team == team.index]
    if len(found) > 1:
        found.sort(key=lambda each: (team.soldiers.index(each[0].index), each[1] == each[0].card.weakness))
    return found


# What the chapters ask ---------------------------------------------------------------------------


def stands_in_for_leaders(b: Battle, team: Fireteam) -> bool:
    """4.14 Somebody makes up for the lack of Leaders."""
    return any(REPLACES_LEADERS[t](b, man) for man, t in bearers(b, team, REPLACES_LEADERS))


def shot_modifiers(b: Battle, shot: Shot) -> list[Modifier]:
    """16.2.j Modifiers of the shooter's traits and the target's."""
    found = [SHOOTING[t](b, shot) for t in traits_of(b, shot.shooter) if t in SHOOTING]
    if shot.target is not None:
        found += shot_at(b, shot.target)
    return [each for each in found if each is not None] + shot.bonus


def shot_at(b: Battle, target: Soldier) -> list[Modifier]:
    """16.2.j Modifiers of the traits of whoever is hit."""
    return [SHOT_AT[t] for t in traits_of(b, target) if t in SHOT_AT]


def terrain_bonus(b: Battle, team: Fireteam, bonus: int) -> int:
    """7.15 What is left of a Fireteam's Terrain attack bonus, entrenchment included."""
    for name, change in GROUND_BONUS.items():
        if team_has(b, team, name):
            bonus = change(bonus)
    return bonus


def double_discipline(b: Battle, shot: Shot) -> str:
    """4.13 The trait that makes the shooter flip Double Discipline; "" if none does."""
    return next((t for t in traits_of(b, shot.shooter) if t in UNSTEADY and UNSTEADY[t](b, shot)), "")


def sight_limit(b: Battle, man: Soldier, limit: int) -> int:
    """8.7 How far this soldier sees in the dark or the snow; 0 without a limit.

    See also G.night, G.blizzard, G.visibility.
    """
    for t in traits_of(b, man):
        if t in EYES:
            limit = EYES[t](b, limit)
    return limit


def discipline(b: Battle, shot: Shot, values: list[int]) -> list[Modifier]:
    """4.10 What traits change of the Discipline numbers, as amounts added; a cancelled one stays 0 (17.13)."""
    found: list[Modifier] = []
    for name, rule in nerves(b, shot):
        changed = [nerve([name], value) if value else 0 for value in values]
        found.append(Modifier(sum(values) - sum(changed), name, rule))
        values = changed
    if counts_higher(b, shot) and len(values) - shot.extra_discipline >= NUMBERS.double:
        found.append(Modifier(min(values[: NUMBERS.double]), "Cool Head", "7.12"))
    return found


def nerves(b: Battle, shot: Shot) -> list[tuple[str, str]]:
    """4.10 The traits that change each of his Discipline numbers, with their rules: his own, then his neighbours'."""
    found = [(t, NERVES[t][1]) for t in traits_of(b, shot.shooter) if t in NERVES and NERVES[t][0](b, shot)]
    if b.traits:
        found += [(t, "10.7.b") for t, beside in NEIGHBOURS.items() if beside(b, shot)]
    return found


def nerve(names: Iterable[str], value: int) -> int:
    """4.10 One Discipline number after the traits that change it: never below 1."""
    for name in names:
        value = max(1, value + AMOUNTS[name])
    return value


def counts_higher(b: Battle, shot: Shot) -> bool:
    """4.13 Under Double Discipline only the higher of the two numbers counts."""
    return has_any(b, shot.shooter, CALM)


def must_fire(b: Battle, able: list[Soldier]) -> list[Soldier]:
    """16.2.e Those among whom the next shooter is chosen; traits can force the choice."""
    return [man for man in able if fires_first(b, man)] or able


def fires_first(b: Battle, man: Soldier) -> bool:
    """16.2.e He must be chosen, and before all others."""
    return has_any(b, man, FIRES_FIRST)


def bound(b: Battle, team: Fireteam) -> bool:
    """G.disengage The Fireteam cannot disengage from the enemy it attacked last."""
    return bool(bearers(b, team, BOUND))


def picks_target(b: Battle, shot_second: bool, man: Soldier) -> bool:
    """16.2.f The shooter chooses the target soldier himself; a card is still flipped."""
    return shot_second and has_any(b, man, PICKS_TARGET)


def keeps_stealth(b: Battle, team: Fireteam, fired: list[int]) -> bool:
    """16.7.d Those who fired do not give their Fireteam away."""
    return len(set(fired)) == 1 and has_any(b, b.soldiers[fired[0]], UNSEEN)


def resolve_of(b: Battle, man: Soldier) -> int:
    """7.9 His Resolve as it is now."""
    value = man.card.resolve
    for t in traits_of(b, man):
        if t in RESOLVE:
            value += RESOLVE[t](b, man)
    return value


def never_routs(b: Battle, man: Soldier) -> bool:
    """7.13 He stays suppressed instead."""
    return has_any(b, man, STEADFAST)


def survives(b: Battle, man: Soldier) -> bool:
    """7.11 An attack would kill him, and a trait saves him once."""
    return any(t in SURVIVES and SURVIVES[t](b, man) for t in traits_of(b, man))


def shield(b: Battle, man: Soldier) -> Soldier | None:
    """10.7.b The neighbour who may take a deadly shot for him, if there is one."""
    line = b.men(b.teams[man.team])
    place = line.index(man)
    if place + 1 < len(line) and has_any(b, line[place + 1], SHIELDS):
        return line[place + 1]
    return None


def extra_rallied(b: Battle, team: Fireteam) -> int:
    """16.5.b How many more soldiers a Rally order brings back."""
    return sum(AMOUNTS[t] for t, helps in RALLY_HELP.items() if team_has(b, team, t) and helps(b, team))


def fast_terrain(b: Battle, team: Fireteam, key: str, fast: bool) -> bool:
    """16.4.f Whether Terrain is fast for this Fireteam; what slows it down prevails."""
    for t, terrains in FAST_FOR.items():
        if team_has(b, team, t) and key in terrains:
            fast = True
    return fast and not any(team_has(b, team, t) for t in SLOW)


def advantage(b: Battle, man: Soldier) -> list[Modifier]:
    """20.1.j What a trait adds in an assault pairing."""
    return [Modifier(AMOUNTS[t], t, "7.12") for t in traits_of(b, man) if t in ASSAULT]


def grenade_bonus(b: Battle, team: Fireteam) -> int:
    """17.14.a What traits add to the damage of grenades that a Fireteam throws."""
    return sum(AMOUNTS[t] for t in GRENADES if team_has(b, team, t))


def recognition(b: Battle, team: Fireteam, enemy: Fireteam) -> list[Modifier]:
    """16.8.a What traits on both sides change of a Recognition check."""
    found = [(t, rule) for t, rule in SEARCHING.items() if team_has(b, team, t)]
    found += [(t, rule) for t, rule in SEARCHED.items() if team_has(b, enemy, t)]
    return [Modifier(AMOUNTS[t], t, rule) for t, rule in found]


def redrawn(b: Battle, team: Fireteam, most: int) -> int:
    """16.6.i How many cards Discard and Redraw may exchange."""
    for _, t in bearers(b, team, REDRAWS):
        most = max(most, LIMITS[t])
    return most


def digs(b: Battle, team: Fireteam) -> bool:
    """16.3.a Whether the Fireteam may entrench with any card."""
    return bool(bearers(b, team, DIGS))


def may_crew(b: Battle, man: Soldier) -> bool:
    """16.6.c Any soldier may help a machine gunner unless traits forbid it."""
    return not has_any(b, man, NO_CREW)


def crew_delay(b: Battle, man: Soldier) -> int:
    """16.6.e How many rounds the gun he helps waits for its second grid."""
    return 0 if has_any(b, man, QUICK_CREW) else 1


def disarmers(b: Battle, team: Fireteam, commanders: list[Soldier]) -> list[Soldier]:
    """18.4.f Who may try to disarm a charge: who is in command or has learnt it, unless he crews (16.6.f)."""
    able = [man for man in b.men(team) if man in commanders or has_any(b, man, DISARM)]
    return [man for man in able if man.gunner < 0]


def disarm_need(b: Battle, man: Soldier, need: int) -> int:
    """18.4.f What his disarm check must not exceed."""
    return max([need, *[LIMITS[t] for t in traits_of(b, man) if t in DISARM]])


def unjam_need(b: Battle, man: Soldier, need: int) -> int:
    """15.3.b What his unjam check must not exceed."""
    return min([need, *[LIMITS[t] for t in traits_of(b, man) if t in UNJAM]])


# The traits, one by one --------------------------------------------------------------------------


def neighbour(b: Battle, man: Soldier, step: int) -> Soldier | None:
    """10.7.b The soldier directly left (-1) or right (+1) of him in the present line."""
    line = b.men(b.teams[man.team])
    place = line.index(man) + step
    return line[place] if 0 <= place < len(line) else None


def commands(b: Battle, man: Soldier) -> bool:
    """G.in_command He is of the highest rank in his Fireteam."""
    return man.card.rank == max(each.card.rank for each in b.men(b.teams[man.team]))


def natural_leader(b: Battle, man: Soldier) -> bool:
    """Natural Leader: while neither suppressed nor wounded he makes up for the lack of Leaders."""
    return man.condition == UPRIGHT


def sharpshooter(b: Battle, shot: Shot) -> Modifier | None:
    """Sharpshooter: +1 at range 4 or more."""
    return Modifier(AMOUNTS["Sharpshooter"], "Sharpshooter", "7.12") if shot.range >= LIMITS["Sharpshooter"] else None


def street_fighter(b: Battle, shot: Shot) -> Modifier | None:
    """Street Fighter: +1 if he or the target is in man-made Terrain."""
    built = b.terrain(shot.team.cell).man_made or b.terrain(shot.cell).man_made
    return Modifier(AMOUNTS["Street Fighter"], "Street Fighter", "G.man_made") if built else None


def foolhardy(bonus: int) -> int:
    """7.15 Foolhardy: a positive Terrain attack bonus is 1 lower."""
    return bonus + AMOUNTS["Foolhardy"] if bonus > 0 else bonus


def needs_orders(b: Battle, shot: Shot) -> bool:
    """Needs Orders: Double Discipline unless another soldier is a Leader neither suppressed nor wounded."""
    return not any(
        man.card.leader and man.condition == UPRIGHT for man in b.men(shot.team) if man is not shot.shooter
    )


def short_sighted(b: Battle, shot: Shot) -> bool:
    """Short-sighted: Double Discipline at range 4 or more."""
    return shot.range >= LIMITS["Short-sighted"]


def night_owl(b: Battle, limit: int) -> int:
    """Night Owl: darkness does not matter."""
    return 0 if b.mission.visibility == MOON else limit


def winter_hardened(b: Battle, limit: int) -> int:
    """Winter-hardened: a blizzard does not matter."""
    return 0 if b.mission.visibility == SNOW else limit


def night_blind(b: Battle, limit: int) -> int:
    """Night-blind: the moon number is 1 lower; with none left nothing is in sight (0 would mean no limit)."""
    return limit + AMOUNTS["Night-blind"] or -1 if b.mission.visibility == MOON else limit


def loner(b: Battle, shot: Shot) -> bool:
    """Loner: +1 to each Discipline flip while his Fireteam has 5 or more soldiers."""
    return sum(not man.card.civilian for man in b.men(shot.team)) >= LIMITS["Loner"]


def claustrophobic(b: Battle, shot: Shot) -> bool:
    """Claustrophobic: +1 to each Discipline flip while in man-made Terrain."""
    return b.terrain(shot.team.cell).man_made


def bickerer(b: Battle, shot: Shot) -> bool:
    """Bickerer: the soldier directly right of him adds 1 to each Discipline flip."""
    left = neighbour(b, shot.shooter, -1)
    return left is not None and has(b, left, "Bickerer")


def mentor(b: Battle, shot: Shot) -> bool:
    """Mentor: the soldiers directly left and right of him subtract 1 from each Discipline flip (minimum 1)."""
    beside = [neighbour(b, shot.shooter, step) for step in (-1, 1)]
    return any(man is not None and has(b, man, "Mentor") for man in beside)


def dug_in(b: Battle, man: Soldier) -> int:
    """Dug In: +2 Resolve while his Fireteam uses an entrenchment."""
    return AMOUNTS["Dug In"] if b.teams[man.team].dug_in else 0


def homesick(b: Battle, man: Soldier) -> int:
    """Homesick: -2 Resolve while his Fireteam has at most 2 soldiers."""
    few = sum(not each.card.civilian for each in b.men(b.teams[man.team])) <= LIMITS["Homesick"]
    return AMOUNTS["Homesick"] if few else 0


def nine_lives(b: Battle, man: Soldier) -> bool:
    """Nine Lives: once per game an attack that would kill him does not. Nobody asks in an assault."""
    return not man.spent


def inspiring(b: Battle, team: Fireteam) -> bool:
    """Inspiring: while he is in command each Rally order brings back one soldier more."""
    return any(has(b, man, "Inspiring") and commands(b, man) for man in b.men(team))


# Which trait does what ---------------------------------------------------------------------------

Can = Callable[[Battle, Soldier], bool]
Nerve = Callable[[Battle, Shot], bool]

REPLACES_LEADERS: dict[str, Can] = {"Natural Leader": natural_leader}
SHOOTING: dict[str, Callable[[Battle, Shot], Modifier | None]] = {
    "Sharpshooter": sharpshooter,
    "Street Fighter": street_fighter,
}
SHOT_AT = {t: Modifier(AMOUNTS[t], t, "7.12") for t in ("Hard to Hit", "Exposed")}  # whoever fires
GROUND_BONUS: dict[str, Callable[[int], int]] = {"Foolhardy": foolhardy}
UNSTEADY: dict[str, Callable[[Battle, Shot], bool]] = {"Needs Orders": needs_orders, "Short-sighted": short_sighted}
EYES: dict[str, Callable[[Battle, int], int]] = {
    "Night Owl": night_owl,
    "Winter-hardened": winter_hardened,
    "Night-blind": night_blind,
}
NERVES: dict[str, tuple[Nerve, str]] = {"Loner": (loner, "7.12"), "Claustrophobic": (claustrophobic, "G.man_made")}
NEIGHBOURS: dict[str, Nerve] = {"Bickerer": bickerer, "Mentor": mentor}
CALM = ("Cool Head",)  # the higher of two Discipline numbers
FIRES_FIRST = ("Trigger Happy",)  # 16.2.e
BOUND = ("Single-minded",)  # G.disengage
PICKS_TARGET = ("Deadeye",)  # with the scope grid
UNSEEN = ("Camouflage",)  # 7.16
RESOLVE: dict[str, Callable[[Battle, Soldier], int]] = {"Dug In": dug_in, "Homesick": homesick}
STEADFAST = ("Iron Will",)  # never routed
SURVIVES: dict[str, Can] = {"Nine Lives": nine_lives}
SHIELDS = ("Bodyguard",)  # takes a deadly shot for the soldier directly left of him
RALLY_HELP: dict[str, Callable[[Battle, Fireteam], bool]] = {"Inspiring": inspiring}
FAST_FOR = {"Pathfinder": ("woods", "hedgerow", "orchard")}
SLOW = ("Lead Feet",)  # no fast-move at all
ASSAULT = ("Brawler", "Glass Jaw")
UNJAM = ("All Thumbs",)
DISARM = ("Demolitions",)
SEARCHING = {"Scout": "7.12"}  # with their rules
SEARCHED = {"Noisy": "21.1", "Light-footed": "7.12"}
REDRAWS = ("Scrounger",)
DIGS = ("Sapper",)  # entrenches with any card
NO_CREW = ("All Thumbs",)
QUICK_CREW = ("Loader",)  # the gun he crews uses the crewed grid in the same round
GRENADES = ("Grenadier",)
