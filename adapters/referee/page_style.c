#include "adapters/referee/page.h"

/* Eight colours that stay apart on light and dark ground, also for those who see few. */
static const char *const style[] = {
    ":root{color-scheme:light ",
    "dark;--ground:#fcfcfa;--ink:#1d2128;--faint:#6b7280;--line:#e2e2dc;--card:#fff;",
    "--k0:#3465c0;--k1:#d2691e;--k2:#2e8b57;--k3:#a0459b;--k4:#b8860b;--k5:#008b9a;--k6:#b22234;--k7:#667}",
    "@media(prefers-color-scheme:dark){:root{--ground:#16181d;--ink:#e6e6e1;--faint:#949aa6;--line:#31353e;",
    "--card:#1d2026;--k0:#7ba4f4;--k1:#f0975a;--k2:#66c592;--k3:#d68ad1;--k4:#e0b84a;--k5:#5cc8d4;",
    "--k6:#f0737f;--k7:#a9afbd}}",
    "body{margin:0 auto;max-width:68rem;padding:1.5rem 1.25rem ",
    "4rem;background:var(--ground);color:var(--ink);",
    "font:16px/1.5 system-ui,sans-serif}",
    "h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}",
    ".faint,caption{color:var(--faint)}",
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}",
    "th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}",
    "th{font-weight:600;color:var(--faint);font-size:.85rem}th:first-child,td:first-child,.l{text-align:",
    "left}",
    ".scroll{overflow:auto;max-height:26rem}.scroll th{position:sticky;top:0;background:var(--ground)}",
    ".wrap td{white-space:normal;text-align:left;vertical-align:top}",
    "code{font:.82rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}",
    ".grid2{display:grid;grid-template-columns:repeat(auto-fit,minmax(22rem,1fr));gap:0 2rem}",
    ".chart{width:100%;height:auto}.chart .label{font-size:12px;fill:var(--faint)}",
    ".chart .grid{stroke:var(--line)}.chart g line,.chart polyline{stroke-width:2;fill:none}",
    ".chart polyline{stroke-linejoin:round}.chart rect{stroke:none}",
    ".c0{--c:var(--k0)}.c1{--c:var(--k1)}.c2{--c:var(--k2)}.c3{--c:var(--k3)}",
    ".c4{--c:var(--k4)}.c5{--c:var(--k5)}.c6{--c:var(--k6)}.c7{--c:var(--k7)}",
    "g[class] line,g[class] polyline{stroke:var(--c)}g[class] circle,rect[class]{fill:var(--c)}",
    ".legend span{margin-right:1.2rem;white-space:nowrap}",
    ".legend i{display:inline-block;width:.8em;height:.8em;border-radius:50%;background:var(--c);",
    "margin-right:.4em}",
    ".viewer{display:grid;grid-template-columns:minmax(16rem,26rem) ",
    "minmax(0,1fr);gap:1.5rem;align-items:start}",
    "@media(max-width:48rem){.viewer{grid-template-columns:1fr}}",
    "#board{width:100%;background:var(--card);border:1px solid var(--line);border-radius:8px}",
    ".bar{display:flex;gap:.4rem;align-items:center;margin:.6rem 0}.bar input{flex:1;min-width:4rem}",
    "button{font:inherit;color:inherit;background:var(--card);border:1px solid ",
    "var(--line);border-radius:6px;",
    "padding:.15rem .6rem;cursor:pointer}button:hover{border-color:var(--faint)}",
    "#moves{line-height:1.9;max-height:9rem;overflow:auto}",
    "#moves a{padding:.1rem .3rem;border-radius:4px;cursor:pointer}",
    "#moves a.at{background:var(--k0);color:var(--ground)}#moves a.o{color:var(--faint)}",
    "#list tr{cursor:pointer}#list tr:hover td,#list tr.at td{background:var(--line)}",
    "#graph{width:100%;height:7rem}",
};

void page_print_style(FILE *out)
{
    fputs("<style>\n", out);
    for (size_t i = 0; i < sizeof style / sizeof style[0]; i++)
        fprintf(out, "%s\n", style[i]);
    fputs("</style>\n", out);
}
