"""An attack in words, "2 us-infantry and us-mg-3-3 fire at grenadier in woods at range 3", as a scene.

Before the verb stand the attackers, after it the defenders. What is said of platoons follows them: veteran, green,
lost 1, finished. What is said of the attack comes anywhere: at range 3, in woods, through fields, across bocage,
uphill, reacting (without marker, at half); with officer, in the half he belongs to.
"""

from sandtable.content.attack_words import bare, names_of, runs, verb_of, word_at, words_of
from sandtable.content.problems import unknown_word
from sandtable.systems.war_storm.reading.book import rulebook

FIRE = frozenset(("fire", "fires", "shoot", "shoots", "against", "vs", "versus"))
ASSAULT = frozenset(("assault", "assaults", "storm", "storms"))
FILLERS = frozenset(
    ("a", "an", "the", "on", "at", "in", "from", "with", "and", "by", "of", "hexes", "platoon", "platoons")
)
OFFICER = frozenset(("officer", "officers"))
OF_A_PLATOON = frozenset(("veteran", "green", "finished", "routed"))
SWITCHES = frozenset(("uphill", "reacting", "bocage"))
MOST_RANGE, MOST_LOST, MOST_COUNT = 12, 2, 9
SIDES = ("blue", "red")


class Half:
    """One side of an attack as it was described."""

    def __init__(self) -> None:
        self.platoons: list[str] = []  # type and words of each, as a scene writes them
        self.officer = False
        self.last = 0  # how many platoons were named last: what follows is said of all of them

    def say(self, word: str) -> None:
        """A word about the platoons named last."""
        for place in range(len(self.platoons) - self.last, len(self.platoons)):
            self.platoons[place] += f" {word}"


class Described:
    """An attack in words."""

    def __init__(self, assault: bool) -> None:
        self.assault = assault
        self.halves = (Half(), Half())
        self.terrain = "open"
        self.between = ""  # the terrain that the line passes
        self.range = 1
        self.switches: set[str] = set()


def read(text: str) -> Described:
    """An attack from its words; ValueError with a sentence for what is not understood."""
    words = words_of(text)
    question = "Say who fires at what, like `2 us-infantry fire at grenadier in woods at range 2`."
    verb = verb_of(words, FIRE | ASSAULT, question)
    found = Described(words[verb].lower() in ASSAULT)
    for half, part in zip(found.halves, (words[:verb], words[verb + 1 :]), strict=True):
        Reader(part, half, found).read()
    if not found.halves[0].platoons:
        raise ValueError("Name the attacker: `2 us-infantry fire at grenadier`.")
    if not found.halves[1].platoons and not found.halves[1].officer:
        raise ValueError("Name the target: `2 us-infantry fire at grenadier`.")
    if found.between and found.range < 2:
        raise ValueError("Nothing lies between adjacent hexes: say `at range 2` or more.")
    return found


class Reader:
    """Reads the words of one half from left to right."""

    def __init__(self, words: list[str], half: Half, found: Described) -> None:
        book = rulebook()
        self.words = words
        self.half = half
        self.found = found
        self.counters: dict[str, str] = {}
        for key, counter in book.counters.items():
            for name in (key, counter.name, *counter.also):
                self.counters.setdefault(bare(name), key)
        self.terrain = names_of({key: kind.name for key, kind in book.terrain.items()})

    def read(self) -> None:
        place = 0
        while place < len(self.words):
            place += self.step(place)

    def step(self, place: int) -> int:
        """Take one word, or a few that belong together; how many."""
        before = word_at(self.words, place - 1).lower()
        for length, name in runs(self.words, place, 4):
            if name in self.counters:
                self.add(self.counters[name], before)
            elif name in self.terrain and before in ("through", "over"):
                self.found.between = self.terrain[name]
            elif name in self.terrain:
                self.found.terrain = self.terrain[name]
            else:
                continue
            return length
        word, following = self.words[place].lower(), word_at(self.words, place + 1)
        if word in ("range", "lost") and following.isdecimal():
            self.number(word, int(following))
            return 2
        if word in OFFICER:
            self.half.officer = True
        elif word in SWITCHES:
            self.found.switches.add(word)
        elif word in OF_A_PLATOON and self.half.platoons:
            self.half.say(word)
        elif not word.isdecimal() and word not in FILLERS | {"through", "over", "across"}:
            known = [
                *self.counters,
                *self.terrain,
                *OF_A_PLATOON,
                *SWITCHES,
                "officer",
                "range",
                "lost",
                *FIRE,
                *ASSAULT,
            ]
            raise ValueError(unknown_word("platoon or terrain", word, known))
        return 1

    def add(self, key: str, before: str) -> None:
        count = int(before) if before.isdecimal() else 1
        if not 1 <= count <= MOST_COUNT:
            raise ValueError(f"1 to {MOST_COUNT} platoons, not {count}.")
        self.half.platoons += [key] * count
        self.half.last = count

    def number(self, word: str, number: int) -> None:
        most = MOST_RANGE if word == "range" else MOST_LOST
        if not 1 <= number <= most:
            raise ValueError(f"{word.capitalize()} is 1 to {most}, not {number}.")
        if word == "range":
            self.found.range = number
        elif not self.half.platoons:
            raise ValueError("Name the platoon that has lost steps first: `grenadier lost 1`.")
        else:
            self.half.say(f"lost={number}")


def as_scene(found: Described) -> str:
    """Blue in A000 is about to attack red on the same column, so many hexes away."""
    letters = {key: kind.letter for key, kind in rulebook().terrain.items()}
    last = found.range
    cells = [".0"] * (last + 1)
    cells[last] = f"{letters[found.terrain]}{int('uphill' in found.switches)}"
    if found.between:
        cells[last - 1] = f"{letters[found.between]}0"
    lines = [*cells]
    for number, (side, half) in enumerate(zip(SIDES, found.halves, strict=True)):
        place = f"A0{last if number else 0:02}"
        if half.officer or not number:
            lines.append(f"{side} officer {side}-officer at {place} lead={int(half.officer)} range={MOST_RANGE}")
        for each, words in enumerate(half.platoons, start=1):
            type, _, rest = words.partition(" ")
            lines.append(f"{side} {type} {side}-{each} at {place} {rest}")
    if "bocage" in found.switches:
        lines.append(f"bocage A0{last - 1:02}/A0{last:02}")
    return "\n".join([*lines, "actor blue-officer"])
