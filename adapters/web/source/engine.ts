/* An engine behind a carrier: what is asked is answered in order, what it thinks aloud goes to the search. */

import { openAny, type Carrier } from "./carrier";
import { parseInfo, type Info } from "./score";

interface Question {
    command: boolean; // it answers with an error or not at all; the query behind it says that it is done
    error: string;
    resolve(answer: string): void;
    reject(error: Error): void;
}

interface Search {
    heard(info: Info): void;
    told(text: string): void;
    resolve(move: string): void;
    reject(error: Error): void;
}

export class Engine {
    kind: Carrier["kind"] | "" = "";
    onGone: (why: string) => void = () => undefined;
    private carrier: Carrier | null = null;
    private opening: Promise<Carrier> | null = null;
    private questions: Question[] = [];
    private lists: { word: string; lines: string[]; resolve(lines: string[]): void }[] = [];
    private search: Search | null = null;
    private over: Promise<unknown> = Promise.resolve();
    private options = new Map<string, string>();
    names = new Set<string>(); // of its options

    async open(): Promise<void> {
        if (this.carrier) return;
        this.opening ??= openAny({ line: (line) => this.take(line), end: (why) => this.end(why) });
        try {
            this.carrier = await this.opening;
        } finally {
            this.opening = null;
        }
        this.kind = this.carrier.kind;
        this.options.clear();
        for (const line of await this.list("ugi", "ugiok")) {
            const name = /^option name (\S+)/.exec(line)?.[1];
            if (name) this.names.add(name);
        }
    }

    get isOpen(): boolean {
        return this.carrier !== null;
    }

    private send(line: string): void {
        this.carrier?.send(line);
    }

    /** A query: its answer without the word `response`. */
    ask(line: string): Promise<string> {
        return this.question(line, false);
    }

    /** A command that answers nothing, or an error. */
    async tell(line: string): Promise<void> {
        await this.question(line, true);
    }

    private question(line: string, command: boolean): Promise<string> {
        return new Promise((resolve, reject) => {
            this.questions.push({ command, error: "", resolve, reject });
            this.send(line);
            if (command) this.send("query ply");
        });
    }

    /** The lines of a list. The last is the one that begins with `word`. */
    list(line: string, word: string): Promise<string[]> {
        return new Promise((resolve) => {
            this.lists.push({ word, lines: [], resolve });
            this.send(line);
        });
    }

    async games(): Promise<string[]> {
        const lines = await this.listUntilReady("games");
        return lines.filter((line) => line.startsWith("game "));
    }

    private listUntilReady(line: string): Promise<string[]> {
        const lines = this.list(line, "readyok");
        this.send("isready");
        return lines;
    }

    async set(name: string, value: string | number): Promise<void> {
        if (!this.names.has(name) || this.options.get(name) === String(value)) return;
        this.options.set(name, String(value));
        await this.tell(`setoption name ${name} value ${value}`).catch(() => undefined); // a cap: it keeps the old one
    }

    get isSearching(): boolean {
        return this.search !== null;
    }

    /** A search from `go` or `solve` to its move. */
    go(line: string, heard: (info: Info) => void, told: (text: string) => void = () => undefined): Promise<string> {
        const search = new Promise<string>((resolve, reject) => {
            this.search = { heard, told, resolve, reject };
            this.send(line);
        });
        this.over = search.catch(() => undefined);
        return search;
    }

    /** Stops what runs and returns when it has stopped. */
    async halt(): Promise<void> {
        if (this.search) this.send("stop");
        await this.over;
    }

    private take(line: string): void {
        const [word] = line.split(" ", 1);
        const list = this.lists[0];
        if (list && word !== "response" && word !== "info" && word !== "error") {
            if (word === list.word) this.lists.shift()!.resolve(list.lines);
            else list.lines.push(line);
        } else if (word === "info") {
            const info = parseInfo(line);
            if (info) this.search?.heard(info);
            else if (line.startsWith("info string ")) this.search?.told(line.slice(12));
        } else if (word === "bestmove") {
            this.searchEnds()?.resolve(line.split(" ")[1] ?? "");
        } else if (word === "response") {
            const question = this.questions.shift();
            if (question?.error) question.reject(new Error(question.error));
            else question?.resolve(line.slice(9));
        } else if (word === "error") this.takeError(line.slice(6));
    }

    private takeError(text: string): void {
        const question = this.questions[0];
        if (question?.command) question.error = text;
        else if (question) this.questions.shift()!.reject(new Error(text));
        else this.searchEnds()?.reject(new Error(text));
    }

    private searchEnds(): Search | null {
        const search = this.search;
        this.search = null;
        return search;
    }

    private end(why: string): void {
        const error = new Error(why || "the engine is gone");
        this.carrier = null;
        this.questions.splice(0).forEach((question) => question.reject(error));
        this.lists.splice(0).forEach((list) => list.resolve(list.lines));
        this.searchEnds()?.reject(error);
        this.onGone(error.message);
    }
}
