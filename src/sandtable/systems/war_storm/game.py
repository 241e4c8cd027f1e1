"""War Storm Series, basic rules: companies of platoons on hexes with levels, activated in alternation."""

from sandtable.systems.war_storm.reading.position import position
from sandtable.systems.war_storm.reading.shelf import SHELF
from sandtable.systems.war_storm.rules.faults import faults
from sandtable.systems.war_storm.rules.setup import new_battle
from sandtable.systems.war_storm.rules.turn import script
from sandtable.systems.war_storm.rules.verbs import ROLES
from sandtable.systems.war_storm.showing.dangers import dangers, sight
from sandtable.systems.war_storm.showing.forecast import FORECASTS
from sandtable.systems.war_storm.showing.narrator import label, sentence
from sandtable.systems.war_storm.showing.palette import palette
from sandtable.systems.war_storm.showing.printing import printed
from sandtable.systems.war_storm.showing.standing_orders import STANDING_ORDERS, wishes
from sandtable.systems.war_storm.showing.tellings import TELLINGS
from sandtable.systems.war_storm.showing.view import view
from sandtable.systems.war_storm.thinking.mind import WarStormMind
from sandtable.table.rules import Rules
from sandtable.table.shown import Shown
from sandtable.table.system import System

RULES = Rules(
    new=new_battle, script=script, faults=faults, roles=ROLES, wishes=wishes, standing_orders=STANDING_ORDERS
)
SHOWN = Shown(
    view, label, sentence, TELLINGS, sight, dangers=dangers,
    forecasts=FORECASTS, printed=printed, palette=palette, position=position, piece_word="platoon",
)  # fmt: skip

WAR_STORM = System(
    key="war_storm", title="War Storm",
    about="Companies and their officers among hedges and ridges, where sight and spotting decide the fight.",
    rules=RULES, shown=SHOWN, shelf=SHELF, mind=WarStormMind(),
)  # fmt: skip
