"""How likely the first side is to win, by what all seats together know."""

from sandtable.analysis.findings import AnalysisError
from sandtable.table.outlook import chance_of
from sandtable.table.play import AnyPlay
from sandtable.table.system import AnySystem


class Judge:
    """Judges the games of one battle: a battle of two sides."""

    def __init__(self, system: AnySystem, play: AnyPlay) -> None:
        """AnalysisError: the game has no mind, or the battle has other than two sides."""
        if system.mind is None:
            raise AnalysisError(f"{system.title} has no computer player that could judge a battle.")
        self.system = system
        rules, battle = system.rules, play.battle
        self.seats: list[str] = list(rules.seats(battle))
        sides = list(dict.fromkeys([rules.side(battle, seat) for seat in self.seats]))
        if len(sides) != 2:
            raise AnalysisError("Only a battle between two sides can be analysed so far.")
        self.sides: tuple[str, str] = (sides[0], sides[1])
        self.side_of = {seat: sides.index(rules.side(battle, seat)) for seat in self.seats}

    def chance(self, play: AnyPlay) -> float:
        """How likely the first side is to win: by the mean of both sides' log-odds, each seat by what it knows."""
        if play.result is not None:
            return self.score(play.result.winner)
        return chance_of(self.log_odds(play))

    def log_odds(self, play: AnyPlay) -> float:
        mind = self.system.thinks
        odds: tuple[list[float], list[float]] = ([], [])
        for seat, side in self.side_of.items():
            odds[side].append(mind.log_odds(play.battle, seat))
        return (sum(odds[0]) / len(odds[0]) - sum(odds[1]) / len(odds[1])) / 2

    def score(self, winner: str | None) -> float:
        """What came of it; a draw counts as half a win."""
        return 0.5 if winner is None else float(winner == self.sides[0])
