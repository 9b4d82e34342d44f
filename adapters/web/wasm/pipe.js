/* The WebAssembly engine as a program in node, for tests: node pipe.js <engine.js> */
"use strict";
delete globalThis.fetch; // node has one, which this version of Emscripten takes for a browser
const fs = require("fs");
const path = require("path");

const LINE_MAX = 4 << 20;
const panjEngine = require(path.resolve(process.argv[2]));

function write(text) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
        try {
            at += fs.writeSync(1, bytes, at);
        } catch (error) {
            if (error.code === "EPIPE") process.exit(0);
            if (error.code !== "EAGAIN") throw error;
        }
    }
}

panjEngine({ onLines: write, onEnd: () => process.exit(0) }).then((engine) => {
    if (!engine._engine_open()) throw new Error("out of memory");
    let rest = Buffer.alloc(0);
    let skipping = false;
    let left = false;

    function take(line) {
        if (left) return;
        if (line.length > 0 && line[line.length - 1] === 13) line = line.subarray(0, -1);
        const at = engine._malloc(line.length + 1);
        engine.HEAPU8.set(line, at);
        const stays = engine._engine_line(at, line.length);
        engine._free(at);
        if (!stays) leave(1);
    }

    function leave(quits) {
        left = true;
        engine._engine_finish(quits);
    }

    function cut() {
        for (let end; (end = rest.indexOf(10)) >= 0; rest = rest.subarray(end + 1)) {
            if (!skipping && end <= LINE_MAX) take(rest.subarray(0, end));
            else if (!skipping) engine._engine_line_too_long();
            skipping = false;
        }
        if (rest.length <= LINE_MAX + 1 && !skipping) return;
        if (!skipping) engine._engine_line_too_long();
        skipping = true;
        rest = Buffer.alloc(0);
    }

    process.stdin.on("data", (bytes) => {
        rest = Buffer.concat([rest, bytes]);
        cut();
    });
    process.stdin.on("end", () => {
        if (rest.length > 0 && !skipping) take(rest);
        if (!left) leave(0);
    });
    process.on("SIGINT", () => leave(1));
    process.on("SIGTERM", () => leave(1));
});
