"""A shooting in words, "5 rifles and an lmg fire at 5 veteran rifles moved in woods at 15 inches", as a scene.

Before the verb stand those who fire, after it their target. What is said of a side comes anywhere in its half: moved,
aimed, in reaction of those who fire; training, moved, fired, ran, suppressed, dug in, in woods, from the flank of the
target. With "assault" for the verb they charge.
"""

import math
import re

from sandtable.content.attack_words import bare, verb_of
from sandtable.content.problems import unknown_word
from sandtable.systems.miniatures.reading.book import rulebook
from sandtable.systems.miniatures.rules.fire.to_hit import MOVED, NORMAL, OVERWATCH, REACTION
from sandtable.systems.miniatures.state.book import INFANTRY, TeamType, Terrain

ASSAULTS = frozenset(("assault", "assaults", "charge", "charges", "storm", "storms"))
VERBS = frozenset(("fire", "fires", "shoot", "shoots", "against", "vs", "versus")) | ASSAULTS
FILLERS = frozenset(
    (
        "a",
        "an",
        "the",
        "on",
        "at",
        "in",
        "from",
        "with",
        "and",
        "by",
        "of",
        "is",
        "are",
        "that",
        "has",
        "have",
        "behind",
    )
)
UNITS = frozenset(("range", "inches", "inch", "team", "teams"))
KINDS = {"moved": MOVED, "moving": MOVED, "reaction": REACTION, "reacting": REACTION, "overwatch": OVERWATCH}
STATES = {"moved": "moved", "moving": "moved", "fired": "fired", "dug": "dug", "still": "", "silent": "", "quiet": ""}
STATES["suppressed"] = "markers=1"
MOST_TEAMS = 12
MOST_RANGE = 56.0  # as far as the table of a scene goes
MIDDLE = (60.0, 24.0)  # where the target stands
SPACE = 2.3  # between Teams of a side


class Side:
    """One side of a shooting as it was described."""

    def __init__(self) -> None:
        self.teams: list[TeamType] = []
        self.training = "veteran"
        self.terrain: Terrain | None = None
        self.words: set[str] = set()  # flank, ran, aimed
        self.states: set[str] = set()
        self.kind = NORMAL


def names_of(things: dict[str, str]) -> dict[str, str]:
    """Keys, names and their last or first words, alone or in the plural; what two things share means neither."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for key, called in things.items():
        words = called.split()
        for name in {key, called, words[0], words[-1]}:
            for form in {bare(name), bare(name) + "s"}:
                if found.setdefault(form, key) != key:
                    shared.add(form)
    whole = {bare(name) for pair in things.items() for name in pair}
    return {form: key for form, key in found.items() if form not in shared or form in whole}


def read_sides(text: str) -> tuple[Side, Side, float]:
    """Who fires, at whom, and how many inches away; ValueError with a sentence for what is not understood."""
    words = [word.strip(",;:!?'\"") for word in text.split()]
    words = [word.removesuffix(".") for word in words if word]
    verb = verb_of(words, VERBS, "Who fires at whom? `pak40 fires at panther at 15 inches`.")
    ranges: list[float] = []
    firers, target = read_side(words[:verb], True, ranges), read_side(words[verb + 1 :], False, ranges)
    if not ranges:
        raise ValueError("At what range? `pak40 fires at panther at 15 inches`.")
    for side, who in ((firers, "Who fires?"), (target, "At whom?")):
        if not 1 <= len(side.teams) <= MOST_TEAMS:
            raise ValueError(f"{who} Name 1 to {MOST_TEAMS} Teams: `5 rifles and an lmg fire at 3 rifles at 15`.")
    if not 0 <= ranges[-1] <= MOST_RANGE:
        raise ValueError(f"The range is 0 to {MOST_RANGE:g} inches, not {ranges[-1]:g}.")
    if target.terrain is not None and target.terrain.line and len(target.teams) > 1:
        raise ValueError(f"Only one Team at a time can be behind a {target.terrain.name.lower()} here.")
    return firers, target, ranges[-1]


def read_side(words: list[str], fires: bool, ranges: list[float]) -> Side:
    """The words of one half from left to right."""
    book = rulebook()
    teams = names_of({key: each.name for key, each in book.types.items()})
    terrain = names_of({key: each.name for key, each in book.terrain.items() if key != "smoke"})
    states = KINDS if fires else STATES
    known = [*teams, *book.training, *states, *(["aimed"] if fires else ["ran", "flank", "rear", *terrain])]
    side = Side()
    place, many = 0, 1
    while place < len(words):
        length = min(3, len(words) - place)
        while length and bare("".join(words[place : place + length])) not in teams:
            length -= 1
        word = bare(words[place])
        if length:
            key = teams[bare("".join(words[place : place + length]))]
            side.teams += [book.types[key]] * many
            many = 1
        elif words[place].isdecimal() and names_team(words, place + 1, teams, known):
            many = int(words[place][:4])
        elif re.fullmatch(r"\d+(\.\d+)?", words[place]):
            ranges.append(float(words[place]))
        elif word in book.training:
            side.training = word
        elif fires and word in KINDS:
            side.kind = KINDS[word]
        elif not fires and word in STATES:
            side.states.add(STATES[word])
        elif not fires and word in terrain:
            side.terrain = book.terrain[terrain[word]]
        elif word in ("aimed", "ran", "flank", "rear") and word in known:
            side.words.add("flank" if word == "rear" else word)
        elif word not in FILLERS and word not in UNITS:
            raise ValueError(unknown_word("Team, training, terrain or state", words[place], known))
        place += max(1, length)
    return side


def names_team(words: list[str], place: int, teams: dict[str, str], known: list[str]) -> bool:
    """Whether a Team is named here, perhaps after words about it."""
    while place < len(words) and bare(words[place]) in known and bare(words[place]) not in teams:
        place += 1
    return any(bare("".join(words[place : place + length])) in teams for length in (1, 2, 3))


def as_scene(firers: Side, target: Side, away: float) -> str:
    """Blue stands on an arc round X1, the nearest of the targets; the others stand behind it."""
    x, y = MIDDLE
    nearest = target.teams[0].radius / 100
    lines = [terrain_line(target.terrain, nearest)] if target.terrain is not None else []
    lines.append(f"red X {target.training} activated{' ran' if 'ran' in target.words else ''}")
    look = "faces 1,0" if "flank" in target.words else "faces -1,0"
    for number, type in enumerate(target.teams):
        row, column = divmod(number - 1, 5)
        tx = x if number == 0 else x + SPACE * (row + 1)
        ty = y if number == 0 else y + SPACE * (column - 2)
        facing = "" if type.kind == INFANTRY else look
        lines.append(f"  {type.key} X{number + 1} at {tx:.2f},{ty:.2f} {' '.join(sorted(target.states))} {facing}")
    lines.append(f"blue A {firers.training}")
    for number, type in enumerate(firers.teams):
        reach = away + nearest + type.radius / 100
        turn = (number - (len(firers.teams) - 1) / 2) * SPACE / max(reach, SPACE)
        if turn and away:
            reach -= 0.01  # whatever is rounded stays within
        dx, dy = -reach * math.cos(turn), reach * math.sin(turn)
        facing = "" if type.kind == INFANTRY else f"faces {-dx:.2f},{-dy:.2f}"
        lines.append(f"  {type.key} A{number + 1} at {x + dx:.2f},{y + dy:.2f} {facing}")
    return "\n".join(lines)


def terrain_line(terrain: Terrain, radius: float) -> str:
    """An area under all targets, or a line before the one there is."""
    x, _ = MIDDLE
    if terrain.line:
        return f"{terrain.key} T {x - radius - 0.1:.2f},8 {x - radius - 0.1:.2f},40"
    return f"{terrain.key} T {x - 0.1},8 71.9,8 71.9,40 {x - 0.1},40"
