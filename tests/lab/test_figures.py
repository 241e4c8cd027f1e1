"""Shares, differences and ratings against figures worked out elsewhere."""

import math

import pytest

from sandtable.lab.figures import difference, mean, ratings, wilson


def test_wilsons_interval() -> None:
    share = wilson(8, 10)  # Newcombe 1998 gives the formula; the numbers were worked out by hand
    assert (share.value, round(share.low, 4), round(share.high, 4)) == (0.8, 0.4902, 0.9433)
    none = wilson(0, 20)
    assert none.low == 0.0 and round(none.high, 4) == 0.1611


def test_the_difference_of_two_shares() -> None:
    apart = difference(56, 70, 48, 80)  # Newcombe's own example, his method 10
    assert round(apart.value, 4) == 0.2
    assert (round(apart.low, 4), round(apart.high, 4)) == (0.0524, 0.3339)


def test_a_mean_of_equal_numbers_is_certain() -> None:
    assert mean([3.0, 3.0, 3.0]) == mean([3.0, 3.0])
    assert mean([5.0]).high == math.inf


def test_nothing_has_no_share() -> None:
    with pytest.raises(ValueError, match="no games"):
        wilson(0, 0)
    with pytest.raises(ValueError, match="nothing"):
        mean([])


def test_ratings_know_the_order_and_the_distance() -> None:
    # One who scores 10 to 1 is 400 Elo points better; half a win each is added.
    found = ratings(("weak", "strong"), {("strong", "weak"): (999.5, 1099)})
    assert found["weak"].value == 0.0
    assert found["strong"].value == pytest.approx(400, abs=0.5)
    assert found["strong"].low < 400 < found["strong"].high


def test_ratings_of_three_agree_with_the_shares() -> None:
    found = ratings(("a", "b", "c"), {("b", "a"): (150, 200), ("c", "b"): (150, 200), ("c", "a"): (180, 200)})
    assert found["a"].value < found["b"].value < found["c"].value
    step = 400 * math.log10(3)
    assert found["b"].value == pytest.approx(step, rel=0.03)
    assert found["c"].value == pytest.approx(2 * step, rel=0.03)


def test_a_ladder_without_a_defeat_has_finite_ratings() -> None:
    found = ratings(("a", "b"), {("b", "a"): (400, 400)})
    assert 1000 < found["b"].value < 1300
    assert found["b"].low < found["b"].value <= found["b"].high < math.inf
