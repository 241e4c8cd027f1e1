"""Is it fair? Battles of a draft between computer players, in the background, until the answer is narrow enough.

They are played by one process that gives way to everything else, one battle at a time, draft after draft. What came
of each is kept with the digest of the draft, so that nothing is played twice and versions can be compared. A server
that starts again goes on with what was not over.
"""

import math
import re
import time
from collections import Counter, OrderedDict
from pathlib import Path

import msgspec

from sandtable.bots import levels
from sandtable.bots.player import Bot, Seat
from sandtable.content.balance import MARK
from sandtable.server.computers.background import Background, BrokeOff, keep_file
from sandtable.server.refusal import Refusal
from sandtable.server.workshop.pending import Desk, Pending
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.play import Play
from sandtable.table.shelf import Balance, Texts
from sandtable.table.system import systems
from sandtable.table.view import View, Zone

NARROW = 0.05  # the interval of every share is no wider than this to either side
MOST = 400  # battles of one draft
LEAST = 20
LONGEST = 20_000  # choices in one battle
PATIENCE = 300.0  # seconds for one battle
KEPT = 500  # drafts whose results are kept
WAITING = 20  # drafts that wait for their turn
OBJECTIVES = REASONS = 8  # that are told
Z = 1.96


class Outcome(msgspec.Struct, frozen=True):
    """What came of one battle."""

    seed: int
    winner: str | None
    reason: str
    turns: int
    choices: int
    lost: dict[str, int] = {}  # places where pieces were lost
    held: dict[str, str] = {}  # objectives, and the side that held each at the end; "" for nobody


class Share(msgspec.Struct, frozen=True):
    """How often a side wins, and how sure that is."""

    side: str
    wins: int
    share: float
    low: float
    high: float


class Objective(msgspec.Struct, frozen=True):
    """What an objective has to do with who wins."""

    name: str
    held: dict[str, int]  # how often each side held it at the end
    decides: float  # of the decided battles in which somebody held it: how often that was who won


class Result(msgspec.Struct, frozen=True):
    """What is known about a draft."""

    digest: str
    level: str
    state: str  # "waiting", "running", "narrow", "enough", "stopped", "failed"
    games: int
    most: int
    shares: list[Share]
    draws: int
    turns: float
    choices: float
    lost: dict[str, int]
    reasons: dict[str, int]
    objectives: list[Objective]
    error: str = ""


class Kept(msgspec.Struct):
    """The results of one draft by one computer player, on disk."""

    digest: str
    level: str
    sides: list[str]
    outcomes: list[Outcome] = []
    touched: float = 0.0


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def narrow(kept: Kept) -> bool:
    """Whether every side's share is known well enough."""
    games = len(kept.outcomes)
    wins = Counter(each.winner for each in kept.outcomes)
    spans = [wilson(wins[side], games) for side in kept.sides]
    return games >= LEAST and all(high - low <= 2 * NARROW for low, high in spans)


# In the worker -----------------------------------------------------------------------------------


def play_one(system_key: str, texts: Texts, level: str, seed: int) -> Outcome:
    """Play a battle of a draft to its end."""
    system = systems()[system_key]
    play = Play(system, system.rules.new(system.shelf.read(texts)), SeededChance(seed_bytes(seed)))
    seats = system.rules.seats(play.battle)
    bots: dict[str, Bot] = {seat: levels.make(level, seed * 31 + place) for place, seat in enumerate(seats)}
    for bot in bots.values():
        bot.hurried = False
    while play.decision is not None:
        if len(play.history) > LONGEST:
            raise ValueError(f"a battle did not end in {LONGEST} choices")
        seat = play.asked()[0]
        play.choose(bots[seat].choose(Seat(play, seat)), seat)
    result = play.result
    assert result is not None
    tellings = system.shown.tellings
    losses = {kind for kind, telling in tellings.items() if telling.shows == "lost"}
    gone = [each.place for each in play.log if each.place and each.kind in losses]
    turns = system.rules.turn(play.battle)
    held = held_in(system.shown.view(play, ""))
    return Outcome(seed, result.winner, result.reason, turns, len(play.history), dict(Counter(gone)), held)


def held_in(view: View) -> dict[str, str]:
    """Who holds each objective; two of one name are told apart by their places."""
    by_place = {marker.place: marker.side for marker in view.markers if marker.kind == "control"}
    zones = [zone for zone in view.board.zones if zone.kind == "objective"] if view.board is not None else []
    spots = [(zone, place) for zone in zones for place in spots_of(zone)]
    names = Counter(zone.name for zone, _ in spots)
    return {
        zone.name if names[zone.name] == 1 else f"{zone.name} {place}": by_place.get(place, "")
        for zone, place in spots
    }


def spots_of(zone: Zone) -> tuple[str, ...]:
    """The places of an objective; on a plane its middle."""
    return zone.places or tuple(f"{x},{y}" for x, y in zone.shape.points[:1]) if zone.shape else zone.places


# On the server -----------------------------------------------------------------------------------


class Job(msgspec.Struct, eq=False):
    """A draft that is to be measured."""

    system: str
    texts: Texts
    kept: Kept
    most: int  # battles
    all: bool = False  # all of them, however narrow the interval is
    state: str = "waiting"  # "running", "narrow", "enough", "stopped", "failed"
    error: str = ""

    def over(self) -> bool:
        """Whether enough battles are played."""
        return len(self.kept.outcomes) >= self.most or (narrow(self.kept) and not self.all)

    def result(self) -> Result:
        return result_of(self.kept, self.state, self.most, self.error)


def share_of(side: str, wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(side, wins, round(wins / games, 4) if games else 0.0, round(low, 4), round(high, 4))


def result_of(kept: Kept, state: str, most: int, error: str = "") -> Result:
    outcomes = kept.outcomes
    games = len(outcomes)
    wins = Counter(each.winner for each in outcomes)
    shares = [share_of(side, wins[side], games) for side in kept.sides]
    lost: Counter[str] = Counter()
    for each in outcomes:
        lost.update(each.lost)
    reasons = Counter(f"{each.winner or 'draw'}: {each.reason}" for each in outcomes)
    if len(reasons) > REASONS:  # scores differ from battle to battle
        reasons = Counter(f"{each.winner or 'draw'}: {re.sub('[0-9]+', '…', each.reason)}" for each in outcomes)
    mean = (lambda values: round(sum(values) / games, 1)) if games else (lambda values: 0.0)
    return Result(
        *(kept.digest, kept.level, state, games, most, shares, wins[None]),
        *(mean([each.turns for each in outcomes]), mean([each.choices for each in outcomes])),
        dict(lost.most_common(200)),
        dict(reasons.most_common(REASONS)),
        objectives_of(outcomes),
        error,
    )


def objectives_of(outcomes: list[Outcome]) -> list[Objective]:
    """The objectives of a draft, those first whose holder wins."""
    found = []
    for name in dict.fromkeys(name for each in outcomes for name in each.held):
        held = Counter(each.held[name] for each in outcomes if each.held.get(name))
        decided = [each for each in outcomes if each.winner and each.held.get(name)]
        right = sum(each.held[name] == each.winner for each in decided)
        found.append(Objective(name, dict(held), round(right / len(decided), 4) if decided else 0.0))
    return sorted(found, key=lambda each: -each.decides)[:OBJECTIVES]


class Fairness:
    """All measuring on this server: one battle at a time."""

    def __init__(self, folder: Path, modules: tuple[str, ...]) -> None:
        self._folder = folder
        self._desk = Desk(folder)
        self._background = Background(modules)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def ask(
        self, system: str, texts: Texts, digest: str, sides: list[str], level: str, most: int, all: bool = False
    ) -> Result:
        """Measure a draft, or go on; what is known of it already."""
        known = levels.names(systems()[system])
        if level not in known:
            raise Refusal(422, f"There is no computer player {level[:50]!r}; choose from {', '.join(known)}.")
        key = f"{digest}-{level}"
        job = self._jobs.get(key)
        if job is not None and job.state in ("waiting", "running"):
            job.most = max(job.most, most)
            job.all = job.all or all
            return job.result()
        if sum(each.state == "waiting" for each in self._jobs.values()) >= WAITING:
            raise Refusal(429, "Too many drafts are waiting to be measured. Please wait a while.", retry_after=60)
        pending = Pending(system, texts, digest, sides, level, min(most, MOST), all)
        if job is None and self._desk.is_there(key):
            return self.look(digest, level)  # another process is at it
        self._desk.put(pending)
        return self._begin(pending).result()

    def resume(self) -> None:
        """Go on with what was not over when the server stopped; nothing of it is played twice."""
        for pending in self._desk.left():
            if pending.system in systems():
                self._begin(pending)
            else:
                self._desk.drop(pending.key)

    def _begin(self, pending: Pending) -> Job:
        key = pending.key
        kept = self._read(key) or Kept(pending.digest, pending.level, pending.sides)
        job = Job(pending.system, pending.texts, kept, pending.most, pending.all)
        self._jobs[key] = job
        self._jobs.move_to_end(key)
        while len(self._jobs) > KEPT:
            self._jobs.popitem(last=False)
        self._background.keep_going(self._run)
        return job

    def look(self, digest: str, level: str) -> Result:
        """How far it is; also of drafts that were measured before a restart."""
        key = f"{digest}-{level}"
        job = self._jobs.get(key)
        if job is not None:
            return job.result()
        kept = self._read(key)
        if self._desk.is_there(key):  # another process is at it
            return result_of(kept or Kept(digest, level, []), "running", MOST)
        if kept is None:
            raise Refusal(404, "This draft has not been measured.")
        return result_of(kept, "narrow" if narrow(kept) else "stopped", MOST)

    def balance(self, digest: str, level: str) -> Balance:
        """What is known as a balance of the scenario."""
        key = f"{digest}-{level}"
        job = self._jobs.get(key)
        kept = job.kept if job is not None else self._read(key)
        if kept is None or not kept.outcomes:
            raise Refusal(404, "This draft has not been measured.")
        games = len(kept.outcomes)
        wins = Counter(each.winner for each in kept.outcomes)
        choices = round(sum(each.choices for each in kept.outcomes) / games)
        return Balance(level, games, {side: wins[side] for side in kept.sides}, wins[None], digest[:MARK], choices)

    def stop(self, digest: str, level: str) -> Result:
        """Enough: the battle that is being played is the last."""
        job = self._jobs.get(f"{digest}-{level}")
        if job is not None and job.state in ("waiting", "running"):
            job.state = "stopped"
        self._desk.drop(f"{digest}-{level}")
        return self.look(digest, level)

    def close(self) -> None:
        self._background.close()
        self._desk.close()

    async def _run(self) -> None:
        """Draft after draft, a battle of each in turn, so that nobody waits for another's last one."""
        while True:
            todo = [job for job in self._jobs.values() if job.state in ("waiting", "running")]
            if not todo:
                return
            for job in todo:
                await self._one(job)
                if job.state not in ("waiting", "running"):
                    self._desk.drop(f"{job.kept.digest}-{job.kept.level}")

    async def _one(self, job: Job) -> None:
        kept = job.kept
        if job.over():
            job.state = "narrow" if narrow(kept) else "enough"
            return
        job.state = "running"
        seed = len(kept.outcomes) + 1
        try:
            outcome = await self._background.do(PATIENCE, play_one, job.system, job.texts, kept.level, seed)
        except BrokeOff:
            self._give_up(job, "A battle took too long or could not be played to its end.")
            return
        except Exception as error:
            self._give_up(job, f"A battle could not be played: {error}")
            return
        kept.outcomes.append(outcome)
        self._write(kept)
        if job.state == "running" and job.over():
            job.state = "narrow" if narrow(kept) else "enough"

    def _give_up(self, job: Job, sentence: str) -> None:
        job.state, job.error = "failed", sentence[:300]

    # On disk ---------------------------------------------------------------------------------------

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _read(self, key: str) -> Kept | None:
        try:
            return msgspec.json.decode(self._path(key).read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError):
            return None

    def _write(self, kept: Kept) -> None:
        kept.touched = time.time()
        keep_file(self._path(f"{kept.digest}-{kept.level}"), msgspec.json.encode(kept), KEPT)
