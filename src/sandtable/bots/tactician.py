"""A player who plans a whole activation: he plays each plan through, the enemy answering, and keeps the best."""

import random
import time
from functools import partial

import msgspec

from sandtable.bots.explaining import LASTING, Scale, explained
from sandtable.bots.facts import MOVES, facts_of, general_of, notes_on
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.habits import Habits, habits_of, seen
from sandtable.bots.planning import Line, Scales, answer_to, decision_in, schemes_for, stage_of
from sandtable.bots.player import Seat, Thinker
from sandtable.table.decision import Choice
from sandtable.table.play import AnyPlay
from sandtable.table.scheme import Scheme, Thought

HASTE = 0.6  # part of the budget after which no more plans are tried
UNPLANNED = "It took the next step that looked best, without asking what its plan was."


class TacticianBot(Thinker):
    """Weighs the system's plans when an activation begins, follows the best, and varies it where the system asks."""

    name = "tactician"
    needs_mind = True
    rounds: tuple[int, ...] = (2, 4, 8)  # tries in all, after each round; the better half goes on
    stages = 1  # activations that are played out
    errs = True  # whether he overlooks what his level overlooks in this game; who is asked for advice does not

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._stage = ""
        self._scheme: Scheme | None = None

    def _think(self, seat: Seat, options: list[Choice]) -> Choice:
        habits = self._habits(seat)
        if habits is not None and self._random.random() < habits.hasty:
            return self._next_step(seat)
        states = [self._random.getrandbits(64) for _ in range(self.rounds[-1])]
        deadline = time.monotonic() + HASTE * self.budget if self.hurried else None
        scales = Scales(seat, states, self.stages, deadline)
        deal = scales.deals[0]
        lines = self._lines(seat, deal)
        if len(lines) > 1:
            lines = self._drawn(self._weigh(scales, lines), seat.system.thinks.alike)
        self._scheme = lines[0].scheme if lines else None
        choice = self._first(seat, deal)
        self._explains = partial(self._explain, seat, deal, choice, lines)
        return choice

    def _habits(self, seat: Seat) -> Habits | None:
        """What he overlooks in this game; None: nothing."""
        return habits_of(seat).levels.get(self.name) if self.errs else None

    def _next_step(self, seat: Seat) -> Choice:
        """What a Sergeant would do who sees as much as he does."""
        sergeant = GreedyBot(self._random.getrandbits(64))
        sergeant.name = self.name
        choice = sergeant.choose(seat)
        self._explains = partial(self._admit, seat, choice, sergeant)
        return choice

    def _admit(self, seat: Seat, choice: Choice, sergeant: GreedyBot) -> Thought:
        thought = sergeant.thought
        if thought is not None:
            return msgspec.structs.replace(thought, why=f"{UNPLANNED} {thought.why}")
        chosen = seat.system.shown.label(seat.fork(0).battle, seat.decision, choice)
        return Thought(self.name, chosen, UNPLANNED)

    def _lines(self, seat: Seat, deal: AnyPlay) -> list[Line]:
        """The plans to weigh: new ones when an activation begins, else what the system makes of the present one.

        Not all of them come to the mind of a Tactician who has that habit.
        """
        self._keep_up(seat, deal)
        found = schemes_for(seat, deal, self._scheme)
        return [Line(scheme) for scheme in seen(found, self._habits(seat), self._random)]

    def _keep_up(self, seat: Seat, deal: AnyPlay) -> None:
        """A plan is forgotten when its activation is over."""
        stage = stage_of(seat.system, deal)
        if stage != self._stage:
            self._stage, self._scheme = stage, None

    def _weigh(self, scales: Scales, lines: list[Line]) -> list[Line]:
        """All plans, the best first: all are tried a little, the better half more, the best of those the most.

        What the system promises is taken at its word.
        """
        if all(line.scheme.promise is not None for line in lines):
            return sorted(lines, key=lambda line: line.value, reverse=True)
        field = lines
        for tries in self.rounds:
            scales.weigh(field, tries)
            field = sorted(field, key=lambda line: line.value, reverse=True)
            field = field[: max(2, (len(field) + 1) // 2)]
        return field + sorted([line for line in lines if line not in field], key=lambda line: -line.value)

    def _drawn(self, lines: list[Line], alike: float) -> list[Line]:
        """The plans with one of the best first, drawn by lot: whom one knows by heart one does not fear."""
        best = lines[0]
        if not alike or any(line.scheme.promise is None for line in lines):
            return lines
        equal = [line for line in lines if line.value >= best.value - alike]
        chosen = self._random.choice(equal) if len(equal) > 1 else best
        return [chosen, *[line for line in lines if line is not chosen]]

    def _first(self, seat: Seat, deal: AnyPlay) -> Choice:
        """The answer with which the plan begins. It is given only once."""
        scheme = self._scheme
        if scheme is not None and scheme.first is not None:
            self._scheme = Scheme(scheme.label, scheme.orders)
            return scheme.first
        return answer_to(seat, deal, seat.name, scheme)

    def _explain(self, seat: Seat, deal: AnyPlay, choice: Choice, lines: list[Line]) -> Thought:
        decision, lines = decision_in(seat, deal), once(lines)
        chosen = seat.system.shown.label(deal.battle, decision, choice)
        scale = Scale(seat.system.thinks, deal.battle, seat.name)
        promised = all(line.scheme.promise is not None for line in lines)
        scale.ranks = promised and not seat.system.thinks.priced(decision)
        scale.about(decision, choice)
        plans = {line.scheme.label: line.scheme for line in reversed(lines)}  # of one name the best
        facts, notes = facts_of(seat, deal, choice, self._scheme), notes_on(seat, deal, choice, plans)
        general = general_of(seat, deal, choice)
        return explained(self.name, chosen, [line.weighed() for line in lines], facts, scale, notes, general)


def once(lines: list[Line]) -> list[Line]:
    """To pass, and to pass for longer, is one plan: the better of them. So are ways of one piece to one place."""
    found: list[Line] = []
    known: set[tuple[str, ...]] = set()
    for line in lines:
        first = line.scheme.first
        key: tuple[str, ...] = ()
        if first is not None and first.do in ("pass", *LASTING):
            key = ("pass",)
        elif first is not None and first.do in MOVES and first.to:
            key = (first.do, first.piece, first.to)
        if not key or key not in known:
            found.append(line)
        known.add(key)
    return found
