"""The games, by key: `systems()`. A new one is registered here."""

from sandtable.systems.miniatures.game import MINIATURES
from sandtable.systems.nations_at_war.game import NATIONS_AT_WAR
from sandtable.systems.of_war_and_men.game import OF_WAR_AND_MEN
from sandtable.systems.regimental.game import REGIMENTAL
from sandtable.systems.war_storm.game import WAR_STORM
from sandtable.table.system import register, systems

__all__ = ["systems"]

register(NATIONS_AT_WAR)
register(REGIMENTAL)
register(WAR_STORM)
register(MINIATURES)
register(OF_WAR_AND_MEN)
