"""5.3 Lines of sight over levels and crests. What the map hides is found once for each hex.

A line is read place by place: a place is one hex, or the two hexes whose common side the line runs along. Two hexes
block only if each alone would. Units never block (5.3.c).
See also 5.3.d, 5.3.ex.A-E, 5.3.ex.full.1-5.
"""

from itertools import pairwise

from sandtable.geometry.hexes import Place, Trace, mask_of
from sandtable.systems.war_storm.state.board import Board
from sandtable.systems.war_storm.state.book import Terrain


class Line:
    """What is known of the line between two hexes: whether it is open, what closes it, what it passes.

    `crest_a` and `crest_b`: the line crosses a crest side of the first or the second hex (5.1.2.b).
    """

    __slots__ = ("bocage", "crest_a", "crest_b", "hexes", "hinders", "open", "place", "places", "rule")

    def __init__(self, places: Trace, crest_a: bool, crest_b: bool) -> None:
        self.places = places
        self.hexes = mask_of(tuple([h for place in places for h in place if h >= 0]))
        self.crest_a = crest_a
        self.crest_b = crest_b
        self.open = True
        self.rule = "5.3.a"
        self.place: Place = ()  # where it is closed
        self.hinders = False  # 5.1.4.c
        self.bocage = False  # BOC.1: it crosses a bocage side

    def close(self, rule: str, place: Place) -> None:
        self.open = False
        self.rule = rule
        self.place = place


class SightLines:
    """5.3 The lines of sight on one board; what hexes are is kept in bitboards."""

    __slots__ = (
        "_crest",
        "_hedged",
        "_higher",
        "_hindering",
        "_lines",
        "_low",
        "_seen",
        "board",
        "grid",
        "level",
        "low_blocks",
    )

    def __init__(self, board: Board, terrain: list[Terrain], crest: list[int], low_blocks: int) -> None:
        self.board = board
        self.grid = board.grid
        self.level = board.level
        self.low_blocks = low_blocks
        self._crest = crest
        hexes = range(self.grid.size)
        levels = range(max(board.level) + 1)
        # 5.3.2 A hex is as high as its ground, and one more with level-1 terrain on it: which rise above a level.
        top = [level + terrain[h].blocks for h, level in enumerate(board.level)]
        self._higher = [mask_of(tuple([h for h in hexes if top[h] > level])) for level in levels]
        self._low = [  # 5.1.4.b Low terrain on the ground of a level.
            mask_of(tuple([h for h in hexes if terrain[h].low and board.level[h] == level])) for level in levels
        ]
        self._hindering = mask_of(tuple([h for h in hexes if terrain[h].hinders]))
        self._hedged = mask_of(tuple([h for side in board.bocage for h in side]))
        self._seen: list[int] = [0] * self.grid.size  # bitboards, 0 until asked for
        self._lines: dict[int, Line] = {}

    def sees(self, a: int, b: int) -> bool:
        """5.3.a Whether there is a clear line between two hexes."""
        seen = self._seen[a]
        return (seen >> b & 1) == 1 if seen else self.line(a, b).open

    def seen(self, a: int) -> int:
        """5.3.b Every hex in sight of a, itself included."""
        mask = self._seen[a]
        if not mask:
            for b in range(self.grid.size):
                if self.board.terrain[b] is not None and self.line(a, b).open:
                    mask |= 1 << b
            self._seen[a] = mask
        return mask

    def line(self, a: int, b: int) -> Line:
        """All that is known of a line; found once."""
        key = a * self.grid.size + b
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._read(a, b)
        return line

    def _read(self, a: int, b: int) -> Line:
        places = self.grid.trace(a, b)
        line = Line(places, self._on_crest(a, b, places, False), self._on_crest(b, a, places, True))
        for place in places:
            if all_in(place, self._hindering):
                line.hinders = True
                break
        if self._hedged:
            self._bocage(line, a, b)
        if self.level[a] == self.level[b]:
            self._flat(line, self.level[a])
        else:
            self._slope(line, a, b)
        return line

    def _on_crest(self, h: int, to: int, places: Trace, end: bool) -> bool:
        """5.1.2.b Whether the line crosses a crest side of a hex; at a corner both sides must be crests."""
        crests = self._crest[h]
        if not crests or h == to:
            return False
        first = (places[-1] if end else places[0]) if places else (to,)
        beside = self.grid.beside[h]
        return all(k >= 0 and crests >> beside.index(k) & 1 for k in first)

    def _flat(self, line: Line, level: int) -> None:
        """5.3.1 Both on the same level: level-1 terrain on it or higher ground blocks, or three low hexes:
        rough ground, fields (5.1.9.b) or marsh (5.1.10.b)."""
        higher, low = self._higher[level], self._low[level]
        count = 0
        for place in line.places:
            if all_in(place, higher):
                line.close("5.3.1.b" if len(place) == 2 else "5.3.1.a", place)
                return
            if all_in(place, low):
                count += 1
                if count == self.low_blocks:
                    line.close("5.3.1.c", place)
                    return

    def _slope(self, line: Line, a: int, b: int) -> None:
        """5.3.2 From the higher to the lower: out over a crest, past what is as high, into no blind hex."""
        up = self.level[a] > self.level[b]
        high, low = (a, b) if up else (b, a)
        if not (line.crest_a if up else line.crest_b):
            line.close("5.3.2.a", (high,))
            return
        places = line.places if up else line.places[::-1]
        as_high = self._higher[self.level[high] - 1]
        for place in places:
            if all_in(place, as_high):
                line.close("5.3.2.b", place)
                return
        obstacles = self._higher[self.level[low]]
        if places and any(h >= 0 and obstacles >> h & 1 for h in places[-1]):
            line.close("5.3.2.c", places[-1])

    def _bocage(self, line: Line, a: int, b: int) -> None:
        """Sides crossed: at a corner both sides that meet there must be bocage.

        It hides what is not next to it, unless one of the two looks over it from higher ground (BOC.2).
        """
        chain: list[Place] = [(a,), *line.places, (b,)]
        high = max(self.level[a], self.level[b])
        for one, two in pairwise(chain):
            if not all_in(one, self._hedged) or not all_in(two, self._hedged):
                continue
            sides = [(min(h, k), max(h, k)) for h in one for k in two]
            if not all(side in self.board.bocage for side in sides):
                continue
            line.bocage = True  # BOC.1
            own = a in one or b in two
            if line.open and not own and all(max(self.level[h], self.level[k]) >= high for h, k in sides):
                line.close("BOC.2", two)


def all_in(place: Place, mask: int) -> bool:
    """5.3.1.b Whether every hex of a place is in the mask; nothing off the board is."""
    last = place[-1]  # of a place of one hex the first too
    return last >= 0 and (mask >> place[0] & mask >> last & 1) == 1
