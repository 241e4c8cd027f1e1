"""3.1 How often the markers of each side came out of the cup."""

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.nations_at_war.showing.draws import draws
from sandtable.table.event import Event


def test_activations_are_counted_turn_by_turn() -> None:
    b = NATIONS_AT_WAR.rules.new(NATIONS_AT_WAR.shelf.find("nations_at_war/cats-in-the-mist"))
    entered = [formation for formation in b.formations if formation.spec.entry_turn <= 1]
    german, soviet = (next(f for f in entered if f.side == side) for side in (0, 1))
    events = [
        Event("turn", value=1),
        Event("activated", side="german", piece=german.key),
        Event("turn", value=2),
        Event("activated", side="german", piece=german.key),
        Event("activated", side="soviet", piece=soviet.key),
    ]
    count = {side: sum(f.side == side for f in entered) for side in (0, 1)}
    found = draws(b, events)
    assert found["german"] == f"Its markers came out of the cup 2 of {2 * count[0]} times."
    assert found["soviet"] == f"Its markers came out of the cup 1 of {2 * count[1]} times."
    # A Formation that lost its last unit in turn 1 was in the cup once.
    b.out_of_cup.append(soviet.key)
    unit = next(unit for unit in b.units if b.formations[unit.formation] is soviet)
    found = draws(b, [events[0], Event("eliminated", side="german", piece=unit.id), *events[1:4]])
    assert found["soviet"] == f"Its markers came out of the cup 0 of {2 * count[1] - 1} time."
