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


def test_sides_are_swapped(table, house):
    """The person who was German is Soviet in the next battle."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=5)
    token = made["seats"]["german"]
    page = table.open(token)
    page.evaluate(
        """async () => {
          const { endDialog } = await import('/battle/end.js');
          const seats = ['german', 'soviet'].map((side) => ({ id: side, name: side, side }));
          const result = { winner: 'german', reason: 'it is over', rule: '' };
          const view = { system: '', scenario: '', title: '', seats, result };
          const scenario = 'nations_at_war/cats-in-the-mist';
          const info = { seats: { german: 'person', soviet: 'random' }, scenario, title: 'Cats' };
          endDialog({ info, view, seats: new Map([['german', { view }]]), seat: 'german', token: '',
            sideColour: () => '', sideName: (side) => side, resultTitle: () => 'Victory', replay: {} });
        }"""
    )
    page.get_by_role("button", name="Swap sides and play again").click()
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
