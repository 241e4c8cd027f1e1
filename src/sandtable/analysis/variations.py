"""What if: a tree of variations beside a finished battle, with names and notes. The battle itself stays as it is.

A twig is one choice with what was drawn after it. It grows from another twig, or from a moment of the battle; there
everything is open, or what one seat could not see then is dealt anew. All twigs and notes of a battle are its study.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from sandtable.table.decision import Choice

MOST_TWIGS = 4000
MOST_NAME = 80
MOST_NOTE = 4000
MOST_NOTES = 500
MOST_AT_ONCE = 200  # draws that are told beforehand

Id = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
State = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Draw = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Name = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
Note = Annotated[str, msgspec.Meta(max_length=MOST_NOTE)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class StudyError(Exception):
    """What cannot be done with a study: a sentence."""


class Die(msgspec.Struct, frozen=True):
    """One draw: what for, out of how many, and what came."""

    why: str
    sides: int
    value: int


class Twig(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One choice of a variation."""

    id: Id
    parent: State  # the twig it grows from; 0: the battle itself
    state: State  # the moment of the battle that the whole variation leaves from
    seat: str
    choice: Choice
    draws: tuple[Draw, ...] = ()
    label: str = ""  # the choice in words
    turn: int = 0
    chance: Share = 0.5  # of the first side, afterwards
    knew: str = ""  # where it leaves the battle: the seat for which what it could not see was dealt anew
    deal: tuple[Draw, ...] = ()  # and what was dealt
    by: str = ""  # the computer player who chose
    mean: Share | None = None  # dice averaged: the mean over many throws; what was played is the throw nearest to it
    throws: int = 0
    end: str = ""  # the battle is over there, and why
    name: Name = ""
    note: Note = ""


class Study(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The notes and the variations of one battle."""

    version: int = 0  # changes so far
    notes: dict[int, Note] = {}  # by state of the battle
    twigs: tuple[Twig, ...] = ()  # every one after the one it grows from
    made: int = 0  # twigs ever made: the number of the last

    def find(self, id: int) -> Twig:
        """StudyError: it is not there."""
        for twig in self.twigs:
            if twig.id == id:
                return twig
        raise StudyError("This variation no longer exists.")

    def way(self, id: int) -> list[Twig]:
        """From the battle to a twig; nothing for the battle itself."""
        known = {twig.id: twig for twig in self.twigs}
        way: list[Twig] = []
        while id:
            if id not in known:
                raise StudyError("This variation no longer exists.")
            way.append(known[id])
            id = known[id].parent
        return way[::-1]

    # Changes: each makes a new study --------------------------------------------------------------

    def with_twigs(self, parent: int, fresh: Iterable[Twig]) -> tuple["Study", list[Twig]]:
        """These in a row after a twig, and as they are there. A choice with the same dice is there once."""
        twigs, made, added = list(self.twigs), self.made, []
        if parent:
            self.find(parent)
        for twig in fresh:
            same = next((each for each in twigs if each.parent == parent and alike(each, twig)), None)
            if same is None:
                if len(twigs) >= MOST_TWIGS:
                    raise StudyError(f"A battle keeps at most {MOST_TWIGS} choices in variations. Remove some first.")
                made += 1
                same = msgspec.structs.replace(twig, id=made, parent=parent)
                twigs.append(same)
            added.append(same)
            parent = same.id
        return self._changed(twigs=tuple(twigs), made=made), added

    def without(self, id: int) -> "Study":
        """Without a twig and all that grows from it."""
        self.find(id)
        gone = {id}
        for twig in self.twigs:  # every one comes after its parent
            if twig.parent in gone:
                gone.add(twig.id)
        return self._changed(twigs=tuple([twig for twig in self.twigs if twig.id not in gone]))

    def named(self, id: int, name: str, note: str) -> "Study":
        """With a name and a note on a twig."""
        old = self.find(id)
        fresh = msgspec.structs.replace(old, name=short(name, MOST_NAME), note=short(note, MOST_NOTE))
        return self._changed(twigs=tuple([fresh if twig is old else twig for twig in self.twigs]))

    def noted(self, state: int, note: str) -> "Study":
        """With a note on a moment of the battle; an empty one goes away."""
        notes = {**self.notes, state: short(note, MOST_NOTE)}
        kept = {at: text for at, text in sorted(notes.items()) if text}
        if len(kept) > MOST_NOTES:
            raise StudyError(f"A battle keeps at most {MOST_NOTES} notes. Remove some first.")
        return self._changed(notes=kept)

    def _changed(
        self,
        notes: dict[int, str] | None = None,
        twigs: tuple[Twig, ...] | None = None,
        made: int | None = None,
    ) -> "Study":
        return Study(
            self.version + 1,
            self.notes if notes is None else notes,
            self.twigs if twigs is None else twigs,
            self.made if made is None else made,
        )


def alike(one: Twig, other: Twig) -> bool:
    """Whether two twigs of the same parent are the same choice with the same dice."""
    keys = ("state", "seat", "choice", "draws", "knew", "deal")
    return all(getattr(one, key) == getattr(other, key) for key in keys)


def short(text: str, most: int) -> str:
    """What somebody wrote, without control signs. StudyError: it is too long."""
    kept = "".join(sign for sign in text if sign == "\n" or sign.isprintable()).strip()
    if len(kept) > most:
        raise StudyError(f"This has {len(kept)} characters; at most {most} are kept.")
    return kept


def check_tree(study: Study, states: int) -> None:
    """Whether what somebody sent is a tree. StudyError: why not."""
    known: dict[int, Twig] = {}
    if len(study.twigs) > MOST_TWIGS or len(study.notes) > MOST_NOTES:
        raise StudyError("The study is too large.")
    for twig in study.twigs:
        above = known.get(twig.parent)
        if twig.id in known or twig.id > study.made:
            raise StudyError(f"Variation {twig.id}: its number is wrong.")
        if twig.parent and (above is None or above.state != twig.state):
            raise StudyError(f"Variation {twig.id} grows from one that does not come before it.")
        if twig.parent and (twig.knew or twig.deal):
            raise StudyError(f"Variation {twig.id}: only where it leaves the battle can anything be dealt anew.")
        known[twig.id] = twig
    for state in [*study.notes, *(twig.state for twig in study.twigs)]:
        if not 0 <= state <= states:
            raise StudyError(f"The battle has no moment {state}.")
