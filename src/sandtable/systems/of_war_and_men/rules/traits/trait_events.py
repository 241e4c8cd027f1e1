"""7.12 Traits that make something happen: flips, questions, changes. Each is a small named function in a table.

The chapters call the functions in the first half; the tables in the second half say which trait does what there.
"""

from collections.abc import Callable, Generator

from sandtable.systems.of_war_and_men.rules.cards import discard, flip, last_flipped
from sandtable.systems.of_war_and_men.rules.conditions import clear_jam, remove, stand_up, suppress
from sandtable.systems.of_war_and_men.rules.decisions.windows import Entry, number
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS, check, commander, highest
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.rally import rally
from sandtable.systems.of_war_and_men.rules.retreat import forced_retreat
from sandtable.systems.of_war_and_men.rules.sight import distances
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import (
    bearers,
    has,
    neighbour,
    team_has,
    traits_of,
    unjam_need,
)
from sandtable.systems.of_war_and_men.state.book import RED
from sandtable.systems.of_war_and_men.state.pieces import (
    SUPPRESSED,
    UPRIGHT,
    WOUNDED,
    Battle,
    Fireteam,
    Lost,
    Number,
    Player,
    Procedure,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.tables import AMOUNTS, LIMITS
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

# What the chapters ask ---------------------------------------------------------------------------


def random_effect(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """19.2 A random-effect icon showed: a trait of the shooter's may happen now. `entries`: what was counted.

    See also 19.2.b.
    """
    for t in traits_of(b, shot.shooter):
        if t in RANDOM_EFFECTS:
            b.tell("random effect", "19.2.a", shot.shooter.player, shot.shooter.id, text=t)
            yield from RANDOM_EFFECTS[t](b, shot, colour, entries)


def after_suppression(b: Battle, man: Soldier) -> Procedure:
    """19.4 An attack has suppressed him."""
    for t in traits_of(b, man):
        if t in PANIC:
            yield from PANIC[t](b, man)


def noting_losses(b: Battle, team: Fireteam, hit: Procedure, lost: Lost) -> Generator[Decision, Choice, Lost]:
    """A hit on a Fireteam takes effect: if it kills, those of the highest rank just before are noted, once."""
    line, leaders = b.men(team), tuple([man.index for man in highest(b, team)])
    yield from hit
    killed = any(man.fate == "killed" for man in line)
    return (*lost, leaders) if killed and leaders not in lost else lost


def after_losses(b: Battle, team: Fireteam, lost: Lost) -> Procedure:
    """An enemy attack that may have killed soldiers of this Fireteam is over."""
    if not team.gone:
        for change in AFTER_LOSSES.values():
            yield from change(b, team, lost)


def drift(b: Battle, team: Fireteam, value: int) -> Number:
    """18.2.c The drift of the Artillery that this Fireteam calls; a trait may flip it once again."""
    for t, change in DRIFT.items():
        if team_has(b, team, t):
            value = yield from change(b, team, value)
    return value


def assessment(b: Battle) -> Procedure:
    """15.3.b Traits that work in the Assessment phase, in the order of the track."""
    for index in list(b.track):
        for man, t in bearers(b, b.teams[index], ASSESSMENT):
            if man.team >= 0:
                yield from ASSESSMENT[t](b, man)


def anytime(b: Battle, player: Player) -> list[Choice]:
    """17.1 Free Immediate Actions of traits of a player's soldiers."""
    if b.bearers.keys().isdisjoint(ANYTIME):
        return []
    found = [each for team in b.own(player.index) for each in bearers(b, team, ANYTIME)]
    return [Choice(t.lower(), man.id) for man, t in found if ANYTIME[t][0](b, man)]


def in_turn(b: Battle, team: Fireteam) -> list[Choice]:
    """15.4 Free abilities of traits in the turn of their Fireteam."""
    return [choice for man, t in bearers(b, team, IN_TURN) for choice in IN_TURN[t][0](b, man)]


def use(b: Battle, choice: Choice) -> Procedure:
    """An ability of a trait that was chosen."""
    man = b.soldier(choice.piece)
    for t in traits_of(b, man):
        if t.lower() == choice.do:
            yield from (ANYTIME[t][1] if t in ANYTIME else IN_TURN[t][1])(b, man, choice)


# Random Effects (19.2) -------------------------------------------------------------------------


def flip_for(b: Battle, shot: Shot, colour: int, label: str, rule: str, entries: list[Entry]) -> str:
    """16.2.h A card flipped for a shot: its number is added, and its icon counts."""
    value = flip(b, colour, label, rule, shot.shooter.player)
    icon = b.card(last_flipped(b)).icon
    if icon == "jam":  # 19.1.a: the card itself does not count
        shot.jam = True
    else:
        entries.append(Entry(value, +1, colour, label, rule))
    if icon == "wound":
        shot.wound = True
    return icon


def rapid_fire(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Rapid Fire: one further card of the same colour is added; its icon counts, but not for Rapid Fire again."""
    if flip_for(b, shot, colour, "Rapid Fire", "7.12", entries) == "random":
        for t in traits_of(b, shot.shooter):
            if t in RANDOM_EFFECTS and RANDOM_EFFECTS[t] is not rapid_fire:
                yield from RANDOM_EFFECTS[t](b, shot, colour, entries)


def killer_instinct(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Killer Instinct: +2 to this Firing Sequence."""
    shot.bonus = [*shot.bonus, Modifier(AMOUNTS["Killer Instinct"], "Killer Instinct", "7.12")]
    yield from ()


def shaky(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Shaky: one more Discipline card is flipped and subtracted."""
    shot.extra_discipline += 1
    yield from ()


def butterfingers(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Butterfingers: the icon counts as a jam, and so its card does not count (19.1.a)."""
    entries.pop()
    shot.jam = True
    yield from ()


def wasteful(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Wasteful: his player discards one card at random."""
    player = b.players[shot.shooter.player]
    if player.hand:
        discard(b, player, b.chance.draw(player.hand, "a wasted card"), "7.12")
    yield from ()


def cold_feet(b: Battle, shot: Shot, colour: int, entries: list[Entry]) -> Procedure:
    """Cold Feet: the Firing Sequence ends without result and he is suppressed."""
    shot.ended = True
    if shot.shooter.condition == UPRIGHT:
        suppress(b, shot.shooter, "7.12")
    yield from ()


# After something has happened ------------------------------------------------------------------------


def panicky(b: Battle, man: Soldier) -> Procedure:
    """Panicky: on a red 1 the soldier directly left of him is suppressed too, unless suppressed or wounded."""
    if (yield from number(b, RED, "panic", "7.12", man.player)) <= LIMITS["Panicky"]:
        left = neighbour(b, man, -1)
        if left is not None and left.condition == UPRIGHT and not left.card.civilian:
            suppress(b, left, "7.12")


def cautious_commander(b: Battle, team: Fireteam, lost: Lost) -> Procedure:
    """Cautious Commander: in command when a soldier was killed he makes a check; failure: a Forced Retreat."""
    for leaders in lost:
        equals = [b.soldiers[index] for index in leaders]
        if not any(has(b, man, "Cautious Commander") for man in equals):
            continue
        man = yield from commander(b, team, "when the soldier was killed", "G.in_command", equals)
        if has(b, man, "Cautious Commander") and man.team == team.index:
            if not (yield from check(b, man, "holding the position", "7.12")):
                yield from forced_retreat(b, team, "7.12")
            return


def radioman(b: Battle, team: Fireteam, value: int) -> Number:
    """Radioman: his player may discard the drift number and flip again once; the second counts."""
    options = [Choice("keep"), Choice("flip again")]
    prompt = f"The drift is {value}. Flip again?"
    answer = yield from ask(b, team.player, "drift", prompt, "7.12", options, piece=team.id)
    if answer.do == "keep":
        return value
    return (yield from number(b, b.mission.wind, "drift", "7.12", team.player))


# In the Assessment phase (15.3.b) --------------------------------------------------------------------


def bleeder(b: Battle, man: Soldier) -> Procedure:
    """Bleeder: while wounded he makes a check in every Assessment phase; failure kills him."""
    if man.condition == WOUNDED and not (yield from check(b, man, "the wound", "7.12")):
        remove(b, man, "killed", "7.12")


def armourer(b: Battle, man: Soldier) -> Procedure:
    """Armourer: one extra unjam check with his own Discipline for any jammed soldier of his Fireteam."""
    jams = [each for each in b.men(b.teams[man.team]) if each.jammed]
    if not jams or man.gunner >= 0:  # 16.6.f
        return
    options = [*[Choice("unjam", each.id) for each in jams], Choice("leave", man.id)]
    prompt = f"Whose weapon does {man.card.name} try to clear?"
    answer = yield from ask(b, man.player, "unjam", prompt, "7.12", options, piece=man.id)
    patient = b.soldier(answer.piece)
    if answer.do == "unjam" and (yield from check(b, man, "the jammed weapon", "7.12", unjam_need(b, man, SUCCESS))):
        clear_jam(b, patient, "7.12")


# Free abilities --------------------------------------------------------------------------------------


def in_radius(b: Battle, man: Soldier) -> list[Soldier]:
    """7.15 Suppressed soldiers of friendly Fireteams within two Terrains, his own included."""
    away = distances(b, b.teams[man.team].cell)
    return [
        each
        for team in b.friends(b.players[man.player].side)
        if away[team.cell] <= LIMITS["Command Radius"]
        for each in b.men(team)
        if each.condition == SUPPRESSED
    ]


def may_command(b: Battle, man: Soldier) -> bool:
    """7.15 Once per round, free to act, and somebody to rally."""
    return free_to_act(b, man) and bool(in_radius(b, man))


def free_to_act(b: Battle, man: Soldier) -> bool:
    """16.6.f An ability for once per round is left, and he is neither suppressed nor wounded nor busy with a gun."""
    return man.condition == UPRIGHT and man.gunner < 0 and man.used_in != b.round


def why_not(b: Battle, man: Soldier, name: str) -> tuple[str, str]:
    """7.12 Why he cannot use this ability now."""
    rule = {"Medic": "G.heal", "Command Radius": "7.15"}[name]
    if not b.traits:
        return "Traits are used at Colonel level only.", "3.3"
    if not has(b, man, name):
        return f"{man.card.name} does not have {name}.", "7.12"
    if man.used_in == b.round:
        return f"{man.card.name} has already used {name} in this round.", rule
    if man.condition != UPRIGHT:
        return f"{man.card.name} is suppressed or wounded.", rule
    if man.gunner >= 0:
        return f"{man.card.name} is crewing a machine gun.", "16.6.f"
    if name == "Medic":
        return "Nobody else in his Fireteam is wounded.", rule
    return "Nobody within two Terrains is suppressed.", rule


def command_radius(b: Battle, man: Soldier, choice: Choice) -> Procedure:
    """7.15 Command Radius: all of them are rallied."""
    man.used_in = b.round
    for each in in_radius(b, man):
        yield from rally(b, each, "7.15")


def patients(b: Battle, man: Soldier) -> list[Choice]:
    """Medic: once per round, free to act: other wounded soldiers of his Fireteam."""
    if not free_to_act(b, man):
        return []
    others = [each for each in b.men(b.teams[man.team]) if each.condition == WOUNDED]
    return [Choice("medic", man.id, each.id) for each in others]


def medic(b: Battle, man: Soldier, choice: Choice) -> Procedure:
    """G.heal Medic: a Discipline Check; success heals the soldier."""
    man.used_in = b.round
    patient = b.soldier(choice.to)
    if (yield from check(b, man, f"healing {patient.card.name}", "G.heal")):
        stand_up(b, patient, "G.heal")


# Which trait does what ---------------------------------------------------------------------------

Does = Callable[[Battle, Soldier], Procedure]
Uses = Callable[[Battle, Soldier, Choice], Procedure]

RANDOM_EFFECTS: dict[str, Callable[[Battle, Shot, int, list[Entry]], Procedure]] = {
    "Rapid Fire": rapid_fire,
    "Killer Instinct": killer_instinct,
    "Shaky": shaky,
    "Butterfingers": butterfingers,
    "Wasteful": wasteful,
    "Cold Feet": cold_feet,
}
PANIC: dict[str, Does] = {"Panicky": panicky}
AFTER_LOSSES: dict[str, Callable[[Battle, Fireteam, Lost], Procedure]] = {"Cautious Commander": cautious_commander}
DRIFT: dict[str, Callable[[Battle, Fireteam, int], Number]] = {"Radioman": radioman}
ASSESSMENT: dict[str, Does] = {"Bleeder": bleeder, "Armourer": armourer}
ANYTIME: dict[str, tuple[Callable[[Battle, Soldier], bool], Uses]] = {"Command Radius": (may_command, command_radius)}
IN_TURN: dict[str, tuple[Callable[[Battle, Soldier], list[Choice]], Uses]] = {"Medic": (patients, medic)}
