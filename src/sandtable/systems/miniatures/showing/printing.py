"""What is printed to play it at a table: markers, the template of a barrage, and sticks to measure with."""

from sandtable.systems.miniatures.state.pieces import Battle
from sandtable.table.printing import Printed, Template, Token
from sandtable.table.view import Marker, Shape

STICKS = (("Cohesion", "cohesion", "5.1"), ("Keep away", "keep_away", "4.1"))
WIDE = 50  # of a stick, in hundredths of an inch
MARKERS = (
    Marker("suppressed", "Suppressed", "!", "bad", "11.3"),
    Marker("dug in", "Dug in", "▂", "good", "3.3.f"),
    Marker("activated", "Has acted this round", "✓", "done", "1.5"),
    Marker("overwatch", "On Overwatch", "O", "good", "3.4.c"),
    Marker("ground", "Gone to ground", "_", "good", "6.23"),
    Marker("ran", "Has run", "»", "bad", "3.3.c"),
)


def printed(b: Battle) -> Printed:
    """15.6 The template is a square; 5.1, 4.1 the distances that are measured most often."""
    numbers = b.land.numbers
    half = numbers["template"] // 2
    square = Template("Template", Shape(((-half, -half), (half, -half), (half, half), (-half, half))), "15.6")
    sticks = [
        Template(name, Shape(((0, 0), (numbers[key], 0), (numbers[key], WIDE), (0, WIDE))), rule)
        for name, key, rule in STICKS
    ]
    teams, units = len(b.teams), len(b.units)
    amounts = (teams, teams, units, units, units, units)
    tokens = [Token(marker, count) for marker, count in zip(MARKERS, amounts, strict=True)]
    return Printed(tokens=tuple(tokens), templates=(square, *sticks))
