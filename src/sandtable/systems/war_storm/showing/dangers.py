"""What a player asks before he moves: what is in sight of a hex, why not, and who could fire at him on his way."""

from sandtable.geometry.hexes import bits
from sandtable.systems.war_storm.rules.movement import move_reach, movers
from sandtable.systems.war_storm.rules.reaction import exposed, mates, reactors
from sandtable.systems.war_storm.showing.odds import reaction_odds
from sandtable.systems.war_storm.state.pieces import Battle, Platoon, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.shown import Danger, Sight


def sight(b: Battle, start: str, to: str) -> Sight:
    """5.3 The hexes in sight of one, or whether two hexes see each other, and what closes the line."""
    place = b.place_called(start)
    if not to:
        seen = b.ground.sight.seen(place) & ~(1 << place)
        return Sight(tuple([b.ground.names[h] for h in bits(seen)]))
    end = b.place_called(to)
    line = b.ground.sight.line(place, end)
    if line.open:
        return Sight((), True, why_open(b, place, end), "5.3.a")
    return Sight((), False, why_closed(b, place, end), line.rule)


def why_closed(b: Battle, start: int, end: int) -> str:
    """What closes a line, in a sentence."""
    ground = b.ground
    line = ground.sight.line(start, end)
    pair = f"between {ground.names[start]} and {ground.names[end]}"
    if line.rule == "5.3.2.a":
        high = line.place[0]
        low = end if high == start else start
        return (
            f"{ground.names[high]} is on level {ground.level[high]}, and the line to {ground.names[low]} on level "
            f"{ground.level[low]} does not leave it over a crest."
        )
    what = " and ".join([named(b, h) for h in line.place if h >= 0])
    if line.rule == "5.3.1.c":
        return f"The line {pair} crosses {ground.numbers['low_blocks']} low hexes; {what} is the last of them."
    if line.rule == "5.3.2.c":
        low = start if ground.level[start] < ground.level[end] else end
        return f"{ground.names[low]} is a blind hex, directly behind {what}."
    if line.rule == "BOC.2":
        return f"The line {pair} crosses a hedge (bocage) at {what}, next to neither of them."
    return f"The line {pair} is blocked by {what}."


def why_open(b: Battle, start: int, end: int) -> str:
    """What an open line means: distance, levels, how far a small target is seen."""
    ground = b.ground
    line = ground.sight.line(start, end)
    far = ground.distance[start][end]
    small = ground.terrain[end].spotting[0]
    above = max(0, ground.level[start] - ground.level[end])
    crest = b.scenario.rulebook.crest_spotting[0]
    still, moving = (small[i] + above * crest[i] + b.scenario.spotting for i in (0, 1))
    text = f"Nothing blocks the line, {far} {'hex' if far == 1 else 'hexes'} long. "
    text += (
        f"Infantry in {ground.names[end]} is spotted from {ground.names[start]} at {still}, or at {moving} if moving."
    )
    if line.hinders:
        text += " Fire passes through rough or fields (+1)."
    if line.bocage:
        text += " Fire crosses a hedge (bocage, +1)."
    return text


def named(b: Battle, h: int) -> str:
    """What stands in a hex: "the woods at A605", "the hill at A503"."""
    ground = b.ground
    terrain = ground.terrain[h]
    level = f" on level {ground.level[h]}" if ground.level[h] else ""
    if terrain.blocks or terrain.low:
        return f"the {terrain.name.lower()} at {ground.names[h]}{level}"
    return f"the ground at {ground.names[h]}{level}"


# Dangers -----------------------------------------------------------------------------------------


def way_of(b: Battle, decision: Decision, choice: Choice) -> tuple[list[Unit], list[int]]:
    """Who moves by a choice, and the hexes entered."""
    move = b.move
    place = b.ground.index.get(choice.to)
    if decision.kind != "march" or choice.do not in ("to", "boat") or move is None or place is None:
        return ([], [])
    units = movers(b, move)
    if choice.do == "boat":
        return (units, [place])
    reach = move_reach(b, move, units)
    return (units, [node[0] for node in reach.path(place, units[0].hex)])


def dangers(b: Battle, decision: Decision, choice: Choice) -> list[Danger]:
    """8.c Who could react to a move, hex by hex."""
    units, way = way_of(b, decision, choice)
    found: list[Danger] = []
    for place in way:
        targets = exposed(units, place)
        able = reactors(b, targets, place) if targets else []
        for platoon in able:
            stack = mates(platoon, able)
            if len(stack) > 1 and platoon is stack[0]:  # 8.i the volley first
                others = " and ".join([each.name for each in stack[1:]])
                found.append(danger(b, stack, targets, place, f"Reaction with {others}"))
            found.append(danger(b, [platoon], targets, place, "Reaction alone" if len(stack) > 1 else "Reaction"))
    return found


def danger(b: Battle, group: list[Platoon], targets: list[Unit], place: int, label: str) -> Danger:
    odds = reaction_odds(b, group, targets, place)
    return Danger(b.ground.names[place], group[0].id, targets[0].id, label, odds)
