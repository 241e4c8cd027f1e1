"""A small field with one attacked hex, for the tests of chapter 3.

X stands in 0504, its HQ in 0704. The HQ of the attackers is in 0403, from where all these are in command: 0404 and
0503 next to X; 0304, 0502 and 0405 two hexes from X, the first with 0404 between, the others along a hexside.
"""

from reg_stage import RegStage, stage

from sandtable.table.event import Event

MISSES = (1,) * 40
HQS = ("blue hq HQ at 0403", "red hq Y at 0704")


def field(columns: int = 14, rows: int = 7, **terrain: str) -> str:
    """Open ground, but for hexes such as h0504="w"."""
    return "\n".join(
        " ".join(terrain.get(f"h{column:02}{row:02}", ".") for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )


def scene_of(*lines: str, blue: str = "M", red: str = "H", hqs: tuple[str, ...] = HQS, **terrain: str) -> str:
    """Blue is about to attack."""
    orders = (f"order blue {blue}", f"order red {red}", "active blue attack")
    return "\n".join([field(**terrain), *hqs, *lines, *orders])


def fought(
    *lines: str,
    dice: tuple[int, ...] = MISSES,
    does: str = "",
    blue: str = "M",
    red: str = "H",
    hqs: tuple[str, ...] = HQS,
    by: str = "A",
    **terrain: str,
) -> RegStage:
    """`by` attacks 0504; `does` are the next choices ("join B, gun G"); then all decline until the dice fall."""
    s = stage(scene_of(*lines, blue=blue, red=red, hqs=hqs, **terrain), *dice)
    s.do("attack", by, "0504")
    for words in filter(None, does.split(", ")):
        verb, _, piece = words.rpartition(" ")
        s.do(verb or piece, piece if verb else "")
    while not s.told("attack dice"):
        assert s.asked[1] in ("join", "support", "opponent", "defensive support", "fire back"), s.asked
        s.play.choose(s.options()[-1])
    return s


def thrown(s: RegStage) -> tuple[int, int]:
    """How many dice attacker and defender have thrown."""
    counts = [sum(len(event.dice) for event in s.told(kind)) for kind in ("attack dice", "defence dice")]
    return (counts[0], counts[1])


def why(event: Event) -> list[tuple[int, str]]:
    """The amounts and rules that make up a pool; together they are its dice."""
    assert sum(modifier.amount for modifier in event.modifiers) == len(event.dice)
    return [(modifier.amount, modifier.rule) for modifier in event.modifiers]


def attack(s: RegStage) -> list[tuple[int, str]]:
    """What made up the attacker's pool."""
    return why(s.last("attack dice"))


def defence(s: RegStage) -> list[tuple[int, str]]:
    """What made up the defender's pool."""
    return why(s.last("defence dice"))


def hits(s: RegStage) -> tuple[int, int]:
    """The hits of attacker and defender."""
    return (s.last("attack dice").value, s.last("defence dice").value if s.told("defence dice") else 0)
