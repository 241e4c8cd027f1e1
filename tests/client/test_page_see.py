"""What one sees of the enemy's turn: trails, its last activation again, lines that light up, the panel with room."""

import random

import pytest
from hands import now, pass_once, rest, settle, wait

SEEN = """() => {
  const body = document.querySelector('.ask-body').getBoundingClientRect();
  return [...document.querySelectorAll('.ask-body .option')].filter((option) => {
    const box = option.getBoundingClientRect();
    return box.height && box.top >= body.top - 1 && box.bottom <= body.bottom + 1;
  }).length;
}"""


@pytest.fixture
def fought(table, house):
    """A battle in which the enemy has just moved or fired, and one is asked."""
    made = house.battle({"german": "person", "soviet": "random"}, seed=11)
    page = table.open(made["seats"]["german"])
    luck = random.Random(4)
    for _ in range(80):
        assert wait(page)
        if page.locator(".trail").count():
            return page
        pass_once(page, luck)
    raise AssertionError("the enemy never moved")


def test_trails_stay_until_the_next_choice(fought):
    page = fought
    assert page.locator(".again-button").is_visible()
    rest(page)
    assert page.locator(".trail").count() > 0
    page.evaluate(
        """() => {
          const part = document.querySelector('.trails');
          const look = () => { window.cleared ||= !part.childElementCount; };
          new MutationObserver(look).observe(part, { childList: true });
        }"""
    )
    page.locator(".ask .quiet-option").last.click()
    page.wait_for_function("() => window.cleared")


def test_the_last_activation_is_played_again(fought):
    page = fought
    before = now(page)
    page.keyboard.press(";")
    page.wait_for_selector(".battle.replaying")
    page.wait_for_selector(".battle:not(.replaying)")
    wait(page)
    assert now(page) == before and page.locator(".trail").count() > 0


def test_a_line_of_the_story_lights_its_pieces(fought):
    page = fought
    page.evaluate("() => [...document.querySelectorAll('.story-line')].at(-1).scrollIntoView()")
    lines = page.locator(".story-line")
    found = 0
    for i in reversed(range(lines.count())):
        lines.nth(i).focus()
        found = page.locator(".ring.pointed").count()
        if found:
            break
    assert found
    page.locator(".board-host").focus()
    assert page.locator(".ring.pointed").count() == 0


def test_names_of_places_at_any_zoom(fought):
    page = fought
    page.keyboard.press("0")
    for _ in range(6):
        page.keyboard.press("-")
    name = page.locator(".t-name").first
    assert name.evaluate("(each) => getComputedStyle(each).display") == "none"
    page.keyboard.press("#")
    assert name.evaluate("(each) => getComputedStyle(each).display") != "none"
    page.keyboard.press("#")
    assert name.evaluate("(each) => getComputedStyle(each).display") == "none"


def test_no_line_is_told_before_its_dice(table, house):
    page = table.page()
    page.goto(house.address)
    order = page.evaluate(
        """async () => {
          const { src } = document.querySelector('script[type=module]');
          const { Animator } = await import(new URL('board/animate.js', src));
          const found = [];
          const spots = new Map([['a', { x: 0, y: 0 }], ['b', { x: 9, y: 9 }]]);
          const panzoom = { page: (x, y) => ({ x, y }), show: () => {} };
          const parts = { effects: document.createElementNS('http://www.w3.org/2000/svg', 'g') };
          const layout = { centre: () => null };
          const board = { layout, spots, panzoom, parts, host: document.body, drawn: new Map() };
          const animator = new Animator(board);
          animator.hurry = 0.01;
          const dice = () => document.querySelectorAll('.dice-pop').length;
          const lines = [1, 2, 3].map((number) => (
            { number, text: 'Fire', kind: `fired ${number}`, piece: 'a', target: 'b', shows: 'shot', dice: [number] }
          ));
          await animator.play(lines, 'fast', {
            begins: (entry) => found.push(['begins', entry.line.number, dice()]),
            told: (entry) => found.push(['told', entry.line.number, dice()]),
          });
          return found;
        }"""
    )
    assert order == [[word, n, n - (word == "begins")] for n in (1, 2, 3) for word in ("begins", "told")]


def test_a_die_that_hits_is_as_big_as_one_that_misses(table, house):
    page = table.page()
    page.goto(house.address)
    sizes = page.evaluate(
        """async () => {
          const { diceRow } = await import('/panel/diefaces.js');
          const row = diceRow({ dice: [6, 1], need: 4 });
          document.body.append(row);
          return [...row.children].map((part) => part.getBoundingClientRect().width).slice(0, 2);
        }"""
    )
    assert sizes == [18, 18]


def test_a_flip_looks_like_the_sign_on_the_card_and_not_like_a_die(table, house):
    page = table.page()
    page.goto(house.address)
    drawn = page.evaluate(
        """async () => {
          const { diceRow } = await import('/panel/diefaces.js');
          const look = (line) => {
            const row = diceRow(line);
            document.body.append(row);
            const [one] = row.children;
            return [one.querySelectorAll('circle').length, one.textContent, one.getBoundingClientRect().width];
          };
          return [look({ dice: [5], faces: 6 }), look({ dice: [5], faces: 6, shows: 'flip' })];
        }"""
    )
    assert drawn == [[5, "", 18], [0, "5", 20]]


def test_six_choices_are_in_sight_whatever_else_is_open(table, house):
    made = house.battle({"american": "person", "german": "random"}, "war_storm/the-mill-bridge", seed=3)
    page = table.open(made["seats"]["american"], viewport={"width": 1440, "height": 900})
    for _ in range(30):
        assert wait(page)
        if page.locator(".ask-body .option:not(.chip)").count() >= 8:
            break
        before = now(page)
        page.locator(".ask-body .option:not(.quiet-option)").first.click()
        settle(page, before)
    assert page.locator(".ask-body .option:not(.chip)").count() >= 8
    page.wait_for_function(f"() => ({SEEN})() >= 6")
    page.evaluate(
        """() => {
          const guide = document.querySelector('.guide');
          guide.hidden = false;
          guide.innerHTML = `<div class="lesson"><h3>A lesson</h3>${'<p>It has much to say. </p>'.repeat(30)}</div>`;
        }"""
    )
    page.wait_for_function(f"() => ({SEEN})() >= 6")
    page.locator(".hint-button").click()
    page.wait_for_selector(".ask-body .advice .why")
    page.wait_for_function(f"() => ({SEEN})() >= 6")


def test_a_battle_in_a_corner_is_shown_large(table, house):
    made = house.battle({"american": "person", "german": "random"}, "war_storm/the-orchard-gate", seed=3)
    page = table.open(made["seats"]["american"], viewport={"width": 1440, "height": 900})
    assert wait(page)
    wide = "() => document.querySelector('.counter .c-body').getBoundingClientRect().width"
    inside = """() => {
      const rail = document.querySelector('.rail').getBoundingClientRect();
      const bar = document.querySelector('.topbar').getBoundingClientRect();
      return [...document.querySelectorAll('.counter .c-body')].every((body) => {
        const box = body.getBoundingClientRect();
        return box.left >= 0 && box.right <= rail.left && box.top >= bar.bottom && box.bottom <= innerHeight;
      });
    }"""
    page.wait_for_function(inside)
    large = page.evaluate(wide)
    page.keyboard.press("0")
    page.wait_for_function(f"(large) => ({wide})() < large / 1.2", arg=large)  # the whole map


def test_the_map_stays_where_it_is_as_long_as_all_is_in_sight(table, house):
    made = house.battle({"german": "person", "soviet": "random"}, seed=12)
    page = table.open(made["seats"]["german"], viewport={"width": 1440, "height": 900})
    assert wait(page)
    before = now(page)
    page.keyboard.press("d")  # as the scenario proposes
    settle(page, before)
    assert wait(page)
    lies = page.locator(".sheet").bounding_box()
    for _ in range(3):  # who goes first, who acts, and what he does
        before = now(page)
        page.locator(".ask-body .option").first.click()
        settle(page, before)
        assert wait(page)
        assert page.locator(".sheet").bounding_box() == lies


def test_a_few_options_say_in_full_what_they_bring_beside_a_lesson(table, house):
    made = house.battle({"blue": "person", "red": "person"}, "regimental/the-varne-bridgehead")
    page = table.open(made["seats"]["blue"], {"guide": True}, viewport={"width": 1440, "height": 900})
    page.wait_for_selector(".guide .lesson")
    brings = page.locator(".ask-body .brings")
    assert brings.count() == 4
    assert brings.evaluate_all("(all) => all.every((each) => each.scrollWidth <= each.clientWidth)")


def test_counters_say_from_afar_which_they_are(table, house):
    page = table.page()
    page.goto(house.address)
    found = page.evaluate(
        """async () => {
          const { counter } = await import('/board/counters.js');
          const { plate } = await import('/board/plate.js');
          const look = { colour: 'red', index: 0, symbols: 'silhouettes' };
          const far = (text) => {
            const sheet = document.createElement('div');
            sheet.innerHTML = `<svg>${text}</svg>`;
            return [...sheet.querySelectorAll('.far text')].map((each) => each.textContent);
          };
          const piece = { id: 'a', name: 'Tiger I #2', side: 'x', code: 'Tig' };
          return [
            far(counter({ ...piece, what: 'Tiger I', which: '#2' }, look)),
            far(counter(piece, look)),
            far(plate({ ...piece, code: '4' }, [], look)),
          ];
        }"""
    )
    assert found == [["Tiger I", "#2"], ["Tig"], ["4"]]


def test_what_tells_labels_apart_has_whole_brackets(table, house):
    page = table.page()
    page.goto(house.address)
    told = page.evaluate(
        """async () => {
          const { toldApart } = await import('/choosing/options.js');
          return [
            toldApart('Move to B1 with Evade (red)', ['Move to B1 with Grenade (blue)']),
            toldApart('Move to B1 (3 MP)', ['Move to B1 (4 MP)']),
            toldApart('Move to B1', ['Move to B1']),
          ];
        }"""
    )
    assert told == ["Evade (red)", "3 MP", ""]
