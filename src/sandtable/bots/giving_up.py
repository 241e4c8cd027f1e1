"""When a computer player gives up: it has had no hope for a whole turn. Whether it may is for the others to say.

Whoever runs the player looks before each of its choices, keeps what was seen, and asks:

    seen = look(Seat(play, name))
    if seen is not None:
        kept.append(seen)
    if no_hope(kept):
        ...  # agree to a draw, if one is offered; resign, if none is
"""

from collections.abc import Sequence

import msgspec

from sandtable.bots.player import Seat

HOPE = 0.02  # below this chance to win there is none


class Seen(msgspec.Struct, frozen=True, gc=False):
    """How a side stood when it was asked."""

    turn: int
    chance: float  # to win, by what its seat knows; a draw is half of it


def look(seat: Seat, state: int = 0) -> Seen | None:
    """How it stands for a seat that is asked; None where chances were not fitted on this very scenario."""
    play = seat.fork(state)
    mind, scenario = seat.system.thinks, play.battle.scenario
    if mind.outlook is None or not mind.outlook.fitted_on(scenario.id, scenario.digest):
        return None
    return Seen(seat.system.rules.turn(play.battle), mind.chance(play.battle, seat.name))


def no_hope(seen: Sequence[Seen]) -> bool:
    """Whether there was no hope at any question of the whole last turn, nor since then."""
    if not seen:
        return False
    last = seen[-1].turn - 1
    lately = [each for each in seen if each.turn >= last]
    return lately[0].turn == last and max(each.chance for each in lately) < HOPE
