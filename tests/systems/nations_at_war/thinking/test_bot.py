"""What computer players know of Nations at War, and that it serves them."""

import pytest
from stage import stage

import sandtable.systems  # noqa: F401
from sandtable.bots import levels
from sandtable.bots.player import Seat, answer
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.thinking.policy import Policy
from sandtable.systems.nations_at_war.thinking.worth import Judge, net_hits
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import Play
from sandtable.table.system import systems
from soak import LONG, sample

SYSTEM = systems()["nations_at_war"]
CATS = "nations_at_war/cats-in-the-mist"
BRIDGE = "nations_at_war/the-bridge-at-berezovyy-logg"


def test_net_hits_by_policy() -> None:
    """Two dice on 5 against one save on 4: P(1 left) = 4/9·1/2 + 1/9·1/2, P(2 left) = 1/9·1/2."""
    one, more = net_hits(2, 5, False, 1, 4, False, 0)
    assert one == pytest.approx(4 / 9 / 2 + 1 / 9 / 2)
    assert more == pytest.approx(1 / 18)


def worth(text: str, seat: str) -> float:
    return SYSTEM.thinks.evaluate(scene(text), seat)


GROUND = """
.. .. .. .. .. ..
.. W. .. .. .. ..
.. .. .. .. .. ..
german tiger T1 at A1
"""


def test_losses_count() -> None:
    """A Disrupted or Reduced enemy is worth less to its owner."""
    fresh = worth(GROUND + "soviet t-34-76 S1 at F1", "german")
    shaken = worth(GROUND + "soviet t-34-76 S1 at F1 disrupted", "german")
    broken = worth(GROUND + "soviet t-34-76 S1 at F1 reduced disrupted", "german")
    assert fresh < shaken < broken


def test_cover_counts() -> None:
    """Under fire a unit stands better in Woods than in the open, everything else being equal."""
    text = """
        .. .. .. .. ..
        .. .. .. .. ..
        german pzivg P at {place}
        soviet t-34-76 S at C1 ops
        win soviet A1
    """
    open_ground = worth(text.format(place="C2"), "german")
    woods = worth(
        text.format(place="C2").replace(".. .. .. .. ..\n        german", ".. .. W. .. ..\n        german"), "german"
    )
    assert woods > open_ground


def test_holding_what_wins_counts() -> None:
    """Control of the hexes that win is worth more than any single platoon."""
    text = GROUND + "soviet t-34-76 S1 at F1\nwin german D2 D3\n"
    assert worth(text + "control german D2 D3", "german") > worth(text, "german") + 3


def test_greedy_takes_the_good_shot() -> None:
    """A Tiger with a Disrupted T-34 in Reduced Range fires at it rather than holding or driving away."""
    s = stage(
        """
        .. .. .. .. ..
        .. .. .. .. ..
        german tiger T1 at A1
        german tiger T2 at A2
        soviet t-34-76 S1 at D1 disrupted ops
        """,
        1,
        1,
        1,
        1,
    )
    s.do("act", "T1")
    choice = levels.make("greedy", 1).choose(Seat(s.play, "german"))
    assert (choice.do, choice.to) == ("fire", "S1")


@pytest.mark.parametrize(("kind", "do"), [("fate save", "fate up"), ("fate rally", "fate up"), ("fate dice", "keep")])
def test_a_point_is_spent_to_save_or_rally_only(kind: str, do: str) -> None:
    """9.0.d Told by the kind of question, whatever its words are."""
    b = scene(GROUND)
    options = [Choice("fate re-roll", number=4), Choice("fate up", number=4), Choice("keep")]
    decision = Decision("german", kind, "", "9.0.i", lambda: options)
    assert Policy(Judge(b.ground, b.scenario.victory)).answer(b, decision, 0).do == do


def play(scenario: str, german: str, soviet: str, seed: int) -> str | None:
    game = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(seed))
    bots = {"german": levels.make(german, seed), "soviet": levels.make(soviet, seed + 500)}
    while answer(game, bots):
        pass
    assert game.result is not None
    return game.result.winner


@pytest.mark.soak
@pytest.mark.parametrize("scenario", [CATS, BRIDGE] if LONG else [CATS])
def test_greedy_beats_random_from_both_sides(scenario: str) -> None:
    """A few games here; docs/rulings.md has the figures of a hundred."""
    for seed in range(sample(1, 20)):
        assert play(scenario, "greedy", "random", seed) == "german"
        assert play(scenario, "random", "greedy", seed) == "soviet"
