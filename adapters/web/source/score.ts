/* What an engine says of a position, as people read it. Always seen by player 1, whoever is to move. */

export interface Score {
    kind: string; // cp, mate, pts, wp; where a game that is not about points is won by some: margin
    value: number;
    bound: "" | "lowerbound" | "upperbound" | "proven";
    wdl: number[] | null;
}

export interface Info {
    depth: number;
    line: number; // 1 is the best
    score: Score;
    nodes: number;
    nps: number;
    pv: string[];
}

/** null: it is none of these lines. Pairs that are not known are passed over. */
export function parseInfo(line: string): Info | null {
    const words = line.split(" ");
    if (words[1] === "string" || !words.includes("score")) return null;
    const number = (name: string): number => {
        const at = words.indexOf(name);
        return at < 0 ? 0 : Number(words[at + 1]);
    };
    const at = words.indexOf("score");
    const bound = words[at + 3] ?? "";
    const wdl = words.indexOf("wdl");
    const pv = words.indexOf("pv");
    return {
        depth: number("depth"),
        line: Math.max(1, number("multipv")),
        nodes: number("nodes"),
        nps: number("nps"),
        pv: pv < 0 ? [] : words.slice(pv + 1),
        score: {
            kind: words[at + 1] ?? "cp",
            value: Number(words[at + 2]),
            bound: /^(lowerbound|upperbound|proven)$/.test(bound) ? (bound as Score["bound"]) : "",
            wdl: wdl < 0 ? null : words.slice(wdl + 1, wdl + 4).map(Number),
        },
    };
}

/** Estimates of a game about points are points, too. */
const kindIn = (kind: string, scale: string): string =>
    scale === "points" ? kind.replace("cp", "pts") : kind.replace("pts", "margin");

/** As the engine says it, from the mover's view, to player 1's. `scale` is that of the scene. */
export function forFirst(score: Score, mover: string, scale = ""): Score {
    const kind = kindIn(score.kind, scale);
    if (mover !== "2") return { ...score, kind };
    const bounds = { lowerbound: "upperbound", upperbound: "lowerbound", proven: "proven", "": "" } as const;
    return {
        kind,
        value: score.kind === "wp" ? 1e6 - score.value : -score.value,
        bound: bounds[score.bound],
        wdl: score.wdl ? [...score.wdl].reverse() : null,
    };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Player 1's share of the win, 0 to 1. */
export function share(score: Score): number {
    if (score.kind === "wp") return score.value / 1e6;
    if (score.kind === "mate" || score.kind === "margin") return (1 + Math.sign(score.value)) / 2;
    if (score.wdl && score.wdl.length === 3) return ((score.wdl[0] ?? 0) + (score.wdl[1] ?? 0) / 2) / 1000;
    return logistic(score.value / 250);
}

export const isProven = (score: Score): boolean => score.bound === "proven" || score.kind === "mate";

/** Who wins, where that is proven; 0: it is not, or the game is not about winning. */
export function winnerBy(score: Score): 0 | 1 | 2 {
    if (!isProven(score) || (score.kind !== "mate" && score.kind !== "margin") || score.value === 0) return 0;
    return score.value > 0 ? 1 : 2;
}

const ESTIMATED = { share: 0.25, points: 100 };
const WORTH_TELLING = 0.01; // of a chance

/** Whether a move was a mistake that led to `after` where `before` was to be had: proven values tell it exactly,
 * estimates where they are far apart. */
export function isMistake(before: Score, after: Score, mover: string): boolean {
    const sign = mover === "2" ? -1 : 1;
    const sure = isProven(before) && isProven(after);
    if (before.kind === "pts") return sign * (before.value - after.value) >= (sure ? 1 : ESTIMATED.points);
    return sign * (share(before) - share(after)) >= (before.kind === "wp" ? WORTH_TELLING : ESTIMATED.share);
}

export function format(score: Score): string {
    const sign = (value: number, digits: number): string =>
        (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);
    switch (score.kind) {
        case "cp": // some engines say ten million for a win
            return Math.abs(score.value) < 1e6 ? sign(score.value / 100, 1) : score.value > 0 ? "+∞" : "−∞";
        case "mate":
            return (score.value > 0 ? "#" : "−#") + Math.abs(score.value);
        case "wp":
            return (score.value / 1e4).toFixed(1) + "%";
        default:
            return sign(score.value, 0);
    }
}
