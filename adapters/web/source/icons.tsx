/* Signs of the page, drawn: not every machine has letters for them. */

import type { JSX } from "preact";

const paths = {
    first: "M6 5v14 M19 5 L9 12 L19 19 Z",
    back: "M17 5 L7 12 L17 19 Z",
    forward: "M7 5 L17 12 L7 19 Z",
    last: "M18 5v14 M5 5 L15 12 L5 19 Z",
    turn: "M19 12 A7 7 0 1 1 16.5 6.6 M13.5 6.8 L17.4 7.4 L18 3.4",
    theme: "M12 3 A9 9 0 1 1 12 21 A9 9 0 1 1 12 3 Z M12 5 V19 A7 7 0 1 1 12 5 Z",
    lock: "M7.5 11 V7.5 A4.5 4.5 0 0 1 16.5 7.5 V11 M5 11 H19 V21 H5 Z",
    flag: "M6 3 V21 M6 4 H18 L14.5 8 L18 12 H6",
    close: "M6 6 L18 18 M18 6 L6 18",
};
const hollow: (keyof typeof paths)[] = ["turn", "close"];

export const Icon = ({ of }: { of: keyof typeof paths }): JSX.Element => (
    <svg viewBox="0 0 24 24" class={`drawn ${hollow.includes(of) ? "hollow" : ""}`} aria-hidden="true">
        <path d={paths[of]} fill-rule="evenodd" />
    </svg>
);
