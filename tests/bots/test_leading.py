"""What a choice leads to, what makes answers equal, and what is told where there is nothing to choose."""

from typing import Any

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots.explaining import Scale, at_once, explained, reason
from sandtable.bots.facts import Ahead, ahead_of, in_brief, odds_ahead
from sandtable.bots.planning import Line
from sandtable.bots.player import Seat
from sandtable.bots.tactician import once
from sandtable.table.asking import PASS
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Scheme, Weighed
from sandtable.table.system import systems


def bridge() -> tuple[Any, Any]:
    system = systems()["nations_at_war"]
    return system.thinks, system.rules.new(system.shelf.find("the-bridge-at-berezovyy-logg"))


def question(kind: str, *options: Choice) -> Decision:
    return Decision("german", kind, "", "", lambda: list(options))


def test_who_is_chosen_is_told_with_where_he_goes() -> None:
    system = systems()["war_storm"]
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find("hedgerow-lane")), SeededChance(seed_bytes(1)))
    while True:
        name = play.asked()[0]
        seat = Seat(play, name)
        moves = [option for option in seat.options() if seat.decision.kind == "action" and option.do == "move"]
        if moves:
            break
        play.choose(system.thinks.follow(play.battle, seat.decision, name, None), name)
    found = ahead_of(seat, moves[0], None)
    assert found is not None and found.label.startswith("To ") and not found.odds
    assert odds_ahead(seat, moves[0], None) == f"What it can do then: {found.label} ({found.place})."
    assert "hex" in found.place and not found.place.endswith(".")


def test_a_plan_that_was_not_taken_is_told_in_brief() -> None:
    assert in_brief(None) == ""
    assert in_brief(Ahead("Fire at B", "a step lost 20%")) == "then Fire at B: a step lost 20%"
    assert in_brief(Ahead("Move to K5", place="woods, 2 hexes from the mill")) == (
        "then Move to K5: woods, 2 hexes from the mill"
    )
    assert in_brief(Ahead("Move to K5")) == "then Move to K5"


def test_answers_that_are_as_good_are_told_with_what_they_matter_for() -> None:
    mind, battle = bridge()
    scale = Scale(mind, battle, "german")
    scale.about(
        question("operation", Choice("act", "infantry-1"), Choice("act", "infantry-2")), Choice("act", "infantry-1")
    )
    plans = [Weighed("Act with A", 0.0, 0), Weighed("Act with B", 0.0, 0)]
    thought = explained("strategist", "Act with A", plans, (), scale)
    assert thought.why == "As good as Act with B, as far as it can see."
    assert thought.more == (
        "Units that wait can still act in this impulse: "
        "the order matters where one opens the way, takes a hex or draws the fire that another would meet."
    )


def test_what_is_won_or_lost_is_told_with_how_it_stands() -> None:
    mind, battle = bridge()
    scale = Scale(mind, battle, "german")
    plans = [Weighed("Go", -1000.0, 3), Weighed("Stay", -1000.0, 3)]
    assert reason("Go", plans, scale) == (
        "The battle is lost whatever it does, as far as it can see: "
        "it is turn 1 of 8, and the German side lacks O6 with no unit in order on the map."
    )


def test_who_can_only_pass_is_told_so() -> None:
    mind, battle = bridge()
    scale = Scale(mind, battle, "german")
    scale.about(question("fate", PASS, Choice("pass impulse")), PASS)
    assert (
        reason("Do nothing", [Weighed("Do nothing", 0.0, 0)], scale) == "There is nothing else that it could answer."
    )
    scale.about(question("fate", PASS, Choice("fate move", "infantry-1", "A5")), PASS)
    assert reason("Do nothing", [Weighed("Do nothing", 0.0, 0)], scale) == "Nothing else comes near."


def test_to_pass_for_longer_is_no_plan_of_its_own() -> None:
    assert at_once("Do nothing for the rest of this impulse") == "Do nothing"
    lines = [
        Line(Scheme("Do nothing", first=PASS)),
        Line(Scheme("Fire", first=Choice("fire", "a", "b"))),
        Line(Scheme("Hold fire", first=Choice("pass march"))),
    ]
    assert [line.scheme.label for line in once(lines)] == ["Do nothing", "Fire"]
    ways = [Line(Scheme(label, first=Choice("to", "a", "B5", number))) for number, label in enumerate(("On", "End"))]
    assert [line.scheme.label for line in once(ways)] == ["On"]


def test_an_answer_may_have_its_own_word_on_what_will_matter() -> None:
    mind = systems()["war_storm"].thinks
    act = question("action", Choice("done"), Choice("move", "a"))
    assert mind.equal(act, Choice("done")) == "What will matter: who comes before its next activation."
    assert mind.equal(act, Choice("move", "a")).startswith("Platoons that wait can still act")
    assert mind.equal(question("nothing"), Choice("done")) == ""


def test_who_is_chosen_and_stays_is_told_what_it_does_there() -> None:
    system = systems()["regimental"]
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find("the-village-of-lauen")), SeededChance(2))
    found = set()
    while play.decision is not None:
        name = play.asked()[0]
        seat = Seat(play, name)
        for option in seat.options() if seat.decision.kind == "mover" else []:
            ahead = ahead_of(seat, option, None) if option.do == "select" else None
            found |= {ahead.label} if ahead is not None and not ahead.place and not ahead.odds else set()
        play.choose(system.thinks.follow(play.battle, seat.decision, name, None), name)
    assert found == {"Stay"}


def test_a_regiment_that_begins_by_leaving_its_companies_is_not_idle() -> None:
    system = systems()["regimental"]
    play: AnyPlay = Play(
        system, system.rules.new(system.shelf.find("the-varne-bridgehead")), SeededChance(seed_bytes(2))
    )
    found: Ahead | None = None
    while found is None:
        name = play.asked()[0]
        seat = Seat(play, name)
        for option in seat.options() if seat.decision.kind == "activation" else []:
            ahead = ahead_of(seat, option, None) if option.do == "activate" else None
            if ahead is not None and ahead.label == "Leave the companies as they are":
                found = ahead
        play.choose(system.thinks.follow(play.battle, seat.decision, name, None), name)
    assert not found.idle
