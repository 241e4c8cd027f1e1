"""What a seat sees of a battle: its own hand, the cards it has looked at, and all that lies on the table."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import msgspec

from sandtable.systems.of_war_and_men.rules.decisions.windows import name_of
from sandtable.systems.of_war_and_men.rules.missions import mission_rules
from sandtable.systems.of_war_and_men.rules.squads import squad_points
from sandtable.systems.of_war_and_men.rules.victory import soldier_points
from sandtable.systems.of_war_and_men.showing.board_view import board_of, card_view, printed_values
from sandtable.systems.of_war_and_men.showing.narrator import aims, card_name, man_name, sentence
from sandtable.systems.of_war_and_men.showing.option_views import decision_view
from sandtable.systems.of_war_and_men.showing.reaches import reaches
from sandtable.systems.of_war_and_men.showing.unplayed import why_unplayed
from sandtable.systems.of_war_and_men.state import book
from sandtable.systems.of_war_and_men.state.book import CORE
from sandtable.systems.of_war_and_men.state.pieces import (
    ENTRENCHMENT,
    PHASES,
    SETUP,
    SMOKE,
    SUPPRESSED,
    WOUNDED,
    YELLOW,
    Battle,
    Fireteam,
    Played,
    Player,
    Soldier,
)
from sandtable.systems.of_war_and_men.state.scenario import ALLIES, AXIS, LEVELS, SIDES
from sandtable.table.decision import Decision
from sandtable.table.event import Event
from sandtable.table.frame import Alike, alike, frame, marked
from sandtable.table.pictures import NATIONS
from sandtable.table.play import Play
from sandtable.table.view import (
    BoardMarker,
    Box,
    Card,
    Count,
    Group,
    Hand,
    Marker,
    Occupant,
    Piece,
    Pile,
    Seat,
    Track,
    TrackBox,
    Value,
    View,
)

COVERED = Marker("covered", "Under covering fire", "C", "good", "17.6")
STEALTH = Marker("stealth", "In stealth", "S", "good", "16.7.a")
DUG_IN = Marker("dug in", "In the entrenchment", "⌒", "good", "16.3.d")
LAST_STAND = Marker("last stand", "Last stand", "L", "good", "17.16")
ACTIVE = Marker("active", "Has its turn", "▶", rule="15.4.a")
ACTIVATED = Marker("activated", "Has acted", "✓", "done", "15.4.a")

SIDE_COLOURS = ("grey", "olive")
LOST, TO_COME = "lost", "to come"
TOKEN_SIGNS = {"entrenchment": "⌒", "smoke": "~", "star shell": "*", "satchel": "!", "truck": "T", "lu": "L"}
TOKEN_RULES = {"entrenchment": "16.3.a", "smoke": "17.23", "star shell": "18.5.a", "satchel": "18.4.a"}


def view(play: Play[Battle], seat: str) -> View:
    """What this seat sees; seat "" is a spectator."""
    b = play.battle
    sides = {player.seat: SIDES[player.side] for player in b.players}
    heard = partial(told, seat=seat, sides=sides)
    seats = tuple(
        Seat(p.seat, p.name, SIDES[p.side], SIDE_COLOURS[p.side], NATIONS[SIDES[p.side]]) for p in b.players
    )
    return View(
        **frame(play, seat, b.scenario, board_of(b), sentence, decision_view, seats, heard),
        **alike(play, open_to_all),
        hands=tuple(hands(b, seat, play.decision_for(seat) if seat else None)),
    )


def handicaps(b: Battle) -> Iterator[str]:
    """8.11 Where the sides do not have the same points for their squads."""
    axis, allies = squad_points(b, AXIS), squad_points(b, ALLIES)
    if axis != allies:
        yield f"The Axis may spend {axis} points on soldiers, the Allies {allies}."


def open_to_all(b: Battle) -> Alike:
    """What every seat sees."""
    return Alike(
        phase=phase_text(b),
        active=SIDES[b.active_team.side] if b.active >= 0 else "",
        goals=(*b.mission.goals, *handicaps(b), f"Level of play: {LEVELS[b.scenario.level]}."),
        pieces=tuple(pieces(b)),
        groups=tuple(groups(b)),
        markers=tuple(board_markers(b)),
        boxes=(Box(TO_COME, "Still to come"), Box(LOST, "Out of the battle")),
        tracks=tuple(tracks(b)),
        piles=tuple(piles(b)),
        zones=tuple(reaches(b)),
    )


def told(event: Event, seat: str, sides: dict[str, str]) -> Event:
    """An event as a seat hears of it: what it drew itself it was told card by card."""
    if event.kind == "draws" and event.side == seat:
        event = msgspec.structs.replace(event, value=0)
    return msgspec.structs.replace(event, side=sides[event.side]) if event.side in sides else event


def phase_text(b: Battle) -> str:
    if b.phase == SETUP:
        return PHASES[SETUP]
    if b.assault is not None:
        return f"Assault at {b.place_name(b.assault.cell)}"
    if b.active >= 0:
        return f"Combat: {b.active_team.name}"
    return PHASES[b.phase]


# Pieces ------------------------------------------------------------------------------------------


def pieces(b: Battle) -> Iterator[Piece]:
    """The tokens of the Fireteams, and the soldiers in them."""
    for team in b.teams:
        if not team.gone:
            yield token(b, team)
    for man in b.soldiers:
        yield soldier(b, man)


def place_of(b: Battle, team: Fireteam) -> str:
    return b.place_name(team.cell) if team.cell >= 0 else TO_COME


def token(b: Battle, team: Fireteam) -> Piece:
    """9.3 The token that stands for a Fireteam on the map."""
    return Piece(
        team.id,
        team.name,
        SIDES[team.side],
        "fireteam",
        str(team.number),
        place_of(b, team),
        art="infantry",
        symbol="infantry",
        group=squad(b.players[team.player]),
        values=(Value("Soldiers", str(len(team.soldiers)), "bottom right", "3.7"),),
        markers=tuple(team_markers(b, team)),
    )


def team_markers(b: Battle, team: Fireteam) -> Iterator[Marker]:
    if team.heading >= 0:
        yield Marker("moving", f"On the move to {b.place_name(team.heading)}", "→", "bad", "16.4.b")
    yield from marked(
        (team.covered, COVERED),
        (team.stealth, STEALTH),
        (team.dug_in, DUG_IN),
        (team.last_stand, LAST_STAND),
        (team.index == b.active, ACTIVE),
        (team.activated and team.index != b.active, ACTIVATED),
    )


def soldier(b: Battle, man: Soldier) -> Piece:
    """7 A soldier with what is printed on his card and how it lies."""
    card = man.card
    team = b.teams[man.team] if man.team >= 0 else None
    return Piece(
        man.id,
        man_name(man),
        SIDES[b.players[man.player].side],
        "soldier",
        card.name.split()[-1][:8],
        place_of(b, team) if team is not None else LOST,
        art="leader" if card.leader else "soldier",
        group=squad(b.players[man.player]),
        inside=team.id if team is not None else "",
        values=printed_values(card, b.traits),
        markers=tuple(soldier_markers(b, man)),
        steps=0 if man.fate else 1,
        full_steps=0 if card.civilian else 1,
        order=team.soldiers.index(man.index) if team is not None else 0,
    )


def soldier_markers(b: Battle, man: Soldier) -> Iterator[Marker]:
    if man.card.leader:
        yield Marker("leader", "Leader", "★", rule="7.4")
    if man.condition == SUPPRESSED:
        yield Marker("suppressed", "Suppressed", "S", "bad", "7.13")
    if man.condition == WOUNDED:
        yield Marker("wounded", "Wounded", "+", "bad", "7.14")
    if man.jammed:
        yield Marker("jammed", "Weapon jammed", "!", "bad", "19.1.b")
    if man.helper >= 0:
        yield Marker("crewed", f"Crewed by {man_name(b.soldiers[man.helper])}", "C", "good", "16.6.c")
    if man.gunner >= 0:
        yield Marker("crews", f"Crews the gun of {man_name(b.soldiers[man.gunner])}", "c", rule="16.6.c")
    if man.sighted:
        yield Marker("sighted", "Aims through his scope", "⊕", "good", "16.6.d")
    if man.fate:
        yield Marker(man.fate, man.fate.capitalize(), "✗", "bad", "7.11")


def squad(player: Player) -> str:
    """The id of a player's squad, which is neither his seat nor his side."""
    return f"squad-{player.seat}"


def groups(b: Battle) -> Iterator[Group]:
    """10.4 The squad of each player."""
    book = b.scenario.rulebook
    for player in b.players:
        names = ", ".join(book.divisions[key].name for key in player.divisions)
        points = sum(m.card.points for m in b.soldiers if m.player == player.index and m.team >= 0)
        yield Group(
            squad(player),
            names or player.name,
            SIDES[player.side],
            SIDE_COLOURS[player.side],
            values=(Value("Points", str(points), rule="22.1"),),
        )


# The table ---------------------------------------------------------------------------------------


def board_markers(b: Battle) -> Iterator[BoardMarker]:
    """9 Tokens on the map."""
    for each in b.tokens:
        thick = each.kind == SMOKE and each.border == YELLOW
        yield BoardMarker(
            each.kind,
            f"{'Thick smoke' if thick else each.kind.capitalize()}",
            b.place_name(each.cell),
            sign=TOKEN_SIGNS.get(each.kind, "•"),
            tone="good" if each.kind == ENTRENCHMENT else "",
            level=1 + thick if each.kind == SMOKE else 0,
            rule=TOKEN_RULES.get(each.kind, "9.1"),
        )


def tracks(b: Battle) -> Iterator[Track]:
    """12.1 The order of initiative; 22.1 what both sides have so far."""
    boxes = []
    for index in b.track:
        team = b.teams[index]
        occupant = Occupant(team.name, SIDES[team.side], team.id, team.activated)
        boxes.append(TrackBox(team.name, (occupant,), index == b.active))
    yield Track("initiative", "Initiative", boxes=tuple(boxes), rule="12.1")
    for number, side in enumerate(SIDES):
        total = soldier_points(b, number) + mission_rules.points(b, number)
        yield Track("points", "Points", side, (TrackBox(str(total), now=True),), "22.1")
    if b.artillery:
        text = "reloading" if b.artillery == YELLOW else "loaded"
        yield Track("artillery", "Artillery", boxes=(TrackBox(text, now=True),), rule="11.4.a")


def piles(b: Battle) -> Iterator[Pile]:
    """4.3 The deck is the clock; discards and flipped cards lie face up, the fog face down."""
    more = f" and {b.decks_left - 1} more" if b.decks_left > 1 else ""
    yield Pile("deck", f"Deck{more}", len(b.deck), rule="4.3", full=CORE)
    top = tuple(card_view(b.card(number)) for number in b.discard[-1:])
    names = Counter([card_name(b.card(number)) for number in b.discard])
    contents = tuple(Count(name, count) for name, count in sorted(names.items()))  # 21.1
    yield Pile("discard", "Discards", len(b.discard), contents=contents, cards=top, rule="G.discard")
    yield Pile("fog", "Fog of War", len(b.fog), rule="15.5.b")
    if b.pile:
        yield Pile(
            "flipped", "Flipped", len(b.pile), cards=tuple(card_view(b.card(n)) for n in b.pile), rule="16.2.k"
        )
    if b.stack:
        yield Pile(
            "stack", "Stack", len(b.stack), cards=tuple(stacked(b, each) for each in b.stack), rule="G.execute"
        )


def stacked(b: Battle, played: Played) -> Card:
    """A card that waits to be carried out, with what was chosen for it."""
    player = b.players[played.player]
    name = name_of(played.kind)
    text = f"{player.name}: {name}{aims(b, played)}"
    if not played.card:
        return Card(f"{played.kind}-{len(b.stack)}", name, played.kind, text, side=SIDES[player.side])
    printed = card_view(b.card(played.card))
    return msgspec.structs.replace(printed, name=name, text=text, side=SIDES[player.side])


def hands(b: Battle, seat: str, decision: Decision | None) -> Iterator[Hand]:
    """17.2, 17.15 One's own cards, with why they cannot be played, and those of others that one has looked at."""
    me = next((player for player in b.players if player.seat == seat), None)
    for player in b.players:
        shown = player.hand if player is me else [n for n in player.hand if me is not None and n in me.known]
        asked = decision if player is me else None
        yield Hand(player.seat, len(player.hand), tuple(held(b, b.card(number), asked) for number in shown))


def held(b: Battle, card: book.Card, decision: Decision | None) -> Card:
    """A card in a hand."""
    why, rule = why_unplayed(b, decision, card) if decision is not None else ("", "")
    return msgspec.structs.replace(card_view(card), why=why, why_rule=rule) if why else card_view(card)
