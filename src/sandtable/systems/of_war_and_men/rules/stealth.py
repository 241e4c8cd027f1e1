"""16.7, 16.8 Stealth and Recognition."""

from sandtable.systems.of_war_and_men.rules.discipline import check, commander
from sandtable.systems.of_war_and_men.rules.maneuver import Reason
from sandtable.systems.of_war_and_men.rules.sight import sees
from sandtable.systems.of_war_and_men.rules.tokens import lit
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Procedure
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.decision import Choice
from sandtable.table.event import Modifier


def cannot_hide(b: Battle, team: Fireteam) -> Reason | None:
    """16.7.b, 16.7.e Why a Fireteam cannot enter stealth where it is; None if it can."""
    terrain = b.terrain(team.cell)
    if team.stealth:
        return f"{team.name} is already in stealth.", "16.7.a"
    if terrain.no_stealth:
        return f"No Fireteam can hide in the {terrain.name} at {b.place_name(team.cell)}.", "16.7.b"
    if team.attacked:
        return f"{team.name} was attacked in this Terrain in this round.", "16.7.e"
    return None


def hide(b: Battle, team: Fireteam) -> None:
    """16.7.a The Fireteam goes into stealth (9.9, G.stealth)."""
    team.stealth = True
    b.tell("stealth", "16.7.a", team.player, team.id, place=team.cell)


def recognisable(b: Battle, team: Fireteam) -> list[Choice]:
    """16.8.a In its turn, free, once for each stealthed enemy Fireteam in line of sight."""
    hidden = [each for each in b.teams if each.stealth and each.side != team.side and each.index not in b.tried]
    return [Choice("recognise", to=each.id) for each in hidden if each.cell >= 0 and sees(b, team.cell, each.cell)]


def why_not_recognise(b: Battle, team: Fireteam, enemy: Fireteam | None) -> Reason:
    """16.8.a Why the active Fireteam may not look for an enemy Fireteam."""
    if enemy is None or enemy.cell < 0 or enemy.side == team.side:
        return "Recognition must name an enemy Fireteam on the map.", "16.8.a"
    if enemy.index in b.tried:
        return f"{team.name} has already looked for {enemy.name} in this turn.", "16.8.a"
    if not enemy.stealth:
        return f"{enemy.name} is not in stealth.", "16.8.a"
    return f"{team.name} has no line of sight to {enemy.name}.", "21.3.a"


def recognise(b: Battle, team: Fireteam, enemy: Fireteam) -> Procedure:
    """16.8.a, 16.8.b The soldier in command makes a Discipline Check; success removes the Stealth token at once.

    A Star Shell helps (18.5.d).
    See also G.recognition.
    """
    b.tried.append(enemy.index)
    man = yield from commander(b, team, "of the search", "16.8.a")
    modifiers = trait_modifiers.recognition(b, team, enemy)
    if lit(b, enemy.cell):
        modifiers.append(Modifier(NUMBERS.lit, "Star Shell", "16.8.b"))
    if (yield from check(b, man, f"Recognition of {enemy.name}", "16.8.a", modifiers=tuple(modifiers))):
        enemy.stealth = False
        b.tell("seen", "16.8.a", enemy.player, enemy.id, place=enemy.cell)
