"""6.15-6.21 Who gets the hits: lap by lap, the exposed before the sheltered, the packets of AT weapons whole."""

from collections.abc import Generator

from sandtable.systems.miniatures.rules.fire.gone_to_ground import lies_low
from sandtable.systems.miniatures.rules.fire.save_numbers import aspects, save_number
from sandtable.systems.miniatures.rules.fire.to_hit import Shot, aimed_at, shielded, valid_teams, worst_cover
from sandtable.systems.miniatures.rules.leaders import Target
from sandtable.systems.miniatures.rules.sight import cover_of
from sandtable.systems.miniatures.rules.suppression import dearness
from sandtable.systems.miniatures.rules.wishes import HITS, wants_details
from sandtable.systems.miniatures.state.book import HARD
from sandtable.systems.miniatures.state.pieces import Battle, Procedure, Team
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision

GROUND = 3  # 6.20: the class after open, soft and hard


class Load:
    """What a Team has been allocated in a shooting."""

    __slots__ = ("cover", "dice", "given", "packets", "team")

    def __init__(self, team: Team, cover: int) -> None:
        self.team = team
        self.cover = cover  # 8.1: against the weapons that are not AT
        self.dice = 0  # saves against weapons that are not AT
        self.packets: list[Shot] = []  # 6.16: AT weapons, with all their hits
        self.given = 0  # dice and packets: a packet counts as one


class Ledger:
    """The valid Teams of a shooting and what each has been allocated."""

    __slots__ = ("b", "ground", "loads", "shots", "target", "terrain")

    def __init__(self, b: Battle, target: Target, shots: list[Shot]) -> None:
        self.b = b
        self.target = target
        self.shots = shots
        self.loads: dict[int, Load] = {}
        self.terrain: dict[int, int] = {}  # worst cover, shields not counted
        self.ground: set[int] = set()
        for team in valid_teams(shots):
            cover = self.terrain[team.index] = worst_cover(b, shots, team)
            self.loads[team.index] = Load(team, HARD if shielded(shots, team) else cover)
            firers = [one.team for one in shots if team in one.marks]
            if lies_low(b, team, target, firers):
                self.ground.add(team.index)

    def exposure(self, load: Load, at: bool) -> int:
        """6.20 Open, soft cover, hard cover, gone to ground; a shield is no cover against AT weapons (16.3)."""
        index = load.team.index
        if index in self.ground:
            return GROUND
        return self.terrain[index] if at else load.cover

    def takers_of(self, one: Shot) -> list[Load]:
        """6.3, 6.21 Who may take the hits of an AT weapon."""
        return [self.loads[mark.index] for mark in aimed_at(one, one.aim)]

    def next(self, among: list[Load], at: bool) -> list[Load]:
        """6.15, 6.20 Who may get the next die or packet: the most exposed of those with the fewest."""
        fewest = min([load.given for load in among])
        lap = [load for load in among if load.given == fewest]
        most_exposed = min([self.exposure(load, at) for load in lap])
        return [load for load in lap if self.exposure(load, at) == most_exposed]


def hand_out(ledger: Ledger, hits: int) -> Procedure:
    """6.15 One save die for every hit of weapons that are not AT; Armored Teams get none."""
    among = [load for load in ledger.loads.values() if not load.team.type.armored]  # 9.3
    while hits and among:
        takers = ledger.next(among, at=False)
        if hits >= len(takers):
            chosen = takers
        else:
            chosen = [(yield from owner_picks(ledger, takers, "hit", "6.15", "takes a hit?"))]
        for load in chosen:
            load.dice += 1
            load.given += 1
        hits -= len(chosen)


def give_packet(ledger: Ledger, one: Shot) -> Procedure:
    """6.16, 6.21 All hits of an AT weapon go to one Team, of the kind it named, that it can reach and see (6.3)."""
    among = ledger.takers_of(one)
    hits = f"{one.hits} hit" if one.hits == 1 else f"{one.hits} hits"
    prompt = f"takes the {hits} of the {one.weapon.name}?"
    load = yield from owner_picks(ledger, ledger.next(among, at=True), "packet", "6.16", prompt, one)
    load.packets.append(one)
    load.given += 1


def danger(b: Battle, load: Load, one: Shot | None) -> int:
    """What a Team must roll to save: against weapons that are not AT, or against this one."""
    team = load.team
    if one is None or not team.type.armored:
        return save_number(b, team, one is not None, load.cover if one is None else cover_of(b, team, one.team))
    return sum([team.type.front if front else team.type.flank for front in aspects(team, one.team)])


def owner_picks(
    ledger: Ledger, takers: list[Load], kind: str, rule: str, prompt: str, one: Shot | None = None
) -> Generator[Decision, Choice, Load]:
    """The owner of the target chooses among equals, unless he leaves it to the house."""
    unit = ledger.target.unit
    if not wants_details(ledger.b, HITS, unit.side):
        return min(takers, key=lambda load: (danger(ledger.b, load, one), dearness(load.team)))
    options = [Choice("take", load.team.id) for load in takers]
    question = f"Which Team of {unit.name} {prompt}"
    answer = yield from ask(ledger.b, unit.side, kind, question, rule, options, piece=unit.key)
    return next(load for load in takers if load.team.id == answer.piece)
