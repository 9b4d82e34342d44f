/* How kinds of things look, in a cell of 100 by 100. A kind that is not known shows its sign. */

import type { JSX } from "preact";
import type { Thing } from "./scene";
import { digits } from "./tongue";

type Drawing = (thing: Thing) => JSX.Element;

const stone: Drawing = (thing) => (
    <g class={`stone of${thing.owner ?? 0}`}>
        <circle cx="50" cy="53" r="38" class="shade" />
        <circle cx="50" cy="50" r="38" class="body" />
        <ellipse cx="40" cy="36" rx="14" ry="9" class="gleam" />
    </g>
);

const card: Drawing = (thing) => (
    <g class={`card hue-${thing.hue ?? "none"}`}>
        <rect x="14" y="6" width="72" height="88" rx="9" class="body" />
        <rect x="20" y="12" width="60" height="76" rx="5" class="inner" />
        <text x="50" y="66" class="sign">
            {thing.sign}
        </text>
    </g>
);

const figure: Drawing = (thing) => (
    <g class={`figure of${thing.owner ?? 0}`}>
        <path d="M22 92 Q22 58 50 58 Q78 58 78 92 Z" class="body" />
        <circle cx="50" cy="36" r="25" class="body" />
        <text x="50" y="47" class="sign">
            {digits(thing.sign ?? "")}
        </text>
    </g>
);

const gem: Drawing = (thing) => (
    <g class={`gem hue-${thing.hue ?? "none"}`}>
        <path d="M28 24 H72 L90 46 L50 90 L10 46 Z" class="body" />
        <path d="M28 24 L36 46 L50 24 L64 46 L72 24 M10 46 H90 M36 46 L50 90 L64 46" class="edge" />
        <text x="50" y="64" class="sign">
            {digits(thing.value ?? thing.sign ?? "")}
        </text>
    </g>
);

const key: Drawing = (thing) => (
    <g class={`key hue-${thing.hue ?? "none"}`}>
        <path d="M46 42 L84 80 M70 66 L80 56 M78 74 L88 64" class="line" />
        <circle cx="34" cy="30" r="17" class="ring" />
    </g>
);

const prize: Drawing = () => (
    <g class="prize">
        <path d="M50 14 C70 14 80 44 80 60 C80 78 67 90 50 90 C33 90 20 78 20 60 C20 44 30 14 50 14 Z" class="body" />
        <ellipse cx="41" cy="40" rx="7" ry="12" class="gleam" />
    </g>
);

const harm: Drawing = () => (
    <g class="harm">
        <path d="M20 34 L24 10 L44 24 Z M80 34 L76 10 L56 24 Z" class="body" />
        <circle cx="50" cy="54" r="36" class="body" />
        <ellipse cx="50" cy="64" rx="17" ry="13" class="snout" />
        <circle cx="44" cy="64" r="4" class="dot" />
        <circle cx="56" cy="64" r="4" class="dot" />
        <circle cx="36" cy="44" r="5" class="dot" />
        <circle cx="64" cy="44" r="5" class="dot" />
    </g>
);

const goal: Drawing = () => (
    <g class="goal">
        <path d="M50 92 V56 M50 58 Q24 50 26 16 M50 58 Q76 50 74 16" class="line" />
        <path d="M26 20 Q50 44 74 20" class="band" />
    </g>
);

const unknown: Drawing = (thing) => (
    <g class={`unknown of${thing.owner ?? 0} hue-${thing.hue ?? "none"}`}>
        <text x="50" y="68" class="sign">
            {thing.sign}
        </text>
    </g>
);

const pieces: Record<string, Drawing> = { stone, card, figure, gem, key, prize, harm, goal };

export const drawPiece = (thing: Thing): JSX.Element => (pieces[thing.kind] ?? unknown)(thing);

const door: Drawing = (thing) => (
    <g class={`door hue-${thing.hue ?? "none"}`}>
        <path d="M20 98 V34 Q20 6 50 6 Q80 6 80 34 V98 Z" class="body" />
        <circle cx="66" cy="56" r="6" class="knob" />
    </g>
);

const wall: Drawing = () => (
    <g class="wall">
        <rect width="100" height="100" class="body" />
        <path d="M0 33 H100 M0 67 H100 M50 0 V33 M25 33 V67 M75 33 V67 M50 67 V100" class="edge" />
    </g>
);

const wire: Drawing = () => (
    <g class="wire">
        <path d="M6 62 Q28 30 50 50 T94 38 M22 36 L34 56 M34 36 L22 56 M66 38 L78 58 M78 38 L66 58" class="line" />
    </g>
);

const teleport: Drawing = () => (
    <g class="teleport">
        <circle cx="50" cy="50" r="34" class="line" />
        <circle cx="50" cy="50" r="18" class="line" />
    </g>
);

const grounds: Record<string, Drawing> = { door, wall, wire, teleport };

export const drawGround = (thing: Thing): JSX.Element | null =>
    grounds[thing.kind]?.(thing) ?? (thing.kind === "floor" || thing.kind === "square" ? null : unknown(thing));

const pips: Record<number, [number, number][]> = {
    1: [[50, 50]],
    2: [[28, 28], [72, 72]],
    3: [[28, 28], [50, 50], [72, 72]],
    4: [[28, 28], [72, 28], [28, 72], [72, 72]],
    5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
    6: [[28, 26], [72, 26], [28, 50], [72, 50], [28, 74], [72, 74]],
};

/** A die; a face that has no pips is written. */
export function Die({ value }: { value: number | undefined }): JSX.Element {
    const dots = pips[value ?? 0];
    return (
        <svg viewBox="0 0 100 100" class="die" aria-hidden="true">
            <rect x="4" y="4" width="92" height="92" rx="18" class="body" />
            {dots?.map(([x, y]) => <circle cx={x} cy={y} r="9" class="pip" />)}
            {!dots && (
                <text x="50" y="68" class="sign">
                    {value ?? "?"}
                </text>
            )}
        </svg>
    );
}
