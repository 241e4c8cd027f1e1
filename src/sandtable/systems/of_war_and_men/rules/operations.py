"""18 Combat Operations: Artillery with drift, Reinforcements, Satchel Charge, Star Shell. Each Mission names one."""

from functools import partial

from sandtable.systems.of_war_and_men.rules.card_questions import choose_throw
from sandtable.systems.of_war_and_men.rules.cards import draw_to, flip, last_flipped
from sandtable.systems.of_war_and_men.rules.conditions import remove
from sandtable.systems.of_war_and_men.rules.decisions.windows import Entry, number, summed, total_window
from sandtable.systems.of_war_and_men.rules.discipline import SUCCESS, check, highest
from sandtable.systems.of_war_and_men.rules.explosion import destroy_entrenchment, explode
from sandtable.systems.of_war_and_men.rules.fire.attack_order import give_away
from sandtable.systems.of_war_and_men.rules.fire.resolution import grade, in_words, resolve_hit
from sandtable.systems.of_war_and_men.rules.fire.targets import pick, size_colour
from sandtable.systems.of_war_and_men.rules.maneuver import Reason
from sandtable.systems.of_war_and_men.rules.sight import adjacent, drifted
from sandtable.systems.of_war_and_men.rules.traits import trait_events, trait_modifiers
from sandtable.systems.of_war_and_men.state.book import COLOURS, GREEN
from sandtable.systems.of_war_and_men.state.cells import Token
from sandtable.systems.of_war_and_men.state.pieces import (
    ORANGE,
    SATCHEL,
    STAR_SHELL,
    YELLOW,
    Battle,
    Fireteam,
    Lost,
    Played,
    Player,
    Procedure,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.tables import NUMBERS, TABLES
from sandtable.table.asking import ask
from sandtable.table.decision import Choice

DISARM = -3  # among what the active Fireteam has tried in this turn


def playable(b: Battle, player: Player) -> bool:
    """17.8, 11.4.b, 18.1 Whether the Mission's Combat Operation can be called now."""
    if b.mission.operation == "artillery":
        return b.artillery == ORANGE and b.active >= 0 and b.active_team.player == player.index
    return b.mission.operation == "reinforcements" or bool(b.own(player.index))


def why_not(b: Battle, player: Player) -> Reason | None:
    """11.4.b, 18.1 Why Artillery cannot be called now; None for what is not about Artillery."""
    if b.mission.operation == "artillery" and b.artillery != ORANGE:
        return "The Artillery is reloading.", "18.1"
    if b.mission.operation == "artillery":
        return "Artillery can be called only in the turn of one of your own Fireteams.", "11.4.b"
    return None


def prepare(b: Battle, player: Player, played: Played) -> Procedure:
    """17.8 Who throws it and where, or what is lit; the target of Artillery is named after its strength is known."""
    operation = b.mission.operation
    if operation == "artillery":
        played.team = b.active
    elif operation == "satchel charge":
        yield from choose_throw(b, player, played, "Where does the satchel charge go?", "18.4.a")
    elif operation == "star shell":
        options = [Choice("light", to=b.place_name(cell)) for cell in range(len(b.cells))]
        answer = yield from ask(
            b, player.index, "light", "Which Terrain does the Star Shell light up?", "18.5.a", options
        )
        played.cell = b.cell_called(answer.to)


def execute(b: Battle, played: Played) -> Procedure:
    """17.8 The operation takes place (G.combat_operation)."""
    player = b.players[played.player]
    operation = b.mission.operation
    if operation == "reinforcements":
        draw_to(b, player)
    elif operation == "star shell":
        b.add_token(Token(STAR_SHELL, played.cell, YELLOW))
        b.tell("star shell", "18.5.a", player.index, place=played.cell)
    elif operation == "satchel charge":
        throw(b, played, SATCHEL, "satchel", "18.4.a")
    elif playable(b, player) and b.active == played.team:
        yield from artillery(b, played)


def throw(b: Battle, played: Played, token: str, kind: str, rule: str) -> None:
    """17.23, 18.4.a What is thrown lies in the Terrain, yellow border up, if the Fireteam can still reach it.

    A charge has its fuse lit. Throwing is a hostile action.
    """
    team = b.teams[played.team]
    within = [team.cell, *adjacent(b, team.cell)]
    if not team.gone and played.cell in within:
        b.add_token(Token(token, played.cell, YELLOW))
        b.tell(kind, rule, played.player, team.id, place=played.cell)
        give_away(b, team, [])


# Artillery (18.2) --------------------------------------------------------------------------------


def artillery(b: Battle, played: Played) -> Procedure:
    """18.2 Strength, target, drift, then the soldiers in the Terrain that is hit; then the guns reload (14.3).

    See also 11.0, G.at_ready.
    """
    team = b.teams[played.team]
    value = yield from number(b, GREEN, "strength of the Artillery", "18.2.a", played.player)
    strength = COLOURS.index(TABLES.artillery[value - 1])
    options = [Choice("bombard", to=b.place_name(cell)) for cell in range(len(b.cells))]
    answer = yield from ask(
        b, played.player, "bombard", "Which Terrain does the Artillery fire at?", "18.2.b", options
    )
    cell = b.cell_called(answer.to)
    b.tell("bombards", "18.2.b", played.player, team.id, place=cell)
    if b.mission.wind >= 0:
        value = yield from number(b, b.mission.wind, "drift", "18.2.c", played.player)
        value = yield from trait_events.drift(b, team, value)
        cell = drifted(b, cell, value)
    if cell < 0:
        b.tell("off the map", "18.2.c", played.player)
    else:
        b.tell("shells fall", "18.2.c", played.player, place=cell)
        for hit in b.at(cell):
            yield from bombard(b, hit, strength, played.player)
        destroy_entrenchment(b, cell, "16.3.e")
    b.artillery = YELLOW
    b.tell("artillery", "14.3", text=YELLOW)
    give_away(b, team, [])


def bombard(b: Battle, team: Fireteam, strength: int, caller: int) -> Procedure:
    """18.2.d, 18.2.e How many soldiers are affected, and which; friends and own men too."""
    team.attacked = True
    line = b.men(team)
    count = yield from number(b, size_colour(len(line)), "soldiers affected", "18.2.d", caller)
    left = line.copy()
    lost: Lost = ()
    for _ in range(min(count, len(line))):
        left = [man for man in left if man.team >= 0]  # 11.5 Lu is out of it when her escort is
        if not left:
            break
        found = yield from pick(b, line, left, "who is hit", "18.2.e", caller)
        man = b.soldiers[found]
        left.remove(man)
        lost = yield from trait_events.noting_losses(b, team, shell(b, man, strength, caller), lost)
    if team.side != b.players[caller].side:
        yield from trait_events.after_losses(b, team, lost)


def shell(b: Battle, man: Soldier, strength: int, caller: int) -> Procedure:
    """18.2.f, G.artillery Two flips of the strength; a wound icon on one of them wounds."""
    entries: list[Entry] = []
    wounds = False
    for _ in range(NUMBERS.shells):
        entries.append(Entry(flip(b, strength, "damage", "18.2.f", caller), +1, strength, "shell", "18.2.f"))
        wounds = wounds or b.card(last_flipped(b)).icon == "wound"
    harm = partial(grade, b, man, wounds)
    words = partial(in_words, b, "Shells", man, wounds)
    yield from total_window(b, entries, lambda: summed(entries), harm, caller, man.player, "18.2.f", words)
    told = tuple([entry.told() for entry in entries])
    b.tell("damage", "18.2.f", caller, target=man.id, value=summed(entries), modifiers=told)
    yield from resolve_hit(b, man, summed(entries), wounds, "18.2.f", gunfire=False)


# Satchel Charges (18.4) --------------------------------------------------------------------------


def disarming(b: Battle, team: Fireteam) -> list[Choice]:
    """18.4.f Once per turn, free: the soldier in command of a Fireteam in the Terrain tries to disarm the charge."""
    if DISARM in b.tried or not b.has_token(SATCHEL, team.cell):
        return []
    return [Choice("disarm", man.id) for man in trait_modifiers.disarmers(b, team, highest(b, team))]


def why_not_disarm(b: Battle, team: Fireteam, man: Soldier) -> Reason:
    """18.4.f Why he may not try to disarm a charge."""
    if DISARM in b.tried:
        return f"{team.name} has already tried to disarm a charge in this turn.", "18.4.f"
    if not b.has_token(SATCHEL, team.cell):
        return f"There is no satchel charge at {b.place_name(team.cell)}.", "18.4.f"
    if man.gunner >= 0:
        return f"{man.card.name} is crewing a machine gun.", "16.6.f"
    return f"{man.card.name} is not in command.", "18.4.f"


def disarm(b: Battle, man: Soldier) -> Procedure:
    """Success removes the charge; on failure it goes off under him, and he alone dies."""
    b.tried.append(DISARM)
    cell = b.teams[man.team].cell
    passed = yield from check(b, man, "the satchel charge", "18.4.f", trait_modifiers.disarm_need(b, man, SUCCESS))
    token = next(token for token in b.tokens if token.kind == SATCHEL and token.cell == cell)
    if passed:
        b.drop_token(token)
        b.tell("disarmed", "18.4.f", man.player, man.id, place=cell)
    else:
        b.teams[man.team].attacked = True  # 16.7.e
        remove(b, man, "killed", "18.4.g")
        yield from explode(b, token, spares=True)  # 18.4.g
