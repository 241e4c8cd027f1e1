"""Chapter 6: Line of Sight. What the map hides is found once for each hex; smoke and wrecks are masks.

A line is read place by place (6.1.d): a place is one hex, or the two hexes whose common side the line runs
along. Two hexes block only if each alone would, are hill level only if both are hill, degrade only if both
degrade; one of them off the map, they do none of this (6.1.c).
See also TEC.degrading.
"""

from sandtable.geometry.hexes import Fan, HexGrid, Place, Trace, bits, mask_of

SMALL = 300  # hexes: a map up to this size is looked at as a whole at once
SURVEYED = 8  # on a larger one a hex does so when it has been asked about one in so many of the hexes beyond that
GLANCES = 4096  # so many are kept before all are forgotten
REMEMBERED = 256  # so many different layouts of smoke and wrecks are kept before all are forgotten


class Obstacle:
    """What closes a line: the rule, the place it happens at, and where the other degrading place was."""

    __slots__ = ("first", "place", "rule")

    def __init__(self, rule: str, place: Place, first: Place) -> None:
        self.rule = rule
        self.place = place
        self.first = first  # 6.1.1.c only


class SightLines:
    """The lines of sight on one map: bitboards of hill level, of cover and of degrading (rough) hexes.

    Hill is Hill and Wooded Hill; cover is Woods, City (Town) and Wooded Hill (TEC.blocking).
    Terrain fills its whole hex (6.1.a).
    """

    __slots__ = (
        "_asked",
        "_degraded",
        "_fans",
        "_glances",
        "_open",
        "_remembered",
        "_terrain",
        "cover",
        "grid",
        "hill",
        "rough",
    )

    def __init__(self, grid: HexGrid, hill: int, cover: int, rough: int, terrain: list[str] | None = None) -> None:
        self.grid = grid
        self.hill = hill
        self.cover = cover
        self.rough = rough
        self._terrain = terrain  # the name of the terrain of each hex, for explain
        # For each hex, 0 until asked for: the hexes in sight by the map alone, and those of them with a degrading
        # place on the line.
        self._open: list[int] = [0] * grid.size
        self._degraded: list[int] = [0] * grid.size
        self._asked: list[int] = [0] * grid.size  # hexes that were looked at one by one before that
        # What they were asked so, with these markers: which hexes, and which of them are in sight.
        self._glances: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._fans: dict[int, Fan] = {}  # the lines that the map leaves open, for each hex that was asked for
        self._remembered: dict[tuple[int, int], list[int]] = {}

    def sees(self, a: int, b: int, smoke: int, wrecks: int) -> bool:
        """6.0 Whether there is a clear line between a and b, with smoke and wrecks in these hexes (6.0.c, SM.b)."""
        if self._open[a]:
            return (self.seen(a, smoke, wrecks) >> b & 1) == 1
        return self.among(a, 1 << b, smoke, wrecks) != 0

    def among(self, a: int, hexes: int, smoke: int, wrecks: int) -> int:
        """6.0 Those of some hexes that are in sight of a: on a large map few are read one by one."""
        if self._open[a]:
            return self.seen(a, smoke, wrecks) & hexes
        asked, found = self._glances.get((a, smoke, wrecks), (0, 0))
        new = hexes & ~asked
        if new:
            self._asked[a] += new.bit_count()
            if self._asked[a] * SURVEYED >= self.grid.size - SMALL:
                return self.seen(a, smoke, wrecks) & hexes
            found |= mask_of(tuple([b for b in bits(new) if self.obstacle(a, b, smoke, wrecks) is None]))
            if len(self._glances) >= GLANCES:
                self._glances.clear()
            self._glances[a, smoke, wrecks] = (asked | new, found)
        return found & hexes

    def seen(self, a: int, smoke: int, wrecks: int) -> int:
        """6.0 Every hex in sight of a, itself and its neighbours included (5.1.f)."""
        row = self._remembered.get((smoke, wrecks))
        if row is None:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            row = [0] * self.grid.size
            self._remembered[smoke, wrecks] = row
        mask = row[a]
        if not mask:
            mask = self._look(a, smoke, wrecks)
            row[a] = mask
        return mask

    def explain(self, a: int, b: int, smoke: int, wrecks: int) -> tuple[bool, str, str]:
        """Whether a and b see each other, why in a sentence, and the rule that says so."""
        names = self.grid.names
        pair = f"{names[a]} and {names[b]}"
        if self.grid.distance[a][b] <= 1:
            return True, f"{pair} are {'the same hex' if a == b else 'adjacent'}", "6.0.d"
        found = self.obstacle(a, b, smoke, wrecks)
        if found is None:
            return self._why_open(a, b, smoke, wrecks)
        rule, place = found.rule, found.place
        if rule == "6.1.1.c":
            lone = wrecks & ~self.rough
            first = self._at(found.first, lone, "Wreck")
            what = f"by two hexes that degrade it: {first}, {self._at(place, lone, 'Wreck')}"
        elif rule == "6.1.2.a":
            what = f"by the Crest Line at {self._spot(place)}, which is next to neither hex"
        elif len(place) == 2:
            rule = "6.1.d"
            what = f"between {self._at(place, smoke, 'smoke')}"
        else:
            what = f"by {self._at(place, smoke, 'smoke')}"
            if rule == "6.1.2.c":
                what += f", which {names[a if self.hill >> b & 1 else b]} is directly behind"
        return False, f"the line between {pair} is blocked {what}", rule

    def obstacle(self, a: int, b: int, smoke: int, wrecks: int) -> Obstacle | None:
        """6.1 The first thing that closes the line between a and b, read place by place; None if open.

        What stands in the two hexes at its ends does not count (6.1.1.d).
        """
        a_up = self.hill >> a & 1
        b_up = self.hill >> b & 1
        if a_up < b_up:
            a, b = b, a  # 6.0.b: two levels are read from the hill, whoever fires
        places = self.grid.trace(a, b)
        if a_up != b_up:
            found = self._downhill(b, places, smoke)
        elif a_up:
            found = self._level(places, smoke, self.cover, "6.1.2.b")
        else:
            found = self._level(places, smoke, self.cover | self.hill, "6.1.1.a")
        return found or self._twice(places, wrecks)

    def _level(self, places: Trace, smoke: int, blocking: int, rule: str) -> Obstacle | None:
        """6.1.1, 6.1.2.b Two units on the same level: blocking terrain or smoke between them."""
        for place in places:
            if all_in(place, blocking | smoke):
                return Obstacle("6.1.1.b" if all_in(place, smoke) else rule, place, ())
        return None

    def _downhill(self, ground: int, places: Trace, smoke: int) -> Obstacle | None:
        """6.1.2.f From a hill to the ground hex at the end of the places."""
        hill = self.hill
        screen = self.cover & ~hill & self.grid.neighbour_mask[ground]
        on_hill = True  # still on the unbroken run of hill places that starts under the unit
        for n, place in enumerate(places):
            step_down = on_hill and not all_in(place, hill)
            blocking = smoke | screen | (hill & self.cover if on_hill else hill)
            if all_in(place, blocking):
                if all_in(place, smoke):
                    return Obstacle("6.1.1.b", place, ())
                return Obstacle("6.1.2.e" if all_in(place, hill) else "6.1.2.c", place, ())
            if step_down:
                # Ruling: a step down is read from the levels of the places. The edge of a hill, with
                # ground on the other side of the hexside, is ground: stepping onto it crosses the crest.
                if n > 0:
                    return Obstacle("6.1.2.a", place, ())
                on_hill = False
        return None

    def _twice(self, places: Trace, wrecks: int) -> Obstacle | None:
        """6.1.1.c The second degrading place closes the line, at every level; one Wreck does not (6.1.1.e)."""
        degrading = self.rough | wrecks
        first: Place = ()
        for place in places:
            if all_in(place, degrading):
                if first:
                    return Obstacle("6.1.1.c", place, first)
                first = place
        return None

    def _look(self, a: int, smoke: int, wrecks: int) -> int:
        """What a sees: the map alone, less what smoke and wrecks close. They never open a line."""
        if not self._open[a]:
            self._survey(a)
        in_sight = self._open[a]
        changed = smoke | wrecks & ~self.rough
        if not changed:
            return in_sight
        if a not in self._fans:
            self._fans[a] = self.grid.fan(a, in_sight)
        through, along = self._fans[a]
        closed = 0
        for h in bits(smoke):
            closed |= through.get(h, 0)  # 6.1.1.b
        once = self._degraded[a]
        for h in bits(wrecks & ~self.rough):
            lines = through.get(h, 0)
            closed |= once & lines  # 6.1.1.c
            once |= lines
        in_sight &= ~closed
        # Where a line runs along a changed hex its other hex has a say: read those few lines anew, if both together
        # could close it or degrade it.
        doubtful = 0
        blocking, degrading = self.cover | self.hill | smoke, self.rough | wrecks
        for (h, k), lines in along.items():
            if (changed >> h | changed >> k) & (blocking >> h & blocking >> k | degrading >> h & degrading >> k) & 1:
                doubtful |= lines
        for b in bits(in_sight & doubtful):
            if self.obstacle(a, b, smoke, wrecks) is not None:
                in_sight ^= 1 << b
        return in_sight

    def _survey(self, a: int) -> None:
        """Once for each hex: what it sees without smoke and wrecks, and which open lines one place degrades.

        Lines between two levels, and those along the edge of the map, are read as `obstacle` does. The others, which
        are most, are read here: the same, without a word on what closes them.
        """
        grid = self.grid
        up = self.hill >> a & 1
        hill, rough = grid.flags(self.hill), grid.flags(self.rough)
        blocking = grid.flags(self.cover if up else self.cover | self.hill)  # 6.1.2.b, 6.1.1.a
        in_sight = degraded = 0
        for b in range(grid.size):
            if hill[b] != up or grid.along_edge(a, b):
                if self.obstacle(a, b, 0, 0) is None:
                    in_sight |= 1 << b
                    if any(all_in(place, self.rough) for place in grid.trace(a, b)):
                        degraded |= 1 << b
                continue
            degrading = 0
            for first, last in grid.steps(a, b):
                if blocking[a + first] and blocking[a + last]:
                    break
                if rough[a + first] and rough[a + last]:
                    if degrading:
                        break  # 6.1.1.c
                    degrading = 1
            else:
                in_sight |= 1 << b
                degraded |= degrading << b
        self._degraded[a] = degraded
        self._open[a] = in_sight

    def _why_open(self, a: int, b: int, smoke: int, wrecks: int) -> tuple[bool, str, str]:
        """The first thing on an open line that might have closed it, and why it does not."""
        names = self.grid.names
        pair = f"{names[a]} and {names[b]}"
        ground = names[a if self.hill >> b & 1 else b]
        both_up = self.hill >> a & self.hill >> b & 1
        for place in self.grid.trace(a, b):
            if all_in(place, self.rough | wrecks):
                what = self._at(place, wrecks & ~self.rough, "Wreck")
                return True, f"one hex that degrades it, {what}, does not block the line between {pair}", "6.1.1.c"
            beside = [h for h in place if h >= 0 and (self.cover | self.hill | smoke) >> h & 1]
            if not beside:
                continue
            what = self._at(tuple(beside), smoke, "smoke")
            if all_in(place, self.hill):
                if both_up:
                    return True, f"{pair} are both on hills and see over {what}", "6.1.2.b"
                return True, f"{ground} is next to the Crest Line of {what}", "6.1.2.a"
            if all_in(place, self.cover):
                return True, f"{ground} is not directly behind {what}", "6.1.2.d"
            return True, f"the line between {pair} only runs along the side of {what}", "6.1.c"
        return True, f"nothing blocks the line between {pair}", "6.1.b"

    def _at(self, place: Place, markers: int, marker: str) -> str:
        """What stands at a place: "the Woods at C2 and the smoke at C3"."""
        found: list[str] = []
        for h in place:
            what = marker if markers >> h & 1 else self._named(h)
            found.append(f"the {what} at {self.grid.names[h]}")
        return " and ".join(found)

    def _named(self, h: int) -> str:
        """The terrain of a hex by its name on the map, or as far as the bitboards tell."""
        if self._terrain is not None:
            return self._terrain[h]
        if self.hill >> h & 1:
            return "Wooded Hill" if self.cover >> h & 1 else "Hill"
        return "cover" if self.cover >> h & 1 else "Rough"

    def _spot(self, place: Place) -> str:
        """Where a place is: "C2" or "C2 and C3"."""
        return " and ".join([self.grid.names[h] for h in place if h >= 0])


def all_in(place: Place, mask: int) -> bool:
    """6.1.d Whether every hex of a place is in the mask; nothing off the map is."""
    last = place[-1]  # of a place of one hex the first too
    return last >= 0 and (mask >> place[0] & mask >> last & 1) == 1
