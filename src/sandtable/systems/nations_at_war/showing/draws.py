"""What came out of the cup: how often a side's Formations were drawn before the turn ended (3.1, 3.2)."""

from sandtable.systems.nations_at_war.state.pieces import Battle
from sandtable.table.event import Event
from sandtable.table.telling import count


def draws(b: Battle, events: list[Event]) -> dict[str, str]:
    """A sentence for each side. A Formation without units is in the cup until the turn in which it lost the last."""
    home = {unit.id: b.formations[unit.formation].key for unit in b.units}
    turn = 0
    last_seen: dict[str, int] = {}  # the last turn in which something happened to a Formation
    activated: set[tuple[str, int]] = set()
    for event in events:
        if event.kind == "turn":
            turn = int(event.value)
        if event.kind == "activated":
            activated.add((event.piece, turn))
        if event.piece in home:
            last_seen[home[event.piece]] = turn
    found = {}
    for index, side in enumerate(b.scenario.sides):
        chances = drawn = 0
        for formation in b.formations:
            if formation.side == index:
                end = last_seen.get(formation.key, turn) if formation.key in b.out_of_cup else turn
                turns = range(max(1, formation.spec.entry_turn), end + 1)
                chances += len(turns)
                drawn += sum((formation.key, each) in activated for each in turns)
        if chances:
            found[side.key] = f"Its markers came out of the cup {drawn} of {count(chances, 'time')}."
    return found
