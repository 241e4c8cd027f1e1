"""13.1.e Reads [victory]: control of hexes, a chain of railroad hexes, Victory Points, units exited."""

from sandtable.content.reader import Reader
from sandtable.systems.nations_at_war.reading.book import rules
from sandtable.systems.nations_at_war.reading.draft import Draft, can_stand
from sandtable.systems.nations_at_war.rules.victory import steps_at_start
from sandtable.systems.nations_at_war.state.scenario import Victory

MOST_POINTS = 99  # for one thing


def read_victory(draft: Draft, reader: Reader) -> None:
    """13.1.e What the attacker must have at the end."""
    if not draft.root.good("victory"):
        return
    kind = reader.word("kind", "kind of victory")
    side = reader.one_of("side", [each for each in draft.sides if each], "side")
    rule = reader.one_of("rule", rules(), "rule")
    victory = Victory(kind, draft.sides.index(side) if side else 0, rule)
    draft.scenario.victory = victory
    won, lost = reader.text("won"), reader.text("lost")
    if kind:
        KINDS[kind](draft, reader, victory)
    else:
        reader.names()  # which keys it may have, the kind would tell
    usual = reasons(draft, victory)
    victory.reason_won, victory.reason_lost = won or usual[0], lost or usual[1]


def reasons(draft: Draft, victory: Victory) -> tuple[str, str]:
    """What is told at the end if the scenario has no words of its own: won, lost."""
    sides = draft.scenario.sides
    name = sides[victory.side].name if victory.side < len(sides) else ""
    if victory.kind == "points":
        points = f"{victory.count} Victory Points" if victory.count > 1 else "1 Victory Point"
        return (f"the {name} side has {points} or more", f"the {name} side does not have {points}")
    if victory.kind == "exit":
        units = f"{victory.count} {name} units have" if victory.count > 1 else f"1 {name} unit has"
        return (f"at least {units} left the map", f"fewer than {units} left the map")
    return ("the objective is held", "the objective is not held")


# Control -----------------------------------------------------------------------------------------


def read_chain(draft: Draft, reader: Reader, victory: Victory) -> None:
    """S1.victory So many railroad hexes in a row."""
    victory.count = reader.integer("count", least=1)
    rails = sum(draft.scenario.map.railroad)
    if reader.good("count") and draft.names and victory.count > rails:
        reader.wrong("count", f"is {victory.count}, but the map has {rails} railroad hexes")


def read_control(draft: Draft, reader: Reader, victory: Victory) -> None:
    """13.1.g So many of some hexes, and all of others."""
    victory.bridge = draft.names.read_hexes(reader, "bridge", needed=False)
    victory.hexes = draft.names.read_hexes(reader, "hexes", needed=False)
    victory.count = reader.integer("count", default=len(victory.hexes))
    if not draft.names or not (reader.good("bridge") and reader.good("hexes")):
        return
    if not victory.bridge and not victory.hexes:
        reader.wrong("hexes", "is missing: a victory by control needs hexes")
    elif reader.good("count") and victory.count > len(victory.hexes):
        reader.wrong("count", f"is {victory.count}, but hexes names {len(victory.hexes)}")
    else:
        closed = [place for place in victory.hexes if not can_stand(draft.scenario, place)]
        if len(victory.hexes) - len(closed) < victory.count:
            reader.wrong("hexes", f"no unit can ever enter {draft.names.name(closed[0])}")
        for place in victory.bridge:
            if not can_stand(draft.scenario, place):
                reader.wrong("bridge", f"no unit can ever enter {draft.names.name(place)}")


# Points and exits --------------------------------------------------------------------------------


def read_points(draft: Draft, reader: Reader, victory: Victory) -> None:
    """13.1.e ruling: points for hexes, enemy steps and HQs, and own units exited."""
    before = len(reader.problems.found)
    victory.count = reader.integer("count", least=1)
    scores = reader.table("hexes")
    for text in scores.names():
        points = scores.integer(text, 1, MOST_POINTS)
        places = draft.names.hexes_of(scores, text, text, scores.at(text))
        if places and not any(can_stand(draft.scenario, place) for place in places):
            scores.wrong(text, f"no unit can ever enter {draft.names.name(places[0])}")
        for place in places:
            if place in victory.points:
                scores.wrong(text, f"{draft.names.name(place)} already has points")
            victory.points[place] = points
    victory.hexes = sorted(victory.points)
    victory.step_points = reader.integer("step")
    victory.hq_points = reader.integer("hq")
    victory.exit_points = reader.integer("exit")
    if victory.exit_points or reader.has("edge"):
        victory.edge = read_exits(draft, reader)
        if reader.good("exit") and not victory.exit_points:
            reader.wrong("edge", "is for units that exit, but there are no points for that: write exit = 2")
    if len(reader.problems.found) > before:
        return
    if not (scores.names() or victory.step_points or victory.hq_points or victory.exit_points):
        reader.wrong("kind", "is by points, but none are given: write hexes, step, hq or exit")
    elif draft.names and reader.good("side") and clean(draft) and victory.count > possible_points(draft, victory):
        reader.wrong("count", f"is {victory.count}, but at most {possible_points(draft, victory)} are possible")


def possible_points(draft: Draft, victory: Victory) -> int:
    """All points there are: every hex that can be entered, every enemy step and HQ, every own unit exited."""
    scenario = draft.scenario
    total = sum(points for place, points in victory.points.items() if can_stand(scenario, place))
    total += victory.step_points * steps_at_start(scenario, 1 - victory.side)
    for formation in scenario.formations:
        if formation.side == victory.side:
            total += victory.exit_points * len(formation.units)
        else:
            total += victory.hq_points * (1 + len(formation.sub_hqs))
    return total


def read_exit(draft: Draft, reader: Reader, victory: Victory) -> None:
    """13.1.e ruling: so many own units exited."""
    victory.count = reader.integer("count", least=1)
    victory.edge = read_exits(draft, reader)
    units = sum(len(each.units) for each in draft.scenario.formations if each.side == victory.side)
    if reader.good("count") and reader.good("side") and clean(draft) and victory.count > units:
        reader.wrong("count", f"is {victory.count}, but the side has {units} units")


def read_exits(draft: Draft, reader: Reader) -> list[int]:
    """The hexes at the edge of the map that units may leave by."""
    edge = draft.names.read_hexes(reader, "edge")
    inner = draft.names.inner(edge)
    if inner:
        reader.wrong("edge", f"{inner} is not at the edge of the map")
    open_hexes = [place for place in edge if can_stand(draft.scenario, place)]
    if edge and not inner and not open_hexes:
        reader.wrong("edge", "no unit can stand in any of these hexes")
    return open_hexes


def clean(draft: Draft) -> bool:
    """Whether the forces are as they were meant: nothing is wrong with sides and Formations."""
    return not any(each.place.startswith(("formations", "sides")) for each in draft.root.problems.found)


KINDS = {"railroad_chain": read_chain, "control": read_control, "points": read_points, "exit": read_exit}
