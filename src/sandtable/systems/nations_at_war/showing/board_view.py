"""The map of a scenario as a board of the view schema: made once, it never changes."""

from collections.abc import Iterator
from functools import lru_cache

from sandtable.systems.nations_at_war.reading.maps import hex_names
from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.scenario import Scenario
from sandtable.table.telling import count
from sandtable.table.view import Board, Feature, Hex, HexBoard, Terrain, Zone, key_of

GROUND_COLOURS = {
    "hill": "hill",
    "woods": "woods",
    "wooded_hill": "hill woods",
    "city": "town",
    "cultivated": "field",
    "rough": "rough",
    "river": "water",
    "bridge": "water",
    "depression": "low",
    "palms": "light woods",
}


@lru_cache(maxsize=32)
def board_of(scenario: Scenario, ground: Ground) -> tuple[Board, str]:
    """The map of a scenario, made once, with its key."""
    map = scenario.map
    grid = ground.grid
    rails = set(ground.railroad)
    # S1.area: water that counts as Clear is still drawn, as a line.
    stream = {h for h in range(ground.size) if map.terrain[h] is not ground.terrain[h]}
    hexes: list[Hex] = []
    for h, kind in enumerate(ground.terrain):
        ways: list[Feature] = []
        for line, runs in (("stream", h in stream), ("road", map.road[h]), ("railroad", h in rails)):
            if runs:
                same = stream if line == "stream" else rails if line == "railroad" else None
                near = [k >= 0 and (map.road[k] if same is None else k in same) for k in grid.beside[h]]
                ways.append(Feature(line, joined(near, grid.beside[h])))
        crest = tuple(
            side for side, k in enumerate(grid.beside[h], 1) if kind.hill and k >= 0 and not ground.terrain[k].hill
        )
        hexes.append(
            Hex(
                ground.names[h],
                h // map.rows,
                h % map.rows,
                kind.key,
                int(kind.hill),
                tuple(ways),
                (Feature("crest", crest),) if crest else (),
                closed=not kind.passable,
            )
        )
    board = HexBoard(
        "flat",
        map.columns,
        map.rows,
        legend(scenario, ground),
        tuple(hexes),
        lines=(
            Terrain("stream", "Stream (counts as Clear)", "~", "water", rule="S1.area"),
            Terrain("railroad", "Railroad", "+", "railroad", rule="TEC.railroad"),
            Terrain("road", "Road", "=", "road", rule="TEC.road"),
            Terrain("crest", "Crest Line", "", "crest", rule="6.1.2.a"),
        ),
        zones=tuple(zones(scenario, ground)),
    )
    return board, key_of(board)


def joined(near: list[bool], beside: tuple[int, ...]) -> tuple[int, ...]:
    """The sides a line runs to; one that ends at the edge of the map goes on over it."""
    sides = [side for side, runs in enumerate(near, 1) if runs]
    if len(sides) == 1:
        across = (sides[0] + 2) % 6
        for turn in (0, 1, 5):
            if beside[(across + turn) % 6] < 0:
                sides.append((across + turn) % 6 + 1)
                break
    return tuple(sorted(sides))


def legend(scenario: Scenario, ground: Ground) -> tuple[Terrain, ...]:
    """The kinds of ground on this map, with their effects in words."""
    entries: list[Terrain] = []
    for kind in scenario.rulebook.terrain.values():
        if not any(kind is other for other in ground.terrain):
            continue
        effects: list[str] = []
        if not kind.passable:
            effects.append("impassable")
        else:
            climb = " and 1 to climb" if kind.hill else ""
            effects.append(f"{kind.cost_soft} MP soft, {kind.cost_hard} hard{climb}")
        if kind.dice_soft or kind.dice_hard:
            effects.append(f"{kind.dice_soft} save dice soft, {kind.dice_hard} hard")
        if kind.hill_dice:
            effects.append(f"{kind.hill_dice} more against fire from below")
        if kind.conceals_soft or kind.conceals_hard:
            effects.append("conceals" if kind.conceals_hard else "conceals soft targets")
        if kind.blocks:
            effects.append("blocks sight")
        elif kind.degrades:
            effects.append("two such hexes block sight")
        entries.append(
            Terrain(
                kind.key,
                kind.name,
                kind.letter or kind.name[0],
                GROUND_COLOURS.get(kind.key, "clear"),
                int(kind.hill),
                kind.rule,
                "; ".join(effects),
            )
        )
    return tuple(entries)


def zones(scenario: Scenario, ground: Ground) -> Iterator[Zone]:
    """Where Formations set up and enter, and what is fought for."""
    names = ground.names
    for spec in scenario.formations:
        side = scenario.sides[spec.side].key
        if spec.zone:
            yield Zone("set-up", f"{spec.name} sets up", side, tuple(names[h] for h in spec.zone))
        for edge in spec.edges:
            turn = max(1, spec.entry_turn)
            yield Zone("entry", f"{spec.name} enters on turn {turn}", side, tuple(names[h] for h in edge))
    victory = scenario.victory
    if victory.edge:
        leaving = scenario.sides[victory.side]
        places = tuple(names[h] for h in victory.edge)
        yield Zone("exit", f"{leaving.name} units leave the map", leaving.key, places)
    objective = objectives(scenario, ground)
    for points in sorted({victory.points.get(h, 0) for h in objective}, reverse=True):
        places = tuple(names[h] for h in objective if victory.points.get(h, 0) == points)
        name = f"Objective, {count(points, 'Victory Point')}" if points else "Objective"
        yield Zone("objective", name, places=places, points=points)


def objectives(scenario: Scenario, ground: Ground) -> list[int]:
    """The hexes whose control decides the battle, or brings points."""
    if scenario.victory.kind == "railroad_chain":
        return list(ground.railroad)
    return [*scenario.victory.bridge, *scenario.victory.hexes]


@lru_cache(64)
def goals(scenario: Scenario) -> tuple[str, ...]:
    """13.1.e How the battle is won."""
    victory = scenario.victory
    attacker, defender = scenario.sides[victory.side].name, scenario.sides[1 - victory.side].name
    return (
        f"{attacker} victory: at the end of turn {scenario.turns} {victory.reason_won}.",
        f"{defender} victory: anything else.",
        *hexes_to_hold(scenario),
        *ways_to_points(scenario),
        *(f"Special rule: {text}." for text in special_rules(scenario)),
    )


def special_rules(scenario: Scenario) -> Iterator[str]:
    """13.1.f What is other than usual in this battle."""
    names = {each.key: each.name for each in scenario.formations}
    if not scenario.smoke_allowed:
        yield "no unit may use smoke"
    elif scenario.mortar_smoke > 1:
        yield f"mortars fire smoke of level {scenario.mortar_smoke}"
    if scenario.water_is_clear:
        yield "water counts as Clear"
    for key in scenario.may_go_first:
        yield f"on turn 1 {names[key]} may be activated first, before any marker is drawn"
    if scenario.first_formations:
        first = " and ".join(names[key] for key in scenario.first_formations)
        yield f"on turn 1 {first} go before the first marker is drawn"
    if scenario.plane_roll:
        yield f"after its turn the recon plane is gone for good if 1d6 + turn is {scenario.plane_roll} or more"


def hexes_to_hold(scenario: Scenario) -> list[str]:
    """13.1.g The hexes of a victory by control, by name."""
    victory = scenario.victory
    if victory.kind != "control":
        return []
    names = list(hex_names(scenario.map))
    parts = [names[h] for h in victory.bridge]
    hexes = [names[h] for h in victory.hexes]
    if 0 < victory.count < len(hexes):
        parts.append(f"any {victory.count} of {', '.join(hexes)}")
    elif victory.count:
        parts += hexes
    return [f"Hexes to hold: {', '.join(parts[:-1])}{' and ' if parts[1:] else ''}{parts[-1]}."] if parts else []


def ways_to_points(scenario: Scenario) -> list[str]:
    """13.1.e What Victory Points are given for, in a sentence."""
    victory = scenario.victory
    ways: list[str] = []
    names = list(hex_names(scenario.map)) if victory.points else []
    for points in sorted(set(victory.points.values()), reverse=True):
        hexes = [names[h] for h in victory.hexes if victory.points[h] == points]
        ways.append(f"{points} for control of {'each of ' if len(hexes) > 1 else ''}{', '.join(hexes)}")
    if victory.step_points:
        ways.append(f"{victory.step_points} for each enemy step eliminated")
    if victory.hq_points:
        ways.append(f"{victory.hq_points} for each enemy HQ eliminated for good")
    if victory.exit_points:
        ways.append(f"{victory.exit_points} for each unit that leaves the map (half, rounded down, if reduced)")
    return [f"{scenario.sides[victory.side].name} Victory Points: {'; '.join(ways)}."] if ways else []
