"""What decides the battles of an experiment: lines that are kept, shares that add up, a chapter of the report."""

import random
from pathlib import Path

import pytest

from sandtable.analysis.skill import Setting
from sandtable.lab import decided
from sandtable.lab.decided import FILE, Decided, Kind, analyse_experiment, read_decided
from sandtable.lab.deciding import by_kind, by_turn, share_of, shares, told_share, words
from sandtable.lab.experiment import LabError
from sandtable.lab.report import deciding_parts, write_report
from sandtable.lab.running import plan_for, play_plan


def made_up(count: int = 200) -> list[Decided]:
    """Battles in which the dice move twice as much as the choices."""
    rng = random.Random(1)
    found = []
    for seed in range(count):
        skill, luck = rng.gauss(0, 0.1), rng.gauss(0, 0.2)
        turns = {1: (skill, 0.0, 0.0), 2: (0.0, luck, 0.0)}
        kinds = (Kind("greedy", "fire", 10, 0.05, 1, 0.05, "“A” for “B”"), Kind("random", "move", 4, 0.2, 2))
        found.append(Decided(seed, 0.5, 0.5 + skill + luck, turns, kinds))
    return found


def test_the_shares_of_the_variance_add_up_and_tell_luck_from_skill() -> None:
    found = made_up()
    one, two, three = shares(found)
    assert one.value + two.value + three.value == pytest.approx(1.0)
    assert 0.1 < one.value < 0.3 and 0.7 < two.value < 0.9 and three.value == pytest.approx(0.0)
    assert all(each.low <= each.value <= each.high for each in (one, two, three))
    assert share_of([found[0], found[0]], lambda each: each.parts[0]) == 0.0  # nothing differs


def test_where_it_is_decided_and_what_each_kind_costs() -> None:
    found = made_up()
    turns = by_turn(found)
    assert sum(turns.values()) == pytest.approx(1.0) and turns[2] > 3 * turns[1]
    fire, move = by_kind(found)
    assert (fire.level, fire.kind, fire.a_battle, fire.mistakes) == ("greedy", "fire", 10.0, len(found))
    assert move.lost == pytest.approx(0.2) and fire.lost == pytest.approx(0.05)
    told = words(found, "Turn")
    assert f"the dice account for {told_share(shares(found)[1])} of" in told[0]
    assert "Most is decided in turn 2" in told[1]
    assert told[2:] == [
        "The player greedy loses 5 points in a battle by decisions, most of them by “fire”.",
        "The player random loses 20 points in a battle by decisions, most of them by “move”.",
    ]
    assert "are needed" in words(found[:3], "Turn")[0]
    unsure = words(made_up(12), "Turn")
    assert ("their interval has zero in it" in unsure[1]) == (shares(made_up(12))[0].low <= 0.0)
    page = deciding_parts(found, "Round")
    assert "<td>Round 2</td>" in page and "Turn 2" not in page and 'style="width:100%"' in page
    assert "Mistakes in 100" in page and "“A” for “B”" in page


def test_battles_are_analysed_once_and_the_report_tells_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decided, "MANY", Setting("", throws=1, outcomes=0))
    plan = plan_for("of_war_and_men/boot-camp", ["random", "random"], 3, 1)
    play_plan(plan, 1, "here", tmp_path, None)
    first = analyse_experiment(tmp_path, 2)
    assert [each.seed for each in first] == [1, 2]
    for each in first:
        assert each.start + sum(each.parts) == pytest.approx(each.result, abs=1e-3)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"seed": 3, "st')  # cut off
    monkeypatch.setattr(decided, "decide", lambda plan, seed: first[0])
    again = analyse_experiment(tmp_path, 2)
    assert again == first and list(read_decided(tmp_path)) == [1, 2]
    assert "What decides it" in write_report(tmp_path).read_text(encoding="utf-8")
    (tmp_path / FILE).write_bytes(b"nonsense\n")
    with pytest.raises(LabError, match="damaged"):
        read_decided(tmp_path)
