"""What a typed line means: a choice, a command, or why it is neither."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from sandtable.table.decision import Choice
from sandtable.table.view import HexBoard, OptionView, Piece, View
from sandtable.terminal.hexes import short_code

FILLERS = frozenset(("a", "an", "the", "to", "at", "on", "in", "with", "from", "of"))
DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
COMMANDS = (
    "?", "goal", "help", "hint", "legend", "list", "log", "map", "more", "odds", "quit", "rule", "undo", "units",
)  # fmt: skip
# What players try even where it is no option: the gate says why not.
VERBS = (
    "fire", "move", "assault", "overrun", "overwatch", "smoke", "bombard", "load", "unload", "place", "act",
    "default", "retreat", "exit",
)  # fmt: skip
SHOTS = frozenset(("fire", "overwatch", "fire and move", "attack"))  # verbs that need a unit to aim at
MOST_NUMBERS = 40  # options of a "Which one?"


class Command(msgspec.Struct, frozen=True):
    """Something else than a choice: a word of COMMANDS and what was typed after it."""

    word: str
    text: str = ""


class Unclear(msgspec.Struct, frozen=True):
    """What was typed is no choice: why, and the numbers of the options that come close."""

    message: str
    numbers: tuple[int, ...] = ()


Answer = Choice | Command


def understand(view: View, typed: str) -> Answer | Unclear:
    """What a line means: a choice, a command, or why it is neither.

    A choice that is well said but not on the list is a choice too: the gate explains why it is forbidden.
    """
    text = " ".join(typed.lower().translate(DIGITS).split())
    options = view.decision.options if view.decision is not None else ()
    if not text:
        return Unclear("Type a number, the words of an option, or ? for help.")
    if text.isdecimal():
        number = int(text) if len(text) < 9 else 0
        if 1 <= number <= len(options):
            return options[number - 1].choice
        return Unclear(f"There is no option {text[:20]}; the last one is {len(options)}.")
    for option in options:
        if text in (option.key.lower(), option.label.lower().translate(DIGITS)):
            return option.choice
    word, _, rest = text.partition(" ")
    if word in COMMANDS:
        return Command("help" if word == "?" else word, rest)
    said = Said(view, options, text)
    found = said.matching()
    if len(found) == 1:
        return options[found[0] - 1].choice
    if found:
        return Unclear("Which one?", tuple(found[:MOST_NUMBERS]))
    known = [command for command in COMMANDS if command.startswith(word)]
    if len(known) == 1 and not said.things:
        return Command(known[0], rest)
    return said.well_formed() or said.nearest()


def words_of(text: str) -> list[str]:
    """Words and ids, in small letters: "T-34/76 #2" is t-34/76 and 2."""
    words = [word.strip(".,:;()[]#?!'\"") for word in text.lower().translate(DIGITS).split()]
    return [word for word in words if word]


def bare(text: str) -> str:
    """Without what people write in different ways: T-34/76 and t3476 are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower().translate(DIGITS))


class Said:
    """A line parted into a verb, pieces, places and other words."""

    def __init__(self, view: View, options: tuple[OptionView, ...], text: str) -> None:
        self.view = view
        self.options = options
        self.pieces = {piece.id: piece for piece in view.pieces}
        hexes = [hex.name for hex in view.board.hexes] if isinstance(view.board, HexBoard) else []
        hexes += [option.place for option in options if option.place]
        self.hexes = {name.lower(): name for name in hexes}
        self.verbs = dict.fromkeys([*(option.choice.do for option in options), *VERBS])
        self.verb = ""
        self.named: list[set[str]] = []  # for each piece that is named, whom that may mean
        self.places: list[str] = []
        self.rest: list[str] = []
        self.words = words_of(text)
        self.read()

    @property
    def things(self) -> bool:
        return bool(self.named or self.places)

    def read(self) -> None:
        words = self.words
        place = self.read_verb()
        while place < len(words):
            taken = self.read_thing(place)
            if not taken:
                if words[place] not in FILLERS:
                    self.rest.append(words[place])
                taken = 1
            place += taken

    def read_verb(self) -> int:
        """How many words at the beginning are the verb: the whole of one, or the beginning of its first word."""
        for length in range(min(4, len(self.words)), 0, -1):
            if " ".join(self.words[:length]) in self.verbs:
                self.verb = " ".join(self.words[:length])
                return length
        if not self.words or self.words[0] in self.hexes or self.ids_called(self.words[0]):
            return 0
        offered = dict.fromkeys(option.choice.do for option in self.options)
        for known, least in ((offered, 1), (self.verbs, 4)):
            begun = [verb for verb in known if verb.startswith(self.words[0]) and len(self.words[0]) >= least]
            if begun and (len(self.words) > 1 or len(begun) == 1):
                self.verb = min(begun, key=len)
                return 1
        return 0

    def read_thing(self, start: int) -> int:
        """A hex or a piece; how many words it takes."""
        if self.words[start] in self.hexes:
            self.places.append(self.hexes[self.words[start]])
            return 1
        for length in range(min(6, len(self.words) - start), 0, -1):
            words = self.words[start : start + length]
            if any(word in self.hexes for word in words) and length > 1:
                continue
            found = self.ids_called("".join(words))
            if not found and length > 1 and words[-1].isdecimal():
                begun = self.ids_begun("".join(words[:-1]))
                found = {id for id in begun if number_of(self.pieces[id]) == words[-1]}
            if found:
                self.named.append(found)
                return length
        found = self.ids_begun(self.words[start])
        if found and not any(
            self.words[start] in words_of(option.label) for option in self.options if not option.target
        ):
            self.named.append(found)
            return 1
        return 0

    def ids_called(self, word: str) -> set[str]:
        """The pieces that this is the whole name of."""
        wanted = bare(word)
        if not wanted or wanted.isdecimal():
            return set()
        return {piece.id for piece in self.view.pieces if wanted in names_of(piece)}

    def ids_begun(self, word: str) -> set[str]:
        """The pieces whose names begin so."""
        wanted = bare(word)
        if len(wanted) < 3 or wanted.isdecimal() or word in FILLERS:
            return set()
        return {piece.id for piece in self.view.pieces if any(name.startswith(wanted) for name in names_of(piece))}

    # Among the options ---------------------------------------------------------------------------

    def matching(self) -> list[int]:
        """The numbers of the options that are meant."""
        if not (self.verb or self.things or self.rest):
            return []
        numbers = [number for number, option in enumerate(self.options, 1) if self.fits(option)]
        exact = [number for number in numbers if self.options[number - 1].choice.do == self.verb]
        numbers = exact or numbers
        if len(self.named) == 1:  # whom it is done to, before who does it
            aimed = [number for number in numbers if self.target_of(self.options[number - 1]) in self.named[0]]
            numbers = aimed or numbers
        return numbers

    def target_of(self, option: OptionView) -> str:
        return option.target or option.choice.to

    def fits(self, option: OptionView) -> bool:
        choice = option.choice
        if self.verb and not choice.do.startswith(self.verb):
            return False
        doer = self.pieces.get(choice.piece or option.piece)
        where = {option.place, choice.to} if option.place else {choice.to, doer.place if doer is not None else ""}
        if any(place not in where for place in self.places):
            return False
        parts = {choice.piece, choice.to, option.piece, option.target} - {""}
        if any(not ids & parts for ids in self.named):
            return False
        if len(self.named) == 2 and len({*self.named[0] & parts, *self.named[1] & parts}) < 2:
            return False
        tokens = set(words_of(f"{choice.do} {option.label}"))
        return all(self.word_fits(word, tokens) for word in self.rest)

    def word_fits(self, word: str, tokens: set[str]) -> bool:
        """A single letter is a key and not the beginning of a word."""
        begins = len(word) > 1 and not word.isdecimal()
        return word in tokens or (begins and any(token.startswith(word) for token in tokens))

    # For the gate --------------------------------------------------------------------------------

    def well_formed(self) -> Choice | Unclear | None:
        """A choice that is not on the list but names its parts; or what is still missing."""
        if self.rest or not (self.things or self.verb in VERBS) or len(self.named) > 2 or len(self.places) > 1:
            return None
        verb = self.verb or self.usual_verb()
        if not verb:
            return None
        sample = next((option.choice for option in self.options if option.choice.do == verb), None)
        actor = sample.piece if sample is not None else self.acting()
        extra = sample.number if sample is not None and not self.named else 0
        if not self.things:
            return Choice(verb, actor) if sample is None else None
        if any(len(ids) > 1 for ids in self.named):
            ids = next(ids for ids in self.named if len(ids) > 1)
            return Unclear(f"Which one: {self.listed(ids)}?")
        ids_named = [next(iter(ids)) for ids in self.named]
        place = self.places[0] if self.places else ""
        if len(ids_named) == 2:
            return Choice(verb, ids_named[0], ids_named[1])
        if not ids_named:
            return self.at_place(verb, actor, place, sample, extra)
        return self.with_piece(verb, actor, self.pieces[ids_named[0]], place, sample)

    def at_place(self, verb: str, actor: str, place: str, sample: Choice | None, extra: int) -> Choice | Unclear:
        """`i5`, `move i5`, `fire q6`."""
        aims = verb in SHOTS if sample is None else sample.to in self.pieces
        if not aims:
            return Choice(verb, actor, place, extra)
        there = [piece for piece in self.view.pieces if piece.place == place and self.enemy(piece)]
        there.sort(key=lambda piece: piece.minor)
        if not there:
            return Unclear(f"No enemy stands in {place}.")
        return Choice(verb, actor, there[0].id)

    def with_piece(self, verb: str, actor: str, piece: Piece, place: str, sample: Choice | None) -> Choice | Unclear:
        """`fire churchill 5`, `act tiger 2`, `place tiger 2 i5`."""
        aims = verb in SHOTS if sample is None else sample.to in self.pieces and verb != "act"
        if aims:
            if place and piece.place != place:
                return Unclear(f"{piece.name} is at {piece.place}, not at {place}.")
            return Choice(verb, actor, piece.id)
        decision = self.view.decision
        if decision is not None and decision.kind == "setup" and decision.piece not in ("", piece.id):
            asked = self.pieces.get(decision.piece)
            return Unclear(f"You are placing {asked.name if asked else 'another piece'} now, not {piece.name}.")
        if not place and sample is not None and sample.to.lower() in self.hexes:
            return Unclear(f"Where to? Type the hex as well: {verb} {sample.to.lower()}.")
        return Choice(verb, piece.id, place)

    def usual_verb(self) -> str:
        """What is meant by a hex or a piece alone: what most options do with such a thing."""
        if self.places:
            verbs = Counter(option.choice.do for option in self.options if option.choice.to.lower() in self.hexes)
        else:
            hostile = any(self.enemy(self.pieces[id]) for ids in self.named for id in ids)
            aimed = [option for option in self.options if (option.target in self.pieces) == hostile]
            verbs = Counter(option.choice.do for option in aimed if option.choice.piece or option.piece)
            if hostile and not verbs:
                return "fire" if self.acting() else "act"
        return verbs.most_common(1)[0][0] if verbs else ""

    def acting(self) -> str:
        return self.view.decision.piece if self.view.decision is not None else ""

    def enemy(self, piece: Piece) -> bool:
        own = {seat.side for seat in self.view.seats if seat.id == self.view.seat}
        return piece.side not in own

    def listed(self, ids: Iterable[str]) -> str:
        found = [piece for piece in self.view.pieces if piece.id in ids]
        return ", ".join(f"{piece.name} ({piece.place})" if piece.place else piece.name for piece in found[:12])

    # What else it may have been ------------------------------------------------------------------

    def nearest(self) -> Unclear:
        """Which word is not known, and what it may have been meant to be."""
        vocabulary: set[str] = set(COMMANDS)
        for option in self.options:
            vocabulary.update(words_of(f"{option.choice.do} {option.label} {option.choice.piece} {option.choice.to}"))
        for piece in self.view.pieces:
            vocabulary.add(words_of(piece.name)[0] if words_of(piece.name) else piece.id)
        for word in self.words:
            begins = len(word) > 1 and any(token.startswith(word) for token in vocabulary)
            if word in FILLERS or word in self.hexes or begins:
                continue
            near = difflib.get_close_matches(word, sorted(vocabulary), n=3, cutoff=0.6)
            if near:
                return Unclear(f'"{word}" is not among the options. Did you mean {" or ".join(near)}?')
            return Unclear(f'"{word}" is not among the options. {self.can_be_typed()}')
        return Unclear(f"No option matches all of these words. {self.can_be_typed()}")

    def can_be_typed(self) -> str:
        verbs = ", ".join(sorted({option.choice.do for option in self.options}))
        hexes = " a starred hex," if any(option.place for option in self.options) else ""
        commands = ", ".join(command for command in COMMANDS if command not in ("?", "help"))
        return f"You can: {verbs}; or type the number of an option,{hexes} or {commands}; ? explains them."


def names_of(piece: Piece) -> set[str]:
    """All that a piece may be called, without blanks and signs."""
    names = {bare(piece.name), bare(piece.id), bare(piece.code)}
    if piece.code:
        names.add(bare(short_code(piece.code, 3)))
    return {name for name in names if name}


def number_of(piece: Piece) -> str:
    """The number at the end of its name, or of its id."""
    found = re.search(r"(\d+)$", piece.name if "#" in piece.name else piece.id)
    return found[1] if found else ""
