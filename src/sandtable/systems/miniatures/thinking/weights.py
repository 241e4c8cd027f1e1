"""The weights of the computer players: what they like, not what the rules say. A Unit at full strength is about 1."""

# What pieces are worth ---------------------------------------------------------------------------

ALIVE = 0.3  # a Unit on the table, besides its Teams
FOOT = 0.12  # a stand
LIGHT_GUN = 0.17  # a gun that walks with the infantry
FIELD_GUN = 0.3
UNARMORED = 0.15  # a vehicle without armor
ARMORED = 0.35
PLATE, THICK = 0.06, 6  # for each point by which the front armor is better than this
LEADER = 0.1  # a PL, FO or CC, besides his Team
MARKER = 0.3  # of a Team's worth, for a suppression marker

POINT = 1.2  # a point of the score
NEAR_BREAKING = (1.6, 1.6, 0.8, 0.5, 0.4, 0.4, 0.4)  # a Unit, by how many more break the company
WEAR = 0.35  # of a Unit that is down to half its Teams
BELOW_HALF = 0.55  # how sure a Unit is to stay that has just come below half
CC_LOST = 0.5  # a CC who falls, besides his Team

# How a side stands, at a glance ------------------------------------------------------------------

NO_LEADER = 0.1  # a Unit without a PL
ON_OVERWATCH = 0.05
CC_STANDS = 0.3  # a CC on the table, besides his Team
GUARD = 0.4  # a Team near an objective, the enemy not
CONTESTED = 0.5  # of that, the enemy near it too
APPROACH = 0.02  # for each inch that a Unit is from what it is after
HOLDING = 0.25  # how much of that counts for a side that is ahead
COVER = 0.02  # a Team in cover

# What choices promise, at a glance ---------------------------------------------------------------

EXPOSED = 0.12  # of the worth of a Team, for each enemy that could fire at it
SHELTERED = 0.5  # of that, in cover
AIMED, EASY = 1.6, 3  # how much better Aimed Fire hits, about, where a die needs more than this
PROMISE = 0.7  # what a volley that may follow is worth now
NEW_LEADER, LOSES_A_GUN = 0.3, -0.5  # to appoint a PL, and where it costs a gun
ACTS, EACH_ACTS = 0.1, 0.02  # to act at all, and for each Team that does
FALLS_SHORT = 0.9  # of the way after firing
RUN_GAIN, RUN_RISK = 1.8, 0.6  # of a way, and of the danger on it
MOVE_RISK = 0.2  # of the danger, on a plain Move
TRIFLE = 0.01  # to break ties for those who fire
WATCH_AHEAD, WATCH_BEHIND = 0.06, 0.02  # overwatch for a side that is ahead, and for one that is not
HOLE, HOLE_BEHIND, HOLE_RISK = 0.03, 0.3, 0.3  # a new hole, how much of it for a side that is behind, of the danger
BARRAGE = 0.35
BOLD = 1.5  # how many more chargers than defenders an assault wants
TOO_BOLD = -0.2  # an assault with fewer, or on armor
BLOW_LANDS, BLOW_TAKEN = 0.12, 0.05  # in an assault, for each pair and for each defender
FIRE_AFTER, FIRE_LATER = 1.0, 0.3  # of a volley from the new place, now and in a later activation
GOOD_SHOT = 0.1  # who promises more does not lie low
BLANK = 0.1  # harm of a template that is left where it fell

# What a shooting promises ------------------------------------------------------------------------

SPREAD = 0.85  # markers come for whole groups of hits only
CALM = 1.0  # of the danger of a Unit, when all of it is suppressed
BLOW = 2.5  # and when all of it is lost: there is more than one round
KILL, HIT = 0.05, 0.03  # a Team lost and a hit, besides what they are worth, to choose between weapons

# What barrages and assaults promise --------------------------------------------------------------

FRIENDS = -1.5  # a friend under the template against an enemy
NEIGHBOUR = 0.5  # 15.14: of a marker that goes to another Team of the Unit
CAUGHT = 0.6  # of those who break off
ENDURE = 0.9  # of the chargers who reach anybody
WEAK_BLOW, FULL_BLOW = 0.4, 0.6  # what any defender strikes back, and how much more one who is no gun
HUNTED = 0.5  # of the tanks that were not knocked out: infantry lost to them

# How a Unit would stand --------------------------------------------------------------------------

THREAT = 0.45  # of what the enemies who see it could do to a Unit
LATER = 0.6  # of that, by those who have acted in this round
CHANCES = 0.35  # of what it could do from its place the next time
KEEN = 1.6  # how much more a Unit is fired at that is the best target
SHARE = 0.5  # and one that is not
STORMS = 0.7  # of what an assault promises that may follow
STORMED = 0.5  # of what an assault on it promises
REACTIONS = 0.9  # of what reaction fire could do on the way
HAMPER, MOST_HAMPERED = 0.6, 0.7  # of the worth of its Teams: a loss after which none would fire, and the most of it

CROWD = 0.35  # how much each enemy near an objective keeps others from it
UNGUARDED = 0.5  # of an objective that the enemy could reach and nobody guards
COMES_BACK = 0.7  # of a guard, for a Unit that could come back to it
AT_HAND = 0.85  # of an objective that a Unit stands near and nobody disputes
EFFORT = 0.55  # of an objective, for the Unit that is nearest to it
SECOND = 0.2  # and for the second
EVEN_REACH, ROUND_REACH = 0.45, 0.22  # how sure a Unit is to arrive that has just time enough, and for a round more
LEAST_REACH, MOST_REACH = 0.02, 0.9
PACE = 1.1  # Moves in a round
FAR_OFF = 40000  # hundredths of an inch that make an objective hopeless

# Plans -------------------------------------------------------------------------------------------

READY = 0.06  # lying ready for who moves
STORM = 0.7  # of what an assault promises: much can go wrong
STUCK = 0.25  # a tank that is stopped and suppressed on its way
NEXT = 0.1  # to act at all
BODY = 0.02  # for each Team that acts
LEADER_FIRST, NEVER = 2.0, -1.0  # to appoint a PL, and what is not done
CC_MOVES = 0.001  # an armored CC who has no target
DEAR = 1.2  # what a Unit must be worth for the CC to stake himself on its morale
QUICK_SHOT = 0.01  # a shot that promises less is not worth being seen

# A player with more time -------------------------------------------------------------------------

HOLD_FIRE = 0.02  # a shot that promises less is not worth it
PATIENCE = 1.05  # how much better a shot must be farther on, to wait for it
WAITING = 0.5  # of a shot that is waited for
LATE = 0.9  # of what it could still do in this round, for a Unit that goes to ground
REACT = 0.25  # of a shot, for one that might come in reaction
START = 0.08  # to act at all
DOUBT = 0.5  # where an assault is possible
RISK = 0.25  # of losing the Initiative, besides a check that fails

COMMANDER = 0.5  # a CC, besides his Team
SHARED = 0.5  # of the threats to a Unit: nobody fires at all that he could

ALIKE = 0.02  # plans that promise so little less than the best are drawn by lot
