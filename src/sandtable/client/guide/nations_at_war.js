/** What a newcomer is told in a battle of Nations at War, each thing when it first happens. Words only, no rule. */

/** In the order in which a first battle should show them; what comes up earlier is ticked earlier. @type {import("../guide.js").Task[]} */
export const TASKS = [
  {
    id: "setup",
    text: "Set up your platoons",
    how: "Click a shaded hex for each platoon, or let the scenario place them with the button in the orders.",
    event: ["placed"],
    whose: "mine",
  },
  {
    id: "impulse",
    text: "Begin an impulse",
    how: "An impulse is the turn of one formation: each of its units acts once. Answer the question on the right.",
    event: ["activated"],
    whose: "mine",
  },
  {
    id: "fire",
    text: "Fire at an enemy in sight",
    how: "Choose a tank, then click an enemy with a red ring. You see the exact chances before anything happens.",
    does: ["fire"],
    event: ["fired", "bombarded", "struck"],
    whose: "mine",
  },
  {
    id: "move",
    text: "Move a unit",
    how: "Choose a unit and point at a shaded hex: you see the path, its cost, and who could fire at you along it. Click to go.",
    does: ["move"],
    event: ["moved"],
    whose: "mine",
  },
  {
    id: "overwatch",
    text: "Let a unit hold and watch",
    how: "A unit on Overwatch waits and fires at an enemy that moves in its sight. Choose a unit that has not acted, then Overwatch.",
    does: ["overwatch"],
    event: ["overwatch"],
    whose: "mine",
  },
  {
    id: "finish",
    text: "Finish the impulse",
    how: "When every unit that should act has acted, finish. Then the cup decides who is next.",
    does: ["finish", "done", "pass"],
    patient: true,
    event: ["impulse finished"],
    whose: "mine",
  },
  {
    id: "enemy",
    text: "Watch an impulse of the enemy",
    how: "It is the enemy’s turn. Every line of the story tells what the enemy did, with dice and rules.",
    event: ["activated"],
    whose: "theirs",
  },
  {
    id: "react",
    text: "Interrupt a move: opportunity fire",
    how: "An enemy is moving in your sight. Fire if you like the odds. If not, hold, and the unit can act later.",
    kind: "opportunity fire",
  },
  {
    id: "assault",
    text: "Storm a hex: assault",
    how: "Your men in the next hex, or a tank in the middle of its move, can storm. It works best against a disrupted enemy.",
    does: ["assault", "overrun"],
    event: ["assault won", "assault lost"],
    whose: "mine",
  },
  {
    id: "rally",
    text: "See a shaken unit rally",
    how: "A disrupted unit cannot fire. When its formation is drawn it rolls against its Morale, and may recover.",
    event: ["rallied"],
  },
  {
    id: "end",
    text: "See a turn end",
    how: "When the last End Turn marker is drawn, the marks come off and a new turn begins.",
    event: ["marker removal"],
  },
];

/** @type {import("../guide.js").Lesson[]} */
export const LESSONS = [
  {
    id: "setup",
    kind: "setup",
    title: "Before the battle: your set-up",
    look: ".ask",
    text: [
      "Each counter is a platoon: a handful of tanks or a few squads. The one at the top of the orders is waiting to be placed. Click a shaded hex to put it there.",
      "Woods, towns and rough ground hide and protect your units; from hills they see far. Not sure? “Set up the rest as the scenario suggests” does it for you.",
    ],
  },
  {
    id: "counter",
    kind: "setup",
    after: ["setup"],
    title: "How to read a counter",
    look: ".inspector",
    text: [
      "Point at any counter, or tap it: the card shows every number with its rule. Top left is its fire against armour, and below that its fire against men: the dice, the range in hexes, and the number each die must reach. Top right is armour, bottom left close assault, bottom right movement points.",
      "A white band means that the unit has lost its first step. A second loss destroys it.",
    ],
  },
  {
    id: "first",
    kind: "go first",
    title: "Who acts? The cup decides",
    look: ".tracks",
    text: [
      "Every formation has a marker in a cup. The markers are drawn one after another, and the formation that is drawn has an impulse: all its units may act. Nobody knows the order in advance.",
      "Your heavy tanks may act before the first draw. Say yes: it is a gift.",
    ],
  },
  {
    id: "operation",
    kind: "operation",
    title: "Your impulse: choose a unit",
    look: ".ask",
    text: [
      "Your formation is active. Click a counter with a ring: that unit acts, then the next one you choose, until you finish the impulse. Each unit acts once and is then marked with a check.",
      "An HQ goes along with a unit. Units far away from their HQ may be out of command and sit this one out, so keep them together.",
    ],
  },
  {
    id: "action",
    kind: "action",
    after: ["operation"],
    title: "What this unit can do",
    look: ".board-host",
    text: [
      "Shaded hexes are within reach; the number is what the path costs in movement points. Point at one to see the path and who could fire at you along it. Click it to go.",
      "Red rings are targets. A unit fires or moves; “fire and move” does both at a price. If you picked the wrong one, take it back with Undo: that works until a die has fallen.",
    ],
  },
  {
    id: "overwatch",
    does: "overwatch",
    after: ["action"],
    title: "Overwatch",
    text: [
      "A unit that neither moves nor fires can go on Overwatch and wait for the enemy: it then fires at an enemy that moves or shoots in its sight, and cover does not hide that enemy.",
    ],
  },
  {
    id: "fire",
    does: "fire",
    after: ["action"],
    title: "Before you fire",
    text: [
      "Click a target to see the exact chances before you commit. The dice of the attack score hits, the defender may save some of them, and every modifier is listed with its rule.",
      "One hit that is not saved disrupts; a hit on a disrupted unit, or a second hit, costs a step.",
    ],
  },
  {
    id: "enemy",
    event: "activated",
    whose: "theirs",
    title: "The enemy’s impulse",
    look: ".story-scroll",
    text: [
      "Now a formation of the enemy acts. Watch the map, or read the story: every line gives the dice, the modifiers and the rule. Click a line to look at that moment again.",
    ],
  },
  {
    id: "react",
    kind: "opportunity fire",
    title: "An enemy moves in your sight",
    look: ".ask",
    text: [
      "An enemy has entered a hex that one of your units sees. You may interrupt the move and fire. That unit will then have acted for this turn, so weigh the odds shown.",
      "If you never want to be asked about this, tick “Never ask” below. You can change it back in the settings.",
    ],
  },
  {
    id: "shot",
    event: "fired",
    title: "A shot was fired",
    look: ".story-scroll",
    text: [
      "In the story, a green die reached the number shown after the dice, and each green die is a hit. The next line shows the target’s saves; again the green dice count.",
    ],
  },
  {
    id: "disrupted",
    event: "disrupted",
    title: "Disrupted",
    text: [
      "The red sign with an exclamation mark means that this unit is shaken. It cannot fire and must not come closer to the enemy. When its formation is activated, it may rally by rolling against its Morale.",
    ],
  },
  {
    id: "reduced",
    event: "reduced",
    title: "A step lost",
    text: [
      "The band of the counter is white now: half the platoon is gone and its numbers are worse. Another loss destroys it, and a destroyed tank leaves a wreck that men can hide behind.",
    ],
  },
  {
    id: "command",
    event: "command check",
    title: "Out of touch",
    text: [
      "Some units were too far from their HQ and had to roll against their Morale. A unit that fails is out of command (the orange sign) and does nothing in this impulse, though it still fires when an enemy moves in its sight.",
    ],
  },
  {
    id: "rally",
    event: "rallied",
    title: "Rallied",
    text: [
      "At the start of its impulse a formation pulls itself together: this unit has thrown off its disruption and may act again.",
    ],
  },
  {
    id: "end turn",
    event: "drawn",
    about: "end-turn",
    title: "End Turn is drawn",
    look: ".tracks",
    text: [
      "The cup also holds End Turn markers. When the last of them is drawn the turn ends at once, and formations still in the cup have had no impulse. So do what matters most first.",
    ],
  },
  {
    id: "removal",
    event: "marker removal",
    title: "The turn is over",
    text: [
      "All check marks come off, smoke thins out, and all markers go back into the cup. New formations may enter, as the turn track at the top shows.",
    ],
  },
  {
    id: "assault",
    does: "assault",
    title: "Close assault",
    text: [
      "A unit next to the enemy may storm that hex. Both sides roll, the hits count at the same time, and the loser leaves. Shoot first: a disrupted defender hits back only on sixes.",
    ],
  },
  {
    id: "overrun",
    does: "overrun",
    title: "Overrun",
    text: [
      "In the middle of a move, tanks may roll over men in the open with three times their assault dice. If they are not hurt, they drive on.",
    ],
  },
  {
    id: "mission",
    kind: "fire mission",
    title: "Guns behind the lines",
    text: [
      "This formation may call in artillery: you name a hex, and the dice decide how far from it the shells fall. An HQ or a plane that sees the hex makes the fire more accurate.",
    ],
  },
  {
    id: "plane",
    kind: "recon plane",
    title: "A pair of eyes in the air",
    text: ["Put the plane where it sees most: guns may fire at what it sees."],
  },
  {
    id: "fate",
    kind: "fate",
    title: "Fate Points",
    text: [
      "A few times in a battle you may bend your luck: move a unit one hex, let one that has acted act again, or change a die. Spent points do not come back, so keep them for the decisive moment.",
    ],
  },
  {
    id: "chaos",
    event: "chaos",
    title: "Chaos",
    text: [
      "Chaos was drawn: a roll on a table decides what unplanned event happens, for better or worse. The story says what it is.",
    ],
  },
];
