"""Who acts when: to wait for the enemy, not to be closed out, to rally early."""

from ws_turns import FIELD, Turns

from sandtable.bots.player import Seat
from sandtable.bots.strategist import StrategistBot
from sandtable.bots.tactician import TacticianBot
from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.systems.war_storm.scene import scene
from sandtable.systems.war_storm.thinking.situation import Situation
from sandtable.systems.war_storm.thinking.strategy import CAUTION
from sandtable.table.asking import PASS
from sandtable.table.decision import Choice
from sandtable.table.scheme import Scheme

SYSTEM = WAR_STORM
QUIET = f"""{FIELD}
blue officer O at A000 range=2
blue us-infantry P at A000
red officer X at A707 range=2
red grenadier G at A707
"""
CLOSE = QUIET.replace("A707", "A200") + "blue us-infantry Q at A000\n"


def deepened(text: str, seat: str = "blue") -> list[Scheme]:
    """What a strategist weighs, the best first."""
    stage = Turns(text)
    decision = stage.play.decision_for(seat)
    assert decision is not None
    found = SYSTEM.thinks.schemes(stage.b, decision, seat, None)
    found = SYSTEM.thinks.deepened(stage.b, decision, seat, found)
    return sorted(found, key=lambda each: each.promise or 0.0, reverse=True)


def test_who_has_nothing_to_lose_waits_for_the_enemy() -> None:
    best = deepened(QUIET)[0]
    assert (best.label, best.first) == ("Wait for the enemy", PASS)
    seat = Seat(Turns(QUIET).play, "blue")
    assert StrategistBot(1).choose(seat) == PASS
    assert TacticianBot(1).choose(seat) == Choice("activate", "O")


def test_who_has_a_shot_does_not_wait() -> None:
    best = deepened(CLOSE)[0]
    assert best.label == "O fires at A200"
    assert best.promise is not None
    assert best.promise > 0.4


def test_nobody_waits_for_an_enemy_who_has_acted() -> None:
    text = QUIET.replace("A707 range=2", "A707 range=2 used").replace("G at A707", "G at A707 used")
    assert PASS not in [each.first for each in deepened(text)]


def test_nobody_waits_where_it_would_end_the_turn() -> None:
    in_reaction = QUIET.replace("G at A707", "G at A707 reaction=1")
    assert PASS not in [each.first for each in deepened(in_reaction)]
    stage = Turns(QUIET).do("pass")
    assert stage.asked == ("red", "activation")
    decision = stage.play.decision_for("red")
    assert decision is not None
    assert PASS not in [each.first for each in SYSTEM.thinks.deepened(stage.b, decision, "red", [])]


TWO = f"""{FIELD}
blue officer O at A000 range=2
blue us-infantry P at A000 reaction=1
blue officer R at A003 range=2 of=b
blue us-infantry S at A003 of=b
red officer X at A705 used
red grenadier G at A705 used
objective Mill A300 red
award control blue 3 A300
"""


def test_when_the_enemy_is_done_a_company_in_reaction_goes_first_lest_the_turn_close() -> None:
    assert deepened(TWO)[0].first == Choice("activate", "O")
    assert deepened(TWO.replace(" reaction=1", "").replace("S at A003", "S at A003 reaction=1"))[0].first == Choice(
        "activate", "R"
    )


def test_an_officer_rallies_early() -> None:
    text = f"{QUIET}blue officer R at A003 range=2 of=b\nblue us-infantry S at A003 routed of=b\n"
    best = deepened(text)[0]
    assert (best.label, best.orders) == ("R sees to his men", {"R": "rally"})


def test_plans_are_played_only_in_the_last_turn() -> None:
    last = f"{TWO}turns 1\n"
    for text, doubtful in ((TWO, False), (last, True)):
        stage = Turns(text)
        decision = stage.play.decision_for("blue")
        assert decision is not None
        assert (SYSTEM.thinks.doubt(stage.b, decision, "blue") > 0.0) == doubtful


def test_who_looks_further_fears_the_answer_more() -> None:
    b = scene(QUIET)
    platoon = b.platoons[0]
    near, far = b.ground.index["A706"], b.ground.index["A000"]

    def loses(place: int) -> float:
        ends = {platoon: place}
        return Situation(b, 0).together(ends, True) - Situation(b, 0, CAUTION).together(ends, True)

    assert loses(near) > 0.1
    assert loses(far) == 0.0
