"""Print and play: the page is printed by Chromium, and the paper is measured."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    not shutil.which("pdftoppm") or not shutil.which("pdftotext"),
    reason="the tests of printing need poppler: apt-get install poppler-utils",
)

NEAR = 0.3  # millimetres
DOTS = 200 / 25.4  # of a page in a millimetre
POINT = 25.4 / 72
A4 = (210, 297)
LETTER = (215.9, 279.4)
COUNTER = 15.9
HEX = 2 * 86.6025 * COUNTER / 116  # from side to side: the counter of the screen is one of cardboard
WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</word>')


class Paper:
    """A printed PDF: its pages as dots, and the words on them, in millimetres."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._dots: dict[int, numpy.ndarray] = {}
        text = subprocess.run(["pdftotext", "-bbox", path, "-"], check=True, capture_output=True, text=True).stdout
        self.words = []
        for page in text.split("<page ")[1:]:
            found = [(*(float(side) * POINT for side in each[:4]), each[4]) for each in WORD.findall(page)]
            self.words.append([((x0 + x1) / 2, (y0 + y1) / 2, word) for x0, y0, x1, y1, word in found])

    def dots(self, page: int) -> "numpy.ndarray":
        """Grey values of a page, the first is 0."""
        if page in self._dots:
            return self._dots[page]
        number = str(page + 1)
        made = subprocess.run(
            ["pdftoppm", "-r", "200", "-gray", "-f", number, "-l", number, self._path],
            check=True,
            capture_output=True,
        ).stdout
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", made)
        assert head is not None
        self._dots[page] = numpy.frombuffer(made[head.end() :], numpy.uint8).reshape(int(head[2]), int(head[1]))
        return self._dots[page]

    def named(self, page: int, start: float, end: float, least: float, most: float) -> list[str]:
        """The words within a part of a page."""
        return [word for x, y, word in sorted(self.words[page]) if start < x < end and least < y < most]


def runs(line: "numpy.ndarray", least: float = 0.05) -> list[tuple[float, float]]:
    """Where a line of dots is not white: from and to, in millimetres."""
    dark = numpy.concatenate([[False], line < 250, [False]])
    turns = numpy.flatnonzero(dark[1:] != dark[:-1])
    found = [(start / DOTS, end / DOTS) for start, end in zip(turns[::2], turns[1::2], strict=True)]
    return [(start, end) for start, end in found if end - start > least]


def printed(page, paper: str, parts: set[str], path: Path) -> Paper:
    """Print these parts of the page that is open."""
    page.wait_for_selector("[data-ready]")
    page.select_option("[aria-label=Paper]", paper)
    for box in page.locator("input[data-part]").all():
        key = box.get_attribute("data-part")
        if key != "backs":
            box.set_checked(key in parts)
    page.wait_for_function(
        """(parts) => [...document.querySelectorAll("input[data-part]:not([data-part=backs])")]
             .every((box) => box.checked === parts.includes(box.dataset.part))""",
        arg=sorted(parts),
    )
    page.pdf(path=path, prefer_css_page_size=True)
    return Paper(path)


def measured(sheets: Paper, front: int, size: tuple[float, float]) -> None:
    """Counters 15.9 mm wide on a page of this size, and on the next page their backs behind them."""
    dots = sheets.dots(front)
    assert abs(dots.shape[1] / DOTS - size[0]) < NEAR and abs(dots.shape[0] / DOTS - size[1]) < NEAR
    # A line through the middle of the first row of counters, and one down the first column.
    name = next((x, y) for x, y, word in sheets.words[front] if word == "(G)")
    middle = int(name[0] * DOTS)
    down = runs(dots[:, middle - 27 : middle + 27].min(axis=1), 3)
    assert abs(down[0][1] - down[0][0] - COUNTER) < NEAR
    rows = slice(int((down[0][0] + 5) * DOTS), int((down[0][1] - 5) * DOTS))
    across = runs(dots[rows].min(axis=0), 3)
    assert len(across) == 10 and all(abs(end - start - COUNTER) < NEAR for start, end in across)
    # Turned over its long edge, every back lies behind its front, and is printed a little beyond it.
    behind = list(reversed(runs(sheets.dots(front + 1)[rows].min(axis=0), 3)))
    assert len(behind) == 10
    for (a, b), (c, d) in zip(across, behind, strict=True):
        assert abs((a + b) / 2 - (size[0] - (c + d) / 2)) < NEAR and d - c > b - a
        said = sheets.named(front, a, b, name[1] - 1, name[1] + 1)
        assert said and said == sheets.named(front + 1, c, d, name[1] - 1, name[1] + 1)
    # The gauge is 100 mm long.
    gauge = next((x, y) for x, y, word in sheets.words[front] if word == "mm")
    lines = [runs(line, 90) for line in dots[int(gauge[1] * DOTS) : int((gauge[1] + 4) * DOTS)]]
    assert any(line and abs(line[0][1] - line[0][0] - 100) < NEAR for line in lines)


def test_counters_and_map_have_their_true_size(table, house, tmp_path):
    """From the workshop, on A4 with a map whose sheets join; and on Letter."""
    page = table.page(pictures=True)
    page.goto(f"{house.address}/workshop")
    page.click("[data-blank=nations_at_war]")
    page.click("button[title=Print]:enabled")
    page.wait_for_url("**/print/draft/*")
    letter = printed(page, "Letter", {"counters"}, tmp_path / "letter.pdf")
    measured(letter, 0, LETTER)
    sheets = printed(page, "A4", {"counters", "map"}, tmp_path / "sheets.pdf")
    count = len(sheets.words) - 2
    measured(sheets, count, A4)
    # The map: hexes at their distance on a sheet, and from sheet to sheet when these are joined at their marks.
    spots = [{word: (x, y) for x, y, word in sheets.words[number]} for number in range(count)]
    first, second = spots[0], spots[1]
    assert abs(first["A2"][1] - first["A1"][1] - HEX) < NEAR
    assert abs(first["C1"][0] - first["A1"][0] - HEX * 3**0.5) < NEAR
    edges = []
    for number in (0, 1):
        lines = (runs(sheets.dots(number)[int(y * DOTS)]) for y in numpy.arange(9, 100, 0.5))
        high = next(line for line in lines if len(line) == 2 and line[1][0] - line[0][0] > 50)  # the marks to cut by
        edges.append((sum(high[0]) / 2, sum(high[1]) / 2))
    one = next(name for name in first if re.fullmatch("[A-K]2", name))
    two = next(name for name in second if re.fullmatch("[A-K]2", name))
    joined = edges[0][1] - first[one][0] + second[two][0] - edges[1][0]
    columns = ord(two[0]) - ord(one[0])
    assert abs(joined - columns * HEX * 3**0.5 / 2) < NEAR


def test_templates_are_in_inches_and_cards_lie_back_to_back(table, house, tmp_path):
    page = table.page(pictures=True)
    page.goto(f"{house.address}/workshop")
    page.click("[data-blank=miniatures]")
    page.click("button[title=Print]:enabled")
    sheets = printed(page, "A4", {"templates", "counters"}, tmp_path / "inches.pdf")
    template = sheets.dots(len(sheets.words) - 1)
    outline = runs(template[int(40 * DOTS)])
    assert abs(sum(outline[-1]) / 2 - sum(outline[0]) / 2 - 6 * 25.4) < NEAR  # 15.6
    bases = runs(sheets.dots(0)[int(30 * DOTS) : int(33 * DOTS)].min(axis=0), 5)
    assert all(abs(end - start - 25.4) < NEAR for start, end in bases)  # a leader's base: a radius of half an inch
    behind = runs(sheets.dots(1)[int(30 * DOTS) : int(33 * DOTS)].min(axis=0), 5)
    for (a, b), (c, d) in zip(bases, reversed(behind), strict=True):
        assert abs((a + b) / 2 - (210 - (c + d) / 2)) < NEAR
    # Cards of terrain, 88.2 by 63 mm, and their backs; the deck is laid out in the same way, nine on a sheet.
    page.goto(f"{house.address}/workshop")
    page.click("[data-blank=of_war_and_men]")
    page.click("button[title=Print]:enabled")
    sheets = printed(page, "A4", {"map"}, tmp_path / "cards.pdf")
    front, back = (runs(sheets.dots(number)[int(40 * DOTS) : int(41 * DOTS)].min(axis=0), 20) for number in (0, 1))
    assert len(front) == len(back) == 2
    for (a, b), (c, d) in zip(front, reversed(back), strict=True):
        assert abs(b - a - 88.2) < NEAR and abs((a + b) / 2 - (210 - (c + d) / 2)) < NEAR


def test_a_scenario_is_printed_from_its_briefing(table, house):
    page = table.page(pictures=True)
    page.goto(f"{house.address}/print/war_storm/nothing")
    page.wait_for_selector("text=There is no such scenario.")
    table.faults.clear()  # the browser tells of the 404 itself
    page.goto(f"{house.address}/print/war_storm/hedgerow-lane")
    page.wait_for_selector("[data-ready]")
    parts = [box.get_attribute("data-part") for box in page.locator("input[data-part]").all()]
    assert parts == ["scenario", "map", "counters", "markers", "charts", "backs"]
    assert page.locator("[data-part=scenario] >> text=Hold D910").count()
    assert page.locator("[data-part=map] image").count() == 4
