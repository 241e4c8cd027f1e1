"""Growing variations: a choice made otherwise, with dice chosen, fresh or averaged, by people or computer players."""

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec

from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import retold
from sandtable.analysis.variations import Die, StudyError, Twig
from sandtable.bots import levels
from sandtable.bots.planning import stage_of
from sandtable.bots.player import Bot, Seat
from sandtable.table.chance import Chance, OutOfDice
from sandtable.table.decision import SETTLE, Choice, IllegalChoice
from sandtable.table.play import AnyPlay, Mishap
from sandtable.table.wishes import WISH

FRESH, CHOSEN, AVERAGE = "fresh", "chosen", "average"
THROWS = 40  # of dice that are averaged

CHOICE, ACTIVATION, END = "choice", "activation", "end"  # how far computer players go on
KEPT = 24  # games at the ends of ways
MOST_ON = 1200  # choices that computer players go on at most


class Told(Chance):
    """Draws that are told beforehand, then fresh ones; it remembers what each was for."""

    __slots__ = ("_rng", "_told", "asked")

    def __init__(self, told: Sequence[int] = (), seed: int | None = None) -> None:
        super().__init__()
        self._told = list(told)
        self._rng = random.Random(seed)
        self.asked: list[Die] = []

    def tell(self, draws: Sequence[int]) -> None:
        """What comes next; what was told before and not drawn is forgotten."""
        self._told = list(draws)
        self.asked = []

    def fresh(self, sides: int, place: int, why: str) -> int:
        value = self._told.pop(0) if self._told else self._rng.randrange(sides) + 1
        if not 1 <= value <= sides:
            raise OutOfDice(f"{why}: {value} is not between 1 and {sides}")
        self.asked.append(Die(why, sides, value))
        return value


class Wanted(msgspec.Struct, frozen=True):
    """A choice that somebody wants to try."""

    choice: Choice
    seat: str = ""  # who chooses; empty: whoever is asked first
    dice: str = FRESH
    draws: tuple[int, ...] = ()  # told beforehand where they are chosen; then fresh ones
    knew: str = ""  # leaving the battle: by what this seat knew
    again: Twig | None = None  # the very same as this one, with its dice


class Garden:
    """One battle in which variations grow: it knows how to get to any moment of it."""

    def __init__(self, judge: Judge, moment: Callable[[int], AnyPlay], rng: random.Random | None = None) -> None:
        """`moment` gives the game in a state of the battle; it is forked, never changed."""
        self.judge = judge
        self._moment = moment
        self._rng = rng or random.Random()
        self._kept: OrderedDict[int, AnyPlay] = OrderedDict()  # games at the ends of ways, those used last

    def at(self, state: int, way: Sequence[Twig]) -> AnyPlay:
        """The game at the end of a way. StudyError: the rules of today do not allow it."""
        keys = keys_of(state, way)
        done = next((place for place in range(len(way), 0, -1) if keys[place - 1] in self._kept), 0)
        if done:
            self._kept.move_to_end(keys[done - 1])
        play = self._kept[keys[done - 1]] if done else self._moment(state)
        if done == len(way):
            return play
        chance = Told(way[0].deal if not done else ())
        try:
            play = retold(play, chance, way[0].knew if not done else "")
            for twig in way[done:]:
                chance.tell(twig.draws)
                play.choose(twig.choice, twig.seat)
                if len(chance.asked) != len(twig.draws):
                    raise StudyError(f"“{twig.label}” draws differently under today's rules.")
        except (IllegalChoice, OutOfDice, Mishap) as error:
            raise StudyError(f"“{twig.label}” is not possible under today's rules. {error}") from error
        self.keep(state, way, play)
        return play

    def keep(self, state: int, way: Sequence[Twig], play: AnyPlay) -> None:
        """The game at the end of a way, for whoever goes on from there."""
        if way:
            self._kept[keys_of(state, way)[-1]] = play
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def grow(self, state: int, way: Sequence[Twig], wanted: Wanted) -> tuple[Twig, AnyPlay]:
        """A choice after a way: what came of it, and the game there. StudyError, IllegalChoice: it cannot be made."""
        at = self.at(state, way)
        if at.decision is None:
            raise StudyError("The battle is over there. Go back further.")
        knew = "" if way else wanted.knew
        if knew and knew not in self.judge.seats:
            raise StudyError("There is no such seat.")
        seat = wanted.seat or at.asked()[0]
        if wanted.choice.do in (WISH, SETTLE):
            raise StudyError("Wishes and ends by agreement have no place in a variation.")
        if wanted.again is not None:
            same = wanted.again
            twig, play = self._made(at, state, same.seat, same.choice, same.knew, same.draws, same.deal)
            if (twig.draws, twig.deal) != (same.draws, same.deal):
                raise StudyError(f"“{same.label[:80]}” draws differently under today's rules.")
            return twig, play
        if wanted.dice != AVERAGE:
            told = wanted.draws if wanted.dice == CHOSEN else ()
            return self._made(at, state, seat, wanted.choice, knew, told)
        deal = self._made(at, state, seat, wanted.choice, knew, ())[0].deal
        tries = [self._made(at, state, seat, wanted.choice, knew, (), deal) for _ in range(THROWS)]
        mean = sum(twig.chance for twig, _ in tries) / THROWS
        twig, play = min(tries, key=lambda each: abs(each[0].chance - mean))
        if twig.draws:
            twig = msgspec.structs.replace(twig, mean=round(mean, 4), throws=THROWS)
        return twig, play

    def _made(
        self,
        at: AnyPlay,
        state: int,
        seat: str,
        choice: Choice,
        knew: str,
        told: Sequence[int],
        deal: Sequence[int] = (),
    ) -> tuple[Twig, AnyPlay]:
        chance = Told(deal, self._rng.getrandbits(64))
        play = retold(at, chance, knew)
        dealt = tuple([die.value for die in chance.asked])
        chance.tell(told)
        return self._twig(play, chance, state, seat, choice, knew, dealt), play

    def _twig(
        self, play: AnyPlay, chance: Told, state: int, seat: str, choice: Choice, knew: str, deal: tuple[int, ...]
    ) -> Twig:
        """Make the choice in this game, and say what came of it."""
        decision = play.decision_for(seat)
        if decision is None:
            raise StudyError(f"{seat} is not asked anything there." if seat else "Nobody sits there.")
        decision.check(choice)
        label = self.judge.system.shown.label(play.battle, decision, choice)
        turn = self.judge.system.rules.turn(play.battle)
        try:
            play.choose(choice, seat)
        except Mishap as error:
            if isinstance(error.__cause__, OutOfDice):
                raise StudyError(f"These dice are impossible: {error.__cause__}.") from error
            raise StudyError("The battle cannot go on from here.") from error
        draws = tuple([die.value for die in chance.asked])
        end = play.result.reason if play.result is not None else ""
        won = round(self.judge.chance(play), 4)
        return Twig(1, 0, state, seat, choice, draws, label, turn, won, knew, deal, end=end)

    def go_on(
        self,
        state: int,
        way: Sequence[Twig],
        level: str,
        far: str,
        seconds: float,
        knew: str = "",
        bots: dict[str, Bot] | None = None,
    ) -> tuple[list[Twig], AnyPlay, bool]:
        """Computer players choose from here on: the choices, the game then, and whether they are as far as they were
        to go. They stop after some seconds, and can be asked again. `bots` are who they are the next time, too.
        """
        play = self.at(state, way)
        chance = Told((), self._rng.getrandbits(64))
        play = retold(play, chance, "" if way else knew)
        deal = tuple([die.value for die in chance.asked])
        if play.decision is None:
            raise StudyError("The battle is over there. Go back further.")
        found: list[Twig] = []
        players = {} if bots is None else bots
        until = time.monotonic() + seconds
        stage = stage_of(self.judge.system, play)
        while play.decision is not None and len(found) < MOST_ON:
            name = play.asked()[0]
            bot = players.get(name)
            if bot is None or bot.name != level:
                bot = players[name] = levels.make(level, self._rng.getrandbits(64))
            choice = bot.choose(Seat(play, name))
            chance.tell(())
            first = not way and not found
            twig = self._twig(play, chance, state, name, choice, knew if first else "", deal if first else ())
            found.append(msgspec.structs.replace(twig, by=level))
            if far == CHOICE:
                return found, play, True
            ended = far == ACTIVATION and play.decision is not None and play.quiet
            if ended and stage_of(self.judge.system, play) != stage:
                return found, play, True
            if time.monotonic() > until:
                return found, play, play.decision is None
        return found, play, True


def keys_of(state: int, way: Sequence[Twig]) -> list[int]:
    """A number for each place of a way: the same choices with the same dice have the same."""
    key, keys = state, []
    for twig in way:
        key = hash((key, twig.seat, twig.choice, twig.draws, twig.knew, twig.deal))
        keys.append(key)
    return keys


def dice_of(garden: Garden, state: int, way: Sequence[Twig]) -> list[Die]:
    """What was drawn after the last choice of a way: each draw with what it was for."""
    if not way:
        return []
    play = garden.at(state, way[:-1])
    chance = Told(way[0].deal if len(way) == 1 else ())
    play = retold(play, chance, way[-1].knew)
    chance.tell(way[-1].draws)
    play.choose(way[-1].choice, way[-1].seat)
    return chance.asked
