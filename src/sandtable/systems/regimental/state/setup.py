"""A battle of a scenario before its first round: every stand in its hex (11.a)."""

from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.pieces import Battle, Company, Regiment, Stand, empty_battle
from sandtable.systems.regimental.state.scenario import RegimentSpec, Scenario, StandSpec
from sandtable.table.kept import Kept

_grounds: Kept[Ground] = Kept()


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, kept from game to game."""
    return _grounds.get(scenario.digest, lambda: Ground(scenario.map, scenario.rulebook))


def new_battle(scenario: Scenario) -> Battle:
    """All regiments and batteries where the scenario puts them."""
    battle = empty_battle(scenario, ground_of(scenario))
    for spec in scenario.regiments:
        add_regiment(battle, spec)
    for side, battery in scenario.batteries:
        add_stand(battle, battery, side, -1)
    return battle


def add_regiment(b: Battle, spec: RegimentSpec) -> Regiment:
    """1.a A regiment with its stands and companies."""
    index = len(b.regiments)
    first = len(b.companies)
    stands = [add_stand(b, each, spec.side, index) for each in spec.stands]
    companies = tuple(range(first, len(b.companies)))
    regiment = Regiment(index, spec.key, spec.name, spec.side, tuple([s.index for s in stands]), companies)
    b.regiments.append(regiment)
    return regiment


def add_stand(b: Battle, spec: StandSpec, side: int, regiment: int) -> Stand:
    """A stand in its hex, with its company."""
    stand = Stand(
        len(b.stands),
        spec.id,
        spec.name,
        side,
        regiment,
        spec.type,
        spec.rate,
        spec.superior_gun,
        spec.sp or spec.type.sp,
        spec.shots,
    )
    b.stands.append(stand)
    if spec.hex >= 0:
        b.put(stand, spec.hex)
    if spec.company is not None:
        name = f"{spec.company.name} of {spec.name}"
        company = Company(len(b.companies), spec.company_id, name, regiment, spec.company, stand.index)
        b.companies.append(company)
        stand.company = company.index
    return stand
