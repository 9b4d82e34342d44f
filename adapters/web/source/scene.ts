/* What `query scene` and `query scene moves` say; see PROTOCOL.md. Keys that are missing are 0, "" or none. */

export interface Thing {
    kind: string;
    name: string;
    sign?: string;
    fen?: string; // its letter there
    owner?: number;
    hue?: string;
    value?: number;
    note?: string;
}

const grounds = ["floor", "wall", "door", "wire", "teleport", "square"];
export const isGround = (thing: Thing): boolean => grounds.includes(thing.kind);

export interface Item {
    player?: number;
    name?: string;
    thing?: number;
    value?: number;
    of?: number;
    text?: string;
    holds?: boolean;
}

export interface Panel {
    kind: string;
    name: string;
    thing?: number; // that it counts
    items: Item[];
}

export interface Scene {
    game: string;
    title: string;
    scale?: "points" | "chance"; // what scores are about, if not winning
    shape: "grid" | "ring";
    rows: number;
    cols: number;
    players: string[];
    turn: "1" | "2" | "chance" | "none";
    mover?: number; // who rolls
    result: string;
    reason: string;
    end?: string;
    last?: string;
    things: Thing[];
    cells: number[];
    pieces: [number, number][];
    marks: { last?: number[]; taken?: number[]; from?: number[]; to?: number[] };
    panels: Panel[];
}

export type Step = number | string;

export interface Move {
    move: string;
    path: Step[];
    takes?: number[];
    weight?: number;
}

export interface Button {
    button: string;
    kind: string;
    value?: number;
}

export interface Moves {
    turn: string;
    buttons: Button[];
    moves: Move[];
}

/** The moves whose path begins with what was clicked. */
export function fitting(moves: Moves, clicked: Step[]): Move[] {
    return moves.moves.filter((move) => clicked.every((step, i) => move.path[i] === step));
}

/** Clicks that make no difference are taken as made. */
export function advance(moves: Moves, clicked: Step[]): Step[] {
    const fit = fitting(moves, clicked);
    const next = fit[0]?.path[clicked.length];
    const same = typeof next === "number" && fit.every((move) => move.path[clicked.length] === next);
    return same && fit.some((move) => move.path.length > clicked.length + 1) ? advance(moves, [...clicked, next]) : clicked;
}

/** The steps that may follow. */
export function nextSteps(moves: Moves, clicked: Step[]): Step[] {
    return [...new Set(fitting(moves, clicked).flatMap((move) => move.path.slice(clicked.length, clicked.length + 1)))];
}

/** Cells and buttons clicked after one more click; a click that fits nothing begins anew. */
export function click(moves: Moves, clicked: Step[], step: Step): { clicked: Step[]; move: string | null } {
    for (const before of [advance(moves, clicked), advance(moves, []), []]) {
        const fit = fitting(moves, [...before, step]);
        const whole = fit.find((move) => move.path.length === before.length + 1);
        if (whole) return { clicked: [], move: whole.move };
        if (fit.length > 0) return { clicked: [...before, step], move: null };
    }
    return { clicked: [], move: null };
}

/** Where a cell is drawn, in columns and rows. */
export function place(scene: Scene, cell: number, flipped: boolean): { x: number; y: number } {
    const { rows, cols } = scene;
    let x = cell % cols;
    let y = Math.floor(cell / cols);
    if (scene.shape === "ring") {
        const right = cols - 1;
        const bottom = right + rows - 1;
        const left = bottom + cols - 1;
        if (cell <= right) [x, y] = [cell, 0];
        else if (cell <= bottom) [x, y] = [right, cell - right];
        else if (cell <= left) [x, y] = [right - (cell - bottom), rows - 1];
        else [x, y] = [0, rows - 1 - (cell - left)];
    }
    return flipped && scene.shape === "grid" ? { x: cols - 1 - x, y: rows - 1 - y } : { x, y };
}

/** Pieces that went from one cell to another between two scenes: where to, where from. */
export function travels(before: Scene | null, after: Scene): Map<number, number> {
    const found = new Map<number, number>();
    if (before?.game !== after.game || before.cells.length !== after.cells.length) return found;
    const cellsOf = (scene: Scene, name: string): number[] =>
        scene.pieces.filter(([, thing]) => scene.things[thing]?.name === name).map(([cell]) => cell);
    for (const { name } of after.things) {
        const [old, now] = [cellsOf(before, name), cellsOf(after, name)];
        const [from, ...others] = old.filter((cell) => !now.includes(cell));
        const [to, ...more] = now.filter((cell) => !old.includes(cell));
        if (from !== undefined && to !== undefined && others.length + more.length === 0) found.set(to, from);
    }
    return found;
}

export function cellName(scene: Scene, cell: number): string {
    if (scene.shape === "ring") return String(cell);
    return String.fromCharCode(97 + (cell % scene.cols)) + (Math.floor(cell / scene.cols) + 1);
}
