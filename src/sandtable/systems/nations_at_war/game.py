"""Nations at War, Starter Kit v3.0: platoons on hexes, Formation markers drawn from a cup."""

from sandtable.systems.nations_at_war.reading.position import position
from sandtable.systems.nations_at_war.reading.shelf import SHELF
from sandtable.systems.nations_at_war.rules.setup import new_battle
from sandtable.systems.nations_at_war.rules.turn import script
from sandtable.systems.nations_at_war.rules.verbs import ROLES
from sandtable.systems.nations_at_war.showing.dangers import dangers, sight
from sandtable.systems.nations_at_war.showing.draws import draws
from sandtable.systems.nations_at_war.showing.forecast import FORECASTS
from sandtable.systems.nations_at_war.showing.narrator import label, sentence
from sandtable.systems.nations_at_war.showing.palette import palette
from sandtable.systems.nations_at_war.showing.printing import printed
from sandtable.systems.nations_at_war.showing.standing_orders import STANDING_ORDERS, wishes
from sandtable.systems.nations_at_war.showing.tellings import TELLINGS
from sandtable.systems.nations_at_war.showing.view import view
from sandtable.systems.nations_at_war.state.faults import faults
from sandtable.systems.nations_at_war.thinking.mind import NationsAtWarMind
from sandtable.table.rules import Rules
from sandtable.table.shown import Shown
from sandtable.table.system import System

RULES = Rules(
    new=new_battle, script=script, faults=faults, roles=ROLES, wishes=wishes, standing_orders=STANDING_ORDERS
)
SHOWN = Shown(
    view, label, sentence, TELLINGS, sight, dangers=dangers,
    forecasts=FORECASTS, draws=draws, printed=printed, palette=palette, position=position,
)  # fmt: skip

NATIONS_AT_WAR = System(
    key="nations_at_war", title="Nations at War", publisher="Lock 'n Load Publishing",
    about="Platoons on hexes. Formations are drawn from a cup, and a unit in sight draws fire.",
    rules=RULES, shown=SHOWN, shelf=SHELF, mind=NationsAtWarMind(),
)  # fmt: skip
