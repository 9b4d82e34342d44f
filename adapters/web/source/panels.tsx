/* What stands beside the board: whose turn it is, panels of the scene, buttons of moves, dice. */

import type { JSX } from "preact";
import { drawPiece, Die } from "./pieces";
import { useEffect, useState } from "preact/hooks";
import { clocks, leftNow, type Clocks } from "./clock";
import { ended, engineNames, moves, play, roll, scene, seats, seatToMove, status, step, thinking, mover } from "./game";
import { fitting, nextSteps, type Item, type Panel, type Scene } from "./scene";
import { lit } from "./game";
import { digits, name, say } from "./words";

function ThingIcon({ now, thing }: { now: Scene; thing: number }): JSX.Element | null {
    const shown = now.things[thing];
    return shown ? (
        <svg viewBox="0 0 100 100" class="icon" role="img" aria-label={name(shown.name)}>
            {drawPiece(shown)}
        </svg>
    ) : null;
}

function amount(now: Scene, item: Item): JSX.Element {
    const value = item.value ?? 0;
    return (
        <span class={item.holds ? "holds" : ""}>
            {item.thing !== undefined && <ThingIcon now={now} thing={item.thing} />}
            {item.text !== undefined ? <bdi>{name(item.text)}</bdi> : digits(item.of !== undefined ? `${value} / ${item.of}` : value)}
            {item.holds && <span aria-hidden="true"> ⚑</span>}
        </span>
    );
}

/** The items of one player, or of the board, of one panel. */
const cellOf = (now: Scene, panel: Panel, player: number): JSX.Element[] =>
    panel.items.filter((item) => (item.player ?? 0) === player).map((item) => amount(now, item));

/** It tells nothing of one player, and may use their columns. */
const isOfAll = (panel: Panel): boolean => panel.items.every((item) => item.player === undefined);

function PanelTable({ now }: { now: Scene }): JSX.Element {
    const shared = now.panels.some((panel) => panel.items.some((item) => item.player === undefined));
    const players = now.players.map((_, i) => i + 1);
    return (
        <table class="panels" aria-label={say("values")}>
            <thead>
                <tr>
                    <td />
                    {shared && <td />}
                    {players.map((player) => (
                        <th scope="col" class={now.turn !== "none" && Number(mover.value) === player ? "on-move" : ""}>
                            <span class={`swatch of${player}`} aria-hidden="true" />
                            {name(now.players[player - 1])}
                            <small>{engineNames.value?.[player - 1] ?? say(seatWord(player))}</small>
                            <Clock player={player} clocks={clocks.value} />
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {now.panels.map((panel) => (
                    <tr class={panel.kind}>
                        <th scope="row">
                            {(panel as Panel & { thing?: number }).thing !== undefined && <ThingIcon now={now} thing={(panel as Panel & { thing?: number }).thing!} />}
                            {name(panel.name)}
                        </th>
                        {isOfAll(panel) && <td colSpan={1 + players.length}>{cellOf(now, panel, 0)}</td>}
                        {!isOfAll(panel) && shared && <td>{cellOf(now, panel, 0)}</td>}
                        {!isOfAll(panel) &&
                            players.map((player) => (
                                <td>{cellOf(now, panel, player)}</td>
                            ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

const BEAT = 200; // milliseconds

export function timeText(left: number): string {
    const seconds = Math.max(0, left) / 1000;
    const minutes = Math.floor(seconds / 60);
    const rest = (seconds % 60).toFixed(seconds < 20 ? 1 : 0).padStart(seconds < 20 ? 4 : 2, "0");
    return `${minutes}:${rest}`;
}

export function Clock({ player, clocks }: { player: number; clocks: Clocks }): JSX.Element | null {
    const [, beat] = useState(0);
    const { left, runs } = clocks;
    const here = left[player - 1];
    useEffect(() => {
        if (runs !== player || here == null) return;
        const timer = setInterval(() => beat((count) => count + 1), BEAT);
        return () => clearInterval(timer);
    }, [runs, here]);
    if (here == null) return null;
    return (
        <span class={`clock ${runs === player ? "runs" : ""}`} role="timer" dir="ltr">
            {digits(timeText(leftNow(clocks, player)!))}
        </span>
    );
}

const seatWord = (player: number): "person" | "engine" | "seed" => seats.value[player - 1] ?? "person";

function MoveButtons(): JSX.Element | null {
    const now = scene.value;
    if (!now) return null;
    const hasDie = moves.value.buttons.some((button) => button.kind === "die");
    if (now.turn === "chance")
        return (
            <div class="buttons">
                <button class="roll primary" onClick={() => void roll()} disabled={seatToMove.value !== "person"} data-act="roll">
                    {hasDie ? <Die value={undefined} /> : null} {say(hasDie ? "roll" : "drawLot")}
                </button>
            </div>
        );
    const next = new Set(nextSteps(moves.value, lit.value));
    const shown = moves.value.buttons.filter((button) => next.has(button.button));
    if (shown.length === 0) return null;
    return (
        <div class="buttons">
            {shown.map((button) => (
                <button class="primary" onClick={() => step(button.button)} data-step={button.button}>
                    {name(button.name || button.button)}
                </button>
            ))}
        </div>
    );
}

/** A move typed as a word. */
function MoveField(): JSX.Element {
    const enter = (event: SubmitEvent): void => {
        event.preventDefault();
        const field = (event.target as HTMLFormElement).elements.namedItem("move") as HTMLInputElement;
        const word = field.value.trim().toLowerCase();
        if (word !== "") void play(word);
        field.value = "";
    };
    return (
        <form class="typed" onSubmit={enter}>
            <label>
                {say("move")}
                <input name="move" list="legal" autocomplete="off" autocapitalize="off" spellcheck={false} dir="ltr" />
            </label>
            <datalist id="legal">
                {fitting(moves.value, []).map((move) => (
                    <option value={move.move} />
                ))}
            </datalist>
            <button>{say("play")}</button>
        </form>
    );
}

export function Side(): JSX.Element | null {
    const now = scene.value;
    if (!now) return null;
    return (
        <section class="side" aria-label={say("values")}>
            <p class={`status ${now.turn === "none" || ended.value ? "over" : ""}`}>
                {thinking.value || status()}
                {ended.value && <small>{say(ended.value.why)}</small>}
                {now.turn === "none" && now.end && <small>{digits(now.end)}</small>}
            </p>
            <MoveButtons />
            <PanelTable now={now} />
            <MoveField />
        </section>
    );
}
