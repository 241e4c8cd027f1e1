"""The annotated battles that come with Sandtable: one of each game, small, and everything in them holds."""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.files import examined, example, examples
from sandtable.analysis.variations import StudyError
from sandtable.cli.analyse import analyse_journal
from sandtable.cli.words import Wrong
from sandtable.table.system import systems

LARGEST = 60_000  # bytes


@pytest.mark.parametrize("key", ["nations_at_war", "war_storm", "of_war_and_men", "regimental", "miniatures"])
def test_there_is_one_of_each_game_and_the_rules_of_today_play_it(key: str) -> None:
    """Where a rule was changed: `python docs/make_examples.py KEY --look`, and mend what docs/examples.toml says."""
    data = example(key)
    found, loaded, system = examined(data)
    assert system is systems()[key] and len(data) < LARGEST and found.title
    assert set(loaded.header.seats.values()) == {"strategist"}
    assert len(found.study.notes) >= 5 and any(twig.name and twig.note for twig in found.study.twigs)


def test_the_command_tells_an_example_with_its_notes(capsys: pytest.CaptureFixture[str]) -> None:
    analyse_journal(None, curve_only=True, shipped="regimental")
    told = capsys.readouterr().out
    assert "At the start: Blue has four turns" in told and "What if “No attack”" in told and "Guns first: " in told


def test_what_is_no_example_is_refused_in_words() -> None:
    assert set(examples()) <= set(systems())
    with pytest.raises(StudyError, match="There are"):
        example("chess")
    for path, name in ((None, ""), (None, "chess")):
        with pytest.raises(Wrong):
            analyse_journal(path, shipped=name)
