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


def test_who_never_lost_may_be_far_better() -> None:
    found = ratings(("a", "b"), {("b", "a"): (8, 8)})["b"]
    assert found.value == pytest.approx(400 * math.log10(17))
    # Jeffreys' interval of 8 in 8: the quantiles of Beta(8.5, 0.5) are 0.7414 and 0.99994.
    assert found.low == pytest.approx(400 * math.log10(0.7414 / 0.2586), abs=40)
    assert found.high > found.value + 300


def test_the_interval_of_a_rating_is_that_of_the_share() -> None:
    found = ratings(("a", "b"), {("b", "a"): (300, 400)})["b"]
    share = wilson(300, 400)
    assert found.low == pytest.approx(400 * math.log10(share.low / (1 - share.low)), abs=8)
    assert found.high == pytest.approx(400 * math.log10(share.high / (1 - share.high)), abs=8)
