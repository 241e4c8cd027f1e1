"""What tells who will win, counted quickly: points, soldiers, the Mission, the cards, and how long they last.

A seat knows its own hand and how many cards the others hold.
"""

from math import log, tanh

from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import ranges
from sandtable.systems.of_war_and_men.state.pieces import SUPPRESSED, WOUNDED, Battle
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS
from sandtable.systems.of_war_and_men.thinking import weights
from sandtable.systems.of_war_and_men.thinking.progress import aims_of, demolition, rescue, whither
from sandtable.table.outlook import Standing

SIGNS = (
    "ahead",  # would win on points if the battle ended now
    "lead",  # in points, part of what both began with
    "strength left",
    "strength",
    "suppressed",
    "wounded",
    "Fireteams",
    "leaders",
    "hidden",
    "dug in",
    "hand",  # cards held
    "Attack cards",  # in the own hand, beyond the usual
    "still to act",
    "acts now",
    "holds the place",  # that the Mission is about
    "near the place",
    "Lu",  # how far the Allies are with her
    "bridges",
    "truck",  # how far it has come
    "flags",
    "arrivals",  # soldiers still to come
)
ATTACKS = 0.28  # part of a usual hand that are Attack orders


def standing(b: Battle, seat: str) -> Standing:
    """How a seat stands, in the order of `SIGNS`; all but its hand is counted for the Axis."""
    player = b.player(seat)
    sums = [Sums(b, each) for each in (AXIS, ALLIES)]
    axis, allies = sums
    whole = (axis.whole + allies.whole) / 2 or 1.0
    lead = (axis.points + mission_rules.points(b, AXIS)) - (allies.points + mission_rules.points(b, ALLIES))
    held, near = place(b, sums)
    acting = b.teams[b.active].side if b.active >= 0 else -1
    values = [
        tanh(lead / 2),
        3 * lead / whole,
        axis.points / (axis.whole or 1.0) - allies.points / (allies.whole or 1.0),
        log((axis.worth + 3) / (allies.worth + 3)),
        allies.down - axis.down,
        allies.hurt - axis.hurt,
        (axis.teams - allies.teams) / 3,
        (axis.leaders - allies.leaders) / 3,
        axis.hidden - allies.hidden,
        axis.dug - allies.dug,
        (axis.cards - allies.cards) / 5,
        0.0,
        axis.fresh - allies.fresh,
        0.0 if acting < 0 else 0.3 if acting == AXIS else -0.3,
        held,
        near,
        *mission(b, allies),
        (axis.coming - allies.coming) / 5,
    ]
    if player.side != AXIS:
        values = [-value for value in values]
    if player.hand:
        attacks = sum([b.card(number).order == "attack" for number in player.hand])
        values[SIGNS.index("Attack cards")] = attacks / len(player.hand) - ATTACKS
    cards = len(b.deck) + weights.DECK * (b.decks_left - 1)
    elapsed = 0.0 if b.round == 0 else 1 - cards / max(1, weights.DECK * b.mission.decks)
    return Standing(values, max(0.0, min(1.0, elapsed)), player.side == AXIS)


def place(b: Battle, sums: list["Sums"]) -> tuple[float, float]:
    """Who holds what both sides want, and who is near it; for the Axis."""
    switches = b.mission.switches
    if "lu" in switches or "flags" in switches or "truck" in switches:
        return 0.0, 0.0
    aims = aims_of(b, AXIS)
    if "objective" not in b.mission.places and "bridges" not in b.mission.places:
        return 0.0, 0.0
    far = ranges(b.mission.columns, b.mission.rows)
    held = near = 0.0
    for cell in aims:
        side = mission_rules.holder(b, cell)
        held += 0.0 if side < 0 else 1.0 if side == AXIS else -1.0
        gaps = [sum([1 / (1 + far[where][cell]) for where in each.cells]) for each in sums]
        near += gaps[0] - gaps[1]
    return held / len(aims), near / len(aims) / 2


def mission(b: Battle, allies: "Sums") -> list[float]:
    """How the Axis stands in the errands of a Mission: Lu, bridges, the truck, flags."""
    switches = b.mission.switches
    found = [0.0, 0.0, 0.0, 0.0]
    far = ranges(b.mission.columns, b.mission.rows)
    friends = b.friends(ALLIES)
    if "lu" in switches:
        found[0] = (rescue(b, AXIS, b.friends(AXIS)) - rescue(b, ALLIES, friends)) / 3
    elif "bridges" in switches:
        standing = [cell for cell in b.mission.places["bridges"] if not b.terrain(cell).no_movement]
        found[1] = len(standing) / len(b.mission.places["bridges"]) - demolition(b, friends) / 5
    elif "truck" in switches:
        path = b.mission.places["path"]
        cell = mission_rules.thing_cell(b, "truck")
        runner = mission_rules.runner(b)
        part = path.index(cell) / len(path) if cell in path else 0.0
        found[2] = part if runner == AXIS else -part
    elif "flags" in switches:
        for side in (AXIS, ALLIES):
            goal = mission_rules.enemy_flag(b, side)
            gap = min([far[whither(team)][goal] for team in b.friends(side)], default=9)
            found[3] += (1 if side == AXIS else -1) / (1 + gap)
    return found


class Sums:
    """One pass over the soldiers and Fireteams of a side."""

    __slots__ = (
        "cards", "cells", "coming", "down", "dug", "fresh", "hidden", "hurt", "leaders", "points", "teams", "whole",
        "worth",
    )  # fmt: skip

    def __init__(self, b: Battle, side: int) -> None:
        own = [player.side == side for player in b.players]
        self.whole = self.points = self.worth = 0.0
        down = hurt = alive = self.leaders = self.coming = 0
        for man in b.soldiers:
            if not own[man.player] or man.card.civilian:
                continue
            points = float(man.card.points)
            self.whole += points
            if man.team < 0:
                continue
            alive += 1
            self.points += points
            self.leaders += man.card.leader
            if man.condition == SUPPRESSED:
                down += 1
                points *= 0.6
            elif man.condition == WOUNDED:
                hurt += 1
                points *= 0.4
            self.worth += points
        hidden = dug = fresh = 0
        self.cells: list[int] = []
        for team in b.teams:
            if not own[team.player] or team.gone:
                continue
            if team.waiting:
                self.coming += len(team.soldiers)
            if team.cell >= 0:
                self.cells.append(team.cell)
                hidden += team.stealth
                dug += team.dug_in
                fresh += not team.activated
        self.teams = len(self.cells)
        count = max(1, self.teams)
        self.hidden, self.dug, self.fresh = hidden / count, dug / count, fresh / count
        self.down, self.hurt = down / max(1, alive), hurt / max(1, alive)
        self.cards = sum([len(player.hand) for player in b.players if player.side == side])
