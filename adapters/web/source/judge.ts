/* A game judged: what every position was worth, and which moves gave it away. From its end, since what is known of later
 * positions helps with earlier ones. */

import { computed, signal } from "@preact/signals";
import { begin, doing, engine, isOver, judgements, line, positionLine, show, strengthen, type Judgement } from "./game";
import type { Scene } from "./scene";
import { forFirst, isMistake, type Info } from "./score";

export const sweeping = signal(0); // positions to go

const TIME = 300; // milliseconds a search

export const sweep = doing(async () => {
    const mine = await begin();
    await strengthen("person", 1);
    const { scale } = JSON.parse(await engine.ask("query scene")) as Scene;
    if (isOver(mine)) return;
    const plies = [...line.value.keys(), line.value.length];
    const open = plies.filter((ply) => judgements.value[ply] === undefined);
    const all = plies.map((ply) => (open.length === 0 ? undefined : judgements.value[ply])); // once more, or what is left
    try {
        for (const ply of (open.length === 0 ? plies : open).toReversed()) {
            sweeping.value = ply + 1;
            all[ply] = await judge(mine, ply, scale);
            if (isOver(mine)) break;
            judgements.value = [...all];
        }
    } finally {
        sweeping.value = 0;
    }
    if (!isOver(mine)) await show();
});

/** null where there is nothing to decide. */
async function judge(mine: number, ply: number, scale: Scene["scale"]): Promise<Judgement | null> {
    await engine.tell(positionLine(ply));
    const [turn, where] = await Promise.all([engine.ask("query turn"), engine.ask("query fen")]);
    if (isOver(mine) || turn === "none" || turn === "chance") return null;
    const mover = where.split(" ")[1] ?? "1";
    const before = await look("");
    if (isOver(mine) || !before) return null;
    const played = line.value[ply];
    const after = played === undefined || played === before.pv[0] ? null : await look(` searchmoves ${played}`);
    const seen = (info: Info): Judgement["score"] => forFirst(info.score, mover, scale);
    return { score: seen(before), best: before.pv[0] ?? "", mover, after: after && seen(after) };
}

async function look(among: string): Promise<Info | null> {
    let best: Info | null = null;
    await engine.go(`go movetime ${TIME}${among}`, (info) => (best = info.line === 1 ? info : best));
    return best;
}

/** Plies whose move gave something away. */
export const mistakes = computed(() =>
    judgements.value.flatMap((one, ply) => (one?.after && isMistake(one.score, one.after, one.mover) ? [ply] : [])),
);
