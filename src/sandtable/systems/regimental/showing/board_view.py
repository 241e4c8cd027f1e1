"""The map of a scenario as a board of the view schema: made once, it never changes."""

from functools import lru_cache

from sandtable.systems.regimental.showing.roads import LEGEND, ways
from sandtable.systems.regimental.state import book
from sandtable.systems.regimental.state.ground import Ground
from sandtable.systems.regimental.state.scenario import Scenario
from sandtable.table.telling import count
from sandtable.table.view import Board, Hex, HexBoard, Terrain, Zone, key_of


@lru_cache(maxsize=32)
def board_of(scenario: Scenario, ground: Ground) -> tuple[Board, str]:
    """The map of a scenario, made once, with its key."""
    names = {objective.hex: objective.name for objective in scenario.objectives}
    lines = ways(ground, scenario.map.name)
    hexes = tuple(
        Hex(
            ground.names[h],
            h % ground.columns,
            h // ground.columns,
            kind.key,
            int(kind.hill),
            lines.get(h, ()),
            label=names.get(h, ""),
        )
        for h, kind in enumerate(ground.terrain)
    )
    board = HexBoard(
        "pointed",
        ground.columns,
        ground.rows,
        tuple(legend(kind) for kind in scenario.rulebook.terrain.values() if kind in ground.terrain),
        hexes,
        tuple([kind for kind in LEGEND if any(kind.key == way.kind for each in lines.values() for way in each)]),
        zones=tuple(
            Zone(
                "objective",
                f"{objective.name}, {count(objective.points, 'point')}",
                places=(ground.names[objective.hex],),
                points=objective.points,
            )
            for objective in scenario.objectives
        ),
    )
    return board, key_of(board)


def legend(kind: book.Terrain) -> Terrain:
    """A kind of ground with its effects in words."""
    effects: list[str] = []
    if kind.river:
        effects.append("entered by the first step of a normal move, which ends there")
    elif kind.halts:
        effects.append("halts a normal move")
    if not kind.strategic and not kind.river:
        effects.append("no strategic move")
    if kind.cover:
        effects.append("cover")
    if kind.blocks or kind.hill:
        effects.append("blocks sight" if kind.blocks else "blocks sight between lower hexes")
    if kind.die_less:
        effects.append("one die less")
    return Terrain(
        kind.key, kind.name, kind.letter, kind.colour, int(kind.hill), kind.rule, "; ".join(effects) or "no effect"
    )


def goals(scenario: Scenario) -> tuple[str, ...]:
    """11.b How the battle is won."""
    victory, days = scenario.victory, scenario.days
    attacker, defender = scenario.sides[victory.side].name, scenario.sides[1 - victory.side].name
    total = sum(objective.points for objective in scenario.objectives)
    if total == victory.win == 1:
        held = next(objective.name for objective in scenario.objectives if objective.points)
        found = [f"{attacker} wins by holding {held} after day {days}.", f"If not, {defender} wins."]
    else:
        found = [f"{attacker} wins with {victory.win} or more of {total} points after day {days}."]
        if victory.draw < victory.win:
            span = str(victory.draw) if victory.win - victory.draw == 1 else f"{victory.draw} to {victory.win - 1}"
            found.append(f"{span} is a draw; with fewer, {defender} wins.")
        else:
            found.append(f"With fewer, {defender} wins.")
    if victory.all:
        found.append(f"{attacker} wins at once when all {total} are held.")
    found.append("A side without a regiment has lost.")
    return tuple(found)
