"""Problems name file, place and nearest word, and come all at once."""

import pytest

from sandtable.content.problems import MOST_PROBLEMS, ContentError, Problem, Problems, nearest, quoted


def test_problem_names_file_place_and_sentence() -> None:
    assert str(Problem("a.toml", "units[1]", "is missing")) == "a.toml, units[1]: is missing"
    assert str(Problem("a.toml", "", "there is no such file")) == "a.toml: there is no such file"


def test_unknown_word_with_the_nearest_right_one() -> None:
    problems = Problems("data/scenarios/x.toml")
    problems.unknown("formations[1].units[2].type", "unit", "tigre", ["tiger", "panther"])
    assert str(problems.found[0]) == (
        "data/scenarios/x.toml, formations[1].units[2].type: no unit is called 'tigre'; did you mean 'tiger'?"
    )


def test_unknown_word_like_no_other_lists_the_few_known() -> None:
    problems = Problems("x")
    problems.unknown("side", "side", "martian", ["german", "soviet"])
    assert problems.found[0].message == "no side is called 'martian'; choose from 'german', 'soviet'"


@pytest.mark.parametrize("word", ["Tiger", "TIGER ", "tigger", "tieger"])
def test_nearest_sees_through_capitals_and_slips(word: str) -> None:
    assert nearest(word, ["t-34-76", "tiger", "churchill"]) == "tiger"


def test_nearest_sees_through_blanks_and_underscores() -> None:
    assert nearest("Guards Infantry", ["guards-infantry"]) == "guards-infantry"
    assert nearest("wooded-hill", ["wooded_hill"]) == "wooded_hill"


def test_nearest_of_a_monster_is_nothing() -> None:
    assert nearest("x" * 100_000, ["x"]) is None


def test_quoted_stays_on_one_short_line() -> None:
    assert "\n" not in quoted("a\nb")
    assert len(quoted("x" * 1000)) < 70


def test_error_tells_every_problem_on_its_own_line() -> None:
    problems = Problems("a.toml")
    problems.add("one", "is wrong")
    problems.elsewhere("b.toml").add("two", "is wrong as well")
    with pytest.raises(ContentError) as caught:
        problems.check()
    assert str(caught.value).splitlines() == ["a.toml, one: is wrong", "b.toml, two: is wrong as well"]


def test_no_problem_no_error() -> None:
    Problems("a.toml").check()


def test_enough_is_enough() -> None:
    problems = Problems("a.toml")
    for _ in range(10_000):
        problems.add("here", "is wrong")
    assert len(problems.found) == MOST_PROBLEMS + 1
    assert problems.found[-1].message == "there are more problems; fix these first"
