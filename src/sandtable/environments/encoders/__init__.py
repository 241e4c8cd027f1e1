"""The encoders of the games, by key. A system of your own adds its encoder here."""

from typing import Any

from sandtable.environments.encoder import Encoder
from sandtable.environments.encoders.miniatures import MiniaturesEncoder
from sandtable.environments.encoders.nations_at_war import NationsAtWarEncoder
from sandtable.environments.encoders.of_war_and_men import OfWarAndMenEncoder
from sandtable.environments.encoders.regimental import RegimentalEncoder
from sandtable.environments.encoders.war_storm import WarStormEncoder

ENCODERS: dict[str, type[Encoder[Any]]] = {
    "miniatures": MiniaturesEncoder,
    "nations_at_war": NationsAtWarEncoder,
    "of_war_and_men": OfWarAndMenEncoder,
    "regimental": RegimentalEncoder,
    "war_storm": WarStormEncoder,
}
