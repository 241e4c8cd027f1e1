"""Names: cleaned, and told apart from others that look the same.

A name has letters of one alphabet, so that no letter of another hides among them. Its skeleton, what an eye makes of
it, belongs to one account only: "Rosa", "rosa", "R o s a", "R0sa" and "Röśa" are one name.
"""

import re
import unicodedata

from sandtable.server.refusal import Refusal

SHORTEST, LONGEST = 2, 24
_SIGNS = " -_.'’"
_MARKS = 2  # on one letter
# Letters that show nothing, and marks that change nothing.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")

# Those that many people write. The others are full of letters that look like ours: Cherokee, Lisu and more.
_ALPHABETS = frozenset(
    (
        *(
            "LATIN",
            "CYRILLIC",
            "GREEK",
            "ARMENIAN",
            "GEORGIAN",
            "HEBREW",
            "ARABIC",
            "THAANA",
            "DEVANAGARI",
            "BENGALI",
        ),
        *("GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO"),
        *("TIBETAN", "MYANMAR", "ETHIOPIC", "KHMER", "BOPOMOFO", "CJK"),
    )
)
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "IDEOGRAPHIC": "CJK", "HANGUL": "CJK"}

# What looks like another letter, in alphabets that share their shapes with ours; after case and accents are gone. If
# the small letter looks like another one, the capital counts: "ΤΟΜ" in Greek.
_LOOKS = {
    **dict(zip("авекмнорстухіјѕԁԛԝһӏѵь", "abekmhopctyxijsdqwhlvb", strict=True)),  # Cyrillic
    **dict(zip("αβεζηικμνορτυχωϳ", "abezhikmnoptyxwj", strict=True)),  # Greek
    **dict(zip("օսոցհք", "ounghp", strict=True)),  # Armenian
    **dict(zip("01|!ǀǃ", "olllll", strict=True)),
    **dict(zip("ɑɩ", "ai", strict=True)),
}
# Latin letters by their names: those with a stroke or a hook, the small capitals, the dotless and the open ones.
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |[A-Z]+ )?([A-Z])(?: WITH .*)?")
_PAIRS = (("rn", "m"), ("vv", "w"), ("i", "l"))

# Nobody has one of these words in his name,
SPEAKING = ("admin", "administrator", "moderator", "operator", "server", "support", "system", "sandtable", "staff")
RESERVED = (  # nor one of these for all of it.
    "root",
    *(
        "computer",
        "bot",
        "person",
        "human",
        "nobody",
        "somebody",
        "anonymous",
        "spectator",
        "gallery",
        "player",
        "you",
    ),
    *("random", "greedy", "tactician", "strategist", "master"),
)


def clean(name: str) -> str:
    """A name as it is shown; Refusal 422 if it cannot be one."""
    name = unicodedata.normalize("NFKC", name.encode("utf-8", "replace").decode())
    name = "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in _UNSEEN.sub("", name))
    name = " ".join("".join(sign for sign in name if unicodedata.category(sign) != "Cf").split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal(422, f"A name has {SHORTEST} to {LONGEST} characters.")
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind == "Mn" else 0
        if (kind[0] != "L" and kind not in ("Mn", "Mc", "Nd") and sign not in _SIGNS) or marks > _MARKS:
            raise Refusal(422, "A name may have only letters, digits, spaces and - _ . '")
    if not unicodedata.category(name[0])[0] == "L":
        raise Refusal(422, "A name begins with a letter.")
    if len(alphabets(name)) > 1:
        raise Refusal(422, "A name uses the letters of one alphabet, so that it cannot pass for another name.")
    if not alphabets(name) <= _ALPHABETS:
        raise Refusal(422, "Names here are not written in this alphabet, for its letters look like others.")
    words = [skeleton(word.rstrip("0123456789")) for word in re.split("[ _.'’-]+", name)]
    if skeleton(name) in _RESERVED or any(word in _SPEAKING for word in (skeleton(name), *words)):
        raise Refusal(422, "This name could be taken for somebody who speaks for the server. Choose another one.")
    return name


def alphabets(name: str) -> set[str]:
    """The alphabets of its letters: LATIN, CYRILLIC and so on."""
    found = set()
    for sign in name:
        if unicodedata.category(sign)[0] == "L":
            first = unicodedata.name(sign, "UNKNOWN").split(" ")[0]
            found.add(_TOGETHER.get(first, first))
    return found


def skeleton(name: str) -> str:
    """What an eye makes of a name: two names with the same skeleton look alike."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    text = "".join([_look(sign) for sign in plain if _counts(sign)])
    for pair, looks in _PAIRS:
        text = text.replace(pair, looks)
    return text


def _counts(sign: str) -> bool:
    """Whether a sign makes a difference: a letter, a digit, or a vowel that is written as a mark; no accent."""
    kind = unicodedata.category(sign)[0]
    return kind in "LN" or sign in "|!" or (kind == "M" and not unicodedata.combining(sign))


def _look(sign: str) -> str:
    """What an eye makes of one letter."""
    if sign in _LOOKS or sign.isascii():
        return _LOOKS.get(sign, sign)
    found = _LATIN.fullmatch(unicodedata.name(sign, ""))
    return found[1].lower() if found else sign


_RESERVED = frozenset(skeleton(name) for name in RESERVED)
_SPEAKING = frozenset(skeleton(name) for name in SPEAKING)
