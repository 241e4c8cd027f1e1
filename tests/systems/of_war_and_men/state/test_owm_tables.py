"""The numbers of data/tables.toml: what the rules say in words is what they count with."""

import re

import pytest

from sandtable.systems.of_war_and_men.reading.book import rulebook, rules
from sandtable.systems.of_war_and_men.state.tables import AMOUNTS, DATA, LIMITS
from sandtable.testing.citing import rule

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def number_in(text: str, number: int) -> bool:
    """Whether a text names a number, in digits or as a word; without its sign."""
    return bool(re.search(rf"\b({abs(number)}|{WORDS[abs(number)]})\b", text, re.IGNORECASE))


@rule("7.12")
@pytest.mark.parametrize("table", [AMOUNTS, LIMITS])
def test_a_trait_does_what_its_words_say(table: dict[str, int]) -> None:
    """The text a player reads and the number the rules use are the same."""
    book = rulebook()
    assert [name for name, number in table.items() if not number_in(book.traits[name], number)] == []


def test_every_number_names_a_rule_of_the_book() -> None:
    """Each line of [numbers] says which rule it is of."""
    text = (DATA / "tables.toml").read_text(encoding="utf-8")
    part = text[text.index("[numbers]") : text.index("[artillery]")]
    cited = [match.groups() for match in re.finditer(r"^(\w+) = -?\d+ # (\S+)", part, re.MULTILINE)]
    assert len(cited) == len(re.findall(r"^\w+ = ", part, re.MULTILINE))
    assert [name for name, id in cited if id not in rules()] == []
