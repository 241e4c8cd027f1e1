"""The square of a barrage in the view: before a target is chosen, while the shells fall, and after."""

from mini_fire import scene_of
from mini_stage import MiniStage, stage

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.table.decision import Choice
from sandtable.table.view import BoardMarker, View
from sandtable.testing import rule

BATTERY = "PL rifle P at 31,8; 105mm C0 at 28,5; 105mm C1 at 31,5; 105mm C2 at 34,5"
ENEMY = "PL rifle X at 31,30 moved; rifle Y at 33.9,32 moved; rifle Z at 35,30 moved"
ABOUT_X = {(2800, 2700), (3400, 2700), (3400, 3300), (2800, 3300)}  # six inches wide, squared to the guns


def seen(s: MiniStage, seat: str = "blue") -> View:
    return MINIATURES.shown.view(s.play, seat)


def barrages(s: MiniStage, seat: str = "blue") -> list[BoardMarker]:
    return [marker for marker in seen(s, seat).markers if marker.kind == "barrage"]


def corners_of(marker: BoardMarker) -> set[tuple[int, int]]:
    assert marker.shape is not None
    return set(marker.shape.points)


def ranging(*dice: int, target: str = "veteran activated", red: str = ENEMY) -> MiniStage:
    s = stage(scene_of(BATTERY, red, check="passed", target=target), *dice)
    return s.do("barrage", "U1").do("barrage", "P")


@rule("15.6", "15.8")
def test_every_target_shows_its_square_and_who_lies_under_it() -> None:
    decision = seen(ranging()).decision
    assert decision is not None and decision.kind == "range in"
    squares = {option.choice.piece: option.zones for option in decision.options}
    [square] = squares["X"]
    assert square.kind == "template" and square.shape is not None
    assert set(square.shape.points) == ABOUT_X
    assert square.holds == ("X", "Y")  # Z is four inches away
    assert squares["Z"][0].holds == ("Y", "Z")


@rule("15.5", "15.6")
def test_the_square_lies_there_for_both_while_the_target_is_asked() -> None:
    """It may still go to ground: both see where the shells are to fall."""
    s = ranging(target="veteran")
    assert barrages(s) == []
    s.do("target", "X")
    assert s.asked == ("red", "going to ground")
    for seat in ("blue", "red", ""):
        [marker] = barrages(s, seat)
        assert corners_of(marker) == ABOUT_X and marker.text == "Barrage: 2 Teams under it"


@rule("15.7")
def test_a_square_that_missed_goes_where_the_enemy_puts_it() -> None:
    s = ranging(1)
    s.do("target", "X")
    assert s.asked == ("red", "template")
    assert corners_of(barrages(s)[0]) == ABOUT_X
    s.play.choose(Choice("template", at=(("template", 3100, 3600, 0),)))
    [marker] = barrages(s)
    assert corners_of(marker) == {(x, y + 600) for x, y in ABOUT_X} and marker.text.startswith("Barrage: 0 Teams")


@rule("15.6", "1.3")
def test_the_square_stays_until_a_unit_acts_again() -> None:
    s = stage(scene_of(BATTERY, ENEMY, check="passed"), 6, *[1] * 4, 5, goes_on=True)
    s.do("barrage", "U1").do("barrage", "P")
    s.do("target", "X")
    assert s.asked == ("blue", "action") and s.b.active == s.unit("U9").index  # the only one left: it has passed
    assert corners_of(barrages(s)[0]) == ABOUT_X
    s.do("run", "U9")
    assert barrages(s) == []


@rule("15.15", "15.17")
def test_smoke_lies_by_itself() -> None:
    """It is drawn as smoke when it has fallen, and not as a barrage too."""
    s = stage(scene_of(BATTERY, ENEMY, check="passed"), 6)
    s.do("barrage", "U1").do("smoke", "P")
    s.play.choose(Choice("template", at=(("template", 3100, 2000, 0),)))
    assert [marker.kind for marker in seen(s).markers] == ["smoke"]
