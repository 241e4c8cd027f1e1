"""D.wishes How often tacticians are asked whether they interrupt: once in four questions (docs/playing.md)."""

from collections import Counter

from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import Play
from sandtable.testing.citing import rule

MISSIONS = ("capture-the-flag-lieutenant", "not-in-my-house-lieutenant", "king-of-the-hill-colonel")


def asked(mission: str, seed: int) -> Counter[str]:
    """The questions of a battle between two tacticians, by kind."""
    system, found = OF_WAR_AND_MEN, Counter[str]()
    scenario = system.shelf.find(f"of_war_and_men/{mission}")
    play = Play(system, system.rules.new(scenario), SeededChance(seed_bytes(seed)))
    bots = {seat: levels.make("tactician", seed) for seat in system.rules.seats(play.battle)}
    while play.decision is not None:
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        found[decision.kind] += 1
        play.choose(bots[seat].choose(Seat(play, seat)), seat)
    return found


@rule("D.wishes")
def test_no_more_than_one_window_in_four_questions() -> None:
    total = sum((asked(mission, seed=5) for mission in MISSIONS), Counter[str]())
    assert 4 * total["window"] <= total.total()
    assert total["window"] > 50, "and they are asked"
