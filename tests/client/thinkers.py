"""The computer players that are shipped, each with a seed: asked the same, they choose the same."""

from sandtable.bots import adviser, levels
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.player import Bot


def advising(level: str) -> Bot:
    return adviser.AdvisingTactician(1)


def register() -> None:
    levels.register("greedy", lambda seed: GreedyBot(1))
    adviser.make = advising


register()
