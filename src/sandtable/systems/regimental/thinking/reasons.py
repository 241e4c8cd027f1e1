"""What a thought tells besides places: orders, how strong both sides are there, and how the points stand."""

from sandtable.systems.regimental.rules.victory import points
from sandtable.systems.regimental.state.book import ORDER_NAMES
from sandtable.systems.regimental.state.pieces import Battle, Stand
from sandtable.table.mind import watched_words
from sandtable.table.telling import count


def orders_words(b: Battle, side: int) -> str:
    """The orders that a side has laid, and how near the enemy is to each."""
    laid = []
    for each in b.regiments:
        if each.side == side and each.given:
            own = [b.stands[index] for index in each.stands]
            near = nearest(b, [stand for stand in own if stand.on_map])
            laid.append(f"{each.name} on {ORDER_NAMES[each.given]}{f', {near}' if near else ''}")
    return f"The orders: {'; '.join(laid)}." if laid else ""


def nearest(b: Battle, own: list[Stand]) -> str:
    """How far the nearest enemy is from some stands of a side."""
    if not own:
        return ""
    enemies = [each.hex for each in b.stands if each.on_map and each.side != own[0].side]
    if not enemies:
        return "no enemy is on the map"
    far = min([b.ground.distance[each.hex][enemy] for each in own for enemy in enemies])
    return f"the nearest enemy is {count(far, 'hex', 'hexes')} away"


def beside_words(b: Battle, stand: Stand, place: int) -> str:
    """Who would be next to a stand in a hex, and how strong they are; else how near the enemy is.

    "; 2 enemies are next to it there (7 strength points, it has 5)".
    """
    away = b.ground.distance[place]
    foes = [each for each in b.stands if each.on_map and each.side != stand.side]
    near = [each for each in foes if away[each.hex] == 1]
    told = watched_words(len(near), "is next to it there", "are next to it there")
    if near:
        theirs = count(sum([each.sp for each in near]), "strength point")
        return told if stand.battery else f"{told} ({theirs}, it has {stand.sp})"
    far = min([away[each.hex] for each in foes], default=0)
    return f"{told}, the nearest is {far} hexes away" if far > 1 else told


def stakes(b: Battle) -> str:
    """The clock, and how many points the side holds that must take ground."""
    victory = b.scenario.victory
    name, held = b.scenario.sides[victory.side].name, points(b, victory.side)
    clock = f"it is round {b.round_number} of {b.scenario.turns}"
    needs = f", {victory.draw} for a draw" if victory.draw < victory.win else ""
    return f"{clock}, and {name} holds {count(held, 'point')}: it needs {victory.win} to win{needs}"
