"""What a player asks before he moves: what is in sight, and who could fire at him on the way."""

from fractions import Fraction

from sandtable.geometry.hexes import bits, path
from sandtable.systems.nations_at_war.rules.combat.opportunity_fire import shots
from sandtable.systems.nations_at_war.rules.movement import destinations, group, settle
from sandtable.systems.nations_at_war.showing.dice_odds import NO_EFFECT, RESULTS
from sandtable.systems.nations_at_war.showing.odds import AttackOdds, odds
from sandtable.systems.nations_at_war.state.pieces import OFF_MAP, Battle
from sandtable.table.decision import Choice, Decision
from sandtable.table.shown import Danger, Sight
from sandtable.table.telling import capital, thousandths
from sandtable.table.view import Odds

LABELS = {"fire": "Opportunity Fire", "overwatch": "fire from Overwatch"}


def sight(b: Battle, start: str, to: str) -> Sight:
    """6.0 The hexes in sight of one, or whether two see each other and why."""
    place = b.place_called(start)
    if not to:
        return Sight(tuple(b.ground.names[h] for h in bits(b.seen_from(place))))
    is_open, reason, rule = b.ground.sight.explain(place, b.place_called(to), b.smoke_mask, b.wrecks)
    return Sight((), is_open, f"{capital(reason)}.", rule)


def dangers(b: Battle, decision: Decision, choice: Choice) -> list[Danger]:
    """5.3, 11.0.b Who could fire at the group in each hex on its way, if nothing happens to it before."""
    if decision.kind != "action" or choice.do != "move" or b.action is None or choice not in decision.options():
        return []
    to = b.ground.index[choice.to]
    way = [to]
    if group(b, b.action)[0].hex != OFF_MAP:
        way = path(destinations(b, b.action)[1], to)
    found: list[Danger] = []
    for place in way:
        found += dangers_in(b, place)
    return found


def dangers_in(b: Battle, place: int) -> list[Danger]:
    """Every shot at the group if it enters this hex; each firer's best, with or without Leadership."""
    then = b.copy()
    assert then.action is not None
    movers = group(then, then.action)
    for unit in movers:
        settle(then, unit, place)
    then.action.moved = True
    best: dict[tuple[str, str, str], tuple[Fraction, Danger]] = {}
    for shot in shots(then, movers, opportunity=True, overwatch=True):
        found = odds(then, shot, "opportunity fire")
        if not isinstance(found, AttackOdds):
            continue
        target = then.unit(shot.to)
        hurt, listed = chances(found, target.disrupted)
        key = (shot.do, shot.piece, shot.to)
        if key not in best or hurt > best[key][0]:
            danger = Danger(then.ground.names[place], shot.piece, shot.to, LABELS[shot.do], listed)
            best[key] = (hurt, danger)
    return [danger for _, danger in best.values()]


def chances(found: AttackOdds, disrupted: bool) -> tuple[Fraction, tuple[Odds, ...]]:
    """The chance of any harm, and the odds as they are shown."""
    exact = found.exact()
    hurt = 1 - exact.get(NO_EFFECT, Fraction(0))
    gone = exact.get(RESULTS[-1], Fraction(0))
    shown: tuple[Odds, ...] = (Odds("a step lost" if disrupted else "Disrupted or worse", thousandths(hurt)),)
    if 0 < gone < hurt:
        shown += (Odds("eliminated", thousandths(gone), "worst"),)
    return (hurt, shown)
