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
        for (let clicks = 0; clicks < 4; clicks++) {
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

    async begin(game, flags = {}, seconds = "0.1") {
        await this.click("[data-act=new]");
        await this.click(`.choice:has(input[value=${game}])`);
        await this.page.selectOption("select[name=seat-1]", "engine");
        await this.page.fill("input[name=seconds]", seconds);
        await this.click("dialog summary");
        for (const [key, value] of Object.entries(flags)) {
            const field = this.page.locator(`[name=flag-${key}]`);
            if ((await field.evaluate((one) => one.tagName)) === "SELECT") await field.selectOption(value);
            else await field.fill(value);
        }
        await this.click("[data-act=start]");
        await this.page.waitForSelector("dialog", { state: "detached" });
        await this.page.waitForFunction((name) => document.querySelector("main").dataset.game === name && document.querySelector("main").dataset.ply === "0", game, { timeout: PATIENCE });
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

async function needsNoMouse(browser, server) {
    const person = await Person.at(browser, server, "#konane");
    await person.begin("konane", { rows: "4", cols: "4" });
    for (let now = await person.turn(), count = 0; !now.over; now = await person.turn(Number(now.ply))) {
        assert.ok(++count < 20);
        for (const wanted of [".cell.movable, .cell.target", ".cell.target"]) {
            if (Number((await person.state()).ply) > Number(now.ply)) break;
            const cell = await person.page.locator(wanted).first().getAttribute("data-cell", { timeout: 2000 }).catch(() => null);
            if (cell === null) break;
            await person.page.locator(".cell[tabindex='0']").focus();
            const at = Number(await person.page.locator(".cell:focus").getAttribute("data-cell"));
            const [dx, dy] = [(cell % 4) - (at % 4), Math.floor(cell / 4) - Math.floor(at / 4)];
            for (let i = 0; i < Math.abs(dx); i++) await person.page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
            for (let i = 0; i < Math.abs(dy); i++) await person.page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
            assert.strictEqual(await person.page.locator(".cell:focus").getAttribute("data-cell"), cell);
            await person.page.keyboard.press("Enter");
            await person.page.waitForTimeout(50);
        }
    }
    const said = await person.page.locator("[aria-live=polite]").textContent();
    assert.match(said, /wins/);
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
            const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${game} is ${wide} pixels too wide at ${look.width}`);
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
    assert.ok(times[6] < 200);
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
    assert.ok(times[2] < 10000);
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
        for (const name of ["panj.js", "panj.css"])
            assert.ok(fs.readFileSync(path.join(folder, name)).equals(fs.readFileSync(path.join(ROOT, "adapters/web/page", name))), `${name} is old: make page`);
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
    const words = ["-arbiter", panj, "-engine", panj, "name=one", "-engine", panj, "name=two", "-each", "tc=60+1", "st=0.3"];
    const referee = spawn(path.join(ROOT, "panj-referee"), [...words, "-game", "konane", "-rounds", "1", "-concurrency", "2", "-db", store]);
    referee.stdout.resume();
    const ended = new Promise((resolve) => referee.once("exit", resolve));
    while (!fs.existsSync(store + "-wal")) await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const server = await startNative("--match", store);
    const page = await Person.at(browser, server, "", { board: "[data-live]", axe: true });
    const plies = () => page.page.$$eval("[data-live]", (all) => Number(all[0]?.dataset.plies ?? 0));
    const before = await plies();
    await page.page.waitForFunction((count) => Number(document.querySelector("[data-live]")?.dataset.plies ?? 0) > count, before, { timeout: PATIENCE });
    assert.strictEqual(await page.page.locator(".standings tbody tr").count(), 2);
    assert.ok((await page.page.locator(".picture .stone").count()) > 20);
    assert.ok((await page.page.locator(".clock").count()) >= 2);
    await page.page.addScriptTag({ content: AXE });
    const found = await page.page.evaluate(() => axe.run());
    assert.deepStrictEqual(found.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => [one.id, one.nodes[0].html]), []);

    await page.click("[data-live]");
    await page.page.waitForSelector(".watched .said");
    const ply = Number((await page.state()).ply);
    await page.page.waitForFunction((count) => Number(document.querySelector("main").dataset.ply) > count, ply, { timeout: PATIENCE });
    await ended;
    await page.page.waitForSelector(".status.over", { timeout: PATIENCE });
    await page.click("[data-act=match]");
    await page.click("[data-game='1']");
    await page.page.waitForSelector(".graph .told.of2", { state: "attached" });
    assert.strictEqual((await page.state()).ply, "0");
    assert.ok((await page.page.locator(".graph .told.of1").getAttribute("points")).split(" ").length > 5);
    await page.page.keyboard.press("End");
    await page.page.waitForFunction(() => document.querySelector("[data-said='1']").textContent !== "–");
    const link = page.page.url();
    await page.leave();
    const other = await Person.at(browser, { ...server, url: link.split("#")[0] }, "");
    await other.page.waitForSelector(".watched .said");
    await other.leave();
    server.stop();
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

async function main() {
    isSmall();
    await isUpToDate();
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS.split(" ") });
    const servers = SITE ? [await startNative(), await startStatic(path.resolve(SITE))] : [await startNative()];
    const common = [takesBack, walksAndBranches];
    const all = [...common, isQuick, opensSoon, showsAFilm, opensALink, provesASixBySix, needsNoMouse, drags, takesTheRightLevel, judgesAGame, loadsARecord];
    try {
        for (const server of servers) {
            for (const game of process.env.ONLY ? [] : SITE ? GAMES : GAMES.slice(0, 1))
                await run(`${server.name}: plays ${game[0]}`, () => playsToTheEnd(browser, server, game));
            for (const test of (SITE ? all : common).filter(wanted)) await run(`${server.name}: ${test.name}`, () => test(browser, server));
        }
        const alone = [playsAllBack, watchesAMatch, servesOthers, comesBack, isFitForAll];
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
