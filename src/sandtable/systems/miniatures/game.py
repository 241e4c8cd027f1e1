"""Initiative rules for miniatures: teams on a table measured in inches. Nothing is hidden."""

from sandtable.systems.miniatures.reading.position import position
from sandtable.systems.miniatures.reading.shelf import SHELF
from sandtable.systems.miniatures.rules.faults import faults
from sandtable.systems.miniatures.rules.sequence import script
from sandtable.systems.miniatures.rules.setup import new_battle
from sandtable.systems.miniatures.rules.verbs import ROLES
from sandtable.systems.miniatures.showing.dangers import overlays, probe, sight
from sandtable.systems.miniatures.showing.forecast import FORECASTS
from sandtable.systems.miniatures.showing.narrator import label, sentence
from sandtable.systems.miniatures.showing.option_views import counted
from sandtable.systems.miniatures.showing.palette import palette
from sandtable.systems.miniatures.showing.printing import printed
from sandtable.systems.miniatures.showing.standing_orders import STANDING_ORDERS, wishes
from sandtable.systems.miniatures.showing.tellings import TELLINGS
from sandtable.systems.miniatures.showing.view import view
from sandtable.systems.miniatures.thinking.mind import MiniaturesMind
from sandtable.table.rules import Rules
from sandtable.table.shown import Shown
from sandtable.table.system import System

RULES = Rules(
    new=new_battle, script=script, faults=faults, roles=ROLES, wishes=wishes, standing_orders=STANDING_ORDERS,
    all_asked="Each says which Teams fire with what, and which Team takes each hit and each marker.",
)  # fmt: skip
SHOWN = Shown(
    view, label, sentence, TELLINGS, sight, probe=probe, count=counted, overlays=overlays,
    forecasts=FORECASTS, printed=printed, palette=palette, position=position, turn_word="Round", piece_word="Team",
)  # fmt: skip

MINIATURES = System(
    key="miniatures", title="Initiative Miniatures",
    about="Tanks and teams on a table six feet wide. No hexes: drag them where you want them, to a tenth of an inch.",
    rules=RULES, shown=SHOWN, shelf=SHELF, mind=MiniaturesMind(),
)  # fmt: skip
