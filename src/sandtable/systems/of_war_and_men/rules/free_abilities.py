"""Free abilities: what costs no Standard Action and no card (15.4, 16.6.h, 16.8, 18.4.f, traits)."""

from sandtable.systems.of_war_and_men.rules.conditions import end_second_grid
from sandtable.systems.of_war_and_men.rules.operations import disarm, disarming
from sandtable.systems.of_war_and_men.rules.stealth import recognisable, recognise
from sandtable.systems.of_war_and_men.rules.traits import trait_events
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Player, Procedure
from sandtable.table.decision import Choice


def anytime(b: Battle, player: Player) -> list[Choice]:
    """17.1 At any free moment: un-crewing, un-sighting, Immediate Actions of traits."""
    found = [
        Choice("uncrew" if man.helper >= 0 else "unsight", man.id)
        for team in b.own(player.index)
        for man in b.men(team)
        if man.ready_in > 0
    ]
    return found + trait_events.anytime(b, player.index)


def in_turn(b: Battle, team: Fireteam) -> list[Choice]:
    """15.4 In the turn of a Fireteam."""
    return [*recognisable(b, team), *disarming(b, team), *trait_events.in_turn(b, team)]


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
