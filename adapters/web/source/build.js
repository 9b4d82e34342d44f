// Makes ../page/panj.js and ../page/panj.css of the sources, and ../../referee/page/board.js and board.css, the painter alone: npm run
// build. Another folder may be named for all of them.
import { build } from "esbuild";

const place = (path) => process.argv[2] ?? new URL(path, import.meta.url).pathname;
const command = "made by: make page";
const bundle = (entryPoints, name, outdir, parts) =>
    build({
        entryPoints,
        entryNames: name,
        outdir,
        bundle: true,
        minify: true,
        charset: "utf8",
        jsx: "automatic",
        jsxImportSource: "preact",
        target: "es2022",
        legalComments: "none",
        banner: { js: `/* ${command}; with ${parts}, MIT */`, css: `/* ${command} */` },
    });
await bundle(["app.tsx", "panj.css"], "panj", place("../page"), "preact and signals");
await bundle(["report.tsx", "picture.css"], "board", place("../../referee/page"), "preact");
