"""5.1.1.f-g and 5.1.2: what the target rolls against hits."""

import pytest
from stage import NawStage, stage

from sandtable.testing import rule


def attacked(text: str, *dice: int) -> NawStage:
    """P fires at S."""
    s = stage(text, *dice)
    s.do("act", "P").do("fire", "P", "S").done()
    return s


def saves(text: str, dice: int) -> tuple[int, list[tuple[int, str]]]:
    """The need of S and why it rolls so many dice: a Tiger at A1 scores one hit."""
    s = attacked(
        f"{text}\ngerman tiger P at A1\nactive german", *(6, 1, 1, 1) if "t-34" in text else (6, 1, 1), *[1] * dice
    )
    told = s.told("saved")
    assert s.unit("S").disrupted
    if not told:
        return (0, [])
    return (told[0].need, [(modifier.amount, modifier.rule) for modifier in told[0].modifiers])


@rule("5.1.1.f")
def test_hard_target_example() -> None:
    """A Crusader's 6, 5, 3 are two hits on a PzIVG in Palms; 3 dice for armour and Palms, 3, 2, 6, cancel one."""
    s = attacked(
        """
        .. .. .. .. .. P.
        german crusader P at A1
        soviet pzivg S at F1 ops
        """,
        *(6, 5, 3),
        *(3, 2, 6),
    )
    fired, saved = s.last("fired"), s.last("saved")
    assert (fired.dice, fired.need, fired.value) == ((6, 5, 3), 5, 2)
    assert (saved.dice, saved.need, saved.value, saved.rule) == ((3, 2, 6), 6, 1, "5.1.1.f")
    assert s.unit("S").disrupted and s.unit("S").steps == 2


@rule("5.1.1.g", "2.7.3.a")
def test_soft_target_example() -> None:
    """Soviet Infantry with an HMG at 3 hexes: 3 dice without penalty; the one die of the Woods fails."""
    s = stage(
        """
        .. .. .. W.
        soviet guards-infantry P at A1 weapon=hmg
        german infantry S at D1 ops
        active soviet
        """,
        *(3, 5, 5),
        *(3,),
    )
    s.do("act", "P").do("fire", "P", "S").done()
    fired, saved = s.last("fired"), s.last("saved")
    assert (fired.dice, fired.need, fired.value) == ((3, 5, 5), 5, 2)
    assert (saved.dice, saved.need, saved.value, saved.rule) == ((3,), 5, 0, "5.1.1.g")
    assert s.unit("S").disrupted and s.unit("S").steps == 1


@rule("5.1.1.f", "5.1.1.g")
def test_saves_cancel_one_hit_each_and_no_more() -> None:
    """Two saves against one hit leave none, and a soft target saves on 5, not on 4."""
    s = attacked(".. .. .. .. .. ..\ngerman tiger P at A1\nsoviet t-34-76 S at F1", *(6, 1, 1, 1), *(5, 6))
    assert s.last("saved").value == 1 and not s.unit("S").disrupted
    text = ".. .. .. .. .. C.\ngerman tiger P at A1\nsoviet guards-infantry S at F1 ops"
    s = attacked(text, *(6, 6, 1), *(5, 4))
    assert s.last("saved").value == 1 and s.unit("S").disrupted and s.unit("S").steps == 2


@rule("5.1.1.f", "5.1.1.g")
def test_no_hit_no_roll() -> None:
    """Only a target that is hit rolls; a soft one in the open has no dice at all."""
    s = attacked(".. .. .. .. .. ..\ngerman tiger P at A1\nsoviet t-34-76 S at F1", 1, 1, 1, 1)
    assert not s.told("saved")
    s = attacked(".. .. .. .. .. ..\ngerman tiger P at A1\nsoviet guards-infantry S at F1", 5, 1, 1)
    assert not s.told("saved") and s.unit("S").disrupted


@pytest.mark.parametrize(
    ("terrain", "soft", "hard"),
    [
        ("..", 0, 0),
        ("W.", 1, 1),
        ("C.", 2, 1),
        ("K.", 1, 0),
        ("R.", 1, 1),
        ("D.", 0, 0),
        ("P.", 1, 1),
        ("H.", 1, 1),  # attacked from ground level
        ("F.", 2, 2),
    ],
)
@rule("5.1.2")
def test_terrain_bonus(terrain: str, soft: int, hard: int) -> None:
    """The Terrain Effects Chart gives soft and hard targets their dice."""
    need, why = saves(f".. .. .. .. {terrain}\nsoviet guards-infantry S at E1 ops", soft)
    assert (sum(amount for amount, _ in why), need) == (soft, 5 if soft else 0)
    need, why = saves(f".. .. .. .. {terrain}\nsoviet t-34-76 S at E1 ops", 2 + hard)
    assert (sum(amount for amount, _ in why), need) == (hard, 5)


@rule("5.1.2", "TEC.hill", "TEC.wooded_hill")
def test_hill_bonus_only_from_ground_level() -> None:
    """Hill against Hill has no bonus, Wooded Hill keeps that of its trees."""
    assert saves("H. H. H. H. H.\nsoviet guards-infantry S at E1 ops", 0) == (0, [])
    assert saves("H. H. H. H. F.\nsoviet guards-infantry S at E1 ops", 1) == (5, [(1, "TEC.wooded_hill")])


@rule("5.1.2", "CTEC.wreck", "CTEC.at_ditch", "SM.c")
def test_other_factors_add_dice() -> None:
    """A Wreck, a Ditch (for soft targets) and smoke add to the terrain."""
    place = ".. .. .. .. ..\nmarker wreck E1\nmarker ditch E1\nmarker smoke1 E1"
    need, why = saves(f"{place}\nsoviet guards-infantry S at E1 ops", 3)
    assert (need, why) == (5, [(1, "CTEC.wreck"), (1, "CTEC.at_ditch"), (1, "SM.c")])
    need, why = saves(f"{place}\nsoviet t-34-76 S at E1 ops", 4)
    assert (need, why) == (5, [(1, "CTEC.wreck"), (1, "SM.c")])


# Concealment -------------------------------------------------------------------------------------

CITY = ".. .. .. .. .. .. C.\nsoviet guards-infantry S at G1"


@rule("5.1.2.1.a")
def test_concealed_example() -> None:
    """Infantry in a City has 2 dice; concealed it has 3."""
    assert saves(f"{CITY} ops", 2) == (5, [(2, "TEC.city")])
    assert saves(CITY, 3) == (5, [(2, "TEC.city"), (1, "5.1.2.1.a")])


CONCEALED = (5, [(2, "TEC.city"), (1, "5.1.2.1.a")])
PLAIN = (5, [(2, "TEC.city")])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("german infantry N at F1", PLAIN),  # adjacent in Good Order
        ("german infantry N at F1 disrupted", CONCEALED),
        ("german infantry N at F1 ops", PLAIN),  # Ops Complete is Good Order
        ("german infantry N at E1", CONCEALED),  # two hexes away
        ("german sdkfz-222 N at C1", PLAIN),  # Recon at 4 hexes
        ("german sdkfz-222 N at B1", CONCEALED),  # at 5
        ("german sdkfz-222 N at C1 disrupted", CONCEALED),
    ],
)
@rule("5.1.2.1.a", "2.6.2.c")
def test_what_strips_concealment(line: str, expected: tuple[int, list[tuple[int, str]]]) -> None:
    """An adjacent enemy in Good Order, or Recon in Good Order that sees it from 4 hexes or nearer."""
    assert saves(f"{CITY}\n{line}", 3 if expected is CONCEALED else 2) == expected


@rule("5.1.2.1.a", "2.6.2.c")
def test_recon_must_see_the_target() -> None:
    """Recon three hexes away behind Woods strips nothing; with a clear line it does."""
    text = """
        .. .. .. ..
        .. .. .. ..
        .. .. .. ..
        .. .. .. ..
        W. .. .. ..
        C. .. .. ..
        german tiger P at D6
        soviet guards-infantry S at A6
        """
    s = attacked(f"{text}\ngerman sdkfz-222 N at A3", *(6, 1, 1), *(1, 1, 1))
    assert len(s.last("saved").dice) == 3
    s = attacked(f"{text}\ngerman sdkfz-222 N at C4", *(6, 1, 1), *(1, 1))
    assert len(s.last("saved").dice) == 2


@rule("5.1.2.1.a")
def test_no_concealment_where_the_terrain_gives_none() -> None:
    """Clear, Hill and Bridge do not conceal; Cultivated and a Ditch only soft targets; a Wreck everybody."""
    clear = ".. .. .. .. .."
    assert saves(f"{clear}\nsoviet guards-infantry S at E1", 0) == (0, [])
    assert saves(".. .. .. .. H.\nsoviet guards-infantry S at E1", 1) == (5, [(1, "TEC.hill")])
    field = ".. .. .. .. K."
    assert saves(f"{field}\nsoviet guards-infantry S at E1", 2)[1] == [(1, "TEC.cultivated"), (1, "5.1.2.1.a")]
    assert saves(f"{field}\nsoviet t-34-76 S at E1", 2)[1] == []
    assert saves(f"{clear}\nmarker ditch E1\nsoviet guards-infantry S at E1", 2)[1] == [
        *[(1, "CTEC.at_ditch"), (1, "5.1.2.1.a")]
    ]
    assert saves(f"{clear}\nmarker ditch E1\nsoviet t-34-76 S at E1", 2)[1] == []
    assert saves(f"{clear}\nmarker wreck E1\nsoviet t-34-76 S at E1", 4)[1] == [
        *[(1, "CTEC.wreck"), (1, "5.1.2.1.a")]
    ]
    assert saves(".. .. .. .. D.\nsoviet t-34-76 S at E1", 3)[1] == [(1, "5.1.2.1.a")]


@rule("5.1.2.1.a")
def test_no_concealment_on_the_move() -> None:
    """Opportunity Fire at a unit that enters Woods meets the die of the Woods alone."""
    s = stage(
        """
        .. W. .. .. ..
        german infantry S at A1
        soviet t-34-76 P at E1
        """,
        *(6, 1),
        *(1,),
    )
    s.do("act", "S").do("move", "", "B1").do("fire", "P", "S").done()
    assert [modifier.rule for modifier in s.last("saved").modifiers] == ["TEC.woods"]


@rule("5.1.2.1.b")
def test_concealment_is_seen_anew_at_each_attack() -> None:
    """No marker is kept: concealed at first, Infantry loses it as soon as an enemy stands next to it."""
    s = stage(
        f"{CITY}\ngerman tiger P at A1\ngerman tiger Q at A1\ngerman infantry N at E1\nactive german",
        *(6, 1, 1),
        *(5, 1, 1),
        *(6, 1, 1),
        *(1, 1),
    )
    s.do("act", "P").do("fire", "P", "S")
    assert len(s.last("saved").dice) == 3
    s.do("act", "N").do("move", "", "F1").do("pass").do("stop")
    s.do("act", "Q").do("fire", "Q", "S").done()
    assert len(s.last("saved").dice) == 2


# The limit ---------------------------------------------------------------------------------------


@rule("5.1.2.2", "5.1.1.f", "5.1.1.g")
def test_maximum_bonus_example() -> None:
    """A Panther (Armor 3) in a City, concealed, with a Wreck: two of three dice count, 5 in all."""
    s = attacked(
        """
        .. .. .. .. .. C.
        german t-34-76 P at A1
        soviet panther S at F1
        marker wreck F1
        """,
        *(6, 1, 1),
        *(1, 1, 1, 1, 1),
    )
    saved = s.last("saved")
    assert (len(saved.dice), saved.need) == (5, 4)
    assert [(m.amount, m.rule) for m in saved.modifiers] == [
        (1, "TEC.city"),
        (1, "CTEC.wreck"),
        (1, "5.1.2.1.a"),
        (-1, "5.1.2.2"),
    ]


@rule("5.1.2.2")
def test_no_maximum_for_soft_targets() -> None:
    """City, Wreck, concealment and two levels of smoke: 2 + 1 + 1 + 2 dice for infantry, 2 for a tank."""
    markers = "marker wreck E1\nmarker smoke2 E1"
    place = f".. .. .. .. C.\n{markers}"
    assert sum(amount for amount, _ in saves(f"{place}\nsoviet guards-infantry S at E1", 6)[1]) == 6
    assert sum(amount for amount, _ in saves(f"{place}\nsoviet t-34-76 S at E1", 4)[1]) == 2


# Who is asked ------------------------------------------------------------------------------------


@rule("5.1.1.f", "9.0.i")
def test_fate_is_not_offered_for_a_save_that_is_not_needed() -> None:
    """The hit is cancelled by one die: the other, missed, changes nothing. With no save it is offered."""
    text = ".. .. .. .. .. ..\ngerman tiger P at A1\nsoviet t-34-76 S at F1\nfate soviet 1"
    s = stage(text, *(6, 1, 1, 1), *(5, 1))
    s.do("act", "P").do("fire", "P", "S").done()
    assert s.last("saved").value == 1 and s.b.fate == [0, 1]
    s = stage(text, *(6, 1, 1, 1), *(1, 1))
    s.do("act", "P").do("fire", "P", "S")
    assert s.asked == ("soviet", "fate save")


@rule("5.1.1.f", "7.1.b")
def test_fate_is_not_offered_where_the_trench_takes_the_hit() -> None:
    """One hit in an Improved Position: the armour rolls and misses, and still nothing is lost."""
    text = ".. .. .. .. .. ..\ngerman tiger P at A1\nsoviet t-34-76 S at F1\nmarker improved F1\nfate soviet 1"
    s = stage(text, *(6, 1, 1, 1), *(1, 1))
    s.do("act", "P").do("fire", "P", "S").done()
    assert (s.last("saved").value, s.last("dug in").value) == (0, 1) and not s.unit("S").disrupted


@rule("7.1.c", "11.0.b")
def test_a_fate_move_into_a_trench_is_a_move() -> None:
    """Overwatch catches the unit on its way in: neither Trench nor concealment helps."""
    s = stage(
        """
        .. W. .. .. ..
        german infantry P at A1
        soviet t-34-76 S at E1 overwatch
        marker improved B1
        fate german 1
        """,
        *(6, 1),
        *(1,),
    )
    s.do("fate move", "P", "B1").do("overwatch", "S", "P").done()
    assert [modifier.rule for modifier in s.last("saved").modifiers] == ["TEC.woods"]
    assert s.unit("P").disrupted and not s.told("dug in")
