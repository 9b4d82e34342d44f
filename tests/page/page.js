/* The page in a real Chromium: node tests/page/page.js [SITE]. Without a site a short part, against panj-web alone; with one
 * everything, against all three carriers. ONLY=isQuick runs that test alone. */
"use strict";
const assert = require("assert");
const path = require("path");
const http = require("http");
const fs = require("fs");
const { spawn, execFileSync } = require("child_process");

const ROOT = path.resolve(__dirname, "../..");
const SOURCE = path.join(ROOT, "adapters/web/source");
const SITE = process.argv[2];
const modules = (name) => require(path.join(SOURCE, "node_modules", name));
const { chromium } = modules("playwright-core");
const AXE = fs.readFileSync(path.join(SOURCE, "node_modules/axe-core/axe.min.js"), "utf8");
const FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const PATIENCE = 60000;
const SESSIONS = fs.mkdtempSync(path.join(ROOT, "build/sessions-"));

// -- servers -------------------------------------------------------------------------------------

async function startNative(...words) {
    const server = spawn(path.join(ROOT, "panj-web"), ["--no-open", "--port", "0", "--engines", "50", ...words]);
    const url = await new Promise((resolve) => server.stdout.once("data", (bytes) => resolve(String(bytes).trim())));
    return { name: "native", url, stop: () => server.kill() };
}

/** A host that knows nothing: files, types, no headers of isolation. */
async function startStatic(folder) {
    const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
    const server = http.createServer((request, response) => {
        const name = path.basename(new URL(request.url, "http://here").pathname) || "index.html";
        const file = path.join(name.endsWith(".session") ? SESSIONS : folder, name);
        if (!fs.existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { "Content-Type": types[path.extname(name)] ?? "text/plain" }).end(fs.readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { name: "wasm", url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

// -- a person ------------------------------------------------------------------------------------

class Person {
    static async at(browser, server, hash, options = {}) {
        const person = new Person();
        person.context = await browser.newContext({
            viewport: { width: options.width ?? 1280, height: 860 },
            colorScheme: options.scheme ?? "light",
            locale: options.locale ?? "en-US",
            bypassCSP: options.axe ?? false,
            reducedMotion: options.motion ?? "reduce",
        });
        person.page = await person.context.newPage();
        person.errors = [];
        person.page.on("console", (said) => {
            if (said.type() === "error" && !/WebSocket connection|404|Cross-Origin-Opener-Policy header has been ignored/.test(said.text())) person.errors.push(said.text());
        });
        person.page.on("pageerror", (error) => person.errors.push(String(error)));
        person.page.on("request", (request) => {
            if (!request.url().startsWith(server.url.split("?")[0]) && !/^(data|blob):/.test(request.url())) person.errors.push("elsewhere: " + request.url());
        });
        const [from, words = ""] = server.url.split("?");
        await person.page.goto(from + "?" + [words, options.search].filter(Boolean).join("&") + hash);
        await person.page.waitForSelector(options.board ?? ".cell", { timeout: PATIENCE });
        return person;
    }

    async leave() {
        await this.context.close();
        assert.deepStrictEqual(this.errors, []);
    }

    state() {
        return this.page.$eval("main", (main) => ({ ...main.dataset, over: document.querySelector(".status.over") !== null }));
    }

    /** Waits until it is the person's turn, or the game is over. */
    async turn(after = -1) {
        await this.page.waitForFunction(
            (ply) => {
                const { dataset } = document.querySelector("main");
                return (dataset.seat === "person" || dataset.turn === "none") && Number(dataset.ply) > ply;
            },
            after,
            { timeout: PATIENCE },
        );
        return this.state();
    }

    async click(selector) {
        await this.page.locator(selector).first().click({ timeout: PATIENCE });
    }

    /** One move: whatever is offered first, by the mouse. */
    async move(ply) {
        for (let clicks = 0; clicks < 8; clicks++) {
            for (const offered of ["[data-act=roll]", ".cell.target", "[data-step]", ".cell.movable"])
                if ((await this.page.locator(offered).count()) > 0) {
                    await this.click(offered);
                    break;
                }
            await this.page.waitForTimeout(30);
            if (Number((await this.state()).ply) > ply) return;
        }
        await this.page.waitForFunction((before) => Number(document.querySelector("main").dataset.ply) > before, ply, { timeout: PATIENCE });
    }

    async begin(game, flags = {}, fields = {}) {
        await this.click("[data-act=new]");
        await this.click(`.choice:has(input[value=${game}])`);
        for (const [key, value] of Object.entries({ seconds: "0.1", minutes: "", increment: "0", ...fields })) await this.page.fill(`input[name=${key}]`, value);
        await this.openRules();
        for (const [key, value] of Object.entries(flags)) {
            const field = this.page.locator(`[name=flag-${key}]`);
            if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
            else await field.fill(value);
        }
        const isAlone = game === "gems" && flags.players !== "2";
        assert.strictEqual(await this.page.locator("select[name=seat-1]").count(), isAlone ? 0 : 1);
        if (!isAlone) await this.page.selectOption("select[name=seat-1]", "engine");
        await this.click("[data-act=start]");
        await this.page.waitForSelector("dialog", { state: "detached" });
        await this.page.waitForSelector(`main[aria-busy=false][data-game=${game}][data-ply="0"]`, { timeout: PATIENCE });
    }

    async openRules() {
        if ((await this.page.locator("dialog details[open]").count()) === 0) await this.click("dialog summary");
    }

    labels() {
        return this.page.$$eval(".cell", (cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    }
}

// -- the tests -----------------------------------------------------------------------------------

const GAMES = [
    ["konane", { rows: "4", cols: "4" }],
    ["hand", { seed: "3" }],
    ["gems", { turns: "5" }],
    ["angry", { cap: "4" }],
    ["monopoly", { maxturns: "6" }],
];

/** Rules whose moves, panels or lots are others. */
const VARIANTS = [
    ["hand", { seed: "4", companions: "on" }],
    ["gems", { turns: "4", slip: "course" }],
    ["gems", { turns: "6", players: "2" }],
    ["angry", { seed: "3", bird: "on", cap: "6" }],
];

async function clicksToTheEnd(person, game, flags) {
    await person.begin(game, flags);
    let now = await person.turn();
    for (let count = 0; !now.over && count < 60; count++) {
        await person.move(Number(now.ply));
        now = await person.turn(Number(now.ply));
    }
    assert.ok(now.over, `${game} did not end`);
    return { labels: await person.labels(), status: await person.page.locator(".status").textContent() };
}

async function playsToTheEnd(browser, server, [game, flags]) {
    const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4");
    await clicksToTheEnd(person, game, flags);
    await person.leave();
}

/** A session that was saved is played once more by the same clicks, with no engine. */
async function playsBack(browser, server, host, [game, flags]) {
    const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4");
    const end = await clicksToTheEnd(person, game, flags);
    await person.click("[data-act=record]");
    const saved = person.page.waitForEvent("download");
    await person.click("[data-act=session]");
    await (await saved).saveAs(path.join(SESSIONS, game + ".session"));
    await person.leave();

    const watcher = await Person.at(browser, host, "", { search: `replay=${game}.session` });
    await watcher.page.waitForSelector(".carrier.replay");
    assert.strictEqual((await watcher.state()).ply, "0");
    await watcher.page.keyboard.press("End");
    await watcher.page.waitForSelector(".status.over", { timeout: PATIENCE });
    assert.deepStrictEqual(await watcher.labels(), end.labels);
    assert.deepStrictEqual(await clicksToTheEnd(watcher, game, flags), end);
    await watcher.leave();
}

async function takesBack(browser, server) {
    const person = await Person.at(browser, server, "#konane%20rows=6%20cols=6");
    await person.begin("konane", { rows: "6", cols: "6" });
    const before = await person.labels();
    await person.move(0);
    assert.strictEqual((await person.turn(1)).ply, "2");
    assert.notDeepStrictEqual(await person.labels(), before);
    await person.click("[data-act=undo]");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "0");
    assert.deepStrictEqual(await person.labels(), before);
    await person.leave();
}

/** While the engine thinks about its move, nothing looks as if it could be clicked. */
async function offersOnlyOnesOwnMoves(browser, server) {
    const person = await Person.at(browser, server, "#konane%20rows=6%20cols=6");
    const offered = () => person.page.locator(".cell.target, .cell.movable").count();
    await person.begin("konane", { rows: "6", cols: "6" }, { seconds: "3" });
    await person.turn();
    assert.ok((await offered()) > 0);
    await person.move(0);
    await person.page.waitForSelector("main[data-seat=busy]");
    assert.strictEqual(await offered(), 0);
    await person.turn(1);
    assert.ok((await offered()) > 0);
    await person.leave();
}

async function walksAndBranches(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbwb%2Fwbwbw%2Fbwbwb%2Fwbwbw%2Fbwbwb_1/c3_b3_e3c3");
    assert.strictEqual((await person.state()).ply, "3");
    for (const [key, ply] of [["ArrowLeft", 2], ["ArrowLeft", 1], ["ArrowRight", 2], ["Home", 0], ["End", 3], ["Home", 0]]) {
        await person.page.keyboard.press(key);
        await person.page.waitForFunction((to) => document.querySelector("main").dataset.ply === to, String(ply));
    }
    await person.page.fill("input[name=move]", "a1");
    await person.page.keyboard.press("Enter");
    await person.page.waitForSelector("[data-act=main]");
    assert.strictEqual(await person.page.locator(".moves li").count(), 1);
    await person.click("[data-act=main]");
    await person.page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
    await person.leave();
}

async function opensALink(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    await person.begin("hand", { seed: "5" });
    await person.move(0);
    await person.turn(1);
    const [link, seen] = [person.page.url().slice(server.url.length), await person.labels()];
    await person.leave();
    const other = await Person.at(browser, server, link.replace(/^\?/, ""));
    assert.deepStrictEqual((await other.labels()).map((label) => label.split(",")[1]), seen.map((label) => label.split(",")[1]));
    await other.leave();
}

async function provesASixBySix(browser, server) {
    const person = await Person.at(browser, server, "#konane%20rows=6%20cols=6");
    await person.click("[data-act=solve]");
    await person.page.waitForSelector(".lines .sure", { timeout: PATIENCE });
    await person.page.waitForSelector(".bar.sure");
    await person.leave();
}

/** Focus on what is asked for, by keys alone: Tab to a button, arrows over the board. */
async function reach(page, selector) {
    const wanted = page.locator(selector).first();
    const cell = await wanted.getAttribute("data-cell");
    const isThere = () => page.evaluate((one) => document.activeElement?.matches(one), cell === null ? selector : `[data-cell="${cell}"]`);
    const inBoard = () => page.evaluate(() => document.activeElement?.matches(".cell"));
    for (let tabs = 0; tabs < 80 && !(await (cell === null ? isThere() : inBoard())); tabs++) await page.keyboard.press("Tab");
    for (let arrows = 0; arrows < 60 && !(await isThere()); arrows++) {
        const [dx, dy] = await page.evaluate((one) => {
            const place = (element) => element.getAttribute("transform").match(/[-0-9.]+/g).map(Number);
            const [here, there] = [place(document.activeElement), place(document.querySelector(`[data-cell="${one}"]`))];
            return [there[0] - here[0], there[1] - here[1]];
        }, cell);
        await page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.ok(await isThere(), "not to be reached by keys: " + selector);
}

async function movesByKeys(person, ply) {
    for (let steps = 0; steps < 8; steps++) {
        await person.page.waitForSelector("main[aria-busy=false]", { timeout: PATIENCE });
        if (Number((await person.state()).ply) > ply) return;
        for (const offered of ["[data-act=roll]", ".cell.target", "[data-step]", ".cell.movable"])
            if ((await person.page.locator(offered).count()) > 0) {
                await reach(person.page, offered);
                await person.page.keyboard.press("Enter");
                break;
            }
        await person.page.waitForTimeout(30);
    }
}

async function needsNoMouse(browser, server) {
    for (const [game, flags] of server.name === "native" ? GAMES : GAMES.slice(0, 1)) {
        const person = await Person.at(browser, server, "#" + game);
        await person.begin(game, flags);
        let now = await person.turn();
        for (let count = 0; !now.over && count < 60; count++) {
            await movesByKeys(person, Number(now.ply));
            now = await person.turn(Number(now.ply));
        }
        assert.ok(now.over, `${game} did not end by keys`);
        assert.match(await person.page.locator("[aria-live=polite]").textContent(), /wins|over|draw/);
        await person.leave();
    }
}

// -- what else a person can do -------------------------------------------------------------------

async function editsAPosition(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/");
    const paint = async (thing, ...cells) => {
        await person.click(`[data-thing="${thing}"]`);
        for (const cell of cells) await person.click(`[data-cell='${cell}']`);
    };
    await person.click("[data-act=edit]");
    await paint("hole", 0, 1, 2, 5);
    await paint("black stone", 2);
    await person.page.selectOption(".edit select", "2");
    await person.click("[data-act=edited]");
    await person.page.waitForFunction(() => location.hash.startsWith("#konane/2bw%2Fw1wb%2Fbwbw%2Fwbwb_2/"), null, { timeout: PATIENCE });
    assert.strictEqual((await person.state()).turn, "2");
    await person.click("[data-act=edit]");
    await paint("black stone", 1); // no black stone may stand there
    await person.click("[data-act=edited]");
    await person.page.waitForSelector(".trouble");
    assert.match(await person.page.locator(".trouble").textContent(), /Not a position/);
    assert.match(await person.page.locator("[data-cell='1']").getAttribute("aria-label"), /black stone/);
    await person.page.locator(".edit button", { hasText: "Cancel" }).click();
    await person.page.waitForFunction(() => document.querySelector("[data-cell='1']").getAttribute("aria-label").includes("empty"));
    await person.leave();
}

async function keepsTime(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    await person.begin("konane", { rows: "6", cols: "6" }, { minutes: "1", increment: "2" });
    const left = async () => (await person.page.locator(".clock").allTextContents()).map((text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0));
    assert.ok((await left()).every((seconds) => seconds > 55 && seconds <= 60));
    const beats = await person.page.evaluate(async () => {
        const seen = new Set();
        for (const began = performance.now(); performance.now() - began < 1300; await new Promise((resolve) => setTimeout(resolve, 50)))
            seen.add(document.querySelector(".clock.runs").textContent);
        return [...seen];
    });
    assert.ok(beats.every((text) => text === "1:00" || /^0:5\d$/.test(text)), beats.join(" ")); // never 0:60
    await person.page.waitForFunction(() => document.querySelector(".clock.runs")?.textContent < "0:59", null, { timeout: PATIENCE });
    await person.move(0);
    await person.turn(1);
    const [first, second] = await left();
    assert.ok(first < 62 && first > 30 && second <= 62, `${first} ${second}`);
    await person.click("[data-act=resign]");
    await person.page.waitForSelector(".status.over");
    assert.match(await person.page.locator(".status").textContent(), /white wins.*resignation/);
    assert.strictEqual(await person.page.locator(".clock.runs").count(), 0);
    await person.click("[data-act=undo]");
    await person.page.waitForSelector(".status:not(.over)");

    await person.begin("konane", { rows: "6", cols: "6" }, { minutes: "0.02", increment: "0" });
    await person.page.waitForSelector(".status.over", { timeout: PATIENCE });
    assert.match(await person.page.locator(".status").textContent(), /white wins.*time is up/);
    await person.leave();
}

/** A proven win holds against whatever one tries. */
async function cannotBeRefuted(browser, server) {
    const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4");
    await person.click("[data-act=solve]");
    await person.click("[data-act=refute]");
    const winner = await person.page.locator(".proving").getAttribute("data-winner");
    assert.strictEqual(winner, "2");
    for (let now = await person.turn(-1), count = 0; !now.over; now = await person.turn(Number(now.ply))) {
        assert.ok(++count < 20);
        await person.move(Number(now.ply));
    }
    assert.match(await person.page.locator(".status").textContent(), /white wins/);
    await person.click("[data-act=main]");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "0" && !document.querySelector(".proving"));
    await person.leave();
}

/** By keys, hearing what stands there, and by pointing. */
async function walksTheGraph(person) {
    const graph = person.page.locator(".graph svg");
    await graph.focus();
    for (const [key, ply, heard] of [["End", 4, /^4\. c2a2 #/], ["ArrowLeft", 3, /^3\. a3a1 −#/], ["Home", 0, /^0 /]]) {
        await person.page.keyboard.press(key);
        await person.page.waitForFunction((to) => document.querySelector(".graph svg").ariaValueNow === to, String(ply));
        assert.match(await graph.getAttribute("aria-valuetext"), heard);
    }
    const { x, y, width } = await graph.boundingBox();
    await person.page.mouse.move(x + width / 4, y + 20);
    assert.match(await person.page.locator(".graph .edge").last().textContent(), /1\. a1/);
}

/** c2a2 gives the win away, as brute force over a 4x4 says: the graph has a dot there, and one tries again from before it. */
async function triesAMistakeAgain(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1_b1_a3a1_c2a2");
    await person.click("[data-act=sweep]");
    await person.page.waitForFunction(() => document.querySelector(".graph .curve") && !document.querySelector("[data-act=sweep]").disabled, null, { timeout: PATIENCE });
    assert.strictEqual(await person.page.locator(".graph .mistake").count(), 1);
    await person.click(".graph .mistake");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "4");
    await person.click("[data-act=retry]");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "3" && document.querySelectorAll(".moves li").length === 3);
    await person.click("[data-act=main]");
    await person.page.waitForFunction(() => document.querySelectorAll(".moves li").length === 4);
    await walksTheGraph(person);
    await person.leave();
}

/** An address that is no game says so, and there is a board. */
async function survivesABadAddress(browser, server) {
    const bad = { "#konane%20rows=99": /rows/, "#chess": /chess/, "#%zz": /%zz/, "#konane/nothing/": /rows/, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1_zz": /zz/ };
    for (const [hash, why] of Object.entries(bad)) {
        const person = await Person.at(browser, server, hash);
        await person.page.waitForSelector(".trouble", { timeout: PATIENCE });
        assert.match(await person.page.locator(".trouble").textContent(), why);
        assert.strictEqual((await person.state()).game, "konane");
        await person.leave();
    }
}

/** A painter draws what it does not know by its sign, and says its name. */
async function drawsTheUnknown(browser, server, host) {
    const things = [
        { kind: "floor", name: "sand" },
        { kind: "swamp", name: "swamp", sign: "~" },
        { kind: "dragon", name: "dragon", sign: "D", hue: "purple", owner: 2, colour: [1, 2] },
        { kind: "ghost", name: "ghost" },
    ];
    const scene = {
        scene: 1, game: "quest", title: "Quest", shape: "grid", rows: 2, cols: 2, players: ["hero", "foe"], turn: "1", result: "none", reason: "none", things,
        cells: [0, 1, 0, 0], pieces: [[2, 2], [3, 3]], marks: { cursed: [1] }, panels: [{ kind: "weather", name: "sky", items: [{ text: "rain" }] }],
    };
    const moves = { scene: 1, turn: "1", buttons: [{ button: "sing", kind: "song" }], moves: [{ move: "sing", path: ["sing"] }, { move: "a2a1", path: [2, 0] }] };
    const lines = ["> newgame quest", "> query fen", "< response x 1", "> position fen x 1", "> query fen", "< response x 1", `> query scene`, `< response ${JSON.stringify(scene)}`, "> query scene moves", `< response ${JSON.stringify(moves)}`];
    fs.writeFileSync(path.join(SESSIONS, "quest.session"), lines.join("\n") + "\n");
    const person = await Person.at(browser, host, "", { search: "replay=quest.session" });
    assert.deepStrictEqual(await person.page.$$eval(".unknown .sign", (all) => all.map((one) => one.textContent)), ["~", "D", ""]);
    assert.match((await person.labels()).join(), /dragon.*ghost/);
    assert.match(await person.page.locator(".panels").textContent(), /sky.*rain/);
    assert.strictEqual(await person.page.locator("[data-step=sing]").textContent(), "sing");
    await person.leave();
}

async function drags(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1_b1");
    await person.page.locator("[data-cell='8']").dragTo(person.page.locator("[data-cell='0']"));
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "3");
    await person.page.waitForSelector("[data-cell='0'][aria-label*='black stone']");
    await person.leave();
}

async function takesTheRightLevel(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    const sent = [];
    person.page.on("websocket", (socket) => socket.on("framesent", (frame) => sent.push(frame.payload)));
    await person.page.reload();
    await person.page.waitForSelector(".cell");
    await person.click("[data-act=new]");
    await person.page.selectOption("select[name=level]", "3");
    await person.page.selectOption("select[name=seat-0]", "engine");
    await person.page.selectOption("select[name=seat-1]", "seed");
    await person.page.fill("input[name=seconds]", "0.1");
    await person.click("[data-act=start]");
    await person.page.waitForFunction(() => Number(document.querySelector("main").dataset.ply) >= 2, null, { timeout: PATIENCE });
    if (server.name === "native") {
        assert.ok(sent.includes("setoption name Level value 3"));
        assert.ok(sent.includes("setoption name Style value seed"));
    }
    await person.context.close();
}

async function judgesAGame(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1_b1_a3a1_b3b1_d2b2_d3b3");
    await person.click("[data-act=sweep]");
    await person.page.waitForSelector(".graph .curve", { state: "attached" });
    await person.page.waitForFunction(() => !document.querySelector("[data-act=sweep]").disabled, null, { timeout: PATIENCE });
    assert.ok((await person.page.locator(".graph .curve").getAttribute("points")).split(" ").length >= 6);
    await person.leave();
}

/** Every kind of game is judged: what is proven exactly, across the lots of chance, and for one player too. */
async function judgesEveryGame(browser, server) {
    const games = [
        ["konane rows=4 cols=4", "a1 b1 a3a1 b3b1 d2b2 d3b3", null], // the end of PROTOCOL.md's example
        ["gems turns=6", "noop downright", 0], // a turn wasted: the rules charge it
        ["angry queen=script", "down down", null],
        ["monopoly", "r4 pass r1 buy r6", null],
    ];
    for (const [game, moves, wrong] of games) {
        const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4");
        await person.click("[data-act=record]");
        await person.page.fill("textarea", `newgame ${game}\nposition startpos moves ${moves}\n`);
        await person.click("[data-act=load]");
        await person.page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, moves.split(" ").length, { timeout: PATIENCE });
        await person.turn(moves.split(" ").length - 1);
        await person.click("[data-act=sweep]");
        await person.page.waitForSelector(".graph .tools span", { timeout: PATIENCE });
        const points = (await person.page.locator(".graph .curve").first().getAttribute("points")).split(" ");
        assert.ok(points.length >= 2, `${game} has no curve`);
        if (wrong !== null) {
            await person.page.locator(".moves li button").nth(wrong).click();
            await person.page.waitForSelector(".gave");
            assert.strictEqual(await person.page.locator(".moves li.mistaken").count() > 0, true);
            await person.click("[data-act=retry]");
            await person.page.waitForFunction((ply) => document.querySelector("main").dataset.ply === String(ply), wrong);
            await person.click("[data-act=main]");
            await person.page.waitForSelector(".moves li.mistaken"); // what was found is still there
        }
        await person.leave();
    }
}

/** Buttons have values as cells have. */
async function tellsWhatButtonsAreWorth(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    await person.begin("monopoly");
    await person.page.fill("input[name=move]", "r۴"); // a Persian keyboard
    await person.page.keyboard.press("Enter");
    await person.page.waitForSelector("[data-step=buy]");
    await person.page.selectOption(".analysis select", "0");
    for (const step of ["buy", "pass"]) await person.page.waitForFunction((one) => /^[0-9.]+%$/.test(document.querySelector(`[data-step=${one}] small`)?.textContent.trim()), step, { timeout: PATIENCE });
    await person.leave();
}

/** In Persian nothing is left in English but moves as they are written, FENs and names of engines. */
async function speaksPersian(browser, server) {
    const english = () => {
        const isEnglish = (text) => /[A-Za-z]{2}/.test((text ?? "").replace(/\S*[0-9۰-۹]\S*/g, ""));
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
            if (isEnglish(node.data) && !node.parentElement.closest("script, noscript, [lang=en], textarea, h1, option[value], .typed")) found.push(node.data);
        for (const one of document.querySelectorAll("[aria-label], [title]"))
            for (const key of ["aria-label", "title"]) if (isEnglish(one.getAttribute(key)) && one.closest("[lang=en]") === null) found.push(one.getAttribute(key));
        for (const one of document.querySelectorAll("dialog option")) if (isEnglish(one.textContent)) found.push(one.textContent);
        return found;
    };
    const said = new Set();
    for (const [game, flags] of [...GAMES, ...VARIANTS]) {
        const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4", { locale: "fa-IR" });
        await person.click("[data-act=new]");
        await person.click(`.choice:has(input[value=${game}])`);
        await person.openRules();
        for (const one of await person.page.evaluate(english)) said.add(one);
        await person.page.keyboard.press("Escape");
        await person.page.waitForSelector("dialog", { state: "detached" });
        await person.begin(game, flags);
        let now = await person.turn();
        for (let count = 0; count < 60; count++) {
            for (const one of await person.page.evaluate(english)) said.add(one);
            if (now.over) break;
            await person.move(Number(now.ply));
            now = await person.turn(Number(now.ply));
        }
        await person.leave();
    }
    const person = await Person.at(browser, server, "#konane%20rows=4%20cols=4", { locale: "fa-IR" });
    for (const address of ["#chess", "#konane%20rows=99", "#konane%20foo=1", "#konane%20rows=20%20cols=20", "#gems%20map=none", "#konane/bw%2Fb_1/", "#konane/bwx%2Fwbw_1/", "#konane/bwbw%2Fwbwb_3/", "#konane/bwbw%2Fwbwb_1/z9"]) {
        await person.page.evaluate((to) => (location.hash = to), address);
        await person.page.waitForSelector(".trouble", { timeout: PATIENCE });
        const told = await person.page.locator(".trouble").textContent();
        assert.match(told, /[\u0600-\u06ff]/, address);
        assert.doesNotMatch(told, /\b(must|be|more|than|number|row|is|has|no|error|such|unknown)\b/, address);
        await person.click(".trouble button");
        await person.page.waitForSelector(".trouble", { state: "detached" });
    }
    await person.leave();
    assert.deepStrictEqual([...said], []);
}

/** No error of the protocol is without a word for people. */
function namesEveryError() {
    const codes = fs.readFileSync(path.join(ROOT, "protocol/errors.def"), "utf8").match(/(?<=^ERROR\()\w+/gm);
    const words = fs.readFileSync(path.join(SOURCE, "words.ts"), "utf8");
    assert.ok(codes.length > 10);
    for (const code of codes) assert.strictEqual(words.match(new RegExp(`^ {4}${code}: "`, "gm"))?.length, 2, code); // English and Persian
}

/** The page of PROTOCOL.md draws what the engine says and tells what a click means. */
async function drawsByTheExample(browser) {
    const page = await browser.newPage();
    for (const [game] of GAMES) {
        await page.goto("file://" + path.join(ROOT, "adapters/web/example/index.html"));
        const told = execFileSync(path.join(ROOT, "panj"), { input: `newgame ${game}\nquery scene\nquery scene moves\n` }).toString();
        await page.fill("#lines", told);
        const scene = JSON.parse(told.split("\n")[0].slice(9));
        assert.strictEqual(await page.locator(".cell").count(), scene.cells.length);
        for (let clicks = 0; clicks < 3 && (await page.textContent("#play")) === ""; clicks++) await page.locator("button:enabled").last().click();
        const legal = JSON.parse(told.split("\n")[1].slice(9)).moves.map(({ move }) => `play ${move}`);
        assert.ok(legal.includes(await page.textContent("#play")), game);
    }
    await page.close();
}

async function loadsARecord(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    await person.click("[data-act=record]");
    await person.page.fill("textarea", "newgame konane rows=4 cols=4\nposition startpos moves a1 b1 a3a1\n");
    await person.click("[data-act=load]");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "3");
    await person.page.waitForSelector("dialog", { state: "detached" });
    await person.click("[data-act=record]");
    await person.page.waitForSelector("dialog:modal");
    assert.match(await person.page.inputValue("textarea"), /^newgame konane rows=4 cols=4\nposition fen bwbw\/wbwb\/bwbw\/wbwb 1 moves a1 b1 a3a1\n/);
    await person.page.keyboard.press("Escape");
    await person.page.waitForSelector("dialog", { state: "detached" });
    await person.page.fill("input[name=move]", "z9");
    await person.page.keyboard.press("Enter");
    await person.page.waitForSelector(".trouble");
    assert.strictEqual((await person.state()).ply, "3");
    await person.leave();
}

/** Also with letters a tenth wider: what sans-serif is differs between machines. */
async function fits(person, game) {
    await person.page.evaluate(() => (document.body.style.letterSpacing = "0.05em"));
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${game} is ${wide} pixels too wide`);
    const out = await person.page.evaluate(() => [...document.querySelectorAll("section > *")].filter((one) => one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1).map((one) => one.className));
    assert.deepStrictEqual(out, [], `${game}: out of its card`);
}

async function isFitForAll(browser, server) {
    const looks = [
        { scheme: "light", width: 1600 },
        { scheme: "dark", width: 1600, locale: "fa-IR" },
        { scheme: "light", width: 360, locale: "fa-IR" },
        { scheme: "dark", width: 360 },
    ];
    const opened = { konane: "analysis", hand: "record", gems: "new" };
    for (const look of looks) {
        for (const [game] of GAMES) {
            const person = await Person.at(browser, server, "#" + game, { ...look, axe: true });
            if (opened[game]) await person.click(`[data-act=${opened[game]}]`);
            await person.page.waitForTimeout(200);
            await person.page.addScriptTag({ content: AXE });
            const found = await person.page.evaluate(() => axe.run());
            const bad = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
            assert.deepStrictEqual(bad.map((one) => [one.id, one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120))]), [], JSON.stringify(look) + game);
            await fits(person, game);
            await person.leave();
        }
    }
}

/** An engine that has gone is started again by the next click. */
async function comesBack(browser) {
    const server = await startNative("--idle", "1");
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1");
    await person.page.waitForSelector(".trouble", { timeout: PATIENCE });
    await person.click(".cell.target");
    await person.page.waitForFunction(() => document.querySelector("main").dataset.ply === "2" && document.querySelector(".cell.movable"), null, { timeout: PATIENCE });
    assert.strictEqual(await person.page.locator(".trouble").count(), 0);
    await person.leave();
    server.stop();
}

/** Milliseconds from the click to the board. */
async function isQuick(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbwbw%2Fwbwbwb%2Fbwbwbw%2Fwbwbwb%2Fbwbwbw%2Fwbwbwb_1/");
    const times = [];
    for (let ply = 0; ply < 12; ply++) {
        times.push(
            await person.page.evaluate(async () => {
                const click = (selector) => document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
                const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
                const before = location.hash; // written with the new board
                let began = 0;
                for (let clicks = 0; clicks < 3 && location.hash === before; clicks++) {
                    began = performance.now();
                    click(".cell.target:not(.clicked)");
                    while (location.hash === before && performance.now() - began < 400) await pause();
                }
                return performance.now() - began;
            }),
        );
        await person.page.waitForTimeout(100);
    }
    times.sort((one, two) => one - two);
    console.log(`${server.name}: from click to board ${times[6].toFixed(1)} ms`);
    assert.ok(times[0] < 50 && times[6] < 200); // the best of them, as the machine may be busy
    await person.leave();
}

/** Milliseconds from the first request to the first board. */
async function opensSoon(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    const times = [];
    for (let i = 0; i < 5; i++) {
        await person.page.reload();
        await person.page.waitForFunction(() => performance.getEntriesByName("board").length > 0, null, { timeout: PATIENCE });
        times.push(await person.page.evaluate(() => performance.getEntriesByName("board")[0].startTime));
    }
    times.sort((one, two) => one - two);
    console.log(`${server.name}: first board after ${times[2].toFixed(0)} ms`);
    assert.ok(times[0] < 1000 && times[2] < 10000);
    await person.leave();
}

/** Frames a second while the best line is played as a film, and what a frame costs the page's thread. */
async function showsAFilm(browser, server) {
    const person = await Person.at(browser, server, "#konane%20rows=6%20cols=6", { motion: "no-preference" });
    await person.click("[data-act=solve]");
    await person.page.waitForSelector(".lines .sure", { timeout: PATIENCE });
    const cdp = await person.context.newCDPSession(person.page);
    await cdp.send("Performance.enable");
    const busy = async () => (await cdp.send("Performance.getMetrics")).metrics.find((one) => one.name === "TaskDuration").value;
    const ply = Number((await person.state()).ply);
    await person.click("[data-act=film]");
    const before = await busy();
    const { frames, seconds } = await person.page.evaluate(
        () =>
            new Promise((resolve) => {
                const began = performance.now();
                let frames = 0;
                const next = (now) => {
                    frames++;
                    if (now - began < 3000) requestAnimationFrame(next);
                    else resolve({ frames, seconds: (now - began) / 1000 });
                };
                requestAnimationFrame(next);
            }),
    );
    const cost = (1000 * ((await busy()) - before)) / frames;
    const plies = Number((await person.state()).ply) - ply;
    console.log(`${server.name}: film of ${plies} plies, ${(frames / seconds).toFixed(1)} frames a second, ${cost.toFixed(1)} ms of work a frame`);
    assert.ok(plies >= 2, "the film stands still");
    await person.page.waitForSelector(".status.over", { timeout: PATIENCE }); // what is proven is shown to its end
    assert.ok(frames / seconds > 5 && cost < 100);
    await person.leave();
}

/** Others get the page over plain HTTP by a name that browsers do not trust: no worker, no clipboard, but the native engine. */
async function servesOthers() {
    const server = await startNative("--token", "open-sesame");
    const name = new URL(server.url);
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...FLAGS.split(" "), "--host-resolver-rules=MAP panj.test 127.0.0.1"] });
    try {
        const there = { name: "plain", url: `http://panj.test:${name.port}/${name.search}` };
        const person = await Person.at(browser, there, "#konane%20rows=4%20cols=4");
        assert.strictEqual(await person.page.evaluate(() => isSecureContext || crossOriginIsolated), false);
        await person.page.waitForSelector(".carrier.native");
        await person.move(0);
        await person.turn(1);
        await person.click("[data-act=record]");
        await person.click("[data-act=share]");
        await person.page.waitForFunction(() => document.querySelector("[data-act=share]").textContent === "Copied");
        await person.leave();
    } finally {
        await browser.close();
        server.stop();
    }
}

/** What is committed is what the sources make. */
async function isUpToDate() {
    const folder = fs.mkdtempSync(path.join(ROOT, "build/page-"));
    try {
        execFileSync("node", ["build.js", folder], { cwd: SOURCE });
        for (const name of ["web/page/panj.js", "web/page/panj.css", "referee/page/board.js", "referee/page/board.css"])
            assert.ok(fs.readFileSync(path.join(folder, path.basename(name))).equals(fs.readFileSync(path.join(ROOT, "adapters", name))), `${name} is old: make page`);
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

function isSmall() {
    const script = fs.readFileSync(path.join(ROOT, "adapters/web/page/panj.js"));
    assert.ok(require("zlib").gzipSync(script).length < 100e3);
}

/** A match that goes on: its boards move, a game on the board goes along, and one that is over has both engines' values. */
async function watchesAMatch(browser) {
    const store = path.join(SESSIONS, "match.db");
    const panj = "cmd=" + path.join(ROOT, "panj");
    const words = ["-arbiter", panj, "-engine", panj, "name=one", "-engine", panj, "name=two", "-each", "tc=60+1", "st=0.3", "timemargin=10000"];
    const referee = spawn(path.join(ROOT, "panj-referee"), [...words, "-game", "konane", "-rounds", "50", "-concurrency", "2", "-db", store]);
    referee.stdout.resume();
    while (!fs.existsSync(store + "-wal")) await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const server = await startNative("--match", store);
    const page = await Person.at(browser, server, "", { board: "[data-live]", axe: true });
    const plies = () => page.page.$$eval("[data-live]", (all) => Number(all[0]?.dataset.plies ?? 0));
    const before = await plies();
    await page.page.waitForFunction((count) => Number(document.querySelector("[data-live]")?.dataset.plies ?? 0) !== count, before, { timeout: PATIENCE });
    assert.strictEqual(await page.page.locator(".standings tbody tr").count(), 2);
    assert.ok((await page.page.locator(".picture .stone").count()) > 20);
    assert.ok((await page.page.locator(".clock").count()) >= 2);
    await page.page.addScriptTag({ content: AXE });
    const found = await page.page.evaluate(() => axe.run());
    assert.deepStrictEqual(found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => [one.id, one.nodes[0].html]), []);

    let goesAlong = false;
    for (let tries = 0; !goesAlong && tries < 6; tries++) { // one may be just over
        if (tries > 0) await page.click("[data-act=match]");
        await page.click("[data-live]");
        await page.page.waitForSelector(".watched .said");
        const ply = Number((await page.state()).ply);
        const longer = page.page.waitForFunction((count) => Number(document.querySelector("main").dataset.ply) > count, ply, { timeout: PATIENCE / 6 });
        goesAlong = await longer.then(() => true, () => false);
    }
    assert.ok(goesAlong, "the board does not go along");
    await page.page.waitForSelector(".status.over", { timeout: PATIENCE });
    await page.click("[data-act=match]");
    await page.click("[data-game='1']");
    await page.page.waitForFunction(() => document.querySelector("main").dataset.ply === "0"); // till then the other board stands there
    await page.page.waitForSelector(".graph .told.of2", { state: "attached" });
    assert.ok((await page.page.locator(".graph .told.of1").getAttribute("points")).split(" ").length > 5);
    await page.page.keyboard.press("End");
    await page.page.waitForFunction(() => document.querySelector("[data-said='1']").textContent !== "–");
    const link = page.page.url();
    await page.leave();
    const other = await Person.at(browser, { ...server, url: link.split("#")[0] }, "");
    await other.page.waitForSelector(".watched .said");
    await other.leave();
    referee.kill();
    server.stop();
}

async function playsVariants(browser, server) {
    for (const variant of VARIANTS) {
        await playsToTheEnd(browser, server, variant);
        const [game, flags] = variant;
        const words = Object.entries(flags).map(([key, value]) => `%20${key}=${value}`);
        const person = await Person.at(browser, server, `#${game}${words.join("")}`, { width: 360 });
        await fits(person, game);
        await person.leave();
    }
}

async function playsAllBack(browser, server, host) {
    for (const game of GAMES) await playsBack(browser, server, host, game);
}

async function run(name, what) {
    const began = Date.now();
    await what().catch((error) => {
        error.message = `${name}: ${error.message}`;
        throw error;
    });
    console.log(`${name} (${Date.now() - began} ms)`);
}

const wanted = (test) => !process.env.ONLY || test.name === process.env.ONLY;

/** What the engine will not begin leaves the game and its players as they were, and the dialogue with what was filled in. */
async function keepsWhatIsRefused(browser, server) {
    const person = await Person.at(browser, server, "#konane/bwbw%2Fwbwb%2Fbwbw%2Fwbwb_1/a1");
    const refused = async (button, why) => {
        await person.click(button);
        await person.page.waitForSelector("dialog .trouble");
        assert.match(await person.page.locator("dialog .trouble").textContent(), why);
    };
    const close = async () => {
        await person.page.keyboard.press("Escape");
        await person.page.waitForSelector("dialog", { state: "detached" });
    };
    await person.click("[data-act=new]");
    await person.click(".choice:has(input[value=monopoly])");
    await person.openRules();
    await person.page.fill("[name=flag-dice]", "two");
    await person.page.selectOption("select[name=seat-1]", "engine");
    await refused("[data-act=start]", /dice/);
    assert.strictEqual(await person.page.inputValue("[name=flag-dice]"), "two");
    await close();
    await person.click("[data-act=record]");
    await person.page.fill("textarea", "newgame hand\nposition fen nothing\n");
    await refused("[data-act=load]", /Not a position/);
    assert.match(await person.page.inputValue("textarea"), /^newgame hand/);
    await close();
    assert.strictEqual((await person.state()).seat, "person");
    await person.move(1); // of the game that the engine had left for a moment
    assert.strictEqual((await person.state()).ply, "2");
    assert.strictEqual(await person.page.locator(".trouble").count(), 0);
    await person.leave();
}

async function main() {
    isSmall();
    namesEveryError();
    await isUpToDate();
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS.split(" ") });
    const servers = SITE ? [await startNative(), await startStatic(path.resolve(SITE))] : [await startNative()];
    const common = [takesBack, walksAndBranches];
    const all = [...common, offersOnlyOnesOwnMoves, isQuick, opensSoon, showsAFilm, opensALink, provesASixBySix, needsNoMouse, editsAPosition, keepsTime, cannotBeRefuted, triesAMistakeAgain, drags, takesTheRightLevel, judgesAGame, judgesEveryGame, tellsWhatButtonsAreWorth, loadsARecord, keepsWhatIsRefused];
    try {
        for (const server of servers) {
            for (const game of process.env.ONLY ? [] : SITE ? GAMES : GAMES.slice(0, 1))
                await run(`${server.name}: plays ${game[0]}`, () => playsToTheEnd(browser, server, game));
            for (const test of (SITE ? all : common).filter(wanted)) await run(`${server.name}: ${test.name}`, () => test(browser, server));
        }
        const alone = [drawsByTheExample, speaksPersian, playsVariants, playsAllBack, drawsTheUnknown, survivesABadAddress, watchesAMatch, servesOthers, comesBack, isFitForAll];
        for (const test of SITE ? alone.filter(wanted) : []) await run(test.name, () => test(browser, ...servers));
    } finally {
        await browser.close();
        servers.forEach((server) => server.stop());
        fs.rmSync(SESSIONS, { recursive: true });
    }
}

main().then(
    () => process.exit(0),
    (error) => {
        console.error(error.stack);
        process.exit(1);
    },
);
