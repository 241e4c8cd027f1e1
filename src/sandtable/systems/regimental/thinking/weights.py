"""The weights of the computer players, all in one place: what they hold dear, and from when on.

They are judgements, not rules: no number of the book is among them. Each class is one question that is weighed.
Distances are in hexes.
"""


class Position:
    """How well a side stands now (`worth`)."""

    POINT = 4.0  # an objective point held
    GUARD = 0.7  # more with a stand in it
    STRENGTH = 0.2  # a strength point
    DIE = 0.3
    COMPANY = 0.55
    HQ = 1.5
    HQ_IN_ZONE = 0.6  # less in an enemy zone of control
    STRAY = 0.35  # less for a stand out of command
    APPROACH = 0.09  # less for each hex from what is wanted
    AIR = 0.15  # an air point left
    COMING_ATTACK = 0.6  # part of what the best attack promises while the regiment still moves
    BATTERY_CLOSE, BATTERY_IN_DANGER = 3, 0.8  # nearer to the enemy than that, less for each hex
    BATTERY_FAR, BATTERY_APPROACH = 5, 0.06  # farther than that, less for each hex


class Attack:
    """What an attack or a barrage promises who tries every option (`worth`)."""

    HIT = 0.35  # at a rough look: a mean hit
    RISK = 0.8  # at a rough look: a hit taken, as part of one given
    SUPPORT = 2  # at a rough look: dice that will be called
    ROUGH_PRIZE = 0.3  # at a rough look: part of an objective's worth
    LOSS = 0.35  # a loss taken
    THROWS_BACK = 0.5
    PRIZE = 0.9  # part of an objective's worth, for throwing its holder back
    DUG_IN = 0.5  # part of that against who may stand fast (4.1.d)
    THROWN_BACK = 0.4
    HURRY = 2.0  # how much more all that counts at the end for a side that is behind
    BARRAGE = 0.05  # more than the strength point that a hit costs


class Call:
    """Which support is called first (`shortlist`)."""

    FIRE_SUPPORT = 30  # costs nothing
    GUN = 10  # more for its dice and shots
    AIR = 5  # is rare


class Wish:
    """Which order a regiment wants (`shortlist`)."""

    WORN = 3  # this many times its strength is less than full
    NEAR_WORN = 3  # a worn regiment holds with the enemy so near
    NEAR = 6  # a regiment on an objective digs in with the enemy so near


class Promise:
    """What an assault promises who plans (`assaults`)."""

    POINT = 4.0  # an objective point
    STAFF_POINT = 25.0  # the same to the staff: who does not storm it does not get it
    PRIZE = 0.8  # part of it, for throwing its holder back
    LOSS = 0.38  # a strength point or company
    LAST = 0.1  # a loss, or being thrown back, in the last round
    THROWN_BACK = 0.4
    THROWS_BACK = 0.5
    DUG_IN = 0.5  # part of that against who may stand fast (4.1.d)
    KILL = 1.0  # a stand gone for good
    RESOLVE = 0.5  # how much worse than nothing an attack may be that is planned
    POST_PRIZE, POST_WET = 4, 2  # of a hex to attack from: an objective point in it, and a die less there


class March:
    """Where a stand goes that has no attack to make (`destinations`)."""

    HALT, RIVER = 1, 2  # hexes more on a way for each that halts, and for a river
    CUT_OFF = 99  # hexes to what cannot be reached
    GOAL_POINT = 1.5  # hexes nearer for each point of a goal
    HELD = 100  # hexes farther for a goal that is held
    POINT = 4.0  # an objective point taken
    GUARD = 1.0  # a held objective with a stand in it
    APPROACH = 0.09  # a hex nearer to the goal
    STRAY = 0.5  # a stand that its HQ cannot reach
    DANGER = 0.1  # an enemy that could fall upon a moving stand


class HQPlace:
    """Where an HQ goes (`destinations`)."""

    COMMANDED, FIGHTING = 1.0, 2.0  # a stand in command, and one in an enemy zone of control
    STRAY = 0.1  # less for each hex to one that is not
    IN_ZONE, NEAR_ZONE = 1.6, 0.3
    COVER = 0.1
    STAY = 0.05
    POINT = 3.0  # an objective point taken


class Policy:
    """What is answered at once (`policy`)."""

    WARY = 6  # an enemy is near
    GAP, MANNED_IN = 7, 4  # an empty objective with the enemy so near is manned by who has so far to go
    IN_TOUCH = 2  # who has nothing to take digs in
    LOSE_COMPANY, LOSE_LAST = 0.55, 5.0  # the pain of a loss: a company, a stand's last point
    LOSE_SPARE, LOSE_DIE = 0.2, 0.5  # a point that costs no die, and one that does
    LOSE_FROM_STRONG = 0.01  # less for each point that the stand has
    STANDS_FAST = 2  # a beaten stand with more strength points stays
    BACK_PRIZE, BACK_OBJECTIVE = 4.0, 1.0  # falling back: an objective point taken, an objective at all
    BACK_COVER, BACK_STRAY, BACK_APPROACH = 0.5, 0.5, 0.05
    BATTERY_BACK, BATTERY_BACK_MOST = 0.2, 5  # a battery: for each hex from the enemy, up to so many
    RETREAT_MOST, RETREAT_HELD = 4, 0.2  # hexes from the enemy that count; less for each hex to what is held
    NEW_HQ, NEW_HQ_MOST = 0.3, 3  # for each hex from the enemy, up to so many


class Battery:
    """Where a battery fires and goes (`policy`)."""

    FINISHED = 1.5  # a hit that is the end of a stand
    SPARE, DIE = 0.2, 0.5  # one that costs no die, and one that does
    AT_ITS_THROAT = 2  # with the enemy so near it moves rather than fires
    CONTENT = 6  # with the enemy so near it need not come nearer
    CLOSE, FLIGHT = 4, 2.0  # nearer to the enemy than that, less for each hex
    BEST, APPROACH = 5, 0.5  # farther than that, less for each hex
    WET = 0.5  # less in a river
    WORTH_A_MOVE = 0.4  # how much better another hex must be


class Recovery:
    """What is recovered first at night (`policy`)."""

    COMPANY, COMPANY_ASTRAY = 5.0, 4.5  # with a stand in command, and with one that is not
    LOST_DIE = 3.0  # a stand that has lost dice
    LAST_HQ, HQ = 2.8, 1.0  # an HQ at its last point, and with more
    RECALL = 2.5  # a lost stand
    STRENGTH, FROM_STRONG = 2.0, 0.1  # any other stand, less for each point that it has


class Staff:
    """Whom the strategist's guns fire at (`staff_policy`), on top of `Battery`."""

    FRESH, WORN = 5, 0.2  # with fewer points than that, more for each
    WANTED = 0.6  # more for each objective point in its hex
    IN_TOUCH, TOUCHED = 2, 0.1  # with one of ours so near, more


class Plans:
    """Which plans are weighed (`plans`, `strategist_plans`)."""

    MOST = 3  # plans weighed for a round
    ASSAULTS = 2  # assaults weighed for a regiment
    TOUCH = 3  # nearer than that to the enemy an order is worth a thought
    CAUTION = 0.8  # how much better than the usual orders others must turn out: the dice of a few tries deceive
    CLEAR = 0.5  # a plan that promises so much less than another is not tried
    HOPELESS = -0.4  # an assault that promises less is no plan
    DOUBT = 1.0  # of what an assault promises
    FIRM = 0.5  # of the usual orders: others need more than two errors of the mean to be given instead


class Prospect:
    """How a commander who plans judges the end of a round (`prospect`); fitted to hundreds of battles."""

    STRENGTH = 0.4  # a strength point of a battalion
    COMPANY = 0.5
    GUN = 0.25  # a strength point of a battery
    HQ = 1.0
    EARLY, LATE = 0.8, 4.2  # an objective point at the start, and what it gains to the end
    NEAR = 0.8  # part of its worth for standing close to an objective of the enemy's
    UNMANNED = 1.5  # times that if nobody is in it


ALIKE = 0.02  # plans that promise so little less than the best are drawn by lot
