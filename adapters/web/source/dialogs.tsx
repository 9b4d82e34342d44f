/* The dialogue of a new game, made of the engine's own list, and the one of records. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { control } from "./clock";
import { Die } from "./pieces";
import { catalogue, engine, fen, flipped, level, load, newGame, record, scene, seats, seconds, setFen, trouble, variant, type Seat } from "./game";
import { digits, name, say } from "./words";

export const open = signal<"" | "new" | "record" | "keys">("");

function Dialog({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
    const root = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        root.current?.showModal();
        return () => document.querySelector<SVGGElement>(".cell[tabindex='0']")?.focus(); // a keyboard goes on there
    }, []);
    return (
        <dialog ref={root} aria-label={title} onClose={() => (open.value = "")}>
            <h2>{title}</h2>
            {children}
        </dialog>
    );
}

/** What was filled in stays where it is. */
function Refused({ why }: { why: string }): JSX.Element | null {
    return why === "" ? null : (
        <p class="trouble" role="alert">
            {why}
        </p>
    );
}

// -- a new game ------------------------------------------------------------------------------------------------------

interface Flag {
    key: string;
    kind: string; // number, choice, text
    low: number;
    high: number;
    choices: string[];
    initial: string;
    help: string;
}

interface Entry {
    game: string;
    rule: string;
    flags: Flag[];
}

/** `game NAME flag KEY KIND [VALUES] [default VALUE] in WHERE: HELP` and `game NAME rule TEXT`. */
export function parseCatalogue(lines: string[]): Entry[] {
    const entries = new Map<string, Entry>();
    for (const line of lines) {
        const [, game = "", what = ""] = line.split(" ");
        const entry = entries.get(game) ?? { game, rule: "", flags: [] };
        entries.set(game, entry);
        const flag = /^game \S+ flag (\S+) (number|choice|text) ?(.*?)(?: default (\S+))? in (newgame|both|fen): (.*)$/.exec(line);
        if (what === "rule") entry.rule = line.split(" rule ")[1] ?? "";
        else if (flag && flag[5] !== "fen") {
            const [low, high] = (flag[3] ?? "").split("..").map(Number);
            const choices = flag[2] === "choice" ? (flag[3] ?? "").split("|") : [];
            entry.flags.push({ key: flag[1]!, kind: flag[2]!, low: low ?? 0, high: high ?? 0, choices, initial: flag[4] ?? "", help: flag[6] ?? "" });
        }
    }
    return [...entries.values()];
}

const chosen = signal("");

const MANY = 1e9; // numbers, of which one would not choose by hand

function drawNumber(event: MouseEvent): void {
    const field = (event.currentTarget as Element).previousElementSibling as HTMLInputElement;
    field.value = String(Math.floor(Math.random() * MANY));
}

/** `value` is what the game on the board was begun with. */
function FlagField({ flag, value }: { flag: Flag; value: string | undefined }): JSX.Element {
    const field = { name: `flag-${flag.key}`, placeholder: name(flag.initial), defaultValue: value ?? "" };
    return (
        <label>
            <span>{name(flag.key)}</span>
            {flag.kind === "choice" ? (
                <select name={field.name}>
                    {flag.choices.map((choice) => (
                        <option value={choice} selected={choice === (value ?? flag.initial)}>
                            {name(choice)}
                        </option>
                    ))}
                </select>
            ) : flag.kind === "number" ? (
                <span class="number">
                    <input {...field} dir="ltr" type="number" min={flag.low} max={flag.high} />
                    {flag.high > MANY && (
                        <button type="button" onClick={drawNumber} aria-label={say("random")} title={say("random")}>
                            <Die value={5} />
                        </button>
                    )}
                </span>
            ) : (
                <input {...field} dir="ltr" />
            )}
            <small>{name(flag.help)}</small>
        </label>
    );
}

function SeatField({ index }: { index: 0 | 1 }): JSX.Element {
    const all: Seat[] = ["person", "engine", "seed"];
    return (
        <label>
            <span>
                {say("player")} {digits(index + 1)}
            </span>
            <select name={`seat-${index}`}>
                {all.map((seat) => (
                    <option value={seat} selected={seats.value[index] === seat}>
                        {say(seat)}
                    </option>
                ))}
            </select>
        </label>
    );
}

export function NewGame(): JSX.Element {
    const entries = parseCatalogue(catalogue.value);
    const entry = entries.find((one) => one.game === (chosen.value || scene.value?.game)) ?? entries[0];
    const [game, ...words] = variant.value.split(" ");
    const given = new Map(entry?.game === game ? words.map((word) => word.split("=") as [string, string]) : []);
    const howMany = entry?.flags.find((flag) => flag.key === "players"); // a game without this flag is for two
    const [asked, ask] = useState<string | undefined>();
    const [refused, refuse] = useState("");
    const isAlone = howMany !== undefined && (asked || (given.get("players") ?? howMany.initial)) === "1";
    const start = (event: SubmitEvent): void => {
        event.preventDefault();
        const data = new FormData(event.target as HTMLFormElement);
        const text = (key: string): string => String(data.get(key) ?? "").trim();
        const words = (entry?.flags ?? [])
            .map((flag) => [flag, text(`flag-${flag.key}`)] as const)
            .filter(([flag, value]) => value !== "" && value !== flag.initial)
            .map(([flag, value]) => `${flag.key}=${value}`);
        const base = Number(text("minutes")) * 60000;
        const begun = (): void => {
            seats.value = [text("seat-0") as Seat, (text("seat-1") || "engine") as Seat];
            level.value = Number(text("level") || 0);
            seconds.value = Number(text("seconds") || 1);
            flipped.value = false;
            open.value = "";
        };
        void newGame([entry?.game, ...words].join(" "), base > 0 ? { base, increment: Number(text("increment")) * 1000 } : null, begun).then(() => refuse(trouble.value));
    };
    return (
        <Dialog title={say("newGame")}>
            <form onSubmit={start} onInput={(event) => ask((event.currentTarget.elements.namedItem("flag-players") as HTMLInputElement | null)?.value)} class="new">
                <fieldset class="games">
                    <legend>{say("game")}</legend>
                    {entries.map((one) => (
                        <label class="choice">
                            <input type="radio" name="game" value={one.game} checked={one === entry} onChange={() => (chosen.value = one.game)} />
                            <span>{name(one.game)}</span>
                        </label>
                    ))}
                </fieldset>
                <p class="rule">{name(entry?.rule)}</p>
                <div class="fields">
                    <SeatField index={0} />
                    {!isAlone && <SeatField index={1} />}
                    {engine.names.has("Level") && (
                        <label>
                            <span>{say("strength")}</span>
                            <select name="level">
                                {[...Array(11).keys()].map((one) => (
                                    <option value={one} selected={one === level.value}>
                                        {one === 0 ? say("full") : digits(one)}
                                    </option>
                                ))}
                            </select>
                        </label>
                    )}
                    <label>
                        <span>{say("seconds")}</span>
                        <input name="seconds" type="number" min="0.1" max="600" step="0.1" value={seconds.value} dir="ltr" />
                    </label>
                    <label>
                        <span>{say("minutes")}</span>
                        <input name="minutes" type="number" min="0" max="600" step="any" value={control.value ? control.value.base / 60000 : ""} placeholder={say("noClock")} dir="ltr" />
                    </label>
                    <label>
                        <span>{say("increment")}</span>
                        <input name="increment" type="number" min="0" max="600" step="any" value={control.value ? control.value.increment / 1000 : 0} dir="ltr" />
                    </label>
                </div>
                <details key={entry?.game} open={given.size > 0}>
                    <summary>{say("variant")}</summary>
                    <div class="fields">
                        {entry?.flags.map((flag) => (
                            <FlagField key={flag.key} flag={flag} value={given.get(flag.key)} />
                        ))}
                    </div>
                </details>
                <Refused why={refused} />
                <div class="tools end">
                    <button type="button" onClick={() => (open.value = "")}>
                        {say("cancel")}
                    </button>
                    <button class="primary" data-act="start">
                        {say("start")}
                    </button>
                </div>
            </form>
        </Dialog>
    );
}

// -- records ---------------------------------------------------------------------------------------------------------

const copied = signal("");

/** A page that came over plain HTTP has no clipboard of its own and copies what is selected. */
function copy(text: string): void {
    const done = (): string => (copied.value = text);
    if (navigator.clipboard) return void navigator.clipboard.writeText(text).then(done);
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    if (document.execCommand("copy")) done();
    field.remove();
}

function Copied({ text, label, act }: { text: string; label?: string; act?: string }): JSX.Element {
    return (
        <button type="button" onClick={() => copy(text)} data-act={act}>
            {copied.value === text ? say("copied") : (label ?? say("copy"))}
        </button>
    );
}

/** What was said to the engine and what it answered, as a file: `?replay=FILE` plays it back without an engine. */
function saveSession(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([engine.scribe.text()], { type: "text/plain" }));
    link.download = `${scene.value?.game ?? "panj"}.session`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function RecordDialog(): JSX.Element {
    const [refused, refuse] = useState("");
    const submit = (act: (text: string, begun: () => void) => Promise<void>) => (event: SubmitEvent): void => {
        event.preventDefault();
        const field = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
        void act(field.value, () => (open.value = "")).then(() => refuse(trouble.value));
    };
    return (
        <Dialog title={say("record")}>
            <Refused why={refused} />
            <form class="record" onSubmit={submit(setFen)}>
                <label>
                    <span>{say("fen")}</span>
                    <input name="text" value={fen.value} dir="ltr" spellcheck={false} />
                </label>
                <div class="tools end">
                    <Copied text={fen.value} />
                    <button>{say("set")}</button>
                </div>
            </form>
            <form class="record" onSubmit={submit(load)}>
                <label>
                    <span>{say("loadHelp")}</span>
                    <textarea name="text" rows={6} dir="ltr" spellcheck={false}>
                        {record()}
                    </textarea>
                </label>
                <div class="tools end">
                    <Copied text={location.href} label={say("share")} act="share" />
                    <Copied text={record()} />
                    <button type="button" onClick={saveSession} data-act="session">
                        {say("session")}
                    </button>
                    <button data-act="load">{say("load")}</button>
                    <button type="button" onClick={() => (open.value = "")}>
                        {say("close")}
                    </button>
                </div>
            </form>
        </Dialog>
    );
}

export function Keys(): JSX.Element {
    return (
        <Dialog title={say("keys")}>
            <dl class="keys">
                {say("helpKeys").split(" · ").map((one) => {
                    const [keys = "", what] = one.split(": ");
                    return (
                        <div>
                            <dt>
                                {keys.split(" ").map((key) => [<kbd>{key}</kbd>, " "])}
                            </dt>
                            <dd>{what}</dd>
                        </div>
                    );
                })}
            </dl>
            <div class="tools end">
                <button onClick={() => (open.value = "")}>{say("close")}</button>
            </div>
        </Dialog>
    );
}
