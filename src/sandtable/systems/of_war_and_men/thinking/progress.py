"""What a Mission is about for a side, at a glance: how near its Fireteams are to it, and what of it they have."""

from sandtable.systems.of_war_and_men.rules.conditions import tied_down
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import ranges
from sandtable.systems.of_war_and_men.state.pieces import LU, SATCHEL, Battle, Fireteam
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, PRIVATE
from sandtable.systems.of_war_and_men.thinking import weights

# Where a side wants to be: names of the Mission's places, most wanted first.
AIMS = {
    AXIS: ("objective", "bridges", "allied_flag", "lu", "exit", "truck", "path"),
    ALLIES: ("objective", "bridges", "axis_flag", "lu", "exit", "truck", "path"),
}


def aims_of(b: Battle, side: int) -> tuple[int, ...]:
    """The cells that the Mission is about for a side; without any the enemy is the aim."""
    for name in AIMS[side]:
        cells = b.mission.places.get(name)
        if cells:
            return cells
    return tuple([team.cell for team in b.friends(1 - side)])


def errand(b: Battle, side: int) -> bool:
    """Whether a side must do something for which it needs the right cards: blow bridges, bring Lu home."""
    switches = b.mission.switches
    return side == ALLIES and ("lu" in switches or ("bridges" in switches and b.scenario.level != PRIVATE))


def purpose(b: Battle, side: int, teams: list[Fireteam]) -> float:
    """How far a side is in what the Mission wants of it."""
    if "lu" in b.mission.switches:
        return rescue(b, side, teams)
    if errand(b, side):
        return demolition(b, teams)
    aims = aims_of(b, side)
    if not aims:
        return 0.0
    far = ranges(b.mission.columns, b.mission.rows)
    total = 0.0
    for team in teams:
        steps = far[whither(team)]
        total -= weights.PULL * min([steps[cell] for cell in aims])
    for cell in aims:
        if mission_rules.holder(b, cell) == side:
            total += weights.HELD
    return total


def whither(team: Fireteam) -> int:
    """Where a Fireteam is, or is going."""
    return team.heading if team.heading >= 0 else team.cell


def rescue(b: Battle, side: int, teams: list[Fireteam]) -> float:
    """11.5 The Allies go for Lu and bring her home, who has room for her first; the Axis goes where she is."""
    far = ranges(b.mission.columns, b.mission.rows)
    woman = mission_rules.lu(b)
    escort = woman.team if woman is not None else -1
    where = b.teams[escort].cell if escort >= 0 else mission_rules.thing_cell(b, LU)
    if where < 0:
        return 0.0
    gaps = [far[whither(team)][where] for team in teams]
    if side == AXIS:
        return -weights.PULL * sum(gaps)
    total = -weights.COMPANY * sum(gaps)
    if escort >= 0:
        homes = {team.home for team in b.teams if team.side == ALLIES and team.home >= 0}
        steps = far[whither(b.teams[escort])]
        total += weights.FOUND - weights.HOMEWARDS * min([steps[home] for home in homes])
        return total - weights.TIED * tied_down(b, b.teams[escort])
    room = [
        gap for team, gap in zip(teams, gaps, strict=True) if len(team.soldiers) < mission_rules.size_limit(b, team)
    ]
    return total - weights.ERRAND * min(room or gaps, default=0)


def demolition(b: Battle, teams: list[Fireteam]) -> float:
    """11.3 The Allies come up to each bridge that stands, with a charge in the hand."""
    far = ranges(b.mission.columns, b.mission.rows)
    total, wanted = 0.0, []
    for cell in b.mission.places["bridges"]:
        if b.has_token(SATCHEL, cell):
            total += weights.MINED
        elif not b.terrain(cell).no_movement:
            wanted.append(cell)
    for cell in wanted:
        gaps = [max(0, far[whither(team)][cell] - 1) for team in teams]
        total -= weights.ERRAND * min(gaps, default=0) + weights.COMPANY * sum(gaps)
    for player in b.players:
        if player.side == ALLIES:
            held = sum([b.card(number).decision == "combat operation" for number in player.hand])
            total += weights.CHARGE_HELD * min(held, len(wanted))
    return total
