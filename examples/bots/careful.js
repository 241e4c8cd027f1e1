// A computer player in JavaScript: it shoots when it can, else it does something at random.
// On this machine: sandtable play first-light --bot "exec:node examples/bots/careful.js" --seat soviet=careful
"use strict";

const SHOTS = new Set(["fire", "fire and move", "attack", "assault", "volley", "strike"]);
let state = 1;

function pick(list) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // the same seed plays the same
  return list[Math.floor((state / 2 ** 32) * list.length)];
}

function answer(message) {
  if (message.type === "hello") {
    state = message.seed % 2 ** 31 || 1;
    return { show: "question" };
  }
  const shots = message.options.filter((option) => SHOTS.has(option.choice.do));
  return { id: message.id, option: pick(shots.length ? shots : message.options).index };
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => console.log(JSON.stringify(answer(JSON.parse(line)))));
