/* The engine in a worker: strings in, strings out, a line each. */
"use strict";
importScripts("engine.js");

const waiting = [];
let engine = null;

function take(line) {
    const length = engine.lengthBytesUTF8(line);
    const at = engine._malloc(length + 1);
    engine.stringToUTF8(line, at, length + 1);
    engine._engine_line(at, length);
    engine._free(at);
}

onmessage = (event) => (engine ? take(event.data) : waiting.push(event.data));

panjEngine({
    mainScriptUrlOrBlob: new URL("engine.js", location.href).href,
    onLines: (text) => postMessage(text.slice(0, -1).split("\n")),
}).then((loaded) => {
    if (!loaded._engine_open()) throw new Error("out of memory");
    engine = loaded;
    waiting.forEach(take);
});
