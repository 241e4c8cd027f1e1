"""A sheet of coloured characters to draw on, and the colours that the words of a view stand for."""

from rich.text import Text

# Classes of ground (Terrain.colour): background.
GROUND = {
    "clear": "#dcd9b4",
    "field": "#e6cf73",
    "rough": "#bfae8c",
    "low": "#b9bd94",
    "hill": "#cfa868",
    "hill woods": "#8f9550",
    "light woods": "#9fbd7c",
    "woods": "#74a05c",
    "town": "#c3a9a0",
    "works": "#bda98a",
    "marsh": "#9dbfa6",
    "water": "#7fb2dc",
    "beach": "#ecdfa8",
}
# Classes of lines: foreground, and background where it is a band.
LINES = {
    "road": ("#8a6534", "#b58d55"),
    "bridge": ("#5c4020", "#b58d55"),
    "trail": ("#8a6534", ""),
    "railroad": ("#1d1d1d", ""),
    "water": ("#2f6ea5", "#7fb2dc"),
    "crest": ("#8a4a10", ""),
    "hedge": ("#2f5a1c", ""),
    "bocage": ("#1f4712", ""),
    "wall": ("#5d5646", ""),
    "fence": ("#6b5233", ""),
    "bank": ("#7a5a2c", ""),
    "cliff": ("#4a2f10", ""),
}
INK = "#4a4a3c"  # letters of the ground
FAINT = "#9a9679"  # borders, names
CHOICE = "#fff04d"  # a hex that may be chosen
SIDES = {
    "grey": "#3d4652",
    "red": "#9c2f24",
    "green": "#2f5f3a",
    "blue": "#2c4f86",
    "olive": "#5a5f2c",
    "tan": "#8a6a3a",
}
OTHER_SIDES = ("#3d4652", "#9c2f24", "#2f5f3a", "#2c4f86")
TONES = {"": "#ffffff", "good": "#a8f0a0", "bad": "#ffd84d", "done": "#a9abb0"}
MARKS = "■●◆▲"  # before the code of a unit: which side

ASCII = str.maketrans(
    {
        **dict(zip("■●◆▲▶★✓×", "#o*^>*vx", strict=True)),
        **dict.fromkeys("⚀⚁⚂⚃⚄⚅", ""),  # their numbers stand beside them
        **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)),
        **dict(zip("─━│·…–—≈†−", "-=|..--~+-", strict=True)),
    }
)


def darker(colour: str) -> str:
    """The same colour in half shade, for what is strewn over it."""
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 7 // 10:02x}" for i in (1, 3, 5))


class Canvas:
    """Characters with a foreground, a background and weight. What is not said stays as it was."""

    __slots__ = ("back", "bold", "chars", "fore", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.chars = [[" "] * width for _ in range(height)]
        self.fore = [[""] * width for _ in range(height)]
        self.back = [[""] * width for _ in range(height)]
        self.bold = [[False] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, fore: str = "", back: str = "", bold: bool = False) -> None:
        """Write from (x, y) to the right; what falls off the sheet is lost."""
        if not 0 <= y < self.height:
            return
        for place, char in enumerate(text, x):
            if 0 <= place < self.width:
                self.chars[y][place] = char
                self.bold[y][place] = bold
                if fore:
                    self.fore[y][place] = fore
                if back:
                    self.back[y][place] = back

    def text(self) -> Text:
        """The sheet as rich text, runs of one style together, without blanks at the ends of lines."""
        sheet = Text(no_wrap=True, overflow="crop")
        for y in range(self.height):
            end = self.width
            while end and self.chars[y][end - 1] == " " and not self.back[y][end - 1]:
                end -= 1
            start = 0
            for x in range(1, end + 1):
                if x == end or self._style(x, y) != self._style(start, y):
                    sheet.append("".join(self.chars[y][start:x]), self._style(start, y))
                    start = x
            if y + 1 < self.height:
                sheet.append("\n")
        return sheet

    def _style(self, x: int, y: int) -> str:
        words = ["bold"] if self.bold[y][x] else []
        if self.fore[y][x]:
            words.append(self.fore[y][x])
        if self.back[y][x]:
            words.append(f"on {self.back[y][x]}")
        return " ".join(words)
