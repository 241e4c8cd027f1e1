"""People are told that it is their turn: by mail, in the browser, by whatever Apprise knows. Real sinks take it all.

The clock of the server is the test's; only the sending itself goes on in real time, and is waited for.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house import until
from test_people_company import choose_once
from test_people_tables import sit_down
from town import DAY, Somebody, Town, open_town

from sandtable.server.notices.calls import AFTER, QUIET
from sandtable.server.notices.courier import Bag, Parcel, is_mail, read_mail
from sandtable.server.notices.fence import addresses_of, is_inside, may_reach
from sandtable.server.notices.letters import WAITS
from sinks import Browser, Letters, Web

QUICK = {"notice_beat": 0.02, "ways_an_hour": 10_000, "public_url": "https://games.example.org"}
MOVE = {"kind": "move", "seconds": 3 * DAY}


@pytest.fixture
def web() -> Iterator[Web]:
    found = Web()
    yield found
    found.close()


@pytest.fixture
def mail() -> Iterator[Letters]:
    found = Letters()
    yield found
    found.close()


@pytest.fixture
def told(tmp_path: Path, mail: Letters) -> Iterator[Town]:
    """A town whose post works."""
    with open_town(tmp_path / "data", tmp_path, **posting(mail)) as town:
        yield town


def posting(mail: Letters) -> dict[str, Any]:
    return {**QUICK, "mail": mail.address, "notice_hosts": ("127.0.0.1",)}


def hook(web: Web, name: str) -> dict[str, Any]:
    return {"kind": "apprise", "address": f"json://127.0.0.1:{web.port}/{name}"}


def at_hook(web: Web, name: str) -> list[tuple[str, str]]:
    return [(body["title"], body["message"]) for body in map(json.loads, web.at(f"/{name}"))]


def settled(town: Town) -> None:
    """All that is due by now has been sent, or was put off: nothing waits that could still come."""
    town.later(0.0)
    until(lambda: not any_due(town))


def any_due(town: Town) -> bool:
    def work(base: Any) -> bool:
        now = town.now
        [(calls,)] = base.rows("SELECT count(*) FROM calls WHERE due <= ? OR remind <= ?", now, now)
        [(letters,)] = base.rows("SELECT count(*) FROM letters WHERE due <= ? OR tries > 0", now)
        return bool(calls or letters)

    return bool(town.run(work))


def test_who_is_asked_is_told_once_by_every_way_and_reminded(
    place: Path | str, tmp_path: Path, web: Web, mail: Letters
) -> None:
    with open_town(place, tmp_path, **posting(mail)) as told:
        tell(told, web, mail)


def tell(told: Town, web: Web, mail: Letters) -> None:
    """By all three ways, over some days."""
    rosa, karl, battle, red, blue = sit_down(told, pace=MOVE)
    browser = Browser(web)
    karl.post("people/me/ways", {"kind": "push", "browser": browser.subscription, "name": "Karl's phone"}, 201)
    karl.post("people/me/ways", hook(web, "karl"), 201)
    [_, _, post] = karl.post("people/me/ways", {"kind": "mail", "address": "karl@example.org"}, 201)["ways"]
    assert (post["name"], post["confirmed"]) == ("karl@example.org", False)
    until(lambda: mail.to("karl@example.org"))
    [(subject, _)] = mail.to("karl@example.org")
    karl.post(f"people/me/ways/{post['id']}", {"code": "000000"}, 422)
    karl.post(f"people/me/ways/{post['id']}", {"code": subject.split()[0]})
    rosa.post("people/me/ways", hook(web, "rosa"), 201)
    choose_once(told, red)
    told.later(AFTER - 1)
    settled(told)
    assert not browser.shown() and len(mail.came) == 1  # who answers at once needs no notice
    told.later(1)
    until(lambda: browser.shown() and len(mail.came) == 2 and at_hook(web, "karl"))
    link = f"https://games.example.org/#battle={battle}"
    title, text = "Your turn: The Ridge", "The others are waiting for you. You have 3 days."
    assert browser.shown() == [{"title": title, "text": text, "link": link, "tag": battle}]
    assert mail.to("karl@example.org")[1] == (title, f"{text}\r\n\r\n{link}\r\n")
    assert at_hook(web, "karl") == [(title, f"{text}\n{link}")]
    told.later(DAY)
    settled(told)
    assert len(browser.shown()) == 1  # once
    told.later(1.25 * DAY)
    until(lambda: len(browser.shown()) == 2 and len(mail.came) == 3)
    assert browser.shown()[1]["title"] == "Your time is running out: The Ridge"
    assert browser.shown()[1]["text"] == "It is still your turn. You have 18 hours."
    told.later(DAY)
    settled(told)
    assert len(browser.shown()) == 2 and len(at_hook(web, "karl")) == 2 and not at_hook(web, "rosa")
    told.stranger.post(f"seat/{blue}/resign")
    told.later(4 * DAY)
    settled(told)
    assert len(browser.shown()) == 2 and not at_hook(web, "rosa")


def test_a_row_of_questions_makes_one_notice(told: Town, web: Web) -> None:
    _, karl, _, red, blue = sit_down(told)
    karl.post("people/me/ways", hook(web, "karl"), 201)
    choose_once(told, red)
    told.later(AFTER)
    until(lambda: at_hook(web, "karl"))
    choose_once(told, blue)
    while "decision" not in told.stranger.get(f"seat/{blue}/view"):
        choose_once(told, red)  # and at once he is asked again
    told.later(QUIET - 1 - 2 * AFTER)
    settled(told)
    assert len(at_hook(web, "karl")) == 1
    told.later(2 * AFTER + 1)
    until(lambda: len(at_hook(web, "karl")) == 2)
    settled(told)
    assert len(at_hook(web, "karl")) == 2


def test_nobody_is_told_what_he_looks_at_unless_he_wants_it(told: Town, web: Web) -> None:
    _, karl, _, red, blue = sit_down(told)
    karl.post("people/me/ways", hook(web, "quiet"), 201)
    ways = karl.post("people/me/ways", hook(web, "always"), 201)["ways"]
    assert karl.post(f"people/me/ways/{ways[1]['id']}", {"always": True})["ways"][1]["always"]
    with told.page(blue) as page:
        page.receive_json()
        until(lambda: told.run(lambda base: base.rows("SELECT 1 FROM here WHERE seat = 'blue'")))
        choose_once(told, red)
        told.later(AFTER)
        until(lambda: at_hook(web, "always"))
        settled(told)
        assert not at_hook(web, "quiet")


def test_what_does_not_get_there_is_tried_again_with_patience(told: Town, web: Web) -> None:
    _, karl, _, red, blue = sit_down(told)
    karl.post("people/me/ways", hook(web, "karl"), 201)
    web.answers = [500, 500]
    choose_once(told, red)
    told.later(AFTER)
    until(lambda: len(web.came) == 1)
    until(lambda: karl.get("people/me/ways")["ways"][0]["trouble"])
    told.later(WAITS[0])
    until(lambda: len(web.came) == 2)
    until(lambda: told.run(lambda base: base.rows("SELECT tries FROM letters")) == [(2,)])
    until(lambda: told.run(lambda base: base.rows("SELECT due FROM letters"))[0][0] == told.now + WAITS[1])
    choose_once(told, blue)  # he came by himself: it is of no use any more
    told.later(WAITS[1])
    settled(told)
    assert len(web.came) == 2 and told.run(lambda base: base.rows("SELECT 1 FROM letters")) == []


def test_a_browser_that_has_gone_is_forgotten(told: Town, web: Web) -> None:
    karl = told.join("Karl")
    body = {"kind": "push", "browser": Browser(web).subscription}
    [way] = karl.post("people/me/ways", body, 201)["ways"]
    web.answers = [410]
    karl.post(f"people/me/ways/{way['id']}/try")
    until(lambda: karl.get("people/me/ways")["ways"] == [])
    until(lambda: told.run(lambda base: base.rows("SELECT 1 FROM letters")) == [])


# The fence -------------------------------------------------------------------------------------------


def test_addresses_inside_are_refused_and_redirects_to_them(told: Town, web: Web) -> None:
    karl = told.join("Karl")
    inner = Web()
    try:
        inside = {"kind": "apprise", "address": "jsons://[::1]:8080/x"}
        error = karl.post("people/me/ways", inside, 422)["error"]
        assert error == "Notices do not go to addresses inside the network of this server."
        browser = {**Browser(web).subscription, "endpoint": "https://192.168.0.1/push"}
        assert "inside" in karl.post("people/me/ways", {"kind": "push", "browser": browser}, 422)["error"]
        browser["endpoint"] = "http://push.example.org/"
        assert "push service" in karl.post("people/me/ways", {"kind": "push", "browser": browser}, 422)["error"]
        assert "not know" in karl.post("people/me/ways", {"kind": "apprise", "address": "no://way"}, 422)["error"]
        assert "not an email" in karl.post("people/me/ways", {"kind": "mail", "address": "a@b, c@d"}, 422)["error"]
        # What lies outside today may lead inside tomorrow.
        [way] = karl.post("people/me/ways", hook(web, "karl"), 201)["ways"]
        web.moved = f"http://127.0.0.3:{inner.port}/inside"
        karl.post(f"people/me/ways/{way['id']}/try")
        until(lambda: karl.get("people/me/ways")["ways"][0]["trouble"])
        assert web.came and not inner.came
    finally:
        inner.close()


def courier(bag: Bag) -> list[Any]:
    command = [sys.executable, "-P", "-m", "sandtable.server.notices.courier"]
    answer = subprocess.run(command, input=msgspec.json.encode(bag), capture_output=True, check=True, timeout=300)
    found: list[Any] = json.loads(answer.stdout)
    return found


def test_the_courier_connects_to_nothing_inside_whatever_it_is_told(web: Web, mail: Letters) -> None:
    """Without the check beforehand: the fence itself, for each way."""
    hooks = [Parcel("apprise", f"json://127.0.0.1:{web.port}/x", "T"), Parcel("apprise", "syslog://", "T")]
    push = Browser(web).subscription
    keys = {"p256dh": push["p256dh"], "auth": push["auth"]}
    key = "A" * 42 + "E"
    parcels = [*hooks, Parcel("push", json.dumps({"endpoint": push["endpoint"], "keys": keys}), "T")]
    receipts = courier(Bag(parcels, push_key=key, contact="https://example.org"))
    assert [receipt["ok"] for receipt in receipts] == [False, False, False] and not web.came
    assert "inside" in receipts[2]["why"]
    [sent] = courier(Bag([Parcel("mail", "karl@example.org", "T")], mail=mail.address))  # the operator's own
    assert sent["ok"] and len(mail.came) == 1


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    ],
)
def test_what_is_inside(address: str) -> None:
    [found] = addresses_of(address)
    assert is_inside(found) and not may_reach(address, ()) and may_reach(address, (address,))


def test_what_is_outside() -> None:
    assert may_reach("1.1.1.1", ()) and may_reach("2606:4700:4700::1111", ())


def test_addresses_of_mail() -> None:
    assert is_mail("rosa@example.org")
    for wrong in ("", "rosa", "a@b@c", "a b@c.de", "a@b.de\nBcc: c@d.de", "Rosa <a@b.de>", "a@", "@b.de"):
        assert not is_mail(wrong), wrong
    found = read_mail("smtp://me:pass%40word@mail.example.org?from=me@example.org")
    assert (found.host, found.port, found.password, found.secure) == ("mail.example.org", 587, "pass@word", False)
    assert read_mail("smtps://mail.example.org?from=me@example.org").port == 465
    for wrong in ("http://mail.example.org?from=a@b.de", "smtp://mail.example.org", "mail.example.org"):
        with pytest.raises(ValueError, match="smtp://"):
            read_mail(wrong)


# Who sees them ---------------------------------------------------------------------------------------


def test_ways_are_nobody_elses_and_go_with_the_account(told: Town, web: Web) -> None:
    karl, rosa = told.join("Karl"), told.join("Rosa")
    [way] = karl.post("people/me/ways", hook(web, "secret"), 201)["ways"]
    assert way["name"] == "JSON (127.0.0.1)" and "secret" not in str(way)
    told.stranger.get("people/me/ways", 401)
    assert rosa.get("people/me/ways")["ways"] == []
    for path, body in ((f"{way['id']}", {"always": True}), (f"{way['id']}/try", {})):
        rosa.post(f"people/me/ways/{path}", body, 404)
    rosa.post(f"people/me/ways/{way['id']}/remove")
    assert [each["address"].rpartition("/")[2] for each in karl.get("people/me/export")["ways"]] == ["secret"]
    fill(karl, web)
    karl.post("people/me/close", {"name": "Karl"})
    assert told.run(lambda base: base.rows("SELECT 1 FROM ways")) == []


def fill(person: Somebody, web: Web) -> None:
    """As many ways as one may have, and no more."""
    for number in range(7):
        body = {"kind": "push", "browser": Browser(web, str(number)).subscription}
        person.post("people/me/ways", body, 201)
    error = person.post("people/me/ways", {"kind": "push", "browser": Browser(web).subscription}, 422)["error"]
    assert error == "You have 8 ways to be told. Remove one first."


def test_a_server_without_a_mail_server_says_so(town: Town) -> None:
    karl = town.join("Karl")
    assert karl.get("people/me/ways")["mail"] is False
    assert "no mail" in karl.post("people/me/ways", {"kind": "mail", "address": "a@b.de"}, 422)["error"]
