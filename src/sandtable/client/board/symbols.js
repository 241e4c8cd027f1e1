/**
 * What stands in the middle of a counter: side views of vehicles, guns and men, or NATO symbols.
 * Everything is drawn in a box of 100 by 50, the ground at 48, facing right; `.ink` is dark and `.cut` the counter's own colour.
 */

import { r1 } from "../dom.js";

/**
 * @typedef {object} Tank
 * @property {number} long length of the tracks
 * @property {[number, number][]} hull outline above the tracks, x from the rear
 * @property {[number, number][]} [turret]
 * @property {[number, number, number]} [gun] x, y, length
 * @property {number} [calibre]
 * @property {boolean} [brake] a muzzle brake
 * @property {[number, number]} [wheels] count, radius
 * @property {number} [top] of the tracks
 * @property {boolean} [cupola]
 */

/** @type {Record<string, Tank>} */
const TANKS = {
  tiger: {
    long: 82,
    top: 30,
    wheels: [8, 6.5],
    hull: [
      [3, 31],
      [5, 22],
      [70, 22],
      [74, 29],
      [80, 30],
      [80, 35],
      [3, 35],
    ],
    turret: [
      [20, 22],
      [22, 9],
      [28, 7],
      [52, 7],
      [58, 11],
      [60, 22],
    ],
    gun: [58, 15, 38],
    calibre: 3.6,
    brake: true,
    cupola: true,
  },
  panther: {
    long: 82,
    top: 31,
    wheels: [8, 6.3],
    hull: [
      [2, 32],
      [8, 21],
      [58, 21],
      [82, 33],
      [78, 36],
      [3, 36],
    ],
    turret: [
      [22, 21],
      [26, 10],
      [50, 10],
      [57, 21],
    ],
    gun: [54, 16, 42],
    calibre: 3,
    brake: true,
    cupola: true,
  },
  pzivg: {
    long: 76,
    top: 31,
    wheels: [8, 4.6],
    hull: [
      [3, 32],
      [5, 24],
      [52, 24],
      [54, 20],
      [66, 20],
      [67, 28],
      [76, 30],
      [75, 35],
      [3, 35],
    ],
    turret: [
      [24, 24],
      [26, 12],
      [46, 11],
      [54, 15],
      [56, 22],
      [52, 24],
    ],
    gun: [54, 17, 34],
    calibre: 2.8,
    brake: true,
    cupola: true,
  },
  pziiil: {
    long: 74,
    top: 31,
    wheels: [6, 5.6],
    hull: [
      [3, 32],
      [6, 25],
      [56, 24],
      [58, 21],
      [64, 21],
      [65, 28],
      [74, 31],
      [72, 35],
      [3, 35],
    ],
    turret: [
      [26, 24],
      [29, 13],
      [48, 13],
      [55, 18],
      [55, 24],
    ],
    gun: [54, 18, 28],
    calibre: 2.3,
    cupola: true,
  },
  "stug-iii-g": {
    long: 74,
    top: 31,
    wheels: [6, 5.6],
    hull: [
      [3, 32],
      [7, 26],
      [18, 24],
      [22, 15],
      [46, 15],
      [58, 22],
      [66, 28],
      [75, 31],
      [73, 35],
      [3, 35],
    ],
    gun: [54, 22, 36],
    calibre: 3,
    brake: true,
    cupola: false,
  },
  "t-34-76": {
    long: 78,
    top: 31,
    wheels: [5, 8],
    hull: [
      [0, 31],
      [9, 22],
      [60, 22],
      [80, 33],
      [76, 36],
      [3, 36],
    ],
    turret: [
      [30, 22],
      [34, 12],
      [52, 11],
      [60, 16],
      [62, 22],
    ],
    gun: [60, 17, 24],
    calibre: 2.8,
  },
  churchill: {
    long: 92,
    top: 22,
    wheels: [11, 3.8],
    hull: [
      [3, 30],
      [8, 22],
      [84, 22],
      [88, 30],
      [88, 36],
      [3, 36],
    ],
    turret: [
      [40, 22],
      [42, 10],
      [62, 10],
      [65, 22],
    ],
    gun: [64, 16, 22],
    calibre: 2.2,
  },
  "t-70a": {
    long: 62,
    top: 33,
    wheels: [5, 5],
    hull: [
      [2, 34],
      [6, 27],
      [46, 26],
      [62, 35],
      [60, 38],
      [3, 38],
    ],
    turret: [
      [20, 27],
      [24, 16],
      [40, 16],
      [46, 27],
    ],
    gun: [44, 20, 18],
    calibre: 2,
  },
  "m4-sherman": {
    long: 74,
    top: 32,
    wheels: [6, 4.8],
    hull: [
      [2, 33],
      [4, 20],
      [50, 18],
      [62, 22],
      [74, 32],
      [72, 37],
      [3, 37],
    ],
    turret: [
      [22, 19],
      [24, 9],
      [46, 7],
      [54, 12],
      [56, 19],
    ],
    gun: [54, 13, 24],
    calibre: 2.8,
    cupola: true,
  },
  "m3-lee": {
    long: 74,
    top: 32,
    wheels: [6, 4.8],
    hull: [
      [2, 33],
      [4, 22],
      [14, 15],
      [54, 15],
      [64, 24],
      [74, 32],
      [72, 37],
      [3, 37],
    ],
    turret: [
      [30, 15],
      [32, 6],
      [48, 6],
      [50, 15],
    ],
    gun: [58, 25, 26],
    calibre: 2.8,
    cupola: true,
  },
  "m13-40": {
    long: 70,
    top: 32,
    wheels: [8, 4],
    hull: [
      [2, 33],
      [5, 25],
      [44, 21],
      [58, 22],
      [60, 29],
      [70, 32],
      [68, 36],
      [3, 36],
    ],
    turret: [
      [26, 22],
      [29, 11],
      [46, 11],
      [50, 22],
    ],
    gun: [48, 16, 18],
    calibre: 2.2,
  },
  crusader: {
    long: 80,
    top: 33,
    wheels: [5, 7.4],
    hull: [
      [0, 33],
      [6, 27],
      [64, 26],
      [80, 34],
      [76, 37],
      [3, 37],
    ],
    turret: [
      [28, 26],
      [38, 13],
      [54, 13],
      [64, 20],
      [60, 26],
    ],
    gun: [60, 19, 22],
    calibre: 2.2,
  },
  generic: {
    long: 76,
    top: 31,
    wheels: [6, 5.6],
    hull: [
      [2, 32],
      [7, 23],
      [58, 23],
      [76, 33],
      [74, 36],
      [3, 36],
    ],
    turret: [
      [26, 23],
      [29, 11],
      [50, 11],
      [56, 23],
    ],
    gun: [54, 16, 28],
    calibre: 2.8,
  },
};

/** @param {[number, number][]} points */
const shape = (points) => `M${points.map(([x, y]) => `${r1(x)} ${r1(y)}`).join("L")}Z`;

/** @param {Tank} tank */
function drawTank(tank) {
  const { long, top = 31 } = tank;
  const reach = tank.gun ? Math.max(long, tank.gun[0] + tank.gun[2]) : long;
  const left = (100 - reach) / 2;
  const [count, radius] = tank.wheels ?? [6, 5.5];
  const round = (48 - top) / 2;
  let wheels = "";
  for (let i = 0; i < count; i++) {
    const x = round + ((long - 2 * round) * i) / (count - 1);
    wheels += `<circle class="cut" cx="${r1(x)}" cy="${r1(48 - Math.max(radius, 4) - 2.2)}" r="${r1(radius * 0.74)}"/><circle class="ink" cx="${r1(x)}" cy="${r1(48 - Math.max(radius, 4) - 2.2)}" r="${r1(radius * 0.34)}"/>`;
  }
  let gun = "";
  if (tank.gun) {
    const [x, y, length] = tank.gun;
    const bore = tank.calibre ?? 2.6;
    gun = `<rect class="ink" x="${x - 4}" y="${r1(y - bore / 2)}" width="${length + 4}" height="${bore}"/><rect class="ink" x="${x - 2}" y="${r1(y - bore)}" width="6" height="${bore * 2}" rx="1"/>`;
    if (tank.brake)
      gun += `<rect class="ink" x="${x + length - 5}" y="${r1(y - bore * 0.85)}" width="5" height="${r1(bore * 1.7)}" rx="1"/>`;
  }
  const turret = tank.turret ? `<path class="ink" stroke-linejoin="round" d="${shape(tank.turret)}"/>` : "";
  let cupola = "";
  if (tank.cupola && tank.turret) {
    const [x, y] = tank.turret[1];
    cupola = `<rect class="ink" x="${x + 3}" y="${y - 4}" width="10" height="5" rx="1.5"/>`;
  }
  return (
    `<g transform="translate(${r1(left)} 0)"><rect class="ink" x="0" y="${top}" width="${long}" height="${48 - top}" rx="${round}"/>` +
    `<path class="ink" d="${shape(tank.hull)}"/>${gun}${turret}${cupola}${wheels}` +
    `<path class="trace" d="M6 ${top + 0.5}H${long - 8}"/></g>`
  );
}

/** A man with a rifle, about 14 wide, feet at (x, 48). @param {number} x @param {number} [k] size */
function man(x, k = 1) {
  return (
    `<g transform="translate(${x} 48) scale(${k})"><path class="ink" d="M-5-34.500c0-4 2.6-6.5 6-6.500s6 2.5 6.4 6l1.6.6-.4 1.4-2.6-.2-1 4.2-2.5.8 4.5 3 5-1.5 7-5 1 1.5-6.5 6-6 3-4-1 .5 9 5 8-1 8.5 3 2.500h-6l-.5-10.5-6-7-4 8.5-6 7.5-4-1 5.5-8.5 2.5-9 .5-9 3.5-5.5 1-2Z"/>` +
    `<path class="line" d="M-9-14 14-30"/></g>`
  );
}

/** @type {Record<string, () => string>} */
const FIGURES = {
  infantry: () => man(32) + man(68) + man(50, 0.92),
  engineer: () => man(30) + man(56, 0.95) + `<path class="line" d="M76 48V20m-7-6h14v6q-7 7-14 0Z"/>`,
  officer: () => man(50, 1.05) + `<path class="ink" d="M44 4h14l3 4H41Z"/>`,
  soldier: () => man(50, 1.1),
  gun: () =>
    `<path class="line" style="stroke-width:4" d="M36 42 8 47"/><rect class="ink" x="46" y="25" width="46" height="3.4"/><rect class="ink" x="86" y="24" width="7" height="5.4"/><path class="ink" d="M30 26h22v7H30Z"/><path class="ink" d="M46 12h5l3 12v14h-6Z"/><circle class="ink" cx="42" cy="37" r="11"/><circle class="cut" cx="42" cy="37" r="7"/><path class="line" d="M42 30v14M35 37h14M37 32l10 10M47 32 37 42"/>`,
  howitzer: () =>
    `<path class="line" style="stroke-width:4" d="M40 40 6 47"/><path class="ink" d="m38 32 40-20 3 5-40 21Z"/><path class="ink" d="M30 28h18v9H30Z"/><path class="ink" d="M46 14h5l3 11v13h-7Z"/><circle class="ink" cx="42" cy="36" r="12"/><circle class="cut" cx="42" cy="36" r="8"/><path class="line" d="M42 28v16M34 36h16M36.500 30.500l11 11M47.500 30.500l-11 11"/>`,
  flak: () =>
    `<path class="ink" d="m44 30 34-27 3 4-34 28Z"/><path class="ink" d="M30 24h22v12H30Z"/><path class="ink" d="M30 36h26l4 6H26Z"/><path class="line" style="stroke-width:3" d="M43 42v4M14 47h60M30 42l-10 5M56 42l10 5"/><circle class="line" cx="34" cy="19" r="4"/>`,
  "rocket-launcher": () =>
    `<path class="line" style="stroke-width:4" d="M46 38 14 47"/>${[0, 6, 12].map((y) => `<path class="line" style="stroke-width:4.500" d="M30 ${24 + y} 78 ${6 + y}"/>`).join("")}${wheel(46)}`,
  "self-propelled-gun": () =>
    `<rect class="ink" x="8" y="31" width="76" height="17" rx="8.500"/><path class="ink" d="M10 32 14 22h12l2-10h26l6 10h16l10 10Z"/><path class="ink" d="m50 16 42-9 1 4-42 10Z"/>${[0, 1, 2, 3, 4, 5].map((i) => `<circle class="cut" cx="${17 + i * 11.600}" cy="40" r="4.200"/>`).join("")}<path class="trace" d="M14 31.500h64"/>`,
  mortar: () =>
    `<path class="line" style="stroke-width:6" d="M34 44 62 12"/><path class="line" d="M52 24 66 46M52 24l4 22"/><path class="ink" d="M26 44h18v4H26Z"/>` +
    man(82, 0.8),
  truck: () =>
    `<path class="ink" d="M6 14q26-8 52 0v22H6Z"/><path class="trace" d="M20 12v23M34 10.500v24M47 11.500v23"/><path class="ink" d="M60 18h16l6 10 12 2 2 8H60Z"/><path class="cut" d="M64 21h9l4 7H64Z"/><path class="ink" d="M4 36h92v4H4Z"/>${wheel(20)}${wheel(34)}${wheel(82)}`,
  halftrack: () =>
    `<path class="ink" d="M4 22 8 16h46l6 6 26 4 8 6v8H6Z"/><rect class="ink" x="6" y="34" width="50" height="14" rx="7"/><circle class="cut" cx="14" cy="41" r="4"/><circle class="cut" cx="25" cy="41" r="4"/><circle class="cut" cx="37" cy="41" r="4"/><circle class="cut" cx="48" cy="41" r="4"/>${wheel(82)}<path class="line" d="M50 14l12-3"/>`,
  car: () =>
    `<path class="ink" d="M6 30 18 20h20l4-8h16l5 8h20l13 10-4 8H12Z"/><rect class="ink" x="56" y="13" width="24" height="2.6"/>${wheel(22)}${wheel(78)}`,
  motorcycle: () =>
    `${wheel(24)}${wheel(72)}<path class="line" d="M24 38 40 26h20l12 12M40 26l12 12h-28M66 20l-6 6"/>` +
    man(46, 0.72),
  horse: () =>
    `<path class="ink" d="M20 24h40l12-14 8 4-4 6-8 4-4 12-2 12h-4l-2-12H34l-4 12h-4l-2-14-6 8Z"/>` + man(44, 0.5),
  mg: () =>
    `<rect class="ink" x="24" y="22" width="36" height="7" rx="2"/><rect class="ink" x="58" y="24" width="34" height="3"/><path class="line" d="M48 30 34 47M50 30l14 17M24 25l-10 6"/>`,
  rocket: () =>
    `<rect class="ink" x="8" y="22" width="74" height="6" rx="3"/><path class="ink" d="M80 18l12 7-12 7Z"/><path class="line" d="M36 30v12M52 30v8"/>`,
  flame: () =>
    `<path class="ink" d="M48 4c4 12 16 14 16 28 0 10-8 16-16 16s-16-6-16-16c0-6 4-8 5-13 3 3 5 5 6 8 3-6 5-14 5-23Z"/>`,
  plane: () =>
    `<path class="ink" d="M50 0c3 0 4 6 4 14l40 8v7l-40-3-1 14 13 6v4l-16-2-16 2v-4l13-6-1-14-40 3v-7l40-8c0-8 1-14 4-14Z"/>`,
  "plane-twin": () =>
    `<path class="ink" d="M50 2c3 0 5 4 5 11l41 4v7l-24 1-1 15h6v5H23v-5h6l-1-15-24-1v-7l41-4c0-7 2-11 5-11Z"/>`,
  leader: () =>
    `<path class="ink" d="M50 6l5.5 12.5 13.5 1.3-10.2 9 3 13.300L50 35.2 38.2 42.100l3-13.3-10.2-9 13.5-1.300Z"/>`,
};

/** @param {number} x */
function wheel(x) {
  return `<circle class="ink" cx="${x}" cy="40" r="8.5"/><circle class="cut" cx="${x}" cy="40" r="4.2"/>`;
}

/** Pictures that others stand in for when seen from the side. @type {Record<string, string>} */
const ALIKE = {
  "heavy-tank": "tiger",
  "medium-tank": "generic",
  "light-tank": "t-70a",
  "m3-stuart": "t-70a",
  jeep: "car",
  observer: "officer",
};

/** What is wider than high, and may be drawn larger. */
const WIDE = new Set([...Object.keys(TANKS), ...["self-propelled-gun", "halftrack", "truck", "plane", "plane-twin"]]);

/** @param {string} art */
export function isWide(art) {
  return WIDE.has(ALIKE[art] ?? art);
}

/**
 * The side view for a picture (docs/views.md): riflemen for a word that is not known.
 * @param {string} art
 * @returns {string} SVG text in a box of 100 by 50
 */
export function silhouette(art) {
  const key = Object.hasOwn(ALIKE, art) ? ALIKE[art] : art;
  if (Object.hasOwn(TANKS, key)) return drawTank(TANKS[key]);
  return (Object.hasOwn(FIGURES, key) ? FIGURES[key] : FIGURES.infantry)();
}

const CROSSED = '<path class="line" d="M15 4 85 46M85 4 15 46"/>';
const TRACKS = '<ellipse class="line" cx="50" cy="25" rx="25" ry="13"/>';
const WHEELS = '<circle class="line" cx="36" cy="50" r="3.4"/><circle class="line" cx="64" cy="50" r="3.4"/>';

/** What is inside the frame of a symbol. @type {Record<string, string>} */
const NATO = {
  infantry: CROSSED,
  mechanised: CROSSED + TRACKS,
  motorised: CROSSED + WHEELS,
  armour: TRACKS,
  reconnaissance: `<path class="line" d="M15 46 85 4"/>${TRACKS}`,
  cavalry: '<path class="line" d="M15 46 85 4"/>',
  artillery: '<circle class="ink" cx="50" cy="25" r="7"/>',
  "mechanised artillery": `<circle class="ink" cx="50" cy="25" r="6"/>${TRACKS}`,
  mortar: '<circle class="line" cx="50" cy="36" r="5"/><path class="line" d="M50 31V10m-7 8 7-9 7 9"/>',
  "anti-tank": '<path class="line" d="M15 46 50 6l35 40"/>',
  "tank destroyer": `<path class="line" d="M15 46 50 6l35 40"/>${TRACKS}`,
  "anti-aircraft": '<path class="line" d="M15 46q35-44 70 0"/>',
  "machine gun": `${CROSSED}<path class="line" d="M50 42V9m-7 8 7-9 7 9"/>`,
  engineer: '<path class="line" d="M30 36V16h40v20M50 16v16"/>',
  transport: `<path class="line" d="M15 36h70"/>${WHEELS}`,
  headquarters: '<path class="line" d="M15 17h70M15 46v8"/>',
  aircraft: '<path class="ink" d="M50 25q-12-11-21-6t0 12q9 5 21-6 12-11 21-6t0 12q-9 5-21-6Z"/>',
};

/** The symbol of a piece: an empty frame for a word that is not known. @param {string} symbol @param {boolean} hq */
export function nato(symbol, hq) {
  const staff = hq && symbol !== "headquarters" ? '<path class="line" d="M15 46v8"/>' : "";
  return `<rect class="frame" x="15" y="4" width="70" height="42"/>${Object.hasOwn(NATO, symbol) ? NATO[symbol] : ""}${staff}`;
}

/** The marks of sides, in a box of 20 around (0, 0). @type {Record<string, string>} */
const EMBLEMS = {
  cross:
    '<path class="em-a" d="M-3-9h6v6h6v6H3v6h-6V3h-6v-6h6Z"/><path class="em-b" d="M-1.5-9h3v7.500H9v3H1.500V9h-3V1.500H-9v-3h7.500Z"/>',
  star: '<path class="em-a" d="M0-9.5 2.7-3 9.5-2.5 4.3 2 6 9 0 5.3-6 9-4.3 2-9.5-2.5-2.7-3Z"/>',
  roundel: '<circle class="em-a" r="9"/><circle class="em-b" r="6"/><circle class="em-a" r="3"/>',
  sun: '<circle class="em-a" r="8"/><circle class="em-b" r="4"/>',
  diamond: '<path class="em-a" d="M0-9 9 0 0 9-9 0Z"/>',
  disc: '<circle class="em-a" r="8"/>',
};

/** The mark of a side; a disc or a diamond where it has none of its own. @param {{emblem?: string, index: number}} look */
export function emblem({ emblem: mark = "", index }) {
  return EMBLEMS[Object.hasOwn(EMBLEMS, mark) ? mark : index ? "diamond" : "disc"];
}
