/* What stands beside the board: whose turn it is, panels of the scene, buttons of moves, dice. */

import type { JSX } from "preact";
import { drawPiece, Die } from "./pieces";
import { useEffect, useState } from "preact/hooks";
import { clocks, leftNow, type Clocks } from "./clock";
import { analysis, clicked, ended, engineNames, infos, lit, moves, play, roll, scene, seats, seatToMove, status, step, thinking, mover, waits } from "./game";
import { Icon } from "./icons";
import { fitting, nextSteps, type Item, type Panel, type Scene } from "./scene";
import { format, isProven } from "./score";
import { digits, name, say, western } from "./words";

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
            {item.text !== undefined ? <bdi>{name(item.text)}</bdi> : <bdi>{digits(item.of !== undefined ? `${value} / ${item.of}` : String(value).replace("-", "−"))}</bdi>}
            {item.holds && <Icon of="flag" />}
        </span>
    );
}

/** The items of one player, or of the board, of one panel. */
const cellOf = (now: Scene, panel: Panel, player: number): JSX.Element[] =>
    panel.items.filter((item) => (item.player ?? 0) === player).map((item) => amount(now, item));

/** Rows of one name are one row. */
const merged = (panels: Panel[]): Panel[] =>
    [...new Set(panels.map((panel) => panel.name))].map((name) => {
        const same = panels.filter((panel) => panel.name === name);
        return { ...same[0]!, items: same.flatMap((panel) => panel.items) };
    });

/** It tells nothing of one player, and may use their columns. */
const isOfAll = (panel: Panel): boolean => panel.items.every((item) => item.player === undefined);

function PanelTable({ now }: { now: Scene }): JSX.Element {
    const panels = merged(now.panels);
    const isShared = (item: Item): boolean => item.player === undefined;
    const shared = panels.find((panel) => !isOfAll(panel) && panel.items.some(isShared))?.items.find(isShared);
    const players = now.players.map((_, i) => i + 1);
    return (
        <table class="panels" aria-label={say("values")}>
            <thead>
                <tr>
                    <td />
                    {shared && <th scope="col">{name(shared.name)}</th>}
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
                {panels.map((panel) => (
                    <tr class={panel.kind}>
                        <th scope="row">
                            {panel.thing !== undefined && <ThingIcon now={now} thing={panel.thing} />}
                            {name(panel.name)}
                        </th>
                        {isOfAll(panel) && <td colSpan={players.length + (shared ? 1 : 0)}>{cellOf(now, panel, 0)}</td>}
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

/** What is left, rounded up: 2:00 is not less than that. */
export function timeText(left: number): string {
    const short = left < 20000;
    const tenths = short ? Math.ceil(Math.max(0, left) / 100) : 10 * Math.ceil(left / 1000);
    const rest = ((tenths % 600) / 10).toFixed(short ? 1 : 0).padStart(short ? 4 : 2, "0");
    return `${Math.floor(tenths / 600)}:${rest}`;
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

/** What the moves of a button are worth: the best of them. */
function Worth({ button }: { button: string }): JSX.Element | null {
    const here = [...clicked.value, button];
    const own = fitting(moves.value, here).map((one) => one.move);
    const info = analysis.value ? infos.value.find((one) => own.includes(one.pv[0] ?? "")) : undefined;
    return info ? (
        <small class={isProven(info.score) ? "sure" : ""}>
            {isProven(info.score) && <Icon of="lock" />} <bdi dir="ltr">{digits(format(info.score))}</bdi>
        </small>
    ) : null;
}

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
                <button class="primary" onClick={() => step(button.button)} disabled={waits.value} data-step={button.button}>
                    {name(button.button)}
                    <Worth button={button.button} />
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
        const word = western(field.value.trim().toLowerCase());
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
                {now.turn === "none" && now.end && <small>{name(now.end)}</small>}
            </p>
            <MoveButtons />
            <PanelTable now={now} />
            <MoveField />
        </section>
    );
}
