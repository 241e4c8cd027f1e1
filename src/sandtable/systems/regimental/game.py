"""Regimental rules: stands on hexes, secret simultaneous orders."""

from sandtable.systems.regimental.reading.position import position
from sandtable.systems.regimental.reading.shelf import SHELF
from sandtable.systems.regimental.rules.faults import faults
from sandtable.systems.regimental.rules.orders import redeal
from sandtable.systems.regimental.rules.sequence import script
from sandtable.systems.regimental.rules.verbs import ROLES
from sandtable.systems.regimental.showing.forecast import FORECASTS
from sandtable.systems.regimental.showing.narrator import label, sentence
from sandtable.systems.regimental.showing.palette import palette
from sandtable.systems.regimental.showing.printing import printed
from sandtable.systems.regimental.showing.sight import sight
from sandtable.systems.regimental.showing.tellings import TELLINGS
from sandtable.systems.regimental.showing.view import view
from sandtable.systems.regimental.state.setup import new_battle
from sandtable.systems.regimental.thinking.mind import RegimentalMind
from sandtable.table.rules import Rules
from sandtable.table.shown import Shown
from sandtable.table.system import System

REGIMENTAL = System(
    key="regimental",
    title="Regimental",
    about="Regiments under secret orders, written by both sides and revealed together.",
    rules=Rules(
        new=new_battle, script=script, faults=faults, redeal=redeal, turn=lambda b: b.round_number, roles=ROLES
    ),
    shown=Shown(
        view,
        label,
        sentence,
        TELLINGS,
        sight=sight,
        forecasts=FORECASTS,
        printed=printed,
        palette=palette,
        position=position,
        turn_word="Round",
        step_word="strength point",
    ),
    shelf=SHELF,
    mind=RegimentalMind(),
)
