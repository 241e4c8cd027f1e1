"""Who somebody is: names and look-alikes, keys and codes, all of it on SQLite and on PostgreSQL."""

from pathlib import Path
from typing import Any

import pytest
from town import MINUTE, Somebody, Town, open_town

from sandtable.server.people import names
from sandtable.server.refusal import Refusal
from sandtable.server.serving import Reach, settings_for
from sandtable.server.store import Base
from sandtable.server.tokens import new_token

# Names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Rosa   Lind ", "Rosa Lind"),
        ("Ro\u200bsa\u202e", "Rosa"),  # what cannot be seen is taken out
        ("Ｒｏｓａ", "Rosa"),  # wide letters are letters
        ("O’Neil", "O’Neil"),
        ("Жуков", "Жуков"),
        ("山本", "山本"),
        ("Gen. Patton-2", "Gen. Patton-2"),
        ("R०sa", "R0sa"),  # a zero of Devanagari
        ("Ro\ufe0fsa\u034f", "Rosa"),
    ],
)
def test_a_name_is_cleaned(typed: str, shown: str) -> None:
    assert names.clean(typed) == shown


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("R", "2 to 24"),
        ("R" * 25, "2 to 24"),
        ("\u200b\u200b", "2 to 24"),
        ("<b>Rosa</b>", "letters, digits"),
        ("Rosa\U0001f600", "letters, digits"),
        ("2Rosa", "begins with a letter"),
        ("Rоsa", "one alphabet"),  # the o is Cyrillic
        ("Admin", "speaks for the server"),
        ("S a n d t a b l e", "speaks for the server"),
        ("0perator", "begins with a letter"),
        ("Operat0r", "speaks for the server"),
        ("The Adm1n", "speaks for the server"),
        ("Sandtable-Team", "speaks for the server"),
        ("Support2", "speaks for the server"),
        ("ᏟᎪᎡᏞ", "in this alphabet"),  # Cherokee that reads CARL
        ("ꓮꓠꓠꓮ", "in this alphabet"),  # Lisu that reads ANNA
        ("Rosa\u0489", "letters, digits"),
        ("Z" + "\u0321" * 3 + "algo", "letters, digits"),
        ("Ro\x07sa", "letters, digits"),
        ("김\u3164", "2 to 24"),  # the second letter shows nothing
    ],
)
def test_what_is_no_name_is_refused_with_the_reason(typed: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        names.clean(typed)
    assert refused.value.status == 422


@pytest.mark.parametrize("other", ["rosa", "R o s a", "R0sa", "Röśa", "RO.SA", "Ｒosa", "Roꜱa"])
def test_names_that_look_alike_are_one(other: str) -> None:
    assert names.skeleton(other) == names.skeleton("Rosa")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("Karnel", "Kamel"), ("Ivan", "lvan"), ("Cосо", "coco"), ("Wim", "vvim")],
        *[("ΤΟΜ", "Tom"), ("Caǀǀ", "Call"), ("Łukasz", "Lukasz")],
    ],
)
def test_letters_that_pass_for_others(one: str, other: str) -> None:
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize("other", ["Rosa2", "Rosalind", "Rose", "Oras"])
def test_names_that_differ_are_two(other: str) -> None:
    assert names.skeleton(other) != names.skeleton("Rosa")


def test_vowels_that_are_marks_make_another_name() -> None:
    assert names.skeleton("राम") != names.skeleton("रमा")


# Accounts --------------------------------------------------------------------------------------------


def test_a_name_belongs_to_one(town: Town) -> None:
    rosa = town.join("Rosa")
    assert (rosa.me["name"], rosa.me["devices"], rosa.me["recovery"]) == ("Rosa", 1, False)
    said = town.stranger.post("people", {"name": "r0sa", "key": new_token()}, 409)["error"]
    assert "looks like it" in said
    karl = town.join("Karl")
    assert "looks like it" in karl.post("people/me/name", {"name": "ROSA"}, 409)["error"]
    assert karl.me["name"] == "Karl"
    assert rosa.post("people/me/name", {"name": "Rosalind"})["name"] == "Rosalind"
    assert karl.post("people/me/name", {"name": "Rosa"})["name"] == "Rosa"
    assert karl.me["badge"] != rosa.me["badge"] and len(karl.me["badge"]) == 16


def test_a_browser_that_did_not_hear_the_answer_asks_again(town: Town) -> None:
    key = new_token()
    first = town.stranger.post("people", {"name": "Rosa", "key": key}, 201)
    assert town.stranger.post("people", {"name": "Rosa", "key": key}, 201) == first
    code = Somebody(town, key).post("people/me/code")["code"]
    other = new_token()
    entered = town.stranger.post("people/enter", {"code": code, "key": other})
    assert town.stranger.post("people/enter", {"code": code, "key": other}) == entered
    assert entered["devices"] == 2


def test_a_key_made_by_hand_is_refused(town: Town) -> None:
    assert "easy to guess" in town.stranger.post("people", {"name": "Rosa", "key": "x" * 32}, 422)["error"]
    town.stranger.post("people", {"name": "Rosa", "key": "short"}, 400)


def test_without_a_key_nobody_is_anybody(town: Town) -> None:
    for person in (town.stranger, Somebody(town, new_token())):
        assert person.get("people/me", 401)["error"] == "Say who you are first: choose a name."
        for path in ("name", "code", "recovery", "leave", "close"):
            body = {"name": "Rosa"} if path in ("name", "close") else {}
            person.post(f"people/me/{path}", body, 401)
        person.get("people/me/export", 401)


def test_a_code_brings_the_account_to_another_device_once(town: Town) -> None:
    rosa = town.join("Rosa")
    made = rosa.post("people/me/code")
    assert made["address"] == f"http://127.0.0.1/#enter={made['code']}" and made["minutes"] == 10
    assert len(made["picture"]) == len(made["picture"][0]) >= 21 and set("".join(made["picture"])) == {"0", "1"}
    phone = Somebody(town, new_token())
    typed = made["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert phone.post("people/enter", {"code": typed, "key": phone.key})["id"] == rosa.me["id"]
    assert phone.me == rosa.me and phone.me["devices"] == 2
    assert (
        "opens nothing"
        in town.stranger.post("people/enter", {"code": made["code"], "key": new_token()}, 404)["error"]
    )
    late = rosa.post("people/me/code")["code"]
    town.later(10 * MINUTE)
    town.stranger.post("people/enter", {"code": late, "key": new_token()}, 404)
    old = rosa.post("people/me/code")["code"]
    rosa.post("people/me/code")
    town.stranger.post("people/enter", {"code": old, "key": new_token()}, 404)  # a newer one took its place


def test_a_recovery_code_brings_it_back_as_often_as_needed(town: Town) -> None:
    rosa = town.join("Rosa")
    id = rosa.me["id"]
    code = rosa.post("people/me/recovery")["code"]
    assert len(code.replace("-", "")) == 24 and rosa.me["recovery"]
    rosa.post("people/me/leave")
    rosa.get("people/me", 401)
    town.later(400 * 24 * 60 * MINUTE)
    for _ in range(2):
        again = Somebody(town, new_token())
        assert again.post("people/enter", {"code": code, "key": again.key})["id"] == id
    again.post("people/me/recovery")
    town.stranger.post("people/enter", {"code": code, "key": new_token()}, 404)


def test_other_devices_can_be_forgotten(town: Town) -> None:
    rosa = town.join("Rosa")
    lost = Somebody(town, new_token())
    lost.post("people/enter", {"code": rosa.post("people/me/code")["code"], "key": lost.key})
    rosa.post("people/me/leave", {"others": True})
    lost.get("people/me", 401)
    assert rosa.me["devices"] == 1


def test_an_account_can_be_taken_along_and_deleted(town: Town) -> None:
    rosa = town.join("Rosa")
    rosa.post("people/me/recovery")
    taken = rosa.get("people/me/export")
    assert taken["account"]["name"] == "Rosa" and [key["kind"] for key in taken["keys"]] == ["device", "recovery"]
    assert rosa.key not in str(taken)
    assert "Type the name" in rosa.post("people/me/close", {"name": "Karl"}, 422)["error"]
    rosa.post("people/me/close", {"name": "Rosa"})
    rosa.get("people/me", 401)
    town.join("Rosa")  # the name is free again


def test_only_hashes_of_keys_and_codes_are_kept(tmp_path: Path) -> None:
    with open_town(tmp_path / "data", tmp_path) as town:
        rosa = town.join("Rosa")
        codes = [rosa.post(f"people/me/{kind}")["code"] for kind in ("code", "recovery")]
    text = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert b"Rosa" in text
    for secret in (rosa.key, *codes, *(code.replace("-", "") for code in codes)):
        assert secret.encode() not in text


def test_too_many_accounts_and_codes_from_one_client_are_refused(tmp_path: Path) -> None:
    with open_town(tmp_path / "data", tmp_path, accounts_an_hour=2, codes_a_minute=3) as town:
        town.join("Rosa")
        town.join("Karl")
        assert "too many accounts" in town.stranger.post("people", {"name": "Otto", "key": new_token()}, 429)["error"]
        for _ in range(3):
            town.stranger.post("people/enter", {"code": "ABCDE-FGHJK", "key": new_token()}, 404)
        said = town.stranger.post("people/enter", {"code": "ABCDE-FGHJK", "key": new_token()}, 429)["error"]
        assert "too many codes" in said


# One's own machine -----------------------------------------------------------------------------------


def test_on_ones_own_machine_none_of_it_is_there(tmp_path: Path) -> None:
    with open_town(tmp_path / "data", tmp_path, people=False) as town:
        town.stranger.post("people", {"name": "Rosa", "key": new_token()}, 404)
        town.stranger.get("people/me", 404)
        assert not any("people" in path for path in town.stranger.get("openapi.json")["paths"])


@pytest.mark.parametrize(
    ("reach", "people"),
    [
        (Reach(), False),
        (Reach("localhost"), False),
        (Reach("0.0.0.0"), True),
        (Reach(lan=True), True),
        (Reach(public_url="https://games.example.org"), True),
    ],
)
def test_people_are_where_others_can_come(reach: Reach, people: bool, tmp_path: Path) -> None:
    assert settings_for(reach, tmp_path, "").people is people


def test_an_older_database_gets_the_tables_of_people(place: Path | str, tmp_path: Path) -> None:
    """PostgreSQL and SQLite alike: what was made before there were people opens, and people come."""
    from sandtable.server.store import Store

    def back(base: Base) -> None:
        people = ("accounts", "keys", "chairs", "turns", "challenges", "here", "offers", "talk")
        for table in (*people, "ways", "calls", "letters", "kept", "undos", "studies", "findings"):
            base.do(f"DROP TABLE {table}")
        if isinstance(place, str):
            base.do("UPDATE sandtable SET format = 1")
        else:
            base.do("PRAGMA user_version = 3")

    store = Store(place)
    store.submit(back).result()
    store.close()
    with open_town(place, tmp_path) as town:
        assert town.join("Rosa").me["name"] == "Rosa"


def test_what_is_wrong_with_a_request_is_said(town: Town) -> None:
    rosa = town.join("Rosa")
    bad: list[Any] = [
        {},
        {"name": 5, "key": new_token()},
        {"name": "Rosa"},
        {"name": "Rosa", "key": new_token(), "x": 1},
    ]
    for body in bad:
        assert rosa.ask("POST", "people", body, 400)["error"]
