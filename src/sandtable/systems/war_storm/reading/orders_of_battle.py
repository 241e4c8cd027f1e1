"""10.1.a The notation of orders of battle: "1 x Officer, 3 x Paratrooper, 1 x 3-3 MG (x3) (A-B-C)"."""

import re
from collections.abc import Iterable

from sandtable.content.problems import hint, quoted
from sandtable.systems.war_storm.state.book import Counter

MOST_COMPANIES = 12  # of one line
MOST_PLATOONS = 12  # of one company
MOST_DIGITS = 6  # of a number of platoons; more need not be read

TAIL = re.compile(r"\s*\(([^()]*)\)\s*$")
COPIES = re.compile(r"x\s*(\d{1,2})")
LETTERS = re.compile(r"[A-Z](\s*-\s*[A-Z])*")
PART = re.compile(r"(\d+)\s*x\s+")
OFFICER = "officer"


class Order:
    """One line of an order of battle: what each company consists of, and their letters ("": drawn at random)."""

    __slots__ = ("letters", "platoons")

    def __init__(self, platoons: list[Counter], letters: list[str]) -> None:
        self.platoons = platoons
        self.letters = letters  # one for each company


def read_order(line: str, nation: str, counters: Iterable[Counter]) -> Order | str:
    """The companies of a line; or a sentence what is wrong with it."""
    rest = line.strip()
    tails: list[str] = []
    while (found := TAIL.search(rest)) is not None:
        tails.insert(0, found[1].strip())
        rest = rest[: found.start()]
    copies, letters, fault = read_tails(tails)
    if fault:
        return fault
    parts = split_parts(rest)
    if isinstance(parts, str):
        return parts
    known = names_of(nation, counters)
    platoons: list[Counter] = []
    officers = 0
    for count, name in parts:
        if name.lower() == OFFICER:
            officers += count
        elif name.lower() not in known:
            names = dict.fromkeys(each.name for each in known.values())
            return f"no platoon is called {quoted(name)}{hint(name, names)}"
        elif count > MOST_PLATOONS:
            return (
                f"a company has 1 to {MOST_PLATOONS} platoons, but this one has {count} x {known[name.lower()].name}"
            )
        else:
            platoons += [known[name.lower()]] * count
    if officers != 1:
        return "a company has one officer: it begins with '1 x Officer'"
    if not 1 <= len(platoons) <= MOST_PLATOONS:
        return f"a company has 1 to {MOST_PLATOONS} platoons, but this one has {len(platoons)}"
    return Order(platoons, letters or [""] * copies)


def read_tails(tails: list[str]) -> tuple[int, list[str], str]:
    """What stands in brackets: how many companies, the letters of their officers; and what is wrong with it."""
    copies = 1
    letters: list[str] = []
    for tail in tails:
        if (found := COPIES.fullmatch(tail)) is not None:
            copies = int(found[1])
        elif LETTERS.fullmatch(tail):
            letters = [letter.strip() for letter in tail.split("-")]
        else:
            return (1, [], f"({tail}) must be a number of companies like (x3) or letters of officers like (A-B-C)")
    if not 1 <= copies <= MOST_COMPANIES:
        return (1, [], f"(x{copies}) must be from 1 to {MOST_COMPANIES} companies")
    if letters and len(letters) != copies:
        return (1, [], f"names {len(letters)} officers for {copies} companies")
    return (copies, letters, "")


def split_parts(text: str) -> list[tuple[int, str]] | str:
    """ "1 x Officer, 3 x Paratrooper" as counts and names; a comma may be missing before a count."""
    starts = list(PART.finditer(text))
    if not starts or text[: starts[0].start()].strip():
        return f"{quoted(text)} must begin with '1 x Officer'"
    ends = [*[found.start() for found in starts[1:]], len(text)]
    parts = [
        (int(found[1][:MOST_DIGITS]), text[found.end() : end].strip().rstrip(",").strip())
        for found, end in zip(starts, ends, strict=True)
    ]
    for _, name in parts:
        if not name or "," in name:
            return f"{quoted(name)} must be written '3 x Name', with a comma between the kinds of platoons"
    return parts


def names_of(nation: str, counters: Iterable[Counter]) -> dict[str, Counter]:
    """The platoons of a nation by their name and by what else they are called."""
    found: dict[str, Counter] = {}
    for counter in counters:
        if counter.side == nation:
            for name in (counter.name, *counter.also):
                found[name.lower()] = counter
    return found
