/* The game on the page: where it began, the moves, where one looks, who plays. The engine is asked for everything else. */

import { batch, computed, signal } from "@preact/signals";
import { keepClocks, limitsOf, runClock, setClocks, stopClock, type Control } from "./clock";
import { Engine } from "./engine";
import { format, forFirst, isProven, winnerBy, type Info, type Score } from "./score";
import { advance, click, travels, type Moves, type Scene, type Step } from "./scene";
import { digits, explain, name, say, spoken } from "./words";

export type Seat = "person" | "engine" | "seed";

/** What a position is worth, and what the move that was made there left of it. */
export interface Judgement {
    score: Score;
    best: string;
    mover: string;
    after: Score | null; // null: it was the best move, or there is none
}

export type Judgements = (Judgement | null | undefined)[]; // null: nothing to decide; undefined: not looked at yet

/** A line before one branched off from it, with what is known of it. */
interface Former {
    line: string[];
    judgements: Judgements;
}

/** What an engine said before it made the move of this ply. */
export interface Told {
    ply: number;
    player: 1 | 2;
    score: Score | null;
    time: number; // milliseconds
}

export const engine = new Engine();
export const kind = signal(engine.kind);
export const trouble = signal("");
export const catalogue = signal<string[]>([]); // the lines of `games`

export const variant = signal("konane"); // the words of newgame
export const start = signal(""); // FEN
export const line = signal<string[]>([]);
export const at = signal(0); // moves of the line that are on the board
export const shown = signal(0); // of these, those that the scene is of: it comes a moment later
export const former = signal<Former | null>(null);

export const seats = signal<[Seat, Seat]>(["person", "engine"]);
export const level = signal(0); // 0 is full strength
export const seconds = signal(1);
export const flipped = signal(false);

export const scene = signal<Scene | null>(null);
export const moves = signal<Moves>({ turn: "none", buttons: [], moves: [] });
export const slides = signal(new Map<number, number>()); // pieces that have just come: where to, where from
export const fen = signal("");
export const clicked = signal<Step[]>([]);
export const thinking = signal("");
export const analysis = signal(false);
export const width = signal(3); // lines of the analysis; 0: every move
export const infos = signal<Info[]>([]);
export const hint = signal("");
export const message = signal(""); // read out
export const judgements = signal<Judgements>([]);
export const filming = signal(false);
export const told = signal<Told[]>([]); // of a game of a match
export const engineNames = signal<[string, string] | null>(null);
export const editing = signal<((cell: number) => void) | null>(null); // what a click on a cell does then

/** A game that ended otherwise than by its rules. */
export const ended = signal<{ loser: 1 | 2; why: "resigned" | "timeOver" } | null>(null);
/** The player for whom a proven win is carried out, against whatever one tries. */
export const proving = signal<0 | 1 | 2>(0);

export const lit = computed(() => advance(moves.value, clicked.value));
export const mover = computed(() => fen.value.split(" ")[1] ?? "1");
export const lastRoll = computed(() => line.value.slice(0, at.value).findLast((move) => /^r[1-6]$/.test(move)) ?? "");
export const isOnePlayer = computed(() => (scene.value?.players.length ?? 2) === 1);

/* Whatever changes the position or what the engine does begins an epoch; what an older one still waits for is void. */
let epoch = 0;
export const isShown = signal(true); // the moves that may be clicked are those of the position at the cursor
let restless: ReturnType<typeof setTimeout> | undefined;

export async function begin(film = false): Promise<number> {
    const mine = ++epoch;
    clearTimeout(restless);
    filming.value = film;
    await engine.halt();
    await connect();
    return mine;
}

export const isOver = (mine: number): boolean => mine !== epoch;

/** Runs what a click or key wants; whatever goes wrong is shown. */
export function doing<A extends unknown[]>(what: (...words: A) => Promise<unknown>): (...words: A) => Promise<void> {
    return async (...words) => {
        try {
            await what(...words);
        } catch (error) {
            trouble.value = explain((error as Error).message);
        }
    };
}

// -- the engine ------------------------------------------------------------------------------------------------------

async function connect(): Promise<void> {
    if (engine.isOpen) return;
    engine.onGone = (why) => {
        epoch++;
        batch(() => {
            kind.value = "";
            thinking.value = "";
            trouble.value = say("gone", why);
        });
    };
    await engine.open();
    kind.value = engine.kind;
    trouble.value = "";
    catalogue.value = await engine.games();
}

export const positionLine = (count: number): string =>
    `position fen ${start.value}${count > 0 ? " moves " + line.value.slice(0, count).join(" ") : ""}`;

/** Shows the position at the cursor and lets whoever is to act act. */
export async function show(film = false): Promise<void> {
    const mine = await begin(film);
    await engine.tell(positionLine(at.value));
    const [said, how, where] = await Promise.all([
        engine.ask("query scene"),
        engine.ask("query scene moves"),
        engine.ask("query fen"),
    ]);
    if (isOver(mine)) return;
    const seen = JSON.parse(said) as Scene;
    isShown.value = true;
    batch(() => {
        slides.value = travels(scene.value, seen);
        scene.value = seen;
        shown.value = at.value;
        moves.value = JSON.parse(how) as Moves;
        fen.value = where;
        clicked.value = [];
        infos.value = [];
        hint.value = "";
        thinking.value = "";
        trouble.value = "";
    });
    if (seen.turn === "none" || ended.value) stopClock(false);
    else if (atEnd() && proving.value === 0 && !film) runClock(at.value, seen.turn === "chance" ? 0 : (Number(seen.turn) as 1 | 2), fallen);
    announce();
    writeAddress();
    if (performance.getEntriesByName("board").length === 0) requestAnimationFrame(() => performance.mark("board"));
    if (!film) await act(mine);
}

export function status(): string {
    const now = scene.value;
    if (!now) return say("connecting");
    if (ended.value && atEnd()) return say("wins", name(now.players[2 - ended.value.loser]));
    if (now.turn === "none") {
        const winner = now.result === "p1win" ? 0 : 1;
        if (now.result === "draw") return say("draw");
        return now.players.length === 1 ? say("over") : say("wins", name(now.players[winner]));
    }
    const who = name(now.players[Number(mover.value) - 1] ?? now.players[0]);
    return say(now.turn === "chance" ? "toRoll" : "toMove", who);
}

function announce(): void {
    const last = line.value[at.value - 1];
    message.value = (last ? `${spoken(last)}. ` : "") + status();
}

// -- acting ----------------------------------------------------------------------------------------------------------

export const seatToMove = computed<Seat>(() => seats.value[Number(mover.value) - 1] ?? "person");
/** The engine is about to move: nothing can be clicked. */
export const waits = computed(() => thinking.value !== "" && seatToMove.value !== "person");
export const atEnd = (): boolean => at.value === line.value.length;

async function act(mine: number): Promise<void> {
    const turn = scene.value?.turn;
    if (turn === "none" || turn === undefined || (ended.value && atEnd())) return;
    if (turn === "chance") {
        if (atEnd() && seatToMove.value !== "person") restless = setTimeout(() => void roll(), 500);
        return;
    }
    if (atEnd() && seatToMove.value !== "person") return answer(mine);
    if (analysis.value) return analyse(mine);
}

export async function strengthen(seat: Seat, many: number): Promise<void> {
    await engine.set("Style", seat === "seed" ? "seed" : "best");
    await engine.set("Level", seat === "engine" ? level.value : 0);
    await engine.set("MultiPV", many);
}

/** The engine's move. */
async function answer(mine: number): Promise<void> {
    await strengthen(proving.value === 0 ? seatToMove.value : "person", 1);
    if (isOver(mine)) return;
    thinking.value = say("thinking");
    const began = Date.now();
    const proves = String(proving.value) === scene.value?.turn;
    const move = await engine.go(proves ? "solve" : `go ${limitsOf(seconds.value)}`, proves ? heard(mine) : () => undefined);
    if (!isOver(mine)) stopClock(true);
    const early = Math.max(0, 350 - (Date.now() - began)); // one wants to see it move
    if (isOver(mine)) return;
    restless = setTimeout(() => void play(move), early);
}

function heard(mine: number): (info: Info) => void {
    return (info) => {
        if (isOver(mine)) return;
        const seen = { ...info, score: forFirst(info.score, mover.value, scene.value?.scale) };
        const others = infos.value.filter((other) => other.line !== seen.line && other.pv[0] !== seen.pv[0]);
        infos.value = [...others, seen].sort((one, two) => one.line - two.line);
        const best = infos.value[0];
        if (best && isProven(best.score)) message.value = `${say("proven")}: ${digits(format(best.score))}`;
    };
}

async function analyse(mine: number): Promise<void> {
    const count = moves.value.moves.length;
    await strengthen("person", Math.max(1, Math.min(128, width.value === 0 ? count : width.value)));
    if (isOver(mine) || count === 0) return;
    infos.value = [];
    await engine.go("go infinite", heard(mine)).catch(() => undefined);
}

export const toggleAnalysis = doing(async () => {
    analysis.value = !analysis.value;
    await show();
});

export const setWidth = doing(async (to: number) => {
    width.value = to;
    analysis.value = true;
    await show();
});

/** Until the value is proven. */
export const solve = doing(async () => {
    const mine = await begin();
    if (scene.value?.turn !== "1" && scene.value?.turn !== "2") return;
    await strengthen("person", 1);
    infos.value = [];
    analysis.value = true;
    thinking.value = say("thinking");
    let lack = "";
    await engine.go("solve", heard(mine), (text) => (lack = text));
    if (isOver(mine)) return;
    thinking.value = "";
    const why = /^not proven:? (.*)/.exec(lack)?.[1]; // it says what would help
    if (why) trouble.value = explain(`not_proven ${why}`);
});

export const giveHint = doing(async () => {
    const mine = await begin();
    if (moves.value.moves.length === 0 || scene.value?.turn === "chance") return;
    await strengthen("person", 1);
    thinking.value = say("thinking");
    const move = await engine.go("go movetime 1000", () => undefined);
    if (isOver(mine)) return;
    thinking.value = "";
    hint.value = move;
    message.value = `${say("hint")}: ${spoken(move)}`;
    if (analysis.value) await analyse(mine);
});

/** The best line, move by move, as a branch; what is proven is played to the end of the game. */
export const film = doing(async () => {
    if (filming.value) return show();
    const info = infos.value[0];
    if (!info || info.pv.length === 0) return;
    branch();
    line.value = [...line.value.slice(0, at.value), ...info.pv];
    analysis.value = false;
    await wander(at.value + 1, isProven(info.score));
});

async function wander(to: number, proven: boolean): Promise<void> {
    await go(to, true);
    const mine = epoch;
    if (atEnd() && !(proven && (await provenOn(mine)))) {
        if (!isOver(mine)) filming.value = false;
        return;
    }
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1500 : 700;
    restless = setTimeout(() => void doing(wander)(to + 1, proven), pause);
}

/** How it goes on where a proven line ends before the game does. */
async function provenOn(mine: number): Promise<boolean> {
    if (scene.value?.turn !== "1" && scene.value?.turn !== "2") return false;
    let pv: string[] = [];
    await strengthen("person", 1);
    if (isOver(mine)) return false;
    const move = await engine.go("solve", (info) => (pv = info.line === 1 ? info.pv : pv));
    if (isOver(mine)) return false;
    line.value = [...line.value, ...(pv[0] === move ? pv : [move])];
    return true;
}

// -- the line --------------------------------------------------------------------------------------------------------

export const play = doing(async (move: string) => {
    if (line.value[at.value] === move) return go(at.value + 1);
    const goesOn = atEnd();
    if (goesOn) stopClock(true);
    const mine = await begin();
    if (isOver(mine)) return; // somebody was faster
    isShown.value = false;
    batch(() => {
        ended.value = null;
        if (!atEnd() || engineNames.value) branch();
        line.value = [...line.value.slice(0, at.value), move];
        at.value = line.value.length;
    });
    keepClocks(at.value, goesOn);
    try {
        await show();
    } catch (error) {
        line.value = line.value.slice(0, -1); // the engine would not have it
        at.value = line.value.length;
        await show();
        trouble.value = explain((error as Error).message);
    }
});

export async function go(to: number, film = false): Promise<void> {
    isShown.value = false;
    at.value = Math.max(0, Math.min(line.value.length, to));
    await show(film);
}

/** What follows is no longer the game, which is kept to return to. */
function branch(): void {
    former.value ??= { line: line.value, judgements: judgements.value };
    judgements.value = judgements.value.slice(0, at.value);
}

/** Back to the person's own last decision. */
export const takeBack = doing(async () => {
    const mine = await begin();
    let to = at.value;
    while (to > 0) {
        to--;
        await engine.tell(positionLine(to));
        const [turn, where] = await Promise.all([engine.ask("query turn"), engine.ask("query fen")]);
        if (isOver(mine)) return;
        if (turn !== "chance" && seats.value[Number(where.split(" ")[1]) - 1] === "person") break;
    }
    batch(() => {
        ended.value = null;
        line.value = line.value.slice(0, to);
        at.value = to;
        judgements.value = judgements.value.slice(0, to);
    });
    await show();
});

export const returnToGame = doing(async () => {
    if (!former.value) return;
    line.value = former.value.line;
    judgements.value = former.value.judgements;
    former.value = null;
    leaveProof();
    await go(Math.min(at.value, line.value.length));
});

export const retry = doing(async (ply: number) => {
    at.value = ply;
    branch();
    line.value = line.value.slice(0, ply);
    await go(ply);
});

/** The person on move gives up, or the one who is not if an engine is. */
export const resign = doing(async () => {
    const mover = scene.value?.turn === "2" ? 2 : 1;
    await end(seats.value[mover - 1] === "person" ? mover : mover === 1 ? 2 : 1, "resigned");
});

async function end(loser: 1 | 2, why: "resigned" | "timeOver"): Promise<void> {
    batch(() => {
        ended.value = { loser, why };
        stopClock(false);
    });
    await go(line.value.length);
}

const fallen = doing(async (player: 1 | 2) => end(player, "timeOver"));

let seatsBefore = seats.value;

function leaveProof(): void {
    if (proving.value === 0) return;
    proving.value = 0;
    seats.value = seatsBefore;
}

/** Who is proven to win plays on by proof; the person tries whatever may refute it, as a branch. */
export const tryToRefute = doing(async () => {
    const best = infos.value[0];
    const winner = best ? winnerBy(best.score) : 0;
    if (winner === 0) return;
    if (proving.value === 0) seatsBefore = seats.value;
    batch(() => {
        branch();
        line.value = line.value.slice(0, at.value);
        proving.value = winner;
        seats.value = winner === 1 ? ["engine", "person"] : ["person", "engine"];
        analysis.value = false;
    });
    await show();
});

export const roll = doing(async () => {
    await begin();
    await play(await engine.ask("roll"));
});

export function step(to: Step): void {
    if (editing.value) {
        if (typeof to === "number") editing.value(to);
        return;
    }
    if (!isShown.value || waits.value) return;
    const after = click(moves.value, clicked.value, to);
    clicked.value = after.clicked;
    if (after.move !== null) void play(after.move);
}

// -- beginning -------------------------------------------------------------------------------------------------------

async function reset(fenOfStart: string, all: string[], to: number, time: Control | null = null): Promise<void> {
    batch(() => {
        leaveProof();
        ended.value = null;
        editing.value = null;
        told.value = [];
        engineNames.value = null;
        setClocks(time);
        start.value = fenOfStart;
        line.value = all;
        at.value = to;
        former.value = null;
        judgements.value = [];
    });
    await show();
}

/** Another game, if the engine will have it; `begun` tells then. What is clicked before it is there would be a move of the
 * one before. */
async function lay(game: string, its: () => Promise<() => Promise<void>>, begun = (): void => {}): Promise<void> {
    isShown.value = false;
    try {
        await begin();
        await engine.tell(`newgame ${game}`);
        const reset = await its();
        variant.value = game;
        begun();
        await reset();
    } catch (error) {
        isShown.value = true; // the old one stays, with the engine too
        if (engine.isOpen && variant.value !== "") await engine.tell(`newgame ${variant.value}`);
        throw error;
    }
}

export const newGame = doing((words: string, time: Control | null = null, begun?: () => void) =>
    lay(
        words,
        async () => {
            await engine.set("Seed", Math.floor(Math.random() * 1e9));
            const from = await engine.ask("query fen");
            return () => reset(from, [], 0, time);
        },
        begun,
    ),
);

function set(game: string, fenOfStart: string, all: string[], to = all.length, begun?: () => void): Promise<void> {
    return lay(
        game,
        async () => {
            await engine.tell(`position fen ${fenOfStart}${all.length > 0 ? " moves " + all.join(" ") : ""}`);
            return () => reset(fenOfStart, all, to);
        },
        begun,
    );
}

const forTwoPeople = (): void => void (seats.value = ["person", "person"]);

/** A game that others play. */
export async function setWatched(game: string, fenOfStart: string, all: string[], to: number): Promise<void> {
    forTwoPeople();
    await set(game, fenOfStart, all, to);
}

/** The game that others play has gone on; who looks at its end goes along. */
export async function extend(all: string[]): Promise<void> {
    if (former.value) {
        former.value.line = all;
        return;
    }
    const goesAlong = atEnd();
    line.value = all;
    if (goesAlong) await go(all.length);
}

export const setFen = doing((text: string, begun?: () => void) => set(scene.value?.game ?? "konane", text.trim(), [], 0, begun));

interface Recorded {
    title: string;
    game: string;
    from: string; // startpos, or a FEN
    moves: string[];
}

export const recorded = signal<Recorded[]>([]); // the games of the record that was loaded

/** The games of a record (PROTOCOL.md): a `newgame`, then one `position`; remarks before them tell who played. */
function parseRecord(text: string): Recorded[] {
    const found: Recorded[] = [];
    let game = scene.value?.game ?? "konane";
    let remarks: string[] = [];
    for (const line of text.split("\n").map((one) => one.replace(/^> /, "").trim())) {
        if (line.startsWith("# ")) remarks.push(line.slice(2));
        if (line.startsWith("newgame ")) game = line.slice(8);
        if (!line.startsWith("position ")) continue;
        const [from = "", all = ""] = line.slice(9).split(/ moves ?/);
        const told = remarks.filter((one) => /^(first|second|result) /.test(one)).map((one) => one.replace(/^\w+ +/, ""));
        found.push({ title: told.join(" · "), game, from: from.replace(/^fen /, ""), moves: all.split(" ").filter(Boolean) });
        remarks = [];
    }
    return found;
}

export const showRecorded = doing(async (index: number, begun?: () => void) => {
    const one = recorded.value[index];
    if (!one) return;
    await begin();
    await engine.tell(`newgame ${one.game}`);
    const from = one.from === "startpos" ? await engine.ask("query fen") : one.from;
    await set(one.game, from, one.moves, one.moves.length, () => {
        forTwoPeople();
        begun?.();
    });
});

/** The longest line of a session that is played back, from its start. */
async function showSession(text: string): Promise<void> {
    const longest = parseRecord(text).reduce((one, other) => (other.moves.length >= one.moves.length ? other : one));
    forTwoPeople();
    await doing(set)(longest.game, longest.from, longest.moves);
    await go(0);
}

/** A record, or a FEN of the game that is on the board. */
export const load = doing(async (text: string, begun?: () => void) => {
    recorded.value = parseRecord(text);
    await (recorded.value.length > 0 ? showRecorded(0, begun) : setFen(text, begun));
});

export function record(): string {
    const all = line.value.length > 0 ? ` moves ${line.value.join(" ")}` : "";
    const end = scene.value?.turn === "none" && atEnd() ? `query result\n` : "";
    const otherwise = ended.value ? `# result ${ended.value.loser === 2 ? "1-0" : "0-1"}  ${ended.value.why === "resigned" ? "resigned" : "time"}\n` : "";
    return `${otherwise}newgame ${variant.value}\nposition fen ${start.value}${all}\n${end}`;
}

// -- the address -----------------------------------------------------------------------------------------------------

const HOME = "konane rows=6 cols=6";
let written = "";
let read = location.hash;

function writeAddress(): void {
    if (location.hash !== written && location.hash !== read) return; // a new one, of which nobody has heard yet
    const parts = [scene.value?.game ?? "konane", start.value, line.value.slice(0, at.value).join(" ")];
    written = "#" + parts.map((part) => encodeURIComponent(part).replace(/%20/g, "_")).join("/");
    history.replaceState(null, "", location.pathname + location.search + written);
}

/** As it stands where it is no code of an address. */
function decoded(part: string): string {
    try {
        return decodeURIComponent(part.replace(/_/g, " "));
    } catch {
        return part;
    }
}

/** What the address says is set up; otherwise a new game begins, and what was wrong is told. */
export async function readAddress(): Promise<void> {
    if (location.hash === written && written !== "") return;
    read = location.hash;
    const [game = "", from = "", all = ""] = location.hash.slice(1).split("/").map(decoded);
    const played = all.split(" ").filter(Boolean);
    let why = "";
    await connect();
    if (from !== "") {
        await doing(set)(game, from, played, played.length, forTwoPeople);
        if (scene.value) return;
        why = trouble.value;
    }
    if (engine.record !== "") return showSession(engine.record);
    await newGame(game || HOME);
    why ||= trouble.value;
    if (!scene.value) await newGame(HOME); // no game of the engine's
    if (scene.value && why !== "") trouble.value = why;
}
