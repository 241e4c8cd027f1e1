"""11 Suppression: markers, where they go, what they cost, how they come off."""

from collections.abc import Generator

from sandtable.systems.miniatures.rules.wishes import HITS, wants_details
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team, Unit, spot
from sandtable.systems.miniatures.state.scenario import FO
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

Caps = dict[int, int]  # 6.17, 9.7: Team -> how many more markers this shooting may put on it


def dearness(team: Team) -> tuple[bool, int, int]:
    """How much its owner would miss a Team: leaders most, then the best weapons."""
    fire = max([mount.weapon.fp for mount in team.type.mounts], default=0)
    return (team.role != 0, fire, team.index)


def bearers(b: Battle, unit: Unit, joined: list[Team] | None = None) -> list[Team]:
    """15.21 The Teams of a Unit that can be suppressed, one who has joined it among them; never an FO."""
    found = b.teams_of(unit)
    for team in joined or ():
        if not team.lost and team.role != FO and team not in found:
            found.append(team)
    return found


def room(b: Battle, teams: list[Team], caps: Caps | None = None) -> list[Team]:
    """11.6, 11.7 Who may take a marker: Teams without one; when all have one, those with less than two."""
    bare = [team for team in teams if team.markers == 0]
    most = b.land.numbers["most_markers"]
    found = bare or [team for team in teams if team.markers < most]
    return [team for team in found if caps is None or caps.get(team.index, 1) > 0]


def mark(b: Battle, team: Team, rule: str) -> None:
    """A marker on a Team."""
    team.markers += 1
    b.tell("suppressed", rule, team.side, team.id, b.unit_of(team).key, spot(team), value=team.markers)


def suppress(b: Battle, team: Team, rule: str, joined: list[Team] | None = None) -> bool:
    """11.6 A result for one particular Team; lost if it may not take it. The CC alone counts as a Unit (14.15)."""
    if team not in room(b, bearers(b, b.unit_of(team), joined)):
        return False
    mark(b, team, rule)
    return True


def place_markers(
    b: Battle,
    unit: Unit,
    count: int,
    first: list[Team],
    rule: str,
    joined: list[Team] | None = None,
    caps: Caps | None = None,
) -> Generator[Decision, Choice, int]:
    """11.1, 11.2 Markers on a Unit: valid targets first, the owner chooses among them. How many found room."""
    for placed in range(count):
        takers = room(b, bearers(b, unit, joined), caps)
        if not takers:
            return placed
        takers = [team for team in takers if team in first] or takers
        options = [Choice("suppress", team.id) for team in takers]
        if not wants_details(b, HITS, unit.side):
            options = [Choice("suppress", min(takers, key=dearness).id)]
        prompt = f"Which Team of {unit.name} is suppressed?"
        answer = yield from ask(b, unit.side, "suppression", prompt, "11.2", options, piece=unit.key)
        team = b.team(answer.piece)
        mark(b, team, rule)
        if caps is not None and team.index in caps:
            caps[team.index] -= 1
    return count


def hand_on(b: Battle, unit: Unit, count: int) -> Procedure:
    """11.5 The markers of lost Teams pass to others of the Unit; those that find no room are dropped."""
    yield from place_markers(b, unit, count, [], "11.5")


def suppressed_share(b: Battle, unit: Unit) -> tuple[int, int]:
    """11.4 Suppressed Teams, and Teams, of a Unit; two markers count once."""
    teams = b.teams_of(unit)
    return sum([team.markers > 0 for team in teams]), len(teams)


def penalty(b: Battle, unit: Unit) -> int:
    """11.4 What suppression adds to the number that a Unit needs to activate."""
    down, all_of_it = suppressed_share(b, unit)
    amount = 0
    for percent, extra in b.scenario.rulebook.suppression:
        if down * 100 >= percent * all_of_it:
            amount = extra
    return amount if down else 0


def recover(b: Battle, unit: Unit) -> None:
    """11.8 A passed check takes off every marker."""
    for team in b.all_of(unit):
        if team.markers:
            team.markers = 0
            b.tell("recovered", "11.8", team.side, team.id, unit.key, spot(team))


def shed(b: Battle, unit: Unit) -> Procedure:
    """11.9 A failed check takes off one marker, of the owner's choice."""
    bearing = [team for team in b.teams_of(unit) if team.markers]
    if not bearing:
        return
    if not wants_details(b, HITS, unit.side):
        bearing = [max(bearing, key=lambda team: (team.markers == 1, dearness(team)))]
    options = [Choice("shed", team.id) for team in bearing]
    prompt = f"Which Team of {unit.name} sheds a suppression marker?"
    answer = yield from ask(b, unit.side, "shed", prompt, "11.9", options, piece=unit.key)
    team = b.team(answer.piece)
    team.markers -= 1
    b.tell("recovered", "11.9", team.side, team.id, unit.key, spot(team), value=team.markers)
