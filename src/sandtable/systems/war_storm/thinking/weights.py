"""The weights of the computer players: all that was tuned by playing. No number of the rules is here.

One unit of worth is a fresh standard platoon. Where nothing else is said a weight is in these units.
"""

from sandtable.systems.war_storm.state.book import GREEN, VETERAN

# What things are worth to every player -----------------------------------------------------------

POINT = 0.8  # a victory point
STEP = 0.4  # a step shot off, with what morale makes of it
OFFICER = 0.6
ROUTED = 0.5  # of its worth is gone
QUALITY = {GREEN: 0.9, VETERAN: 1.2}
READY = 0.12  # a Reaction marker
NOT_READY = READY / 4  # the same, with no enemy near
ALERTED = 5  # hexes beyond its reach: so near an enemy is
APPROACH = 0.1  # a hex nearer to what is wanted
FAR = 20  # hexes: still off the board
COVER = 0.05  # a point of the divisor
PROMISE = 0.5  # of the steps it could shoot off
COMRADES = 3  # platoons that fire together
ZEAL = 2.0  # how much bolder a side is in the last turn that is not winning
OFFICERS_ALONE = 1.5  # steps: a hit on officers without platoons
OFFICERS_CAUGHT = 2  # steps: the most that counts for reaction fire at them

# A player who looks at one choice at a time: hexes ------------------------------------------------

STRAY = 0.1  # out of command, or a hex beyond the officer's range
EXPOSED = 0.5  # of the steps the enemy could shoot off
HORIZON = 8  # hexes: fire from farther away is not thought of
DOUBLE_TIME = 0.03  # what it costs
LED = 2 * STRAY  # a platoon within its officer's range
OFFICER_AWAY = 0.02  # a hex between an officer and a platoon
OFFICER_RALLIES = 0.3  # a routed platoon in the officer's hex
OFFICER_JOINS = 0.05  # a platoon in the officer's hex
OFFICER_EXPOSED = 1.0  # alone beside the enemy
OFFICER_SHOT_AT = 0.3  # a step that could be shot off in his hex

# The same player: choices -------------------------------------------------------------------------

NO_ASSAULT = -1.0  # without a platoon
WALKOVER = 1.5  # nobody is left to defend the hex
ASSAULT_FIRE = 1.5  # strength that a step shot off on the way in takes away
SURE = 6  # so much more strength is as good as a victory
VICTORY = 0.8  # to win a fight
BEATEN = 0.3  # for each platoon beaten in it
ASSAULT_NOW = 0.05  # to go in rather than to wait
ASSAULT_LATER = 0.01  # to wait for others rather than to go in
WAKE_LONE, WAKE_LONE_SHOT = 0.05, 0.1  # to activate a platoon out of command, and a step that it could shoot off
WAKE_OFFICER, WAKE_PLATOON = 0.1, 0.1  # to activate an officer, and each platoon that wakes with him
RALLY, TRY_RALLY = 0.5, 0.1  # to rally somebody, and to try
LEND = 0.1  # to activate a platoon of somebody else
SHOOT = 1.5  # times its mean: fire, with what morale makes of it
LEAVE, DESERT = 2, -5.0  # points for leaving where it counts, and the worth of it where it does not
DAWDLE = -0.5  # to regroup on the march
SAVED = 0.12  # what a platoon's fire may be worth later in the turn
UNMARKED = 1.5  # times that without a marker: it fires at half now
REACT = 2.0  # times its mean: reaction fire
DEPLOY_COVER = 2 * COVER  # a point of the divisor where it starts
DEPLOY_CROWD, DEPLOY_FEW = 0.05, 3  # each step in a hex beyond so many
DEPLOY_STRAY = 0.5  # a hex beyond the officer's range
DEPLOY_LEVEL = 0.1  # a level higher
GIVE_UP = -0.1  # a marker, or defensive fire

# Players who plan: the situation ------------------------------------------------------------------

FEAR = 0.7  # of what the next volley of each company could cost
SPENT = 0.6  # of its danger has a company that was activated in this turn: it fires again in the next
ALERT = 0.6  # of what fires at who moves does so at this one
LEFT = 0.8  # of what a hex is worth that is left to the enemy
CROWD_HIT = 1.2  # times as much is hit in a crowded hex
WISH = 0.5  # of the worth of a goal draws from afar
GUARD = 0.5  # of the worth of a hex that is held is given to who stands in it
SECOND = 0.4  # of it to who is not the first there
ENOUGH = 2  # platoons in a hex to guard, or in an area to be in; to more of them it is worth less
CROWDED = 0.2  # of its worth has an area with enough platoons
EARLY = 0.4  # of the points for what is held counts at the start; all of them at the end
ALARM = 8  # hexes: an enemy so near may take a hex back
SHAKEN, HURT = 0.25, 0.05  # a platoon hit whose company checks morale for its losses, or does not
OFFICER_HIT = 0.05  # an officer in a hex that is hit

# Players who plan: what a company does ------------------------------------------------------------

OUT_OF_RANGE = 0.35  # a platoon out of its officer's range
OUT_OF_RANGE_HEX = 0.1  # each hex of it
LOST_OFFICER = 1.5  # with what becomes of his company
SHOT = 0.1  # what a shot must promise
HURRY = 0.04  # what double time costs
QUIET = 4  # hexes: with an enemy so near nobody hurries
LONELY, LONELY_LEADER = 0.08, 0.1  # an officer alone in a hex: as the centre of a move, or as he follows
LEADER_MOVES = 0.02  # what it costs to move an officer
LEADER_AWAY = 0.02  # a hex between him and a platoon
LEADER_RALLIES = 0.3  # a routed platoon in his hex
FEARS = (0.1, 0.3, 0.8)  # of the danger of a hex counts for one platoon: three ways to move
SEEDS = 8  # hexes of each platoon around which the officer looks for his own
CENTRES = 3  # hexes of the officer for which the whole is estimated
MOVES = 3  # ways to move that are kept
CROWD = 0.12  # what a crowded hex costs: it is easier to hit
STORMS = 2  # assaults that are kept
LEAST_AV = 3  # of a platoon that storms
COVERING = 0.05  # a platoon that covers the others
SPRINGBOARD_LEVEL = 0.01  # a level of the hex from which it goes in
ROUTED_TAKEN = 0.5  # a routed platoon caught by an assault
STORM_FIRE = 1.15  # times its mean: defensive fire at a crowd
STORM_TOLL = 1.7  # strength that a step shot off on the way in takes away
TIES = 0.05  # of the chances of the weaker side: ties are thrown again
STEP_MORE = 5  # so much more strength costs the loser a step more
ROUTED_BY_STORM = 0.35  # a defender beaten
FAILED, FAILED_EACH = 1.5, 0.4  # own steps lost in a failed assault, and each platoon that fails
WON_AT = 0.5  # own steps lost in one that succeeds

# Players who plan: which plan ---------------------------------------------------------------------

MOST = 5  # plans weighed at once
MARGIN = 0.6  # a plan that promises so much less than the best is not weighed
SHOTS = 2  # targets of the whole company that are kept
CHECK = 0.5  # a platoon alone must pass a check first
CALM = 0.1  # how urgent anybody is
URGENT = 0.3  # of the danger a company is in where it stands
ALONE_RALLIES, ALONE = 0.4, 0.05  # an officer without platoons who rallies somebody, or does not

# Players who plan: how well a side stands ---------------------------------------------------------

FIRE = 0.5  # of what the next volley of each company would cost
OUT_OF_COMMAND = 0.3  # a platoon
GRADE, GRADE_GROWS = 4.0, 3  # a battle that would be won, in the last turn; the power with which it grows until then
ROUT = 0.15  # what a routed platoon is worth less besides

# The quick policy ---------------------------------------------------------------------------------

PATIENT = 0.12  # steps that a marked platoon may shoot off later in the turn
READY_TO_FIRE = 0.15  # and with the action that it still has
ABLE_TO_FIRE = 0.4  # one without a marker that still has its action
SPENT_FIRE = 0.02  # one that has neither
OFFICERS_ONLY = 0.5  # of the prize where only officers move
RUN_COVER = 0.5  # a point of the divisor where a routed unit runs to
RUN_SEEN = 4  # hexes: an enemy so near who sees it there is to be shunned

# A player who thinks of the whole turn ------------------------------------------------------------

CAUTION = 1.05  # of what the next volley of each company could cost: who looks further fears it more
WAIT = 0.4  # whoever has less to lose waits
RALLY_EARLY = 0.6  # somebody rallied, who may act in this turn yet
DOUBT = 0.3  # in the last turn, when what is estimated in platoons may be decided by one event
LEAVE_REACTION = 0.1  # what a company in reaction must gain by leaving it

# A master, who knows what is enough to win and what comes of assaults and routs ------------------

LEAVES = 3.0  # a platoon that leaves the board where that wins
WAY_OUT = 2.0  # the hexes where it does
FLANKS = 0.15  # a hex nearer to them where it starts
SHUNS = 0.1  # a hex farther from the enemy there
LONG_WAY = 4  # turns that who is not on the board yet needs to leave it
NEARBY = 3  # hexes: platoons so near stand by those who defend a hex
GOING = 3  # platoons whose way there counts
FAR_GOAL = 0.3  # of strength against the attack: a hex to go
PUSHED = 0.1  # a routed platoon that has to run on

ALIKE = 0.05  # plans that promise so little less than the best are drawn by lot
