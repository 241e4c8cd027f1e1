"""19 What can happen to soldiers: suppressed, wounded, jammed, killed, routed; crews and scopes that end with it."""

from sandtable.systems.of_war_and_men.rules.decisions.wishes import concern
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.pieces import (
    NOWHERE,
    SUPPRESSED,
    UPRIGHT,
    WOUNDED,
    Battle,
    Fireteam,
    Soldier,
)


def suppress(b: Battle, man: Soldier, rule: str) -> None:
    """19.4 He ducks: his crew or scope ends, his Fireteam's move halts (G.suppressed)."""
    man.condition = SUPPRESSED
    man.suppressed_in = b.round
    man.orders = 0
    b.tell("suppressed", rule, man.player, man.id, place=b.teams[man.team].cell)
    concern(b, man.player)
    end_second_grid(b, man)
    halt(b, b.teams[man.team])


def wound(b: Battle, man: Soldier, rule: str) -> None:
    """7.14, 19.3 He can move and cannot attack; his crew or scope ends, the move of his Fireteam goes on.

    See also G.wounded.
    """
    man.condition = WOUNDED
    man.suppressed_in = 0
    man.orders = 0
    b.tell("wounded", rule, man.player, man.id, place=b.teams[man.team].cell)
    concern(b, man.player)
    end_second_grid(b, man)


def stand_up(b: Battle, man: Soldier, rule: str) -> None:
    """16.5.b, 17.11 His card is upright again: rallied or healed. The protection of 19.4.d ends."""
    kind = "rallied" if man.condition == SUPPRESSED else "healed"
    man.condition = UPRIGHT
    man.suppressed_in = 0
    man.orders = 0
    b.tell(kind, rule, man.player, man.id)


def remove(b: Battle, man: Soldier, fate: str, rule: str) -> None:
    """7.11, G.routed Killed or routed: he leaves the game, the line closes up."""
    team = b.teams[man.team]
    end_second_grid(b, man)
    b.tell(fate, rule, man.player, man.id, place=team.cell)
    concern(b, man.player)
    team.soldiers.remove(man.index)
    man.team = NOWHERE
    man.fate = fate
    man.condition = UPRIGHT
    man.jammed = False
    mission_rules.fallen(b, man)
    if not any(not each.card.civilian for each in b.men(team)):
        mission_rules.escort_lost(b, team)
        dissolve(b, team)


def jam(b: Battle, man: Soldier) -> None:
    """19.1.b His weapon cannot attack until it is cleared (G.jammed)."""
    man.jammed = True
    b.tell("jammed", "19.1.b", man.player, man.id)


def clear_jam(b: Battle, man: Soldier, rule: str) -> None:
    """9.4 The token is removed by a repair only."""
    man.jammed = False
    b.tell("unjammed", rule, man.player, man.id)


def halt(b: Battle, team: Fireteam, rule: str = "19.4.c") -> None:
    """19.4.c The move is halted: token back to black in the Terrain it started from; Covering Fire ends."""
    if team.heading >= 0:
        team.heading = NOWHERE
        team.covered = False
        b.tell("halted", rule, team.player, team.id, place=team.cell)


def dissolve(b: Battle, team: Fireteam) -> None:
    """A Fireteam without soldiers leaves the game with its tokens."""
    team.gone = b.thinned = True
    team.cell = team.heading = NOWHERE
    team.stealth = team.covered = team.dug_in = False
    if team.index in b.track:
        b.track.remove(team.index)
    b.tell("fireteam gone", "3.7", team.player, team.id)


# Crews and scopes (16.6) -------------------------------------------------------------------------


def end_second_grid(b: Battle, man: Soldier) -> None:
    """16.6.h Un-crewing or un-sighting: of a gunner, his helper or a sniper."""
    if man.gunner >= 0:
        man = b.soldiers[man.gunner]
    if man.ready_in == 0:
        return
    if man.helper >= 0:
        b.soldiers[man.helper].gunner = NOWHERE
        b.tell("uncrewed", "16.6.h", man.player, man.id, b.soldiers[man.helper].id)
        man.helper = NOWHERE
    else:
        b.tell("unsighted", "16.6.h", man.player, man.id)
    man.sighted = ""
    man.ready_in = 0


def tied_down(b: Battle, team: Fireteam) -> bool:
    """16.6.g A crewed machine gun or a scoped sniper keeps the Fireteam from moving."""
    return team.index in [b.soldiers[i].team for i in b.gunners if b.soldiers[i].ready_in > 0]


def any_suppressed(b: Battle, team: Fireteam) -> bool:
    """19.4.a"""
    soldiers = b.soldiers
    return SUPPRESSED in [soldiers[i].condition for i in team.soldiers]


def safe_from_fire(b: Battle, man: Soldier) -> bool:
    """19.4.d A soldier suppressed in this round is not shot at again in it."""
    return man.condition == SUPPRESSED and man.suppressed_in == b.round
