// Makes ../page/panj.js and ../page/panj.css of the sources: npm run build. Another folder may be named.
import { build } from "esbuild";

const folder = process.argv[2] ?? new URL("../page", import.meta.url).pathname;
const command = "made by: make page";
await build({
    entryPoints: ["app.tsx", "panj.css"],
    entryNames: "panj",
    outdir: folder,
    bundle: true,
    minify: true,
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: "es2022",
    legalComments: "none",
    banner: { js: `/* ${command}; with preact and signals, MIT */`, css: `/* ${command} */` },
});
