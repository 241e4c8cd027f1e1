"""10.c, 10.d Victory: points for what is held, destroyed, left or delayed, and the grades of the result."""

from sandtable.systems.war_storm.state.pieces import ELIMINATED, EXITED, NEVER, Battle
from sandtable.systems.war_storm.state.scenario import Award, Grade
from sandtable.table.event import Result


def after_turn(b: Battle) -> None:
    """After the markers: points for delay, a side without a platoon, the last turn."""
    for award in b.scenario.awards:
        if award.kind == "delay" and b.turn >= award.turn and not passed(b, award):
            b.points[award.side] += award.points
            b.tell("points", b.scenario.rule, award.side, value=award.points, text=award.text)
    beaten = [side for side in (0, 1) if not alive(b, side)]
    if len(beaten) == 1:
        winner = 1 - beaten[0]
        reason = f"the {b.scenario.sides[beaten[0]].name} side has no platoon left"
        end(b, Result(b.side_name(winner), f"{grade_of(b, winner)}: {reason}", "SCN.4"))
    elif is_last(b):
        judge(b)


def is_last(b: Battle) -> bool:
    """10.d, SCN.4 Whether the battle ends with this turn."""
    return b.turn == b.scenario.turns or not (alive(b, 0) and alive(b, 1))


def alive(b: Battle, side: int) -> bool:
    """SCN.4 A platoon on the board, still to come, or gone by an exit."""
    return any(each.side == side and each.hex != ELIMINATED for each in b.platoons)


def grade_of(b: Battle, winner: int) -> str:
    """The best grade of a side."""
    grades = [grade.name for grade in b.scenario.grades if grade.winner == winner]
    name = b.scenario.sides[winner].name
    if not grades:
        return f"{name} victory"
    return grades[0] if winner == 0 else grades[-1]


def judge(b: Battle) -> None:
    """10.c The points are counted."""
    points = [score(b, 0), score(b, 1)]
    names = [side.name for side in b.scenario.sides]
    tally = f"{names[0]} {points[0]}, {names[1]} {points[1]}"
    ahead = leader(b)
    grade = grade_at(b, points[0] - points[1])
    text = grade.name if grade is not None else "Draw" if ahead == NEVER else f"{names[ahead]} victory"
    net = points[0] - points[1]
    margin = 0 if ahead == NEVER else net if ahead == 0 else -net
    end(b, Result(b.side_name(ahead) if ahead != NEVER else None, f"{text}: {tally}", b.scenario.rule, margin))


def leader(b: Battle) -> int:
    """10.c The side that would win if the battle ended now: by its grade, else by points; NEVER for a draw."""
    net = score(b, 0) - score(b, 1)
    grade = grade_at(b, net)
    if grade is not None:
        return grade.winner
    return NEVER if net == 0 else 0 if net > 0 else 1


def grade_at(b: Battle, net: int) -> Grade | None:
    """10.d The grade for so many points more than the second side; None if the scenario has none for it."""
    return next((grade for grade in b.scenario.grades if net >= grade.least), None)


def end(b: Battle, result: Result) -> None:
    b.result = result
    b.tell("end", result.rule, text=result.reason)


def score(b: Battle, side: int) -> int:
    """The points a side would have if the battle ended now."""
    return b.points[side] + sum([worth(b, award) for award in b.scenario.awards if award.side == side])


def worth(b: Battle, award: Award) -> int:
    """What one award gives now; delay is counted turn by turn."""
    enemy = 1 - award.side
    if award.kind == "control":
        held = [
            objective
            for objective, holder in zip(b.scenario.objectives, b.holders, strict=True)
            if award.hexes >> objective.hex & 1 and holder == award.side
        ]
        return award.points * len(held)
    if award.kind == "eliminated":
        return award.points * sum([each.side == enemy and each.hex == ELIMINATED for each in b.platoons])
    if award.kind == "steps":
        return award.points * lost_since(b, enemy)
    if award.kind == "exited":
        return award.points * sum([each.side == award.side and each.hex == EXITED for each in b.platoons])
    if award.kind == "presence":
        return award.points * stands_in(b, award.side, award.hexes)
    return 0


def lost_since(b: Battle, side: int) -> int:
    """Steps a side has lost since the start."""
    specs = [spec for company in b.scenario.companies for spec in company.platoons]
    return sum([each.lost - spec.lost for each, spec in zip(b.platoons, specs, strict=True) if each.side == side])


def stands_in(b: Battle, side: int, hexes: int) -> bool:
    """Whether a side has an unrouted platoon in some hexes."""
    return any(
        each.side == side and each.hex >= 0 and hexes >> each.hex & 1 and not each.routed for each in b.platoons
    )


def passed(b: Battle, award: Award) -> bool:
    """Whether the enemy has come through: an unrouted platoon in the hexes, or one that has exited."""
    enemy = 1 - award.side
    return stands_in(b, enemy, award.hexes) or any(each.side == enemy and each.hex == EXITED for each in b.platoons)
