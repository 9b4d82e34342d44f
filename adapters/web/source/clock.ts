/* The clocks of a game: of one played here, kept for every ply so that taking back gives time back; or of one that is watched. */

import { signal } from "@preact/signals";

/** Milliseconds. */
export interface Control {
    base: number;
    increment: number;
}

/** Milliseconds left, of whoever has a clock; `runs` is the player whose clock runs since `since`, performance.now(). */
export interface Clocks {
    left: [number | null, number | null];
    runs: 0 | 1 | 2;
    since: number;
}

const none: Clocks = { left: [null, null], runs: 0, since: 0 };
export const clocks = signal<Clocks>(none);
export const control = signal<Control | null>(null); // null: no clocks

let kept: Clocks["left"][] = []; // by ply
let runningAt = 0; // the ply
let flag: ReturnType<typeof setTimeout> | undefined;

/** A game begins, with these clocks. */
export function setClocks(to: Control | null): void {
    clearTimeout(flag);
    runningAt = -1;
    control.value = to;
    kept = to ? [[to.base, to.base]] : [];
    clocks.value = to ? { ...none, left: [to.base, to.base] } : none;
}

/** What is left of a running clock now. */
export function leftNow({ left, runs, since }: Clocks, player: number): number | null {
    const here = left[player - 1] ?? null;
    return here === null || runs !== player ? here : here - (performance.now() - since);
}

/** At this ply the clock of `player` runs (0: nobody's), unless it does already. `fell` is called when it has run out. */
export function runClock(ply: number, player: 0 | 1 | 2, fell: (player: 1 | 2) => void): void {
    if (!control.value || (runningAt === ply && clocks.value.runs === player)) return;
    clearTimeout(flag);
    runningAt = ply;
    const left = kept[ply] ?? kept[kept.length - 1]!;
    clocks.value = { left, runs: player, since: performance.now() };
    if (player !== 0) flag = setTimeout(() => fell(player), left[player - 1]!);
}

/** Whoever's clock runs has moved, or the game is over. */
export function stopClock(moved: boolean): void {
    clearTimeout(flag);
    const now = clocks.value;
    if (!control.value || now.runs === 0) return;
    const left: Clocks["left"] = [...now.left];
    left[now.runs - 1] = Math.max(0, leftNow(now, now.runs)!) + (moved ? control.value.increment : 0);
    clocks.value = { left, runs: 0, since: 0 };
}

/** A move has led to this ply: made by whoever's clock ran, or else tried, and then no time has passed. */
export function keepClocks(ply: number, ran: boolean): void {
    if (!control.value) return;
    kept = kept.slice(0, ply);
    while (kept.length < ply) kept.push(kept[kept.length - 1]!);
    kept.push(ran ? clocks.value.left : kept[ply - 1]!);
}

/** The limits of a search: the clocks, or so many seconds. */
export function limitsOf(seconds: number): string {
    if (!control.value) return `movetime ${Math.round(seconds * 1000)}`;
    const [one, two] = clocks.value.left.map((left) => Math.max(1, Math.round(left ?? 1)));
    const more = Math.round(control.value.increment);
    return `p1time ${one} p2time ${two} p1inc ${more} p2inc ${more}`;
}
