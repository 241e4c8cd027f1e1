"""An attack in words, "reduced tiger at range 4 on t-34-76 in woods", as a scene of Nations at War.

Units are called by their type or name. What is said of a unit stands before it (reduced, moving, concealed) or
after it (in woods, behind smoke 2, with hmg).
"""

import re
from collections.abc import Iterable

import msgspec

from sandtable.content.attack_words import bare, names_of, runs
from sandtable.content.problems import unknown_word
from sandtable.geometry.hexes import letters
from sandtable.systems.nations_at_war.reading.book import rulebook

MOST_RANGE = 30
SHORTEST = 3  # letters of the beginning of a name

# Said of either unit, and how a scene writes it.
STATES = {"reduced": "reduced", "disrupted": "disrupted", "mounted": "mounted", "ops": "ops"}
# Said of the attack.
MOVING = ("moving", "moves", "move")
CAUGHT = ("opportunity", "caught")
CLOSE = {"assault": "assault", "assaults": "assault", "overrun": "overrun", "overruns": "overrun"}
# What lies in the hex of the target, and how a scene writes it.
MARKERS = {
    "wreck": "wreck",
    "wrecks": "wreck",
    "improved": "improved",
    "trench": "improved",
    "trenches": "improved",
    "ditch": "ditch",
    "smoke": "smoke1",
}
TERRAIN = {"town": "city", "village": "city", "forest": "woods", "wood": "woods", "fields": "cultivated"}
NUMBERED = ("range", "leadership", "leader", "smoke")
PLAIN = frozenset(
    [
        "a",
        "an",
        "the",
        "at",
        "on",
        "in",
        "of",
        "to",
        "and",
        "with",
        "from",
        "by",
        "against",
        "vs",
        "versus",
        "fires",
        "fire",
        "firing",
        "shoots",
        "shooting",
        "shot",
        "attacks",
        "attack",
        "hex",
        "hexes",
        "behind",
        "into",
        "is",
        "it",
        "its",
        "position",
        "complete",
        "dice",
        "terrain",
    ]
)
WORDS = (
    *STATES, *CAUGHT, "moving", *CLOSE, *MARKERS, *TERRAIN, *NUMBERED, "overwatch", "acquired", "concealed",
    "spotted",
)  # fmt: skip


class Fighter(msgspec.Struct):
    """One of the two units."""

    type: str
    states: list[str] = []
    terrain: str = "clear"
    weapon: str = ""

    def line(self, side: str, id: str, hex: str, more: Iterable[str] = ()) -> str:
        """As a scene writes it."""
        weapon = [f"weapon={self.weapon}"] if self.weapon else []
        return " ".join([side, self.type, id, "at", hex, *self.states, *weapon, *more])


class Attack(msgspec.Struct):
    """What was said. "A" attacks "T"."""

    attacker: Fighter
    target: Fighter
    range: int = 0  # 0: not said
    how: str = "fire"  # or assault, overrun
    moving: bool = False  # the attacker fires on the move
    caught: bool = False  # the target is on the move: Opportunity Fire
    watching: bool = False  # from Overwatch
    acquired: bool = False
    concealed: bool = False  # the user says so; the rules decide
    leadership: int = 0
    markers: list[str] = []

    def scene(self) -> str:
        """A row of hexes with the two units at its ends; room to retreat around an Assault."""
        letter = {key: kind.letter + "." for key, kind in rulebook().terrain.items()}
        clear = letter["clear"]
        between = [clear] * (self.distance() - 1)
        row = [letter[self.attacker.terrain], *between, letter[self.target.terrain]]
        if self.how != "fire":
            lines = [" ".join([clear] * 4), " ".join([clear, *row, clear]), " ".join([clear] * 4)]
        else:
            lines = [" ".join(row)]
        hexes = self.hexes()
        lines.append(self.attacker.line("german", "A", hexes[0], ["acquired=T"] if self.acquired else []))
        lines.append(self.target.line("soviet", "T", hexes[1]))
        lines += [f"marker {marker} {hexes[1]}" for marker in self.markers]
        return "\n".join(lines)

    def distance(self) -> int:
        return self.range if self.how == "fire" else 1

    def hexes(self) -> tuple[str, str]:
        """Where attacker and target stand."""
        return ("A1", f"{letters(self.range)}1") if self.how == "fire" else ("B2", "C2")


def unit_names() -> dict[str, str]:
    """The types by all names they go by."""
    found: dict[str, str] = {}
    for key, type in rulebook().units.items():
        for name in (key, type.name, *(side.name for side in type.sides[0])):
            found.setdefault(bare(name), key)
    return found


def terrain_names() -> dict[str, str]:
    """Kinds of ground that a hex can be made of, by their names."""
    kinds = {key: kind for key, kind in rulebook().terrain.items() if kind.letter and kind.passable}
    found = names_of({key: kind.name for key, kind in kinds.items()})
    return found | {word: key for word, key in TERRAIN.items() if key in kinds}


class Reader:
    """Reads the words from left to right."""

    def __init__(self, text: str) -> None:
        self.words = [word for word in re.split(r"[\s,;:]+", text.strip()) if word.strip(".!?'\"")]
        self.words = [word.strip(".!?'\"") for word in self.words]
        self.place = 0
        self.units = unit_names()
        self.terrain = terrain_names()
        self.weapons = names_of({key: weapon.name for key, weapon in rulebook().weapons.items()})
        self.fighters: list[Fighter] = []
        self.before: list[str] = []  # said before the unit they belong to
        self.rest: dict[str, int] = {}
        self.how = "fire"
        self.flags: set[str] = set()
        self.markers: list[str] = []

    def read(self) -> Attack:
        while self.place < len(self.words):
            self.step()
        for word in self.before:
            self.describe(word)
        if len(self.fighters) < 2:
            found = [fighter.type for fighter in self.fighters]
            what = f"only {found[0]} is known here" if found else "no unit is named"
            raise ValueError(f"An attack needs two units, but {what}: `tiger at range 4 on t-34-76 in woods`.")
        attacker, target = self.fighters
        attack = Attack(attacker, target, how=self.how, markers=self.markers)
        attack.range = self.rest.get("range", 0)
        attack.leadership = self.rest.get("leadership", 0)
        for flag in self.flags:
            setattr(attack, flag, True)
        if attack.how == "fire" and not attack.range:
            raise ValueError("How far away is the target? Add `at range N`.")
        if attack.how != "fire" and attack.range > 1:
            raise ValueError(f"An {attack.how} is made from an adjacent hex; leave out the range.")
        return attack

    def step(self) -> None:
        """One word, or a few that belong together."""
        word = self.words[self.place].lower()
        for length, name in runs(self.words, self.place, 4):
            if self.unit_called(name):
                self.take_unit(self.unit_called(name))
            elif name in self.terrain:
                self.stand_in(self.terrain[name])
            elif name in self.weapons and self.fighters:
                self.fighters[-1].weapon = self.weapons[name]
            else:
                continue
            self.place += length
            return
        self.place += 1
        if word in NUMBERED:
            self.number(word)
        elif word in CLOSE:
            self.how = CLOSE[word]
        elif word.isdecimal():
            self.refuse_crowd(word)
            self.take_number("range", word)
        elif word in (*STATES, *MOVING, *CAUGHT, "overwatch", "acquired", "concealed", "spotted", *MARKERS):
            self.say(word)
        elif word not in PLAIN:
            names = [*WORDS, *rulebook().units, *rulebook().weapons, *self.terrain]
            raise ValueError(unknown_word("unit, terrain or state", word, dict.fromkeys(names)))

    def refuse_crowd(self, number: str) -> None:
        """`100 tigers`."""
        following = bare(self.words[self.place]) if self.place < len(self.words) else ""
        many = following.endswith("s") and self.unit_called(following[:-1])
        if many or (not self.fighters and self.unit_called(following)):
            raise ValueError(f"One unit attacks another: leave out the {number[:20]}.")

    def unit_called(self, name: str) -> str:
        """The type with this name, or the only one whose name begins so: pziv is the Pz IV (G)."""
        if name in self.units or len(name) < SHORTEST or name in PLAIN or name in WORDS or name in self.terrain:
            return self.units.get(name, "")
        found = {key for known, key in self.units.items() if known.startswith(name)}
        return found.pop() if len(found) == 1 else ""

    def take_unit(self, type: str) -> None:
        if len(self.fighters) == 2:
            raise ValueError(f"An attack has two units, and {type} is a third. Describe it as a scene instead.")
        self.fighters.append(Fighter(type))
        for word in self.before:
            self.describe(word)
        self.before = []

    def stand_in(self, terrain: str) -> None:
        """`in woods` after a unit is where that unit stands; `from hill` is where the attacker stands."""
        before = self.words[self.place - 1].lower() if self.place else ""
        if not self.fighters:
            raise ValueError(f"Who stands in {terrain}? Name the unit first: `tiger in {terrain} …`.")
        self.fighters[0 if before == "from" else -1].terrain = terrain

    def number(self, word: str) -> None:
        """`range 4`, `leadership 2`, `smoke 2`."""
        following = self.words[self.place] if self.place < len(self.words) else ""
        if following.isdecimal():
            self.place += 1
            self.take_number(word, following)
        elif word == "smoke":
            self.say(word)
        else:
            raise ValueError(f"After {word} comes a number: `{word} 2`.")

    def take_number(self, word: str, text: str) -> None:
        number = int(text)
        most = {"range": MOST_RANGE, "smoke": 2}.get(word, 6)
        if not 1 <= number <= most:
            raise ValueError(f"{word.capitalize()} is 1 to {most}, not {number}.")
        if word == "smoke":
            self.markers.append(f"smoke{number}")
        else:
            self.rest["leadership" if word == "leader" else word] = number

    def say(self, word: str) -> None:
        """A state belongs to the unit that follows at once, otherwise to the last one named."""
        ahead = self.place
        while ahead < len(self.words) and self.words[ahead].lower() in (*STATES, *MOVING, "concealed", "spotted"):
            ahead += 1
        names = [bare("".join(self.words[ahead : ahead + length])) for length in (1, 2, 3, 4)]
        if any(self.unit_called(name) for name in names) or not self.fighters:
            self.before.append(word)
        else:
            self.describe(word)

    def describe(self, word: str) -> None:
        """Note something about the unit named last."""
        first = len(self.fighters) < 2
        if word in STATES:
            self.fighters[-1].states.append(STATES[word])
        elif word in MOVING:
            self.flags.add("moving" if first else "caught")
        elif word in CAUGHT:
            self.flags.add("caught")
        elif word == "overwatch":
            self.flags.add("watching")
        elif word == "spotted":
            self.fighters[-1].states.append("ops")  # 5.1.2.1: an Ops Complete marker gives it away
        elif word in MARKERS:
            self.markers.append(MARKERS[word])
        else:
            self.flags.add(word)


def read_attack(text: str) -> Attack:
    """What was said; raises ValueError with the nearest word for what is not understood."""
    return Reader(text).read()
