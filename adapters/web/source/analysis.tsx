/* What the engine thinks: the bar, the lines, the graph of the game. */

import { computed } from "@preact/signals";
import type { JSX } from "preact";
import {
    analysis, at, doing, film, go, infos, isOnePlayer, judgements, line, mistakes, proving, retry, scene, setWidth, solve, sweep, sweeping, toggleAnalysis, told, tryToRefute, width,
} from "./game";
import { format, isProven, share, type Info } from "./score";
import { digits, name, say } from "./words";

const best = (): Info | undefined => infos.value[0];

/** How the win is shared out; solid where it is proven. */
export function Bar(): JSX.Element | null {
    const info = best();
    const now = scene.value;
    if (!analysis.value || !now || isOnePlayer.value) return null;
    const part = info ? share(info.score) : 0.5;
    const text = info ? format(info.score) : "";
    const sure = info ? isProven(info.score) : false;
    return (
        <div class={`bar ${sure ? "sure" : ""}`} role="meter" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(part * 100)} aria-label={`${name(now.players[0])} ${text} ${sure ? say("proven") : ""}`}>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="10" class="second" />
                <rect width={part * 100} height="10" class="first" />
            </svg>
            <span dir="ltr">
                {sure && "🔒"} {digits(text)}
            </span>
        </div>
    );
}

function Line({ info }: { info: Info }): JSX.Element {
    const sure = isProven(info.score);
    return (
        <li class={sure ? "sure" : ""}>
            <span class="score" title={sure ? say("provenHelp") : say("estimate")} dir="ltr">
                {sure && <span aria-hidden="true">🔒 </span>}
                {info.score.bound === "lowerbound" ? "≥" : info.score.bound === "upperbound" ? "≤" : ""}
                {digits(format(info.score))}
                {sure && <span class="hidden"> {say("proven")}</span>}
            </span>
            <span class="pv" dir="ltr">
                {info.pv.slice(0, 12).map((move) => digits(move)).join(" ")}
            </span>
        </li>
    );
}

/** Who wins, where that is what is proven. */
function winner({ score }: Info): string {
    const who = scene.value?.players[score.value > 0 ? 0 : 1];
    return score.kind === "mate" && who ? say("winsIn", name(who), digits(Math.abs(score.value))) + "." : "";
}

const millions = (count: number): string => (count >= 1e6 ? (count / 1e6).toFixed(1) + " M" : String(count));

/** A win for somebody is proven here. */
const canRefute = computed(() => {
    const info = infos.value[0];
    return info !== undefined && isProven(info.score) && info.score.kind === "mate" && !isOnePlayer.value;
});

export function Analysis(): JSX.Element {
    const info = best();
    const widths: [number, string][] = [[1, digits(1)], [3, digits(3)], [5, digits(5)], [0, say("allMoves")]];
    return (
        <section class="analysis" aria-label={say("analysis")}>
            <div class="tools">
                <button aria-pressed={analysis.value} onClick={() => void toggleAnalysis()} data-act="analysis">
                    {say("analysis")}
                </button>
                <label>
                    <span class="hidden">{say("lines")}</span>
                    <select value={String(width.value)} onChange={(event) => void setWidth(Number(event.currentTarget.value))}>
                        {widths.map(([value, text]) => (
                            <option value={String(value)}>
                                {value === 0 ? text : `${text} ${say("lines")}`}
                            </option>
                        ))}
                    </select>
                </label>
                <button onClick={() => void solve()} data-act="solve">
                    {say("solve")}
                </button>
                <button onClick={() => void film()} disabled={!info} data-act="film">
                    {say("film")}
                </button>
            </div>
            {proving.value !== 0 && (
                <p class="proving" data-winner={proving.value}>
                    🔒 {say("provingHelp", name(scene.value?.players[proving.value - 1]))}
                </p>
            )}
            {analysis.value && (
                <>
                    <ol class="lines">
                        {infos.value.slice(0, width.value === 0 ? 8 : width.value).map((one) => (
                            <Line key={one.line} info={one} />
                        ))}
                    </ol>
                    {canRefute.value && (
                        <button onClick={() => void tryToRefute()} data-act="refute">
                            {say("refute")}
                        </button>
                    )}
                    {info && (
                        <p class="figures">
                            {say("depth")} {digits(info.depth)} · {digits(millions(info.nodes))} {say("nodes")}
                            {isProven(info.score) && (
                                <strong>
                                    {" "}
                                    · 🔒 {winner(info)} {say("provenHelp")}
                                </strong>
                            )}
                        </p>
                    )}
                </>
            )}
        </section>
    );
}

const [WIDE, TALL] = [300, 80];

export function Graph(): JSX.Element | null {
    const count = line.value.length;
    if (count < 2 || isOnePlayer.value) return null;
    const x = (ply: number): number => (ply / count) * WIDE;
    const y = (part: number): number => (1 - part) * TALL;
    const points = judgements.value.flatMap((one, ply) => (one ? [{ ply, part: one.share, sure: isProven(one.score) }] : []));
    const mistake = mistakes.value.find((ply) => ply === at.value || ply + 1 === at.value); // about to be made, or just made
    const saidBy = (player: 1 | 2): string =>
        told.value.flatMap((one) => (one.player === player && one.share !== null ? [`${x(one.ply)},${y(one.share)}`] : [])).join(" ");
    const pick = (event: MouseEvent): void => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        void doing(go)(Math.round(((event.clientX - box.left) / box.width) * count));
    };
    return (
        <section class="graph" aria-label={say("graph")}>
            <div class="tools">
                <button onClick={() => void sweep()} disabled={sweeping.value} data-act="sweep">
                    {sweeping.value ? `${digits(judgements.value.length)} / ${digits(count + 1)}` : say("sweep")}
                </button>
                {mistake !== undefined && (
                    <button onClick={() => void retry(mistake)} data-act="retry">
                        {say("retry")}
                    </button>
                )}
            </div>
            {points.length + told.value.length > 0 && (
                <svg viewBox={`0 -6 ${WIDE} ${TALL + 12}`} onClick={pick} role="img" aria-label={`${say("graph")}: ${digits(mistakes.value.length)} ${say("mistake")}`}>
                    <line x1="0" y1={TALL / 2} x2={WIDE} y2={TALL / 2} class="even" />
                    {([1, 2] as const).map((player) => (
                        <polyline points={saidBy(player)} class={`told of${player}`} />
                    ))}
                    <polyline points={points.map((one) => `${x(one.ply)},${y(one.part)}`).join(" ")} class="curve" />
                    <line x1={x(at.value)} y1="0" x2={x(at.value)} y2={TALL} class="cursor" />
                    {mistakes.value.map((ply) => (
                        <circle cx={x(ply + 1)} cy={y(judgements.value[ply + 1]?.share ?? 0.5)} r="5" class="mistake" />
                    ))}
                </svg>
            )}
        </section>
    );
}
