// A bot over the network: accepts every challenge and plays its battles.
// node network.js http://127.0.0.1:8000 TOKEN      (docs/bots.md says how a bot gets its token)
"use strict";

const [address, token] = process.argv.slice(2);
const SHOTS = new Set(["fire", "fire and move", "attack", "assault", "volley", "strike"]);

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const wanted = body ? { method: "POST", body: JSON.stringify(body), headers } : { headers };
  const answer = await fetch(`${address}/api/${path}`, wanted);
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function* lines(path) {
  let rest = "";
  for await (const part of (await ask(path)).body.pipeThrough(new TextDecoderStream())) {
    const found = (rest + part).split("\n");
    rest = found.pop();
    for (const line of found) if (line) yield JSON.parse(line);
  }
}

async function play(seat) {
  for await (const { type, id, options } of lines(`seat/${seat}/questions`)) {
    if (type !== "question") continue;
    const shots = options.filter((option) => SHOTS.has(option.choice.do));
    const list = shots.length ? shots : options;
    await ask(`seat/${seat}/answers`, { id, option: list[Math.floor(Math.random() * list.length)].index });
  }
}

(async () => {
  for await (const news of lines("bots/stream")) {
    if (news.type === "challenge") await ask(`people/tables/${news.table.id}/accept`, {});
    if (news.type === "battle") play(news.token);
  }
})();
