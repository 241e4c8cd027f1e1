"""The page guesses nothing from English: what it must know is a field of the view (docs/views.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import sandtable
import sandtable.systems
from sandtable.systems.miniatures.showing import pictures as mini_pictures
from sandtable.systems.nations_at_war.reading import book as nations_at_war
from sandtable.systems.nations_at_war.showing import pictures as naw_pictures
from sandtable.systems.regimental.reading import book as regimental
from sandtable.systems.regimental.showing import pictures as reg_pictures
from sandtable.systems.war_storm.reading import book as war_storm
from sandtable.systems.war_storm.showing import pictures as ws_pictures
from sandtable.table.pictures import EMBLEMS, PICTURES, SYMBOLS
from sandtable.table.system import systems

CLIENT = Path(sandtable.__file__).parent / "client"
PAGES = sorted(CLIENT.rglob("*.js"))

# All regular expressions, with the reason why they are no guess.
ALLOWED = {
    r"/Firefox/": "which browser or machine this is, for its name",
    r"/Edg\//": "which browser or machine this is, for its name",
    r"/Chrome|Chromium/": "which browser or machine this is, for its name",
    r"/Safari/": "which browser or machine this is, for its name",
    r"/Android/": "which browser or machine this is, for its name",
    r"/iPhone|iPad/": "which browser or machine this is, for its name",
    r"/Windows/": "which browser or machine this is, for its name",
    r"/Mac OS/": "which browser or machine this is, for its name",
    r"/Linux/": "which browser or machine this is, for its name",
    r"/^\/print\/([^/]+)\/([^/]+)$/": "the address of the page",
    r"/[^a-z]/g": "a word becomes the name of a CSS class",
    r"/[^a-z]+/g": "a word becomes the name of a CSS class",
    r"/[^\w]/g": "an id becomes the id of an element",
    r"""/[&<>"']/g""": "text is escaped",
    r"/[<&]/g": "text is escaped",
    r'/[<&"]/g': "text is escaped",
    r"/^(-?\d+),(-?\d+)$/": "a point of a plane is read",
    r"/^-?\d+,-?\d+$/": "a point of a plane is recognised",
    r"/\n\s*\n/": "paragraphs of a rule",
    r"/^Example:\s*/": "the page sets a heading, and some texts have it already",
    r"/(\w+(?:\.\w+)+)/": "numbers of rules in a text become links, if the book has them",
    r"/\s+/": "what somebody searches for becomes words",
    r"/\.$/": "a sentence is put into brackets",
    r"/^\/b\/([^/]+)$/": "an address is read",
    r"/^#(?:at=(\d+)|watch|line=(\d+)|study)$/": "an address is read",
    r"/^#line=(\d+)$/": "an address is read",
    r"/^[IVX]+(\/.+)$/": "a new battalion is numbered after the one before, in the text of a draft",
    r"/^(.*?)((?:\s*\((?:x\d+|[A-Z](?:-[A-Z])?)\))*)$/": "a company in the text of a draft is read, to add to it",
    r"/^(\d+) x (.+)$/": "a company in the text of a draft is read, to add to it",
    r"/ x Officer$/": "a company in the text of a draft is read, to add to it",
    r"/^\d+/": "a company in the text of a draft is read, to add to it",
    r"/^#at=(\d+)$/": "an address is read",
    r"/^\W+|[)\s]+$/g": "what two labels do not share is cut out of its brackets",
    r"/[,:]$/": "two labels are compared word by word",
    r"/`/g": "the help of a field is shown without its marks",
    r"/\b([Cc])lick(s?)\b/g": "whoever plays with fingers is told to tap, by the page's own words and the server's",
    r"/[;, ]+/": "numbers that somebody types are told apart",
    r"/[^a-z0-9]+/g": "a name that somebody types becomes an id",
    r"/^-|-$/g": "a name that somebody types becomes an id",
    r"/_/g": "the key of a field becomes words",
    r"""/^\s*system\s*=\s*["']([a-z_]+)["']/m""": "a file that somebody opens says which game it is for",
    r"/,/": "a point of a plane is told from a hex",
    r"/^\n/": "the text of a blank draft begins with its first line",
    r"""/\[(\d+)\]|'([^']*)'|"([^"]*)"|([^.[\]'"]+)/g""": "the path to a place in a file is read",
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
    used = {expression for found in scripts.values() for expression in found}
    assert set(ALLOWED) == used & set(ALLOWED)


def test_no_script_names_a_system() -> None:
    """What differs from game to game is in its views and in the list of games."""
    assert len(systems()) >= 5
    named = [
        f"{page.relative_to(CLIENT).as_posix()}: {key}"
        for page in PAGES
        for key in systems()
        if re.search(rf"\b{key}\b", page.read_text())
    ]
    assert not named


def keys_of(script: str, table: str) -> set[str]:
    """The words that a table of a script holds."""
    body = script[script.index(f"const {table} = ") :]
    return set(re.findall(r"""^  "?([a-z0-9][a-z0-9 -]*)"?:""", body[: body.index("\n};")], re.MULTILINE))


def test_every_picture_of_the_vocabulary_is_drawn() -> None:
    """From the side, as a symbol and as a mark. From above, what no plane has yet stands for riflemen."""
    script = (CLIENT / "board/symbols.js").read_text()
    assert keys_of(script, "FIGURES") | keys_of(script, "TANKS") | keys_of(script, "ALIKE") >= PICTURES
    assert keys_of(script, "NATO") == SYMBOLS
    assert keys_of(script, "EMBLEMS") == EMBLEMS


def test_the_vocabulary_of_pictures_is_documented() -> None:
    words = (Path(__file__).parents[2] / "docs" / "views.md").read_text()
    assert not [word for word in PICTURES | SYMBOLS | EMBLEMS if not re.search(rf"\b{word}\b", words)]


def test_every_counter_has_a_picture_of_the_vocabulary() -> None:
    """Whatever a scenario may name; tables on which it is a symbol, too."""
    types = nations_at_war.rulebook().units.values()
    found = [naw_pictures.type_picture(each, mounted) for each in types for mounted in (False, True)]
    found += [*reg_pictures.STANDS.values(), *reg_pictures.COMPANIES.values(), *ws_pictures.PICTURES.values()]
    found += [*mini_pictures.VEHICLES.values(), *mini_pictures.WEAPONS.values()]
    assert {each.art for each in found} <= PICTURES
    assert {each.symbol for each in found} <= SYMBOLS | {""}
    assert set(naw_pictures.WEAPONS.values()) <= PICTURES
    assert set(nations_at_war.rulebook().weapons) == set(naw_pictures.WEAPONS)
    book = regimental.rulebook()
    assert (set(book.stands), set(book.companies)) == (set(reg_pictures.STANDS), set(reg_pictures.COMPANIES))
    assert {each.art for each in war_storm.rulebook().counters.values()} == set(ws_pictures.PICTURES)
