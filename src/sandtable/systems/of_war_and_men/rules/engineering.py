"""16.6, 16.9 Engineering Actions: Standard Actions paid for with any cards of the hand. Nothing lies on the stack.

See also G.engineering.
"""

from sandtable.systems.of_war_and_men.rules.card_questions import ask_for_card, card_number
from sandtable.systems.of_war_and_men.rules.cards import discard, draw
from sandtable.systems.of_war_and_men.rules.conditions import dissolve, end_second_grid
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.missions.arrivals import come_home
from sandtable.systems.of_war_and_men.rules.sight import distances
from sandtable.systems.of_war_and_men.rules.standard_actions import dig_in
from sandtable.systems.of_war_and_men.rules.stealth import cannot_hide, hide
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.state.pieces import (
    SUPPRESSED,
    UPRIGHT,
    YELLOW,
    Battle,
    Fireteam,
    Player,
    Procedure,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.tables import LIMITS, NUMBERS
from sandtable.table.asking import DONE, ask
from sandtable.table.decision import Choice

KINDS = ("crew", "sight", "redraw", "stealth", "transfer", "sap")
STEALTH = Choice("stealth")
REDRAWS = tuple([Choice("redraw", number=count) for count in range(1, max(NUMBERS.redrawn, *LIMITS.values()) + 1)])


def choices(b: Battle, team: Fireteam, player: Player) -> list[Choice]:
    """16.6.a What the active Fireteam may do with any cards."""
    cards = len(player.hand)
    if not cards:
        return []
    found = second_grids(b, team)
    most = min(cards, trait_modifiers.redrawn(b, team, NUMBERS.redrawn))
    found += REDRAWS[:most]
    if cannot_hide(b, team) is None:
        found.append(STEALTH)
    found += [Choice("transfer", to=other.id) for other in receivers(b, team)]
    if trait_modifiers.digs(b, team) and not team.dug_in:
        found.append(Choice("sap"))
    return found


def carry_out(b: Battle, team: Fireteam, player: Player, choice: Choice) -> Procedure:
    """16.6.b The cost is paid and the action happens at once, without interruption."""
    if choice.do == "redraw":
        yield from redraw(b, player, choice.number)
    elif choice.do == "transfer":
        yield from transfer(b, team, b.team(choice.to), player)
    else:
        yield from pay(b, player, "16.6.a")
        if choice.do == "stealth":
            hide(b, team)
        elif choice.do == "sap":
            dig_in(b, team, "7.12")
        else:
            man = b.soldier(choice.piece)
            if choice.do == "crew":
                crew(b, man, b.soldier(choice.to))
            else:
                aim(b, man)


def pay(b: Battle, player: Player, rule: str, left: int = 1) -> Procedure:
    """16.6.a One card of the hand, whichever. `left`: how many are to go, this one too."""
    prompt = f"Which card is discarded? ({left} left)" if left > 1 else "Which card is discarded?"
    answer = yield from ask_for_card(b, player, "pay", prompt, rule)
    discard(b, player, card_number(answer.piece), rule)


def why_not(b: Battle, team: Fireteam, player: Player, choice: Choice) -> tuple[str, str]:
    """Why an Engineering Action is refused."""
    man = b.find_soldier(choice.piece)
    if choice.do == "stealth":
        return cannot_hide(b, team) or ("Stealth costs a card.", "16.7.a")
    if choice.do == "redraw":
        return (
            f"You may redraw 1 to {trait_modifiers.redrawn(b, team, NUMBERS.redrawn)} of the cards that you hold.",
            "16.6.i",
        )
    if choice.do == "transfer":
        return "Soldiers can transfer only to an adjacent Fireteam of your own that has room for them.", "16.9.a"
    if choice.do in ("crew", "sight") and man is not None and team.heading >= 0:
        return f"{team.name} is on the move.", "16.6.g"
    if choice.do == "crew":
        return (
            "A crew is a machine gunner and a helper in this Fireteam, both upright and not crewing another gun.",
            "16.6.c",
        )
    if choice.do == "sight":
        return "Sighting needs a sniper in this Fireteam who is upright and not sighted yet.", "16.6.d"
    if choice.do == "sap" and trait_modifiers.digs(b, team) and team.dug_in:
        return f"{team.name} already uses an entrenchment, and a Terrain has only one.", "16.3.b"
    if choice.do == "sap":
        return "Only a Fireteam with a Sapper can entrench with any card.", "7.12"
    return "", ""


# Machine guns and scopes (16.6.c-16.6.h) ---------------------------------------------------------


def free(man: Soldier) -> bool:
    """Upright, and neither crewing nor crewed nor sighted."""
    return man.condition == UPRIGHT and man.gunner < 0 and man.ready_in == 0 and not man.card.civilian


def idle(b: Battle, team: Fireteam) -> list[Soldier]:
    """16.6.g The free soldiers of a Fireteam that is not on the move."""
    return [] if team.heading >= 0 else [man for man in b.men(team) if free(man)]


def second_grids(b: Battle, team: Fireteam) -> list[Choice]:
    """16.6.c, 16.6.d The crews and scopes that there can be, where there is a weapon for one."""
    if team.index not in [b.soldiers[i].team for i in b.gunners]:
        return []
    men = idle(b, team)
    return crews(b, men) + scopes(men)


def crews(b: Battle, men: list[Soldier]) -> list[Choice]:
    """16.6.c A soldier helps the machine gunner; both of one Fireteam that is not on the move."""
    return [
        Choice("crew", gunner.id, helper.id)
        for gunner in men
        if gunner.card.weapon.crewed
        for helper in men
        if helper is not gunner and trait_modifiers.may_crew(b, helper)
    ]


def crew(b: Battle, gunner: Soldier, helper: Soldier) -> None:
    """16.6.c, 16.6.e The helper feeds the gun; it fires better from the next round on (G.crewing)."""
    gunner.helper, helper.gunner = helper.index, gunner.index
    gunner.ready_in = b.round + trait_modifiers.crew_delay(b, helper)
    b.tell("crewed", "16.6.c", gunner.player, gunner.id, helper.id)


def scopes(men: list[Soldier]) -> list[Choice]:
    """16.6.d A sniper takes up his scope."""
    return [Choice("sight", man.id) for man in men if man.card.weapon.scoped]


def aim(b: Battle, man: Soldier) -> None:
    """16.6.d The Sighted token, yellow side up; the scope counts from the next round on (G.sighted)."""
    man.ready_in = b.round + 1  # 16.6.e
    man.sighted = YELLOW  # 9.6
    b.tell("sighted", "16.6.d", man.player, man.id)


# Cards and soldiers ------------------------------------------------------------------------------


def redraw(b: Battle, player: Player, count: int) -> Procedure:
    """16.6.i So many cards are discarded, and as many are drawn."""
    for left in range(count, 0, -1):
        yield from pay(b, player, "16.6.i", left)
    draw(b, player, count)


def receivers(b: Battle, team: Fireteam) -> list[Fireteam]:
    """16.9.a Own Fireteams next to the active one with room, if somebody can go."""
    away = distances(b, team.cell)
    near = [other for other in b.own(team.player) if away[other.cell] == 1]
    if not near or not movable(b, team):
        return []
    limit = mission_rules.size_limit(b, team)
    return [other for other in near if len(other.soldiers) < limit]


def movable(b: Battle, team: Fireteam) -> list[Soldier]:
    """16.9.a, 16.9.b Who can transfer: not the suppressed, and each once in a round."""
    return [man for man in b.men(team) if man.condition != SUPPRESSED and man.transferred_in != b.round]


def transfer(b: Battle, team: Fireteam, other: Fireteam, player: Player) -> Procedure:
    """16.9 Up to three soldiers, a card for each, join the right end of the other line (G.transfer)."""
    for sent in range(NUMBERS.transferred):
        men = movable(b, team)
        if not men or not player.hand or len(other.soldiers) >= mission_rules.size_limit(b, other):
            break
        options = [Choice("send", man.id) for man in men]
        if sent:
            options.append(DONE)
        answer = yield from ask(
            b, player.index, "transfer", f"Who joins {other.name}?", "16.9.a", options, piece=team.id
        )
        if answer == DONE:
            break
        man = b.soldier(answer.piece)
        yield from pay(b, player, "16.9.a")
        join(b, man, team, other)
        come_home(b, other)
        if b.verdict is not None:
            break
    if not any(not man.card.civilian for man in b.men(team)):
        mission_rules.escort_lost(b, team)
        dissolve(b, team)


def join(b: Battle, man: Soldier, team: Fireteam, other: Fireteam) -> None:
    """16.9.a He leaves one line for the right end of the other; a crew or scope ends (16.6.h)."""
    end_second_grid(b, man)
    team.soldiers.remove(man.index)
    man.team = other.index
    man.transferred_in = b.round
    line = [*b.men(other), man]
    line.sort(key=lambda each: each.card.civilian)
    other.soldiers = [each.index for each in line]
    b.tell("transferred", "16.9.a", man.player, man.id, other.id)
