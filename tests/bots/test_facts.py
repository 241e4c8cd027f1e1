"""What a thought tells of a choice: what was asked, what is kept, and the odds to which it leads."""

import sandtable.systems  # noqa: F401  registers the games
from sandtable.bots.facts import facts_of, general_of, joined, leads, odds_ahead, shortened
from sandtable.bots.player import Seat
from sandtable.lab.training.games import Hand
from sandtable.systems.nations_at_war.thinking.mind import under_fire
from sandtable.systems.of_war_and_men.thinking.card_facts import answers, paid
from sandtable.systems.regimental.rules.orders import READY
from sandtable.table.chance import SampledChance, SeededChance, seed_bytes
from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import read_purposes
from sandtable.table.play import AnyPlay, Play
from sandtable.table.system import systems
from sandtable.table.telling import percent


def played_until(scenario: str, kind: str, verb: str, seed: int = 1) -> tuple[AnyPlay, Seat]:
    """A battle of the quick policy, where it is about to answer a question with a verb."""
    system = systems()[scenario.partition("/")[0]]
    play: AnyPlay = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(seed)))
    bots = {name: Hand(seed) for name in system.rules.seats(play.battle)}
    while True:
        name = play.asked()[0]
        seat = Seat(play, name)
        choice = bots[name].choose(seat)
        if (seat.decision.kind, choice.do) == (kind, verb):
            return play, seat
        play.choose(choice, name)


def test_who_decides_to_fire_is_told_the_odds_of_the_shot_that_follows() -> None:
    play, seat = played_until("miniatures/the-farm-on-the-lane", "action", "fire")
    options = {option.do: option for option in seat.options()}
    found = odds_ahead(seat, options["fire"], None)
    assert found.startswith("The odds then (") and ": a Team or more lost " in found
    assert odds_ahead(seat, options["overwatch"], None) == ""
    assert play.decision is not None and play.decision.kind == "action"


def test_a_mind_may_throw_dice_while_it_thinks() -> None:
    _, seat = played_until("of_war_and_men/capture-the-flag-private", "action", "attack")
    deal = seat.fork(1)
    deal.battle.chance.roll(1 << 30, "a thought")
    attack = next(option for option in seat.options() if option.do == "attack")
    assert any(each.startswith("The odds then (") for each in facts_of(seat, deal, attack))


def test_nobody_moves_for_the_odds_of_what_comes_after() -> None:
    _, seat = played_until("nations_at_war/first-light", "action", "move")
    move = next(option for option in seat.options() if option.do == "move")
    assert odds_ahead(seat, move, None) == ""


def test_where_no_place_is_told_the_question_is() -> None:
    play, seat = played_until("regimental/the-graben-line", "orders", "ready")
    told = facts_of(seat, seat.fork(1), READY)
    side = seat.name
    laid = [each for each in play.battle.regiments if play.battle.side_name(each.side) == side]
    names = {"M": "Move", "H": "Hold", "D": "Dig in", "R": "Retreat"}
    orders = next(each for each in told if each.startswith("The orders: "))
    assert len(laid) == 3 and all(
        f"{each.name} on {names[each.given]}, the nearest enemy " in orders for each in laid
    )
    play, seat = played_until("of_war_and_men/capture-the-flag-private", "squad", "ready")
    assert "Asked: Which squad do you take?" in facts_of(seat, seat.fork(1), Choice("ready"))


def test_whose_turn_it_is_is_told_by_orders_strength_and_the_nearest_enemy() -> None:
    play, seat = played_until("regimental/the-graben-line", "activation", "activate")
    mind, battle = play.system.thinks, play.battle
    regiment = next(each for each in battle.regiments if battle.side_name(each.side) == seat.name)
    order = {"M": "Move", "H": "Hold", "D": "Dig in", "R": "Retreat"}[regiment.order]
    told = mind.ground(battle, seat.name, seat.decision, Choice("activate", regiment.key))
    near = min(
        battle.ground.distance[battle.stands[own].hex][other.hex]
        for own in regiment.stands
        for other in battle.stands
        if other.side != regiment.side and other.hex >= 0 <= battle.stands[own].hex
    )
    where = f"the nearest enemy is {near} {'hex' if near == 1 else 'hexes'} away"
    assert told == f"The {regiment.name} is on {order}; {where}."
    bare = battle.copy()
    for other in bare.stands:
        if other.side != regiment.side and other.hex >= 0:
            bare.lift(other)
    told = mind.ground(bare, seat.name, seat.decision, Choice("activate", regiment.key))
    assert told == f"The {regiment.name} is on {order}; no enemy is on the map."
    play, seat = played_until("regimental/the-graben-line", "mover", "select")
    choice = next(option for option in seat.options() if option.do == "select")
    stand = play.battle.find_stand(choice.piece)
    away = min(
        play.battle.ground.distance[stand.hex][x.hex]
        for x in play.battle.stands
        if x.side != stand.side and x.hex >= 0
    )
    told = play.system.thinks.ground(play.battle, seat.name, seat.decision, choice)
    assert f"no enemy is next to it there, the nearest is {away} hexes away" in told


def test_who_waits_is_told_the_best_odds_that_he_leaves() -> None:
    _, seat = played_until("miniatures/the-farm-on-the-lane", "reaction", "react")
    question = seat.view().decision
    assert question is not None
    best = max([option for option in question.options if option.odds], key=lambda option: option.odds[0].chance)
    left = next(each for each in facts_of(seat, seat.fork(1), Choice("pass")) if each.startswith("What it leaves"))
    assert left.startswith(
        f"What it leaves ({best.label}): a Team or more lost {percent(best.odds[0].chance / 1000)}"
    )


def test_who_aims_shells_is_told_who_is_there() -> None:
    system = systems()["nations_at_war"]
    battle = system.rules.new(system.shelf.find("the-bridge-at-berezovyy-logg"))
    land = battle.ground
    place = next(each for each in range(len(land.names)) if sum(far == 1 for far in land.distance[each]) == 6)
    beside = next(each for each in range(len(land.names)) if land.distance[place][each] == 1)
    for unit, hex in zip(battle.units_of[0][:3], (place, place, beside), strict=True):
        unit.hex = hex
    battle.units_of[1][0].hex = beside
    told = "The target: 2 enemy units in it, 1 next to it; 1 of its own in or next to it."
    assert under_fire(battle, place, 1) == told


def test_who_aims_where_nobody_is_says_that_it_hardly_matters() -> None:
    system = systems()["nations_at_war"]
    battle = system.rules.new(system.shelf.find("the-bridge-at-berezovyy-logg"))
    land = battle.ground
    place, far = land.index["E6"], land.index["H6"]
    for unit in (*battle.units_of[0], *battle.units_of[1]):
        unit.hex = -1
    battle.units_of[0][0].hex = far
    told = (
        "The target: no enemy in it or next to it; the nearest is 3 hexes away, "
        "so only shells that drift could hit him, and it hardly matters where it aims."
    )
    assert under_fire(battle, place, 1) == told
    battle.units_of[1][0].hex = place
    assert under_fire(battle, place, 1) == told.replace("next to it;", "next to it, and 1 of its own;")


def test_what_is_particular_comes_first_and_what_is_general_apart() -> None:
    _, seat = played_until("nations_at_war/first-light", "action", "move")
    deal, move = seat.fork(1), next(option for option in seat.options() if option.do == "move")
    told, general = facts_of(seat, deal, move), general_of(seat, deal, move)
    assert " nearer to " in told[0] or " from " in told[0] or " no nearer to " in told[0]
    assert not any(each.startswith(("The goal: ", "What decides at the end: ")) for each in told)
    assert general[0] == seat.system.thinks.purpose(seat.decision, move)
    assert general[1].startswith("The goal: ") and general[2].startswith("What decides at the end: ")


def test_an_aim_leads_where_the_place_does_not_name_it() -> None:
    assert leads("The goal: take the mill, hold A and B.", "")
    assert not leads("The goal: take the mill, hold A and B.", "The place: woods, 2 hexes from the mill.")
    assert not leads("", "") and not leads(f"The goal: take {'a far place and ' * 6}B.", "")


def test_small_facts_are_one_sentence() -> None:
    place, safe = "The place: woods, 2 hexes from the mill; no cover.", "The risk: nobody can fire on the way."
    risk = "The risk: 2 enemies can fire on the way; at worst a step lost 20%."
    assert joined(place, "", safe) == ["Woods, 2 hexes from the mill; no cover; nobody can fire on the way."]
    assert joined(place, "", risk) == ["Woods, 2 hexes from the mill; no cover.", risk]
    stands, odds = "Where it stands: woods; a; b; c; d.", "The odds then (Fire at X): a step lost 20%."
    assert joined(stands, odds, "") == ["Where it stands: woods; a; b.", odds]
    goes = "What it can do then: Move to B5 (woods, 1 hex nearer to the mill, 1 to go)."
    assert joined(stands, goes, "") == ["Where it stands: woods; d.", goes]
    assert joined(stands, "", "") == [stands] and joined("", odds, "") == [odds]
    assert joined("The target: woods; A; B; C; D.", odds, "") == ["The target: woods; A; B; C; D.", odds]


def test_of_a_plan_that_was_not_taken_a_few_parts_are_told() -> None:
    assert shortened("clear; no cover") == "clear; no cover"
    assert shortened(f"clear; {'x' * 70}; no cover") == f"clear; {'x' * 70}"
    assert shortened("x" * 200) == "x" * 200
    assert (
        shortened(f"its fire covers Ridge, west; Ridge, east; {'x' * 70}")
        == "its fire covers Ridge, west; Ridge, east"
    )


def test_a_goal_says_what_decides_the_battle() -> None:
    system = systems()["nations_at_war"]
    battle = system.rules.new(system.shelf.find("the-bridge-at-berezovyy-logg"))
    assert system.thinks.goal(battle, "german") == ("The goal: take O6 (bridge).")
    assert system.thinks.decides(battle, "german") == (
        "What decides at the end: whether the bridge and two road hexes beyond the river are in German hands."
    )
    assert system.thinks.goal(battle, "soviet").endswith("The goal: hold O6 (bridge).")


def test_cards_are_told_by_what_is_given_up_and_what_is_kept() -> None:
    system = systems()["of_war_and_men"]
    battle = system.rules.new(system.shelf.find("of_war_and_men/boot-camp"))
    battle.chance = SampledChance(1)
    player, known = battle.players[0], read_purposes(system.thinks.file("purposes.toml"))
    cards = battle.scenario.rulebook.cards
    smoke = next(card for card in cards if card.decision == "smoke")
    hill = next(card for card in cards if card.terrain is not None)
    player.hand = [smoke.number, hill.number]
    given_up = "Given up: Smoke: shots into and out of the Terrain hit less; kept: 1 Terrain."
    assert paid(battle, player, Choice("pay", smoke.id), known) == given_up
    assert paid(battle, player, Choice("pay", hill.id), known) == (
        f"Given up: Terrain; kept: 1 {smoke.order.capitalize()}."
    )
    window = Decision("axis", "window", "", "", lambda: [Choice("pass"), Choice("play", smoke.id)])
    told = "It could play Smoke: shots into and out of the Terrain hit less."
    assert answers(battle, window, Choice("pass"), known) == told
    assert answers(battle, window, Choice("play", smoke.id), known) == told.removeprefix("It could play ")
    window = Decision("axis", "window", "", "", lambda: [Choice("pass"), Choice("wait")])
    assert answers(battle, window, Choice("pass"), known) == "No Command Decision in hand fits."
