"""Attacks in words: what the readers of all systems share."""

import pytest

from sandtable.content.attack_words import names_of, runs, verb_of, word_at, words_of


def test_words_are_cut_and_compared_without_marks() -> None:
    words = words_of("2 Tigers, fire: at 'T-34/76' !")
    assert words == ["2", "Tigers", "fire", "at", "T-34/76"]
    assert names_of({"t-34": "T-34/76"}) == {"t34": "t-34", "t3476": "t-34"}
    assert verb_of(words, {"fire"}, "Who?") == 2
    with pytest.raises(ValueError, match="Who fires"):
        verb_of(words, {"storm"}, "Who fires?")


def test_the_longest_name_comes_first() -> None:
    assert list(runs(["heavy", "machine", "gun"], 1, 4)) == [(2, "machinegun"), (1, "machine")]
    assert word_at(["a"], 0) == "a" and word_at(["a"], 1) == word_at(["a"], -1) == ""
