"""What matters how much to computer players, in platoons of average worth where nothing else is said.

Only opinions stand here. A number of the book is read from the rules.
"""

from math import exp
from typing import NamedTuple

# Worth: what a face of a counter counts ----------------------------------------------------------

FACE = 0.25  # any platoon
FACE_MF = 0.04  # a Movement Point
AP, AP_RANGE = 0.3, 0.06  # a hit to be expected of an AP shot, and more for each hex of range
HE, HE_RANGE = 0.2, 0.05
ARMOUR = 0.6  # a save to be expected
ASSAULT = 0.3  # a hit to be expected at close quarters
HQ_STEP = 0.3
DISRUPTED = 0.3  # part of a unit's worth lost while it is Disrupted

# Worth: how well a side stands -------------------------------------------------------------------

GOAL = 9.0  # all that the attacker must hold, at the end of the battle
WON = 5.0  # more when the conditions hold now
EARLY = 0.4  # what goals count at the start, in parts of what they count at the end
PULL = 0.09  # a movement point nearer to what matters, for each unit
PULL_SLOW = 0.2  # part of it for who hardly moves
PULL_NEAREST = 2  # times it for the nearest unit to each hex: somebody must go all the way
FAR_AWAY = 24  # movement points beyond which nearer is no better
CHAIN_HELD = 6.0  # a hex of a line held, in movement points
DANGER = 0.45  # a hit to be expected, on a unit of average worth
THREAT = 0.35  # a hit to be dealt out
READY_DISRUPTED, READY_DONE = 0.35, 0.7  # how likely a Disrupted or Ops Complete unit fires soon
LOST_TOUCH = 0.2  # a unit out of command range
FATE_WORTH = 0.35
MISSION_WORTH = 0.5
OVERWATCH_WORTH = 0.05
OPS_WORTH = 0.08  # a reaction still to come
LEADERSHIP_WORTH = 0.01  # Leadership that may still be used in this impulse

# Shortlist: which hexes are shelled or watched ---------------------------------------------------

SHELL_ON, SHELL_BESIDE, SHELL_NEAR = 2.0, 1.0, 0.1  # an enemy in the hex, next to it, near
SHELL_FRIEND = 1.5  # a friend in the hex or next to it
SHELL_FAR = 4  # hexes that are still near
FRONT = 4  # movement points from what matters within which an HQ stays put

# Policy: what the options of a unit are worth ----------------------------------------------------

NEVER = -9.0  # worse than anything that is worth a thought
LEAVES = 9.0  # a unit that leaves the map where that wins
SHELLED = 0.2  # part of the worth of a stack that a mortar's fire is expected to cost
TRIFLE = 0.01  # what decides between two that are as good as each other
FATE_SAVED_UNTIL = 0.8  # part of the battle in which the last Fate Points are kept for saves and rallies
FATE_PLENTY = 4  # so many need not be kept
FATE_PRICE = 1.0  # what a Fate Point is worth when the battle begins; nothing in the last turn


class Temper(NamedTuple):
    """What matters how much to a player."""

    danger: float = 0.2  # a hit to be expected
    close: float = 0.1  # one to be expected from enemies who storm
    threat: float = 0.35  # one to be dealt out later
    way: float = 1.0  # the way to what wins, in parts of what it counts at this time
    near: float = 1.0  # being near to it, likewise
    nearest: float = 0.5  # nobody else is as near to what wins, in parts of what the way counts
    control: float = 1.5  # control of a hex that wins, in the last turn
    won: float = 3.0  # control of all that wins, in the last turn
    seat: float = 0.6  # a unit in a hex that wins, in the last turn
    risk: float = 0.8  # a hit to be expected from reactions on the way
    ground: float = 0.25  # a fight won
    blood: float = 1.0  # what a fight costs
    wait: float = 0.15  # part of its best shot that a unit which may still react keeps
    cover: float = 0.05  # a die of cover
    touch: float = 0.18  # out of command
    after: float = 1.0  # a shot after moving
    shock: float = 0.3  # part of a unit's worth that is lost while it is Disrupted
    least: float = 0.02  # what a reaction must be expected to cost the enemy


# Found by battles of the quick policy against itself with other weights. An attacker hurries, for time works
# against him.
DEFENDER = Temper(near=1.25, wait=0.18, danger=0.18)
ATTACKER = Temper(way=2.2, near=1.3, wait=0.12, danger=0.18, ground=0.4, risk=0.9)

# Of a player with more time: an attacker with a long way to go hurries more, a defender minds danger less.
BRAVE = ATTACKER._replace(way=2.8, near=1.8, danger=0.12, wait=0.08, ground=0.6, risk=0.6)
STEADY = DEFENDER._replace(danger=0.07, touch=0.23)

LATE = 3  # what counts in the last turn counts by this power of the part of the battle that is over
BOTH_STORM = 0.5  # part of the second Assault that is still needed after the first
FIRE_FOR_EFFECT = 0.3  # what it must be expected to hurt
EFFECT_HARD, EFFECT_FRIEND = 0.4, 1.5  # armour suffers less from artillery, friends count more

# Estimates: what a unit risks and can do in a hex ------------------------------------------------

SHAKEN = 0.35  # how likely a Disrupted enemy fires soon: it must rally first
DONE = 0.75  # one that has had its impulse in this turn
STORM = 2  # hexes within which an enemy may storm
HARMLESS = 0.02  # a reaction that costs no more is not counted
BESIDE = 0.15  # part of the other shots that a unit has beside its best

# Prospect: how a battle will probably end --------------------------------------------------------

HELD, SAFE, SAFE_FROM = 3.0, 0.7, 6  # what makes one part of a line better than another, in movement points
NEARNESS = [exp(-points / 3) for points in range(100)]  # by movement points
MISSION = 1.5  # a fire mission in Fate Points


class Weights(NamedTuple):
    """What counts how much at some time of the battle."""

    strength: float
    shots: float  # a hit to be expected, weighed by worth
    near: float  # a platoon in a hex that wins; farther away it counts less
    won: float  # the conditions hold now
    way: float  # a movement point to what wins
    support: float  # a Fate Point
    touch: float  # a unit out of command


# By the part of the battle that is over.
TIMES = (
    (0.25, Weights(1.0, 0.15, 0.15, 0.5, 0.03, 0.5, 0.1)),
    (0.65, Weights(1.0, 0.4, 0.4, 1.5, 0.08, 0.8, 0.1)),
    (1.0, Weights(0.6, 0.2, 1.2, 3.5, 0.08, 0.8, 0.1)),
)

# Plans: what is thought through ------------------------------------------------------------------

ENDING = 20  # units, each counted once for every turn that is left: so few are thought through to the end
MARGIN = 0.6  # what is worse by so much at first sight is not tried
WEIGHED = 4  # acts of a unit that are named
TRIED = 3  # of these that are played through by a player with more time
PART = 200.0  # what a platoon speaks for, where a battle won is worth a thousand

ALIKE = 0.04  # plans that promise so little less than the best are drawn by lot
