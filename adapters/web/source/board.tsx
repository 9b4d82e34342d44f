/* The board one plays on: the picture of a scene as a grid that a mouse, a keyboard and a screen reader can walk. */

import { computed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { JSX } from "preact";
import { Contents, edgeOf, Labels, layoutOf, RING, UNIT, type Layout } from "./picture";
import { Die } from "./pieces";
import { cellName, fitting, nextSteps, type Move, type Scene, type Step } from "./scene";
import { format, isProven, type Info } from "./score";
import { analysis, clicked, flipped, hint, infos, lastRoll, lit, moves, scene, slides, step, waits, width } from "./game";
import { digits, name, phrase, say } from "./words";

const numbers = (path: Step[]): number[] => path.filter((one): one is number => typeof one === "number");

/** What a screen reader says of a cell. */
function describe(now: Scene, cell: number, targets: Set<Step>, movable: Set<number>): string {
    const ground = now.things[now.cells[cell] ?? 0];
    const on = now.pieces.filter(([where]) => where === cell).map(([, thing]) => name(now.things[thing]?.name));
    const words = [digits(cellName(now, cell))];
    if (now.shape === "ring" || (ground && ground.kind !== "floor")) words.push(name(ground?.name) + (ground?.note ? `, ${phrase(ground.note)}` : ""));
    words.push(...(on.length > 0 ? on : now.shape === "grid" && ground?.kind === "floor" ? [say("empty")] : []));
    if (targets.has(cell)) words.push(say("target"));
    else if (movable.has(cell)) words.push(say("canMove"));
    if (now.marks.last?.includes(cell)) words.push(say("lastMove"));
    return words.join(", ");
}

function Cell({ layout, cell, targets, movable, focus }: CellProps): JSX.Element {
    const now = layout.scene;
    const { x, y } = layout.at(cell);
    const ground = now.things[now.cells[cell] ?? 0];
    const parity = now.shape === "grid" && (cell % now.cols) + Math.floor(cell / now.cols);
    const marks = [
        now.marks.last?.includes(cell) && "last",
        now.marks.taken?.includes(cell) && "taken",
        targets.has(cell) && "target",
        movable.has(cell) && "movable",
        lit.value.includes(cell) && "clicked",
    ].filter(Boolean);
    return (
        <g
            role="gridcell"
            tabindex={focus === cell ? 0 : -1}
            aria-label={describe(now, cell, targets, movable)}
            aria-selected={lit.value.includes(cell)}
            data-cell={cell}
            class={`cell ${ground?.kind ?? ""} ${marks.join(" ")} ${parity !== false && parity % 2 ? "odd" : "even"}`}
            transform={`translate(${x} ${y})`}
            onClick={() => step(cell)}
        >
            <rect width={layout.width} height={layout.tall} class="ground" />
            <rect width={layout.width} height={layout.tall} class="veil" />
            <rect x="3" y="3" width={layout.width - 6} height={layout.tall - 6} class="outline" />
        </g>
    );
}

interface CellProps {
    layout: Layout;
    cell: number;
    targets: Set<Step>;
    movable: Set<number>;
    focus: number;
}

/** A move as an arrow, or as a ring where there is one cell. */
function Trace({ layout, move, kind, rank }: { layout: Layout; move: Move; kind: string; rank: number }): JSX.Element | null {
    const path = numbers(move.path);
    const from = path[0];
    const to = path[path.length - 1];
    if (from === undefined || to === undefined) return null;
    const end = layout.middle(to);
    if (from === to) return <circle cx={end.x} cy={end.y} r="40" class={`trace ${kind} rank${rank}`} />;
    const begin = layout.middle(from);
    const long = Math.hypot(end.x - begin.x, end.y - begin.y);
    const [dx, dy] = [(end.x - begin.x) / long, (end.y - begin.y) / long];
    const tip = { x: end.x - dx * 8, y: end.y - dy * 8 };
    const neck = { x: end.x - dx * 34, y: end.y - dy * 34 };
    return (
        <g class={`trace ${kind} rank${rank}`}>
            <line x1={begin.x + dx * 20} y1={begin.y + dy * 20} x2={neck.x} y2={neck.y} />
            <path d={`M${tip.x} ${tip.y} L${neck.x - dy * 20} ${neck.y + dx * 20} L${neck.x + dy * 20} ${neck.y - dx * 20} Z`} class="head" />
        </g>
    );
}

/** The value of a move, written where it ends. */
function Value({ layout, move, info }: { layout: Layout; move: Move; info: Info }): JSX.Element | null {
    const cells = numbers(move.path);
    const to = cells[cells.length - 1];
    if (to === undefined) return null;
    const { x, y } = layout.middle(to);
    const text = digits(format(info.score));
    const wide = Math.min(96, 20 + 15 * text.length);
    return (
        <g class={`value ${isProven(info.score) ? "sure" : ""}`} transform={`translate(${x} ${y + 33})`}>
            <rect x={-wide / 2} y="-16" width={wide} height="31" rx="9" />
            <text y="8" style={{ fontSize: Math.min(24, (wide - 12) / (0.62 * text.length)) }}>
                {text}
            </text>
        </g>
    );
}

function Overlay({ layout }: { layout: Layout }): JSX.Element {
    const open = fitting(moves.value, clicked.value);
    const find = (word: string | undefined): Move | undefined => open.find((one) => one.move === word);
    const shown = analysis.value ? infos.value : [];
    /* The best is drawn last, over others that end where it does. */
    const hinted = find(hint.value);
    return (
        <g class="overlay" aria-hidden="true">
            {width.value !== 0 &&
                shown.slice(0, 5).map((info, i) => {
                    const move = find(info.pv[0]);
                    return move && <Trace layout={layout} move={move} kind="idea" rank={i} />;
                })}
            {hinted && <Trace layout={layout} move={hinted} kind="hinted" rank={0} />}
            {shown.toReversed().map((info) => {
                const move = find(info.pv[0]);
                return move && <Value layout={layout} move={move} info={info} />;
            })}
        </g>
    );
}

/** The inside of a ring: the die that fell last. */
function Middle({ width, height }: { width: number; height: number }): JSX.Element | null {
    const face = /^r([1-6])$/.exec(lastRoll.value)?.[1];
    if (!face) return null;
    return (
        <svg x={width / 2 - 45} y={height / 2 - 45} width="90" height="90" aria-hidden="true">
            <Die value={Number(face)} />
        </svg>
    );
}

/** How much wider than tall the board is. */
export const ratio = computed(() => {
    const now = scene.value;
    if (!now) return 1;
    const { width: wide, tall } = layoutOf(now, false, new Map());
    return (now.cols * wide + edgeOf(now) + 6) / (now.rows * tall + edgeOf(now) + 6);
});

export function Board(): JSX.Element | null {
    const now = scene.value;
    const focus = useSignal(0);
    const root = useRef<SVGSVGElement>(null);
    const held = useRef<number | null>(null);
    if (!now) return null;
    const layout = layoutOf(now, flipped.value, slides.value);
    const targets = new Set(waits.value ? [] : nextSteps(moves.value, lit.value));
    const movable = new Set((waits.value ? [] : moves.value.moves).map((one) => one.path[0]).filter((one): one is number => typeof one === "number"));
    const ring = now.shape === "ring";
    const wide = now.cols * (ring ? RING.wide : UNIT);
    const tall = now.rows * (ring ? RING.tall : UNIT);
    if (focus.value >= now.cells.length) focus.value = 0;

    /* The rows as one sees them, so that arrows go where they point. */
    const rows = new Map<number, number[]>();
    now.cells.forEach((_, cell) => {
        const { y } = layout.at(cell);
        rows.set(y, [...(rows.get(y) ?? []), cell]);
    });
    const inOrder = [...rows.entries()].sort(([one], [two]) => one - two);
    inOrder.forEach(([, cells]) => cells.sort((one, two) => layout.at(one).x - layout.at(two).x));

    const walk = (dx: number, dy: number): void => {
        const here = layout.at(focus.value);
        const far = (cell: number): number => Math.hypot(layout.at(cell).x - here.x, layout.at(cell).y - here.y);
        const ahead = now.cells
            .map((_, cell) => cell)
            .filter((cell) => {
                const there = layout.at(cell);
                return dx !== 0 ? there.y === here.y && (there.x - here.x) * dx > 0 : there.x === here.x && (there.y - here.y) * dy > 0;
            })
            .sort((one, two) => far(one) - far(two));
        if (ahead[0] === undefined) return;
        focus.value = ahead[0];
        root.current?.querySelector<SVGGElement>(`[data-cell="${ahead[0]}"]`)?.focus();
    };
    const steps: Record<string, () => void> = {
        ArrowLeft: () => walk(-1, 0),
        ArrowRight: () => walk(1, 0),
        ArrowUp: () => walk(0, -1),
        ArrowDown: () => walk(0, 1),
        Enter: () => step(focus.value),
        " ": () => step(focus.value),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
        const act = steps[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    };
    const onFocus = (event: FocusEvent): void => {
        const cell = (event.target as Element).getAttribute?.("data-cell");
        if (cell !== null && cell !== undefined) focus.value = Number(cell);
    };
    /* A drag is two clicks. */
    const cellUnder = (event: PointerEvent): number | null => {
        const cell = (event.target as Element).closest?.("[data-cell]")?.getAttribute("data-cell");
        return cell == null ? null : Number(cell);
    };
    const drop = (event: PointerEvent): void => {
        const [from, to] = [held.current, cellUnder(event)];
        held.current = null;
        if (from === null || to === null || from === to) return;
        step(from);
        step(to);
    };
    const edge = edgeOf(now);
    return (
        <svg
            ref={root}
            class={`board ${now.shape}`}
            viewBox={`${-edge} ${-edge} ${wide + edge + 6} ${tall + edge + 6}`}
            role="grid"
            aria-label={`${name(now.title)}: ${say("board")}`}
            onKeyDown={onKeyDown}
            onFocusCapture={onFocus}
            onPointerDown={(event) => (held.current = cellUnder(event))}
            onPointerUp={drop}
            data-cols={now.cols}
        >
            <Labels layout={layout} />
            {inOrder.map(([, cells], row) => (
                <g role="row" key={row}>
                    {cells.map((cell) => (
                        <Cell key={cell} layout={layout} cell={cell} targets={targets} movable={movable} focus={focus.value} />
                    ))}
                </g>
            ))}
            <g class="contents" aria-hidden="true">
                {now.cells.map((_, cell) => (
                    <Contents key={cell} layout={layout} cell={cell} target={targets.has(cell)} />
                ))}
            </g>
            {ring && <Middle width={wide} height={tall} />}
            <Overlay layout={layout} />
        </svg>
    );
}
