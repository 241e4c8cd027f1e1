"""The odds of an attack before it is made: exact, from the very numbers that the rules use.

Left out are Fate, which its owner may spend or not, the check of an HQ, and mines on the way into an Assault.
"""

from fractions import Fraction

from sandtable.systems.nations_at_war.rules.combat.bombardment import cover_of_hex
from sandtable.systems.nations_at_war.rules.combat.fire import (
    Notes,
    attack_numbers,
    defence_numbers,
    hits_dug_in,
    is_augmented,
    is_moving,
    leader_for,
)
from sandtable.systems.nations_at_war.showing.assault_odds import CloseOdds, close_odds
from sandtable.systems.nations_at_war.showing.dice_odds import (
    NO_EFFECT,
    Roll,
    Weights,
    chances,
    fractions,
    hits_left,
    on_units,
    state_of,
)
from sandtable.systems.nations_at_war.state.pieces import Battle, Unit
from sandtable.table.decision import Choice, Decision
from sandtable.table.event import Modifier

SHOTS = frozenset(["bombard", "fire", "fire and move", "overwatch"])


class AttackOdds:
    """The odds of one attack on a unit or a hex. `outcomes` is what happens to the target.

    For a hex with two units it is the worse result of the two, and `units` tells them apart.
    """

    __slots__ = (
        "attack_notes",
        "augmented",
        "defence_notes",
        "dice",
        "expected_hits",
        "outcomes",
        "save_dice",
        "save_need",
        "to_hit",
        "units",
        "weights",
    )

    def __init__(
        self,
        attack: Roll,
        attack_notes: Notes,
        saves: Roll,
        defence_notes: Notes,
        expected_hits: float,
        weights: Weights,
        units: dict[str, dict[str, float]],
    ) -> None:
        self.dice, self.to_hit, self.augmented = attack
        self.attack_notes: tuple[Modifier, ...] = tuple(attack_notes)
        self.save_dice, self.save_need, _ = saves
        self.defence_notes: tuple[Modifier, ...] = tuple(defence_notes)
        self.expected_hits = expected_hits  # left after the defence
        self.weights = weights
        self.outcomes = chances(weights)
        self.units = units

    def exact(self) -> dict[str, Fraction]:
        """The outcomes as fractions."""
        return fractions(self.weights)


def odds(b: Battle, choice: Choice, kind: str = "action") -> AttackOdds | CloseOdds | None:
    """The odds of a choice in a decision of this kind; None if it is no attack, or may not be made."""
    do = choice.do
    if do in ("assault", "overrun"):
        return close_odds(b, b.action, choice) if b.action is not None and choice.to in b.ground.index else None
    if do not in SHOTS:
        return None
    unit = b.find_unit(choice.piece)
    if unit is None or unit.hex < 0:
        return None
    lead = leader_for(b, unit) if choice.number == 1 else None
    leadership = lead.leadership if lead is not None else 0
    if do == "bombard":
        return mortar_odds(b, unit, b.ground.index[choice.to], leadership, None)
    target = b.find_unit(choice.to)
    if target is None or target.hex < 0:
        return None
    if unit.type.mortar:
        return mortar_odds(b, unit, target.hex, leadership, target)
    action = b.action
    moving = kind == "action" and (do == "fire and move" or (action is not None and (action.moved or action.half)))
    caught = kind == "opportunity fire" or is_moving(b, target)
    return ranged_odds(b, unit, target, moving, leadership, caught, do == "overwatch")


def chance_of(b: Battle, decision: Decision, choice: Choice) -> float | None:
    """The one number of a choice: the chance that its fire does harm, or that its Assault is won."""
    found = odds(b, choice, decision.kind)
    if found is None:
        return None
    return found.win if isinstance(found, CloseOdds) else 1 - found.outcomes.get(NO_EFFECT, 0.0)


def ranged_odds(
    b: Battle, unit: Unit, target: Unit, moving: bool, leadership: int, caught: bool, watching: bool
) -> AttackOdds | None:
    """5.1, 5.3, 11.0 One unit's fire at another; `caught`: the target is on the move, `watching`: from Overwatch."""
    hard = target.face.hard
    distance = b.ground.distance[unit.hex][target.hex]
    acquired = unit.acquired == target.index
    notes: Notes = []
    cover: Notes = []
    dice, to_hit = attack_numbers(b, unit, hard, distance, moving, leadership, acquired, notes)
    if not dice:
        return None
    saves, save = defence_numbers(b, target, unit.hex, caught, watching, cover)
    attack = (dice, to_hit, is_augmented(unit, hard))
    defence = (saves, save, hard and target.face.armor_augmented)
    left = hits_left(*attack, *defence, 0 if caught else hits_dug_in(b, target.hex))
    worst, one = on_units(left, (state_of(target),))
    return AttackOdds(attack, notes, defence, cover, left.mean, worst, {target.id: chances(one)})


def mortar_odds(b: Battle, mortar: Unit, place: int, leadership: int, only: Unit | None) -> AttackOdds | None:
    """5.1.6 A mortar's fire at a hex, or at a moving unit as Opportunity Fire."""
    notes: Notes = []
    distance = b.ground.distance[mortar.hex][place]
    dice, to_hit = attack_numbers(b, mortar, False, distance, False, leadership, False, notes)
    return hex_odds(b, place, dice, to_hit, notes, only) if dice else None


def hex_odds(
    b: Battle, place: int, dice: int, to_hit: int, notes: Notes | None = None, only: Unit | None = None
) -> AttackOdds | None:
    """5.1.6, 10.2.g An attack on a hex: one defensive roll for it, hits shared, armour only Disrupted."""
    everyone = b.units_at(place, 0) or b.units_at(place, 1)
    units = [only] if only is not None else everyone
    if not units:
        return None
    cover: Notes = []
    attack = (dice, to_hit, False)
    defence = (
        cover_of_hex(b, place, any(unit.face.hard for unit in everyone), cover),
        b.ground.numbers["soft_save"],
        False,
    )
    left = hits_left(*attack, *defence, hits_dug_in(b, place) if only is None else 0)
    worst, *each = on_units(left, tuple([state_of(unit, unit.face.hard) for unit in units]))
    found = {unit.id: chances(one) for unit, one in zip(units, each, strict=True)}
    return AttackOdds(attack, notes or [], defence, cover, left.mean, worst, found)
