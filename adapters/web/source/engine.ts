/* An engine behind a carrier: what is asked is answered in order, what it thinks aloud goes to the search. */

import { openAny, type Carrier } from "./carrier";
import { Scribe } from "./replay";
import { parseInfo, type Info } from "./score";

interface Question {
    line: string;
    setting: string; // see Scribe
    command: boolean; // it answers with an error or not at all; the query behind it says that it is done
    error: string;
    resolve(answer: string): void;
    reject(error: Error): void;
}

interface List {
    line: string;
    word: string;
    lines: string[];
    resolve(lines: string[]): void;
}

interface Search {
    line: string;
    setting: string;
    lines: string[];
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
    private lists: List[] = [];
    readonly scribe = new Scribe();
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

    /** The record that is played back, if one is. */
    get record(): string {
        return this.carrier?.text ?? "";
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
            this.questions.push({ line, setting: this.scribe.sends(line), command, error: "", resolve, reject });
            this.send(line);
            if (command) this.send("query ply");
        });
    }

    /** The lines of a list, up to the one that begins with `word`. */
    list(line: string, word: string): Promise<string[]> {
        return new Promise((resolve) => {
            this.lists.push({ line, word, lines: [], resolve });
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
            this.search = { line, setting: this.scribe.sends(line), lines: [], heard, told, resolve, reject };
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
        if (list && word !== "response" && word !== "info" && word !== "error") this.takeListed(list, word!, line);
        else if (word === "info") this.takeInfo(line);
        else if (word === "bestmove") {
            this.search?.lines.push(line);
            this.searchEnds()?.resolve(line.split(" ")[1] ?? "");
        } else if (word === "response") this.takeAnswer(line);
        else if (word === "error") this.takeError(line);
    }

    private takeListed(list: List, word: string, line: string): void {
        list.lines.push(line);
        if (word !== list.word) return;
        this.lists.shift();
        this.scribe.heard("", list.line, list.lines.filter((one) => one !== "readyok")); // that answers another line
        list.resolve(list.lines.slice(0, -1));
    }

    private takeInfo(line: string): void {
        this.search?.lines.push(line);
        const info = parseInfo(line);
        if (info) this.search?.heard(info);
        else if (line.startsWith("info string ")) this.search?.told(line.slice(12));
    }

    private takeAnswer(line: string): void {
        const question = this.questions.shift();
        if (!question) return;
        this.scribe.heard(question.setting, question.line, question.error ? [question.error] : question.command ? [] : [line]);
        if (question.error) question.reject(new Error(question.error.slice(6)));
        else question.resolve(line.slice(9));
    }

    private takeError(line: string): void {
        const question = this.questions[0];
        if (question?.command) question.error = line;
        else if (question) this.questions.shift()!.reject(new Error(line.slice(6)));
        else this.searchEnds()?.reject(new Error(line.slice(6)));
    }

    private searchEnds(): Search | null {
        const search = this.search;
        this.search = null;
        if (search && search.lines.length > 0) this.scribe.heard(search.setting, search.line, search.lines);
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
