"""Beginners: they make the mistakes that the data of a game name, and say so."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomlkit
from test_bots import Table, TableBattle

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots import levels
from sandtable.bots.beginner import (
    CHARGED,
    FORGOT,
    NEAREST,
    NOTHING_ELSE,
    PROPOSED,
    STOPPED,
    WANDERED,
    CorporalBot,
    RecruitBot,
)
from sandtable.bots.habits import Beginners, Habits, read_beginners
from sandtable.bots.player import Bot, Seat
from sandtable.table.chance import SampledChance, SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import Play
from sandtable.table.system import systems
from sandtable.testing.variant import assembled

OPTIONS = {"near": 1, "far": 3, "march": 2, "pass": 0}


class Range(Table):
    """Two targets, a way to march, and nothing."""

    def __init__(self, folder: Path) -> None:
        super().__init__(OPTIONS)
        self.data = folder

    def reach(self, battle: Any, decision: Decision, choice: Choice) -> float | None:
        return {"near": 2.0, "far": 9.0}.get(choice.do)


def asked(tmp_path: Path, seed: int = 1, bot: type[Bot] = RecruitBot, **habits: float) -> tuple[str, str]:
    """What a recruit with these habits does, and why."""
    known = {"levels": {"recruit": {"sees": 1.0} | habits}, "forgotten": {"step": "pass"}}
    if "stops" in habits:
        known = {"levels": known["levels"], "stopped": {"step": "pass"}}
    folder = tmp_path / str(sorted(habits.items()))
    folder.mkdir(exist_ok=True)
    (folder / "beginners.toml").write_text(tomlkit.dumps(known), encoding="utf-8")
    made = levels.make(bot.name, seed)
    choice = made.choose(Seat(Play(assembled(Range(folder)), TableBattle(), SampledChance(seed)), "me"))
    thought = made.thought
    assert thought is not None and thought.level == bot.name and thought.choice == choice.do.capitalize()
    return choice.do, thought.why


def test_who_sees_all_and_never_errs_takes_the_best(tmp_path: Path) -> None:
    for seed in range(5):
        assert asked(tmp_path, seed) == (
            "far",
            "Asked: What? The next best, March, would cost 1.00 of what a platoon is worth.",
        )


def test_before_the_battle_he_takes_what_is_proposed() -> None:
    """Else now and then a squad of one or two soldiers would go to war."""
    system = systems()["of_war_and_men"]
    for name in ("recruit", "corporal"):
        for seed in range(6):
            battle = system.rules.new(system.shelf.find("not-in-my-house-private"))
            play = Play(system, battle, SeededChance(seed_bytes(seed)))
            made = levels.make(name, seed)
            while play.decision is not None and play.decision.kind != "start":
                choice = made.choose(Seat(play, play.decision.seat))
                if play.decision.kind == "squad":
                    assert choice == Choice("ready") and made.thought is not None and made.thought.why == PROPOSED
                assert play.decision.kind in ("division", "squad", "fireteams")
                play.choose(choice)


def test_he_lets_a_reaction_go_by(tmp_path: Path) -> None:
    assert asked(tmp_path, forgets=1.0) == ("pass", FORGOT)


def test_he_is_done_while_others_could_act(tmp_path: Path) -> None:
    assert asked(tmp_path, stops=1.0) == ("pass", STOPPED)


def test_he_goes_forward_where_he_should_hold() -> None:
    """Red at Ostrau need not move: who likes to go forward gives that order all the same, and says so."""
    system = systems()["regimental"]
    given = set()
    for seed in range(20):
        play = Play(system, system.rules.new(system.shelf.find("the-road-to-ostrau")), SeededChance(seed_bytes(seed)))
        seat, bot = Seat(play, "red"), RecruitBot(seed)
        assert seat.decision.kind == "order"
        order = bot.choose(seat).to
        given.add((order, bot.thought is not None and bot.thought.why == CHARGED))
    assert ("M", True) in given and {order for order, charged in given if charged} == {"M"}
    assert any(not charged for _, charged in given)


def test_he_shoots_at_the_nearest_if_he_shoots(tmp_path: Path) -> None:
    assert {asked(tmp_path, seed, nearest=1.0)[0] for seed in range(8)} == {"march"}  # better than the near one
    found = {asked(tmp_path, seed, nearest=1.0, sees=0.6) for seed in range(60)}
    assert ("near", NEAREST) in found


def test_he_overlooks_options_but_never_all(tmp_path: Path) -> None:
    found = {asked(tmp_path, seed, sees=0.0) for seed in range(40)}
    assert found == {(verb, NOTHING_ELSE) for verb in OPTIONS}


def test_he_tries_something(tmp_path: Path) -> None:
    assert {asked(tmp_path, seed, wanders=1.0) for seed in range(40)} == {(verb, WANDERED) for verb in OPTIONS}


def test_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    again = {asked(tmp_path, 7, sees=0.5, wanders=0.3) for _ in range(4)}
    assert len(again) == 1


@pytest.mark.parametrize("key", list(systems()))
def test_every_game_has_habits_for_both_levels_and_asks_what_they_name(key: str) -> None:
    known = read_beginners(systems()[key].thinks.file("beginners.toml"))
    recruit, corporal = known.levels["recruit"], known.levels["corporal"]
    assert recruit.sees < corporal.sees and recruit.forgets >= corporal.forgets and known.forgotten and known.stopped
    assert known.levels.keys() <= {"recruit", "corporal", "greedy", "tactician"}  # nobody else errs on purpose


def test_a_habit_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"<= 1"):
        msgspec.convert({"levels": {"recruit": {"sees": 2}}}, Beginners)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"sees": 1, "sleeps": 1}, Habits)


@pytest.mark.parametrize("key", list(systems()))
def test_shots_of_a_game_have_a_reach(key: str) -> None:
    """In the first battles of recruits some shot is measured, and nothing that has no target."""
    system = systems()[key]
    info = next(info for info in system.shelf.infos() if len(info.sides) == 2)
    play = Play(system, system.rules.new(system.shelf.find(info.id)), SeededChance(seed_bytes(4)))
    bots = {seat: CorporalBot(3) for seat in system.rules.seats(play.battle)}
    for _ in range(400):
        if play.decision is None:
            break
        name = play.asked()[0]
        seat = Seat(play, name)
        measured = [system.thinks.reach(play.battle, seat.decision, choice) for choice in seat.options()]
        if any(measured):
            return
        play.choose(bots[name].choose(seat), name)
    pytest.fail("nobody had a target")


def test_levels_are_told_in_words() -> None:
    told = levels.described()
    assert [level.name for level in told] == levels.names()
    assert all(level.title and level.about for level in told if level.name in levels.SHIPPED)
    assert levels.NEWCOMER in levels.names()
