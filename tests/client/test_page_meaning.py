"""What the page knows, it knows from the view: it asks why by a probe, and never sends a move that it has made up."""

import json
import re

from hands import spots, until, wait, whole_map


def sent_by(page, kind):
    """What the page sends of one kind, from now on."""
    found = []

    def keep(frame):
        message = json.loads(frame)
        if message["type"] == kind:
            found.append(message)

    page.on("websocket", lambda line: line.on("framesent", keep))
    return found


def seated(table, house):
    """A unit of the German player has been chosen, and nobody is in its sight."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=15)
    token = made["seats"]["german"]
    page = table.open(token)
    probes, choices = sent_by(page, "probe"), sent_by(page, "choose")
    page.reload()  # so that its line is listened to from the beginning
    page.wait_for_selector(".ask.asked")
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("goes first")).click()
    page.wait_for_function("() => /Which unit/.test(document.querySelector('#prompt')?.textContent ?? '')")
    page.locator(".ask .option").nth(1).click()
    page.wait_for_function("() => /What does/.test(document.querySelector('#prompt')?.textContent ?? '')")
    assert wait(page)
    choices.clear()
    return page, token, probes, choices


def test_why_a_place_cannot_be_reached_is_asked_and_nothing_is_moved(table, house):
    page, token, probes, choices = seated(table, house)
    state = house.ask(f"/seat/{token}")["state"]
    decision = house.ask(f"/seat/{token}/view")["decision"]
    assert decision["at_place"] == {"do": "move"}
    whole_map(page)
    corner = page.evaluate(
        "() => { const b = document.querySelector('.sheet').getBoundingClientRect();"
        " return [b.right - b.width * .03, b.bottom - b.height * .12] }"
    )
    page.mouse.click(*corner)
    page.wait_for_selector(".toast.bad .rule")
    assert "reach" in page.locator(".toast.bad").inner_text()
    until(page, lambda: probes)
    assert [probe["choice"]["do"] for probe in probes] == ["move"] and not choices
    assert house.ask(f"/seat/{token}")["state"] == state


def test_why_a_place_cannot_be_reached_is_told_to_whoever_types_its_name(table, house):
    page, _, probes, choices = seated(table, house)
    page.keyboard.press("a")
    assert page.evaluate("() => document.activeElement.matches('button.option')"), "a leads to the choices"
    page.locator(".board-host").focus()
    page.keyboard.press("g")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast.bad .rule")
    assert [probe["choice"]["to"] for probe in probes] == ["A1"] and not choices


def out_of_sight(house):
    """A battle in which a German unit comes on and has nobody to fire at, though there are enemies on the map."""
    made = house.battle({"german": "person", "soviet": "greedy"}, seed=5)
    token = made["seats"]["german"]
    for _ in range(200):
        view = house.wait_for(token, lambda view: view.get("decision") or view.get("result"))
        decision = view["decision"]
        enemies = [
            piece["id"]
            for piece in view["pieces"]
            if piece["side"] == "soviet" and re.fullmatch(r"[A-Z]+\d+", piece.get("place", ""))
        ]
        verbs = {option["choice"]["do"] for option in decision["options"]}
        if decision["kind"] == "action" and enemies and "fire" not in verbs:
            return token, enemies
        wanted = [each for each in decision["options"] if each["choice"]["do"] in ("default", "go first", "act")]
        body = {
            "state": house.ask(f"/seat/{token}")["state"],
            "choice": (wanted or decision["options"])[-1]["choice"],
        }
        house.ask(f"/seat/{token}/choices", body)
    raise AssertionError("there was always somebody to fire at")


def test_why_an_enemy_cannot_be_fired_at_is_asked_though_no_shot_is_offered(table, house):
    token, enemies = out_of_sight(house)
    decision = house.ask(f"/seat/{token}/view")["decision"]
    assert decision["at_piece"] == {"do": "fire", "piece": decision["piece"]}
    page = table.open(token)
    probes, choices = sent_by(page, "probe"), sent_by(page, "choose")
    page.reload()
    assert wait(page)
    found = spots(page, ", ".join(f'[data-piece="{id}"] .c-body' for id in enemies))
    page.mouse.click(*found[0])
    page.wait_for_selector(".toast.bad .rule")
    assert "is not on the map yet" in page.locator(".toast.bad").inner_text()
    until(page, lambda: probes)
    assert [probe["choice"]["do"] for probe in probes] == ["fire"] and not choices


def test_what_opens_a_chapter_and_what_is_bad_is_read_from_the_view(table, house):
    made = house.battle({"german": "random", "soviet": "random"}, seed=15)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"])
    page.wait_for_selector("dialog.end .luck .luck-bar")
    view = house.ask(f"/seat/{made['spectator']}/view")
    assert [luck["side"] for luck in view["luck"]] == ["german", "soviet"]
    words = page.locator("dialog.end .luck p").first.inner_text()
    assert words.startswith(f"{view['luck'][0]['dice']} dice had to reach a number: {view['luck'][0]['hits']} did")
    page.keyboard.press("Escape")
    for tone in ("turn", "impulse", "bad"):
        told = [line["text"] for line in view["log"] if line.get("tone") == tone]
        shown = page.locator(f".story .{tone}-line .story-text").all_inner_texts()
        assert shown == told
