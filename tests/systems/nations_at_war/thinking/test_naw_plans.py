"""What the planning players of Nations at War do: the quick policy, the plans, the prospect."""

from typing import Any

import pytest
from stage import NawStage, stage

import sandtable.systems  # noqa: F401
from sandtable.bots import levels
from sandtable.bots.player import Seat, answer
from sandtable.systems.nations_at_war.scene import scene
from sandtable.systems.nations_at_war.state.pieces import Action
from sandtable.systems.nations_at_war.thinking.action_worth import Act, more_than
from sandtable.systems.nations_at_war.thinking.openings import book, listed, placed
from sandtable.systems.nations_at_war.thinking.plans import comes_from_afar
from sandtable.systems.nations_at_war.thinking.prospect import aims, held, weights_at
from sandtable.systems.nations_at_war.thinking.weights import ATTACKER, BRAVE, DEFENDER, TIMES
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice
from sandtable.table.play import Play
from sandtable.table.system import systems

SYSTEM: Any = systems()["nations_at_war"]


def by_policy(s: NawStage, seat: str) -> Choice:
    """What the quick policy answers now."""
    decision = s.play.decision_for(seat)
    assert decision is not None
    found: Choice = SYSTEM.thinks.follow(s.b, decision, seat, None)
    return found


DUEL = """
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    german tiger T1 at A1
    german tiger T2 at A2
    soviet t-34-76 S1 at D1 disrupted ops
    soviet t-34-76 S2 at F2 ops
"""


def test_the_policy_finishes_off_what_is_shaken() -> None:
    """A Disrupted T-34 in Reduced Range is a better target than a fresh one farther away."""
    s = stage(DUEL)
    s.do("act", "T1")
    choice = by_policy(s, "german")
    assert (choice.do, choice.to) == ("fire", "S1")


def test_who_has_a_target_acts_first() -> None:
    s = stage(
        """
        .. .. W. .. ..
        .. .. W. .. ..
        .. .. W. .. ..
        german tiger T1 at A2
        german tiger T2 at D2
        soviet t-34-76 S1 at E2 ops
        """
    )
    assert by_policy(s, "german") == Choice("act", "T2")


def test_the_policy_shoots_at_whoever_comes_by() -> None:
    """5.3.a A Tiger that may react fires at a T-34 that drives through its field of fire."""
    s = stage(
        """
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        soviet t-34-76 S1 at F1
        soviet t-34-76 S2 at F2
        german tiger T1 at B1
        active soviet
        """
    )
    s.do("act", "S1")
    s.do("move", "", "E1")
    assert by_policy(s, "german") == Choice("fire", "T1", "S1")


RIDE = """
    .. W. .. W. .. .. C. ..
    .. .. .. W. .. .. .. ..
    .. .. .. W. .. .. .. ..
    german panzergrenadier G at B1 mounted
    soviet guards-infantry S at G1 ops
    win german G1
"""


def test_the_policy_unloads_in_front_of_whom_it_has_to_storm() -> None:
    """5.4.r Half-tracks storm nothing: the platoon drives up to the enemy, unloads there and storms in next."""
    s = stage(RIDE)
    s.do("act", "G")
    s.do("move", "", "F1")
    assert by_policy(s, "german") == Choice("unload", "G")


@pytest.mark.parametrize("type", ["panzergrenadier", "45mm-atg"])
def test_nobody_unloads_far_from_what_wins(type: str) -> None:
    """The woods are good cover on foot, but those who walk come too late, and a gun not at all."""
    s = stage(RIDE.replace("panzergrenadier", type))
    s.do("act", "G")
    act = Act(SYSTEM.mind.judge(s.b), s.b, 0, s.b.action, [s.b.unit("G")], ATTACKER)
    assert act.worth(Choice("unload", "G")) < act.worth(Choice("hold"))


def test_more_hits_than_the_enemy() -> None:
    """One die on 4 against one die on 4: more hits in a quarter of all throws."""
    assert more_than((3, 3), (3, 3)) == pytest.approx(0.25)


def test_what_counts_changes_with_time() -> None:
    """At the times of the table its own weights, between them in proportion; at first those of the first."""
    assert weights_at(1, 8) == TIMES[0][1] == weights_at(2, 8)
    assert weights_at(8, 8) == TIMES[-1][1]
    assert TIMES[1][1].won < weights_at(7, 8).won < TIMES[2][1].won


def test_the_prospect_of_one_side_is_the_fear_of_the_other() -> None:
    battle = scene(DUEL + "win german D2 D1")
    assert SYSTEM.thinks.prospect(battle, "german") == pytest.approx(-SYSTEM.thinks.prospect(battle, "soviet"))
    assert SYSTEM.thinks.prospect(
        scene(DUEL + "win german D2 D1\ncontrol german D2 D1"), "german"
    ) > SYSTEM.thinks.prospect(battle, "german")


def test_the_attacker_goes_for_the_end_of_the_line_where_no_enemy_is() -> None:
    """Four hexes in a row: both ends are as near, but at one of them stand the Churchills."""
    cats = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/cats-in-the-mist"))
    judge = SYSTEM.mind.judge(cats)
    index = cats.ground.index
    tiger = cats.unit("tiger-1")
    tiger.hex = index["K6"]
    churchill = cats.unit("churchill-1")
    formation = cats.formations[churchill.formation]
    churchill.hex, formation.edge = index["O10"], 1
    north = aims(cats, judge)
    churchill.hex, formation.edge = index["L1"], 0
    south = aims(cats, judge)
    assert cats.ground.distance[index["O11"]][north[0]] > cats.ground.distance[index["O11"]][south[0]]


def test_the_attacker_keeps_away_from_edges_by_which_reinforcements_come() -> None:
    """The Churchills may come on at either end of the line: its middle is safer until they have chosen."""
    cats = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/cats-in-the-mist"))
    judge = SYSTEM.mind.judge(cats)
    ground = cats.ground
    cats.unit("tiger-1").hex = ground.index["J3"]
    middle = aims(cats, judge)
    cats.formations[cats.unit("churchill-1").formation].edge = 1
    end = aims(cats, judge)
    assert ground.index["L1"] not in middle
    assert ground.index["L1"] in end


def test_who_must_attack_hurries() -> None:
    """The same hex on the way to what wins is worth more to a side that wins by it than to one that only holds it."""
    battles = {side: stage(DUEL + f"win {side} F1") for side in ("german", "soviet")}
    tempers = {"german": ATTACKER, "soviet": DEFENDER}
    gains = {}
    for side, s in battles.items():
        tiger = s.b.unit("T1")
        act = Act(SYSTEM.mind.judge(s.b), s.b, 0, Action([tiger.index], -1), [tiger], tempers[side])
        gains[side] = act.approach(s.b.ground.index["C1"]) - act.approach(s.b.ground.index["A1"])
    assert gains["german"] > gains["soviet"] > 0


LAST = """
    .. .. .. .. .. ..
    .. .. .. .. .. ..
    german tiger T1 at A1
    soviet t-34-76 S1 at E2 ops
    soviet t-34-76 S2 at F2 ops
    win german C1
    turns 8
    turn {turn}
"""


@pytest.mark.parametrize(("turn", "does"), [(2, "fire"), (8, "move")])
def test_in_the_last_turn_the_hex_that_wins_is_worth_more_than_a_shot(turn: int, does: str) -> None:
    """13.1.g A Tiger that could shoot drives into the hex instead, once there is no other time for it."""
    s = stage(LAST.format(turn=turn))
    s.do("act", "T1")
    assert by_policy(s, "german").do == does


def test_who_only_holds_breaks_what_would_win() -> None:
    """In the last turn a T-34 drives through a hex of the row that the attacker holds, though a Tiger looks on."""
    s = stage(
        """
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        german tiger T1 at A1 ops
        soviet t-34-76 S1 at F2
        win german D1 D2
        control german D1 D2
        turns 8
        turn 8
        active soviet
        """
    )
    s.do("act", "S1")
    choice = by_policy(s, "soviet")
    assert choice.do == "move"
    s.do(choice.do, choice.piece, choice.to)
    index = s.b.ground.index
    assert s.b.control[0] >> index["D1"] & 1 == 0 or s.b.control[0] >> index["D2"] & 1 == 0


def test_how_much_of_what_wins_is_held() -> None:
    """Of four hexes in a row those in the best stretch count; of a choice of hexes no more than are needed."""
    cats = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/cats-in-the-mist"))
    judge = SYSTEM.mind.judge(cats)
    line = judge.goals.groups
    assert held(judge, sum(1 << goal for goal in line[0][:3])) == (3, False)
    assert held(judge, sum(1 << goal for goal in line[0])) == (4, True)
    assert held(judge, 1 << line[0][0] | 1 << line[-1][-1]) == (1, False)
    dawn = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/first-light"))
    hamlet = sum(1 << dawn.ground.index[name] for name in ("N5", "N6", "O6"))
    assert held(SYSTEM.mind.judge(dawn), hamlet) == (2, True)


def test_plans_have_names_and_promises() -> None:
    """At the start of an impulse it is said what the Formation is about, then each act with its worth."""
    s = stage(DUEL + "win german F1")
    decision = s.play.decision_for("german")
    plan = SYSTEM.thinks.schemes(s.b, decision, "german", None)[0]
    assert "F1" in plan.label
    s.do("act", "T1")
    acts = SYSTEM.thinks.schemes(s.b, s.play.decision_for("german"), "german", plan)
    assert acts[0].first.to == "S1"
    assert [act.promise for act in acts] == sorted([act.promise for act in acts], reverse=True)


def test_only_what_is_close_is_played_through_and_only_near_the_end() -> None:
    """A player with more time tries acts that are about as good as the best, once the end can be seen."""
    s = stage(DUEL)
    s.do("act", "T1")
    decision = s.play.decision_for("german")
    assert all(plan.promise is not None for plan in SYSTEM.thinks.considered(s.b, decision, "german"))
    s.b.turn = s.b.scenario.turns
    tried = SYSTEM.thinks.considered(s.b, decision, "german")
    assert 1 < len(tried) < 4
    assert all(plan.promise is None for plan in tried)
    assert tried[0].prior == 0 >= tried[1].prior


def test_an_attacker_who_comes_from_afar_hurries() -> None:
    """With more time he finds a hex nearer to what wins worth more than the quick policy does, others do not."""
    bridge, cats = [
        SYSTEM.rules.new(SYSTEM.shelf.find(f"nations_at_war/{name}"))
        for name in ("the-bridge-at-berezovyy-logg", "cats-in-the-mist")
    ]
    assert comes_from_afar(bridge) and not comes_from_afar(cats)
    s = stage(LAST.format(turn=2))
    tiger = s.b.unit("T1")
    gains = {}
    for temper in (ATTACKER, BRAVE):
        act = Act(SYSTEM.mind.judge(s.b), s.b, 0, Action([tiger.index], -1), [tiger], temper)
        gains[temper] = act.approach(s.b.ground.index["C1"]) - act.approach(s.b.ground.index["A1"])
    assert gains[BRAVE] > gains[ATTACKER]


OPENINGS = [(scenario, side) for scenario, sides in book().items() for side in sides]


@pytest.mark.parametrize(("scenario", "side"), OPENINGS)
def test_with_more_time_one_sets_up_by_the_book(scenario: str, side: str) -> None:
    """Every piece stands where the book of openings says; a tactician sets up as the scenario suggests."""
    for level in ("tactician", "strategist"):
        game = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(scenario)), SampledChance(5))
        bots = {name: levels.make(level, 5) for name in ("german", "soviet")}
        while (decision := game.decision_for(game.asked()[0])) is not None and decision.kind == "setup":
            answer(game, bots)
        b = game.battle
        stand = placed(b, side)
        fitting = [
            set_up
            for set_up in book()[scenario][side]
            if all(listed(set_up, sort).count(place) == count for (sort, place), count in stand.items())
        ]
        assert bool(fitting) == (level == "strategist")
        for set_up in fitting:
            assert all(b.improved >> b.ground.index[name] & 1 for name in set_up.get("improved", []))
            assert all(b.mines >> b.ground.index[name] & 1 for name in set_up.get("mines", []))


def test_the_tactician_says_why() -> None:
    s = stage(DUEL)
    s.do("act", "T1")
    bot = levels.make("tactician", 1)
    choice = bot.choose(Seat(s.play, "german"))
    assert (choice.do, choice.to) == ("fire", "S1")
    thought = bot.thought
    assert thought is not None
    assert len(thought.plans) > 1 and "fire" in thought.choice.lower()


def test_the_last_turns_are_planned_to_the_end() -> None:
    """Stages of a battle: each impulse is one, but the end is one as a whole."""
    cats = SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/cats-in-the-mist"))
    before = SYSTEM.thinks.stage(cats)
    cats.turn = cats.scenario.turns
    assert SYSTEM.thinks.stage(cats) == "the end" != before


def test_a_stack_storms_a_house_together() -> None:
    """5.4 Two platoons go in together against one in a City, where fire does little, and one alone in the open."""
    text = """
        .. .. {ground} ..
        .. .. .. ..
        german infantry I1 at B1
        german infantry I2 at B1
        soviet guards-infantry S1 at C1 disrupted ops
        win german C1
    """
    s = stage(text.format(ground="C."))
    assert by_policy(s, "german") == Choice("act", "I1", "I2")
    s.do("act", "I1", "I2")
    assert by_policy(s, "german") == Choice("assault", "", "C1")
    assert by_policy(stage(text.format(ground="..")), "german") == Choice("act", "I1")


def test_who_must_retreat_goes_into_cover() -> None:
    """5.4.j Of three hexes he takes the one with the wood, for a Tiger looks on."""
    s = stage(
        """
        .. .. .. .. .. ..
        .. .. .. W. .. ..
        .. .. .. .. .. ..
        german infantry I1 at B2
        german tiger T1 at A1
        soviet guards-infantry S1 at C2 ops
        """,
        6, 1, 1, 1, 1, 1,
    )  # fmt: skip
    s.do("act", "I1")
    s.do("assault", "", "C2")
    decision = s.play.decision_for("soviet")
    assert decision is not None and decision.kind == "retreat"
    assert by_policy(s, "soviet") == Choice("retreat", "S1", "D2")


@pytest.mark.parametrize("scenario", ["cats-in-the-mist", "the-bridge-at-berezovyy-logg", "first-light"])
def test_the_policy_plays_whole_battles(scenario: str) -> None:
    game = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find(f"nations_at_war/{scenario}")), SampledChance(5))
    while game.asked():
        name = game.asked()[0]
        game.choose(SYSTEM.thinks.follow(game.battle, game.decision_for(name), name, None), name)
    assert game.result is not None


def test_tacticians_play_a_battle() -> None:
    game = Play(SYSTEM, SYSTEM.rules.new(SYSTEM.shelf.find("nations_at_war/first-light")), SampledChance(5))
    bots = {"german": levels.make("tactician", 5), "soviet": levels.make("tactician", 6)}
    while answer(game, bots):
        pass
    assert game.result is not None
