/* A scene as one sees it, drawn: the one painter of the page, of the boards of a match and of the referee's report. */

import type { JSX } from "preact";
import { drawGround, drawPiece } from "./pieces";
import { cellName, place, type Scene } from "./scene";
import { digits, name, phrase } from "./tongue";

export const UNIT = 100;
/** A square of a ring has room for its name, a note and who stands there. */
export const RING = { wide: 165, tall: 172 };

export interface Layout {
    scene: Scene;
    slides: Map<number, number>;
    width: number; // of a cell
    tall: number;
    at(cell: number): { x: number; y: number };
    middle(cell: number): { x: number; y: number };
}

export function layoutOf(now: Scene, turned: boolean, came: Map<number, number>): Layout {
    const wide = now.shape === "ring" ? RING.wide : UNIT;
    const tall = now.shape === "ring" ? RING.tall : UNIT;
    const at = (cell: number): { x: number; y: number } => {
        const { x, y } = place(now, cell, turned);
        return { x: x * wide, y: y * tall };
    };
    return {
        scene: now,
        slides: came,
        width: wide,
        tall,
        at,
        middle: (cell) => ({ x: at(cell).x + wide / 2, y: at(cell).y + tall / 2 }),
    };
}

/** What lies and stands on a cell. Only for the eye: the cell below has a label. */
export function Contents({ layout, cell, target }: { layout: Layout; cell: number; target: boolean }): JSX.Element {
    const now = layout.scene;
    const { x, y } = layout.at(cell);
    const ring = now.shape === "ring";
    const ground = now.things[now.cells[cell] ?? 0];
    const own = now.pieces.filter(([where]) => where === cell);
    const shift = (i: number): string =>
        ring ? `translate(${16 + i * 62} 94) scale(0.6)` : own.length > 1 ? `translate(${i * 12} 0) scale(0.9)` : "";
    const from = layout.slides.get(cell);
    const before = from === undefined ? { x, y } : layout.at(from);
    const travel = from === undefined ? {} : { class: "slides", style: { "--dx": `${before.x - x}px`, "--dy": `${before.y - y}px` } };
    return (
        <g transform={`translate(${x} ${y})`}>
            {ground && drawGround(ground)}
            {ring && ground && <SquareText name={name(ground.name)} note={phrase(ground.note)} number={cell} />}
            {ring && ground?.owner && <rect x="12" y={layout.tall - 16} width={layout.width - 24} height="9" rx="4" class={`deed of${ground.owner}`} />}
            <g key={from === undefined ? "still" : `${from} ${now.last}`} {...travel}>
                {own.map(([, thing], i) => {
                    const shown = now.things[thing];
                    return shown && <g transform={shift(i)}>{drawPiece(shown)}</g>;
                })}
            </g>
            {target && <circle cx={layout.width / 2} cy={layout.tall / 2} r={own.length > 0 ? 44 : 15} class={own.length > 0 ? "goalring" : "goaldot"} />}
        </g>
    );
}

const inLines = (words: string, most: number): string[] =>
    words.split(" ").reduce<string[]>((lines, word) => {
        const last = lines.at(-1);
        return last !== undefined && last.length + word.length < most ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
    }, []);

function SquareText({ name, note, number }: { name: string; note: string; number: number }): JSX.Element {
    const title = inLines(`${digits(number)} ${name}`, 12);
    return (
        <g class="square-text">
            {title.map((line, i) => (
                <text x="12" y={27 + 22 * i} class="title">
                    {line}
                </text>
            ))}
            {inLines(note, 11).map((line, i) => (
                <text x="12" y={27 + 22 * (title.length + i)} class="note">
                    {line}
                </text>
            ))}
        </g>
    );
}

export function Labels({ layout }: { layout: Layout }): JSX.Element | null {
    const now = layout.scene;
    if (now.shape !== "grid") return null;
    const columns = Array.from({ length: now.cols }, (_, column) => column);
    const rows = Array.from({ length: now.rows }, (_, row) => row);
    const size = 24 * labelScale(now);
    return (
        <g class="labels" aria-hidden="true" style={{ fontSize: size }}>
            {columns.map((column) => (
                <text x={layout.at(column).x + UNIT / 2} y={-size / 2}>
                    {cellName(now, column).slice(0, -1)}
                </text>
            ))}
            {rows.map((row) => (
                <text x={-0.9 * size} y={layout.at(row * now.cols).y + UNIT / 2 + 0.36 * size}>
                    {digits(row + 1)}
                </text>
            ))}
        </g>
    );
}

/** Names of rows and columns stay legible on large boards. */
const labelScale = (now: Scene): number => Math.max(1, now.cols / 12, now.rows / 12);
export const edgeOf = (now: Scene): number => (now.shape === "ring" ? 4 : 44 * labelScale(now));

const marks = ["last", "taken"] as const;

/** A board to look at only. */
export function Picture({ scene: now, label, named }: { scene: Scene; label: string; named?: boolean }): JSX.Element {
    const layout = layoutOf(now, false, new Map());
    const marked = (cell: number): string => marks.filter((mark) => now.marks[mark]?.includes(cell)).join(" ");
    const edge = named ? edgeOf(now) : 2;
    return (
        <svg class={`picture ${now.shape}`} viewBox={`${-edge} ${-edge} ${now.cols * layout.width + edge + 4} ${now.rows * layout.tall + edge + 4}`} role="img" aria-label={label}>
            {named && <Labels layout={layout} />}
            {now.cells.map((thing, cell) => {
                const { x, y } = layout.at(cell);
                return (
                    <g class={`cell ${now.things[thing]?.kind} ${marked(cell)} ${((cell % now.cols) + Math.floor(cell / now.cols)) % 2 ? "odd" : "even"}`} transform={`translate(${x} ${y})`}>
                        <rect width={layout.width} height={layout.tall} class="ground" />
                        <rect width={layout.width} height={layout.tall} class="veil" />
                    </g>
                );
            })}
            {now.cells.map((_, cell) => (
                <Contents layout={layout} cell={cell} target={false} />
            ))}
        </svg>
    );
}
