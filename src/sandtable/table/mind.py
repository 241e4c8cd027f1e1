"""What computer players ask of a system that knows how to think about its game."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Generic, cast

import msgspec

from sandtable.table.battle import Fought
from sandtable.table.decision import Choice, Decision
from sandtable.table.outlook import LEVEL, Outlook, Standing, chance_of, read_outlook
from sandtable.table.play import B
from sandtable.table.scheme import Scheme

GOALS = 4  # named at most


def goal_words(take: Sequence[str], hold: Sequence[str]) -> str:
    """The goal: take the mill, hold the bridge and the church."""
    parts = [f"{verb} {listed(names)}" for verb, names in (("take", take), ("hold", hold)) if names]
    comma = "; " if any(";" in part for part in parts) else ", "
    return f"The goal: {comma.join(parts)}." if parts else ""


def ground_words(terrain: str, goal: str, before: int | None, after: int, watched: str = "") -> str:
    """The place: woods, 2 hexes nearer to the mill, 3 to go; 2 enemies see it there.

    `before`: how far it was; None for who comes on.
    """
    terrain = terrain[:1].lower() + terrain[1:]
    to_go = f"{after} {'hex' if after == 1 else 'hexes'}"
    if not goal:
        return f"The place: {terrain}{watched}."
    if after == 0:
        return f"The place: {terrain}, and it is {goal} itself{watched}."
    if before is None:
        return f"The place: {terrain}, {to_go} from {goal}{watched}."
    if before == after:
        return f"The place: {terrain}, no nearer to {goal} ({to_go}){watched}."
    change = abs(before - after)
    step = f"{change} {'hex' if change == 1 else 'hexes'}"
    way = "nearer to" if after < before else "farther from"
    return f"The place: {terrain}, {step} {way} {goal}, {after} to go{watched}."


def stands_words(terrain: str, goal: str, away: int, watched: str = "") -> str:
    """Where somebody is who stays: "Where it stands: woods, 2 hexes from the mill; 3 enemies see it there."."""
    terrain = terrain[:1].lower() + terrain[1:]
    if not goal:
        return f"Where it stands: {terrain}{watched}."
    if away == 0:
        return f"Where it stands: {terrain}, {goal} itself{watched}."
    return f"Where it stands: {terrain}, {away} {'hex' if away == 1 else 'hexes'} from {goal}{watched}."


def target_words(terrain: str, goal: str, away: int, more: str = "") -> str:
    """Whom one fires at: "The target: woods, 1 hex from the mill; at half strength."."""
    terrain = terrain[:1].lower() + terrain[1:]
    if not goal:
        where = ""
    elif away == 0:
        where = f", {goal} itself"
    else:
        where = f", {away} {'hex' if away == 1 else 'hexes'} from {goal}"
    return f"The target: {terrain}{where}{more}."


def watched_words(enemies: int, one: str = "sees it there", more: str = "see it there") -> str:
    """Who could make trouble: "; 3 enemies see it there", "; no enemy sees it there"."""
    if enemies > 1:
        return f"; {enemies} enemies {more}"
    return f"; {'1' if enemies else 'no'} enemy {one}"


@cache
def read_purposes(path: Path | None) -> dict[str, str]:
    """What an answer is good for, by "question: verb" or verb, a sentence each."""
    return {} if path is None or not path.exists() else msgspec.toml.decode(path.read_bytes(), type=dict[str, str])


def objectives_in_words(names: Sequence[str], holders: Sequence[int], side: int) -> str:
    """The goal of a side where objectives have holders: those of others are taken, its own are held."""
    held = list(zip(names, holders, strict=True))
    return goal_words(
        [name for name, holder in held if holder != side],
        [name for name, holder in held if holder == side],
    )


def listed(names: Sequence[str]) -> str:
    """A, B and C; of many only a few. Where a name has a comma of its own, semicolons part the names."""
    comma = "; " if any("," in name for name in names) else ", "
    if len(names) > GOALS:
        return f"{comma.join(names[:GOALS])} and {len(names) - GOALS} more"
    return " and ".join([comma.join(names[:-1]), names[-1]] if len(names) > 1 else names)


class Mind(Generic[B]):
    """What a system knows about playing well. Only `evaluate` must be written.

    Every battle that comes here is one in which what the seat cannot see is re-dealt. A mind keeps nothing between
    questions but what is dear to make and the same for all battles of a scenario.
    """

    foresight: int = 2  # activations that a strategist plays out
    worth: str = "a platoon"  # what 1 stands for in the numbers of `evaluate`
    rounds: tuple[int, ...] = (3, 6, 12)  # tries of a plan in all, after each round of a strategist
    signs: tuple[str, ...] = ()  # what `standing` counts, by name
    horizon: int = 2  # activations that a master plays out before the chance to win is asked; 0: it does not
    misgiving: float = 0.03  # how far what is thought of a plan may be from the truth, as a chance to win
    asks: tuple[str, ...] = ()  # questions that a thought repeats, for they say what is going on
    weighs: tuple[
        str, ...
    ] = ()  # questions that a thought looks ahead to by `considered`: rules of thumb know little
    alike: float = 0.0  # plans that promise so little less than the best are as good: one of them is drawn by lot
    data: Path | None = None  # the folder of outlook.toml (weights of the signs), beginners.toml, purposes.toml

    def evaluate(self, battle: B, seat: str) -> float:
        """How well this seat stands: 0 is even, 1 about a platoon's worth."""
        raise NotImplementedError

    def shortlist(self, battle: B, decision: Decision) -> list[Choice]:
        """The options worth a computer player's thought: all, unless the system knows better."""
        return decision.options()

    def reach(self, battle: B, decision: Decision, choice: Choice) -> float | None:
        """How far the target of a shot is, in any measure; None: this is no shot at somebody. For beginners."""
        return None

    def settled(self, battle: B) -> bool:
        """Whether the battle can be judged as it stands: False while what was begun has yet to take effect."""
        return True

    def habit(self, battle: B, decision: Decision) -> Choice | None:
        """What is answered without much thought while a choice made before takes effect; None: think."""
        return None

    def expected(self, battle: B, decision: Decision, choice: Choice, seat: str) -> float | None:
        """The exact mean of `evaluate` over the outcomes of a choice; None: play it out with dice."""
        return None

    def stage(self, battle: B) -> str | None:
        """The activation that is going on, asked between episodes: a plan holds as long as this stays the same.

        None: a plan holds for a turn.
        """
        return None

    def prospect(self, battle: B, seat: str) -> float:
        """How well this seat stands in the eyes of one who plans: `evaluate`, unless the system looks further."""
        return self.evaluate(battle, seat)

    def goal(self, battle: B, seat: str) -> str:
        """What this seat is after, as a sentence in the nouns of the game; nothing if there is nothing to say."""
        return ""

    def decides(self, battle: B, seat: str) -> str:
        """What decides the battle at the end, as a sentence that is told last."""
        return ""

    def ground(self, battle: B, seat: str, decision: Decision, choice: Choice) -> str:
        """What the place is like where somebody goes, and how far from what this seat is after, as a sentence."""
        return ""

    def file(self, name: str) -> Path | None:
        """Where a file of the mind's folder is, or would be; None: this mind has no folder."""
        return None if self.data is None else self.data / name

    def purpose(self, decision: Decision, choice: Choice) -> str:
        """What an answer of this kind is good for, as a sentence for who learns the game."""
        known = read_purposes(self.file("purposes.toml"))
        return known.get(f"{decision.kind}: {choice.do}") or known.get(choice.do, "")

    def equal(self, decision: Decision, choice: Choice) -> str:
        """What answers to a question that are as good as this one will matter for, as a sentence."""
        known = read_purposes(self.file("purposes.toml"))
        return known.get(f"equal: {decision.kind}: {choice.do}") or known.get(f"equal: {decision.kind}", "")

    def stakes(self, battle: B, seat: str) -> str:
        """How it stands where all is decided: the clock, and what each side has of what wins. No full stop."""
        return ""

    def standing(self, battle: B, seat: str) -> Standing | None:
        """What tells who will win, as far as this seat knows, in the order of `signs`; None: nothing is named.

        It is asked of every moment of a battle, so it is quick.
        """
        return None

    @property
    def outlook(self) -> Outlook | None:
        """The fitted weights of the signs; None where nothing fits what `standing` counts now."""
        found = read_outlook(self.file("outlook.toml"))
        return found if found is not None and tuple(found.weights) == self.signs else None

    @property
    def swing(self) -> float:
        """How much 1 of what plans promise changes the logarithm of the odds to win; 0: not measured."""
        outlook = self.outlook
        return 0.0 if outlook is None else outlook.swing

    def log_odds(self, battle: B, seat: str) -> float:
        """The logarithm of the odds that this seat wins, by what it knows."""
        outlook = self.outlook
        standing = None if outlook is None else self.standing(battle, seat)
        if outlook is None or standing is None:
            return self.evaluate(battle, seat) / LEVEL
        return outlook.log_odds(standing, cast(Fought, battle).scenario.id)

    def chance(self, battle: B, seat: str) -> float:
        """How likely this seat is to win, by what it knows: a draw counts as half a win."""
        return chance_of(self.log_odds(battle, seat))

    def schemes(self, battle: B, decision: Decision, seat: str, current: Scheme | None) -> list[Scheme] | None:
        """The plans worth weighing for this question: for the activation that begins, or `current` and variations.

        One plan is followed without weighing it, and with an empty list rules of thumb decide. None: the system has
        no plans of its own, and every option worth a thought begins one.
        """
        return None

    def intent(self, battle: B, decision: Decision, seat: str) -> Scheme | None:
        """The plan that a seat is taken to have for an activation, when another plan is played on beyond its own."""
        return None

    def deepened(self, battle: B, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        """The same plans thought over at length, or others: for a player with more time, where they are promised."""
        return found

    def mastered(self, battle: B, decision: Decision, seat: str, found: list[Scheme]) -> list[Scheme]:
        """The same for a master, who may know more of what wins a battle."""
        return self.deepened(battle, decision, seat, found)

    def considered(self, battle: B, decision: Decision, seat: str) -> list[Scheme]:
        """Plans with promises for a player with more time, instead of `schemes`; none: he weighs what all weigh."""
        return []

    def doubt(self, battle: B, decision: Decision, seat: str) -> float:
        """How far what plans promise here may be from the truth: then close ones are played too; 0 if not."""
        return 0.0

    def priced(self, decision: Decision) -> bool:
        """Whether what plans promise at this question is a worth; else it only says which of them comes first."""
        return True

    def follow(self, battle: B, decision: Decision, seat: str, scheme: Scheme | None) -> Choice:
        """What this seat answers with a plan in mind or, without one, by rules of thumb.

        It is asked thousands of times in one thought, of every seat: it tries nothing out.
        """
        habit = self.habit(battle, decision)
        if habit is not None:
            return habit
        found = self.shortlist(battle, decision) or decision.options()
        values = [self.expected(battle, decision, choice, seat) for choice in found]
        known = [(value, -place) for place, value in enumerate(values) if value is not None]
        return found[-max(known)[1]] if known else found[0]
