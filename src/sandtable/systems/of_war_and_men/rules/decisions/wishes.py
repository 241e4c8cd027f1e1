"""D.wishes What a player wishes to be asked out of his turn, and whether he is asked.

All of it follows from what everybody knows and from the player's wishes, which he has set beforehand and which nobody
else sees. The cards he holds only decide what he may answer.
"""

from collections.abc import Callable

from sandtable.systems.of_war_and_men.rules.sight import sees
from sandtable.systems.of_war_and_men.state.pieces import COMBAT, Battle, Played, Player
from sandtable.table.wishes import WishKind, WishValue

ALWAYS = WishValue("always", "Always", waits=True)
NEVER = WishValue("never", "Never", answers=True)

CONCERNED = WishValue(
    "concerned",
    "When it concerns me",
    "One of my men was hit, an enemy has come next to them, or I have new cards, since I was last asked.",
)

MOMENTS = WishKind("moments", "Between actions and shots", (CONCERNED, ALWAYS, NEVER), "17.1")
ROUNDS = WishKind("rounds", "When a round ends or begins", (CONCERNED, ALWAYS, NEVER), "15.5.a")
ENEMY = WishKind(
    "enemy",
    "When the enemy plays a card",
    (
        WishValue(
            "harmful",
            "When it may harm me",
            "An attack that will probably hurt, Act of Valor, Grenade, Lucky Shot, On the Run, Intelligence, shells "
            "or charges, or a card that cancels one of ours.",
        ),
        ALWAYS,
        NEVER,
    ),
    "G.execute",
)
OWN = WishKind(
    "own",
    "When my side plays a card",
    (
        WishValue(
            "needed",
            "When another may go with it",
            "On a Maneuver order of mine in sight of the enemy, for Covering Fire or Double Time, and on a shot that "
            "reaches only with a Marksman.",
        ),
        ALWAYS,
        NEVER,
    ),
    "G.execute",
)
TOTALS = WishKind(
    "totals",
    "After the total of a shot",
    (
        WishValue(
            "decisive",
            "When it is close",
            "An Evade would probably spare my man, or Chain of Command make my shot wound, rout or kill.",
        ),
        ALWAYS,
        NEVER,
    ),
    "16.2.o",
)
NUMBERS = WishKind("numbers", "After any other number, for Chain of Command", (NEVER, ALWAYS), "17.7")

REST = WishKind(
    "rest",
    "For the rest of this turn or phase",
    (
        WishValue("wished", "As I wish below"),
        WishValue("pass", "Pass", "After that, your wishes below apply again.", answers=True, said="wait"),
    ),
    "17.1",
)

KINDS = (ENEMY, TOTALS, MOMENTS, ROUNDS, OWN, NUMBERS)

# Cards of an enemy that are worth an answer: they fire, they bombard, they look into a hand, they undo what we play.
HARMFUL = ("attack", "act of valor", "grenade", "lucky shot", "on the run", "intelligence")
AGAINST = ("chain of command", "fubar")
NOBODY = -1
OPERATION, BOMBARDING = "combat operation", ("artillery", "satchel charge")


def wishes(b: Battle) -> tuple[WishKind, ...]:
    """3.1 What players may wish; nothing where Command Decisions are not used."""
    return (REST, *KINDS) if b.decisions else ()


def takes_part(b: Battle, player: Player) -> bool:
    """10.1 A player whose Fireteams are all gone takes no further part."""
    return player.index in [team.player for team in b.teams if not team.gone]


def present(b: Battle, player: Player) -> bool:
    """Whether he may be asked at all."""
    if not b.decisions or player.waits or not takes_part(b, player):
        return False
    return not b.wishes or REST.heeded(b, player.seat) == REST.usual


def moment_wish(b: Battle) -> WishKind:
    """17.1 The wish about a free moment: in the Combat phase, or before and after it."""
    return MOMENTS if b.phase == COMBAT else ROUNDS


def card_wish(b: Battle, player: Player, top: Played) -> WishKind:
    """G.execute The wish about the card on top of the stack: one of his side's or an enemy's."""
    return OWN if b.players[top.player].side == player.side else ENEMY


def asked_at_moment(b: Battle, player: Player) -> bool:
    """17.1 Whether he wants to be asked at this free moment."""
    if not b.wishes:
        return player.concerned and present(b, player)  # as usual
    wish = moment_wish(b).heeded(b, player.seat)
    return (player.concerned if wish == CONCERNED.key else wish == ALWAYS.key) and present(b, player)


def asked_about_card(b: Battle, player: Player, top: Played) -> bool:
    """G.execute Whether he is asked about the card on top of the stack."""
    if not b.decisions or not player.hand:
        return False
    if not b.wishes:
        return worth_asking(b, player, top) and present(b, player)  # as usual
    if not present(b, player):
        return False
    kind = card_wish(b, player, top)
    wish = kind.heeded(b, player.seat)
    return worth_asking(b, player, top) if wish == kind.usual else wish == ALWAYS.key


def worth_asking(b: Battle, player: Player, top: Played) -> bool:
    """G.execute Whether a player is usually asked about the card on top of the stack."""
    return needed(b, player, top) if card_wish(b, player, top) is OWN else harmful(b, player, top)


def goes_beyond(b: Battle, usual: Callable[[], bool]) -> bool:
    """D.wishes Whether somebody is asked what is not `usual`: without any wishes nobody is."""
    return bool(b.wishes) and not usual()


def harmful(b: Battle, player: Player, top: Played) -> bool:
    """Whether an enemy's card is against this player, not against his partner."""
    if top.kind in AGAINST and len(b.stack) > 1:
        under = b.stack[-2]
        return under.player == player.index or (under.executing and aimed_at(b, under) == player.index)
    if aimed_at(b, top) not in (NOBODY, player.index):
        return False
    if top.weak:
        return False
    return top.kind in HARMFUL or (top.kind == OPERATION and b.mission.operation in BOMBARDING)


def aimed_at(b: Battle, played: Played) -> int:
    """The player whose Fireteam, or whose hand (17.15), a card names."""
    if played.kind == "intelligence":
        return b.player(played.thing).index
    return b.teams[played.target].player if played.target >= 0 else NOBODY


def needed(b: Battle, player: Player, top: Played) -> bool:
    """17.6, 17.9, 17.19 Whether his own card can be helped by one that is played on it and at no other time."""
    if top.player != player.index:
        return False
    return top.far or (top.kind == "maneuver" and not top.double_time and in_view(b, top))


def in_view(b: Battle, order: Played) -> bool:
    """17.6 Whether an enemy sees the Terrain in which a Maneuver order begins, or the one to which it goes."""
    team = b.teams[order.team]
    ends = [cell for cell in (team.cell, order.cell) if cell >= 0]
    return any(sees(b, enemy.cell, cell) for enemy in b.friends(1 - team.side) for cell in ends)


def asked_about_number(b: Battle, player: Player) -> bool:
    """17.7 Whether he wants to be asked after each number."""
    return bool(player.hand) and present(b, player) and NUMBERS.heeded(b, player.seat) == ALWAYS.key


def asked_about_total(b: Battle, player: Player, his: bool, decisive: Callable[[], bool]) -> bool:
    """16.2.o Whether he wants to be asked about a total: one of `his` men's that a card would probably change."""
    if not player.hand or not present(b, player):
        return False
    wish = TOTALS.heeded(b, player.seat)
    return his and decisive() if wish == TOTALS.usual else wish == ALWAYS.key


def may_hold(b: Battle, player: Player) -> bool:
    """17.1 Whether he might hold any Command Decision, as far as the others know."""
    return b.decisions and bool(player.hand) and takes_part(b, player)


def answers_own(b: Battle, player: Player) -> bool:
    """17.19 Whether he is asked about a shot of his own that reaches only with a Marksman."""
    return present(b, player) and OWN.of(b, player.seat) != NEVER.key


def is_concerned(player: Player) -> bool:
    """D.wishes Whether something has happened to him since he was last asked at a free moment."""
    return player.concerned


def concern(b: Battle, player: int) -> None:
    """D.wishes Something has happened to him: as a rule he wants to be asked at the next free moment."""
    b.players[player].concerned = True
