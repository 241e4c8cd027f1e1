"""A shot in words, "evans on a hill fires at vasiliev in woods at range 3", as a scene.

Before the verb stands the shooter, after it those he fires at. A soldier is named as on his card, or by his weapon:
then rank, discipline, resolve and vitality may be said of him. What is said of a side comes anywhere in its half: on
a hill, in thick smoke, moving, dug in, suppressed; of the shooter also stealth, flanking, marksman, on the run,
crewed, sighted, alone; of the target covered, last stand, lit. Range and light (night 2, blizzard 2) come anywhere;
with the word `traits` those of the soldiers count.
"""

import re
import unicodedata

from sandtable.content.problems import unknown_word
from sandtable.systems.of_war_and_men.reading.book import rulebook
from sandtable.systems.of_war_and_men.state.book import COLOURS, LONGEST, RANK_CODES, RANKS, SoldierCard, Weapon
from sandtable.systems.of_war_and_men.state.tables import NUMBERS

VERBS = frozenset(("fire", "fires", "shoot", "shoots", "attack", "attacks", "against", "vs", "versus"))
FILLERS = frozenset(
    ("a", "an", "and", "are", "at", "by", "from", "he", "his", "in", "into", "is", "it", "of", "on", "out", "soldier",
     "the", "them", "they", "through", "under", "who", "with")
)  # fmt: skip
USUAL = {"rank": "Cpl", "discipline": "green", "resolve": "6", "vitality": "10"}
NUMBERED = {"range": LONGEST, "resolve": 15, "vitality": 20, "night": 7, "moon": 7, "blizzard": 7, "snow": 7}
LIGHTS = {"night": "moon", "moon": "moon", "blizzard": "snowflake", "snow": "snowflake"}


def meant(words: dict[tuple[str, str], str]) -> dict[str, tuple[str, str]]:
    """What each word means; people say the same in several words."""
    return {word: meaning for meaning, said in words.items() for word in said.split()}


# What may be said of a side: the words of a scene, of the Fireteam (team), its soldiers (man), its Terrain (terrain).
BOTH = meant(
    {
        ("team", "moving"): "moving move",
        ("man", "suppressed=0"): "suppressed",
        ("man", "wounded"): "wounded",
        ("team", "dug-in"): "dug entrenched entrenchment",
        ("terrain", "smoke {} yellow"): "smoke thicksmoke",
        ("terrain", "smoke {} red"): "thinsmoke",
    }
)
SHOOTER = BOTH | meant(
    {
        ("team", "stealth"): "stealth hidden",
        ("shot", "flanking"): "flanking",
        ("shot", "marksman"): "marksman",
        ("shot", "on the run"): "ontherun",
        ("shot", "alone"): "leaderless alone",
        ("shot", "crewed"): "crewed",
        ("man", "sighted=1"): "sighted scope scoped",
        ("man", "jammed"): "jammed",
    }
)
TARGET = BOTH | meant(
    {
        ("team", "covered"): "covered coveringfire",
        ("team", "last-stand"): "laststand",
        ("terrain", "star shell {} red"): "lit",
    }
)
EXAMPLE = "`evans on a hill fires at vasiliev in woods at range 3`"


class Man:
    """A soldier as he was named: his card, or a weapon with what was said of him."""

    def __init__(self, card: SoldierCard | None, weapon: Weapon) -> None:
        self.card = card
        self.weapon = weapon
        self.words = {} if card is not None else dict(USUAL)

    @property
    def name(self) -> str:
        if self.card is not None:
            return f"{RANK_CODES[self.card.rank]} {self.card.name}"
        return f"{RANKS[RANK_CODES.index(self.words['rank'])]} with {self.weapon.name}"


class Half:
    """One side of a shot as it was described."""

    def __init__(self) -> None:
        self.men: list[Man] = []
        self.terrain = "field"
        self.said: dict[str, list[str]] = {"team": [], "man": [], "terrain": [], "shot": []}


class Circumstances:
    """What is said of both sides."""

    def __init__(self) -> None:
        self.range = 0
        self.light = ""
        self.traits = False


def bare(word: str) -> str:
    """A word without capitals, accents and marks."""
    plain = unicodedata.normalize("NFKD", word.lower())
    return re.sub(r"[^a-z0-9]", "", plain)


def soldiers() -> dict[str, SoldierCard]:
    """All soldiers by whole name and by last name."""
    found: dict[str, SoldierCard] = {}
    for division in rulebook().divisions.values():
        for card in division.soldiers:
            whole = re.sub(r'"[^"]*"', "", card.name)
            found |= {bare(name): card for name in (card.name, whole, card.name.split()[-1])}
    return found


def weapons() -> dict[str, Weapon]:
    """All weapons by key, by name, and by the parts of a name that no other weapon has."""
    found: dict[str, Weapon] = {}
    shared: set[str] = set()
    for weapon in rulebook().weapons.values():
        for part in {bare(part) for part in weapon.name.split() if not part.isdecimal()}:
            if part in found:
                shared.add(part)
            found[part] = weapon
    found = {part: weapon for part, weapon in found.items() if part not in shared | FILLERS | SHOOTER.keys()}
    for key, weapon in rulebook().weapons.items():
        found |= {key: weapon, bare(weapon.name): weapon}
    return found


class Reader:
    """Reads the words of one half from left to right."""

    def __init__(self, words: list[str], states: dict[str, tuple[str, str]], both: Circumstances) -> None:
        self.words = words
        self.states = states
        self.both = both
        self.half = Half()
        self.soldiers, self.weapons = soldiers(), weapons()
        self.terrain = {bare(name): key for key, each in rulebook().terrain.items() for name in (key, each.name)}
        self.ranks = {bare(name): code for name, code in zip(RANKS, RANK_CODES, strict=True)}
        self.ranks |= {code.lower(): code for code in RANK_CODES}
        self.next_man: dict[str, str] = {}  # said of a man who is named later

    def read(self) -> Half:
        place = 0
        while place < len(self.words):
            place += self.step(place)
        for key, word in self.next_man.items() if self.half.men else ():
            self.say(key, word)
        return self.half

    def step(self, place: int) -> int:
        """Take one word, or a few that belong together; how many."""
        for length in range(min(4, len(self.words) - place), 0, -1):
            name = bare("".join(self.words[place : place + length]))
            if name in self.soldiers or name in self.weapons:
                self.add(self.soldiers.get(name), name)
            elif name in self.terrain:
                self.half.terrain = self.terrain[name]
            elif name in self.states:
                kind, word = self.states[name]
                self.half.said[kind].append(word)
            else:
                continue
            return length
        word = bare(self.words[place])
        if word in NUMBERED:
            self.number(word, self.words[place + 1] if place + 1 < len(self.words) else "")
            return 2
        if word in COLOURS:
            self.say("discipline", word)
        elif word in self.ranks:
            self.next_man["rank"] = self.ranks[word]  # before the man: `corporal with a garand`
        elif word in ("traits", "colonel"):
            self.both.traits = True
        elif word not in FILLERS and word != "discipline":
            known = [*self.soldiers, *self.weapons, *self.terrain, *self.states, *NUMBERED, *COLOURS, *self.ranks]
            raise ValueError(unknown_word("soldier, weapon, Terrain or state", self.words[place], known))
        return 1

    def add(self, card: SoldierCard | None, name: str) -> None:
        """A soldier is named, or a weapon of somebody with the usual values."""
        weapon = card.weapon if card is not None else self.weapons[name]
        last = self.half.men[-1] if self.half.men else None
        if card is None and last is not None and last.card is not None and last.weapon is weapon:
            return  # `evans with his garand`
        self.half.men.append(Man(card, weapon))
        for key, word in self.next_man.items():
            self.say(key, word)
        self.next_man = {}

    def say(self, key: str, word: str) -> None:
        """Something that stands on a soldier's card."""
        if not self.half.men:
            self.next_man[key] = word
            return
        man = self.half.men[-1]
        if man.card is not None:
            printed = {"rank": RANK_CODES[man.card.rank], "discipline": COLOURS[man.card.discipline]}
            printed |= {"resolve": str(man.card.resolve), "vitality": str(man.card.vitality)}
            if printed[key] != word:
                raise ValueError(f"{man.name} has {key} {printed[key]}, not {word}.")
        man.words[key] = word

    def number(self, word: str, number: str) -> None:
        most = NUMBERED[word]
        if not number.isdecimal() or not 1 <= int(number[:3]) <= most:
            raise ValueError(f"After {word} comes a number from 1 to {most}.")
        if word == "range":
            self.both.range = int(number)
        elif word in LIGHTS:
            self.both.light = f"{LIGHTS[word]} {int(number)}"
        else:
            self.say(word, str(int(number)))


def read_shot(text: str) -> tuple[Half, Half, Circumstances]:
    """Shooter, targets and circumstances; ValueError with a sentence for what is not understood."""
    words = [word.strip(".,;:!?'()") for word in text.split()]
    words = [word for word in words if bare(word)]
    verb = next((place for place, word in enumerate(words) if bare(word) in VERBS), -1)
    if verb < 0:
        raise ValueError(f"Say who fires at whom, like {EXAMPLE}.")
    both = Circumstances()
    shooter, target = Reader(words[:verb], SHOOTER, both).read(), Reader(words[verb + 1 :], TARGET, both).read()
    if len(shooter.men) != 1:
        raise ValueError(f"Only one soldier fires, as in {EXAMPLE}.")
    if not 1 <= len(target.men) <= NUMBERS.soldiers:
        raise ValueError(f"The target is 1 to {NUMBERS.soldiers} soldiers of one Fireteam, as in {EXAMPLE}.")
    if not both.range:
        raise ValueError(f"Add the range, as in {EXAMPLE}.")
    if "flanking" in shooter.said["shot"] and both.range != 1:
        raise ValueError("A Fireteam that flanks is next to the enemy, at range 1 (rule 20.2.a).")
    return shooter, target, both


def as_scene(shooter: Half, target: Half, both: Circumstances) -> str:
    """The shooter is in A1, his targets are east of him; a Leader is with him unless he is alone."""
    letters = {key: each.letter for key, each in rulebook().terrain.items()}
    there = f"{chr(ord('A') + both.range)}1"
    row = ["."] * (both.range + 1)
    row[0], row[-1] = letters[shooter.terrain], letters[target.terrain]
    lines = [" ".join(row), " ".join("." for _ in row), f"level {'colonel' if both.traits else 'lieutenant'}"]
    lines += [f"visibility {both.light}"] if both.light else []
    for half, place in ((shooter, "A1"), (target, there)):
        lines += [f"token {word.format(place)}" for word in half.said["terrain"]]
    said = shooter.said["shot"]
    lines.append(team_line("axis 1", "A1", shooter))
    if "alone" not in said:
        lines.append("  Leader rank=Cpl")
    crew = " helper=Helper" if "crewed" in said else ""
    lines.append(man_line("S", shooter.men[0], [*shooter.said["man"], crew]))
    lines += ["  Helper"] if crew else []
    if "flanking" in said:
        lines += [f"axis 2 at {there[0]}2", "  Friend rank=Cpl"]
    lines.append(team_line("allies 1", there, target))
    lines += [man_line(f"X{number}", man, target.said["man"]) for number, man in enumerate(target.men)]
    return "\n".join([*lines, "active axis-1"])


def team_line(team: str, place: str, half: Half) -> str:
    words = [f"heading={place[0]}2" if word == "moving" else word for word in half.said["team"]]
    return " ".join([team, "at", place, *words])


def man_line(id: str, man: Man, said: list[str]) -> str:
    words = [f"card={man.card.id}"] if man.card is not None else [f"weapon={man.weapon.key}"]
    words += [f"{key}={word}" for key, word in man.words.items()] if man.card is None else []
    return " ".join([f"  {id}", *words, *said])
