"""How the code is read for the rules that it names."""

import pytest

from sandtable.cli.citations import chapters, chapters_of, in_python, in_table, named_in, spread

IDS = {
    "2.5", "5.1", "5.3.a", "5.3.b", "5.3.c", "5.4.e", "5.4.f", "5.4.g", "5.4.1", "5.4.2", "3.4.1", "3.4.2", "3.4.3",
    "6.9", "6.10", "6.11", "8", "8.a", "11-13", "16-20.found", "TEC.woods", "TER", "S1", "S1.area", "chart.fire",
    "G.round",
}  # fmt: skip
KNOWN = IDS | chapters(IDS)


def named(text: str, bare: bool = False) -> list[str]:
    return [id for _, id, _ in named_in(text, KNOWN, bare)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("5.3.a One shot (5.1); 2.5.", ["5.3.a", "5.1", "2.5"]),
        ("5.4.e-g Dice", ["5.4.e", "5.4.f", "5.4.g"]),
        ("5.4.1-2, 5.3.a–c", ["5.4.1", "5.4.2", "5.3.a", "5.3.b", "5.3.c"]),
        ("3.4.1-3.4.3 and 6.9-6.11", ["3.4.1", "3.4.2", "3.4.3", "6.9", "6.10", "6.11"]),
        ("TEC and TEC.woods, TER, S1.area", ["TEC", "TEC.woods", "TER", "S1.area"]),
        ("16-20.found", ["16-20.found"]),
        ("5.3 Opportunity Fire", ["5.3"]),
        ("15.3.a 5.3.aa x5.3.a 5.3.a.b .5.1 12.5 2.55", []),  # parts of other words
        ("8 men, 11-13 of them, at 15,2.5", []),
        ("the column of the chart, G and terrain", []),
        ("5.3.x 5.4.g-e", ["5.4.g", "5.4.e"]),
    ],
)
def test_the_ids_in_a_text(text: str, ids: list[str]) -> None:
    assert named(text) == ids


def test_bare_numbers_count_only_at_the_start() -> None:
    assert named("8 Assaults", bare=True) == ["8"] and named("8 Assaults") == []
    assert named("5.1, 8 and 11-13 Fire", bare=True) == ["5.1", "8", "11-13"]
    assert named("Assaults of 8", bare=True) == [] and named("7-9 hits", bare=True) == []


def test_ranges_and_chapters() -> None:
    assert spread("5.4.e", "g") == ["5.4.e", "5.4.f", "5.4.g"] and spread("9.9", "9.10") == ["9.9", "9.10"]
    assert spread("5.4.e", "6.1") == ["5.4.e", "6.1"] and spread("5.4.g", "e") == ["5.4.g", "5.4.e"]
    assert chapters_of("5.1.4.c") == ["5.1.4", "5.1", "5"] and chapters_of("TER") == []


CODE = '''"""8 Fire."""

TABLE = {
    "extended": (1, "5.1"),
}
PACE = 2.5  # hexes


class Fire:
    """5.3.a A shot.

    >>> shot(5.1)
    2.5
    """

    rule = "8"

    def shoot(self) -> float:
        # Smoke: TEC.woods
        if self.x > 5.1:
            return 2.5
        return f"(rule 5.4.e) {self.y:5.1f}"


@rule
def told():
    """Two lines,
    the second of which names S1.area."""
'''


def test_where_code_names_rules() -> None:
    assert list(in_python(CODE, IDS, KNOWN)) == [
        (1, "8", "", True),
        (4, "5.1", "TABLE", False),
        (10, "5.3.a", "Fire", True),
        (16, "8", "Fire", False),
        (19, "TEC.woods", "Fire.shoot", False),
        (22, "5.4.e", "Fire.shoot", False),
        (28, "S1.area", "told", False),
    ]


TABLES = """# 5.1 Ranges
[ranges.long]
amount = 2.5
label = "5.3.a"
rule = "8"
near = { amount = 1, rule = "5.4.e" } # 5.4.f
note = "a # 5.4.g in a text"
"""


def test_where_tables_name_rules() -> None:
    assert list(in_table(TABLES, IDS, KNOWN)) == [
        (1, "5.1", "", False),
        (5, "8", "[ranges.long]", False),
        (6, "5.4.e", "[ranges.long]", False),
        (6, "5.4.f", "[ranges.long]", False),
    ]
