/** Where hexes lie on the drawing: flat-topped in columns or pointed in rows, radius 100. */

/** @typedef {import("../types.js").HexBoard} HexBoard */
/** @typedef {import("../types.js").Hex} Hex */
/** @typedef {import("../types.js").Point} Point */

export const RADIUS = 100;
export const APOTHEM = (RADIUS * Math.sqrt(3)) / 2;
const EDGE = 34; // of the sheet, beyond the hexes

export class HexLayout {
  /** @param {HexBoard} board */
  constructor(board) {
    this.board = board;
    this.flat = board.layout !== "pointed";
    /** @type {Map<string, Hex>} */
    this.hexes = new Map(board.hexes.map((hex) => [hex.name, hex]));
    /** @type {(Hex | undefined)[]} by column and row */
    this.grid = [];
    for (const hex of board.hexes) this.grid[hex.column * board.rows + hex.row] = hex;
    const along = 1.5 * RADIUS;
    const across = 2 * APOTHEM;
    const { columns, rows } = board;
    const inner = this.flat
      ? { x: along * (columns - 1) + 2 * RADIUS, y: across * rows + (columns > 1 ? APOTHEM : 0) }
      : { x: across * columns + (rows > 1 ? APOTHEM : 0), y: along * (rows - 1) + 2 * RADIUS };
    this.width = inner.x + 2 * EDGE;
    this.height = inner.y + 2 * EDGE;
    this.unit = APOTHEM * 2; // a step from place to place
    this.counter = 116;
  }

  /** @param {number} column @param {number} row @returns {Point} */
  at(column, row) {
    const along = 1.5 * RADIUS;
    const across = 2 * APOTHEM;
    if (this.flat) {
      return { x: EDGE + RADIUS + column * along, y: EDGE + APOTHEM + row * across + (column % 2 ? APOTHEM : 0) };
    }
    return { x: EDGE + APOTHEM + column * across + (row % 2 ? APOTHEM : 0), y: EDGE + RADIUS + row * along };
  }

  /** The middle of a place. @param {string} name @returns {Point | null} */
  centre(name) {
    const hex = this.hexes.get(name);
    return hex ? this.at(hex.column, hex.row) : null;
  }

  /** @param {Hex} hex */
  middle(hex) {
    return this.at(hex.column, hex.row);
  }

  /** The six corners around a middle. @param {Point} centre @param {number} [radius] @returns {Point[]} */
  corners(centre, radius = RADIUS) {
    const turn = this.flat ? -120 : -90;
    return Array.from({ length: 6 }, (_, i) => {
      const angle = ((turn + 60 * i) * Math.PI) / 180;
      return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    });
  }

  /** The direction of a side, 1 to 6, as a unit vector. @param {number} side @returns {Point} */
  direction(side) {
    const angle = (((this.flat ? -90 : -60) + 60 * (side - 1)) * Math.PI) / 180;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  }

  /** The middle of a side. @param {Point} centre @param {number} side @returns {Point} */
  sideOf(centre, side) {
    const way = this.direction(side);
    return { x: centre.x + way.x * APOTHEM, y: centre.y + way.y * APOTHEM };
  }

  /** The hex beyond a side, if there is one. @param {Hex} hex @param {number} side @returns {Hex | undefined} */
  beyond(hex, side) {
    const c = hex.column;
    const r = hex.row;
    const odd = this.flat ? c % 2 : r % 2;
    const steps = this.flat
      ? [
          [0, -1],
          [1, odd - 1],
          [1, odd],
          [0, 1],
          [-1, odd],
          [-1, odd - 1],
        ]
      : [
          [odd, -1],
          [1, 0],
          [odd, 1],
          [odd - 1, 1],
          [-1, 0],
          [odd - 1, -1],
        ];
    const [dc, dr] = steps[side - 1];
    return this.cell(c + dc, r + dr);
  }

  /** @param {number} column @param {number} row @returns {Hex | undefined} */
  cell(column, row) {
    const { columns, rows } = this.board;
    return column < 0 || row < 0 || column >= columns || row >= rows ? undefined : this.grid[column * rows + row];
  }

  /** The hex whose middle is nearest, also for points beside the map. @param {number} x @param {number} y @returns {Hex | undefined} */
  nearest(x, y) {
    const along = 1.5 * RADIUS;
    const across = 2 * APOTHEM;
    const c0 = this.flat ? Math.round((x - EDGE - RADIUS) / along) : Math.round((x - EDGE - APOTHEM) / across);
    const r0 = this.flat ? Math.round((y - EDGE - APOTHEM) / across) : Math.round((y - EDGE - RADIUS) / along);
    let best;
    let least = Infinity;
    for (let c = c0 - 1; c <= c0 + 1; c++) {
      for (let r = r0 - 1; r <= r0 + 1; r++) {
        const hex = this.cell(c, r);
        if (!hex) continue;
        const p = this.at(c, r);
        const d = (p.x - x) ** 2 + (p.y - y) ** 2;
        if (d < least) [least, best] = [d, hex];
      }
    }
    return best;
  }

  /** The name of the place under a point, or nothing. @param {number} x @param {number} y @returns {string} */
  placeAt(x, y) {
    const hex = this.nearest(x, y);
    if (!hex) return "";
    const p = this.middle(hex);
    const dx = Math.abs(x - p.x);
    const dy = Math.abs(y - p.y);
    const [a, b] = this.flat ? [dx, dy] : [dy, dx];
    return b <= APOTHEM + 1 && a * Math.sqrt(3) + b <= 2 * APOTHEM + 2 ? hex.name : "";
  }

  /**
   * The outline of a place as a path.
   * @param {string} name
   * @param {number} [inset]
   */
  outline(name, inset = 0) {
    const centre = this.centre(name);
    return centre ? polygon(this.corners(centre, RADIUS - inset)) : "";
  }

  /** The outer edges of some places together, as a path. @param {string[]} names */
  border(names) {
    const own = new Set(names);
    let path = "";
    for (const name of names) {
      const hex = this.hexes.get(name);
      if (!hex) continue;
      const corners = this.corners(this.middle(hex));
      for (let side = 1; side <= 6; side++) {
        if (own.has(this.beyond(hex, side)?.name ?? "")) continue;
        const [a, b] = [corners[side - 1], corners[side % 6]];
        path += `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
      }
    }
    return path;
  }

  /**
   * The next place in a direction of the keyboard.
   * @param {string} name
   * @param {"up" | "down" | "left" | "right"} way
   * @returns {string}
   */
  step(name, way) {
    const hex = this.hexes.get(name);
    if (!hex) return this.board.hexes[0]?.name ?? "";
    const odd = (this.flat ? hex.column : hex.row) % 2;
    const sides = this.flat
      ? { up: [1], down: [4], left: odd ? [6, 5] : [5, 6], right: odd ? [2, 3] : [3, 2] }
      : { up: odd ? [6, 1] : [1, 6], down: odd ? [4, 3] : [3, 4], left: [5], right: [2] };
    for (const side of sides[way]) {
      const next = this.beyond(hex, side);
      if (next) return next.name;
    }
    return name;
  }

  /** @returns {string[]} */
  places() {
    return this.board.hexes.map((hex) => hex.name);
  }
}

/** A closed path through points. @param {Point[]} points */
export function polygon(points) {
  return `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
}
