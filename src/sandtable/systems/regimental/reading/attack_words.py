"""A combat in words, "2 infantry on M attack militia on D in woods with engineers", as a scene.

Before the verb stand the attackers, after it the defender. What is said of a stand comes after it: with a company,
sp 3, superior. What is said of a side comes anywhere in its half: its order, in woods, 2 guns, air 1, at range 2.
"""

from sandtable.content.attack_words import bare, names_of, runs, verb_of, word_at, words_of
from sandtable.content.problems import unknown_word
from sandtable.systems.regimental.reading.book import rulebook
from sandtable.systems.regimental.state.book import ORDER_NAMES, ORDERS

VERBS = frozenset(
    ("attack", "attacks", "assault", "assaults", "storm", "storms", "fire", "fires", "against", "vs", "versus")
)
FILLERS = frozenset(["a", "an", "the", "on", "at", "in", "from", "with", "and", "by", "of", "is", "company", "hexes"])
STATUS = {"moving": "M", "holding": "H", "dug": "D", "retreating": "R", "defending": "H"}
NUMBERED = ("sp", "range", "guns", "gun", "air")
MOST = {"sp": 6, "range": 2, "guns": 2, "gun": 2, "air": 2}
TARGET, NEAR, FAR = "0504", ("0404", "0503"), ("0502", "0405")  # next to the target, and two hexes from it
GUNS = (("0103", "0105"), ("1003", "1005"))
COLUMNS, ROWS = 12, 7


class Half:
    """One side of a combat as it was described."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.stands: list[str] = []  # type and words of each, as a scene writes them
        self.terrain = "open"
        self.numbers = {"range": 1, "guns": 0, "air": 0}


class Reader:
    """Reads the words of one half from left to right."""

    def __init__(self, words: list[str], half: Half) -> None:
        book = rulebook()
        self.words = words
        self.half = half
        self.stands = names_of({key: each.name for key, each in book.stands.items()})
        self.companies = names_of({key: each.name.removesuffix(" company") for key, each in book.companies.items()})
        self.terrain = names_of({key: each.name for key, each in book.terrain.items()})
        self.orders = STATUS | {bare(name): key for key, name in ORDER_NAMES.items()}
        self.orders |= {key.lower(): key for key in ORDERS}

    def read(self) -> Half:
        place = 0
        while place < len(self.words):
            place += self.step(place)
        return self.half

    def step(self, place: int) -> int:
        """Take one word, or a few that belong together; how many."""
        for length, name in runs(self.words, place, 3):
            if name in self.stands:
                before = word_at(self.words, place - 1)
                self.half.stands += [self.stands[name]] * (int(before) if before.isdecimal() else 1)
            elif name in self.companies and self.half.stands and self.words[place - 1].lower() == "with":
                self.half.stands[-1] += f" company={self.companies[name]}"
            elif name in self.terrain:
                self.half.terrain = self.terrain[name]
            else:
                continue
            return length
        word, following = self.words[place].lower(), word_at(self.words, place + 1)
        if word in NUMBERED and following.isdecimal():
            self.number(word, int(following))
            return 2
        if word.isdecimal():
            if bare(following) in ("gun", "guns", "air"):
                self.number(bare(following), int(word))
                return 2
            if not any(bare("".join(self.words[place + 1 : place + n])) in self.stands for n in (2, 3, 4)):
                raise ValueError(f"{word} what? `2 infantry`, `2 guns`, `sp 3`, `air 1`, `range 2`.")
        elif word in self.orders:
            self.half.order = self.orders[word]
        elif word == "superior" and self.half.stands:
            self.half.stands[-1] += " superior"
        elif word not in FILLERS:
            known = [*self.stands, *self.companies, *self.terrain, *self.orders, *NUMBERED, "superior", *VERBS]
            raise ValueError(unknown_word("stand, company, terrain or order", word, known))
        return 1

    def number(self, word: str, number: int) -> None:
        if not 1 <= number <= MOST[word]:
            raise ValueError(f"{word.capitalize()} is 1 to {MOST[word]}, not {number}.")
        if word == "sp":
            if not self.half.stands:
                raise ValueError("Whose strength? Name the stand first: `infantry sp 3`.")
            self.half.stands[-1] += f" sp={number}"
        else:
            self.half.numbers["guns" if word == "gun" else word] = number


def read_halves(text: str) -> tuple[Half, Half]:
    """Attackers and defender; ValueError with a sentence for what is not understood."""
    words = words_of(text)
    verb = verb_of(words, VERBS, "Who attacks whom? `2 infantry on M attack militia on D in woods`.")
    attack, defence = Reader(words[:verb], Half("M")).read(), Reader(words[verb + 1 :], Half("H")).read()
    if defence.numbers["range"] == 2:  # `fires at infantry at range 2`
        attack.numbers["range"] = 2
    if not attack.stands or len(attack.stands) > len(NEAR):
        raise ValueError("One or two core stands attack: `2 infantry on M attack militia`.")
    if len(defence.stands) != 1:
        raise ValueError("One stand is attacked: `2 infantry on M attack militia`.")
    return attack, defence


def as_scene(attack: Half, defence: Half) -> str:
    """Blue is about to attack X in 0504; all are in command, with as many guns and air points as were named."""
    letters = {key: kind.letter for key, kind in rulebook().terrain.items()}
    places = (FAR if attack.numbers["range"] == 2 else NEAR)[: len(attack.stands)]
    ground = dict.fromkeys(places, letters[attack.terrain]) | {TARGET: letters[defence.terrain]}
    rows = [
        " ".join(ground.get(f"{column:02}{row:02}", ".") for column in range(1, COLUMNS + 1))
        for row in range(1, ROWS + 1)
    ]
    lines = ["blue hq HQ at 0403", "red hq RHQ at 0704"]
    for id, words, place in zip("AB", attack.stands, places, strict=False):
        lines.append(scene_line("blue", id, words, place))
    lines.append(scene_line("red", "X", defence.stands[0], TARGET))
    for side, half, guns in zip(("blue", "red"), (attack, defence), GUNS, strict=True):
        lines += [f"{side} battery {side}-gun-{place} at {place}" for place in guns[: half.numbers["guns"]]]
        lines += [f"air {side} {half.numbers['air']}", f"order {side} {half.order}"]
    return "\n".join([*rows, *lines, "active blue attack"])


def scene_line(side: str, id: str, words: str, place: str) -> str:
    type, _, rest = words.partition(" ")
    return f"{side} {type} {id} at {place} {rest}"
