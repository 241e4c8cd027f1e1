"""`sandtable odds`: what an attack will do, exactly, before it is made."""

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from sandtable.cli.attack_words import Attack, read_attack
from sandtable.cli.output import console, json_line
from sandtable.cli.words import Wrong, existing_file
from sandtable.systems.nations_at_war.fire import concealed, why_no_fire
from sandtable.systems.nations_at_war.game import NationsAtWar
from sandtable.systems.nations_at_war.odds import AttackOdds, CloseOdds, mortar_odds, ranged_odds
from sandtable.systems.nations_at_war.odds import odds as odds_of
from sandtable.systems.nations_at_war.pieces import Action, Battle
from sandtable.systems.nations_at_war.scene import scene
from sandtable.table.chance import SampledChance
from sandtable.table.decision import Choice, IllegalChoice
from sandtable.table.event import Modifier
from sandtable.table.play import Play
from sandtable.terminal.screen import write

BAR = 30  # characters of a sure thing
LARGEST = 100_000  # bytes of a scene

Reckoned = AttackOdds | CloseOdds


class Line(msgspec.Struct, frozen=True):
    """One attack with its odds."""

    title: str
    odds: Reckoned


def odds(words: list[str], as_json: bool) -> None:
    """The odds of an attack in words, or of every attack that can be made in a scene."""
    lines = lines_of(words)
    if as_json:
        for line in lines:
            print(json_line(as_data(line)))
        return
    out = console()
    for place, line in enumerate(lines):
        if place:
            write(out, "")
        show(line, out)


def tell_odds(words: str, out: Console) -> None:
    """For a player at the table."""
    show(from_words(words), out)


def lines_of(words: list[str]) -> list[Line]:
    first = Path(words[0])
    if len(words) == 1 and (first.suffix == ".txt" or first.is_file()):
        return from_scene(existing_file(first))
    return [from_words(" ".join(words))]


# From words --------------------------------------------------------------------------------------


def from_words(text: str) -> Line:
    attack = read_attack(text)
    b = scene(attack.scene())
    unit, target = b.units
    unit.name, target.name = unit.type.name, target.type.name
    found: Reckoned | None
    if attack.how != "fire":
        found = close(b, attack)
    elif unit.type.mortar:
        found = mortar_odds(b, unit, target.hex, attack.leadership, target if attack.caught else None)
    else:
        found = ranged_odds(b, unit, target, attack.moving, attack.leadership, attack.caught, attack.watching)
    if found is None:
        sentence, rule = why_no_fire(b, unit, target, attack.moving)
        raise Wrong(f"{sentence} (rule {rule})")
    if attack.concealed and not (attack.how == "fire" and not attack.caught and concealed(b, target)):
        ground = b.ground.terrain[target.hex].name
        raise Wrong(f"The rules do not conceal {target.name} in {ground} here (rule 5.1.2.1.a).")
    where = "" if attack.how != "fire" else f" at range {attack.distance()}"
    verb = {"fire": "fires at", "assault": "assaults", "overrun": "overruns"}[attack.how]
    ground = b.ground.terrain[target.hex].name
    return Line(f"{unit.name} {verb} {target.name} in {ground}{where}", found)


def close(b: Battle, attack: Attack) -> Reckoned:
    """5.4, 5.5 From the next hex; the rules must allow it."""
    b.action = Action([0], -1)
    play = Play(NationsAtWar(), b, SampledChance(1))
    decision = play.decision
    assert decision is not None
    wanted = Choice(attack.how, to=attack.hexes()[1])
    found = next((each for each in decision.options() if (each.do, each.to) == (wanted.do, wanted.to)), None)
    if found is None:
        try:
            decision.check(wanted)
        except IllegalChoice as refusal:
            raise Wrong(f"{refusal.reason} (rule {refusal.rule})") from refusal
    reckoned = odds_of(b, found or wanted)
    assert reckoned is not None
    return reckoned


# From a scene ------------------------------------------------------------------------------------


def from_scene(path: Path) -> list[Line]:
    """Every attack that the side to move can make in a scene."""
    if path.stat().st_size > LARGEST:
        raise Wrong(f"{path} is too large for a scene.")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Wrong(f"{path} is no text; a scene is written as in `tiger.txt` of docs/scenarios.md.") from None
    system = NationsAtWar()
    play = Play(system, scene(text), SampledChance(1))
    lines: dict[Choice, Line] = {}
    for fork in (play, *after_acting(play)):
        b: Any = fork.battle
        decision = fork.decision
        for choice in decision.options() if decision is not None else ():
            reckoned = odds_of(b, choice, decision.kind if decision is not None else "")
            if reckoned is not None and choice not in lines:
                assert decision is not None
                who = b.unit(choice.piece) or b.units[b.action.units[0]]
                lines[choice] = Line(f"{who.name}: {system.label(b, decision, choice)}", reckoned)
    if not lines:
        raise Wrong(f"Nobody can attack in the scene of {path}.")
    return list(lines.values())


def after_acting(play: Play) -> list[Play]:
    """The scene with each unit that may act in action."""
    found = []
    decision = play.decision
    for choice in decision.options() if decision is not None else ():
        if choice.do == "act":
            fork = play.fork(SampledChance(1))
            fork.choose(choice)
            found.append(fork)
    return found


# On the screen -----------------------------------------------------------------------------------


def show(line: Line, out: Console) -> None:
    """Dice, modifiers with their rules, and the outcomes as bars."""
    found = line.odds
    write(out, Text(line.title, "bold"))
    if isinstance(found, AttackOdds):
        write(out, f"  Attack: {rolled(found.dice, found.to_hit, found.augmented)}")
        notes(found.attack_notes, out)
        saves = rolled(found.save_dice, found.save_need) if found.save_dice else "no dice"
        write(out, f"  Defence: {saves}")
        notes(found.defence_notes, out)
    else:
        write(out, f"  Attack: {', '.join(rolled(*roll) for roll in found.attack)}")
        notes(found.attack_notes, out)
        write(out, f"  Counterattack: {', '.join(rolled(*roll) for roll in found.counterattack)}")
        notes(found.defence_notes, out)
    widest = max(len(name) for name in found.outcomes)
    full, thin = ("#", "|") if out.options.ascii_only else ("█", "▏")
    for name, chance in found.outcomes.items():
        bar = full * round(chance * BAR) or thin
        write(out, Text.assemble(f"  {name:<{widest}} {chance:>6.1%} ", (bar, "cyan")))
    write(out, f"  {found.expected_hits:.2f} hits left on average")


def rolled(dice: int, need: int, augmented: bool = False) -> str:
    """4 dice, each 4 or more."""
    again = ", one may be rolled again (5.1.7)" if augmented else ""
    return f"{dice} {'die' if dice == 1 else 'dice'}, {need} or more{again}"


def notes(modifiers: tuple[Modifier, ...], out: Console) -> None:
    for modifier in modifiers:
        write(out, f"    {modifier.amount:+d} {modifier.label}  {modifier.rule}")


def as_data(line: Line) -> dict[str, Any]:
    """For --json."""
    found = line.odds
    data: dict[str, Any] = {"attack": line.title}
    if isinstance(found, AttackOdds):
        data |= {
            "dice": found.dice,
            "to_hit": found.to_hit,
            "augmented": found.augmented,
            "save_dice": found.save_dice,
            "save": found.save_need,
        }
    else:
        data |= {"rolls": found.attack, "counterattack": found.counterattack, "win": found.win}
    return data | {
        "modifiers": found.attack_notes,
        "defence_modifiers": found.defence_notes,
        "outcomes": found.outcomes,
        "expected_hits": found.expected_hits,
    }
