"""A player who evolves plans: he crosses the best ones and looks beyond the activation at the enemy's answer."""

from sandtable.bots.planning import Line, Scales, decision_in
from sandtable.bots.player import Seat
from sandtable.bots.racing import race
from sandtable.bots.tactician import TacticianBot
from sandtable.table.decision import Choice
from sandtable.table.play import Play
from sandtable.table.scheme import Scheme

PARENTS = 3  # of the plans tried that are crossed
CHILDREN = 4  # in each generation


class StrategistBot(TacticianBot):
    """Online evolutionary planning: the plans of the tactician are the first generation."""

    name = "strategist"

    def choose(self, seat: Seat) -> Choice:
        self.rounds, self.stages = seat.system.rounds, seat.system.foresight
        return super().choose(seat)

    def _lines(self, seat: Seat, deal: Play) -> list[Line]:
        """The plans that the system has for a player with more time, where it has any."""
        found = seat.system.considered(deal.battle, decision_in(seat, deal), seat.name)
        if not found:
            return super()._lines(seat, deal)
        self._keep_up(seat, deal)
        return [Line(scheme) for scheme in found]

    def _weigh(self, scales: Scales, lines: list[Line]) -> list[Line]:
        seat, deal = scales.seat, scales.deals[0]
        if all(line.scheme.promise is not None for line in lines):
            lines = self._deepened(scales, lines)
            doubt = seat.system.doubt(deal.battle, decision_in(seat, deal), seat.name)
            promised = all(line.scheme.promise is not None for line in lines)
            return (
                race(scales, lines, doubt, self.rounds[-1]) if promised and doubt else super()._weigh(scales, lines)
            )
        scales.weigh(lines, self.rounds[0])
        lines = [*lines, *self._children(sorted(lines, key=lambda line: line.value, reverse=True)[:PARENTS], lines)]
        return super()._weigh(scales, lines)

    def _deepened(self, scales: Scales, lines: list[Line]) -> list[Line]:
        """Plans whose worth the system promises: it thinks them over."""
        seat, deal = scales.seat, scales.deals[0]
        found = [line.scheme for line in lines]
        found = seat.system.deepened(deal.battle, decision_in(seat, deal), seat.name, found)
        return [Line(scheme) for scheme in found]

    def _children(self, parents: list[Line], known: list[Line]) -> list[Line]:
        """Crosses of the best plans that are not among those known."""
        seen = [line.scheme.orders for line in known]
        found = []
        for _ in range(CHILDREN):
            mother, father = self._random.sample(parents, 2) if len(parents) > 1 else (parents[0], parents[0])
            child = cross(mother.scheme, father.scheme, [self._random.random() < 0.5 for _ in mother.scheme.orders])
            if child.orders not in seen:
                seen.append(child.orders)
                found.append(Line(child))
        return found


def cross(mother: Scheme, father: Scheme, takes: list[bool]) -> Scheme:
    """The orders of the first plan, some of them replaced by those of the second for the same piece."""
    orders = {
        piece: father.orders.get(piece, order) if take else order
        for take, (piece, order) in zip(takes, mother.orders.items(), strict=True)
    }
    return Scheme(f"{mother.label}, partly {father.label[:1].lower()}{father.label[1:]}", orders, mother.first)
