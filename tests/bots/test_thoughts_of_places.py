"""What a place is like where somebody goes, in a sentence of a thought."""

import pytest

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots.explaining import Scale, distinct, reason
from sandtable.bots.facts import unlike
from sandtable.bots.player import Seat
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.decision import Choice
from sandtable.table.mind import ground_words, stands_words, target_words, watched_words
from sandtable.table.play import AnyPlay, Play
from sandtable.table.scheme import Weighed
from sandtable.table.system import systems


def test_a_place_in_words() -> None:
    assert ground_words("Woods", "the mill", 5, 3) == "The place: woods, 2 hexes nearer to the mill, 3 to go."
    assert ground_words("Clear", "the mill", 3, 4) == "The place: clear, 1 hex farther from the mill, 4 to go."
    assert ground_words("Clear", "the mill", 3, 3) == "The place: clear, no nearer to the mill (3 hexes)."
    assert ground_words("Town", "the mill", 2, 0) == "The place: town, and it is the mill itself."
    assert ground_words("Woods", "the mill", None, 1) == "The place: woods, 1 hex from the mill."
    assert ground_words("Woods", "", 1, 1) == "The place: woods."
    seen = watched_words(1)
    assert ground_words("Town", "the mill", 2, 0, seen) == (
        "The place: town, and it is the mill itself; 1 enemy sees it there."
    )


def test_who_stays_is_told_where_he_stands_and_who_sees_it() -> None:
    assert stands_words("Woods", "the mill", 2, watched_words(3)) == (
        "Where it stands: woods, 2 hexes from the mill; 3 enemies see it there."
    )
    assert stands_words("Town", "the mill", 0, watched_words(0)) == (
        "Where it stands: town, the mill itself; no enemy sees it there."
    )
    assert stands_words("Town", "", 0, watched_words(1, "is next to it", "are next to it")) == (
        "Where it stands: town; 1 enemy is next to it."
    )


def test_a_target_is_told_by_its_cover_and_by_what_it_holds() -> None:
    assert target_words("Woods", "the mill", 1, "; reduced") == "The target: woods, 1 hex from the mill; reduced."
    assert target_words("Town", "the mill", 0) == "The target: town, the mill itself."
    assert target_words("Town", "", 0) == "The target: town."


def test_of_two_places_only_what_is_different_is_told() -> None:
    here = "Where it stands: woods, 2 hexes from the mill; 3 enemies see it there."
    there = "The place: clear, 1 hex nearer to the mill, 1 to go; 3 enemies see it there."
    assert unlike(here, there) == "clear, 1 hex nearer to the mill, 1 to go"
    assert unlike(here, here) == "" and unlike("", here) == "woods, 2 hexes from the mill; 3 enemies see it there"


# Whose question it is, where no piece is named.
STAYS = {
    "regimental/the-graben-line": "Where it stands: open, 5 hexes from Post West; no enemy is next to it there, "
    "the nearest is 5 hexes away.",
}


@pytest.mark.parametrize(
    ("scenario", "choice", "told"),
    [
        (
            "nations_at_war/cats-in-the-mist",
            Choice("place", "tiger-1", "H5"),
            "The place: clear, 5 hexes from M5; no enemy sees it there; no cover.",
        ),
        (
            "war_storm/rearguard-on-the-ridge",
            Choice("place", "german-a-1", "C506"),
            "The place: open, and it is Ridge, middle itself; no enemy could fire at it there; "
            "its fire covers La Croix; Ridge, west; Ridge, middle and Ridge, east.",
        ),
        (
            "regimental/the-graben-line",
            Choice("shift", "i-21", "0410"),
            "The place: open, 3 hexes nearer to Post West, 1 to go; 1 enemy is next to it there "
            "(5 strength points, it has 5).",
        ),
        (  # an HQ goes where its battalions are
            "regimental/the-graben-line",
            Choice("move", "21st-hq", "0410"),
            "The place: open, 4 hexes nearer to Post West, 1 to go; 1 enemy is next to it there "
            "(5 strength points, it has 6); 0 of 3 battalions in its range.",
        ),
        (
            "regimental/the-graben-line",
            Choice("move", "21st-hq", "0413"),
            "The place: open, 1 hex nearer to Post West, 4 to go; no enemy is next to it there, "
            "the nearest is 4 hexes away; 3 of 3 battalions in its range.",
        ),
    ],
)
def test_each_game_on_a_map_tells_the_place_of_a_move(scenario: str, choice: Choice, told: str) -> None:
    system = systems()[scenario.partition("/")[0]]
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(1)))
    name = play.asked()[0]
    seat = Seat(play, name)
    assert system.thinks.ground(play.battle, name, seat.decision, choice) == told
    assert system.thinks.ground(play.battle, name, seat.decision, Choice("pass", "nobody")) in (
        "",
        STAYS.get(scenario),
    )


def test_an_order_is_weighed_by_where_the_regiment_is_and_not_its_headquarters() -> None:
    system = systems()["regimental"]
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find("regimental/the-graben-line")), SeededChance(1))
    name = play.asked()[0]
    decision = Seat(play, name).decision
    told = system.thinks.ground(play.battle, name, decision, Choice("order", to="M"))
    assert told == "The 21st Infantry: 3 battalions, the nearest 4 hexes from Post Centre; no enemy is next to it."


def test_the_same_answer_for_longer_is_no_other_plan() -> None:
    longer = "Pass, and do not ask again until this turn or phase is over"
    plans = distinct([Weighed("Pass", 1, 0), Weighed(longer, 1, 0), Weighed("Play Smoke", 0.5, 0)])
    assert [plan.label for plan in plans] == ["Pass", "Play Smoke"]


def test_what_was_played_to_the_end_is_told_in_victories() -> None:
    won, less, idle = (
        Weighed("Go", 297.0, 3),
        Weighed("Stay", 274.8, 3),
        Weighed("Wait", 297.0, 3),
    )
    sure = [Weighed(label, -1000.0, 3) for label in ("Go", "Stay")]
    assert reason("Go", sure) == "The battle is lost whatever it does, as far as it can see."
    assert reason("Go", [won, less]) == ("The next best, Stay, would cost about 1 point of 100 in the chance to win.")
    assert reason("Go", [won, idle, less]) == (
        "As good as Wait, as far as it can see; Stay would cost about 1 point of 100 in the chance to win."
    )


def test_an_order_of_merit_has_no_price() -> None:
    system = systems()["miniatures"]
    battle = system.rules.new(system.shelf.find("saint-aubry-crossroads"))
    scale = Scale(system.thinks, battle, system.rules.seats(battle)[0])
    scale.ranks = True
    plans = [Weighed("Tanks", 2.1, 1), Weighed("Mortars", 0.7, 1)]
    assert reason("Tanks", plans, scale, {"Mortars": "31 inches from the mill"}.get) == (
        "It comes before Mortars (31 inches from the mill)."
    )
