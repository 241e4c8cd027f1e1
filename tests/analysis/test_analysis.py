"""What decided a battle: the curve, its three parts, the words, the picture and the command."""

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.analysing import analyse, whole
from sandtable.analysis.course import Course, curve
from sandtable.analysis.drawing import page, picture, turn_table
from sandtable.analysis.findings import Analysis, AnalysisError, Point, Step
from sandtable.analysis.luck import with_dice
from sandtable.analysis.parts import Setting, split, steps
from sandtable.analysis.telling import accounts, drawn, gained_or_lost, sentences, turnings, worst_luck
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.cli.analyse import analyse_journal
from sandtable.lab.battle import bot_seed
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import RESIGN, SETTLE, Choice
from sandtable.table.journal import Journal, header_for, load
from sandtable.table.play import Play
from sandtable.table.system import AnySystem, systems

CHEAP = Setting("tactician", 2, 1, 1, 1, deep=1, throws=2, outcomes=0)
ONLY_DICE = Setting("", throws=2, outcomes=0)
SIDES, NAMES = ("red", "blue"), ("Red", "Blue")


def battle(
    folder: Path, scenario: str, seed: int, most: int = 10**6, resigns: str = "", game: AnySystem | None = None
) -> Path:
    """A battle between random players, in its journal; perhaps broken off, or given up."""
    path = folder / f"{seed}.jsonl"
    system = systems()[scenario.partition("/")[0]] if game is None else game
    play = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(seed)))
    seats = system.rules.seats(play.battle)
    bots = {seat: levels.make("random", bot_seed(seed, seat)) for seat in seats}
    while play.decision is not None and len(play.history) < most:
        seat = play.asked()[0]
        play.choose(bots[seat].choose(Seat(play, seat)), seat)
    if resigns:
        play.choose(Choice(SETTLE, RESIGN), resigns)
    header = header_for(system, scenario, dict.fromkeys(seats, "random"), seed_bytes(seed))
    with Journal.create(path, header, fsync=False) as journal:
        if play.result is None:
            journal.record(play)
        else:
            journal.finish(play, seed_bytes(seed))
    return path


@pytest.fixture(scope="module")
def hedgerow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return battle(tmp_path_factory.mktemp("journals"), "war_storm/hedgerow-lane", 5)


def course_of(path: Path) -> Course:
    loaded = load(path)
    return Course(loaded, systems()[loaded.header.system])


def test_the_curve_has_a_point_for_every_choice_and_ends_with_what_came_of_it(hedgerow: Path) -> None:
    course = course_of(hedgerow)
    points = curve(course)
    assert len(points) == len(course.moves) + 1
    assert [point.state for point in points] == list(range(len(points)))
    assert all(0 <= point.chance <= 1 for point in points)
    assert points[-1].chance == (0.5 if course.end.winner is None else float(course.end.winner == "american"))
    assert points[0].label == "" and all(point.label for point in points[1:])


def test_the_three_parts_add_up_to_the_change_and_the_changes_to_the_result(hedgerow: Path) -> None:
    *_, last = analyse(load(hedgerow), systems()["war_storm"], CHEAP)
    assert last.complete and last.done == last.of == len(last.steps)
    for step in last.steps:
        assert step.choice + step.dice + step.rest == pytest.approx(step.after - step.before, abs=1e-12)
        assert step.better or step.choice == 0.0
    total = sum(step.choice + step.dice + step.rest for step in last.steps)
    assert last.opening is not None and last.opening.after == last.points[0].chance
    assert last.opening.before + last.opening.dice + total == pytest.approx(last.points[-1].chance)
    assert any(step.better and step.choice for step in last.steps) and any(step.dice for step in last.steps)
    first, second = last.accounts
    assert first.dice == -second.dice and first.rest == -second.rest


def test_luck_is_nothing_where_nothing_was_drawn(hedgerow: Path) -> None:
    course = course_of(hedgerow)
    found = list(zip(steps(course, curve(course), ONLY_DICE), course.moves, strict=True))
    assert sum(not move.draws for _, move in found) > 20
    assert all(step.dice == 0.0 for step, move in found if not move.draws)
    assert any(step.dice for step, move in found if move.draws)


def test_luck_averages_zero_over_the_same_choice_with_other_dice_whatever_the_model_thinks(hedgerow: Path) -> None:
    course = course_of(hedgerow)
    rng = random.Random(1)
    surprised = looked = 0
    for play, move in course.plays():
        if move is None or not move.draws or looked == 12:
            continue
        before = course.chance(play)
        ends = [course.chance(with_dice(play, move, rng.getrandbits(64))) for _ in range(24)]
        luck = [split(course, play, move, (before, after), ONLY_DICE, rng).dice for after in ends]
        error = math.sqrt(sum(each**2 for each in luck) / len(luck)) / math.sqrt(len(luck))
        assert abs(sum(luck)) / len(luck) <= 4 * error
        surprised += abs(sum(ends) / len(ends) - before) > 5 * error  # the model errs, luck is not blamed
        looked += 1
    assert looked == 12 and surprised


def test_a_battle_that_is_not_over_tells_nothing(tmp_path: Path) -> None:
    loaded = load(battle(tmp_path, "war_storm/hedgerow-lane", 5, most=10))
    with pytest.raises(AnalysisError, match="when it is over"):
        next(analyse(loaded, systems()["war_storm"]))


def test_who_resigns_has_chosen_to_lose(tmp_path: Path) -> None:
    path = battle(tmp_path, "war_storm/hedgerow-lane", 5, most=10, resigns="german")
    *_, last = analyse(load(path), systems()["war_storm"], ONLY_DICE)
    step = last.steps[-1]
    assert step.label == "German resigned" and step.seat == "german"
    assert step.choice == step.after - step.before == 1 - last.points[-2].chance
    assert (step.dice, step.rest, step.better) == (0.0, 0.0, "")


# Words ---------------------------------------------------------------------------------------------


def made_up() -> Iterator[Step]:
    yield Step(1, 1, "red", 0, "Wait", 0.5, 0.5, 0.0, 0.0, 0.0)
    why = "The guns cover it."
    asked = "Red is near. Charge or hold? Nobody can charge twice."
    yield Step(2, 1, "blue", 1, "Charge", 0.5, 0.62, 0.10, 0.0, 0.02, "Hold", why, 0.04, 0.16, 9, asked=asked)
    yield Step(3, 2, "red", 0, "Fire", 0.62, 0.38, 0.0, -0.25, 0.01, drew=("to hit",), came=("No hit.",))
    yield Step(
        4, 2, "red", 0, "March", 0.38, 0.34, -0.04, 0.0, 0.0, "Stay", "", -0.09, 0.01, 9
    )  # not beyond the noise


def test_the_accounts_and_the_moments_in_words() -> None:
    found = list(made_up())
    red, blue = accounts(found, SIDES, NAMES)
    assert (red.choice, red.dice, red.rest) == (-0.04, -0.25, 0.03)
    assert (blue.choice, blue.dice, blue.rest) == (-0.10, 0.25, -0.03)
    assert sentences([red, blue], found, "Turn") == [
        "The Red side lost 4 points by decisions and 25 by luck. Their worst luck, 25 points, was in turn 2: No hit.",
        "The Blue side lost 10 points by decisions and gained 25 by luck.",
    ]
    mistake, throw = turnings(found, SIDES, NAMES, "Turn")
    assert (mistake.state, mistake.kind, mistake.side, mistake.points) == (1, "choice", "blue", -10)
    assert mistake.text == (
        "Turn 1, Blue: Red is near. Charge or hold? “Charge”. “Hold” was better by 10 points (4 to 16). "
        "The guns cover it."
    )
    assert (throw.state, throw.kind, throw.side, throw.points) == (2, "dice", "red", -25)
    assert throw.text == (
        "Turn 2, after “Fire”: No hit. That cost the Red side 25 points. 63% was expected, 38% was left."
    )


def test_many_small_losses_without_a_mistake_are_told_as_such() -> None:
    """Nine points by two choices, neither beyond the noise; told to Red, and not to Blue, who lost nothing."""
    found = [
        Step(1, 1, "red", 0, "March", 0.5, 0.45, -0.05, 0.0, 0.0, "Stay", "", -0.12, 0.02, 9),
        Step(2, 3, "red", 0, "Fire", 0.45, 0.41, -0.04, 0.0, 0.0, "Wait", "", -0.10, 0.02, 9),
    ]
    red, blue = sentences(accounts(found, SIDES, NAMES), found, "Turn", yours=True)
    assert red == (
        "You lost 9 points by decisions and nothing by luck. "
        "No choice stands out beyond chance: 2 cost a little, the dearest 5 points in turn 1 (“March”)."
    )
    assert blue == "You neither gained nor lost by decisions or by luck."


def test_what_was_gained_and_lost_in_a_sentence() -> None:
    """Where two things went the same way it is said once."""
    assert gained_or_lost(-0.31, -0.12) == "lost 31 points by decisions and 12 by luck"
    assert gained_or_lost(-0.01, 0.12) == "lost 1 point by decisions and gained 12 by luck"
    assert gained_or_lost(0.0, 0.12) == "lost nothing by decisions and gained 12 points by luck"
    assert gained_or_lost(-0.3, 0.001) == "lost 30 points by decisions and nothing by luck"
    assert gained_or_lost(0.0, 0.0) == "neither gained nor lost by decisions or by luck"


def test_the_worst_luck_of_several_throws_names_the_dearest() -> None:
    """Two markers in one turn count together; the one that cost most is told."""
    one = Step(1, 2, "red", 0, "Move", 0.5, 0.4, 0.0, -0.1, 0.0, drew=("marker",), came=("End Turn.",))
    two = Step(2, 2, "red", 0, "Stay", 0.4, 0.36, 0.0, -0.04, 0.0, drew=("marker",))
    other = Step(3, 3, "red", 0, "Fire", 0.36, 0.25, 0.0, -0.11, 0.0, drew=("to hit",))
    steps = [one, two, other]
    worst, cost = worst_luck(steps, 1.0)
    assert worst == [one, two] and cost == pytest.approx(0.14)
    assert drawn(worst, 1.0) == "2 throws, above all: End Turn."
    assert drawn([two], 1.0) == "marker after “Stay”."
    assert worst_luck(steps, -1.0) == ([], 0.0)


def shown() -> Analysis:
    points = tuple(
        Point(state, 1 + state // 2, "red", "<b>Fire</b>", chance)
        for state, chance in enumerate((0.5, 0.62, 0.38, 1.0))
    )
    first = Analysis("toy", "A <Test>", SIDES, NAMES, "Turn", "red", "it won", "Rough.", points, of=4)
    return whole(first, list(made_up()))


def test_the_picture_and_the_page_stand_alone() -> None:
    root = ElementTree.fromstring(picture(shown()))
    lines = root.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 1 and len(lines[0].attrib["points"].split()) == 4
    band = root.findall(".//{http://www.w3.org/2000/svg}polygon")
    assert len(band) == 1 and len(band[0].attrib["points"].split()) == 8  # there and back
    text = page(shown())
    assert "A &lt;Test&gt;" in text and "<b>Fire" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and "<script" not in text
    assert "“Hold” was better by 10 points" in text and "prefers-color-scheme: dark" in text
    assert turn_table(shown()).count("<tr>") == 4  # a head, two turns, the end


def test_the_command_gives_the_curve_as_json_and_as_a_picture(
    hedgerow: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    analyse_journal(hedgerow, True, False, True, tmp_path / "curve.svg", None)
    told = json.loads(capsys.readouterr().out)
    assert told["sides"] == ["american", "german"] and len(told["points"]) == told["of"] + 1
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
