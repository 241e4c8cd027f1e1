"""The games, by key: `systems()`. A new one is registered here."""

from sandtable.systems.miniatures.game import Miniatures
from sandtable.systems.nations_at_war.game import NationsAtWar
from sandtable.systems.of_war_and_men.game import OfWarAndMen
from sandtable.systems.regimental.game import Regimental
from sandtable.systems.war_storm.game import WarStorm
from sandtable.table.system import register, systems

__all__ = ["systems"]

register(NationsAtWar())
register(Regimental())
register(WarStorm())
register(Miniatures())
register(OfWarAndMen())
