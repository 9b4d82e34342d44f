/* A session written down (`> line`, `< line`, as PROTOCOL.md writes its examples), and the carrier that plays it back: what was
 * asked at a position is answered as it was answered then, in whatever order one asks. So a record needs no engine. */

import type { Carrier, Listener } from "./carrier";

const SETS_UP = /^(newgame|position) /;
const ROOM = 4 << 20; // characters that are kept of a session

/** Writes a session down while it goes on. The setting is said again where questions of two settings would mix. */
export class Scribe {
    private head = ""; // what is asked of the engine alone
    private parts: string[] = [];
    private length = 0;
    private said = "";
    setting = "";

    /** Before a line is sent. What it returns belongs to the line's answers. */
    sends(line: string): string {
        if (SETS_UP.test(line)) this.setting = line;
        return this.setting;
    }

    /** `line` was asked where `setting` held, and this was answered. */
    heard(setting: string, line: string, answers: string[]): void {
        const about = setting === this.said || setting === line || setting === "" ? [] : [`> ${setting}`];
        const text = [...about, `> ${line}`, ...answers.map((answer) => `< ${answer}`)].join("\n") + "\n";
        this.said = setting;
        if (setting === "") this.head += text;
        else this.add(text);
    }

    private add(text: string): void {
        this.parts.push(text); // the oldest goes when there is no more room
        for (this.length += text.length; this.length > ROOM; ) this.length -= this.parts.shift()!.length;
    }

    text(): string {
        return this.head + this.parts.join("");
    }
}

type Answers = Map<string, string[][]>;

/* Any search is as good as the one that was made there. */
const keyOf = (setting: string, line: string): string =>
    SETS_UP.test(line) || /^(ugi|games)$/.test(line) ? line : `${setting}\n${line.replace(/^go .*/, "go")}`;

export function parseSession(text: string): Answers {
    const all: Answers = new Map();
    let setting = "";
    let answers: string[] = [];
    for (const line of text.split("\n").map((one) => one.trimEnd())) {
        const said = line.slice(2);
        if (line.startsWith("< ")) answers.push(said);
        if (!line.startsWith("> ")) continue;
        if (SETS_UP.test(said)) setting = said;
        answers = [];
        const key = keyOf(setting, said);
        all.set(key, [...(all.get(key) ?? []), answers]);
    }
    return all;
}

/** The answers to a line; asked again, one gets the next that were written down, and the last for ever. */
function find(all: Answers, key: string): string[] | undefined {
    const found = all.get(key);
    return found && found.length > 1 ? found.shift() : found?.[0];
}

/* What is answered also where no record says so. */
const always: Record<string, string> = { ugi: "ugiok", isready: "readyok", "query ply": "response 0" };

export async function openRecord(listener: Listener, url: string): Promise<Carrier> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const text = await answer.text();
    const all = parseSession(text);
    let setting = "";
    const missing = (line: string): string[] => {
        if (/^(stop|setoption|wait|games)\b/.test(line)) return [];
        return always[line] ? [always[line]] : [`error unsupported not in this record: ${line.split(" ", 2).join(" ")}`];
    };
    return {
        kind: "replay",
        text,
        send(line) {
            if (SETS_UP.test(line)) setting = line;
            const answers = find(all, keyOf(setting, line)) ?? missing(line);
            queueMicrotask(() => answers.forEach((one) => listener.line(one)));
        },
        close: () => undefined,
    };
}
