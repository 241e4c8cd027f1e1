"""A guide for newcomers: a first battle step by step, things to try, and what is explained when it first happens.

A guided battle has a fixed seed and an opening that is written down. As long as the learner takes the steps, the
other side answers as the guide says, so that what is taught happens. Whoever leaves the path may come back to it
until a die has fallen or the other side has answered. After that he plays on against a computer player.
"""

import msgspec

from sandtable.table.decision import Choice, Decision
from sandtable.table.play import AnyPlay, Move
from sandtable.table.wishes import WISH

LOOKS = ("map", "orders", "story", "details", "tracks", "hand")  # parts of a page
QUIET = ("pass", "done")  # roles of options that leave it at that


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice of the learner's, with what should be known before it."""

    title: str
    text: tuple[str, ...]  # paragraphs
    choice: Choice
    rule: str = ""
    look: str = ""  # what to look at, one of LOOKS
    then: tuple[Choice, ...] = ()  # what the other side answers after it; else it passes where it may
    any: bool = False  # another piece or card will do as well
    alike: bool = False  # whatever else is done with the same verb will do as well
    told: tuple[str, ...] = ()  # the kinds of events that have happened before it, for the text speaks of them


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Explained when a question of this kind is asked, such a line is told, or an option with this verb is there."""

    id: str
    title: str
    text: tuple[str, ...]
    rule: str = ""
    kind: str = ""
    event: str = ""
    about: str = ""  # and the event was about this
    whose: str = ""  # and it was told by this side: "mine" or "theirs"
    does: str = ""
    look: str = ""
    after: tuple[str, ...] = ()  # lessons that come first


class Task(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to try. It is done when such a line was told or a question of this kind was answered."""

    id: str
    text: str
    how: str
    rule: str = ""
    does: tuple[str, ...] = ()  # verbs of options with which it can be done
    kind: str = ""
    event: tuple[str, ...] = ()
    whose: str = ""
    at_least: int = 0  # and the event came to so much
    patient: bool = False  # it can be done at any time, and should be done when its turn has come


class Guide(msgspec.Struct, frozen=True):
    """The guide of a system. Without a scenario it has no battle of its own."""

    offer: str = ""  # what the guided battle is called on its button
    scenario: str = ""
    seat: str = ""  # the learner's
    opponent: str = ""  # the computer player who goes on after the steps
    seed: int = 0
    first: tuple[Choice, ...] = ()  # what the other side answers before the first step
    goal: str = ""  # what the learner must do to win, said at every question after the steps
    farewell: tuple[str, ...] = ()  # after the last step
    steps: tuple[Step, ...] = ()
    tasks: tuple[Task, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    next: str = ""  # the scenario that is proposed to whoever has won the guided battle


class Way(msgspec.Struct, frozen=True):
    """How far the learner has come: the steps taken, and whether he has left the path, perhaps for good."""

    taken: int
    left: bool = False
    for_good: bool = False


def takes(choice: Choice, step: Step) -> bool:
    """Whether a choice takes a step; where exactly pieces are put on a table in inches does not matter."""
    wanted = step.choice
    if step.alike:
        return choice.do == wanted.do
    same_piece = step.any or choice.piece == wanted.piece
    return same_piece and (choice.do, choice.to, choice.number) == (wanted.do, wanted.to, wanted.number)


def way_of(guide: Guide, play: AnyPlay) -> Way:
    """Follows what was chosen. A detour ends where the learner takes the step that was due, or the last one again.

    It cannot end any more once a die has fallen, a secret is out or somebody else has chosen.
    """
    taken, left = 0, None
    for move in play.history:
        if taken == len(guide.steps) or (left and for_good(play, left, move.draws, move.told)):
            break
        if move.choice.do == WISH:
            continue
        if move.seat != guide.seat:
            if left:
                return Way(taken, True, True)
            continue
        last = guide.steps[taken - 1] if taken else None
        if takes(move.choice, guide.steps[taken]):
            taken, left = taken + 1, None
        elif left and last and takes(move.choice, last):
            left = None
        else:
            left = left or move
            if last and move.choice.do == last.choice.do:
                taken -= 1  # what was done has been done again, and otherwise
    now = len(play.chance.drawn), len(play.log)
    return Way(taken, left is not None, left is not None and for_good(play, left, *now))


def for_good(play: AnyPlay, left: Move, draws: int, told: int) -> bool:
    """Whether, when so much had been drawn and told, there was no way back from where the path was left."""
    return draws > left.draws or any(event.kind == "revealed" for event in play.log[left.told : told])


def step_now(guide: Guide, play: AnyPlay) -> int:
    """The step that is next in a battle, or to come while the learner is not asked; -1 off the path.

    After the last step it is their number. On a detour it is the step with which it ends, where that is possible.
    """
    way = way_of(guide, play)
    if way.taken == len(guide.steps):
        return way.taken
    decision = play.decision_for(guide.seat) if guide.seat in play.asked() else None
    if way.for_good or (way.left and decision is None):
        return -1
    if decision is None or possible(decision, guide.steps[way.taken]):
        return way.taken
    return way.taken - 1 if way.left and way.taken and possible(decision, guide.steps[way.taken - 1]) else -1


def astray(guide: Guide, play: AnyPlay) -> bool:
    """Whether the learner is on a detour from which he can come back."""
    way = way_of(guide, play)
    return way.left and not way.for_good and way.taken < len(guide.steps)


def answer_for(guide: Guide, play: AnyPlay, seat: str) -> Choice | None:
    """What the other side answers on the path: as the guide says, else nothing if it may; None off the path."""
    way = way_of(guide, play)
    decision = play.decision_for(seat)
    if way.left or way.taken == len(guide.steps) or decision is None:
        return None
    planned = [(0, choice) for choice in guide.first]
    planned += [(number, choice) for number, step in enumerate(guide.steps, start=1) for choice in step.then]
    made = 0
    for move in play.history:
        if move.seat == seat and made < len(planned) and move.choice == planned[made][1]:
            made += 1
    if made < len(planned) and planned[made][0] <= way.taken and decision.allows(planned[made][1]):
        return planned[made][1]
    options, roles = decision.options(), play.system.rules.roles
    return next((option for option in options if roles.get(option.do) in QUIET), options[0])


def possible(decision: Decision, step: Step) -> bool:
    """Whether a step answers a question."""
    return decision.allows(step.choice) or any(takes(option, step) for option in decision.options())
