"""Attacks in words, "2 infantry attack militia in woods": what the readers of all systems share.

Each system has words and sentences of its own. What is alike is how words are cut, compared and put together.
"""

import re
from collections.abc import Container, Iterator

MARKS = ".,;:!?'\""


def bare(word: str) -> str:
    """A name without what people write in different ways: T-34/76 and t3476 are the same."""
    return re.sub(r"[^a-z0-9]", "", word.lower())


def names_of(things: dict[str, str]) -> dict[str, str]:
    """Keys by their bare names, and by themselves."""
    return {bare(name): key for key, called in things.items() for name in (key, called)}


def words_of(text: str) -> list[str]:
    """The words of a text, without the marks around them."""
    words = [word.strip(MARKS) for word in text.split()]
    return [word for word in words if word]


def verb_of(words: list[str], verbs: Container[str], question: str) -> int:
    """Where the verb stands; ValueError with the question where there is none."""
    for place, word in enumerate(words):
        if word.lower() in verbs:
            return place
    raise ValueError(question)


def runs(words: list[str], place: int, most: int) -> Iterator[tuple[int, str]]:
    """The words from a place on, put together into a bare name: as many as may be, then fewer. How many, the name.

    >>> list(runs(["machine", "gun", "fires"], 0, 2))
    [(2, 'machinegun'), (1, 'machine')]
    """
    for length in range(min(most, len(words) - place), 0, -1):
        yield length, bare("".join(words[place : place + length]))


def word_at(words: list[str], place: int) -> str:
    """The word at a place; empty where there is none."""
    return words[place] if 0 <= place < len(words) else ""
