"""Choices that no player makes: what a broken or malicious client may send."""

import random

import msgspec

from sandtable.table.decision import Choice

WORDS = (
    "", "?", "no such piece", "nowhere", "None", "0", "-1", "99999999999999999999", "1,2", "-1,-1", "nan,1e999", "A",
    "Z99", "A0", "A1 A1", "a-1-2-3", "\x00", "\ud7ff", "Ä" * 999,
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 99, -99, 10**6, 2**31, -(2**63), 10**30, -(10**30))
FAR = (0, 1, -1, 5000, -5000, 10**9, -(10**12), 10**30)


def broken(option: Choice) -> list[Choice]:
    """Choices that look like an option and are none, whatever the rules."""
    change = msgspec.structs.replace
    return [
        change(option, do=f"{option.do} "),
        change(option, do=option.piece or "?", piece=option.do),
        change(option, piece="no such piece"),
        change(option, to="nowhere"),
        change(option, piece="no such piece", to="nowhere"),
        change(option, number=10**30),
        change(option, number=-(10**30)),
        change(option, number=-1),
        change(option, at=(("no such piece", 10**12, -(10**12), 10**9),)),
        change(option, at=(*option.at, *option.at, ("", 0, 0, 0))),
        change(option, at=tuple((piece, 10**30, y, facing) for piece, _, y, facing in option.at) or (("", 0, 0, 0),)),
    ]


class Mixer:
    """Shakes choices out of the verbs, pieces and places that a game has offered so far, and out of nonsense."""

    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.verbs: dict[str, None] = {}
        self.words: dict[str, None] = {}

    def learn(self, options: list[Choice]) -> None:
        for option in options:
            self.verbs[option.do] = None
            self.words[option.piece] = self.words[option.to] = None

    def shake(self, options: list[Choice], count: int) -> list[Choice]:
        """So many choices, each an option with a few of its parts exchanged."""
        verbs, words = [*self.verbs, *WORDS], [*self.words]
        return [self._shaken(self.random.choice(options), verbs, words) for _ in range(count)]

    def _shaken(self, option: Choice, verbs: list[str], words: list[str]) -> Choice:
        pick, often = self.random.choice, self.random.random

        def word(usual: str) -> str:
            return usual if often() < 0.4 else pick(words) if often() < 0.6 else pick(WORDS)

        return Choice(
            option.do if often() < 0.6 else pick(verbs),
            word(option.piece),
            word(option.to),
            option.number if often() < 0.6 else pick(NUMBERS),
            option.at if often() < 0.6 else self._places(option, words),
        )

    def _places(self, option: Choice, words: list[str]) -> tuple[tuple[str, int, int, int], ...]:
        """Places on a plane: too few, too many, of strangers, off the table."""
        pick = self.random.choice
        places = [*option.at, (pick(words), pick(FAR), pick(FAR), pick(FAR)), (pick(WORDS), 0, 0, 0)]
        return tuple(self.random.sample(places, self.random.randrange(len(places))))
