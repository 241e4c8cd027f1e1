"""Guides for newcomers: read with all mistakes at once, true, and what a guided battle teaches happens."""

from pathlib import Path

import pytest

import sandtable.systems
from sandtable.bots import levels
from sandtable.bots.adviser import AdvisingTactician
from sandtable.bots.player import Seat
from sandtable.content.guides import read_guide
from sandtable.content.problems import ContentError
from sandtable.table.chance import SeededChance
from sandtable.table.decision import Choice
from sandtable.table.learning.guide import Guide, answer_for, astray, step_now, takes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import AnySystem, systems
from sandtable.testing.guided import begun, stops, written
from sandtable.testing.toy import GUIDE, TOY
from soak import sample

HOME = Path(sandtable.__file__).parent / "systems"
GUIDED = [system for system in systems().values() if system.shelf.guide() is not None]


def guide_of(system: AnySystem) -> Guide:
    guide = system.shelf.guide()
    assert guide is not None
    return guide


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_every_step_can_be_taken_and_what_it_speaks_of_has_happened(system: AnySystem) -> None:
    guide = guide_of(system)
    assert len(guide.steps) >= 8, "a first battle shows the main ideas"
    play = begun(system, guide)
    taken = 0
    for stop in stops(play, guide):
        assert stop.number == taken and stop.step is not None, f"step {taken + 1} of {system.key} is not possible"
        told = [event.kind for event in stop.told]
        assert set(stop.step.told) <= set(told), f"{system.key}, {stop.step.title}: {told}"
        decision = play.decision_for(guide.seat)
        assert decision is not None
        choice = stop.step.choice  # where pieces go on a table in inches needs no button
        assert choice.at or choice in decision.options(), f"no button for {written(choice)}"
        taken += 1
        if taken == len(guide.steps):
            break
    assert taken == len(guide.steps)


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_every_choice_that_takes_a_step_leads_to_all_the_others(system: AnySystem) -> None:
    """Wherever a hand puts the pieces: later steps come, and what they speak of has happened."""
    guide = guide_of(system)
    others = [(number, option) for number, option, exact in along(guide, begun(system, guide)) if not exact]
    for number, other in others:
        for _ in along(guide, begun(system, guide), number, other):
            pass


def along(guide: Guide, play: AnyPlay, at: int = -1, other: Choice | None = None) -> list[tuple[int, Choice, bool]]:
    """The choices that take the steps, and whether they are the guide's own; at one step another is chosen."""
    found = []
    for stop in stops(play, guide):
        assert stop.step is not None, f"after {other} at step {at + 1} the guide has nothing to say"
        assert set(stop.step.told) <= {event.kind for event in stop.told}, f"{stop.step.title} after {other}"
        decision = play.decision_for(guide.seat)
        assert decision is not None
        own = stop.step.choice
        taking = [option for option in decision.options() if takes(option, stop.step)]
        found += [(stop.number, option, option == own) for option in taking]
        if stop.number == len(guide.steps) - 1:
            return found
        play.choose(other if other and stop.number == at else own if decision.allows(own) else taking[0], guide.seat)
    raise AssertionError("the battle is over before the last step")


def at_step(system: AnySystem, title: str) -> tuple[Guide, AnyPlay]:
    """The guided battle of a system where this step comes."""
    guide = guide_of(system)
    play = begun(system, guide)
    for stop in stops(play, guide):
        if stop.step is not None and stop.step.title == title:
            break
    return guide, play


def test_whoever_changes_an_order_and_gives_it_again_is_back_on_the_path() -> None:
    guide, play = at_step(systems()["regimental"], "Ready?")
    play.choose(Choice("change"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (0, True)  # the order may be given again
    play.choose(Choice("order", to="M"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (1, False)
    play.choose(Choice("change"), guide.seat)
    play.choose(Choice("order", to="H"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (-1, True)
    play.choose(Choice("ready"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (-1, True)
    (enemy,) = [seat for seat in play.asked() if seat != guide.seat]
    for choice in guide.first:
        play.choose(choice, enemy)  # and now the orders are turned up
    assert (step_now(guide, play), astray(guide, play)) == (-1, False)


def test_whoever_takes_the_step_that_was_due_is_back_on_the_path() -> None:
    guide, play = at_step(systems()["regimental"], "Choose a battalion")
    play.choose(Choice("select", "i-1"), guide.seat)
    assert astray(guide, play) and play.may_undo() == guide.seat
    play.undo(guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (3, False)
    play.choose(Choice("select", "i-1"), guide.seat)
    play.choose(Choice("move", "i-1", "0204"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (3, True)
    play.choose(Choice("select", "ii-1"), guide.seat)
    assert (step_now(guide, play), astray(guide, play)) == (4, False)


def test_after_the_steps_nobody_is_astray() -> None:
    play = begun(TOY, GUIDE)
    for _, stop in zip(GUIDE.steps, stops(play, GUIDE), strict=False):
        assert not astray(GUIDE, play) and stop.step is not None
    play.choose(GUIDE.steps[-1].choice, "red")
    while play.result is None:
        seat = play.asked()[0]
        play.choose(play.decision_for(seat).options()[0], seat)  # type: ignore[union-attr]
        assert not astray(GUIDE, play)


@pytest.mark.soak
@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_who_does_what_the_guide_shows_wins(system: AnySystem) -> None:
    """After the steps “Show me” asks the tactician; the opponent is the guide's. One seed in five may go wrong."""
    seeds = range(1, sample(1, 5) + 1)
    won = sum(followed(system, seed) == guide_of(system).seat for seed in seeds)
    assert won >= len(seeds) - len(seeds) // 5


def followed(system: AnySystem, seed: int) -> str | None:
    """Who wins when the learner takes every step and then every hint."""
    guide = guide_of(system)
    play = begun(system, guide)
    for stop in stops(play, guide):
        if stop.number == len(guide.steps) - 1:
            break
    play.choose(guide.steps[-1].choice, guide.seat)
    opponent = levels.make(guide.opponent, seed)
    opponent.hurried = False  # the clock decides nothing here
    while play.result is None:
        seat = play.asked()[0]
        friend = AdvisingTactician(1000 * seed + len(play.history))
        friend.hurried = False
        play.choose((friend if seat == guide.seat else opponent).choose(Seat(play, seat)), seat)
    return play.result.winner


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_the_learner_acts_first(system: AnySystem) -> None:
    """The other side has chosen nothing but its set-up or a secret order before the learner's first step."""
    guide = guide_of(system)
    play = begun(system, guide)
    next(stops(play, guide))
    assert len(play.history) <= len(guide.first)


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_a_guide_speaks_only_of_what_there_is(system: AnySystem) -> None:
    guide = guide_of(system)
    code = "\n".join(path.read_text(encoding="utf-8") for path in (HOME / system.key).rglob("*.py"))
    told = {kind for step in guide.steps for kind in step.told}
    told |= {kind for task in guide.tasks for kind in task.event} | {each.event for each in guide.lessons}
    asked = {each.kind for each in (*guide.tasks, *guide.lessons)}
    verbs = {verb for task in guide.tasks for verb in task.does} | {each.does for each in guide.lessons}
    verbs |= {step.choice.do for step in guide.steps}
    for word in sorted((told | asked | verbs | {each.about for each in guide.lessons}) - {""}):
        assert f'"{word}"' in code, f"{system.key} knows no {word!r}"
    cited = {each.rule for each in (*guide.steps, *guide.tasks, *guide.lessons)} - {""}
    assert cited and cited <= set(system.shelf.rules())
    first = {id for lesson in guide.lessons for id in lesson.after}
    assert first <= {lesson.id for lesson in guide.lessons}
    assert guide.opponent in levels.names(system)
    assert guide.seat in [info for each in system.shelf.infos() if each.id == guide.scenario for info in each.sides]


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_the_battle_after_it_has_the_same_seats(system: AnySystem) -> None:
    guide = guide_of(system)
    seats = {each.id: each.sides for each in system.shelf.infos()}
    assert not guide.next or (guide.next != guide.scenario and seats[guide.next] == seats[guide.scenario])


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_a_step_is_short(system: AnySystem) -> None:
    for step in guide_of(system).steps:
        assert len(step.title) <= 40 and sum(map(len, step.text)) <= 400, step.title


@pytest.mark.parametrize("system", GUIDED, ids=lambda system: system.key)
def test_what_to_do_fits_on_a_phone(system: AnySystem) -> None:
    """The last paragraph of a step is always in sight: it has room for five lines there."""
    assert not [step.title for step in guide_of(system).steps if len(step.text[-1]) > 190]


def test_whoever_leaves_the_path_meets_a_player_who_thinks() -> None:
    play = Play(TOY, TOY.rules.new(TOY.shelf.find(GUIDE.scenario)), SeededChance(GUIDE.seed))
    assert step_now(GUIDE, play) == 0
    assert answer_for(GUIDE, play, "blue") == Choice("storm")  # it must answer, and the guide has no wish
    play.choose(Choice("storm"), "red")
    assert step_now(GUIDE, play) == -1
    assert answer_for(GUIDE, play, "blue") is None
    play.undo("red")
    assert step_now(GUIDE, play) == 0


def test_after_the_last_step_the_guide_leaves_the_other_side_alone() -> None:
    play = begun(TOY, GUIDE)
    path = stops(play, GUIDE)
    assert [next(path).number for _ in GUIDE.steps] == [0, 1, 2]
    play.choose(GUIDE.steps[-1].choice, "red")
    assert step_now(GUIDE, play) == len(GUIDE.steps)
    assert answer_for(GUIDE, play, "blue") is None


SMALL = """
[battle]
offer = "Guided first battle"
scenario = "ridge"
seat = "red"
opponent = "random"
seed = 3
goal = "Take the ridge."
farewell = "Good luck."
first = [{ do = "set up" }]

[[step]]
title = "Drive up"
text = '''
One
paragraph.

And another.'''
look = "map"
choice = { do = "move", piece = "t1", at = [{ piece = "t1", spot = [100, 200, 90] }] }
then = [{ do = "fire", piece = "b1", to = "t1", number = 2 }]
told = ["turn"]
"""


def test_a_guide_is_read(tmp_path: Path) -> None:
    path = tmp_path / "guide.toml"
    path.write_text(SMALL, encoding="utf-8")
    guide = read_guide(path, "toy")
    assert guide is not None and (guide.scenario, guide.seed, guide.first) == ("toy/ridge", 3, (Choice("set up"),))
    (step,) = guide.steps
    assert step.text == ("One paragraph.", "And another.")
    assert step.choice == Choice("move", "t1", at=(("t1", 100, 200, 90),))
    assert step.then == (Choice("fire", "b1", "t1", 2),)
    assert read_guide(tmp_path / "none.toml", "toy") is None


def test_mistakes_in_a_guide_are_told_all_at_once(tmp_path: Path) -> None:
    path = tmp_path / "guide.toml"
    wrong = SMALL.replace('look = "map"', 'look = "mapp"').replace("seed = 3", "")
    path.write_text(f'{wrong}\n[[task]]\nid = "a"\ntext = "A"\nhow = "B"\nwho = "x"\n', encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_guide(path, "toy")
    said = str(caught.value)
    assert "battle.seed: is missing" in said and "did you mean 'map'?" in said and "task[1].who" in said
