"""8 Reaction: fire at enemies on the move, with a marker or, at half, without (8.ex.1-3).

Units that do not move draw none (8.f).
"""

from collections.abc import Generator

from sandtable.systems.war_storm.rules.attack import Attack, factor, most_hits, reach, reckon
from sandtable.systems.war_storm.rules.fire import (
    firers,
    have_fired,
    may_hit,
    to_spot,
    ways_to_fire,
    why_no_hit,
)
from sandtable.systems.war_storm.rules.losses import strike
from sandtable.systems.war_storm.rules.spotting import fire_path, range_of, sees
from sandtable.systems.war_storm.state.book import GREEN, VETERAN
from sandtable.systems.war_storm.state.pieces import NEVER, Battle, Platoon, Unit
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice, Decision
from sandtable.table.wishes import LATER, WISH, WishKind, WishValue, set_wish

HOLD = Choice("hold")  # pass, and be asked no more about this move
HOLD_LATER = Choice("hold", "", LATER.strip())  # the same where others play too: one is asked, and one's order passes
HOLDS = WishKind(
    "this move",
    "For the rest of this move",
    (
        WishValue("wished", "As I wish below"),
        WishValue("hold", "Hold fire", "With the next move your wish below applies again.", True, "hold"),
    ),
    "8.c",
)


class Reaction(Decision):
    """8.c Who reacts: nobody for the whole move is an answer too, which only people give."""

    __slots__ = ()

    def check(self, choice: Choice) -> None:
        """Raise IllegalChoice unless the rules allow this choice."""
        if choice not in (HOLD, HOLD_LATER):
            super().check(choice)


def marked(platoon: Platoon) -> bool:
    """8.a It carries a Reaction marker."""
    return platoon.reaction != NEVER


def why_no_reaction(platoon: Platoon) -> tuple[str, str]:
    """Why a platoon cannot react at all: Finished, routed, no FF, or Out-of-Command unmarked (8.k, 8.m-p)."""
    if platoon.hex < 0:
        return (f"{platoon.name} is not on the board.", "8.c")
    if platoon.routed:
        return (f"{platoon.name} is routed and cannot react.", "9.3.a")
    if platoon.finished:
        return (f"{platoon.name} is Finished.", "8.n")
    if not factor(platoon):
        return (f"{platoon.name} has no fire factor it can use in reaction.", "8.p")
    if platoon.out_of_command and not marked(platoon):
        return (f"{platoon.name} is Out-of-Command and has no Reaction marker.", "8.m")
    return ("", "")


def able(b: Battle, moving: list[Unit]) -> list[Platoon]:
    """8.c, 8.g The platoons that may fire at the moving units where they are now."""
    place, to_be_spotted = moving[0].hex, to_spot(moving)
    return [each for each in watchers(b, 1 - moving[0].side) if may_hit(b, each, place, to_be_spotted)]


def watchers(b: Battle, side: int) -> list[Platoon]:
    """The platoons of a side that could react to somebody."""
    return [
        platoon
        for platoon in b.platoons
        if platoon.side == side
        and not platoon.finished
        and (platoon.reaction != NEVER or not platoon.out_of_command)
        and not why_no_reaction(platoon)[0]
    ]


def watched(b: Battle, side: int) -> int:
    """8.c The hexes within reach of those platoons: nobody reacts in any other."""
    mask = 0
    for platoon in watchers(b, side):
        mask |= b.ground.grid.within(platoon.hex, reach(b, platoon))
    return mask


def mates(platoon: Platoon, others: list[Platoon]) -> list[Platoon]:
    """8.i Who may fire with it: platoons of its company in its hex."""
    return [each for each in others if each.hex == platoon.hex and each.company == platoon.company]


def exposed(moving: list[Unit], place: int) -> list[Unit]:
    """8.d Those who may be fired at in a hex: not who set out from it."""
    return [unit for unit in moving if unit.set_out != place]


def in_danger(b: Battle) -> list[Unit]:
    """8.d Who of those that are moving may be fired at where they are; nobody when nobody moves."""
    moving = [b.units[i] for i in b.move.units] if b.move is not None else []
    return exposed(moving, moving[0].hex) if moving else []


def volley(b: Battle, group: list[Platoon], moving: list[Unit]) -> Attack:
    """8.g, 8.m A reaction reckoned: those without marker fire at half."""
    return reckon(b, group, list(moving), moving[0].hex, [each for each in group if not marked(each)])


def matters(b: Battle, platoons: list[Platoon], moving: list[Unit]) -> bool:
    """8.c, 8.j Whether any of them, alone or together, could cost the moving units a step; if not nobody is asked."""
    for each in platoons:
        stack = mates(each, platoons)
        if each is stack[0] and any(most_hits(b, volley(b, group, moving)) > 0 for group in strongest(stack)):
            return True
    return False


def strongest(stack: list[Platoon]) -> list[list[Platoon]]:
    """7.3.e The groups of a stack of which one fires best: all, those who are not green, the veterans."""
    steady = [each for each in stack if each.quality != GREEN]
    veterans = [each for each in steady if each.quality == VETERAN]
    return [
        group for group, larger in ((stack, []), (steady, stack), (veterans, steady)) if group and group != larger
    ]


def react(b: Battle, moving: list[Unit]) -> Generator[Decision, Choice, bool]:
    """8 The enemy may fire at units that have just entered a hex, stack by stack (8.j). True if he did."""
    fired = False
    place = moving[0].hex if moving else NEVER
    while moving := exposed(still_moving(b, moving, place), place):
        platoons = able(b, moving)
        if not platoons or not matters(b, platoons, moving):
            break
        if not (yield from one_reaction(b, moving, platoons)):
            break
        fired = True
    return fired


def one_reaction(b: Battle, moving: list[Unit], platoons: list[Platoon]) -> Generator[Decision, Choice, bool]:
    """8.c One stack fires, if anybody of those who can will."""
    place = moving[0].hex
    name = b.ground.names[place]
    seat = b.side_name(1 - moving[0].side)
    answer = yield Reaction(
        seat,
        "reaction",
        f"{moving[0].name} enters {name}. Who reacts?",
        "8.c",
        lambda: [*reactions(platoons, name), PASS],
        lambda choice: why_not_react(b, moving, choice),
        moving[0].id,
    )
    if answer in (HOLD, HOLD_LATER):
        set_wish(b, (HOLDS,), seat, Choice(WISH, HOLDS.key, f"{LATER if answer == HOLD_LATER else ''}hold"))
        return False
    if answer == PASS:
        return False
    first = next(each for each in platoons if each.id == answer.piece)
    group = yield from firers(
        b, answer.do, first, place, "8.i", lambda so_far, other: may_react_with(b, so_far, other, moving)
    )
    attack = volley(b, group, moving)
    rule = "8.c" if all(marked(each) for each in group) else "8.m"
    have_fired(group)  # 8.n
    yield from strike(b, attack, "reaction fire", rule)
    return True


def new_move(b: Battle) -> None:
    """8.c Another move begins: who held fire until the last was over is asked again."""
    if b.wishes:
        b.wishes = tuple([wish for wish in b.wishes if wish[1] != HOLDS.key])


def reactions(platoons: list[Platoon], name: str) -> list[Choice]:
    """8.i The reactions at a hex: each stack's volley once, then each platoon by itself."""
    found: list[Choice] = []
    for each in platoons:
        stack = mates(each, platoons)
        others = [other for other in stack if other is not each]
        found += ways_to_fire("react", [each, *others], name, each is stack[0])
    return found


def still_moving(b: Battle, moving: list[Unit], place: int) -> list[Unit]:
    """8.b Who goes on: neither eliminated nor on the run, even if his flight ends where it began."""
    going = b.move.units if b.move is not None else []
    return [unit for unit in moving if unit.hex == place and unit.index in going]


def may_react_with(b: Battle, group: list[Platoon], platoon: Platoon, moving: list[Unit]) -> tuple[str, str]:
    """8.i Why a platoon may not fire in this reaction; nothing if it may."""
    first = group[0]
    if platoon in group:
        return (f"{platoon.name} is already firing.", "8.i")
    if platoon.company != first.company or platoon.hex != first.hex:
        return ("Only platoons of one company in one hex can react together.", "8.i")
    reason, rule = why_no_reaction(platoon)
    return (reason, rule) if reason else why_no_hit(b, platoon, moving[0].hex, moving)


def why_not_react(b: Battle, moving: list[Unit], choice: Choice) -> tuple[str, str]:
    """Why a platoon may not react now."""
    unit = b.find_unit(choice.piece)
    if choice.do not in ("react", "volley", "alone") or type(unit) is not Platoon:
        return ("", "")
    if unit.side == moving[0].side:
        return (f"{unit.name} is not an enemy of {moving[0].name}.", "8.c")
    reason, rule = why_no_reaction(unit)
    return (reason, rule) if reason else why_no_hit(b, unit, moving[0].hex, moving)


def reactors(b: Battle, moving: list[Unit], place: int) -> list[Platoon]:
    """Who could react if these units entered a hex; all of them may be fired at there (8.d)."""
    side = 1 - moving[0].side
    found: list[Platoon] = []
    for platoon in watchers(b, side):
        away = b.ground.distance[platoon.hex][place]
        if (
            away <= reach(b, platoon)
            and sees(b, platoon.hex, place)
            and any(away <= range_of(b, platoon, platoon.hex, unit, place, True) for unit in to_spot(moving))
            and fire_path(b, platoon.hex, place, side)
        ):
            found.append(platoon)
    return found
