"""What is shown with a Fireteam or a soldier that is chosen: how far weapons carry, and an officer's command."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.systems.of_war_and_men.rules.discipline import can_fire
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import second_grid, weapon_row
from sandtable.systems.of_war_and_men.rules.sight import distances, ranges, sees
from sandtable.systems.of_war_and_men.rules.traits.trait_modifiers import has
from sandtable.systems.of_war_and_men.state.book import LONGEST, Weapon
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam, Soldier
from sandtable.systems.of_war_and_men.state.scenario import SIDES
from sandtable.systems.of_war_and_men.state.tables import LIMITS
from sandtable.table.view import Zone

COMMAND = "Command Radius"
Ranges = tuple[int, ...]  # at which a weapon fires


class Field(NamedTuple):
    """Terrains that weapons reach from somewhere."""

    name: str
    men: tuple[int, ...]  # whose it is, by their places among those who fire; none: the Fireteam's
    some: bool  # not all of them reach it
    cells: tuple[int, ...]


def reaches(b: Battle) -> Iterator[Zone]:
    """7.7, 7.15 Of every Fireteam on the map, and of each of its soldiers: in them the enemies whom they see."""
    for team in b.teams:
        if team.gone or team.cell < 0:
            continue
        men = b.men(team)
        armed = [man for man in men if can_fire(man)]
        carries = tuple([ranges_of(man.card.weapon, second_grid(b, man)) for man in armed])
        marks = [each for each in b.teams if each.side != team.side and not each.gone and not each.stealth]
        seen = [each for each in marks if each.cell >= 0 and sees(b, team.cell, each.cell)]
        for field in fields_of(b.mission.columns, b.mission.rows, team.cell, carries):
            yield Zone(
                "long range" if field.some else "range",
                field.name,
                SIDES[team.side],
                tuple([b.place_name(cell) for cell in field.cells]),
                of=tuple([armed[place].id for place in field.men]) or (team.id,),
                holds=tuple([each.id for each in seen if each.cell in field.cells]),
            )
        for man in men:
            if has(b, man, COMMAND):
                yield command(b, team, man)


@lru_cache(2048)
def fields_of(columns: int, rows: int, here: int, carries: tuple[Ranges, ...]) -> tuple[Field, ...]:
    """7.7 What each of some soldiers reaches, and where so many of them do."""
    away = ranges(columns, rows)[here]
    own_fields = {own: {cell for cell, far in enumerate(away) if max(1, far) in own} for own in carries if own}
    found = []
    for own, cells in own_fields.items():
        men = tuple([place for place, other in enumerate(carries) if other == own])
        found.append(Field(f"Range {own[-1]}", men, False, tuple(sorted(cells))))
    shooters = [own_fields[own] for own in carries if own]
    for number in range(1, len(shooters) + 1):
        cells = {cell for cell in range(len(away)) if sum([cell in one for one in shooters]) == number}
        if cells:
            found.append(
                Field(f"{number} of {len(shooters)} reach", (), number < len(shooters), tuple(sorted(cells)))
            )
    return tuple(found)


@cache
def ranges_of(weapon: Weapon, second: bool) -> Ranges:
    """7.7 The ranges at which a weapon fires."""
    return tuple([far for far in range(1, LONGEST + 1) if weapon_row(weapon, second, far)])


def command(b: Battle, team: Fireteam, man: Soldier) -> Zone:
    """7.15 How far an officer rallies, and whom."""
    far = LIMITS[COMMAND]
    away = distances(b, team.cell)
    friends = [each for each in b.friends(team.side) if away[each.cell] <= far]
    return Zone(
        "command",
        f"{COMMAND} of {man.card.name}: {far}",
        SIDES[team.side],
        tuple([b.place_name(cell) for cell, steps in enumerate(away) if steps <= far]),
        of=(team.id, man.id),
        holds=tuple([each.id for each in friends]),
    )
