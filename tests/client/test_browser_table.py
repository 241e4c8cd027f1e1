"""A table in inches, through the page: teams are dragged, turned, measured; nothing is sent unseen."""

import random

import pytest
from hands import judged, play_by_mouse, rest, wait

from soak import sample


def begin(table, house, german="person", **how):
    made = house.ask("/battles", {"scenario": "parade/table", "seats": {"us": "person", "german": german}})
    page = table.page(**how)
    page.goto(f"{house.address}/b/{made['seats']['us']}")
    page.wait_for_selector(".ask.asked")
    return page, made["seats"]["us"]


def unit(page, name):
    page.locator(".ask .option").filter(has_text=name).click()
    page.wait_for_selector(".ask[data-free]")


def middle(page, what):
    """Of what is drawn now: a plan is drawn anew with every answer of the server."""
    return page.evaluate(
        """(what) => {
          const box = document.querySelector(what).getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        what,
    )


def inch(page):
    """How many pixels an inch is: the first two tanks stand four inches apart."""
    (left, _), (right, _) = (middle(page, f'[data-piece="u2-{n}"] .v-base') for n in (1, 2))
    return (right - left) / 4


def at(house, token, piece):
    return next(each["at"] for each in house.ask(f"/seat/{token}/view")["pieces"] if each["id"] == piece)


def drag(page, piece, dx, dy):
    """Take a team and hold it so many inches to the east and to the north."""
    rest(page)
    wide = inch(page)
    x, y = middle(page, f'[data-piece="{piece}"] .v-base')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx * wide / 2, y - dy * wide / 2, steps=3)
    page.mouse.move(x + dx * wide, y - dy * wide, steps=3)
    judged(page)


def test_a_unit_is_dragged_in_formation(table, house):
    page, token = begin(table, house)
    unit(page, "tank Platoon")
    before = {n: at(house, token, f"u2-{n}") for n in (1, 2, 3, 4)}
    drag(page, "u2-2", 1, 5)
    page.wait_for_selector(".plan-bar .verdict.good")
    assert page.locator(".p-ghost").count() == 4 and page.locator(".p-reach").count() == 1
    assert "12.0 inches" in page.locator(".plan-notes").inner_text()
    # Who would fire at it there, with a point where on the way that is.
    assert page.locator(".plan .danger-point").count() == page.locator(".plan .danger").count() > 0
    page.mouse.up()
    assert at(house, token, "u2-2") == before[2]  # nothing has happened yet
    page.locator(".plan-send").click()
    page.wait_for_selector(".ask:not([data-free])")
    after = {n: at(house, token, f"u2-{n}") for n in (1, 2, 3, 4)}
    moves = {(after[n]["x"] - before[n]["x"], after[n]["y"] - before[n]["y"]) for n in before}
    assert len(moves) == 1 and next(iter(moves))[1] > 200


def test_too_far_says_why_and_cannot_be_sent(table, house):
    page, token = begin(table, house)
    unit(page, "1st Rifle")
    page.keyboard.down("Shift")  # one by itself: a whole unit stops at the rim
    drag(page, "u1-2", 0, 15)
    page.wait_for_selector(".plan-bar .verdict.bad")
    assert "its Move is 6.0 inches" in page.locator(".verdict").inner_text()
    assert page.locator(".verdict .rule").inner_text() == "1.1"
    page.mouse.up()
    page.keyboard.up("Shift")
    assert page.locator(".plan-send").is_disabled()
    page.keyboard.press("Escape")
    assert page.locator(".p-ghost").count() == 0 and not page.locator(".plan-bar").is_visible()
    assert at(house, token, "u1-2")["y"] == 800


def test_one_team_alone_and_cohesion(table, house):
    page, _ = begin(table, house)
    unit(page, "1st Rifle")
    page.keyboard.down("Shift")
    drag(page, "u1-1", -3, 2.5)
    page.wait_for_selector(".plan-bar .verdict.bad")
    assert "from Lt. Hale 1; 6.0 inches is the most" in page.locator(".verdict").inner_text()
    assert page.locator(".p-ghost").count() == 1
    page.mouse.up()
    page.keyboard.up("Shift")


def test_turning_by_wheel_and_by_handle(table, house):
    page, token = begin(table, house)
    unit(page, "tank Platoon")
    page.keyboard.down("Shift")
    drag(page, "u2-1", 0, 2.5)
    page.keyboard.up("Shift")
    page.mouse.wheel(0, 100)
    page.mouse.wheel(0, 100)
    page.mouse.up()
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    x, y = middle(page, ".p-ghost .v-base")
    page.mouse.move(*middle(page, "[data-turn] .p-grip"))
    page.mouse.down()
    page.mouse.move(x + 5 * inch(page), y, steps=4)
    page.mouse.up()
    judged(page)
    page.locator(".plan-send").click()
    page.wait_for_selector(".ask:not([data-free])")
    assert abs(at(house, token, "u2-1")["facing"] - 9000) <= 500  # due east, as the handle says


def test_a_turret_is_set_apart_from_the_hull(table, house):
    page, token = begin(table, house)
    unit(page, "tank Platoon")
    page.keyboard.down("Shift")
    drag(page, "u2-1", 0, 2.5)
    page.keyboard.up("Shift")
    page.mouse.up()
    x, y = middle(page, ".p-ghost .v-base")
    page.mouse.move(*middle(page, "[data-aim] .p-grip"))
    page.mouse.down()
    page.mouse.move(x + 5 * inch(page), y, steps=4)
    page.mouse.up()
    page.keyboard.press(".")
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask:not([data-free])")
    now = at(house, token, "u2-1")
    assert now["facing"] == 0 and abs(now["turret"] - 10500) <= 500  # due east by the handle, and a notch more


def test_who_goes_by_himself_stays_when_his_unit_is_dragged(table, house):
    page, token = begin(table, house)
    unit(page, "Carriers")
    before = {n: at(house, token, f"u5-{n}") for n in (1, 2)}
    drag(page, "u5-1", 0, 2)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.mouse.up()
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask:not([data-free])")
    assert at(house, token, "u5-1")["y"] > before[1]["y"] and at(house, token, "u5-2") == before[2]


def test_a_move_by_keyboard_alone(table, house):
    page, token = begin(table, house)
    page.keyboard.press("2")
    page.wait_for_selector(".ask[data-free]")
    before = at(house, token, "u2-1")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.wait_for_selector(".plan-bar")
    page.keyboard.press("s")  # one team alone
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("PageDown")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask:not([data-free])")
    moved = [n for n in (1, 2, 3, 4) if at(house, token, f"u2-{n}").get("facing") == 1500]
    assert len(moved) == 1
    now = at(house, token, f"u2-{moved[0]}")
    assert now["y"] == before["y"] + 250
    way = next(line["path"] for line in house.ask(f"/seat/{token}/view")["log"] if line["kind"] == "moved")
    assert len(way) == 3  # the start, the bend, the end


def test_an_example_is_looked_at_before_it_is_sent(table, house):
    page, _ = begin(table, house)
    unit(page, "1st Rifle")
    page.locator(".ask .option").first.hover()
    page.wait_for_selector(".p-ghost")
    page.locator(".ask .option").first.click()
    page.wait_for_selector(".plan-bar .verdict.good")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask:not([data-free])")


def test_a_template_is_laid_and_nudged(table, house):
    page, token = begin(table, house)
    unit(page, "mortar")
    page.keyboard.press("p")
    page.wait_for_selector(".ask:not([data-free])")
    page.locator(".ask .quiet-option").last.click()
    page.wait_for_selector(".p-ghost.template")
    rest(page)
    x, y = middle(page, ".p-ghost.template .p-aim")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3.5 * inch(page), y - 3.5 * inch(page), steps=4)
    page.mouse.up()
    page.keyboard.press("ArrowLeft")
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.plan-bar:not([hidden])')")
    shape = house.ask(f"/seat/{token}/view")["markers"][0]["shape"]["points"][0]
    assert shape[0] > 3650 and shape[1] > 2800


def test_measure_sight_and_ranges(table, house):
    page, _ = begin(table, house)
    rest(page)
    page.keyboard.press("d")
    page.mouse.click(*middle(page, '[data-piece="u2-1"] .v-base'))
    page.mouse.click(*middle(page, '[data-piece="u2-2"] .v-base'))
    assert "1.8″ between bases, 4.0″ between centres" in page.locator(".measure-bar").inner_text()
    page.keyboard.press("l")
    page.mouse.click(*middle(page, '[data-piece="g4-1"] .v-base'))
    page.wait_for_selector(".sight-ray")
    page.mouse.click(*middle(page, '[data-piece="g1-3"] .v-base'))
    page.wait_for_selector(".sight-line")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.mouse.move(*middle(page, '[data-piece="u2-1"] .v-base'))
    page.wait_for_selector(".overlay.o-arc")
    page.keyboard.press("Escape")
    assert page.locator(".overlay").count() == 0


def test_a_move_by_finger_on_a_phone(table, house):
    page, token = begin(table, house, viewport={"width": 360, "height": 740}, has_touch=True)
    page.locator(".ask .option").filter(has_text="tank Platoon").tap()
    page.wait_for_selector(".ask[data-free]")
    rest(page)
    x, y = middle(page, '[data-piece="u2-2"] .v-base')
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".plan-bar")
    rest(page)
    x, y = middle(page, '[data-piece="u2-2"] .v-base')
    page.touchscreen.tap(x + 4 * inch(page), y - 6 * inch(page))  # beside the handle that turns it
    judged(page)
    page.wait_for_selector(".plan-bar .verdict.good")
    page.locator(".plan-send").tap()
    page.wait_for_selector(".ask:not([data-free])")
    assert at(house, token, "u2-2")["y"] > 650
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.soak
def test_a_whole_battle_on_a_table_by_mouse(table, house):
    page, _ = begin(table, house, german="random")
    assert wait(page)
    choices = play_by_mouse(page, random.Random(5), brisk=25, leave=sample(6, 0))
    assert choices == 6 or "draw" in page.locator("dialog.end .end-head").inner_text()


# The middles of names on a table of 48 inches by 24, on which teams stand, in hundredths of an inch.
NAMES = """async (teams) => {
  const { tableNames } = await import('/board/names.js');
  const { PlaneLayout, SCALE } = await import('/board/plane.js');
  const square = (x, y) => [[x, y], [x + 800, y], [x + 800, y + 800], [x, y + 800]];
  const grounds = [
    { id: 'wood', name: 'Wood', terrain: 'woods', shape: { points: square(400, 800) } },
    { id: 'hedge', name: 'Hedge', terrain: 'hedge', shape: { points: [[2000, 1200], [2800, 1200]], line: true } },
  ];
  const zones = [
    { kind: 'objective', name: 'Ford', shape: { points: [[3600, 1600]], radius: 400 } },
    { kind: 'objective', name: 'Wood', shape: { points: [[800, 900]], radius: 200 } },
  ];
  const layout = new PlaneLayout({ kind: 'plane', width: 4800, height: 2400, terrain: [], grounds, zones });
  const spots = teams.map(([x, y]) => ({ ...layout.point(x, y), scale: (200 * SCALE) / 116, z: 0 }));
  const svg = new DOMParser().parseFromString(`<g>${tableNames(layout, spots, 20)}</g>`, 'text/html');
  return Object.fromEntries([...svg.querySelectorAll('text')].map((text) => {
    const [x, y] = text.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
    return [text.textContent, layout.back(x, y)];
  }));
}"""


def test_names_lie_where_no_team_stands(table, house):
    page = table.page()
    page.goto(house.address)
    page.wait_for_selector(".scenario")
    free = page.evaluate(NAMES, [])
    assert list(free) == ["Ford", "Wood", "Hedge"], "what two things are called is said once"
    assert free["Wood"] == [800, 1200], "in the middle of the wood"
    assert free["Ford"][0] == 3600 and free["Ford"][1] < 1200, "below its circle"
    assert free["Hedge"][0] == 2400 and 1200 < free["Hedge"][1] < 1300, "along the hedge"
    teams = [[800, 1200], free["Ford"], free["Hedge"]]
    taken = page.evaluate(NAMES, teams)
    for name, team in zip(("Wood", "Ford", "Hedge"), teams, strict=True):
        (x, y), (far, high) = taken[name], team
        assert max(abs(x - far), abs(y - high)) > 150, name
    x, y = taken["Wood"]
    assert 400 <= x <= 1200 and 800 <= y <= 1600, "still in the wood"
