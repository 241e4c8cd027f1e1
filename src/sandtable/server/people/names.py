"""Names: cleaned, and told apart from others that look the same.

A name has letters of one alphabet, so that no letter of another hides among them. Its skeleton, what an eye makes of
it, belongs to one account only: "Rosa", "rosa", "R o s a", "R0sa" and "Röśa" are one name.
"""

import unicodedata

from sandtable.server.refusal import Refusal

SHORTEST, LONGEST = 2, 24
_SIGNS = " -_.'’"
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "IDEOGRAPHIC": "CJK", "HANGUL": "CJK"}

# What looks like another letter, in alphabets that share their shapes with ours; after case and accents are gone.
_LOOKS = {
    **dict(zip("авекмнорстухіјѕԁԛԝһ", "abekmhopctyxijsdqwh", strict=True)),  # Cyrillic
    **dict(zip("αβεζηικμνορτυχω", "abeznikuvoptuxw", strict=True)),  # Greek
    **dict(zip("օսոցհք", "ouhghp", strict=True)),  # Armenian
    **dict(zip("01|!", "olll", strict=True)),
    **dict(zip("ıɑɡʟɴøłđ", "iaglnold", strict=True)),
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("i", "l"))

RESERVED = (
    *("admin", "administrator", "moderator", "operator", "root", "server", "support", "system", "sandtable", "staff"),
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
    name = " ".join("".join(sign for sign in name if unicodedata.category(sign) != "Cf").split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal(422, f"A name has {SHORTEST} to {LONGEST} characters.")
    for sign in name:
        if unicodedata.category(sign)[0] not in "LMN" and sign not in _SIGNS:
            raise Refusal(422, "A name may have only letters, digits, spaces and - _ . '")
    if not unicodedata.category(name[0])[0] == "L":
        raise Refusal(422, "A name begins with a letter.")
    if len(alphabets(name)) > 1:
        raise Refusal(422, "A name has the letters of one alphabet, so that it cannot pass for another name.")
    if skeleton(name) in _RESERVED:
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
    letters = [_LOOKS.get(sign, sign) for sign in plain if unicodedata.category(sign)[0] in "LN" or sign in "|!"]
    text = "".join(letters)
    for pair, looks in _PAIRS:
        text = text.replace(pair, looks)
    return text


_RESERVED = frozenset(skeleton(name) for name in RESERVED)
