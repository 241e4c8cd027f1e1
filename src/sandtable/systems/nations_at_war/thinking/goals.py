"""What must be held or left by on a map to win, and how far every hex is from it."""

from sandtable.systems.nations_at_war.state.ground import Ground
from sandtable.systems.nations_at_war.state.scenario import Victory

FAR = 99  # movement points from where no way leads to a goal


class Goals:
    """What must be held or left by on a map to win, and how far every hex is from it."""

    __slots__ = ("exit", "fields", "groups", "hexes")

    def __init__(self, ground: Ground, victory: Victory) -> None:
        if victory.kind == "railroad_chain":
            line = order_line(ground)
            self.groups = [line[i : i + victory.count] for i in range(len(line) - victory.count + 1)]
        else:
            self.groups = [victory.bridge + victory.hexes]
        self.hexes = sorted({place for group in self.groups for place in group})
        self.fields = {place: field_to(ground, [place]) for place in self.hexes}
        self.exit = field_to(ground, victory.edge) if victory.edge else None  # to the nearest exit hex


def order_line(ground: Ground) -> list[int]:
    """The railroad hexes from one end of the line to the other."""
    left = set(ground.railroad)
    ends = [h for h in ground.railroad if sum(k in left for k in ground.neighbours[h]) <= 1]
    line = [ends[0] if ends else ground.railroad[0]]
    left.discard(line[0])
    while left:
        near = [k for k in ground.neighbours[line[-1]] if k in left]
        if not near:
            break
        line.append(near[0])
        left.discard(near[0])
    return line


def field_to(ground: Ground, goals: list[int]) -> list[int]:
    """The movement points from every hex to the nearest goal for a hard target, wrecks and units left aside."""
    cost = [FAR] * ground.size
    for goal in goals:
        cost[goal] = 0
    queue = goals.copy()
    while queue:
        queue.sort(key=lambda place: cost[place])
        place = queue.pop(0)
        for near in ground.neighbours[place]:
            if ground.passable >> near & 1:
                total = cost[place] + ground.cost(near, place, True, 0, 0, 0)
                if total < cost[near]:
                    cost[near] = total
                    queue.append(near)
    return cost
