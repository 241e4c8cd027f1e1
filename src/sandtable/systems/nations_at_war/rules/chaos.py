"""Chapter 8: Chaos markers (our design; used when a scenario puts them in the cup)."""

from collections.abc import Callable, Generator

from sandtable.systems.nations_at_war.rules.combat.bombardment import hit_hex
from sandtable.systems.nations_at_war.rules.combat.hits import Procedure, hq_die, strike_hq, suffer
from sandtable.systems.nations_at_war.rules.dice import FREE, roll
from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.systems.nations_at_war.state.scenario import Mission
from sandtable.table.asking import ask
from sandtable.table.decision import Choice, Decision


def draw_chaos(b: Battle, drawer: int) -> Procedure:
    """8.0.a Roll 2d6 on the Chaos table and apply."""
    faces = yield from roll(b, drawer, 2, 0, "chaos", FREE)
    total = sum(faces)
    b.tell("chaos", "8.0.b", drawer, dice=faces, value=total)
    for name, event in TABLE.items():
        if b.ground.numbers[name] == total:
            yield from event(b, drawer)
            return


def pick(b: Battle, side: int, prompt: str, choices: list[Choice]) -> Generator[Decision, Choice, Choice | None]:
    """One of the choices; nobody is asked when there is only one, and none is no answer."""
    if not choices:
        return None
    return (yield from ask(b, side, "chaos", prompt, "8.0.b", choices))


def short_rounds(b: Battle, drawer: int) -> Procedure:
    """2: the opponent picks one hex with a drawer's unit; 3 dice To-Hit 5, as artillery on that hex only."""
    hexes = sorted({unit.hex for unit in b.units_of[drawer] if unit.hex >= 0})
    names = b.ground.names
    choice = yield from pick(
        b, 1 - drawer, "On which hex do the short rounds fall?", [Choice("pick", to=names[h]) for h in hexes]
    )
    if choice is not None:
        numbers = b.ground.numbers
        place = b.ground.index[choice.to]
        dice, to_hit = numbers["chaos_short_rounds_dice"], numbers["chaos_short_rounds_to_hit"]
        yield from hit_hex(b, 1 - drawer, place, dice, to_hit, "", "8.0.b")


def ammunition(b: Battle, drawer: int) -> Procedure:
    """3: the drawer marks one enemy unit Ops Complete."""
    units = [u for u in b.units_of[1 - drawer] if u.hex >= 0 and not u.ops_complete]
    choice = yield from pick(
        b, drawer, "Which enemy unit runs short of ammunition?", [Choice("pick", u.id) for u in units]
    )
    if choice is not None:
        unit = b.unit(choice.piece)
        unit.ops_complete = True
        b.tell("chaos ammunition", "8.0.b", drawer, target=unit.id)


def radio(b: Battle, drawer: int) -> Procedure:
    """4: one enemy HQ has its Command Range halved until the Marker Removal Phase."""
    hqs = [hq for hq in b.hqs if hq.side != drawer and hq.hex >= 0]
    choice = yield from pick(b, drawer, "Which enemy HQ has radio trouble?", [Choice("pick", hq.id) for hq in hqs])
    for hq in hqs:
        if choice is not None and hq.id == choice.piece:
            hq.halved = True
            b.tell("chaos radio", "8.0.b", drawer, target=hq.id)


def hero(b: Battle, drawer: int) -> Procedure:
    """5: a Leader for one of the drawer's Good Order infantry platoons."""
    units = [u for u in b.units_of[drawer] if u.hex >= 0 and not u.disrupted and u.face.foot and u.leader is None]
    choice = yield from pick(b, drawer, "In which platoon does a hero emerge?", [Choice("pick", u.id) for u in units])
    if choice is not None:
        unit = b.unit(choice.piece)
        unit.leader = (b.ground.numbers["chaos_hero_leadership"], b.ground.numbers["chaos_hero_morale"])
        b.tell("chaos hero", "8.0.b", drawer, unit.id)


def second_wind(b: Battle, drawer: int) -> Procedure:
    """6: the drawer removes one Disrupted marker from his own unit."""
    units = [u for u in b.units_of[drawer] if u.hex >= 0 and u.disrupted]
    choice = yield from pick(b, drawer, "Which unit gets its second wind?", [Choice("pick", u.id) for u in units])
    if choice is not None:
        unit = b.unit(choice.piece)
        unit.disrupted = False
        b.tell("rallied", "8.0.b", drawer, unit.id, place=unit.hex)


def lull(b: Battle, drawer: int) -> Procedure:
    """7: nothing."""
    yield from ()


def wind(b: Battle, drawer: int) -> Procedure:
    """8: every smoke marker drops one level."""
    for place, level in sorted(b.smoke.items()):
        b.set_smoke(place, level - 1)
        b.tell("smoke", "8.0.b", place=place, value=level - 1)
    yield from ()


def fortune(b: Battle, drawer: int) -> Procedure:
    """9: the drawer gains a Fate Point."""
    b.fate[drawer] += b.ground.numbers["chaos_fortune_fate"]
    b.tell("chaos fortune", "8.0.b", drawer, value=b.fate[drawer])
    yield from ()


def sniper(b: Battle, drawer: int) -> Procedure:
    """10: an enemy HQ in sight within 4 hexes of one of the drawer's Good Order infantry makes the HQ check."""
    reach = b.ground.numbers["chaos_sniper_range"]
    eyes = [u for u in b.units_of[drawer] if u.hex >= 0 and not u.disrupted and u.face.foot]
    hqs = [
        hq
        for hq in b.hqs
        if hq.side != drawer
        and hq.hex >= 0
        and any(b.ground.distance[u.hex][hq.hex] <= reach and b.sees(u.hex, hq.hex) for u in eyes)
    ]
    choice = yield from pick(b, drawer, "Which HQ does the sniper aim at?", [Choice("pick", hq.id) for hq in hqs])
    for hq in hqs:
        if choice is not None and hq.id == choice.piece:
            lost = yield from hq_die(b, hq, False)
            if lost:
                strike_hq(b, hq, lost)


def breakdown(b: Battle, drawer: int) -> Procedure:
    """11: one random enemy AFV takes one hit without save."""
    units = [u for u in b.units_of[1 - drawer] if u.hex >= 0 and u.face.hard]
    if units:
        unit = b.chance.draw(units, "breakdown")
        b.tell("chaos breakdown", "8.0.b", drawer, target=unit.id)
        yield from suffer(b, unit.hex, [unit], [b.ground.numbers["chaos_breakdown_hits"]], "8.0.b")


def extra_guns(b: Battle, drawer: int) -> Procedure:
    """12: the drawer gains one 34 HE fire mission."""
    dice, to_hit = b.ground.numbers["chaos_extra_guns_dice"], b.ground.numbers["chaos_extra_guns_to_hit"]
    b.missions[drawer].append(Mission(f"{dice}{to_hit} HE", dice, to_hit, True))
    b.tell("chaos guns", "8.0.b", drawer)
    yield from ()


TABLE: dict[str, Callable[[Battle, int], Procedure]] = {
    "chaos_short_rounds": short_rounds,
    "chaos_ammunition": ammunition,
    "chaos_radio": radio,
    "chaos_hero": hero,
    "chaos_second_wind": second_wind,
    "chaos_lull": lull,
    "chaos_wind": wind,
    "chaos_fortune": fortune,
    "chaos_sniper": sniper,
    "chaos_breakdown": breakdown,
    "chaos_extra_guns": extra_guns,
}
