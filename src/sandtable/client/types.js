/**
 * The words of the views (docs/views.md) and of the server (docs/server.md), for the type checker only.
 * Fields that are empty, zero, false or absent are left out of the JSON: almost everything is optional.
 */

/** @typedef {{do: string, piece?: string, to?: string, number?: number, at?: [string, number, number, number][]}} Choice */
/** @typedef {{id: string, name: string, side: string, colour?: string, emblem?: string}} Seat */
/** @typedef {{label: string, text: string, slot?: string, rule?: string, emphasis?: string, means?: string}} Value */
/** @typedef {{kind: string, text?: string, sign?: string, tone?: string, rule?: string, piece?: string, face_down?: boolean}} Marker */
/** @typedef {{key: string, name: string, letter?: string, colour?: string, level?: number, rule?: string, text?: string, values?: Value[], icons?: Marker[]}} Terrain */
/** @typedef {{kind: string, sides?: number[]}} Feature */
/** @typedef {{name: string, column: number, row: number, terrain: string, level?: number, ways?: Feature[], edges?: Feature[], label?: string, half?: boolean, closed?: boolean}} Hex */
/** @typedef {{points: [number, number][], radius?: number, line?: boolean}} Shape */
/** @typedef {{kind: string, name: string, side?: string, places?: string[], shape?: Shape | null, points?: number, of?: string[], holds?: string[]}} Zone */
/** @typedef {{kind: "hexes", layout: "flat" | "pointed", columns: number, rows: number, terrain: Terrain[], hexes: Hex[], lines?: Terrain[], zones?: Zone[]}} HexBoard */
/** @typedef {{name: string, column: number, row: number, terrain?: string, card?: string, turned?: number, cross?: [number, number] | null, label?: string}} Cell */
/** @typedef {{kind: "cards", columns: number, rows: number, terrain: Terrain[], cells: Cell[], zones?: Zone[]}} CardBoard */
/** @typedef {{id: string, name: string, terrain: string, shape: Shape, art?: string}} Ground */
/** @typedef {{kind: "plane", width: number, height: number, terrain: Terrain[], grounds?: Ground[], zones?: Zone[]}} PlaneBoard */
/** @typedef {HexBoard | CardBoard | PlaneBoard} Board */
/** @typedef {{x: number, y: number, facing?: number | null, turret?: number | null, radius?: number}} Position */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {string} [kind]
 * @property {string} [code]
 * @property {string} [short] a name that fits on its counter
 * @property {string} [what] what it is called from afar; else its code is shown
 * @property {string} [which] beside that: which of its kind
 * @property {string} [place]
 * @property {Position | null} [at]
 * @property {string} [art] the picture
 * @property {string} [symbol] on a map instead
 * @property {boolean} [hq]
 * @property {string} [group]
 * @property {string} [inside]
 * @property {boolean} [minor]
 * @property {Value[]} [values]
 * @property {Marker[]} [markers]
 * @property {number} [steps]
 * @property {number} [full_steps]
 * @property {number} [order]
 * @property {boolean} [face_down]
 */

/** @typedef {{id: string, name: string, side: string, colour?: string, text?: string, values?: Value[], markers?: Marker[]}} Group */
/** @typedef {{kind: string, text?: string, place?: string, side?: string, sign?: string, tone?: string, level?: number, rule?: string, shape?: Shape | null}} BoardMarker */
/** @typedef {{id: string, name: string, side?: string}} Box */
/** @typedef {{text: string, side?: string, piece?: string, done?: boolean}} Occupant */
/** @typedef {{text: string, occupants?: Occupant[], now?: boolean}} TrackBox */
/** @typedef {{kind: string, name: string, side?: string, boxes?: TrackBox[], rule?: string}} Track */
/** @typedef {{text: string, count?: number, side?: string}} Count */
/** @typedef {{name: string, text?: string, art?: string, colour?: string, rule?: string}} CardPart */
/** @typedef {{id: string, name: string, kind?: string, text?: string, art?: string, side?: string, values?: Value[], rule?: string, number?: string, parts?: CardPart[], dice?: Value[], icons?: Marker[], why?: string, why_rule?: string}} Card */
/** @typedef {{kind: string, name: string, count: number, side?: string, contents?: Count[], cards?: Card[], rule?: string, full?: number}} Pile */
/** @typedef {{seat: string, count: number, cards?: Card[]}} Hand */
/** @typedef {{amount: number, label: string, rule?: string}} Modifier */

/**
 * @typedef {object} LogLine
 * @property {number} number
 * @property {string} text
 * @property {string} [kind]
 * @property {string} [rule]
 * @property {string} [side]
 * @property {number[]} [dice]
 * @property {number} [need]
 * @property {Modifier[]} [modifiers]
 * @property {string} [place]
 * @property {string} [piece]
 * @property {string} [target]
 * @property {string[]} [path]
 * @property {number} [faces] of each die; six if absent
 * @property {number} [state] in which it had happened; none: before the first choice
 * @property {"turn" | "impulse" | "bad"} [tone]
 * @property {"shot" | "burst" | "hurt" | "lost" | "flip" | "news"} [shows] on the board
 * @property {string} [about] a word of the system's
 * @property {number} [value] what it comes to
 */

/** @typedef {{side: string, dice?: number, hits?: number, expected?: number, deviation?: number, summed?: number, average?: number, usual?: number, draws?: string}} Luck */
/** @typedef {{text: string, chance: number, harm?: "none" | "worst", badge?: string}} Odds */
/** @typedef {{attack?: string, defence?: string, attack_notes?: Modifier[], defence_notes?: Modifier[], odds?: Odds[], how?: string, losses?: Odds[], later?: boolean, title?: string, against?: string}} Attack */

/**
 * @typedef {object} Option
 * @property {Choice} choice
 * @property {string} label
 * @property {string} [by] who does it, where the label does not say so
 * @property {string} [piece]
 * @property {string} [target]
 * @property {string} [place]
 * @property {string[]} [path]
 * @property {number} [cost]
 * @property {string} [key]
 * @property {string} [group]
 * @property {Odds[]} [odds] in short
 * @property {Attack | null} [attack] at length
 * @property {"pass" | "done" | "back" | "change" | "move" | "march" | "place"} [role]
 * @property {boolean} [aside] another way to do what an option before it does, or what is seldom wanted
 * @property {string[]} [also] the other pieces that do it too
 * @property {string} [brings] what it brings, in one line
 * @property {Zone[]} [zones] drawn while somebody looks at it
 */

/** @typedef {{kind: string, prompt: string, rule?: string, piece?: string, also?: string[], options?: Option[], free?: boolean, shapes?: Shape[], reach?: Reach[], template?: Shape | null, entry?: boolean, twice?: boolean, rare?: string, at_piece?: Choice | null, at_place?: Choice | null}} Decision */
/** @typedef {{piece: string, shape: Shape, text?: string, turret?: string, apart?: boolean}} Reach */
/** @typedef {{kind: string, name: string, rule?: string, options: {choice: Choice, label: string, text?: string, now?: boolean}[]}} Wish */
/** @typedef {{text: string, rule?: string, tone?: string, piece?: string}} Note */
/** @typedef {{state: number, id: number, ok?: boolean, reason?: string, rule?: string, notes?: Note[], dangers?: Danger[], zones?: Zone[]}} Probed */
/** @typedef {{winner: string | null, reason: string, rule: string, margin?: number | null}} Result */

/**
 * @typedef {object} View
 * @property {string} system
 * @property {string} scenario
 * @property {string} title
 * @property {string} [seat]
 * @property {Seat[]} seats
 * @property {string} [board_key]
 * @property {Board | null} [board]
 * @property {number} [turn]
 * @property {number} [turns]
 * @property {string} [turn_word] what is counted; turns if absent
 * @property {string} [piece_word] what is lost; units if absent
 * @property {string} [step_word] what a piece loses before it is lost; steps if absent
 * @property {string} [phase]
 * @property {string} [active]
 * @property {string[]} [waiting]
 * @property {string[]} [goals]
 * @property {Piece[]} [pieces]
 * @property {Group[]} [groups]
 * @property {BoardMarker[]} [markers]
 * @property {Box[]} [boxes]
 * @property {Track[]} [tracks]
 * @property {Pile[]} [piles]
 * @property {Hand[]} [hands]
 * @property {LogLine[]} [log]
 * @property {Decision | null} [decision]
 * @property {Wish[]} [wishes]
 * @property {boolean} [may_undo]
 * @property {Result | null} [result]
 * @property {string} [seed_digest]
 * @property {Zone[]} [zones]
 * @property {Luck[]} [luck] when the battle is over
 * @property {number} [step] of the guide, put in by the page; -1: none
 * @property {number} [state] of the battle; put in by the page
 * @property {boolean} [astray] the guide's path was left and can be found again; put in by the page
 * @property {string[]} [decided] what decided it, when it is over
 */

/** @typedef {{id: string, title: string, text: string, ruling?: string, source?: string, examples?: string[]}} Rule */
/** @typedef {{text: string, rule?: string, depth?: number, again?: string}} SequenceStep */
/** @typedef {{title: string, heads?: string[], rows: string[][], rule?: string, cites?: string[]}} Chart */
/** @typedef {{title: string, rules: string[], text?: string}} Chapter */
/** @typedef {{title: string, chapters: Chapter[], diagrams: import("./rulebook/diagram.js").Diagram[], sequence: SequenceStep[], charts: Chart[]}} Handbook */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{state: number, turn: number, label: string, kind: "turn" | "impulse" | "choice"}} Moment */
/** @typedef {{level: string, games: number, wins: Record<string, number>, draws: number}} Balance */
/** @typedef {{id: string, name: string, sides: string[], seats: Seat[], turns: number, date?: string, background?: string, minutes: number, complexity: number, balance?: Balance | null, own?: boolean, practice?: boolean, all_asked?: string, variant?: {family: string, name: string, text?: string, rank?: number} | null}} Scenario */
/** @typedef {{key: string, title: string, publisher?: string, about?: string, turn_word?: string, secrets?: boolean, guided?: {scenario: string, offer: string} | null, scenarios: Scenario[]}} System */
/** @typedef {{title: string, text: string[], choice: Choice, rule?: string, look?: string, any?: boolean, alike?: boolean}} Step */
/** @typedef {{id: string, title: string, text: string[], rule?: string, kind?: string, event?: string, about?: string, whose?: string, does?: string, look?: string, after?: string[]}} Lesson */
/** @typedef {{id: string, text: string, how: string, rule?: string, does?: string[], kind?: string, event?: string[], whose?: string, at_least?: number, patient?: boolean}} Task */
/** @typedef {{seat: string, goal: string, farewell: string[], steps: Step[], tasks: Task[], lessons: Lesson[]}} GuideText */
/** @typedef {{name: string, title: string, about: string}} Level */
/** @typedef {{version: string, bots: string[], levels: Level[], visibility: Visibility, people: boolean, systems: System[], left_out?: {file: string, reason: string}[]}} Games */
/** @typedef {"private" | "unlisted" | "public"} Visibility */
/** @typedef {{battle: string, seats: Record<string, string>, spectator: string, seed_digest?: string}} Made */
/** @typedef {{place?: string, piece: string, target?: string, label: string, odds?: Odds[]}} Danger */
/** @typedef {{label: string, value: number, text: string, tries: number}} Weighed */
/** @typedef {{level: string, choice: string, why: string, more: string, plans: Weighed[], unit: string}} Thought */
/** @typedef {{state: number, level: string, choice: Choice, thought: Thought | null}} Hint */

/**
 * What a link opens.
 * @typedef {object} SeatInfo
 * @property {string} battle
 * @property {Level[]} [levels] the computer players of this game, the weakest first
 * @property {string} system
 * @property {string} scenario
 * @property {string} title
 * @property {string} seat
 * @property {Record<string, string>} seats
 * @property {boolean} hot_seat
 * @property {boolean} gives_up computer players give up when they have lost
 * @property {boolean} all_asked where several persons play, all are asked about everything
 * @property {boolean} curtain
 * @property {Record<string, string>} [links]
 * @property {string | null} [fork_of]
 * @property {boolean} guided
 * @property {{scenario: string, name: string} | null} [next] what is proposed after a guided battle
 * @property {Visibility} visibility
 * @property {number} state
 * @property {boolean} over
 * @property {string} notice why it can be looked at and not played
 * @property {Result | null} [result]
 * @property {string} [seed_digest]
 * @property {boolean} [seed_chosen]
 * @property {string | null} [seed]
 * @property {Moment[]} moments
 * @property {number[]} [explained] states that computer players explain, when it is over
 */

/**
 * What decided a battle (docs/analysis.md). Chances are those of the first side.
 * @typedef {object} Analysis
 * @property {[string, string]} sides
 * @property {[string, string]} names
 * @property {string} turn_word
 * @property {string} fitted what the chances rest on
 * @property {{state: number, turn: number, label: string, chance: number, low?: number, high?: number, mark?: string}[]} points
 * @property {{name: string, choice: number, dice: number, rest: number}[]} accounts
 * @property {string[]} sentences
 * @property {string[]} [yours] said to either side
 * @property {Turning[]} turnings
 * @property {number} done
 * @property {number} of
 * @property {boolean} complete
 */

/** @typedef {{choice: Choice, piece?: string, target?: string, place?: string}} Arrow what was chosen, on the board */
/** @typedef {{state: number, turn?: number, kind: string, text: string, side: string, seat?: string, points?: number, low?: number, high?: number, arrows?: Arrow[]}} Turning */
/** @typedef {{why: string, sides: number, value: number}} Die */
/** @typedef {{id: number, parent: number, state: number, seat: string, choice: Choice, draws?: number[], label?: string, turn?: number, chance?: number, knew?: string, by?: string, mean?: number | null, throws?: number, end?: string, name?: string, note?: string}} Twig */
/** @typedef {{version?: number, notes?: Record<string, string>, twigs?: Twig[]}} Study */
/** @typedef {{view: View, board: Board | null, seat: string, asked: string[], chance: number, dice: Die[]}} Seen */

export {};
