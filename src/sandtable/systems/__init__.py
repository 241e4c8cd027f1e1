"""The games. A new system is registered here."""

from sandtable.systems.nations_at_war.game import NationsAtWar
from sandtable.table.system import register

register(NationsAtWar())
