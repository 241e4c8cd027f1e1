"""Which options are worth a thought to a player who tries them out."""

from sandtable.systems.nations_at_war.rules.setup import DEFAULT
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.systems.nations_at_war.thinking.weights import (
    FRONT,
    SHELL_BESIDE,
    SHELL_FAR,
    SHELL_FRIEND,
    SHELL_NEAR,
    SHELL_ON,
)
from sandtable.systems.nations_at_war.thinking.worth import Judge
from sandtable.table.decision import Choice, Decision


def shortlist(b: Battle, decision: Decision, judge: Judge) -> list[Choice]:
    """The options that a quick player considers; none means all."""
    kind = decision.kind
    options = decision.options()
    if kind == "operation":
        return [next_actor(b, options, judge)]
    if kind == "setup" and DEFAULT in options:
        return [DEFAULT]
    if kind == "action":
        left_out = ("split", "smoke and move", "demolish", "fate move", "disembark", "back")
        return [c for c in options if c.do not in left_out]
    if kind in ("fate", "fate marker"):
        return [c for c in options if c.do == "pass"]
    if kind == "opportunity fire":
        return [c for c in options if c.do not in ("fate free", "pass march")]
    if kind == "artillery target":
        return best_hexes(b, options, b.formations[b.active].side, 6)
    if kind == "recon plane":
        return best_hexes(b, options, [s.key for s in b.scenario.sides].index(decision.seat), 1)
    return []


def next_actor(b: Battle, options: list[Choice], judge: Judge) -> Choice:
    """Units that see the enemy act before those that do not, the nearest to the goal first."""
    acts = [choice for choice in options if choice.do == "act" and not choice.to]
    if not acts:
        return next(choice for choice in options if choice.do == "finish")
    attacker = judge.victory.side
    fields = [judge.goals.fields[goal] for goal in judge.best_group(b, attacker)[0]]
    if judge.goals.exit is not None:
        fields.append(judge.goals.exit)
    best = acts[0]
    best_key = (9.0, 9.0, 9.0)
    for choice in acts:
        unit = b.unit(choice.piece)
        if unit.hex < 0:
            key = (2.0, 0.0, float(choice.number))
        else:
            seen = b.seen_from(unit.hex) & b.occupied(1 - unit.side)
            near = min([field[unit.hex] for field in fields], default=0)
            # An HQ goes along while the front is still far, and stays put when it is near.
            hq = float(1 - choice.number if near > FRONT else choice.number)
            key = (0.0 if seen else 1.0, float(near), hq)
        if key < best_key:
            best, best_key = choice, key
    return best


def best_hexes(b: Battle, options: list[Choice], side: int, count: int) -> list[Choice]:
    """The hexes with most enemies and fewest friends in and around them."""
    ground = b.ground
    enemies = [unit.hex for unit in b.units_of[1 - side] if unit.hex >= 0]
    friends = [unit.hex for unit in b.units_of[side] if unit.hex >= 0]

    def count_at(choice: Choice) -> float:
        away = ground.distance[ground.index[choice.to]]
        near = sum([SHELL_ON if away[h] == 0 else SHELL_BESIDE for h in enemies if away[h] <= 1], 0.0)
        far = sum([SHELL_NEAR for h in enemies if away[h] <= SHELL_FAR], 0.0)
        return near + far - sum([SHELL_FRIEND for h in friends if away[h] <= 1], 0.0)

    return sorted(options, key=count_at, reverse=True)[:count]
