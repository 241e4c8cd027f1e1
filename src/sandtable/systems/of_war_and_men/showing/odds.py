"""What a shot may do, exactly, before it is fired: from the very functions that the shot itself calls.

It is counted as if nobody played a card into it, out of the cards that the player has not seen (shot_totals.py).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from sandtable.systems.of_war_and_men.rules.fire.attack_order import may_be_shot
from sandtable.systems.of_war_and_men.rules.fire.firing_sequence import (
    double_discipline,
    grid_row,
    modifiers,
    second_grid,
)
from sandtable.systems.of_war_and_men.rules.fire.resolution import Values, effect, values_of
from sandtable.systems.of_war_and_men.rules.fire.shot import Shot
from sandtable.systems.of_war_and_men.rules.fire.targets import found_by, size_colour
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.sight import distance
from sandtable.systems.of_war_and_men.rules.traits import trait_modifiers
from sandtable.systems.of_war_and_men.showing.shot_totals import EFFECTS, MOST, Search, Sequence, totals, work
from sandtable.systems.of_war_and_men.state.book import COLOURS, FACES
from sandtable.systems.of_war_and_men.state.pieces import WOUNDED, Battle, Fireteam, Played, Soldier
from sandtable.systems.of_war_and_men.state.tables import NUMBERS
from sandtable.table.event import Modifier
from sandtable.table.telling import capital, told_odds
from sandtable.table.view import AttackView, Odds

OUTCOMES = ("killed", "destroyed", "broken down", "routed", "wounded", "suppressed", "no effect")
SPARE = 12  # cards beyond those a shot needs, for targets flipped again: with fewer left a new deck may begin in it
WIDEST = 60  # no total is farther from 0
TOTALS = range(-WIDEST, WIDEST + 1)


# The shot ----------------------------------------------------------------------------------------


class ShotOdds(msgspec.Struct):
    """What a shot may do, each outcome with its chance; none if it cannot be told."""

    shot: Shot  # at the first of the targets
    notes: list[Modifier]
    chances: dict[str, Fraction]
    jam: Fraction = Fraction()
    nerve: Fraction = Fraction()  # the shooter ducks instead (Cold Feet)
    later: bool = False  # there are some, but they were not to be counted now


def unseen(b: Battle, seat: str) -> list[int]:
    """The cards a seat has not seen: any of them may be on top of the deck."""
    me = next((player for player in b.players if player.seat == seat), None)
    known = set(me.known) if me is not None else set()
    heap = [*b.deck, *b.fog]
    for player in b.players:
        if player is not me:
            heap += [number for number in player.hand if number not in known]
    return sorted(heap)


def fire(
    b: Battle, seat: str, played: Played, man: Soldier, aim: Soldier | None = None, counts: bool = True
) -> ShotOdds:
    """What one soldier's shot may do to the Fireteam or the thing under fire; `aim`: the target is known.

    Where it `counts` not, the chances are left for later.
    """
    enemy = b.teams[played.target] if played.target >= 0 else None
    if enemy is None:
        return odds_against(b, seat, played, man, None, [], counts)
    valid = may_be_shot(b, enemy) if aim is None else [aim]
    if len(valid) > 1 and trait_modifiers.picks_target(b, second_grid(b, man), man):
        found = [odds_against(b, seat, played, man, enemy, [each], counts) for each in valid]
        later = next((each for each in found if each.later), None)
        if later is not None:
            return later
        best = max(found, key=lambda odds: tuple([odds.chances.get(name, Fraction()) for name in OUTCOMES[:-1]]))
        assert best.shot.target is not None
        best.notes.append(Modifier(0, f"Deadeye: he aims at {best.shot.target.card.name}", "7.12"))
        return best
    return odds_against(b, seat, played, man, enemy, valid, counts)


def odds_against(
    b: Battle,
    seat: str,
    played: Played,
    man: Soldier,
    enemy: Fireteam | None,
    valid: list[Soldier],
    counts: bool = True,
) -> ShotOdds:
    """16.2 The odds against those who may be hit, or against a thing."""
    targets: list[Soldier | None] = [*valid] or [None]
    shots = [shot_at(b, played, man, enemy, target) for target in targets]
    reason, rule = double_discipline(b, shots[0], played)
    changes = [modifiers(b, shot, played.stealthy) for shot in shots]
    odds = ShotOdds(shots[0], notes(b, shots, changes), {})
    if reason:
        odds.notes.append(Modifier(0, f"Double Discipline: {reason}", rule))
    if len(b.deck) < len(shots[0].grid) + SPARE:
        odds.notes.append(Modifier(0, "The deck is running out, so no odds can be given", "4.3"))
        return odds
    sequence = sequence_of(b, shots[0], bool(reason))
    if work(sequence) > MOST:
        odds.notes.append(Modifier(0, f"Too much can happen to count the odds: {causes(sequence)}", "19.2"))
        return odds
    if not counts:
        odds.later = True
        return odds
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, shot in enumerate(shots):
        extra = sum([each.amount for each in changes[place]])
        groups.setdefault(results(b, shot, extra), []).append(place)
    search = None
    if enemy is not None and len(groups) > 1:
        line = b.men(enemy)
        numbers = [tuple(finding(line, [valid[place] for place in places])) for places in groups.values()]
        search = Search(size_colour(len(line)), tuple(numbers))
    sums = totals(tuple(unseen(b, seat)), sequence, search)
    found = dict.fromkeys(OUTCOMES, 0)
    found["no effect"] = sums.ended
    for table, orders in zip(groups, sums.orders, strict=True):
        for shown, times in orders.items():
            found[table[shown + 2 * WIDEST]] += times
    odds.chances = {name: Fraction(times, sums.all) for name, times in found.items() if times}
    odds.jam, odds.nerve = Fraction(sums.jam, sums.all), Fraction(sums.ended, sums.all)
    return odds


def sequence_of(b: Battle, shot: Shot, double: bool) -> Sequence:
    """16.2 What this shooter flips, and how it counts."""
    return Sequence(
        shot.grid,
        tuple([t for t in trait_modifiers.traits_of(b, shot.shooter) if t in EFFECTS]),
        shot.shooter.card.discipline,
        tuple([name for name, _ in trait_modifiers.nerves(b, shot)]),
        double,
        trait_modifiers.counts_higher(b, shot),
        shot.enemy is not None and shot.enemy.last_stand,
    )


def causes(sequence: Sequence) -> str:
    """Why so much can happen: "Rapid Fire, Last Stand"."""
    higher = [*trait_modifiers.CALM] if sequence.double and sequence.higher else []
    return ", ".join([*sequence.effects, *higher, *(["Last Stand"] if sequence.last_stand else [])])


def shot_at(b: Battle, played: Played, man: Soldier, enemy: Fireteam | None, target: Soldier | None) -> Shot:
    """The Firing Sequence before its first card."""
    team = b.teams[man.team]
    cell = enemy.cell if enemy is not None else mission_rules.thing_cell(b, played.thing)
    far = max(1, distance(b, team.cell, cell))
    grid = grid_row(b, man, far, played.marksman == man.index)
    return Shot(man, team, target, enemy, played.thing, cell, far, grid, second_grid(b, man))


def finding(line: list[Soldier], men: list[Soldier]) -> list[int]:
    """4.5 The numbers that find one of these men in a line."""
    faces = range(1, FACES[size_colour(len(line))] + 1)
    return [number for number in faces if found_by(line, number) in men]


def results(b: Battle, shot: Shot, extra: int) -> tuple[str, ...]:
    """16.2.l What comes of every sum of numbers, without and with a wound icon."""
    if shot.target is not None:
        return results_for(values_of(b, shot.target), extra)
    row = [mission_rules.thing_effect(b, shot.thing, total + extra) or "no effect" for total in TOTALS]
    return tuple([each for each in row for _ in (False, True)])


def results_for(values: Values, extra: int) -> tuple[str, ...]:
    """The same for a soldier of these values."""
    first = 2 * (WIDEST + extra)
    return outcomes(values)[first : first + 2 * len(TOTALS)]


@lru_cache(1024)  # soldiers are much alike
def outcomes(values: Values) -> tuple[str, ...]:
    """The same for all sums with all that may be added to them, which is not beyond the widest total."""
    every = range(-2 * WIDEST, 2 * WIDEST + 1)
    return tuple([outcome(values, total, wound) for total in every for wound in (False, True)])


def outcome(values: Values, total: int, wound: bool) -> str:
    """16.2.l What a total does to a soldier of these values."""
    found = effect(values, total, wound)
    if found == "saved":
        found = "unhurt" if values.condition == WOUNDED else "suppressed"
    return "no effect" if found == "unhurt" else found


# For eyes ----------------------------------------------------------------------------------------


def notes(b: Battle, shots: list[Shot], changes: list[list[Modifier]]) -> list[Modifier]:
    """16.2.j The modifiers of a shot; those that hang on who is hit say so. `changes`: of the shot at each."""
    found = [change for change in changes[0] if all(change in others for others in changes)]
    for shot, mine in zip(shots, changes, strict=True):
        target = shot.target
        for change in mine:
            if change not in found and target is not None:
                found.append(Modifier(change.amount, f"{change.label}, if {target.card.name} is hit", change.rule))
        if target is not None and trait_modifiers.shield(b, target) is not None:
            found.append(Modifier(0, f"A Bodyguard may take a deadly shot for {target.card.name}", "7.12"))
    return found


def throw(odds: ShotOdds) -> str:
    """The cards to be flipped: "green + blue - red"."""
    lethality = " + ".join([COLOURS[each] for each in odds.shot.grid])
    nerve = COLOURS[odds.shot.shooter.card.discipline]
    double = any(note.label.startswith("Double Discipline") for note in odds.notes)
    text = " - ".join([lethality] + [nerve] * (NUMBERS.double if double else 1))
    return f"{text} - red" if odds.shot.enemy is not None and odds.shot.enemy.last_stand else text


GIVES = ", ".join([f"{colour} shows 1 to {faces}" for colour, faces in zip(COLOURS, FACES, strict=True)])
HOW = f"A card is flipped for each colour: {GIVES}."


def words(
    b: Battle, seat: str, played: Played, man: Soldier, aim: Soldier | None = None, counts: bool = True
) -> AttackView:
    """A shot before it is fired: the cards to be flipped, every modifier, every outcome with its chance."""
    odds = fire(b, seat, played, man, aim, counts)
    told = told_odds(odds.chances.items(), none=("no effect",), worst=("killed", "destroyed"))
    how = " ".join([*needs(b, played, aim), HOW, *mishaps(odds)])
    return AttackView(throw(odds), attack_notes=tuple(odds.notes), odds=told, how=how, later=odds.later)


def needs(b: Battle, played: Played, aim: Soldier | None) -> list[str]:
    """16.2.l What a total must reach: "Halloran: suppressed from 8 on, killed from 11 on."; men alike together."""
    if played.target < 0:
        found = {tuple(steps(lambda total: mission_rules.thing_effect(b, played.thing, total))): [played.thing]}
        return sentences(found)
    men = may_be_shot(b, b.teams[played.target]) if aim is None else [aim]
    alike: dict[tuple[str, ...], list[str]] = {}
    for man in men:
        alike.setdefault(steps_for(values_of(b, man)), []).append(man.card.name.split()[-1])
    return sentences(alike)


def sentences(needed: dict[tuple[str, ...], list[str]]) -> list[str]:
    return [
        f"{capital(' or '.join(names))}: {', '.join(each) or 'nothing can happen'}." for each, names in needed.items()
    ]


@lru_cache(1024)  # soldiers are much alike
def steps_for(values: Values) -> tuple[str, ...]:
    """What a total must reach against a soldier of these values."""
    return tuple(steps(partial(outcome, values, wound=False)))


def steps(effect_of: Callable[[int], str]) -> list[str]:
    """From which totals on what happens: "suppressed from 8 on"."""
    found: list[str] = []
    last = "no effect"
    for total in range(1, WIDEST):
        now = effect_of(total) or "no effect"
        if now not in (last, "no effect"):
            found.append(f"{now} from {total} on")
        last = now
    return found


def mishaps(odds: ShotOdds) -> list[str]:
    """19.1, 19.3 What the signs on the cards may do besides."""
    found = []
    if "wounded" in odds.chances:
        found.append("With a wound sign on a card of the weapon, suppressed becomes wounded.")
    if odds.jam:
        found.append(
            f"In {float(odds.jam):.1%} the weapon jams: a card with that sign does not count and ends the burst."
        )
    return found


def short(view: AttackView) -> tuple[Odds, ...]:
    """For a button: that the shot has any effect, named by the least of them, and the worst."""
    effects = [each for each in view.odds if each.text != "no effect"]
    if not effects:
        return view.odds[:1]
    worst, least = effects[0], effects[-1]
    if len(effects) == 1:
        return (worst,)
    return (Odds(f"{least.text} or worse", sum(each.chance for each in effects)), worst)
