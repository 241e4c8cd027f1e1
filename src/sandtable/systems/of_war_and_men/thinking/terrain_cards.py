"""Terrain cards of the hand: where one would serve its owner best."""

from sandtable.systems.of_war_and_men.rules.sight import adjacent
from sandtable.systems.of_war_and_men.rules.standard_actions import open_places
from sandtable.systems.of_war_and_men.state.book import Terrain
from sandtable.systems.of_war_and_men.state.cells import Cell
from sandtable.systems.of_war_and_men.state.pieces import Battle, Fireteam
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.actions import Mind
from sandtable.systems.of_war_and_men.thinking.firepower import Team

Site = tuple[float, int]  # what it is worth, and the cell


def sites(mind: Mind, team: Fireteam, kinds: list[Terrain]) -> dict[str, Site]:
    """The best open position in sight of a Fireteam for each kind of Terrain, by its key."""
    b = mind.b
    if len(b.deck) + weights.DECK * (b.decks_left - 1) < weights.TOO_LATE:
        return {}
    own = mind.picture.sides[mind.side]
    posts = {each.team.index: mind.post(each, each.team.cell) for each in own}
    best = {each.team.index: best_place(mind, each, posts[each.team.index]) for each in own}
    found: dict[str, Site] = {}
    for cell in open_places(b, team):
        for kind in kinds:
            value = worth(mind, own, cell, kind, posts, best)
            if kind.key not in found or value > found[kind.key][0]:
                found[kind.key] = (value, cell)
    return found


def best_place(mind: Mind, one: Team, here: float) -> float:
    """What a Fireteam has, or would have next to it, as the map is."""
    b = mind.b
    taken = {team.cell for team in b.teams}
    ways = [cell for cell in adjacent(b, one.team.cell) if cell not in taken and not b.terrain(cell).no_movement]
    return max([here, *[mind.post(one, cell) - 2 * weights.MARCH for cell in ways]])


def worth(
    mind: Mind, own: list[Team], cell: int, kind: Terrain, posts: dict[int, float], best: dict[int, float]
) -> float:
    """Terrain in a cell: a better place for one who stands beside it, and lines of sight that are shut."""
    b, far = mind.b, mind.picture.far
    before = lay(b, cell, kind)
    value = -weights.LAYING
    if kind.blocks:
        value += weights.SHUT * sum([mind.post(each, each.team.cell) - posts[each.team.index] for each in own])
    gains = [
        mind.post(each, cell) - best[each.team.index]
        for each in own
        if far[each.team.cell][cell] == 1 and each.team.heading < 0
    ]
    contested = any(far[foe.team.cell][cell] <= 1 for foe in mind.foes)
    value += (weights.CONTESTED if contested else weights.USED) * max([0.0, *gains])
    b.cells[cell], b.blocking = before
    return value


def lay(b: Battle, cell: int, kind: Terrain) -> tuple[Cell, int]:
    """Terrain in a cell, for a thought; what was there before."""
    before = b.cells[cell], b.blocking
    b.cells[cell] = Cell(kind, kind.name)
    if kind.blocks:
        b.blocking |= 1 << cell
    return before
