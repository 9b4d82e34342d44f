/* A match that panj-referee plays, or has played, as panj-web reads it from the store: polled while it grows. */

import { batch, computed, signal } from "@preact/signals";
import { clocks, type Clocks } from "./clock";
import { Engine } from "./engine";
import { doing, engineNames, extend, scene, setWatched, told, trouble, type Told } from "./game";
import { forFirst } from "./score";
import type { Scene } from "./scene";

export interface Entrant {
    name: string;
    won: number;
    lost: number;
    drawn: number;
    score: number;
}

interface Match {
    game: string; // words of newgame
    players: number;
    finished: number;
    engines: Entrant[];
    games: [id: number, first: number, second: number | null, result: string, verdict: string, plies: number, score: string][];
}

/** A game; what only a game that is being played has is optional. */
interface Played {
    id: number;
    first: number;
    second: number | null;
    start: string;
    result: string;
    verdict?: string;
    reason?: string;
    plies: string | null;
    turn?: 0 | 1 | 2;
    clocks?: [number | null, number | null]; // microseconds
    age?: number; // milliseconds since the last ply
    asked: number; // when this was told, performance.now()
}

export const match = signal<Match | null>(null);
export const live = signal<Played[]>([]);
export const scenes = signal(new Map<number, { scene: Scene; plies: number }>()); // of the live games
export const watched = signal(0); // the game that is on the board
export const watchedGame = signal<Played | null>(null);

const wishes = new URLSearchParams(location.search);
export const isHere = wishes.has("match");
export const atMatch = signal(isHere && !Number(wishes.get("match"))); // instead of a board

const POLL = 1000;

async function fetchMatch<T>(path: string): Promise<T | null> {
    const token = wishes.get("token");
    const answer = await fetch(path + (token ? `?token=${token}` : "")).catch(() => null);
    return answer?.ok ? ((await answer.json()) as T) : null;
}

async function fetchGame(id: number): Promise<Played | null> {
    const game = await fetchMatch<Played>(`match/${id}`);
    return game && { ...game, asked: performance.now() };
}

export const nameOf = (entrant: number | null): string => (entrant === null ? "" : (match.value?.engines[entrant]?.name ?? ""));

const wordsOf = (plies: string | null): string[][] => (plies ? plies.split("\n").map((line) => line.split(" ")) : []);
export const movesOf = (plies: string | null): string[] => wordsOf(plies).map(([move = ""]) => move);

/** What the engines said before each of their moves. */
function toldBy(plies: string | null): Told[] {
    return wordsOf(plies).flatMap(([, mover = "", kind = "-", value, time], i) => {
        if (mover !== "1" && mover !== "2") return [];
        const score = kind === "-" ? null : forFirst({ kind, value: Number(value), bound: "", wdl: null }, mover, scene.value?.scale);
        return [{ ply: i + 1, player: Number(mover) as 1 | 2, score, time: Number(time) / 1000 }];
    });
}

// -- the boards of the games that go on ------------------------------------------------------------------------------

const herald = new Engine(); // draws them; the other engine keeps the board
let setUp = "";
let drawing = false;

async function drawLive(): Promise<void> {
    if (drawing || !atMatch.value || !match.value) return;
    drawing = true;
    try {
        await herald.open();
        const game = gameWords();
        if (setUp !== game) await herald.tell(`newgame ${game}`);
        setUp = game;
        for (const one of live.value) await draw(one);
        const ids = live.value.map((one) => one.id);
        scenes.value = new Map([...scenes.value].filter(([id]) => ids.includes(id)));
    } catch {
        setUp = "";
    }
    drawing = false;
}

async function draw(one: Played): Promise<void> {
    const moves = movesOf(one.plies);
    if (scenes.value.get(one.id)?.plies === moves.length) return;
    await herald.tell(`position fen ${one.start}${moves.length > 0 ? " moves " + moves.join(" ") : ""}`);
    const scene = JSON.parse(await herald.ask("query scene")) as Scene;
    scenes.value = new Map(scenes.value).set(one.id, { scene, plies: moves.length });
}

// -- one game --------------------------------------------------------------------------------------------------------

const gameWords = (): string => match.value!.game.replace(/ fen .*/, "");

/** Puts a game on the board, from its start if it is over, else as it stands. */
export const watch = doing(async (id: number) => {
    match.value ??= (await fetchMatch<{ match: Match }>("match"))?.match ?? null;
    const game = await fetchGame(id);
    if (!game || !match.value) throw new Error(`match: no game ${id}`);
    const address = new URLSearchParams(location.search);
    address.set("match", String(id));
    history.replaceState(null, "", `${location.pathname}?${address}`);
    batch(() => {
        atMatch.value = false;
        watched.value = id;
    });
    const moves = movesOf(game.plies);
    await setWatched(gameWords(), game.start, moves, game.turn === undefined ? 0 : moves.length);
    take(game);
});

export function leaveBoard(): void {
    watched.value = 0;
    watchedGame.value = null;
    atMatch.value = true;
    void poll();
}

export function clocksOf(game: Played): Clocks {
    const [one = null, two = null] = (game.clocks ?? []).map((left) => (left === null ? null : left / 1000));
    return { left: [one, two], runs: game.turn ?? 0, since: game.asked - (game.age ?? 0) };
}

function take(game: Played): void {
    batch(() => {
        watchedGame.value = game;
        told.value = toldBy(game.plies);
        engineNames.value = [nameOf(game.first), nameOf(game.second)];
        clocks.value = clocksOf(game);
    });
}

async function follow(): Promise<void> {
    const id = watched.value;
    const game = await fetchGame(id);
    if (!game || watched.value !== id || !isWatching.value) return;
    const known = movesOf(watchedGame.value?.plies ?? null).length;
    const moves = movesOf(game.plies);
    take(game);
    if (moves.length > known) await extend(moves);
}

/** Whether what is on the board is still the match's. */
export const isWatching = computed(() => watched.value !== 0 && engineNames.value !== null);
export const isFinished = computed(() => watchedGame.value !== null && watchedGame.value.turn === undefined);

async function poll(): Promise<void> {
    if (document.hidden) return;
    if (atMatch.value) {
        const all = await fetchMatch<{ match: Match; live: Played[] }>("match");
        if (!all) trouble.value = "match: no answer";
        else batch(() => ([match.value, live.value, trouble.value] = [all.match, all.live.map((one) => ({ ...one, asked: performance.now() })), ""]));
        await drawLive();
    } else if (isWatching.value && !isFinished.value) await follow();
}

/** Begins to look; a game of the address comes to the board at once. */
export function startWatching(): void {
    const id = Number(wishes.get("match"));
    if (id) void watch(id);
    const beat = async (): Promise<void> => {
        await poll().catch(() => undefined);
        setTimeout(() => void beat(), POLL);
    };
    void beat();
}
