/** What a newcomer is told in a battle of Nations at War, each thing when it first happens. Words only, no rule. */

/** In the order in which a first battle should show them; what comes up earlier is ticked earlier. @type {import("../guide.js").Task[]} */
export const TASKS = [
  {
    id: "setup",
    text: "Set up your platoons",
    how: "Click a shaded hex for each of them, or let the scenario do it with the button in the orders.",
    event: /^placed$/,
    whose: "mine",
  },
  {
    id: "impulse",
    text: "Begin an impulse",
    how: "An impulse is the turn of one formation: each of its units acts once. Answer the question on the right.",
    event: /^activated$/,
    whose: "mine",
  },
  {
    id: "fire",
    text: "Fire at an enemy in sight",
    how: "Choose a tank, then click an enemy with a red ring. You see the exact chances before anything happens.",
    does: /^fire$/,
    event: /^(fired|bombarded|struck)$/,
    whose: "mine",
  },
  {
    id: "move",
    text: "Move a unit",
    how: "Choose a unit and point at a shaded hex: you see the way, its cost, and who could fire at you on it. Click to go.",
    does: /^move$/,
    event: /^moved$/,
    whose: "mine",
  },
  {
    id: "overwatch",
    text: "Let a unit hold and watch",
    how: "A unit on Overwatch waits and fires at whoever moves in its sight. Choose one that has not acted, then Overwatch.",
    does: /^overwatch$/,
    event: /^overwatch$/,
    whose: "mine",
  },
  {
    id: "finish",
    text: "Finish the impulse",
    how: "When all have acted who should, finish. Then the cup decides who is next.",
    does: /^(finish|done|pass)$/,
    patient: true,
    event: /^impulse finished$/,
    whose: "mine",
  },
  {
    id: "enemy",
    text: "Watch an impulse of the enemy",
    how: "It is the enemy’s turn. Every line of the story tells what he did, with dice and rules.",
    event: /^activated$/,
    whose: "theirs",
  },
  {
    id: "react",
    text: "Interrupt a move: opportunity fire",
    how: "An enemy moves in your sight. Fire if the odds please you; if not, hold, and the unit can act later.",
    kind: "opportunity fire",
  },
  {
    id: "assault",
    text: "Storm a hex: assault",
    how: "From the next hex your men, or a tank in the midst of its move, can storm. Best against somebody shaken.",
    does: /^(assault|overrun)/,
    event: /^(assault|assaulted|overrun|overran)/,
    whose: "mine",
  },
  {
    id: "rally",
    text: "See a shaken unit rally",
    how: "A disrupted unit cannot fire. When its formation is drawn it rolls against its Morale, and may recover.",
    event: /^rall/,
  },
  {
    id: "end",
    text: "See a turn end",
    how: "When the last End Turn marker is drawn, marks come off and everything begins anew.",
    event: /^marker removal$/,
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
      "Each counter is a platoon: a handful of tanks or a few squads. The one at the top of the orders waits for its place. Click a shaded hex to put it there.",
      "Woods, towns and rough ground hide and protect; hills see far. Not sure? “Set up the rest as the scenario suggests” does it for you.",
    ],
  },
  {
    id: "counter",
    kind: "setup",
    after: ["setup"],
    title: "How to read a counter",
    look: ".inspector",
    text: [
      "Point at any counter, or tap it: the card shows every number with its rule. Top left is the gun against armour, left the one against men: dice, range in hexes, and what each die must reach. Top right is armour, bottom left close assault, bottom right movement points.",
      "A white band means that it has lost its first step. A second loss destroys it.",
    ],
  },
  {
    id: "first",
    kind: "go first",
    title: "Who acts? The cup decides",
    look: ".tracks",
    text: [
      "Every formation has a marker in a cup. They are drawn one after another, and whoever is drawn has an impulse: all its units may act. Nobody knows the order.",
      "Your heavy tanks may act before the first draw. Say yes: it is a gift.",
    ],
  },
  {
    id: "operation",
    kind: "operation",
    title: "Your impulse: choose a unit",
    look: ".ask",
    text: [
      "Your formation is active. Click one of the ringed counters: it will act, then the next, until you finish the impulse. Each unit acts once and is then marked with a check.",
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
      "Shaded hexes are within reach; the number is what the way costs in movement points. Point at one to see the way and who could fire at you on it. Click it to go.",
      "Red rings are targets. A unit fires or moves; “fire and move” does both at a price. If you picked the wrong one, take it back with Undo: that works until a die has fallen.",
    ],
  },
  {
    id: "overwatch",
    does: "overwatch",
    after: ["action"],
    title: "Overwatch",
    text: [
      "A unit that neither moves nor fires can go on Overwatch and wait for the enemy: it then fires at whoever moves or shoots in its sight, and cover does not hide him from it.",
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
      "Now a formation of the enemy acts. Watch the map, or read the story: every line tells the dice, the modifiers and the rule. Click a line to look at that moment again.",
    ],
  },
  {
    id: "react",
    kind: "opportunity fire",
    title: "He moves in your sight",
    look: ".ask",
    text: [
      "An enemy has entered a hex that one of your units sees. You may interrupt him and fire. That unit will then have acted for this turn, so weigh the odds shown.",
      "If you never want to be asked in such a case, tick “Never ask” below. The settings change that back.",
    ],
  },
  {
    id: "shot",
    event: "fired",
    title: "A shot was fired",
    look: ".story-scroll",
    text: [
      "In the story, green dice reached the number behind them. Each was a hit. The next line shows the saves of the target, again with green for those that counted.",
    ],
  },
  {
    id: "disrupted",
    event: "disrupted",
    title: "Disrupted",
    text: [
      "The red sign with an exclamation mark: this unit is shaken. It cannot fire and must not come closer to the enemy. When its formation is activated it may rally, by a roll against its Morale.",
    ],
  },
  {
    id: "reduced",
    event: "reduced",
    title: "A step lost",
    text: [
      "The band of the counter is white now: half the platoon is gone and its numbers are worse. Another loss destroys it, and a tank leaves a wreck behind which men can hide.",
    ],
  },
  {
    id: "command",
    event: "command check",
    title: "Out of touch",
    text: [
      "Some units were too far from their HQ and had to roll against their Morale. Whoever fails is out of command (the orange sign) and does nothing in this impulse, though it still shoots back when somebody comes.",
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
    says: /End Turn/,
    title: "End Turn is drawn",
    look: ".tracks",
    text: [
      "The cup also holds End Turn markers. When the last of them is drawn the turn ends at once, and formations still in the cup have had no impulse. So do first what matters most.",
    ],
  },
  {
    id: "removal",
    event: "marker removal",
    title: "The turn is over",
    text: [
      "All check marks come off, smoke thins out, and all markers go back into the cup. New formations may enter, as the track of turns at the top shows.",
    ],
  },
  {
    id: "assault",
    does: "assault",
    title: "Close assault",
    text: [
      "Next to the enemy you may storm his hex. Both sides roll, the hits fall together, and the loser leaves. Shoot first: a disrupted defender strikes back only with sixes.",
    ],
  },
  {
    id: "overrun",
    does: "overrun",
    title: "Overrun",
    text: [
      "Tanks may roll over men in the open, in the midst of a move, with three times their assault dice. Unhurt, they drive on.",
    ],
  },
  {
    id: "mission",
    kind: "fire mission",
    title: "Guns behind the lines",
    text: [
      "This formation may call artillery: you name a hex, the dice tell how far the shells fall from it. An HQ or a plane that sees the place makes it surer.",
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
      "A few times in a battle you may bend your luck: move a unit a hex, free one that has acted, or change a die. They do not come back, so keep them for the moment that decides.",
    ],
  },
  {
    id: "chaos",
    event: "chaos",
    title: "Chaos",
    text: [
      "Chaos was drawn: something nobody planned happens, for better or worse, by a roll on a table. The story says what.",
    ],
  },
];
