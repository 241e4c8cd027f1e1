"""Shuffles: support companies (2.4), core stands on H and D (2.1), and both at night (8.g).

All moves of a shuffle are simultaneous. It is asked for one piece at a time and carried out when it is done;
whoever has been put where another stands makes the other one go, and only what can be completed is offered.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from sandtable.geometry.hexes import bits, mask_of
from sandtable.systems.regimental.rules.movement import passable, reach
from sandtable.systems.regimental.rules.victory import arrive
from sandtable.systems.regimental.state.ground import on
from sandtable.systems.regimental.state.pieces import ATTACK, MOVES, Battle, Company, Procedure, Regiment, Stand
from sandtable.table.asking import DONE
from sandtable.table.decision import Choice, Decision, Listing, WhyNot

Ways = dict[int, int]  # piece -> bitboard of the places it may take, its own included


def all_fit(waiting: list[int], free: int) -> bool:
    """Whether each of some pieces, told by where it may go, can have a free place of its own."""
    if not waiting:
        return True
    first, *others = waiting
    return any(all_fit(others, free & ~(1 << place)) for place in bits(first & free))


def changes(ways: Ways, now: dict[int, int], plan: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Which piece may still be put where."""
    free = ~mask_of(tuple(plan.values()))
    there = {place: piece for piece, place in now.items() if piece not in plan}
    displaced = [piece for place, piece in there.items() if not on(free, place)]
    empty = free & ~mask_of(tuple(there))
    for piece, mask in ways.items():
        if piece in plan:
            continue
        here = now[piece]
        calm = not displaced or displaced == [piece]
        left = empty | (1 << here & free)
        for place in bits(mask & free & ~(1 << here)):
            # Mostly one look is enough: nobody stands there, or whoever does can go where nobody is.
            other = there.get(place)
            if calm:
                easy = other is None or ways[other] & left
            else:  # the one who must go does so at once
                easy = other is None and len(displaced) == 1 and ways[displaced[0]] & left & ~(1 << place)
            if not easy:
                others = [ways[each] for each in ways if each not in plan and each != piece]
                easy = all_fit(others, free & ~(1 << place))
            if easy:
                yield (piece, place)


class Shifts:
    """Which piece may still be put where, found only as far as somebody looks."""

    __slots__ = ("_found", "_more", "settled")

    def __init__(self, ways: Ways, now: dict[int, int], plan: dict[int, int]) -> None:
        self.settled = settled(now, plan)
        self._more = changes(ways, now, plan)
        self._found: list[tuple[int, int]] = []

    def some(self, count: int | None = None) -> list[tuple[int, int]]:
        """So many of them, or all."""
        self._found += islice(self._more, None if count is None else max(0, count - len(self._found)))
        return self._found


def only_answer(shifts: Shifts, listing: Listing) -> Choice | None:
    """What is done without asking: nobody can be put elsewhere, or whoever was displaced has one way out."""
    found = shifts.some(2)
    if shifts.settled:
        return None if found else DONE
    return listing()[0] if len(found) == 1 else None


def question(
    b: Battle, regiment: Regiment, kind: str, what: str, rule: str, listing: Listing, why_not: WhyNot
) -> Decision:
    """What the owner of a regiment is asked about its shuffle."""
    prompt = f"{regiment.name}: shift {what}?"
    return Decision(b.side_name(regiment.side), kind, prompt, rule, listing, why_not, b.stands[regiment.hq].id)


def settled(now: dict[int, int], plan: dict[int, int]) -> bool:
    """Whether everybody has a place of his own if the rest stays."""
    places = [plan.get(piece, place) for piece, place in now.items()]
    return len(set(places)) == len(places)


# 2.4 Support companies ---------------------------------------------------------------------------


def may_shuffle_support(b: Battle, regiment: Regiment) -> bool:
    """2.4.a, 2.4.b, 6.e All core stands within two hexes of the HQ; not on R."""
    return regiment.order != "R" and all(b.in_command(stand) for stand in b.stands_of(regiment))


def support_ways(b: Battle, regiment: Regiment) -> tuple[Ways, dict[int, int]]:
    """2.4.c Which stands each company can reach with its own normal move, halts included."""
    stands = b.stands_of(regiment)
    hexes = {stand.hex: stand.index for stand in stands}
    own = mask_of(tuple(hexes))
    free, halts = passable(b, regiment.side)
    ways: Ways = {}
    now: dict[int, int] = {}
    for i in regiment.companies:
        company = b.companies[i]
        if company.lost:
            continue
        host = b.stands[company.host]
        mask = reach(b.ground, host.hex, company.type.rate.normal, free, halts) & own
        ways[i] = mask_of((host.index, *[hexes[place] for place in bits(mask)]))
        now[i] = host.index
    return (ways, now)


def makes_a_difference(b: Battle, ways: Ways, now: dict[int, int]) -> bool:
    """Whether a company can go to a stand that has none, or another kind: equal ones need not be swapped."""
    for piece, place in changes(ways, now, {}):
        there = b.stands[place]
        if not there.has_company or b.companies[there.company].type is not b.companies[piece].type:
            return True
    return False


def shuffle_support(b: Battle, regiment: Regiment) -> Procedure:
    """2.4 Before any core stand moves, companies may be moved and swapped."""
    ways, now = support_ways(b, regiment) if may_shuffle_support(b, regiment) else ({}, {})
    if not makes_a_difference(b, ways, now):
        ways, now = {}, {}

    shifts = Shifts(ways, now, b.plan)

    def listing() -> list[Choice]:
        return company_listing(b, shifts)

    answer = only_answer(shifts, listing)
    if answer is None:
        why_not = partial(why_no_shift, b, regiment, ways)
        answer = yield question(b, regiment, "support shuffle", "support companies", "2.4.a", listing, why_not)
    if answer.do == "shift":
        company, stand = b.company(answer.piece), b.stand(answer.to)
        b.plan[company.index] = stand.index
        return
    attach(b, now, "2.4.a")
    b.stage = MOVES


def company_listing(b: Battle, shifts: Shifts) -> list[Choice]:
    found = [Choice("shift", b.companies[c].id, b.stands[s].id) for c, s in shifts.some()]
    return [*found, DONE] if shifts.settled else found


def attach(b: Battle, now: dict[int, int], rule: str) -> None:
    """Carry out a shuffle of companies."""
    moved = [i for i, host in b.plan.items() if host != now[i]]
    for i in moved:
        b.stands[b.companies[i].host].company = -1
    for i in moved:
        company, stand = b.companies[i], b.stands[b.plan[i]]
        company.host = stand.index
        b.tell("shifted", rule, stand.side, company.id, stand.id, stand.hex)
    for i in moved:
        b.stands[b.companies[i].host].company = i
    b.plan = {}


def why_no_shift(b: Battle, regiment: Regiment, ways: Ways, choice: Choice) -> tuple[str, str]:
    """Why a company cannot be shifted there."""
    if choice.do == "done":
        return ("Two companies would be with one stand: shift the other one too.", "1.2.a")
    if choice.do != "shift":
        return ("", "")
    company, stand = b.find_company(choice.piece), b.find_stand(choice.to)
    if company is None:
        return (f"There is no company {choice.piece!r}.", "2.4.a")
    if company.index not in ways:
        return (f"{company.name} is not a company of the {regiment.name} on the map.", "1.c")
    if stand is None or stand.regiment != regiment.index or not stand.on_map:
        return ("A company is always with a core stand of its own regiment.", "1.2.a")
    if company.index in b.plan:
        return (f"{company.name} has already been shifted.", "2.4.c")
    if stand.index == company.host:
        return (f"{company.name} is already with {stand.name}.", "2.4.a")
    if not on(ways[company.index], stand.index):
        steps = company.type.rate.normal
        return (f"{company.name} cannot reach {stand.name}: it moves {steps} hexes and must make all halts.", "2.4.c")
    return (f"{stand.name} keeps its company, and a core stand has only one.", "1.2.a")


# 2.1 Core stands on H and D ----------------------------------------------------------------------


def core_ways(b: Battle, regiment: Regiment) -> tuple[Ways, dict[int, int]]:
    """2.1.c Hexes held by the regiment that each stand in command can reach, crossing no vacant hex."""
    stands = b.stands_of(regiment)
    own = mask_of(tuple([stand.hex for stand in stands]))
    friends = b.occupied[regiment.side]
    _, halts = passable(b, regiment.side)  # 2.1.d
    ways: Ways = {}
    now: dict[int, int] = {}
    for stand in stands:
        now[stand.index] = stand.hex
        ways[stand.index] = 1 << stand.hex
        if b.in_command(stand):  # 2.1.b
            ways[stand.index] |= reach(b.ground, stand.hex, stand.rate.normal, friends, halts) & own  # 2.1.e
    return (ways, now)


def shuffle_core(b: Battle, regiment: Regiment) -> Procedure:
    """2.1.b On H and D core stands may change places within the regiment's own hexes."""
    ways, now = core_ways(b, regiment) if b.hq_of(regiment) is not None else ({}, {})

    shifts = Shifts(ways, now, b.plan)

    def listing() -> list[Choice]:
        return stand_listing(b, shifts)

    answer = only_answer(shifts, listing)
    if answer is None:
        why_not = partial(why_no_core_shift, b, regiment, ways)
        answer = yield question(b, regiment, "core shuffle", "stands within its hexes", "2.1.b", listing, why_not)
    if answer.do == "shift":
        plan_stand(b, answer)
        return
    rearrange(b, now, "2.1.b")
    b.stage = ATTACK


def stand_listing(b: Battle, shifts: Shifts) -> list[Choice]:
    found = [Choice("shift", b.stands[s].id, b.ground.names[h]) for s, h in shifts.some()]
    return [*found, DONE] if shifts.settled else found


def plan_stand(b: Battle, choice: Choice) -> None:
    stand = b.stand(choice.piece)
    b.plan[stand.index] = b.ground.index[choice.to]


def rearrange(b: Battle, now: dict[int, int], rule: str) -> None:
    """Carry out a shuffle of core stands; their companies go along."""
    moved = [(b.stands[i], place) for i, place in b.plan.items() if place != now[i]]
    for stand, _ in moved:
        b.lift(stand)
    for stand, place in moved:
        b.put(stand, place)
        b.tell("shifted", rule, stand.side, stand.id, place=place)
    b.plan = {}
    for stand, _ in moved:
        arrive(b, stand)


def why_no_core_shift(b: Battle, regiment: Regiment, ways: Ways, choice: Choice) -> tuple[str, str]:
    """Why a core stand cannot be shifted there."""
    if choice.do == "done":
        return ("Two core stands would be in one hex: shift the other one too.", "1.b")
    if choice.do != "shift":
        return ("", "")
    stand, to = b.find_stand(choice.piece), b.ground.index.get(choice.to, -1)
    if stand is None or (choice.to and to < 0):
        return ("", "")
    if stand.index not in ways:
        return (f"{stand.name} is not a stand of the {regiment.name} on the map.", "2.1.b")
    if stand.index in b.plan:
        return (f"{stand.name} has already been shifted.", "2.1.c")
    if not b.in_command(stand):
        return (f"{stand.name} is out of range of its HQ.", "2.1.b")
    if not choice.to:
        return (f"{stand.name} can reach no other hex of the {regiment.name}.", "2.1.c")
    if to not in [each.hex for each in b.stands_of(regiment)]:
        return (f"{regiment.name} has no stand in {choice.to}: it shifts only into its own hexes.", "2.1.c")
    if not on(ways[stand.index], to):
        return (f"{stand.name} cannot reach {choice.to} by a normal move over hexes that friends occupy.", "2.1.e")
    return ("Another stand would be left without a hex.", "2.1.c")


# 8.g At night ------------------------------------------------------------------------------------


def free_stand_ways(stands: list[Stand]) -> tuple[Ways, dict[int, int]]:
    """8.g Any of the hexes the regiment held when night fell, whatever the distance."""
    own = mask_of(tuple([stand.hex for stand in stands]))
    return ({stand.index: own for stand in stands}, {stand.index: stand.hex for stand in stands})


def free_company_ways(b: Battle, regiment: Regiment) -> tuple[Ways, dict[int, int]]:
    """8.g Any stand of the regiment but an HQ that has just returned: its hex was not held when night fell."""
    own = mask_of(tuple([stand.index for stand in b.stands_of(regiment) if not stand.moved]))
    here: list[Company] = [b.companies[i] for i in regiment.companies if not b.companies[i].lost]
    return ({company.index: own for company in here}, {company.index: company.host for company in here})
