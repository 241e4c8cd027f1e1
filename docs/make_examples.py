"""Make the annotated battles that come with Sandtable: strategists play with a fixed seed, the words are in a file.

    python docs/make_examples.py            # all of them, into src/sandtable/analysis/examples
    python docs/make_examples.py war_storm  # one; --look tells its story and its moments, to write notes by

`docs/examples.toml` says for each game what is played and what is said about it: notes on moments of the battle, and
variations, in which the choice that the analysis found better, or one in words, is made and computer players go on.
"""

import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

import sandtable.systems  # noqa: F401  registers the games
from sandtable.analysis.analysing import analyse
from sandtable.analysis.files import EXAMPLES, examined, loaded_from, packed
from sandtable.analysis.growing import CHOSEN, FRESH, Garden, Wanted
from sandtable.analysis.judging import Judge
from sandtable.analysis.moments import Moments
from sandtable.analysis.variations import Study
from sandtable.bots import levels
from sandtable.bots.player import Seat
from sandtable.lab.battle import bot_seed
from sandtable.server.lines import Pen
from sandtable.table.chance import SeededChance, seed_bytes
from sandtable.table.journal import header_for
from sandtable.table.journal.record import End, Entry
from sandtable.table.play import Play
from sandtable.table.system import AnySystem, systems

WORDS = Path(__file__).with_name("examples.toml")
LEVEL = "strategist"


def played(system: AnySystem, scenario: str, seed: int) -> list[bytes]:
    """The journal of a battle between strategists who do not look at the clock."""
    play = Play(system, system.rules.new(system.shelf.find(scenario)), SeededChance(seed_bytes(seed)))
    seats = system.rules.seats(play.battle)
    bots = {seat: levels.make(LEVEL, bot_seed(seed, seat)) for seat in seats}
    for bot in bots.values():
        bot.hurried = False
    pen, number = Pen(), 0
    lines = [pen.header(header_for(system, scenario, dict.fromkeys(seats, LEVEL), seed_bytes(seed)))]
    lines.append(pen.opening(list(play.chance.drawn)))
    while play.decision is not None:
        seat, drawn = play.asked()[0], len(play.chance.drawn)
        choice = bots[seat].choose(Seat(play, seat))
        play.choose(choice, seat)
        number += 1
        lines.append(pen.entry(Entry(number + 2, number, seat, choice, tuple(play.chance.drawn[drawn:]))))
    assert play.result is not None
    result = play.result
    end = End(result.winner, result.reason, result.rule, system.rules.turn(play.battle))
    return [*lines, pen.end(end, seed_bytes(seed))]


def annotated(system: AnySystem, lines: list[bytes], words: dict[str, Any]) -> Study:
    """The notes, and the variations with what came of them."""
    moments = Moments(loaded_from(lines), system)
    garden = Garden(Judge(system, moments.at(0)), moments.at, random.Random(words["seed"]))
    study = Study()
    for note in words.get("notes", []):
        study = study.noted(note["state"], note["text"])
    for tried in words.get("variations", []):
        state = tried["state"]
        play = moments.at(state)
        seat = play.asked()[0]
        decision = play.decision_for(seat)
        assert decision is not None
        named = {system.shown.label(play.battle, decision, each): each for each in decision.options()}
        if tried["choice"] not in named:
            raise SystemExit(f"{system.key}, moment {state}: no choice is called so. There are: {'; '.join(named)}")
        draws = tuple(tried.get("dice", ()))
        first = Wanted(named[tried["choice"]], seat, CHOSEN if draws else FRESH, draws)
        twig, _ = garden.grow(state, [], first)
        study, added = study.with_twigs(0, [twig])
        study = study.named(added[0].id, tried["name"], tried["note"])
        if tried.get("far") and not twig.end:
            further, _, _ = garden.go_on(state, study.way(added[0].id), "tactician", tried["far"], 600)
            study, _ = study.with_twigs(added[0].id, further)
    return msgspec.structs.replace(study, version=1)


def look(system: AnySystem, lines: list[bytes]) -> None:
    """Tell the story and what the analysis found."""
    loaded = loaded_from(lines)
    moments = Moments(loaded, system)
    told = 0
    for state in range(1, len(loaded.entries) + 1):
        play = moments.at(state)
        seat = system.rules.seats(play.battle)[0]
        sentences = [system.shown.sentence(play.battle, event) for event in play.log[told:] if not event.seen_by]
        told = len(play.log)
        print(state, loaded.entries[state - 1].seat, loaded.entries[state - 1].choice, seat and "")
        for sentence in sentences:
            if sentence:
                print("      ", sentence)
    *_, found = analyse(loaded, system)
    print(found.reason, found.winner)
    for text in found.sentences:
        print(text)
    for turning in found.turnings:
        print(turning.state, turning.kind, turning.text)
    for point in found.points[:: max(1, len(found.points) // 25)]:
        print(point.state, point.turn, round(point.chance, 2), point.label)


def main(words: list[str]) -> None:
    shelf: dict[str, Any] = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    wanted = [word for word in words if not word.startswith("-")] or list(shelf)
    for key in wanted:
        system, said = systems()[key], shelf[key]
        lines = played(system, said["scenario"], said["seed"])
        if "--look" in words:
            look(system, lines)
            continue
        data = packed(said["title"], lines, annotated(system, lines, said))
        examined(data)
        EXAMPLES.mkdir(exist_ok=True)
        (EXAMPLES / f"{key}.json").write_bytes(data)
        print(f"{key}: {len(data):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
