"""What if: variations grow beside a battle that stays as it is, with dice chosen, fresh or averaged."""

import random
from pathlib import Path

import msgspec
import pytest
from test_analysis import battle

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.files import examined, packed
from sandtable.analysis.growing import ACTIVATION, AVERAGE, CHOICE, CHOSEN, END, Garden, Told, Wanted, dice_of
from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import Moments
from sandtable.analysis.variations import MOST_NAME, MOST_TWIGS, Study, StudyError, Twig, check_tree
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.journal import Loaded, load, replay
from sandtable.table.system import systems

HEDGEROW, VARNE = "war_storm/hedgerow-lane", "regimental/the-varne-bridgehead"


@pytest.fixture(scope="module")
def hedgerow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return battle(tmp_path_factory.mktemp("journals"), HEDGEROW, 5)


@pytest.fixture(scope="module")
def varne(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return battle(tmp_path_factory.mktemp("journals"), VARNE, 5)


def garden_of(path: Path, seed: int = 1) -> tuple[Garden, Loaded, Moments]:
    loaded = load(path)
    system = systems()[loaded.header.system]
    moments = Moments(loaded, system)
    return Garden(Judge(system, moments.at(0)), moments.at, random.Random(seed)), loaded, moments


def thrown(path: Path) -> tuple[int, int]:
    """The state before the first choice that was followed by dice, and how many."""
    loaded = load(path)
    return next((state, len(entry.draws)) for state, entry in enumerate(loaded.entries) if len(entry.draws) > 1)


def test_every_moment_is_as_it_was_whatever_is_looked_at_first(hedgerow: Path) -> None:
    loaded = load(hedgerow)
    system = systems()["war_storm"]
    moments = Moments(loaded, system)
    states = [0, len(loaded.entries), 40, 41, 39, 7]
    for state in states:
        cut = msgspec.structs.replace(loaded, entries=loaded.entries[:state], end=None)
        then = replay(cut, system).play
        found = moments.at(state)
        assert system.rules.fingerprint(found.battle) == system.rules.fingerprint(then.battle)
        assert found.asked() == then.asked() and len(found.log) == len(then.log)


def test_a_variation_with_the_dice_of_the_battle_is_the_battle(hedgerow: Path) -> None:
    garden, loaded, moments = garden_of(hedgerow)
    state, _ = thrown(hedgerow)
    entry = loaded.entries[state]
    twig, play = garden.grow(state, [], Wanted(entry.choice, dice=CHOSEN, draws=entry.draws))
    rules = systems()["war_storm"].rules
    assert twig.draws == entry.draws and twig.seat == entry.seat
    assert rules.fingerprint(play.battle) == rules.fingerprint(moments.at(state + 1).battle)


def test_dice_that_are_chosen_fall_as_chosen_and_the_rest_is_fresh(hedgerow: Path) -> None:
    garden, loaded, _ = garden_of(hedgerow)
    state, _ = thrown(hedgerow)
    entry = loaded.entries[state]
    other = 1 + entry.draws[0] % 6
    twig, _ = garden.grow(state, [], Wanted(entry.choice, dice=CHOSEN, draws=(other,)))
    assert twig.draws[0] == other
    dice = dice_of(garden, state, [twig])
    assert [die.value for die in dice] == list(twig.draws) and all(die.why and die.sides >= die.value for die in dice)
    with pytest.raises(StudyError, match="is not between 1 and"):
        garden.grow(state, [], Wanted(entry.choice, dice=CHOSEN, draws=(99,)))


def test_averaged_dice_say_the_mean_and_play_the_throw_nearest_to_it(hedgerow: Path) -> None:
    garden, loaded, _ = garden_of(hedgerow)
    state, _ = thrown(hedgerow)
    twig, _ = garden.grow(state, [], Wanted(loaded.entries[state].choice, dice=AVERAGE))
    fresh = [garden.grow(state, [], Wanted(loaded.entries[state].choice))[0].chance for _ in range(40)]
    assert twig.throws == 40 and twig.mean is not None
    assert abs(twig.mean - sum(fresh) / 40) <= max(fresh) - min(fresh)
    assert abs(twig.chance - twig.mean) <= min(max(fresh) - twig.mean, twig.mean - min(fresh)) + 1e-3


def test_what_the_rules_forbid_is_refused_and_nothing_changes(hedgerow: Path) -> None:
    garden, loaded, moments = garden_of(hedgerow)
    before = systems()["war_storm"].rules.fingerprint(moments.at(3).battle)
    with pytest.raises(IllegalChoice):
        garden.grow(3, [], Wanted(Choice("conjure")))
    with pytest.raises(StudyError, match="over there"):
        garden.grow(len(loaded.entries), [], Wanted(Choice("pass")))
    with pytest.raises(StudyError, match="no place"):
        garden.grow(3, [], Wanted(Choice("settle", "resign")))
    assert systems()["war_storm"].rules.fingerprint(moments.at(3).battle) == before


def test_computer_players_go_on_for_a_choice_an_activation_or_to_the_end(hedgerow: Path) -> None:
    garden, _, _ = garden_of(hedgerow)
    one, _, done = garden.go_on(10, [], "greedy", CHOICE, 60)
    assert len(one) == 1 and done and one[0].by == "greedy"
    some, _, done = garden.go_on(10, [], "random", ACTIVATION, 600)
    assert done and len(some) >= 1
    study, added = Study().with_twigs(0, some)
    late, play, done = garden.go_on(10, study.way(added[-1].id), "random", END, 600)
    assert done and late[-1].end and play.result is not None and late[-1].chance in (0.0, 0.5, 1.0)
    part, _, done = garden.go_on(10, [], "random", END, 0)
    assert len(part) == 1 and not done  # the time is up, and it can be asked again


def test_a_way_is_walked_again_to_the_same_game(hedgerow: Path) -> None:
    garden, _, _ = garden_of(hedgerow)
    some, play, _ = garden.go_on(20, [], "random", END, 600)
    study, added = Study().with_twigs(0, some)
    again, _, _ = garden_of(hedgerow, seed=9)
    found = again.at(20, study.way(added[-1].id))
    rules = systems()["war_storm"].rules
    assert rules.fingerprint(found.battle) == rules.fingerprint(play.battle)
    assert found.result == play.result and len(found.log) == len(play.log)


def test_as_one_seat_knew_it_the_secrets_of_the_other_are_dealt_anew(varne: Path) -> None:
    garden, loaded, moments = garden_of(varne)
    system = systems()["regimental"]
    secret = next(
        state
        for state, entry in enumerate(loaded.entries)
        if "red" in moments.at(state).asked() and "blue" in moments.at(state + 1).asked() and entry.seat == "red"
    )
    open_play = moments.at(secret + 1)
    choice = open_play.decision_for("blue").options()[0]  # type: ignore[union-attr]
    twig, play = garden.grow(secret + 1, [], Wanted(choice, "blue", knew="blue"))
    assert twig.knew == "blue"
    again, _, _ = garden_of(varne, seed=77)
    found = again.at(secret + 1, [twig])
    assert system.rules.fingerprint(found.battle) == system.rules.fingerprint(play.battle)
    with pytest.raises(StudyError, match="no such seat"):
        garden.grow(secret + 1, [], Wanted(choice, "blue", knew="nobody"))


# The tree ------------------------------------------------------------------------------------------


def twig(label: str, **more: object) -> Twig:
    return Twig(1, 0, 4, "red", Choice("go", to=label), label=label, **more)  # type: ignore[arg-type]


def test_the_tree_grows_is_named_and_is_pruned() -> None:
    study, [one, two] = Study().with_twigs(0, [twig("A1"), twig("A2")])
    assert (one.id, one.parent, two.id, two.parent) == (1, 0, 2, 1)
    study, [other] = study.with_twigs(one.id, [twig("B2")])
    same, [again] = study.with_twigs(one.id, [twig("B2")])
    assert again.id == other.id and len(same.twigs) == 3  # the same choice with the same dice is there once
    study = study.named(two.id, " Bold\x00 ", "It might\nwork.").noted(4, "Here it went wrong.")
    assert study.find(two.id).name == "Bold" and study.find(two.id).note == "It might\nwork."
    assert study.notes == {4: "Here it went wrong."} and study.noted(4, " ").notes == {}
    assert [each.id for each in study.way(other.id)] == [1, 3]
    left = study.without(two.id)
    assert [each.id for each in left.twigs] == [1, 3] and left.with_twigs(1, [twig("C")])[1][0].id == 4
    assert study.without(one.id).twigs == ()
    for broken in (lambda: study.find(9), lambda: study.way(9), lambda: study.without(9)):
        with pytest.raises(StudyError, match="no longer exists"):
            broken()
    with pytest.raises(StudyError, match="at most"):
        study.named(1, "x" * (MOST_NAME + 1), "")
    full, _ = Study().with_twigs(0, [twig(str(i)) for i in range(MOST_TWIGS)])
    with pytest.raises(StudyError, match="Remove some"):
        full.with_twigs(0, [twig("one more")])


@pytest.mark.parametrize(
    "broken",
    [
        Study(twigs=(twig("A", name="x"), twig("B")), made=1),  # the same number twice
        Study(twigs=(msgspec.structs.replace(twig("A"), parent=7),), made=1),
        Study(twigs=(twig("A"),), made=0),
        Study(twigs=(msgspec.structs.replace(twig("A"), state=11),), made=1),
        Study(notes={11: "late"}),
        Study(twigs=(twig("A"), msgspec.structs.replace(twig("B"), id=2, parent=1, knew="red")), made=2),
    ],
)
def test_what_is_no_tree_is_refused(broken: Study) -> None:
    check_tree(Study(twigs=(twig("A"),), made=1, notes={10: "late"}), 10)
    with pytest.raises(StudyError):
        check_tree(broken, 10)


# One file ------------------------------------------------------------------------------------------


def test_a_battle_goes_out_and_comes_in_as_one_file(hedgerow: Path) -> None:
    garden, _, _ = garden_of(hedgerow)
    some, _, _ = garden.go_on(10, [], "random", ACTIVATION, 600)
    study, added = Study().with_twigs(0, some)
    study = study.named(added[0].id, "Another way", "Why not?").noted(10, "A quiet moment.")
    lines = hedgerow.read_bytes().splitlines(keepends=True)
    data = packed("Hedgerow Lane", lines, study)
    found, loaded, _ = examined(data)
    assert found.study == study and found.title == "Hedgerow Lane" and loaded.end is not None
    lying = msgspec.json.decode(data)
    lying["study"]["twigs"][0]["chance"] = 0.999
    lying["study"]["twigs"][0]["label"] = "A lie"
    assert examined(msgspec.json.encode(lying))[0].study == study  # worked out anew
    lying["study"]["twigs"][0]["choice"] = {"do": "conjure"}
    with pytest.raises(StudyError, match="is not possible"):
        examined(msgspec.json.encode(lying))


def test_files_that_are_none_are_refused_in_words(hedgerow: Path, tmp_path: Path) -> None:
    lines = hedgerow.read_bytes().splitlines(keepends=True)
    data = packed("Hedgerow Lane", lines, Study())
    for broken, why in (
        (b"", "not the file"),
        (b"[" * 5000, "not the file"),
        (b'{"format": 1}', "not the file"),
        (data.replace(b'"format": 1', b'"format": 9', 1), "format 9"),
        (packed("x", [*lines[:5], *lines[6:]], Study()), "damaged"),
        (packed("x", lines[:-1], Study()), "not over"),
        (packed("x", lines, Study(notes={10**6: "late"})), "no moment"),
    ):
        with pytest.raises(StudyError, match=why):
            examined(broken)


def test_told_dice_come_first_and_say_what_they_were_for() -> None:
    chance = Told((3, 2), seed=1)
    assert [chance.roll(6, "to hit"), chance.roll(2, "a card")] == [3, 2]
    assert 1 <= chance.roll(6, "rally") <= 6
    assert [(die.why, die.sides) for die in chance.asked] == [("to hit", 6), ("a card", 2), ("rally", 6)]
