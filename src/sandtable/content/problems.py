"""What is wrong with a file: where, and the nearest right word. All of it is told at once."""

import difflib
from collections.abc import Iterable
from typing import NamedTuple

MOST_PROBLEMS = 200
LONGEST_WORD = 60


class Repair(NamedTuple):
    """What probably was meant: another word for the value or for the key at the place of the problem."""

    of: str  # "value" or "key"
    word: str  # "": nobody knows


class Problem:
    """One mistake: the file, the place in it, a sentence about it, and where there is one a repair."""

    __slots__ = ("file", "message", "place", "repair")

    def __init__(self, file: str, place: str, message: str, repair: Repair | None = None) -> None:
        self.file = file
        self.place = place  # "formations[1].units[2].type", counted from one; "" is the whole file
        self.message = message
        self.repair = repair if repair is not None and repair.word else None

    def __str__(self) -> str:
        if self.place:
            return f"{self.file}, {self.place}: {self.message}"
        return f"{self.file}: {self.message}"


class ContentError(Exception):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class Problems:
    """Collects the problems of one reading, which may touch several files."""

    __slots__ = ("file", "found")

    def __init__(self, file: str, found: list[Problem] | None = None) -> None:
        self.file = file
        self.found: list[Problem] = [] if found is None else found

    def __bool__(self) -> bool:
        return bool(self.found)

    def elsewhere(self, file: str) -> "Problems":
        """The same collection, for problems of another file."""
        return Problems(file, self.found)

    def add(self, place: str, message: str, repair: Repair | None = None) -> None:
        """Note a problem. After 200 it is enough: the writer has something to do."""
        if len(self.found) < MOST_PROBLEMS:
            self.found.append(Problem(self.file, place, message, repair))
        elif len(self.found) == MOST_PROBLEMS:
            self.found.append(Problem(self.file, "", "there are more problems; fix these first"))

    def unknown(self, place: str, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word nobody knows: no unit is called 'tigre'; did you mean 'tiger'?"""
        words = list(known)
        near = Repair("value", nearest(word, words) or "")
        self.add(place, f"no {what} is called {quoted(word)}{hint(word, words)}", near)

    def check(self) -> None:
        """Raise ContentError when anything was found."""
        if self.found:
            raise ContentError(self.found)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like this one, if any does."""
    if len(word) > LONGEST_WORD:
        return None
    by_look = {plain(candidate): candidate for candidate in known}
    found = difflib.get_close_matches(plain(word), list(by_look), n=1, cutoff=0.6)
    return by_look[found[0]] if found else None


def hint(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the nearest one, or all when they are few."""
    words = list(known)
    near = nearest(word, words)
    if near is not None:
        return f"; did you mean {quoted(near)}?"
    if 0 < len(words) <= 12:
        return f"; choose from {', '.join(quoted(each) for each in words)}"
    return ""


def unknown_word(what: str, word: str, known: Iterable[str], where: str = "") -> str:
    """No scenario is called 'cat-in-the-mist'; did you mean 'cats-in-the-mist'?"""
    words = list(known)
    parts = [each for each in words if word and word.lower() in each.lower()]
    tail = f"; did you mean {quoted(parts[0])}?" if len(parts) == 1 else hint(word, words)
    return f"No {what} is called {quoted(word)}{tail}" + ("" if tail.endswith("?") else f"{'' if tail else where}.")


def plain(word: str) -> str:
    """A word without what people mix up: capitals, blanks, underscores."""
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def quoted(word: str) -> str:
    """A word from a file made safe to print: on one line, not too long."""
    if len(word) > LONGEST_WORD:
        return repr(word[:LONGEST_WORD] + "…")
    return repr(word)
