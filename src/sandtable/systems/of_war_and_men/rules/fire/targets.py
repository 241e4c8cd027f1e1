"""4.4-4.7 Which soldier of a line: the colour by the size of the Fireteam, the number as a place from the left."""

from sandtable.systems.of_war_and_men.rules.cards import flip
from sandtable.systems.of_war_and_men.rules.decisions.windows import number
from sandtable.systems.of_war_and_men.state.book import FACES
from sandtable.systems.of_war_and_men.state.pieces import Battle, Number, Soldier


def size_colour(size: int) -> int:
    """4.4 The smallest die with a face for each soldier: red up to 4, green up to 6, blue up to 8."""
    return next(colour for colour, faces in enumerate(FACES) if size <= faces)


def pick(
    b: Battle, line: list[Soldier], valid: list[Soldier], why: str, rule: str, player: int, closed: bool = False
) -> Number:
    """4.5-4.7 The index of the soldier found: invalid numbers are flipped again; a single candidate burns one card.

    `closed`: within an assault, where no Chain of Command is played.
    """
    colour = size_colour(len(line))
    allowed = [man.index for man in valid]
    while True:
        if closed:
            value = flip(b, colour, why, rule, player)
        else:
            value = yield from number(b, colour, why, rule, player)
        if len(allowed) == 1:
            return allowed[0]
        found = found_by(line, value)
        if found is not None and found.index in allowed:
            return found.index


def found_by(line: list[Soldier], number: int) -> Soldier | None:
    """4.5, 4.6 Whom a number finds: counted from the left; of two soldiers odd numbers the first, even the second."""
    place = 1 - number % 2 if len(line) == 2 else number - 1
    return line[place] if place < len(line) else None
