/* How lines reach an engine: over a WebSocket, or to a worker in this page; or what engines said once, from a record. */

import { openRecord } from "./replay";

export interface Carrier {
    readonly kind: "native" | "wasm" | "replay";
    readonly text?: string; // of the record
    send(line: string): void;
    close(): void;
}

export interface Listener {
    line(line: string): void;
    /** Nothing more will come. */
    end(why: string): void;
}

const PATIENCE = 4000; // milliseconds for a socket to open

export function openSocket(listener: Listener): Promise<Carrier> {
    const url = new URL("engine", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const token = new URLSearchParams(location.search).get("token");
    if (token) url.searchParams.set("token", token);
    return new Promise((resolve, reject) => {
        const socket = new WebSocket(url, "panj");
        const timer = setTimeout(() => socket.close(), PATIENCE);
        let opened = false;
        socket.onopen = () => {
            clearTimeout(timer);
            opened = true;
            resolve({ kind: "native", send: (line) => socket.send(line), close: () => socket.close() });
        };
        socket.onmessage = (event) => listener.line(event.data as string);
        socket.onclose = (event) => {
            clearTimeout(timer);
            if (opened) listener.end(event.reason);
            else reject(new Error("no engine answers here"));
        };
    });
}

/** Threads need a page that is isolated from others. A host that does not send the headers for that gets them from a
 * service worker, after one reload. */
async function isolate(): Promise<void> {
    if (crossOriginIsolated) return;
    if (!("serviceWorker" in navigator)) throw new Error("this browser cannot run the engine here");
    await navigator.serviceWorker.register("isolate.js");
    await navigator.serviceWorker.ready;
    if (sessionStorage.getItem("isolated")) throw new Error("this host does not let the engine run");
    sessionStorage.setItem("isolated", "tried");
    location.reload();
    await new Promise(() => undefined);
}

export async function openWorker(listener: Listener): Promise<Carrier> {
    await isolate();
    sessionStorage.removeItem("isolated");
    const worker = new Worker("worker.js");
    worker.onmessage = (event) => (event.data as string[]).forEach((line) => listener.line(line));
    worker.onerror = (event) => listener.end(event.message || "the engine could not be loaded");
    return { kind: "wasm", send: (line) => worker.postMessage(line), close: () => worker.terminate() };
}

/** A file of this page's host and no other's. */
function here(file: string): string {
    const url = new URL(file, location.href);
    if (url.origin !== location.origin) throw new Error("a record has to be of this host");
    return url.href;
}

/** The native engine if one answers, else the one of the page; `?engine=wasm` or `?engine=native` insists. `?replay=FILE` wants none. */
export async function openAny(listener: Listener): Promise<Carrier> {
    const wishes = new URLSearchParams(location.search);
    const wish = wishes.get("engine");
    const record = wishes.get("replay");
    if (record) return openRecord(listener, here(record));
    if (wish === "wasm") return openWorker(listener);
    if (wish === "native") return openSocket(listener);
    return openSocket(listener).catch(() => openWorker(listener));
}
