/** What a newcomer is told in a battle of Of War and Men, each thing when it first happens. Words only, no rule. */

/** In the order of a Boot Camp: move, dig in, shoot, rally; what comes up earlier is ticked earlier. @type {import("../guide.js").Task[]} */
export const TASKS = [
  {
    id: "division",
    text: "Choose a division and its squad",
    how: "Pick a division, then take its ready squad. You can choose soldier by soldier in a later battle.",
    event: /^squad$/,
    whose: "mine",
  },
  {
    id: "start",
    text: "Put your Fireteams on the map",
    how: "Click a shaded card for each Fireteam: the start card or one that touches it.",
    event: /^placed$/,
    whose: "mine",
  },
  {
    id: "move",
    text: "Maneuver to another card",
    how: "Play a Maneuver order and point at a neighbouring card. Now the Fireteam is on the move: easy to hit, bad at shooting.",
    does: /^maneuver$/,
    event: /^on the move$/,
    whose: "mine",
  },
  {
    id: "arrive",
    text: "Complete the move",
    how: "A second Maneuver order brings it in at once. Without one it arrives by itself when its next turn comes.",
    event: /^moved$/,
    whose: "mine",
  },
  {
    id: "dig",
    text: "Entrench",
    how: "An Entrench order digs the Fireteam in: one better when it shoots, one harder to hit.",
    does: /^entrench$/,
    event: /^entrenched$/,
    whose: "mine",
  },
  {
    id: "attack",
    text: "Attack an enemy Fireteam",
    how: "Play an Attack order at a Fireteam in sight. A flipped card tells how many of your men may fire.",
    does: /^attack$/,
    event: /^attack$/,
    whose: "mine",
  },
  {
    id: "shot",
    text: "Let a soldier fire",
    how: "Choose who fires; the chances are shown before a card is turned. Then watch the Firing Sequence, flip by flip.",
    kind: "fire",
  },
  {
    id: "redraw",
    text: "Change cards you cannot use",
    how: "Discard one to three cards and draw as many: it costs an action and no particular card.",
    does: /^redraw$/,
    event: /^discards$/,
    whose: "mine",
  },
  {
    id: "rally",
    text: "Rally a suppressed soldier",
    how: "Whoever ducks cannot move and keeps his Fireteam where it is. A Rally order brings men back on their feet.",
    does: /^rally$/,
    event: /^rallied$/,
    whose: "mine",
  },
  {
    id: "terrain",
    text: "Let the map grow",
    how: "Lay a Terrain card from your hand onto an open position next to other cards, in sight of the Fireteam.",
    does: /^terrain$/,
    event: /^terrain$/,
    whose: "mine",
  },
  {
    id: "round",
    text: "See a new round begin",
    how: "When all Fireteams have acted, a card is lost in the fog of war, weapons are cleared, and hands are filled to seven.",
    event: /^round$/,
  },
];

/** @type {import("../guide.js").Lesson[]} */
export const LESSONS = [
  {
    id: "division",
    kind: "division",
    title: "Whom do you lead?",
    look: ".ask",
    text: [
      "Every soldier here has a name, a weapon and nerves of his own. They come from one division; the Mission says how many points of soldiers you may take.",
      "For a first battle take any division and its ready squad.",
    ],
  },
  {
    id: "start",
    kind: "start",
    title: "Where it begins",
    look: ".board-host",
    text: [
      "Each card of the map is a hundred yards of ground, and a Fireteam stands on one of them. Empty positions count as open fields until somebody lays a card there.",
      "Click a shaded position. The cross-hair on a card is where sight is measured from.",
    ],
  },
  {
    id: "action",
    kind: "action",
    title: "Two actions with seven cards",
    look: ".ask",
    text: [
      "Your Fireteam has its turn: up to two actions. The orders are on the cards of your hand: Attack, Maneuver, Entrench, Rally, or a piece of Terrain to lay. Cards you cannot use still pay for other things: changing cards, hiding, manning a gun.",
      "The seven cards are for all your Fireteams in the round, so look who comes next on the Initiative track.",
    ],
  },
  {
    id: "deck",
    event: "flip",
    title: "The deck is dice and clock",
    look: ".tracks",
    text: [
      "There are no dice. For every number a card is turned and one of its three is read: red 1 to 4, green 1 to 6, blue 1 to 8. Each throw of the three is on one card of 192.",
      "Every card turned is time gone. When the last deck is used up the battle is over.",
    ],
  },
  {
    id: "moving",
    event: "on the move",
    whose: "mine",
    title: "On the move",
    text: [
      "The Fireteam has set out but is still where it was. Until it arrives it is easier to hit, and its men flip two cards for Discipline when they shoot.",
      "If somebody in it is suppressed meanwhile, it stays where it is.",
    ],
  },
  {
    id: "fire",
    kind: "fire",
    title: "Who fires?",
    look: ".ask",
    text: [
      "As many soldiers as the number says may fire, each once, one after another. Point at one to see the cards he will flip and every chance.",
      "Add the weapon’s numbers for the range, take away his Discipline, add the ground he shoots from, take away the ground he shoots into.",
    ],
  },
  {
    id: "shot",
    event: "shot",
    title: "The total stands",
    look: ".story-scroll",
    text: [
      "The line lists every number with what it stands for. A total that reaches Vitality kills. One that only reaches Resolve makes the man duck, or wounds him if a wound showed on a card.",
    ],
  },
  {
    id: "suppressed",
    event: "suppressed",
    title: "Suppressed",
    text: [
      "He takes cover: he cannot move, and neither can his Fireteam. He shoots badly, and nobody can shoot at him again in this round. If his Resolve is reached once more in a later round he runs.",
    ],
  },
  {
    id: "wounded",
    event: "wounded",
    title: "Wounded",
    text: ["He can still move with the others, but he fires no more until somebody heals him."],
  },
  {
    id: "jammed",
    event: "jammed",
    title: "Jammed",
    text: [
      "A jam showed on a card: the burst ends there, and the weapon is silent. At the start of the next round he may try to clear it.",
    ],
  },
  {
    id: "unjam",
    kind: "unjam",
    title: "Clearing a weapon",
    text: ["One card of his Discipline colour: 1 or 2 clears the weapon. Every try is a card of time."],
  },
  {
    id: "killed",
    event: "killed",
    title: "A man is lost",
    text: ["The line closes up. Every soldier still standing at the end counts his points, so keep them alive."],
  },
  {
    id: "assault",
    event: "assault",
    title: "Hand to hand",
    text: [
      "Two enemy Fireteams met on one card. Both draw up a line in secret, then man fights man: a Discipline flip of 1 or 2 succeeds, and who fails against a success is dead.",
      "Whoever has the advantage (dug in and waiting, from the flank, out of hiding, with a short weapon) flips first.",
    ],
  },
  {
    id: "line",
    kind: "line",
    title: "Draw up your line",
    look: ".ask",
    text: ["The first of your line meets the first of theirs. “As they stand” is quick; your best men at the front is better."],
  },
  {
    id: "window",
    kind: "window",
    title: "Command Decisions",
    look: ".ask",
    text: [
      "The lower half of an order card is a decision that costs no action: a grenade, smoke, a double time, a last stand. Use a card for its order or for its decision, never for both.",
      "You are asked at every moment at which you may interrupt. “Pass, and ask me nothing more” keeps you quiet until the turn is over; in your own turn you can set what you want to be asked.",
    ],
  },
  {
    id: "stealth",
    event: "stealth",
    title: "Out of sight",
    text: [
      "A Fireteam in stealth cannot be attacked until somebody recognises it, and its first shots are better. Shooting gives it away.",
    ],
  },
  {
    id: "fog",
    event: "fog of war",
    title: "Fog of war",
    text: ["One card in every round leaves the game face down, so that nobody can count what is left."],
  },
];
