"""What is done in the worker that lets variations grow. It keeps the battles that were studied last."""

import random
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from sandtable.analysis.files import examined, loaded_from
from sandtable.analysis.findings import AnalysisError
from sandtable.analysis.growing import Garden, Wanted, dice_of, keys_of
from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import Moments
from sandtable.analysis.skill import QUICK, compared
from sandtable.analysis.variations import Die, Study, StudyError, Twig
from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.play import AnyPlay
from sandtable.table.pointing import named
from sandtable.table.system import AnySystem, systems
from sandtable.table.view import encode, without_board

KEPT = 12  # battles
Bots = dict[str, Bot]


class Refused(Exception):
    """What the rules do not allow, or what cannot be done: a sentence and a rule."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence, rule)
        self.sentence = sentence
        self.rule = rule


class Seen(msgspec.Struct, frozen=True):
    """A moment of a variation, as one seat sees it."""

    view: bytes
    board_key: str
    board: bytes  # null where whoever asks has it already
    seat: str  # whose eyes
    asked: list[str]
    chance: float
    dice: list[Die]


class Tried(msgspec.Struct, frozen=True):
    """Whether another choice would have been better than the one that was made: in chances of its seat."""

    label: str
    mean: float
    low: float
    high: float
    tries: int
    same: bool = False  # it is the one that was made


class Place:
    """A battle on the desk."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        loaded = loaded_from(lines)
        self.system: AnySystem = systems()[loaded.header.system]
        self.moments = Moments(loaded, self.system)
        self.entries = loaded.entries
        self.garden = Garden(Judge(self.system, self.moments.at(0)), self.moments.at)
        self.bots: tuple[int, Bots] = (0, {})  # who went on last, and where they are


_places: OrderedDict[str, Place] = OrderedDict()


def place(battle: str, lines: Sequence[bytes]) -> Place:
    found = _places.pop(battle, None) or Place(lines)
    _places[battle] = found
    while len(_places) > KEPT:
        _places.popitem(last=False)
    return found


def look(battle: str, lines: Sequence[bytes], state: int, way: Sequence[Twig], seat: str, board_key: str) -> Seen:
    """What is there at the end of a way, for a seat or for whoever is asked."""
    try:
        found = place(battle, lines)
        play = found.garden.at(state, way)
        dice = dice_of(found.garden, state, way)
    except (StudyError, AnalysisError) as error:
        raise Refused(str(error)) from error
    asked = play.asked()
    seat = seat if seat in found.garden.judge.seats else (asked or found.garden.judge.seats)[0]
    view = msgspec.structs.replace(named(found.system.shown.whole(play, seat)), may_undo=False, wishes=())
    board = b"null" if view.board is None or view.board_key == board_key else msgspec.json.encode(view.board)
    chance = found.garden.judge.chance(play)
    return Seen(encode(without_board(view)), view.board_key, board, seat, asked, chance, dice)


def grow(battle: str, lines: Sequence[bytes], state: int, way: Sequence[Twig], wanted: Wanted) -> Twig:
    """A choice after a way."""
    try:
        garden = place(battle, lines).garden
        twig, play = garden.grow(state, way, wanted)
    except IllegalChoice as error:
        raise Refused(error.reason, error.rule) from error
    except (StudyError, AnalysisError) as error:
        raise Refused(str(error)) from error
    garden.keep(state, [*way, twig], play)
    return twig


def go_on(
    battle: str,
    lines: Sequence[bytes],
    state: int,
    way: Sequence[Twig],
    level: str,
    far: str,
    knew: str,
    seconds: float,
) -> tuple[list[Twig], bool]:
    """Computer players choose for a while."""
    try:
        found = place(battle, lines)
        if level not in levels.names(found.system):
            raise StudyError(f"There is no computer player {level!r} for this game.")
        keys = keys_of(state, way)
        bots = found.bots[1] if keys and keys[-1] == found.bots[0] else {}
        twigs, play, done = found.garden.go_on(state, way, level, far, seconds, knew, bots)
    except (StudyError, AnalysisError) as error:
        raise Refused(str(error)) from error
    found.garden.keep(state, [*way, *twigs], play)
    found.bots = (keys_of(state, [*way, *twigs])[-1], bots)
    return twigs, done


def probe(
    battle: str, lines: Sequence[bytes], state: int, way: Sequence[Twig], seat: str, choice: Choice
) -> msgspec.Raw:
    """What a choice would mean, as far as its seat knows: notes, dangers and zones. Refused: it is not allowed."""
    try:
        found = place(battle, lines)
        play = found.garden.at(state, way)
        if found.system.secrets:
            play = play.fork(seat=seat)
        decision = play.decision_for(seat)
        if decision is None:
            raise StudyError("Nothing is asked there.")
        decision.check(choice)
        meant = found.system.shown.meaning(play.battle, decision, choice)
    except IllegalChoice as error:
        raise Refused(error.reason, error.rule) from error
    except (StudyError, AnalysisError) as error:
        raise Refused(str(error)) from error
    return msgspec.Raw(msgspec.json.encode({"notes": meant.notes, "dangers": meant.dangers, "zones": meant.zones}))


def attempt(battle: str, lines: Sequence[bytes], state: int, choice: Choice) -> Tried:
    """Another choice at a moment of the battle against the one that was made there: by what the seat knew."""
    try:
        found = place(battle, lines)
        play: AnyPlay = found.moments.at(state)
        made = next((entry for entry in found.entries[state:] if not entry.undo), None)
        if made is None or play.decision_for(made.seat) is None:
            raise StudyError("Nothing was chosen there.")
        seat = Seat(play, made.seat)
        seat.decision.check(choice)
        label = found.system.shown.label(play.battle, seat.decision, choice)
        if choice == made.choice:
            return Tried(label, 0.0, 0.0, 0.0, 0, True)
        tried = compared(seat, made.choice, choice, QUICK, random.Random(state))
    except IllegalChoice as error:
        raise Refused(error.reason, error.rule) from error
    except (StudyError, AnalysisError) as error:
        raise Refused(str(error)) from error
    mean, reach = -tried.mean, tried.reach
    return Tried(label, mean, mean - reach, mean + reach, tried.tries)


class Brought(msgspec.Struct, frozen=True):
    """A battle that came in as a file, and everything in it holds."""

    system: str
    scenario: str
    title: str
    seats: dict[str, str]  # who sat there
    seed: bytes
    lines: list[bytes]
    study: Study


def bring(data: bytes) -> Brought:
    """Read the file of an annotated battle."""
    try:
        found, loaded, _ = examined(data)
    except StudyError as error:
        raise Refused(str(error)) from error
    header = loaded.header
    lines = [f"{line}\n".encode() for line in found.journal]
    return Brought(
        *(header.system, header.scenario, found.title, header.seats, loaded.seed or b"", lines, found.study)
    )
