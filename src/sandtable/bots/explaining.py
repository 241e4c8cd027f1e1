"""What a computer player says about its choice: the goal, the odds, the risk, and what else it weighed."""

from collections.abc import Callable, Sequence
from functools import partial

from sandtable.table.decision import Choice, Decision
from sandtable.table.mind import Mind
from sandtable.table.outlook import chance_of
from sandtable.table.play import B
from sandtable.table.scheme import WIN, Thought, Weighed
from sandtable.table.telling import count

TOLD = 12  # plans at most
EVEN = 0.005  # a difference that is none
DECIDED = 0.95 * WIN  # so nearly always won or lost that it is told so
NOTHING = "next to nothing"
IDLE = "It would do nothing then"
NO_DIFFERENCE = "It makes no difference."
LEAST = 0.005  # of the chance to win: less is not worth a word
PLAYED = 20.0  # no two plans differ by so many platoons: some of their tries were won or lost
LASTING = ("wait", "pass impulse", "pass march")  # to pass, for longer
AGAIN = (", and do not ask again", " for the rest of this ")  # the same answer, for longer

Notes = Callable[[str], str | None]  # what is to be said of a plan that was not taken, by its name


def no_notes(plan: str) -> None:
    """Nothing is known of it."""


def explained(
    level: str,
    chosen: str,
    plans: Sequence[Weighed],
    facts: Sequence[str] = (),
    scale: "Scale | None" = None,
    notes: Notes = no_notes,
    general: Sequence[str] = (),
) -> Thought:
    """The thought of a player who weighed these plans, the best first.

    `facts`: the goal, the place, the odds, the risk; `general`: what is true of every such answer, told last.
    """
    plans = distinct(plans)
    why = " ".join([*facts, unnamed(reason(chosen, plans, scale, notes), facts)]).strip()
    if any(fact.startswith(IDLE) for fact in facts) and len(plans) > 1 and even(plans):
        why = f"{why} {NO_DIFFERENCE}"
    matters = scale.equal if scale is not None and undecided(plans, scale) else ""
    more = " ".join([matters, *general]).strip()
    return Thought(level, chosen, why, tuple(plans[:TOLD]), more)


def unnamed(told: str, facts: Sequence[str]) -> str:
    """Plans of a unit that a fact has named, without its name: "Pak: aimed fire ..." is "Aimed fire ..."."""
    for fact in facts:
        name, colon, _ = fact.partition(": ")
        if colon and told.startswith(f"{name}: "):
            told = capital(told.replace(f"{name}: ", ""))
    return told


def distinct(plans: Sequence[Weighed]) -> list[Weighed]:
    """Plans of one name are one plan: the best of them. So are "Pass" and "Pass, and do not ask again ..."."""
    found: dict[str, Weighed] = {}
    for plan in plans:
        found.setdefault(at_once(plan.label), plan)
    return list(found.values())


def at_once(label: str) -> str:
    """An answer without the words that make it last."""
    for words in AGAIN:
        label = label.partition(words)[0]
    return label


def reason(chosen: str, plans: Sequence[Weighed], scale: "Scale | None" = None, notes: Notes = no_notes) -> str:
    """Why the first of these plans was taken, which begins with this choice; of one name it is not named again."""
    if not plans:
        return "A rule of thumb was enough here: no plans were weighed."
    best = plans[0].label
    if len(plans) == 1:
        if scale is not None and scale.forced:
            return "There is nothing else that it could answer."
        return (
            "Nothing else comes near." if best == chosen else f"It follows its plan, and no other comes near: {best}."
        )
    name = "" if best == chosen else f"{best}: "
    if scale is not None and scale.ranks:
        return f"{'It' if best == chosen else best} comes before {told(plans[1], notes)}."
    count = f" {len(plans)} plans were weighed." if len(plans) > TOLD else ""
    if decided(plans):
        end = f"The battle is {'won' if plans[0].value > 0 else 'lost'} whatever it does, as far as it can see"
        stakes = scale.stakes() if scale is not None else ""
        return f"{end}: {stakes}.{count}" if stakes else f"{end}.{count}"
    known = as_known(plans)
    if rivals(plans):
        return f"{capital(name + tie(plans, known, scale, notes))}{count}"
    worse = max([plan for plan in plans[1:] if plan.value <= plans[0].value - EVEN], key=ranking, default=None)
    if worse is None:
        others = " and ".join([told(plan, notes) for plan in plans[1:3]])
        return f"{capital(f'{name}{others} fell behind after fewer tries.')}{count}"
    cost = Scale.words(scale, plans[0].value - worse.value)
    return f"{capital(f'{name}the next best, {told(worse, notes)}, would cost {cost}.')}{count}"


def capital(text: str) -> str:
    """A sentence that begins as one."""
    return text[:1].upper() + text[1:]


def as_known(plans: Sequence[Weighed]) -> list[Weighed]:
    """Who was tried as often as the first. What was given up after fewer tries may look better than it is."""
    return [plan for plan in plans[1:] if plan.tries >= plans[0].tries]


def rivals(plans: Sequence[Weighed]) -> bool:
    """Whether some other plan is as good as the first, or better."""
    return any(plan.value > plans[0].value - EVEN for plan in as_known(plans))


def decided(plans: Sequence[Weighed]) -> bool:
    """Whether the battle is won or lost whatever is done."""
    return even(plans) and abs(plans[0].value) >= DECIDED


def even(plans: Sequence[Weighed]) -> bool:
    """Whether no plan is better than another."""
    return all(abs(plan.value - plans[0].value) < EVEN for plan in plans)


def undecided(plans: Sequence[Weighed], scale: "Scale") -> bool:
    """Whether it is to be told what will matter: other plans are as good, or they are only ranked."""
    return len(plans) > 1 and (scale.ranks or (rivals(plans) and not decided(plans)))


def ranking(plan: Weighed) -> tuple[int, float]:
    """What was tried more often is known better."""
    return plan.tries, plan.value


def told(plan: Weighed, notes: Notes) -> str:
    """A plan that was not taken, with what is known of it: Fire (a step or more lost 44%)."""
    found = notes(plan.label)
    if not found:
        return plan.label
    return f"{plan.label[:-1]}; {found})" if plan.label.endswith(")") else f"{plan.label} ({found})"


def tie(plans: Sequence[Weighed], known: Sequence[Weighed], scale: "Scale | None", notes: Notes) -> str:
    """Who is as good, and what would be worse: "as good as Hold, as far as it can see; Storm would cost ...".

    `known`: who was tried as often as the first. One plan is described: the next best that is worse, or one as good.
    """
    best = max([plans[0], *known], key=lambda plan: plan.value)
    cost = Scale.words(scale, best.value - plans[0].value)
    if best.value - plans[0].value >= EVEN and cost != NOTHING:
        better = f"{told(best, notes)} would be better by {cost}"
        return f"{better}: the choice was drawn by lot, so as not to be known by heart."
    equal = [plan for plan in known if plan.value > plans[0].value - EVEN]
    worse = max([plan for plan in plans[1:] if plan.value <= plans[0].value - EVEN], key=ranking, default=None)
    named = (told(equal[0], notes) if worse is None else equal[0].label) + (
        f" and {len(equal) - 1} more" if len(equal) > 1 else ""
    )
    as_good = f"as good as {named}, as far as it can see"
    if worse is None:
        return f"{as_good}."
    least = Scale.words(scale, best.value - worse.value)
    return f"{as_good}; {told(worse, notes)} would cost {least}."


class Scale:
    """What a difference between two plans means for a seat."""

    def __init__(self, mind: Mind[B], battle: B, seat: str) -> None:
        self.unit = mind.worth
        self.swing = mind.swing if mind.outlook is not None else 0.0
        self.now = mind.log_odds(battle, seat) if self.swing else 0.0
        self.ranks = False  # the values only say who comes first
        self.equal = ""  # what answers to this question that are as good will matter for
        self.forced = False  # there was but one answer
        self.stakes = partial(mind.stakes, battle, seat)  # how it stands, where all is decided
        self._equal = mind.equal

    def about(self, decision: Decision, choice: Choice) -> None:
        """The question that was asked, and the answer."""
        self.equal = self._equal(decision, choice)
        options = decision.options()
        self.forced = len(options) == 1 or {option.do for option in options} <= {"pass", *LASTING}

    def lost(self, ahead: float) -> float:
        """Of the chance to win."""
        return chance_of(self.now) - chance_of(self.now - ahead * self.swing)

    @staticmethod
    def words(scale: "Scale | None", ahead: float) -> str:
        """about 3 points of 100 in the chance to win; or what it is worth, where nobody has measured that."""
        if ahead >= PLAYED:
            return points(ahead / (2 * WIN))
        if scale is None:
            return f"{ahead:.2f}"
        if not scale.swing:
            return f"{ahead:.2f} of what {scale.unit} is worth"
        return points(scale.lost(ahead))


def points(lost: float) -> str:
    """Of the chance to win."""
    if lost < LEAST:
        return NOTHING
    return f"about {count(max(1, round(100 * lost)), 'point')} of 100 in the chance to win"
