"""Chapter 4 to the letter: losses, falling back and pursuit, as asked, told and refused."""

import pytest
from reg_combat import field, fought, scene_of
from reg_stage import RegStage, question, refusal, stage, story

from sandtable.systems.regimental.rules.fall_back import battery_paths, fall_back_paths
from sandtable.systems.regimental.rules.losses import capacity, ways_to_lose
from sandtable.systems.regimental.scene import scene
from sandtable.systems.regimental.state.pieces import Battle
from sandtable.testing import rule

A = "blue infantry A at 0404 company=mg"
B = "blue infantry B at 0503"
X = "red infantry X at 0504 company=at"


def words(s: RegStage) -> list[str]:
    """The open options, as they are chosen."""
    return [" ".join(filter(None, (choice.do, choice.piece, choice.to))) for choice in s.options()]


def ways(b: Battle, id: str, battery: bool = False) -> dict[str, tuple[str, ...]]:
    """Where a stand may fall back to, and by which hexes."""
    found = (battery_paths if battery else fall_back_paths)(b, b.stand(id))
    names = b.ground.names
    return {names[to]: tuple(names[h] for h in path) for to, path in found.items()}


# Losses ------------------------------------------------------------------------------------------


@rule("4.a", "4.b", "4.c", "4.e", "4.1.a", "1.3.a")
def test_losses_of_an_even_combat() -> None:
    """Three hits each: X's hex loses two, the attackers share three as they like; nobody falls back."""
    s = fought(A, B, X, does="join B, oppose A", dice=(6, 6, 6, 1, 1, 1, 1, 5, 5, 5, 1)).done()
    assert question(s) == "red loss (4.e) X has 2 losses to take: what is lost? [X]"
    assert words(s) == ["lose X", "lose X-at"]
    assert refusal(s, "lose", "A") == "4.e Losses come off the core stand or the company in the hex that was hit."
    assert refusal(s, "take", "X").startswith(
        "4.e X has 2 losses to take: what is lost? That is not one of the choices"
    )
    s.do("lose", "X")
    assert question(s) == "red loss (4.e) X has 1 loss to take: what is lost? [X]"
    s.do("lose", "X-at")
    assert question(s) == "blue loss (4.c) The attackers of 0504 have 3 losses to take: what is lost? [A]"
    assert words(s) == ["lose A", "lose A-mg", "lose B"]
    s.do("lose", "B")
    assert question(s) == "blue loss (4.c) The attackers of 0504 have 2 losses to take: what is lost? [A]"
    s.do("lose", "A")
    assert question(s) == "blue loss (4.c) The attackers of 0504 have 1 loss to take: what is lost? [A]"
    s.do("lose", "A-mg")
    assert story(s)[2:] == [
        "3.2.a attack dice: blue A X 0504 M attacks H threw 6 6 6 1 1 1 1 need 6 = 3",
        "3.2.b defence dice: red X A 0504 M attacks H threw 5 5 5 1 need 5 = 3",
        "4.b strength lost: red X 0504 = 4",
        "4.b company lost: red X-at X 0504",
        "4.c strength lost: blue B 0503 = 4",
        "4.c strength lost: blue A 0404 = 4",
        "4.c company lost: blue A-mg A 0404",
        "4.1.a combat even: 0504",
    ]
    assert [(s.unit(id).sp, s.unit(id).company) for id in "ABX"] == [(4, -1), (4, -1), (4, -1)]
    assert all(company.lost for company in s.b.companies)


@rule("4.b", "4.c", "4.d")
def test_why_an_attacker_does_not_take_a_loss() -> None:
    """B assaults and A fires: the first loss is B's, two a hex are the most, and only attackers lose."""
    lines = ("blue infantry A at 0502 company=mg", B, "blue infantry C at 0304 company=mg", X)
    dice = (1,) * 7 + (5, 5, 5, 1, 1)
    s = fought(*lines, "red infantry Z at 0604 company=fs", does="join B, fire support Z-fs", dice=dice).done()
    assert story(s)[-1] == "4.c strength lost: blue B 0503 = 4"
    assert words(s) == ["lose A", "lose A-mg", "lose B"]
    s.do("lose", "B")
    assert words(s) == ["lose A", "lose A-mg"]
    assert refusal(s, "lose", "B") == "4.b B's hex has lost two; it can lose no more in this combat."
    only = "4.c Only stands that took part in the attack take losses."
    assert [refusal(s, do, id) for do, id in (("lose", "C"), ("lose", "C-mg"), ("lose", "no"), ("give", "A"))] == [
        only
    ] * 4
    s.do("lose", "A")
    assert [s.unit(id).sp for id in "ABC"] == [4, 3, 5]


@rule("4.d", "4.c")
def test_the_first_loss_of_a_mixed_attack() -> None:
    """Two assault stands and companies leave a choice, but not for who only fired."""
    lines = ("blue infantry A at 0502", "blue infantry B at 0503 company=mg", "red infantry X at 0504")
    s = fought(*lines, does="join B", dice=(1,) * 7 + (5, 5, 1)).done()
    assert words(s) == ["lose B", "lose B-mg"]
    assert refusal(s, "lose", "A") == "4.d The first loss must come off the stand in close combat."
    s.do("lose", "B-mg")
    assert words(s) == ["lose A", "lose B"]
    far = fought(
        "blue infantry A at 0502",
        "blue infantry B at 0405",
        "red infantry X at 0504",
        does="join B",
        dice=(1,) * 6 + (5, 1, 1),
    )
    assert words(far) == ["lose A", "lose B"]
    far.do("lose", "A")
    assert story(far)[-1] == "4.c strength lost: blue A 0502 = 4"  # distant fire: nobody wins


@rule("4.c", "4.b")
def test_attackers_lose_no_more_than_they_have() -> None:
    """Three hits on one stand at its last point with a company: company, point, and no more."""
    s = fought(
        "blue infantry A at 0404 sp=1 company=mg",
        "blue infantry C at 0303",
        "red infantry X at 0504",
        dice=(1, 1, 5, 5, 5),
    )
    assert [line for line in story(s) if "lost" in line or "destroyed" in line] == [
        "4.c company lost: blue A-mg A 0404",
        "4.c strength lost: blue A 0404",
        "1.3.a destroyed: blue A 0404",
    ]
    assert s.told("combat won")[0].side == "red" and s.where("A") == "lost"


@rule("4.e", "4.f")
@pytest.mark.parametrize(
    ("line", "open_to", "room"),
    [
        ("infantry X at 0504", ["X"], 5),
        ("infantry X at 0504 sp=1", ["X"], 1),
        ("infantry X at 0504 company=mg", ["X", "X-mg"], 6),
        ("infantry X at 0504 sp=2 company=mg", ["X", "X-mg"], 3),
        ("infantry X at 0504 sp=1 company=mg", ["X-mg"], 2),
    ],
)
def test_what_a_hex_may_lose(line: str, open_to: list[str], room: int) -> None:
    """The company goes before its stand dies."""
    b = scene(scene_of("blue infantry A at 0404", f"red {line}"))
    assert [choice.piece for choice in ways_to_lose(b, b.stand("X"))] == open_to
    assert capacity(b, b.stand("X")) == room


@rule("4.f", "4.d")
def test_the_last_point_is_kept_while_there_is_a_company() -> None:
    """X at its last point with a company next to Z's: the reason names the company."""
    lines = ("blue infantry A at 0404 sp=1 company=mg", B, "red infantry X at 0504")
    s = fought(*lines, does="join B, oppose A", dice=(1,) * 5 + (5, 1, 1)).done()
    assert words(s) == ["lose A-mg", "lose B"]
    assert refusal(s, "lose", "A") == (
        "4.f A is at its last strength point: Machine-gun company of A must be removed first."
    )


@rule("1.3.a", "6.b", "1.2.d")
def test_a_stand_that_is_destroyed() -> None:
    """Its shots, company and hex go with it; a lost HQ is noted with the round."""
    s = fought(
        "blue infantry A at 0404",
        "red infantry X at 0704",
        hqs=("blue hq HQ at 0403", "red hq Y at 0504 sp=1"),
        dice=(6, 1, 1, 1),
    )
    assert [line for line in story(s) if "lost" in line or "destroyed" in line] == [
        "4.b strength lost: red Y 0504",
        "1.3.a destroyed: red Y 0504",
        "6.b hq lost: red Y red",
    ]
    assert (s.unit("Y").hex, s.unit("Y").sp, s.regiment("red").hq_lost) == (-1, 0, 1)
    assert s.unit("Y").index not in s.b.at.values()
    s = fought("blue infantry A at 0404", "red battery X at 0504 sp=1 shots=2", dice=(6, 1, 1, 1))
    assert (s.unit("X").shots, s.unit("X").sp, s.told("hq lost")) == (0, 0, [])


# Who falls back ----------------------------------------------------------------------------------


@rule("4.1.a", "4.1.e", "4.2.a", "4.2.b")
def test_the_defender_falls_back_and_the_winner_pursues() -> None:
    s = fought(A, B, X, does="join B, oppose A", dice=(6, 6, 6, 1, 1, 1, 1, 5, 1, 1, 1)).done()
    s.do("lose", "X").do("lose", "X").do("lose", "B")
    assert question(s) == "red fall back (4.1.g) X falls back: where to? [X]"
    assert words(s) == ["fall back X 0604", "fall back X 0605"]
    s.do("fall back", "X", "0605")
    assert question(s) == "blue pursuit (4.2.a) 0504 is empty: pursue? [A]"
    assert words(s) == ["pursue A", "pursue B", "pass"]
    s.do("pursue", "B")
    assert story(s)[6:] == [
        "4.c strength lost: blue B 0503 = 4",
        "4.1.a combat won: blue 0504 = 2",
        "4.1.e falls back: red X 0605 by 0504 0605",
        "4.2.a pursues: blue B 0504 by 0503 0504",
    ]
    assert [s.where(id) for id in "ABX"] == ["0404", "0504", "0605"]
    assert s.b.combat is None and s.b.active == -1


@rule("4.2.a", "6.j", "11.b")
def test_with_the_last_battalion_the_regiment_is_gone_after_the_pursuit() -> None:
    s = fought(A, "red infantry X at 0504 sp=1", dice=(6, 1, 1, 1, 1)).do("pursue", "A")
    assert story(s)[-3:] == [
        "4.2.a pursues: blue A 0504 by 0404 0504",
        "6.j regiment gone: red red",
        "11.b battle over: Red has no regiment left",
    ]


@rule("4.2.a", "4.1.e", "11.a")
def test_a_pursuer_takes_the_ground_or_stays() -> None:
    lines = (A, X, "objective Mill 0504 red", "objective Inn 0605 blue")
    for choice, holders in (("pursue", [0, 1]), ("pass", [1, 1])):
        s = fought(*lines, dice=(6, 1, 1, 1, 1, 1, 1, 1)).do("lose", "X-at").do("fall back", "X", "0605")
        s.do(choice, "A" if choice == "pursue" else "")
        assert s.b.holders == holders and s.where("A") == ("0504" if choice == "pursue" else "0404")
        assert story(s)[-1] == (
            "11.a taken: blue A 0504 Mill = 1" if choice == "pursue" else "11.a taken: red X 0605 Inn = 1"
        )


@rule("4.1.b", "4.1.a", "4.2.b")
def test_beaten_attackers_fall_back_one_after_the_other() -> None:
    s = fought(A, B, X, does="join B, oppose A", dice=(1,) * 7 + (5, 1, 1, 1)).done()
    s.do("lose", "B")
    assert question(s) == "blue falls back first (4.1.b) Which stand falls back first? []"
    assert words(s) == ["first A", "first B"]
    s.do("first", "B")
    assert question(s) == "blue fall back (4.1.g) B falls back: where to? [B]"
    s.do("fall back", "B", "0502")
    assert question(s) == "blue fall back (4.1.g) A falls back: where to? [A]"
    s.do("fall back", "A", "0304")
    assert story(s)[4:] == [
        "4.c strength lost: blue B 0503 = 4",
        "4.1.a combat won: red 0504 = 1",
        "4.1.e falls back: blue B 0502 by 0503 0502",
        "4.1.e falls back: blue A 0304 by 0404 0304",
    ]
    assert s.where("X") == "0504" and s.b.combat is None


@rule("4.1.a", "4.1.b", "4.1.c", "4.2.b", "4.2.c")
@pytest.mark.parametrize(
    ("a", "b", "sp", "dice", "won", "back", "pursue"),
    [
        ("0404", "0503", 5, (6,) + (1,) * 5 + (1, 1, 1), "blue", ["X"], True),
        ("0404", "0503", 5, (1,) * 6 + (5, 1, 1), "red", ["A", "B"], False),
        ("0404", "0502", 5, (1,) * 6 + (5, 1, 1), "red", ["A"], False),
        ("0502", "0405", 5, (6,) + (1,) * 5 + (1, 1, 1), "", [], False),
        ("0502", "0405", 5, (1,) * 6 + (5, 1, 1), "", [], False),
        ("0404", "0503", 5, (6,) + (1,) * 5 + (5, 1, 1), "even", [], False),
        ("0404", "0503", 1, (6,) + (1,) * 5 + (5,), "even", [], True),
        ("0404", "0503", 2, (6, 6) + (1,) * 4 + (1, 1), "blue", [], True),
        ("0404", "0503", 2, (6, 6) + (1,) * 4 + (5, 5), "even", [], True),
        ("0404", "0502", 1, (6,) + (1,) * 5 + (1,), "blue", [], True),
    ],
)
def test_who_wins_falls_back_and_pursues(
    a: str, b: str, sp: int, dice: tuple[int, ...], won: str, back: list[str], pursue: bool
) -> None:
    """Hits decide, not losses; without close combat nobody wins; only adjacent attackers go back or on."""
    lines = (
        f"blue infantry A at {a}",
        f"blue infantry B at {b}",
        f"red infantry X at 0504 sp={sp}",
        "red infantry Z at 0804",
    )
    s = fought(*lines, does="join B", dice=dice).done()
    gone = []
    asked_to_pursue = False
    while s.asked[0]:
        if s.asked[1] == "pursuit":
            asked_to_pursue = True
            assert {choice.piece for choice in s.options("pursue")} <= {"A", "B"}
        s.play.choose(s.options()[0])
    gone = [event.piece for event in s.told("falls back")]
    sides = [event.side for event in s.told("combat won")] + ["even" for _ in s.told("combat even")]
    assert ("".join(sides), gone) == (won, back)
    assert asked_to_pursue == pursue == (s.told("pursues") != [])


@rule("4.2.b", "4.2.c")
def test_no_pursuit_where_the_attacker_suffered_more() -> None:
    """X dies and has hit twice: its killers neither go on nor fall back, for nobody is left to push them."""
    lines = (A, B, "red infantry X at 0504 sp=2", "red infantry Z at 0804", "red infantry W at 0604 company=fs")
    s = fought(*lines, does="join B, oppose A, fire support W-fs", dice=(6, 6, 1, 1, 1, 1, 1, 5, 5, 5)).done()
    while s.asked[0]:
        assert s.asked[1] == "loss"
        s.play.choose(s.options()[0])
    assert s.told("combat won")[0].side == "red" and s.told("falls back") == [] and s.told("pursues") == []
    assert (s.where("A"), s.where("B"), s.where("X")) == ("0404", "0503", "lost")


@rule("4.1.d", "4.1.b")
@pytest.mark.parametrize(
    ("red", "line", "asked"),
    [
        ("D", "red infantry X at 0504 sp=4", True),
        ("D", "red infantry X at 0504 sp=3", True),
        ("D", "red infantry X at 0504 sp=2", False),
        ("D", "red infantry X at 0504 sp=1 company=at", False),
        ("D", "red infantry X at 0504 sp=2 company=at", True),
        ("H", "red infantry X at 0504 sp=4", False),
    ],
)
def test_who_may_stand_fast(red: str, line: str, asked: bool) -> None:
    """On D, if one more loss would not destroy the stand. One loss comes first."""
    s = fought("blue medium-armour A at 0404", line, red=red, dice=(6, *(1,) * 12))
    while s.asked[1] == "loss":
        s.play.choose(s.options()[-1])
    assert (s.asked[1] == "stand fast") == asked


@rule("4.1.d")
def test_standing_fast_as_asked_and_told() -> None:
    s = fought(A, X, red="D", dice=(6, 6, 1, 1, 1, 1, 1)).do("lose", "X").do("lose", "X")
    assert question(s) == "red stand fast (4.1.d) X is beaten: stand fast for one more loss, or fall back? [X]"
    assert words(s) == ["stand fast X", "stand fast X-at", "fall back X"]
    s.do("stand fast", "X-at")
    assert story(s)[5:] == [
        "4.1.a combat won: blue 0504 = 2",
        "4.1.d stands fast: red X 0504",
        "4.1.d company lost: red X-at X 0504",
    ]
    assert s.where("X") == "0504" and s.b.combat is None
    s = fought(A, X, red="D", dice=(6, 6, 1, 1, 1, 1, 1)).do("lose", "X").do("lose", "X").do("fall back", "X")
    assert s.asked == ("red", "fall back") and s.told("stands fast") == []


@rule("4.1.d")
def test_attackers_do_not_stand_fast() -> None:
    """A holds and attacks a dug-in stand: beaten, it falls back."""
    s = fought(A, X, blue="H", red="D", dice=(1, 1, 1, 5, 1, 1, 1)).do("lose", "A")
    assert s.asked == ("blue", "fall back")


# The way back ------------------------------------------------------------------------------------


@rule("4.1.e", "4.1.f", "4.1.g")
def test_the_ways_back_in_the_open() -> None:
    """One hex, if it is clear of zones and friends; else the shortest way, past friends."""
    base = ("blue infantry A at 0404", "blue infantry B at 0503", "red infantry X at 0504")
    assert ways(scene(scene_of(*base)), "X") == {"0604": ("0604",), "0605": ("0605",)}
    friends = ("red infantry Z at 0604", "red infantry W at 0605")
    assert ways(scene(scene_of(*base, *friends)), "X") == {
        "0703": ("0604", "0703"),
        "0705": ("0605", "0705"),
        "0506": ("0605", "0506"),
        "0606": ("0605", "0606"),
    }


@rule("4.1.f", "4.1.e")
def test_with_nowhere_to_go_a_stand_is_destroyed() -> None:
    """In the corner behind two enemies: told, and the stand is gone."""
    text = """
    . . . .
    . . . .
    blue hq HQ at 0302
    blue infantry A at 0201
    blue infantry B at 0202
    red infantry X at 0101
    red infantry Z at 0401
    order blue M
    active blue attack
    """
    s = stage(text.replace("red infantry Z at 0401", "red infantry Z at 0401 of=other"), *(6, 1, 1, 1, 1, 1, 1, 1, 1))
    s.do("attack", "A", "0101")
    while s.asked[0] and not s.told("nowhere to go") and s.asked[1] != "pursuit":
        s.play.choose(s.options()[-1])
    assert [line for line in story(s) if line.startswith("4.1.f")] == [
        "4.1.f nowhere to go: red X 0101",
        "4.1.f destroyed: red X 0101",
    ]
    assert s.where("X") == "lost"


@rule("4.1.f", "4.1.g", "4.1.h")
def test_why_a_stand_does_not_fall_back_there() -> None:
    s = fought("blue infantry A at 0404", "red infantry X at 0504", "red infantry Z at 0604", dice=(6, 1, 1, 1, 1, 1))
    assert question(s) == "red fall back (4.1.g) X falls back: where to? [X]"
    assert words(s) == ["fall back X 0603", "fall back X 0605"]
    assert [refusal(s, "fall back", "X", to) for to in ("0604", "0404", "0405", "0902", "9999")] == [
        "4.1.f 0604 is occupied.",
        "4.1.f 0404 is occupied.",
        "4.1.f 0405 is in an enemy zone of control.",
        "4.1.g Take the shortest way out and, of those, one that breaks the fewest movement rules.",
        "4.1.g X falls back: where to? That is not one of the choices: fall back.",
    ]
    assert refusal(s, "move", "X", "0902") == refusal(s, "fall back", "X", "9999")


@rule("4.1.e", "4.1.h", "5.e", "4.1.f")
def test_a_beaten_battery_as_told_and_refused() -> None:
    """It loses its shots and may go six hexes, clear of the enemy, and no nearer to his edge or target hexes."""
    lines = (
        "blue infantry A at 0404",
        "red battery X at 0504 shots=2",
        "red infantry Z at 0706",
        "objective Mill 0906 blue",
    )
    s = fought(*lines, dice=(6, *(1,) * 8))
    assert s.unit("X").shots == 0 and s.asked == ("red", "fall back")
    near = {"0501", "0601", "0502", "0602", "0603", "0604", "0605", "0507"}
    assert s.places("fall back") == near | {"0701", "0801", "0901", "1001"}
    assert [refusal(s, "fall back", "X", to) for to in ("0202", "0906", "1301")] == [
        "4.1.h 0202 is nearer to the enemy's edge of the map, the west, than X is now.",
        "4.1.h 0906 is nearer to a target hex that the enemy holds than X is now.",
        "4.1.h X cannot reach 1301 and keep away from the enemy after its first hex.",
    ]
    s.do("fall back", "X", "0604")
    assert story(s)[-1] == "4.1.e falls back: red X 0604 by 0504 0604"
    s = fought(*lines, dice=(6, *(1,) * 8)).do("fall back", "X", "0801")
    assert story(s)[-1] == "4.1.h falls back: red X 0801 by 0504 0604 0703 0702 0801"


@rule("4.1.g", "4.1.e")
def test_beyond_its_allowance_every_hex_is_a_breach_already() -> None:
    """Three rings of friends around the corner: the fourth hex is free, and woods in the third change nothing."""
    plain = scene(field(columns=7, rows=7) + "\nred hq Y at 0707\nred infantry X at 0101\nblue infantry A at 0701")
    away = plain.ground.distance[plain.ground.index["0101"]]
    ring = [name for name, h in plain.ground.index.items() if 1 <= away[h] <= 3]
    friends = "".join(f"red infantry F{number} at {name}\n" for number, name in enumerate(ring))
    third = next(name for name in ring if away[plain.ground.index[name]] == 3)

    def found(**terrain: str) -> dict[str, tuple[str, ...]]:
        text = field(columns=7, rows=7, **terrain) + "\nred hq Y at 0707\nred infantry X at 0101\n"
        return ways(scene(text + friends + "blue infantry A at 0701"), "X")

    open_ground = found()
    assert {len(path) for path in open_ground.values()} == {4} and len(open_ground) > 2
    assert set(found(**{f"h{third}": "w"})) == set(open_ground)
    second = next(name for name in ring if away[plain.ground.index[name]] == 2)
    assert set(found(**{f"h{second}": "w"})) < set(open_ground)  # within its allowance a halt counts


@rule("4.1.g")
def test_breaches_of_movement_on_the_way_back() -> None:
    """Of ways of two hexes those past a halt, or into a river, break a rule; if all do, so may one past a zone."""
    ring = ("red infantry Z at 0604", "red infantry W at 0605")
    base = ("blue infantry A at 0404", "blue infantry B at 0503", "red infantry X at 0504", *ring)
    everywhere = {"0703", "0705", "0506", "0606"}
    assert set(ways(scene(scene_of(*base)), "X")) == everywhere
    for letter in "wtsrR":
        assert set(ways(scene(scene_of(*base, h0604=letter)), "X")) == everywhere - {"0703"}
        assert set(ways(scene(scene_of(*base, h0605=letter)), "X")) == {"0703", "0705"}
        assert set(ways(scene(scene_of(*base, h0604=letter, h0605=letter)), "X")) == everywhere | {"0406", "0602"}
    for letter in "bBhf.":
        assert set(ways(scene(scene_of(*base, h0604=letter)), "X")) == everywhere
    assert set(ways(scene(scene_of(*base, h0703="R")), "X")) == everywhere - {"0703"}
    assert set(ways(scene(scene_of(*base, h0703="w")), "X")) == everywhere  # a halt at the end is none
