"""How a side stands in the eyes of one who plans: both companies, the objectives, and what each could do next."""

from sandtable.systems.miniatures.state.book import TANK
from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.systems.miniatures.thinking.survey import Menace, objectives
from sandtable.systems.miniatures.thinking.weights import CHANCES, COMMANDER, LATER, MARKER, SHARED, THREAT
from sandtable.systems.miniatures.thinking.worth import staying_power, team_worth, unit_stake


def prospect(b: Battle, side: int) -> float:
    """What a side has more than the other."""
    menace = Menace(b)
    mine, theirs = (company(b, each) + to_come(b, each, menace) for each in (side, 1 - side))
    return mine - theirs + objectives(b, side)


def company(b: Battle, side: int) -> float:
    """The Teams, less for the suppressed, and how sure the Units are to stay."""
    total, staying = 0.0, 0.0
    for unit in b.company(side):
        total += sum([team_worth(team) * (1 - MARKER * min(team.markers, 1)) for team in b.all_of(unit)])
        teams = b.teams_of(unit)
        staying += staying_power(b, unit.size, len(teams), teams[0].type.kind == TANK)
    cc = b.cc(side)
    return total + unit_stake(b, side) * staying + (COMMANDER + team_worth(cc) if cc is not None else 0.0)


def to_come(b: Battle, side: int, menace: Menace) -> float:
    """What its Units could do next, less what could be done to them."""
    total = 0.0
    for unit in b.company(side):
        total += CHANCES * menace.best[unit.index]
        for enemy in b.company(1 - side):
            threat = menace.pairs[enemy.index, unit.index]
            total -= SHARED * THREAT * threat * (LATER if enemy.activated else 1.0)
    return total
