"""The end: what decided it, luck with the cup, and the next battle."""


def test_the_end_says_what_decided_it_and_offers_another_battle(table, house):
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.open(made["spectator"])
    page.wait_for_selector("dialog.end .decided p")
    assert page.locator("dialog.end .decided p").count() == 3
    assert "won" in page.locator("dialog.end .decided p").first.inner_text()
    assert page.locator("dialog.end .luck p", has_text="came out of the cup").count() == 2
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: made["spectator"] not in url)
    page.wait_for_selector(".battle.replaying")  # computers are watched from the start


def test_a_newcomer_begins_low_and_the_end_proposes_the_next_level(table, house):
    page = table.page()
    page.goto(house.address)
    page.locator(".scenario").first.get_by_role("button", name="Play").click()
    level = page.get_by_label("Computer level")
    assert level.input_value() == "recruit" and "forgets to react" in page.locator(".level-about").inner_text()
    level.select_option("corporal")
    assert "overlooks" in page.locator(".level-about").inner_text()
    made = house.battle({"red": "person", "blue": "corporal"}, "gallery/cards")
    token = made["seats"]["red"]
    house.wait_for(token, lambda view: view.get("decision"))
    house.ask(f"/seat/{token}/resign", {})
    page.goto(f"{house.address}/b/{token}")
    assert "Try the Recruit" in page.locator(".next-level").inner_text()
    page.get_by_role("button", name="Play the Recruit").click()
    page.wait_for_url(lambda url: token not in url)
    assert page.evaluate("localStorage.getItem('sandtable.level')") == '"recruit"'


def test_whoever_has_won_a_guided_battle_is_led_to_a_larger_one(table, house):
    made = house.battle({"red": "person", "blue": "person"}, "gallery/cards")["seats"]
    house.ask(f"/seat/{made['blue']}/resign", {})
    page = table.page()

    def as_guided(route):
        answer = route.fetch()
        next_one = {"scenario": "toy/ridge", "name": "The Ridge"}
        told = answer.json() | {"guided": True, "next": next_one, "seats": {"red": "person", "blue": "greedy"}}
        route.fulfill(response=answer, json=told)

    page.route(f"**/api/seat/{made['red']}", as_guided)
    page.goto(f"{house.address}/b/{made['red']}")
    assert "a larger battle without a guide, The Ridge" in page.locator(".next-level").inner_text()
    with page.expect_request("**/api/battles") as asked:
        page.get_by_role("button", name="Play The Ridge").click()
    assert asked.value.post_data_json["scenario"] == "toy/ridge"
    assert asked.value.post_data_json["seats"]["blue"] == "recruit"


FOUND = {
    "scenario": "nations_at_war/cats-in-the-mist",
    "name": "Cats in the Mist",
    "sides": ["german", "soviet"],
    "names": ["German", "Soviet"],
    "turn_word": "Turn",
    "winner": "german",
    "reason": "it is over",
    "fitted": "The chances are fitted to 400 battles.",
    "points": [
        {"state": state, "turn": 1 + state // 3, "seat": "german", "label": f"Choice {state}", "chance": chance}
        for state, chance in enumerate([0.5, 0.45, 0.6, 0.3, 0.8, 1.0])
    ],
    "accounts": [
        {"side": "german", "name": "German", "choice": -0.12, "dice": 0.31, "rest": 0.0},
        {"side": "soviet", "name": "Soviet", "choice": -0.31, "dice": -0.31, "rest": 0.0},
    ],
    "sentences": ["Soviet lost 31 points by decisions and lost 31 points by luck."],
    "turnings": [
        {"state": 2, "turn": 1, "kind": "choice", "side": "german", "points": -12, "text": "Turn 1, German: a slip."}
    ],
    "done": 5,
    "of": 5,
    "complete": True,
}


def test_the_curve_is_drawn_told_as_a_table_and_leads_to_its_moments(table, house):
    """What the server found is scripted here; tests/server/test_server_analysis.py has it found."""
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.page(analysis=True)
    report = {"state": "done", "error": "", "analysis": FOUND}
    page.route("**/analysis", lambda route: route.fulfill(json=report))
    page.goto(f"{house.address}/b/{made['spectator']}")
    panel = page.locator("dialog.end .analysis")
    panel.locator("svg polyline").wait_for()
    slider = panel.get_by_role("slider")
    assert slider.get_attribute("aria-valuetext") == "Turn 2: German 100% after “Choice 5”"
    slider.press("Home")
    slider.press("ArrowRight")
    assert panel.locator(".curve-moment").inner_text() == "Turn 1: German 45% after “Choice 1”"
    panel.get_by_role("button", name="Soviet").click()
    panel.get_by_role("slider").press("Home")
    panel.get_by_role("slider").press("ArrowRight")
    assert panel.locator(".curve-moment").inner_text() == "Turn 1: Soviet 55% after “Choice 1”"
    panel.get_by_text("The same as a table").click()
    assert panel.locator(".curve-table tbody tr").all_inner_texts() == [
        "Turn 1\t50%\t50%",
        "Turn 2\t30%\t70%",
        "The end\t100%\t0%",
    ]
    assert panel.locator(".accounts tbody tr").all_inner_texts() == ["German\t−12\t+31\t0", "Soviet\t−31\t−31\t0"]
    panel.get_by_role("button", name="Go there").click()
    page.wait_for_selector(".battle.replaying[data-state='2']")
    page.get_by_role("button", name="Who was winning").click()
    strip = page.locator(".replay-curve")
    strip.locator("svg polyline").wait_for()
    assert strip.get_by_role("slider").get_attribute("aria-valuenow") == "2"
    strip.get_by_role("slider").press("End")
    strip.get_by_role("slider").press("ArrowLeft")
    strip.get_by_role("slider").press("Enter")
    page.wait_for_selector(".battle.replaying[data-state='4']")


def test_sides_are_swapped(table, house):
    """The person who was German is Soviet in the next battle."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=5)
    token = made["seats"]["german"]
    page = table.open(token)
    page.evaluate(
        """async () => {
          const { src } = document.querySelector('script[type=module]');
          const { endDialog } = await import(new URL('battle/end.js', src));
          const seats = ['german', 'soviet'].map((side) => ({ id: side, name: side, side }));
          const result = { winner: 'german', reason: 'it is over', rule: '' };
          const view = { system: '', scenario: '', title: '', seats, result };
          const scenario = 'nations_at_war/cats-in-the-mist';
          const info = { seats: { german: 'person', soviet: 'random' }, scenario, title: 'Cats' };
          endDialog({ info, view, seats: new Map([['german', { view }]]), seat: 'german', token: '',
            sideColour: () => '', sideName: (side) => side, resultTitle: () => 'Victory', replay: {} });
        }"""
    )
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url(lambda url: token not in url)
    page.wait_for_selector(".ground.painted", state="attached")
    assert house.ask(f"/seat/{page.url.rsplit('/', 1)[1]}")["seat"] == "soviet"


def test_watching_says_what_is_going_on(table, house):
    made = house.battle({"german": "random", "soviet": "random"}, seed=21)
    house.wait_for(made["spectator"], lambda view: view.get("result"))
    page = table.page()
    page.goto(f"{house.address}/b/{made['spectator']}#watch")
    page.wait_for_selector(".going-line")
    assert page.locator(".ask .prompt").inner_text() == "Watching"
    assert page.locator(".going-phase").inner_text().startswith("Turn ")
