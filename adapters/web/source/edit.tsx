/* A position is edited as a scene; things that have a letter can be put anywhere, and the letters are the rows of its FEN. */

import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { begin, doing, editing, fen, moves, scene, setFen, show, trouble } from "./game";
import { drawGround, drawPiece } from "./pieces";
import { isGround, type Scene } from "./scene";
import { digits, name, say } from "./words";

const brush = signal(0);
const side = signal("1");

export const canEdit = computed(() => scene.value?.shape === "grid" && scene.value.things[0]?.fen !== undefined);

/** The rows of the FEN that this scene is of. */
export function rowsOf(now: Scene): string {
    const letters = now.cells.map((thing) => now.things[thing]?.fen ?? "");
    for (const [cell, thing] of now.pieces) letters[cell] = now.things[thing]?.fen ?? letters[cell]!;
    const rows = Array.from({ length: now.rows }, (_, row) => letters.slice(row * now.cols, (row + 1) * now.cols).join(""));
    const counted = now.things[0]?.fen === "1";
    return rows.map((row) => (counted ? row.replace(/1+/g, (run) => String(run.length)) : row)).join("/");
}

/** The scene with this thing there, and nothing else that has a letter. There is only one of each figure. */
export function withThing(now: Scene, cell: number, thing: number): Scene {
    const put = now.things[thing]!;
    const cells = [...now.cells];
    cells[cell] = isGround(put) ? thing : 0;
    const pieces = now.pieces.filter(
        ([where, which]) => (where !== cell || now.things[which]?.fen === undefined) && !(put.kind === "figure" && which === thing),
    );
    return { ...now, cells, pieces: isGround(put) ? pieces : [...pieces, [cell, thing]], marks: {} };
}

export const startEditing = doing(async () => {
    await begin();
    editing.value = (cell) => (scene.value = withThing(scene.value!, cell, brush.value));
    brush.value = 0;
    side.value = fen.value.split(" ")[1] ?? "1";
    moves.value = { turn: "none", buttons: [], moves: [] };
});

const stop = doing(async () => {
    editing.value = null;
    await show();
});

/** The engine says whether it is a position. */
const finish = doing(async () => {
    const draft = scene.value!;
    const [, , ...rest] = fen.value.split(" ");
    await setFen([rowsOf(draft), side.value, ...rest].join(" "));
    if (trouble.value === "") editing.value = null;
    else scene.value = draft;
});

export function EditPanel(): JSX.Element {
    const now = scene.value!;
    return (
        <section class="edit" aria-label={say("edit")}>
            <p>{say("editHelp")}</p>
            <div class="tools palette">
                {now.things.map((thing, i) =>
                    thing.fen === undefined ? null : (
                        <button aria-pressed={brush.value === i} onClick={() => (brush.value = i)} data-thing={thing.name} title={name(thing.name)}>
                            <svg viewBox="0 0 100 100" class="icon" role="img" aria-label={name(thing.name)}>
                                {isGround(thing) ? <g class="cell">{drawGround(thing) ?? <rect width="100" height="100" class="ground" />}</g> : drawPiece(thing)}
                            </svg>
                        </button>
                    ),
                )}
            </div>
            <label>
                {say("toMoveNow")}{" "}
                <select value={side.value} onChange={(event) => (side.value = event.currentTarget.value)}>
                    {now.players.map((player, i) => (
                        <option value={String(i + 1)}>{digits(name(player))}</option>
                    ))}
                </select>
            </label>
            <div class="tools end">
                <button onClick={() => void stop()}>{say("cancel")}</button>
                <button class="primary" onClick={() => void finish()} data-act="edited">
                    {say("set")}
                </button>
            </div>
        </section>
    );
}
