"""Within close combat every choice that depends on dice says how likely it succeeds."""

from mini_fire import SPARE, scene_of, unit_text
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.showing.option_views import decision_view
from sandtable.table.view import OptionView

THREE = "PL rifle A at 30,10; rifle B at 34,10; rifle C at 26,10"
DOWN = "markers=1"
FAR = f"rifle Q at 60,40 {DOWN}"


def asked(s: MiniStage) -> list[OptionView]:
    """The options as they are seen."""
    return list(decision_view(s.b, s.play.decision).options)  # type: ignore[arg-type]


def seen(s: MiniStage, do: str, piece: str) -> OptionView:
    return next(option for option in asked(s) if (option.choice.do, option.choice.piece) == (do, piece))


def charged(blue: str, red: str, *more: str, dice: tuple[int, ...] = ()) -> MiniStage:
    """U1 charges G1 until somebody strikes."""
    s = stage(scene_of(blue, red, *more, check="passed", target="veteran activated"), *dice)
    s.do("assault", "U1")
    while s.asked[1] != "strike":
        s.do(*{"stayers": ("charge", "U1"), "charge": ("charge", "", "U1")}.get(s.asked[1], ("pass",)))
    return s


def test_a_strike_shows_its_chance_and_is_aimed_on_the_table() -> None:
    """Veterans take an enemy off on 4+, without a save."""
    s = charged("PL rifle A at 30,10", f"PL rifle X at 30,16 {DOWN}; rifle Y at 31.6,16 {DOWN}; {FAR}")
    option = seen(s, "strike", "A")
    assert (option.piece, option.target) == ("A", "X")
    assert [(each.text, each.chance) for each in option.odds] == [("the Team is lost", 500)]
    assert option.attack is not None
    assert (option.attack.attack, option.attack.defence) == ("1 die on 4+", "no save")


def test_a_strike_at_a_tank_needs_the_check_the_failed_save_and_the_damage() -> None:
    """One die on 4+, a flank save of a Sherman on 5+, destroyed on a 6: 1/2 * 2/3 * 1/6 = 5.6%."""
    s = charged("PL rifle A at 30,10", f"PL m4-sherman X at 30,16 {DOWN}; rifle Y at 32.5,15.5 {DOWN}; {FAR}")
    option = seen(s, "strike", "A")
    assert option.attack is not None and option.attack.defence == "a save for each that passes"
    assert [each.chance for each in option.odds] == [56]
    assert [each.chance for each in option.attack.odds] == [944, 56]


def test_who_may_counter_attack_sees_the_chance_of_the_check() -> None:
    s = charged("PL rifle A at 30,10", f"PL rifle X at 30,16 {DOWN}; rifle Y at 31.6,16 {DOWN}; {FAR}", dice=(3,))
    s.do("strike", "A", "X")
    assert s.asked == ("red", "answer")
    assert [(each.text, each.chance) for each in seen(s, "counter-attack", "G1").odds] == [("strikes back", 500)]
    assert seen(s, "break off", "G1").odds == ()


def test_nobody_stays_behind_until_somebody_does() -> None:
    s = stage(scene_of(THREE, f"PL rifle X at 30,16 {DOWN}; {FAR}", check="passed", target="veteran activated"))
    s.do("assault", "U1")
    assert s.asked[1] == "stayers" and seen(s, "charge", "U1").label == "Nobody: all charge"
    s.do("hold back", "B")
    assert s.asked[1] == "stayers" and seen(s, "charge", "U1").label == "Nobody else: charge"


def test_a_second_try_says_which_check_failed_and_how_likely_the_new_one_passes() -> None:
    """Two veteran Teams, one of them suppressed, need a 6 to act."""
    units = unit_text("blue U1 veteran", "PL rifle A at 30,10 markers=1; rifle B at 33,10")
    enemy, commander = unit_text("red G1 veteran", "PL rifle X at 30,40"), "blue CC veteran\n  smg C at 60,3\n"
    s = stage("\n".join([SPARE, units, enemy, commander]), 3, goes_on=True)
    s.do("activate", "U1")
    asks = s.play.decision
    assert (
        s.last("check").need == 6 and asks is not None and asks.prompt.startswith("U1 failed its activation check.")
    )
    assert [(each.text, each.chance) for each in seen(s, "reroll", "U1").odds] == [("passes", 167)]
