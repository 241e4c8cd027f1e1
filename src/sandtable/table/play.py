"""A game in progress: what is asked, the one gate for answers, copies, taking back.

Rules are written as generators and generators cannot be copied. So a game is a row of short
episodes: between them everything is in the battle, and within one `Play` keeps the battle as it
was when the episode began, the answers since and the dice since. A fork copies the former and
replays the latter. Undo and recovery from an error are the same operation.

A game that nobody forks need not be copied at every episode: the copy then stays some episodes back,
and the first fork moves it up.
"""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, Self, TypeAlias, TypeVar

import msgspec

from sandtable.table.chance import Chance, SampledChance
from sandtable.table.decision import SETTLE, Choice, Decision, IllegalChoice, Together, settled
from sandtable.table.event import Event, Result
from sandtable.table.snapshot import pack, unpack
from sandtable.table.standing_orders import ordered
from sandtable.table.wishes import WISH, Wishes, check_wish, forget_wishes, no_wishes, set_wish

if TYPE_CHECKING:
    from sandtable.table.system import System

Script = Generator[Decision, Choice, None]
Answers = list[tuple[str, Choice]]  # who, what
Dealt = tuple[tuple[int, str], ...]  # after how many answers of the episode, for which seat

EPISODES_WITHOUT_QUESTION = 10_000
MOST_ANSWERS = 8  # after the last copy, in a game that nobody forks
WATCHED = 16  # so many choices after a fork the next one is expected
TOO_LATE = "Nothing can be taken back once a die has been rolled or a secret is out."
BEFORE_SNAPSHOT = "What was chosen before the snapshot cannot be taken back."


class Battle(Protocol):
    """The state of a game between episodes: plain data with a hand-written copy."""

    chance: Chance
    events: list[Event]  # told since `Play` last looked
    result: Result | None
    wishes: Wishes  # what seats want to be asked; each knows its own
    asking: bool  # an episode is under way: kept by `Play`, copied with the rest

    def copy(self) -> Self:
        """An independent battle without chance and events."""
        ...


B = TypeVar("B", bound=Battle)


class Mishap(Exception):
    """A procedure failed. The game stands as before the choice."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """A choice made, and how many draws and events came before it."""

    seat: str
    choice: Choice
    draws: int
    told: int


class Play(Generic[B]):
    """One game of one system."""

    __slots__ = (
        "__weakref__",
        "_answers",
        "_before",
        "_begun",
        "_dealt",
        "_first",
        "_mark",
        "_patience",
        "_restored",
        "_script",
        "_start",
        "_trail",
        "_watched",
        "battle",
        "chance",
        "decision",
        "history",
        "lasting",
        "log",
        "states",
        "system",
    )

    def __init__(self, system: "System[B, Any]", battle: B, chance: Chance) -> None:
        if battle.asking:
            raise ValueError(
                "this battle is in the middle of an episode, which its copy cannot go on with: play.fork() is an "
                "independent game from here, play.snapshot() is one as bytes"
            )
        self.system = system
        self.battle = battle
        self.chance = chance
        battle.chance = chance
        self.lasting = True  # whether it can be forked and taken back; a passing thought keeps nothing for that
        self.history: list[Move] = []
        self.log: list[Event] = []  # grows at its end; where something was taken back it is another list
        self.states: Sequence[int] = ()  # what each event was told in, where somebody counts states
        self.decision: Decision | None = None
        self._first: B | None = battle.copy()  # as it was in the beginning; a fork does not know
        self._start = self._first  # the battle as it was when this or an earlier episode began
        self._mark = 0  # draws before that
        self._answers: Answers = []  # since then
        self._begun = 0  # choices before that; negative in a fork from within an episode
        self._dealt: Dealt = ()  # re-dealt since then, in a fork for one seat
        self._before = 0  # of the answers, those of earlier episodes than the one under way
        self._patience = MOST_ANSWERS  # so many answers later the next episode is copied
        self._watched = 0  # up to so many choices every episode is copied: somebody forks this game
        self._trail: list[tuple[B, int, int, Answers, Dealt]] = []  # earlier copies: undo may go back to them
        self._restored = 0  # choices of the snapshot that it goes on from
        self._script: Script | None = None
        self._advance(None)
        self._collect()

    # What anyone may ask ---------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        return self.battle.result

    def asked(self) -> list[str]:
        """The seats that must choose now."""
        decision = self.decision
        if decision is None:
            return []
        if isinstance(decision, Together):
            return decision.asked()
        return [decision.seat]

    def decision_for(self, seat: str) -> Decision | None:
        """What this seat may answer now, if anything."""
        decision = self.decision
        if isinstance(decision, Together):
            return decision.parts.get(seat)
        if decision is not None and decision.seat == seat:
            return decision
        return None

    def ordered(self) -> Choice | None:
        """What the seat that is asked has ordered to be answered later by whoever keeps the table, if anything."""
        return self._standing(later=True)

    @property
    def quiet(self) -> bool:
        """Whether an episode has ended and the next has not been answered yet."""
        return all(choice.do == WISH for _, choice in self._answers[self._before :])

    # The gate --------------------------------------------------------------------------------

    def choose(self, choice: Choice, seat: str = "") -> None:
        """Answer, set a wish or settle the battle. Raises IllegalChoice and changes nothing if it is forbidden."""
        decision = self.decision
        if decision is None:
            raise IllegalChoice("The battle is over.")
        if choice.do == WISH:
            self._check_wish(seat, choice)
        elif choice.do == SETTLE:
            self._settled(seat, choice)
        elif isinstance(decision, Together):
            if seat not in decision.parts:
                done = "has already chosen" if seat in decision.answers else "is not being asked now"
                raise IllegalChoice(f"{seat or 'A spectator'} {done}.", decision.rule)
            decision.parts[seat].check(choice)
        else:
            if seat and seat != decision.seat:
                raise IllegalChoice(f"It is {decision.seat}'s turn to choose.", decision.rule)
            seat = decision.seat
            decision.check(choice)
        if not self.lasting:
            self._answer(seat, choice)
            self.battle.events.clear()
            return
        draws = len(self.chance.drawn)
        told = len(self.log)
        here = (self._start, self._mark, self._begun, self._answers, self._dealt)
        trail, copies = self._trail, len(self._trail)
        self.history.append(Move(seat, choice, draws, told))
        try:
            self._answer(seat, choice)
        except BaseException as error:
            self.history.pop()
            self._start, self._mark, self._begun, self._answers, self._dealt = here
            self._trail = trail
            del trail[copies:]
            self._rebuild(len(self.history), draws, told)
            if not isinstance(error, Exception):
                raise  # Ctrl-C
            raise Mishap(f"{choice.do} failed: {error}; the battle is as it was before the choice") from error
        self._collect()

    def _check_wish(self, seat: str, choice: Choice) -> None:
        rules = self.system.rules
        if seat not in rules.seats(self.battle):
            raise IllegalChoice(f"{seat or 'A spectator'} has no seat here, and so no wishes.")
        check_wish(rules.wishes(self.battle), choice)

    def _settled(self, seat: str, choice: Choice) -> Result:
        rules = self.system.rules
        sides = {each: rules.side(self.battle, each) for each in rules.seats(self.battle)}
        return settled(sides, seat, choice)

    # Copies ----------------------------------------------------------------------------------

    def fork(self, chance: Chance | None = None, seat: str = "", lasting: bool = True) -> "Play[B]":
        """An independent game from here with fresh dice. With a seat, what it cannot see is re-dealt.

        One that does not last is for a passing thought: quicker, but it has no log, no history and no forks.
        """
        if not self.lasting:
            raise ValueError("a passing thought keeps nothing from which it could be forked")
        twin: Play[B] = Play.__new__(Play)
        twin.system = self.system
        twin.lasting = True
        twin.chance = chance if chance is not None else SampledChance()
        twin.history = []
        twin.log = []
        twin.states = ()
        twin.decision = None
        twin._first = None
        twin._start = self._start
        twin._mark = 0
        twin._answers = []
        twin._dealt = self._dealt
        twin._before = 0
        twin._begun = 0
        twin._patience = self._before or MOST_ANSWERS  # it copies the episode under way when it gets there
        twin._watched = 0
        twin._trail = []
        twin._restored = 0
        twin._script = None
        if self.decision is None:  # the battle is over
            twin.battle = self.battle.copy()
            twin.battle.chance = twin.chance
        else:
            twin.chance.repeat(self.chance.drawn[self._mark :])
            twin.battle = self._start.copy()
            twin.battle.chance = twin.chance
            secret = self.decision.given if seat and isinstance(self.decision, Together) else 0
            twin._replay(self._answers, seat, secret)
            self._patience, self._watched = 1, len(self.history) + WATCHED
            if self._before:  # the twin has made a copy where the episode under way begins
                self._keep(twin._start, self._before, self._mark + twin._mark)
            if seat:
                # Here and not at the start of the episode: a card that was played or drawn since then
                # is where everybody saw it go.
                twin._redeal(((0, seat),), 0)
            elif twin.decision is not None:
                twin.decision.same_as(self.decision)
        twin._begun = -len(twin._answers)
        twin._patience = MOST_ANSWERS
        twin._trail = []
        twin.lasting = lasting
        return twin

    def beginning(self, chance: Chance) -> "Play[B]":
        """An independent game from where this one began, with these dice."""
        if self._first is None:
            raise ValueError("a fork does not know how its game began")
        return Play(self.system, self._first.copy(), chance)

    def snapshot(self) -> bytes:
        """This game as bytes: `restore` goes on from here in another process, with the same dice.

        What was chosen before cannot be taken back there.
        """
        if not self.lasting:
            raise ValueError("a passing thought keeps nothing from which it could be restored")
        start = self._start if self.decision is not None else self.battle
        chance = self.chance
        rest = (chance, self._mark, self._answers, self._dealt, self.history, self.log, self.decision is not None)
        return pack(start, rest)

    @classmethod
    def restore(cls, system: "System[B, Any]", data: bytes) -> "Play[B]":
        """The game of a snapshot. Open only snapshots that you made yourself: they are pickles."""
        battle, (chance, mark, answers, dealt, history, log, going) = unpack(system, data)
        play: Play[B] = cls.__new__(cls)
        play.system, play.chance, play.lasting = system, chance, True
        play.history, play.log, play.states, play.decision = history, log, (), None
        play._first = None
        play._start, play._mark, play._answers, play._dealt = battle, mark, [], dealt
        play._trail, play._script, play._begun = [], None, len(history) - len(answers)
        play._before, play._patience, play._watched = 0, MOST_ANSWERS, 0
        play._restored = len(history)
        play.battle = battle.copy()
        play.battle.chance = chance
        if going:
            drawn = len(chance.drawn)
            chance.rewind(mark, drawn)
            play._replay(answers)
        return play

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        """Neither pickle nor copy can do it: the rules are in the middle of a sentence."""
        raise TypeError(
            "a game in progress cannot be copied or pickled: play.fork() is an independent game that goes on from "
            "here, play.snapshot() is one as bytes, and a journal (sandtable.table.journal) keeps one on disk"
        )

    # Taking back -----------------------------------------------------------------------------

    def may_undo(self) -> str:
        """The seat that may take back its last choice, or nothing: no die may have fallen since.

        Nor may it be seen whether another seat has answered since, in secret and at its own pace, or set a wish.
        """
        last = self._last_choice()
        return "" if self._why_it_stands(last) else self.history[last].seat

    def _last_choice(self) -> int:
        """The place in the history of the last choice that is no wish, or -1."""
        places = range(len(self.history) - 1, -1, -1)
        return next((place for place in places if self.history[place].choice.do != WISH), -1)

    def _why_it_stands(self, place: int) -> str:
        """Why the choice at a place of the history cannot be taken back, or nothing."""
        if place < 0 or (isinstance(self.decision, Together) and self.decision.at_own_pace):
            return TOO_LATE
        move = self.history[place]
        if move.draws != len(self.chance.drawn) or any(event.kind == "revealed" for event in self.log[move.told :]):
            return TOO_LATE
        return BEFORE_SNAPSHOT if place < self._restored else ""

    def undo(self, seat: str = "") -> None:
        """Take back the last choice: one's own, and only until a die falls or a secret is revealed."""
        last = self._last_choice()
        if why := self._why_it_stands(last):
            raise IllegalChoice(why)
        owner = self.history[last].seat
        if seat and seat != owner:
            raise IllegalChoice(f"The last choice was {owner}'s; only {owner} may take it back.")
        wishes = []
        while self.history[-1].choice.do == WISH:
            wishes.append(self.history[-1])
            self.take_back()
        self.take_back()
        for wish in reversed(wishes):  # those set since then stand
            self.choose(wish.choice, wish.seat)

    def take_back(self, agreed: bool = False) -> None:
        """Take back whatever came last, a wish too: as a journal tells it, line by line.

        If all have agreed, also what a die has followed. Dice that fell do not come again: others will.
        """
        why = self._why_it_stands(len(self.history) - 1)
        if why and not (agreed and self.history):
            raise IllegalChoice(why)
        move = self.history.pop()
        if why:
            self._begin_again(move)
        else:
            self._rebuild(len(self.history), move.draws, move.told)

    def _begin_again(self, move: Move) -> None:
        """Play it all once more, up to before this move: nothing nearer is kept that has no die in it."""
        if self._first is None:
            raise ValueError("a fork does not know how its game began")
        self.chance.drop(move.draws)
        self._start, self._mark, self._begun, self._answers, self._dealt = self._first, 0, 0, [], ()
        self._before, self._patience, self._trail = 0, MOST_ANSWERS, []
        self.battle = self._first.copy()
        self.battle.chance = self.chance
        self._replay([(each.seat, each.choice) for each in self.history])
        self.log = self.log[: move.told]

    # Within ----------------------------------------------------------------------------------

    def _answer(self, seat: str, choice: Choice) -> None:
        decision = self.decision
        self._answers.append((seat, choice))
        if choice.do == WISH:
            set_wish(self.battle, self.system.rules.wishes(self.battle), seat, choice)
            return
        if choice.do == SETTLE:
            self.battle.result = self._settled(seat, choice)
            self.decision = self._script = None
            return
        if isinstance(decision, Together):
            decision.take(seat, choice)
            if decision.asked():
                return
            self.battle.events.append(Event("revealed", decision.rule))
        self._advance(choice)

    def _advance(self, answer: Choice | None) -> None:
        """Run until somebody must choose or the battle is over."""
        battle, script, rules = self.battle, self._script, self.system.rules
        for _ in range(EPISODES_WITHOUT_QUESTION):
            try:
                if script is None or answer is None:
                    if battle.result is not None:
                        self.decision = None
                        self._script = None
                        return
                    self._begin_episode()
                    self._script = script = rules.script(battle)
                    decision = next(script, None)
                    if decision is None:
                        script = answer = None
                        continue  # nobody was asked
                    self.decision = decision
                    battle.asking = True
                else:
                    self.decision = script.send(answer)
                answer = self._standing() if rules.standing_orders and battle.wishes else None
                if answer is None:
                    return
            except StopIteration:
                battle.asking = False
                script = answer = None
        raise RuntimeError("the game goes on forever without asking anybody")

    def _standing(self, later: bool = False) -> Choice | None:
        """What the seat that would be asked has ordered beforehand, if anything."""
        decision, orders = self.decision, self.system.rules.standing_orders
        if not orders or decision is None or isinstance(decision, Together):
            return None
        return ordered(orders, self.battle, decision, later)

    def _begin_episode(self) -> None:
        if not self.lasting:
            self._answers = []
            return
        self._before = before = len(self._answers)
        if before >= self._patience:  # else a replay from `_start` runs through again, cheaper than a copy
            self._keep(self.battle.copy(), before, len(self.chance.drawn))
            if len(self.history) > self._watched:
                self._patience = MOST_ANSWERS

    def _keep(self, start: B, answered: int, drawn: int) -> None:
        """Replay from this copy from now on: of the battle after so many of the answers and draws."""
        if drawn != self._mark:
            self._trail = []  # a die has fallen: nothing before this copy can be taken back
        self._trail.append((self._start, self._mark, self._begun, self._answers[:answered], self._dealt))
        self._start = start
        self._begun += answered
        self._answers = self._answers[answered:]
        self._before = 0
        self._dealt = tuple([(place - answered, seat) for place, seat in self._dealt if place >= answered])
        self._mark = drawn

    def _collect(self) -> None:
        if events := self.battle.events:
            self.log += events
            events.clear()

    def _replay(self, answers: Answers, seat: str = "", secret: int = 0) -> None:
        """Run the episode anew from its start and give the answers again.

        Of the last `secret` ones, given in secret and not yet revealed, only those of this seat.
        """
        given = [place for place, (_, choice) in enumerate(answers) if choice.do != WISH]
        hidden = given[-secret] if secret else len(answers)
        dealt, self._dealt = self._dealt, ()
        self._script = None
        self._advance(None)
        for place, (who, choice) in enumerate(answers):
            if dealt:
                dealt = self._redeal(dealt, place)
            if place >= hidden and who != seat:
                continue
            self._answer(who, choice)
        if dealt:
            self._redeal(dealt, len(answers))
        self.battle.events.clear()

    def _redeal(self, dealt: Dealt, place: int) -> Dealt:
        """Re-deal now what is due after `place` answers; give back what is due later."""
        while dealt and dealt[0][0] == place:
            seat = dealt[0][1]
            self.system.rules.redeal(self.battle, seat, self.chance)
            if self.system.rules.wishes is not no_wishes:
                forget_wishes(self.battle, seat)
            self._dealt += ((len(self._answers), seat),)
            dealt = dealt[1:]
        return dealt

    def _rebuild(self, choices: int, draws: int, told: int) -> None:
        """Stand again as after `choices` choices, `draws` draws and `told` events."""
        while choices < self._begun:
            self._start, self._mark, self._begun, self._answers, self._dealt = self._trail.pop()
        self.chance.rewind(self._mark, draws)
        self.battle = self._start.copy()
        self.battle.chance = self.chance
        answers = self._answers[: choices - self._begun]
        self._answers = []
        self._replay(answers)
        self.log = self.log[:told]


AnyPlay: TypeAlias = Play[Any]  # for those to whom every game is alike
