"""22 Who wins: Mission victories, squads wiped out, points (1.1)."""

from sandtable.systems.of_war_and_men.rules.cards import clear_pile
from sandtable.systems.of_war_and_men.rules.decisions.windows import discard_top
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.state.pieces import Battle
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, SIDES
from sandtable.table.event import Result

NAMES = ("the Axis", "the Allies")


def wiped_out(b: Battle) -> None:
    """22.3 A side without soldiers on the map or still to come has lost; if both are gone points decide."""
    left = [False, False]
    for team in b.teams:  # Lu, at the right end of a line, does not count
        if team.soldiers and not b.soldiers[team.soldiers[0]].card.civilian:
            left[b.players[team.player].side] = True
            if left[0] and left[1]:
                return
    if b.verdict is None:
        if left == [False, False]:
            b.verdict = by_points(b)
        else:
            side = left.index(True)
            b.verdict = Result(SIDES[side], f"no soldier of {NAMES[1 - side]} is left", "22.3")


def soldier_points(b: Battle, side: int) -> int:
    """22.1 The points of the soldiers still in the game."""
    return sum(man.card.points for man in b.soldiers if man.team >= 0 and b.players[man.player].side == side)


def by_points(b: Battle) -> Result:
    """22.1 Soldiers and Mission points; a tie goes to the only side with Mission points, else it is a draw."""
    earned = [mission_rules.points(b, side) for side in (AXIS, ALLIES)]
    totals = [soldier_points(b, side) + earned[side] for side in (AXIS, ALLIES)]
    if totals[AXIS] != totals[ALLIES]:
        side = totals.index(max(totals))
        reason = f"{totals[side]} points against {totals[1 - side]} for {NAMES[1 - side]}"
        return Result(SIDES[side], reason, "22.1", totals[side] - totals[1 - side])
    reason = f"both sides have {totals[AXIS]} points"
    if bool(earned[AXIS]) != bool(earned[ALLIES]):
        side = AXIS if earned[AXIS] else ALLIES
        return Result(SIDES[side], f"{reason}, but only {NAMES[side]} earned Mission points", "22.1", 0)
    return Result(None, reason, "22.1", 0)


def conclude(b: Battle) -> None:
    """22 The battle is over at once; cards still on the table are laid aside."""
    b.assault = None
    while b.stack:
        discard_top(b)
    clear_pile(b)
    b.result = b.verdict or mission_rules.at_the_end(b) or by_points(b)
    b.tell("end", b.result.rule, text=b.result.reason)
