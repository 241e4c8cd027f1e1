"""Chapter 8: the night round. HQs return, stands are shuffled, strength and support points are spent."""

from sandtable.geometry.hexes import bits
from sandtable.systems.regimental.rules.airpower import renew_air
from sandtable.systems.regimental.rules.hq import overnight_hexes, place_hq
from sandtable.systems.regimental.rules.initiative import throw_for_it
from sandtable.systems.regimental.rules.shuffle import (
    Shifts,
    attach,
    company_listing,
    free_company_ways,
    free_stand_ways,
    only_answer,
    plan_stand,
    rearrange,
    stand_listing,
)
from sandtable.systems.regimental.rules.victory import arrive
from sandtable.systems.regimental.state.pieces import ROUND, Battle, Procedure, Regiment, Stand
from sandtable.table.asking import DONE
from sandtable.table.decision import Choice, Decision

HQS, STANDS, COMPANIES, POINTS = range(4)  # the steps of a night


def night(b: Battle) -> Procedure:
    """8.a One throw; in each step the higher side goes first: HQs, shuffle, points."""
    if not b.turns:
        fall_of_night(b)
    if b.turns[0] < 0:  # both sides have taken this step
        next_step(b)
        return
    side = b.turns[0]
    if b.step == HQS:
        yield from return_hqs(b, side)
    elif b.step in (STANDS, COMPANIES):
        yield from shuffle_at_night(b, side)
    else:
        yield from spend_points(b, side)


def fall_of_night(b: Battle) -> None:
    """8.c Every regiment on the map brings in points by the supply level; they are pooled."""
    first = throw_for_it(b, "8.a")
    b.turns = [first, 1 - first, -1]
    b.step = HQS
    b.last = first
    for side, spec in enumerate(b.scenario.sides):
        regiments = sum(not regiment.gone for regiment in b.regiments if regiment.side == side)
        strength, support = b.scenario.rulebook.supply[spec.supply]  # 8.b
        b.strength[side] = regiments * strength // 2
        b.support[side] = regiments * support // 2
        b.tell("supply", "8.c", side, value=b.strength[side], text=str(b.support[side]))
    for stand in b.stands:
        stand.began = stand.hex
        stand.moved = stand.marched = False
    for regiment in b.regiments:
        regiment.activated = False


def next_step(b: Battle) -> None:
    b.step += 1
    b.turns = [b.last, 1 - b.last, -1]
    for regiment in b.regiments:
        regiment.activated = False
    if b.step > POINTS:
        dawn(b)


def dawn(b: Battle) -> None:
    """8.h A new day begins with free orders and new air points; points of the night do not keep."""
    b.turns, b.step, b.last = [], 0, -1
    b.strength, b.support = [0, 0], [0, 0]  # 8.b
    b.day += 1
    b.round = 1
    b.phase = ROUND
    renew_air(b)  # 9.a
    for stand in b.stands:
        stand.moved = stand.marched = False


def waiting(b: Battle, side: int) -> Regiment | None:
    """The side's next regiment in this step."""
    for regiment in b.regiments:
        if regiment.side == side and not regiment.gone and not regiment.activated:
            return regiment
    return None


def return_hqs(b: Battle, side: int) -> Procedure:
    """6.i The HQs that return overnight."""
    regiment = waiting(b, side)
    if regiment is None:
        b.turns.pop(0)
        return
    regiment.activated = True
    if b.hq_of(regiment) is None:
        hexes = overnight_hexes(b, regiment)
        if hexes:
            yield from place_hq(b, regiment, hexes, "6.i")


def shuffle_at_night(b: Battle, side: int) -> Procedure:
    """8.g Stands, then companies, may change places within the hexes the regiment held when night fell."""
    regiment = waiting(b, side)
    if regiment is None:
        b.turns.pop(0)
        return
    if b.hq_of(regiment) is None:  # 6.e
        regiment.activated = True
        return
    stands = b.step == STANDS
    if stands:
        # An HQ that has just returned keeps its new hex.
        here = [stand for stand in b.stands_of(regiment) if not stand.moved]
        ways, now = free_stand_ways(here)
    else:
        ways, now = free_company_ways(b, regiment)

    shifts = Shifts(ways, now, b.plan)

    def listing() -> list[Choice]:
        return stand_listing(b, shifts) if stands else company_listing(b, shifts)

    answer = only_answer(shifts, listing)
    if answer is None:
        what = "core stands" if stands else "support companies"
        answer = yield Decision(
            b.side_name(side),
            "night shuffle",
            f"{regiment.name}: shift {what} overnight?",
            "8.g",
            listing,
            lambda choice: why_no_shift(b, regiment, choice),
            b.stands[regiment.hq].id,
        )
    if answer.do == "done":
        if stands:
            rearrange(b, now, "8.g")
        else:
            attach(b, now, "8.g")
        regiment.activated = True
    elif stands:
        plan_stand(b, answer)
    else:
        company, stand = b.company(answer.piece), b.stand(answer.to)
        b.plan[company.index] = stand.index


def why_no_shift(b: Battle, regiment: Regiment, choice: Choice) -> tuple[str, str]:
    if choice.do == "done":
        return ("Two pieces would be in one place: shift the other one too.", "1.b")
    if choice.do == "shift":
        piece = b.find_stand(choice.piece)
        if piece is not None and piece.type.hq and piece.moved and piece.regiment == regiment.index:
            return (f"{piece.name} has just returned and keeps its hex tonight.", "8.g")
        return (f"Now only the {regiment.name} shifts, and only within the hexes it held at nightfall.", "8.g")
    return ("", "")


# Points ------------------------------------------------------------------------------------------


def recall_hexes(b: Battle, regiment: Regiment) -> int:
    """8.f Free hexes next to a stand of the regiment, outside enemy zones, within two hexes of the HQ."""
    hq = b.hq_of(regiment)
    if hq is None:
        return 0
    free = b.ground.spread(b.hexes_of(regiment)) & ~b.occupied[0] & ~b.occupied[1] & ~b.ground.river
    return free & ~b.enemy_zone(regiment.side) & b.ground.grid.within(hq.hex, b.ground.numbers["command"])


def may_be_rebuilt(b: Battle, stand: Stand) -> bool:
    """8.d On the map, in command, and not at full strength."""
    return stand.on_map and stand.sp < stand.type.sp and b.in_command(stand)


def night_options(b: Battle, side: int) -> list[Choice]:
    """8.a What the points can buy."""
    found: list[Choice] = []
    names = b.ground.names
    for regiment in b.regiments:
        if regiment.side != side or regiment.gone:
            continue
        if b.strength[side] > 0:
            stands = [b.stands[i] for i in regiment.stands]
            found += [Choice("rebuild", stand.id) for stand in stands if may_be_rebuilt(b, stand)]
            lost = [stand for stand in stands if not stand.on_map and not stand.type.hq]  # 8.e
            if lost:
                hexes = bits(recall_hexes(b, regiment))
                found += [Choice("recall", stand.id, names[h]) for stand in lost for h in hexes]
        if b.support[side] > 0:
            gone = [b.companies[i] for i in regiment.companies if b.companies[i].lost]
            hosts = [stand for stand in b.stands_of(regiment) if not stand.has_company] if gone else []
            found += [Choice("return", company.id, host.id) for company in gone for host in hosts]
    return found


def spend_points(b: Battle, side: int) -> Procedure:
    """8.a Strength points rebuild stands and bring lost ones back; support points bring companies back."""
    options = night_options(b, side)
    if not options:
        b.turns.pop(0)
        return
    points = f"{b.strength[side]} strength and {b.support[side]} support points"
    answer = yield Decision(
        b.side_name(side),
        "recovery",
        f"{points} left: what do you recover?",
        "8.a",
        lambda: [*options, DONE],
        lambda choice: why_no_recovery(b, side, choice),
    )
    if answer.do == "done":
        b.turns.pop(0)
        return
    stand = b.find_stand(answer.piece)
    if stand is None:
        company, host = b.company(answer.piece), b.stand(answer.to)
        b.support[side] -= 1
        company.host = host.index
        host.company = company.index
        b.tell("company returns", "8.a", side, company.id, host.id, host.hex)
        return
    b.strength[side] -= 1
    stand.sp += 1
    if answer.do == "recall":
        b.put(stand, b.ground.index[answer.to])
        b.tell("stand returns", "8.e", side, stand.id, place=stand.hex, value=stand.sp)
        arrive(b, stand)
    else:
        b.tell("rebuilt", "8.a", side, stand.id, place=stand.hex, value=stand.sp)


def why_no_recovery(b: Battle, side: int, choice: Choice) -> tuple[str, str]:
    """Why something cannot be recovered."""
    stand, company = b.find_stand(choice.piece), b.find_company(choice.piece)
    if choice.do == "rebuild" and stand is not None:
        if stand.battery:
            return ("Batteries have no HQ and are not rebuilt.", "8.d")
        if stand.side != side:
            return (f"{stand.name} belongs to the enemy.", "8.c")
        if b.strength[side] <= 0:
            return ("No strength point is left.", "8.b")
        if not stand.on_map:
            return (f"{stand.name} is lost: recall it.", "8.e")
        if stand.sp >= stand.type.sp:
            return (f"{stand.name} is at full strength.", "8.d")
        return (f"{stand.name} is not within two hexes of its HQ.", "8.d")
    if choice.do == "recall" and stand is not None:
        if stand.battery:
            return ("Batteries have no HQ and do not come back.", "8.d")
        if stand.side != side:
            return (f"{stand.name} belongs to the enemy.", "8.c")
        if b.regiments[stand.regiment].gone:
            return ("A regiment that was removed does not come back.", "8.e")
        if stand.on_map:
            return (f"{stand.name} is not lost: rebuild it.", "8.e")
        if stand.type.hq:
            return ("A new HQ costs no points. It returns by rules of its own.", "6.f")
        if b.strength[side] <= 0:
            return ("No strength point is left.", "8.b")
        return ("A stand returns next to its regiment, outside enemy zones and within two hexes of the HQ.", "8.f")
    if choice.do == "return" and company is not None:
        if b.regiments[company.regiment].side != side:
            return (f"{company.name} belongs to the enemy.", "8.c")
        if not company.lost:
            return (f"{company.name} is not lost.", "8.a")
        if b.support[side] <= 0:
            return ("No support point is left.", "8.b")
        return ("A company returns to a core stand of its regiment that has no company.", "8.f")
    return ("", "")
