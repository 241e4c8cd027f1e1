"""A computer player gives up only after a whole turn without hope, by what its seat knows."""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots.giving_up import HOPE, Seen, look, no_hope
from sandtable.bots.player import Seat
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.mind import Mind
from sandtable.table.outlook import Lean, Outlook
from sandtable.table.play import Play
from sandtable.table.system import systems

LOW = HOPE / 2


def seen(*pairs: tuple[int, float]) -> list[Seen]:
    return [Seen(turn, chance) for turn, chance in pairs]


@pytest.mark.parametrize(
    ("kept", "gives_up"),
    [
        ([], False),
        (seen((3, LOW), (3, LOW)), False),  # this turn is not over
        (seen((3, LOW), (3, LOW), (4, LOW)), True),
        (seen((3, LOW), (3, HOPE), (4, LOW)), False),  # there was hope for a moment
        (seen((3, LOW), (4, HOPE)), False),
        (seen((2, 0.5), (3, LOW), (4, LOW)), True),  # what was before that does not count
        (seen((2, LOW), (4, LOW)), False),  # nothing is known of the turn between
        (seen((4, LOW), (4, LOW), (5, LOW), (5, LOW)), True),
    ],
)
def test_a_whole_turn_without_hope(kept: list[Seen], gives_up: bool) -> None:
    assert no_hope(kept) is gives_up


def test_it_looks_only_where_chances_were_fitted_on_the_very_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    system = systems()["war_storm"]
    scenario = system.shelf.find("the-orchard-gate")
    play = Play(system, system.rules.new(scenario), SeededChance(seed_bytes(1)))
    seat = Seat(play, play.asked()[0])
    weights = dict.fromkeys(system.thinks.signs, (0.0, 0.0, 0.0))

    def fitted(digest: str, lean: float) -> None:
        outlook = Outlook(1, 9, weights, {scenario.id: Lean(digest, (lean, lean, lean))})
        monkeypatch.setattr(Mind, "outlook", property(lambda mind: outlook))

    fitted(scenario.digest[:16], 0.0)
    assert look(seat) == Seen(system.rules.turn(play.battle), 0.5)
    fitted("0" * 16, 0.0)
    assert look(seat) is None
    monkeypatch.setattr(Mind, "outlook", property(lambda mind: None))
    assert look(seat) is None
