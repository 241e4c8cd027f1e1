"""The shape of what a learner gets: how many rows, which columns, which words."""

import hashlib

import msgspec

NO_WORD = "?"  # stands first in every list of words, for one that is not in it

OPTION_COLUMNS = (
    "verb",  # its number in the vocabulary
    "piece",  # the row of the piece that acts, from 1; 0 if there is none
    "target",  # the row of the piece it is done to
    "place",  # the row of the place it leads to
    "number",
    "word",  # a number from 0 to 1 that stands for a target that is neither piece nor place
    "distance",  # from the piece to the target or place
    "chance",  # that an attack does harm or a check is passed, where the game reckons it; -1 if not
    "x",  # on a plane: the middle of the pieces that are moved
    "y",
    "turned",  # and the way they face, as parts of a circle
)


class Layout(msgspec.Struct, frozen=True):
    """Rows, columns and words of a scenario's arrays. The digest tells whether a checkpoint fits."""

    system: str
    pieces: int
    places: int
    options: int
    global_columns: tuple[str, ...]
    piece_columns: tuple[str, ...]
    place_columns: tuple[str, ...]
    verbs: tuple[str, ...]
    kinds: tuple[str, ...]
    option_columns: tuple[str, ...] = OPTION_COLUMNS

    @property
    def digest(self) -> str:
        """Changes with every row, column or word."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]

    def require(self, digest: str) -> None:
        """Refuse what was trained on other arrays, with a sentence."""
        if digest != self.digest:
            raise ValueError(
                f"This was trained on arrays with the digest {digest}, but those of this environment have "
                f"{self.digest}: the scenario, the columns or the vocabulary of {self.system} have changed. "
                "Train it again, or install the version of Sandtable it was trained with."
            )
