"""Free abilities: what costs no Standard Action and no card (15.4, 16.6.h, 16.8, 18.4.f, traits)."""

from sandtable.systems.of_war_and_men.rules.conditions import end_second_grid
from sandtable.systems.of_war_and_men.rules.maneuver import Reason
from sandtable.systems.of_war_and_men.rules.operations import disarm, disarming, why_not_disarm
from sandtable.systems.of_war_and_men.rules.stealth import recognisable, recognise, why_not_recognise
from sandtable.systems.of_war_and_men.rules.traits import trait_events
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Player, Procedure
from sandtable.table.decision import Choice


def anytime(b: Battle, player: Player) -> list[Choice]:
    """17.1 At any free moment: un-crewing, un-sighting, Immediate Actions of traits."""
    gunners = [b.soldiers[i] for i in b.gunners]
    ready = [man for man in gunners if man.ready_in > 0 and man.player == player.index]
    ready.sort(key=lambda man: (man.team, b.teams[man.team].soldiers.index(man.index)))
    found = [Choice("uncrew" if man.helper >= 0 else "unsight", man.id) for man in ready]
    return found + trait_events.anytime(b, player)


def in_turn(b: Battle, team: Fireteam) -> list[Choice]:
    """15.4 In the turn of a Fireteam."""
    return recognisable(b, team) + disarming(b, team) + trait_events.in_turn(b, team)


def why_not(b: Battle, player: Player, choice: Choice, team: Fireteam | None = None) -> Reason:
    """Why an ability cannot be used; `team` is the player's own Fireteam whose turn it is."""
    man = b.find_soldier(choice.piece)
    if choice.do == "recognise" and team is not None:
        return why_not_recognise(b, team, b.find_team(choice.to))
    if man is None or man.team < 0:
        return "", ""
    if choice.do in ("uncrew", "unsight"):
        return f"{man.card.name} is neither crewed nor sighted.", "16.6.h"
    if choice.do == "command radius":
        return trait_events.why_not(b, man, "Command Radius")
    if choice.do in ("disarm", "medic"):
        if team is None or man.team != team.index:
            return f"{man.card.name} is not in the Fireteam whose turn it is.", "15.4.a"
        return why_not_disarm(b, team, man) if choice.do == "disarm" else trait_events.why_not(b, man, "Medic")
    return "", ""


def use(b: Battle, player: Player, choice: Choice) -> Procedure:
    """An ability that was chosen."""
    if choice.do in ("uncrew", "unsight"):
        end_second_grid(b, b.soldier(choice.piece))
    elif choice.do == "recognise":
        yield from recognise(b, b.active_team, b.team(choice.to))
    elif choice.do == "disarm":
        yield from disarm(b, b.soldier(choice.piece))
    else:
        yield from trait_events.use(b, choice)
