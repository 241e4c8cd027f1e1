"""The page guesses nothing from English: what it must know is a field of the view (docs/views.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import sandtable

CLIENT = Path(sandtable.__file__).parent / "client"
PAGES = sorted(CLIENT.rglob("*.js"))

# Files that choose a picture by the words of `art`, `kind`, `key`, `colour` or `side`, which are words for programs.
PICTURES = {
    "board/cards.js",
    "board/counters.js",
    "board/landscape.js",
    "board/symbols.js",
    "board/table.js",
    "board/teams.js",
    "board/terrain.js",
}
# All other regular expressions, with the reason why they are no guess.
ALLOWED = {
    r"/[^a-z]/g": "a word becomes the name of a CSS class",
    r"/[^a-z]+/g": "a word becomes the name of a CSS class",
    r"/[^\w]/g": "an id becomes the id of an element",
    r"""/[&<>"']/g""": "text is escaped",
    r"/[<&]/g": "text is escaped",
    r'/[<&"]/g': "text is escaped",
    r"/^(-?\d+),(-?\d+)$/": "a point of a plane is read",
    r"/^-?\d+,-?\d+$/": "a point of a plane is recognised",
    r"/\n\s*\n/": "paragraphs of a rule",
    r"/^Ruling:\s*/": "the page sets a heading, and some texts have it already",
    r"/^Example:\s*/": "the page sets a heading, and some texts have it already",
    r"/\s+/": "what somebody searches for becomes words",
    r"/\.$/": "a sentence is put into brackets",
    r"/^\/b\/([^/]+)$/": "an address is read",
    r"/^#(?:at=(\d+)|watch)$/": "an address is read",
    r"/^#at=(\d+)$/": "an address is read",
}
BEFORE = "(,=:[!&|?{};+-*%<>~^"  # after these a slash opens a regular expression
WORDS_BEFORE = ("return", "typeof", "case", "in", "of")


def expressions(text: str) -> Iterator[str]:
    """The regular expressions of a script, also those within templates; not what is in strings and comments."""
    place, before = 0, ""
    braces: list[int] = []  # templates that are open, each with how many braces are open in its expression
    while place < len(text):
        sign = text[place]
        if text.startswith("//", place):
            place = text.find("\n", place)
            continue
        if text.startswith("/*", place):
            place = text.index("*/", place) + 2
            continue
        if sign in "\"'":
            place = end_of_string(text, place, sign)
            before = "s"
            continue
        if sign == "`" or (sign == "}" and braces and braces[-1] == 0):
            if sign == "}":
                braces.pop()
            place, opened = end_of_template(text, place + 1)
            if opened:
                braces.append(0)
            before = "{" if opened else "s"
            continue
        if braces and sign in "{}":
            braces[-1] += 1 if sign == "{" else -1
        if sign == "/" and (before in BEFORE or text[:place].rstrip().endswith(WORDS_BEFORE)):
            end = end_of_expression(text, place)
            yield text[place:end]
            place, before = end, "s"
            continue
        if not sign.isspace():
            before = sign
        place += 1


def end_of_string(text: str, place: int, quote: str) -> int:
    place += 1
    while text[place] != quote:
        place += 2 if text[place] == "\\" else 1
    return place + 1


def end_of_template(text: str, place: int) -> tuple[int, bool]:
    """Where the words of a template end, and whether an expression comes there."""
    while text[place] != "`":
        if text.startswith("${", place):
            return place + 2, True
        place += 2 if text[place] == "\\" else 1
    return place + 1, False


def end_of_expression(text: str, place: int) -> int:
    within = False  # brackets, in which a slash is a slash
    place += 1
    while text[place] != "/" or within:
        within = text[place] == "[" or (within and text[place] != "]")
        place += 2 if text[place] == "\\" else 1
    place += 1
    while text[place].isalpha():
        place += 1
    return place


def test_the_search_finds_what_it_should() -> None:
    script = """
      // no /comment/
      const a = /one/.test(x) ? b / c / d : "no /string/"; /* no /block/ */
      const e = `no /template/ ${f.replace(/two[/]/g, `${/three/.exec(g)}`)} no /more/`;
      return /four\\//;
    """
    assert list(expressions(script)) == ["/one/", "/two[/]/g", "/three/", "/four\\//"]


def test_no_expression_looks_for_meaning_in_words() -> None:
    found = {}
    for page in PAGES:
        name = page.relative_to(CLIENT).as_posix()
        for expression in expressions(page.read_text()):
            if name not in PICTURES:
                found.setdefault(expression, []).append(name)
    unknown = {expression: names for expression, names in found.items() if expression not in ALLOWED}
    assert not unknown, "a field of the view should say this"


# A word for people compared with words of the page, or a verb: the role of an option says what it is for.
GUESS = re.compile(
    r"""\.(?:text|label|prompt|phase|title|reason)\b(?:\s*(?:===|!==)\s*["'`]\w"""
    r"""|[^;,\n]{0,20}\.(?:includes|startsWith|endsWith|indexOf|match|search)\(\s*["'`/])"""
    r"""|\.do\s*(?:===|!==)\s*["'`]"""
)


def test_no_comparison_looks_for_meaning_in_words() -> None:
    assert GUESS.search('if (line.text.startsWith("Turn")) {') and GUESS.search('option.choice.do === "pass"')
    guesses = [
        f"{page.relative_to(CLIENT).as_posix()}:{number}: {line.strip()}"
        for page in PAGES
        for number, line in enumerate(page.read_text().splitlines(), 1)
        if GUESS.search(line)
    ]
    assert not guesses


def test_what_is_allowed_is_there() -> None:
    """A reason for something that is gone would hide something new."""
    scripts = {page.relative_to(CLIENT).as_posix(): list(expressions(page.read_text())) for page in PAGES}
    used = {expression for name, found in scripts.items() if name not in PICTURES for expression in found}
    assert set(ALLOWED) == used & set(ALLOWED)
    assert all(scripts[name] for name in PICTURES)
