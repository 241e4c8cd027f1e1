"""Every weight of the computer players: what is a matter of judgement and stands in no rule.

Values are in tens of victory points unless a comment says otherwise.
"""

import msgspec

from sandtable.systems.of_war_and_men.rules.decisions.windows import CHAIN, EVADE, FUBAR
from sandtable.systems.of_war_and_men.state.pieces import LU, TRUCK

POINTS = 0.1  # a victory point

# How well a side stands (worth.py) ---------------------------------------------------------------

SUPPRESSED_LOSS, WOUNDED_LOSS, JAMMED_LOSS = 0.25, 0.35, 0.2  # parts of a soldier's worth that are lost meanwhile
HIT_AGAIN = 0.8  # part of the worth of a suppressed soldier that another hit costs
LEADER = 0.3  # part by which a Leader is worth more than his points
THREAT, DANGER = 0.45, 0.35  # a soldier's worth of harm to be dealt out or expected in the next turns
SHOTS = 3  # the best shots of a Fireteam that count
CARD_HELD = 0.01  # a card in the hand
ERRAND_CARDS = {"attack": 0.03, "maneuver": 0.03, "rally": 0.01, "entrench": 0.01, "": 0.0}  # the same on an errand
CREWED = 0.15  # a machine gun with a crew, a rifle with a scope
HIDDEN, ON_THE_MOVE = 0.1, 0.05
FUSE = 1.0  # a Fireteam beside a lit charge

# How far a side is in what the Mission wants (progress.py) ---------------------------------------

PULL = 0.2  # a Terrain nearer to where it is decided, for each Fireteam
HELD = 0.8  # a place of the Mission in one's hands
ERRAND, COMPANY = 0.5, 0.1  # a Terrain nearer for the Fireteam on whom it depends, and for the others
FOUND, HOMEWARDS = 4.0, 0.9  # Lu in good hands, and each Terrain nearer to home
TIED = 1.0  # an escort that stays with its gun
MINED, CHARGE_HELD = 1.5, 0.4  # a bridge with a lit fuse, a card for one that is to have it

# What fire does (firepower.py) -------------------------------------------------------------------

DUCKED, ROUTED = 0.3, 0.9  # parts of a soldier's worth that a hit costs him: upright, and suppressed before
FIRST, OTHERS = 1.0, 0.35  # the best enemy Fireteam fires; the others have a card for it now and then

# Where a Fireteam should be (objectives.py) ------------------------------------------------------

DECK = 150  # cards of a deck that is shuffled anew
ROUND = 30  # cards that a round takes
LATE = 2.5  # rounds: so near the end what is held at the end counts in full
EARLY = 0.4  # and long before it this part of it
KEEP_IN_TOUCH, GO_FOR = 0.05, 0.2  # a step towards the enemy where there is nothing else to go for
FIRING_RANGE = 2  # steps
TAKE, JOIN, HELP = 0.15, 0.15, 0.1  # a step for the first Fireteam at a place to be held, the second, the others
TAKE_MORE, JOIN_MORE, HELP_MORE = 0.1, 0.05, 0.03  # and parts of the place's worth for each step
JOINED, HELPED = 1, 2  # steps: so near the second and the others are near enough
DROP_KEPT, DROP_TAKEN = 2.5, 4.0  # the bridge for its defenders, and for those from the air
LOST_FLAG, ENEMY_FLAG = 6.0, 3.0  # one's own flag with an enemy on it, and the enemy's
GUARD_STEP, GUARD, GUEST = 0.3, 0.5, 1.0  # a step of a guard, being there, and more for each enemy beside it
GUARDS = (1, 2)  # Fireteams that guard the flag, and with an enemy beside it
BRIDGE_STEP, BRIDGE = 0.25, 1.0  # a bridge to be held
BLAST_STEP, BLAST = 0.3, 0.3  # a bridge to be blown
FETCH_STEP, FETCH = 0.8, 2.0  # Lu, for him who fetches her
HOME_STEP, HOME = 1.2, 5.0  # the way home with her
ESCORT_STEP = 0.15  # going with her
HUNT_STEP, BAR_STEP = 0.35, 0.25  # the Axis after her, or around the Chateau
HUNTERS = 2  # Fireteams that go all the way
CONVOY_STEP = 0.3  # going with the truck
RAID_STEP, RAID = 0.5, 0.5  # lying in wait for it
ROAD = 3  # Terrains of its way that are watched
EDGE_STEP, EDGE_MORE = 0.2, 0.1  # a step towards the far edge, and more when the end is near

# What a card is worth to keep (card_worth.py) ----------------------------------------------------

ORDERS = {"attack": 0.5, "maneuver": 0.4, "rally": 0.08, "entrench": 0.1, "": 0.03}
STRONGER = 0.05  # each colour of an Attack above red
MOVES_ENOUGH = 3  # Maneuver orders; more are worth half
CROWD = 2  # Attack orders; more than these wait too long for their turn
CROWDED = 0.6  # part of their worth that is left
DOWN = 0.35  # a Rally order while somebody is suppressed, a Field Dressing while somebody is wounded
DRESSING = 0.1  # a Field Dressing while nobody is
DECISIONS = {
    "act of valor": 0.35,
    EVADE: 0.3,
    FUBAR: 0.3,
    "lucky shot": 0.3,
    CHAIN: 0.12,
    "double time": 0.2,
    "grenade": 0.15,
    "intelligence": 0.1,
    "last stand": 0.12,
    "attention": 0.12,
    "marksman": 0.05,
    "on the run": 0.05,
}
OPERATIONS = {"reinforcements": 0.35, "artillery": 0.35, "satchel charge": 0.05, "star shell": 0.0}
CHARGE_KEPT = 1.0  # a Satchel Charge for those who are to blow bridges
FRESH = 0.36  # a card worth less is better changed for a fresh one

# What a Command Decision is worth now (decision_worth.py) ----------------------------------------

SPENT = 0.08  # what a card costs that is of no other use
ORDERED = 0.4  # part of a good order's worth that is lost with it
GOOD = 0.3  # an order worth this is a good one
CANCELLED = {
    "act of valor": 0.4,
    "combat operation": 0.35,
    "grenade": 0.3,
    "lucky shot": 0.3,
    EVADE: 0.25,
    "double time": 0.2,
}
CHARGE = 2.0  # a Satchel Charge at a bridge that is to be blown
VALOR = 0.9  # part of the best attack's worth
HALTED = 0.25  # a Fireteam on the move that is stopped
GRENADE, STRONGER_GRENADE = 0.15, 0.08  # a red one, and each colour more
RISEN = 0.03  # each point of a man who is on his feet again
HELPED_MAN = 0.25  # a wound or a jam that is gone
REINFORCED, REINFORCING = 0.1, 0.35  # each card drawn, and what the card costs that draws them
ARTILLERY = 0.4
SPIED = 0.15  # the enemy's best card
DOUBLE_TIME = 0.3
ON_THE_RUN = 0.5  # part of the best attack's worth
NEVER = -1.0  # not now
EVADED = 0.12  # what an Evade must save

# What the active Fireteam does (actions.py) ------------------------------------------------------

MARCH = 0.03  # what a Maneuver order costs
CARD = 0.08  # part of what cards are worth to keep that counts now
DRAWN = 0.2  # what a card is worth that will be drawn in the place of one that is spent
HURRY = 0.65  # part of a new place's worth that is gained by being there a turn earlier
SET_OUT = 0.8  # part of it that is gained by setting out
ALWAYS = 9.0  # free, and never wrong
FREE = 0.5  # so much more than the best that costs something it is said to promise
THINGS = {TRUCK: 2.5, LU: 8.0}  # an attack on them
LATER = 1.2  # how much better another Fireteam's attack must be to leave it the card
ON_OBJECTIVE, CAUGHT_MOVING, WITH_LU, WITH_HEAD = 0.3, 0.2, 1.0, 0.5  # parts that such an enemy is worth more
ABILITY = 0.3  # a free ability of a trait
REPAIR, DISARM = 3.0, 1.0
GUN_GAP, GUN_LEFT = 0.15, 0.2  # each step that a crew has to go, and what its gun is worth
READY = 1.4  # factor in an assault for who is established or comes out of stealth
RALLIED, RALLIED_GAP, RALLIED_STEPS = 0.03, 0.1, 2  # each point of a man; each step the Fireteam has to go, at most
DIG, DUG = 0.02, 2  # any entrenchment, and times the danger it keeps away
GUN, GUN_THREAT = 0.02, 0.4  # any crew or scope, and part of the threat that it makes
STAYING = 1  # steps: who has more to go does not dig in


class Temper(msgspec.Struct, frozen=True):
    """What a judgement makes of risks and costs."""

    danger: float  # attacks of the enemy that are to come
    ammunition: float  # what an Attack order costs, and what it costs who has more than enough of them
    plenty: float
    blood: float  # part of a Fireteam that even a won assault costs
    threat: float  # an attack of one's own that is to come
    hide: float  # part of the danger that stealth keeps away


QUICK = Temper(danger=0.55, ammunition=0.06, plenty=0.03, blood=0.15, threat=0.45, hide=0.7)

# Other answers of the quick policy (policy.py, shortlist.py) -------------------------------------

PLANNED = 5.0  # what a plan adds to a move it wants completed
NERVE = 0.1  # each colour of Discipline of a shooter
UNDER_WAY = 20  # points: a Fireteam on the move before one with men down
THROWN_BACK, THROWN_AT_BRIDGE = 99.0, 50.0  # points
OWN_MEN = 2  # times: a shell among friends
STAND = 0.45  # so much of the enemy's strength is enough to stay in an assault
COVER = 0.2  # steps for each point of defence of a starting place
PLACES_TRIED = 8  # for a card of which many are possible

# Before the battle (muster.py) -------------------------------------------------------------------

USUAL_RESOLVE, USUAL_VITALITY = 6, 10  # of a soldier to be shot at
USUAL_RANGES = (1, 2, 3, 4)
SHOOTING = 0.15  # what a hit on average is worth
LOYAL = 0.2  # a division that fights on one side only
FEW_TEAMS = 3

# Plans and a player with more time (plans.py, prospect.py, considered_answers.py) ----------------

PLANS_TOLD = 6
BEGUN = 0.5  # a move that was begun in this turn
CONSIDERED = msgspec.structs.replace(QUICK, danger=0.5, threat=0.7, hide=0.5)  # bolder than a quick player
CLOSE = 1  # steps: who helps others comes up so near
SCOUTS = 0.12  # what a card that sends them must bring
SECOND_ACTIONS = 8  # first actions of which the second is thought of
ORDERED_ANEW = 0.06  # what a Chain of Command must bring
DEAR = 2 * EVADED  # what a F.U.B.A.R. must, since it stops worse things

# Terrain from the hand (terrain_cards.py) --------------------------------------------------------

USED = 0.6  # part of a better place's worth that comes of laying it beside a Fireteam
CONTESTED = 0.2  # the same where an enemy stands beside it too
SHUT = 0.5  # part of what a line of sight that is shut changes
TOO_LATE = 40  # cards: nobody gets into new Terrain with so few left
LAYING = 0.02  # what the action costs

# The last cards (playouts.py) --------------------------------------------------------------------

LAST = 26  # cards of the last deck: about half a round
PLANS, TRIES = 3, 10
NEAR = 0.6  # a plan that promises so much less than the best is not tried
SURE = 1.5  # standard errors by which another plan must be better to be preferred
MARGIN = 0.02  # a victory point, beside a battle that is won
PATIENCE = 300  # answers

ALIKE = 0.005  # plans that promise so little less than the best are drawn by lot
