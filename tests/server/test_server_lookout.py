"""What a player of Nations at War asks before he moves: sight, and dangers on the way."""

import random

import pytest

from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.table.chance import SeededChance
from sandtable.table.play import AnyPlay, Play
from sandtable.table.telling import thousandths
from sandtable.testing.toy import TOY

CATS = "nations_at_war/cats-in-the-mist"


def a_play(seed: int) -> AnyPlay:
    game = NATIONS_AT_WAR
    return Play(game, game.rules.new(game.shelf.find(CATS)), SeededChance(str(seed).encode()))


def test_dangers_are_the_shots_that_are_offered_when_one_gets_there() -> None:
    """Every Opportunity Fire that the enemy is offered on the way was foretold, with the same odds."""
    game = NATIONS_AT_WAR
    met = 0
    for seed in range(12):
        play = a_play(seed)
        pick = random.Random(seed)
        for _ in range(250):
            decision = play.decision
            if decision is None:
                break
            choice = pick.choice(decision.options())
            before = game.rules.fingerprint(play.battle)
            told = game.shown.dangers(play.battle, decision, choice)
            assert game.rules.fingerprint(play.battle) == before
            play.choose(choice)
            question = play.decision
            moved = decision.kind == "action" and choice.do == "move"
            if not moved:
                assert told == []
            elif question is not None and question.kind == "opportunity fire":
                place = play.log[-1].place
                offered = {(o.piece, o.to) for o in question.options() if o.do in ("fire", "overwatch")}
                foretold = {(danger.piece, danger.target) for danger in told if danger.place == place}
                assert offered == foretold
                view = game.shown.view(play, question.seat)
                for danger in told:
                    if danger.place == place:
                        met += 1
                        assert best(view, danger.piece, danger.target, danger.label) in (danger.odds[0].chance, None)
    assert met > 20


def best(view: object, piece: str, target: str, label: str) -> int | None:
    """The best odds that the firer is shown for the same shot; None where none are shown."""
    do = "fire" if label == "Opportunity Fire" else "overwatch"
    options = view.decision.options  # type: ignore[attr-defined]
    chances = [
        option.odds[0].chance
        for option in options
        if option.odds and (option.choice.do, option.choice.piece, option.choice.to) == (do, piece, target)
    ]
    return max(chances, default=None)


def test_sight_is_symmetrical_and_says_why() -> None:
    game = NATIONS_AT_WAR
    battle = a_play(1).battle
    for start in ("A1", "C4", "F5"):
        seen = game.shown.sight(battle, start, "")
        assert seen is not None and start in seen.places
        for to in ("A1", "C4", "F5", "H7"):
            line = game.shown.sight(battle, start, to)
            assert line is not None and line.open == (to in seen.places)
            assert line.reason.endswith(".") and line.rule in game.shelf.rules()
            back = game.shown.sight(battle, to, start)
            assert back is not None and back.open == line.open
    with pytest.raises(ValueError, match="no place 'Q99'"):
        game.shown.sight(battle, "Q99", "")


def test_a_system_offers_neither_unless_it_says_so() -> None:
    toy = TOY
    play = Play(toy, toy.rules.new(toy.shelf.find("toy/ridge")), SeededChance(b"1"))
    decision = play.decision_for("red")
    assert decision is not None
    assert toy.shown.sight(play.battle, "red", "") is None
    assert toy.shown.dangers(play.battle, decision, decision.options()[0]) == []
    assert toy.secrets and not NATIONS_AT_WAR.secrets


def test_thousandths_are_rounded() -> None:
    from fractions import Fraction

    assert [thousandths(Fraction(n, 3)) for n in range(4)] == [0, 333, 667, 1000]
