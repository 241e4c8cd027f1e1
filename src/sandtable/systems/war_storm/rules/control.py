"""Who controls the hexes that count."""

from sandtable.systems.war_storm.state.pieces import Battle


def take_control(b: Battle, place: int, side: int) -> None:
    """The last side to have an unrouted platoon in a hex controls it, and the enemy's improved position is lost."""
    other = 1 - side
    if b.improved[other] >> place & 1:  # 21: an improved position the enemy enters is lost
        b.improved[other] &= ~(1 << place)
        b.tell("position lost", "21", other, place=place)
    for number, objective in enumerate(b.scenario.objectives):
        if objective.hex == place and b.holders[number] != side:
            b.holders[number] = side
            b.tell("control", "SCN.1", side, place=place, text=objective.name)
